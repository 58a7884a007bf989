/**
 * The worker that opens a model of the person's own, and runs it where the engine's kernels cannot: a module by itself, without records
 * and without any port but its own.
 *
 * It is started by the engine's worker from a blob, so the room's policy holds for it too. What fails in it fails alone.
 */
import { OwnModel, initSync } from "../../../pkg/onnx/onnx.js";
import type { OwnFacts } from "./calls.ts";
import { toData, type ErrorData } from "./error.ts";

/** What the worker is told first. */
interface OwnStart {
  readonly module: WebAssembly.Module;
  readonly model: Uint8Array<ArrayBuffer>;
  readonly tokenizer: Uint8Array<ArrayBuffer>;
  readonly pooling: "mean" | "cls";
  readonly prefix: string;
}

/** A model that is open: what a manifest would say of it, and its weights for the kernels where they know it. */
export interface OpenedModel {
  readonly entry: string;
  readonly facts: OwnFacts;
  readonly packed: Uint8Array<ArrayBuffer> | undefined;
}

/** What the worker is asked, and what it answers, in the same order. */
export type ToOwnWorker =
  { readonly open: OwnStart } | { readonly passages: readonly string[] } | { readonly question: string };
export type FromOwnWorker =
  { readonly opened: OpenedModel } | { readonly vectors: Float32Array<ArrayBuffer> } | { readonly error: ErrorData };

/** A passage as records have them, to see how long one takes. */
const PASSAGE =
  "Blood pressure 138/86 mm[Hg], heart rate 72 per minute, body weight 81 kg. The patient reports pain in the left arm since last week and no history of heart disease.";

const say = (message: FromOwnWorker, transfer: Transferable[] = []): void => postMessage(message, { transfer });
let own: OwnModel | undefined;

function open({ module, model, tokenizer, pooling, prefix }: OwnStart): OpenedModel {
  initSync({ module });
  const opened = new OwnModel(model, tokenizer, pooling, prefix, "fastest");
  const { entry, sha256, dimensions, mostTokens: tokens, statedTokens: stated, doubtful } = opened;
  const facts = { sha256, dimensions, tokens, stated, doubtful };
  const packed = opened.takePacked() as Uint8Array<ArrayBuffer> | undefined;
  if (packed !== undefined) {
    opened.free();
    return { entry, facts: { ...facts, runs: "kernels", millis: undefined }, packed };
  }
  own = opened;
  own.embed([PASSAGE]);
  const before = performance.now();
  own.embed([PASSAGE]);
  const millis = performance.now() - before;
  return { entry, facts: { ...facts, runs: "tract", millis }, packed };
}

onmessage = ({ data }: MessageEvent<ToOwnWorker>) => {
  try {
    if ("open" in data) {
      const opened = open(data.open);
      say({ opened }, opened.packed === undefined ? [] : [opened.packed.buffer]);
    } else if (own !== undefined) {
      const made = "passages" in data ? own.embed([...data.passages]) : own.embedQuestion(data.question);
      const vectors = made as Float32Array<ArrayBuffer>;
      say({ vectors }, [vectors.buffer]);
    }
  } catch (error) {
    // After a trap the memory cannot be trusted: the worker ends.
    if (error instanceof WebAssembly.RuntimeError) throw error;
    say({ error: toData(error) });
  }
};
