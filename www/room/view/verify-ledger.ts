/** Verifies a ledger file that the person picks, on the device. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { EngineClient } from "../engine/client.ts";
import type { LedgerVerdict } from "../engine/types.ts";
import { fileField } from "./file-field.ts";
import type { Looked } from "./ledger-state.ts";
import { shared } from "./theme.ts";
import { told } from "./told.ts";
import { clock, day, many } from "./words.ts";
import { say } from "../words/leaves.ts";
import { spoken } from "../words/say.ts";

/** Entries that the table lists; the verdict is of all of them. */
const MAX_ROWS = 500;

const STATES = {
  get whole() {
    return say("whole");
  },
  get broken() {
    return say("broken");
  },
  get behind() {
    return say("behindTheBreak");
  },
} as const;

@customElement("chaperone-verify-ledger")
export class VerifyLedger extends LitElement {
  @property({ attribute: false }) accessor engine!: EngineClient;
  @property({ type: Boolean }) accessor ready = false;
  @state() private accessor looked: Looked | undefined;
  @state() private accessor failure = "";
  @query("#ledger-file") private accessor file!: HTMLInputElement;
  @query("#noted") private accessor noted!: HTMLInputElement;

  static override readonly styles = [
    shared,
    css`
      .fields { display: grid; align-items: end; gap: 0.75rem; grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); }
      button { min-height: 2.25rem; padding: 0.25rem 0.75rem; font-size: 0.875rem; }
      .scroll { overflow: auto; max-height: 24rem; }
      table { border-collapse: collapse; width: 100%; font-size: 0.875rem; }
      th, td { text-align: start; vertical-align: top; padding: 0.375rem 0.75rem 0.375rem 0; border-top: 1px solid var(--line); }
      td { overflow-wrap: anywhere; min-width: 5rem; }
      .state { white-space: nowrap; font-weight: 600; }
      .whole { color: var(--good); }
      .broken { color: var(--bad); }
      .behind { color: var(--warn); }
      code { font: 0.8125rem/1.5 var(--mono); overflow-wrap: anywhere; }
    `,
  ];

  override render() {
    return html`
      <section aria-labelledby="title">
        <h2 id="title">${say("verifyALedgerFile")}</h2>
        <p class="soft small">${say("pickALedgerOr")}</p>
        <div class="fields">
          ${fileField({ id: "ledger-file", label: say("file"), accept: ".json,application/json" })}
          <label class="small">${say("headHashThatWas")} <span class="soft">${say("ifThereIsOne")}</span><input id="noted" type="text" spellcheck="false" autocomplete="off" /></label>
        </div>
        <div class="row"><button id="verify" ?disabled=${!this.ready} @click=${this.#verify}>${say("verify")}</button></div>
        <div role="status" aria-live="polite" id="found">${this.looked === undefined ? nothing : this.#judged(this.looked)}</div>
        ${this.failure === "" ? nothing : html`<p class="notice bad" role="alert">${this.failure}</p>`}
        ${this.looked === undefined ? nothing : this.#details(this.looked.verdict)}
      </section>
    `;
  }

  #judged({ name, verdict: { whole, broken, entries } }: Looked) {
    return whole
      ? html`<p class="notice good"><strong>${say("itIsWhole")}</strong> ${say("eachAsItWas", { name, entries: many(entries.length, "entry") })}</p>`
      : html`<p class="notice bad"><strong>${say("brokenAtEntry", { position: broken?.position ?? "" })}</strong> ${name}: ${spoken(broken?.words ?? "")}</p>`;
  }

  #details({ entries, head, headSeen, limits }: LedgerVerdict) {
    const listed = entries.slice(0, MAX_ROWS);
    return html`
      ${headSeen === null ? nothing : html`<p id="seen" class="small ${headSeen.seen === "nowhere" ? "broken" : "whole"}">${seen(headSeen)}</p>`}
      <div class="scroll" tabindex="0" role="region" aria-label=${say("entriesOfTheFile")}>
        <table>
          <thead><tr><th scope="col">${say("entry")}</th><th scope="col">${say("verdict")}</th><th scope="col">${say("when")}</th><th scope="col">${say("toWhom")}</th></tr></thead>
          <tbody>${listed.map(
            ({ position, state, releasedAtMillis, origin }) =>
              html`<tr data-state=${state}>
                <td>${position}</td>
                <td class="state ${state}">${STATES[state]}</td>
                <td>${releasedAtMillis === null ? say("unreadable") : moment(releasedAtMillis)}</td>
                <td>${origin ?? say("unreadable")}</td>
              </tr>`,
          )}</tbody>
        </table>
      </div>
      ${listed.length < entries.length ? html`<p class="small soft">${say("theFirstOfTheFile", { rows: MAX_ROWS })}</p>` : nothing}
      <p class="small soft">${say("headOfWhatIs")} <code>${head}</code></p>
      <ul class="small soft">${limits.map((limit) => html`<li>${spoken(limit)}</li>`)}</ul>
    `;
  }

  async #verify(): Promise<void> {
    const file = this.file.files?.[0];
    if (file === undefined) return this.file.focus();
    this.failure = "";
    try {
      const verdict = await this.engine.call("verify-ledger", { file, noted: this.noted.value.trim() });
      this.looked = { name: file.name, verdict };
    } catch (error) {
      this.looked = undefined;
      this.failure = told(error);
    }
  }
}

function seen({ seen, position }: NonNullable<LedgerVerdict["headSeen"]>): string {
  if (seen === "newest") return say("theHeadThatWas");
  if (seen === "earlier") return say("theHeadIsEarlier", { position: position ?? "" });
  return say("noEntryHasThe");
}

/** A moment; what a file says need not be one. */
function moment(millis: number): string {
  const at = new Date(millis);
  return Number.isNaN(at.getTime()) ? say("unreadable") : `${day(at.toISOString())}, ${clock(at)}`;
}
