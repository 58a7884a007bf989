/** The answer: prose of a model, and boxes that no model has touched. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Answer, Block, Row } from "../engine/types.ts";
import { runsOf } from "./folds.ts";
import type { Run } from "./folds.ts";
import { shared } from "./theme.ts";
import { many } from "./words.ts";

/** A quotation that is to be shown in its source: which of `references`, those of the answer in their order. */
export interface Opening {
  readonly references: readonly string[];
  readonly at: number;
}

/** Returns the references of an answer's boxes, each once, in the order of the boxes. */
export function referencesOf({ blocks }: Answer): readonly string[] {
  return [...new Set(blocks.flatMap((block) => ("reference" in block ? [block.reference] : [])))];
}

/** Fires `open-source` with {@link Opening}, out of its shadow, and `cancel`. */
@customElement("chaperone-answer")
export class AnswerView extends LitElement {
  @property({ attribute: false }) accessor answer: Answer | undefined;
  /** What has come so far of a reply that is under way; `undefined` when none is. */
  @property({ attribute: false }) accessor streaming: string | undefined;
  @property({ attribute: false }) accessor failure = "";

  static override readonly styles = [
    shared,
    css`
      h4 { scroll-margin-top: 1rem; }
      .answer { display: grid; gap: 0.875rem; min-width: 0; }
      .answer > *, .more > * { min-width: 0; }
      .head { display: flex; flex-wrap: wrap; gap: 0 0.75rem; align-items: baseline; }
      .prose { white-space: pre-wrap; overflow-wrap: anywhere; max-width: 46rem; }
      .restored { text-decoration: underline dotted; text-underline-offset: 0.2em; }
      figure { margin: 0; background: var(--quote); border-inline-start: 4px solid var(--quote-line); border-radius: var(--radius-small); padding: 0.875rem 1.125rem; display: grid; gap: 0.5rem; min-width: 0; }
      .more figure + figure { margin-top: 0.875rem; }
      blockquote { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
      figcaption { display: flex; flex-wrap: wrap; gap: 0.25rem 0.875rem; align-items: center; font-size: 0.875rem; border-top: 1px solid var(--quote-rule); padding-top: 0.5rem; }
      .label { font-weight: 600; color: var(--quote-ink); }
      .label::before { content: "❝" / ""; margin-inline-end: 0.375rem; }
      .data .label::before { content: "▤" / ""; }
      dl { margin: 0; display: grid; grid-template-columns: minmax(6rem, 16rem) 1fr; gap: 0.25rem 1.25rem; }
      dt { color: var(--ink-soft); overflow-wrap: anywhere; }
      dd { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
      dl:empty { display: none; }
      .elements { font-size: 0.875rem; }
      .elements summary { font-weight: 500; color: var(--quote-ink); width: fit-content; padding: 0.375rem 0; }
      .elements dd { font-weight: 400; }
      @media (max-width: 34rem) { figure { padding: 0.875rem; } dl { grid-template-columns: minmax(0, 1fr) minmax(0, 1.2fr); gap: 0.375rem 0.75rem; font-size: 0.9375rem; } }
      .draft { border-inline-start: 4px solid var(--line); padding-inline-start: 1rem; }
      .more[open] > summary { margin-bottom: 0.75rem; }
    `,
  ];

  override render() {
    const { answer, streaming, failure } = this;
    if (answer === undefined && streaming === undefined && failure === "") return nothing;
    return html`
      <div class="answer" role="group" aria-labelledby="title" aria-busy=${String(streaming !== undefined)}>
        <div class="head">
          <h4 id="title" tabindex="-1">${failure !== "" && answer === undefined ? "Not answered" : "Answer"}</h4>
          ${answer === undefined ? nothing : this.#count(answer)}
        </div>
        ${failure === "" ? nothing : html`<p class="notice bad" role="alert" id="failure">${failure}</p>`}
        ${
          streaming === undefined
            ? nothing
            : html`<p class="soft small" role="status">The model is writing. What it quotes is looked up when it has finished.</p>
              <p class="prose draft" id="streaming" ?hidden=${streaming === ""}>${streaming}</p>
              <div class="row"><button id="cancel" @click=${() => this.dispatchEvent(new Event("cancel"))}>Cancel</button></div>`
        }
        ${answer === undefined ? nothing : this.#answer(answer)}
      </div>
    `;
  }

  #count({ blocks }: Answer) {
    const boxes = blocks.filter(isBox).length;
    return html`<p class="soft small" role="status" id="count">${boxes === 0 ? "No quotation." : `${many(boxes, "quotation")}, looked up in the records`}</p>`;
  }

  #answer(answer: Answer) {
    const { notice } = answer;
    return html`
      ${notice === undefined ? nothing : html`<p class="notice">${notice}</p>`}
      ${runsOf(answer).map((run) => this.#run(run, answer))}
    `;
  }

  #run({ blocks, folded, within }: Run, answer: Answer) {
    const shown = blocks.map((block) => this.#block(block, answer));
    if (!folded) return shown;
    return html`<details class="more">
      <summary>${many(blocks.length, "more quotation")}${within ? " in between" : ""}</summary>
      ${shown}
    </details>`;
  }

  #block(block: Block, answer: Answer) {
    switch (block.kind) {
      case "prose":
        return html`<p class="prose" data-block="prose">${block.parts.map(({ text, surrogate }) =>
          surrogate === undefined
            ? text
            : html`<span class="restored" title="The model was told: ${surrogate}">${text}</span>`,
        )}</p>
          ${block.parts.some(({ surrogate }) => surrogate !== undefined) ? html`<p class="soft small">Dotted underline: put back in this room; the model was told a stand-in.</p>` : nothing}`;
      case "verbatim":
        return html`<figure data-block="verbatim">
          <blockquote>${block.text}</blockquote>
          ${this.#caption("verbatim from the source", block, answer)}
        </figure>`;
      case "record-data":
        return html`<figure class="data" data-block="record-data">
          <h5>${block.title}</h5>
          ${rows(block.rows)}
          ${this.#elements(block.elements)}
          ${this.#caption("from structured data", block, answer)}
        </figure>`;
      case "invalid":
        return html`<p class="notice bad" data-block="invalid">The model quoted “${block.asked}”, which is not among the passages it was given: ${block.reason}</p>`;
    }
  }

  /** Everything that was read of the fact; answers that were kept by an earlier version have none. */
  #elements(elements: readonly Row[] | undefined) {
    if (elements === undefined || elements.length === 0) return nothing;
    return html`<details class="elements">
      <summary>All elements of this entry (${elements.length})</summary>
      ${rows(elements)}
    </details>`;
  }

  #caption(label: string, block: Extract<Block, { reference: string }>, answer: Answer) {
    const { reference } = block;
    const open = (): boolean => {
      const references = referencesOf(answer);
      const detail: Opening = { references, at: references.indexOf(reference) };
      return this.dispatchEvent(new CustomEvent<Opening>("open-source", { detail, bubbles: true, composed: true }));
    };
    return html`<figcaption>
      <span class="label">${label}</span>
      <button class="link" data-reference=${reference} aria-label="Open the source: ${reference}" @click=${open}>${reference}</button>
    </figcaption>`;
  }
}

function rows(all: readonly Row[]) {
  return html`<dl>
    ${all.map(({ label, value, unit }) => html`<dt>${label}</dt><dd>${value}${unit === undefined ? nothing : html` <span class="unit">${unit}</span>`}</dd>`)}
  </dl>`;
}

function isBox({ kind }: Block): boolean {
  return kind === "verbatim" || kind === "record-data";
}
