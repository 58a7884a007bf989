/** What was asked of a hospital's server: nothing of the records leaves by it, but the server learns what was asked for. */
import { LitElement, css, html } from "lit";
import { customElement, property } from "lit/decorators.js";
import { say } from "../words/leaves.ts";
import { accounted } from "./connect.ts";
import type { Account } from "./connecting.ts";
import { shared } from "./theme.ts";

@customElement("chaperone-askings")
export class AskingsView extends LitElement {
  /** The readings of this session, the newest last. */
  @property({ attribute: false }) accessor accounts: readonly Account[] = [];

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
      <p class="soft small">${say(this.accounts.length === 0 ? "nothingWasAsked" : "whatServersKnow")}</p>
      ${this.accounts.toReversed().map((each) => accounted(each))}
    </section>`;
  }
}
