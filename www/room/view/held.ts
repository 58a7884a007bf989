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

/** Returns the passages that `draft` tells of, in their order. */
export function offersOf({ passages }: Pick<Draft, "passages">): Offer[] {
  return passages.map(({ alias, entries, original }) => {
    const line = original.replace(/\s+/g, " ").trim();
    return { name: `R${alias}`, says: line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line, entries };
  });
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
