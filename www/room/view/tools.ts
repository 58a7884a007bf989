/** The planner's searches as tools for a model that runs in this room: what they are, and a call by hand. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { EngineClient } from "../engine/client.ts";
import type { Tool } from "../engine/types.ts";
import { shared } from "./theme.ts";
import { told } from "./told.ts";
import { say } from "../words/settings.ts";

/** What the arguments begin with, by tool. */
const EXAMPLES: Readonly<Record<string, string>> = {
  look_up: '{"topic": "weight", "wanted": "latest"}',
  find_patients: '{"having": ["asthma"]}',
  search_passages: '{"text": "weight", "most": 3}',
  read_passage: '{"reference": ""}',
};
/** UTF-16 units that the field takes. */
const MAX_ARGUMENTS = 4000;

@customElement("chaperone-tools")
export class ToolsView extends LitElement {
  @property({ attribute: false }) accessor engine!: EngineClient;
  @property({ type: Boolean }) accessor ready = false;
  @state() private accessor tools: readonly Tool[] = [];
  @state() private accessor chosen = 0;
  @state() private accessor outcome = "";
  @state() private accessor failure = "";
  @state() private accessor busy = false;
  @query("textarea") private accessor field!: HTMLTextAreaElement;

  static override readonly styles = [
    shared,
    css`
      details > div { display: grid; gap: 0.75rem; padding-top: 0.5rem; }
      label { display: grid; gap: 0.25rem; }
      select { font: inherit; max-width: 100%; justify-self: start; min-height: 2.25rem; }
      textarea { width: 100%; min-height: 4rem; resize: vertical; font: 0.875rem/1.5 ui-monospace, monospace; }
      pre { margin: 0; padding: 0.75rem; max-height: 24rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 0.8125rem; border: 1px solid var(--line); border-radius: var(--radius-small); background: var(--sheet); }
      button { min-height: 2.25rem; padding: 0.25rem 0.75rem; font-size: 0.875rem; }
    `,
  ];

  override render() {
    const tool = this.tools[this.chosen]?.function;
    return html`<section aria-labelledby="title"><h2 id="title">${say("searchesAsTools")}</h2><details @toggle=${this.#look}>
      <summary class="small">${say("callOneByHand")}</summary>
      <div>
        <p class="soft small" id="about">${say("theSearchesBehindEvery")}</p>
        ${
          tool === undefined
            ? nothing
            : html`
                <label class="small">${say("tool")}
                  <select id="tool" @change=${this.#choose}>${this.tools.map(({ function: { name } }, at) => html`<option value=${at}>${name}</option>`)}</select>
                </label>
                <p class="small" id="says">${tool.description}</p>
                <details><summary class="small">${say("theSchemaOfIts")}</summary><pre id="schema" tabindex="0" role="region" aria-label=${say("theSchemaOfThe")}>${JSON.stringify(tool.parameters, undefined, 2)}</pre></details>
                <label class="small">${say("argumentsAsJson")}
                  <textarea id="arguments" maxlength=${MAX_ARGUMENTS} spellcheck="false" autocomplete="off" .value=${EXAMPLES[tool.name] ?? "{}"}></textarea>
                </label>
                <div class="row"><button id="call" ?disabled=${this.busy || !this.ready} @click=${this.#call}>${say("callIt")}</button><span class="small" role="status" id="state">${this.#state()}</span></div>
              `
        }
        ${this.failure === "" ? nothing : html`<p class="notice bad" role="alert" id="failure">${this.failure}</p>`}
        ${this.outcome === "" ? nothing : html`<pre id="outcome" tabindex="0" role="region" aria-label=${say("whatItReturned")}>${this.outcome}</pre>`}
      </div>
    </details></section>`;
  }

  #state() {
    if (this.busy) return say("looking");
    if (this.outcome === "null") return say("itHasNoAnswer");
    return this.outcome === "" ? nothing : say("itReturnedWhatStands");
  }

  async #look(event: Event): Promise<void> {
    const isOwn = event.target === event.currentTarget;
    if (!isOwn || !(event.target as HTMLDetailsElement).open || this.tools.length > 0 || !this.ready) return;
    try {
      this.tools = await this.engine.call("tools", {});
    } catch (error) {
      this.failure = told(error);
    }
  }

  #choose(event: Event): void {
    this.chosen = Number((event.target as HTMLSelectElement).value);
    this.outcome = "";
    this.failure = "";
  }

  async #call(): Promise<void> {
    const tool = this.tools[this.chosen]?.function;
    if (tool === undefined || this.busy) return;
    this.busy = true;
    this.failure = "";
    this.outcome = "";
    try {
      const text = await this.engine.call("call-tool", { name: tool.name, parameters: this.field.value });
      this.outcome = JSON.stringify(JSON.parse(text), undefined, 2);
    } catch (error) {
      this.failure = told(error);
    }
    this.busy = false;
  }
}
