/** The talk about the records: the questions and answers, and the field for the next question. */
import { LitElement, css, html, nothing, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { keyed } from "lit/directives/keyed.js";
import { repeat } from "lit/directives/repeat.js";
import { ChaperoneError } from "../engine/error.ts";
import type { NarrowedBy } from "../engine/types.ts";
import type { Opening } from "./answer.ts";
import type { ConversationController } from "./conversation.ts";
import type { Manner, Turn } from "./turn-state.ts";
import type { Allowance } from "./kept-words.ts";
import { takenAway, type Widening } from "./narrowed.ts";
import { innermost } from "./focused.ts";
import type { Held } from "./held.ts";
import type { Easing } from "./stranger.ts";
import type { Asked, Letter, QuestionView } from "./question.ts";
import { shared } from "./theme.ts";
import type { ServerView } from "./server.ts";
import type { TurnView } from "./turn.ts";
import "./question.ts";
import "./turn.ts";
import type { Process, ThinkingController } from "./thinking/controller.ts";
import type { Resumed } from "./question.ts";
import { say } from "../words/first.ts";
import { clock } from "./words.ts";

/** A quotation of turn `turn` that is to be shown in its source. */
export interface TurnOpening {
  readonly opening: Opening;
  readonly turn: number;
}

/** Fires `open` with {@link TurnOpening}, `show` with {@link Opening}, and `subject` as the field for questions does. */
@customElement("chaperone-talk")
export class TalkView extends LitElement {
  @property({ attribute: false }) accessor conversation!: ConversationController;
  /** Those of the conversation, so that each change is seen. */
  @property({ attribute: false }) accessor turns: readonly Turn[] = [];
  /** Where the model server is entered, and what is entered there. */
  @property({ attribute: false }) accessor server!: () => ServerView | null;
  @property({ attribute: false }) accessor entered!: ServerView["entered"];
  @property({ attribute: false }) accessor suggestions: readonly string[] = [];
  /** Whether others are being looked for: these keep their place, unseen, so that none is seen to move. */
  @property({ attribute: false }) accessor seeking = false;
  /** The names of the patients, by number. */
  @property({ attribute: false }) accessor patients: readonly string[] = [];
  /** Under what names entries are shown of which nothing says whom they are about. */
  @property({ attribute: false }) accessor unplaced = "";
  @property({ attribute: false }) accessor ready = false;
  /** Whether records are being read: then nothing can be asked. */
  @property({ attribute: false }) accessor reading = false;
  @property({ attribute: false }) accessor thinking!: ThinkingController;
  /** That of the controller, so that each change is seen. */
  @property({ attribute: false }) accessor process: Process | undefined;
  /** How many earlier questions are listed at most: a long conversation does not fill the page, nor the device's memory. */
  @state() private accessor listed = LISTED;
  /** The number of the last turn that was not answered at once. */
  @state() private accessor slow: number | undefined;
  @query("chaperone-question") private accessor field!: QuestionView;
  /** A question of an earlier session that is to be asked once more: what was kept back of it stays so, and it is searched as widely. */
  #resumed: (Pick<Turn, "question" | "chosen"> & Widening) | undefined;

  static override readonly styles = [
    shared,
    css`
      :host { display: grid; gap: 1.25rem; min-width: 0; }
      :host > *, .turns > * { min-width: 0; }
      .head { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; justify-content: space-between; }
      .head button { min-height: 2.25rem; padding: 0.25rem 0.75rem; font-size: 0.875rem; }
      .turns { display: grid; gap: 1.25rem; }
      /* An answer that takes its time comes into room that is kept for it: the field below is not pushed away under the hand. */
      .turns > .roomy:last-child { min-height: calc(100svh - 4.5rem); --room-below: calc(100svh - 5.5rem); }
      chaperone-thinking { display: grid; min-height: calc(100svh - 4.5rem); }
      .turns > * { padding: 1.25rem; background: var(--sheet); border: 1px solid var(--line); border-radius: var(--radius); }
      .turns > .folded { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; justify-content: space-between; padding-block: 0.5rem; }
      #list-more { justify-self: start; }
      .folded button { text-align: start; overflow-wrap: anywhere; }
      .chips { display: flex; flex-wrap: wrap; gap: 0.5rem; list-style: none; padding: 0; }
      .chips.unseen { visibility: hidden; }
      .chips button { font-weight: 500; border-radius: 1.375rem; text-align: start; }
      .field.stays { bottom: var(--bar); padding-bottom: 0.75rem; background: linear-gradient(transparent, var(--ground) 1.5rem); }
      @media (min-height: 64rem) and (min-width: 40rem) { .field.stays { position: sticky; } }
      @media (min-width: 60rem) { .field.stays { bottom: 0; } }
      @media (max-width: 30rem) { .turns > * { padding: 1rem; } }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (this.turns.length === 0) this.listed = LISTED;
    const last = this.turns.at(-1);
    if (!changed.has("turns") || last?.working !== true || this.slow === last.id) return;
    setTimeout(() => {
      if (this.conversation.turn(last.id)?.working === true) this.slow = last.id;
    }, AT_ONCE_MILLIS);
  }

  override render() {
    const { turns } = this;
    const { busy } = this.conversation;
    const isFolded = turns.map((turn, at) => this.conversation.isFolded(turn, at));
    const unlisted = Math.max(0, isFolded.filter((folded) => folded).length - this.listed);
    let left = unlisted;
    const shown = turns.flatMap((turn, at) => {
      const folded = isFolded[at] ?? false;
      return folded && left-- > 0 ? [] : [{ turn, folded }];
    });
    return html`
      ${turns.length === 0 ? nothing : html`<div class="head"><h2>${say("conversation")}</h2><button id="new" ?disabled=${busy} @click=${() => this.#renew()}>${say("newConversation")}</button></div>`}
      ${unlisted === 0 ? nothing : html`<button class="link" id="list-more" @click=${() => this.#list(shown[0]?.turn.id)}>${say("showEarlierQuestions", { count: unlisted })}</button>`}
      <div class="turns" ?hidden=${turns.length === 0}>${repeat(
        shown,
        ({ turn }) => turn.id,
        ({ turn, folded }) => (folded ? this.#folded(turn) : this.#turn(turn)),
      )}</div>
      ${
        this.process === undefined
          ? nothing
          : html`${turns.length === 0 ? html`<h2 class="hidden">${say("conversation")}</h2>` : nothing}<chaperone-thinking .thinking=${this.thinking} .process=${this.process}
              @open-source=${({ detail }: CustomEvent<Opening>) => this.dispatchEvent(new CustomEvent<Opening>("show", { detail }))}
            ></chaperone-thinking>`
      }
      <div class="field ${this.#stays() ? "stays" : ""}">
        <chaperone-question
          .patients=${this.patients} .unplaced=${this.unplaced} .ready=${this.ready} .busy=${this.reading || busy || this.thinking.busy}
          .server=${this.server} .model=${this.entered.model} .host=${this.entered.host}
          @ask=${({ detail }: CustomEvent<Asked>) => this.#ask(detail)}
          @think=${({ detail }: CustomEvent<Asked>) => this.thinking.begin(detail)}
          @resume=${({ detail: { file, subject, connector } }: CustomEvent<Resumed>) => this.thinking.resume(file, subject, connector)}
          @subject=${({ detail }: CustomEvent<number | undefined>) => this.dispatchEvent(new CustomEvent("subject", { detail }))}
        ></chaperone-question>
      </div>
      ${
        turns.length > 0 || this.suggestions.length === 0
          ? nothing
          : keyed(
              this.suggestions,
              html`<ul class="chips ${this.seeking ? "unseen" : ""}" aria-label=${say("questionsToBeginWith")}>
                ${this.suggestions.map((each) => html`<li><button @click=${() => this.field.ask(each)}>${each}</button></li>`)}
              </ul>`,
            )
      }
    `;
  }

  /** Takes questions to be about this patient from now on, as {@link QuestionView.about}. */
  async about(patient: number): Promise<void> {
    // Those who were added just now are in the field after it.
    await this.updateComplete;
    await this.field.updateComplete;
    this.field.about(patient);
  }

  /** Has a model asked about all of `letter` by the next questions. */
  read(letter: Letter): void {
    this.field.read(letter);
  }

  /** The question field stays in sight below answers, but not while a draft waits to be looked at. */
  #stays(): boolean {
    return (
      this.turns.length > 0 &&
      this.process === undefined &&
      !this.turns.some((turn) => !turn.sent && !turn.discarded && turn.draft)
    );
  }

  /** An earlier turn: its question, which opens it. */
  #folded({ id, question, at }: Turn) {
    return html`<div class="folded" data-folded=${id}>
      <button class="link" aria-expanded="false" @click=${() => this.#unfold(id)}>${question}<span class="hidden">: ${say("showTheAnswer")}</span></button>
      <time class="small soft" datetime=${at.toISOString()}>${clock(at)}</time>
    </div>`;
  }

  /** Lists more of the earlier questions; the focus goes to the last of them, which stands right above `first`, the first there was. */
  async #list(first: number | undefined): Promise<void> {
    this.listed += MORE_LISTED;
    await this.updateComplete;
    const before = this.renderRoot.querySelector(`:is([data-folded="${first}"], [data-turn="${first}"])`);
    const last = before?.previousElementSibling;
    (last?.querySelector("button") ?? before?.querySelector("button"))?.focus();
  }

  async #unfold(id: number): Promise<void> {
    this.conversation.unfold(id);
    this.requestUpdate();
    await this.#attend(id, "question");
  }

  #turn(turn: Turn) {
    const { id } = turn;
    return html`<chaperone-turn
      .turn=${turn} .save=${() => this.conversation.save(id)} .telling=${this.conversation.telling} .locked=${this.reading || this.conversation.busy} data-turn=${id} class=${turn.by === "model" || this.slow === id ? "roomy" : ""}
      @approve=${() => this.#approve(id)} @discard=${() => this.conversation.discard(id)} @cancel=${() => this.conversation.cancel(id)}
      @allow=${({ detail: { word, allowed } }: CustomEvent<Allowance>) => this.conversation.allow(id, word, allowed)}
      @ease=${({ detail: { less } }: CustomEvent<Easing>) => this.conversation.ease(id, less)}
      @withhold=${({ detail }: CustomEvent<Held>) => this.conversation.withhold(id, detail)}
      @tell=${({ detail }: CustomEvent<Partial<Manner>>) => this.conversation.tell(id, detail)}
      @widen=${({ detail: { without } }: CustomEvent<Widening>) => this.#widen(turn, without)}
      @again=${() => this.#again(turn)} @quotes=${() => this.#quotes(turn)} @alone=${() => this.#alone(turn)}
      @open-source=${({ detail }: CustomEvent<Opening>) => this.dispatchEvent(new CustomEvent<TurnOpening>("open", { detail: { opening: detail, turn: id } }))}
    ></chaperone-turn>`;
  }

  async #ask(asked: Asked): Promise<void> {
    const about = asked.subject === undefined ? undefined : this.patients[asked.subject];
    const before = this.#resumed?.question === asked.question ? this.#resumed : undefined;
    this.#resumed = undefined;
    const wide = before === undefined ? asked : { ...asked, without: before.without };
    const id = await this.conversation.ask(wide, about ?? this.#only(), before?.chosen);
    await this.#attend(id, this.conversation.turn(id)?.draft === undefined ? "question" : "leaving");
  }

  /** Asks a model once more, as widely as before or `wider`: the one that is entered now. In a later session that has to be entered first. */
  async #again(turn: Turn, wider?: Widening): Promise<void> {
    const { without } = wider ?? { without: takenAway(turn.draft ?? turn.answer ?? {}) };
    const before = turn.sent ?? turn.earlier.at(-1)?.sent;
    if (!this.field.used && before !== undefined) {
      this.#resumed = { ...turn, without };
      return this.field.resume(turn.question, before);
    }
    const connector = this.field.connector();
    const whose = this.#asked(turn);
    if (connector === undefined || whose === undefined) return;
    const asked = { ...whose, connector, letter: turn.letter, without };
    await (wider === undefined ? this.conversation.again(turn.id, asked) : this.conversation.widen(turn.id, asked));
    await this.#attend(turn.id, this.conversation.turn(turn.id)?.draft === undefined ? "answer" : "leaving");
  }

  async #quotes(turn: Turn, without = takenAway(turn.draft ?? turn.answer ?? {})): Promise<void> {
    const asked = this.#asked(turn);
    if (asked === undefined) return;
    await this.conversation.again(turn.id, { ...asked, without });
    await this.#attend(turn.id, "answer");
  }

  /** Has whoever was to answer search for what answers, without what is in `without`. */
  async #widen(turn: Turn, without: readonly NarrowedBy[]): Promise<void> {
    await (turn.by === "model" ? this.#again(turn, { without }) : this.#quotes(turn, without));
  }

  /** Asks a follow-up as it was typed, of whoever was to answer it. */
  async #alone(turn: Turn): Promise<void> {
    const asked = this.#asked(turn);
    if (asked === undefined) return;
    const connector = turn.by === "model" ? this.field.connector() : undefined;
    await this.conversation.asTyped(turn.id, { ...asked, connector, letter: turn.letter });
    await this.#attend(turn.id, this.conversation.turn(turn.id)?.draft === undefined ? "question" : "leaving");
  }

  /**
   * The question of a turn, about whom it was asked. Where that person's file was taken out, or another of the same name came
   * in, nothing is asked: it would be answered from somebody else's records.
   */
  #asked({ id, question, about }: Turn): Asked | undefined {
    if (about === undefined) return { question, subject: undefined, connector: undefined };
    const subject = this.patients.indexOf(about);
    if (subject !== -1 && subject === this.patients.lastIndexOf(about))
      return { question, subject, connector: undefined };
    this.conversation.fail(id, new ChaperoneError(GONE));
    return undefined;
  }

  /** The name of the only patient there is. */
  #only(): string | undefined {
    return this.patients.length === 1 ? this.patients[0] : undefined;
  }

  /** Brings a turn that was asked elsewhere into sight, at what would leave, or at what came of it where nothing would. */
  async shows(id: number): Promise<void> {
    const turn = this.conversation.turn(id);
    if (turn === undefined) return;
    await this.#attend(id, turn.draft !== undefined ? "leaving" : turn.answer !== undefined ? "answer" : "question");
  }

  async #approve(id: number): Promise<void> {
    const answered = this.conversation.approve(id);
    await this.#attend(id, "answer");
    await answered;
    await this.#shown();
    // What had the focus meanwhile may be gone with the waiting. Where the person went elsewhere, it stays there.
    if (innermost() === document.body) await this.#attend(id, "answer");
  }

  /** Resolves once the conversation is shown as it is now. */
  async #shown(): Promise<void> {
    await this.conversation.shown;
    await this.updateComplete;
  }

  /** The focus goes to what has just appeared: the button that led to it is gone or far. */
  async #attend(id: number, part: "question" | "leaving" | "answer"): Promise<void> {
    await this.#shown();
    await this.renderRoot.querySelector<TurnView>(`[data-turn="${id}"]`)?.attend(part);
  }

  #renew(): void {
    this.conversation.clear();
    this.field.focus();
  }
}

/** How many earlier questions are listed, and how many more at a press. */
const LISTED = 20;
const MORE_LISTED = 100;

/** Within so many milliseconds of a press what follows it comes at once: before the half second after which what moves is felt to move by itself. */
const AT_ONCE_MILLIS = 250;

const GONE = {
  code: "invalid-argument",
  fault: "user",
  get message() {
    return say("thePersonWhomThis");
  },
} as const;
