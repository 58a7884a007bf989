/** The room's page: the records, the conversation about them, and the test of the room. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { Doubles } from "../doubles.ts";
import type { SourceFile } from "../engine/calls.ts";
import type { EngineClient } from "../engine/client.ts";
import { noticeText } from "../engine/notice.ts";
import type { Keeping } from "../keys/keeping.ts";
import type { Opening } from "./answer.ts";
import { ConnectingController } from "./connecting.ts";
import { ConversationController } from "./conversation.ts";
import { examples } from "./examples.ts";
import type { Gathered } from "./files.ts";
import { MeaningController } from "./meaning.ts";
import { ReaderController } from "./reader.ts";
import { ReadingController } from "./reading.ts";
import { SourcesController } from "./removing.ts";
import { SessionController } from "./session.ts";
import type { OwnModelView } from "./own-model.ts";
import type { SourceView } from "./source.ts";
import type { TurnOpening } from "./talk.ts";
import { shared } from "./theme.ts";
import { ThinkingController } from "./thinking/controller.ts";
import { told } from "./told.ts";
import { top, topStyles } from "./top.ts";
import { welcome, welcomeStyles } from "./welcome.ts";
import { size } from "./words.ts";
import { LedgerController } from "./ledger-state.ts";
import "./brief.ts";
import "./examine.ts";
import "./ledger.ts";
import "./own-model.ts";
import "./records.ts";
import "./search.ts";
import "./self-test.ts";
import "./source.ts";
import "./talk.ts";
import type { Said } from "./whose.ts";
import "./verify-ledger.ts";

@customElement("chaperone-app")
export class App extends LitElement {
  @property({ attribute: false }) accessor engine!: EngineClient;
  @property({ attribute: false }) accessor doubles!: Doubles;
  @property({ attribute: false }) accessor keeping!: Keeping;
  /** The host of the hospital's server that opened this page, if one did. */
  @property({ attribute: false }) accessor launched: string | undefined;
  @state() private accessor ready = false;
  @state() private accessor broken = "";
  @state() private accessor starting: { readonly done: number; readonly total: number } | undefined;
  @state() private accessor notices: readonly string[] = [];
  @state() private accessor suggestions: readonly string[] = [];
  @query("chaperone-source") private accessor sourceView!: SourceView;
  @query("chaperone-own-model") private accessor ownModelView!: OwnModelView | null;
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
  /** The hospital's server that they are read from, where the person signs in to one. */
  readonly connecting = new ConnectingController(this, this.#engine, () => this.reading);
  /** The files that they came from. */
  readonly sources = new SourcesController(this);
  /** The questions and answers. */
  readonly conversation = new ConversationController(this, this.#engine);
  /** The thought process. */
  readonly thinking = new ThinkingController(
    this,
    this.#engine,
    () => this.conversation.manner,
    () => void this.ledger.refresh(),
  );
  /** What is kept between sessions. */
  readonly session = new SessionController(this);
  /** What has left. */
  readonly ledger = new LedgerController(this);
  readonly #reader = new ReaderController(this, this.#engine, () => this.sourceView);

  static override readonly styles = [
    shared,
    topStyles,
    welcomeStyles,
    css`
      .top > div, main, footer { max-width: 62rem; margin: 0 auto; padding: 0.875rem 1.25rem; }
      main { display: grid; gap: 1.25rem; padding-block: 1.25rem; }
      main > * { min-width: 0; }
      footer { padding-bottom: 3rem; }
      @media (max-width: 30rem) { .top > div, main, footer { padding-inline: 0.75rem; } }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    this.engine.onStarting = (progress) => (this.starting = progress);
    this.engine.onNotice = (notice) => this.note(noticeText(notice));
    this.engine.onEnded = (error) => this.ownModelView?.end(error);
    this.engine.ready.then(
      () => {
        this.ready = true;
        void this.#learnTelling();
        void this.session.begin(this.keeping);
      },
      (error: unknown) => (this.broken = told(error)),
    );
  }

  async #learnTelling(): Promise<void> {
    try {
      const { unread, ...telling } = await this.engine.call("telling", {});
      this.conversation.telling = telling;
      if (unread) this.note(UNREAD_POLICY);
      this.requestUpdate();
    } catch (error) {
      this.broken = told(error);
    }
  }

  /** Shows a line above everything. */
  note(text: string): void {
    this.notices = [...this.notices, text];
  }

  /** Takes note that the engine holds other records than before, for instance from storage. */
  async refresh(): Promise<void> {
    await this.reading.refresh();
    await this.ledger.refresh();
    this.#settled();
  }

  /** Forgets the records and the conversation on the page; the engine's own are not touched. */
  async clear(): Promise<void> {
    this.conversation.clear();
    void this.thinking.forget();
    this.reading.clear();
    this.sources.clear();
    this.suggestions = [];
    await this.meaning.clear();
  }

  override render() {
    return html`
      ${top(this.session.status)}
      <main>
        ${this.broken === "" ? nothing : html`<p class="notice bad" role="alert">${this.broken}</p>`}
        ${this.session.destroyed ? DESTROYED : nothing}
        ${this.notices.map((notice) => html`<p class="notice" role="status">${notice}</p>`)}
        ${this.ready || this.broken !== "" ? nothing : this.#starting()} ${this.session.gate ?? this.#room()}
      </main>
      <footer>
        ${this.session.gate === undefined ? this.#ledger() : nothing}
        <chaperone-examine .engine=${this.engine} .ready=${this.ready}></chaperone-examine>
        <chaperone-own-model .engine=${this.engine} .ready=${this.ready && !this.reading.state.busy} .halt=${() => this.meaning.interrupt()} @changed=${() => this.#embed()}></chaperone-own-model>
        <chaperone-verify-ledger .engine=${this.engine} .ready=${this.ready}></chaperone-verify-ledger>
        <chaperone-self-test .doubles=${this.doubles}></chaperone-self-test>
      </footer>
      <chaperone-source @move=${({ detail }: CustomEvent<number>) => this.#reader.move(detail)}></chaperone-source>
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
        .ready=${this.ready} .locked=${this.conversation.busy || this.thinking.busy} .reading=${state} .meaning=${this.meaning.state}
        .connecting=${this.connecting} .connection=${this.connecting.connection} .launched=${this.launched}
        @add-files=${({ detail }: CustomEvent<Gathered>) => this.reading.addFiles(detail)}
        @add-samples=${() => this.reading.addSamples()}
        @cancel-file=${() => this.reading.cancelFile()} @cancel-all=${() => this.reading.cancelAll()}
        @pause=${() => this.meaning.pause()} @resume=${() => this.meaning.resume()}
        .sources=${this.sources.state} @said=${({ detail }: CustomEvent<Said>) => this.reading.same(detail)} @remove-source=${({ detail }: CustomEvent<SourceFile>) => this.sources.remove(detail)}
      ></chaperone-records>
      ${held || state.busy ? nothing : welcome()}
      <chaperone-talk
        ?hidden=${!held} .conversation=${this.conversation} .turns=${this.conversation.turns} .trial=${this.conversation.trial} .models=${this.conversation.models} .suggestions=${this.suggestions}
        .patients=${state.patients} .ready=${this.ready && held} .reading=${state.busy}
        .thinking=${this.thinking} .process=${this.thinking.process} @show=${({ detail }: CustomEvent<Opening>) => void this.#show(detail)}
        @open=${({ detail }: CustomEvent<TurnOpening>) => this.#open(detail)}
        @subject=${({ detail }: CustomEvent<number | undefined>) => this.#suggest(detail)}
      ></chaperone-talk>
      <chaperone-search
        ?hidden=${!held} .engine=${this.engine} .ready=${this.ready && held && !state.busy} .patients=${state.patients}
        @open-source=${({ detail }: CustomEvent<Opening>) => void this.#show(detail)}
      ></chaperone-search>
      <chaperone-brief
        ?hidden=${!held} .engine=${this.engine} .ready=${this.ready && held && !state.busy} .patients=${state.patients}
        @open-source=${({ detail }: CustomEvent<Opening>) => void this.#show(detail)}
      ></chaperone-brief>
    `;
  }

  #ledger() {
    const { ledger } = this;
    return html`<chaperone-ledger
      .ledger=${ledger.state}
      @show-bytes=${({ detail }: CustomEvent<number>) => ledger.show(detail)}
      @save-bytes=${({ detail }: CustomEvent<number>) => ledger.save("request", detail)}
      @save-ledger=${() => ledger.save("ledger")} @save-proof=${() => ledger.save("proof")}
    ></chaperone-ledger>`;
  }

  /** Records were added or removed: they are embedded, and there may be questions to begin with. */
  #settled(): void {
    void this.sources.list();
    if ((this.reading.state.holdings?.passages ?? 0) === 0) return;
    void this.#suggest(this.reading.state.patients.length > 0 ? 0 : undefined).finally(() => this.meaning.start());
  }

  /** Embeds what there is, with the model in use now. */
  #embed(): void {
    if ((this.reading.state.holdings?.passages ?? 0) > 0)
      void this.meaning.interrupt().then(() => this.meaning.start());
  }

  async #suggest(subject: number | undefined): Promise<void> {
    if (!this.reading.state.samples || subject === undefined) {
      this.suggestions = [];
      return;
    }
    // Without suggestions the page is as good as before.
    this.suggestions = await examples(this.engine, subject).catch(() => []);
  }

  async #show(opening: Opening): Promise<void> {
    try {
      await this.#reader.open(opening);
    } catch (error) {
      this.note(told(error));
    }
  }

  async #open({ opening, turn }: TurnOpening): Promise<void> {
    try {
      await this.#reader.open(opening);
    } catch (error) {
      this.conversation.fail(turn, error);
    }
  }
}

const UNREAD_POLICY =
  "This page was given a policy that cannot be read, so nothing may leave: no language model can be asked. Quotations from your records go on. Tell whoever runs this page.";

const DESTROYED = html`<p class="notice good" id="destroyed" role="alert" tabindex="-1">
  <strong>✓ Destroyed.</strong> The key is gone, and with it everything that was kept on this device: the files, what was computed from them, and the conversation.
  Nothing of it is stored any more. Your own files were not touched.
</p>`;
