/** What would leave, beside what it was made from, with the reason of every stretch and the exact request. */
import { LitElement, css, html, nothing, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { isOnThisDevice } from "../engine/device/address.ts";
import type { Draft, Telling, WithheldFact } from "../engine/types.ts";
import type { Opening } from "./answer.ts";
import { LEGEND, type Group } from "./operators.ts";
import { ABOUT, QUESTION, originals, stretches, type Mark, type Original, type Stretch } from "./stretches.ts";
import type { Allowance } from "./kept-words.ts";
import { narrowedStyles, narrowing, type Widening } from "./narrowed.ts";
import type { Held } from "./held.ts";
import type { Easing } from "./stranger.ts";
import { shared } from "./theme.ts";
import { day, many, size } from "./words.ts";
import type { Manner } from "./turn-state.ts";
import { UncoveredController } from "./uncovered.ts";
import { say as first } from "../words/first.ts";
import { say } from "../words/leaves.ts";
import { spoken } from "../words/say.ts";
import "./by-hand.ts";
import "./kept-words.ts";
import "./manner.ts";
import "./stranger.ts";

interface Cut {
  readonly draft: Draft;
  readonly message: readonly Stretch[];
  readonly marks: readonly Mark[];
  readonly records: readonly Original[];
}

/** A draft to save with everything it went through, and what hears in words what came of it. */
export interface Taking {
  readonly draft: number;
  readonly say: (words: string) => void;
}

/**
 * Fires `approve`, `discard` and `quotes`, `tell` ({@link Manner}, or a part of it), `widen` ({@link Widening}), and out of its shadow `open-source` with {@link Opening} and `save-workflow` with
 * {@link Taking}; `allow` comes through from the words kept back, `withhold` from what the person keeps back, and `ease` from what a stranger could know.
 */
@customElement("chaperone-leaving")
export class LeavingView extends LitElement {
  @property({ attribute: false }) accessor draft: Draft | undefined;
  /** The draft as it was told before the person chose otherwise. */
  @property({ attribute: false }) accessor previous: Draft | undefined;
  /** The levels; without them nothing can be chosen. */
  @property({ attribute: false }) accessor telling: Telling | undefined;
  /** The question as it was asked. */
  @property({ attribute: false }) accessor question = "";
  /** Whether the draft was approved: then it is shown and can do nothing more. */
  @property({ attribute: false }) accessor sent = false;
  /** Whether it was approved and its server was not there: then nothing of it left. */
  @property({ attribute: false }) accessor unreached = false;
  /** Whether what was searched more narrowly can be searched without that. */
  @property({ type: Boolean }) accessor widens = false;
  /** Why no draft is left with what the person keeps back; then nothing can be approved. */
  @property({ attribute: false }) accessor emptied: string | undefined;
  @state() private accessor chosen: number | undefined;
  readonly #uncovered = new UncoveredController(this, "#approve-place");
  @state() private accessor pointed: number | undefined;
  @state() private accessor only: Group | undefined;
  /** What became of saving it, in words. */
  @state() private accessor saved = "";
  /** Which of the two texts is shown where there is no room for both. */
  @state() private accessor side: "out" | "here" = "out";
  @query("#message") private accessor message!: HTMLElement;
  #cutOf: Cut | undefined;

  static override readonly styles = [
    shared,
    narrowedStyles,
    css`
      h4 { scroll-margin-top: 1.75rem; }
      .leaving { display: grid; gap: 1rem; padding: 1.125rem; border: 1px solid var(--line); border-radius: var(--radius-small); min-width: 0; }
      .leaving.sent { border: 0; }
      .leaving > * { min-width: 0; }
      .beside { display: grid; gap: 1rem; grid-template-columns: repeat(2, minmax(0, 1fr)); align-items: start; }
      .beside > div { display: grid; gap: 0.375rem; min-width: 0; }
      .beside > .sides { display: none; grid-column: 1 / -1; }
      .sides button { flex: 1; min-height: 2.75rem; }
      .sides button[aria-pressed="true"] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
      @media (max-width: 46rem) {
        .beside { grid-template-columns: minmax(0, 1fr); gap: 0.5rem; }
        .beside > .sides { display: flex; }
        .beside > .out { order: 0; }
        .beside[data-side="out"] > .here, .beside[data-side="here"] > .out { display: none; }
      }
      .text { overflow-wrap: anywhere; padding: 0.875rem; background: var(--ground); border: 1px solid var(--line); border-radius: var(--radius-small); max-height: 26rem; overflow: auto; font-size: 0.9375rem; line-height: 1.75; }
      .out .text { background: var(--sheet); border-color: var(--line-strong); }
      .mark { padding: 0.0625em 0.2em; border-radius: 0.25em; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
      [role="button"].mark { cursor: pointer; }
      .clinical { background: var(--clinical); border-bottom: 2px solid var(--clinical-line); }
      .general { background: var(--general); border-bottom: 2px dashed var(--general-line); }
      .standin { background: var(--standin); border-bottom: 2px dotted var(--standin-line); }
      .faint { background: none; border-bottom-color: transparent; }
      .found { text-decoration: underline wavy var(--bad) 2px; text-underline-offset: 0.25em; }
      .chosen { outline: 2px solid var(--accent); outline-offset: 1px; }
      .message, .passage > span { white-space: pre-wrap; }
      .passage { display: grid; gap: 0.25rem; }
      .passage + .passage { border-top: 1px solid var(--line); padding-top: 0.75rem; margin-top: 0.75rem; }
      .passage .of { overflow-wrap: anywhere; }
      .legend { display: flex; flex-wrap: wrap; gap: 0.5rem; }
      .legend button { font-weight: 500; font-size: 0.875rem; padding: 0.25rem 0.75rem; min-height: 2.25rem; border-radius: 1.125rem; }
      .legend button[aria-pressed="true"] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
      .why { padding: 0.625rem 0.875rem; min-height: 2.75rem; border-radius: var(--radius-small); background: var(--quote); overflow-wrap: anywhere; }
      .why.told { position: sticky; bottom: 0; }
      /* Above the bar of screens, which lies at the foot of the window. */
      @media (max-width: 59.99rem) and (min-height: 26.01rem) { .why.told { bottom: 5.5rem; } }
      .why .was { font-weight: 600; }
      .headers { display: grid; gap: 0.25rem 1rem; grid-template-columns: max-content minmax(0, 1fr); margin: 0 0 0.75rem; font-size: 0.875rem; }
      .headers dt { color: var(--ink-soft); }
      .headers dd { margin: 0; overflow-wrap: anywhere; font-family: var(--mono); font-size: 0.8125rem; }
      #findings { display: grid; gap: 0.625rem; list-style: none; padding: 0; }
      #findings li { padding-inline-start: 0.875rem; border-inline-start: 3px solid var(--bad); }
      #findings .fix { display: block; }
      #kept-back { display: grid; gap: 0.75rem; list-style: none; padding: 0; }
      #kept-back ul { display: grid; gap: 0.25rem; max-height: 16rem; overflow: auto; }
      #kept-back li { overflow-wrap: anywhere; }
    `,
  ];

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("draft")) return;
    this.chosen = this.pointed = this.only = undefined;
    this.saved = "";
  }

  override render() {
    const { draft } = this;
    if (draft === undefined) return nothing;
    if (this.emptied !== undefined && !this.sent) return this.#empty(draft, this.emptied);
    const cleared = draft.verdict === "cleared";
    const may = cleared && (draft.byLexicon || isOnThisDevice(draft.request.url));
    const left = this.sent && !this.unreached;
    const { message, records } = this.#cut(draft);
    return html`
      <div class="leaving ${this.sent ? "sent" : ""}" role="group" aria-labelledby="title">
        <h4 id="title" tabindex="-1">${left ? first("whatLeft") : first("whatWouldLeave")}</h4>
        ${
          cleared
            ? html`<p class="notice good" role="status">${say("theReviewFoundNothing")} ${this.sent ? say("youApprovedIt") : say("nothingHasBeenSent")}</p>`
            : html`<p class="notice bad" role="alert">${first("theReviewRefusedThis")}</p>`
        }
        ${draft.inside === undefined ? nothing : html`<chaperone-inside .inside=${draft.inside}></chaperone-inside>`}
        ${draft.round === undefined ? nothing : html`<p class="small" id="round">${say("requestOfSeveral", draft.round)}</p>`}
        ${this.#findings(draft)} ${this.sent ? nothing : narrowing(draft, this.widens ? this.#widen : undefined)}
        <chaperone-manner .draft=${draft} .previous=${this.previous} .telling=${this.telling} .sent=${this.sent}
          @tell=${({ detail }: CustomEvent<Partial<Manner>>) => this.dispatchEvent(new CustomEvent("tell", { detail }))}
        ></chaperone-manner>
        <div class="legend" role="group" aria-label=${say("showOneKindOf")}>${LEGEND.map((each) => this.#legend(each))}</div>
        <div class="beside" data-side=${this.side} @pointerover=${this.#point} @pointerleave=${() => (this.pointed = undefined)}>
          <div class="sides" role="group" aria-label=${say("whichTextIsShown")}>${this.#side("out", left ? say("left") : say("wouldLeave"))} ${this.#side("here", say("staysHere"))}</div>
          <div class="here">
            <h5>${say("staysHereYourRecords")}</h5>
            <div class="text" id="originals" tabindex="0" role="group" aria-label=${say("theRecordsItWas")}>${records.map((each) => this.#original(each))}</div>
          </div>
          <div class="out">
            <h5>${left ? say("leftAsSeen") : say("wouldLeaveAsSeen")}</h5>
            <div class="text message" id="message" role="group" aria-label=${say("theTextThatWould")} aria-describedby="why" @keydown=${this.#walk}>${message.map((each) => this.#stretch(each))}</div>
          </div>
        </div>
        <p class="why small ${this.#explained === undefined ? "" : "told"}" id="why" role="status" aria-live="polite">${this.#explanation()}</p>
        <chaperone-told .draft=${draft} .sent=${this.sent}></chaperone-told>
        <chaperone-meaning-kept .draft=${draft}></chaperone-meaning-kept>
        <chaperone-stranger .draft=${draft} .telling=${this.telling} .sent=${this.sent}
          @ease=${({ detail }: CustomEvent<Easing>) => this.dispatchEvent(new CustomEvent("ease", { detail }))}
        ></chaperone-stranger>
        <chaperone-kept-words .question=${this.question} .draft=${draft} .sent=${this.sent}
          @allow=${({ detail }: CustomEvent<Allowance>) => this.dispatchEvent(new CustomEvent("allow", { detail }))}
        ></chaperone-kept-words>
        <chaperone-by-hand .draft=${draft} .sent=${this.sent}
          @withhold=${({ detail }: CustomEvent<Held>) => this.dispatchEvent(new CustomEvent("withhold", { detail }))}
        ></chaperone-by-hand>
        ${this.#withheld(draft)} ${this.#request(draft)}
        <div class="row">
          <button id="save-workflow" aria-describedby="workflow-hint" @click=${this.#save}>${say("saveAllOfThis")}</button>
          <span role="status" aria-live="polite" class="small" id="workflow-saved">${this.saved}</span>
        </div>
        <p class="small soft" id="workflow-hint">${say("yourQuestionAndHow")}</p>
        ${
          this.sent
            ? nothing
            : html`<div class="row">
              ${
                may
                  ? html`<span id="approve-place"><button id="approve" class="main" aria-disabled=${String(!this.#uncovered.may)} @click=${this.#approve}>${say("approveAndSend")}</button></span>`
                  : html`<button id="quotes" class="main" @click=${() => this.dispatchEvent(new Event("quotes"))}>${first("answerWithQuotationsInstead")}</button>`
              }
              <button id="discard" @click=${() => this.dispatchEvent(new Event("discard"))}>${first("discard")}</button>
            </div>
            ${may ? this.#uncovered.words : nothing}`
        }
      </div>
    `;
  }

  readonly #widen = (detail: Widening): void => {
    this.dispatchEvent(new CustomEvent<Widening>("widen", { detail }));
  };

  /** What is shown where nothing is left to leave: why, what is kept back, and the ways on. */
  #empty(draft: Draft, why: string) {
    return html`<div class="leaving" id="emptied" role="group" aria-labelledby="title">
      <h4 id="title" tabindex="-1">${first("whatWouldLeave")}</h4>
      <p class="notice bad" role="alert">${say("withWhatYouKeep")} ${why}</p>
      <chaperone-by-hand .draft=${{ ...draft, passages: [] }} .sent=${this.sent}
        @withhold=${({ detail }: CustomEvent<Held>) => this.dispatchEvent(new CustomEvent("withhold", { detail }))}
      ></chaperone-by-hand>
      <div class="row">
        <button id="quotes" class="main" @click=${() => this.dispatchEvent(new Event("quotes"))}>${first("answerWithQuotationsInstead")}</button>
        <button id="discard" @click=${() => this.dispatchEvent(new Event("discard"))}>${first("discard")}</button>
      </div>
    </div>`;
  }

  readonly #save = (): void => {
    const { draft } = this;
    if (draft === undefined) return;
    this.saved = "";
    const say = (words: string): void => {
      if (this.draft === draft) this.saved = words;
    };
    const detail: Taking = { draft: draft.id, say };
    this.dispatchEvent(new CustomEvent("save-workflow", { detail, bubbles: true, composed: true }));
  };

  readonly #approve = (event: Event): void => {
    if (this.#uncovered.allows(event)) this.dispatchEvent(new Event("approve"));
  };

  /** The draft cut into stretches; the same objects as long as the draft is the same. */
  #cut(draft: Draft): Cut {
    if (this.#cutOf?.draft !== draft) {
      const message = stretches(draft.message, draft.pieces, draft.findings);
      const marks = message.flatMap(({ mark }) => (mark === undefined ? [] : [mark]));
      this.#cutOf = { draft, message, marks, records: originals(draft, this.question) };
    }
    return this.#cutOf;
  }

  #legend({ group, name, says }: (typeof LEGEND)[number]) {
    const count = this.#cutOf?.marks.filter((mark) => mark.group === group).length ?? 0;
    const pressed = this.only === group;
    return html`<button data-group=${group} aria-pressed=${String(pressed)} title=${says} ?disabled=${count === 0}
      @click=${() => (this.only = pressed ? undefined : group)}><span class="mark ${group}">${name}</span> ${count}</button>`;
  }

  #side(side: "out" | "here", name: string) {
    return html`<button data-side=${side} aria-pressed=${String(this.side === side)} @click=${() => (this.side = side)}>${name}</button>`;
  }

  #stretch({ text, mark, found }: Stretch) {
    const wrong = found ? "found" : "";
    if (mark === undefined) return found ? html`<span class=${wrong}>${text}</span>` : text;
    const { marks } = this.#cutOf ?? { marks: [] };
    const stop = this.chosen === mark.start || (this.chosen === undefined && marks[0] === mark);
    return html`<span
      class="mark ${this.#look(mark)} ${wrong}" data-mark=${mark.start} role="button" tabindex=${stop ? 0 : -1}
      aria-pressed=${String(this.chosen === mark.start)} @click=${() => this.#choose(mark)} @focus=${() => (this.chosen = mark.start)}
    >${text}</span>`;
  }

  #original({ name, references, parts }: Original) {
    return html`<div class="passage">
      <span class="small soft of">${called(name)}${sourcesOf(references)}</span>
      <span>${parts.map(({ text, mark }) => (mark === undefined ? text : html`<span class="mark ${this.#look(mark)}" data-mark=${this.#shownAs(mark)}>${text}</span>`))}</span>
    </div>`;
  }

  #look(mark: Mark): string {
    const faint = this.only !== undefined && this.only !== mark.group ? "faint" : "";
    const now = this.pointed ?? this.chosen;
    return `${mark.group} ${faint} ${now !== undefined && now === this.#shownAs(mark) ? "chosen" : ""}`;
  }

  /** The mark of the message that `mark`, of either side, is or is part of. */
  #shownAs({ start }: Mark): number {
    return this.#cutOf?.marks.findLast((mark) => mark.start <= start)?.start ?? start;
  }

  #choose({ start }: Mark): void {
    this.chosen = start;
  }

  #point({ target }: PointerEvent): void {
    const mark = target instanceof Element ? target.closest<HTMLElement>("[data-mark]") : null;
    this.pointed = mark === null ? undefined : Number(mark.dataset["mark"]);
  }

  /** Arrow keys walk from mark to mark, so that a long message is one stop of the tab key. */
  #walk(event: KeyboardEvent): void {
    const { marks } = this.#cutOf ?? { marks: [] };
    const at = marks.findIndex(({ start }) => start === this.chosen);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: marks.length - 1 }[event.key];
    if (event.key === " " || event.key === "Enter") event.preventDefault();
    if (to === undefined) return;
    event.preventDefault();
    const mark = marks[Math.max(0, Math.min(marks.length - 1, to))];
    if (mark !== undefined) this.message.querySelector<HTMLElement>(`[data-mark="${mark.start}"]`)?.focus();
  }

  /** The stretch that is pointed at, or else was chosen. */
  get #explained(): Stretch | undefined {
    const now = this.pointed ?? this.chosen;
    return this.#cutOf?.message.find(({ mark }) => mark !== undefined && mark.start === now);
  }

  #explanation() {
    const stretch = this.#explained;
    if (stretch?.mark === undefined) return html`<span class="soft">${say("pointAtAMark")}</span>`;
    const { reason, originals: from } = stretch.mark;
    const same = from.join(" ").toLowerCase() === stretch.text.trim().toLowerCase();
    const made =
      from.length === 0 || same
        ? nothing
        : html` ${say("inYourRecordsItIs")} <span class="was">${from.join("; ")}</span>.`;
    return html`<span class="was">${stretch.text.trim()}</span>: ${reason}.${made}`;
  }

  #findings(draft: Draft) {
    if (draft.findings.length === 0) return nothing;
    return html`<ul id="findings">
      ${draft.findings.map(
        ({ rule, reason, fix, start, end }) => html`<li>
          <strong>${spoken(rule.replaceAll("-", " "))}</strong>: ${spoken(reason)}${start === undefined || end === undefined ? nothing : html` <q class="found">${draft.message.slice(start, end)}</q>`}
          <span class="fix"><span class="soft">${first("whatToDo")}</span> ${spoken(fix)}</span>
        </li>`,
      )}
    </ul>`;
  }

  #withheld({ withheldFacts: facts }: Draft) {
    if (facts.length === 0) return nothing;
    const reasons = [...new Set(facts.map(({ reason }) => reason))];
    const references = [...new Set(facts.flatMap(({ reference = [] }) => reference))];
    return html`<details>
      <summary>${say("keptBack", { facts: many(facts.length, "fact") })}</summary>
      <ul class="small" id="kept-back">
        ${reasons.map(
          (reason) => html`<li>
            ${say("notToldToThe", { reason: spoken(reason) })}
            <ul aria-label=${say("factsKeptBack")}>${facts.filter((fact) => fact.reason === reason).map((fact) => this.#fact(fact, references))}</ul>
          </li>`,
        )}
      </ul>
    </details>`;
  }

  #fact({ name, date, reference, word }: WithheldFact, references: readonly string[]) {
    const when = date === undefined ? "" : `, ${day(date)}`;
    const allow = (): boolean =>
      this.dispatchEvent(new CustomEvent<Allowance>("allow", { detail: { word: word ?? "", allowed: true } }));
    const may =
      word === undefined || this.sent
        ? nothing
        : html` <button data-allow-term=${word} @click=${allow}>${say("letTheTermLeave", { word })}</button>`;
    if (reference === undefined) return html`<li>${name}${when}${may}</li>`;
    const detail: Opening = { references, at: references.indexOf(reference) };
    const open = (): boolean =>
      this.dispatchEvent(new CustomEvent<Opening>("open-source", { detail, bubbles: true, composed: true }));
    return html`<li><button class="link" data-reference=${reference} aria-label=${say("openTheSourceOf", { name, when })} @click=${open}>${name}</button>${when}${may}</li>`;
  }

  #request({ request }: Draft) {
    return html`<details id="request">
      <summary>${first("theExactRequest", { size: size(new TextEncoder().encode(request.body).length) })}</summary>
      <dl class="headers">
        <dt>${say("method")}</dt><dd>${request.method}</dd>
        <dt>${first("address")}</dt><dd>${request.url}</dd>
        ${request.headers.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}
        <dt>${request.headers.some(([name]) => name === "anthropic-version") ? "x-api-key" : "authorization"}</dt><dd>${say("yourKeyIfYou")}</dd>
      </dl>
      <pre tabindex="0" role="group" aria-label=${first("bodyOfTheRequest")}>${request.body}</pre>
    </details>`;
  }
}

/** What the page calls an original: passages have the names that stand in the message. */
function called(name: string): string {
  return name === ABOUT ? first("about") : name === QUESTION ? first("yourQuestion") : name;
}

/** The first of the passages behind a stand-in, and how many more there are. */
function sourcesOf([first, ...others]: readonly string[]): string {
  if (first === undefined) return "";
  return ` ${others.length === 0 ? say("is", { first }) : say("isAndMore", { first, others: others.length })}`;
}
