/** Why a passage was found, in words: what each part of its score adds, and which concepts it speaks of. */
import { css, html, nothing } from "lit";
import type { Hit, Spoken } from "../engine/types.ts";

export const whyStyles = css`
  .parts { list-style: none; margin: 0; padding: 0; display: grid; gap: 0.25rem; }
  .parts li { display: grid; grid-template-columns: 4.5rem minmax(0, 1fr); gap: 0.75rem; align-items: baseline; }
  .adds { font-variant-numeric: tabular-nums; text-align: end; font-weight: 600; }
  .spoken { margin: 0.125rem 0 0; padding-inline-start: 1.125rem; }
`;

/** Terms of the question that are listed at most. */
const MOST_TERMS = 8;

const RELATIONS = {
  same: "the same",
  narrower: "a kind of it",
  related: "has to do with it",
  broader: "broader",
} as const;
const CONTEXTS = {
  affirmed: "",
  past: ", as past",
  possible: ", as possible",
  denied: ", as not so",
  family: ", of the family",
} as const;

/** Returns the parts of `hit`, what each adds first. */
export function why({ keyword, dense, concept, spoken = [], variants, rerank, evidence }: Hit) {
  return html`<ul class="parts small">
    ${
      keyword === null
        ? nothing
        : part("terms", keyword.adds, html`words, place ${keyword.rank}: ${termsOf(keyword.bm25.terms)}`)
    }
    ${dense === null ? nothing : part("vector", dense.adds, html`meaning, place ${dense.rank}: cosine ${fixed(dense.cosine)}`)}
    ${
      spoken.length === 0 && concept === undefined
        ? nothing
        : part(
            "concepts",
            concept?.adds ?? 0,
            html`${concept === undefined ? "concepts:" : html`concepts: ${fixed(concept.covered)} of ${fixed(concept.of)} asked for`}
              ${spoken.length === 0 ? nothing : html`<ul class="spoken">${spoken.map((each) => html`<li>${told(each)}</li>`)}</ul>`}`,
          )
    }
    ${variants === undefined ? nothing : part("variants", variants, html`other wordings of the question`)}
    ${rerank === undefined ? nothing : part("rerank", rerank.adds, html`read together with the question: ${fixed(rerank.logit)}`)}
    ${evidence === undefined ? nothing : html`<li data-part="evidence"><span class="adds">× ${fixed(evidence)}</span><span>the kind of document, in the figures above</span></li>`}
  </ul>`;
}

function part(name: string, adds: number, words: unknown) {
  return html`<li data-part=${name}><span class="adds">+ ${fixed(adds)}</span><span>${words}</span></li>`;
}

function termsOf(terms: readonly { readonly term: string; readonly score: number }[]): string {
  const best = [...terms].sort((a, b) => b.score - a.score).slice(0, MOST_TERMS);
  const more = terms.length - best.length;
  return best.map(({ term, score }) => `${term} ${fixed(score)}`).join(", ") + (more > 0 ? `, and ${more} more` : "");
}

function told({ asked, concept }: Spoken): string {
  return concept === undefined
    ? `${asked}: in the records’ words`
    : `${asked}: ${concept.label} (${RELATIONS[concept.relation]}${CONTEXTS[concept.context]})`;
}

function fixed(figure: number): string {
  return figure.toFixed(2);
}
