/**
 * Tries to read a file in a worker of its own, before the engine does.
 *
 * PDFs are read by code that is not ours, from bytes that may be anybody's. Whatever goes wrong with one there ends that worker
 * alone; in the engine it would end the session with all that is in it.
 */
import { ChaperoneError } from "./error.ts";
import { together } from "./gzip.ts";
import type { PoolWorker } from "./pool.ts";
import type { FromPoolWorker, ToPoolWorker, Rehearsal } from "./pool-worker.ts";
import { cancelled } from "./turns.ts";

/** Milliseconds without a sign of life after which a file is given up. */
const PATIENCE_MILLIS = 60_000;
/** Bytes of the largest file that is tried. */
const MOST_BYTES = 32 << 20;

/** Bytes of a compressed file that are unpacked at a time. */
const PIECE_BYTES = 64 << 10;

const PDF = [0x25, 0x50, 0x44, 0x46] as const;
const ZIP = [0x50, 0x4b] as const;
const GZIP = [0x1f, 0x8b] as const;
/** The letters of *pdf*, of which each may be large: in what begins a file, and in the media type of an attachment. */
const LETTERS = [0x70, 0x64, 0x66] as const;
const LARGE = 0x20;
/** How a letter may be written otherwise in JSON: after this, 4 to 7. */
const ESCAPE = Array.from("\\u00", (sign) => sign.charCodeAt(0));
/** And in XML. */
const REFERENCE = Array.from("&#", (sign) => sign.charCodeAt(0));
/** Bytes in which one of these may stand, less one. */
const LONGEST = ESCAPE.length;
/** Bytes at the start of a file by which one sees what it may be. */
export const LOOKED_AT = 1024;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf] as const;
const LESS_THAN = 0x3c;

/** Whether a long file of `size` bytes that begins with `head` is tried: a PDF, or a compressed file. Bundles so long are looked through by the engine alone. */
export function mayBeTried(head: Uint8Array, size: number): boolean {
  return (
    size <= MOST_BYTES && (begins(head, ZIP) || begins(head, GZIP) || finds(head, PDF) || firstSign(head) === undefined)
  );
}

/**
 * Whether a PDF may be in `bytes`: as a file, as an attachment, or in a compressed file; into an archive of several nobody looks.
 * The engine takes for a PDF what begins as one, wherever in the first bytes, and what its media type calls so, however that is written. All of these have
 * the letters, or a letter written by its number; so has much that is no PDF, which is read twice.
 */
export async function mayHoldPdf(bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  if (begins(bytes, ZIP)) return bytes.byteLength <= MOST_BYTES;
  if (begins(bytes, GZIP)) return bytes.byteLength <= MOST_BYTES && (await mayHoldPdfWithin(bytes));
  return speaksOfPdf(bytes, mayBeMarkup(bytes.subarray(0, LOOKED_AT)));
}

/** As {@link mayHoldPdf}, of what is in a gzip; where that cannot be read, the engine will say so. */
async function mayHoldPdfWithin(packed: Uint8Array<ArrayBuffer>): Promise<boolean> {
  // No Blob: a browser may put its bytes on the disk.
  const stream = new DecompressionStream("gzip");
  const [writer, reader] = [stream.writable.getWriter(), stream.readable.getReader()];
  // What fails here fails where it is read.
  const written = (async () => {
    // Piece by piece: what a piece unpacks to is held until it is read.
    for (let at = 0; at < packed.byteLength; at += PIECE_BYTES)
      await writer.write(packed.subarray(at, at + PIECE_BYTES));
    await writer.close();
  })();
  written.catch(() => undefined);
  let head = new Uint8Array();
  let tail = new Uint8Array();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return begins(head, ZIP) || begins(head, GZIP);
      if (head.byteLength < LOOKED_AT) head = together([head, value.subarray(0, LOOKED_AT - head.byteLength)]);
      const part = together([tail, value]);
      if (speaksOfPdf(part, mayBeMarkup(head))) return true;
      tail = part.slice(-LONGEST);
    }
  } catch {
    return false;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function begins(bytes: Uint8Array, with_: readonly number[]): boolean {
  return with_.every((byte, at) => bytes[at] === byte);
}

/** The first byte of `head` that is no white space. */
function firstSign(head: Uint8Array): number | undefined {
  return head.subarray(begins(head, BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0).find((byte) => byte > 0x20);
}

function mayBeMarkup(head: Uint8Array): boolean {
  const first = firstSign(head);
  return first === undefined || first === LESS_THAN;
}

/** Whether the letters of *pdf* stand in `bytes`, or a letter that is written by its number, in JSON or in markup. */
function speaksOfPdf(bytes: Uint8Array, isMarkup: boolean): boolean {
  const [p, d, f] = LETTERS;
  const small = (at: number): number => (bytes[at] ?? 0) | LARGE;
  for (const first of [p, p ^ LARGE])
    for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1))
      if (small(at + 1) === d && small(at + 2) === f) return true;
  return isEscaped(bytes) || (isMarkup && finds(bytes, REFERENCE));
}

/** Whether a letter of ASCII is escaped in JSON. */
function isEscaped(bytes: Uint8Array): boolean {
  const [backslash = 0] = ESCAPE;
  for (let at = bytes.indexOf(backslash); at !== -1; at = bytes.indexOf(backslash, at + 1)) {
    const digit = bytes[at + ESCAPE.length] ?? 0;
    if (digit >= 0x34 && digit <= 0x37 && ESCAPE.every((byte, offset) => bytes[at + offset] === byte)) return true;
  }
  return false;
}

/** Whether `wanted` stands anywhere in `bytes`. */
function finds(bytes: Uint8Array, wanted: readonly number[]): boolean {
  const [first = 0] = wanted;
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1)) {
    if (wanted.every((byte, offset) => bytes[at + offset] === byte)) return true;
  }
  return false;
}

/**
 * Resolves once the worker that `start` makes has read the file to its end, or to what is wrong with it. Rejects with `unsupported`
 * where reading ends the worker, or goes on for ever; with `cancelled` as soon as `signal` fires. The worker is gone then.
 */
export async function rehearse(
  rehearsal: Rehearsal,
  start: () => PoolWorker,
  signal: AbortSignal,
  patienceMillis = PATIENCE_MILLIS,
): Promise<void> {
  if (signal.aborted) throw cancelled();
  const worker = start();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop: (() => void) | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const wait = (): void => {
        clearTimeout(timer);
        timer = setTimeout(() => reject(unreadable()), patienceMillis);
      };
      stop = () => reject(cancelled());
      signal.addEventListener("abort", stop);
      worker.onmessage = ({ data }: MessageEvent<FromPoolWorker>) => {
        if ("rehearsal" in data && data.rehearsal === "over") resolve();
        else wait();
      };
      worker.onerror = worker.onmessageerror = () => reject(unreadable());
      wait();
      worker.postMessage({ rehearsal } satisfies ToPoolWorker);
    });
  } finally {
    clearTimeout(timer);
    if (stop !== undefined) signal.removeEventListener("abort", stop);
    worker.terminate();
  }
}

function unreadable(): ChaperoneError {
  return new ChaperoneError({
    code: "unsupported",
    fault: "bug",
    message: "A PDF in it could not be read to its end. Nothing of this file was added; everything else is as it was.",
  });
}
