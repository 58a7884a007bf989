/** Why a passage was found, in words: what each part of its score adds, and which concepts it speaks of. */
import { css, html, nothing } from "lit";
import type { Hit, Spoken } from "../engine/types.ts";
import { say } from "../words/records.ts";
import { number } from "./words.ts";

export const whyStyles = css`
  .parts { list-style: none; margin: 0; padding: 0; display: grid; gap: 0.25rem; }
  .parts li { display: grid; grid-template-columns: 4.5rem minmax(0, 1fr); gap: 0.75rem; align-items: baseline; }
  .adds { font-variant-numeric: tabular-nums; text-align: end; font-weight: 600; }
  .spoken { margin: 0.125rem 0 0; padding-inline-start: 1.125rem; }
`;

/** Terms of the question that are listed at most. */
const MOST_TERMS = 8;

const RELATIONS = {
  get same() {
    return say("theSame");
  },
  get narrower() {
    return say("aKindOfIt");
  },
  get related() {
    return say("hasToDoWith");
  },
  get broader() {
    return say("broader");
  },
} as const;
const CONTEXTS = {
  affirmed: "",
  get past() {
    return say("asPast");
  },
  get possible() {
    return say("asPossible");
  },
  get denied() {
    return say("asNotSo");
  },
  get family() {
    return say("ofTheFamily");
  },
} as const;

/** Whole words for terms that are stems. */
export type Words = Readonly<Record<string, string>>;

/** Returns the parts of `hit`, what each adds first; `words` are whole ones for its terms. */
export function why({ keyword, dense, concept, spoken = [], variants, rerank, evidence }: Hit, words: Words = {}) {
  return html`<ul class="parts small">
    ${
      keyword === null
        ? nothing
        : part(
            "terms",
            keyword.adds,
            html`${say("wordsPlace", { rank: keyword.rank, terms: termsOf(keyword.bm25.terms, words) })}`,
          )
    }
    ${dense === null ? nothing : part("vector", dense.adds, html`${say("meaningPlaceCosine", { rank: dense.rank, cosine: fixed(dense.cosine) })}`)}
    ${
      spoken.length === 0 && concept === undefined
        ? nothing
        : part(
            "concepts",
            concept?.adds ?? 0,
            html`${concept === undefined ? say("concepts") : say("conceptsOfAskedFor", { covered: fixed(concept.covered), of: fixed(concept.of) })}
              ${spoken.length === 0 ? nothing : html`<ul class="spoken">${spoken.map((each) => html`<li>${told(each, words)}</li>`)}</ul>`}`,
          )
    }
    ${variants === undefined ? nothing : part("variants", variants, html`${say("otherWordingsOfThe")}`)}
    ${rerank === undefined ? nothing : part("rerank", rerank.adds, html`${say("readTogetherWithThe", { logit: fixed(rerank.logit) })}`)}
    ${evidence === undefined ? nothing : html`<li data-part="evidence"><span class="adds">× ${fixed(evidence)}</span><span>${say("theKindOfDocument")}</span></li>`}
  </ul>`;
}

function part(name: string, adds: number, words: unknown) {
  return html`<li data-part=${name}><span class="adds">+ ${fixed(adds)}</span><span>${words}</span></li>`;
}

function termsOf(terms: readonly { readonly term: string; readonly score: number }[], words: Words): string {
  const best = [...terms].sort((a, b) => b.score - a.score).slice(0, MOST_TERMS);
  const more = terms.length - best.length;
  return (
    best.map(({ term, score }) => `${whole(term, words)} ${fixed(score)}`).join(", ") +
    (more > 0 ? say("andMore", { more }) : "")
  );
}

/** Returns `terms`, one or several, as whole words. */
function whole(terms: string, words: Words): string {
  return terms
    .split(" ")
    .map((term) => (Object.hasOwn(words, term) ? words[term] : term))
    .join(" ");
}

function told({ asked: terms, concept }: Spoken, words: Words): string {
  const asked = whole(terms, words);
  return concept === undefined
    ? say("inTheRecordsWords", { asked })
    : `${asked}: ${concept.label} (${RELATIONS[concept.relation]}${CONTEXTS[concept.context]})`;
}

function fixed(figure: number): string {
  return number(figure, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}
