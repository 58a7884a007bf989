/** A test of the model server that is entered: whether it can be reached, takes the key, and its model answers; and where not, what is wrong and what to do. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import { isUnsent, type Code, type ServerFault } from "../engine/error.ts";
import { watchAddress } from "./connection/entered.ts";
import { wrong, wrongStyles } from "./connection/wrong.ts";
import { hostOf } from "./host-of.ts";
import type { Models } from "./models.ts";
import type { Going } from "./screens.ts";
import { shared } from "./theme.ts";
import { say } from "../words/connection.ts";
import { number } from "./words.ts";
import type { Asking, Hold } from "../engine/types.ts";

/** Fewer tokens hold no question with its passages and a reply. */
const FEWEST_TOKENS = 2048;

/** What came of a test. */
export interface Trial {
  /** The server and the model that were tested. */
  readonly url: string;
  readonly model: string;
  readonly state: "asking" | "answered" | "silent" | "failed";
  /** Seconds until it was known. */
  readonly seconds: number;
  /** What failed; empty where nothing did. */
  readonly failure: string;
  /** What is known of the failure. */
  readonly code?: Code | undefined;
  readonly server?: ServerFault | undefined;
  /** By what the server holds replies, where that was tested. */
  readonly hold?: Hold | "none";
}

/** Fires `try`, whose detail is whether it is also tested by what the server holds replies, and `go` with {@link Going}, out of its shadow. */
@customElement("chaperone-trial")
export class TrialView extends LitElement {
  @property({ attribute: false }) accessor trial: Trial | undefined;
  @property({ attribute: false }) accessor models: Models | undefined;
  @property({ attribute: false }) accessor locked = false;
  @query("#context") private accessor context!: HTMLInputElement | null;
  @query("#wishes") private accessor wishes!: HTMLInputElement | null;

  static override readonly styles = [
    shared,
    wrongStyles,
    css`
      :host { display: grid; gap: 0.5rem; }
      .row { align-items: center; }
      .row .soft { flex: 1 1 14rem; }
      .wishes { display: flex; gap: 0.625rem; align-items: start; font-weight: 400; min-height: 2.75rem; }
      .wishes input { margin: 0.2rem 0 0; width: 1.125rem; height: 1.125rem; flex: none; }
    `,
  ];

  /** The field of the address is in the first part of the script, and what may be wrong with it is said from here on. */
  protected override firstUpdated(): void {
    watchAddress(this);
  }

  override render() {
    const { trial } = this;
    const asking = trial?.state === "asking";
    return html`
      <div class="row">
        <button id="try" ?disabled=${this.locked || asking} @click=${() => this.#try(false)}>${say("testTheConnection")}</button>
        <span class="soft small">${say("sendsThisOnlyTests")}</span>
      </div>
      <div id="tried" role="status">${trial === undefined ? nothing : this.#outcome(trial)}</div>
      ${trial === undefined || asking || isUnsent(trial) ? nothing : html`<button class="link" id="tried-bytes" @click=${() => this.#look()}>${say("seeWhatLeft")}</button>`}
      ${this.#rounds()}
    `;
  }

  /** How the model called `model` at `url` is asked: held to the passages where its server was seen to hold replies, and by several requests where its context is named. */
  asking(url: string, model: string): Asking {
    const { trial, context, wishes } = this;
    const isSame = trial?.url === url && trial.model === model;
    const hold = isSame && trial.hold !== "none" ? trial.hold : undefined;
    const tokens = Number(context?.value ?? "");
    return {
      ...(hold !== undefined && { hold }),
      ...(tokens > 0 && { context: Math.max(FEWEST_TOKENS, Math.floor(tokens)) }),
      ...(wishes?.checked === true && { wishes: "heard" as const }),
    };
  }

  #rounds() {
    return html`<label>${say("contextTokens")}<input id="context" type="number" min=${FEWEST_TOKENS} max="1048576" step="1" /><span class="soft small">${say("contextTokensSay")}</span></label>
      <label class="wishes"><input id="wishes" type="checkbox" /><span>${say("mayReadOn")} <span class="soft small">${say("mayReadOnSays")}</span></span></label>`;
  }

  #outcome(trial: Trial) {
    const { state, model, url, seconds } = trial;
    const where = say("at", { model, host: hostOf(url) });
    switch (state) {
      case "asking":
        return html`<p class="soft">${say("waitingFor", { where })}</p>`;
      case "answered":
        return html`<p class="notice good">${say("answeredAfterSeconds", { where, seconds: number(seconds, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) })}</p>
          ${this.#holding(trial)}`;
      case "silent":
        return this.#wrong(trial, say("tookTheRequestAnd", { where }));
      case "failed":
        return this.#wrong(trial, trial.failure);
    }
  }

  /** Whether answers are held to the passages that are sent, and the button that tries whether they can be. */
  #holding({ hold }: Trial) {
    if (hold === undefined)
      return html`<div class="row"><button id="try-holding" ?disabled=${this.locked} @click=${() => this.#try(true)}>${say("testHolding")}</button>
        <span class="soft small">${say("testHoldingSays")}</span></div>`;
    if (hold === "none") return html`<p class="small" id="held" data-hold="none">${say("doesNotHold")}</p>`;
    return html`<p class="small" id="held" data-hold=${hold}>${say(hold === "schema" ? "heldBySchema" : "heldByGrammar")}</p>
      <div class="row"><button id="let-go" ?disabled=${this.locked} @click=${() => this.#try(false)}>${say("holdNoMore")}</button></div>`;
  }

  #try(holding: boolean): void {
    this.dispatchEvent(new CustomEvent<boolean>("try", { detail: holding }));
  }

  /** Shows the ledger, where the exact bytes of the test are. */
  #look(): void {
    const detail: Going = { screen: "leaves" };
    this.dispatchEvent(new CustomEvent<Going>("go", { detail, bubbles: true, composed: true }));
  }

  #wrong({ url, model, state, code, server }: Trial, failure: string) {
    const names = this.models?.state === "listed" && this.models.url === url ? this.models.names : undefined;
    return wrong(failure, { url, model, server, names, code: state === "silent" ? undefined : (code ?? "internal") });
  }
}
