/** Searches the passages by a strategy that the person chooses, and shows why each was found. */
import { LitElement, css, html, nothing, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { Gathering } from "../engine/bundle.ts";
import type { EngineClient } from "../engine/client.ts";
import type { Found, Hit, StrategyName } from "../engine/types.ts";
import type { Opening } from "./answer.ts";
import { narrowedStyles, narrowing } from "./narrowed.ts";
import "./save-bundle.ts";
import { shared } from "./theme.ts";
import { told } from "./told.ts";
import { why, whyStyles } from "./why.ts";
import { many } from "./words.ts";

/** The strategies, in the words of the page. */
const STRATEGIES: readonly (readonly [StrategyName, string])[] = [
  ["stages", "All stages (what answers use)"],
  ["keyword", "Words alone (BM25)"],
  ["dense", "Meaning alone (vectors)"],
  ["linear", "Words and meaning, shares of each"],
  ["rrf", "Words and meaning, by their ranks"],
  ["mmr", "Meaning, without repeating itself"],
  ["concept", "Concepts first, then words"],
  ["literal", "As published, scores added as they are"],
];

const FALLBACKS = {
  "no-query-vector": "No model for search by meaning is in use: it was searched by words and concepts.",
  "no-passage-vectors":
    "No passage has been prepared for search by meaning yet: it was searched by words and concepts.",
} as const;

/** Fires `open-source` with {@link Opening}, out of its shadow. */
@customElement("chaperone-search")
export class SearchView extends LitElement {
  @property({ attribute: false }) accessor engine!: EngineClient;
  @property({ type: Boolean }) accessor ready = false;
  /** The names of the patients, by number. */
  @property({ attribute: false }) accessor patients: readonly string[] = [];
  @state() private accessor found: Found | undefined;
  @state() private accessor failure = "";
  @state() private accessor busy = false;
  /** How many searches have come to an end. */
  @state() accessor searches = 0;
  @query("#words") private accessor field!: HTMLInputElement;
  @query("#strategy") private accessor strategy!: HTMLSelectElement;

  /** The entries that were found, for saving them. */
  #what: Gathering = { references: [] };

  static override readonly styles = [
    shared,
    whyStyles,
    narrowedStyles,
    css`
      .fields { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 19rem) auto; gap: 0.75rem; align-items: end; }
      label { display: grid; gap: 0.25rem; }
      input, select { font: inherit; font-weight: 400; font-size: 0.9375rem; width: 100%; min-width: 0; height: 2.75rem; }
      .fields button { min-height: 2.75rem; }
      ol { list-style: none; margin: 0; padding: 0; display: grid; gap: 0.875rem; }
      li.hit { display: grid; gap: 0.5rem; min-width: 0; background: var(--quote); border-inline-start: 4px solid var(--quote-line); border-radius: var(--radius-small); padding: 0.875rem 1.125rem; }
      blockquote { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 12rem; overflow-y: auto; }
      .head { display: flex; flex-wrap: wrap; gap: 0.25rem 0.875rem; align-items: baseline; }
      .score { font-variant-numeric: tabular-nums; }
      @media (max-width: 40rem) { .fields { grid-template-columns: minmax(0, 1fr); } }
    `,
  ];

  override render() {
    return html`
      <section aria-labelledby="title">
        <h2 id="title">Search the passages, and see why each is found</h2>
        <p class="soft small" id="hint">Answers search this way by themselves. Here you choose how it is ranked. It runs on this device, and nothing leaves.</p>
        <div class="fields">
          <label class="small">Question or words
            <input id="words" type="text" maxlength="1000" autocomplete="off" spellcheck="false" aria-describedby="hint" @keydown=${(event: KeyboardEvent) => event.key === "Enter" && void this.#search()} />
          </label>
          <label class="small">Ranked by
            <select id="strategy">${STRATEGIES.map(([name, words]) => html`<option value=${name}>${words}</option>`)}</select>
          </label>
          <button id="search" ?disabled=${!this.ready || this.busy} @click=${() => this.#search()}>Search</button>
        </div>
        <p role="status" class="small" id="told">${this.#told()}</p>
        ${this.failure === "" ? nothing : html`<p class="notice bad" role="alert" id="failure">${this.failure}</p>`}
        ${this.found === undefined ? nothing : html`${narrowing(this.found, undefined)}${this.#hits(this.found)}`}
      </section>
    `;
  }

  /** Hits of records that were changed since are not shown any longer. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("patients")) this.found = undefined;
  }

  #told() {
    if (this.busy) return "Searching …";
    if (this.found === undefined) return nothing;
    const { hits, strategy, considered, fallback } = this.found;
    const best = hits.length === 0 ? "No passage was found" : `The best ${many(hits.length, "passage")}`;
    return html`${best} of ${many(considered.admitted, "passage")}, ranked by <strong id="used">${strategy}</strong>.
      ${fallback === null ? nothing : html`<span id="fallback">${FALLBACKS[fallback]}</span>`}`;
  }

  #hits({ hits, texts }: Found) {
    const references = hits.map(({ reference }) => reference);
    return html`<ol id="hits" aria-label="What was found">
      ${hits.map((hit, at) => this.#hit(hit, texts[at] ?? "", references, at))}
    </ol>
    ${hits.length === 0 ? nothing : html`<chaperone-save-bundle .engine=${this.engine} .what=${this.#what} label="Save the entries found as FHIR…"></chaperone-save-bundle>`}`;
  }

  #hit(hit: Hit, text: string, references: readonly string[], at: number) {
    return html`<li class="hit" data-rank=${hit.rank}>
      <div class="head small">
        <span class="score">${hit.rank}. score ${hit.score.toFixed(2)}</span>
        <button class="link" data-reference=${hit.reference} aria-label="Open the source: ${hit.reference}" @click=${() => this.#open(references, at)}>${hit.reference}</button>
      </div>
      <blockquote tabindex="0" role="region" aria-label="Text of passage ${hit.rank}, verbatim">${text.trim()}</blockquote>
      <details>
        <summary class="small">Why it is here</summary>
        ${why(hit)}
      </details>
    </li>`;
  }

  #open(references: readonly string[], at: number): void {
    const detail: Opening = { references, at };
    this.dispatchEvent(new CustomEvent<Opening>("open-source", { detail, bubbles: true, composed: true }));
  }

  async #search(): Promise<void> {
    const question = this.field.value.trim();
    if (this.busy || !this.ready || question === "") return this.field.focus();
    this.busy = true;
    this.failure = "";
    try {
      const strategy = this.strategy.value as StrategyName;
      const subject = this.patients.length === 1 ? 0 : undefined;
      this.found = await this.engine.call("search", { question, subject, strategy });
      this.#what = { references: this.found.hits.map(({ reference }) => reference) };
    } catch (error) {
      this.found = undefined;
      this.failure = told(error);
    }
    this.busy = false;
    await this.updateComplete;
    this.searches += 1;
  }
}
