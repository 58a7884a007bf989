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
  const reading = (async () => {
    const reader = (stream.readable as ReadableStream<Uint8Array>).getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) parts.push(read.value);
  })();
  await Promise.all([written, reading]);
  const whole = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
