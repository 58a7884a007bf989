/** What was measured, as charts: one series at a time, chosen from a list, with the ranges that its entries give and a table of the same. */
import { LitElement, html, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { EngineClient } from "../../engine/client.ts";
import type { Series, SeriesPoint } from "../../engine/types.ts";
import type { Opening } from "../answer.ts";
import { empty, emptyStyles } from "../empty.ts";
import { shared } from "../theme.ts";
import { told } from "../told.ts";
import { day, many, plainUnit } from "../words.ts";
import { drawing, spark } from "./drawing.ts";
import { chartStyles } from "./styles.ts";

/** Series that are listed before the person asks for all. */
const LISTED = 8;
/** Readings of which the table is not shown whole. */
const ROWS = 200;

/** Fires `open-source` with {@link Opening}, out of its shadow. */
@customElement("chaperone-charts")
export class ChartsView extends LitElement {
  @property({ attribute: false }) accessor engine!: EngineClient;
  @property({ attribute: false }) accessor ready = false;
  /** Whether it is in sight: only then it is asked for. */
  @property({ attribute: false }) accessor active = false;
  /** Which state of the records it is. */
  @property({ attribute: false }) accessor edition = 0;
  /** The number of the patient. */
  @property({ attribute: false }) accessor person = 0;
  @state() private accessor all: readonly Series[] | undefined;
  @state() private accessor failure = "";
  @state() private accessor shown = 0;
  /** The reading that is told beneath the chart. */
  @state() private accessor chosen = 0;
  @state() private accessor wanted = "";
  @state() private accessor whole = false;
  #asked = "";

  static override readonly styles = [shared, emptyStyles, chartStyles];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("edition") || changed.has("person")) this.all = undefined;
  }

  protected override updated(): void {
    if (this.active && this.ready) void this.#ask();
  }

  override render() {
    if (this.failure !== "") return html`<p class="notice bad" role="alert">${this.failure}</p>`;
    const { all } = this;
    if (all === undefined) return html`<p class="soft small" role="status">Looking for what was measured…</p>`;
    const series = all[this.shown];
    if (series === undefined)
      return empty(
        "measurements",
        "Nothing was measured",
        "The records hold no laboratory values or vital signs as numbers. What letters say about them is found by asking.",
      );
    return html`<div class="beside">
      <section aria-labelledby="list-title" class="list">
        <h2 id="list-title">What was measured</h2>
        ${all.length <= LISTED ? nothing : html`<label class="small">Find one<input id="find-series" type="search" autocomplete="off" spellcheck="false" @input=${({ target }: Event) => (this.wanted = (target as HTMLInputElement).value)} /></label>`}
        ${this.#list(all)}
      </section>
      ${this.#chart(series)}
    </div>`;
  }

  #list(all: readonly Series[]) {
    const wanted = this.wanted.trim().toLowerCase();
    const found = [...all.entries()].filter(([, { name }]) => name.toLowerCase().includes(wanted));
    const shown = this.whole || wanted !== "" ? found : found.slice(0, LISTED);
    return html`
      <ul id="series">${shown.map(
        ([
          number,
          each,
        ]) => html`<li><button class="series" aria-pressed=${String(number === this.shown)} data-series=${number} @click=${() => this.#choose(number)}>
          <span class="name">${each.name}</span>${spark(each)}
          <span class="small soft">${valueOf(each.points.at(-1), each)} · ${many(each.points.length, "reading")}</span>
        </button></li>`,
      )}</ul>
      ${found.length === 0 ? html`<p class="small soft" role="status">Nothing of that name was measured as a number.</p>` : nothing}
      ${shown.length === found.length ? nothing : html`<button class="link small" id="all-series" @click=${() => (this.whole = true)}>Show all ${found.length}</button>`}
    `;
  }

  #chart(series: Series) {
    const { points } = series;
    const unit = plainUnit(series.unit ?? "");
    const says = (at: number): string => this.#says(points[at], series);
    const point = points[this.chosen];
    return html`<section aria-labelledby="chart-title" class="one">
      <div>
        <h2 id="chart-title" tabindex="-1">${series.name}</h2>
        <p class="small soft">${[unit === "" ? "" : `in ${unit}`, many(points.length, "reading"), spanOf(points)].filter((each) => each !== "").join(" · ")}</p>
      </div>
      ${drawing(series, this.chosen, says, { point: (at) => this.#point(at), open: (at) => this.#open(at) })}
      <p class="days small soft" aria-hidden="true"><span>${day(points[0]?.day ?? "")}</span><span>${points.length > 1 ? day(points.at(-1)?.day ?? "") : nothing}</span></p>
      <p class="readout" id="readout" role="status" aria-live="polite">${
        point === undefined
          ? nothing
          : html`<strong>${valueOf(point, series)}</strong> <span>${day(point.at)}</span>
              ${point.out === undefined ? nothing : html`<span class="flag">${point.out}</span>`}
              <button class="link small" id="open-point" aria-label="Open the source: ${point.reference}" @click=${() => this.#open(this.chosen)}>Open the source</button>`
      }</p>
      <p class="legend small soft">${
        points.some(({ low, high }) => low !== undefined || high !== undefined)
          ? html`<span class="key band-key" aria-hidden="true"></span> The reference range that the entries themselves give.`
          : "The entries give no reference range."
      } ${points.some(({ out }) => out !== undefined) ? html`<span class="key out-key" aria-hidden="true"></span> Out of range, as the entry itself says.` : nothing}</p>
      ${this.#table(series)}
    </section>`;
  }

  #table(series: Series) {
    const rows = [...series.points.entries()].reverse();
    return html`<details id="table">
      <summary>The same as a table</summary>
      <div class="scroll" tabindex="0" role="region" aria-label="Readings of ${series.name}">
        <table>
          <thead><tr><th scope="col">Day</th><th scope="col">Value</th><th scope="col">Range</th><th scope="col">Source</th></tr></thead>
          <tbody>${rows.slice(0, ROWS).map(
            ([at, point]) => html`<tr data-row=${at}>
              <th scope="row">${day(point.at)}</th>
              <td><span class="value">${point.text}</span>${series.unit === undefined ? nothing : html` <span class="unit">${plainUnit(series.unit)}</span>`}${point.out === undefined ? nothing : html`<br /><span class="flag small">${point.out}</span>`}</td>
              <td>${rangeOf(point)}</td>
              <td><button class="link small" data-reference=${point.reference} aria-label="Open the source: ${point.reference}" @click=${() => this.#open(at)}>Open</button></td>
            </tr>`,
          )}</tbody>
        </table>
      </div>
      ${rows.length > ROWS ? html`<p class="small soft">The latest ${ROWS} of ${rows.length.toLocaleString("en")}; the chart has all.</p>` : nothing}
    </details>`;
  }

  #says(point: SeriesPoint | undefined, series: Series): string {
    if (point === undefined) return "";
    return [`${day(point.at)}: ${valueOf(point, series)}`, point.out ?? ""].filter((each) => each !== "").join(", ");
  }

  /** A reading is told beneath the chart; where the keyboard led there, it has the focus. */
  #point(at: number): void {
    if (at === this.chosen) return;
    const hadFocus = this.renderRoot.querySelector(".point:focus") !== null;
    this.chosen = at;
    if (!hadFocus) return;
    void this.updateComplete.then(() => this.renderRoot.querySelector<SVGElement>(`[data-point="${at}"]`)?.focus());
  }

  async #choose(number: number): Promise<void> {
    this.shown = number;
    this.chosen = Math.max(0, (this.all?.[number]?.points.length ?? 0) - 1);
    await this.updateComplete;
    const title = this.renderRoot.querySelector<HTMLElement>("#chart-title");
    // On a phone the chart lies beneath the list.
    if (title !== null && title.getBoundingClientRect().top > window.innerHeight * 0.6)
      title.scrollIntoView({ block: "start" });
  }

  #open(at: number): void {
    const references = (this.all?.[this.shown]?.points ?? []).map(({ reference }) => reference);
    const detail: Opening = { references, at };
    this.dispatchEvent(new CustomEvent<Opening>("open-source", { detail, bubbles: true, composed: true }));
  }

  async #ask(): Promise<void> {
    const now = `${this.edition} ${this.person}`;
    if (now === this.#asked) return;
    this.#asked = now;
    this.failure = "";
    try {
      const all = await this.engine.call("series", { patient: this.person });
      // Meanwhile the records may have changed, or somebody else was chosen.
      if (now !== this.#asked) return;
      this.all = all;
      this.wanted = "";
      this.shown = 0;
      this.chosen = Math.max(0, (all[0]?.points.length ?? 0) - 1);
    } catch (error) {
      if (now === this.#asked) this.failure = told(error);
    }
  }
}

function valueOf(point: SeriesPoint | undefined, { unit }: Series): string {
  return [point?.text ?? "", plainUnit(unit ?? "")].filter((each) => each !== "").join(" ");
}

function rangeOf({ low, high }: SeriesPoint): string {
  if (low !== undefined && high !== undefined) return `${low.text} to ${high.text}`;
  if (low !== undefined) return `from ${low.text}`;
  return high === undefined ? "not given" : `up to ${high.text}`;
}

function spanOf(points: readonly SeriesPoint[]): string {
  const [first, last] = [points[0]?.day.slice(0, 4), points.at(-1)?.day.slice(0, 4)];
  if (first === undefined || last === undefined) return "";
  return first === last ? first : `${first} to ${last}`;
}
