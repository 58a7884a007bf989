/** What a person keeps back by hand: what may be, and what is. */
import type { Draft, Withholding } from "../engine/types.ts";

/** What is kept back, or no longer. */
export interface Held {
  readonly passages?: readonly string[];
  readonly word?: string;
  readonly kept: boolean;
}

/** A passage that would leave, as the list shows it. */
export interface Offer {
  readonly name: string;
  /** The beginning of what it says here. */
  readonly says: string;
  /** The names by which it can be kept back. */
  readonly entries: readonly string[];
}

/** Signs of a passage that are shown. */
const SHOWN = 80;
/** Signs of its beginning that are shown where another begins alike, and signs before the first that differs. */
const [BEGINNING, BEFORE] = [24, 12];

/** Returns the passages that `draft` tells of, in their order. Of those that begin alike it is shown where they part. */
export function offersOf({ passages }: Pick<Draft, "passages">): Offer[] {
  const lines = passages.map(({ original }) => original.replace(/\s+/g, " ").trim());
  return passages.map(({ alias, entries }, at) => {
    const line = lines[at] ?? "";
    const parted = lines.filter((_, other) => other !== at).map((other) => alikeUntil(line, other));
    return {
      name: `R${alias}`,
      says: shortened(line, Math.max(0, ...parted.filter((until) => until < line.length))),
      entries,
    };
  });
}

/** Returns `line` shortened to what is shown, with what stands at `until` in it. */
function shortened(line: string, until: number): string {
  if (line.length <= SHOWN) return line;
  if (until < SHOWN) return `${line.slice(0, SHOWN)}…`;
  const from = Math.max(BEGINNING, until - BEFORE);
  const rest = line.slice(from, from + SHOWN - BEGINNING);
  return `${line.slice(0, BEGINNING)}…${rest}${from + rest.length < line.length ? "…" : ""}`;
}

/** Returns how many signs `line` and `other` begin with alike. */
function alikeUntil(line: string, other: string): number {
  let at = 0;
  while (at < line.length && line[at] === other[at]) at += 1;
  return at;
}

/** Returns what is kept back when `held` is done to what was. */
export function withheldBy(
  before: Withholding | undefined,
  { passages = [], word, kept }: Held,
): Required<Withholding> {
  const without = (all: readonly string[] = [], gone: readonly string[]): string[] =>
    all.filter((each) => !gone.includes(each));
  const words = word === undefined || word.trim() === "" ? [] : [word.trim().toLowerCase()];
  return {
    passages: [...without(before?.passages, passages), ...(kept ? passages : [])],
    words: [...without(before?.words, words), ...(kept ? words : [])],
  };
}
