/** Makes vectors of passages: in the pool, in the worker of a person's own model, or in the engine. One call after the other. */
import type { Engine } from "../../../pkg/chaperone.js";
import type { CallEvent } from "./calls.ts";
import { ChaperoneError, unkept } from "./error.ts";
import { checkMemory } from "./long-files.ts";
import type { Models } from "./models.ts";
import type { OwnEmbedder } from "./own-model.ts";
import { batches, embedAll, poolSize, type Waiting } from "./pool.ts";
import type { PoolStart } from "./pool-worker.ts";
import type { Store } from "./store.ts";
import { cancelled, turn } from "./turns.ts";

/** Passages embedded between two looks at the messages that have come in. */
const PASSAGES_PER_TURN = 4;
/** Passages embedded between two times that their vectors are kept: what a closed tab costs at most. */
const PASSAGES_PER_KEEPING = 64;
/** Passages for which a pool is worth starting. */
const PASSAGES_FOR_A_POOL = 32;

type Tell = (event: CallEvent) => void;
/** Is told how many passages have a vector, of how many. */
type Told = (done: number, total: number) => Promise<void>;

/** The embedding of an engine's passages. */
export class Embedding {
  readonly #engine: Engine;
  readonly #models: Models;
  readonly #store: Pick<Store, "keepVectors" | "joinVectors" | "open">;
  /** What is embedded now; another call for it waits. */
  #underway: Promise<void> = Promise.resolve();
  #halt = new AbortController();
  /** Fetches vectors that come with records, where such were added and these are not here yet. */
  #coming: ((tell: Tell, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>) | undefined;

  constructor(engine: Engine, models: Models, store: Pick<Store, "keepVectors" | "joinVectors" | "open">) {
    this.#engine = engine;
    this.#models = models;
    this.#store = store;
  }

  /** Has the vectors that `fetch` brings taken before any are made: of the model of this build, and of records that were added. */
  expect(fetch: (tell: Tell, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>): void {
    this.#coming = fetch;
  }

  /** Embeds what has no vector, keeps the vectors from time to time, and resolves to the number of passages. */
  async run(tell: Tell, signal: AbortSignal): Promise<number> {
    await this.#models.embedder(tell, signal);
    // One after the other: the next finds only what this one leaves.
    const ended = AbortSignal.any([signal, this.#halt.signal]);
    const passages = this.#underway.then(() => this.#all(tell, ended));
    this.#underway = passages.then(
      () => undefined,
      () => undefined,
    );
    return passages;
  }

  /** Ends what is being embedded, as another model comes, and resolves once it has ended. */
  async halt(): Promise<void> {
    this.#halt.abort();
    this.#halt = new AbortController();
    await this.#underway;
  }

  async #all(tell: Tell, signal: AbortSignal): Promise<number> {
    let kept = this.#engine.holdings().embedded;
    const told = async (done: number, total: number): Promise<void> => {
      checkMemory("vectors");
      tell({ progress: { status: "embedding", done, total } });
      if (signal.aborted || done >= total || done - kept >= PASSAGES_PER_KEEPING) {
        kept = done;
        await this.#store.keepVectors().catch((error: unknown) => tell({ unkept: unkept(error) }));
      }
    };
    const { own } = this.#models;
    if (own === undefined) await this.#adopt(tell, signal);
    if (own === undefined) await this.#inPool(told, signal);
    else await this.#byOwn(own, told, signal);
    // Without a pool all of it; after one what came meanwhile.
    for (let before = -1; ;) {
      const { done, total } = this.#engine.embedNext(this.#models.own === undefined ? PASSAGES_PER_TURN : 0);
      await told(done, total);
      if (done >= total) {
        await this.#store.joinVectors(this.#models.renewed).then(
          () => (this.#models.renewed &&= !this.#store.open),
          (error: unknown) => tell({ unkept: unkept(error) }),
        );
        return total;
      }
      if (done === before)
        throw new ChaperoneError({ code: "model", fault: "bug", message: "The embedder made no progress." });
      before = done;
      await turn(signal);
    }
  }

  /** Takes the vectors that are expected. Where they cannot be had the passages are embedded here. */
  async #adopt(tell: Tell, signal: AbortSignal): Promise<void> {
    if (this.#coming === undefined) return;
    try {
      this.#engine.adoptVectors(await this.#coming(tell, signal));
    } catch (error) {
      if (signal.aborted || error instanceof WebAssembly.RuntimeError) throw error;
    }
    this.#coming = undefined;
  }

  /** Embeds what has no vector in the pool, where there are cores and memory for one. A pool that fails leaves the rest undone. */
  async #inPool(told: Told, signal: AbortSignal): Promise<void> {
    const { deviceMemory } = navigator as { deviceMemory?: number };
    const workers = (weights: number): number => poolSize(navigator.hardwareConcurrency, deviceMemory, weights);
    const waiting = this.#waiting();
    if (workers(0) === 0 || !this.#models.pools || waiting.length < PASSAGES_FOR_A_POOL) return;
    let keeping = Promise.resolve();
    const take = (of: string[], vectors: Float32Array): void => {
      const { done, total } = this.#engine.takeVectors(of, vectors);
      keeping = keeping.then(() => told(done, total));
    };
    try {
      const start = await this.#models.starting("pool", () => {}, signal);
      let first = this.#models.poolStart();
      const count = workers(first?.weights.byteLength ?? 0);
      const model = (): PoolStart | undefined => {
        const given = first ?? this.#models.poolStart();
        first = undefined;
        return given;
      };
      if (count > 0) await embedAll(waiting, { count, start, model }, take, signal);
    } catch (error) {
      if (signal.aborted || error instanceof WebAssembly.RuntimeError) throw error;
    } finally {
      await keeping;
    }
  }

  /** Embeds what has no vector by the person's own model in its worker, a batch at a time, so that a question need not wait for long. */
  async #byOwn(runner: OwnEmbedder, told: Told, signal: AbortSignal): Promise<void> {
    for (let before = Infinity; ;) {
      const waiting = this.#waiting();
      if (waiting.length === 0 || waiting.length >= before) return;
      before = waiting.length;
      for (const batch of batches(waiting)) {
        if (signal.aborted || this.#models.own !== runner) throw cancelled();
        let vectors: Float32Array;
        try {
          vectors = await runner.embed(batch.map(({ text }) => text));
        } catch (error) {
          this.#models.lost(runner, error);
          throw cancelled();
        }
        const of = batch.map(({ reference }) => reference);
        const { done, total } = this.#engine.takeVectors(of, vectors);
        await told(done, total);
      }
    }
  }

  #waiting(): Waiting[] {
    const { references, texts } = this.#engine.textsToEmbed();
    return references.map((reference, at) => ({ reference, text: texts[at] ?? "" }));
  }
}
