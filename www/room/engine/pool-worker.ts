/**
 * A worker of the engine's: one of the pool that embeds passages, a model by itself, one that reads passages a second time, one that reads a single file to see
 * whether it can be read, one that tests the device, or one that reads libraries of public texts. It has no records, and no port but its own.
 *
 * It is started by the engine's worker from a blob, so the room's policy holds for it too.
 */
import { Encoder, Engine, Scorer, initSync } from "../../../pkg/chaperone.js";
import type { Benchmark, BenchmarkStart } from "./benchmark.ts";
import { runBenchmark } from "./benchmark-run.ts";
import { toData, type ErrorData } from "./error.ts";
import { serveLibraries } from "./library-worker.ts";
import { giveBack } from "./moving.ts";

/** What the worker is told first. */
export interface PoolStart {
  readonly module: WebAssembly.Module;
  /** The model's entry of the manifest, as JSON. */
  readonly entry: string;
  readonly weights: Uint8Array<ArrayBuffer>;
  readonly tokenizer: Uint8Array<ArrayBuffer>;
}

/** What a worker is told first that reads passages together with a question. The model is that of this build. */
export interface ScorerStart {
  readonly module: WebAssembly.Module;
  readonly weights: Uint8Array<ArrayBuffer>;
  readonly tokenizer: Uint8Array<ArrayBuffer>;
}

/** A file that is tried. */
export interface Rehearsal {
  readonly module: WebAssembly.Module;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What the worker is asked, and what it answers: the vectors behind each other; how well each passage answers a question; of a rehearsal that it goes on, and that it is over; how far a test of the device is, and what it found. */
export type ToPoolWorker =
  | { readonly start: PoolStart }
  | { readonly texts: readonly string[] }
  | { readonly scorer: ScorerStart }
  | { readonly question: string; readonly passages: readonly string[] }
  | { readonly rehearsal: Rehearsal }
  | { readonly benchmark: BenchmarkStart }
  | { readonly shelves: { readonly module: WebAssembly.Module; readonly port: MessagePort } };
export type FromPoolWorker =
  | { readonly ready: true }
  | { readonly vectors: Float32Array<ArrayBuffer> }
  | { readonly scores: Float32Array<ArrayBuffer> }
  | { readonly error: ErrorData }
  | { readonly rehearsal: "goes-on" | "over" }
  | { readonly testing: { readonly done: number; readonly total: number } }
  | { readonly benchmark: Benchmark };

const say = (message: FromPoolWorker, transfer: Transferable[] = []): void => postMessage(message, { transfer });
let encoder: Encoder | undefined;
let scorer: Scorer | undefined;

onmessage = ({ data }: MessageEvent<ToPoolWorker>) => {
  try {
    if ("start" in data) {
      const { module, entry, weights, tokenizer } = data.start;
      initSync({ module });
      encoder = new Encoder(entry, weights, tokenizer);
      giveBack(weights);
      say({ ready: true });
    } else if ("scorer" in data) {
      const { module, weights, tokenizer } = data.scorer;
      initSync({ module });
      scorer = new Scorer(RERANKER, weights, tokenizer);
      giveBack(weights);
      say({ ready: true });
    } else if ("rehearsal" in data) {
      rehearse(data.rehearsal);
    } else if ("benchmark" in data) {
      initSync({ module: data.benchmark.module });
      say({ benchmark: runBenchmark(data.benchmark, (done, total) => say({ testing: { done, total } })) });
    } else if ("shelves" in data) {
      initSync({ module: data.shelves.module });
      serveLibraries(data.shelves.port);
    } else if ("question" in data) {
      if (scorer !== undefined)
        say({ scores: scorer.score(data.question, [...data.passages]) as Float32Array<ArrayBuffer> });
    } else if (encoder !== undefined) {
      const vectors = encoder.embed([...data.texts]) as Float32Array<ArrayBuffer>;
      say({ vectors }, [vectors.buffer]);
    }
  } catch (error) {
    // After a trap the memory cannot be trusted: the worker ends, and another one does its batch.
    if (error instanceof WebAssembly.RuntimeError) throw error;
    say({ error: toData(error) });
  }
};

/** Reads a file to its end. What is wrong with it is for the engine to say; here only a trap matters. */
function rehearse({ module, bytes }: Rehearsal): void {
  initSync({ module });
  const engine = new Engine();
  try {
    const id = engine.beginFile(bytes);
    while (!engine.stepFile(id).finished) say({ rehearsal: "goes-on" });
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error;
  }
  say({ rehearsal: "over" });
}
