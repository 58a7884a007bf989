/** The graph of thoughts, drawn: moved through with the arrow keys, made larger and smaller with + and −. */
import { LitElement, css, html, nothing, svg, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { ThinkNode, ThinkView } from "../../engine/types.ts";
import { shared } from "../theme.ts";
import { Layout, type LayoutAnswer, type Point } from "./layout.ts";
import { nameOf, percent, short } from "./words.ts";
import { say } from "../../words/thinking.ts";

const WIDTH = 148;
const HEIGHT = 52;
/** Characters of a node's words that are seen. */
const SHOWN = 20;
const ZOOMS = [0.4, 0.6, 0.8, 1, 1.25, 1.6] as const;

/** Fires `choose` with the number of a node. */
@customElement("chaperone-thought-graph")
export class ThoughtGraph extends LitElement {
  @property({ attribute: false }) accessor view!: ThinkView;
  @property({ attribute: false }) accessor chosen = 0;
  @state() private accessor places: LayoutAnswer | undefined;
  @state() private accessor zoom = 1;
  readonly #layout = new Layout((answer) => (this.places = answer));

  static override readonly styles = [
    shared,
    css`
      .head { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; justify-content: space-between; margin-bottom: 0.5rem; }
      .head button { min-width: 2.75rem; padding: 0.25rem; }
      .canvas { overflow: auto; height: min(28rem, 55svh); border: 1px solid var(--line); border-radius: var(--radius-small); background: var(--ground); }
      svg { display: block; }
      .edge { fill: none; stroke: var(--line-strong); stroke-width: 1.25; }
      .edge.line { stroke: var(--accent); stroke-width: 3; }
      rect { fill: var(--sheet); stroke: var(--line-strong); stroke-width: 1.25; }
      .document rect { fill: var(--quote); stroke: var(--quote-line); }
      .question rect { fill: var(--good-ground); stroke: var(--good); }
      .line rect { stroke: var(--accent); stroke-width: 3; }
      .pruned { opacity: 0.45; }
      .pruned rect { stroke-dasharray: 4 3; }
      text { fill: var(--ink); font-size: 11.5px; }
      .title { font-weight: 600; }
      g[role] { cursor: pointer; outline: none; }
      g[role]:focus-visible rect, .chosen rect { stroke: var(--accent); stroke-width: 4; }
    `,
  ];

  override render() {
    const { places } = this;
    return html`
      <div class="head">
        <p class="small soft" id="help">${say("arrowKeysMoveFrom")}</p>
        <div class="row">
          <button id="smaller" aria-label=${say("smaller")} @click=${() => this.#resize(-1)}>−</button>
          <button id="larger" aria-label=${say("larger")} @click=${() => this.#resize(1)}>+</button>
        </div>
      </div>
      <div class="canvas">
        ${
          places === undefined
            ? html`<p class="small soft" role="status">${say("drawing")}</p>`
            : svg`<svg role="group" aria-label=${say("graphOfThoughts")} aria-describedby="help" width=${places.width * this.zoom} height=${places.height * this.zoom} viewBox="0 0 ${places.width} ${places.height}" @keydown=${this.#key}>
                ${places.edges.map(({ from, to, points }) => svg`<path class="edge ${this.#inLine(from) && this.#inLine(to) ? "line" : ""}" d=${path(points)}></path>`)}
                ${places.nodes.map(({ id, x, y }) => this.#node(id, x, y))}
              </svg>`
        }
      </div>
    `;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("view")) return;
    const { nodes } = this.view;
    if (this.places !== undefined && this.places.nodes.length === nodes.length) return;
    const edges = nodes.flatMap(({ id, parents }) => parents.map((from) => ({ from, to: id })));
    this.#layout.ask(
      nodes.map(({ id }) => ({ id, width: WIDTH, height: HEIGHT })),
      edges,
    );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#layout.end();
  }

  #node(id: number, x: number, y: number) {
    const node = this.view.nodes[id];
    if (node === undefined) return nothing;
    const classes = [
      node.kind,
      this.#inLine(id) ? "line" : "",
      node.pruned ? "pruned" : "",
      id === this.chosen ? "chosen" : "",
    ];
    return svg`<g role="button" class=${classes.join(" ")} data-node=${id} tabindex=${id === this.chosen ? 0 : -1} aria-pressed=${id === this.chosen ? "true" : "false"} aria-label=${labelOf(node)}
        transform="translate(${x - WIDTH / 2} ${y - HEIGHT / 2})" @click=${() => this.#choose(id)}>
        <rect width=${WIDTH} height=${HEIGHT} rx="8"></rect>
        <text class="title" x="10" y="20">${titleOf(node)}</text>
        <text x="10" y="38">${short(node.text, SHOWN)}</text>
      </g>`;
  }

  #inLine(id: number): boolean {
    return this.view.line.includes(id);
  }

  #resize(step: number): void {
    const at = ZOOMS.indexOf(this.zoom as (typeof ZOOMS)[number]);
    this.zoom = ZOOMS[Math.min(Math.max(at + step, 0), ZOOMS.length - 1)] ?? 1;
  }

  #choose(id: number): void {
    this.dispatchEvent(new CustomEvent<number>("choose", { detail: id }));
  }

  #key(event: KeyboardEvent): void {
    const at = Number((event.target as Element).closest<SVGGElement>("[data-node]")?.dataset["node"] ?? this.chosen);
    if (event.key === "+" || event.key === "-" || event.key === "−") this.#resize(event.key === "+" ? 1 : -1);
    else if (event.key === "Enter" || event.key === " ") this.#choose(at);
    else {
      const next = this.#beside(at, event.key);
      if (next === undefined) return;
      this.#choose(next);
      void this.updateComplete.then(() => this.renderRoot.querySelector<SVGGElement>(`[data-node="${next}"]`)?.focus());
    }
    event.preventDefault();
  }

  /** The nearest node in the direction of an arrow key. */
  #beside(id: number, key: string): number | undefined {
    const from = this.places?.nodes.find((node) => node.id === id);
    const direction = DIRECTIONS[key];
    if (from === undefined || direction === undefined) return undefined;
    const away = ({ x, y }: Point): { ahead: number; aside: number } => {
      const [across, down] = [x - from.x, y - from.y];
      return direction.x === 0
        ? { ahead: down * direction.y, aside: Math.abs(across) }
        : { ahead: across * direction.x, aside: Math.abs(down) * 4 };
    };
    const found = (this.places?.nodes ?? []).filter((node) => away(node).ahead > 1);
    const cost = (node: Point): number => away(node).ahead + away(node).aside;
    return found.sort((a, b) => cost(a) - cost(b))[0]?.id;
  }
}

const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

function path(points: readonly Point[]): string {
  return points.map(({ x, y }, at) => `${at === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join(" ");
}

/** What stands above the words of a node. */
function titleOf(node: ThinkNode): string {
  const score = node.score === undefined ? "" : ` · ${percent(node.score)}`;
  return `${nameOf(node)}${score}${node.pinned ? say("pinned") : ""}`;
}

/** How a node is called: first as it is seen, for those who speak to the page, then what is not seen of it. */
function labelOf(node: ThinkNode): string {
  const whole = node.text.length > SHOWN ? `. ${short(node.text, 120)}` : "";
  return `${titleOf(node)} ${short(node.text, SHOWN)}${node.pruned ? say("takenOut") : ""}${whole}`;
}
