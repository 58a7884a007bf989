/** The answer: prose of a model, and boxes that no model has touched. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Answer, Block, Caution } from "../engine/types.ts";
import { boxStyles, data, course, verbatim } from "./boxes.ts";
import { cautionsOf, cautionStyles, noted } from "./cautions.ts";
import { checkedOf, checkedStyles, checkedWords, covered, statedAll, tallied } from "./checked.ts";
import { coursesOf } from "./course.ts";
import { exactly, exactStyles } from "./exact.ts";
import { runsOf } from "./folds.ts";
import type { Run } from "./folds.ts";
import { narrowedStyles, narrowing, type Widening } from "./narrowed.ts";
import { shared } from "./theme.ts";
import { many, number } from "./words.ts";
import { say } from "../words/first.ts";
import { spoken } from "../words/say.ts";

/** A quotation that is to be shown in its source: which of `references`, those of the answer in their order. */
export interface Opening {
  readonly references: readonly string[];
  readonly at: number;
}

/** Returns the references of an answer's boxes, each once, in the order of the boxes. */
function referencesOf({ blocks }: Answer): readonly string[] {
  return [...new Set(blocks.flatMap((block) => ("reference" in block ? [block.reference] : [])))];
}

/** Fires `open-source` with {@link Opening}, out of its shadow, `widen` with {@link Widening}, and `cancel`. */
@customElement("chaperone-answer")
export class AnswerView extends LitElement {
  @property({ attribute: false }) accessor answer: Answer | undefined;
  /** What has come so far of a reply that is under way; `undefined` when none is. */
  @property({ attribute: false }) accessor streaming: string | undefined;
  /** For how many milliseconds a busy server is left alone before it is asked again. */
  @property({ attribute: false }) accessor pause: number | undefined;
  /** Whether what was searched more narrowly can be searched without that. */
  @property({ type: Boolean }) accessor widens = false;
  /** What stands above it. */
  @property() accessor heading = "";
  @property({ attribute: false }) accessor failure = "";
  /** What is behind the failure, for who mends it; empty where there is nothing to say. */
  @property({ attribute: false }) accessor detail = "";

  static override readonly styles = [
    shared,
    boxStyles,
    cautionStyles,
    exactStyles,
    checkedStyles,
    narrowedStyles,
    css`
      h4 { scroll-margin-top: 3.5rem; }
      .answer { display: grid; gap: 0.875rem; min-width: 0; }
      .answer > *, .more > * { min-width: 0; }
      .head { display: flex; flex-wrap: wrap; gap: 0 0.75rem; align-items: baseline; }
      .prose { white-space: pre-wrap; overflow-wrap: anywhere; max-width: 46rem; }
      .restored { text-decoration: underline dotted; text-underline-offset: 0.2em; }
      .draft { border-inline-start: 4px solid var(--line); padding-inline-start: 1rem; }
      .more[open] > summary { margin-bottom: 0.75rem; }
    `,
  ];

  override render() {
    const { answer, streaming, failure } = this;
    if (answer === undefined && streaming === undefined && failure === "") return nothing;
    return html`
      <div class="answer" role="group" aria-labelledby="title" aria-busy=${String(streaming !== undefined)}>
        <div class="head">
          <h4 id="title" tabindex="-1">${failure !== "" && answer === undefined ? say("notAnswered") : this.heading === "" ? say("answer") : this.heading}</h4>
          ${answer === undefined ? nothing : this.#count(answer)}
        </div>
        ${
          failure === ""
            ? nothing
            : html`<div class="notice bad" role="alert" id="failure">${failure}${
                this.detail === ""
                  ? nothing
                  : html`<details class="small"><summary>${say("technicalDetail")}</summary><p>${this.detail}</p></details>`
              }</div>`
        }
        ${
          streaming === undefined
            ? nothing
            : html`<p class="soft small" role="status">${
                this.pause === undefined
                  ? say("theModelIsWriting")
                  : say("theModelServerIs", { seconds: many(Math.ceil(this.pause / 1000), "second") })
              }</p>
              <div class="row"><button id="cancel" @click=${() => this.dispatchEvent(new Event("cancel"))}>${say("cancel")}</button></div>
              <p class="prose draft" id="streaming" ?hidden=${streaming === ""}>${streaming}</p>`
        }
        ${answer === undefined ? nothing : this.#answer(answer)}
      </div>
    `;
  }

  #count(answer: Answer) {
    const count = (folded: boolean): number =>
      runsOf(answer).reduce((sum, run) => sum + (run.folded === folded ? run.blocks.filter(isBox).length : 0), 0);
    return html`<p class="soft small" role="status" id="count">${counted(count(false), count(true))}</p>`;
  }

  #answer(answer: Answer) {
    const { notice } = answer;
    const widen = (detail: Widening): boolean => this.dispatchEvent(new CustomEvent("widen", { detail }));
    return html`
      ${narrowing(answer, this.widens ? widen : undefined)}
      ${(answer.readAs ?? []).map((read) => html`<p class="soft small" data-read-as>${spoken(read)}</p>`)}
      ${answer.exact === undefined ? nothing : exactly(answer.exact)}
      ${notice === undefined ? nothing : html`<p class="notice">${spoken(notice)}</p>`}
      ${runsOf(answer).map((run) => this.#run(run, answer))}
      ${answer.statements === undefined ? nothing : statedAll(answer.statements)}
      ${answer.tally === undefined ? nothing : tallied(answer.tally)}
      ${answer.coverage === undefined ? nothing : covered(answer.coverage)}
    `;
  }

  #run({ blocks, folded, within, beside }: Run, answer: Answer) {
    const open = this.#opens(answer);
    const shown = coursesOf(blocks).map((each) => {
      const drawn = "readings" in each ? each.readings : [each];
      const cautions = drawn.flatMap((block) => cautionsOf(answer, block));
      return html`${"readings" in each ? course(each, open) : this.#block(each, cautions, open, answer)}${noted(cautions)}${this.#noted(drawn, answer)}`;
    });
    if (!folded) return shown;
    const words = within
      ? say(beside ? "moreInBetween" : "inBetween", { count: blocks.length })
      : say(beside ? "moreQuotations" : "thatMayComeNear", { count: blocks.length });
    const boxes = shown.length < blocks.length ? ` (${say("inBoxes", { count: shown.length })})` : "";
    return html`<details class="more">
      <summary>${words}${boxes}</summary>
      ${shown}
    </details>`;
  }

  /** What is remarked of the blocks that are drawn together, each remark once. */
  #noted(drawn: readonly Block[], { blocks, noted = [] }: Answer) {
    const at = new Set(drawn.map((block) => blocks.indexOf(block)));
    const remarks = noted
      .filter(({ block }) => at.has(block))
      .map(({ remark, words }) => ({ remark, said: spoken(words) }));
    const once = remarks.filter(({ said }, at) => remarks.findIndex((other) => other.said === said) === at);
    return once.map(({ remark, said }) => html`<p class="soft small" role="note" data-remark=${remark}>${said}</p>`);
  }

  #block(block: Block, cautions: readonly Caution[], open: (reference: string) => void, answer: Answer) {
    const found = checkedOf(answer, answer.blocks.indexOf(block));
    if (block.kind === "prose" && found !== undefined) return checkedWords(found);
    switch (block.kind) {
      case "prose":
        return html`<p class="prose" data-block="prose">${block.parts.map(({ text, surrogate }) =>
          surrogate === undefined
            ? text
            : html`<span class="restored" title=${say("theModelWasTold", { surrogate })}>${text}</span>`,
        )}</p>
          ${block.parts.some(({ surrogate }) => surrogate !== undefined) ? html`<p class="soft small">${say("dottedUnderlineOfNames")}</p>` : nothing}`;
      case "verbatim":
        return verbatim(block, cautions, open);
      case "record-data":
        return data(block, open);
      case "invalid":
        return html`<p class="notice bad" data-block="invalid">${say("theModelQuotedWhich", { asked: block.asked, reason: spoken(block.reason) })}</p>`;
    }
  }

  /** Opens the source of a box, with all others of the answer to walk through. */
  #opens(answer: Answer): (reference: string) => void {
    return (reference) => {
      const references = referencesOf(answer);
      const detail: Opening = { references, at: references.indexOf(reference) };
      this.dispatchEvent(new CustomEvent<Opening>("open-source", { detail, bubbles: true, composed: true }));
    };
  }
}

/** How many quotations are seen at once, and how many are one click away. */
function counted(open: number, folded: number): string {
  if (open + folded === 0) return say("noQuotation");
  if (folded === 0) return say("lookedUpInThe", { quotations: many(open, "quotation") });
  if (open === 0) return say("noQuotationThatAnswers");
  return say("shownMoreFoldedLooked", { quotations: many(open, "quotation"), folded: number(folded) });
}

function isBox({ kind }: Block): boolean {
  return kind === "verbatim" || kind === "record-data";
}
