/** The ledger: what has left, to whom, and what each provider has learnt of it all. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import type { LedgerEntry, ProviderAccount } from "../engine/types.ts";
import type { LedgerState } from "./ledger-state.ts";
import { hostOf } from "./host-of.ts";
import { shared } from "./theme.ts";
import { clock, day, many, size } from "./words.ts";
import { rich, say } from "../words/leaves.ts";
import { spoken } from "../words/say.ts";

/** What a request for public texts asked, and how many are told of together. */
const SOUGHT = {
  "pubmed-search": "aSearchOfPubmed",
  "pubmed-batch": "aBatchOfPubmed",
  collections: "whichCollections",
  vector: "aVectorOfWords",
} as const;
const COUNTED = {
  "pubmed-search": "searchesOfPubmed",
  "pubmed-batch": "batchesOfPubmed",
  collections: "listsOfCollections",
  vector: "vectorsOfWords",
} as const;

/** Fires `show-bytes` and `save-bytes` with an entry's number, `save-ledger`, `save-proof` and `test-and-save`. */
@customElement("chaperone-ledger")
export class LedgerPart extends LitElement {
  @property({ attribute: false }) accessor ledger!: LedgerState;
  /** Whether the self-test of the room was run in this session. */
  @property({ attribute: false }) accessor tested = false;

  static override readonly styles = [
    shared,
    css`
      h3 { font-size: 0.9375rem; margin-top: 0.5rem; overflow-wrap: anywhere; }
      button { min-height: 2.25rem; padding: 0.25rem 0.75rem; font-size: 0.875rem; }
      ol { list-style: none; margin: 0; padding: 0; display: grid; gap: 0.5rem; }
      details { border: 1px solid var(--line); border-radius: var(--radius-small); background: var(--sheet); min-width: 0; }
      summary { padding: 0.625rem 0.875rem; font-weight: 500; font-size: 0.9375rem; overflow-wrap: anywhere; }
      details[open] > summary { border-bottom: 1px solid var(--line); }
      .inside { display: grid; gap: 0.75rem; padding: 0.75rem 0.875rem; }
      .inside > * { min-width: 0; }
      dl { display: grid; grid-template-columns: minmax(7rem, auto) minmax(0, 1fr); gap: 0.25rem 1rem; margin: 0; font-size: 0.875rem; }
      dt { color: var(--ink-soft); }
      dd { margin: 0; overflow-wrap: anywhere; }
      code { font: 0.8125rem/1.5 var(--mono); overflow-wrap: anywhere; }
      .accounts { display: grid; gap: 0.5rem; }
      .accounts > div { display: grid; gap: 0.25rem; padding: 0.75rem 0.875rem; background: var(--sheet); border: 1px solid var(--line); border-radius: var(--radius-small); }
      .accounts h3 { margin: 0; }
      .notice { font-size: 0.875rem; padding: 0.5rem 0.75rem; }
      @media (max-width: 30rem) { dl { grid-template-columns: minmax(0, 1fr); gap: 0; } dd { margin-bottom: 0.5rem; } }
    `,
  ];

  override render() {
    const { view, outcome } = this.ledger;
    const entries = view.entries.toReversed();
    const none = entries.length + view.readings.length === 0;
    return html`
      <section aria-labelledby="title">
        <h2 id="title">${say("ledgerWhatHasLeft")}</h2>
        ${
          entries.length === 0
            ? html`<p class="soft small" id="none">${say("nothingHasLeftEach")}</p>`
            : html`
                <p class="soft small">${say("releasedNewestFirstAn", { count: entries.length })}</p>
                <ol id="entries">${repeat(
                  entries,
                  ({ number }) => number,
                  (entry) => html`<li data-entry=${entry.number}>${this.#entry(entry)}</li>`,
                )}</ol>
                <h3 id="learnt">${say("whatEachProviderHas")}</h3>
                <div class="accounts">${view.accounts.map((account) => this.#account(account, view.entries))}</div>
              `
        }
        ${none ? nothing : html`<p class="soft small">${rich("headOfTheLedger", { head: html`<code id="head">${view.head}</code>` })}</p>`}
        <div class="row">
          <button id="save-ledger" ?disabled=${none} @click=${() => this.#tell("save-ledger")}>${say("saveTheLedger")}</button>
          <button id="save-proof" @click=${() => this.#tell("save-proof")}>${say("saveAProofPack")}</button>
          ${this.tested ? nothing : html`<button id="test-and-save" @click=${() => this.#tell("test-and-save")}>${say("runTheSelfTest")}</button>`}
          <span role="status" aria-live="polite" class="small" id="saved">${outcome?.words ?? nothing}</span>
        </div>
        ${this.tested ? nothing : html`<p class="small soft" id="untested">${say("theSelfTestOf")}</p>`}
      </section>
    `;
  }

  #entry(entry: LedgerEntry) {
    const at = new Date(entry.releasedAtMillis);
    const body = this.ledger.bodies.get(entry.number);
    const counts = (items: readonly { readonly reason: string; readonly count: number }[]) =>
      items.length === 0 ? say("none") : items.map(({ reason, count }) => `${count}: ${spoken(reason)}`).join("; ");
    return html`<details>
      <summary>${entry.number}. ${rich("entryLine", { time: html`<time datetime=${at.toISOString()}>${day(at.toISOString())}, ${clock(at)}</time>`, host: hostOf(entry.origin), size: size(entry.bodyBytes), kinds: entry.sought === undefined ? kindsOf(entry) : say(SOUGHT[entry.sought]) })}</summary>
      <div class="inside">
        <dl>
          <dt>${say("recipient")}</dt><dd>${entry.model === "" ? entry.origin : say("model", { origin: entry.origin, model: entry.model })}</dd>
          ${entry.sought === undefined ? nothing : html`<dt>${say("whatItAsked")}</dt><dd data-sought=${entry.sought}>${say(SOUGHT[entry.sought])}</dd>`}
          <dt>${say("facts")}</dt><dd>${kindsOf(entry)}${entry.notes > 0 ? say("namedWithoutText", { count: entry.notes }) : nothing}</dd>
          ${entry.literature.length === 0 ? nothing : html`<dt>${say("publicPassages")}</dt><dd data-literature>${entry.literature.join("; ")}</dd>`}
          <dt>${say("wordsWithheld")}</dt><dd>${counts(entry.withheldWords)}</dd>
          <dt>${say("standInsForNames")}</dt><dd data-stand-ins>${entry.standIns === 0 ? say("none") : entry.standIns}</dd>
          <dt>${say("factsWithheld")}</dt><dd>${counts(entry.withheldFacts)}</dd>
          <dt>${say("wordsYouAllowed")}</dt><dd>${entry.allowedWords === 0 ? say("none") : entry.allowedWords}</dd>
          <dt>${say("policy")}</dt><dd>${entry.policy}</dd>
          <dt>${say("hashOfTheBytes")}</dt><dd><code>${entry.bodySha256}</code></dd>
          <dt>${say("hashOfTheEntry")}</dt><dd><code>${entry.hash}</code></dd>
        </dl>
        ${
          entry.hasBody
            ? html`<div class="row">
                <button class="bytes" aria-expanded=${body !== undefined} @click=${() => this.#tell("show-bytes", entry.number)}>${say(body === undefined ? "showTheExactBytes" : "hideTheExactBytes")}</button>
                ${isToAModel(entry) ? html`<button class="save-bytes" @click=${() => this.#tell("save-bytes", entry.number)}>${say("saveTheExactBytes")}</button>` : nothing}
              </div>
              ${body === undefined ? nothing : html`<pre tabindex="0" role="region" aria-label=${say("theExactBytesOf", { number: entry.number })}>${body}</pre>`}`
            : html`<p class="small soft">${say("itsExactBytesAre")}</p>`
        }
      </div>
    </details>`;
  }

  #account(account: ProviderAccount, entries: readonly LedgerEntry[]) {
    const { origin, warned } = account;
    const { told, untold, lists, unlisted, isHeard } = askedOf(origin, entries, this.ledger.unsent);
    const order = account.kinds.map(({ words }) => words);
    const unsent = entries.filter((entry) => entry.origin === origin && this.ledger.unsent.has(entry.number));
    const unsought = unsent.filter((entry) => entry.sought !== undefined);
    const sought = (account.public ?? [])
      .map(({ sought, requests }) => ({
        sought,
        count: requests - unsought.filter((entry) => entry.sought === sought).length,
      }))
      .filter(({ count }) => count > 0)
      .map(({ sought, count }) => say(COUNTED[sought], { count }));
    return html`<div data-origin=${origin}>
      <h3>${hostOf(origin)}</h3>
      ${sought.length === 0 ? nothing : html`<p class="small" data-public>${say("askedForPublicTexts", { sought: sought.join(", ") })}</p>`}
      ${unsought.length === 0 ? nothing : html`<p class="small" data-unsought>${say("notAskedForPublicTexts", { count: unsought.length })}</p>`}
      ${lists === 0 ? nothing : html`<p class="small" data-lists>${say("askedForItsModels")}</p>`}
      ${unlisted === 0 ? nothing : html`<p class="small" data-unlisted>${say("notAskedForItsModels", { count: unlisted })}</p>`}
      ${told.length === 0 ? nothing : html`<p class="small" data-told>${say(isHeard ? "yourRequestsReveal" : "yourRequestsWouldReveal", revealedBy(told, order))}</p>`}
      ${untold.length === 0 ? nothing : html`<p class="small" data-untold>${say("yourRequestsDidNotLeave", revealedBy(untold, order))}</p>`}
      ${told.length === 0 && untold.length + unlisted > 0 ? nothing : warned.map((words) => html`<p class="notice">${spoken(words)}</p>`)}
      ${told.length > 1 ? html`<p class="small soft">${say("standInsAreNew")}</p>` : nothing}
    </div>`;
  }

  #tell(name: string, detail?: number): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** Whether `entry` asked a model, and not for the names of models or for public texts: what that says is saved as it left. */
function isToAModel(entry: LedgerEntry): boolean {
  return entry.sought === undefined && entry.model !== "";
}

/** What was asked of the models at one provider. */
interface AskedOf {
  /** What may have left. */
  readonly told: readonly LedgerEntry[];
  /** What never left: no server was there, or the person did not let it go. */
  readonly untold: readonly LedgerEntry[];
  /** How often it was asked for the names of its models, which asks none of them and tells nothing. */
  readonly lists: number;
  /** How often that never left. */
  readonly unlisted: number;
  /** Whether all that may have left is of this session, in which the page hears of what did not. */
  readonly isHeard: boolean;
}

/** Returns what was asked at `origin`; of the entries `unsent` nothing left. */
function askedOf(origin: string, entries: readonly LedgerEntry[], unsent: ReadonlySet<number>): AskedOf {
  const asked = entries.filter((entry) => entry.origin === origin && entry.sought === undefined);
  const of = (isList: boolean, isUnsent: boolean): LedgerEntry[] =>
    asked.filter(({ model, number }) => (model === "") === isList && unsent.has(number) === isUnsent);
  const told = of(false, false);
  const isHeard = told.every(({ hasBody }) => hasBody);
  return { told, untold: of(false, true), lists: of(true, false).length, unlisted: of(true, true).length, isHeard };
}

/**
 * What `entries` together reveal, in words: of each kind at least the most that one of them told and at most the sum, as the same fact may
 * have been told twice. The kinds come in `order`.
 */
function revealedBy(entries: readonly LedgerEntry[], order: readonly string[]) {
  const kinds = new Map<string, { atLeast: number; atMost: number }>();
  for (const { words, facts } of entries.flatMap(({ kinds }) => kinds)) {
    const { atLeast, atMost } = kinds.get(words) ?? { atLeast: 0, atMost: 0 };
    kinds.set(words, { atLeast: Math.max(atLeast, facts), atMost: atMost + facts });
  }
  const names = [...new Set(entries.map(({ model }) => model))].sort();
  const revealed = [...kinds]
    .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
    .map(([words, { atLeast, atMost }]) => `${spoken(words, "sort")} (${range(atLeast, atMost)})`);
  if (entries.some(({ ageBand }) => ageBand)) revealed.push(say("anAgeBand"));
  return {
    count: entries.length,
    models: say("models", { count: names.length, names: names.join(", ") }),
    revealed: revealed.length === 0 ? say("noFacts") : revealed.join(", "),
  };
}

function kindsOf({ kinds, ageBand }: LedgerEntry): string {
  const left = kinds.map(({ words, facts }) => `${spoken(words, "sort")} (${facts})`);
  if (ageBand) left.push(say("anAgeBand"));
  return left.length === 0 ? say("noFacts") : left.join(", ");
}

function range(atLeast: number, atMost: number): string {
  return atLeast === atMost ? many(atLeast, "fact") : say("toFacts", { atLeast, atMost });
}
