/** What is new in a record since a day that the person chooses, and where the record disagrees with itself. */
import { LitElement, css, html, nothing, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { EngineClient } from "../engine/client.ts";
import type { Block, Brief } from "../engine/types.ts";
import type { Opening } from "./answer.ts";
import { boxStyles, data } from "./boxes.ts";
import { shared } from "./theme.ts";
import { told } from "./told.ts";
import { day, many } from "./words.ts";

type Part = Brief["parts"][number];
type Disagreement = Brief["disagreements"][number];

/** Fires `open-source` with {@link Opening}, out of its shadow. */
@customElement("chaperone-brief")
export class BriefView extends LitElement {
  @property({ attribute: false }) accessor engine!: EngineClient;
  @property({ type: Boolean }) accessor ready = false;
  /** The names of the patients, by number. */
  @property({ attribute: false }) accessor patients: readonly string[] = [];
  @state() private accessor brief: Brief | undefined;
  /** Whose brief is shown. */
  @state() private accessor whose = "";
  @state() private accessor failure = "";
  @state() private accessor busy = false;
  @query("#since") private accessor since!: HTMLInputElement;
  @query("#whose") private accessor chosen!: HTMLSelectElement | null;
  @query("#brief-title") private accessor title_!: HTMLElement | null;

  static override readonly styles = [
    shared,
    boxStyles,
    css`
      .ask { display: flex; flex-wrap: wrap; gap: 0.75rem 1rem; align-items: end; }
      .ask label { display: grid; gap: 0.25rem; }
      .parts { display: grid; gap: 1.25rem; }
      h3 { font-size: 1.125rem; scroll-margin-top: 3.5rem; }
      h4 { font-size: 1rem; }
      ul { margin: 0.25rem 0 0; padding: 0; list-style: none; display: grid; gap: 0.25rem; }
      li { border-top: 1px solid var(--line); overflow-wrap: anywhere; }
      li summary { padding: 0.5rem 0.125rem; }
      li details > figure { margin-block: 0.25rem 0.75rem; }
      .sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); gap: 0.75rem; align-items: start; }
      .sides > * { min-width: 0; }
      .conflict { display: grid; gap: 0.5rem; border-top: 1px solid var(--line); padding-top: 0.75rem; }
    `,
  ];

  override willUpdate(changed: PropertyValues<this>): void {
    // Of other records than those that are there now nothing may stay in sight.
    if (changed.has("patients")) this.brief = undefined;
  }

  override render() {
    const { brief } = this;
    return html`
      <section aria-labelledby="title">
        <h2 id="title">Since your last visit</h2>
        <p class="soft small" id="hint">What is new in the coded entries since a day, each with its source, and where the record disagrees with itself. No question and no model.</p>
        <div class="ask" role="group" aria-describedby="hint">
          ${
            this.patients.length < 2
              ? nothing
              : html`<label class="small"><span>Of</span><select id="whose">${this.patients.map((name, number) => html`<option value=${number}>${name}</option>`)}</select></label>`
          }
          <label class="small"><span>Since</span><input id="since" type="date" required min="1900-01-01" max="2200-12-31" value=${yearAgo()} /></label>
          <button id="show-brief" ?disabled=${!this.ready || this.busy} @click=${this.#show}>Show what is new</button>
        </div>
        ${this.failure === "" ? nothing : html`<p class="notice bad" role="alert">${this.failure}</p>`}
        ${brief === undefined ? nothing : this.#brief(brief)}
      </section>
    `;
  }

  #brief(brief: Brief) {
    const open = (reference: string): void => this.#open(brief, reference);
    return html`
      <div class="parts" id="brief" role="group" aria-labelledby="brief-title">
        <h3 id="brief-title" tabindex="-1">${this.whose === "" ? "" : `${this.whose}, `}since ${day(brief.since)}</h3>
        <p class="notice" id="red-flags">${brief.redFlags}</p>
        ${brief.parts.map((part) => this.#part(part, brief, open))}
        <div id="disagreements">
          <h4>Where the record disagrees with itself</h4>
          ${
            brief.disagreements.length === 0
              ? html`<p class="small soft">The coded entries do not contradict each other. Notes and letters are not read here: ask, and what they say stands beside the entries.</p>`
              : brief.disagreements.map((each) => this.#disagreement(each, brief, open))
          }
        </div>
        <p class="small soft" id="intended-use">${brief.intendedUse}</p>
      </div>
    `;
  }

  #part({ title, rule, items, more }: Part, brief: Brief, open: (reference: string) => void) {
    return html`<div data-part=${title}>
      <h4>${title}</h4>
      <p class="small soft">${rule}</p>
      ${
        items.length === 0
          ? html`<p class="small">None in the record.</p>`
          : html`<ul>${items.map(
              ({ text, boxes }) =>
                html`<li><details><summary>${text}</summary>${boxes.map((number) => boxOf(brief.blocks[number], open))}</details></li>`,
            )}</ul>`
      }
      ${more === 0 ? nothing : html`<p class="small soft">and ${more.toLocaleString("en")} more; ask for them above</p>`}
    </div>`;
  }

  #disagreement({ title, reason, sides }: Disagreement, brief: Brief, open: (reference: string) => void) {
    return html`<div class="conflict" role="group" aria-label="Disagreement: ${title}" data-conflict>
      <p><strong>${title}</strong> <span class="small soft">${many(sides.length, "entry", "entries")}. ${reason}</span></p>
      <div class="sides">${sides.map(
        ({ text, box }) =>
          html`<div data-side><p class="small">${text}</p>${box === undefined ? nothing : boxOf(brief.blocks[box], open)}</div>`,
      )}</div>
    </div>`;
  }

  async #show(): Promise<void> {
    if (!this.since.reportValidity()) return;
    const patient = Number(this.chosen?.value ?? 0);
    this.busy = true;
    this.failure = "";
    try {
      this.brief = await this.engine.call("brief", { patient, since: this.since.value });
      this.whose = this.patients[patient] ?? "";
    } catch (error) {
      this.brief = undefined;
      this.failure = told(error);
    } finally {
      this.busy = false;
    }
    await this.updateComplete;
    this.title_?.focus();
  }

  #open({ blocks }: Brief, reference: string): void {
    const references = [...new Set(blocks.flatMap((block) => ("reference" in block ? [block.reference] : [])))];
    const detail: Opening = { references, at: references.indexOf(reference) };
    this.dispatchEvent(new CustomEvent<Opening>("open-source", { detail, bubbles: true, composed: true }));
  }
}

function boxOf(block: Block | undefined, open: (reference: string) => void) {
  return block?.kind === "record-data" ? data(block, open) : nothing;
}

/** The calendar day one year ago, as the field writes it. */
function yearAgo(): string {
  const now = new Date();
  const two = (number: number): string => String(number).padStart(2, "0");
  // The 29th of February has no day of its name a year before.
  const last = now.getMonth() === 1 && now.getDate() === 29 ? 28 : now.getDate();
  return `${now.getFullYear() - 1}-${two(now.getMonth() + 1)}-${two(last)}`;
}
