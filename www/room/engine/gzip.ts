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

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}
