/** The whole record of one person by time: a picture of it, and beneath it the same as a list by year. */
import { html, nothing, type PropertyValues } from "lit";
import { customElement, state } from "lit/decorators.js";
import type { Gathering } from "../../engine/bundle.ts";
import type { LaneKind, Timeline, TimelineItem } from "../../engine/types.ts";
import type { Opening } from "../answer.ts";
import { empty, emptyStyles } from "../empty.ts";
import { icon } from "../icons.ts";
import "../save-bundle.ts";
import { OfOneView } from "../of-one.ts";
import { shared } from "../theme.ts";
import { many, number } from "../words.ts";
import { titleOf, counted, spanOf, years, type Lane, type Span, type Year } from "./lanes.ts";
import { axis, hiddenRows, lane, moreRows, timeOf } from "./picture.ts";
import { timelineStyles } from "./styles.ts";
import { say } from "../../words/records.ts";
import { spoken } from "../../words/say.ts";

/** Entries of a kind and year that are listed before the person asks for more, and how many more each time. */
const LISTED = 8;
const MORE = 200;
/** Below this width the picture has half as many slots and years. */
const NARROW = 560;

/** Fires `open-source` with {@link Opening}, out of its shadow. */
@customElement("chaperone-timeline")
export class TimelineView extends OfOneView<Timeline> {
  @state() private accessor timeline: Timeline | undefined;
  /** The kinds that are left out. */
  @state() private accessor without: ReadonlySet<LaneKind> = new Set();
  /** The kinds of which all rows are drawn. */
  @state() private accessor whole: ReadonlySet<LaneKind> = new Set();
  /** The years that are open. */
  @state() private accessor open: ReadonlySet<string> = new Set();
  /** How many entries of a year and kind are listed, where it is more than at first. */
  @state() private accessor listed: ReadonlyMap<string, number> = new Map();
  @state() private accessor narrow = false;
  #years: readonly Year[] = [];
  /** Whose entries are saved. A new object for other records or another person. */
  #what: Gathering = { patient: 0 };
  readonly #width = new ResizeObserver(([entry]) => (this.narrow = (entry?.contentRect.width ?? 0) < NARROW));

  static override readonly styles = [shared, emptyStyles, timelineStyles];

  override connectedCallback(): void {
    super.connectedCallback();
    this.#width.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#width.disconnect();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("edition") && !changed.has("person")) return;
    this.timeline = undefined;
    this.#what = { patient: this.person };
  }

  override render() {
    if (this.failure !== "") return html`<p class="notice bad" role="alert">${this.failure}</p>`;
    const { timeline } = this;
    if (timeline === undefined) return html`<p class="soft small" role="status">${say("puttingTheRecordIn")}</p>`;
    const span = spanOf(timeline.lanes);
    if (timeline.lanes.length === 0) return empty("records", say("noEntries"), say("theRecordsNameThis"));
    const shown = timeline.lanes.filter(({ kind }) => !this.without.has(kind));
    return html`
      <section aria-labelledby="title">
        <h2 id="title">${say("theWholeRecord")}</h2>
        <div class="kinds" role="group" aria-label=${say("kindsOfEntriesThat")}>${timeline.lanes.map((each) => this.#kind(each))}</div>
        ${span === undefined || shown.length === 0 ? nothing : this.#picture(shown, span)}
      </section>
      <section aria-labelledby="years-title">
        <h2 id="years-title">${say("yearByYear")}</h2>
        ${shown.length === 0 ? html`<p class="soft small">${say("noKindIsChosen")}</p>` : html`<div class="years" id="years">${this.#years.map((year) => this.#year(year))}</div>`}
      </section>
      <section aria-labelledby="save-title">
        <h2 id="save-title">${say("takeItWithYou")}</h2>
        <chaperone-save-bundle .engine=${this.engine} .what=${this.#what} label=${say("saveTheseEntriesAs")}></chaperone-save-bundle>
      </section>
    `;
  }

  #kind({ kind, items }: Lane) {
    const pressed = !this.without.has(kind);
    return html`<button class="kind" data-kind=${kind} aria-pressed=${String(pressed)} @click=${() => (this.without = toggled(this.without, kind))}>
      ${icon(kind)}<span>${titleOf(kind)}</span><span class="number">${number(items.length)}</span>
    </button>`;
  }

  #picture(lanes: readonly Lane[], span: Span) {
    return html`<div class="picture" id="picture">
      <span class="label"></span>${axis(span, this.narrow)}
      ${lanes.map((each) => {
        const { kind } = each;
        const hidden = this.whole.has(kind) ? 0 : hiddenRows(each);
        return html`<h3 class="label" data-kind=${kind}>${icon(kind)}<span>${titleOf(kind)}</span></h3>
          <div class="drawn">
            ${lane(each, span, this.narrow, this.whole.has(kind), (lane, items) => void this.#choose(lane, items))}
            ${hidden === 0 ? nothing : html`<button class="link small" @click=${() => (this.whole = toggled(this.whole, kind))}>${moreRows(hidden)}</button>`}
          </div>`;
      })}
    </div>`;
  }

  #year({ year, lanes }: Year) {
    const shown = lanes.filter(({ kind }) => !this.without.has(kind));
    if (shown.length === 0) return nothing;
    const isOpen = this.open.has(year);
    const count = shown.reduce((sum, { items }) => sum + items.length, 0);
    return html`<details data-year=${year} .open=${isOpen} @toggle=${(event: Event) => this.#toggle(event, year)}>
      <summary><span class="year">${year === "" ? say("withoutADate") : year}</span> <span class="small soft">${many(count, "entry")}</span>
        <span class="tells" aria-hidden="true">${shown.map(({ kind }) => html`<span data-kind=${kind}>${icon(kind)}</span>`)}</span></summary>
      ${isOpen ? html`<div class="inside">${shown.map((each) => this.#entries(year, each))}</div>` : nothing}
    </details>`;
  }

  #entries(year: string, { kind, items }: Lane) {
    const key = `${year} ${kind}`;
    const shown = items.slice(0, this.listed.get(key) ?? LISTED);
    const rest = items.length - shown.length;
    return html`<div class="entries" data-kind=${kind}>
      <h3>${icon(kind)}<span>${counted(kind, items.length)}</span></h3>
      <ul>${shown.map(
        (
          item,
          at,
        ) => html`<li><button class="entry" data-reference=${item.reference} @click=${() => this.#show(items, at)}>
          <span>${spoken(item.name, "name")}</span><span class="small soft">${timeOf(item)}</span></button></li>`,
      )}</ul>
      ${rest === 0 ? nothing : html`<button class="link small" data-more=${key} @click=${() => this.#more(key, shown.length)}>${rest > MORE ? say("showMoreOf", { more: MORE, rest }) : say("showMore", { more: rest })}</button>`}
    </div>`;
  }

  /** A mark was chosen: one entry is opened, several are shown in the list. */
  async #choose({ kind }: Lane, items: readonly TimelineItem[]): Promise<void> {
    const [first] = items;
    if (first === undefined) return;
    if (items.length === 1) return this.#show(items, 0);
    const year = first.day?.slice(0, 4) ?? "";
    this.open = new Set([...this.open, year]);
    const all = this.#years.find((each) => each.year === year)?.lanes.find((each) => each.kind === kind)?.items ?? [];
    const at = all.indexOf(first);
    const key = `${year} ${kind}`;
    if (at >= (this.listed.get(key) ?? LISTED)) this.listed = new Map([...this.listed, [key, at + MORE]]);
    await this.updateComplete;
    const entry = this.renderRoot.querySelectorAll<HTMLElement>(`[data-year="${year}"] [data-kind="${kind}"] .entry`)[
      at
    ];
    entry?.focus({ preventScroll: true });
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    entry?.scrollIntoView({ block: "center", behavior: calm ? "auto" : "smooth" });
  }

  #toggle(event: Event, year: string): void {
    const isOpen = (event.target as HTMLDetailsElement).open;
    if (isOpen !== this.open.has(year)) this.open = toggled(this.open, year);
  }

  #more(key: string, shown: number): void {
    this.listed = new Map([...this.listed, [key, shown + MORE]]);
  }

  #show(items: readonly TimelineItem[], at: number): void {
    const detail: Opening = { references: items.map(({ reference }) => reference), at };
    this.dispatchEvent(new CustomEvent<Opening>("open-source", { detail, bubbles: true, composed: true }));
  }

  protected override find(): Promise<Timeline> {
    return this.engine.call("timeline", { patient: this.person });
  }

  protected override take(timeline: Timeline): void {
    this.#years = years(timeline.lanes);
    this.listed = new Map();
    this.open = new Set(this.#years.slice(0, 1).map(({ year }) => year));
    this.timeline = timeline;
  }
}

function toggled<T>(set: ReadonlySet<T>, value: T): ReadonlySet<T> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}
