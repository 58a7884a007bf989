/** What a synthesis keeps of the meaning: each number, range, direction, count, time, "no" and end of it beside what it was made from. */
import type { Draft, Piece } from "../engine/types.ts";
import { meaningOf } from "./operators.ts";

/** One thing that was told in another form, and what still holds of it. */
export interface Kept {
  /** What it is about: the terms told before it in its passage. */
  readonly of: string;
  readonly kind: "number" | "range" | "direction" | "count" | "time" | "age" | "negation" | "ended";
  /** As the records have it, of a range the lowest first; nothing where it is no text of theirs. */
  readonly was: readonly string[];
  /** As the model reads it. */
  readonly told: string;
  /** On which sides of its known limits a number is, in the records and as it is told. */
  readonly limits?: string;
}

/** Words that turn what stands beside them around; in a term also the beginning of one ("non-smoker"). */
const NEGATION =
  /\b(?:no|not|never|none|without|denies|denied|denying|negative|absent|free|cannot|nor|neither|ceased|stopped|discontinued|resolved|former(?:ly)?|non(?=-))\b/i;
/** Our words for what became of an entry that lasts (`src/privacy/synthesise/wording.rs`). */
const ENDED = /\bIt (?:is inactive|is in remission|is resolved|is completed|was stopped|is on hold|was cancelled)\./;

/** Returns what `draft` tells in another form than the records have it, in its order; nothing for what is told as it stands. */
export function keptOf({ message, pieces }: Pick<Draft, "message" | "pieces">): Kept[] {
  const kept: Kept[] = [];
  let of = "";
  for (const piece of pieces) {
    const told = message.slice(piece.start, piece.end);
    if (piece.operator === "template" && (told.includes("<quote>") || told.startsWith("Question: "))) of = "";
    else if (piece.operator === "code") of = told;
    const kind = kindOf(piece, told);
    const words = kind === "ended" ? (ENDED.exec(told)?.[0] ?? told) : told;
    const { limits, originals } = piece;
    const was = kind === "range" ? ascending(originals) : originals;
    if (kind !== undefined) kept.push({ of, kind, was, told: words, ...(limits === undefined ? {} : { limits }) });
  }
  return kept;
}

/** Returns `numbers` by what they say, the lowest first. */
function ascending(numbers: readonly string[]): readonly string[] {
  return [...numbers].sort((one, other) => Number.parseFloat(one) - Number.parseFloat(other));
}

function kindOf({ operator, originals, limits }: Piece, told: string): Kept["kind"] | undefined {
  switch (operator) {
    case "round":
    case "noise":
    case "band":
      if (originals.length > 1) return "range";
      // A number that stands as it was is listed for the limits that it keeps.
      return meaningOf(operator, told, originals).group === "general" || limits !== undefined ? "number" : undefined;
    case "trend":
      return "direction";
    case "count":
      return "count";
    case "time":
      return "time";
    case "age-band":
      return "age";
    case "template":
      return ENDED.test(told) ? "ended" : undefined;
    case "code":
    case "vocabulary":
      return NEGATION.test(told) ? "negation" : undefined;
    default:
      return undefined;
  }
}
