/** The files that the records came from, each of which can be taken away. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { SourceFile } from "../engine/kept.ts";
import { focusWhereLost } from "./focused.ts";
import { shared } from "./theme.ts";
import { many, size } from "./words.ts";
import { say } from "../words/storage.ts";
import "./removal.ts";

/** Files from which on there is a field to find one. */
const MANY = 12;
/** Rows that are shown. */
const ROWS = 100;

/** Fires `list` when it is opened; `remove-source` comes through from its rows. */
@customElement("chaperone-sources")
export class SourcesView extends LitElement {
  /** Empty until the list was asked for. */
  @property({ attribute: false }) accessor files: readonly SourceFile[] = [];
  @property({ attribute: false }) accessor busy = false;
  /** What became of the last removal, in words. */
  @property({ attribute: false }) accessor outcome: { readonly done: boolean; readonly words: string } | undefined;
  @state() private accessor wanted = "";

  static override readonly styles = [
    shared,
    css`
      summary { font-weight: 500; }
      .files { list-style: none; padding: 0; max-height: min(32rem, 70vh); overflow: auto; }
      .files > li { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: center; justify-content: space-between; padding: 0.5rem 0.25rem; border-top: 1px solid var(--line); }
      .name { overflow-wrap: anywhere; font-weight: 500; }
    `,
  ];

  override render() {
    const { files, outcome } = this;
    const found = files.filter(({ label }) => label.toLowerCase().includes(this.wanted.toLowerCase()));
    return html`
      <div role="status" id="outcome" tabindex="-1">${outcome === undefined ? nothing : html`<p class="notice ${outcome.done ? "good" : "bad"}">${outcome.words}</p>`}</div>
      <details id="sources" @toggle=${this.#toggled}>
        <summary>${say("seeOrRemoveSingle")}</summary>
        ${files.length <= MANY ? nothing : html`<label class="small">${say("findAFile")}<input type="text" id="wanted" spellcheck="false" autocapitalize="off" @input=${({ target }: Event) => (this.wanted = (target as HTMLInputElement).value)} /></label>`}
        <ul class="files" aria-label=${say("files")}>${found.slice(0, ROWS).map((file) => this.#row(file))}</ul>
        ${found.length <= ROWS ? nothing : html`<p class="small soft">${say("andFindOneBy", { moreFiles: many(found.length - ROWS, "moreFile") })}</p>`}
      </details>
    `;
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    if (changed.has("outcome") && this.outcome !== undefined)
      focusWhereLost(this.renderRoot.querySelector<HTMLElement>("#outcome"));
  }

  #row(file: SourceFile) {
    const { label, bytes, kept, read } = file;
    return html`<li data-file=${label}>
      <div>
        <div class="name">${label}</div>
        <div class="small soft">${size(bytes)}${kept ? say("keptSealed") : ""}${read ? "" : say("notInThisSession")}</div>
      </div>
      <chaperone-removal .file=${file} .busy=${this.busy}></chaperone-removal>
    </li>`;
  }

  #toggled({ target }: Event): void {
    if ((target as HTMLDetailsElement).open) this.dispatchEvent(new Event("list"));
  }
}
