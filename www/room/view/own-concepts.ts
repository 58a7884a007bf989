/** The vocabulary of concepts: that of this page, and the person's own UMLS on top of it. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { CallEvent } from "../engine/calls.ts";
import type { EngineClient } from "../engine/client.ts";
import type { Known } from "../engine/types.ts";
import { fileField } from "./file-field.ts";
import { shared } from "./theme.ts";
import { isCancelled, told } from "./told.ts";
import { number, size } from "./words.ts";
import { rich, say } from "../words/settings.ts";

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
      button { min-height: 2.25rem; padding: 0.25rem 0.75rem; font-size: 0.875rem; }
    `,
  ];

  override render() {
    const { work } = this;
    return html`<section aria-labelledby="title"><h2 id="title">${say("theVocabularyOfMedical")}</h2><details @toggle=${this.#look}>
      <summary class="small">${say("readYourOwnUmls")}</summary>
      <div>
        <p class="small" role="status" id="known">${this.#known()}</p>
        <p class="soft small">${rich("itHoldsWhatDiseases", { names: html`<code>MRCONSO.RRF</code>`, relations: html`<code>MRREL.RRF</code>`, command: html`<code>chaperone models concepts</code>` })}</p>
        ${fileField({ id: "files", label: say("filesOfYourUmls"), multiple: true, disabled: work !== undefined || !this.ready })}
        ${
          work === undefined
            ? html`<button id="use" ?disabled=${!this.ready} @click=${this.#use}>${say("readThem")}</button>`
            : html`<progress max=${Math.max(work.total, 1)} value=${work.done} aria-label=${say("readingTheUmls")}></progress>
                <div class="row"><span class="small soft" role="status">${say("doneOfTotal", { done: size(work.done), total: size(work.total) })}</span><button id="cancel" @click=${() => this.#run?.abort()}>${say("cancel")}</button></div>`
        }
        ${this.failure === "" ? nothing : html`<p class="notice bad" role="alert" id="failure">${this.failure}</p>`}
      </div>
    </details></section>`;
  }

  #known() {
    if (this.known === undefined) return nothing;
    const { concepts, names, bytes } = this.known;
    if (concepts === 0) return say("theVocabularyCouldNot");
    const whose = this.own ? say("yoursAndThatOf") : say("thatOfThisPage");
    return say("conceptsWithNamesIn", { whose, concepts: number(concepts), names: number(names), bytes: size(bytes) });
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
      this.failure = isCancelled(error) ? "" : say("theVocabularyBeforeStays", { error: told(error) });
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
