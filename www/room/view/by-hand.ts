/** What a person keeps back by hand of what would leave: entries and notes, and words. */
import { css, html, nothing } from "lit";
import { customElement, query } from "lit/decorators.js";
import { offersOf, type Held, type Offer } from "./held.ts";
import { KeptBackView } from "./kept-back.ts";
import { many } from "./words.ts";
import { say as first } from "../words/first.ts";
import { say } from "../words/leaves.ts";

/** Fires `withhold` ({@link Held}). */
@customElement("chaperone-by-hand")
export class ByHandView extends KeptBackView {
  @query("input") private accessor field!: HTMLInputElement | null;

  static override readonly styles = [
    KeptBackView.styles,
    css`
      ul { max-height: 22rem; overflow: auto; }
      li > span { flex: 1 1 12rem; }
      #word { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: end; margin-top: 0.75rem; }
    `,
  ];

  override render() {
    const { draft } = this;
    if (draft === undefined) return nothing;
    const { passages, words } = draft.byHand;
    const count = passages.length + words.length;
    if (this.sent && count === 0) return nothing;
    return html`<details id="by-hand" ?open=${count > 0 && !this.sent}>
      <summary>${count === 0 ? say("keepSomethingBack") : say("keptBackByYou", { things: many(count, "thing") })}</summary>
      <ul class="small">
        ${passages.map((reference) => this.#kept(reference, { passages: [reference], kept: false }))}
        ${words.map((word) => this.#kept(`“${word}”`, { word, kept: false }))}
        ${this.sent ? nothing : offersOf(draft).map((offer) => this.#offered(offer))}
      </ul>
      ${this.sent ? nothing : this.#word()}
    </details>`;
  }

  #kept(name: string, held: Held) {
    return html`<li>
      <span>${say("staysBecauseYouKeep", { name })}</span>
      ${this.sent ? nothing : html`<button data-release=${name} aria-label=${say("mayLeave", { name })} @click=${() => this.#change(held)}>${first("mayLeaveAgain")}</button>`}
    </li>`;
  }

  #offered({ name, says, entries }: Offer) {
    return html`<li>
      <span>${name}: ${says}</span>
      <button data-withhold=${name} aria-label=${say("keepBack", { name, says })} @click=${() => this.#change({ passages: entries, kept: true })}>${first("keepBackThis")}</button>
    </li>`;
  }

  #word() {
    // The room takes no forms: its frame lets none be submitted.
    return html`<div id="word" role="group" aria-label=${say("keepBackAWord")}>
      <label class="small">${say("aWordToKeep")} <input id="withhold-word" type="text" autocomplete="off" spellcheck="false" maxlength="60" @keydown=${this.#entered} /></label>
      <button id="withhold" @click=${this.#keep}>${first("keepBackThis")}</button>
    </div>`;
  }

  readonly #entered = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && !event.isComposing) this.#keep();
  };

  readonly #keep = (): void => {
    const word = this.field?.value.trim() ?? "";
    if (word === "") return;
    if (this.field !== null) this.field.value = "";
    this.#change({ word, kept: true });
  };

  #change(held: Held): void {
    this.change("withhold", held);
  }
}
