/** Which boxes of an answer stand open, and which are one click away, in their place. */
import type { Answer, Block } from "../engine/types.ts";

/** Blocks that follow each other and are shown alike. */
export interface Run {
  readonly blocks: readonly Block[];
  readonly folded: boolean;
  /** Whether open blocks follow: then it is the middle of a course that is folded, and nothing lesser. */
  readonly within: boolean;
  /** Whether open blocks stand before: else what is folded answers nothing, and is only near. */
  readonly beside: boolean;
}

/** Returns the runs of an answer, in order; an answer that was kept before there were folds is open. */
export function runsOf({ blocks, folded = [] }: Answer): readonly Run[] {
  const runs: Run[] = [];
  let at = 0;
  for (const { start, end } of folded) {
    if (start > at) runs.push({ blocks: blocks.slice(at, start), folded: false, within: false, beside: true });
    runs.push({ blocks: blocks.slice(start, end), folded: true, within: end < blocks.length, beside: start > 0 });
    at = end;
  }
  if (at < blocks.length) runs.push({ blocks: blocks.slice(at), folded: false, within: false, beside: true });
  return runs;
}
