/** Tests this device with sample records and made-up identifiers, shows what was found as tables, and saves it. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { Benchmark } from "../engine/benchmark.ts";
import type { CallEvent } from "../engine/calls.ts";
import type { EngineClient } from "../engine/client.ts";
import { ChaperoneError } from "../engine/error.ts";
import { shared } from "./theme.ts";
import { told } from "./told.ts";

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
        <h2 id="title">Test it on this device</h2>
        <p class="soft small" id="hint">How well identifiers are found in hostile spellings, how well the sample questions are answered, how long it takes and how much memory. It runs in this room, with sample records and made-up identifiers; your own records take no part. About a minute, on a phone more.</p>
        <div class="row">
          ${
            progress === undefined
              ? html`<button id="test-device" aria-describedby="hint" ?disabled=${!this.ready} @click=${() => this.#run()}>${found === undefined ? "Test this device" : "Test it again"}</button>`
              : html`<button id="stop-test" @click=${() => this.#call?.abort()}>Stop</button>`
          }
          ${found === undefined || progress !== undefined ? nothing : html`<button id="save-test" @click=${(event: Event) => this.#save(event)}>Save the result</button>`}
          <span class="small" role="status" id="test-outcome">${this.outcome === "" ? nothing : this.outcome}</span>
        </div>
        ${progress === undefined ? nothing : html`<progress max=${progress.total} value=${progress.done} aria-label="Steps of the test"></progress>`}
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
      ["Identifiers of which nothing would leave", `${sum(identifiers.map(({ kept }) => kept))} of ${of}`],
      ["Identifiers seen in a text", `${sum(identifiers.map((each) => each.found))} of ${of}`],
      ["To look through 1,000 characters", `${number(found.millisPerThousandCharacters)} ms`],
      [
        "To embed a passage",
        found.embedding === null
          ? "no model of this page in use"
          : `${number(found.embedding.millisPerPassage)} ms (${found.embedding.model})`,
      ],
      [
        `Sample questions answered by the first ${found.retrieval.top} passages`,
        `${found.retrieval.hits} of ${found.retrieval.of} (by ${found.retrieval.by === "words" ? "words" : "words and meaning"})`,
      ],
      ["To search for a question", `${number(found.retrieval.millisPerQuestion)} ms`],
      ["Memory of the engine", `${number(found.memoryMb)} MB`],
    ];
    return html`
      <div class="scroll" tabindex="0" role="region" aria-label="What was found, in short">
        <table id="test-summary">
          <thead><tr><th scope="col">What</th><th scope="col">On this device</th></tr></thead>
          <tbody>${rows.map(([what, value]) => html`<tr><th scope="row">${what}</th><td>${value}</td></tr>`)}</tbody>
        </table>
      </div>
      <details>
        <summary>Each of the 18 identifiers</summary>
        ${table(
          "Seen in a text, and kept from a request whose records name it",
          "Identifier",
          identifiers.map((each) => ({ ...each, name: `${each.kind} (${each.clause})` })),
        )}
      </details>
      <details>
        <summary>Each of the ${forms.length} spellings</summary>
        ${table(
          "Seen in a text, and kept from a request whose records name it",
          "Spelling",
          forms.map((each) => ({ ...each, name: each.form })),
        )}
      </details>
      <p class="small soft">What is seen in a text was looked for by ${found.byModel ? "rules, word lists and the model of names" : "rules and word lists; the model of names is not loaded"}. A spelling that is not seen does not leave either: what leaves is made of what is known.</p>
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
      this.outcome = "Done.";
    } catch (error) {
      if (call.signal.aborted || (error instanceof ChaperoneError && error.code === "cancelled"))
        this.outcome = "Stopped.";
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
      this.outcome = saved ? "Saved." : "Not saved.";
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
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${`${first}: what was found`}>
    <table>
      <caption>${caption}</caption>
      <thead><tr><th scope="col">${first}</th><th scope="col">Seen</th><th scope="col">Kept</th></tr></thead>
      <tbody>${lines.map(({ name, found, kept, of }) => html`<tr><th scope="row">${name}</th><td>${found} of ${of}</td><td>${kept} of ${of}</td></tr>`)}</tbody>
    </table>
  </div>`;
}

function number(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: 1 });
}
