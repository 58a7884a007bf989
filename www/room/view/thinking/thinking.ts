/** The thought process: the budget, the graph while it grows, and the answer at its end. */
import { LitElement, css, html, nothing, type PropertyValues } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import type { ThinkAct } from "../../engine/calls.ts";
import type { ThinkLimits } from "../../engine/types.ts";
import { shared } from "../theme.ts";
import { UncoveredController } from "../uncovered.ts";
import { many } from "../words.ts";
import "../answer.ts";
import "./budget.ts";
import type { Process, ThinkingController } from "./controller.ts";
import "./graph.ts";
import "./node.ts";
import "./outline.ts";
import { DOING, ENDINGS, nameOf, tellsWords } from "./words.ts";

/** `open-source` comes through from its quotations. */
@customElement("chaperone-thinking")
export class ThinkingView extends LitElement {
  @property({ attribute: false }) accessor thinking!: ThinkingController;
  /** The controller's, so that each change is seen. */
  @property({ attribute: false }) accessor process!: Process;
  @query("#own-thought") private accessor own!: HTMLTextAreaElement | null;
  readonly #uncovered = new UncoveredController(this, "#think-allow-place");

  static override readonly styles = [
    shared,
    css`
      section > h3 { font-size: 1.125rem; overflow-wrap: anywhere; }
      .spent { display: flex; flex-wrap: wrap; gap: 0.125rem 1.25rem; margin: 0; padding: 0; list-style: none; }
      .own { display: grid; gap: 0.5rem; }
      details > summary { font-weight: 500; }
    `,
  ];

  override render() {
    const { process } = this;
    const { stage, view, proposal, failure } = process;
    return html`<section aria-labelledby="think-title">
      <p class="small soft">Thinking harder, with ${process.connector.model} at ${hostOf(process.connector.url)}</p>
      <h3 id="think-title" tabindex="-1">${process.question}</h3>
      ${stage === "looking" ? html`<p role="status">Looking in the records…</p>` : nothing}
      ${
        stage === "budget" && proposal !== undefined
          ? html`<chaperone-thought-budget .proposal=${proposal} .server=${hostOf(process.connector.url)}
              @approve=${({ detail }: CustomEvent<ThinkLimits>) => this.thinking.start(detail)} @discard=${() => this.thinking.forget()}></chaperone-thought-budget>`
          : nothing
      }
      <div id="think-failure" role="alert">${failure === "" ? nothing : html`<p class="notice bad">${failure} ${process.advice}</p>${process.behind === "" ? nothing : html`<p class="small soft">${process.behind}</p>`}`}</div>
      ${view === undefined ? nothing : this.#running(process)}
      ${view === undefined && stage !== "budget" ? html`<div class="row"><button id="think-close" @click=${() => this.thinking.forget()}>Close</button></div>` : nothing}
    </section>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    const before = changed.get("process") as Process | undefined;
    if (!changed.has("process") || before?.stage === this.process.stage) return;
    const title = { budget: "#think-title", approval: "#approval", answered: "#think-answer" }[
      this.process.stage as "budget"
    ];
    if (title !== undefined) this.renderRoot.querySelector<HTMLElement>(title)?.focus();
  }

  #running(process: Process) {
    const { view, stage, doing, chosen, detail, answer, streaming } = process;
    if (view === undefined) return nothing;
    const node = view.nodes[chosen];
    const isOpen = view.ending === undefined;
    return html`
      <p role="status" id="think-state">${this.#state(process)}</p>
      <ul class="spent small soft" aria-label="Used up so far">
        <li>${view.nodes.filter(({ kind }) => kind === "thought").length} of ${many(view.limits.thoughts, "thought")}</li>
        <li>${view.spent.calls} of ${many(view.limits.calls, "request")}</li>
        <li>about ${view.spent.tokens.toLocaleString("en")} of ${view.limits.tokens.toLocaleString("en")} tokens</li>
        <li id="think-told">told: ${tellsWords(view.told)}</li>
      </ul>
      ${stage === "approval" ? this.#approval(process) : nothing}
      <div class="row" role="group" aria-label="The process">
        ${stage === "running" ? html`<button id="think-pause" @click=${() => this.thinking.pause()}>Pause</button>` : nothing}
        ${stage === "paused" && isOpen ? html`<button class="main" id="think-on" @click=${() => this.thinking.goOn()}>Go on</button>` : nothing}
        ${isOpen && stage !== "answering" ? html`<button id="think-stop" @click=${() => this.thinking.act({ act: "stop" })}>Stop thinking</button>` : nothing}
        ${isOpen || streaming !== undefined ? nothing : html`<button class=${answer === undefined ? "main" : ""} id="think-conclude" @click=${() => this.thinking.conclude()}>${answer === undefined ? "Answer from the best thought" : "Answer once more"}</button>`}
        ${streaming === undefined ? nothing : html`<button id="think-cancel" @click=${() => this.thinking.pause()}>Cancel</button>`}
        ${stage === "running" ? nothing : html`<button id="think-close" @click=${() => this.thinking.forget()}>Close</button>`}
      </div>
      ${answer === undefined ? nothing : html`<h4 id="think-answer" tabindex="-1">From the best thought</h4><chaperone-answer .answer=${answer}></chaperone-answer>`}
      ${streaming === undefined || answer !== undefined ? nothing : html`<p class="soft" id="think-streaming">${streaming}</p>`}
      <chaperone-thought-graph .view=${view} .chosen=${chosen} @choose=${this.#choose}></chaperone-thought-graph>
      ${node === undefined ? nothing : html`<chaperone-thought-node .view=${view} .node=${node} .detail=${detail} .ended=${!isOpen} @choose=${this.#choose} @act=${({ detail: what }: CustomEvent<ThinkAct>) => this.thinking.act(what)}></chaperone-thought-node>`}
      ${
        view.best === undefined
          ? nothing
          : html`<p class="small" id="think-line">Best line: ${view.line
              .flatMap((id) => view.nodes[id] ?? [])
              .map(nameOf)
              .join(" → ")}</p>`
      }
      <details id="think-outline" open>
        <summary>Outline</summary>
        <chaperone-thought-outline .view=${view} .chosen=${chosen} @choose=${this.#choose}></chaperone-thought-outline>
      </details>
      ${
        isOpen
          ? html`<div class="own">
              <label>A thought of your own<textarea id="own-thought" rows="2" maxlength="1200"></textarea><span class="soft small">Like a question, it leaves only by its common and medical words. The model may build on it.</span></label>
              <div class="row"><button id="add-thought" ?disabled=${doing === undefined && stage === "looking"} @click=${() => this.#add()}>Add the thought</button></div>
            </div>`
          : nothing
      }
      <div class="row">
        <button id="think-save" @click=${() => this.thinking.save()}>Save the process…</button>
        <button id="think-read" @click=${() => this.thinking.read()}>Show a report</button>
      </div>
      ${process.report === undefined ? nothing : html`<label>Report<textarea id="think-report" readonly rows="14" spellcheck="false" .value=${process.report}></textarea><span class="soft small">With names and dates put back: it stays in this room. You can select and copy it.</span></label>`}
    `;
  }

  #state({ stage, doing, view }: Process): string {
    if (stage === "running") return doing === undefined ? "Looking in the records…" : DOING[doing];
    if (stage === "approval") return "Waiting for you.";
    if (stage === "answering") return "The model answers…";
    const ending = view?.ending;
    if (ending !== undefined) return ENDINGS[ending];
    return stage === "paused"
      ? "Paused. Nothing leaves before you go on; what was under way is reviewed anew then."
      : "";
  }

  #approval({ tells, connector }: Process) {
    return html`<div class="notice" role="group" aria-labelledby="approval">
      <p id="approval" tabindex="-1">The next step would tell ${hostOf(connector.url)} what you have not approved: <strong>${tellsWords(tells)}</strong>.</p>
      <div class="row">
        <span id="think-allow-place"><button class="main" id="think-allow" aria-disabled=${String(!this.#uncovered.may)} @click=${(event: Event) => this.#uncovered.allows(event) && this.thinking.decide(true)}>Allow it</button></span>
        <button id="think-refuse" @click=${() => this.thinking.decide(false)}>Do without it</button>
      </div>
      ${this.#uncovered.words}
    </div>`;
  }

  readonly #choose = ({ detail }: CustomEvent<number>): void => void this.thinking.choose(detail);

  async #add(): Promise<void> {
    const text = this.own?.value.trim() ?? "";
    if (text === "" || !(await this.thinking.act({ act: "add", text })) || this.own === null) return;
    this.own.value = "";
  }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
