/** Whether a stranger could know from what would leave who it is about, and telling less of it. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import type { Draft, Stranger, StrangerTrait, Telling } from "../engine/types.ts";
import { shared } from "./theme.ts";
import { many, number, sentence } from "./words.ts";
import { say as first } from "../words/first.ts";
import { say } from "../words/leaves.ts";
import { spoken } from "../words/say.ts";

/** What each kind of thing is called in the list. */
const KINDS: Readonly<Record<StrangerTrait, string>> = {
  get age() {
    return say("age");
  },
  get sex() {
    return say("tellsTheSex");
  },
  get "rare-disease"() {
    return say("rareDisease");
  },
  get "unnamed-rare-disease"() {
    return say("aRareDiseaseUnnamed");
  },
  get "rare-in-question"() {
    return say("rareDiseaseInYour");
  },
  get "rare-in-note"() {
    return say("rareDiseaseInA");
  },
  get note() {
    return say("whatANoteSays");
  },
  get relative() {
    return say("ofARelativeIn");
  },
  get life() {
    return say("workOrWayOf");
  },
  get "time-in-note"() {
    return say("aTimeInA");
  },
  get entry() {
    return first("entry");
  },
  get count() {
    return say("howOften");
  },
  get times() {
    return say("distancesInTime");
  },
};

/** Whether less is to be told, or all of it again. */
export interface Easing {
  readonly less: boolean;
}

/** Fires `ease` ({@link Easing}). */
@customElement("chaperone-stranger")
export class StrangerView extends LitElement {
  @property({ attribute: false }) accessor draft: Draft | undefined;
  /** What the host's policy lets be chosen; until that is known, anything. */
  @property({ attribute: false }) accessor telling: Telling | undefined;
  /** Whether the draft was approved: then nothing can be changed any more. */
  @property({ attribute: false }) accessor sent = false;
  @query("h5") private accessor heading!: HTMLElement | null;
  #changing = false;

  static override readonly styles = [
    shared,
    css`
      section { display: grid; gap: 0.5rem; padding: 0.75rem 0.875rem; border: 1px solid var(--line); border-radius: var(--radius-small); min-width: 0; }
      h5:focus { outline: none; }
      meter { display: block; width: 100%; height: 0.5rem; appearance: none; background: var(--ground); border: 1px solid var(--line-strong); border-radius: 0.25rem; overflow: hidden; }
      meter::-webkit-meter-bar { height: 100%; background: none; border: 0; border-radius: 0; }
      meter::-webkit-meter-optimum-value { background: var(--good); }
      meter::-webkit-meter-suboptimum-value, meter::-webkit-meter-even-less-good-value { background: var(--bad); }
      meter::-moz-meter-bar { background: var(--good); }
      meter.over::-moz-meter-bar { background: var(--bad); }
      dl { display: grid; gap: 0.25rem 0.75rem; grid-template-columns: max-content minmax(0, 1fr); margin: 0.5rem 0; }
      dt { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
      dd { margin: 0; overflow-wrap: anywhere; }
      ul { margin: 0; padding-inline-start: 1.25rem; }
    `,
  ];

  override updated(): void {
    // The button that was pressed may be gone; what has changed is said below the title.
    if (this.#changing && this.draft !== undefined) this.heading?.focus({ preventScroll: true });
    this.#changing = false;
  }

  override render() {
    const found = this.draft?.stranger;
    if (found === undefined) return nothing;
    const { bits, limit, over, elements, eased } = found;
    return html`<section aria-labelledby="stranger-title">
      <h5 id="stranger-title" tabindex="-1">${say("couldAStrangerKnow")}</h5>
      <p id="stranger" role="status">${answer(found)}</p>
      <meter class=${over ? "over" : ""} aria-labelledby="stranger-title" min="0" max=${2 * limit} low=${limit} high=${limit} optimum="0" value=${Math.min(bits, 2 * limit)}
        >${say("ofBits", { bits, limit })}</meter>
      ${
        eased.length === 0
          ? nothing
          : html`<div class="small"><p>${say("lessIsToldThan")}</p><ul id="eased">${eased.map((each) => html`<li>${sentence(spoken(each))}</li>`)}</ul></div>`
      }
      ${this.#elements(found)}
      ${this.sent ? nothing : this.#buttons(over && elements.length > 0, eased.length > 0)}
    </section>`;
  }

  #elements({ bits, limit, elements, patients, byRareDiseases }: Stranger) {
    return html`<details class="small">
      <summary>${say("whatTellsHowMuch", { bits, limit })}</summary>
      <dl id="elements">${elements.map(({ kind, words, bits: of }) => html`<dt>${number(of, { minimumFractionDigits: 1, maximumFractionDigits: 1 })}</dt><dd><span class="soft">${KINDS[kind]}:</span> ${words}</dd>`)}</dl>
      <p class="soft">
        ${patients === undefined ? say("eachBitHalvesThe") : say("eachBitAmong", { patients })} ${byRareDiseases ? nothing : html`<strong id="no-rare">${say("theListOfRare")}</strong>`}
      </p>
    </details>`;
  }

  #buttons(over: boolean, eased: boolean) {
    if (!over && !eased) return nothing;
    if (eased && this.telling !== undefined && this.telling.strangers !== "warn")
      return html`<p class="small" id="hosts-strangers">${say("whoeverRunsThisPage")}</p>`;
    return html`<div class="row">
      ${eased ? html`<button id="all-again" @click=${() => this.#tell(false)}>${say("tellAllOfIt")}</button>` : html`<button id="less-telling" @click=${() => this.#tell(true)}>${say("makeItLessTelling")}</button>`}
    </div>`;
  }

  #tell(less: boolean): void {
    this.#changing = true;
    this.dispatchEvent(new CustomEvent<Easing>("ease", { detail: { less } }));
  }
}

function answer({ over, fitting, by, people, eased, elements }: Stranger): string {
  const place = number(by.population);
  const whose = people > 1 ? ` ${say("itIsAboutPeople", { people })}` : "";
  if (!over) {
    if (elements.length === 0) return `${say("noWhatIsTold")}${whose}`;
    return `${say("hardlyAboutInA", { people: many(fitting, "person"), place, fitting: by.fitting })}${whose}`;
  }
  return `${say(eased.length > 0 ? "perhapsEvenSo" : "perhaps")} ${say("takenTogetherThisMay", { count: fitting, place })}${whose}`;
}
