/** The answer: prose of a model, and boxes that no model has touched. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Answer, Block } from "../engine/types.ts";
import { shared } from "./theme.ts";

/** Fires `open-source` with a reference, and `cancel`. */
@customElement("chaperone-answer")
export class AnswerView extends LitElement {
  @property({ attribute: false }) accessor answer: Answer | undefined;
  /** What has come so far of a reply that is under way; `undefined` when none is. */
  @property({ attribute: false }) accessor streaming: string | undefined;
  @property({ attribute: false }) accessor failure = "";

  static override readonly styles = [
    shared,
    css`
      .prose { white-space: pre-wrap; overflow-wrap: anywhere; }
      .restored { text-decoration: underline dotted; text-underline-offset: 0.2em; }
      figure { margin: 0; background: var(--quote); border-inline-start: 4px solid var(--quote-line); border-radius: 0.375rem; padding: 0.875rem 1rem; display: grid; gap: 0.5rem; min-width: 0; }
      blockquote { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
      figcaption { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: baseline; font-size: 0.875rem; }
      .label { font-weight: 600; }
      dl { margin: 0; display: grid; grid-template-columns: minmax(6rem, max-content) 1fr; gap: 0.25rem 1rem; }
      dt { color: var(--ink-soft); overflow-wrap: anywhere; }
      dd { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
      @media (max-width: 30rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: 0.375rem; } }
      .draft { border-inline-start: 4px solid var(--line); padding-inline-start: 1rem; }
    `,
  ];

  override render() {
    const { answer, streaming, failure } = this;
    if (answer === undefined && streaming === undefined && failure === "") return nothing;
    return html`
      <section aria-labelledby="title" aria-busy=${String(streaming !== undefined)}>
        <h2 id="title" tabindex="-1">Answer</h2>
        ${failure === "" ? nothing : html`<p class="notice bad" role="alert" id="failure">${failure}</p>`}
        ${
          streaming === undefined
            ? nothing
            : html`<p class="soft small" role="status">The model is writing. What it quotes is looked up when it has finished.</p>
              <p class="prose draft" id="streaming">${streaming}</p>
              <div class="row"><button id="cancel" @click=${() => this.dispatchEvent(new Event("cancel"))}>Cancel</button></div>`
        }
        ${answer === undefined ? nothing : this.#answer(answer)}
      </section>
    `;
  }

  #answer({ blocks, notice }: Answer) {
    const boxes = blocks.filter(({ kind }) => kind === "verbatim" || kind === "record-data").length;
    return html`
      <p class="soft small" role="status" id="count">${boxes === 0 ? "No quotation." : `${boxes} ${boxes === 1 ? "quotation" : "quotations"}, looked up in the records.`}</p>
      ${notice === undefined ? nothing : html`<p class="notice">${notice}</p>`} ${blocks.map((block) => this.#block(block))}
    `;
  }

  #block(block: Block) {
    switch (block.kind) {
      case "prose":
        return html`<p class="prose" data-block="prose">${block.parts.map(({ text, surrogate }) =>
          surrogate === undefined
            ? text
            : html`<span class="restored" title="The model was told: ${surrogate}">${text}</span>`,
        )}</p>`;
      case "verbatim":
        return html`<figure data-block="verbatim">
          <blockquote>${block.text}</blockquote>
          ${this.#caption("verbatim from the source", block.reference, block.title)}
        </figure>`;
      case "record-data":
        return html`<figure data-block="record-data">
          <h3>${block.title}</h3>
          <dl>
            ${block.rows.map(({ label, value, unit }) => html`<dt>${label}</dt><dd>${value}${unit === undefined ? nothing : html` <span class="unit">${unit}</span>`}</dd>`)}
          </dl>
          ${this.#caption("from structured data", block.reference)}
        </figure>`;
      case "invalid":
        return html`<p class="notice bad" data-block="invalid">The model quoted “${block.asked}”, which is not among the passages it was given: ${block.reason}</p>`;
    }
  }

  #caption(label: string, reference: string, title?: string) {
    const open = (): boolean => this.dispatchEvent(new CustomEvent<string>("open-source", { detail: reference }));
    return html`<figcaption>
      <span class="label">${label}</span>
      ${title === undefined ? nothing : html`<span class="soft">${title}</span>`}
      <button class="link" data-reference=${reference} aria-label="Open the source: ${reference}" @click=${open}>${reference}</button>
    </figcaption>`;
  }
}
