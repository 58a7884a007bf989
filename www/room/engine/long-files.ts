/** Long files: those of lines and exports of Apple Health are read as they stream by, so that the file itself is never in memory whole. */
import { Engine } from "../../../pkg/chaperone.js";
import { size } from "../view/words.ts";
import { ChaperoneError } from "./error.ts";
import { together } from "./gzip.ts";
import type { Added } from "./types.ts";

/** Bytes from which on a file is read so, as it is given: shorter ones are read whole. */
export const LONG_BYTES = 8 << 20;
/** Bytes of the longest file that is read whole; `ingest::MAX_UNWRAPPED_BYTES`. */
const MOST_WHOLE_BYTES = 512 << 20;
/** Bytes at the start of a file that show whether it can be read so; `ingest::HEAD_BYTES`. */
const HEAD_BYTES = 1 << 20;
/** Bytes that are handed to the engine at one time. */
const PUSHED_BYTES = 1 << 20;
/**
 * Bytes of the engine's memory from which on no more of a file is read. It can have 4 GiB; what is read has still to be put in
 * order and made findable, which takes nearly as much again, and questions and vectors need room, too.
 */
const MOST_READING_BYTES = 1792 * 2 ** 20;
/** Bytes of the engine's memory from which on nothing more is read at all. */
const MOST_BYTES = 3584 * 2 ** 20;

/** What the reader of long files needs of the engine's worker. */
interface LongFileReader {
  readonly engine: Engine;
  /** Reads a file that is whole in memory. */
  readonly whole: (bytes: Uint8Array<ArrayBuffer>) => Promise<Added & { readonly sha256: string | undefined }>;
  /** Lets messages be heard; rejects when one of them cancelled. */
  readonly turn: () => Promise<void>;
  readonly tell: (done: number, total: number) => void;
}

/**
 * Reads a file of `total` bytes that comes in `parts`. Of one that can be read as it streams by as much is read as there is memory for,
 * and how far that is stands in what is resolved to. Rejects with `too-large` for any other that cannot be held whole.
 */
export async function readLong(
  parts: AsyncIterable<Uint8Array<ArrayBuffer>>,
  total: number,
  { engine, whole, turn, tell }: LongFileReader,
): Promise<Added & { readonly sha256: string | undefined }> {
  const source = parts[Symbol.asyncIterator]();
  const first: Uint8Array<ArrayBuffer>[] = [];
  const had = (): number => first.reduce((sum, { byteLength }) => sum + byteLength, 0);
  while (had() < Math.min(HEAD_BYTES, total)) {
    const { done, value } = await source.next();
    if (done === true) break;
    first.push(value);
  }
  const head = together(first);
  const rest: AsyncIterable<Uint8Array<ArrayBuffer>> = { [Symbol.asyncIterator]: () => source };
  if (!Engine.canStream(head.subarray(0, HEAD_BYTES))) {
    if (total > MOST_WHOLE_BYTES) throw tooLong(total);
    const all = [head];
    for await (const part of rest) all.push(part);
    return whole(together(all));
  }
  const id = engine.beginStream(head);
  try {
    let done = 0;
    let stopped = false;
    const take = async (part: Uint8Array): Promise<void> => {
      for (let at = 0; at < part.byteLength; at += PUSHED_BYTES) {
        const piece = part.subarray(at, at + PUSHED_BYTES);
        engine.pushStream(id, piece);
        if (!stopped && Engine.memoryBytes() > MOST_READING_BYTES) {
          engine.stopStream(id);
          stopped = true;
        }
        tell((done += piece.byteLength), total);
        await turn();
      }
    };
    await take(head);
    for await (const part of rest) await take(part);
    engine.stand();
    await turn();
    // Nothing may come between: the next file that is added is the last one read.
    const added = engine.finishStream(id);
    return { ...added, sha256: added.alreadyRead ? undefined : engine.lastFile() };
  } finally {
    engine.abandonStream(id);
  }
}

/** What there may be no memory for. */
const NO_ROOM = {
  file: "The memory of this page does not hold this file beside what was read before. What was read before is still here",
  vectors: "The memory of this page does not hold all of these records for search by meaning. Search by words works",
} as const;

/** Throws `too-large` once the engine's memory is so full that more could end it. */
export function checkMemory(what: keyof typeof NO_ROOM): void {
  if (Engine.memoryBytes() <= MOST_BYTES) return;
  throw new ChaperoneError({ code: "too-large", fault: "user", message: NO_ROOM[what] });
}

function tooLong(total: number): ChaperoneError {
  return new ChaperoneError({
    code: "too-large",
    fault: "user",
    message: `The file has ${size(total)}; at most ${size(MOST_WHOLE_BYTES)} are read at a time, but of NDJSON, one resource on each line, and of the export.xml of Apple Health`,
  });
}
