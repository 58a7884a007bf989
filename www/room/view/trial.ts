/** A test of the model server that is entered: whether it can be reached, takes the key, and its model answers. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import { shared } from "./theme.ts";
import { say } from "../words/first.ts";

/** What came of a test. */
export interface Trial {
  /** The server and the model that were tested. */
  readonly url: string;
  readonly model: string;
  readonly state: "asking" | "answered" | "silent" | "failed";
  /** Seconds until it was known. */
  readonly seconds: number;
  /** What failed, what to do, and what lies behind it; empty where nothing did. */
  readonly failure: string;
  readonly advice: string;
  readonly detail: string;
}

/** Fires `try`. */
@customElement("chaperone-trial")
export class TrialView extends LitElement {
  @property({ attribute: false }) accessor trial: Trial | undefined;
  @property({ attribute: false }) accessor locked = false;

  static override readonly styles = [
    shared,
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
      <div id="tried" role="status">${trial === undefined ? nothing : outcome(trial)}</div>
    `;
  }
}

function outcome({ state, model, url, seconds, failure, advice, detail }: Trial) {
  const where = say("at", { model, host: new URL(url).host });
  switch (state) {
    case "asking":
      return html`<p class="soft">${say("waitingFor", { where })}</p>`;
    case "answered":
      return html`<p class="notice good">${say("answeredAfterSeconds", { where, seconds: seconds.toFixed(1) })}</p>`;
    case "silent":
      return html`<p class="notice">${say("tookTheRequestAnd", { where })}</p>`;
    case "failed":
      return html`<div class="notice bad">
        <p>${failure} ${advice}</p>
        ${detail === "" ? nothing : html`<details class="small" open><summary>${say("technicalDetail")}</summary><p>${detail}</p></details>`}
      </div>`;
  }
}
