/** The screens of which most comes later, in the part of their name: what leaves, and the settings. They are drawn once it is there. */
import { html, nothing } from "lit";
import { part } from "../engine/late.ts";
import type { Opening } from "./answer.ts";
import type { App } from "./app.ts";
import type { Tag, Units } from "./choices.ts";
import type { Manner } from "./turn-state.ts";
import type { Connector } from "./question.ts";
import { roomSummary } from "./room-summary.ts";
import type { ScreenName } from "./screens.ts";
import type { Tried } from "./server.ts";

/** Their names. */
export const LATE_SCREENS: ReadonlySet<ScreenName> = new Set(["leaves", "settings"]);

/** Returns what may leave and has left; `open` is whether the records may be seen. */
export function leaves(app: App, open: boolean) {
  return html`
    ${
      open
        ? html`<chaperone-last-request .turns=${app.conversation.turns} .active=${app.screens.at === "leaves"}
              @open-source=${({ detail }: CustomEvent<Opening>) => void app.read(detail)}></chaperone-last-request>
            ${ledgerOf(app)}
            <chaperone-askings .readings=${app.ledger.state.view.readings}></chaperone-askings>`
        : nothing
    }
    <chaperone-verify-ledger .engine=${app.engine} .ready=${app.ready}></chaperone-verify-ledger>
    ${roomSummary(app.selfTestView?.findings ?? [], app.selfTestView?.whole ?? false, () => void toSelfTest(app))}
    <chaperone-examine .engine=${app.engine} .ready=${app.ready}></chaperone-examine>
  `;
}

/** Returns what can be chosen; `open` as in {@link leaves}. */
export function settings(app: App, open: boolean) {
  const { conversation, servers } = app;
  const idle = app.ready && !app.reading.state.busy;
  return html`
    ${
      open
        ? html`<chaperone-server
              .locked=${!app.ready || app.reading.state.busy || conversation.busy || app.thinking.busy} .trial=${servers.trial} .models=${servers.models} .answers=${app.answers}
              @try=${({ detail }: CustomEvent<Tried>) => servers.tryOut(detail.connector, detail.holding)} @list=${({ detail }: CustomEvent<Connector>) => servers.list(detail)}
              @entered=${() => takeEntered(app)} @incomplete=${() => void point(app)}
            ></chaperone-server>
            <chaperone-device-model .engine=${app.engine} .ready=${app.ready} @use=${({ detail }: CustomEvent<string>) => app.serverView?.useDevice(detail)} @inside=${({ detail }: CustomEvent<boolean>) => searchInside(app, detail)}></chaperone-device-model>
            <chaperone-privacy-level .telling=${conversation.telling} .manner=${conversation.manner} @prefer=${({ detail }: CustomEvent<Partial<Manner>>) => conversation.prefer(detail)}></chaperone-privacy-level>
            ${app.session.card}`
        : nothing
    }
    <chaperone-locale .language=${app.language.tag} .units=${app.units} @language=${({ detail }: CustomEvent<Tag>) => app.speak(detail)} @units=${({ detail }: CustomEvent<Units>) => app.showIn(detail)}></chaperone-locale>
    <chaperone-self-test .doubles=${app.doubles} @tested=${() => app.requestUpdate()}></chaperone-self-test>
    <chaperone-benchmark .engine=${app.engine} .ready=${app.ready}></chaperone-benchmark>
    <chaperone-model-list .engine=${app.engine} .meaning=${app.meaning.state} .own=${app.ownModelView?.inUse}></chaperone-model-list>
    <chaperone-second-reading .engine=${app.engine} .ready=${app.ready}></chaperone-second-reading>
    <chaperone-own-model .engine=${app.engine} .ready=${idle} .halt=${() => app.meaning.interrupt()} @changed=${() => app.modelChanged()}></chaperone-own-model>
    <chaperone-own-concepts .engine=${app.engine} .ready=${idle}></chaperone-own-concepts>
    <chaperone-tools .engine=${app.engine} .ready=${idle}></chaperone-tools>
  `;
}

function ledgerOf(app: App) {
  const { ledger } = app;
  return html`<chaperone-ledger
    .ledger=${ledger.state} .tested=${app.selfTestView?.whole ?? false}
    @show-bytes=${({ detail }: CustomEvent<number>) => ledger.show(detail)}
    @save-bytes=${({ detail }: CustomEvent<number>) => ledger.save("request", detail)}
    @save-ledger=${() => ledger.save("ledger")} @save-proof=${() => ledger.save("proof")}
    @test-and-save=${() => ledger.saveTested()}
  ></chaperone-ledger>`;
}

function takeEntered(app: App): void {
  if (app.serverView !== null) app.entered = app.serverView.entered;
}

/** Takes note whether the model on this device searches and drafts before the next questions to a model. */
function searchInside(app: App, inside: boolean): void {
  if (app.serverView !== null) app.serverView.inside = inside;
}

/** Something about the model server is missing: it is pointed out where it is entered. */
async function point(app: App): Promise<void> {
  await toSettings(app);
  app.serverView?.point();
}

async function toSelfTest(app: App): Promise<void> {
  await toSettings(app);
  app.selfTestView?.attend?.();
}

/** Resolves once the settings are shown and drawn, with their part or, where it cannot be had, without. */
async function toSettings(app: App): Promise<void> {
  await app.screens.go({ screen: "settings" });
  await part("settings").catch(() => undefined);
  await app.updateComplete;
}
