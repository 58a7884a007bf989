/** Looks through a text that the person pastes, and shows what identifies somebody in it and why. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { CallEvent } from "../engine/calls.ts";
import type { EngineClient } from "../engine/client.ts";
import type { Sighting } from "../engine/types.ts";
import { KINDS, sureness, why, type Sort } from "./sightings.ts";
import { shared } from "./theme.ts";
import { told } from "./told.ts";
import { many, size } from "./words.ts";

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
      .scroll { overflow-x: auto; max-height: 24rem; overflow-y: auto; }
      table { border-collapse: collapse; width: 100%; font-size: 0.875rem; }
      th, td { text-align: start; vertical-align: top; padding: 0.375rem 0.75rem 0.375rem 0; border-top: 1px solid var(--line); }
      th { font-weight: 600; }
      tbody th { font-weight: 500; overflow-wrap: anywhere; min-width: 8rem; }
      td:last-child { white-space: nowrap; }
    `,
  ];

  override render() {
    return html`
      <section aria-labelledby="title">
        <h2 id="title">What identifies somebody in a text?</h2>
        <p class="soft small" id="hint">Paste a text to see what would be recognised in it, and why. It is looked through on this device, is not kept and goes nowhere.</p>
        <label class="small" for="pasted">Text</label>
        <textarea id="pasted" aria-describedby="hint" maxlength=${MAX_TEXT} spellcheck="false" autocomplete="off"></textarea>
        <div class="row">
          <button id="run" ?disabled=${this.busy || !this.ready} @click=${this.#run}>Look through it</button>
          ${this.outcome === undefined ? nothing : html`<button id="clear" class="link small" @click=${this.#clear}>Clear</button>`}
          <span role="status" aria-live="polite" class="small" id="told">${this.#told()}</span>
        </div>
        ${this.failure === "" ? nothing : html`<p class="notice bad" role="alert">${this.failure}</p>`}
        ${this.outcome === undefined ? nothing : this.#shown(this.outcome)}
      </section>
    `;
  }

  #told() {
    if (this.fetched !== undefined && this.busy)
      return `Fetching the model of names: ${size(this.fetched.done)} of ${size(this.fetched.total)}`;
    if (this.busy) return "Looking …";
    if (this.outcome === undefined) return nothing;
    const { length } = this.outcome.sightings;
    return length === 0
      ? "Nothing was found. That is no proof that nothing is there."
      : `${many(length, "text")} found that ${length === 1 ? "identifies" : "identify"} somebody.`;
  }

  #shown({ text, sightings, byModel }: Outcome) {
    const limited = byModel
      ? nothing
      : html`<p class="small" id="no-tagger">The model of names could not be loaded: names were looked for by rules and word lists only.</p>`;
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
      <p class="legend small soft" aria-hidden="true">${LEGEND.map(([sort, says]) => html`<span><mark class=${sort}>${says}</mark></span>`)}</p>
      <div id="text" tabindex="0" role="region" aria-label="The text, with what was found marked">${parts}</div>
      <div class="scroll" tabindex="0" role="region" aria-label="What was found">
        <table>
          <thead><tr><th scope="col">Text</th><th scope="col">Taken for</th><th scope="col">Why</th><th scope="col">How sure</th></tr></thead>
          <tbody>
            ${listed.map(
              (each) =>
                html`<tr data-type=${each.entityType} data-recognizer=${each.recognizer}>
                  <th scope="row">${text.slice(each.start, each.end)}</th>
                  <td>${(KINDS[each.entityType] ?? OTHER).name}</td>
                  <td>${why(each)}</td>
                  <td>${sureness(each.score)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      ${listed.length < sightings.length ? html`<p class="small soft">The first ${MAX_ROWS} are listed; all are marked above.</p>` : nothing}
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

const OTHER = { sort: "code" as Sort, name: "an identifier" };

const LEGEND: readonly (readonly [Sort, string])[] = [
  ["who", "who"],
  ["where", "where"],
  ["when", "when"],
  ["code", "number or address"],
];
