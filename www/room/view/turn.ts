/** One turn of the conversation: the question, what left for it, and the answer. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { part as bring } from "../engine/late.ts";
import type { Again, Draft, Inside, Telling } from "../engine/types.ts";
import type { Manner, Sent, Turn } from "./turn-state.ts";
import type { Allowance } from "./kept-words.ts";
import type { Widening } from "./narrowed.ts";
import type { Held } from "./held.ts";
import type { Easing } from "./stranger.ts";
import { hostOf } from "./host-of.ts";
import { shared } from "./theme.ts";
import { told } from "./told.ts";
import { clock } from "./words.ts";
import { rich, say } from "../words/first.ts";
import "./answer.ts";

/**
 * Fires `approve`, `discard`, `allow` ({@link Allowance}), `tell` ({@link Manner}, or a part of it), `ease` ({@link Easing}) and `cancel`; `again` to ask the same once more, `quotes` to have quotations answer, `widen` ({@link Widening}) to have whoever answers search more, and `alone` to ask a follow-up as it was typed;
 * `open-source` comes through from its parts.
 */
@customElement("chaperone-turn")
export class TurnView extends LitElement {
  @property({ attribute: false }) accessor turn!: Turn;
  /** The levels, for a draft that can still be told otherwise. */
  @property({ attribute: false }) accessor telling: Telling | undefined;
  /** Offers the answer as a file; resolves to whether the person saved it. */
  @property({ attribute: false }) accessor save: (() => Promise<boolean>) | undefined;
  /** Whether nothing may be asked for now. */
  @property({ attribute: false }) accessor locked = false;

  /** What became of the last file that was offered, in words. */
  @state() private accessor saved = "";

  static override readonly styles = [
    shared,
    css`
      article { position: relative; display: grid; gap: 1rem; min-width: 0; }
      article > * { min-width: 0; }
      header { display: grid; gap: 0.125rem; }
      h3 { font-size: 1.125rem; overflow-wrap: anywhere; scroll-margin-top: 3.5rem; }
      details { border: 1px solid var(--line); border-radius: var(--radius-small); background: var(--sheet); }
      summary { padding: 0.75rem 1rem; font-weight: 500; overflow-wrap: anywhere; }
      details[open] > summary { border-bottom: 1px solid var(--line); }
      details > :not(summary) { margin: 0; }
      .follows { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: baseline; overflow-wrap: anywhere; }
      .came { display: grid; gap: 1rem; align-content: start; }
      .came > * { min-width: 0; }
      /* Its heading comes to the top of the window once a request is sent; what is below it then is not pushed away by what comes. */
      .came.awaited { min-height: var(--room-below, 0); }
      .file { display: grid; gap: 0.375rem; }
      .file button { min-height: 2.25rem; padding: 0.25rem 0.75rem; font-size: 0.875rem; }
      .next { display: grid; gap: 0.75rem; }
      .working { display: flex; gap: 0.625rem; align-items: center; }
      /* A draft that is told otherwise stays where it is meanwhile. */
      .working.over { position: absolute; inset: 0 0 auto auto; padding-inline-start: 0.5rem; background: var(--sheet); }
      .working::before { content: ""; width: 0.75rem; height: 0.75rem; border-radius: 50%; background: var(--accent); animation: breathe 1.6s ease-in-out infinite; }
      @keyframes breathe { 50% { opacity: 0.25; } }
      @media (prefers-reduced-motion: reduce) { .working::before { animation: none; } }
    `,
  ];

  /** Brings the turn into sight, and the focus to the part that is new in it: `question`, `leaving` or `answer`. */
  async attend(part: "question" | "leaving" | "answer"): Promise<void> {
    await this.updateComplete;
    // It is part of what comes later; whoever brings it says where that cannot be had.
    if (part === "leaving") await bring("leaves").catch(() => undefined);
    const title =
      part === "question"
        ? this.renderRoot.querySelector<HTMLElement>("#asked")
        : await titleOf(this.renderRoot.querySelector<LitElement>(`chaperone-${part}:not(details *)`));
    title?.focus({ preventScroll: true });
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    title?.scrollIntoView({ block: "start", behavior: calm ? "auto" : "smooth" });
  }

  override render() {
    const { turn } = this;
    const { sent, draft, answer, streaming, failure } = turn;
    const failed = failure !== "" && answer === undefined;
    return html`
      <article aria-labelledby="asked">
        <header>
          <p class="small soft">${turn.about === undefined ? rich("youAskedAt", { time: moment(turn.at) }) : rich("youAskedAbout", { time: moment(turn.at), about: turn.about })}</p>
          <h3 id="asked" tabindex="-1">${turn.question}</h3>
          ${turn.letter === undefined ? nothing : html`<p class="small soft" id="of-letter">${rich("allOfItIsAsked", { title: turn.letter.title })}</p>`}
          ${turn.asked === turn.question ? nothing : this.#follows(turn)}
        </header>
        ${turn.earlier.map((attempt) => this.#left(say("whatMayHaveLeft"), attempt.sent, attempt.draft))}
        ${turn.working ? html`<p class="working soft ${draft === undefined ? "" : "over"}" role="status">${say("lookingInTheRecords")}</p>` : nothing}
        ${turn.inside === undefined ? nothing : this.#inside(turn.inside)}
        ${sent === undefined ? this.#draft(turn) : this.#left(failed ? say("whatMayHaveLeft") : say("whatLeft"), sent, draft)}
        ${
          turn.by === "quotes" && turn.earlier.length > 0 && answer !== undefined
            ? html`<p class="soft" id="instead">${say("theModelGaveNo")}</p>`
            : nothing
        }
        <div class="came ${sent !== undefined && turn.by === "model" ? "awaited" : ""}"><chaperone-answer
          ?hidden=${answer === undefined && streaming === undefined && failure === ""}
          .answer=${answer} .streaming=${streaming} .pause=${turn.pause} .failure=${failure} .detail=${turn.detail} ?widens=${!this.locked}
          @widen=${this.#widen}
          @cancel=${() => this.#tell("cancel")}
        ></chaperone-answer>
        ${answer === undefined ? nothing : html`<chaperone-beside .turn=${turn}></chaperone-beside>`}
        ${this.#next(turn)}
        ${this.#file(turn)}
        </div>
      </article>
    `;
  }

  /** What the model on this device does for the question, as long as it is at work. */
  #inside(inside: Inside) {
    return html`<chaperone-inside .inside=${inside}></chaperone-inside>
      <div class="row"><button id="cancel-inside" @click=${() => this.#tell("cancel")}>${say("cancel")}</button></div>`;
  }

  /** How a follow-up was read, and the way back to what was typed. */
  #follows({ asked, sent }: Turn) {
    return html`<p class="follows small" id="follows">
      <span>${say("readTogetherWithYour")} <q>${asked}</q></span>
      ${sent === undefined ? html`<button class="link" id="alone" ?disabled=${this.locked} @click=${() => this.#tell("alone")}>${say("askOnlyWhatI")}</button>` : nothing}
    </p>`;
  }

  /** The answer as a file, once it is whole. */
  #file({ answer, working, streaming }: Turn) {
    if (answer === undefined || working || streaming !== undefined || this.save === undefined) return nothing;
    return html`<div class="file">
      <div class="row">
        <button id="save-answer" aria-describedby="save-hint" @click=${(event: Event) => this.#save(event)}>${say("saveTheAnswer")}</button>
        <span class="small" role="status" id="answer-saved">${this.saved === "" ? nothing : this.saved}</span>
      </div>
      <p class="small soft" id="save-hint">${say("aTextFileMarkdown")}</p>
    </div>`;
  }

  async #save(click: Event): Promise<void> {
    // A click that a script made is none.
    if (!click.isTrusted || this.save === undefined) return;
    this.saved = "";
    try {
      this.saved = (await this.save()) ? say("saved") : say("notSaved");
    } catch (error) {
      this.saved = told(error);
    }
  }

  #next(turn: Turn) {
    const next = nextOf(turn);
    if (next === undefined) return nothing;
    const { words, again, quotes } = next;
    return html`<div class="next" role="group" aria-label=${say("whatToDoNow")}>
      ${words === "" ? nothing : html`<p id="advice">${words}</p>`}
      <div class="row">
        <button id="again" ?disabled=${this.locked} @click=${() => this.#tell(turn.by === "model" ? "again" : "quotes")}>${again}</button>
        ${quotes ? html`<button id="quotes" ?disabled=${this.locked} @click=${() => this.#tell("quotes")}>${say("answerWithQuotationsInstead")}</button>` : nothing}
      </div>
      ${turn.by === "model" ? html`<p class="small soft">${say("yourQuestionIsKept")}</p>` : nothing}
    </div>`;
  }

  #draft({ asked, draft, previous, discarded, emptied }: Turn) {
    if (draft === undefined) return nothing;
    if (discarded) return html`<p class="soft">${say("discardedNothingWasSent")}</p>`;
    return html`<chaperone-leaving
      .question=${asked} .draft=${draft} .previous=${previous} .telling=${this.telling} .emptied=${emptied} ?widens=${!this.locked}
      @tell=${({ detail }: CustomEvent<Partial<Manner>>) => this.dispatchEvent(new CustomEvent("tell", { detail }))}
      @approve=${() => this.#tell("approve")} @discard=${() => this.#tell("discard")} @quotes=${() => this.#tell("quotes")} @widen=${this.#widen}
      @allow=${({ detail }: CustomEvent<Allowance>) => this.dispatchEvent(new CustomEvent("allow", { detail }))}
      @ease=${({ detail }: CustomEvent<Easing>) => this.dispatchEvent(new CustomEvent("ease", { detail }))}
      @withhold=${({ detail }: CustomEvent<Held>) => this.dispatchEvent(new CustomEvent("withhold", { detail }))}
    ></chaperone-leaving>`;
  }

  /** What was sent, folded away; only to whom and when where it is not known any more. */
  #left(what: string, sent: Sent, draft: Draft | undefined) {
    if (sent.unreached === true)
      return html`<p class="small soft" data-unreached>${rich("nothingLeftAtWas", { model: sent.model, host: hostOf(sent.url), time: moment(sent.at) })}</p>`;
    const words = rich("toAt", { what, model: sent.model, host: hostOf(sent.url), time: moment(sent.at) });
    if (draft === undefined) return html`<p class="small soft">${words}</p>`;
    return html`<details>
      <summary>${words}</summary>
      <chaperone-leaving .question=${this.turn.asked} .draft=${draft} .sent=${true}></chaperone-leaving>
    </details>`;
  }

  readonly #widen = ({ detail }: CustomEvent<Widening>): void => {
    this.dispatchEvent(new CustomEvent("widen", { detail }));
  };

  #tell(name: string): void {
    this.dispatchEvent(new Event(name));
  }
}

/** Returns what there is to do about a turn that has no whole answer; `undefined` where it has one, or is under way. */
function nextOf({ by, working, streaming, discarded, sent, answer, failure, advice }: Turn) {
  if (working || streaming !== undefined) return undefined;
  const quotes = by === "model";
  if (answer?.cut === true) return { words: say("brokeOff"), again: say("tryAgain"), quotes };
  if (quotes && (answer?.left ?? 0) > 0 && sent !== undefined)
    return { words: say("moreWasNotTold", { count: answer?.left ?? 0 }), again: say("goOnWithIt"), quotes: false };
  if (quotes && answer?.again !== undefined)
    return { words: AGAIN[answer.again], again: say("askOnceMoreWith"), quotes };
  if (quotes && answer?.blocks.length === 0) return { words: "", again: say("tryAgain"), quotes };
  if (answer === undefined && failure !== "") return { words: advice, again: say("tryAgain"), quotes };
  if (discarded && answer === undefined) return { words: "", again: say("prepareItAgain"), quotes };
  return undefined;
}

/** Why a model is asked once more. */
const AGAIN: Record<Again, string> = {
  get "quoted-nothing"() {
    return say("theModelQuotedNone");
  },
  get "answered-nothing"() {
    return say("theModelDidNot");
  },
};

async function titleOf(view: LitElement | null): Promise<HTMLElement | null | undefined> {
  await view?.updateComplete;
  return view?.renderRoot?.querySelector<HTMLElement>("#title");
}

function moment(at: Date) {
  return html`<time datetime=${at.toISOString()}>${clock(at)}</time>`;
}
