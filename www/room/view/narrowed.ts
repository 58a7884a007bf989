/** What was searched more narrowly, as the question says, and the way to search without that. */
import { css, html, nothing } from "lit";
import type { Answer, Narrowed, NarrowedBy } from "../engine/types.ts";
import { say } from "../words/first.ts";
import { spoken } from "../words/say.ts";

/** Fired as the detail of `widen`: what is not to be searched more narrowly by. */
export interface Widening {
  readonly without: readonly NarrowedBy[];
}

/** The styles of {@link narrowing}. */
export const narrowedStyles = css`
  .narrowed { display: grid; gap: 0.25rem; list-style: none; padding: 0; margin: 0; }
  .narrowed li { display: flex; flex-wrap: wrap; gap: 0 0.75rem; align-items: baseline; }
`;

/** What taking each away is called. */
const WIDER: Record<NarrowedBy, string> = {
  get time() {
    return say("searchAllTimes");
  },
  get author() {
    return say("searchWhatEverybodyWrote");
  },
  get kind() {
    return say("searchAllTexts");
  },
};

/** Returns what nothing is searched more narrowly by any more, as the person took it away. */
export function takenAway({ narrowed = [] }: Pick<Answer, "narrowed">): readonly NarrowedBy[] {
  return narrowed.filter(({ state }) => state === "taken-away").map(({ by }) => by);
}

/** Returns the list; `widen` is told what to search without. Without it the person cannot change it here. */
export function narrowing(searched: Pick<Answer, "narrowed">, widen: ((widening: Widening) => void) | undefined) {
  const { narrowed = [] } = searched;
  if (narrowed.length === 0) return nothing;
  const gone = takenAway(searched);
  const button = ({ by, state }: Narrowed) =>
    state !== "applied" || widen === undefined
      ? nothing
      : html`<button class="link" data-widen=${by} @click=${() => widen({ without: [...gone, by] })}>${WIDER[by]}</button>`;
  return html`<ul class="narrowed small soft" id="narrowed" aria-label=${say("whatWasSearched")}>
    ${narrowed.map((each) => html`<li data-by=${each.by} data-state=${each.state}><span>${spoken(each.sentence)}</span>${button(each)}</li>`)}
  </ul>`;
}
