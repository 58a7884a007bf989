/** A model's words, checked: as lines of text with what was found of each claim, and never as the model's own markup. */
import { css, html, nothing } from "lit";
import type { Answer, Checked, Coverage, Statements, Stretch, Tally, Verdict } from "../engine/types.ts";
import { SIGNS, VERDICT_WORDS, coverageWords, runsOfLines, type SentenceRun } from "./verdicts.ts";
import { say } from "../words/first.ts";
import { say as sayOf } from "../words/verdicts.ts";
import { spoken } from "../words/say.ts";

export const checkedStyles = css`
  .checked { display: grid; gap: 0.375rem; max-width: 46rem; overflow-wrap: anywhere; }
  .checked .item { padding-inline-start: 1.25rem; position: relative; }
  .checked .item::before { content: "•" / ""; position: absolute; inset-inline-start: 0.25rem; }
  .checked .heading { font-weight: 600; }
  .claim { border-radius: 0.1875rem; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
  .claim.supported { text-decoration: underline solid var(--good) 1.5px; text-underline-offset: 0.2em; }
  .claim.range-only { text-decoration: underline dashed var(--warn) 1.5px; text-underline-offset: 0.2em; }
  .claim.unsupported { text-decoration: line-through; text-decoration-thickness: 1.5px; color: var(--ink-soft); }
  .claim.contradicted { background: var(--bad-ground); color: var(--bad); padding: 0 0.1875em; font-weight: 600; }
  .claim.contradicted::after { content: " ⚑" / ""; font-weight: 400; }
  .stated.unchecked { color: var(--ink-soft); }
  .stated[data-sign]::after, .sign::before { content: attr(data-sign) / ""; font-weight: 600; text-decoration: none; white-space: nowrap; }
  .stated[data-sign]::after { margin-inline-start: 0.25em; }
  .stated.verified::after, .sign.verified::before { color: var(--good); }
  .stated.unchecked::after, .sign.unchecked::before { color: var(--ink-soft); }
  .why { display: grid; gap: 0.375rem; padding: 0; margin: 0; list-style: none; }
  .why li { display: grid; gap: 0.125rem; border-inline-start: 3px solid var(--line-strong); padding-inline-start: 0.625rem; overflow-wrap: anywhere; }
  .why li.contradicted { border-color: var(--bad); }
  .why li.range-only { border-color: var(--warn); }
  .sums { display: flex; flex-wrap: wrap; gap: 0.25rem 0.875rem; padding: 0; margin: 0; list-style: none; }
`;

/** Returns what was found of the words in block `at`; an answer that was kept by an earlier version has nothing of it. */
export function checkedOf({ checked = [] }: Answer, at: number): Checked | undefined {
  return checked.find(({ block }) => block === at);
}

/** Shows the words of a block, with the claims that do not hold and why below. */
export function checkedWords({ lines }: Checked) {
  const doubtful = lines
    .flatMap(({ stretches }) => stretches)
    .filter(({ verdict }) => verdict !== undefined && verdict !== "supported");
  const putBack = lines.some(({ stretches }) => stretches.some(({ surrogate }) => surrogate !== undefined));
  return html`<div class="checked" data-block="prose">
      ${runsOfLines(lines).map(({ form, runs }) => html`<p class=${form}>${runs.map(stated)}</p>`)}
    </div>
    ${putBack ? html`<p class="soft small">${say("dottedUnderlinePutBack")}</p>` : nothing}
    ${
      doubtful.length === 0
        ? nothing
        : html`<details class="small" data-why>
            <summary>${say("ofTheModelNot", { count: doubtful.length })}</summary>
            <ul class="why">${doubtful.map(
              ({ text, verdict, reason = "" }) =>
                html`<li class=${verdict ?? ""}><span>“${text}”: ${VERDICT_WORDS[verdict ?? "unsupported"]}.</span>${reason === "" ? nothing : html`<span class="soft">${spoken(reason)}</span>`}</li>`,
            )}</ul>
          </details>`
    }`;
}

/** Sentences that follow each other and of which the same is known: what it is is said once, behind the last of them. */
function stated({ standing, stretches, goesOn }: SentenceRun) {
  const words = stretches.map(stretch);
  if (standing === undefined) return words;
  const [title, spoken] =
    standing === "verified"
      ? [say("verifiedTitle"), say("verifiedSpoken")]
      : [say("uncheckedTitle"), say("uncheckedSpoken")];
  return html`<span class="stated ${standing}" title=${title} data-sign=${goesOn ? nothing : SIGNS[standing]}>${words}${goesOn ? nothing : html`<span class="hidden"> (${spoken})</span>`}</span>`;
}

/** Says how many of the model's sentences were worked out whole from the records, and what the signs mean. */
export function statedAll({ verified, marked, unchecked }: Statements) {
  if (verified + marked + unchecked === 0) return nothing;
  return html`<div class="small" role="note" data-statements>
    <p class="soft">${sayOf("sentencesAsWholes")}</p>
    <ul class="sums">
      ${verified === 0 ? nothing : html`<li><span class="sign verified" data-sign=${SIGNS.verified}></span> ${sayOf("verifiedCount", { count: verified })}</li>`}
      ${unchecked === 0 ? nothing : html`<li><span class="sign unchecked" data-sign=${SIGNS.unchecked}></span> ${sayOf("uncheckedCount", { count: unchecked })}</li>`}
      ${marked === 0 ? nothing : html`<li>${sayOf("markedCount", { count: marked })}</li>`}
    </ul>
  </div>`;
}

function stretch({ text, surrogate, verdict, reason = "" }: Stretch) {
  const inner =
    surrogate === undefined
      ? text
      : html`<span class="restored" title=${say("theModelWrote", { surrogate })}>${text}</span>`;
  if (verdict === undefined) return inner;
  const told = html`<span class="hidden"> (${VERDICT_WORDS[verdict]})</span>`;
  const title = reason === "" ? VERDICT_WORDS[verdict] : `${VERDICT_WORDS[verdict]}: ${spoken(reason)}`;
  // What holds is not spoken after every number: only what does not is told to who cannot see it.
  if (verdict === "supported") return html`<span class="claim supported" title=${title}>${inner}</span>`;
  return verdict === "unsupported"
    ? html`<s class="claim unsupported" title=${title}>${inner}${told}</s>`
    : html`<span class="claim ${verdict}" title=${title}>${inner}${told}</span>`;
}

/** Says how many of the model's claims hold. */
export function tallied({ supported, rangeOnly, unsupported, contradicted }: Tally) {
  if (supported + rangeOnly + unsupported + contradicted === 0) return nothing;
  const sums: readonly (readonly [Verdict, number, string])[] = [
    ["supported", supported, say("tallyHold")],
    ["range-only", rangeOnly, say("tallyRange")],
    ["unsupported", unsupported, say("struckNotInThe")],
    ["contradicted", contradicted, say("flaggedTheRecordsSay")],
  ];
  return html`<div class="small" role="note" data-tally>
    <p class="soft">${say("theModelsClaimsHeldTo")}</p>
    <ul class="sums">${sums.map(([verdict, count, words]) => (count === 0 ? nothing : html`<li><span class="claim ${verdict}">${count}</span> ${words}</li>`))}</ul>
  </div>`;
}

/** Says what was looked at, and what was not. */
export function covered(coverage: Coverage) {
  return html`<p class="soft small" data-coverage>${coverageWords(coverage)}</p>`;
}
