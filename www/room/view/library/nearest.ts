/** A server of public passages: a question, what would leave, and what the server tells among what is at hand, as its word. */
import { html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { LibraryAmong, LibraryNeighbour, NearestProposal } from "../../../../pkg/chaperone.js";
import { say as first } from "../../words/first.ts";
import { say } from "../../words/library.ts";
import { isCancelled, told } from "../told.ts";
import { AskingView } from "./asking.ts";
import { exactly, keptWords, refusals } from "./kept.ts";
import { marked } from "./results.ts";

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
    const { found, leftOut } = this.found;
    return html`<p class="small" id="nearest-count">${found.length === 0 ? say("nothingFound") : say("passagesFound", { count: found.length })}${leftOut === 0 ? nothing : ` ${say("leftOutOfThem", { count: leftOut })}`}</p>`;
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
    for (const [text, id] of [
      [typed, "nearest-server"],
      [collection, "nearest-collection"],
      [question, "nearest-question"],
    ] as const)
      if (text === "") return this.focusOn(id);
    const server = URL.canParse(typed) ? new URL(typed).origin : typed;
    await this.#attempt("look", async (signal) => {
      const proposal = await this.engine.call("nearest-propose", { question, allowed, server }, { signal });
      this.looked = { question, server, collection, allowed, proposal };
    });
    this.focusOn("nearest-leaves");
  }

  async #ask({ question, collection }: Looked): Promise<void> {
    await this.#attempt("ask", async (signal) => {
      const { reply } = await this.engine.call("nearest-on", { collection }, { signal });
      this.found = await this.among(reply, question);
    });
    this.entered();
    this.field?.focus();
  }

  async #attempt(doing: "look" | "ask", act: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const stop = (this.stop = new AbortController());
    this.doing = doing;
    this.failure = "";
    this.found = undefined;
    try {
      await act(stop.signal);
    } catch (error) {
      this.looked = undefined;
      if (!isCancelled(error)) this.failure = told(error);
    }
    this.doing = undefined;
    await this.updateComplete;
  }
}

/** Renders a passage: of a file that was read here, or as the server tells it. */
function box({ reference, title, text, year, pmid, about, marks, told: isTold, differs }: LibraryNeighbour) {
  const numbers = [...about, year === null ? "" : String(year), pmid === null ? "" : `PMID ${String(pmid)}`];
  return html`<li class="hit ${isTold ? "served" : ""}" data-reference=${reference} data-told=${String(isTold)}>
    ${marked(marks)}
    <p class=${marks.includes("retracted") ? "struck" : ""}><strong>${title}</strong></p>
    <p class="small numbers">${numbers.filter((part) => part !== "").join(" · ")}</p>
    <p class="small soft"><strong>${say(isTold ? "asTheServerTells" : "publicText")}</strong>${differs ? ` · ${say("textsDiffer")}` : nothing}</p>
    <blockquote tabindex="0" role="region" aria-label=${say("textOfArticle", { title })}>${text}</blockquote>
  </li>`;
}
