/** The source reader: the bytes of a quoted entry as its file has them, or the text decoded from them. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { guard } from "lit/directives/guard.js";
import type { Opened } from "../engine/calls.ts";
import type { SourceEntry, SourcePiece, SourceProse } from "../engine/types.ts";
import { onPages } from "./pages.ts";
import { cut } from "./pieces.ts";
import type { Letter } from "./question.ts";
import { innermost } from "./focused.ts";
import { shared } from "./theme.ts";
import { byteRange } from "./byte-range.ts";
import { day, number, sentence } from "./words.ts";
import { rich, say } from "../words/reader.ts";
import { spoken } from "../words/say.ts";

/** What the kinds of documents are called. */
const KINDS: Readonly<Record<string, string>> = {
  get day() {
    return say("structuredDataOfOne");
  },
  get conditions() {
    return say("structuredDataConditions");
  },
  get allergies() {
    return say("structuredDataAllergies");
  },
  get medications() {
    return say("structuredDataMedications");
  },
  get demographics() {
    return say("structuredDataWhoThe");
  },
  get care() {
    return say("structuredDataCarePlans");
  },
  get note() {
    return say("aNoteLetterOr");
  },
};

/** What each step of decoding does. */
const STEPS: Readonly<Record<SourceProse["steps"][number], string>> = {
  get bytes() {
    return say("takenAsTheyAre");
  },
  get "json-string"() {
    return say("readAsAJson");
  },
  get base64() {
    return say("decodedFromBase64");
  },
  get xml() {
    return say("itsEntitiesUndone");
  },
  get markup() {
    return say("itsTextTakenOut");
  },
  get pdf() {
    return say("itsTextTakenOutOfPages");
  },
  get status() {
    return say("takenAsTheStatus");
  },
};

/** Which quotation of an answer is shown. */
interface Place {
  /** Counted from 0. */
  readonly at: number;
  readonly of: number;
}

/** Fires `move` with the number of the quotation to show next, and `ask-whole` with {@link Letter} to ask a model about all of it. */
@customElement("chaperone-source")
export class SourceView extends LitElement {
  @property({ attribute: false }) accessor source: Opened | undefined;
  /** The passage that is shown. */
  private reference = "";
  @state() private accessor place: Place = { at: 0, of: 1 };
  @query("dialog") private accessor dialog!: HTMLDialogElement;
  #opener: HTMLElement | undefined;

  static override readonly styles = [
    shared,
    css`
      dialog { width: min(50rem, calc(100vw - 2rem)); height: min(56rem, calc(100dvh - 2rem)); max-width: none; max-height: none; padding: 0; border: 1px solid var(--line-strong); border-radius: var(--radius); background: var(--sheet); color: var(--ink); overflow: hidden; }
      dialog[open] { display: grid; grid-template-rows: auto minmax(0, 1fr); }
      dialog::backdrop { background: rgb(0 0 0 / 0.5); }
      @media (max-width: 40rem) { dialog { width: 100vw; height: 100dvh; border: 0; border-radius: 0; } }
      .head { display: grid; gap: 0.5rem; padding: 0.875rem 1.25rem; border-bottom: 1px solid var(--line); }
      .top { display: flex; gap: 1rem; justify-content: space-between; align-items: start; }
      .top > div { min-width: 0; overflow-wrap: anywhere; }
      .top > button { flex: none; }
      .walk { display: flex; gap: 0.5rem; align-items: center; flex-wrap: wrap; }
      .walk button { min-height: 2.25rem; padding: 0.25rem 0.75rem; font-size: 0.875rem; }
      .text { padding: 1rem 1.25rem 3rem; overflow-y: auto; overscroll-behavior: contain; display: grid; gap: 0.75rem; align-content: start; }
      .text > * { min-width: 0; }
      .where { overflow-wrap: anywhere; }
      .where span { white-space: nowrap; }
      .entry { display: grid; gap: 0.5rem; }
      .entry + .entry { margin-top: 1rem; }
      .bytes { max-height: none; font-size: 0.875rem; line-height: 1.65; }
      .prose { line-height: 1.7; }
      .prose > div { white-space: pre-wrap; overflow-wrap: anywhere; }
      .far { content-visibility: auto; contain-intrinsic-size: auto 60rem; }
      .marked { border-inline-start: 4px solid var(--quote-line); padding-inline-start: 0.75rem; margin-inline-start: -1rem; }
      mark, .marks { background: var(--quote); color: inherit; padding: 0.1875rem 0; }
      .entry :is(mark, .marks) { font-weight: 700; box-shadow: 0 0 0 2px var(--quote); border-bottom: 2px solid var(--quote-line); }
      .element { text-decoration: underline dotted; text-underline-offset: 0.25em; }
      .pages { display: flex; gap: 1rem; flex-wrap: wrap; margin: 0; }
      .pages figure { margin: 0; display: grid; gap: 0.25rem; justify-items: center; }
      .pages svg { height: 8rem; width: auto; border: 1px solid var(--line-strong); background: var(--sheet); }
      .pages rect { fill: var(--quote); stroke: var(--quote-line); }
      ol { margin: 0; padding-inline-start: 1.25rem; }
      @media (max-width: 40rem) { .head, .text { padding-inline: 0.875rem; } .top { display: grid; grid-template-columns: minmax(0, 1fr) auto; } #ask-whole { grid-row: 2; grid-column: 1 / -1; justify-self: start; } .bytes { padding: 0.625rem; font-size: 0.8125rem; } }
    `,
  ];

  /** Shows `source` at what is quoted of it. The focus comes back to where it was when the reader is closed. */
  async show(source: Opened, place: Place, reference = ""): Promise<void> {
    this.source = source;
    this.reference = reference;
    this.place = place;
    await this.updateComplete;
    if (!this.dialog.open) {
      this.#opener = innermost();
      this.dialog.showModal();
    }
    const text = this.renderRoot.querySelector(".text");
    const mark = this.renderRoot.querySelector("mark");
    text?.scrollTo(0, 0);
    // Of an entry the place in the file is seen too, if there is room for both.
    const bring = (): void => mark?.scrollIntoView({ block: source.prose === undefined ? "nearest" : "center" });
    bring();
    // What comes into sight only now gets its true height, which moves the passage.
    requestAnimationFrame(bring);
  }

  override render() {
    const { source, place } = this;
    return html`<dialog aria-labelledby="title" @close=${this.#closed}>
      ${
        source === undefined
          ? nothing
          : html`<div class="head">
                <div class="top">
                  <div>
                    <h2 id="title">${source.title}</h2>
                    <p class="small soft">${[source.date === undefined ? "" : day(source.date), KINDS[source.kind] ?? ""].filter((each) => each !== "").join(" · ")}</p>
                  </div>
                  ${source.prose === undefined || this.reference === "" ? nothing : html`<button id="ask-whole" @click=${() => this.#whole(source)}>${say("askAboutAllOfIt")}</button>`}
                  <button id="close" @click=${() => this.dialog.close()}>${say("close")}</button>
                </div>
                ${place.of > 1 ? this.#walk(place) : nothing}
              </div>
              <div class="text" tabindex="0" role="group" aria-label=${say("theSource")}>
                ${guard([source], () => (source.prose === undefined ? entries(source) : prose(source, source.prose)))}
              </div>`
      }
    </dialog>`;
  }

  #walk({ at, of }: Place) {
    return html`<div class="walk" role="group" aria-label=${say("quotationsOfThisAnswer")}>
      <button id="previous" ?disabled=${at === 0} @click=${() => this.#move(at - 1)}>${say("previous")}</button>
      <span class="small soft" role="status">${say("quotationOf", { at: at + 1, of })}</span>
      <button id="next" ?disabled=${at === of - 1} @click=${() => this.#move(at + 1)}>${say("next")}</button>
    </div>`;
  }

  /** The focus goes to where the question is typed. */
  #whole({ title }: Opened): void {
    const { reference } = this;
    this.#opener = undefined;
    this.dialog.close();
    this.dispatchEvent(new CustomEvent<Letter>("ask-whole", { detail: { reference, title } }));
  }

  #move(at: number): void {
    this.dispatchEvent(new CustomEvent<number>("move", { detail: at }));
  }

  #closed(): void {
    this.#opener?.focus();
    this.#opener = undefined;
    this.source = undefined;
  }
}

/** The entries of a source, each with its place in its file. */
function entries(source: Opened) {
  return source.entries.map((each, number) => {
    const { piece, text } = each;
    return html`<div class="entry">
      ${number > 0 && each.marks.every(({ onFace }) => !onFace) ? html`<h3>${say("whatTheEntryRefers")}</h3>` : nothing}
      ${where(piece, source.labels[number])}
      ${
        text === undefined
          ? html`<p class="notice">${unread(source)}</p>`
          : html`${proof(each)}<pre class="bytes" data-start=${piece.start} data-end=${piece.end}>${marked(each, text)}</pre>`
      }
    </div>`;
  });
}

/** Where bytes lie: the file by the name that the person gave it, and the range. */
function where({ start, end, wrapping }: SourcePiece, label: string | undefined) {
  return html`<p class="where"><strong>${label ?? say("aFileThatIs")}</strong>${wrapping.length > 0 ? say("unpacked") : ""},
    <span title=${say("countedFrom0The")}>${byteRange(start, end)}</span></p>`;
}

function proof({ found, missing }: SourceEntry) {
  if (missing > 0 || found === 0) {
    return html`<p class="notice bad" role="alert">${say("theseBytesDoNot")}</p>`;
  }
  return html`<p class="small soft">${rich("theFileHasIt", { marked: html`<span class="marks">${say("marked")}</span>`, underlined: html`<span class="element">${say("underlined")}</span>` })}</p>`;
}

/** The bytes, with what the box shows marked. */
function marked({ marks }: SourceEntry, text: string) {
  const parts: unknown[] = [];
  let at = 0;
  for (const { start, end, onFace } of marks) {
    const shown = text.slice(start, end);
    parts.push(
      text.slice(at, start),
      onFace ? html`<mark>${shown}</mark>` : html`<span class="element">${shown}</span>`,
    );
    at = end;
  }
  return [...parts, text.slice(at)];
}

/** A decoded text at its passage, with the way by which it was decoded. */
function prose(source: Opened, { piece, steps, text, start, end, same, spots }: SourceProse) {
  return html`
    ${piece === undefined ? nothing : where(piece, source.labels[0])}
    ${onPages(spots)}
    <details>
      <summary>${say("howTheseBytesBecame")}</summary>
      <ol class="small">
        ${piece?.wrapping.map(
          (layer) =>
            html`<li>${layer === "gzip" ? say("theFileUnpackedFrom") : say(layer.zip.deflated ? "bytesUnpacked" : "bytesToOfThe", { start: number(layer.zip.start), end: number(layer.zip.end) })}</li>`,
        )}
        ${steps.map((step, number) => html`<li>${number === 0 && piece !== undefined ? sentence(`${byteRange(piece.start, piece.end)}, ${STEPS[step]}`) : sentence(STEPS[step])}</li>`)}
      </ol>
    </details>
    ${
      same === undefined
        ? html`<p class="notice">${say("theTextIsAs", { unread: unread(source) })}</p>`
        : same
          ? html`<p class="small soft">${rich("decodedAgainJustNow", { marked: html`<span class="marks">${say("marked")}</span>` })}</p>`
          : html`<p class="notice bad" role="alert">${say("theseBytesGiveOther")}</p>`
    }
    <div class="prose">${pieces(text, start, end)}</div>
  `;
}

function unread({ unread }: Opened): string {
  return unread === undefined
    ? say("theBytesCannotBe")
    : say("theBytesCannotBeAs", { why: sentence(spoken(unread.message)) });
}

/** The text in pieces that end where lines do, the passage marked in its line. */
function pieces(text: string, start: number, end: number) {
  const begins = text.lastIndexOf("\n", start - 1) + 1;
  const next = text.indexOf("\n", Math.max(end - 1, begins));
  const ends = next < 0 ? text.length : next;
  const far = (part: string) => cut(part).map((each) => html`<div class="far">${each}</div>`);
  return [
    ...far(text.slice(0, begins)),
    html`<div class="marked">${text.slice(begins, start)}<mark id="passage">${text.slice(start, end)}</mark>${text.slice(end, Math.max(end, ends))}</div>`,
    ...far(text.slice(Math.max(end, ends) + 1)),
  ];
}
