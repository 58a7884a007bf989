/** Passages of an answer that read like instructions to a language model: marked where they stand, and said in words. */
import { css, html, nothing } from "lit";
import type { Answer, Block, Caution } from "../engine/types.ts";
import { say } from "../words/first.ts";
import { spoken } from "../words/say.ts";

export const cautionStyles = css`
  .instructs { text-decoration: underline wavy var(--warn) 1.5px; text-underline-offset: 0.25em; }
  .caution { margin: 0; }
`;

/** Returns the cautions for `block` of `answer`; an answer that was kept by an earlier version has none. */
export function cautionsOf({ blocks, cautions = [] }: Answer, block: Block): readonly Caution[] {
  const at = blocks.indexOf(block);
  return cautions.filter((caution) => caution.block === at);
}

/** Says of a block what stands in it; `nothing` where there is nothing to say. */
export function noted(cautions: readonly Caution[]) {
  if (cautions.length === 0) return nothing;
  const reasons = [...new Set(cautions.map(({ reason }) => spoken(reason)))];
  const hidden = cautions.some((caution) => caution.hidden);
  return html`<p class="notice small caution" role="note" data-caution>${say(hidden ? "aHiddenPassageAbove" : "aPassageAbove", { reasons: reasons.join(say("another")) })}</p>`;
}

/** Returns `text` with the sentence that answers and the passages of `cautions` marked. */
export function marked(text: string, telling: string | undefined, cautions: readonly Caution[]) {
  const places = (words: string): readonly (readonly [number, number])[] => {
    const at = words === "" ? -1 : text.indexOf(words);
    return at < 0 ? [] : [[at, at + words.length]];
  };
  const told = places(telling ?? "");
  const instructs = cautions.flatMap(({ passage }) => places(passage));
  if (told.length + instructs.length === 0) return text;
  const edges = [...new Set([0, ...[...told, ...instructs].flat(), text.length])].sort((a, b) => a - b);
  const within = (all: readonly (readonly [number, number])[], at: number): boolean =>
    all.some(([start, end]) => start <= at && at < end);
  return edges.slice(0, -1).map((start, number) => {
    const piece = text.slice(start, edges[number + 1]);
    const words = within(instructs, start) ? html`<span class="instructs">${piece}</span>` : piece;
    return within(told, start) ? html`<mark>${words}</mark>` : words;
  });
}
