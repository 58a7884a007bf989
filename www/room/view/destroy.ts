/** Destroying what is kept: folded away, and asked once more before it is done. */
import { LitElement, css, html } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { shared } from "./theme.ts";
import { say } from "../words/storage.ts";

/** Fires `destroy`. */
@customElement("chaperone-destroy")
export class DestroyView extends LitElement {
  /** What it is called. */
  @property() accessor label = "";
  @property({ attribute: false }) accessor busy = false;
  /** Whether the records are in this session, too. */
  @property({ attribute: false }) accessor session = false;
  @state() private accessor asked = false;

  static override readonly styles = [
    shared,
    css`
      .body { display: grid; gap: 0.75rem; }
      .danger { color: var(--bad); border-color: var(--bad); }
      .danger:hover:not(:disabled) { color: var(--bad); border-color: var(--bad); background: var(--bad-ground); }
    `,
  ];

  override render() {
    return html`<details id="destroy" @toggle=${() => (this.asked = false)}>
      <summary>${this.label === "" ? say("destroyWhatIsKept") : this.label}</summary>
      <div class="body">
        <p class="small">${say(this.session ? "everythingGoesAndSession" : "everythingKeptOnThis")}</p>
        ${
          this.asked
            ? html`<p class="notice bad" id="sure" tabindex="-1" role="alert">${say("thisCannotBeUndone")}</p>
                <div class="row">
                  <button class="danger" id="erase" ?disabled=${this.busy} @click=${() => this.dispatchEvent(new Event("destroy"))}>${say("yesDestroyIt")}</button>
                  <button id="spare" ?disabled=${this.busy} @click=${() => this.#ask(false)}>${say("noKeepIt")}</button>
                </div>`
            : html`<div class="row"><button class="danger" id="ask-erase" ?disabled=${this.busy} @click=${() => this.#ask(true)}>${say("destroyIt")}</button></div>`
        }
      </div>
    </details>`;
  }

  async #ask(asked: boolean): Promise<void> {
    this.asked = asked;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(asked ? "#spare" : "#ask-erase")?.focus();
  }
}
