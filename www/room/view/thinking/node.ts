/** One node of the graph of thoughts: what it says, where it comes from, and what the person makes of it. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { ThinkAct } from "../../engine/calls.ts";
import type { Answer, ThinkNode, ThinkView } from "../../engine/types.ts";
import { shared } from "../theme.ts";
import { many } from "../words.ts";
import "../answer.ts";
import { SCORERS, nameOf, percent, tellsWords } from "./words.ts";
import { say } from "../../words/thinking.ts";

/** Fires `choose` with the number of a node, and `act` with {@link ThinkAct}; `open-source` comes through from its quotations. */
@customElement("chaperone-thought-node")
export class ThoughtNode extends LitElement {
  @property({ attribute: false }) accessor view!: ThinkView;
  @property({ attribute: false }) accessor node!: ThinkNode;
  @property({ attribute: false }) accessor detail: Answer | undefined;
  /** Whether the process has ended: then nothing is changed any more but what the answer is to be made from. */
  @property({ attribute: false }) accessor ended = false;

  static override readonly styles = [
    shared,
    css`
      section { border-color: var(--line-strong); }
      .score { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: end; }
      .score label { width: 9rem; }
      dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.125rem 0.875rem; margin: 0; font-size: 0.875rem; }
      dt { font-weight: 600; }
      dd { margin: 0; overflow-wrap: anywhere; }
    `,
  ];

  override render() {
    const { node } = this;
    const parents = node.parents.flatMap((parent) => this.view.nodes[parent] ?? []);
    return html`<section aria-labelledby="name">
      <h4 id="name" tabindex="-1">${nameOf(node)}${node.own ? say("yourOwn") : ""}</h4>
      ${node.kind === "thought" && this.detail !== undefined ? nothing : html`<p>${node.text}</p>`}
      ${this.detail === undefined ? nothing : html`<chaperone-answer heading=${node.kind === "document" ? say("whatYourRecordsSay") : say("whatItSays")} .answer=${this.detail}></chaperone-answer>`}
      <dl>
        ${node.score === undefined || node.by === undefined ? nothing : html`<dt>${say("scoreTitle")}</dt><dd id="score-told">${say("by", { score: percent(node.score), scorer: SCORERS[node.by] })}</dd>`}
        ${node.kind === "thought" ? html`<dt>${say("visits")}</dt><dd>${say("mean", { visits: node.visits, mean: percent(node.mean) })}</dd>` : nothing}
        ${parents.length === 0 ? nothing : html`<dt>${say("madeOf")}</dt><dd>${parents.map((parent) => html`<button class="link" data-parent=${parent.id} @click=${() => this.#choose(parent.id)}>${nameOf(parent)}</button> `)}</dd>`}
        ${node.kind === "question" ? nothing : html`<dt>${node.wasTold ? say("told") : say("wouldTell")}</dt><dd>${tellsWords(node.tells)}</dd>`}
        ${node.pruned ? html`<dt>${say("takenOutTitle")}</dt><dd>${say("itIsNotThought")}</dd>` : nothing}
      </dl>
      ${node.kind === "question" ? nothing : this.#acts(node)}
    </section>`;
  }

  #acts(node: ThinkNode) {
    const isThought = node.kind === "thought";
    return html`<div class="score" role="group" aria-label=${say("whatYouMakeOf")}>
      ${
        isThought
          ? html`<label>${say("yourScore0To")}<input type="number" id="own-score" min="0" max="100" .value=${node.score === undefined ? "" : String(Math.round(node.score * 100))} /></label>
              <button id="judge" @click=${() => this.#judge(node.id)}>${say("scoreIt")}</button>
              <button id="pin" aria-pressed=${node.pinned ? "true" : "false"} @click=${() => this.#act({ act: "pin", node: node.id, pinned: !node.pinned })}>${node.pinned ? say("unpin") : say("pinToTheAnswer")}</button>`
          : nothing
      }
      ${node.pruned || this.ended ? nothing : html`<button id="prune" @click=${() => this.#act({ act: "prune", node: node.id })}>${say("takeItOut")}</button>`}
      ${isThought ? html`<p class="small soft">${say("madeOfIt", { thoughts: many(this.view.nodes.filter(({ parents }) => parents.includes(node.id)).length, "thought") })}</p>` : nothing}
    </div>`;
  }

  #judge(node: number): void {
    const field = this.renderRoot.querySelector<HTMLInputElement>("#own-score");
    if (field === null || field.value === "" || !field.checkValidity()) {
      field?.reportValidity();
      return;
    }
    this.#act({ act: "judge", node, value: Number(field.value) / 100 });
  }

  #act(detail: ThinkAct): void {
    this.dispatchEvent(new CustomEvent<ThinkAct>("act", { detail }));
  }

  #choose(detail: number): void {
    this.dispatchEvent(new CustomEvent<number>("choose", { detail }));
  }
}
