/** What of a query or a question would leave, with the words that stay, each with its reason; those that may be let leave have a button. */
import { html, nothing } from "lit";
import type { Finding, WithheldWord } from "../../engine/types.ts";
import { say as first } from "../../words/first.ts";
import { spoken } from "../../words/say.ts";
import { size } from "../words.ts";
import { say } from "../../words/library.ts";

/** Words of a text that stay, and those that the person lets leave. */
export interface Kept {
  readonly text: string;
  readonly withheld: readonly WithheldWord[];
  readonly allowed: readonly string[];
  readonly byLexicon: boolean;
}

/** Renders the words that stay and those that were let leave; `change` hears of a press. */
export function keptWords({ text, withheld, allowed, byLexicon }: Kept, change: (allowed: string[]) => void) {
  const staying = new Set(withheld.map(({ start, end }) => text.slice(start, end)));
  // What was let leave and stays all the same has no more than its one line.
  const left = allowed.filter((word) => !staying.has(word));
  const stays = ({ start, end, reason, mayBeAllowed: may }: WithheldWord) => {
    const word = text.slice(start, end);
    const mayBeAllowed = may && !allowed.includes(word);
    return html`<li>
      <span>${first("stays", { word, reason: spoken(reason) })}${mayBeAllowed ? nothing : html` <span class="soft">${first("itCannotBeLet")}</span>`}</span>
      ${mayBeAllowed ? html`<button data-allow=${word} aria-label=${first("theWordMayLeave", { word })} @click=${() => change([...allowed, word])}>${first("mayLeaveAgain")}</button>` : nothing}
    </li>`;
  };
  const leaves = (word: string) => html`<li>
    <span>${first("leavesBecauseYouLet", { word })}</span>
    <button data-keep=${word} aria-label=${first("keepBackTheWord", { word })} @click=${() => change(allowed.filter((each) => each !== word))}>${first("keepBackThis")}</button>
  </li>`;
  return html`${byLexicon ? nothing : html`<p class="small">${say("fewWordsWithoutList")}</p>`}
    ${withheld.length + left.length === 0 ? nothing : html`<ul class="kept small" aria-label=${say("wordsThatStay")}>${withheld.map(stays)}${left.map(leaves)}</ul>`}`;
}

/** Renders why the review refuses a request. */
export function refusals(findings: readonly Finding[]) {
  if (findings.length === 0) return nothing;
  return html`<p class="notice bad" role="alert">${first("theReviewRefusedThis")}</p>
    <ul class="small">${findings.map(({ reason, fix }) => html`<li>${spoken(reason)} ${first("whatToDo")} ${spoken(fix)}</li>`)}</ul>`;
}

/** Renders a request, byte for byte. */
export function exactly(request: { readonly method: string; readonly url: string; readonly body: string }) {
  return html`<details class="exact">
    <summary>${first("theExactRequest", { size: size(new TextEncoder().encode(request.body).length) })}</summary>
    <p class="small">${request.method} ${request.url}</p>
    <pre tabindex="0" role="group" aria-label=${first("bodyOfTheRequest")}>${request.body}</pre>
  </details>`;
}
