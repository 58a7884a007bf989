/** Looks through a text that the person pastes, and shows what identifies somebody in it and why. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { CallEvent } from "../engine/calls.ts";
import type { EngineClient } from "../engine/client.ts";
import type { Sighting } from "../engine/types.ts";
import { KINDS, sureness, why, type Sort } from "./sightings.ts";
import { shared } from "./theme.ts";
import { told } from "./told.ts";
import { size } from "./words.ts";
import { say } from "../words/leaves.ts";

/** UTF-16 units that the field takes: at three bytes each they are within what the engine looks through at once. */
const MAX_TEXT = 80_000;
/** Findings that the table lists; all of them are marked in the text. */
const MAX_ROWS = 500;

interface Outcome {
  readonly text: string;
  /** Whether the model of names was asked. */
  readonly byModel: boolean;
  readonly sightings: readonly Sighting[];
}

@customElement("chaperone-examine")
export class ExamineView extends LitElement {
  @property({ attribute: false }) accessor engine!: EngineClient;
  @property({ type: Boolean }) accessor ready = false;
  @state() private accessor outcome: Outcome | undefined;
  @state() private accessor failure = "";
  @state() private accessor busy = false;
  /** How far the model of names has come, while it is fetched. */
  @state() private accessor fetched: { readonly done: number; readonly total: number } | undefined;
  @query("textarea") private accessor field!: HTMLTextAreaElement;

  static override readonly styles = [
    shared,
    css`
      textarea { width: 100%; min-height: 7rem; resize: vertical; font: inherit; }
      #run { min-height: 2.25rem; padding: 0.25rem 0.75rem; font-size: 0.875rem; }
      #text { white-space: pre-wrap; overflow-wrap: anywhere; max-height: 24rem; overflow-y: auto; padding: 0.75rem; border: 1px solid var(--line); border-radius: var(--radius-small); background: var(--sheet); }
      mark { border-radius: 0.2rem; padding: 0 0.15rem; color: inherit; text-decoration: underline; text-decoration-thickness: 2px; text-underline-offset: 0.2em; }
      mark.who { background: var(--standin); text-decoration-color: var(--standin-line); }
      mark.where { background: var(--quote); text-decoration-color: var(--quote-line); text-decoration-style: dashed; }
      mark.when { background: var(--general); text-decoration-color: var(--general-line); text-decoration-style: dotted; }
      mark.code { background: var(--clinical); text-decoration-color: var(--clinical-line); text-decoration-style: double; }
      .legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
      .scroll { overflow-x: auto; }
      table { border-collapse: collapse; width: 100%; font-size: 0.875rem; }
      th, td { text-align: start; vertical-align: top; padding: 0.375rem 0.75rem 0.375rem 0; border-top: 1px solid var(--line); }
      th { font-weight: 600; }
      tbody th { font-weight: 500; overflow-wrap: anywhere; min-width: 8rem; }
      td:last-child { white-space: nowrap; }
      @media (max-width: 40rem) {
        table, tbody, tbody tr { display: block; }
        thead { position: absolute; clip-path: inset(50%); }
        tbody tr { border-top: 1px solid var(--line); padding: 0.5rem 0; }
        tbody th, td { display: block; border: 0; padding: 0; min-width: 0; }
        tbody th { font-weight: 600; }
        /* What is told grows and shrinks: it has its own lines, from the beginning. */
        #told { flex-basis: 100%; min-height: 3em; }
      }
    `,
  ];

  override render() {
    return html`
      <section aria-labelledby="title">
        <h2 id="title">${say("whatIdentifiesSomebodyIn")}</h2>
        <p class="soft small" id="hint">${say("pasteATextTo")}</p>
        <label class="small" for="pasted">${say("text")}</label>
        <textarea id="pasted" aria-describedby="hint" maxlength=${MAX_TEXT} spellcheck="false" autocomplete="off"></textarea>
        <div class="row">
          <button id="run" ?disabled=${this.busy || !this.ready} @click=${this.#run}>${say("lookThroughIt")}</button>
          <span role="status" aria-live="polite" class="small" id="told">${this.#told()}</span>
          ${this.outcome === undefined ? nothing : html`<button id="clear" class="link small" @click=${this.#clear}>${say("clear")}</button>`}
        </div>
        ${this.failure === "" ? nothing : html`<p class="notice bad" role="alert">${this.failure}</p>`}
        ${this.outcome === undefined ? nothing : this.#shown(this.outcome)}
      </section>
    `;
  }

  #told() {
    if (this.fetched !== undefined && this.busy)
      return say("fetchingTheModelOf", { done: size(this.fetched.done), total: size(this.fetched.total) });
    if (this.busy) return say("looking");
    if (this.outcome === undefined) return nothing;
    const { length } = this.outcome.sightings;
    return length === 0 ? say("nothingWasFoundThat") : say("foundThatSomebody", { count: length });
  }

  #shown({ text, sightings, byModel }: Outcome) {
    const limited = byModel ? nothing : html`<p class="small" id="no-tagger">${say("theModelOfNames")}</p>`;
    if (sightings.length === 0) return limited;
    const parts: unknown[] = [];
    let at = 0;
    for (const { start, end, entityType } of sightings) {
      const { sort, name } = KINDS[entityType] ?? OTHER;
      parts.push(text.slice(at, start), html`<mark class=${sort} title=${name}>${text.slice(start, end)}</mark>`);
      at = end;
    }
    parts.push(text.slice(at));
    const listed = sightings.slice(0, MAX_ROWS);
    return html`
      ${limited}
      <p class="legend small soft" aria-hidden="true">${LEGEND.map((sort) => html`<span><mark class=${sort}>${say(sort === "when" ? "whenSort" : sort)}</mark></span>`)}</p>
      <div id="text" tabindex="0" role="region" aria-label=${say("theTextWithWhat")}>${parts}</div>
      <div class="scroll" tabindex="0" role="region" aria-label=${say("whatWasFound")}>
        <table role="table">
          <thead role="rowgroup"><tr role="row">${COLUMNS.map((column) => html`<th role="columnheader" scope="col">${say(column)}</th>`)}</tr></thead>
          <tbody role="rowgroup">
            ${listed.map(
              (each) =>
                html`<tr role="row" data-type=${each.entityType} data-recognizer=${each.recognizer}>
                  <th role="rowheader" scope="row">${text.slice(each.start, each.end)}</th>
                  <td role="cell">${(KINDS[each.entityType] ?? OTHER).name}</td>
                  <td role="cell">${why(each)}</td>
                  <td role="cell">${sureness(each.score)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      <p class="small soft" id="reading">${say("howToReadWhy")}</p>
      ${listed.length < sightings.length ? html`<p class="small soft">${say("theFirstAreListed", { rows: MAX_ROWS })}</p>` : nothing}
    `;
  }

  async #run(): Promise<void> {
    const text = this.field.value;
    if (this.busy || text.trim() === "") return this.field.focus();
    this.busy = true;
    this.failure = "";
    try {
      this.outcome = {
        text,
        ...(await this.engine.call("examine", { text }, { onEvent: (event) => this.#hear(event) })),
      };
    } catch (error) {
      this.outcome = undefined;
      this.failure = told(error);
    }
    this.busy = false;
    this.fetched = undefined;
  }

  #hear(event: CallEvent): void {
    if (!("progress" in event) || event.progress.status !== "fetching") return;
    const { done, total } = event.progress;
    this.fetched = done < total ? { done, total } : undefined;
  }

  #clear(): void {
    this.field.value = "";
    this.outcome = undefined;
    this.failure = "";
    this.field.focus();
  }
}

const OTHER = {
  sort: "code" as Sort,
  get name() {
    return say("anIdentifier");
  },
};

const COLUMNS = ["text", "takenFor", "why", "howSure"] as const;

const LEGEND: readonly Sort[] = ["who", "where", "when", "code"];
