/** What was asked of a hospital's server: nothing of the records leaves by it, but the server learns what was asked for. */
import { LitElement, css, html } from "lit";
import { customElement, property } from "lit/decorators.js";
import { say } from "../words/leaves.ts";
import type { Asked } from "../../shell/custodian/collect.ts";
import type { LedgerReading } from "../engine/types.ts";
import { accountOf } from "./connect.ts";
import { shared } from "./theme.ts";

@customElement("chaperone-askings")
export class AskingsView extends LitElement {
  /** The readings that the ledger holds, the newest last. */
  @property({ attribute: false }) accessor readings: readonly LedgerReading[] = [];

  static override readonly styles = [
    shared,
    css`
      .asked { margin: 0; padding-inline-start: 1.25rem; }
      .asked li { overflow-wrap: anywhere; }
    `,
  ];

  override render() {
    return html`<section aria-labelledby="title">
      <h2 id="title">${say("askedOfServers")}</h2>
      <p class="soft small">${say(this.readings.length === 0 ? "nothingWasAsked" : "whatServersKnow")}</p>
      ${this.readings.toReversed().map(({ number, origin, asked, collectedAtMillis }) => html`<div data-entry=${number}>${accountOf({ origin, at: new Date(collectedAtMillis), asked: asked as readonly Asked[] })}</div>`)}
    </section>`;
  }
}
