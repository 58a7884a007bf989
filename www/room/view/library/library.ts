/** The library: public texts, of files that the person chose and of a pack at the page's own server, and a search in them. */
import { LitElement, html, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { LibraryCounts } from "../../../../pkg/chaperone.js";
import type { EngineClient } from "../../engine/client.ts";
import { Libraries, type Traffic } from "../../engine/library.ts";
import { ChaperoneError } from "../../engine/error.ts";
import type { LibraryName, OpenedFile } from "../../engine/library-worker.ts";
import { shared } from "../theme.ts";
import { isCancelled, told } from "../told.ts";
import { size } from "../words.ts";
import { say } from "../../words/library.ts";
import { spoken } from "../../words/say.ts";
import { ownFiles } from "./beside.ts";
import { results, type Shown } from "./results.ts";
import { styles } from "./styles.ts";

/** Places of a file that are shown, of those that were not read. */
const SHOWN_SKIPS = 5;

/** Passages that a search gives. */
const BEST = 20;

/** A file that was opened, by its name. */
interface Named extends OpenedFile {
  readonly name: string;
}

@customElement("chaperone-library")
export class LibraryView extends LitElement {
  @property({ attribute: false }) accessor engine!: EngineClient;
  @property({ type: Boolean }) accessor ready = false;
  @state() private accessor files: readonly Named[] = [];
  @state() private accessor own: LibraryCounts | undefined;
  @state() private accessor reading: { readonly done: number; readonly total: number } | undefined;
  @state() private accessor hosted: { readonly path: string; readonly counts: LibraryCounts } | undefined;
  @state() private accessor traffic: Traffic = { ranges: 0, bytes: 0 };
  @state() private accessor opening = false;
  @state() private accessor searching = false;
  @state() private accessor shown: Shown | undefined;
  @state() private accessor failures: Partial<Record<"files" | "open" | "search", string>> = {};
  /** How many searches have come to an end. */
  @state() accessor searches = 0;
  @query("#literature") private accessor chosen!: HTMLInputElement;
  @query("#library-words") private accessor field!: HTMLInputElement;
  @query("#library-in") private accessor place!: HTMLSelectElement | null;
  #libraries: Libraries | undefined;
  /** The search that is under way; a newer one ends it. */
  #run: AbortController | undefined;

  static override readonly styles = [shared, styles];

  override render() {
    return html`
      <p class="soft">${say("publicTextsThatAre")}</p>
      <section aria-labelledby="own-title">
        <h2 id="own-title">${say("yourOwnFiles")}</h2>
        <p class="soft small" id="own-hint">${say("filesOfPubmedAnd")}</p>
        <label class="small">${say("chooseFiles")}
          <input id="literature" type="file" multiple accept=".xml,.gz,.nbib,.ris,.txt" aria-describedby="own-hint" ?disabled=${!this.ready || this.reading !== undefined} @change=${() => this.#read()} />
        </label>
        ${this.reading === undefined ? nothing : html`<progress max=${Math.max(this.reading.total, 1)} value=${this.reading.done} aria-label=${say("readingFiles")}></progress>`}
        <div role="status" id="own">${this.own === undefined ? nothing : html`<p class="small">${counted(this.own)}</p>`}</div>
        ${this.files.length === 0 ? nothing : html`<ul class="small" id="read">${this.files.map((file) => html`<li>${became(file)}</li>`)}</ul>`}
        ${this.#failure("files")}
      </section>
      <section aria-labelledby="hosted-title">
        <h2 id="hosted-title">${say("aLibraryOfThis")}</h2>
        <p class="soft small">${say("aFileOfMany")}</p>
        <button id="open-library" ?disabled=${!this.ready || this.opening} @click=${() => this.#open()}>${say(this.hosted === undefined ? "openALibrary" : "openAnother")}</button>
        <div role="status" id="hosted">${this.#hosted()}</div>
        ${this.#failure("open")}
      </section>
      <section aria-labelledby="search-title">
        <h2 id="search-title">${say("searchTheArticles")}</h2>
        ${this.#fields()}
        <p role="status" class="small" id="library-told">${this.searching ? say("searching") : nothing}</p>
        ${this.#failure("search")}
        ${this.shown === undefined ? nothing : results(this.shown)}
      </section>
    `;
  }

  #hosted() {
    if (this.opening) return html`<p class="small">${say("opening")}</p>`;
    if (this.hosted === undefined) return nothing;
    const { path, counts } = this.hosted;
    return html`<p class="small">${say("itIsOpen", { path })} ${counted(counts)}</p>
      <p class="small soft" id="traffic">${say("readOfIt", { bytes: size(this.traffic.bytes), ranges: this.traffic.ranges })}</p>`;
  }

  #fields() {
    if (this.own === undefined && this.hosted === undefined)
      return html`<p class="soft small">${say("openFilesOr")}</p>`;
    return html`
      <p class="soft small" id="words-hint">${say("whatNarrows")}</p>
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
    `;
  }

  #failure(of: "files" | "open" | "search") {
    const failure = this.failures[of];
    return failure === undefined ? nothing : html`<p class="notice bad" role="alert" id="failure-${of}">${failure}</p>`;
  }

  get #shelves(): Libraries {
    if (this.#libraries !== undefined) return this.#libraries;
    const libraries = new Libraries(this.engine);
    // What was open went with the worker.
    libraries.onEnded = () => {
      this.own = this.hosted = this.shown = undefined;
      this.files = [];
      ownFiles.close();
    };
    return (this.#libraries = libraries);
  }

  async #read(): Promise<void> {
    const files = Array.from(this.chosen.files ?? []);
    if (files.length === 0) return;
    const total = files.reduce((sum, file) => sum + file.size, 0);
    this.reading = { done: 0, total };
    await this.#attempt("files", async () => {
      const opened = await this.#shelves.files(files, (done) => (this.reading = { done, total }));
      this.files = [...this.files, ...files.map(({ name }, at) => ({ ...opened.files[at], name }))];
      this.own = opened.counts;
      this.shown = undefined;
      if (opened.counts !== undefined) ownFiles.open(this.#shelves);
      if (opened.counts === undefined) this.#tell("files", say("noArticle"));
    });
    this.reading = undefined;
    this.chosen.value = "";
    await this.updateComplete;
    this.chosen.focus();
  }

  async #open(): Promise<void> {
    this.opening = true;
    await this.#attempt(
      "open",
      async () => {
        this.hosted = await this.#shelves.open(new AbortController().signal);
        this.shown = undefined;
      },
      (why) => say("couldNotBeOpened", { why }),
    );
    this.#count();
    this.opening = false;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>("#open-library")?.focus();
  }

  async #search(): Promise<void> {
    const question = this.field.value.trim();
    if (question === "") return this.field.focus();
    this.#run?.abort();
    const run = new AbortController();
    this.#run = run;
    const of: LibraryName =
      (this.place?.value as LibraryName | undefined) ?? (this.own === undefined ? "hosted" : "own");
    this.searching = true;
    await this.#attempt("search", async () => {
      const found = await this.#shelves.search(of, question, BEST, today(), run.signal);
      if (run === this.#run) this.shown = { found };
    });
    if (run !== this.#run) return;
    this.#count();
    this.searching = false;
    this.searches += 1;
  }

  #count(): void {
    this.traffic = { ...this.#shelves.traffic };
  }

  #tell(of: "files" | "open" | "search", words: string): void {
    this.failures = { ...this.failures, [of]: words };
  }

  async #attempt(
    of: "files" | "open" | "search",
    act: () => Promise<void>,
    words: (why: string) => string = (why) => why,
  ): Promise<void> {
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

/** The person's calendar day: `2019-03-02`. */
function today(): string {
  const now = new Date();
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${String(now.getFullYear())}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

function counted(counts: LibraryCounts): string {
  const { articles, passages, withoutAbstract, retracted, firstYear: first, lastYear: last } = counts;
  const years =
    first === null || last === null ? undefined : say("fromYearToYear", { first: String(first), last: String(last) });
  return [
    `${say("articles", { count: articles })}, ${say("passages", { count: passages })}`,
    years,
    withoutAbstract > 0 ? say("titlesAlone", { count: withoutAbstract }) : undefined,
    retracted > 0 ? say("retractedOnes", { count: retracted }) : undefined,
  ]
    .filter((part) => part !== undefined)
    .join("; ");
}

function became({ name, report, error }: Named) {
  if (report === undefined)
    return say("fileNotRead", { file: name, why: error === undefined ? "" : told(new ChaperoneError(error)) });
  const { articles, skipped, unlisted, isCut } = report;
  const places = skipped.length + unlisted;
  const more = places - Math.min(skipped.length, SHOWN_SKIPS);
  return html`${say("fileHas", { file: name, count: articles })}${isCut ? html` <strong>${say("fileIsCut")}</strong>` : nothing}
    ${
      places === 0
        ? nothing
        : html`<p>${say("placesNotRead", { count: places })}</p>
            <ul>${skipped.slice(0, SHOWN_SKIPS).map(({ path, reason }) => html`<li>${path === "" ? "" : `${path}: `}${spoken(reason)}</li>`)}${more > 0 ? html`<li>${say("andMore", { more })}</li>` : nothing}</ul>`
    }`;
}
