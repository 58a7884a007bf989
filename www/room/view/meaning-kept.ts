/** What a synthesis keeps of the meaning, as a table: each thing that was told in another form beside what it was made from. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Draft } from "../engine/types.ts";
import { keptOf, type Kept } from "./meaning-of.ts";
import { shared } from "./theme.ts";
import { many } from "./words.ts";

/** Originals that are listed; of more the first and the last. */
const LISTED = 4;

const KINDS: Readonly<Record<Kept["kind"], { readonly name: string; readonly holds: string }>> = {
  number: { name: "Number", holds: "rounded; on the same side of every known limit" },
  age: { name: "Age", holds: "in its band" },
  ended: { name: "How it ended", holds: "said with what it is about" },
  range: { name: "Range", holds: "true of the range only: each reading lies in it" },
  direction: { name: "Direction", holds: "judged on the real readings" },
  count: { name: "Count", holds: "counted anew" },
  time: { name: "Time", holds: "order and distance kept" },
  negation: { name: "“No” and “not”", holds: "kept, with all that it stands with" },
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
      <summary>What its meaning kept: ${many(kept.length, "thing")} told in another form</summary>
      <div class="scroll" tabindex="0" role="region" aria-label="What was told in another form, and what still holds">
        <table>
          <thead><tr><th scope="col">What</th><th scope="col">In your records</th><th scope="col">As the model reads it</th><th scope="col">What still holds</th></tr></thead>
          <tbody>${kept.map(
            ({ of, kind, was, told, limits }) => html`<tr data-kind=${kind}>
              <th scope="row">${KINDS[kind].name}${of === "" ? nothing : html`, <span class="soft">${of}</span>`}</th>
              <td>${was.length === 0 ? html`<span class="soft">the status of the entry</span>` : listed(was)}</td><td>${told}</td>
              <td>${cleared ? KINDS[kind].holds : "the review did not pass this request"}${limits === undefined || !cleared ? nothing : html`: <span data-limits>${limits}</span>`}</td>
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
  return `${texts[0] ?? ""} … ${texts.at(-1) ?? ""} (${many(texts.length, "entry", "entries")})`;
}
