/** The models that a server says it has, to choose one of. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import { guard } from "lit/directives/guard.js";
import { shared } from "./theme.ts";
import { say } from "../words/first.ts";
import { many } from "./words.ts";

/** What came of asking a server for its models. */
export interface Models {
  /** The address that was asked. */
  readonly url: string;
  readonly state: "asking" | "listed" | "failed";
  readonly names: readonly string[];
  /** What failed, what to do, and what lies behind it; empty where nothing did. */
  readonly failure: string;
  readonly advice: string;
  readonly detail: string;
}

/** Fires `list`, and `choose` with the name of a model. */
@customElement("chaperone-models")
export class ModelsView extends LitElement {
  @property({ attribute: false }) accessor models: Models | undefined;
  @property({ attribute: false }) accessor locked = false;

  static override readonly styles = [
    shared,
    css`
      :host { display: grid; gap: 0.375rem; }
      button { justify-self: start; }
    `,
  ];

  override render() {
    const { models } = this;
    return html`
      <button id="list" ?disabled=${this.locked || models?.state === "asking"} @click=${() => this.dispatchEvent(new Event("list"))}>${say("listTheModelsThere")}</button>
      <div id="listed" role="status">${models === undefined ? nothing : said(models)}</div>
      ${models?.state === "listed" && models.names.length > 0 ? this.#choice(models.names) : nothing}
    `;
  }

  #choice(names: readonly string[]) {
    return html`<label>${say("chooseAModel")}<select id="choose" @change=${this.#choose}>
      <option value="" selected disabled>${many(names.length, "model")}…</option>
      ${guard([names], () => names.map((name) => html`<option value=${name}>${name}</option>`))}
    </select></label>`;
  }

  #choose({ target }: Event): void {
    this.dispatchEvent(new CustomEvent<string>("choose", { detail: (target as HTMLSelectElement).value }));
  }
}

function said({ state, url, names, failure, advice, detail }: Models) {
  const { host } = new URL(url);
  switch (state) {
    case "asking":
      return html`<p class="soft small">${say("askingForItsModels", { host })}</p>`;
    case "listed":
      return names.length === 0
        ? html`<p class="notice">${say("hasNoModelsLoad", { host })}</p>`
        : html`<p class="soft small">${say("has", { host, models: many(names.length, "model") })}</p>`;
    case "failed":
      return html`<div class="notice bad">
        <p>${failure} ${advice}</p>
        ${detail === "" ? nothing : html`<details class="small" open><summary>${say("technicalDetail")}</summary><p>${detail}</p></details>`}
      </div>`;
  }
}
