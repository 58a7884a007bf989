/** Where questions begin: what the last visit brought, counted, and the way to it. */
import { LitElement, css, html, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { EngineClient } from "../engine/client.ts";
import type { Points } from "../engine/types.ts";
import { icon } from "./icons.ts";
import type { Going } from "./screens.ts";
import { shared } from "./theme.ts";
import { day, many } from "./words.ts";
import { say } from "../words/first.ts";
import type { Noun } from "../words/nouns.ts";

/** What is counted, by the engine’s title of it. */
const COUNTED: Readonly<Record<string, Noun>> = {
  "New problems": "newProblem",
  "New allergies": "newAllergy",
  "Changed medicines": "changedMedicine",
  "Values out of range": "valueOutOfRange",
};

/** Fires `go` with {@link Going}, out of its shadow. */
@customElement("chaperone-points")
export class PointsView extends LitElement {
  @property({ attribute: false }) accessor engine!: EngineClient;
  @property({ attribute: false }) accessor ready = false;
  /** Whether it is in sight: only then it is asked for. */
  @property({ attribute: false }) accessor active = false;
  /** Which state of the records it is. */
  @property({ attribute: false }) accessor edition = 0;
  /** Whom questions are about, by number; of everybody nothing is counted. */
  @property({ attribute: false }) accessor person: number | undefined;
  @state() private accessor points: Points | undefined;
  #asked = "";

  static override readonly styles = [
    shared,
    css`
      button { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: 0 0.875rem; align-items: center; width: 100%; padding: 0.875rem 1.125rem; border-color: var(--line); border-radius: var(--radius); font-weight: 500; text-align: start; }
      .icon { color: var(--accent); }
      .points { overflow-wrap: anywhere; }
      .small { font-weight: 400; }
      .go { color: var(--accent); font-weight: 600; }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("edition") || changed.has("person")) this.points = undefined;
  }

  protected override updated(): void {
    if (this.active && this.ready) void this.#ask();
  }

  override render() {
    const { points } = this;
    if (points === undefined) return nothing;
    const found = points.counts.flatMap(({ title, count }) => {
      const noun = COUNTED[title];
      return noun === undefined || count === 0 ? [] : [many(count, noun)];
    });
    if (points.disagreements > 0) found.push(many(points.disagreements, "contradiction"));
    if (found.length === 0) return nothing;
    return html`<button id="points" @click=${this.#go}>
      ${icon("today")}<span class="points">${found.join(" · ")}<br /><span class="small soft">${say("sinceYourLastVisitOn", { since: day(points.since) })}</span></span><span class="go small">${say("today")}</span>
    </button>`;
  }

  #go(): void {
    this.dispatchEvent(new CustomEvent<Going>("go", { detail: { screen: "today" }, bubbles: true, composed: true }));
  }

  async #ask(): Promise<void> {
    const { person } = this;
    const now = `${this.edition} ${person}`;
    if (person === undefined || now === this.#asked) return;
    this.#asked = now;
    try {
      const points = await this.engine.call("points", { patient: person });
      // Meanwhile the records may have changed, or somebody else was chosen.
      if (now === this.#asked) this.points = points ?? undefined;
    } catch {
      // Without it the page is as good as before.
    }
  }
}
