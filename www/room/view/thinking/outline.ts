/** The graph of thoughts as a tree, for who does not look at it: each thought under the last of the thoughts that it was made of, with its documents. */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { ThinkNode, ThinkView } from "../../engine/types.ts";
import { shared } from "../theme.ts";
import { listed } from "../words.ts";
import { nameOf, percent, short } from "./words.ts";
import { say } from "../../words/thinking.ts";

/** Fires `choose` with the number of a node. */
@customElement("chaperone-thought-outline")
export class ThoughtOutline extends LitElement {
  @property({ attribute: false }) accessor view!: ThinkView;
  @property({ attribute: false }) accessor chosen = 0;

  static override readonly styles = [
    shared,
    css`
      ul { list-style: none; padding-inline-start: 1.125rem; border-inline-start: 1px solid var(--line); }
      ul[role="tree"] { padding: 0; border: 0; }
      [role="treeitem"] { padding: 0.125rem 0; outline: none; }
      .label { display: block; padding: 0.25rem 0.5rem; border-radius: 0.375rem; cursor: pointer; overflow-wrap: anywhere; }
      [role="treeitem"][aria-selected="true"] > .label { background: var(--quote); }
      [role="treeitem"]:focus-visible > .label { outline: 3px solid var(--accent); }
      .pruned > .label { opacity: 0.7; text-decoration: line-through; }
      .line > .label { font-weight: 600; }
    `,
  ];

  override render() {
    const [question] = this.view.nodes;
    if (question === undefined) return nothing;
    return html`<ul role="tree" aria-label=${say("outlineOfTheThoughts")} @keydown=${this.#key} @click=${this.#click}>${this.#item(question)}</ul>`;
  }

  #item(node: ThinkNode): TemplateResult {
    const below = this.#below(node);
    const { line } = this.view;
    return html`<li
      role="treeitem" data-node=${node.id} tabindex=${node.id === this.chosen ? 0 : -1} aria-selected=${node.id === this.chosen ? "true" : "false"}
      aria-expanded=${below.length > 0 ? "true" : nothing} class="${line.includes(node.id) ? "line" : ""} ${node.pruned ? "pruned" : ""}"
    >
      <span class="label">${nameOf(node)}${node.score === undefined ? "" : `, ${percent(node.score)}`}${node.pinned ? say("isPinned") : ""}${node.pruned ? say("takenOut") : ""}: ${short(node.text, 120)}${this.#madeOf(node)}</span>
      ${below.length === 0 ? nothing : html`<ul role="group">${below.map((each) => this.#item(each))}</ul>`}
    </li>`;
  }

  /** What stands under `node`: what was made of it and of nothing later. */
  #below(node: ThinkNode): ThinkNode[] {
    return this.view.nodes.filter(({ id, parents }) => id !== node.id && this.#over(parents) === node.id);
  }

  /** The node that what has these parents stands under. */
  #over(parents: readonly number[]): number | undefined {
    const thoughts = parents.filter((parent) => this.view.nodes[parent]?.kind === "thought");
    return thoughts.at(-1) ?? (parents.length > 0 ? 0 : undefined);
  }

  #madeOf({ kind, parents }: ThinkNode): string {
    if (kind !== "thought") return "";
    const names = parents.flatMap((parent) => this.view.nodes[parent] ?? []).map(nameOf);
    return say("madeOfNames", { names: listed(names) });
  }

  #click({ target }: Event): void {
    const item = (target as Element).closest<HTMLElement>("[data-node]");
    if (item !== null) this.#choose(Number(item.dataset["node"]));
  }

  #choose(id: number): void {
    this.dispatchEvent(new CustomEvent<number>("choose", { detail: id }));
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(`[data-node="${id}"]`)?.focus());
  }

  #key(event: KeyboardEvent): void {
    const items = Array.from(this.renderRoot.querySelectorAll<HTMLElement>("[role=treeitem]"));
    const at = items.findIndex((item) => item === event.target);
    const item = items[at];
    if (item === undefined) return;
    const up = item.parentElement?.closest<HTMLElement>("[role=treeitem]");
    const down = item.querySelector<HTMLElement>("[role=treeitem]");
    const to = {
      ArrowDown: items[at + 1],
      ArrowUp: items[at - 1],
      ArrowLeft: up,
      ArrowRight: down,
      Home: items[0],
      End: items.at(-1),
      Enter: item,
      " ": item,
    }[event.key];
    if (to === undefined || to === null) return;
    event.preventDefault();
    this.#choose(Number(to.dataset["node"]));
  }
}
