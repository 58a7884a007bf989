/** Compression of what is kept, by the browser's own streams. */
import { damaged } from "./crypt.ts";

const GZIP_MAGIC = [0x1f, 0x8b] as const;

/** Returns `bytes` in gzip; what is gzip already, and what cannot be compressed here, stays as it is. */
export async function pack(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ readonly content: Uint8Array<ArrayBuffer>; readonly packed: boolean }> {
  if (GZIP_MAGIC.every((byte, at) => bytes[at] === byte) || typeof CompressionStream === "undefined") {
    return { content: bytes, packed: false };
  }
  return { content: await through(bytes, new CompressionStream("gzip")), packed: true };
}

/** Undoes {@link pack}; rejects when it does not give exactly `length` bytes. */
export async function unpack(content: Uint8Array<ArrayBuffer>, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await through(content, new DecompressionStream("gzip")).catch(() => undefined);
  if (bytes?.byteLength !== length) throw damaged();
  return bytes;
}

/** Packs a file that comes in parts, as {@link pack} does. */
export class Packer {
  readonly #parts: Uint8Array[] = [];
  #writer: WritableStreamDefaultWriter<BufferSource> | undefined;
  #reading: Promise<void> = Promise.resolve();
  #begun = false;

  /** Takes the next part; the first one has at least two bytes. */
  async write(part: Uint8Array<ArrayBuffer>): Promise<void> {
    if (!this.#begun) {
      this.#begun = true;
      const isPacked = GZIP_MAGIC.every((byte, at) => part[at] === byte);
      if (!isPacked && typeof CompressionStream !== "undefined") {
        const stream = new CompressionStream("gzip");
        this.#writer = stream.writable.getWriter();
        this.#reading = gathered(stream, this.#parts);
        // What fails here fails where it is waited for.
        this.#reading.catch(() => undefined);
      }
    }
    if (this.#writer === undefined) this.#parts.push(part);
    else await this.#writer.write(part);
  }

  /** Returns the parts put together, and whether they were packed. */
  async finish(): Promise<{ readonly content: Uint8Array<ArrayBuffer>; readonly packed: boolean }> {
    await this.#writer?.close();
    await this.#reading;
    return { content: together(this.#parts), packed: this.#writer !== undefined };
  }
}

/** Undoes {@link pack} of a file that comes in parts; ends with an error where they are no whole gzip. */
export async function* unpacked(
  parts: AsyncIterable<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const stream = new DecompressionStream("gzip");
  const writer = stream.writable.getWriter();
  const written = (async () => {
    for await (const part of parts) await writer.write(part);
    await writer.close();
  })();
  written.catch((error: unknown) => writer.abort(error).catch(() => undefined));
  const reader = (stream.readable as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
    await written;
  } catch {
    throw damaged();
  }
}

/** Bytes handed to a stream at one time. */
const PIECE_BYTES = 1 << 20;

/**
 * Sends `bytes` through `stream` in the memory of this worker. Never by a `Blob`: browsers may put the contents of those on
 * the disk as they are.
 */
async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = stream.writable.getWriter();
  const written = (async () => {
    for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) await writer.write(bytes.subarray(at, at + PIECE_BYTES));
    await writer.close();
  })();
  const parts: Uint8Array[] = [];
  await Promise.all([written, gathered(stream, parts)]);
  return together(parts);
}

/** Puts what comes out of `stream` into `parts`. */
async function gathered(stream: CompressionStream | DecompressionStream, parts: Uint8Array[]): Promise<void> {
  const reader = (stream.readable as ReadableStream<Uint8Array>).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) parts.push(read.value);
}

/** Returns `parts` one behind the other. */
export function together(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
