/** The records: adding files, folders or the samples, how far that is, and what the room holds. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { Holdings } from "../engine/types.ts";
import { fileField } from "./file-field.ts";
import { MAX_WHOLE_BYTES, chosen, dropped, type Gathered } from "./files.ts";
import { focusWhereLost } from "./focused.ts";
import type { Meaning } from "./meaning.ts";
import { isSample, type ReadingState, type Underway } from "./reading.ts";
import type { SourcesState } from "./removing.ts";
import { FETCHED } from "./step.ts";
import { shared } from "./theme.ts";
import { many, number, size } from "./words.ts";
import type { Connection, ConnectingController } from "./connecting.ts";
import { say } from "../words/first.ts";
import "./connect.ts";
import "./report.ts";
import "./whose.ts";

/**
 * Fires `add-files` with {@link Gathered}, `add-samples`, `cancel-file`, `cancel-all`, `pause` and `resume`;
 * `remove-source` comes through from the list of files, `said` from the question whose they are.
 */
@customElement("chaperone-records")
export class RecordsView extends LitElement {
  @property({ attribute: false }) accessor ready = false;
  /** Whether the engine could not be had: whoever shows this says why. */
  @property({ attribute: false }) accessor broken = false;
  /** Whether nothing may be added for now. */
  @property({ attribute: false }) accessor locked = false;
  @property({ attribute: false }) accessor reading!: ReadingState;
  @property({ attribute: false }) accessor meaning: Meaning = { is: "idle" };
  /** The files that the records came from, and what became of the last removal. */
  @property({ attribute: false }) accessor sources: SourcesState = { files: [], outcome: undefined };
  /** The server of a hospital that records are read from. */
  @property({ attribute: false }) accessor connecting!: ConnectingController;
  @property({ attribute: false }) accessor connection!: Connection;
  @property({ attribute: false }) accessor launched: string | undefined;
  @state() private accessor over = false;
  #hadFocus = false;

  static override readonly styles = [
    shared,
    css`
      .drop { border: 2px dashed var(--line-strong); border-radius: var(--radius-small); padding: 1.25rem; display: grid; gap: 0.75rem; }
      .drop.empty { padding: 2rem 1.25rem; justify-items: center; text-align: center; }
      .drop.empty .row { justify-content: center; }
      .drop.over { border-color: var(--accent); background: var(--quote); }
      .drop.compact { border: 0; padding: 0; }
      .drop.compact.over { outline: 2px dashed var(--accent); outline-offset: 0.5rem; }
      .work { display: grid; gap: 0.375rem; }
      .work .what { overflow-wrap: anywhere; }
      .work .row { justify-content: space-between; }
      .work button, .compact .button, .compact button { min-height: 2.25rem; padding: 0.25rem 0.75rem; font-size: 0.875rem; }
      .work button { flex: none; }
      .work .buttons { display: flex; flex-wrap: wrap; gap: 0.5rem; }
      .work .row > :first-child { flex: 1 1 13rem; min-width: 0; }
      .holds { display: grid; gap: 0.75rem 2rem; grid-template-columns: minmax(0, 1fr) minmax(18rem, 28rem); align-items: start; }
      @media (max-width: 56rem) { .holds { grid-template-columns: minmax(0, 1fr); } }
      /* Reading begins and ends in the room in which it is offered: what is done, the bar, how far it is, and the buttons. */
      .slot { display: grid; min-height: 5.5rem; align-content: start; }
      .slot .work .what { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; min-height: 1.5em; line-height: 1.5; }
      .slot .work .done { min-height: 1.5em; line-height: 1.5; }
      /* The first button stays where it is when the other one goes. */
      .slot .work .buttons { min-width: 17.5rem; }
      .slot .work .foot { display: flex; flex-wrap: wrap; gap: 0.375rem 1rem; justify-content: space-between; }
      @media (max-width: 40rem) {
        .slot { min-height: 7.75rem; }
        .slot .work .done { flex: 1 0 100%; }
      }
      .figures { margin: 0; display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; }
      .figures > div { display: flex; gap: 0.4rem; align-items: baseline; min-width: 8.5rem; }
      .figures dt { color: var(--ink-soft); order: 1; }
      .figures dd { margin: 0; font-size: 1.1875rem; font-weight: 600; font-variant-numeric: tabular-nums; }
    `,
  ];

  protected override willUpdate(): void {
    this.#hadFocus = this.shadowRoot?.activeElement != null;
  }

  /** The button that was pressed may be gone now: the focus stays in this part. */
  protected override updated(changed: Map<PropertyKey, unknown>): void {
    const before = changed.get("sources") as SourcesState | undefined;
    if (before !== undefined && this.sources.outcome !== undefined && before.outcome !== this.sources.outcome)
      focusWhereLost(this.renderRoot.querySelector<HTMLElement>("#outcome"));
    if (!this.#hadFocus || this.shadowRoot?.activeElement != null) return;
    this.renderRoot.querySelector<HTMLElement>("#title")?.focus({ preventScroll: true });
  }

  override render() {
    const { holdings, busy, underway, broken, readings, leftOut } = this.reading;
    const held = holdings !== undefined && holdings.files > 0;
    const { files, outcome } = this.sources;
    return html`
      <section
        aria-labelledby="title"
        @dragover=${this.#dragOver} @dragleave=${this.#dragLeave} @drop=${this.#drop}
      >
        <h2 id="title" tabindex="-1">${say("records")}</h2>
        ${broken === "" ? nothing : html`<p class="notice bad" role="alert">${broken}</p>`}
        ${
          held
            ? html`<div class="holds"><div role="status">${this.#figures(holdings)}</div><div class="slot">${busy ? this.#underway(underway) : this.#choices(held)}</div></div>`
            : nothing
        }
        ${this.ready || this.broken ? nothing : html`<p class="hidden" role="status">${say("fetchingTheEngine")}</p>`}
        ${held ? nothing : busy ? this.#underway(underway) : this.#choices(held)}
        <chaperone-connect .controller=${this.connecting} .connection=${this.connection} .launched=${this.launched} .ready=${this.ready && !this.locked && !busy}></chaperone-connect>
        <div role="status" id="outcome" tabindex="-1">${outcome === undefined ? nothing : html`<p class="notice ${outcome.done ? "good" : "bad"}">${outcome.words}</p>`}</div>
        <chaperone-report ?hidden=${readings.length + leftOut.unopened.length + leftOut.passedOver === 0} .readings=${readings} .leftOut=${leftOut}
          .files=${files} .busy=${busy || this.locked}></chaperone-report>
        <chaperone-whose ?hidden=${this.reading.unmatched.length === 0} .unmatched=${this.reading.unmatched} .patients=${this.reading.patients}
          .busy=${busy || this.locked}></chaperone-whose>
        ${
          // What asks for an answer takes the place of what only tells; both come last, so that nothing below them moves.
          this.reading.unmatched.length > 0 ? nothing : html`${held ? this.#invented() : nothing} ${this.#meaning()}`
        }
      </section>
    `;
  }

  #choices(held: boolean) {
    const idle = this.ready && !this.locked;
    const look = held ? "compact" : "empty";
    return html`
      <div class="drop ${look} ${this.over ? "over" : ""}">
        ${held ? nothing : html`<p>${window.matchMedia("(pointer: coarse)").matches ? say("addYourHealthRecords") : say("dropFilesOfYour")}</p>`}
        <div class="row">
          ${this.#field("files", held ? say("addFiles") : say("chooseFiles"), idle, !held)} ${this.#field("folder", held ? say("addAFolder") : say("chooseAFolder"), idle)}
          <button id="samples" ?disabled=${!idle} ?hidden=${this.reading.samples} @click=${() => this.dispatchEvent(new Event("add-samples"))}>${say("useSampleRecords")}</button>
        </div>
        ${held ? nothing : html`<p class="soft small">${say("fhirAsJsonOr", { most: size(MAX_WHOLE_BYTES) })}</p>`}
      </div>
    `;
  }

  #field(id: "files" | "folder", name: string, idle: boolean, main = false) {
    const folder = id === "folder";
    return fileField({
      id,
      says: name,
      called: say("ofRecords", { name }),
      multiple: true,
      folder,
      main,
      disabled: !idle,
      onChange: this.#chosen,
    });
  }

  #figures(holdings: Holdings) {
    const figures: [number, string][] = [
      [holdings.patients, say("patients", { count: holdings.patients })],
      [holdings.documents, say("documents", { count: holdings.documents })],
      [holdings.facts, say("facts", { count: holdings.facts })],
    ];
    return html`<dl class="figures">${figures.map(([value, name]) => html`<div><dt>${name}</dt><dd>${number(value)}</dd></div>`)}</dl>`;
  }

  /** That some or all of the records are samples. */
  #invented() {
    const { samples, own } = whose(this.reading);
    if (samples === 0) return nothing;
    return html`<p class="notice" id="invented" role="status">${own === 0 ? say("theseAreSampleRecords") : say("yourOwnRecordsAre", { files: many(own, "file"), sampleFiles: many(samples, "sampleFile") })}</p>`;
  }

  #underway(underway: Underway | undefined) {
    if (underway === undefined) return nothing;
    const { name, doing, file, all, left } = underway;
    const many = all.files > 1;
    const what = {
      fetching: FETCHED.sample,
      indexing: say("makingTheRecordsFindable"),
      removing: say("removingTheOtherFiles", { name }),
      reading: many ? say("readingOf", { name, at: all.at, files: all.files }) : say("reading", { name }),
    }[doing];
    const bytes = all.total > 0 ? all : file;
    return html`<div class="work" id="reading">
      <p class="what">${what}</p>
      <progress max=${bytes?.total || 1} value=${bytes === undefined || bytes.done >= bytes.total ? nothing : bytes.done} aria-label=${say("readSoFar")}></progress>
      <div class="foot">
      <p class="done small soft">${[bytes === undefined ? "" : doing === "indexing" ? ofTexts(bytes) : ofBytes(bytes), left ?? ""].filter((each) => each !== "").join(" · ")}</p>
      <div class="buttons">
        <button id="cancel-all" @click=${this.#tell("cancel-all")}>${many ? say("cancelTheRest") : say("cancel")}</button>
        ${many ? html`<button id="cancel-file" @click=${this.#tell("cancel-file")}>${say("skipThisFile")}</button>` : nothing}
      </div>
      </div>
    </div>`;
  }

  #meaning() {
    const { meaning } = this;
    switch (meaning.is) {
      case "idle":
        return nothing;
      case "ready":
        return html`<p class="soft small" role="status">${say("searchByMeaningIs")}</p>`;
      case "unavailable":
        return html`<div class="notice">
          <p>${say("searchByMeaningIsNot", { reason: meaning.reason })}</p>
          <button id="resume" @click=${this.#tell("resume")}>${say("tryAgain")}</button>
        </div>`;
      case "paused":
        return html`<div class="work"><div class="row">
          <span class="small soft">${meaning.total === 0 ? say("searchByMeaningIsPaused") : say("searchByMeaningPausedAt", { passages: ofPassages(meaning) })}</span>
          <button id="resume" @click=${this.#tell("resume")}>${say("resume")}</button>
        </div></div>`;
      case "fetching":
        if (!this.ready) return nothing;
        return this.#bar(`${FETCHED[meaning.file]}: ${ofBytes(meaning)}`, meaning, meaning.left);
      case "embedding": {
        const passages = ofPassages(meaning);
        const what =
          meaning.perSecond === undefined
            ? say("preparingSearchByMeaning", { passages })
            : say("preparingAtSpeed", { passages, speed: rounded(meaning.perSecond) });
        return this.#bar(what, meaning, meaning.left);
      }
    }
  }

  #bar(what: string, { done, total }: { done: number; total: number }, left?: string) {
    return html`<div class="work" id="meaning">
      <progress max=${total || 1} value=${done} aria-label=${say("searchByMeaning")}></progress>
      <div class="row">
        <span class="small soft">${say("youCanAskAlready", { what: left === undefined ? what : `${what} · ${left}` })}</span>
        ${this.ready ? html`<button id="pause" @click=${this.#tell("pause")}>${say("pause")}</button>` : nothing}
      </div>
    </div>`;
  }

  #tell(name: string): () => void {
    return () => this.dispatchEvent(new Event(name));
  }

  readonly #chosen = ({ target }: Event): void => {
    const input = target as HTMLInputElement;
    this.#add(chosen(input.files ?? []));
    input.value = "";
  };

  get #takes(): boolean {
    return this.ready && !this.locked && !this.reading.busy;
  }

  #dragOver(event: DragEvent): void {
    event.preventDefault();
    this.over = this.#takes;
  }

  #dragLeave({ relatedTarget }: DragEvent): void {
    if (!(relatedTarget instanceof Node) || !this.renderRoot.contains(relatedTarget)) this.over = false;
  }

  async #drop(event: DragEvent): Promise<void> {
    event.preventDefault();
    this.over = false;
    if (this.#takes && event.dataTransfer !== null) this.#add(await dropped(event.dataTransfer));
  }

  #add(gathered: Gathered): void {
    if (gathered.picked.length + gathered.passedOver + gathered.unopened.length > 0)
      this.dispatchEvent(new CustomEvent<Gathered>("add-files", { detail: gathered }));
  }
}

/** How many of the files that are held are samples, and how many the person's own. */
function whose({ readings }: ReadingState): { readonly samples: number; readonly own: number } {
  const read = readings.filter(({ outcome }) => outcome.kind === "read");
  const samples = read.filter(({ name }) => isSample(name)).length;
  return { samples, own: read.length - samples };
}

function ofTexts({ done, total }: { readonly done: number; readonly total: number }): string {
  return say("ofTexts", { done: number(done), total: number(total) });
}

function ofBytes({ done, total }: { done: number; total: number }): string {
  return say("doneOfTotal", { done: size(done), total: size(total) });
}

function ofPassages({ done, total }: { done: number; total: number }): string {
  return say("doneOfPassages", { done: number(done), passages: many(total, "passage") });
}

function rounded(rate: number): string {
  return rate < 10 ? number(rate, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) : number(Math.round(rate));
}
