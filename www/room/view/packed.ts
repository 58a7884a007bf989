/** Turns whose answers and drafts stand in memory as the deflated bytes of their JSON, a small fraction of what they take as objects. */
import type { Turn } from "./turn-state.ts";

/** What is packed of a turn. */
type Part = "answer" | "draft" | "previous";

/** What packs bytes and gives them back. */
interface Packer {
  readonly pack: (bytes: Uint8Array) => Uint8Array;
  readonly unpack: (bytes: Uint8Array) => Uint8Array;
}

let packer: Packer | undefined;

/** Has turns packed by `given`, which comes later than the first screen. */
export function packBy(given: Packer): void {
  packer = given;
}

const packed = new WeakMap<Turn, Partial<Record<Part, Uint8Array>>>();

/** Returns `turn` packed: what is read of it is made of the bytes anew each time, and a copy of it is not packed. It stays as it is until there is what packs. */
export function pack(turn: Turn): Turn {
  const by = packer;
  if (by === undefined || packed.has(turn)) return turn;
  const bytes: Partial<Record<Part, Uint8Array>> = {};
  const small = { ...turn };
  for (const part of ["answer", "draft", "previous"] as const) {
    if (turn[part] === undefined) continue;
    bytes[part] = by.pack(new TextEncoder().encode(JSON.stringify(turn[part])));
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
  bytes === undefined || packer === undefined ? "" : new TextDecoder().decode(packer.unpack(bytes));
