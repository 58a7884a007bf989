/** Files that are kept, or wait to be, read into the engine again. */
import { toData } from "./error.ts";
import { unpack, unpacked } from "./gzip.ts";
import type { RestoredSource } from "./kept.ts";
import { LONG_BYTES } from "./long-files.ts";
import type { SealedObjects } from "./sealed-objects.ts";
import type { Added, VaultSource } from "./types.ts";

/** A file as it waits to be kept. */
export interface Waiting {
  readonly label: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly packed: boolean;
  readonly content: Uint8Array<ArrayBuffer>;
}

/** Is told how far something has come, in parts of what is to be done. */
export type Hear = (part: { done: number; total: number }) => void;

/** What the engine does with what was kept. */
export interface ReadBack {
  /** Reads a file; `place` is that of a kept one in the table of contents. */
  read(bytes: Uint8Array<ArrayBuffer>, label: string, place: number, hear: Hear): Promise<Added>;
  /** Reads a long file of `total` bytes, which comes in parts. */
  readLong(
    parts: AsyncIterable<Uint8Array<ArrayBuffer>>,
    total: number,
    label: string,
    place: number,
    hear: Hear,
  ): Promise<Added>;
  /** Makes what was read findable. */
  index(): Promise<void>;
  /** Takes from the page's own state what was said of who is who. */
  join(state: string): void;
}

/** Reads a file that is kept, of the pieces in `objects`; resolves to what it brought, or to why it could not be read. */
export async function sourceAgain(
  source: VaultSource,
  objects: SealedObjects,
  readBack: ReadBack,
  place: number,
  hear: Hear,
): Promise<RestoredSource> {
  const { label, bytes } = source;
  try {
    return { label, bytes, added: await fileAgain(source, objects, readBack, place, hear) };
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error;
    return { label, bytes, failure: toData(error) };
  }
}

/** Reads a file that is kept, of the pieces in `objects`, or waits. */
export async function fileAgain(
  file: VaultSource | Waiting,
  objects: SealedObjects,
  readBack: ReadBack,
  place: number,
  hear: Hear,
): Promise<Added> {
  const { label, bytes, packed } = file;
  if (bytes >= LONG_BYTES) {
    const parts = "content" in file ? once(file.content) : objects.parts(file.objects);
    return readBack.readLong(packed ? unpacked(parts) : parts, bytes, label, place, hear);
  }
  const content = "content" in file ? file.content : await objects.join(file.objects);
  return readBack.read(packed ? await unpack(content, bytes) : content, label, place, hear);
}

/** Yields what is there whole as if it came in parts. */
export async function* once<T>(part: T): AsyncGenerator<T> {
  yield part;
}
