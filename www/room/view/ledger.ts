/** The ledger: what has left, to whom, and what each provider has learnt of it all. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import type { LedgerEntry, ProviderAccount } from "../engine/types.ts";
import type { LedgerState } from "./ledger-state.ts";
import { shared } from "./theme.ts";
import { clock, day, many, size } from "./words.ts";

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
    return html`
      <section aria-labelledby="title">
        <h2 id="title">Ledger: what has left</h2>
        ${
          entries.length === 0
            ? html`<p class="soft small" id="none">Nothing has left. Each request that you approve is entered here before it goes: to whom, when, what kinds of facts, and the hash of its exact bytes.</p>`
            : html`
                <p class="soft small">${many(entries.length, "request was", "requests were")} released, newest first. An entry is made before the request goes, so that one whose server was never reached stands here too. Each holds the hash of the one before. It tells kinds and counts, and no text of your records.</p>
                <ol id="entries">${repeat(
                  entries,
                  ({ number }) => number,
                  (entry) => html`<li data-entry=${entry.number}>${this.#entry(entry)}</li>`,
                )}</ol>
                <h3 id="learnt">What each provider has learnt, where it was reached</h3>
                <div class="accounts">${view.accounts.map((account) => this.#account(account))}</div>
                <p class="soft small">Head of the ledger: <code id="head">${view.head}</code>. Note it elsewhere: it shows later whether anything up to now was changed or cut off.</p>
              `
        }
        <div class="row">
          <button id="save-ledger" ?disabled=${entries.length === 0} @click=${() => this.#tell("save-ledger")}>Save the ledger</button>
          <button id="save-proof" @click=${() => this.#tell("save-proof")}>Save a proof pack</button>
          ${this.tested ? nothing : html`<button id="test-and-save" @click=${() => this.#tell("test-and-save")}>Run the self-test, then save a proof pack</button>`}
          <span role="status" aria-live="polite" class="small" id="saved">${outcome?.words ?? nothing}</span>
        </div>
        ${this.tested ? nothing : html`<p class="small soft" id="untested">The self-test of the room was not run in this session; a proof pack saved now says so.</p>`}
      </section>
    `;
  }

  #entry(entry: LedgerEntry) {
    const at = new Date(entry.releasedAtMillis);
    const body = this.ledger.bodies.get(entry.number);
    const counts = (items: readonly { readonly reason: string; readonly count: number }[]) =>
      items.length === 0 ? "none" : items.map(({ reason, count }) => `${count}: ${reason}`).join("; ");
    return html`<details>
      <summary>${entry.number}. <time datetime=${at.toISOString()}>${day(at.toISOString())}, ${clock(at)}</time>, to ${hostOf(entry.origin)}, ${size(entry.bodyBytes)}: ${kindsOf(entry)}</summary>
      <div class="inside">
        <dl>
          <dt>Recipient</dt><dd>${entry.origin}, model ${entry.model}</dd>
          <dt>Facts</dt><dd>${kindsOf(entry)}${entry.notes > 0 ? `; ${many(entry.notes, "note")} named without ${entry.notes === 1 ? "its" : "their"} text` : nothing}</dd>
          <dt>Words withheld</dt><dd>${counts(entry.withheldWords)}</dd>
          <dt>Facts withheld</dt><dd>${counts(entry.withheldFacts)}</dd>
          <dt>Words you allowed</dt><dd>${entry.allowedWords === 0 ? "none" : entry.allowedWords}</dd>
          <dt>Policy</dt><dd>${entry.policy}</dd>
          <dt>Hash of the bytes</dt><dd><code>${entry.bodySha256}</code></dd>
          <dt>Hash of the entry</dt><dd><code>${entry.hash}</code></dd>
        </dl>
        ${
          entry.hasBody
            ? html`<div class="row">
                <button class="bytes" aria-expanded=${body !== undefined} @click=${() => this.#tell("show-bytes", entry.number)}>${body === undefined ? "Show" : "Hide"} the exact bytes</button>
                <button class="save-bytes" @click=${() => this.#tell("save-bytes", entry.number)}>Save the exact bytes</button>
              </div>
              ${body === undefined ? nothing : html`<pre tabindex="0" role="region" aria-label="The exact bytes of request ${entry.number}">${body}</pre>`}`
            : html`<p class="small soft">Its exact bytes are not in memory any more; they were kept for the session only.</p>`
        }
      </div>
    </details>`;
  }

  #account(account: ProviderAccount) {
    const { origin, models, requests, kinds, ageBand, warned } = account;
    const asked = requests === 1 ? "Your request" : `Your ${requests.toLocaleString("en")} requests together`;
    const revealed = kinds.map(({ words, atLeast, atMost }) => `${words} (${range(atLeast, atMost)})`);
    if (ageBand) revealed.push("an age band");
    return html`<div data-origin=${origin}>
      <h3>${hostOf(origin)}</h3>
      <p class="small">${asked} (${models.length === 1 ? "model" : "models"} ${models.join(", ")}) ${requests === 1 ? "reveals" : "reveal"} ${revealed.length === 0 ? "no facts" : revealed.join(", ")}.</p>
      ${warned.map((words) => html`<p class="notice">${words}</p>`)}
      ${requests > 1 ? html`<p class="small soft">Stand-ins are new for each request, but a provider can tell by the connection or the key that they come from one place.</p>` : nothing}
    </div>`;
  }

  #tell(name: string, detail?: number): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

function kindsOf({ kinds, ageBand }: LedgerEntry): string {
  const left = kinds.map(({ words, facts }) => `${words} (${facts})`);
  if (ageBand) left.push("an age band");
  return left.length === 0 ? "no facts" : left.join(", ");
}

function range(atLeast: number, atMost: number): string {
  return atLeast === atMost ? many(atLeast, "fact") : `${atLeast} to ${atMost} facts`;
}

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : origin;
}
