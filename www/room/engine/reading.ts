/** Files into the engine: read in turns, made findable, and kept where things are kept. */
import type { Engine } from "../../../pkg/chaperone.js";
import { bytesOf, headOf, partsOf } from "./blobs.ts";
import type { AddedFile, CallEvent, FromWorker } from "./calls.ts";
import { toData, unkept } from "./error.ts";
import { Packer } from "./gzip.ts";
import { LONG_BYTES, checkMemory, readLong } from "./long-files.ts";
import type { Models } from "./models.ts";
import { LOOKED_AT, mayBeTried, mayHoldPdf, rehearse } from "./rehearsal.ts";
import type { Store } from "./store.ts";
import { turn } from "./turns.ts";
import type { Added } from "./types.ts";

type Tell = (event: CallEvent) => void;
/** What came of a file, and its hash where it was not there before. */
export type Read = Added & { readonly sha256: string | undefined };

/** The reading of an engine's files. */
export class Reading {
  readonly #engine: Engine;
  readonly #module: WebAssembly.Module;
  readonly #models: Models;
  readonly #store: Store;
  readonly #say: (message: FromWorker) => void;
  /** Resolves once what changes the records is done. */
  #changed: Promise<void> = Promise.resolve();

  constructor(
    engine: Engine,
    module: WebAssembly.Module,
    models: Models,
    store: Store,
    say: (message: FromWorker) => void,
  ) {
    this.#engine = engine;
    this.#module = module;
    this.#models = models;
    this.#store = store;
    this.#say = say;
  }

  /** Reads a file in turns, so that messages are heard between them and it can be given up at any time. */
  async whole(bytes: Uint8Array, tell: Tell, signal: AbortSignal, label = ""): Promise<Read> {
    const id = this.#engine.beginFile(bytes, label);
    try {
      for (;;) {
        const { done, total, finished } = this.#engine.stepFile(id);
        tell({ progress: { status: "reading", done, total } });
        checkMemory("file");
        await turn(signal);
        if (finished) break;
      }
      return await this.alone(async () => {
        while (!this.#engine.joinStep(id)) await turn(signal);
        await turn(signal);
        // Nothing may come between: the next file that is added is the last one read.
        const added = this.#engine.finishFile(id);
        return { ...added, sha256: added.alreadyRead ? undefined : this.#engine.lastFile() };
      });
    } finally {
      this.#engine.abandonFile(id);
    }
  }

  /** Does what changes the records once nothing else does: a file is added in turns, and none of them may find other records than the one before. */
  async alone<Given>(change: () => Promise<Given> | Given): Promise<Given> {
    const before = this.#changed;
    const changed = before.then(change);
    this.#changed = changed.then(
      () => undefined,
      () => undefined,
    );
    return changed;
  }

  /** Reads a long file in turns. */
  parts(parts: AsyncIterable<Uint8Array<ArrayBuffer>>, total: number, tell: Tell, signal: AbortSignal): Promise<Read> {
    return readLong(parts, total, {
      engine: this.#engine,
      whole: (bytes) => this.whole(bytes, tell, signal),
      turn: () => turn(signal),
      tell: (done) => tell({ progress: { status: "reading", done, total } }),
    });
  }

  /** Reads a file that a person chose; one that may hold a PDF in a worker of its own first, whose end costs nothing. */
  async chosen(file: Blob, label: string, tell: Tell, signal: AbortSignal): Promise<AddedFile> {
    const isLong = file.size >= LONG_BYTES;
    if (isLong && !mayBeTried(await headOf(file, LOOKED_AT, signal), file.size))
      return this.#long(file, label, tell, signal);
    const bytes = await bytesOf(file, signal);
    if (await mayHoldPdf(bytes)) {
      const start = await this.#models.starting("pool", tell, signal);
      await rehearse({ module: this.#module, bytes }, start, signal);
    }
    return isLong ? this.#long(file, label, tell, signal) : this.file(label, bytes, tell, signal);
  }

  /** Reads the bytes of a file, and keeps them. */
  async file(label: string, bytes: Uint8Array<ArrayBuffer>, tell: Tell, signal: AbortSignal): Promise<AddedFile> {
    const { sha256, ...added } = await this.whole(bytes, tell, signal, label);
    try {
      if (sha256 === undefined) await this.#store.keepRest();
      else await this.#store.keepFile(label, bytes, sha256);
      return added;
    } catch (error) {
      return { ...added, unkept: unkept(error) };
    }
  }

  /** Reads a long file, and packs it as it goes by. */
  async #long(file: Blob, label: string, tell: Tell, signal: AbortSignal): Promise<AddedFile> {
    const packer = new Packer();
    const passing = async function* (): AsyncGenerator<Uint8Array<ArrayBuffer>> {
      for await (const part of partsOf(file, signal)) {
        await packer.write(part);
        yield part;
      }
    };
    const { sha256, ...added } = await this.parts(passing(), file.size, tell, signal);
    try {
      if (sha256 === undefined) await this.#store.keepRest();
      else await this.#store.keepPacked(label, await packer.finish(), file.size, sha256);
      return added;
    } catch (error) {
      return { ...added, unkept: unkept(error) };
    }
  }

  /** Makes what was read findable, in turns. */
  async findable(tell: Tell, signal: AbortSignal): Promise<void> {
    for (;;) {
      const { done, total } = this.#engine.indexStep();
      tell({ progress: { status: "indexing", done, total } });
      if (done >= total) break;
      await turn(signal);
    }
    // Not waited for: a search understands more once it is there.
    this.#mention().then(
      // What cannot be kept now is made anew at the next visit.
      () => this.#store.keepIndex().catch(() => undefined),
      (error: unknown) => this.#say({ dead: toData(error) }),
    );
  }

  /** Makes all that was read findable, in turns: whatever is asked then need not do the rest at once. Concepts are not waited for. */
  async settled(signal: AbortSignal): Promise<void> {
    for (let at = this.#engine.indexStep(); at.done < at.total; at = this.#engine.indexStep()) await turn(signal);
  }

  /** Looks for concepts in what was read, in turns. */
  async #mention(): Promise<void> {
    await this.#models.concepts();
    for (;;) {
      const { done, total } = this.#engine.mentionStep();
      if (done >= total) return;
      await turn();
    }
  }
}

/** Tells `hear` of the progress among what a call tells. */
export function hearing(hear: (part: { done: number; total: number }) => void): Tell {
  return (event) => {
    if ("progress" in event) hear(event.progress);
  };
}
