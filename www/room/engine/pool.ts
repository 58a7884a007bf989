/** Embeds many passages in several workers at once, while the engine's own worker goes on answering. */
import { ChaperoneError } from "./error.ts";
import type { FromPoolWorker, PoolStart, ToPoolWorker } from "./pool-worker.ts";
import { cancelled } from "./turns.ts";

/** A passage without a vector. */
export interface Waiting {
  readonly reference: string;
  readonly text: string;
}

/** What the pool needs of a worker. */
export type PoolWorker = Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror" | "onmessageerror">;

/** Characters of a batch: some 256 tokens, which is what the kernels take at once. */
const BATCH_CHARACTERS = 1200;
/** Bytes that a worker is reckoned to take beside its weights: the engine, the tokenizer, and what a batch needs. */
const WORKER_BYTES = 64 * 2 ** 20;
/** How many times their file the weights of a worker take, with what is in memory while they are handed over. */
const WEIGHTS_SHARE = 1.25;
/** The share of the device's memory that the pool may take. */
const MEMORY_SHARE = 1 / 8;
/** What a device that does not say is taken to have, in GiB. */
const USUAL_MEMORY_GIB = 4;
/** The most workers, however many cores there are. */
const MOST_WORKERS = 8;
/** Times that a batch is given out before it is held to be what ends the workers. */
const MOST_TRIES = 3;

/** Returns how many workers with weights of so many bytes to start: one core is left to the interface. 0 where the engine had better do it itself. */
export function poolSize(cores: number | undefined, memoryGib: number | undefined, weights: number): number {
  const each = WORKER_BYTES + WEIGHTS_SHARE * weights;
  const bySize = Math.floor(((memoryGib ?? USUAL_MEMORY_GIB) * 2 ** 30 * MEMORY_SHARE) / each);
  return Math.max(0, Math.min((cores ?? 1) - 1, bySize, MOST_WORKERS));
}

interface Batch {
  readonly passages: readonly Waiting[];
  tries: number;
}

/** Returns `waiting` in batches of about the same work, the longest texts first: no worker is left with a long one at the end. */
export function batches(waiting: readonly Waiting[]): Waiting[][] {
  const made: Waiting[][] = [];
  let characters = Infinity;
  const byLength = waiting.toSorted((a, b) => b.text.length - a.text.length);
  for (const passage of byLength) {
    if (characters + passage.text.length > BATCH_CHARACTERS) {
      made.push([]);
      characters = 0;
    }
    made.at(-1)?.push(passage);
    characters += passage.text.length;
  }
  return made;
}

/**
 * Embeds `waiting` in `count` workers that `start` makes, each with weights of its own that `model` gives and that are handed over;
 * `take` hears of each batch's references and vectors. Resolves when all are done. An idle worker takes the next batch, whoever's it
 * might have been; a batch whose worker ended is done again by another.
 * Rejects with `cancelled` as soon as `signal` fires, and with what the model throws. No worker is left in the end.
 */
export async function embedAll(
  waiting: readonly Waiting[],
  { count, start, model }: { count: number; start: () => PoolWorker; model: () => PoolStart | undefined },
  take: (references: string[], vectors: Float32Array) => void,
  signal: AbortSignal,
): Promise<void> {
  const queue: Batch[] = batches(waiting).map((passages) => ({ passages, tries: 0 }));
  let left = queue.length;
  if (left === 0) return;
  const workers = new Set<PoolWorker>();
  let [resolve, reject]: [() => void, (error: unknown) => void] = [() => {}, () => {}];
  const done = new Promise<void>((...both) => ([resolve, reject] = both));
  // It may be rejected while workers are still being started.
  done.catch(() => undefined);
  const stop = (): void => reject(cancelled());
  const employ = (): void => {
    const begin = model();
    // Another model has come.
    if (begin === undefined) return reject(cancelled());
    const worker = start();
    workers.add(worker);
    let batch: Batch | undefined;
    const next = (): void => {
      batch = queue.shift();
      if (batch === undefined) return retire(worker);
      batch.tries += 1;
      const texts = batch.passages.map(({ text }) => text);
      worker.postMessage({ texts } satisfies ToPoolWorker);
    };
    worker.onmessage = ({ data }: MessageEvent<FromPoolWorker>) => {
      try {
        if (!workers.has(worker)) return;
        if ("error" in data) return reject(new ChaperoneError(data.error));
        if ("vectors" in data && batch !== undefined) {
          take(
            batch.passages.map(({ reference }) => reference),
            data.vectors,
          );
          batch = undefined;
          left -= 1;
          if (left === 0) return resolve();
        }
        next();
      } catch (error) {
        reject(error);
      }
    };
    worker.onerror = worker.onmessageerror = (event: Event) => {
      // Else it would be the engine's worker's error too, and end that one.
      event.preventDefault();
      if (!workers.has(worker)) return;
      retire(worker);
      // One that does not even start would be started for ever.
      if (batch === undefined || batch.tries >= MOST_TRIES) return reject(crashed());
      queue.unshift(batch);
      employ();
    };
    worker.postMessage({ start: begin } satisfies ToPoolWorker, [begin.weights.buffer]);
  };
  const retire = (worker: PoolWorker): void => {
    workers.delete(worker);
    worker.terminate();
  };
  try {
    if (signal.aborted) throw cancelled();
    signal.addEventListener("abort", stop);
    for (let number = 0; number < Math.min(count, queue.length); number += 1) employ();
    await done;
  } finally {
    signal.removeEventListener("abort", stop);
    for (const worker of [...workers]) retire(worker);
  }
}

function crashed(): ChaperoneError {
  return new ChaperoneError({
    code: "model",
    fault: "runtime",
    message: "The workers that embed passages ended again and again; the memory of this device may not suffice.",
  });
}
