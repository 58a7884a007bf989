/** The test of a device: what it measures, and the worker that it runs in. Sample records and made-up identifiers only; no text of either is in what it finds. */
import { ChaperoneError } from "./error.ts";
import type { PoolWorker } from "./pool.ts";
import type { FromPoolWorker, ToPoolWorker } from "./pool-worker.ts";
import { cancelled } from "./turns.ts";

/** What became of one of the 18 identifiers (45 CFR 164.514(b)(2)(i)) in all forms. */
export interface IdentifierFound {
  /** Its letter in the rule. */
  readonly clause: string;
  /** What it is, in plain words. */
  readonly kind: string;
  /** In how many forms the recognizers saw it in a text. */
  readonly found: number;
  /** In how many forms, put into a question, nothing of it would have left. */
  readonly kept: number;
  /** Forms tried. */
  readonly of: number;
}

/** The same by form. */
export interface FormFound {
  readonly form: string;
  readonly found: number;
  readonly kept: number;
  /** Identifiers tried. */
  readonly of: number;
}

/** What the test found. */
export interface Benchmark {
  readonly format: "chaperone-benchmark";
  readonly version: 1;
  /** Milliseconds since 1970 at its end. */
  readonly atMillis: number;
  /** What the browser says of the device. */
  readonly device: { readonly cores: number; readonly memoryGib: number | null };
  /** SHA-256 of the engine that ran, in hexadecimal. */
  readonly engine: string;
  readonly identifiers: readonly IdentifierFound[];
  readonly forms: readonly FormFound[];
  /** Whether the model of names took part; else rules and word lists alone. */
  readonly byModel: boolean;
  /** Milliseconds for which 1,000 characters were looked through for identifiers. */
  readonly millisPerThousandCharacters: number;
  /** Milliseconds to embed a passage, and the model; null where none was in use. */
  readonly embedding: { readonly model: string; readonly millisPerPassage: number } | null;
  /** Sample questions whose answer stood among the first passages found. */
  readonly retrieval: {
    readonly hits: number;
    readonly of: number;
    /** How many of the first passages were looked at. */
    readonly top: number;
    readonly by: "words" | "words-and-meaning";
    readonly millisPerQuestion: number;
  };
  /** Memory of the engine of the test, in MB (10^6 bytes). */
  readonly memoryMb: number;
}

/** What the test of a device is started with. */
export interface BenchmarkStart {
  readonly module: WebAssembly.Module;
  readonly engine: string;
  readonly lexicon: Uint8Array<ArrayBuffer>;
  readonly samples: readonly Uint8Array<ArrayBuffer>[];
  /** The embedder in use, if it runs on the engine's kernels. */
  readonly model:
    | {
        readonly entry: string;
        readonly weights: Uint8Array<ArrayBuffer>;
        readonly tokenizer: Uint8Array<ArrayBuffer>;
      }
    | undefined;
  /** The model of names, where it is loaded. */
  readonly tagger:
    | {
        readonly entry: string;
        readonly weights: Uint8Array<ArrayBuffer>;
        readonly tokenizer: Uint8Array<ArrayBuffer>;
        readonly head: Uint8Array<ArrayBuffer>;
      }
    | undefined;
}

/** Runs the test in the worker that `start` makes, which is gone at its end; rejects with `cancelled` as soon as `signal` fires. */
export async function benchmark(
  begin: BenchmarkStart,
  start: () => PoolWorker,
  tell: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<Benchmark> {
  if (signal.aborted) throw cancelled();
  const worker = start();
  let stop: (() => void) | undefined;
  try {
    return await new Promise<Benchmark>((resolve, reject) => {
      stop = () => reject(cancelled());
      signal.addEventListener("abort", stop);
      worker.onmessage = ({ data }: MessageEvent<FromPoolWorker>) => {
        if ("testing" in data) tell(data.testing.done, data.testing.total);
        else if ("benchmark" in data) resolve(data.benchmark);
        else if ("error" in data) reject(new ChaperoneError(data.error));
      };
      worker.onerror = worker.onmessageerror = (event: Event) => {
        // Else it would be the engine's worker's error too, and end that one.
        event.preventDefault();
        reject(new ChaperoneError(ENDED));
      };
      worker.postMessage({ benchmark: begin } satisfies ToPoolWorker, handedOver(begin));
    });
  } finally {
    if (stop !== undefined) signal.removeEventListener("abort", stop);
    worker.terminate();
  }
}

/** What the worker gets for itself: it was fetched or copied for the test. */
function handedOver({ samples, lexicon, model, tagger }: BenchmarkStart): Transferable[] {
  const weights = [model?.weights, tagger?.weights].filter((each) => each !== undefined);
  return [lexicon, ...samples, ...weights].map(({ buffer }) => buffer);
}

const ENDED = {
  code: "internal",
  fault: "runtime",
  message:
    "The test ended before its end; the memory of this device may not suffice for it. Your records are as they were.",
} as const;
