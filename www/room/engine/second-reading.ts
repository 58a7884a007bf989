/** Reads the best passages of a search a second time, each together with the question, in a worker of its own. */
import type { Pairs } from "../../../pkg/chaperone.js";
import { ChaperoneError } from "./error.ts";
import type { FromPoolWorker, ScorerStart, ToPoolWorker } from "./pool-worker.ts";
import type { PoolWorker } from "./pool.ts";
import { cancelled } from "./turns.ts";

/** How long passages are read for one search, in milliseconds; a pair that is begun is read to its end. */
export const READING_MILLIS = 2000;
/** Pairs that are given to the worker at a time. */
const PAIRS_AT_ONCE = 2;

/** What is needed to start it: a worker, and the model that it is handed. */
type Starting = () => Promise<{ readonly worker: PoolWorker; readonly model: ScorerStart }>;

/** The reader: one worker, which is asked one thing at a time. */
export class SecondReading {
  readonly #starting: Starting;
  #worker: PoolWorker | undefined;
  #answer: { resolve: (answer: FromPoolWorker) => void; reject: (error: unknown) => void } | undefined;
  /** What is asked now; what comes next waits for it. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(starting: Starting) {
    this.#starting = starting;
  }

  /** Starts the worker where none runs; rejects with why it cannot be. */
  start(): Promise<void> {
    return this.#next(() => this.#begin());
  }

  /** Ends the worker, and what it is asked. */
  end(error = cancelled()): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#answer?.reject(error);
    this.#answer = undefined;
  }

  /**
   * Returns the scores of the first passages of `pairs`, as many as there was time for. Rejects with `cancelled` between two of them when `signal`
   * fires, and with what the model throws; a worker that ended is started again for the next search.
   */
  read({ question, passages }: Pairs, signal: AbortSignal): Promise<number[]> {
    return this.#next(async () => {
      await this.#begin();
      const scores: number[] = [];
      const end = performance.now() + READING_MILLIS;
      while (scores.length < passages.length && performance.now() < end) {
        if (signal.aborted) throw cancelled();
        const next = passages.slice(scores.length, scores.length + PAIRS_AT_ONCE);
        const answer = await this.#ask({ question, passages: next });
        if ("scores" in answer) scores.push(...answer.scores);
        else throw crashed();
      }
      return scores;
    });
  }

  #next<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(act);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async #begin(): Promise<void> {
    if (this.#worker !== undefined) return;
    const { worker, model } = await this.#starting();
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<FromPoolWorker>) => this.#answer?.resolve(data);
    worker.onerror = worker.onmessageerror = (event: Event) => {
      // Else it would be the engine's worker's error too, and end that one.
      event.preventDefault();
      if (worker === this.#worker) this.end(crashed());
    };
    await this.#ask({ scorer: model }, [model.weights.buffer]);
  }

  async #ask(message: ToPoolWorker, transfer: Transferable[] = []): Promise<FromPoolWorker> {
    const answer = await new Promise<FromPoolWorker>((resolve, reject) => {
      this.#answer = { resolve, reject };
      this.#worker?.postMessage(message, transfer);
    });
    if (!("error" in answer)) return answer;
    const error = new ChaperoneError(answer.error);
    this.end(error);
    throw error;
  }
}

function crashed(): ChaperoneError {
  return new ChaperoneError({
    code: "model",
    fault: "runtime",
    message:
      "The worker that reads passages a second time ended; the memory of this device may not suffice. It is started again with the next search.",
  });
}
