/** Articles of PubMed: a query and two days, what would leave, and then what comes, request after request. */
import { html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { PubmedAccount, PubmedProposal } from "../../../../pkg/chaperone.js";
import { dayOf, yearsBefore } from "../../day.ts";
import { ChaperoneError } from "../../engine/error.ts";
import type { PubmedTyped } from "../../engine/pubmed.ts";
import { say as first } from "../../words/first.ts";
import { say } from "../../words/library.ts";
import { isCancelled, told } from "../told.ts";
import { day, number } from "../words.ts";
import { AskingView } from "./asking.ts";
import { exactly, keptWords, refusals } from "./kept.ts";
import { whyUnasked } from "./unasked.ts";

/** Where PubMed is asked. */
const ENTREZ = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils/";
/** Years that are looked through where nothing else is chosen. */
const YEARS = 5;

/** What was looked at, as it was typed. */
interface Looked {
  readonly typed: PubmedTyped;
  readonly proposal: PubmedProposal;
}

/** How a visit ended. */
interface Ended {
  readonly account: PubmedAccount;
  readonly whole: boolean;
}

/** Fires, out of its shadow, `entered` once requests are in the ledger. */
@customElement("chaperone-pubmed")
export class PubmedView extends AskingView<Looked> {
  /** Opens what came as files are opened. */
  @property({ attribute: false }) accessor take!: (files: readonly Blob[], query: string) => Promise<void>;
  @state() private accessor looking = false;
  /** How far it is, while it goes on. */
  @state() private accessor running: PubmedAccount | undefined;
  @state() private accessor ended: Ended | undefined;
  @state() private accessor waits = 0;
  /** The query that is being collected, as it left, and where it is asked. */
  #query = "";
  #base = ENTREZ;

  constructor() {
    super("pubmed", "pubmed-query");
  }

  override render() {
    const now = new Date();
    const busy = !this.ready || this.looking || this.running !== undefined;
    return html`<section aria-labelledby="pubmed-title">
      <h2 id="pubmed-title">${say("articlesOfPubmed")}</h2>
      <p class="soft small" id="pubmed-hint">${say("whatAQueryIs")}</p>
      <div class="asked">
        <label class="small wide">${say("queryOfPubmed")}
          <input id="pubmed-query" type="text" maxlength="1000" autocomplete="off" spellcheck="false" placeholder="hypertension[mh] AND (salt OR sodium)" aria-describedby="pubmed-hint" @input=${this.changed} @keydown=${(event: KeyboardEvent) => event.key === "Enter" && !busy && void this.#look([])} />
        </label>
        <label class="small">${say("publishedFrom")}<input id="pubmed-from" type="date" .defaultValue=${dayOf(yearsBefore(now, YEARS))} @input=${this.changed} /></label>
        <label class="small">${say("publishedUntil")}<input id="pubmed-until" type="date" .defaultValue=${dayOf(now)} @input=${this.changed} /></label>
      </div>
      <details id="pubmed-elsewhere">
        <summary>${say("wherePubmedIs")}</summary>
        <label class="small">${say("addressOfEntrez")}<input id="pubmed-base" type="url" maxlength="200" autocomplete="off" .defaultValue=${ENTREZ} aria-describedby="pubmed-base-hint" @input=${this.changed} /></label>
        <p class="soft small" id="pubmed-base-hint">${say("aStandInOnly")}</p>
      </details>
      <button id="pubmed-look" ?disabled=${busy} @click=${() => this.#look([])}>${say("showWhatWouldLeave")}</button>
      ${this.looked === undefined ? nothing : this.#proposed(this.looked)}
      ${this.running === undefined ? nothing : this.#underway(this.running)}
      <div role="status" id="pubmed-told">${this.ended === undefined ? nothing : this.#came(this.ended)}</div>
      ${this.failed()}
    </section>`;
  }

  #proposed({ typed, proposal }: Looked) {
    const { text, leaves, withheldWords, byLexicon, request, findings, mayBeSent, most, batch } = proposal;
    const kept = { text, withheld: withheldWords, allowed: typed.allowed, byLexicon };
    const host = new URL(typed.base).host;
    return html`<div class="leaves" role="group" aria-labelledby="pubmed-leaves">
      <h3 id="pubmed-leaves" tabindex="-1">${first("whatWouldLeave")}</h3>
      ${withheldWords.length > 0 ? html`<p class="notice" role="status">${say("noQueryWithThese")}</p>` : nothing}
      ${keptWords(kept, (allowed) => void this.#look(allowed))}
      ${refusals(findings)}
      ${
        mayBeSent
          ? html`<dl class="small" id="pubmed-what">
              <dt>${say("theQuery")}</dt><dd id="pubmed-term">${leaves}</dd>
              <dt>${say("theDays")}</dt><dd>${say("fromDayToDay", { from: day(typed.from), until: day(typed.until) })}</dd>
              <dt>${say("theHost")}</dt><dd id="pubmed-host">${host}</dd>
            </dl>
            <p class="small">${say("whatFollows", { most: number(most), batch: number(batch) })}</p>
            ${request === null ? nothing : exactly(request)}
            ${this.buttons(host, true)}`
          : nothing
      }
    </div>`;
  }

  #underway({ received, counted, beyond }: PubmedAccount) {
    const total = counted - beyond;
    const far =
      counted === 0
        ? say("pubmedIsSearched")
        : say("articlesOfArticles", { done: number(received), total: number(total) });
    return html`<div class="row">
      <progress id="pubmed-far" max=${Math.max(total, 1)} value=${received} aria-label=${say("collecting")}></progress>
      <button id="pubmed-stop" @click=${() => this.stop?.abort()}>${say("stop")}</button>
    </div>
    <p class="small" role="status" id="pubmed-progress">${far}${this.waits > 0 ? ` ${say("pubmedAsksToWait", { seconds: number(this.waits) })}` : nothing}</p>`;
  }

  #came({ account: { counted, received, missing, beyond }, whole }: Ended) {
    const none = counted === 0;
    const said = [
      none && whole ? say("pubmedHasNone") : undefined,
      received === 0 ? undefined : say("cameOfPubmed", { done: number(received), total: number(counted - beyond) }),
      beyond > 0 ? say("moreThanCome", { more: number(beyond) }) : undefined,
      missing > 0 ? say("neverCame", { count: missing }) : undefined,
      whole ? undefined : say(received === 0 ? "stoppedBefore" : "stoppedInBetween"),
    ].filter((part) => part !== undefined);
    return html`<p class="small" id="pubmed-came">${said.join(" ")}</p>
      ${whole || none ? nothing : html`<button id="pubmed-on" @click=${() => this.#on()}>${say("goOn")}</button>`}`;
  }

  protected override send({ typed, proposal }: Looked): void {
    this.ended = undefined;
    this.#query = proposal.leaves;
    this.#base = typed.base;
    void this.#on();
  }

  async #look(allowed: readonly string[]): Promise<void> {
    const text = this.value("pubmed-query");
    const [from, until] = [this.value("pubmed-from"), this.value("pubmed-until")];
    for (const [is, id, missing] of [
      [text, "pubmed-query", "typeAQuery"],
      [from, "pubmed-from", "chooseBothDays"],
      [until, "pubmed-until", "chooseBothDays"],
    ] as const)
      if (is === "") return this.missing(say(missing), id);
    const base = `${this.value("pubmed-base").replace(/\/+$/, "")}/`;
    const typed = { query: text, from, until, allowed, base };
    const began = this.focused !== null;
    this.looking = true;
    this.failure = "";
    try {
      const proposal = await this.engine.call("pubmed-propose", typed);
      this.looked = { typed, proposal };
      // What was being collected before is no more.
      this.ended = undefined;
    } catch (error) {
      this.looked = undefined;
      this.failure = told(error);
    }
    this.looking = false;
    await this.updateComplete;
    this.focusAfter(began, "pubmed-leaves");
  }

  /** Goes on with what was proposed, from where it is. */
  async #on(): Promise<void> {
    const stop = (this.stop = new AbortController());
    const before = this.ended;
    const began = this.focused !== null;
    this.running = before?.account ?? { windows: 0, batches: 0, counted: 0, received: 0, missing: 0, beyond: 0 };
    this.ended = undefined;
    this.failure = "";
    this.waits = 0;
    await this.updateComplete;
    this.focusAfter(began, "pubmed-stop");
    try {
      const { files, account, whole, failure } = await this.engine.call(
        "pubmed-on",
        {},
        {
          signal: stop.signal,
          onEvent: (event) => {
            this.waits = "pause" in event ? Math.ceil(event.pause / 1000) : 0;
            if ("pubmed" in event) this.running = event.pubmed;
          },
        },
      );
      if (files.length > 0)
        await this.take(
          files.map((bytes) => new Blob([bytes])),
          this.#query,
        );
      if (failure !== undefined) this.failure = whyUnasked(new ChaperoneError(failure), this.#base);
      // Where nothing came, why it failed says all.
      if (failure === undefined || account.counted > 0) this.ended = { account, whole };
    } catch (error) {
      this.ended = before;
      if (!isCancelled(error)) this.failure = told(error);
    }
    // The button goes: whoever is elsewhere by now stays there.
    const isHere = this.focused?.id === "pubmed-stop";
    this.running = undefined;
    this.entered();
    await this.updateComplete;
    if (isHere) (this.renderRoot.querySelector<HTMLElement>("#pubmed-on") ?? this.field)?.focus();
  }
}
