/**
 * The worker that runs a language model of the person's own on this device. It has no records, and no port but its own: what it is asked is what
 * the review cleared and the person approved.
 *
 * It is started by the engine's worker from a blob, so the room's policy holds for it too. What fails in it fails alone.
 */
import { ChaperoneError, toData, type ErrorData } from "../error.ts";
import { turn } from "../turns.ts";
import { readGguf, wrong, type Gguf } from "./gguf.ts";
import { MODEL_PATH, canRun, start, type Act } from "./runtime.ts";

/** What is known of a model that is loaded. */
export interface DeviceFacts {
  /** What requests call it. */
  readonly name: string;
  /** Bytes of its file. */
  readonly bytes: number;
  /** The most tokens of a question with its answer. */
  readonly contextTokens: number;
  /** Bytes that these take in memory beside the model. */
  readonly contextBytes: number;
}

/** What the worker is told, and what it says. `ask` has the number of a request and its exact body. */
export type ToDevice =
  | { readonly load: Blob; readonly name: string; readonly wasm: Uint8Array<ArrayBuffer> }
  | { readonly ask: number; readonly body: string }
  | { readonly cancel: number };
export type FromDevice =
  /** How many bytes of the file were read. */
  | { readonly read: number }
  | { readonly loaded: DeviceFacts }
  /** It cannot be loaded. */
  | { readonly failed: ErrorData }
  /** What a model server would have streamed; empty where there is nothing new but that it goes on. */
  | { readonly id: number; readonly text: string }
  /** What its server would have refused the request with, where that is for its length; else empty. */
  | { readonly id: number; readonly refused: string }
  | { readonly id: number; readonly over: true };

/** The most tokens of a question with its answer: a request has some three thousand. */
const MOST_TOKENS = 8192;
/** Fewer hold no question with its passages. */
const FEWEST_TOKENS = 2048;
/** All that the module may take. */
const MOST_BYTES = 4 * 2 ** 30;
/** What it takes beside the model and the tokens: its own code and what it reckons with. */
const BESIDE_BYTES = 320 * 2 ** 20;
/** Tokens of a question that are read at a time: between them cancelling is heard. */
const BATCH_TOKENS = 128;
/** llama.cpp's level of its log: errors. */
const LOG_ERRORS = 4;

const say = (message: FromDevice): void => postMessage(message);
const cancelled = new Set<number>();
let act: Act | undefined;
/** Requests are answered one after the other. */
let before: Promise<void> = Promise.resolve();

onmessage = ({ data }: MessageEvent<ToDevice>) => {
  if ("load" in data) load(data.load, data.name, data.wasm).catch(fail);
  else if ("ask" in data) before = before.then(() => answer(data.ask, data.body)).catch(stop);
  else cancelled.add(data.cancel);
};

/** What is wrong with a file is said; anything else ends the worker. */
function fail(error: unknown): void {
  if (error instanceof ChaperoneError) say({ failed: toData(error) });
  else stop(error);
}

function stop(error: unknown): void {
  // Out of the promise: whoever started the worker hears of it.
  setTimeout(() => {
    throw error;
  });
}

async function load(file: Blob, fileName: string, wasm: Uint8Array<ArrayBuffer>): Promise<void> {
  if (!canRun()) throw wrong("unsupported", OLD_BROWSER);
  const gguf = await readGguf(file);
  if (!gguf.hasTemplate) throw wrong("unsupported", NO_TEMPLATE);
  const contextTokens = tokensOf(gguf, file.size);
  let isUnknown = false;
  const begun = await start(
    wasm,
    file,
    (read) => say({ read }),
    (line) => (isUnknown ||= line.includes("unknown model architecture")),
  );
  const loaded = await begun("load", {
    _name: "load_req",
    model_paths: [MODEL_PATH],
    n_ctx_auto: false,
    use_mmap: false,
    use_mlock: false,
    n_gpu_layers: 0,
    n_ctx: contextTokens,
    n_threads: 1,
    n_batch: BATCH_TOKENS,
    n_ubatch: BATCH_TOKENS,
    n_parallel: 1,
    jinja: true,
    reasoning: false,
    warmup: false,
    log_level: LOG_ERRORS,
  });
  if (loaded?.["success"] !== true) throw wrong("unsupported", isUnknown ? UNKNOWN_KIND : NOT_LOADED);
  act = begun;
  const contextBytes = contextTokens * gguf.bytesPerToken;
  say({ loaded: { name: nameOf(gguf, fileName), bytes: file.size, contextTokens, contextBytes } });
}

/** How many tokens there is memory for beside a model of so many bytes. */
function tokensOf({ contextTokens, bytesPerToken }: Gguf, bytes: number): number {
  const room = MOST_BYTES - BESIDE_BYTES - bytes;
  const most = Math.min(MOST_TOKENS, contextTokens || MOST_TOKENS);
  const tokens = bytesPerToken === 0 ? most : Math.min(most, Math.floor(room / bytesPerToken));
  if (room <= 0 || tokens < Math.min(FEWEST_TOKENS, most)) throw tooLarge(bytes);
  return tokens;
}

/** What requests call the model: as names of models are written, without signs that none has. */
function nameOf({ name }: Gguf, fileName: string): string {
  const written = (text: string): string => text.replaceAll(/[^A-Za-z0-9._:/+-]+/g, "-").replaceAll(/^-+|-+$/g, "");
  const own = written(name) || written(fileName.replace(/\.gguf$/i, ""));
  return own.slice(0, 100) || "model";
}

async function answer(id: number, body: string): Promise<void> {
  if (act === undefined || cancelled.delete(id)) return;
  // `return_progress` has it say how far it has read: a sign of life, and no part of the request.
  const data = JSON.stringify({ ...(JSON.parse(body) as object), return_progress: true });
  const begun = await act("completion", { _name: "cmpl_req", is_chat: true, data_json: data, files: [] });
  if (begun === undefined) return say({ id, refused: "" });
  const request = begun["req_id"] as number;
  for (;;) {
    await turn();
    if (cancelled.delete(id)) {
      await act("cancel", { _name: "cncl_req", req_id: request });
      return;
    }
    const step = await act("get_result", { _name: "gres_req", req_id: request });
    if (step === undefined) return say({ id, refused: "" });
    const json = step["data_json"] as string;
    if (step["is_error"] === true) return say({ id, refused: refusalOf(json) });
    if (json !== "" && json !== "null") say({ id, text: eventsOf(json) });
    if (step["has_more"] !== true) break;
  }
  say({ id, text: "data: [DONE]\n\n" });
  say({ id, over: true });
}

/** Returns what llama.cpp gave as the events that its server would have streamed. */
function eventsOf(json: string): string {
  const given = JSON.parse(json) as unknown;
  const each = Array.isArray(given) ? (given as unknown[]) : [given];
  return each
    .filter((event) => (event as { choices?: unknown }).choices !== undefined && !isProgress(event))
    .map((event) => `data: ${JSON.stringify(event)}\n\n`)
    .join("");
}

/** Returns a refusal as the server has it; nothing else of it may be shown than its numbers. */
function refusalOf(json: string): string {
  return json.includes("exceed_context_size") ? `{"error":${json}}` : "";
}

function isProgress(event: unknown): boolean {
  return "prompt_progress" in (event as object);
}

function tooLarge(bytes: number): ChaperoneError {
  const gibibytes = (bytes / 2 ** 30).toLocaleString("en", { maximumFractionDigits: 1 });
  return wrong(
    "too-large",
    `The model has ${gibibytes} GiB; a browser gives it and what it reckons with at most 4 GiB. Choose a smaller one.`,
  );
}

const OLD_BROWSER =
  "This browser cannot run a language model: it needs 64-bit memory and promise integration for WebAssembly, which Chromium has from version 137 on.";
const NO_TEMPLATE =
  "This model does not say how it is spoken with: it has no chat template. Choose one that was made for conversation; their names often say “instruct” or “chat”.";
const UNKNOWN_KIND = "This model is of a kind that cannot be run here. Choose another one.";
const NOT_LOADED =
  "This model could not be loaded: the file is damaged, of a form that cannot be run here, or the memory of this device does not suffice.";
