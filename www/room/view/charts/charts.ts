/** What was measured, as charts: one series at a time, chosen from a list, with the ranges that its entries give and a table of the same. */
import { html, nothing, type PropertyValues } from "lit";
import { customElement, state } from "lit/decorators.js";
import type { Series, SeriesPoint } from "../../engine/types.ts";
import type { Opening } from "../answer.ts";
import { empty, emptyStyles } from "../empty.ts";
import { OfOneView } from "../of-one.ts";
import { shared } from "../theme.ts";
import { day, many, number, plainUnit } from "../words.ts";
import { drawing, spark } from "./drawing.ts";
import { legible } from "./scale.ts";
import { chartStyles } from "./styles.ts";
import { say } from "../../words/records.ts";
import { inOther } from "../units.ts";
import { spoken } from "../../words/say.ts";

/** Series that are listed before the person asks for all. */
const LISTED = 8;
/** Readings of which the table is not shown whole. */
const ROWS = 200;

/** Fires `open-source` with {@link Opening}, out of its shadow. */
@customElement("chaperone-charts")
export class ChartsView extends OfOneView<readonly Series[]> {
  @state() private accessor all: readonly Series[] | undefined;
  @state() private accessor shown = 0;
  /** The reading that is told beneath the chart. */
  @state() private accessor chosen = 0;
  @state() private accessor wanted = "";
  @state() private accessor whole = false;

  static override readonly styles = [shared, emptyStyles, chartStyles];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("edition") || changed.has("person")) this.all = undefined;
  }

  override render() {
    if (this.failure !== "") return html`<p class="notice bad" role="alert">${this.failure}</p>`;
    const { all } = this;
    if (all === undefined) return html`<p class="soft small" role="status">${say("lookingForWhatWas")}</p>`;
    const series = all[this.shown];
    if (series === undefined) return empty("measurements", say("nothingWasMeasured"), say("theRecordsHoldNo"));
    return html`<div class="beside">
      <section aria-labelledby="list-title" class="list">
        <h2 id="list-title">${say("whatWasMeasured")}</h2>
        ${all.length <= LISTED ? nothing : html`<label class="small">${say("findOne")}<input id="find-series" type="search" autocomplete="off" spellcheck="false" @input=${({ target }: Event) => (this.wanted = (target as HTMLInputElement).value)} /></label>`}
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
          <span class="name">${breaking(each.name)}</span>${spark(each)}
          <span class="small soft">${valueOf(each.points.at(-1), each)} · ${many(each.points.length, "reading")}</span>
        </button></li>`,
      )}</ul>
      ${found.length === 0 ? html`<p class="small soft" role="status">${say("nothingOfThatName")}</p>` : nothing}
      ${shown.length === found.length ? nothing : html`<button class="link small" id="all-series" @click=${() => (this.whole = true)}>${say("showAll", { found: found.length })}</button>`}
    `;
  }

  #chart(series: Series) {
    const { points } = series;
    const unit = plainUnit(series.unit ?? "");
    const says = (at: number): string => this.#says(points[at], series);
    const point = points[this.chosen];
    return html`<section aria-labelledby="chart-title" class="one">
      <div>
        <h2 id="chart-title" tabindex="-1">${breaking(series.name)}</h2>
        <p class="small soft">${[unit === "" ? "" : say("in", { unit }), many(points.length, "reading"), spanOf(points)].filter((each) => each !== "").join(" · ")}</p>
      </div>
      ${drawing(series, this.chosen, says, { point: (at) => this.#point(at), open: (at) => this.#open(at) })}
      <p class="days small soft" aria-hidden="true"><span>${day(points[0]?.day ?? "")}</span><span>${points.length > 1 ? day(points.at(-1)?.day ?? "") : nothing}</span></p>
      <p class="readout" id="readout" role="status" aria-live="polite">${
        point === undefined
          ? nothing
          : html`<strong>${valueOf(point, series)}</strong> <span>${day(point.at)}</span>
              ${point.out === undefined ? nothing : html`<span class="flag">${spoken(point.out)}</span>`}
              <button class="link small" id="open-point" aria-label=${say("openTheSourceOf", { reference: point.reference })} @click=${() => this.#open(this.chosen)}>${say("openThisSource")}</button>`
      }</p>
      <p class="legend small soft">${
        points.some(({ low, high }) => low !== undefined || high !== undefined)
          ? html`<span class="key band-key" aria-hidden="true"></span> ${say("theReferenceRangeThat")}`
          : say("theEntriesGiveNo")
      } ${points.some(({ out }) => out !== undefined) ? html`<span class="key out-key" aria-hidden="true"></span> ${say("outOfRangeAs")}` : nothing}</p>
      ${this.#table(series)}
    </section>`;
  }

  #table(series: Series) {
    const rows = [...series.points.entries()].reverse();
    return html`<details id="table">
      <summary>${say("theSameAsA")}</summary>
      <div class="scroll" tabindex="0" role="region" aria-label=${say("readingsOf", { name: series.name })}>
        <table>
          <thead><tr><th scope="col">${say("day")}</th><th scope="col">${say("value")}</th><th scope="col">${say("range")}</th><th scope="col">${say("source")}</th></tr></thead>
          <tbody>${rows.slice(0, ROWS).map(
            ([at, point]) => html`<tr data-row=${at}>
              <th scope="row">${day(point.at)}</th>
              <td><span class="value">${point.text}</span>${series.unit === undefined ? nothing : html` <span class="unit">${plainUnit(series.unit)}</span>`}${other(point.text, series)}${point.out === undefined ? nothing : html`<br /><span class="flag small">${spoken(point.out)}</span>`}</td>
              <td>${rangeOf(point)}</td>
              <td><button class="link small" data-reference=${point.reference} aria-label=${say("openTheSourceOf", { reference: point.reference })} @click=${() => this.#open(at)}>${say("open")}</button></td>
            </tr>`,
          )}</tbody>
        </table>
      </div>
      ${rows.length > ROWS ? html`<p class="small soft">${say("theLatestOfThe", { latest: ROWS, rows: number(rows.length) })}</p>` : nothing}
    </details>`;
  }

  #says(point: SeriesPoint | undefined, series: Series): string {
    if (point === undefined) return "";
    return [`${day(point.at)}: ${valueOf(point, series)}`, spoken(point.out ?? "")]
      .filter((each) => each !== "")
      .join(", ");
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

  protected override find(): Promise<readonly Series[]> {
    return this.engine.call("series", { patient: this.person });
  }

  protected override take(all: readonly Series[]): void {
    this.all = all;
    this.wanted = "";
    this.shown = 0;
    this.chosen = Math.max(0, (all[0]?.points.length ?? 0) - 1);
  }
}

/** Returns a name that may break behind the dots and strokes within it ("A1c/Hemoglobin.total"), where lines would else break in a word. */
function breaking(name: string) {
  return name.split(/(?<=[./])(?=\p{L})/u).map((part, at) => (at === 0 ? part : html`<wbr />${part}`));
}

function valueOf(point: SeriesPoint | undefined, { unit, code }: Series): string {
  const { shown, rounded } = legible(point?.text ?? "");
  const said = [rounded ? "≈" : "", shown, plainUnit(unit ?? ""), inOther(shown, unit, code) ?? ""];
  return said.filter((each) => each !== "").join(" ");
}

function other(text: string, { unit, code }: Series) {
  const said = inOther(legible(text).shown, unit, code);
  return said === undefined ? nothing : html` <span class="other small soft">${said}</span>`;
}

function rangeOf({ low, high }: SeriesPoint): string {
  if (low !== undefined && high !== undefined) return say("to", { low: low.text, high: high.text });
  if (low !== undefined) return say("from", { low: low.text });
  return high === undefined ? say("notGiven") : say("upTo", { high: high.text });
}

function spanOf(points: readonly SeriesPoint[]): string {
  const [first, last] = [points[0]?.day.slice(0, 4), points.at(-1)?.day.slice(0, 4)];
  if (first === undefined || last === undefined) return "";
  return first === last ? first : say("fromYearToYear", { first, last });
}
