/** A model of the person's own: its files read, opened in a worker of its own, and that worker where the model stays in it. */
import type { OwnFacts, OwnFiles } from "./calls.ts";
import { ChaperoneError } from "./error.ts";
import type { FromOwnWorker, OpenedModel, ToOwnWorker } from "./own-worker.ts";
import { cancelled } from "./turns.ts";

/** The most bytes of the two files: `model::own` reads no more. */
export const MAX_MODEL_BYTES = 512 * 2 ** 20;
export const MAX_TOKENIZER_BYTES = 32 * 2 ** 20;

/** What is needed of a worker. */
type OwnWorker = Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror" | "onmessageerror">;

/** A model that is open. */
export interface Opened {
  /** What a manifest would say of it, as JSON. */
  readonly entry: string;
  readonly facts: OwnFacts;
  readonly tokenizer: Uint8Array<ArrayBuffer>;
  /** The weights for the engine's kernels, or what runs the model elsewhere. */
  readonly runs: Uint8Array<ArrayBuffer> | OwnEmbedder;
}

interface Waiting {
  readonly resolve: (answer: FromOwnWorker) => void;
  readonly reject: (error: unknown) => void;
}

/** An embedder in a worker of its own. Whatever it is asked is answered in order; once it has ended, everything rejects. */
export class OwnEmbedder {
  readonly #worker: OwnWorker;
  readonly #waiting: Waiting[] = [];
  #end: ChaperoneError | undefined;

  /** `worker` has been started and knows nothing yet. */
  constructor(worker: OwnWorker) {
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<FromOwnWorker>) => this.#waiting.shift()?.resolve(data);
    worker.onerror = worker.onmessageerror = (event: Event) => {
      // Else it would be the engine's worker's error too, and end that one.
      event.preventDefault();
      this.end(crashed());
    };
  }

  /** Returns the vectors of `passages` behind each other. */
  embed(passages: readonly string[]): Promise<Float32Array<ArrayBuffer>> {
    return this.#vectors({ passages });
  }

  /** Returns the vector of `question`. */
  question(question: string): Promise<Float32Array<ArrayBuffer>> {
    return this.#vectors({ question });
  }

  /** Ends the worker; what is still waited for rejects with `error`. */
  end(error: ChaperoneError = cancelled()): void {
    if (this.#end !== undefined) return;
    this.#end = error;
    this.#worker.terminate();
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }

  /** Returns the answer to `message`. */
  async ask(message: ToOwnWorker, transfer: Transferable[] = []): Promise<Exclude<FromOwnWorker, { error: unknown }>> {
    const answer = await new Promise<FromOwnWorker>((resolve, reject) => {
      if (this.#end !== undefined) return reject(this.#end);
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage(message, transfer);
    });
    if ("error" in answer) throw new ChaperoneError(answer.error);
    return answer;
  }

  async #vectors(message: ToOwnWorker): Promise<Float32Array<ArrayBuffer>> {
    const answer = await this.ask(message);
    if ("vectors" in answer) return answer.vectors;
    throw crashed();
  }
}

/**
 * Opens the model in `files` in a worker that `start` makes, with the compiled `module`. `read` gives the bytes of a file. Rejects with what is
 * wrong with the files, and with `cancelled` as soon as `signal` fires; no worker is left then.
 */
export async function openOwn(
  { model, tokenizer, pooling, prefix }: OwnFiles,
  start: () => OwnWorker,
  module: () => Promise<WebAssembly.Module>,
  read: (file: Blob) => Promise<Uint8Array<ArrayBuffer>>,
  signal: AbortSignal,
): Promise<Opened> {
  // A file of gigabytes is refused before any of it is read.
  if (model.size > MAX_MODEL_BYTES) throw tooLarge("model", model.size, MAX_MODEL_BYTES);
  if (tokenizer.size > MAX_TOKENIZER_BYTES) throw tooLarge("tokenizer", tokenizer.size, MAX_TOKENIZER_BYTES);
  const words = await read(tokenizer);
  const weights = await read(model);
  const compiled = await module();
  if (signal.aborted) throw cancelled();
  const embedder = new OwnEmbedder(start());
  const stop = (): void => embedder.end();
  signal.addEventListener("abort", stop);
  let stays = false;
  try {
    const request = { open: { module: compiled, model: weights, tokenizer: words, pooling, prefix } };
    const { entry, facts, packed } = openedIn(await embedder.ask(request, [weights.buffer]));
    stays = packed === undefined;
    return { entry, facts, tokenizer: words, runs: packed ?? embedder };
  } finally {
    signal.removeEventListener("abort", stop);
    if (!stays) embedder.end();
  }
}

function openedIn(answer: FromOwnWorker): OpenedModel {
  if ("opened" in answer) return answer.opened;
  throw crashed();
}

function tooLarge(what: "model" | "tokenizer", bytes: number, most: number): ChaperoneError {
  const mebibytes = (count: number): string => Math.round(count / 2 ** 20).toLocaleString("en");
  return new ChaperoneError({
    code: "too-large",
    fault: "user",
    message: `The ${what} file has ${mebibytes(bytes)} MiB; at most ${mebibytes(most)} MiB are read. Choose a smaller one, for instance with weights of eight bits.`,
  });
}

function crashed(): ChaperoneError {
  return new ChaperoneError({
    code: "model",
    fault: "user",
    message:
      "This model ended the worker that runs it: it is of a form that cannot be run here, or the memory of this device does not suffice. Choose a smaller one, or another export of it.",
  });
}
