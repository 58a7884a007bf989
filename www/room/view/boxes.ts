/** The boxes of an answer: what they hold was looked up, and no model has touched it. */
import { css, html, nothing } from "lit";
import type { Block, Caution, Row } from "../engine/types.ts";
import { marked } from "./cautions.ts";
import { glanceOf, type Course, type DataBlock } from "./course.ts";
import { many, plainUnit } from "./words.ts";
import { say } from "../words/first.ts";
import { spoken } from "../words/say.ts";
import { inOther } from "./units.ts";

/** A block that leads to its source. */
type Sourced = Extract<Block, { reference: string }>;

/** Shows the source of a box. */
type Open = (reference: string) => void;

export const boxStyles = css`
  figure { margin: 0; background: var(--quote); border-inline-start: 4px solid var(--quote-line); border-radius: var(--radius-small); padding: 0.875rem 1.125rem; display: grid; gap: 0.5rem; min-width: 0; }
  .more figure + figure { margin-top: 0.875rem; }
  blockquote { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
  .above { margin: 0; color: var(--ink-soft); font-size: 0.875rem; white-space: pre-wrap; overflow-wrap: anywhere; }
  blockquote mark { background: var(--told); color: inherit; font-weight: 600; padding: 0.0625em 0.125em; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
  figcaption { display: flex; flex-wrap: wrap; gap: 0.25rem 0.875rem; align-items: center; font-size: 0.875rem; border-top: 1px solid var(--quote-rule); padding-top: 0.5rem; }
  .label { font-weight: 600; color: var(--quote-ink); }
  .label::before { content: "❝" / ""; margin-inline-end: 0.375rem; }
  .data .label::before { content: "▤" / ""; }
  .data h5 { overflow-wrap: anywhere; }
  .entry { display: block; font-size: 0.8125rem; font-weight: 500; color: var(--quote-ink); }
  dl { margin: 0; display: grid; grid-template-columns: minmax(6rem, 16rem) 1fr; gap: 0.25rem 1.25rem; }
  dt { color: var(--ink-soft); overflow-wrap: anywhere; }
  dd { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
  dl:empty { display: none; }
  .elements { font-size: 0.875rem; }
  .elements summary { font-weight: 500; color: var(--quote-ink); width: fit-content; padding: 0.375rem 0; }
  .elements dd { font-weight: 400; }
  .course ul { list-style: none; padding: 0; margin: 0; }
  .course li { border-top: 1px solid var(--quote-rule); min-width: 0; }
  .course li > details > summary { display: grid; grid-template-columns: 7rem minmax(0, 1fr) auto; gap: 0.25rem 1rem; align-items: baseline; padding: 0.375rem 0.125rem; font-weight: 400; list-style: none; cursor: pointer; }
  .course li > details > summary::-webkit-details-marker { display: none; }
  .course li > details > summary::after { content: "▸" / ""; color: var(--quote-ink); }
  .course li > details[open] > summary::after { content: "▾" / ""; }
  .course .day { font-variant-numeric: tabular-nums; color: var(--ink-soft); }
  .course .values { display: flex; flex-wrap: wrap; gap: 0 1rem; font-weight: 600; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
  .course .called { font-weight: 400; color: var(--ink-soft); }
  .course .whole { display: grid; gap: 0.5rem; padding: 0.25rem 0 0.75rem; }
  @media (max-width: 34rem) { figure { padding: 0.875rem; } dl { grid-template-columns: minmax(min-content, 1fr) minmax(0, 1.2fr); gap: 0.375rem 0.75rem; font-size: 0.9375rem; } dt { overflow-wrap: break-word; max-width: 11rem; } .course li > details > summary { grid-template-columns: 6rem minmax(0, 1fr) auto; gap: 0.25rem 0.625rem; } }
`;

/** A note's own words, with the sentence that tells most of what was asked marked, and what reads like an instruction to a model. */
export function verbatim(block: Extract<Block, { kind: "verbatim" }>, cautions: readonly Caution[], open: Open) {
  return html`<figure data-block="verbatim">
    ${(block.above ?? []).map(({ kind, text }) => html`<p class="above" data-above=${kind}>${text}</p>`)}
    <blockquote>${marked(block.text, block.telling, cautions)}</blockquote>
    ${caption(say("verbatimFromTheSource"), block, open)}
  </figure>`;
}

/** A structured fact. */
export function data(block: DataBlock, open: Open) {
  return html`<figure class="data" data-block="record-data">${title(block)} ${whole(block, open)}</figure>`;
}

/** Readings of one thing as a table; each line opens to the whole of its box. */
export function course({ readings }: Course, open: Open) {
  const [first] = readings;
  if (first === undefined) return nothing;
  return html`<figure class="data course">
    ${title(first)}
    <p class="small soft">${say("eachAsItsFile", { readings: many(readings.length, "reading") })}</p>
    <ul>
      ${readings.map((each) => html`<li><details data-block="record-data"><summary>${atAGlance(each)}</summary><div class="whole"><span class="hidden">${each.title}</span>${whole(each, open)}</div></details></li>`)}
    </ul>
  </figure>`;
}

function title({ entry = "", title }: DataBlock) {
  return html`<h5>${entry === "" ? nothing : html`<span class="entry">${spoken(entry)}</span>`}${title}</h5>`;
}

function whole(block: DataBlock, open: Open) {
  return html`${rows(block.rows, plainUnit)} ${elements(block.elements)} ${caption(say("fromStructuredData"), block, open)}`;
}

function atAGlance(block: DataBlock) {
  const { day, values } = glanceOf(block)!;
  const called = ({ label }: Row): string => label.replace(/^Value(, )?/, "");
  return html`<span class="day">${day.value}</span><span class="values">${values.map(
    (row) =>
      html`<span>${called(row) === "" ? nothing : html`<span class="called">${called(row)}</span> `}${row.value}${unit(row, plainUnit)}</span>`,
  )}</span>`;
}

/** Everything that was read of the fact, units as the file writes them; answers that were kept by an earlier version have none. */
function elements(all: readonly Row[] | undefined) {
  if (all === undefined || all.length === 0) return nothing;
  return html`<details class="elements">
    <summary>${say("allElementsOfThis", { all: all.length })}</summary>
    ${rows(all, (unit) => unit)}
  </details>`;
}

function rows(all: readonly Row[], written: (unit: string) => string) {
  return html`<dl>
    ${all.map((row) => html`<dt>${row.label_citation === undefined ? spoken(row.label) : row.label}</dt><dd>${row.value}${unit(row, written)}</dd>`)}
  </dl>`;
}

function unit({ value, unit }: Row, written: (unit: string) => string) {
  if (unit === undefined || written(unit) === "") return nothing;
  const other = inOther(value, unit);
  return html` <span class="unit" title=${written(unit) === unit ? nothing : say("inTheFile", { unit })}>${written(unit)}</span>${other === undefined ? nothing : html` <span class="other soft">${other}</span>`}`;
}

function caption(label: string, { reference, person }: Sourced, open: Open) {
  return html`<figcaption>
    <span class="label">${label}</span>
    <button class="link" data-reference=${reference} @click=${() => open(reference)}>${say("openTheSource", { reference: person === undefined ? reference : `${person} · ${reference}` })}</button>
  </figcaption>`;
}
