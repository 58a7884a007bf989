/** Cuts what would leave, and what it was made from, into stretches that are marked alike on both sides. */
import type { Draft, Finding, Operator, Piece } from "../engine/types.ts";
import { OPERATORS, meaningOf, type Group } from "./operators.ts";

/** A stretch of what would leave. */
export interface Stretch {
  readonly text: string;
  /** What it was made by and from; `undefined` for our own words. */
  readonly mark?: Mark;
  /** Whether a finding of the review lies in it. */
  readonly found: boolean;
}

/** What a marked stretch was made by and from. */
export interface Mark {
  readonly operator: Operator;
  readonly group: Group;
  /** What was done, in words. */
  readonly reason: string;
  readonly originals: readonly string[];
  /** Its first UTF-16 unit in the message, by which both sides know it. */
  readonly start: number;
}

/** A text of the records, cut where something of it was used. */
export interface Original {
  /** The passage's stand-in, such as `R1`, or the person's question. */
  readonly name: string;
  readonly references: readonly string[];
  readonly parts: readonly { readonly text: string; readonly mark?: Mark }[];
}

/** A text is unmarked when all of it is our own words. */
function markOf(message: string, { operator, originals, start, end }: Piece): Mark | undefined {
  const { group, reason } = meaningOf(operator, message.slice(start, end), originals);
  return group === undefined ? undefined : { operator, group, reason, originals, start };
}

/** Cuts `message` at the borders of its pieces; words that follow one another unchanged are one stretch. */
export function stretches(message: string, pieces: readonly Piece[], findings: readonly Finding[] = []): Stretch[] {
  const cut: Stretch[] = [];
  const places = findings.filter(
    ({ part, start, end }) => part === "message" && start !== undefined && end !== undefined,
  );
  const add = (start: number, end: number, mark?: Mark): void => {
    if (end <= start) return;
    const found = places.some((place) => (place.start ?? 0) < end && (place.end ?? 0) > start);
    const text = message.slice(start, end);
    cut.push(mark === undefined ? { text, found } : { text, found, mark });
  };
  let at = 0;
  for (const piece of joined(message, pieces)) {
    if (piece.start < at || piece.end <= piece.start) continue;
    add(at, piece.start);
    add(piece.start, piece.end, markOf(message, piece));
    at = piece.end;
  }
  add(at, message.length);
  return cut;
}

/** Returns the marked pieces in their order, neighbouring words with nothing but white space between them as one. */
function joined(message: string, pieces: readonly Piece[]): Piece[] {
  const marked: Piece[] = [];
  for (const piece of [...pieces].sort((a, b) => a.start - b.start)) {
    if (OPERATORS[piece.operator].group === undefined) continue;
    const last = marked.at(-1);
    const words = piece.operator === "vocabulary" && last?.operator === "vocabulary";
    if (last !== undefined && words && /^\s*$/.test(message.slice(last.end, piece.start))) {
      marked[marked.length - 1] = { ...last, end: piece.end, originals: [...last.originals, ...piece.originals] };
    } else marked.push(piece);
  }
  return marked;
}

/**
 * Cuts the texts that a draft was made from: its passages and `question`, each where the originals of its marks
 * stand. A mark belongs to the passage whose stand-in comes before it, and to the question where that begins.
 */
export function originals(draft: Draft, question: string): Original[] {
  const asked = draft.message.endsWith(draft.query) ? draft.message.length - draft.query.length : Infinity;
  const byPlace = new Map<string, Mark[]>();
  let place = "";
  for (const piece of [...draft.pieces].sort((a, b) => a.start - b.start)) {
    if (piece.start >= asked) place = QUESTION;
    else if (piece.operator === "alias") place = draft.message.slice(piece.start, piece.end);
    const mark = markOf(draft.message, piece);
    if (mark !== undefined && mark.operator !== "alias") byPlace.set(place, [...(byPlace.get(place) ?? []), mark]);
  }
  const passages = draft.passages.map(({ alias, references, original }) => {
    const name = `R${alias}`;
    return { name, references, parts: parts(original, byPlace.get(name) ?? []) };
  });
  const named = byPlace.get("") ?? [];
  const who = named.flatMap((mark) => mark.originals.map((text) => ({ text, mark })));
  return [
    ...(who.length === 0 ? [] : [{ name: ABOUT, references: [], parts: who }]),
    ...passages,
    { name: QUESTION, references: [], parts: parts(question, byPlace.get(QUESTION) ?? []) },
  ];
}

/** The name of what stands before the passages. */
export const ABOUT = "About";

/** The name of the question among the originals. */
export const QUESTION = "Your question";

function parts(text: string, marks: readonly Mark[]): Original["parts"] {
  const places: { start: number; end: number; mark: Mark }[] = [];
  let from = 0;
  for (const mark of marks) {
    for (const original of mark.originals) {
      const place = find(text, original, from);
      if (place === undefined || places.some(({ start, end }) => start < place.end && end > place.start)) continue;
      places.push({ ...place, mark });
      from = place.end;
    }
  }
  const cut: { text: string; mark?: Mark }[] = [];
  let at = 0;
  for (const { start, end, mark } of places.sort((a, b) => a.start - b.start)) {
    if (start > at) cut.push({ text: text.slice(at, start) });
    cut.push({ text: text.slice(start, end), mark });
    at = end;
  }
  if (at < text.length) cut.push({ text: text.slice(at) });
  return cut;
}

/** Finds `original` at or after `from`, else anywhere; of a moment in time its day is enough. */
function find(text: string, original: string, from: number): { start: number; end: number } | undefined {
  for (const wanted of [original, /^\d{4}-\d{2}-\d{2}(?=T)/.exec(original)?.[0] ?? ""]) {
    if (wanted === "") continue;
    const after = text.indexOf(wanted, from);
    const start = after >= 0 ? after : text.indexOf(wanted);
    if (start >= 0) return { start, end: start + wanted.length };
  }
  return undefined;
}
