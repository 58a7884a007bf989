/** Whether a stranger could know from what would leave who it is about, and telling less of it. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import type { Draft, Stranger, StrangerTrait } from "../engine/types.ts";
import { shared } from "./theme.ts";
import { many, sentence } from "./words.ts";

/** What each kind of thing is called in the list. */
const KINDS: Readonly<Record<StrangerTrait, string>> = {
  age: "Age",
  sex: "Tells the sex",
  "rare-disease": "Rare disease",
  "unnamed-rare-disease": "A rare disease, unnamed",
  "rare-in-question": "Rare disease, in your question",
  "rare-in-note": "Rare disease, in a note",
  note: "What a note says",
  relative: "Of a relative, in a note",
  life: "Work or way of life, in a note",
  "time-in-note": "A time, in a note’s words",
  entry: "Entry",
  count: "How often",
  times: "Distances in time",
};

/** Whether less is to be told, or all of it again. */
export interface Easing {
  readonly less: boolean;
}

/** Fires `ease` ({@link Easing}). */
@customElement("chaperone-stranger")
export class StrangerView extends LitElement {
  @property({ attribute: false }) accessor draft: Draft | undefined;
  /** Whether the draft was approved: then nothing can be changed any more. */
  @property({ attribute: false }) accessor sent = false;
  @query("h5") private accessor heading!: HTMLElement | null;
  #changing = false;

  static override readonly styles = [
    shared,
    css`
      section { display: grid; gap: 0.5rem; padding: 0.75rem 0.875rem; border: 1px solid var(--line); border-radius: var(--radius-small); min-width: 0; }
      h5:focus { outline: none; }
      meter { display: block; width: 100%; height: 0.5rem; appearance: none; background: var(--ground); border: 1px solid var(--line-strong); border-radius: 0.25rem; overflow: hidden; }
      meter::-webkit-meter-bar { height: 100%; background: none; border: 0; border-radius: 0; }
      meter::-webkit-meter-optimum-value { background: var(--good); }
      meter::-webkit-meter-suboptimum-value, meter::-webkit-meter-even-less-good-value { background: var(--bad); }
      meter::-moz-meter-bar { background: var(--good); }
      meter.over::-moz-meter-bar { background: var(--bad); }
      dl { display: grid; gap: 0.25rem 0.75rem; grid-template-columns: max-content minmax(0, 1fr); margin: 0.5rem 0; }
      dt { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
      dd { margin: 0; overflow-wrap: anywhere; }
      ul { margin: 0; padding-inline-start: 1.25rem; }
    `,
  ];

  override updated(): void {
    // The button that was pressed may be gone; what has changed is said below the title.
    if (this.#changing && this.draft !== undefined) this.heading?.focus({ preventScroll: true });
    this.#changing = false;
  }

  override render() {
    const found = this.draft?.stranger;
    if (found === undefined) return nothing;
    const { bits, limit, over, elements, eased } = found;
    return html`<section aria-labelledby="stranger-title">
      <h5 id="stranger-title" tabindex="-1">Could a stranger know who this is?</h5>
      <p id="stranger" role="status">${answer(found)}</p>
      <meter class=${over ? "over" : ""} aria-labelledby="stranger-title" min="0" max=${2 * limit} low=${limit} high=${limit} optimum="0" value=${Math.min(bits, 2 * limit)}
        >${bits} of ${limit} bits</meter>
      ${
        eased.length === 0
          ? nothing
          : html`<div class="small"><p>Less is told than could be:</p><ul id="eased">${eased.map((each) => html`<li>${sentence(each)}</li>`)}</ul></div>`
      }
      ${this.#elements(found)}
      ${this.sent ? nothing : this.#buttons(over && elements.length > 0, eased.length > 0)}
    </section>`;
  }

  #elements({ bits, limit, elements, patients, byRareDiseases }: Stranger) {
    return html`<details class="small">
      <summary>What tells how much: ${bits} of at most ${limit} bits</summary>
      <dl id="elements">${elements.map(({ kind, words, bits: of }) => html`<dt>${of.toFixed(1)}</dt><dd><span class="soft">${KINDS[kind]}:</span> ${words}</dd>`)}</dl>
      <p class="soft">
        Each bit halves the people who fit. Things are taken to be as rare as public statistics say, or as assumed where there are none${patients === undefined ? "" : `, or as they are among these ${patients} patients`}.
        Numbers count for nothing here: only who has your records knows them.
        ${byRareDiseases ? nothing : html`<strong id="no-rare">The list of rare diseases could not be loaded: a rare disease counts as any other.</strong>`}
      </p>
    </details>`;
  }

  #buttons(over: boolean, eased: boolean) {
    if (!over && !eased) return nothing;
    return html`<div class="row">
      ${eased ? html`<button id="all-again" @click=${() => this.#tell(false)}>Tell all of it again</button>` : html`<button id="less-telling" @click=${() => this.#tell(true)}>Make it less telling</button>`}
    </div>`;
  }

  #tell(less: boolean): void {
    this.#changing = true;
    this.dispatchEvent(new CustomEvent<Easing>("ease", { detail: { less } }));
  }
}

function answer({ over, fitting, by, people, eased, elements }: Stranger): string {
  const place = by.population.toLocaleString("en");
  const whose = people > 1 ? ` It is about ${people} people; this is the one of whom most is told.` : "";
  if (!over) {
    if (elements.length === 0) return `No. What is told fits nearly anybody.${whose}`;
    return `Hardly. About ${many(fitting, "person", "people")} in a state of ${place} would fit; fewer than ${by.fitting} would be too few.${whose}`;
  }
  const still = eased.length > 0 ? "Perhaps, even so" : "Perhaps";
  return `${still}. Taken together, this may fit ${fitting === 1 ? "one person only" : `${fitting} people only`} in a state of ${place}. Somebody who knows the person could recognise them.${whose}`;
}
