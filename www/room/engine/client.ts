/** The interface's side of the engine's worker: promises for calls, and one end for all of them when the worker dies. */
import type { AssetProgress } from "../../shell/messages.ts";
import type { CallEvent, CallName, Calls, FromWorker, Notice, ToWorker } from "./calls.ts";
import type { KeptFile } from "./kept.ts";
import type { CryptRequest } from "./crypt.ts";
import { ChaperoneError, toData, type ErrorData } from "./error.ts";

/** Seals and opens for the engine; the frame has the key. */
interface Sealer {
  seal(plain: ArrayBuffer, associated: ArrayBuffer): Promise<ArrayBuffer>;
  open(sealed: ArrayBuffer, associated: ArrayBuffer): Promise<ArrayBuffer>;
}

/** What every long call takes. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: CallEvent) => void;
  readonly transfer?: Transferable[];
}

interface Pending {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
  readonly onEvent: ((event: CallEvent) => void) | undefined;
  readonly signal: AbortSignal | undefined;
}

/** The engine, as the room's interface knows it. */
export class EngineClient {
  /** Resolves once the engine is loaded and checked; rejects when it cannot be. */
  readonly ready: Promise<void>;
  /** Hears how far the engine's file has come, in bytes, until {@link ready}. */
  onStarting: ((progress: AssetProgress) => void) | undefined;
  /** Hears why the engine's file could not be had; it is fetched again when {@link again} says so. */
  onLacking: ((error: ChaperoneError) => void) | undefined;
  /** Hears what is to be told of a public file. */
  onNotice: ((notice: Notice) => void) | undefined;
  /** Hears why the person's own model is not used any more. */
  onEnded: ((error: ChaperoneError) => void) | undefined;
  /** Hears that another tab uses what is kept from now on. */
  onTaken: (() => void) | undefined;
  /** The kept file that was being read when the engine ended, if one was. */
  stoppedAt: KeptFile | undefined;
  readonly #worker: Worker;
  readonly #sealer: Sealer;
  readonly #pending = new Map<number, Pending>();
  #settle: { resolve: () => void; reject: (error: Error) => void } | undefined;
  #death: ChaperoneError | undefined;
  #ended = false;
  #next = 0;

  /** `worker` has its port to the shell already. */
  constructor(worker: Worker, sealer: Sealer) {
    this.#worker = worker;
    this.#sealer = sealer;
    this.ready = new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
    this.ready.catch(() => undefined);
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#hear(data);
    worker.onerror = worker.onmessageerror = () => {
      worker.terminate();
      this.#ended = true;
      this.#die(new ChaperoneError(toData(undefined)));
    };
  }

  /** Makes one call; rejects with {@link ChaperoneError}, or `AbortError` when `signal` ended it. */
  call<Name extends CallName>(
    call: Name,
    takes: Calls[Name]["takes"],
    options: CallOptions = {},
  ): Promise<Calls[Name]["gives"]> {
    const { signal, onEvent, transfer = [] } = options;
    return new Promise((resolve, reject) => {
      // The worker does both without an engine; where it has ended itself, nobody does.
      const without = call === "restart" || (call === "script" && !this.#ended);
      if (this.#death !== undefined && !without) return reject(this.#death);
      if (signal?.aborted === true) return reject(new DOMException("Cancelled.", "AbortError"));
      const id = (this.#next += 1);
      this.#pending.set(id, { resolve, reject, onEvent, signal });
      // The worker has the last word: what is done already is not said to be cancelled.
      signal?.addEventListener("abort", () => {
        if (this.#pending.has(id)) this.#worker.postMessage({ cancel: id } satisfies ToWorker);
      });
      this.#worker.postMessage({ id, call, takes }, transfer);
    });
  }

  /** Has the engine's file fetched again, after it could not be had. */
  again(): void {
    this.#worker.postMessage({ again: true } satisfies ToWorker);
  }

  #hear(message: FromWorker): void {
    if ("ready" in message) return this.#settle?.resolve();
    if ("starting" in message) return this.onStarting?.(message.starting);
    if ("lacking" in message) return this.onLacking?.(new ChaperoneError(message.lacking));
    if ("notice" in message) return this.onNotice?.(message.notice);
    if ("dead" in message) {
      this.stoppedAt = message.file;
      return this.#die(new ChaperoneError(message.dead));
    }
    if ("ended" in message) return this.onEnded?.(new ChaperoneError(message.ended));
    if ("taken" in message) return this.onTaken?.();
    if ("crypt" in message) return void this.#crypt(message);
    const pending = this.#pending.get(message.id);
    if (pending === undefined) return;
    if ("event" in message) {
      if ("notice" in message.event) this.onNotice?.(message.event.notice);
      return pending.onEvent?.(message.event);
    }
    this.#pending.delete(message.id);
    if ("error" in message) pending.reject(rebuilt(message.error, pending.signal));
    else pending.resolve(message.gives as never);
  }

  async #crypt(request: CryptRequest): Promise<void> {
    const done = await this.#done(request).catch(() => null);
    this.#worker.postMessage({ crypt: request.crypt, bytes: done } satisfies ToWorker, done === null ? [] : [done]);
  }

  async #done({ act, bytes, associated }: CryptRequest): Promise<ArrayBuffer> {
    return act === "digest" ? crypto.subtle.digest("SHA-256", bytes) : this.#sealer[act](bytes, associated);
  }

  #die(death: ChaperoneError): void {
    this.#death = death;
    this.#settle?.reject(death);
    for (const { reject } of this.#pending.values()) reject(death);
    this.#pending.clear();
  }
}

function rebuilt(error: ErrorData, signal: AbortSignal | undefined): Error {
  return signal?.aborted === true && error.code === "cancelled"
    ? new DOMException("Cancelled.", "AbortError")
    : new ChaperoneError(error);
}
