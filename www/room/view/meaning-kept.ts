/** What a synthesis keeps of the meaning, as a table: each thing that was told in another form beside what it was made from. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Draft } from "../engine/types.ts";
import { keptOf, type Kept } from "./meaning-of.ts";
import { shared } from "./theme.ts";
import { many } from "./words.ts";
import { say as first } from "../words/first.ts";
import { say } from "../words/leaves.ts";
import { spoken } from "../words/say.ts";

/** Originals that are listed; of more the first and the last. */
const LISTED = 4;

const KINDS: Readonly<Record<Kept["kind"], { readonly name: string; readonly holds: string }>> = {
  number: {
    get name() {
      return first("number");
    },
    get holds() {
      return say("roundedOnTheSame");
    },
  },
  age: {
    get name() {
      return say("age");
    },
    get holds() {
      return say("inItsBand");
    },
  },
  ended: {
    get name() {
      return say("howItEnded");
    },
    get holds() {
      return say("saidWithWhatIt");
    },
  },
  range: {
    get name() {
      return say("range");
    },
    get holds() {
      return say("trueOfTheRangeAsEach");
    },
  },
  direction: {
    get name() {
      return say("direction");
    },
    get holds() {
      return say("judgedOnTheReal");
    },
  },
  count: {
    get name() {
      return first("count");
    },
    get holds() {
      return say("countedAnew");
    },
  },
  time: {
    get name() {
      return say("time");
    },
    get holds() {
      return say("orderAndDistanceKept");
    },
  },
  negation: {
    get name() {
      return say("noAndNot");
    },
    get holds() {
      return say("keptWithAllThat");
    },
  },
};

@customElement("chaperone-meaning-kept")
export class MeaningKeptView extends LitElement {
  @property({ attribute: false }) accessor draft: Draft | undefined;

  static override readonly styles = [
    shared,
    css`
      details { border: 1px solid var(--line); border-radius: var(--radius-small); }
      summary { padding: 0.5rem 0.875rem; font-weight: 500; }
      .scroll { overflow-x: auto; max-height: 22rem; border-top: 1px solid var(--line); }
      table { border-collapse: collapse; width: 100%; font-size: 0.875rem; }
      th, td { text-align: start; vertical-align: top; padding: 0.375rem 0.875rem; overflow-wrap: anywhere; }
      tr + tr > * { border-top: 1px solid var(--line); }
      thead th { position: sticky; top: 0; background: var(--sheet); color: var(--ink-soft); font-weight: 500; }
      tbody th { font-weight: 400; }
    `,
  ];

  override render() {
    const { draft } = this;
    const kept = draft === undefined ? [] : keptOf(draft);
    if (draft === undefined || kept.length === 0) return nothing;
    const cleared = draft.verdict === "cleared";
    return html`<details id="meaning">
      <summary>${say("whatItsMeaningKept", { things: many(kept.length, "thing") })}</summary>
      <div class="scroll" tabindex="0" role="region" aria-label=${say("whatWasToldIn")}>
        <table>
          <thead><tr><th scope="col">${first("what")}</th><th scope="col">${say("inYourRecords")}</th><th scope="col">${say("asTheModelReads")}</th><th scope="col">${say("whatStillHolds")}</th></tr></thead>
          <tbody>${kept.map(
            ({ of, kind, was, told, limits }) => html`<tr data-kind=${kind}>
              <th scope="row">${KINDS[kind].name}${of === "" ? nothing : html`, <span class="soft">${of}</span>`}</th>
              <td>${was.length === 0 ? html`<span class="soft">${say("theStatusOfThe")}</span>` : listed(was)}</td><td>${told}</td>
              <td>${cleared ? KINDS[kind].holds : say("theReviewDidNot")}${limits === undefined || !cleared ? nothing : html`: <span data-limits>${spoken(limits)}</span>`}</td>
            </tr>`,
          )}</tbody>
        </table>
      </div>
    </details>`;
  }
}

/** Returns `texts` in one line; of many the first and the last with how many there are. */
function listed(texts: readonly string[]): string {
  if (texts.length <= LISTED) return texts.join(", ");
  return `${texts[0] ?? ""} … ${texts.at(-1) ?? ""} (${many(texts.length, "entry")})`;
}
