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
/** How a PDF begins in base64, as attachments have it. */
const PDF_IN_BASE64 = Array.from("JVBERi0", (letter) => letter.charCodeAt(0));
/** Bytes at the start of a file among which a PDF may begin. */
export const PDF_LOOKED_AT = 1024;

/** Whether a long file of `size` bytes that begins with `head` is tried: a PDF, or a compressed file. Bundles so long are looked through by the engine alone. */
export function mayBeTried(head: Uint8Array, size: number): boolean {
  return size <= MOST_BYTES && (begins(head, ZIP) || begins(head, GZIP) || finds(head, PDF));
}

/** Whether a PDF may be in `bytes`: as a file, as an attachment, or in a compressed file; into an archive of several nobody looks. */
export async function mayHoldPdf(bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  if (begins(bytes, ZIP)) return bytes.byteLength <= MOST_BYTES;
  if (begins(bytes, GZIP)) return bytes.byteLength <= MOST_BYTES && (await mayHoldPdfWithin(bytes));
  return finds(bytes.subarray(0, PDF_LOOKED_AT), PDF) || finds(bytes, PDF_IN_BASE64);
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
      if (done) return begins(head, ZIP) || begins(head, GZIP) || finds(head, PDF);
      if (head.byteLength < PDF_LOOKED_AT) head = together([head, value.subarray(0, PDF_LOOKED_AT - head.byteLength)]);
      const part = together([tail, value]);
      if (finds(part, PDF_IN_BASE64)) return true;
      tail = part.slice(-PDF_IN_BASE64.length + 1);
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
