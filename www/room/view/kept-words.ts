/** The words of a question that stay here, each with its reason, and those that the person lets leave. */
import { html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import { isOnThisDevice } from "../engine/device/address.ts";
import type { WithheldWord } from "../engine/types.ts";
import { KeptBackView } from "./kept-back.ts";
import { many } from "./words.ts";
import { say as first } from "../words/first.ts";
import { say } from "../words/leaves.ts";
import { spoken } from "../words/say.ts";

/** A word of the question, and whether it may leave. */
export interface Allowance {
  readonly word: string;
  readonly allowed: boolean;
}

/** Fires `allow` ({@link Allowance}). */
@customElement("chaperone-kept-words")
export class KeptWordsView extends KeptBackView {
  /** The question as it was asked. */
  @property({ attribute: false }) accessor question = "";

  override render() {
    const { draft } = this;
    if (draft === undefined) return nothing;
    const { withheldWords, allowedWords: allowed, byLexicon } = draft;
    const isHere = isOnThisDevice(draft.request.url);
    const kept = withheldWords.filter(({ instruction }) => !instruction);
    const parts = withheldWords.filter(({ instruction }) => instruction);
    const limited = html`${parts.length === 0 ? nothing : this.#instructions(parts)}${
      byLexicon
        ? nothing
        : html`<p class=${isHere ? "small" : "notice bad"} id="no-lexicon">${say(isHere ? "theWordListCould" : "nothingWithoutList")}</p>`
    }`;
    if (kept.length + allowed.length === 0) return limited;
    const said = [
      ...(kept.length === 0 ? [] : [say("ofYourQuestionKept", { words: many(kept.length, "word") })]),
      ...(allowed.length === 0 ? [] : [say("letLeaveByYou", { words: many(allowed.length, "word") })]),
    ];
    return html`${limited}
      <details ?open=${!this.sent}>
        <summary>${said.join(", ")}</summary>
        <ul class="small">
          ${kept.map((word) => this.#kept(word))} ${allowed.map((word) => this.#allowed(word))}
        </ul>
      </details>`;
  }

  /** The parts of the question that are kept back, because they read like instructions. */
  #instructions(parts: readonly WithheldWord[]) {
    const text = ({ start, end }: WithheldWord): string => this.question.slice(start, end);
    const all = parts.map(text).join("").length >= this.question.trim().length;
    return html`<div class="notice" id="instructions" role="note">
      <p>${say(all ? "readsLikeAnInstruction" : "partReadsLikeOne")}</p>
      <ul class="small">
        ${parts.map((part) => this.#kept(part))}
      </ul>
    </div>`;
  }

  #kept({ start, end, reason, mayBeAllowed }: WithheldWord) {
    const word = this.question.slice(start, end);
    return html`<li>
      <span>${first("stays", { word, reason: spoken(reason) })}${mayBeAllowed ? nothing : html` <span class="soft">${first("itCannotBeLet")}</span>`}</span>
      ${mayBeAllowed && !this.sent ? html`<button data-allow=${word} aria-label=${first("theWordMayLeave", { word })} @click=${() => this.#change(word, true)}>${first("mayLeaveAgain")}</button>` : nothing}
    </li>`;
  }

  #allowed(word: string) {
    return html`<li>
      <span>${first("leavesBecauseYouLet", { word })}</span>
      ${this.sent ? nothing : html`<button data-keep=${word} aria-label=${first("keepBackTheWord", { word })} @click=${() => this.#change(word, false)}>${first("keepBackThis")}</button>`}
    </li>`;
  }

  #change(word: string, allowed: boolean): void {
    const allowance: Allowance = { word, allowed };
    this.change("allow", allowance);
  }
}
