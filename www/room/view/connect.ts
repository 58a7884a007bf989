/** "Connect to your hospital": signing in to the server that keeps the records, how far reading is, and what was asked of it. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Asked, Ending } from "../../shell/custodian/collect.ts";
import { isCut, type Account, type ConnectingController, type Connection } from "./connecting.ts";
import { shared } from "./theme.ts";
import { clock, day, many, size } from "./words.ts";
import { say } from "../words/first.ts";

/** Why not everything of one kind was read, and what to do. */
const ENDINGS: Readonly<Record<Ending, string>> = {
  whole: "",
  get "not-given"() {
    return say("theServerDoesNot");
  },
  get elsewhere() {
    return say("theServerLedTo");
  },
  get "in-circles"() {
    return say("theServerLedInCircles");
  },
  get "too-many"() {
    return say("thereAreMorePages");
  },
  get "too-large"() {
    return say("thereIsMoreThan");
  },
  get unreadable() {
    return say("theServerAnsweredWith");
  },
  get redirected() {
    return say("theServerSentThis");
  },
  get failed() {
    return say("theServerFailedOr");
  },
  get "access-ended"() {
    return say("theAccessHadEnded");
  },
  get cancelled() {
    return say("youGaveItUp");
  },
};

const RETURNED = {
  get returned() {
    return say("disconnectedTheServerSays");
  },
  get "not-confirmed"() {
    return say("disconnectedThisPageHas");
  },
  get none() {
    return say("disconnected");
  },
} as const;

/** Draws the state of a {@link ConnectingController}, and tells it what the person wants. */
@customElement("chaperone-connect")
export class ConnectView extends LitElement {
  @property({ attribute: false }) accessor controller!: ConnectingController;
  /** The controller's, so that each change is seen. */
  @property({ attribute: false }) accessor connection!: Connection;
  /** Whether it can be begun now. */
  @property({ attribute: false }) accessor ready = false;
  /** The host of the hospital's server that opened this page, if one did. */
  @property({ attribute: false }) accessor launched: string | undefined;

  static override readonly styles = [
    shared,
    css`
      :host { display: grid; gap: 0.625rem; }
      .asked { margin: 0; padding-inline-start: 1.25rem; }
      .asked li { overflow-wrap: anywhere; }
      button { min-height: 2.25rem; padding: 0.25rem 0.75rem; font-size: 0.875rem; }
    `,
  ];

  override render() {
    const { is, accounts, returned, failure } = this.connection;
    return html`
      ${is === "none" ? this.#none() : is === "connected" ? this.#connected() : this.#underway()}
      <div role="status" id="connect-outcome">
        ${failure === "" ? nothing : html`<p class="notice bad">${failure}</p>`}
        ${returned === undefined || is !== "none" ? nothing : html`<p class="small soft" id="returned">${RETURNED[returned]}</p>`}
      </div>
      ${accounts.map((each) => accounted(each))}
    `;
  }

  #none() {
    return html`<div class="row">
      <button id="connect" ?disabled=${!this.ready} @click=${() => this.controller.start()}>${say("connectToYourHospital")}</button>
      <span class="small soft">${
        this.launched === undefined
          ? say("youSignInThere")
          : html`<strong id="launched">${this.launched}</strong> ${say("openedThisPageSo")}`
      }</span>
    </div>`;
  }

  #connected() {
    return html`<div class="row">
      <span class="small">${say("connectedTo")} <strong id="custodian">${hostOf(this.connection.origin)}</strong></span>
      <button id="read-again" ?disabled=${!this.ready} @click=${() => this.controller.read()}>${say("readAgain")}</button>
      <button id="disconnect" @click=${() => this.controller.disconnect()}>${say("disconnect")}</button>
    </div>`;
  }

  #underway() {
    const { is, origin, step } = this.connection;
    const words =
      is === "signing-in"
        ? say("waitingForYouTo")
        : step === undefined
          ? say("readingFrom", { origin: hostOf(origin) })
          : say("readingStep", {
              origin: hostOf(origin),
              what: nameOf(step.what),
              entries: many(step.entries, "entry"),
              size: size(step.bytes),
            });
    return html`<div class="row">
      <span class="small" role="status" id="connect-step">${words}</span>
      <button id="connect-cancel" @click=${() => this.controller.cancel()}>${say("cancel")}</button>
    </div>`;
  }
}

function nameOf(what: string): string {
  return what === "everything" ? say("everythingAtOnce") : what;
}

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : "";
}

/** Shows what a server was asked in one reading. */
export function accountOf({ origin, at, asked }: Account) {
  const total = (count: (one: Asked) => number): number => asked.reduce((sum, one) => sum + count(one), 0);
  const summary = `${many(
    total(({ requests }) => requests),
    "request",
  )}, ${many(
    total(({ entries }) => entries),
    "entry",
  )}, ${size(total(({ bytes }) => bytes))}`;
  return html`<details class="account">
      <summary class="small">${say("whatWasAskedAt", { origin: hostOf(origin), at: `${day(at.toISOString())}, ${clock(at)}`, summary })}</summary>
      <p class="small soft">${say("askedAtForYour", { origin })}</p>
      <ul class="asked small">${asked.map((one) => html`<li data-what=${one.what} data-ending=${one.ending}>${nameOf(one.what)}: ${many(one.requests, "request")}, ${many(one.entries, "entry")}${one.ending === "whole" ? nothing : `; ${ENDINGS[one.ending]}`}</li>`)}</ul>
    </details>`;
}

/** As {@link accountOf}, and says aloud what of it was not read to its end. */
function accounted(account: Account) {
  const cut = account.asked.filter(isCut);
  return html`${accountOf(account)}
    ${cut.length === 0 ? nothing : html`<div class="notice" id="cut" role="status"><p>${say("notEverythingWasRead")}</p><ul class="asked">${cut.map(({ what, ending }) => html`<li>${nameOf(what)}: ${ENDINGS[ending]}.</li>`)}</ul></div>`}`;
}
