/** The vocabulary of concepts: that of this page, and the person's own UMLS on top of it. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { CallEvent } from "../engine/calls.ts";
import type { EngineClient } from "../engine/client.ts";
import type { Known } from "../engine/types.ts";
import { shared } from "./theme.ts";
import { isCancelled, told } from "./told.ts";
import { size } from "./words.ts";

@customElement("chaperone-own-concepts")
export class OwnConceptsView extends LitElement {
  @property({ attribute: false }) accessor engine!: EngineClient;
  @property({ type: Boolean }) accessor ready = false;
  @state() private accessor known: Known | undefined;
  @state() private accessor own = false;
  @state() private accessor work: { readonly done: number; readonly total: number } | undefined;
  @state() private accessor failure = "";
  @query("#files") private accessor files!: HTMLInputElement;
  #run: AbortController | undefined;

  static override readonly styles = [
    shared,
    css`
      details > div { display: grid; gap: 0.75rem; padding-top: 0.5rem; justify-items: start; }
      label { display: grid; gap: 0.25rem; }
      input { font: inherit; font-size: 0.875rem; max-width: 100%; min-width: 0; }
      button { min-height: 2.25rem; padding: 0.25rem 0.75rem; font-size: 0.875rem; }
    `,
  ];

  override render() {
    const { work } = this;
    return html`<section aria-labelledby="title"><h2 id="title">The vocabulary of medical concepts</h2><details @toggle=${this.#look}>
      <summary class="small">Read your own UMLS on top of it</summary>
      <div>
        <p class="small" role="status" id="known">${this.#known()}</p>
        <p class="soft small">It holds what diseases, findings and drugs are called, what is a kind of what, and what has to do with each other. You may read your own UMLS on top of it: <code>MRCONSO.RRF</code> and <code>MRREL.RRF</code>, or the file that <code>chaperone models concepts</code> made of them. It is read in this room, goes nowhere, and is not kept: the next visit begins with the vocabulary of this page.</p>
        <label class="small">Files of your UMLS <input id="files" type="file" multiple ?disabled=${work !== undefined || !this.ready} /></label>
        ${
          work === undefined
            ? html`<button id="use" ?disabled=${!this.ready} @click=${this.#use}>Read them</button>`
            : html`<progress max=${Math.max(work.total, 1)} value=${work.done} aria-label="Reading the UMLS"></progress>
                <div class="row"><span class="small soft" role="status">${size(work.done)} of ${size(work.total)}</span><button id="cancel" @click=${() => this.#run?.abort()}>Cancel</button></div>`
        }
        ${this.failure === "" ? nothing : html`<p class="notice bad" role="alert" id="failure">${this.failure}</p>`}
      </div>
    </details></section>`;
  }

  #known() {
    if (this.known === undefined) return nothing;
    const { concepts, names, bytes } = this.known;
    if (concepts === 0)
      return "The vocabulary could not be loaded: questions are understood by this program’s own tables.";
    const whose = this.own ? "Yours and that of this page" : "That of this page";
    return `${whose}: ${concepts.toLocaleString("en")} concepts with ${names.toLocaleString("en")} names, ${size(bytes)} in memory.`;
  }

  async #look(event: Event): Promise<void> {
    if (!(event.target as HTMLDetailsElement).open || this.known !== undefined || !this.ready) return;
    try {
      this.known = await this.engine.call("known", {});
    } catch (error) {
      this.failure = told(error);
    }
  }

  async #use(): Promise<void> {
    const files = Array.from(this.files.files ?? []);
    if (files.length === 0) return this.files.focus();
    const run = new AbortController();
    this.#run = run;
    this.failure = "";
    this.work = { done: 0, total: files.reduce((sum, file) => sum + file.size, 0) };
    try {
      const onEvent = (event: CallEvent): void => this.#hear(event);
      this.known = await this.engine.call("own-concepts", { files }, { signal: run.signal, onEvent });
      this.own = true;
    } catch (error) {
      this.failure = isCancelled(error) ? "" : `${told(error)} The vocabulary before stays in use.`;
    }
    this.work = undefined;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>("#use")?.focus();
  }

  #hear(event: CallEvent): void {
    if ("progress" in event && event.progress.status === "opening")
      this.work = { done: event.progress.done, total: event.progress.total };
  }
}
