/**
 * The public passages that stand before what would leave, as they are, and those that were found and stay; with the way to leave them out. They are of the
 * person's own files of literature alone.
 */
import { LitElement, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Allowance } from "../kept-words.ts";
import type { Draft } from "../../engine/types.ts";
import { shared } from "../theme.ts";
import { say } from "../../words/library.ts";
import { ownFiles } from "./own-files.ts";
import { box } from "./results.ts";
import { styles } from "./styles.ts";

/** Fires, from what it stands in, `allow` for no word: the draft is prepared anew. */
@customElement("chaperone-told")
export class ToldView extends LitElement {
  @property({ attribute: false }) accessor draft: Draft | undefined;
  /** Whether the draft was approved. */
  @property({ attribute: false }) accessor sent = false;
  /** Whether it is of a thought process, each of whose requests has them. */
  @property({ type: Boolean }) accessor each = false;

  static override readonly styles = [shared, styles];

  override render() {
    const { literature, alone = false } = this.draft ?? {};
    const way = this.sent || this.each || alone || ownFiles.libraries === undefined;
    if (literature === undefined) {
      if (way || ownFiles.tells) return nothing;
      return html`<p class="small" id="untold">${say("theModelIsNotTold")} ${this.#way(true)}</p>`;
    }
    const { told, stays } = literature;
    const some = this.sent ? "publicPassagesLeft" : this.each ? "publicPassagesWithEach" : "publicPassagesLeave";
    const title = told.length === 0 ? say("noPublicPassage") : say(some, { count: told.length });
    return html`<section aria-labelledby="told-title">
      ${this.each ? html`<h4 id="told-title">${title}</h4>` : html`<h5 id="told-title">${title}</h5>`}
      <p class="soft small">${say("foundByTheWords")}</p>
      ${told.length === 0 ? nothing : html`<ol id="told-public">${told.map((hit, at) => box(hit, { number: at + 1 }))}</ol>`}
      ${
        stays.length === 0
          ? nothing
          : html`<details>
              <summary>${say("publicPassagesStay", { count: stays.length })}</summary>
              <p class="soft small">${say("whyPassagesStay")}</p>
              <ol id="stays-public">${stays.map((hit) => box(hit))}</ol>
            </details>`
      }
      ${way || told.length === 0 ? nothing : this.#way(false)}
    </section>`;
  }

  #way(tells: boolean) {
    return html`<button id="tell-public" @click=${() => this.#choose(tells)}>${say(tells ? "tellOfThem" : "leaveThemOut")}</button>`;
  }

  #choose(tells: boolean): void {
    ownFiles.choose(tells);
    const root = this.getRootNode();
    const detail: Allowance = { word: "", allowed: false };
    if (root instanceof ShadowRoot) root.host.dispatchEvent(new CustomEvent("allow", { detail }));
  }
}
