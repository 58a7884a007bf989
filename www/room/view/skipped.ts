/** What was not read of a file, gathered by the reason: a long file repeats the same one thousands of times. */
import type { Added } from "../engine/types.ts";

/** Paths that are named one by one before the rest of them is counted. */
const NAMED = 3;

/** Something of a file that was not read. */
export type Skipped = Added["skipped"][number];

/** Things that were not read for the same reason. */
export interface Group {
  readonly reason: string;
  /** The first paths, in the order of the file. */
  readonly paths: readonly string[];
  readonly count: number;
}

/** Gathers what was not read by its reason, the most frequent first. */
export function grouped(skipped: readonly Skipped[]): readonly Group[] {
  const groups = new Map<string, { reason: string; paths: string[]; count: number }>();
  for (const { path, reason } of skipped) {
    const group = groups.get(reason) ?? { reason, paths: [], count: 0 };
    group.count += 1;
    if (group.paths.length < NAMED) group.paths.push(path);
    groups.set(reason, group);
  }
  return [...groups.values()].sort((a, b) => b.count - a.count);
}

/** Returns how many things of a file were not read; a very long list is not given whole, and the rest of it is counted. */
export function countSkipped({ skipped, unlisted }: Added): number {
  return skipped.length + unlisted;
}
