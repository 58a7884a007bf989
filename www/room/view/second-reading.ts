/** The offer to have the best passages of a search read a second time, by a model that is fetched for it. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { EngineClient } from "../engine/client.ts";
import { READING_MILLIS } from "../engine/second-reading.ts";
import { shared } from "./theme.ts";
import { isCancelled, told } from "./told.ts";
import { size } from "./words.ts";
import { say } from "../words/settings.ts";

/** Passages that are read at most: `stages::PAIRS`. */
const PAIRS = 20;

/** Off until it is switched on, and again at the next visit. */
@customElement("chaperone-second-reading")
export class SecondReadingView extends LitElement {
  @property({ attribute: false }) accessor engine!: EngineClient;
  @property({ type: Boolean }) accessor ready = false;
  @state() private accessor on = false;
  /** How far the model is, in bytes, while it is loaded. */
  @state() private accessor work: { readonly done: number; readonly total: number } | undefined;
  @state() private accessor failure = "";
  #run = new AbortController();

  static override readonly styles = [
    shared,
    css`
      button { justify-self: start; min-height: 2.25rem; padding: 0.25rem 0.75rem; font-size: 0.875rem; }
      .work { display: grid; gap: 0.375rem; width: 100%; }
    `,
  ];

  override render() {
    const { id = "", bytes = 0, licence = "" } = MODELS.find(({ purpose }) => purpose === "reranker") ?? {};
    return html`<section aria-labelledby="title">
      <h2 id="title">${say("readTheBest")}</h2>
      <p class="soft small">${say("aModelReads", { pairs: PAIRS, seconds: READING_MILLIS / 1000 })}</p>
      <p class="soft small">${say("itIsFetched", { id, size: size(bytes), licence })}</p>
      <div role="status" id="state">${this.on ? html`<p class="small">${say("itIsOn")}</p>` : nothing}</div>
      ${this.failure === "" ? nothing : html`<p class="notice bad" role="alert" id="failure">${this.failure}</p>`}
      ${this.work === undefined ? this.#switch() : this.#working(this.work, bytes)}
    </section>`;
  }

  #switch() {
    return this.on
      ? html`<button id="off" @click=${this.#off}>${say("switchItOff")}</button>`
      : html`<button id="on" ?disabled=${!this.ready} @click=${this.#load}>${say("switchItOn")}</button>`;
  }

  #working({ done, total }: { readonly done: number; readonly total: number }, bytes: number) {
    return html`<div class="work">
      <progress max=${total || bytes} value=${done} aria-label=${say("loadingIt")}></progress>
      <div class="row">
        <span class="small soft" role="status">${say("loadingIt")}${total === 0 ? nothing : say("doneOfTotalAfter", { done: size(done), total: size(total) })}</span>
        <button id="cancel" @click=${() => this.#run.abort()}>${say("cancel")}</button>
      </div>
    </div>`;
  }

  async #load(): Promise<void> {
    this.#run = new AbortController();
    this.work = { done: 0, total: 0 };
    this.failure = "";
    try {
      await this.engine.call(
        "second-reading",
        { on: true },
        {
          signal: this.#run.signal,
          onEvent: (event) => {
            if ("progress" in event && event.progress.status === "fetching") this.work = event.progress;
          },
        },
      );
      this.on = true;
    } catch (error) {
      this.failure = isCancelled(error) ? "" : say("itCouldNotBe", { error: told(error) });
    }
    this.work = undefined;
    await this.#focus();
  }

  async #off(): Promise<void> {
    await this.engine.call("second-reading", { on: false });
    this.on = false;
    await this.#focus();
  }

  /** The button that was pressed is gone: the one in its place has the focus. */
  async #focus(): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>("#on, #off")?.focus();
  }
}
