/** What is new in a record since a day that the person chooses, and where the record disagrees with itself. */
import { LitElement, css, html, nothing, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { dayOf, yearsBefore } from "../day.ts";
import type { EngineClient } from "../engine/client.ts";
import type { Block, Brief } from "../engine/types.ts";
import type { Opening } from "./answer.ts";
import { empty, emptyStyles } from "./empty.ts";
import { boxStyles, data } from "./boxes.ts";
import { choose, people } from "./people.ts";
import type { Going } from "./screens.ts";
import { shared } from "./theme.ts";
import { told } from "./told.ts";
import { day, many, number } from "./words.ts";
import { say } from "../words/first.ts";
import { spoken } from "../words/say.ts";

type Part = Brief["parts"][number];
type Disagreement = Brief["disagreements"][number];

const aYearAgo = (): string => dayOf(yearsBefore(new Date(), 1));

/** Fires `person` with the number of whoever is chosen, `go` with {@link Going}, and `open-source` with {@link Opening}, out of its shadow. */
@customElement("chaperone-brief")
export class BriefView extends LitElement {
  @property({ attribute: false }) accessor engine!: EngineClient;
  @property({ type: Boolean }) accessor ready = false;
  /** Whether it is in sight: then what is new is looked for by itself. */
  @property({ attribute: false }) accessor active = false;
  /** Which state of the records it is; see {@link ReadingState.edition}. */
  @property({ attribute: false }) accessor edition = 0;
  /** The names of the patients, by number. */
  @property({ attribute: false }) accessor patients: readonly string[] = [];
  /** The number of the patient who is shown. */
  @property({ attribute: false }) accessor person = 0;
  @state() private accessor brief: Brief | undefined;
  /** Whose brief is shown, by name and number. */
  @state() private accessor whose = "";
  #patient = 0;
  @state() private accessor failure = "";
  @state() private accessor busy = false;
  @query("#since") private accessor since!: HTMLInputElement;
  @query("#whose") private accessor chosen!: HTMLSelectElement | null;
  @query("#brief-title") private accessor title_!: HTMLElement | null;

  /** The state of the records, and the person, for which the day was chosen. */
  #begun = "";

  static override readonly styles = [
    shared,
    boxStyles,
    emptyStyles,
    css`
      :host { display: grid; gap: 1.25rem; }
      .ask { display: flex; flex-wrap: wrap; gap: 0.75rem 1rem; align-items: end; }
      .ask label { display: grid; gap: 0.25rem; flex: 0 1 14rem; }
      #whose { field-sizing: content; }
      .parts { display: grid; gap: 1.25rem; }
      .cards { display: grid; gap: 1.25rem; grid-template-columns: repeat(auto-fill, minmax(min(22rem, 100%), 1fr)); align-items: start; }
      .cards section { gap: 0.5rem; }
      .looked { background: none; gap: 0.625rem; }
      .looked dl { display: grid; gap: 0.5rem 1.5rem; grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr)); margin: 0; }
      .looked dt { font-weight: 600; font-size: var(--text-s); color: var(--ink); }
      h3 { font-size: var(--text-l); scroll-margin-top: 3.5rem; }
      .title { display: flex; gap: 0.625rem; align-items: baseline; justify-content: space-between; }
      .count { min-width: 1.75rem; padding: 0 0.5rem; border-radius: 1rem; background: var(--chosen); color: var(--ink); font-size: var(--text-s); font-weight: 650; text-align: center; font-variant-numeric: tabular-nums; }
      ul { margin: 0.25rem 0 0; padding: 0; list-style: none; display: grid; }
      li { border-top: 1px solid var(--line); overflow-wrap: anywhere; }
      li summary { padding: 0.625rem 0.125rem; font-weight: 500; }
      li details > figure { margin-block: 0.25rem 0.75rem; }
      .sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); gap: 0.75rem; align-items: start; }
      .sides > * { min-width: 0; display: grid; gap: 0.375rem; }
      .conflict { display: grid; gap: 0.5rem; border-top: 1px solid var(--line); padding-top: 0.75rem; }
      @media print {
        :host { display: block; }
        :host > section, .parts > :not(chaperone-doctors-page) { display: none !important; }
        .parts { display: block; }
      }
      section#disagreements { border-inline-start: 4px solid var(--general-line); }
    `,
  ];

  override willUpdate(changed: PropertyValues<this>): void {
    // Of other records than those that are there now nothing may stay in sight.
    if (changed.has("edition")) this.brief = undefined;
    // Of somebody else what is there stays in sight until there is more to see, where it is in sight.
    if (changed.has("person") && !this.active) this.brief = undefined;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (this.chosen !== null) choose(this.chosen, String(this.person));
    const other = changed.has("person");
    // Somebody else is looked up at once: what is under way is of the one before.
    if (this.active && this.ready && (other || !this.busy) && this.patients.length > 0) void this.#begin(other);
  }

  override render() {
    const { brief } = this;
    return html`
      <section aria-labelledby="title">
        <h2 id="title">${say("sinceYourLastVisit")}</h2>
        <p class="soft small" id="hint">${say("whatIsNewIn")}</p>
        <div class="ask" role="group" aria-describedby="hint">
          ${
            this.patients.length < 2
              ? nothing
              : html`<label class="small"><span>${say("of")}</span><select id="whose" @change=${this.#choose} ${people(this.patients)}></select></label>`
          }
          <label class="small"><span>${say("since")}</span><input id="since" type="date" required min="1900-01-01" max="2200-12-31" value=${aYearAgo()} /></label>
          <button id="show-brief" class="main" ?disabled=${!this.ready || this.busy} @click=${() => this.#show()}>${say("showWhatIsNew")}</button>
        </div>
        ${this.failure === "" ? nothing : html`<p class="notice bad" role="alert">${this.failure}</p>`}
      </section>
      ${brief === undefined ? nothing : this.#brief(brief)}
    `;
  }

  #brief(brief: Brief) {
    const open = (reference: string): void => this.#open(brief, reference);
    const disagrees = brief.disagreements.length > 0;
    const filled = brief.parts.filter(({ items }) => items.length > 0);
    const without = brief.parts.filter(({ items }) => items.length === 0);
    return html`
      <div class="parts" id="brief" role="group" aria-labelledby="brief-title">
        <h3 id="brief-title" tabindex="-1">${this.whose === "" ? say("sinceDay", { since: day(brief.since) }) : say("whoseSince", { whose: this.whose, since: day(brief.since) })}</h3>
        <p class="notice" id="red-flags">${spoken(brief.redFlags)}</p>
        ${disagrees ? this.#disagreements(brief, open) : nothing}
        ${filled.length === 0 ? empty("today", say("nothingNew"), say("noCodedEntryOf")) : nothing}
        <div class="cards">${filled.map((part) => this.#part(part, brief, open))}</div>
        ${
          without.length === 0 && disagrees
            ? nothing
            : html`<section class="looked" aria-labelledby="looked-title">
          <h4 id="looked-title">${say("lookedForAndNone")}</h4>
          <dl>${without.map(({ title, rule }) => html`<div data-part=${title}><dt>${spoken(title)}</dt><dd class="small soft">${spoken(rule)}</dd></div>`)}
          ${disagrees ? nothing : html`<div id="disagreements"><dt>${say("contradictions")}</dt><dd class="small soft">${say("theCodedEntriesDo")}</dd></div>`}</dl>
        </section>`
        }
        <p class="small soft" id="intended-use">${spoken(brief.intendedUse)}</p>
        <chaperone-doctors-page .engine=${this.engine} .brief=${brief} .patient=${this.#patient} .name=${this.whose}></chaperone-doctors-page>
      </div>
    `;
  }

  #disagreements(brief: Brief, open: (reference: string) => void) {
    return html`<section id="disagreements">
      <div class="title"><h4>${say("whereTheRecordDisagrees")}</h4><span class="count">${number(brief.disagreements.length + brief.moreDisagreements)}</span></div>
      ${brief.disagreements.map((each) => this.#disagreement(each, brief, open))}
      ${this.#more(brief.moreDisagreements)}
    </section>`;
  }

  #part({ title, rule, items, more }: Part, brief: Brief, open: (reference: string) => void) {
    const count = items.length + more;
    return html`<section data-part=${title}>
      <div class="title"><h4>${spoken(title)}</h4><span class="count">${number(count)}</span></div>
      <p class="small soft">${spoken(rule)}</p>
      <ul>${items.map(
        ({ text, boxes }) =>
          html`<li><details><summary>${spoken(text, "item")}</summary>${boxes.map((number) => boxOf(brief.blocks[number], open))}</details></li>`,
      )}</ul>
      ${this.#more(more)}
    </section>`;
  }

  /** Says that there are `more` than are shown, and where. */
  #more(more: number) {
    if (more === 0) return nothing;
    return html`<p class="small"><button class="link" data-more @click=${this.#toTimeline}>${say("andMoreInTheTimeline", { more: number(more) })}</button></p>`;
  }

  readonly #toTimeline = (): void => {
    this.dispatchEvent(new CustomEvent<Going>("go", { detail: { screen: "records", part: "timeline" } }));
  };

  #disagreement({ title, reason, sides }: Disagreement, brief: Brief, open: (reference: string) => void) {
    return html`<div class="conflict" role="group" aria-label=${say("disagreement", { title: spoken(title, "title") })} data-conflict>
      <p><strong>${spoken(title, "title")}</strong> <span class="small soft">${many(sides.length, "entry")}. ${spoken(reason)}</span></p>
      <div class="sides">${sides.map(
        ({ text, box }) =>
          html`<div data-side><p class="small">${spoken(text, "item")}</p>${box === undefined ? nothing : boxOf(brief.blocks[box], open)}</div>`,
      )}</div>
    </div>`;
  }

  #choose({ target }: Event): void {
    const detail = Number((target as HTMLSelectElement).value);
    this.dispatchEvent(new CustomEvent<number>("person", { detail }));
  }

  /** Shows what is new since the person's last visit, once for each state of the records; `anew` for whoever was chosen now. */
  async #begin(anew: boolean): Promise<void> {
    const patient = this.person;
    const now = `${this.edition} ${patient}`;
    if (now === this.#begun || (!anew && this.brief !== undefined)) return;
    this.#begun = now;
    this.busy = true;
    const lastVisit = await this.engine.call("last-visit", { patient }).catch(() => null);
    this.busy = false;
    // Meanwhile the records may have changed, or somebody else was chosen.
    if (now !== this.#begun) return;
    this.since.value = lastVisit ?? aYearAgo();
    await this.#look(patient);
  }

  async #show(): Promise<void> {
    if (!this.since.reportValidity()) return;
    const patient = this.person;
    this.#begun = `${this.edition} ${patient}`;
    await this.#look(patient);
    await this.updateComplete;
    this.title_?.focus();
  }

  async #look(patient: number): Promise<void> {
    this.busy = true;
    this.failure = "";
    try {
      const brief = await this.engine.call("brief", { patient, since: this.since.value });
      // Meanwhile somebody else may have been chosen.
      if (patient !== this.person) return;
      this.#patient = patient;
      this.brief = brief;
      this.whose = this.patients[patient] ?? "";
    } catch (error) {
      if (patient !== this.person) return;
      this.brief = undefined;
      this.failure = told(error);
    } finally {
      this.busy = false;
    }
  }

  #open({ blocks }: Brief, reference: string): void {
    const references = [...new Set(blocks.flatMap((block) => ("reference" in block ? [block.reference] : [])))];
    const detail: Opening = { references, at: references.indexOf(reference) };
    this.dispatchEvent(new CustomEvent<Opening>("open-source", { detail, bubbles: true, composed: true }));
  }
}

function boxOf(block: Block | undefined, open: (reference: string) => void) {
  return block?.kind === "record-data" ? data(block, open) : nothing;
}
