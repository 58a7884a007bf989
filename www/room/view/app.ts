/** The room's page: its screens, and what they share. */
import { LitElement, html, nothing, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { Doubles } from "../doubles.ts";
import type { SourceFile } from "../engine/kept.ts";
import type { EngineClient } from "../engine/client.ts";
import { part } from "../engine/late.ts";
import { noticeText } from "../engine/notice.ts";
import type { LatePart } from "../../shell/messages.ts";
import type { Keeping } from "../keys/keeping.ts";
import type { Opening } from "./answer.ts";
import { BringingController } from "./bringing.ts";
import { ConnectingController } from "./connecting.ts";
import { ConversationController } from "./conversation.ts";
import type { Gathered } from "./files.ts";
import { MeaningController } from "./meaning.ts";
import { ReaderController } from "./reader.ts";
import { ReadingController, isClean, samplesAmong, type ReadingState } from "./reading.ts";
import { SuggestingController } from "./suggesting.ts";
import { SourcesController } from "./removing.ts";
import { SessionController } from "./session.ts";
import type { OwnModelView } from "./own-model.ts";
import type { SourceView } from "./source.ts";
import type { TalkView, TurnOpening } from "./talk.ts";
import { shared } from "./theme.ts";
import { ThinkingController } from "./thinking/controller.ts";
import { told } from "./told.ts";
import { top, topStyles } from "./top.ts";
import { welcome, welcomeStyles } from "./welcome.ts";
import { LedgerController } from "./ledger-state.ts";
import { empty, emptyStyles } from "./empty.ts";
import { broken, destroyed, nobody, screen, starting } from "./frame.ts";
import type { Tag, Units } from "./choices.ts";
import { LATE_SCREENS, leaves, settings } from "./late-screens.ts";
import { LanguageController, renew } from "./language.ts";
import { memoryOf, preparesByItself } from "./ladder.ts";
import { layout } from "./layout.ts";
import type { Letter } from "./question.ts";
import { partsOf, partsStyles, person } from "./parts.ts";
import { ScreensController, type Going, type ScreenName } from "./screens.ts";
import type { Taking } from "./leaving.ts";
import type { SelfTestView } from "./self-test.ts";
import { Servers } from "./servers.ts";
import { USUAL, type ServerView } from "./server.ts";
import { showIn } from "./units.ts";
import type { Said } from "./whose.ts";
import { say } from "../words/first.ts";
import { spoken } from "../words/say.ts";
// Two of the parts that come later use it, and none may bring what another brings.
import "lit/directives/guard.js";
import "./brief.ts";
import "./nav.ts";
import "./points.ts";
import "./records.ts";
import "./server.ts";
import "./talk.ts";

@customElement("chaperone-app")
export class App extends LitElement {
  @property({ attribute: false }) accessor engine!: EngineClient;
  @property({ attribute: false }) accessor doubles!: Doubles;
  @property({ attribute: false }) accessor keeping!: Keeping;
  /** The host of the hospital's server that opened this page, if one did. */
  @property({ attribute: false }) accessor launched: string | undefined;
  /** The origin of the page around, where it offers a function in place of a model server. */
  @property({ attribute: false }) accessor answers: string | undefined;
  @state() accessor ready = false;
  @state() private accessor broken = "";
  /** Whether the engine's file could not be had, and can be asked for again. */
  @state() private accessor lacking = false;
  @state() private accessor starting: { readonly done: number; readonly total: number } | undefined;
  @state() private accessor notices: readonly string[] = [];
  @query("chaperone-source") private accessor sourceView!: SourceView;
  @query("chaperone-own-model") accessor ownModelView!: OwnModelView | null;
  @query("chaperone-self-test") accessor selfTestView!: SelfTestView | null;
  @query("chaperone-talk") private accessor talkView!: TalkView | null;
  @query("chaperone-server") accessor serverView!: ServerView | null;
  /** The model server that is entered. */
  @state() accessor entered: ServerView["entered"] = { model: USUAL.model, host: new URL(USUAL.url).host };
  /** Who is shown on every screen, by number and name; numbers are others once a file was removed. */
  @state() private accessor person: readonly [number, string | undefined] = [0, undefined];
  /** Whether there were records when it was looked last. */
  #had = false;
  /** Who was in the sample records, where there were no others when it was looked last. */
  #madeUp: readonly string[] = [];
  readonly #engine = (): EngineClient => this.engine;
  /** Which screen is shown. */
  readonly screens = new ScreensController(this);
  /** The parts of the page that come later. */
  readonly bringing = new BringingController(this, () => ({ at: this.screens.at, parts: this.#needed() }));
  /** Questions to begin with. */
  readonly suggesting = new SuggestingController(this, this.#engine);
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
  readonly connecting = new ConnectingController(
    this,
    this.#engine,
    () => this.reading,
    () => void this.screens.go({ screen: "records", part: "files" }),
  );
  /** The files that they came from. */
  readonly sources = new SourcesController(this);
  /** The questions and answers. */
  readonly conversation = new ConversationController(this, this.#engine);
  /** Model servers, before they are asked. */
  readonly servers = new Servers(this, this.#engine);
  /** The thought process. */
  readonly thinking = new ThinkingController(
    this,
    this.#engine,
    () => this.conversation.manner,
    () => void this.ledger.refresh(),
  );
  /** What is kept between sessions. */
  readonly session = new SessionController(this);
  /** The language of the page. */
  readonly language = new LanguageController(
    this,
    (error) => this.note(told(error)),
    (tag) => void this.engine.call("speak", { tag }).catch(() => undefined),
  );
  /** The units that stand beside those of the records. */
  units: Units = "recorded";
  /** What has left. */
  readonly ledger = new LedgerController(this);
  readonly #reader = new ReaderController(this, this.#engine, () => this.sourceView);

  static override readonly styles = [shared, topStyles, welcomeStyles, emptyStyles, partsStyles, layout];

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener("save-workflow", this.#saveWorkflow);
    // Its texts come while the engine does.
    void this.language.begin();
    this.engine.onStarting = (progress) => (this.starting = progress);
    this.engine.onLacking = (error) => {
      this.broken = told(error);
      this.lacking = true;
    };
    this.engine.onNotice = (notice) => this.note(spoken(noticeText(notice)));
    this.engine.onEnded = (error) => this.ownModelView?.end(error);
    this.engine.ready.then(
      () => {
        this.ready = true;
        void this.#learnTelling();
        void this.session.begin(this.keeping).finally(() => this.bringing.rest());
      },
      (error: unknown) => (this.broken = told(error)),
    );
  }

  /** The parts of the page that what is shown now is made of. */
  #needed(): LatePart[] {
    const { at } = this.screens;
    const held = this.#held || this.reading.state.busy;
    const needed: readonly (readonly [LatePart, boolean])[] = [
      ["storage", this.session.begun],
      ["records", held],
      ["doctor", this.#held && at === "today"],
      ["leaves", at === "leaves" || this.conversation.turns.some(({ draft }) => draft !== undefined)],
      ["library", at === "library"],
      ["settings", at === "settings"],
      ["thinking", this.thinking.process !== undefined],
    ];
    return needed.filter(([, now]) => now).map(([name]) => name);
  }

  /** Has the engine's file fetched again. */
  #again(): void {
    this.broken = "";
    this.lacking = false;
    this.starting = undefined;
    this.engine.again();
  }

  async #learnTelling(): Promise<void> {
    try {
      const { unread, ...telling } = await this.engine.call("telling", {});
      this.conversation.telling = telling;
      if (unread) this.note(say("thisPageWasGiven"));
      this.requestUpdate();
    } catch (error) {
      this.broken = told(error);
    }
  }

  /** Shows values in `units` beside those of the records. */
  show(units: Units): void {
    this.units = units;
    showIn(units);
    renew(document.body);
  }

  /** As {@link show}, at a choice that is kept. */
  showIn(units: Units): void {
    this.show(units);
    this.session.settings();
  }

  /** Speaks a language, at a choice that is kept. */
  async speak(tag: Tag): Promise<void> {
    await this.language.choose(tag);
    this.session.settings();
  }

  /** Shows a line above everything. */
  note(text: string): void {
    this.notices = [...this.notices, text];
  }

  /** Takes note that the engine holds other records than before, for instance from storage; `known` is called before they are shown. */
  async refresh(known?: () => void): Promise<void> {
    await this.reading.refresh();
    await this.ledger.refresh();
    known?.();
    this.requestUpdate();
    this.#settled();
  }

  /** Forgets the records and the conversation on the page; the engine's own are not touched. */
  async clear(): Promise<void> {
    this.conversation.clear();
    void this.thinking.forget();
    this.reading.clear();
    this.sources.clear();
    void this.connecting.forget();
    this.suggesting.clear();
    this.#had = false;
    this.screens.end();
    await this.meaning.clear();
  }

  override render() {
    const { gate, shut } = this.session;
    return html`
      ${top(this.session.status)}
      <chaperone-nav ?hidden=${shut} .at=${this.screens.at} .waiting=${this.#waiting()} @go=${this.#go}></chaperone-nav>
      <main class=${shut ? "shut" : ""} @go=${this.#go}>
        ${shut ? html`<h1 class="hidden">${say("chaperone")}</h1>` : nothing}
        ${this.broken === "" ? nothing : broken(this.broken, this.lacking ? () => this.#again() : undefined)}
        ${this.session.destroyed ? destroyed() : nothing}
        ${[...this.#said, ...this.bringing.missed].map((notice) => html`<p class="notice" role="status">${notice}</p>`)}
        ${this.ready || this.broken !== "" ? nothing : starting(this.starting)} ${gate ?? this.#room()}
        ${this.#screen("library", "", () => html`<chaperone-library .engine=${this.engine} .ready=${this.ready} .stage=${this.keeping.stage.stage} @ask-alone=${({ detail }: CustomEvent<string>) => void this.#askAlone(detail)} @entered=${() => void this.ledger.refresh()}></chaperone-library>`, gate !== undefined)}
        ${this.#screen("leaves", say("nothingLeavesButWhat"), () => leaves(this, gate === undefined), gate !== undefined)}
        ${this.#screen("settings", say("theyHoldUntilYou"), () => settings(this, gate === undefined), gate !== undefined)}
      </main>
      <chaperone-source @move=${({ detail }: CustomEvent<number>) => this.#reader.move(detail)} @ask-whole=${({ detail }: CustomEvent<Letter>) => this.#askWhole(detail)}></chaperone-source>
    `;
  }

  /**
   * A screen with its heading. All of them are there, so that what is under way in one goes on, and one is in sight; until the engine is ready
   * nothing is under way, and the one in sight comes first.
   */
  #screen(name: ScreenName, says: string, content: () => unknown, shut = false): TemplateResult {
    const at = this.screens.at === name;
    const waits = LATE_SCREENS.has(name) && this.bringing.waitsFor(name as LatePart);
    const drawn = this.ready || this.broken !== "" || at;
    const shown = { name, says, hidden: shut || !at, waits, samples: samplesAmong(this.reading.state) };
    return screen(shown, drawn ? content() : nothing);
  }

  /** The lines above everything. They come with the page that is drawn once it is known what is kept: before, they would push the one that is seen. */
  get #said(): readonly string[] {
    return this.broken === "" && !this.session.looked ? [] : this.notices;
  }

  get #held(): boolean {
    return (this.reading.state.holdings?.passages ?? 0) > 0;
  }

  #room() {
    const { at } = this.screens;
    return html`
      ${this.#screen("today", "", () => this.#today())}
      ${this.#screen("records", this.#held ? "" : say("theyAreReadOn"), () => this.#records())}
      ${this.#screen("ask", this.#held && this.conversation.turns.length === 0 ? say("quotationsFromYourRecords") : "", () => this.#ask(at === "ask"))}
    `;
  }

  #today() {
    const { state } = this.reading;
    const held = this.#held;
    if (held && state.patients.length === 0) return nobody();
    return html`
      ${held ? nothing : empty("today", say("whatIsNewAnd"), say("onceThereAreRecords"), this.#begin())}
      <chaperone-brief
        ?hidden=${!held} .engine=${this.engine} .ready=${this.ready && held && !state.busy} .active=${this.screens.at === "today"} .edition=${state.edition} .patients=${state.patients} .person=${this.#whose}
        @person=${({ detail }: CustomEvent<number>) => this.#shows(detail)} @go=${this.#go} @open-source=${({ detail }: CustomEvent<Opening>) => void this.read(detail)}
      ></chaperone-brief>
    `;
  }

  #begin(): TemplateResult {
    return html`<button class="main" @click=${() => void this.screens.go({ screen: "records", part: "files" })}>${say("addRecords")}</button>`;
  }

  #records() {
    const { state } = this.reading;
    const held = this.#held;
    const part = held ? this.screens.part : "files";
    const sees = (name: typeof part): boolean => this.screens.at === "records" && part === name;
    const ready = this.ready && held && !state.busy;
    const unnamed = state.patients.length === 0 && (part === "timeline" || part === "charts");
    const whose = this.#whose;
    const show = ({ detail }: CustomEvent<Opening>): void => void this.read(detail);
    return html`
      ${held ? partsOf(part, (next) => void this.screens.go({ screen: "records", part: next })) : nothing}
      ${part === "timeline" || part === "charts" ? person(state.patients, whose, (number) => this.#shows(number)) : nothing}
      ${unnamed ? nobody() : nothing}
      <chaperone-timeline
        id="part-timeline" role=${held ? "tabpanel" : nothing} aria-labelledby=${held ? "tab-timeline" : nothing} ?hidden=${unnamed || part !== "timeline"} .engine=${this.engine} .ready=${ready && !unnamed} .active=${sees("timeline")} .edition=${state.edition} .person=${whose} @open-source=${show}
      ></chaperone-timeline>
      <chaperone-charts
        id="part-charts" role=${held ? "tabpanel" : nothing} aria-labelledby=${held ? "tab-charts" : nothing} ?hidden=${unnamed || part !== "charts"} .engine=${this.engine} .ready=${ready && !unnamed} .active=${sees("charts")} .edition=${state.edition} .person=${whose} @open-source=${show}
      ></chaperone-charts>
      <chaperone-search
        id="part-search" role=${held ? "tabpanel" : nothing} aria-labelledby=${held ? "tab-search" : nothing} ?hidden=${part !== "search"} .engine=${this.engine} .ready=${this.ready && held} .patients=${state.patients} .person=${whose}
        @person=${({ detail }: CustomEvent<number>) => this.#shows(detail)} @open-source=${show}
      ></chaperone-search>
      <div id="part-files" role=${held ? "tabpanel" : nothing} aria-labelledby=${held ? "tab-files" : nothing} class="screen" ?hidden=${part !== "files"}>
        <chaperone-records
          .ready=${this.ready} .broken=${this.broken !== ""} .locked=${this.conversation.busy || this.thinking.busy} .reading=${state} .meaning=${this.meaning.state}
          .connecting=${this.connecting} .connection=${this.connecting.connection} .launched=${this.launched}
          @add-files=${({ detail }: CustomEvent<Gathered>) => this.reading.addFiles(detail)}
          @add-samples=${() => this.reading.addSamples()}
          @cancel-file=${() => this.reading.cancelFile()} @cancel-all=${() => this.reading.cancelAll()}
          @pause=${() => this.meaning.pause()} @resume=${() => this.meaning.resume()}
          .sources=${this.sources.state} @said=${({ detail }: CustomEvent<Said>) => this.reading.same(detail)} @remove-source=${({ detail }: CustomEvent<SourceFile>) => this.sources.remove(detail)}
        ></chaperone-records>
        ${held || state.busy ? nothing : welcome()}
      </div>
    `;
  }

  #ask(active: boolean) {
    const { state } = this.reading;
    const held = this.#held;
    return html`
      ${held || !active || this.conversation.turns.length > 0 ? nothing : empty("ask", say("askInYourOwn"), say("onceThereAreRecordsAsk"), this.#begin())}
      <chaperone-talk
        ?hidden=${!held && this.conversation.turns.length === 0} .conversation=${this.conversation} .turns=${this.conversation.turns} .suggestions=${this.suggesting.suggestions}
        .seeking=${this.suggesting.busy}
        .server=${() => this.serverView} .entered=${this.entered}
        .patients=${state.patients} .unplaced=${unplaced(state)} .ready=${this.ready && held} .reading=${state.busy}
        .thinking=${this.thinking} .process=${this.thinking.process} @show=${({ detail }: CustomEvent<Opening>) => void this.read(detail)}
        @open=${({ detail }: CustomEvent<TurnOpening>) => this.#open(detail)}
        @subject=${({ detail }: CustomEvent<number | undefined>) => this.#asks(detail)}
      ></chaperone-talk>
      <chaperone-points
        ?hidden=${this.conversation.turns.length > 0 || this.thinking.process !== undefined} .engine=${this.engine} .ready=${this.ready && held && !state.busy && !this.suggesting.busy}
        .active=${active && this.conversation.turns.length === 0} .edition=${state.edition} .person=${this.suggesting.subject}
      ></chaperone-points>
    `;
  }

  /** The screens on which something waits for the person. */
  #waiting(): Partial<Record<ScreenName, string>> {
    const draft = this.conversation.turns.some(
      (turn) => turn.sent === undefined && !turn.discarded && turn.draft !== undefined,
    );
    const stage = this.thinking.process?.stage;
    const waits =
      (draft || stage === "budget" || stage === "approval" || stage === "judge") && this.screens.at !== "ask";
    return waits ? { ask: say("aRequestWaitsFor") } : {};
  }

  readonly #go = ({ detail }: CustomEvent<Going>): void => void this.screens.go(detail);

  readonly #saveWorkflow = (event: Event): void => {
    const { draft, say: answer } = (event as CustomEvent<Taking>).detail;
    this.conversation.saveWorkflow(draft).then(
      (saved) => answer(say(saved ? "saved" : "notSaved")),
      (error: unknown) => answer(told(error)),
    );
  };

  /** Goes to where questions are asked, to ask a model about all of a letter. */
  async #askWhole(letter: Letter): Promise<void> {
    await this.screens.go({ screen: "ask" });
    this.talkView?.read(letter);
  }

  /** Goes to where questions are asked, and asks a model about the person's own files of literature alone. */
  async #askAlone(question: string): Promise<void> {
    await part("settings");
    const connector = this.serverView?.connector();
    if (connector === undefined || this.conversation.busy) return;
    await this.screens.go({ screen: "ask" });
    const id = await this.conversation.ask({ question, subject: undefined, connector, apart: true }, undefined);
    await this.updateComplete;
    await this.talkView?.shows(id);
  }

  /** Records were added or removed: they are embedded, and there may be questions to begin with. */
  #settled(): void {
    void this.sources.list();
    const held = this.#held;
    if (held !== this.#had) {
      this.#had = held;
      if (held) void this.screens.begin(isClean(this.reading.state));
      else this.screens.end();
    }
    const { patients } = this.reading.state;
    const mine = patients.findIndex((name) => !this.#madeUp.includes(name));
    const own = this.#madeUp.length > 0 && mine >= 0;
    this.#madeUp = samplesAmong(this.reading.state) === "all" ? patients : [];
    if (!held) return;
    void this.#suggest(patients.length > 0 ? 0 : undefined).finally(() => this.#prepare());
    // Whoever tried the sample records, and now brought their own, means somebody in those.
    if (own) void this.updateComplete.then(() => this.#shows(mine));
  }

  /** Search by meaning is prepared, where the device has the memory for it; else it waits until the person wants it. */
  #prepare(): void {
    if (this.meaning.state.is === "idle" && !preparesByItself(memoryOf(navigator))) this.meaning.pause();
    this.meaning.start();
  }

  /** Embeds what there is, with the model in use now. */
  modelChanged(): void {
    this.requestUpdate();
    if (this.#held) void this.meaning.interrupt().then(() => this.meaning.start());
  }

  /** The number of the patient who is shown. */
  get #whose(): number {
    const { patients } = this.reading.state;
    const [number, name] = this.person;
    return name === undefined || patients[number] === name ? number : Math.max(0, patients.indexOf(name));
  }

  /** Shows this patient on every screen; questions are about them, too. */
  #shows(number: number): void {
    this.person = [number, this.reading.state.patients[number]];
    void this.talkView?.about(number);
  }

  /** Takes questions to be about this patient, or everybody. */
  #asks(subject: number | undefined): void {
    if (subject !== undefined) this.#shows(subject);
    void this.#suggest(subject);
  }

  #suggest(subject: number | undefined): Promise<void> {
    return this.suggesting.about(subject, this.reading.state.samples);
  }

  /** Shows a quotation in what it is from. */
  async read(opening: Opening): Promise<void> {
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

/** Returns under what names entries are shown of which nothing says whom they are about. */
function unplaced({ unmatched, patients }: ReadingState): string {
  const names = unmatched.filter(({ unsaid }) => unsaid).flatMap(({ patient }) => patients[patient] ?? []);
  return names.join(", ");
}
