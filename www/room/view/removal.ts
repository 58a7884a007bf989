/** Taking one file away: a button, and the question whether it is meant. */
import { LitElement, css, html } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import type { SourceFile } from "../engine/kept.ts";
import { shared } from "./theme.ts";
import { say } from "../words/first.ts";

/** Fires `remove-source` with the {@link SourceFile}, out of its shadow, once the person has said yes. */
@customElement("chaperone-removal")
export class RemovalView extends LitElement {
  @property({ attribute: false }) accessor file!: SourceFile;
  @property({ attribute: false }) accessor busy = false;
  /** Whether it is asked if it is meant. */
  @property({ type: Boolean, reflect: true }) accessor asked = false;
  @query("[data-remove]") private accessor button!: HTMLElement | null;
  @query("#spare") private accessor spare!: HTMLElement | null;

  static override readonly styles = [
    shared,
    css`
      :host { display: block; min-width: 0; }
      .ask { display: grid; gap: 0.625rem; padding-top: 0.25rem; }
      button { min-height: 2.25rem; padding: 0.25rem 0.75rem; font-size: 0.875rem; }
      .danger { color: var(--bad); border-color: var(--bad); }
      .danger:hover:not(:disabled) { color: var(--bad); border-color: var(--bad); background: var(--bad-ground); }
    `,
  ];

  override render() {
    const { label, kept, read } = this.file;
    if (!this.asked)
      return html`<button data-remove=${label} aria-label=${say("remove", { label })} ?disabled=${this.busy} @click=${() => this.#ask(true)}>${say("removeFile")}</button>`;
    const goes = [read ? say("itsRecordsLeaveThis") : "", kept ? say("theSealedCopyOn") : ""];
    return html`<div class="ask">
      <p class="small" role="alert">${say("removeThisFileAnswers", { goes: goes.filter((each) => each !== "").join(say("and")) })}</p>
      <div class="row">
        <button class="danger" id="remove" ?disabled=${this.busy} @click=${() => this.#remove()}>${say("removeIt")}</button>
        <button id="spare" ?disabled=${this.busy} @click=${() => this.#ask(false)}>${say("leaveIt")}</button>
      </div>
    </div>`;
  }

  async #ask(asked: boolean): Promise<void> {
    this.asked = asked;
    await this.updateComplete;
    (asked ? this.spare : this.button)?.focus();
  }

  #remove(): void {
    this.asked = false;
    const detail = this.file;
    this.dispatchEvent(new CustomEvent<SourceFile>("remove-source", { detail, bubbles: true, composed: true }));
  }
}
