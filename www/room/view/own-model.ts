/** The model of search by meaning: the one of this build, or one of the person's own that they choose here. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { CallEvent, OwnFacts } from "../engine/calls.ts";
import type { EngineClient } from "../engine/client.ts";
import { fileField } from "./file-field.ts";
import { FETCHED } from "./step.ts";
import { shared } from "./theme.ts";
import { isCancelled, told } from "./told.ts";
import { number, size } from "./words.ts";
import { rich, say } from "../words/settings.ts";

/** What is being done, and how far it is; without figures it is not known. */
interface Work {
  readonly what: string;
  readonly done?: number;
  readonly total?: number;
}

/** Fires `changed` after every attempt to use another model, whatever came of it; before one it awaits {@link OwnModelView.halt}. */
@customElement("chaperone-own-model")
export class OwnModelView extends LitElement {
  @property({ attribute: false }) accessor engine!: EngineClient;
  @property({ type: Boolean }) accessor ready = false;
  /** Resolves once nothing is embedded any more. */
  @property({ attribute: false }) accessor halt!: () => Promise<void>;
  /** The model in use, where it is the person's own. */
  @state() private accessor own: { readonly name: string; readonly facts: OwnFacts } | undefined;
  @state() private accessor work: Work | undefined;
  @state() private accessor failure = "";
  @query("#model") private accessor model!: HTMLInputElement;
  @query("#tokenizer") private accessor tokenizer!: HTMLInputElement;
  @query("#pooling") private accessor pooling!: HTMLSelectElement;
  @query("#prefix") private accessor words!: HTMLInputElement;
  #run: AbortController | undefined;

  static override readonly styles = [
    shared,
    css`
      details > div { display: grid; gap: 0.75rem; padding-top: 0.5rem; justify-items: start; }
      .fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); gap: 0.75rem; width: 100%; }
      input[type="text"], select { font: inherit; font-size: 0.875rem; max-width: 100%; min-width: 0; }
      button { min-height: 2.25rem; padding: 0.25rem 0.75rem; font-size: 0.875rem; }
      code { overflow-wrap: anywhere; font-family: var(--mono); font-size: 0.8125rem; }
      .work { display: grid; gap: 0.375rem; width: 100%; }
    `,
  ];

  /** The name of the person's own model, where it is in use. */
  get inUse(): string | undefined {
    return this.own?.name;
  }

  /** Takes note that the person's own model is used no more, for the reason `error`. */
  end(error: unknown): void {
    this.own = undefined;
    this.failure = say("yourOwnModelIs", { error: told(error) });
    this.dispatchEvent(new Event("changed"));
  }

  override render() {
    // A build without what opens them offers none.
    if (!OWN_MODELS) return nothing;
    const { work } = this;
    const busy = work !== undefined;
    return html`
      <section aria-labelledby="title">
        <h2 id="title">${say("theModelOfSearch")}</h2>
        <div role="status" id="in-use">${this.#inUse()}</div>
        ${this.failure === "" ? nothing : html`<p class="notice bad" role="alert" id="failure">${this.failure}</p>`}
        <details>
          <summary class="small">${say("useAnEmbeddingModel")}</summary>
          <div>
            <p class="soft small">${rich("anOnnxExportOf", { tokenizer: html`<code>tokenizer.json</code>` })}</p>
            <div class="fields">
              ${fileField({ id: "model", label: say("modelOnnx"), accept: ".onnx", disabled: busy || !this.ready })}
              ${fileField({ id: "tokenizer", label: say("tokenizerTokenizerJson"), accept: ".json,application/json", disabled: busy || !this.ready })}
              <label class="small">${say("vectorOfAText")}
                <select id="pooling" ?disabled=${busy}><option value="mean">${say("theMeanOfIts")}</option><option value="cls">${say("itsFirstTokenCls")}</option></select>
              </label>
              <label class="small">${say("wordsBeforeAQuestion")} <input id="prefix" type="text" maxlength="200" autocomplete="off" spellcheck="false" ?disabled=${busy} /></label>
            </div>
            ${work !== undefined ? this.#working(work) : html`<button id="use" ?disabled=${!this.ready} @click=${this.#use}>${say("useThisModel")}</button>`}
          </div>
        </details>
      </section>
    `;
  }

  #inUse() {
    if (this.own === undefined) return html`<p class="small soft">${say("inUseTheModel", { model: SHIPPED })}</p>`;
    const { name, facts } = this.own;
    return html`<p class="small">${rich("inUseYourOwn", { name: html`<strong>${name}</strong>`, dimensions: facts.dimensions, tokens: facts.tokens, hash: html`<code>${facts.sha256}</code>` })}</p>
      ${facts.stated === undefined || facts.stated >= facts.tokens ? nothing : html`<p class="small soft" id="stated">${say("itsTokenizerSays", { stated: facts.stated, tokens: facts.tokens })}</p>`}
      ${facts.doubtful ? html`<p class="notice bad" id="doubtful">${say("theTokenizerIsProbably")}</p>` : nothing}
      ${
        facts.millis === undefined
          ? html`<p class="small soft" id="runs">${say("itRunsOnChaperones")}</p>`
          : html`<p class="notice" id="runs">${say("itIsOfA", { millis: number(facts.millis, { maximumSignificantDigits: 2 }) })}</p>`
      }
      <button id="back" ?disabled=${this.work !== undefined} @click=${this.#back}>${say("backToTheModel")}</button>`;
  }

  #working({ what, done, total }: Work) {
    return html`<div class="work">
      <progress max=${total ?? nothing} value=${done ?? nothing} aria-label=${say("openingTheModel")}></progress>
      <div class="row">
        <span class="small soft" role="status">${what}${done === undefined || total === undefined ? nothing : say("doneOfTotalAfter", { done: size(done), total: size(total) })}</span>
        <button id="cancel" @click=${() => this.#run?.abort()}>${say("cancel")}</button>
      </div>
    </div>`;
  }

  async #use(): Promise<void> {
    const [model, tokenizer] = [this.model.files?.[0], this.tokenizer.files?.[0]];
    if (model === undefined || tokenizer === undefined) {
      this.failure = say("chooseBothFilesThe");
      (model === undefined ? this.model : this.tokenizer).focus();
      return;
    }
    const pooling = this.pooling.value === "cls" ? "cls" : "mean";
    const files = { model, tokenizer, pooling, prefix: this.words.value } as const;
    await this.#change(say("openingTheModel"), async (signal) => {
      const facts = await this.engine.call("own-model", files, { signal, onEvent: (event) => this.#hear(event) });
      this.own = { name: model.name, facts };
    });
  }

  async #back(): Promise<void> {
    await this.#change(say("goingBack"), async () => {
      await this.engine.call("shipped-model", {});
      this.own = undefined;
    });
  }

  /** Changes the model by `act`. Nothing is embedded meanwhile, and whatever comes of it, embedding goes on after it. */
  async #change(what: string, act: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const run = new AbortController();
    this.#run = run;
    this.work = { what };
    this.failure = "";
    try {
      await this.halt();
      await act(run.signal);
    } catch (error) {
      const stays = this.own === undefined ? say("theModelOfThis") : say("theModelBeforeStays");
      this.failure = isCancelled(error) ? "" : `${told(error)} ${stays}`;
    }
    this.work = undefined;
    this.dispatchEvent(new Event("changed"));
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>("#use")?.focus();
  }

  #hear(event: CallEvent): void {
    if (!("progress" in event)) return;
    const { progress } = event;
    const { done, total } = progress;
    if (progress.status === "fetching") this.work = { what: FETCHED[progress.file], done, total };
    else if (progress.status === "opening")
      this.work = total === 0 ? { what: say("tryingTheModel") } : { what: say("readingTheModel"), done, total };
  }
}

/** What the model of this build is called. */
const SHIPPED = "all-MiniLM-L6-v2";
