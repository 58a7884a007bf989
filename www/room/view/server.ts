/** The model server: its address, model and key, the models that it has, and a test of the connection. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, query, queryAll, state } from "lit/decorators.js";
import { FUNCTION_PATH } from "../../shell/function/address.ts";
import { isReadable } from "../../shell/place.ts";
import { ON_THIS_DEVICE } from "../engine/device/address.ts";
import type { Prompt } from "../engine/types.ts";
import { hostOf } from "./host-of.ts";
import type { Models } from "./models.ts";
import { PROMPTS } from "./prompts.ts";
import type { Connector } from "./question.ts";
import { shared } from "./theme.ts";
import type { Trial, TrialView } from "./trial.ts";
import { say } from "../words/first.ts";

/** What is entered when the page opens: where Ollama listens, if it runs on this computer. */
export const USUAL = { url: "http://localhost:11434", model: "llama3.2" } as const;

/** A server to be tested, and whether also by what it holds replies. */
export interface Tried {
  readonly connector: Connector;
  readonly holding: boolean;
}

/** Fires `try` with {@link Tried} and `list` with {@link Connector}, `entered` when another server or model is, and `incomplete` when something is missing. */
@customElement("chaperone-server")
export class ServerView extends LitElement {
  @property({ attribute: false }) accessor locked = false;
  /** What came of the last test of a model server. */
  @property({ attribute: false }) accessor trial: Trial | undefined;
  /** What models the server has, where it was asked. */
  @property({ attribute: false }) accessor models: Models | undefined;
  /** The origin of the page around, where it offers a function in place of a model server. */
  @property({ attribute: false }) accessor answers: string | undefined;
  /** Whether the model on this device searches the records and drafts for what is asked. */
  inside = false;
  /** The address and the model that are entered: what was heard of others is not told. */
  @state() private accessor there: { readonly url: string; readonly model: string } = USUAL;
  /** The host of the entered address, where what goes to it can be read on its way. */
  @state() private accessor readable = "";
  /** The address of which the person said that it may be sent to all the same. */
  #confirmed = "";
  @query("#url") private accessor url!: HTMLInputElement;
  @query("#model") private accessor model!: HTMLInputElement;
  @query("#confirm") private accessor confirm!: HTMLInputElement | null;
  @query("#key") private accessor key!: HTMLInputElement;
  @query("#wait") private accessor wait!: HTMLInputElement;
  @query("chaperone-trial") private accessor trialView!: (HTMLElement & Partial<Pick<TrialView, "asking">>) | null;
  @query("#prompt") private accessor prompt!: HTMLSelectElement;
  @queryAll(".model input") private accessor fields!: NodeListOf<HTMLInputElement>;

  static override readonly styles = [
    shared,
    css`
      .model { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); }
      .model > :first-child, .model > .whole, .model > chaperone-models, .model > chaperone-trial { grid-column: 1 / -1; }
      .confirm { display: flex; gap: 0.5rem; align-items: center; min-height: 2.75rem; cursor: pointer; }
      .confirm input { margin: 0; width: 1.125rem; height: 1.125rem; flex: none; }
    `,
  ];

  override render() {
    const { locked, there } = this;
    const models = this.models?.url === there.url ? this.models : undefined;
    const trial = this.trial?.url === there.url && this.trial.model === there.model ? this.trial : undefined;
    return html`<section aria-labelledby="title">
      <h2 id="title">${say("modelServer")}</h2>
      <p class="soft small">${say("quotationsAnswerWithoutOne")}</p>
      ${this.answers === undefined ? nothing : this.#offered(this.answers)}
      <div class="model" @input=${this.#typed}>
        <label>${say("address")}<input id="url" name="url" type="url" required value=${USUAL.url} spellcheck="false" /><span class="soft small">${say("anyOpenaiCompatibleServer")}</span></label>
        ${this.readable === "" ? nothing : this.#warning(this.readable)}
        <label>${say("model")}<input id="model" name="model" type="text" required value=${USUAL.model} maxlength="200" spellcheck="false" autocapitalize="off" /></label>
        <label>${say("key")}<input id="key" name="key" type="password" autocomplete="off" spellcheck="false" /><span class="soft small">${say("keptInMemoryUntil")}</span></label>
        <chaperone-models .models=${models} .locked=${locked} @list=${this.#list} @choose=${this.#choose}></chaperone-models>
        <label>${say("wayOfAnswering")}<select id="prompt" name="prompt">${PROMPTS.map(({ name, title }) => html`<option value=${name}>${say(title)}</option>`)}</select><span class="soft small">${say("whatTheModelIs")}</span></label>
        <label>${say("waitAtMost")}<input id="wait" name="wait" type="number" min="1" max="600" value="120" required /><span class="soft small">${say("secondsForTheFirst")}</span></label>
        <chaperone-trial .trial=${trial} .models=${models} .locked=${locked} @try=${this.#try}></chaperone-trial>
      </div>
    </section>`;
  }

  /** What goes to the address can be read on its way: it has to be said that it may. */
  #warning(host: string) {
    return html`<div class="notice bad whole" id="readable" role="alert">
      <p>${say("theWayIsReadable", { host })}</p>
      <label class="confirm"><input id="confirm" name="confirm" type="checkbox" required @change=${this.#confirm} />${say("sendItAllTheSame")}</label>
    </div>`;
  }

  #offered(origin: string) {
    return html`<div class="notice" id="offered">
      <p>${say("thePageAroundOffers", { host: new URL(origin).host })}</p>
      <div class="row"><button id="use-offered" ?disabled=${this.locked} @click=${() => this.#use(origin)}>${say("useThatModel")}</button></div>
    </div>`;
  }

  /** The model server as it is entered now; where something is missing there is none, and `incomplete` is fired. */
  connector(): Connector | undefined {
    if (this.#wrong() !== undefined) {
      this.dispatchEvent(new Event("incomplete"));
      return undefined;
    }
    const { url, model, key, wait, prompt } = this;
    return {
      url: url.value.trim(),
      model: model.value.trim(),
      key: key.value.trim(),
      waitSeconds: Number(wait.value),
      prompt: prompt.value as Prompt,
      inside: this.inside,
      // Without the settings' part of the script there is no choice of it.
      asking: this.trialView?.asking?.(url.value.trim(), model.value.trim()),
    };
  }

  /** Enters a server that was used before; the key has to be given anew. */
  set(url: string, model: string): void {
    this.url.value = url;
    this.model.value = model;
    this.#look();
    this.#entered();
  }

  /** Points out the first field in which something is missing. */
  point(): void {
    this.#wrong()?.reportValidity();
  }

  /** What is entered, for showing. */
  get entered(): { readonly model: string; readonly host: string } {
    return { model: this.model.value.trim(), host: hostOf(this.url.value.trim()) };
  }

  #wrong(): HTMLInputElement | undefined {
    if (this.#look()) return this.confirm ?? this.url;
    return Array.from(this.fields).find((field) => !field.checkValidity());
  }

  /** Whether what goes to the address can be read on its way, and nobody has said that it may. */
  #look(): boolean {
    const address = this.url.value.trim();
    const url = URL.canParse(address) ? new URL(address) : undefined;
    this.readable = url !== undefined && isReadable(url) ? url.host : "";
    const confirmed = this.#confirmed === url?.origin;
    // Another address is confirmed anew, and so is this one when it comes back.
    if (!confirmed) this.#confirmed = "";
    if (this.confirm !== null) this.confirm.checked = confirmed;
    return this.readable !== "" && !confirmed;
  }

  readonly #confirm = ({ target }: Event): void => {
    const { checked } = target as HTMLInputElement;
    this.#confirmed = checked ? new URL(this.url.value.trim()).origin : "";
  };

  /** Enters the function of the page around. It gets no key. */
  #use(origin: string): void {
    this.key.value = "";
    this.set(`${origin}${FUNCTION_PATH}`, "portal");
  }

  /** Enters the model on this device, called `model`. It gets no key. */
  useDevice(model: string): void {
    this.key.value = "";
    this.set(ON_THIS_DEVICE, model);
  }

  #typed({ target }: Event): void {
    if (target === this.url) this.#look();
    this.#entered();
  }

  #entered(): void {
    this.there = { url: this.url.value.trim(), model: this.model.value.trim() };
    this.dispatchEvent(new Event("entered"));
  }

  #try({ detail: holding }: CustomEvent<boolean>): void {
    const connector = this.connector();
    if (connector !== undefined) this.dispatchEvent(new CustomEvent<Tried>("try", { detail: { connector, holding } }));
  }

  /** The name of a model is what is asked for: the field for it may be empty. */
  #list(): void {
    const { value } = this.model;
    this.model.value ||= "any";
    const connector = this.connector();
    this.model.value = value;
    if (connector !== undefined) this.dispatchEvent(new CustomEvent<Connector>("list", { detail: connector }));
  }

  #choose({ detail }: CustomEvent<string>): void {
    this.model.value = detail;
    this.#entered();
  }
}
