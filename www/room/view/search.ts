/** Searches the passages by a strategy that the person chooses, and shows why each was found. */
import { LitElement, css, html, nothing, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { ref } from "lit/directives/ref.js";
import type { Gathering } from "../engine/bundle.ts";
import type { EngineClient } from "../engine/client.ts";
import type { FoundTwice, SecondFacts } from "../engine/calls.ts";
import { ChaperoneError } from "../engine/error.ts";
import type { Hit, StrategyName } from "../engine/types.ts";
import type { Opening } from "./answer.ts";
import { narrowedStyles, narrowing } from "./narrowed.ts";
import "./save-bundle.ts";
import { choose, people } from "./people.ts";
import { shared } from "./theme.ts";
import { isCancelled, told } from "./told.ts";
import { why, whyStyles, type Words } from "./why.ts";
import { many, number } from "./words.ts";
import { say as first } from "../words/first.ts";
import { rich, say } from "../words/records.ts";

/** After how long a search is made again of which not all could be found yet. */
const AGAIN_MILLIS = 250;

/** The strategies, in the words of the page. */
const STRATEGIES: readonly StrategyName[] = [
  "stages",
  "keyword",
  "dense",
  "linear",
  "rrf",
  "mmr",
  "concept",
  "literal",
];

const FALLBACKS = {
  get "no-query-vector"() {
    return say("noModelForSearch");
  },
  get "no-passage-vectors"() {
    return say("noPassageHasBeen");
  },
} as const;

/** What a hit says, and the name of whom it is about. */
interface Passage {
  readonly text: string;
  readonly subject: string | undefined;
}

/** Fires `open-source` with {@link Opening}, out of its shadow, and `person` with the number of a patient who is to be shown on the page. */
@customElement("chaperone-search")
export class SearchView extends LitElement {
  @property({ attribute: false }) accessor engine!: EngineClient;
  @property({ type: Boolean }) accessor ready = false;
  /** The names of the patients, by number. */
  @property({ attribute: false }) accessor patients: readonly string[] = [];
  /** The number of the patient who is shown on the page. */
  @property({ attribute: false }) accessor person = 0;
  /** Whether everybody's records are searched, and not only those of whom the page shows. */
  @state() private accessor everybody = false;
  @state() private accessor found: FoundTwice | undefined;
  @state() private accessor failure = "";
  @state() private accessor busy = false;
  /** How many searches have found all that they can. */
  @state() accessor searches = 0;
  @query("#words") private accessor field!: HTMLInputElement;
  @query("#strategy") private accessor strategy!: HTMLSelectElement;

  /** The search that is under way; a newer one ends it. */
  #run: AbortController | undefined;
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
      .whose { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: center; }
      .whose select { width: auto; field-sizing: content; max-width: 100%; }
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
        <h2 id="title">${say("searchThePassagesAnd")}</h2>
        <p class="soft small" id="hint">${say("answersSearchThisWay")}</p>
        ${this.patients.length < 2 ? nothing : this.#whose()}
        <div class="fields">
          <label class="small">${say("questionOrWords")}
            <input id="words" type="text" maxlength="1000" autocomplete="off" spellcheck="false" aria-describedby="hint" @keydown=${(event: KeyboardEvent) => event.key === "Enter" && void this.#search()} />
          </label>
          <label class="small">${say("rankedBy")}
            <select id="strategy">${STRATEGIES.map((name) => html`<option value=${name}>${say(name)}</option>`)}</select>
          </label>
          <button id="search" ?disabled=${!this.ready} @click=${() => this.#search()}>${say("search")}</button>
        </div>
        <p role="status" class="small" id="told">${this.#told()}</p>
        ${this.failure === "" ? nothing : html`<p class="notice bad" role="alert" id="failure">${this.failure}</p>`}
        ${this.found === undefined ? nothing : html`${narrowing(this.found, undefined)}${this.#hits(this.found)}`}
      </section>
    `;
  }

  /** Hits of records that were changed since, or of somebody who is not searched any more, are not shown any longer. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("patients")) this.found = undefined;
    if (changed.has("person") && !this.everybody) this.#forget();
  }

  /** The field for whose records are searched: whoever is chosen in it is shown on the page from then on. */
  #whose() {
    const shows = (select: Element | undefined): void => {
      if (select !== undefined) choose(select as HTMLSelectElement, this.everybody ? "" : String(this.person));
    };
    return html`<label class="small whose"><span>${first("of")}</span><select id="searched" @change=${this.#chosen} ${people(this.patients)} ${ref(shows)}>
      <option value="">${first("everybody")}</option>
    </select></label>`;
  }

  readonly #chosen = ({ target }: Event): void => {
    const { value } = target as HTMLSelectElement;
    this.everybody = value === "";
    this.#forget();
    if (value !== "") this.dispatchEvent(new CustomEvent<number>("person", { detail: Number(value) }));
  };

  #forget(): void {
    this.#run?.abort();
    this.#run = this.found = undefined;
    this.busy = false;
    this.failure = "";
  }

  /** The number of the patient whose records are searched; without one everybody's are. */
  get #subject(): number | undefined {
    return this.patients.length === 0 || (this.everybody && this.patients.length > 1) ? undefined : this.person;
  }

  #told() {
    if (this.busy) return say("searching");
    if (this.found === undefined) return nothing;
    const { hits, strategy, considered, fallback, second, earlier } = this.found;
    const best =
      hits.length === 0 ? say("noPassageWasFound") : say("theBest", { passages: many(hits.length, "passage") });
    return html`${rich("ofRankedBy", { best, passages: many(considered.admitted, "passage"), strategy: html`<strong id="used" data-strategy=${strategy}>${calledOf(strategy)}</strong>` })}
      ${hits.length === 0 || hits.some(isNamed) ? nothing : html`<span id="nearest">${say("noneHasTheWords")}</span>`}
      ${fallback === null ? nothing : html`<span id="fallback">${FALLBACKS[fallback]}</span>`}
      ${second === undefined ? nothing : html`<span id="second">${readAgain(second)}</span>`}
      ${earlier ? html`<span id="earlier">${say("searchedAsBefore")}</span>` : nothing}`;
  }

  #hits({ hits, texts, subjects, words }: FoundTwice) {
    const references = hits.map(({ reference }) => reference);
    return html`<ol id="hits" aria-label=${say("whatWasFound")}>
      ${hits.map((hit, at) => this.#hit(hit, { text: texts[at] ?? "", subject: subjects[at] ?? undefined }, references, at, words))}
    </ol>
    ${hits.length === 0 ? nothing : html`<chaperone-save-bundle .engine=${this.engine} .what=${this.#what} label=${say("saveTheEntriesFound")}></chaperone-save-bundle>`}`;
  }

  #hit(hit: Hit, { text, subject }: Passage, references: readonly string[], at: number, words: Words | undefined) {
    return html`<li class="hit" data-rank=${hit.rank}>
      <div class="head small">
        <span class="score">${say("score", { rank: hit.rank, score: number(hit.score, { minimumFractionDigits: 2, maximumFractionDigits: 2 }) })}</span>
        <button class="link" data-reference=${hit.reference} aria-label=${say("openTheSourceOf", { reference: hit.reference })} @click=${() => this.#open(references, at)}>${hit.reference}</button>
        ${subject === undefined || this.patients.length < 2 ? nothing : html`<span data-subject>${subject}</span>`}
      </div>
      <blockquote tabindex="0" role="region" aria-label=${say("textOfPassageVerbatim", { rank: hit.rank })}>${text.trim()}</blockquote>
      <details>
        <summary class="small">${say("whyItIsHere")}</summary>
        ${why(hit, words)}
      </details>
    </li>`;
  }

  #open(references: readonly string[], at: number): void {
    const detail: Opening = { references, at };
    this.dispatchEvent(new CustomEvent<Opening>("open-source", { detail, bubbles: true, composed: true }));
  }

  async #search(): Promise<void> {
    const question = this.field.value.trim();
    if (!this.ready || question === "") return this.field.focus();
    this.#run?.abort();
    const run = new AbortController();
    this.#run = run;
    this.busy = true;
    this.failure = "";
    try {
      const strategy = this.strategy.value as StrategyName;
      const subject = this.#subject;
      for (;;) {
        const found = await this.engine.call("search", { question, subject, strategy }, { signal: run.signal });
        if (run !== this.#run) return;
        this.found = found;
        this.#what = { references: found.hits.map(({ reference }) => reference) };
        if (!found.partial) break;
        // What was found stands there; once concepts were looked for in all that was read, more may be.
        this.busy = false;
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MILLIS));
        if (run !== this.#run) return;
      }
    } catch (error) {
      if (run !== this.#run || isCancelled(error)) return;
      this.found = undefined;
      this.failure = told(error);
    }
    this.busy = false;
    await this.updateComplete;
    this.searches += 1;
  }
}

/** What a strategy is called: the engine's name of it may have figures after a colon. */
function calledOf(strategy: string): string {
  const name = STRATEGIES.find((each) => each === strategy.split(":", 1)[0]);
  return name === undefined ? strategy : say(name);
}

/** Whether a passage has a word of the question, or speaks of something that it is about: not all that comes nearest does. */
function isNamed({ keyword, concept, spoken = [] }: Hit): boolean {
  return keyword !== null || spoken.length > 0 || (concept?.covered ?? 0) > 0;
}

/** What came of reading the best a second time. */
function readAgain({ read, of, failure }: SecondFacts): string {
  if (failure !== undefined) return say("notReadAgainAs", { error: told(new ChaperoneError(failure)) });
  if (of === 0) return say("notReadAgain");
  return read < of
    ? say("readAgainInTime", { passages: many(read, "passage"), of })
    : say("readAgain", { passages: many(read, "passage") });
}
