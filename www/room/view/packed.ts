/** Turns whose answers and drafts stand in memory as the deflated bytes of their JSON, a small fraction of what they take as objects. */
import { deflateSync, inflateSync } from "fflate";
import type { Turn } from "./conversation.ts";

/** What is packed of a turn. */
type Part = "answer" | "draft" | "previous";

const packed = new WeakMap<Turn, Partial<Record<Part, Uint8Array>>>();

/** Returns `turn` packed: what is read of it is made of the bytes anew each time, and a copy of it is not packed. */
export function pack(turn: Turn): Turn {
  if (packed.has(turn)) return turn;
  const bytes: Partial<Record<Part, Uint8Array>> = {};
  const small = { ...turn };
  for (const part of ["answer", "draft", "previous"] as const) {
    if (turn[part] === undefined) continue;
    bytes[part] = deflateSync(new TextEncoder().encode(JSON.stringify(turn[part])));
    Object.defineProperty(small, part, { enumerable: true, get: () => JSON.parse(text(bytes[part])) as unknown });
  }
  packed.set(small, bytes);
  return small;
}

/** Returns the answer of `turn` as JSON; an empty text where there is none. */
export function answerText(turn: Turn): string {
  const bytes = packed.get(turn);
  if (bytes !== undefined) return text(bytes.answer);
  return turn.answer === undefined ? "" : JSON.stringify(turn.answer);
}

const text = (bytes: Uint8Array | undefined): string =>
  bytes === undefined ? "" : new TextDecoder().decode(inflateSync(bytes));
