/** The records: loading a file or the samples, and what was read. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { fileName } from "../../shell/public-file.ts";
import type { Fetching } from "../engine/calls.ts";
import type { Added, Holdings, Progress } from "../engine/types.ts";
import { shared } from "./theme.ts";

/** Something that was read, or why it was not. */
export interface Reading {
  readonly name: string;
  readonly added?: Added;
  readonly failure?: string;
}

/** Fires `add-files` with the chosen `File[]`, and `add-samples`. */
@customElement("chaperone-records")
export class RecordsView extends LitElement {
  @property({ attribute: false }) accessor ready = false;
  @property({ attribute: false }) accessor busy = false;
  @property({ attribute: false }) accessor readings: readonly Reading[] = [];
  @property({ attribute: false }) accessor holdings: Holdings | undefined;
  @property({ attribute: false }) accessor progress: Progress | Fetching | undefined;
  /** Why search by meaning is not to be had, if it is not. */
  @property({ attribute: false }) accessor searchNotice = "";
  @state() private accessor over = false;

  static override readonly styles = [
    shared,
    css`
      .drop { border: 2px dashed var(--line-strong); border-radius: 0.5rem; padding: 1rem; display: grid; gap: 0.75rem; justify-items: start; }
      .drop.over { border-color: var(--accent); background: var(--quote); }
      .choose { position: relative; display: inline-flex; align-items: center; }
      .choose input { position: absolute; inset: 0; opacity: 0; width: 100%; cursor: pointer; font-size: 0; }
      .choose:focus-within { outline: 3px solid var(--accent); outline-offset: 2px; }
      .choose[aria-disabled="true"] { opacity: 0.55; }
      .progress { font-weight: 400; }
      dl { margin: 0; display: grid; grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr)); gap: 0.75rem; }
      dl > div { padding: 0.625rem 0.75rem; background: var(--ground); border-radius: 0.5rem; }
      dt { color: var(--ink-soft); font-size: 0.875rem; }
      dd { margin: 0; font-size: 1.25rem; font-weight: 600; font-variant-numeric: tabular-nums; }
    `,
  ];

  override render() {
    const idle = this.ready && !this.busy;
    return html`
      <section aria-labelledby="title">
        <h2 id="title">Records</h2>
        <p class="soft">FHIR bundles as JSON, also gzipped. They are read in this room and go nowhere.</p>
        <div
          class="drop ${this.over ? "over" : ""}"
          @dragover=${this.#dragOver}
          @dragleave=${() => (this.over = false)}
          @drop=${this.#drop}
        >
          <div class="row">
            <span class="button choose" aria-disabled=${String(!idle)}>
              Choose files
              <input id="files" type="file" multiple ?disabled=${!idle} aria-label="Choose files of records" accept=".json,.ndjson,.gz,application/json" @change=${this.#chosen} />
            </span>
            <button id="samples" ?disabled=${!idle} @click=${() => this.dispatchEvent(new Event("add-samples"))}>Use sample records</button>
          </div>
          <p class="soft small">or drop files here</p>
        </div>
        <div role="status" aria-live="polite">${this.#summary()}</div>
        ${this.#progress()} ${this.searchNotice === "" ? nothing : html`<p class="notice">${this.searchNotice}</p>`}
        ${this.#details()}
      </section>
    `;
  }

  #summary() {
    const { holdings } = this;
    if (!this.ready) return html`<p class="soft">The engine is being loaded and checked…</p>`;
    if (holdings === undefined || holdings.files === 0) return nothing;
    const figures: [string, number][] = [
      ["Patients", holdings.patients],
      ["Documents", holdings.documents],
      ["Facts", holdings.facts],
      ["Passages", holdings.passages],
    ];
    return html`<dl>${figures.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value.toLocaleString("en")}</dd></div>`)}</dl>`;
  }

  #progress() {
    const { progress } = this;
    if (progress === undefined || progress.done >= progress.total) {
      const { embedded = 0, passages = 0 } = this.holdings ?? {};
      return embedded > 0 && embedded === passages
        ? html`<p class="soft small">Search by meaning is ready.</p>`
        : nothing;
    }
    const text =
      progress.status === "reading"
        ? "Reading"
        : progress.status === "fetching"
          ? `Fetching ${fileName(progress.file)}: ${megabytes(progress.done)} of ${megabytes(progress.total)} MB`
          : `Preparing search by meaning: ${progress.done} of ${progress.total} passages. You can ask already.`;
    return html`<label class="progress small soft">${text}<progress max=${progress.total} value=${progress.done}></progress></label>`;
  }

  #details() {
    if (this.readings.length === 0) return nothing;
    const skipped = this.readings.reduce((sum, { added }) => sum + (added?.skipped.length ?? 0), 0);
    return html`
      ${this.readings.filter(({ failure }) => failure !== undefined).map(({ name, failure }) => html`<p class="notice bad" role="alert">${name}: ${failure}</p>`)}
      <details>
        <summary>What was read${skipped === 0 ? "" : `, and ${skipped} ${skipped === 1 ? "thing" : "things"} skipped`}</summary>
        <ul class="small">
          ${this.readings.map(({ name, added }) =>
            added === undefined
              ? nothing
              : html`<li>
                  ${name}: ${added.alreadyRead ? "had been read before" : `${added.patients} patients, ${added.documents} documents, ${added.facts} facts`}
                  ${
                    added.skipped.length + added.setAside.length === 0
                      ? nothing
                      : html`<ul>
                        ${added.skipped.slice(0, 50).map(({ path, reason }) => html`<li>${path}: ${reason}</li>`)}
                        ${added.setAside.map(({ resourceType, count }) => html`<li>${resourceType}: ${count}, no document is made from these</li>`)}
                      </ul>`
                  }
                </li>`,
          )}
        </ul>
      </details>
    `;
  }

  #chosen({ target }: Event): void {
    const input = target as HTMLInputElement;
    this.#add(Array.from(input.files ?? []));
    input.value = "";
  }

  #dragOver(event: DragEvent): void {
    event.preventDefault();
    this.over = true;
  }

  #drop(event: DragEvent): void {
    event.preventDefault();
    this.over = false;
    if (this.ready && !this.busy) this.#add(Array.from(event.dataTransfer?.files ?? []));
  }

  #add(files: File[]): void {
    if (files.length > 0) this.dispatchEvent(new CustomEvent<File[]>("add-files", { detail: files }));
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toLocaleString("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}
