/** The source reader: a document of the records, opened at the quoted passage. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { guard } from "lit/directives/guard.js";
import type { SourceView as Source } from "../engine/types.ts";
import { cut } from "./pieces.ts";
import { shared } from "./theme.ts";
import { day } from "./words.ts";

/** What the kinds of documents are called. */
const KINDS: Readonly<Record<string, string>> = {
  day: "Everything of one day",
  conditions: "All conditions",
  allergies: "All allergies",
  medications: "All medications",
  demographics: "Who the patient is",
  care: "Care plans, goals and the care team",
  note: "A note, letter or report",
};

/** Which quotation of an answer is shown. */
export interface Place {
  /** Counted from 0. */
  readonly at: number;
  readonly of: number;
}

/** Fires `move` with the number of the quotation to show next. */
@customElement("chaperone-source")
export class SourceView extends LitElement {
  @property({ attribute: false }) accessor source: Source | undefined;
  @state() private accessor place: Place = { at: 0, of: 1 };
  @query("dialog") private accessor dialog!: HTMLDialogElement;
  #opener: HTMLElement | undefined;

  static override readonly styles = [
    shared,
    css`
      dialog { width: min(50rem, calc(100vw - 2rem)); height: min(56rem, calc(100dvh - 2rem)); max-width: none; max-height: none; padding: 0; border: 1px solid var(--line-strong); border-radius: var(--radius); background: var(--sheet); color: var(--ink); overflow: hidden; }
      dialog[open] { display: grid; grid-template-rows: auto minmax(0, 1fr); }
      dialog::backdrop { background: rgb(0 0 0 / 0.5); }
      @media (max-width: 40rem) { dialog { width: 100vw; height: 100dvh; border: 0; border-radius: 0; } }
      .head { display: grid; gap: 0.5rem; padding: 0.875rem 1.25rem; border-bottom: 1px solid var(--line); }
      .top { display: flex; gap: 1rem; justify-content: space-between; align-items: start; }
      .top > div { min-width: 0; overflow-wrap: anywhere; }
      .walk { display: flex; gap: 0.5rem; align-items: center; flex-wrap: wrap; }
      .walk button { min-height: 2.25rem; padding: 0.25rem 0.75rem; font-size: 0.875rem; }
      .text { padding: 1.25rem 1.25rem 3rem; overflow-y: auto; overscroll-behavior: contain; line-height: 1.7; }
      .text > div { white-space: pre-wrap; overflow-wrap: anywhere; }
      .far { content-visibility: auto; contain-intrinsic-size: auto 60rem; }
      .marked { border-inline-start: 4px solid var(--quote-line); padding-inline-start: 0.75rem; margin-inline-start: -1rem; }
      mark { background: var(--quote); color: inherit; padding: 0.1875rem 0; }
    `,
  ];

  /** Shows `source` at its passage. The focus comes back to where it was when the reader is closed. */
  async show(source: Source, place: Place): Promise<void> {
    this.source = source;
    this.place = place;
    await this.updateComplete;
    if (!this.dialog.open) {
      this.#opener = innermost();
      this.dialog.showModal();
    }
    const mark = this.renderRoot.querySelector("mark");
    mark?.scrollIntoView({ block: "center" });
    // What comes into sight only now gets its true height, which moves the passage.
    requestAnimationFrame(() => mark?.scrollIntoView({ block: "center" }));
  }

  override render() {
    const { source, place } = this;
    return html`<dialog aria-labelledby="title" @close=${this.#closed}>
      ${
        source === undefined
          ? nothing
          : html`<div class="head">
                <div class="top">
                  <div>
                    <h2 id="title">${source.title}</h2>
                    <p class="small soft">${[source.date === undefined ? "" : day(source.date), KINDS[source.kind] ?? ""].filter((each) => each !== "").join(" · ")}</p>
                  </div>
                  <button id="close" @click=${() => this.dialog.close()}>Close</button>
                </div>
                ${place.of > 1 ? this.#walk(place) : nothing}
              </div>
              <div class="text" tabindex="0" role="group" aria-label="The whole document">${guard([source], () => pieces(source))}</div>`
      }
    </dialog>`;
  }

  #walk({ at, of }: Place) {
    return html`<div class="walk" role="group" aria-label="Quotations of this answer">
      <button id="previous" ?disabled=${at === 0} @click=${() => this.#move(at - 1)}>‹ Previous</button>
      <span class="small soft" role="status">Quotation ${at + 1} of ${of}</span>
      <button id="next" ?disabled=${at === of - 1} @click=${() => this.#move(at + 1)}>Next ›</button>
    </div>`;
  }

  #move(at: number): void {
    this.dispatchEvent(new CustomEvent<number>("move", { detail: at }));
  }

  #closed(): void {
    this.#opener?.focus();
    this.#opener = undefined;
    this.source = undefined;
  }
}

/** The document in pieces that end where lines do, the passage marked in its line. */
function pieces({ text, start, end }: Source) {
  const begins = text.lastIndexOf("\n", start - 1) + 1;
  const next = text.indexOf("\n", Math.max(end - 1, begins));
  const ends = next < 0 ? text.length : next;
  const far = (part: string) => cut(part).map((each) => html`<div class="far">${each}</div>`);
  return [
    ...far(text.slice(0, begins)),
    html`<div class="marked">${text.slice(begins, start)}<mark>${text.slice(start, end)}</mark>${text.slice(end, Math.max(end, ends))}</div>`,
    ...far(text.slice(Math.max(end, ends) + 1)),
  ];
}

/** The element that has the focus, through all shadows. */
function innermost(): HTMLElement | undefined {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element instanceof HTMLElement ? element : undefined;
}
