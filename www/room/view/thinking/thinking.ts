/** The thought process: the budget, the graph while it grows, and the answer at its end. */
import { LitElement, css, html, nothing, type PropertyValues } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import type { ThinkAct } from "../../engine/calls.ts";
import type { ThinkLimits } from "../../engine/types.ts";
import { hostOf } from "../host-of.ts";
import { shared } from "../theme.ts";
import { UncoveredController } from "../uncovered.ts";
import { many, number } from "../words.ts";
import "../answer.ts";
import "./budget.ts";
import type { Process, ThinkingController } from "./controller.ts";
import "./graph.ts";
import type { ThoughtNode } from "./node.ts";
import "./node.ts";
import "./outline.ts";
import { DOING, ENDINGS, nameOf, tellsWords } from "./words.ts";
import { say } from "../../words/thinking.ts";

/** `open-source` comes through from its quotations. */
@customElement("chaperone-thinking")
export class ThinkingView extends LitElement {
  @property({ attribute: false }) accessor thinking!: ThinkingController;
  /** The controller's, so that each change is seen. */
  @property({ attribute: false }) accessor process!: Process;
  @query("#own-thought") private accessor own!: HTMLTextAreaElement | null;
  readonly #uncovered = new UncoveredController(this, "#think-allow-place");
  /** The one button of the row below which something leaves at a press, within what was approved or stands in a saved process. */
  readonly #going = new UncoveredController(this, "#think-going");

  static override readonly styles = [
    shared,
    css`
      section { position: relative; align-content: start; }
      section > h3 { font-size: 1.125rem; overflow-wrap: anywhere; scroll-margin-top: 3.5rem; }
      .stand { display: grid; gap: 0.875rem; align-content: start; min-width: 0; }
      .reply { display: grid; gap: 0.875rem; align-content: start; min-width: 0; min-height: calc(100svh - 22rem); }
      /* What the person is asked lies over the page: it would push what they read. */
      .asks { position: sticky; z-index: 3; bottom: calc(var(--bar) + 0.75rem); height: 0; margin-top: -0.875rem; }
      .asks > .notice { position: absolute; inset: auto 0 0; display: grid; gap: 0.5rem; max-height: 60svh; overflow: auto; border: 1px solid currentcolor; box-shadow: 0 0.25rem 1rem rgb(0 0 0 / 0.2); }
      @media (min-width: 60rem) { .asks { bottom: 0.75rem; } }
      /* So much as its longest words take up in a narrow window. */
      @media (max-width: 30rem) {
        .stand { grid-template-rows: 3.125rem 1fr auto; min-height: 15.5rem; }
        .spent { display: grid; align-content: start; }
        .reply { min-height: calc(100svh - 28rem); }
      }
      .spent { display: flex; flex-wrap: wrap; gap: 0.125rem 1.25rem; margin: 0; padding: 0; list-style: none; }
      .own { display: grid; gap: 0.5rem; }
      details > summary { font-weight: 500; }
    `,
  ];

  override render() {
    const { process } = this;
    const { stage, view, proposal, failure } = process;
    return html`<section aria-labelledby="think-title">
      <p class="small soft">${say("thinkingHarderWithAt", { model: process.connector.model, host: hostOf(process.connector.url) })}</p>
      <h3 id="think-title" tabindex="-1">${process.question}</h3>
      ${stage === "looking" ? html`<p role="status">${say("lookingInTheRecords")}</p>` : nothing}
      ${
        stage === "budget" && proposal !== undefined
          ? html`${process.literature === undefined ? nothing : html`<chaperone-told .draft=${{ literature: process.literature }} each></chaperone-told>`}
              <chaperone-thought-budget .proposal=${proposal} .server=${hostOf(process.connector.url)}
              @approve=${({ detail }: CustomEvent<ThinkLimits>) => this.thinking.start(detail)} @discard=${() => this.thinking.forget()}></chaperone-thought-budget>`
          : nothing
      }
      <div id="think-failure" role="alert">${failure === "" ? nothing : html`<p class="notice bad">${failure} ${process.advice}</p>${process.behind === "" ? nothing : html`<p class="small soft">${process.behind}</p>`}`}</div>
      ${view === undefined ? nothing : this.#running(process)}
      ${view === undefined && stage !== "budget" ? html`<div class="row"><button id="think-close" @click=${() => this.thinking.forget()}>${say("close")}</button></div>` : nothing}
    </section>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    const before = changed.get("process") as Process | undefined;
    if (!changed.has("process") || before?.stage === this.process.stage) return;
    const title = { budget: "#think-title", approval: "#approval", judge: "#waiting", answered: "#think-answer" }[
      this.process.stage as "budget"
    ];
    const asks = this.process.stage === "approval" || this.process.stage === "judge";
    if (title !== undefined) this.renderRoot.querySelector<HTMLElement>(title)?.focus({ preventScroll: asks });
    else if (before?.stage === "budget") this.#toBegin();
  }

  /** What has begun is seen from its beginning: the button that led to it is gone. */
  #toBegin(): void {
    const title = this.renderRoot.querySelector<HTMLElement>("#think-title");
    title?.focus({ preventScroll: true });
    title?.scrollIntoView({ block: "start" });
  }

  #running(process: Process) {
    const { view, stage, doing, chosen, detail, answer, streaming } = process;
    if (view === undefined) return nothing;
    const node = view.nodes[chosen];
    const isOpen = view.ending === undefined;
    return html`<div class="stand">
      <p role="status" id="think-state">${this.#state(process)}</p>
      <ul class="spent small soft" aria-label=${say("usedUpSoFar")}>
        <li>${say("of", { made: view.nodes.filter(({ kind }) => kind === "thought").length, thoughts: many(view.limits.thoughts, "thought") })}</li>
        <li>${say("callsOfRequests", { calls: view.spent.calls, requests: many(view.limits.calls, "request") })}</li>
        <li>${say("aboutOfTokens", { spent: number(view.spent.tokens), most: number(view.limits.tokens) })}</li>
        <li id="think-told">${say("toldSoFar", { told: tellsWords(view.told) })}</li>
      </ul>
      <div class="row" role="group" aria-label=${say("theProcess")}>
        ${stage === "running" ? html`<button id="think-pause" @click=${() => this.thinking.pause()}>${say("pause")}</button>` : nothing}
        ${stage === "paused" && isOpen ? this.#goes("think-on", "main", say("goOn"), () => this.thinking.goOn()) : nothing}
        ${isOpen && stage !== "answering" ? html`<button id="think-stop" @click=${() => this.thinking.act({ act: "stop" })}>${say("stopThinking")}</button>` : nothing}
        ${isOpen || streaming !== undefined ? nothing : this.#goes("think-conclude", answer === undefined ? "main" : "", answer === undefined ? say("answerFromTheBest") : say("answerOnceMore"), () => this.thinking.conclude())}
        ${streaming === undefined ? nothing : html`<button id="think-cancel" @click=${() => this.thinking.pause()}>${say("cancel")}</button>`}
        ${stage === "running" ? nothing : html`<button id="think-close" @click=${() => this.thinking.forget()}>${say("close")}</button>`}
      </div>
      ${this.#going.words}
      </div>
      ${streaming === undefined && answer === undefined ? nothing : html`<div class="reply">${answer === undefined ? html`<p class="soft" id="think-streaming">${streaming}</p>` : html`<h4 id="think-answer" tabindex="-1">${say("fromTheBestThought")}</h4><chaperone-answer .answer=${answer}></chaperone-answer>${answer.cited === undefined ? nothing : html`<chaperone-beside .turn=${{ by: "model", asked: process.question, literature: process.literature, answer }}></chaperone-beside>`}`}</div>`}
      <chaperone-thought-graph .view=${view} .chosen=${chosen} @choose=${this.#choose}></chaperone-thought-graph>
      ${node === undefined ? nothing : html`<chaperone-thought-node .view=${view} .node=${node} .detail=${detail} .ended=${!isOpen} @choose=${this.#choose} @act=${({ detail: what }: CustomEvent<ThinkAct>) => this.thinking.act(what)}></chaperone-thought-node>`}
      <div class="own">
        <label>${say("aThoughtOfYour")}<textarea id="own-thought" spellcheck="false" rows="2" maxlength="1200" ?disabled=${!isOpen}></textarea><span class="soft small">${say("likeAQuestionIt")}</span></label>
        <div class="row"><button id="add-thought" ?disabled=${!isOpen || (doing === undefined && stage === "looking")} @click=${() => this.#add()}>${say("addTheThought")}</button></div>
      </div>
      <div class="row">
        <button id="think-save" @click=${() => this.thinking.save("thinking")}>${say("saveTheProcess")}</button>
        <button id="think-read" @click=${() => this.thinking.read()}>${say("showAReport")}</button>
        <button id="think-save-report" @click=${() => this.thinking.save("thinking-report")}>${say("saveTheReport")}</button>
      </div>
      ${process.report === undefined ? nothing : html`<label>${say("report")}<textarea id="think-report" readonly rows="14" spellcheck="false" .value=${process.report}></textarea><span class="soft small">${say("withNamesAndDates")}</span></label>`}
      <details id="think-outline" open>
        <summary>${say("outline")}</summary>
        <chaperone-thought-outline .view=${view} .chosen=${chosen} @choose=${this.#choose}></chaperone-thought-outline>
      </details>
      ${
        view.best === undefined
          ? nothing
          : html`<p class="small" id="think-line">${say("bestLine", {
              nodes: view.line
                .flatMap((id) => view.nodes[id] ?? [])
                .map(nameOf)
                .join(" → "),
            })}</p>`
      }
      <div class="asks">${stage === "approval" ? this.#approval(process) : stage === "judge" ? this.#waiting(process) : nothing}</div>
    `;
  }

  #goes(id: string, look: string, words: string, act: () => unknown) {
    const pressed = (event: Event): unknown => this.#going.allows(event) && act();
    return html`<span id="think-going"><button class=${look} id=${id} aria-disabled=${String(!this.#going.may)} @click=${pressed}>${words}</button></span>`;
  }

  #state({ stage, doing, view }: Process): string {
    if (stage === "running") return doing === undefined ? say("lookingInTheRecords") : DOING[doing];
    if (stage === "approval" || stage === "judge") return say("waitingForYou");
    if (stage === "answering") return say("theModelAnswers");
    const ending = view?.ending;
    if (ending !== undefined) return ENDINGS[ending];
    return stage === "paused" ? say("pausedNothingLeavesBefore") : "";
  }

  #approval({ tells, connector }: Process) {
    return html`<div class="notice" role="group" aria-labelledby="approval">
      <p id="approval" tabindex="-1">${say("theNextStepWould", { host: hostOf(connector.url) })} <strong>${tellsWords(tells)}</strong>.</p>
      <div class="row">
        <span id="think-allow-place"><button class="main" id="think-allow" aria-disabled=${String(!this.#uncovered.may)} @click=${(event: Event) => this.#uncovered.allows(event) && this.thinking.decide(true)}>${say("allowIt")}</button></span>
        <button id="think-refuse" @click=${() => this.thinking.decide(false)}>${say("doWithoutIt")}</button>
      </div>
      ${this.#uncovered.words}
    </div>`;
  }

  /** The thought itself, with the field for its score, stands below the graph. */
  #waiting({ waiting, view }: Process) {
    const node = waiting === undefined ? undefined : view?.nodes[waiting];
    if (node === undefined) return nothing;
    return html`<div class="notice" role="group" aria-labelledby="waiting">
      <p id="waiting" tabindex="-1">${say("howGoodIs", { thought: nameOf(node) })}</p>
      <div class="row"><button class="main" id="think-score" @click=${() => this.#toScore(node.id)}>${say("readAndScore")}</button></div>
    </div>`;
  }

  async #toScore(id: number): Promise<void> {
    await this.thinking.choose(id);
    await this.updateComplete;
    const shown = this.renderRoot.querySelector<ThoughtNode>("chaperone-thought-node");
    await shown?.updateComplete;
    shown?.renderRoot.querySelector<HTMLElement>("#own-score")?.focus();
  }

  readonly #choose = ({ detail }: CustomEvent<number>): void => void this.thinking.choose(detail);

  async #add(): Promise<void> {
    const text = this.own?.value.trim() ?? "";
    if (text === "" || !(await this.thinking.act({ act: "add", text })) || this.own === null) return;
    this.own.value = "";
  }
}
