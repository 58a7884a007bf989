/** A test of the model server that is entered: whether it can be reached, takes the key, and its model answers; and where not, what is wrong and what to do. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Code, ServerFault } from "../engine/error.ts";
import { wrong, wrongStyles } from "./connection/wrong.ts";
import { hostOf } from "./host-of.ts";
import type { Models } from "./models.ts";
import { shared } from "./theme.ts";
import { say } from "../words/connection.ts";
import { number } from "./words.ts";

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
}

/** Fires `try`. */
@customElement("chaperone-trial")
export class TrialView extends LitElement {
  @property({ attribute: false }) accessor trial: Trial | undefined;
  @property({ attribute: false }) accessor models: Models | undefined;
  @property({ attribute: false }) accessor locked = false;

  static override readonly styles = [
    shared,
    wrongStyles,
    css`
      :host { display: grid; gap: 0.5rem; }
      .row { align-items: center; }
      .row .soft { flex: 1 1 14rem; }
    `,
  ];

  override render() {
    const { trial } = this;
    const asking = trial?.state === "asking";
    return html`
      <div class="row">
        <button id="try" ?disabled=${this.locked || asking} @click=${() => this.dispatchEvent(new Event("try"))}>${say("testTheConnection")}</button>
        <span class="soft small">${say("sendsThisOnlyTests")}</span>
      </div>
      <div id="tried" role="status">${trial === undefined ? nothing : this.#outcome(trial)}</div>
    `;
  }

  #outcome(trial: Trial) {
    const { state, model, url, seconds } = trial;
    const where = say("at", { model, host: hostOf(url) });
    switch (state) {
      case "asking":
        return html`<p class="soft">${say("waitingFor", { where })}</p>`;
      case "answered":
        return html`<p class="notice good">${say("answeredAfterSeconds", { where, seconds: number(seconds, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) })}</p>`;
      case "silent":
        return this.#wrong(trial, say("tookTheRequestAnd", { where }));
      case "failed":
        return this.#wrong(trial, trial.failure);
    }
  }

  #wrong({ url, model, state, code, server }: Trial, failure: string) {
    const names = this.models?.state === "listed" && this.models.url === url ? this.models.names : undefined;
    return wrong(failure, { url, model, server, names, code: state === "silent" ? undefined : (code ?? "internal") });
  }
}
