/** The files that the records came from, each of which can be taken away. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { SourceFile } from "../engine/calls.ts";
import { shared } from "./theme.ts";
import { many, size } from "./words.ts";

/** Files from which on there is a field to find one. */
const MANY = 12;
/** Rows that are shown. */
const ROWS = 100;

/** Fires `list` when it is opened, and `remove-source` with the {@link SourceFile} once the person has said yes. */
@customElement("chaperone-sources")
export class SourcesView extends LitElement {
  /** Empty until the list was asked for. */
  @property({ attribute: false }) accessor files: readonly SourceFile[] = [];
  @property({ attribute: false }) accessor busy = false;
  /** What became of the last removal, in words. */
  @property({ attribute: false }) accessor outcome: { readonly done: boolean; readonly words: string } | undefined;
  @state() private accessor asked: string | undefined;
  @state() private accessor wanted = "";
  @query("summary") private accessor summary!: HTMLElement;

  static override readonly styles = [
    shared,
    css`
      summary { font-weight: 500; }
      .files { list-style: none; padding: 0; max-height: min(32rem, 70vh); overflow: auto; }
      .files > li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.25rem 0.75rem; align-items: center; padding: 0.5rem 0.25rem; border-top: 1px solid var(--line); }
      .files > li > .ask { grid-column: 1 / -1; display: grid; gap: 0.625rem; }
      .name { overflow-wrap: anywhere; font-weight: 500; }
      .files button { min-height: 2.25rem; padding: 0.25rem 0.75rem; font-size: 0.875rem; }
      .danger { color: var(--bad); border-color: var(--bad); }
      .danger:hover:not(:disabled) { color: var(--bad); border-color: var(--bad); background: var(--bad-ground); }
    `,
  ];

  override render() {
    const { files, outcome } = this;
    const found = files.filter(({ label }) => label.toLowerCase().includes(this.wanted.toLowerCase()));
    return html`
      <div role="status" id="outcome">${outcome === undefined ? nothing : html`<p class="notice ${outcome.done ? "good" : "bad"}">${outcome.words}</p>`}</div>
      <details id="sources" @toggle=${this.#toggled}>
        <summary>See or remove single files</summary>
        ${files.length <= MANY ? nothing : html`<label class="small">Find a file<input type="text" id="wanted" spellcheck="false" autocapitalize="off" @input=${({ target }: Event) => (this.wanted = (target as HTMLInputElement).value)} /></label>`}
        <ul class="files" aria-label="Files">${found.slice(0, ROWS).map((file) => this.#row(file))}</ul>
        ${found.length <= ROWS ? nothing : html`<p class="small soft">… and ${many(found.length - ROWS, "more file")}; find one by its name.</p>`}
      </details>
    `;
  }

  #row(file: SourceFile) {
    const { label, sha256, bytes, kept, read } = file;
    const asked = this.asked === sha256;
    const goes = [
      read ? "its records leave this session" : "",
      kept ? "the sealed copy on this device is removed" : "",
    ];
    return html`<li data-file=${label}>
      <div>
        <div class="name">${label}</div>
        <div class="small soft">${size(bytes)}${kept ? " · kept, sealed" : ""}${read ? "" : " · not in this session"}</div>
      </div>
      ${asked ? nothing : html`<button data-remove=${label} aria-label="Remove ${label}" ?disabled=${this.busy} @click=${() => this.#ask(sha256)}>Remove…</button>`}
      ${
        asked
          ? html`<div class="ask">
              <p class="small" role="alert">Remove this file: ${goes.filter((each) => each !== "").join(", and ")}. Answers that quote it go, too. The other files stay, and are read again. Your own file is not touched.</p>
              <div class="row">
                <button class="danger" id="remove" ?disabled=${this.busy} @click=${() => this.#remove(file)}>Remove it</button>
                <button id="spare" ?disabled=${this.busy} @click=${() => this.#ask(undefined)}>Leave it</button>
              </div>
            </div>`
          : nothing
      }
    </li>`;
  }

  #toggled({ target }: Event): void {
    this.asked = undefined;
    if ((target as HTMLDetailsElement).open) this.dispatchEvent(new Event("list"));
  }

  async #ask(sha256: string | undefined): Promise<void> {
    const before = this.files.find((file) => file.sha256 === this.asked)?.label;
    this.asked = sha256;
    await this.updateComplete;
    const at = sha256 === undefined ? `[data-remove="${CSS.escape(before ?? "")}"]` : "#spare";
    this.renderRoot.querySelector<HTMLElement>(at)?.focus();
  }

  #remove(file: SourceFile): void {
    this.asked = undefined;
    this.summary.focus();
    this.dispatchEvent(new CustomEvent<SourceFile>("remove-source", { detail: file }));
  }
}
