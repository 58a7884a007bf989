/** The room's page: the records, the conversation about them, and the test of the room. */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import type { Doubles } from "../doubles.ts";
import type { EngineClient } from "../engine/client.ts";
import { noticeText } from "../engine/notice.ts";
import type { Keeping } from "../keys/keeping.ts";
import type { Opening } from "./answer.ts";
import { ConversationController, type Turn } from "./conversation.ts";
import { examples } from "./examples.ts";
import type { Gathered } from "./files.ts";
import { MeaningController } from "./meaning.ts";
import type { Asked, QuestionView } from "./question.ts";
import { ReadingController } from "./reading.ts";
import { SessionController } from "./session.ts";
import type { SourceView } from "./source.ts";
import { shared } from "./theme.ts";
import { told } from "./told.ts";
import type { TurnView } from "./turn.ts";
import { welcome, welcomeStyles } from "./welcome.ts";
import { size } from "./words.ts";
import "./question.ts";
import "./records.ts";
import "./self-test.ts";
import "./source.ts";
import "./turn.ts";

@customElement("chaperone-app")
export class App extends LitElement {
  @property({ attribute: false }) accessor engine!: EngineClient;
  @property({ attribute: false }) accessor doubles!: Doubles;
  @property({ attribute: false }) accessor keeping!: Keeping;
  /** What is shown instead of the records and the conversation, for instance while they are locked away. */
  @property({ attribute: false }) accessor gate: TemplateResult | undefined;
  /** A line in the header, for instance of where the records are kept. */
  @property({ attribute: false }) accessor status: TemplateResult | undefined;
  @state() private accessor ready = false;
  @state() private accessor broken = "";
  @state() private accessor starting: { readonly done: number; readonly total: number } | undefined;
  @state() private accessor notices: readonly string[] = [];
  @state() private accessor suggestions: readonly string[] = [];
  @query("chaperone-source") private accessor sourceView!: SourceView;
  @query("chaperone-question") private accessor questionView!: QuestionView | null;
  readonly #engine = (): EngineClient => this.engine;
  /** Search by meaning. */
  readonly meaning = new MeaningController(
    this,
    this.#engine,
    () => void this.reading.refresh(),
    (reason) => this.session.unkept(reason),
  );
  /** The records. */
  readonly reading = new ReadingController(this, this.#engine, {
    before: () => this.meaning.interrupt(),
    after: () => this.#settled(),
    unkept: (reason) => this.session.unkept(reason),
  });
  /** The questions and answers. */
  readonly conversation = new ConversationController(this, this.#engine);
  /** What is kept between sessions. */
  readonly session = new SessionController(this);
  #opening: Opening | undefined;

  static override readonly styles = [
    shared,
    welcomeStyles,
    css`
      .top { border-bottom: 1px solid var(--line); background: var(--sheet); }
      .top > div, main, footer { max-width: 62rem; margin: 0 auto; padding: 0.875rem 1.25rem; }
      .top > div { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; align-items: center; justify-content: space-between; }
      h1 { margin: 0; font-size: 1.25rem; line-height: 1.25; letter-spacing: -0.01em; }
      main { display: grid; gap: 1.25rem; padding-block: 1.25rem; }
      main > *, .turns > * { min-width: 0; }
      .talk { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; justify-content: space-between; }
      .talk button { min-height: 2.25rem; padding: 0.25rem 0.75rem; font-size: 0.875rem; }
      .turns { display: grid; gap: 1.25rem; }
      .turns > * { padding: 1.25rem; background: var(--sheet); border: 1px solid var(--line); border-radius: var(--radius); }
      .chips { display: flex; flex-wrap: wrap; gap: 0.5rem; list-style: none; padding: 0; }
      .chips button { font-weight: 500; border-radius: 1.375rem; text-align: start; }
      .field.stays { bottom: 0; padding-bottom: 0.75rem; background: linear-gradient(transparent, var(--ground) 1.5rem); }
      @media (min-height: 64rem) and (min-width: 40rem) { .field.stays:not(:has([tall])) { position: sticky; } }
      footer { padding-bottom: 3rem; }
      @media (max-width: 30rem) { .top > div, main, footer { padding-inline: 0.75rem; } .turns > * { padding: 1rem; } }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    this.engine.onStarting = (progress) => (this.starting = progress);
    this.engine.onNotice = (notice) => this.note(noticeText(notice));
    this.engine.ready.then(
      () => {
        this.ready = true;
        void this.session.begin(this.keeping);
      },
      (error: unknown) => (this.broken = told(error)),
    );
  }

  /** Shows a line above everything. */
  note(text: string): void {
    this.notices = [...this.notices, text];
  }

  /** Takes note that the engine holds other records than before, for instance from storage. */
  async refresh(): Promise<void> {
    await this.reading.refresh();
    this.#settled();
  }

  /** Forgets the records and the conversation on the page; the engine's own are not touched. */
  async clear(): Promise<void> {
    this.conversation.clear();
    this.reading.clear();
    this.suggestions = [];
    await this.meaning.clear();
  }

  override render() {
    return html`
      <header class="top">
        <div>
          <div>
            <h1>Chaperone</h1>
            <p class="soft small">Your records stay in this room, and the room has no network.</p>
          </div>
          ${this.status ?? nothing}
        </div>
      </header>
      <main>
        ${this.broken === "" ? nothing : html`<p class="notice bad" role="alert">${this.broken}</p>`}
        ${this.notices.map((notice) => html`<p class="notice" role="status">${notice}</p>`)}
        ${this.ready || this.broken !== "" ? nothing : this.#starting()} ${this.gate ?? this.#room()}
      </main>
      <footer><chaperone-self-test .doubles=${this.doubles}></chaperone-self-test></footer>
      <chaperone-source @move=${({ detail }: CustomEvent<number>) => this.#move(detail)}></chaperone-source>
    `;
  }

  #starting() {
    const { done, total } = this.starting ?? { done: 0, total: 0 };
    return html`<label class="small soft">Fetching the engine${total > 0 ? html`: ${size(done)} of ${size(total)}` : nothing}
      <progress max=${Math.max(total, 1)} value=${done}></progress></label>`;
  }

  #room() {
    const { state } = this.reading;
    const held = (state.holdings?.passages ?? 0) > 0;
    return html`
      <chaperone-records
        .ready=${this.ready} .locked=${this.conversation.busy} .reading=${state} .meaning=${this.meaning.state}
        @add-files=${({ detail }: CustomEvent<Gathered>) => this.reading.addFiles(detail)}
        @add-samples=${() => this.reading.addSamples()}
        @cancel-file=${() => this.reading.cancelFile()} @cancel-all=${() => this.reading.cancelAll()}
        @pause=${() => this.meaning.pause()} @resume=${() => this.meaning.resume()}
      ></chaperone-records>
      ${held ? this.#conversation() : state.busy ? nothing : welcome()}
      <div class="field ${this.#stays() ? "stays" : ""}" ?hidden=${!held}>
        <chaperone-question
          .patients=${state.patients} .ready=${this.ready && held} .busy=${state.busy || this.conversation.busy}
          @ask=${({ detail }: CustomEvent<Asked>) => this.#ask(detail)}
          @subject=${({ detail }: CustomEvent<number | undefined>) => this.#suggest(detail)}
        ></chaperone-question>
      </div>
    `;
  }

  /** The question field stays in sight below answers, but not while a draft waits to be looked at. */
  #stays(): boolean {
    const { turns } = this.conversation;
    return turns.length > 0 && !turns.some(({ draft, sent, discarded }) => draft && !sent && !discarded);
  }

  #conversation() {
    const { turns, busy } = this.conversation;
    return html`
      <div class="talk">
        <h2>${turns.length === 0 ? "Ask about your records" : "Conversation"}</h2>
        ${turns.length === 0 ? nothing : html`<button id="new" ?disabled=${busy} @click=${() => this.#renew()}>New conversation</button>`}
      </div>
      ${
        turns.length > 0 || this.suggestions.length === 0
          ? nothing
          : html`<ul class="chips" aria-label="Questions to begin with">
              ${this.suggestions.map((each) => html`<li><button @click=${() => this.questionView?.ask(each)}>${each}</button></li>`)}
            </ul>`
      }
      <div class="turns" ?hidden=${turns.length === 0}>${repeat(
        turns,
        ({ id }) => id,
        (turn) => this.#turn(turn),
      )}</div>
    `;
  }

  #turn(turn: Turn) {
    const { id } = turn;
    return html`<chaperone-turn
      .turn=${turn} data-turn=${id}
      @approve=${() => this.#approve(id)} @discard=${() => this.conversation.discard(id)} @cancel=${() => this.conversation.cancel(id)}
      @open-source=${({ detail }: CustomEvent<Opening>) => this.#open(detail, id)}
    ></chaperone-turn>`;
  }

  async #ask(asked: Asked): Promise<void> {
    const about = asked.subject === undefined ? undefined : this.reading.state.patients[asked.subject];
    const id = await this.conversation.ask(asked, this.reading.state.patients.length > 1 ? about : undefined);
    const drafted = this.conversation.turns.find((turn) => turn.id === id)?.draft !== undefined;
    await this.#attend(id, drafted ? "leaving" : "question");
  }

  async #approve(id: number): Promise<void> {
    const answered = this.conversation.approve(id);
    await this.#attend(id, "answer");
    await answered;
  }

  /** The focus goes to what has just appeared: the button that led to it is gone or far. */
  async #attend(id: number, part: "question" | "leaving" | "answer"): Promise<void> {
    await this.updateComplete;
    await this.renderRoot.querySelector<TurnView>(`[data-turn="${id}"]`)?.attend(part);
  }

  #renew(): void {
    this.conversation.clear();
    this.questionView?.focus();
  }

  /** Records were added: they are embedded, and there may be questions to begin with. */
  #settled(): void {
    if ((this.reading.state.holdings?.passages ?? 0) === 0) return;
    void this.#suggest(this.reading.state.patients.length > 0 ? 0 : undefined).finally(() => this.meaning.start());
  }

  async #suggest(subject: number | undefined): Promise<void> {
    if (!this.reading.state.samples || subject === undefined) {
      this.suggestions = [];
      return;
    }
    // Without suggestions the page is as good as before.
    this.suggestions = await examples(this.engine, subject).catch(() => []);
  }

  async #open(opening: Opening, turn: number): Promise<void> {
    const reference = opening.references[opening.at];
    if (reference === undefined) return;
    try {
      const source = await this.engine.call("source", { reference });
      this.#opening = opening;
      await this.sourceView.show(source, { at: opening.at, of: opening.references.length });
    } catch (error) {
      this.conversation.fail(turn, error);
    }
  }

  async #move(at: number): Promise<void> {
    const reference = this.#opening?.references[at];
    if (this.#opening === undefined || reference === undefined) return;
    this.#opening = { ...this.#opening, at };
    const source = await this.engine.call("source", { reference });
    await this.sourceView.show(source, { at, of: this.#opening.references.length });
  }
}
