/** The self-test's table. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { Sight } from "../attempts/attempt.ts";
import type { Doubles } from "../doubles.ts";
import { runSelfTest, usualTargets, type Finding } from "../self-test.ts";
import { WAYS_OUT } from "../ways-out.ts";
import { shared } from "./theme.ts";
import { say } from "../words/settings.ts";

const RESULTS: Readonly<Record<Finding["result"], { readonly icon: string; readonly text: string }>> = {
  blocked: {
    icon: "✓",
    get text() {
      return say("isBlocked");
    },
  },
  "not-blockable": {
    icon: "○",
    get text() {
      return say("notBlockable");
    },
  },
  open: {
    icon: "✕",
    get text() {
      return say("isOpen");
    },
  },
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
        <h2 id="title" tabindex="-1">${say("selfTest")}</h2>
        <p class="soft small">${say("thisRoomHasNo", { ways: WAYS_OUT.length })}</p>
        <div class="row">
          <button id="run" ?disabled=${this.running} @click=${() => void this.run()}>${this.findings.length === 0 ? say("tryEveryWayOut") : say("tryAgain")}</button>
          <span role="status" aria-live="polite" id="verdict">${this.#verdict()}</span>
        </div>
        ${this.running ? html`<progress max=${WAYS_OUT.length} value=${this.findings.length} aria-label=${say("waysTried")}></progress>` : nothing}
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
      ? html`<strong class="open">${say("ofNotShownTo", { open, findings: this.findings.length })}</strong>`
      : html`<strong class="blocked">${say("blocked", { blocked: count("blocked") })}</strong>${say("notBlockableForThe", { notBlockable: count("not-blockable") })}`;
  }

  #table() {
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${say("waysOut")}>
      <table>
        <thead><tr><th scope="col">${say("way")}</th><th scope="col">${say("result")}</th><th scope="col">${say("why")}</th></tr></thead>
        <tbody>
          ${this.findings.map(({ way, result, sights }) => {
            const { icon, text } = RESULTS[result];
            return html`<tr data-way=${way.id} data-result=${result}>
              <th scope="row">${way.what}</th>
              <td class="result ${result}"><span aria-hidden="true">${icon}</span> ${text}</td>
              <td>${way.because}<br /><span class="soft">${way.witness === "server" ? say("thePageSeesNo") : seen(sights)}</span></td>
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
      return say("seenStoppedBy", { directive: sight.directive });
    case "refused":
      return say("seenRefused", { name: sight.name });
    case "absent":
      return say("seenThereIsNo");
    case "stopped":
      return say("seenTheFrameThat");
    case "unheard":
      return say("seenNobodyHeardIt");
    case "through":
      return say("seenItWentThrough");
    case "nothing":
      return say("seenNoSignThat");
  }
}
