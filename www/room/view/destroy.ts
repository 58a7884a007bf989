/** Destroying what is kept: folded away, and asked once more before it is done. */
import { LitElement, css, html } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { shared } from "./theme.ts";

/** Fires `destroy`. */
@customElement("chaperone-destroy")
export class DestroyView extends LitElement {
  /** What it is called. */
  @property() accessor label = "Destroy what is kept";
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
      <summary>${this.label}</summary>
      <div class="body">
        <p class="small">Everything kept on this device goes: the key, the files, what was computed from them, and the conversation.${this.session ? " This page forgets them, too." : ""} Your own files are not touched.</p>
        ${
          this.asked
            ? html`<p class="notice bad" id="sure" tabindex="-1" role="alert">This cannot be undone. Destroy it?</p>
                <div class="row">
                  <button class="danger" id="erase" ?disabled=${this.busy} @click=${() => this.dispatchEvent(new Event("destroy"))}>Yes, destroy it</button>
                  <button id="spare" ?disabled=${this.busy} @click=${() => this.#ask(false)}>No, keep it</button>
                </div>`
            : html`<div class="row"><button class="danger" id="ask-erase" ?disabled=${this.busy} @click=${() => this.#ask(true)}>Destroy it…</button></div>`
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
