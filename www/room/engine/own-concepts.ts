/** A vocabulary of concepts of the person's own: one that the command line has packed, or files of UMLS. */
import type { Engine } from "../../../pkg/chaperone.js";
import { bytesOf, partsOf } from "./blobs.ts";
import type { CallEvent, Calls } from "./calls.ts";
import { checkMemory } from "./long-files.ts";
import { turn } from "./turns.ts";

/** What a packed vocabulary begins with. */
const PACKED = "CHAPCONC";

/** Reads `chosen` into the engine, in place of the vocabulary that it has, and returns what it knows then. */
export async function ownConcepts(
  engine: Engine,
  chosen: Calls["own-concepts"]["takes"]["files"],
  tell: (event: CallEvent) => void,
  signal: AbortSignal,
): Promise<Calls["own-concepts"]["gives"]> {
  const total = chosen.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  const [first] = chosen;
  if (first !== undefined && chosen.length === 1 && (await isPacked(first))) {
    engine.loadConcepts(await bytesOf(first, signal));
    return engine.known();
  }
  engine.beginUmls();
  try {
    for (const each of chosen) {
      for await (const part of partsOf(each, signal)) {
        engine.readUmls(part, false);
        done += part.byteLength;
        checkMemory("file");
        tell({ progress: { status: "opening", done, total } });
        await turn(signal);
      }
      engine.readUmls(new Uint8Array(), true);
    }
    return engine.finishUmls();
  } finally {
    engine.abandonUmls();
  }
}

async function isPacked(file: Blob): Promise<boolean> {
  return (await file.slice(0, PACKED.length).text()) === PACKED;
}
