/** The library: public texts, of files that the person chose and of a pack at the page's own server, and a search in them. */
import { LitElement, html, nothing, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { LibraryAmong, LibraryConfigured, LibraryCounts } from "../../../../pkg/chaperone.js";
import { today } from "../../day.ts";
import type { EngineClient } from "../../engine/client.ts";
import { Libraries, type Traffic } from "../../engine/library.ts";
import type { KeptLibrary } from "../../engine/kept-libraries.ts";
import type { Keeping } from "../../keys/keeping.ts";
import type { About, LibraryName } from "../../engine/library-worker.ts";
import { fileField } from "../file-field.ts";
import { shared } from "../theme.ts";
import { isCancelled, told } from "../told.ts";
import { size } from "../words.ts";
import { say } from "../../words/library.ts";
import { configured } from "./configured.ts";
import { became, counted, gathered, isOfSame, type Named } from "./named.ts";
import { ownFiles } from "./own-files.ts";
import "./beside.ts";
import "./nearest.ts";
import "./pubmed.ts";
import "./told.ts";
import { results, type Shown } from "./results.ts";
import { styles } from "./styles.ts";

/** The endings of files of literature. */
const LITERATURE = ".xml,.gz,.nbib,.ris,.txt,.md,.html,.htm,.pdf";

/** What can fail. */
type Doing = "files" | "open" | "configuration" | "search" | "keep";

@customElement("chaperone-library")
export class LibraryView extends LitElement {
  @property({ attribute: false }) accessor engine!: EngineClient;
  @property({ type: Boolean }) accessor ready = false;
  /** Whether things are kept on this device. */
  @property({ attribute: false }) accessor stage: Keeping["stage"]["stage"] = "looking";
  @state() private accessor files: readonly Named[] = [];
  @state() private accessor own: LibraryCounts | undefined;
  @state() private accessor reading: { readonly done: number; readonly total: number } | undefined;
  @state() private accessor hosted: { readonly path: string; readonly counts: LibraryCounts } | undefined;
  /** The packs of which parts are kept; nothing where nothing is kept at all. */
  @state() private accessor kept: readonly KeptLibrary[] | null = null;
  /** Whether the pack that is open was opened from what is kept of it. */
  @state() private accessor fromKept = false;
  /** What became of the last pack whose parts were taken out. */
  @state() private accessor taken = "";
  @state() private accessor traffic: Traffic = { ranges: 0, bytes: 0 };
  @state() private accessor opening = false;
  /** What holds by a file that the person chose. */
  @state() private accessor configured: LibraryConfigured | undefined;
  @state() private accessor searching = false;
  @state() private accessor shown: Shown | undefined;
  @state() private accessor failures: Partial<Record<Doing, string>> = {};
  /** How many searches have come to an end. */
  @state() accessor searches = 0;
  @query("#literature") private accessor chosen!: HTMLInputElement;
  @query("#configuration") private accessor configuration!: HTMLInputElement;
  @query("#library-words") private accessor field!: HTMLInputElement;
  @query("#library-in") private accessor place!: HTMLSelectElement | null;
  #libraries: Libraries | undefined;
  /** The search that is under way; a newer one ends it. */
  #run: AbortController | undefined;

  static override readonly styles = [shared, styles];

  override connectedCallback(): void {
    super.connectedCallback();
    ownFiles.onChoice = () => this.requestUpdate();
  }

  protected override updated(changed: PropertyValues<this>): void {
    if ((changed.has("stage") || changed.has("ready")) && this.ready) void this.#keptFrom(this.stage === "kept");
  }

  override render() {
    return html`
      <p class="soft">${say("publicTextsThatAre")}</p>
      <section aria-labelledby="own-title">
        <h2 id="own-title">${say("yourOwnFiles")}</h2>
        <p class="soft small" id="own-hint">${say("filesOfPubmedAnd")}</p>
        ${this.#unsaid()}
        ${fileField({ id: "literature", says: `${say("chooseFiles")}…`, called: say("chooseFiles"), hint: "own-hint", multiple: true, accept: LITERATURE, disabled: !this.ready || this.reading !== undefined, onChange: () => void this.#read() })}
        ${this.reading === undefined ? nothing : html`<progress max=${Math.max(this.reading.total, 1)} value=${this.reading.done} aria-label=${say("readingFiles")}></progress>`}
        <div role="status" id="own">${this.own === undefined ? nothing : html`<p class="small">${counted(this.own)}</p>`}</div>
        ${this.files.length === 0 ? nothing : html`<ul class="small" id="read">${this.files.map((file) => html`<li>${became(file)} <button class="remove-file" aria-label=${say("removeFile", { file: file.name })} ?disabled=${this.reading !== undefined} @click=${() => this.#remove(file)}>${say("remove")}</button></li>`)}</ul>`}
        ${this.own === undefined ? nothing : this.#tells()}
        ${this.#failure("files")}
      </section>
      <chaperone-pubmed .engine=${this.engine} .ready=${this.ready} .take=${this.#take}></chaperone-pubmed>
      <section aria-labelledby="hosted-title">
        <h2 id="hosted-title">${say("aLibraryOfThis")}</h2>
        <p class="soft small">${say("aFileOfMany")}</p>
        <button id="open-library" ?disabled=${!this.ready || this.opening} @click=${() => this.#open()}>${say(this.hosted === undefined ? "openALibrary" : "openAnother")}</button>
        <div role="status" id="hosted">${this.#hosted()}</div>
        ${this.hosted === undefined || this.opening ? nothing : html`<button id="close-library" aria-label=${say("closeThePack", { path: this.hosted.path })} @click=${() => this.#close()}>${say("closeIt")}</button>`}
        ${this.#failure("open")}
        ${this.#kept()}
      </section>
      <chaperone-nearest .engine=${this.engine} .ready=${this.ready} .among=${this.#among}></chaperone-nearest>
      <section aria-labelledby="search-title">
        <h2 id="search-title">${say("searchTheArticles")}</h2>
        ${this.#fields()}
        ${this.#parameters()}
        <p role="status" class="small" id="library-told">${this.searching ? say("searching") : nothing}</p>
        ${this.#failure("search")}
        ${this.shown === undefined ? nothing : results(this.shown)}
      </section>
    `;
  }

  /** Where the person says what guidelines and books do not say of themselves. */
  #unsaid() {
    return html`<details id="unsaid">
      <summary>${say("whatFilesDoNotSay")}</summary>
      <p class="soft small" id="unsaid-hint">${say("whatFilesSayOfThemselves")}</p>
      <div class="fields">
        <label class="small">${say("issuedBy")}<input id="issuer" type="text" maxlength="200" autocomplete="off" spellcheck="false" aria-describedby="unsaid-hint" /></label>
        <label class="small">${say("yearOfIssue")}<input id="issued" type="number" min="1500" max="2200" step="1" /></label>
        <label class="small">${say("whatTheyAre")}<select id="kind">
          <option value="">${say("asTheTitleSays")}</option><option value="guideline">${say("guideline")}</option><option value="book">${say("book")}</option><option value="document">${say("anotherDocument")}</option>
        </select></label>
      </div>
    </details>`;
  }

  #about(): About {
    const value = (id: string): string =>
      this.renderRoot.querySelector<HTMLInputElement | HTMLSelectElement>(`#${id}`)?.value.trim() ?? "";
    const [issuer, year, kind] = [value("issuer"), Number(value("issued")), value("kind")];
    return {
      ...(issuer !== "" && { issuer }),
      ...(year >= 1500 && year <= 2200 && { year: Math.trunc(year) }),
      ...(kind !== "" && { kind: kind as NonNullable<About["kind"]> }),
    };
  }

  /** Whether a model that is asked about the records is told of these files. */
  #tells() {
    return html`<label class="check small">
      <input id="tells" type="checkbox" .checked=${ownFiles.tells} aria-describedby="tells-hint" @change=${({ target }: Event) => ownFiles.choose((target as HTMLInputElement).checked)} />
      <span>${say("tellModels")} <span class="soft" id="tells-hint">${say("whatModelsAreTold")}</span></span>
    </label>`;
  }

  #hosted() {
    if (this.opening) return html`<p class="small">${say("opening")}</p>`;
    if (this.hosted === undefined) return nothing;
    const { path, counts } = this.hosted;
    return html`<p class="small">${say("itIsOpen", { path })} ${counted(counts)}</p>
      <p class="small soft" id="traffic">${this.fromKept ? say("openedFromKept") : say("readOfIt", { bytes: size(this.traffic.bytes), count: this.traffic.ranges })}</p>`;
  }

  /** What is kept of libraries, to be searched without a network, and the way to take it out. */
  #kept() {
    if (this.kept === null) return nothing;
    return html`<div id="kept-libraries">
      <p class="small soft">${say(this.kept.length === 0 ? "whatIsReadIsKept" : "keptOfLibraries")}</p>
      ${
        this.kept.length === 0
          ? nothing
          : html`<ul class="small">
              ${this.kept.map(
                ({ path, bytes }) =>
                  html`<li data-path=${path}>${path} (${size(bytes)})
                    <button class="open-kept" aria-label=${say("openKept", { path })} ?disabled=${this.opening} @click=${() => this.#openKept(path)}>${say("openIt")}</button>
                    <button class="forget-kept" aria-label=${say("removeKept", { path })} ?disabled=${this.opening} @click=${() => this.#forget(path)}>${say("remove")}</button>
                  </li>`,
              )}
            </ul>`
      }
      <p class="small" role="status" id="taken-out">${this.taken}</p>
      ${this.#failure("keep")}
    </div>`;
  }

  #fields() {
    if (this.own === undefined && this.hosted === undefined)
      return html`<p class="soft small">${say("openFilesOr")}</p>`;
    return html`
      <p class="soft small" id="words-hint">${say(this.configured?.filters === false ? "nothingNarrows" : "whatNarrows")}</p>
      <div class="fields">
        <label class="small">${say("questionOrWords")}
          <input id="library-words" type="text" maxlength="1000" autocomplete="off" spellcheck="false" aria-describedby="words-hint" @keydown=${(event: KeyboardEvent) => event.key === "Enter" && void this.#search()} />
        </label>
        ${
          this.own !== undefined && this.hosted !== undefined
            ? html`<label class="small">${say("searchIn")}
                <select id="library-in"><option value="own">${say("inYourFiles")}</option><option value="hosted">${say("inTheLibrary")}</option></select>
              </label>`
            : nothing
        }
        <button id="library-search" @click=${() => this.#search()}>${say("search")}</button>
      </div>
      ${
        this.own === undefined
          ? nothing
          : html`<p class="small soft"><button id="ask-library" aria-describedby="ask-library-hint" @click=${() => this.#ask()}>${say("askAModel")}</button> <span id="ask-library-hint">${say("whatAModelIsAsked")}</span></p>`
      }
    `;
  }

  /** Where the person chooses a file of parameters, with what holds by it, and the way back. */
  #parameters() {
    const { configured: by } = this;
    return html`<details id="parameters">
      <summary>${say(by === undefined ? "howItIsSearched" : "searchedByYourFile")}</summary>
      <p class="soft small" id="parameters-hint">${say("whatParametersAre")}</p>
      ${fileField({ id: "configuration", says: `${say("fileOfParameters")}…`, called: say("fileOfParameters"), hint: "parameters-hint", accept: ".json", disabled: !this.ready, onChange: () => void this.#configure(this.configuration.files?.[0]) })}
      <div role="status" class="small" id="configured">${by === undefined ? nothing : configured(by)}</div>
      ${by === undefined ? nothing : html`<button id="as-usual" @click=${() => this.#configure(undefined)}>${say("searchAsUsual")}</button>`}
      ${this.#failure("configuration")}
    </details>`;
  }

  async #configure(file: File | undefined): Promise<void> {
    await this.#attempt(
      "configuration",
      async () => {
        const by = await this.#shelves.configure(file);
        this.configured = file === undefined ? undefined : by;
        this.own = by.counts ?? this.own;
        // It was found in another way.
        this.shown = undefined;
      },
      (why) => say("parametersNotTaken", { why: inLine(why) }),
    );
    this.configuration.value = "";
    await this.updateComplete;
    this.configuration.focus();
  }

  #failure(of: Doing) {
    const failure = this.failures[of];
    return failure === undefined ? nothing : html`<p class="notice bad" role="alert" id="failure-${of}">${failure}</p>`;
  }

  get #shelves(): Libraries {
    if (this.#libraries !== undefined) return this.#libraries;
    const libraries = new Libraries(this.engine);
    // What was open went with the worker.
    libraries.onEnded = () => {
      this.own = this.hosted = this.shown = this.configured = undefined;
      this.files = [];
      ownFiles.close();
    };
    return (this.#libraries = libraries);
  }

  async #read(): Promise<void> {
    const files = Array.from(this.chosen.files ?? []);
    if (files.length === 0) return;
    const total = files.reduce((sum, file) => sum + file.size, 0);
    const about = this.#about();
    this.reading = { done: 0, total };
    await this.#attempt("files", async () => {
      const opened = await this.#shelves.files(files, about, (done) => (this.reading = { done, total }));
      const named = files.map((file, at) => ({ ...opened.files[at], name: file.name, of: [{ file, about }] }));
      // What is chosen once more takes its own place.
      this.files = [...this.files.filter((before) => !named.some((file) => isOfSame(file, before))), ...named];
      this.#holds(opened.counts);
      if (files.some(({ name }) => /\.pack$/i.test(name))) this.#tell("files", say("packsAreOpenedBelow"));
      else if (opened.counts === undefined) this.#tell("files", say("noArticle"));
    });
    this.reading = undefined;
    this.chosen.value = "";
    await this.updateComplete;
    this.chosen.focus();
  }

  /** Opens what came of PubMed to `query` beside the files: what is there once more takes its own place. */
  readonly #take = async (files: readonly Blob[], query = ""): Promise<void> => {
    const { files: opened, counts } = await this.#shelves.files(files, {}, () => {});
    const name = query === "" ? "PubMed" : `PubMed, ${query}`;
    const told = files.map((file) => ({ file, about: {} }));
    const before = this.files.find((file) => file.name === name && file.report !== undefined);
    const whole = gathered(
      name,
      [...(before === undefined ? [] : [before]), ...opened],
      [...(before?.of ?? []), ...told],
    );
    this.files = [...this.files.filter((file) => file !== before), ...whole];
    this.#holds(counts);
  };

  /** Takes a file, or what came of a query, out of what is searched. */
  async #remove(file: Named): Promise<void> {
    const at = this.files.indexOf(file);
    const left = this.files.filter((other) => other !== file);
    if (file.report === undefined) this.files = left;
    else {
      const told = left.flatMap(({ of, report }) => (report === undefined ? [] : of));
      const total = told.reduce((sum, { file: { size } }) => sum + size, 0);
      this.reading = { done: 0, total };
      await this.#attempt("files", async () => {
        const { files, counts } = await this.#shelves.anew(told, (done) => (this.reading = { done, total }));
        let next = 0;
        this.files = left.flatMap((other) =>
          other.report === undefined
            ? [other]
            : gathered(other.name, files.slice(next, (next += other.of.length)), other.of),
        );
        this.#holds(counts);
      });
      this.reading = undefined;
    }
    await this.updateComplete;
    const buttons = this.renderRoot.querySelectorAll<HTMLElement>(".remove-file");
    (buttons[Math.min(at, buttons.length - 1)] ?? this.chosen).focus();
  }

  /** Takes note of what the person's files hold now. */
  #holds(counts: LibraryCounts | undefined): void {
    this.own = counts;
    this.shown = undefined;
    if (counts === undefined) ownFiles.close();
    else ownFiles.open(this.#shelves);
  }

  readonly #among = (reply: Uint8Array, question: string): Promise<LibraryAmong> =>
    this.#shelves.among(reply, question, today());

  async #open(): Promise<void> {
    this.opening = true;
    await this.#attempt(
      "open",
      async () => {
        this.hosted = await this.#shelves.open(new AbortController().signal);
        this.fromKept = false;
        this.shown = undefined;
        await this.#keptOrNot();
      },
      (why) => say("couldNotBeOpened", { why }),
    );
    this.#count();
    this.opening = false;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>("#open-library")?.focus();
  }

  async #close(): Promise<void> {
    await this.#attempt("open", async () => {
      await this.#shelves.close();
      this.hosted = this.shown = undefined;
      this.fromKept = false;
    });
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>("#open-library")?.focus();
  }

  async #openKept(path: string): Promise<void> {
    this.opening = true;
    await this.#attempt(
      "open",
      async () => {
        this.hosted = await this.#shelves.openKept(path);
        this.fromKept = true;
        this.shown = undefined;
      },
      (why) => say("couldNotBeOpened", { why }),
    );
    this.#count();
    this.opening = false;
  }

  async #forget(path: string): Promise<void> {
    this.taken = "";
    await this.#attempt("keep", async () => {
      const traces = await this.#shelves.forget(path);
      this.taken = say(traces ? "removedWithTraces" : "removedKept", { path });
    });
    await this.#list();
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>("#open-library")?.focus();
  }

  /** Lists what is kept of libraries; where things are kept from now on, what was read before is kept, too. */
  async #keptFrom(isKept: boolean): Promise<void> {
    if (isKept && this.hosted !== undefined && !this.fromKept) {
      await this.#shelves.keepRead().catch(() => undefined);
      return this.#keptOrNot();
    }
    return this.#list();
  }

  async #list(): Promise<void> {
    this.kept = await this.#shelves.kept().catch(() => null);
  }

  /** Says why what was read last could not be kept, if it could not. */
  async #keptOrNot(): Promise<void> {
    const { unkept } = this.#shelves;
    const { keep: _, ...others } = this.failures;
    this.failures = others;
    if (unkept !== undefined) this.#tell("keep", say("couldNotBeKept", { why: told(unkept) }));
    await this.#list();
  }

  /** Fires, out of its shadow, `ask-alone` with the question. */
  #ask(): void {
    const detail = this.field.value.trim();
    if (detail === "") return this.#wants();
    this.dispatchEvent(new CustomEvent<string>("ask-alone", { detail }));
  }

  /** Says that a question is missing. */
  #wants(): void {
    this.#tell("search", say("typeAQuestion"));
    this.field.focus();
  }

  async #search(): Promise<void> {
    const question = this.field.value.trim();
    if (question === "") return this.#wants();
    this.#run?.abort();
    const run = new AbortController();
    this.#run = run;
    const of: LibraryName =
      (this.place?.value as LibraryName | undefined) ?? (this.own === undefined ? "hosted" : "own");
    this.searching = true;
    await this.#attempt("search", async () => {
      const found = await this.#shelves.search(of, question, today(), run.signal);
      if (run === this.#run) this.shown = { found };
      if (of === "hosted") await this.#keptOrNot();
    });
    if (run !== this.#run) return;
    this.#count();
    this.searching = false;
    this.searches += 1;
  }

  #count(): void {
    this.traffic = { ...this.#shelves.traffic };
  }

  #tell(of: Doing, words: string): void {
    this.failures = { ...this.failures, [of]: words };
  }

  async #attempt(of: Doing, act: () => Promise<void>, words: (why: string) => string = (why) => why): Promise<void> {
    const { [of]: _, ...others } = this.failures;
    this.failures = others;
    try {
      await act();
    } catch (error) {
      if (of === "search") this.shown = undefined;
      if (of === "open" && !isCancelled(error)) this.hosted = undefined;
      if (!isCancelled(error)) this.#tell(of, words(told(error)));
    }
  }
}

/** Returns an error of a file, with its line in words where it names one. */
function inLine(why: string): string {
  const [, line, rest] = /^line\[(\d+)\]: (.*)$/is.exec(why) ?? [];
  return line === undefined || rest === undefined ? why : say("inLine", { line, why: rest });
}
