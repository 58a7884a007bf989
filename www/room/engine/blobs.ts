/** The files that a person chose, as bytes. */
import { ChaperoneError } from "./error.ts";
import { cancelled } from "./turns.ts";

/** Bytes of a file read between two looks at the messages that have come in. */
const READ_BYTES = 8 << 20;

/** Returns the bytes of `file`, read in pieces, of which `hear` is told; rejects with `io` when the browser does not give them. */
export async function bytesOf(
  file: Blob,
  signal: AbortSignal,
  hear: (read: number) => void = () => undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const bytes = new Uint8Array(file.size);
    let at = 0;
    for await (const part of partsOf(file, signal)) {
      bytes.set(part, at);
      at += part.byteLength;
      hear(at);
    }
    return bytes;
  } catch (error) {
    throw error instanceof ChaperoneError ? error : unreadable();
  }
}

/** As {@link bytesOf}, of a file of at most `most` bytes; rejects with `too-large` for any other. */
export async function bytesUpTo(most: number, file: Blob, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size <= most) return bytesOf(file, signal);
  throw new ChaperoneError({
    code: "too-large",
    fault: "user",
    message: "This file is too large for what it should be.",
  });
}

/** Returns how `file` begins. */
export const headOf = (file: Blob, bytes: number, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> =>
  bytesOf(file.slice(0, bytes), signal);

/** Returns the bytes of `file` one piece after the other; rejects with `io` when the browser does not give them. */
export async function* partsOf(file: Blob, signal: AbortSignal): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < file.size; at += READ_BYTES) {
    const part = await file
      .slice(at, at + READ_BYTES)
      .arrayBuffer()
      .catch(() => undefined);
    if (signal.aborted) throw cancelled();
    if (part === undefined) throw unreadable();
    yield new Uint8Array(part);
  }
}

function unreadable(): ChaperoneError {
  return new ChaperoneError({
    code: "io",
    fault: "user",
    message:
      "The browser could not read this file. It may have been moved or changed, or the memory of this device may not suffice.",
  });
}
