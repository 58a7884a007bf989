/** Which boxes of an answer are readings of one thing, one after the other: they are shown as one table. */
import type { Block, Row } from "../engine/types.ts";

/** A box of structured data. */
export type DataBlock = Extract<Block, { kind: "record-data" }>;

/** What can be seen of a reading at a glance: its day, and its values with what they are called. */
interface Glance {
  readonly day: Row;
  readonly values: readonly Row[];
}

/** Readings that follow each other and are shown as one. */
export interface Course {
  readonly readings: readonly DataBlock[];
}

/** Fewer are shown as boxes of their own. */
const LEAST = 3;

/** What the day of an entry is called on its face. */
const DAYS: readonly string[] = ["When", "Issued", "Recorded"];

/** Returns what can be seen of `block` at a glance; `undefined` where it is no dated reading. */
export function glanceOf({ rows }: DataBlock): Glance | undefined {
  const day = rows.find(({ label }) => DAYS.includes(label));
  const values = rows.filter(({ label, label_citation: own }) => /^Value\b/.test(label) || own !== undefined);
  return day === undefined || values.length === 0 ? undefined : { day, values };
}

/** Returns `blocks` in their order, readings of one thing that follow each other put together. */
export function coursesOf(blocks: readonly Block[]): readonly (Block | Course)[] {
  const shown: (Block | Course)[] = [];
  let at = 0;
  while (at < blocks.length) {
    const first = blocks[at]!;
    let end = at + 1;
    while (end < blocks.length && isSame(first, blocks[end]!)) end += 1;
    const readings = blocks.slice(at, end) as DataBlock[];
    if (end - at >= LEAST) shown.push({ readings });
    else shown.push(...blocks.slice(at, end));
    at = end;
  }
  return shown;
}

function isSame(one: Block, other: Block): boolean {
  return (
    one.kind === "record-data" &&
    other.kind === "record-data" &&
    one.title === other.title &&
    one.entry === other.entry &&
    glanceOf(one) !== undefined &&
    glanceOf(other) !== undefined
  );
}
