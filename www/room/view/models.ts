/** The models that a server says it has, to choose one of, and what it says that each can do. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { guard } from "lit/directives/guard.js";
import type { Code, ServerFault } from "../engine/error.ts";
import { serverAt } from "./connection/finding.ts";
import { factsIn, type ModelFacts } from "./connection/listing.ts";
import { wrong, wrongStyles } from "./connection/wrong.ts";
import { shared } from "./theme.ts";
import { say } from "../words/connection.ts";
import { many } from "./words.ts";

/** What came of asking a server for its models. */
export interface Models {
  /** The address that was asked. */
  readonly url: string;
  readonly state: "asking" | "listed" | "failed";
  readonly names: readonly string[];
  /** What the server answered: only known fields of it are read. */
  readonly list: string;
  /** What failed; empty where nothing did. */
  readonly failure: string;
  /** What is known of the failure. */
  readonly code?: Code | undefined;
  readonly server?: ServerFault | undefined;
}

/** Tokens below which a context is little: the passages of a question alone may be four thousand. */
const SMALL_CONTEXT = 8192;

/** Fires `list`, and `choose` with the name of a model. */
@customElement("chaperone-models")
export class ModelsView extends LitElement {
  @property({ attribute: false }) accessor models: Models | undefined;
  @property({ attribute: false }) accessor locked = false;
  /** The model that was chosen of those that are listed. */
  @state() private accessor chosen = "";

  static override readonly styles = [
    shared,
    wrongStyles,
    css`
      :host { display: grid; gap: 0.375rem; }
      button { justify-self: start; }
      ul { margin: 0; padding-left: 1.25rem; }
    `,
  ];

  override render() {
    const { models, chosen } = this;
    const facts = models?.names.includes(chosen) === true ? factsIn(models.list, [chosen]).get(chosen) : undefined;
    return html`
      <button id="list" ?disabled=${this.locked || models?.state === "asking"} @click=${() => this.dispatchEvent(new Event("list"))}>${say("listTheModelsThere")}</button>
      <div id="listed" role="status">${models === undefined ? nothing : said(models)}</div>
      ${models?.state === "listed" && models.names.length > 0 ? this.#choice(models.names) : nothing}
      ${models?.state === "listed" && facts !== undefined ? told(facts, models.url) : nothing}
    `;
  }

  #choice(names: readonly string[]) {
    return html`<label>${say("chooseAModel")}<select id="choose" @change=${this.#choose}>
      <option value="" selected disabled>${many(names.length, "model")}…</option>
      ${guard([names], () => names.map((name) => html`<option value=${name}>${name}</option>`))}
    </select></label>`;
  }

  #choose({ target }: Event): void {
    this.chosen = (target as HTMLSelectElement).value;
    this.dispatchEvent(new CustomEvent<string>("choose", { detail: this.chosen }));
  }
}

/** What a server says of a model; what it does not say is said to be so. */
function told({ context, schema, tools, logprobs }: ModelFacts, url: string) {
  const unsaid = serverAt(url) === "ollama" ? say("contextNotSaidOllama") : say("contextNotSaid");
  const is = (value: boolean | undefined): string => (value === undefined ? say("notSaid") : say(value ? "yes" : "no"));
  const lines = [
    context === undefined ? unsaid : say(context < SMALL_CONTEXT ? "contextIsSmall" : "contextOf", { tokens: context }),
    say("jsonSchema", { is: is(schema) }),
    say("toolCalls", { is: is(tools) }),
    say("likelyTokens", { is: is(logprobs) }),
  ];
  return html`<div class="small" id="facts"><p class="soft">${say("whatTheServerSays")}</p><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul></div>`;
}

function said({ state, url, names, failure, code, server }: Models) {
  const { host } = new URL(url);
  switch (state) {
    case "asking":
      return html`<p class="soft small">${say("askingForItsModels", { host })}</p>`;
    case "listed":
      return names.length === 0
        ? html`<p class="notice">${say("hasNoModelsLoad", { host })}</p>`
        : html`<p class="soft small">${say("has", { host, models: many(names.length, "model") })}</p>`;
    case "failed":
      return wrong(failure, { url, model: "", code: code ?? "internal", server, names: undefined });
  }
}
