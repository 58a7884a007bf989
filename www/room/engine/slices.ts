/** Stretches of the files that were read, for showing them: a file streams by, and only what was asked for stays. */
import { Slicer } from "../../../pkg/chaperone.js";
import type { SourcePiece } from "./types.ts";

/** Bytes handed to the engine at one time. */
const STEP_BYTES = 1 << 20;

/** A file as it is kept: its bytes in parts, and whether they are in a gzip that the file did not come in. */
export interface KeptFile {
  readonly label: string;
  readonly packed: boolean;
  parts(): AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/** What could be had of a piece. */
export interface Slice {
  /** What the person knows the file by; `undefined` when the file is not here. */
  readonly label: string | undefined;
  readonly bytes: Uint8Array<ArrayBuffer> | null;
}

/** Returns the bytes of `pieces` of one file, in their order; `null` for what the file, as far as it can be read, has not. */
export async function slicesOf(file: KeptFile, pieces: readonly SourcePiece[]): Promise<Slice[]> {
  const slices: Slice[] = pieces.map(() => ({ label: file.label, bytes: null }));
  // The members of an archive are files of their own, each of which is streamed by once.
  const around = pieces.map(({ wrapping }) => JSON.stringify(wrapping));
  for (const wrapping of new Set(around)) {
    const places = [...pieces.keys()].filter((at) => around[at] === wrapping);
    const found = await slicesWithin(
      file,
      pieces.filter((_, at) => around[at] === wrapping),
    );
    found.forEach((slice, number) => (slices[places[number] ?? 0] = slice));
  }
  return slices;
}

/** Returns the bytes of `pieces`, which have the same wrapping. */
async function slicesWithin(file: KeptFile, pieces: readonly SourcePiece[]): Promise<Slice[]> {
  const { label } = file;
  const slicer = new Slicer(
    file.packed,
    pieces[0]?.wrapping ?? [],
    Uint32Array.from(pieces, ({ start }) => start),
    Uint32Array.from(pieces, ({ end }) => end),
  );
  try {
    await push(slicer, file);
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error;
  }
  return slicer.finish().map((bytes) => ({ label, bytes }));
}

/** Hands over the file until nothing more is needed. */
async function push(slicer: Slicer, file: KeptFile): Promise<void> {
  for await (const part of file.parts()) {
    for (let at = 0; at < part.byteLength; at += STEP_BYTES) {
      if (!slicer.push(part.subarray(at, at + STEP_BYTES))) return;
    }
  }
}
