/** What would leave, beside what it was made from, with the reason of every stretch and the exact request. */
import { LitElement, css, html, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { Draft, Operator, Piece } from "../engine/types.ts";
import { shared } from "./theme.ts";

type Group = "clinical" | "general" | "standin";

/** How each operator is shown. Our own template words carry nothing of the records and stay unmarked. */
const OPERATORS: Readonly<Record<Operator, { readonly group?: Group; readonly reason: string }>> = {
  template: { reason: "our own words" },
  code: { group: "clinical", reason: "the standard wording of a medical code" },
  unit: { group: "clinical", reason: "a unit of measurement" },
  vocabulary: { group: "clinical", reason: "a common or medical word" },
  round: { group: "general", reason: "a number, rounded" },
  count: { group: "general", reason: "a count" },
  trend: { group: "general", reason: "the direction in which readings moved" },
  time: { group: "general", reason: "a date, turned into a distance in time" },
  "age-band": { group: "general", reason: "an age, widened to a band" },
  pseudonym: { group: "standin", reason: "a stand-in for a name, new for each request" },
  alias: { group: "standin", reason: "a stand-in for the reference of a passage" },
};

const LEGEND: readonly { readonly group: Group; readonly name: string }[] = [
  { group: "clinical", name: "Medical or common word" },
  { group: "general", name: "Made less exact" },
  { group: "standin", name: "Stand-in" },
];

interface Stretch {
  readonly text: string;
  readonly piece?: Piece;
}

/** Cuts `message` at the borders of its pieces. */
export function stretches(message: string, pieces: readonly Piece[]): Stretch[] {
  const cut: Stretch[] = [];
  let at = 0;
  for (const piece of [...pieces].sort((a, b) => a.start - b.start)) {
    if (piece.start < at || piece.end <= piece.start) continue;
    if (piece.start > at) cut.push({ text: message.slice(at, piece.start) });
    cut.push({ text: message.slice(piece.start, piece.end), piece });
    at = piece.end;
  }
  if (at < message.length) cut.push({ text: message.slice(at) });
  return cut;
}

function groupOf({ piece }: Stretch): Group | undefined {
  return piece === undefined ? undefined : OPERATORS[piece.operator].group;
}

/** Fires `approve` and `discard`. */
@customElement("chaperone-leaving")
export class LeavingView extends LitElement {
  @property({ attribute: false }) accessor draft: Draft | undefined;
  /** Whether the draft was approved: then it is shown and can do nothing more. */
  @property({ attribute: false }) accessor sent = false;
  @state() private accessor chosen: Stretch | undefined;
  #cutOf: { readonly draft: Draft; readonly cut: readonly Stretch[] } | undefined;

  static override readonly styles = [
    shared,
    css`
      .beside { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); align-items: start; }
      .beside > div { display: grid; gap: 0.5rem; min-width: 0; }
      .text { overflow-wrap: anywhere; padding: 0.75rem; background: var(--ground); border: 1px solid var(--line); border-radius: 0.5rem; max-height: 28rem; overflow: auto; font-size: 0.9375rem; }
      .piece { padding: 0 0.15em; border-radius: 0.2em; cursor: help; box-decoration-break: clone; }
      .piece.chosen { outline: 2px solid var(--accent); }
      .clinical { background: var(--clinical); border-bottom: 2px solid var(--good); }
      .general { background: var(--general); border-bottom: 2px dashed var(--warn); }
      .standin { background: var(--standin); border-bottom: 2px dotted var(--ink); }
      .legend { display: flex; flex-wrap: wrap; gap: 0.375rem 1rem; list-style: none; padding: 0; }
      .legend .swatch { padding: 0 0.4em; border-radius: 0.2em; }
      .message, .passage span { white-space: pre-wrap; }
      .passage { display: grid; gap: 0.25rem; padding-bottom: 0.75rem; }
      .passage + .passage { border-top: 1px solid var(--line); padding-top: 0.75rem; }
      .headers { display: grid; gap: 0.25rem; }
      table { border-collapse: collapse; font-size: 0.875rem; }
      td { padding: 0.125rem 1rem 0.125rem 0; vertical-align: top; overflow-wrap: anywhere; }
    `,
  ];

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("draft")) this.chosen = undefined;
  }

  override render() {
    const { draft } = this;
    if (draft === undefined) return nothing;
    const cleared = draft.verdict === "cleared";
    return html`
      <section aria-labelledby="title">
        <h2 id="title" tabindex="-1">${this.sent ? "What left" : "What would leave"}</h2>
        ${
          cleared
            ? html`<p class="notice good" role="status">The review found nothing that must stay. ${this.sent ? "You approved it." : "Nothing has been sent yet."}</p>`
            : html`<p class="notice bad" role="alert">The review refused this request. It cannot be sent.</p>`
        }
        ${this.#findings(draft)}
        <div class="beside">
          <div>
            <h3>To the model</h3>
            <div class="text message" id="message" tabindex="0" role="group" aria-label="The text that would leave" aria-describedby="how" @keydown=${this.#walk}>${this.#cut(draft).map((each) => this.#stretch(each))}</div>
          </div>
          <div>
            <h3>In your records (stays here)</h3>
            <div class="text" id="originals" tabindex="0" aria-label="The records it was made from">
              ${draft.passages.map(
                ({ alias, references, original }) => html`<div class="passage">
                  <strong class="small">R${alias} = ${references.join(", ")}</strong>
                  <span>${original}</span>
                </div>`,
              )}
            </div>
          </div>
        </div>
        <ul class="legend small" aria-label="Marks">
          ${LEGEND.map(({ group, name }) => html`<li><span class="swatch ${group}">${name}</span></li>`)}
          <li class="soft" id="how">Unmarked: our own words. Choose a mark, or walk through them with the arrow keys, to see what it was made from.</li>
        </ul>
        <p class="small" role="status" aria-live="polite">${this.#explanation()}</p>
        ${this.#withheld(draft)} ${this.#request(draft)}
        ${
          this.sent
            ? nothing
            : html`<div class="row">
              <button id="approve" class="main" ?disabled=${!cleared} @click=${() => this.dispatchEvent(new Event("approve"))}>Approve and send</button>
              <button id="discard" @click=${() => this.dispatchEvent(new Event("discard"))}>Discard</button>
            </div>`
        }
      </section>
    `;
  }

  /** The message in stretches; the same objects as long as the draft is the same. */
  #cut(draft: Draft): readonly Stretch[] {
    if (this.#cutOf?.draft !== draft) this.#cutOf = { draft, cut: stretches(draft.message, draft.pieces) };
    return this.#cutOf.cut;
  }

  #stretch(stretch: Stretch) {
    const group = groupOf(stretch);
    if (stretch.piece === undefined || group === undefined) return stretch.text;
    const reason = OPERATORS[stretch.piece.operator].reason;
    const chosen = stretch === this.chosen ? "chosen" : "";
    return html`<span class="piece ${group} ${chosen}" title=${reason} @click=${() => (this.chosen = stretch)}>${stretch.text}</span>`;
  }

  /** Arrow keys walk from mark to mark, so that a long message is one stop of the tab key. */
  #walk(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined || this.draft === undefined) return;
    event.preventDefault();
    const marks = this.#cut(this.draft).filter((stretch) => groupOf(stretch) !== undefined);
    const at = this.chosen === undefined ? -1 : marks.indexOf(this.chosen);
    this.chosen = marks.at(at < 0 ? (step > 0 ? 0 : -1) : (at + step) % marks.length);
  }

  #explanation() {
    const piece = this.chosen?.piece;
    if (piece === undefined) return nothing;
    const made = piece.originals.length === 0 ? nothing : html` It was made from: ${piece.originals.join("; ")}.`;
    return html`“${this.chosen?.text.trim()}”: ${OPERATORS[piece.operator].reason}.${made}`;
  }

  #findings(draft: Draft) {
    if (draft.findings.length === 0) return nothing;
    return html`<ul id="findings">
      ${draft.findings.map(({ rule, reason, fix }) => html`<li><strong>${rule}</strong>: ${reason} <span class="soft">${fix}</span></li>`)}
    </ul>`;
  }

  #withheld(draft: Draft) {
    if (draft.withheldFacts.length + draft.withheldWords.length === 0) return nothing;
    return html`<details>
      <summary>What is kept back</summary>
      <ul class="small">
        ${draft.withheldFacts.map(([reason, count]) => html`<li>${count} ${count === 1 ? "fact" : "facts"}: ${reason}</li>`)}
        ${draft.withheldWords.length === 0 ? nothing : html`<li>${draft.withheldWords.length} ${draft.withheldWords.length === 1 ? "word" : "words"} of the question</li>`}
      </ul>
    </details>`;
  }

  #request({ request }: Draft) {
    return html`<details id="request">
      <summary>The exact request</summary>
      <div class="headers">
        <table>
          <tr><td>${request.method}</td><td>${request.url}</td></tr>
          ${request.headers.map(([name, value]) => html`<tr><td>${name}</td><td>${value}</td></tr>`)}
        </table>
        <p class="soft small">Your key is added as an authorization header, if you gave one.</p>
        <pre tabindex="0" aria-label="Body of the request">${request.body}</pre>
      </div>
    </details>`;
  }
}
