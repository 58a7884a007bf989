/**
 * One page for the doctor, made of what *Today* shows: problems, medicines, allergies, what is new, and where the record disagrees with
 * itself. It is looked at here, and printed by a person's click. Of whom it is, it says only where the person wants that.
 */
import { LitElement, css, html, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { today } from "../day.ts";
import type { EngineClient } from "../engine/client.ts";
import type { Brief, LaneKind, Timeline, TimelineItem } from "../engine/types.ts";
import { printRoom } from "../seal.ts";
import { current, fileWords, sourceWords, wordsOf } from "./page-words.ts";
import { shared } from "./theme.ts";
import { told } from "./told.ts";
import { day, many } from "./words.ts";
import { say } from "../words/doctor.ts";
import { spoken } from "../words/say.ts";

/** Entries of a list that are on the page; of more it says how many. */
const MOST = 12;

/** The lists of what is so now, with what they are called and what is said where there is nothing. */
const NOW: readonly { readonly kind: LaneKind; readonly title: string; readonly none: string }[] = [
  {
    kind: "conditions",
    get title() {
      return say("problemsNow");
    },
    get none() {
      return say("noEntryOfA");
    },
  },
  {
    kind: "medicines",
    get title() {
      return say("medicinesNow");
    },
    get none() {
      return say("noPrescriptionThatIs");
    },
  },
  {
    kind: "allergies",
    get title() {
      return say("allergies");
    },
    get none() {
      return say("noEntryOfAn");
    },
  },
];

/** What the page of a document has to say to printers: for the room's own document. */
export const pageStyles = css`
  @page { margin: 14mm; }
  @media print { html, body { background: #ffffff; } }
`;

@customElement("chaperone-doctors-page")
export class DoctorsPage extends LitElement {
  @property({ attribute: false }) accessor engine!: EngineClient;
  /** What is new, as it is shown above. */
  @property({ attribute: false }) accessor brief!: Brief;
  /** The patient's number and name. */
  @property({ attribute: false }) accessor patient = 0;
  @property({ attribute: false }) accessor name = "";
  @state() private accessor timeline: Timeline | undefined;
  @state() private accessor named = false;
  @state() private accessor failure = "";
  /** The file of each reference, by what the person knows it by. */
  #files: ReadonlyMap<string, string> = new Map();
  /** Whether the browser has opened no window to print in. */
  @state() private accessor closed = false;

  static override readonly styles = [
    shared,
    css`
      .choices { display: grid; gap: 0.625rem; }
      .check { display: flex; gap: 0.625rem; align-items: start; font-weight: 500; min-height: 1.5rem; }
      .check input { width: 1.25rem; height: 1.25rem; margin: 0.125rem 0 0; flex: none; accent-color: var(--accent); }
      .sheet { color-scheme: light; background: #ffffff; color: var(--ink); border: 1px solid var(--line); border-radius: var(--radius-small); padding: 1.25rem; display: grid; gap: 0.75rem; font-size: 0.875rem; line-height: 1.4; min-width: 0; overflow-wrap: anywhere; }
      .sheet h4 { font-size: 1.125rem; }
      .sheet h5 { font-size: 0.9375rem; border-bottom: 1px solid var(--line-strong); padding-bottom: 0.125rem; margin-bottom: 0.25rem; }
      .lists { columns: 2 18rem; column-gap: 1.5rem; }
      .lists > div { break-inside: avoid; margin-bottom: 0.75rem; }
      .sheet ul { padding-inline-start: 1rem; }
      .sheet li { break-inside: avoid; }
      .source { color: var(--ink-soft); font-size: 0.8125rem; }
      .flags { border: 1px solid var(--line-strong); border-radius: var(--radius-small); padding: 0.5rem 0.75rem; }
      @media print {
        .controls { display: none !important; }
        section { all: unset; display: block; }
        .sheet { display: block; border: 0; border-radius: 0; padding: 0; font-size: 9pt; line-height: 1.3; }
        .sheet > * { margin-bottom: 6pt; }
        .sheet h4 { font-size: 13pt; }
        .sheet h5 { font-size: 10pt; break-after: avoid; }
        .lists { columns: 2; column-gap: 16pt; }
        .lists > div { margin-bottom: 7pt; break-inside: auto; }
        .source { font-size: 8pt; }
        .flags { padding: 4pt 6pt; }
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("brief")) return;
    this.timeline = undefined;
    this.closed = false;
    // Whose page it is, is asked anew for everybody.
    this.named = false;
  }

  override render() {
    return html`<section aria-labelledby="title">
      <div class="controls choices">
        <h4 id="title">${say("aPageForYour")}</h4>
        <p class="small soft" id="hint">${say("whatIsAboveAs")}</p>
        <label class="check small"><input id="named" type="checkbox" .checked=${this.named} @change=${({ target }: Event) => (this.named = (target as HTMLInputElement).checked)} />${say("sayOnItOf")}</label>
        <div class="row">
          ${
            this.timeline === undefined
              ? html`<button id="make-page" aria-describedby="hint" @click=${() => this.#make()}>${say("makeThePage")}</button>`
              : html`<button id="print-page" class="main" @click=${(event: Event) => this.#print(event)}>${say("printIt")}</button>`
          }
        </div>
        ${this.closed ? html`<p class="notice small" role="status" id="no-print">${say("theBrowserOpenedNo")}</p>` : nothing}
        ${this.failure === "" ? nothing : html`<p class="notice bad" role="alert">${this.failure}</p>`}
      </div>
      ${this.timeline === undefined ? nothing : this.#sheet(this.timeline)}
    </section>`;
  }

  #sheet(timeline: Timeline) {
    const { brief } = this;
    const filled = brief.parts.filter(({ items }) => items.length > 0);
    return html`<div class="sheet" id="sheet" role="group" aria-labelledby="sheet-title">
      <div>
        <h4 id="sheet-title" tabindex="-1">${this.named ? say("summaryOfTheRecord", { name: this.name }) : say("summaryOfAHealth")}</h4>
        <p class="source">${say("madeOnByChaperone", { today: day(today()), since: day(brief.since) })}</p>
      </div>
      <p class="flags" id="sheet-flags">${spoken(brief.redFlags)}</p>
      <div class="lists">
        ${NOW.map(({ kind, title, none }) => this.#now(title, none, current(timeline, kind)))}
        ${filled.map(({ title, items, more }) =>
          list(
            spoken(title),
            items.map(({ text, boxes }) =>
              this.#line(
                spoken(text, "item"),
                boxes.map((box) => referenceOf(brief, box)),
              ),
            ),
            items.length + more,
          ),
        )}
        ${
          filled.length === 0
            ? html`<div><h5>${say("newSince", { since: day(brief.since) })}</h5><p>${say("noCodedEntryOf")}</p></div>`
            : nothing
        }
        ${
          brief.disagreements.length === 0
            ? nothing
            : list(
                say("whereTheRecordDisagrees"),
                brief.disagreements.map(
                  ({ title, reason, sides }) =>
                    html`<li><strong>${spoken(title, "title")}</strong>. ${spoken(reason)}
                      <ul>${sides.map(({ text, box }) => this.#line(spoken(text, "item"), box === undefined ? [] : [referenceOf(brief, box)]))}</ul>
                    </li>`,
                ),
                brief.disagreements.length + brief.moreDisagreements,
              )
        }
      </div>
      ${this.#sources()}
      <p class="source" id="sheet-use">${spoken(brief.intendedUse)}</p>
    </div>`;
  }

  #now(title: string, none: string, items: readonly TimelineItem[]) {
    if (items.length === 0) return html`<div><h5>${title}</h5><p>${none}</p></div>`;
    return list(
      title,
      items.map((item) => {
        const { from, current, reference } = item;
        const name = wordsOf(item);
        const entry = from === undefined ? name : say("since", { name, from: day(from) });
        return this.#line(current ? entry : say("notActive", { entry }), [reference]);
      }),
      items.length,
    );
  }

  #line(text: string, references: readonly (string | undefined)[]) {
    const labels = this.#labels();
    const sources = references
      .filter((each) => each !== undefined)
      .map((each) => {
        const file = this.#files.get(each);
        const which = labels.length < 2 || file === undefined ? "" : say("file", { number: labels.indexOf(file) + 1 });
        return which + sourceWords(each, text);
      });
    const told = [...new Set(sources)];
    const more = told.length > 3 ? say("andMore", { more: told.length - 3 }) : "";
    return html`<li>${text}${told.length === 0 ? nothing : html` <span class="source" data-source>(${told.slice(0, 3).join("; ")}${more})</span>`}</li>`;
  }

  /** The files of all entries, in the order in which they occur. */
  #labels(): readonly string[] {
    return [...new Set(this.#files.values())];
  }

  /** The names of the files; without the person's name none that tells it. */
  #sources() {
    const labels = this.#labels();
    if (labels.length === 0) return nothing;
    const named = labels.map((label, at) => (this.named ? label : fileWords(label, at + 1, this.name)));
    const words =
      labels.length === 1
        ? named[0] === undefined || named[0] !== labels[0]
          ? say("allFromOneFile")
          : say("allEntriesAreFrom", { file: named[0] })
        : say("files", { files: named.map((each, at) => `${at + 1}: ${each}`).join("; ") });
    return html`<p class="source" id="sheet-files">${words}</p>`;
  }

  async #make(): Promise<void> {
    const { brief } = this;
    this.failure = "";
    try {
      const timeline = await this.engine.call("timeline", { patient: this.patient });
      const references = [
        ...new Set(
          [...NOW.flatMap(({ kind }) => current(timeline, kind)), ...brief.blocks].flatMap((each) =>
            "reference" in each ? [each.reference] : [],
          ),
        ),
      ];
      const files = await this.engine.call("source-files", { references });
      // Meanwhile the records may have changed, or somebody else was chosen.
      if (brief !== this.brief) return;
      this.#files = new Map(
        references.flatMap((reference, at) => {
          const file = files[at];
          return file == null ? [] : [[reference, file] as const];
        }),
      );
      this.timeline = timeline;
    } catch (error) {
      this.failure = told(error);
    }
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>("#sheet-title")?.focus();
  }

  #print(click: Event): void {
    let opened = false;
    const open = (): void => void (opened = true);
    window.addEventListener("beforeprint", open, { once: true });
    const asked = printRoom(click);
    window.removeEventListener("beforeprint", open);
    this.closed = asked && !opened;
  }
}

function list(title: string, all: readonly unknown[], count: number) {
  const more = count - Math.min(all.length, MOST);
  return html`<div data-list=${title}><h5>${title}</h5>
    <ul>${all.slice(0, MOST)}</ul>
    ${more === 0 ? nothing : html`<p class="source">${say("andInTheRecord", { moreEntries: many(more, "moreEntry") })}</p>`}
  </div>`;
}

function referenceOf({ blocks }: Brief, box: number): string | undefined {
  const block = blocks[box];
  return block !== undefined && "reference" in block ? block.reference : undefined;
}
