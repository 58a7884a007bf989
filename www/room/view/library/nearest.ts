/** A server of public passages: a question, what would leave, and what the server tells among what is at hand, as its word. */
import { LitElement, html, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { LibraryAmong, LibraryNeighbour, NearestProposal } from "../../../../pkg/chaperone.js";
import type { EngineClient } from "../../engine/client.ts";
import { say as first } from "../../words/first.ts";
import { say } from "../../words/library.ts";
import { shared } from "../theme.ts";
import { isCancelled, told } from "../told.ts";
import { UncoveredController } from "../uncovered.ts";
import { exactly, keptWords, refusals } from "./kept.ts";
import { marked } from "./results.ts";
import { styles } from "./styles.ts";

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
export class NearestView extends LitElement {
  @property({ attribute: false }) accessor engine!: EngineClient;
  @property({ type: Boolean }) accessor ready = false;
  /** Puts what a server answered among what is at hand. */
  @property({ attribute: false }) accessor among!: (reply: Uint8Array, question: string) => Promise<LibraryAmong>;
  @state() private accessor looked: Looked | undefined;
  @state() private accessor doing: "look" | "ask" | undefined;
  @state() private accessor found: LibraryAmong | undefined;
  @state() private accessor failure = "";
  @query("#nearest-question") private accessor field!: HTMLInputElement;
  readonly #uncovered = new UncoveredController(this, "#nearest-send-place");
  #stop: AbortController | undefined;

  static override readonly styles = [shared, styles];

  override render() {
    const busy = !this.ready || this.doing !== undefined;
    return html`<section aria-labelledby="nearest-title">
      <h2 id="nearest-title">${say("aServerOfPassages")}</h2>
      <p class="soft small" id="nearest-hint">${say("whatAServerIsAsked")}</p>
      <div class="asked">
        <label class="small">${say("serversAddress")}<input id="nearest-server" type="url" maxlength="300" autocomplete="off" .defaultValue=${"http://127.0.0.1:8000"} @input=${this.#changed} /></label>
        <label class="small">${say("collectionsName")}<input id="nearest-collection" type="text" maxlength="200" autocomplete="off" spellcheck="false" @input=${this.#changed} /></label>
        <label class="small wide">${say("question")}
          <input id="nearest-question" type="text" maxlength="1000" autocomplete="off" spellcheck="false" aria-describedby="nearest-hint" @input=${this.#changed} @keydown=${(event: KeyboardEvent) => event.key === "Enter" && !busy && void this.#look([])} />
        </label>
      </div>
      <button id="nearest-look" ?disabled=${busy} @click=${() => this.#look([])}>${say("showWhatWouldLeave")}</button>
      ${this.looked === undefined ? nothing : this.#proposed(this.looked)}
      <div role="status" id="nearest-told">${this.#told()}</div>
      ${this.failure === "" ? nothing : html`<p class="notice bad" role="alert" id="failure-nearest">${this.failure}</p>`}
      ${this.found === undefined ? nothing : html`<ol id="nearest-hits" aria-label=${say("whatWasFound")}>${this.found.found.map(box)}</ol>`}
    </section>`;
  }

  #told() {
    if (this.doing !== undefined)
      return html`<p class="small">${say(this.doing === "look" ? "vectorIsMade" : "serverIsAsked")}</p>
        <button id="nearest-stop" @click=${() => this.#stop?.abort()}>${say("stop")}</button>`;
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
      <div class="row">
        ${mayBeSent ? html`<span id="nearest-send-place"><button id="nearest-send" class="main" aria-disabled=${String(!this.#uncovered.may)} @click=${this.#send}>${say("sendTo", { host })}</button></span>` : nothing}
        <button id="nearest-discard" @click=${this.#discard}>${first("discard")}</button>
      </div>
      ${mayBeSent ? this.#uncovered.words : nothing}
    </div>`;
  }

  /** What was shown holds no more. */
  readonly #changed = (): void => {
    this.looked = undefined;
    this.failure = "";
  };

  readonly #discard = (): void => {
    this.looked = undefined;
    this.field.focus();
  };

  readonly #send = (event: Event): void => {
    if (this.#uncovered.allows(event) && this.looked !== undefined) void this.#ask(this.looked);
  };

  async #look(allowed: readonly string[]): Promise<void> {
    const value = (id: string): string => this.renderRoot.querySelector<HTMLInputElement>(`#${id}`)?.value.trim() ?? "";
    const [question, collection, typed] = [
      value("nearest-question"),
      value("nearest-collection"),
      value("nearest-server"),
    ];
    for (const [text, id] of [
      [typed, "nearest-server"],
      [collection, "nearest-collection"],
      [question, "nearest-question"],
    ])
      if (text === "") return this.renderRoot.querySelector<HTMLElement>(`#${id}`)?.focus();
    const server = URL.canParse(typed) ? new URL(typed).origin : typed;
    await this.#attempt("look", async (signal) => {
      const proposal = await this.engine.call("nearest-propose", { question, allowed, server }, { signal });
      this.looked = { question, server, collection, allowed, proposal };
    });
    this.renderRoot.querySelector<HTMLElement>("#nearest-leaves")?.focus();
  }

  async #ask({ question, server, collection }: Looked): Promise<void> {
    this.looked = undefined;
    await this.#attempt("ask", async (signal) => {
      const { reply } = await this.engine.call("nearest-on", { server, collection }, { signal });
      this.found = await this.among(reply, question);
    });
    this.dispatchEvent(new Event("entered", { bubbles: true, composed: true }));
    this.field.focus();
  }

  async #attempt(doing: "look" | "ask", act: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const stop = (this.#stop = new AbortController());
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
