/** A server of public passages: a question, what would leave, and what the server tells among what is at hand, as its word. */
import { html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { LibraryAmong, LibraryNeighbour, NearestProposal } from "../../../../pkg/chaperone.js";
import { say as first } from "../../words/first.ts";
import { say } from "../../words/library.ts";
import { innermost } from "../focused.ts";
import { isCancelled } from "../told.ts";
import { AskingView } from "./asking.ts";
import { exactly, keptWords, refusals } from "./kept.ts";
import { authorsOf, marked } from "./results.ts";
import { isHere, whyUnasked } from "./unasked.ts";

/** What was looked at, as it was typed. */
interface Looked {
  readonly question: string;
  readonly server: string;
  readonly collection: string;
  readonly allowed: readonly string[];
  readonly proposal: NearestProposal;
}

/** Fires, out of its shadow, `entered` once its request may be in the ledger. */
@customElement("chaperone-nearest")
export class NearestView extends AskingView<Looked> {
  /** Puts what a server answered among what is at hand. */
  @property({ attribute: false }) accessor among!: (reply: Uint8Array, question: string) => Promise<LibraryAmong>;
  @state() private accessor doing: "look" | "ask" | undefined;
  @state() private accessor found: LibraryAmong | undefined;
  /** Whether what was found is of the person's own files alone, as the server failed. */
  @state() private accessor isAlone = false;

  constructor() {
    super("nearest", "nearest-question");
  }

  override render() {
    const busy = !this.ready || this.doing !== undefined;
    return html`<section aria-labelledby="nearest-title">
      <h2 id="nearest-title">${say("aServerOfPassages")}</h2>
      <p class="soft small" id="nearest-hint">${say("whatAServerIsAsked")}</p>
      <div class="asked">
        <label class="small">${say("serversAddress")}<input id="nearest-server" type="url" maxlength="300" autocomplete="off" .defaultValue=${"http://127.0.0.1:8000"} @input=${this.changed} /></label>
        <label class="small">${say("collectionsName")}<input id="nearest-collection" type="text" maxlength="200" autocomplete="off" spellcheck="false" @input=${this.changed} /></label>
        <label class="small wide">${say("question")}
          <input id="nearest-question" type="text" maxlength="1000" autocomplete="off" spellcheck="false" aria-describedby="nearest-hint" @input=${this.changed} @keydown=${(event: KeyboardEvent) => event.key === "Enter" && !busy && void this.#look([])} />
        </label>
      </div>
      <button id="nearest-look" ?disabled=${busy} @click=${() => this.#look([])}>${say("showWhatWouldLeave")}</button>
      ${this.looked === undefined ? nothing : this.#proposed(this.looked)}
      <div role="status" id="nearest-told">${this.#told()}</div>
      ${this.failed()}
      ${this.found === undefined ? nothing : html`<ol id="nearest-hits" aria-label=${say("whatWasFound")}>${this.found.found.map(box)}</ol>`}
    </section>`;
  }

  #told() {
    if (this.doing !== undefined)
      return html`<p class="small">${say(this.doing === "look" ? "vectorIsMade" : "serverIsAsked")}</p>
        <button id="nearest-stop" @click=${() => this.stop?.abort()}>${say("stop")}</button>`;
    if (this.found === undefined) return nothing;
    const { found, leftOut, told: toldOf, narrowed } = this.found;
    const isNone = !this.isAlone && toldOf === 0;
    const ofServer = isNone ? say(leftOut === 0 ? "collectionHasNone" : "collectionIsNoneOfOurs") : undefined;
    const count = [
      found.length === 0 ? say("nothingFound") : say("passagesFound", { count: found.length }),
      // Of a collection that is none of ours that was said.
      leftOut === 0 || isNone ? undefined : say("leftOutOfThem", { count: leftOut }),
      narrowed && !this.isAlone ? say("narrowedHereAlone") : undefined,
    ].filter((part) => part !== undefined);
    return html`${this.isAlone ? html`<p class="notice" id="nearest-alone">${say("yourFilesAlone")}</p>` : nothing}
      ${ofServer === undefined ? nothing : html`<p class="notice" id="nearest-none">${ofServer}</p>`}
      <p class="small" id="nearest-count">${count.join(" ")}</p>`;
  }

  #proposed({ question, server, allowed, proposal }: Looked) {
    const { leaves, withheldWords, byLexicon, request, findings, mayBeSent } = proposal;
    const host = URL.canParse(server) ? new URL(server).host : server;
    return html`<div class="leaves" role="group" aria-labelledby="nearest-leaves">
      <h3 id="nearest-leaves" tabindex="-1">${first("whatWouldLeave")}</h3>
      ${keptWords({ text: question, withheld: withheldWords, allowed, byLexicon }, (words) => void this.#look(words))}
      ${refusals(findings)}
      <dl class="small" id="nearest-what">
        <dt>${say("vectorOf")}</dt><dd id="nearest-words">${leaves}</dd>
        <dt>${say("theHost")}</dt><dd id="nearest-host">${host}</dd>
      </dl>
      <p class="small">${say("whatAVectorTells")}</p>
      ${exactly(request)}
      ${this.buttons(host, mayBeSent)}
    </div>`;
  }

  protected override send(looked: Looked): void {
    void this.#ask(looked);
  }

  async #look(allowed: readonly string[]): Promise<void> {
    const [question, collection] = [this.value("nearest-question"), this.value("nearest-collection")];
    const typed = this.value("nearest-server");
    for (const [text, id, words] of [
      [typed, "nearest-server", "typeAnAddress"],
      [collection, "nearest-collection", "typeACollection"],
      [question, "nearest-question", "typeAQuestion"],
    ] as const)
      if (text === "") return this.missing(say(words), id);
    const wrong = wrongIn(typed);
    if (wrong !== undefined) return this.missing(wrong, "nearest-server");
    const server = new URL(typed).origin;
    const began = this.focused !== null;
    await this.#attempt("look", server, async (signal) => {
      const proposal = await this.engine.call("nearest-propose", { question, allowed, server }, { signal });
      this.looked = { question, server, collection, allowed, proposal };
    });
    this.focusAfter(began, "nearest-leaves");
  }

  async #ask({ question, server, collection }: Looked): Promise<void> {
    const began = this.focused !== null;
    let isOnStop = false;
    const asked = this.#attempt("ask", server, async (signal) => {
      try {
        const { reply } = await this.engine.call("nearest-on", { collection }, { signal });
        this.found = await this.among(reply, question);
      } catch (error) {
        // What is at hand stands alone then, where there is any.
        if (!isCancelled(error)) await this.#alone(question);
        throw error;
      } finally {
        isOnStop = this.focused?.id === "nearest-stop";
      }
    });
    await this.updateComplete;
    this.focusAfter(began, "nearest-stop");
    // It may have ended before there was a button.
    const isNowhere = began && innermost() === document.body;
    await asked;
    this.entered();
    // The button is gone: whoever is elsewhere by now stays there.
    if (isOnStop || isNowhere) this.field?.focus();
  }

  /** Shows what the person's own files have on the question, without the server. */
  async #alone(question: string): Promise<void> {
    const among = await this.among(new TextEncoder().encode(NOTHING_TOLD), question).catch(() => undefined);
    if (among !== undefined && among.found.length > 0) {
      this.found = among;
      this.isAlone = true;
    }
  }

  async #attempt(doing: "look" | "ask", server: string, act: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const stop = (this.stop = new AbortController());
    this.doing = doing;
    this.failure = "";
    this.found = undefined;
    this.isAlone = false;
    try {
      await act(stop.signal);
    } catch (error) {
      this.looked = undefined;
      if (!isCancelled(error)) this.failure = whyUnasked(error, server);
    }
    this.doing = undefined;
    await this.updateComplete;
  }
}

/** An answer of Chroma with no passage. */
const NOTHING_TOLD = '{"ids":[[]],"documents":[[]],"metadatas":[[]],"distances":[[]]}';

/** Says why nothing is asked at an address, where it is none of a server that may be. */
function wrongIn(address: string): string | undefined {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return say("beginWithHttp");
  return new URL(address).protocol === "http:" && !isHere(address) ? say("elsewhereNeedsHttps") : undefined;
}

/** Renders a passage: of a file that was read here, or as the server tells it. */
function box({ reference, title, text, year, pmid, authors, about, marks, told: isTold, differs }: LibraryNeighbour) {
  const numbers = [
    authorsOf(authors),
    ...about,
    year === null ? "" : String(year),
    pmid === null ? "" : `PMID ${String(pmid)}`,
  ];
  return html`<li class="hit ${isTold ? "served" : ""}" data-reference=${reference} data-told=${String(isTold)}>
    ${marked(marks)}
    <p class=${marks.includes("retracted") ? "struck" : ""}><strong>${title}</strong></p>
    <p class="small numbers">${numbers.filter((part) => part !== "").join(" · ")}</p>
    <p class="small soft"><strong>${say(isTold ? "asTheServerTells" : "publicText")}</strong>${differs ? ` · ${say("textsDiffer")}` : nothing}</p>
    <blockquote tabindex="0" role="region" aria-label=${say("textOfArticle", { title })}>${text}</blockquote>
  </li>`;
}
