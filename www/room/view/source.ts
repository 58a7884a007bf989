/** The source reader: a document of the records, with the quoted passage marked. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import type { SourceView as Source } from "../engine/types.ts";
import { shared } from "./theme.ts";

@customElement("chaperone-source")
export class SourceView extends LitElement {
  @property({ attribute: false }) accessor source: Source | undefined;
  @query("dialog") private accessor dialog!: HTMLDialogElement;

  static override readonly styles = [
    shared,
    css`
      dialog { width: min(48rem, calc(100vw - 2rem)); max-height: calc(100vh - 2rem); padding: 0; border: 1px solid var(--line-strong); border-radius: var(--radius); background: var(--sheet); color: var(--ink); }
      dialog::backdrop { background: rgb(0 0 0 / 0.45); }
      header { position: sticky; top: 0; display: flex; gap: 1rem; justify-content: space-between; align-items: center; padding: 0.875rem 1.25rem; background: var(--sheet); border-bottom: 1px solid var(--line); }
      .text { padding: 1.25rem; white-space: pre-wrap; overflow-wrap: anywhere; }
      mark { background: var(--quote); color: inherit; border-inline-start: 4px solid var(--quote-line); padding: 0.125rem 0.375rem; box-decoration-break: clone; }
    `,
  ];

  /** Shows `source`, with its passage in sight. */
  async show(source: Source): Promise<void> {
    this.source = source;
    await this.updateComplete;
    this.dialog.showModal();
    this.renderRoot.querySelector("mark")?.scrollIntoView({ block: "center" });
  }

  override render() {
    const { source } = this;
    return html`<dialog aria-labelledby="title">
      ${
        source === undefined
          ? nothing
          : html`<header>
              <h2 id="title">${source.title}</h2>
              <button id="close" @click=${() => this.dialog.close()}>Close</button>
            </header>
            <div class="text">${source.text.slice(0, source.start)}<mark>${source.text.slice(source.start, source.end)}</mark>${source.text.slice(source.end)}</div>`
      }
    </dialog>`;
  }
}
