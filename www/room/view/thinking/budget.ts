/** What a thought process may use up and tell, for the person to approve before anything is sent. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { ThinkJudge, ThinkLimits, ThinkProposal } from "../../engine/types.ts";
import { shared } from "../theme.ts";
import { UncoveredController } from "../uncovered.ts";
import { JUDGE_WORDS } from "./words.ts";
import { say } from "../../words/thinking.ts";
import { spoken } from "../../words/say.ts";

const JUDGES: readonly ThinkJudge[] = ["self-critic", "estimator", "person"];

/** A score as the person sets it: in percent, by tenths. */
function inPercent(share: number): number {
  return Math.round(share * 1000) / 10;
}

/** Fires `approve` with {@link ThinkLimits}, and `discard`. */
@customElement("chaperone-thought-budget")
export class ThoughtBudget extends LitElement {
  @property({ attribute: false }) accessor proposal!: ThinkProposal;
  /** Whom it would be told to. */
  @property({ attribute: false }) accessor server = "";

  /** Who the person lets judge; as proposed where they did not choose. */
  @state() private accessor judge: ThinkJudge | undefined;

  readonly #uncovered = new UncoveredController(this, "#think-approve-place");

  static override readonly styles = [
    shared,
    css`
      :host { display: grid; gap: 0.875rem; }
      .fields { display: grid; gap: 0.75rem 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr)); }
      fieldset { border: 1px solid var(--line); border-radius: var(--radius-small); padding: 0.5rem 0.875rem 0.75rem; margin: 0; display: flex; flex-wrap: wrap; gap: 0.125rem 1.25rem; min-width: 0; }
      legend { font-weight: 600; padding: 0 0.25rem; }
      .check { display: flex; gap: 0.5rem; align-items: center; font-weight: 400; min-height: 2.25rem; }
      .check input { width: 1.125rem; height: 1.125rem; margin: 0; accent-color: var(--accent); }
    `,
  ];

  override render() {
    const { limits, tells, documents } = this.proposal;
    return html`
      <p>
        ${say("theModelIsAsked", { count: documents })}
      </p>
      <fieldset>
        <legend>${say("mayBeToldTo", { server: this.server })}</legend>
        ${tells.map(({ kind, words, facts }) => html`<label class="check"><input type="checkbox" name="kind" value=${kind} checked />${spoken(words, "sort")} (${facts})</label>`)}
      </fieldset>
      <label>${say("whoJudges")}<select id="scorer" @change=${this.#judged}>
        ${JUDGES.map((judge) => html`<option value=${judge} ?disabled=${this.#of(judge) === undefined} ?selected=${judge === limits.scorer}>${JUDGE_WORDS[judge].name}</option>`)}
      </select><span class="soft small" id="scorer-means">${JUDGE_WORDS[this.judge ?? limits.scorer ?? "self-critic"].means}${this.#of("estimator") === undefined ? html` ${say("theEstimatorIsNot")}` : nothing}</span></label>
      ${(this.judge ?? limits.scorer ?? "self-critic") === "self-critic" ? html`<label class="check"><input type="checkbox" id="confirm" ?checked=${(limits.confirmations ?? 0) > 0} /><span>${say("aGoodThoughtIs")}</span></label>` : nothing}
      <div class="fields">
        ${this.#number("facts", say("factsAtMost"), limits.facts, 0, 100_000, say("allRequestsTogetherA"))}
        ${this.#number("thoughts", say("thoughtsAtMost"), limits.thoughts, 1, 100, say("moreThoughtsFindMore"))}
        ${this.#number("calls", say("requestsAtMost"), limits.calls, 5, 1000, say("aThoughtTakesTwo"))}
        ${this.#number("tokens", say("tokensAtMost"), limits.tokens, 1000, 10_000_000, say("thereAndBackBy"))}
        ${this.#number("threshold", say("goodEnoughAtIn"), inPercent(limits.threshold), 1, 200, say("itEndsWithThe"), "0.1")}
        ${this.#number("weight", say("newFactsCost"), Math.round((limits.disclosureWeight ?? 0) * 1000) / 10, 0, 100, say("eachFactToldFor"), "0.1")}
      </div>
      <div class="row">
        <span id="think-approve-place"><button class="main" id="think-approve" aria-disabled=${String(!this.#uncovered.may)} @click=${(event: Event) => this.#uncovered.allows(event) && this.#approve()}>${say("approveAndBeginTo")}</button></span>
        <button id="think-discard" @click=${() => this.dispatchEvent(new Event("discard"))}>${say("discard")}</button>
      </div>
      ${this.#uncovered.words}
      <p class="small soft">${say("nothingHasLeftSo")}</p>
    `;
  }

  #of(judge: ThinkJudge) {
    return this.proposal.scorers.find(({ scorer }) => scorer === judge);
  }

  /** What is good enough goes by who says so. */
  readonly #judged = ({ target }: Event): void => {
    this.judge = (target as HTMLSelectElement).value as ThinkJudge;
    const threshold = this.#of(this.judge)?.threshold;
    const field = this.renderRoot.querySelector<HTMLInputElement>("#threshold");
    if (field !== null && threshold !== undefined) field.value = String(inPercent(threshold));
  };

  #number(name: string, words: string, value: number, min: number, max: number, more: string, step = "1") {
    return html`<label>${words}<input type="number" id=${name} name=${name} min=${min} max=${max} step=${step} .value=${String(value)} required /><span class="soft small">${more}</span></label>`;
  }

  #approve(): void {
    const inputs = Array.from(this.renderRoot.querySelectorAll<HTMLInputElement>(".fields input"));
    const wrong = inputs.find((input) => !input.checkValidity());
    if (wrong !== undefined) {
      wrong.reportValidity();
      return;
    }
    const number = (name: string): number => Number(inputs.find((input) => input.name === name)?.value);
    const kinds = Array.from(this.renderRoot.querySelectorAll<HTMLInputElement>("input[name=kind]:checked"));
    const detail: ThinkLimits = {
      thoughts: number("thoughts"),
      calls: number("calls"),
      tokens: number("tokens"),
      facts: number("facts"),
      threshold: number("threshold") / 100,
      disclosureWeight: number("weight") / 100,
      kinds: kinds.map(({ value }) => value),
      confirmations: this.renderRoot.querySelector<HTMLInputElement>("#confirm")?.checked === true ? 1 : 0,
      scorer: this.judge ?? this.proposal.limits.scorer ?? "self-critic",
    };
    this.dispatchEvent(new CustomEvent<ThinkLimits>("approve", { detail }));
  }
}
