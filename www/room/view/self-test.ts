/** The self-test's table. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { Sight } from "../attempts/attempt.ts";
import type { Doubles } from "../doubles.ts";
import { runSelfTest, usualTargets, type Finding } from "../self-test.ts";
import { WAYS_OUT } from "../ways-out.ts";
import { shared } from "./theme.ts";

const RESULTS: Readonly<Record<Finding["result"], { readonly icon: string; readonly text: string }>> = {
  blocked: { icon: "✓", text: "blocked" },
  "not-blockable": { icon: "○", text: "not blockable" },
  open: { icon: "✕", text: "open" },
};

/** Fires `tested` once every way was tried. */
@customElement("chaperone-self-test")
export class SelfTestView extends LitElement {
  @property({ attribute: false }) accessor doubles!: Doubles;
  /** Addresses to try; see {@link runSelfTest}. */
  @property({ attribute: false }) accessor targets: readonly string[] = usualTargets();
  /** What was found so far. */
  @property({ attribute: false }) accessor findings: readonly Finding[] = [];
  @state() private accessor running = false;
  #run: Promise<void> | undefined;

  static override readonly styles = [
    shared,
    css`
      #run { min-height: 2.25rem; padding: 0.25rem 0.75rem; font-size: 0.875rem; }
      .scroll { overflow-x: auto; }
      table { border-collapse: collapse; width: 100%; font-size: 0.875rem; }
      caption { text-align: start; color: var(--ink-soft); padding-bottom: 0.5rem; }
      th, td { text-align: start; vertical-align: top; padding: 0.375rem 0.75rem 0.375rem 0; border-top: 1px solid var(--line); }
      th { font-weight: 600; }
      tbody th { font-weight: 500; }
      .result { white-space: nowrap; font-weight: 600; }
      .blocked { color: var(--good); }
      .not-blockable { color: var(--warn); }
      .open { color: var(--bad); }
    `,
  ];

  override render() {
    return html`
      <section aria-labelledby="title">
        <h2 id="title" tabindex="-1">Self-test</h2>
        <p class="soft small">This room has no way to the network of its own. The test tries ${WAYS_OUT.length} ways out, one after the other, and takes about half a minute.</p>
        <div class="row">
          <button id="run" ?disabled=${this.running} @click=${() => void this.run()}>${this.findings.length === 0 ? "Try every way out" : "Try again"}</button>
          <span role="status" aria-live="polite" id="verdict">${this.#verdict()}</span>
        </div>
        ${this.running ? html`<progress max=${WAYS_OUT.length} value=${this.findings.length} aria-label="Ways tried"></progress>` : nothing}
        ${this.findings.length === 0 ? nothing : this.#table()}
      </section>
    `;
  }

  #verdict() {
    if (this.running || this.findings.length === 0) return nothing;
    const count = (result: Finding["result"]): number =>
      this.findings.filter((finding) => finding.result === result).length;
    const open = count("open");
    return open > 0
      ? html`<strong class="open">✕ ${open} of ${this.findings.length} not shown to be blocked</strong>`
      : html`<strong class="blocked">✓ ${count("blocked")} blocked</strong>, ${count("not-blockable")} not blockable, for the reasons stated`;
  }

  #table() {
    return html`<div class="scroll" tabindex="0" role="region" aria-label="Ways out">
      <table>
        <thead><tr><th scope="col">Way</th><th scope="col">Result</th><th scope="col">Why</th></tr></thead>
        <tbody>
          ${this.findings.map(({ way, result, sights }) => {
            const { icon, text } = RESULTS[result];
            return html`<tr data-way=${way.id} data-result=${result}>
              <th scope="row">${way.what}</th>
              <td class="result ${result}"><span aria-hidden="true">${icon}</span> ${text}</td>
              <td>${way.because}<br /><span class="soft">${way.witness === "server" ? "The page sees no sign of it; the project's tests watch a server." : seen(sights)}</span></td>
            </tr>`;
          })}
        </tbody>
      </table>
    </div>`;
  }

  /** Whether every way was tried in this session. */
  get whole(): boolean {
    return !this.running && this.findings.length === WAYS_OUT.length;
  }

  /** Tries every way out; where it is at it already, resolves with that. */
  run(): Promise<void> {
    this.#run ??= this.#tryAll().finally(() => (this.#run = undefined));
    return this.#run;
  }

  /** Brings the focus to it. */
  attend(): void {
    this.renderRoot.querySelector<HTMLElement>("#title")?.focus();
  }

  async #tryAll(): Promise<void> {
    this.running = true;
    this.findings = [];
    await runSelfTest(this.doubles, this.targets, (finding) => (this.findings = [...this.findings, finding]));
    this.running = false;
    this.dispatchEvent(new Event("tested"));
  }
}

function seen(sights: readonly Sight[]): string {
  return [...new Set(sights.map(describe))].join("; ");
}

function describe(sight: Sight): string {
  switch (sight.seen) {
    case "policy":
      return `Seen: stopped by ${sight.directive}.`;
    case "refused":
      return `Seen: refused (${sight.name}).`;
    case "absent":
      return "Seen: there is no such interface.";
    case "stopped":
      return "Seen: the frame that tried it was stopped by the shell's policy.";
    case "unheard":
      return "Seen: nobody heard it.";
    case "through":
      return "Seen: it went through.";
    case "nothing":
      return "Seen: no sign that it was stopped.";
  }
}
