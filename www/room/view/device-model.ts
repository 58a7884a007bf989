/** A language model on this device: a GGUF file of the person's own, loaded in the room and asked as any other model is. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { CallEvent } from "../engine/calls.ts";
import type { EngineClient } from "../engine/client.ts";
import type { DeviceFacts } from "../engine/device/worker.ts";
import { fileField } from "./file-field.ts";
import { FETCHED } from "./step.ts";
import { shared } from "./theme.ts";
import { isCancelled, told } from "./told.ts";
import { number, size } from "./words.ts";
import { say } from "../words/settings.ts";

/** What is being done, and how far it is, in bytes. */
interface Work {
  readonly what: string;
  readonly done: number;
  readonly total: number;
}

/** Fires `use` with the model's name when it can be asked, and `inside` with whether it is to search the records and draft. */
@customElement("chaperone-device-model")
export class DeviceModelView extends LitElement {
  @property({ attribute: false }) accessor engine!: EngineClient;
  @property({ type: Boolean }) accessor ready = false;
  @state() private accessor loaded: DeviceFacts | undefined;
  @state() private accessor work: Work | undefined;
  @state() private accessor failure = "";
  @query("#gguf") private accessor file!: HTMLInputElement;
  #run: AbortController | undefined;

  static override readonly styles = [
    shared,
    css`
      .inside { display: flex; gap: 0.625rem; align-items: start; min-height: 2.75rem; }
      .inside input { margin: 0.2rem 0 0; width: 1.125rem; height: 1.125rem; flex: none; }
      button { justify-self: start; min-height: 2.25rem; padding: 0.25rem 0.75rem; font-size: 0.875rem; }
      .work { display: grid; gap: 0.375rem; width: 100%; }
    `,
  ];

  override render() {
    const { loaded, work } = this;
    return html`<section aria-labelledby="title">
      <h2 id="title">${say("aModelOnThis")}</h2>
      <p class="soft small">${say("whatADeviceModelIs")}</p>
      <p class="soft small">${say("whatADeviceCarries")}</p>
      <div role="status" id="state">${loaded === undefined ? nothing : this.#facts(loaded)}</div>
      ${this.failure === "" ? nothing : html`<p class="notice bad" role="alert" id="failure">${this.failure}</p>`}
      ${loaded === undefined ? fileField({ id: "gguf", label: say("modelFile"), accept: ".gguf", disabled: work !== undefined || !this.ready }) : nothing}
      ${work === undefined ? this.#button() : this.#working(work)}
    </section>`;
  }

  #facts({ name, bytes, contextTokens, contextBytes }: DeviceFacts) {
    return html`<p class="small">${say("itIsLoaded", { name, size: size(bytes), tokens: number(contextTokens), more: size(contextBytes) })}</p>
      <p class="soft small">${say("questionsGoElsewhere")}</p>
      <label class="inside small"><input id="inside" type="checkbox" @change=${({ target }: Event) => this.#let((target as HTMLInputElement).checked)} />
        <span>${say("itSearchesAndDrafts")} <span class="soft">${say("itSearchesAndDraftsSays")}</span></span></label>`;
  }

  #button() {
    return this.loaded === undefined
      ? html`<button id="load" ?disabled=${!this.ready} @click=${this.#load}>${say("loadThisModel")}</button>`
      : html`<button id="take-out" @click=${() => this.#run?.abort()}>${say("takeItOut")}</button>`;
  }

  #working({ what, done, total }: Work) {
    return html`<div class="work">
      <progress max=${total} value=${done} aria-label=${say("loadingTheModel")}></progress>
      <div class="row">
        <span class="small soft" role="status">${what}${say("doneOfTotalAfter", { done: size(done), total: size(total) })}</span>
        <button id="cancel" @click=${() => this.#run?.abort()}>${say("cancel")}</button>
      </div>
    </div>`;
  }

  /** Loads the model and goes on until it is there no more. */
  async #load(): Promise<void> {
    const file = this.file.files?.[0];
    if (file === undefined) {
      this.failure = say("chooseAFileThe");
      this.file.focus();
      return;
    }
    const run = new AbortController();
    this.#run = run;
    this.failure = "";
    this.work = { what: say("loadingTheModel"), done: 0, total: file.size };
    try {
      const onEvent = (event: CallEvent): void => this.#hear(event);
      await this.engine.call("device-model", { file, name: file.name }, { signal: run.signal, onEvent });
    } catch (error) {
      this.failure = isCancelled(error)
        ? ""
        : `${told(error)} ${this.loaded === undefined ? say("nothingElseChanged") : ""}`;
    }
    this.loaded = undefined;
    this.work = undefined;
    this.#let(false);
    await this.#focus();
  }

  #let(inside: boolean): void {
    this.dispatchEvent(new CustomEvent<boolean>("inside", { detail: inside }));
  }

  #hear(event: CallEvent): void {
    if ("device" in event) {
      this.loaded = event.device;
      this.work = undefined;
      this.dispatchEvent(new CustomEvent<string>("use", { detail: event.device.name }));
      void this.#focus();
    } else if ("progress" in event) {
      const { progress } = event;
      const { done, total } = progress;
      if (progress.status === "fetching") this.work = { what: FETCHED[progress.file], done, total };
      else if (progress.status === "opening") this.work = { what: say("loadingTheModel"), done, total };
    }
  }

  /** What was pressed is gone: the button in its place has the focus. */
  async #focus(): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>("#load, #take-out")?.focus();
  }
}
