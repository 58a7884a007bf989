/** What a search in a library found: each passage with what it is a passage of, and what was said of the article since. */
import { html, nothing } from "lit";
import type { LibraryFound, LibraryHit } from "../../../../pkg/chaperone.js";
import { day, number } from "../words.ts";
import { say } from "../../words/library.ts";

/** What is shown. */
export interface Shown {
  readonly found: LibraryFound;
}

/** Authors of an article that are named. */
const NAMED = 3;

const MARKS = {
  retracted: "retracted",
  "partly-retracted": "partlyRetracted",
  concern: "concern",
  corrected: "corrected",
} as const;

/** Renders what was found. */
export function results({ found }: Shown) {
  const { hits, corrections, wordings } = found;
  return html`
    ${narrowed(found)}
    ${corrections.map(({ word, term }) => html`<p class="small" data-read-as=${term}>${say("readAs", { word, term })}</p>`)}
    ${wordings.map((wording) => html`<p class="small" data-wording>${say("alsoLookedForAs", { wording })}</p>`)}
    <p class="small" role="status" id="library-count">${hits.length === 0 ? say("nothingFound") : say("passagesFound", { count: hits.length })}</p>
    <ol id="library-hits" aria-label=${say("whatWasFound")}>${hits.map((hit) => box(hit))}</ol>
  `;
}

function narrowed({ narrowed: { from, until, authors, isUnknown } }: LibraryFound) {
  const years =
    from !== null && until !== null
      ? say("onlyYears", { from: day(from), until: day(until) })
      : from !== null
        ? say("since", { from: day(from) })
        : until === null
          ? undefined
          : say("upTo", { until: day(until) });
  const said = [
    years,
    authors.length > 0 ? say("onlyBy", { authors: authors.join("; ") }) : undefined,
    isUnknown ? say("noSuchAuthor") : undefined,
  ].filter((part) => part !== undefined);
  return said.length === 0 ? nothing : html`<p class="notice" id="library-narrowed">${said.join(" ")}</p>`;
}

/** How a passage stands beside a question about records. */
interface Place {
  /** Its number among the sources. */
  readonly number?: number;
  /** Whether the model's answer names it. */
  readonly named?: boolean;
  /** Whether the model was not told of it, where it was of others. */
  readonly untold?: boolean;
}

/** Renders what was said of an article since. */
export function marked(marks: LibraryHit["marks"]) {
  return marks.map(
    (mark) =>
      html`<p class="notice ${mark === "corrected" ? "" : "bad"}" data-mark=${mark}><strong>${say(MARKS[mark])}</strong></p>`,
  );
}

/** Renders a passage in a box of the library's; in its `place`, where it stands beside a question about records. */
export function box(hit: LibraryHit, place: Place = {}) {
  const { title, text, types, journal, year, marks, heading, pmid, doi, pmc, reference } = hit;
  const numbers = [
    pmid === null ? undefined : `PMID ${String(pmid)}`,
    doi === null ? undefined : `doi ${doi}`,
    pmc === null ? undefined : `PMC${String(pmc)}`,
  ].filter((part) => part !== undefined);
  const about = [authorsOf(hit.authors), named(journal), year === null ? "" : String(year), types.join(", ")].filter(
    (part) => part !== "",
  );
  return html`<li class="hit" data-reference=${reference}>
    ${marked(marks)}
    <p class=${marks.includes("retracted") ? "struck" : ""}><strong>${title}</strong></p>
    <p class="small">${about.join(" · ")}</p>
    ${numbers.length === 0 ? nothing : html`<p class="small numbers">${numbers.join(" · ")}</p>`}
    <p class="small soft">${placed(place)}${say("publicText")} · ${heading}</p>
    <blockquote tabindex="0" role="region" aria-label=${say("textOfArticle", { title })}>${text}</blockquote>
  </li>`;
}

/** What a passage of a PDF says behind its document: `guideline.rs` writes it. */
const BY_PROPERTIES = /^(.*) \((issuer and year|issuer|year) by the file's properties, which may be wrong\)$/s;

/** Returns what a passage stands in, with what is said of it in the person's language. */
function named(journal: string): string {
  const [, title, what] = BY_PROPERTIES.exec(journal) ?? [];
  if (title === undefined) return journal;
  const words = what === "issuer" ? "issuerByProperties" : what === "year" ? "yearByProperties" : "bothByProperties";
  return `${title} (${say(words)})`;
}

function placed({ number, named = false, untold = false }: Place) {
  if (untold) return html`<strong data-untold>${say("notToldToModel")}</strong> · `;
  if (number === undefined) return nothing;
  return html`<strong>[Source ${number}]</strong>${named ? html` <strong data-named>${say("namedInAnswer")}</strong> ·` : nothing} `;
}

/** Returns who wrote an article. */
export function authorsOf(all: readonly string[]): string {
  if (all.length === 0) return say("noAuthors");
  const named = all.slice(0, NAMED).join(", ");
  return all.length > NAMED + 1
    ? say("andOthers", { authors: named, others: number(all.length - NAMED) })
    : all.join(", ");
}
