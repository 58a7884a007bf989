/** The request that waits or was the last to leave, seen once more beside what it was made from. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Turn } from "./turn-state.ts";
import { empty, emptyStyles } from "./empty.ts";
import type { Going } from "./screens.ts";
import { shared } from "./theme.ts";
import { clock } from "./words.ts";
import { say } from "../words/leaves.ts";
import "./leaving.ts";

/** Fires `go` with {@link Going}; `open-source` comes through from what is shown. */
@customElement("chaperone-last-request")
export class LastRequestView extends LitElement {
  @property({ attribute: false }) accessor turns: readonly Turn[] = [];
  /** Whether it is in sight: only then it is drawn. */
  @property({ attribute: false }) accessor active = false;

  static override readonly styles = [
    shared,
    emptyStyles,
    css`
      .row { justify-content: space-between; }
      h3 { overflow-wrap: anywhere; }
      details > summary { font-weight: 500; }
    `,
  ];

  override render() {
    const last = this.turns.findLast((turn) => (!turn.discarded || turn.sent) && turn.draft !== undefined);
    if (last?.draft === undefined || !this.active)
      return empty(
        "leaves",
        say("nothingWaitsToLeave"),
        say("whenYouAskA"),
        html`<button @click=${() => this.#go()}>${say("askAQuestion")}</button>`,
      );
    return last.sent === undefined ? this.#waiting(last) : this.#left(last);
  }

  #waiting({ question }: Turn) {
    return html`<section aria-labelledby="title">
      <h2 id="title">${say("aRequestWaitsFor")}</h2>
      <h3>${question}</h3>
      <p class="soft small">${say("nothingOfItHas")}</p>
      <div class="row"><button class="main" id="to-draft" @click=${() => this.#go()}>${say("lookAtIt")}</button></div>
    </section>`;
  }

  #left({ question, asked, draft, sent }: Turn) {
    if (sent === undefined) return nothing;
    const { host } = new URL(sent.url);
    return html`<section aria-labelledby="title">
      <h2 id="title">${sent.unreached === true ? say("theLastRequestDid") : say("theLastRequest")}</h2>
      <h3>${question}</h3>
      <p class="soft small">${say(sent.unreached === true ? "atWasNotReached" : "toAt", { model: sent.model, host })}, <time datetime=${sent.at.toISOString()}>${clock(sent.at)}</time></p>
      <chaperone-leaving .question=${asked} .draft=${draft} .sent=${true} .unreached=${sent.unreached === true}></chaperone-leaving>
    </section>`;
  }

  #go(): void {
    this.dispatchEvent(new CustomEvent<Going>("go", { detail: { screen: "ask" }, bubbles: true, composed: true }));
  }
}
