/** The model server: its address, model and key, the models that it has, and a test of the connection. */
import { LitElement, css, html } from "lit";
import { customElement, property, query, queryAll } from "lit/decorators.js";
import type { Prompt } from "../engine/types.ts";
import type { Models } from "./models.ts";
import "./models.ts";
import { PROMPTS } from "./prompts.ts";
import type { Connector } from "./question.ts";
import { shared } from "./theme.ts";
import type { Trial } from "./trial.ts";
import { say } from "../words/first.ts";
import "./trial.ts";

/** What is entered when the page opens: where Ollama listens, if it runs on this computer. */
export const USUAL = { url: "http://localhost:11434", model: "llama3.2" } as const;

/** Fires `try` and `list` with {@link Connector}, `entered` when another server or model is, and `incomplete` when something is missing. */
@customElement("chaperone-server")
export class ServerView extends LitElement {
  @property({ attribute: false }) accessor locked = false;
  /** What came of the last test of a model server. */
  @property({ attribute: false }) accessor trial: Trial | undefined;
  /** What models the server has, where it was asked. */
  @property({ attribute: false }) accessor models: Models | undefined;
  @query("#url") private accessor url!: HTMLInputElement;
  @query("#model") private accessor model!: HTMLInputElement;
  @query("#key") private accessor key!: HTMLInputElement;
  @query("#wait") private accessor wait!: HTMLInputElement;
  @query("#prompt") private accessor prompt!: HTMLSelectElement;
  @queryAll(".model input") private accessor fields!: NodeListOf<HTMLInputElement>;

  static override readonly styles = [
    shared,
    css`
      .model { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); }
      .model > :first-child, .model > chaperone-models, .model > chaperone-trial { grid-column: 1 / -1; }
    `,
  ];

  override render() {
    const { locked } = this;
    return html`<section aria-labelledby="title">
      <h2 id="title">${say("modelServer")}</h2>
      <p class="soft small">${say("quotationsAnswerWithoutOne")}</p>
      <div class="model" @input=${this.#entered}>
        <label>${say("address")}<input id="url" name="url" type="url" required value=${USUAL.url} spellcheck="false" /><span class="soft small">${say("anyOpenaiCompatibleServer")}</span></label>
        <label>${say("model")}<input id="model" name="model" type="text" required value=${USUAL.model} maxlength="200" spellcheck="false" autocapitalize="off" /></label>
        <label>${say("key")}<input id="key" name="key" type="password" autocomplete="off" spellcheck="false" /><span class="soft small">${say("keptInMemoryUntil")}</span></label>
        <chaperone-models .models=${this.models} .locked=${locked} @list=${this.#list} @choose=${this.#choose}></chaperone-models>
        <label>${say("wayOfAnswering")}<select id="prompt" name="prompt">${PROMPTS.map(({ name, title }) => html`<option value=${name}>${say(title)}</option>`)}</select><span class="soft small">${say("whatTheModelIs")}</span></label>
        <label>${say("waitAtMost")}<input id="wait" name="wait" type="number" min="1" max="600" value="120" required /><span class="soft small">${say("secondsForTheFirst")}</span></label>
        <chaperone-trial .trial=${this.trial} .locked=${locked} @try=${this.#try}></chaperone-trial>
      </div>
    </section>`;
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
    };
  }

  /** Enters a server that was used before; the key has to be given anew. */
  set(url: string, model: string): void {
    this.url.value = url;
    this.model.value = model;
    this.#entered();
  }

  /** Points out the first field in which something is missing. */
  point(): void {
    this.#wrong()?.reportValidity();
  }

  /** What is entered, for showing. */
  get entered(): { readonly model: string; readonly host: string } {
    const url = this.url.value.trim();
    return { model: this.model.value.trim(), host: URL.canParse(url) ? new URL(url).host : url };
  }

  #wrong(): HTMLInputElement | undefined {
    return Array.from(this.fields).find((field) => !field.checkValidity());
  }

  #entered(): void {
    this.dispatchEvent(new Event("entered"));
  }

  #try(): void {
    const connector = this.connector();
    if (connector !== undefined) this.dispatchEvent(new CustomEvent<Connector>("try", { detail: connector }));
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
