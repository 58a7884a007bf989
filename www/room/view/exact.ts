/** The exact answer: a sentence with values of the record, how the question was read where it was not read word by word, the rules by which it was made, and what was searched. */
import { css, html, nothing } from "lit";
import type { Exact } from "../engine/types.ts";
import { many } from "./words.ts";
import { rich, say } from "../words/first.ts";
import { spoken } from "../words/say.ts";

export const exactStyles = css`
  .exact { display: grid; gap: 0.375rem; max-width: 46rem; border-inline-start: 4px solid var(--accent); padding-inline-start: 1rem; }
  .exact .sentence { font-size: 1.125rem; font-weight: 600; overflow-wrap: anywhere; }
  .exact ul { margin: 0.375rem 0 0; padding-inline-start: 1.25rem; display: grid; gap: 0.25rem; }
  .exact summary { width: fit-content; padding: 0.25rem 0; }
`;

/** Rules that say how the question was read: they are seen at once, as a wrong reading is a wrong answer. */
const READING = /^Read as |” is (?:read as|taken for) /u;

/** Shows an exact answer. Among what stands below it are the boxes that it was made from. */
export function exactly({ sentence, rules, searched, boxes, isAbsent }: Exact) {
  const readings = rules.filter((rule) => READING.test(rule));
  const others = rules.filter((rule) => !READING.test(rule));
  return html`<div class="exact" id="exact" role="group" aria-label=${say("exactAnswer")} data-absent=${String(isAbsent)}>
    <p class="sentence">${spoken(sentence)}</p>
    ${readings.map((reading) => html`<p class="small" data-reading>${spoken(reading)}</p>`)}
    <p class="small soft">${boxes.length === 0 ? say("computedHereFromCoded") : say("computedHereBelow", { count: boxes.length })}</p>
    ${
      others.length === 0
        ? nothing
        : html`<details class="small" id="rules"><summary>${say("byWhichRule")}</summary><ul>${others.map((rule) => html`<li>${spoken(rule)}</li>`)}</ul></details>`
    }
    ${
      searched === undefined
        ? nothing
        : html`<details class="small" id="searched" open>
            <summary>${say("whatWasSearched")}</summary>
            <ul>
              <li>${searched.texts === 0 ? say("noNotes", { entries: many(searched.entries, "codedEntry") }) : say("andEveryParagraphOf", { entries: many(searched.entries, "codedEntry"), notes: many(searched.texts, "note") })}</li>
              ${searched.names.length === 0 ? nothing : html`<li>${rich("forTheWords", { names: searched.names.map((name, at) => html`${at === 0 ? nothing : ", "}<q>${name}</q>`) })}</li>`}
              ${searched.codes.length === 0 ? nothing : html`<li>${say("andTheCodes", { codes: searched.codes.join(", ") })}</li>`}
            </ul>
          </details>`
    }
  </div>`;
}
