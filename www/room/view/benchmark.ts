/** Tests this device with sample records and made-up identifiers, shows what was found as tables, and saves it. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { Benchmark } from "../engine/benchmark.ts";
import type { CallEvent } from "../engine/calls.ts";
import type { EngineClient } from "../engine/client.ts";
import { ChaperoneError } from "../engine/error.ts";
import { shared } from "./theme.ts";
import { told } from "./told.ts";
import { say } from "../words/settings.ts";
import { number } from "./words.ts";
import { spoken } from "../words/say.ts";

const BRIEF = { maximumFractionDigits: 1 };

@customElement("chaperone-benchmark")
export class BenchmarkView extends LitElement {
  @property({ attribute: false }) accessor engine!: EngineClient;
  @property({ attribute: false }) accessor ready = false;
  /** What was found last. */
  @state() accessor found: Benchmark | undefined;
  @state() private accessor progress: { readonly done: number; readonly total: number } | undefined;
  @state() private accessor failure = "";
  @state() private accessor outcome = "";
  #call: AbortController | undefined;

  static override readonly styles = [
    shared,
    css`
      .scroll { overflow-x: auto; }
      table { border-collapse: collapse; width: 100%; font-size: var(--text-s); }
      caption { text-align: start; color: var(--ink-soft); padding-bottom: 0.5rem; }
      th, td { text-align: start; vertical-align: top; padding: 0.375rem 0.75rem 0.375rem 0; border-top: 1px solid var(--line); }
      td { font-variant-numeric: tabular-nums; white-space: nowrap; }
      tbody th { font-weight: 500; }
    `,
  ];

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#call?.abort();
  }

  override render() {
    const { progress, found } = this;
    return html`
      <section aria-labelledby="title">
        <h2 id="title">${say("testItOnThis")}</h2>
        <p class="soft small" id="hint">${say("howWellIdentifiersAre")}</p>
        <div class="row">
          ${
            progress === undefined
              ? html`<button id="test-device" aria-describedby="hint" ?disabled=${!this.ready} @click=${() => this.#run()}>${found === undefined ? say("testThisDevice") : say("testItAgain")}</button>`
              : html`<button id="stop-test" @click=${() => this.#call?.abort()}>${say("stop")}</button>`
          }
          ${found === undefined || progress !== undefined ? nothing : html`<button id="save-test" @click=${(event: Event) => this.#save(event)}>${say("saveTheResult")}</button>`}
          <span class="small" role="status" id="test-outcome">${this.outcome === "" ? nothing : this.outcome}</span>
        </div>
        ${progress === undefined ? nothing : html`<progress max=${progress.total} value=${progress.done} aria-label=${say("stepsOfTheTest")}></progress>`}
        ${this.failure === "" ? nothing : html`<p class="notice bad" role="alert" id="test-failure">${this.failure}</p>`}
        ${found === undefined ? nothing : this.#tables(found)}
      </section>
    `;
  }

  #tables(found: Benchmark) {
    const { identifiers, forms } = found;
    const sum = (all: readonly number[]): number => all.reduce((one, other) => one + other, 0);
    const of = sum(identifiers.map((each) => each.of));
    const rows: readonly (readonly [string, string])[] = [
      [say("identifiersOfWhichNothing"), say("of", { found: sum(identifiers.map(({ kept }) => kept)), of })],
      [say("identifiersSeenInA"), say("of", { found: sum(identifiers.map((each) => each.found)), of })],
      [say("toLookThrough1"), say("ms", { millis: number(found.millisPerThousandCharacters, BRIEF) })],
      [
        say("toEmbedAPassage"),
        found.embedding === null
          ? say("noModelOfThis")
          : say("msByModel", { millis: number(found.embedding.millisPerPassage, BRIEF), model: found.embedding.model }),
      ],
      [
        say("sampleQuestionsAnsweredBy", { top: found.retrieval.top }),
        say("ofBy", {
          hits: found.retrieval.hits,
          of: found.retrieval.of,
          by: say(found.retrieval.by === "words" ? "words" : "wordsAndMeaning"),
        }),
      ],
      [say("toSearchForA"), say("ms", { millis: number(found.retrieval.millisPerQuestion, BRIEF) })],
      [say("memoryOfTheEngine"), say("mb", { memoryMb: number(found.memoryMb, BRIEF) })],
    ];
    return html`
      <div class="scroll" tabindex="0" role="region" aria-label=${say("whatWasFoundIn")}>
        <table id="test-summary">
          <thead><tr><th scope="col">${say("what")}</th><th scope="col">${say("onThisDevice")}</th></tr></thead>
          <tbody>${rows.map(([what, value]) => html`<tr><th scope="row">${what}</th><td>${value}</td></tr>`)}</tbody>
        </table>
      </div>
      <details>
        <summary>${say("eachOfThe18")}</summary>
        ${table(
          say("seenInAText"),
          say("identifier"),
          identifiers.map((each) => ({ ...each, name: `${spoken(each.kind)} (${each.clause})` })),
        )}
      </details>
      <details>
        <summary>${say("eachOfTheSpellings", { forms: forms.length })}</summary>
        ${table(
          say("seenInAText"),
          say("spelling"),
          forms.map((each) => ({ ...each, name: spoken(each.form) })),
        )}
      </details>
      <p class="small soft">${say("whatIsSeenIn", { by: found.byModel ? say("rulesWordListsAnd") : say("rulesAndWordLists") })}</p>
    `;
  }

  async #run(): Promise<void> {
    if (this.#call !== undefined) return;
    const call = (this.#call = new AbortController());
    this.progress = { done: 0, total: 1 };
    this.failure = "";
    this.outcome = "";
    const onEvent = (event: CallEvent): void => {
      if ("testing" in event) this.progress = event.testing;
    };
    try {
      this.found = await this.engine.call("benchmark", {}, { signal: call.signal, onEvent });
      this.outcome = say("done");
    } catch (error) {
      if (call.signal.aborted || (error instanceof ChaperoneError && error.code === "cancelled"))
        this.outcome = say("stopped");
      else this.failure = told(error);
    }
    this.#call = undefined;
    this.progress = undefined;
  }

  async #save(click: Event): Promise<void> {
    // A click that a script made is none.
    if (!click.isTrusted) return;
    this.failure = "";
    try {
      const { saved } = await this.engine.call("export-ledger", { what: "benchmark" });
      this.outcome = saved ? say("saved") : say("notSaved");
    } catch (error) {
      this.failure = told(error);
    }
  }
}

interface Line {
  readonly name: string;
  readonly found: number;
  readonly kept: number;
  readonly of: number;
}

function table(caption: string, first: string, lines: readonly Line[]) {
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${say("whatWasFound", { first })}>
    <table>
      <caption>${caption}</caption>
      <thead><tr><th scope="col">${first}</th><th scope="col">${say("seen")}</th><th scope="col">${say("kept")}</th></tr></thead>
      <tbody>${lines.map(({ name, found, kept, of }) => html`<tr><th scope="row">${name}</th><td>${say("of", { found, of })}</td><td>${say("of", { found: kept, of })}</td></tr>`)}</tbody>
    </table>
  </div>`;
}
