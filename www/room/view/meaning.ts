/** Search by meaning: fetching the model and embedding the passages, beside everything else. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { EngineClient } from "../engine/client.ts";
import type { CallEvent } from "../engine/calls.ts";
import { ChaperoneError } from "../engine/error.ts";
import { Pace } from "./pace.ts";
import type { FetchedFile } from "./step.ts";
import { isCancelled, told } from "./told.ts";

/** How far it is. */
export type Meaning =
  | { readonly is: "idle" }
  | {
      readonly is: "fetching";
      readonly file: FetchedFile;
      /** Bytes. */
      readonly done: number;
      readonly total: number;
      readonly left: string | undefined;
    }
  | {
      readonly is: "embedding";
      /** Passages. */
      readonly done: number;
      readonly total: number;
      readonly perSecond: number | undefined;
      readonly left: string | undefined;
    }
  | { readonly is: "paused"; readonly done: number; readonly total: number }
  | { readonly is: "ready"; readonly passages: number }
  | { readonly is: "unavailable"; readonly reason: string };

/** Runs the engine's embedding, one run at a time, until it is done, paused or interrupted. */
export class MeaningController implements ReactiveController {
  /** What there is to show. */
  state: Meaning = { is: "idle" };
  readonly #host: ReactiveControllerHost;
  readonly #engine: () => EngineClient;
  readonly #done: () => void;
  readonly #unkept: (reason: string) => void;
  readonly #pace = new Pace();
  #run: { readonly controller: AbortController; readonly ended: Promise<void> } | undefined;
  #paused = false;

  /** `done` is called when every passage has its vector; `unkept` hears why vectors could not be kept. */
  constructor(
    host: ReactiveControllerHost,
    engine: () => EngineClient,
    done: () => void,
    unkept: (reason: string) => void,
  ) {
    this.#host = host;
    this.#engine = engine;
    this.#done = done;
    this.#unkept = unkept;
    host.addController(this);
  }

  hostConnected(): void {}

  /** Begins or goes on, unless the person paused it. */
  start(): void {
    if (this.#paused || this.#run !== undefined) return;
    const controller = new AbortController();
    this.#run = { controller, ended: this.#embed(controller.signal) };
  }

  /** Stops for a while, for instance to read a file, and resolves once the engine is free. */
  async interrupt(): Promise<void> {
    const run = this.#run;
    run?.controller.abort();
    await run?.ended;
  }

  /** Stops until {@link resume}. */
  pause(): void {
    this.#paused = true;
    void this.interrupt();
    this.#show(this.#standstill());
  }

  /** Goes on after a pause, or tries again after a failure. */
  async resume(): Promise<void> {
    this.#paused = false;
    if (this.#run?.controller.signal.aborted === true) await this.#run.ended;
    this.start();
  }

  /** Forgets what was done: the records are gone. */
  async clear(): Promise<void> {
    await this.interrupt();
    this.#paused = false;
    this.#show({ is: "idle" });
  }

  async #embed(signal: AbortSignal): Promise<void> {
    this.#pace.restart();
    const { state } = this;
    if (state.is === "paused") this.#show({ ...state, is: "embedding", perSecond: undefined, left: undefined });
    else if (state.is === "unavailable" || state.is === "ready") this.#show({ is: "idle" });
    try {
      const { passages } = await this.#engine().call("embed", {}, { signal, onEvent: this.#hear });
      this.#show({ is: "ready", passages });
      this.#done();
    } catch (error) {
      if (!isCancelled(error)) this.#show({ is: "unavailable", reason: told(error) });
    } finally {
      this.#run = undefined;
    }
  }

  readonly #hear = (event: CallEvent): void => {
    if ("unkept" in event) return this.#unkept(told(new ChaperoneError(event.unkept)));
    // What is still told of a run that was interrupted changes nothing.
    if (!("progress" in event) || this.#run?.controller.signal.aborted === true) return;
    const step = event.progress;
    if (step.status !== "embedding" && step.status !== "fetching") return;
    if (this.state.is !== step.status || (step.status === "fetching" && this.#file !== step.file)) this.#pace.restart();
    const now = performance.now();
    this.#pace.note({ atMillis: now, done: step.done }, step.total);
    const { done, total } = step;
    const left = this.#pace.left(now);
    if (step.status === "fetching") this.#show({ is: "fetching", file: step.file, done, total, left });
    else this.#show({ is: "embedding", done, total, perSecond: this.#pace.rate, left });
  };

  get #file(): FetchedFile | undefined {
    return this.state.is === "fetching" ? this.state.file : undefined;
  }

  #standstill(): Meaning {
    const { state } = this;
    const { done, total } = state.is === "embedding" || state.is === "paused" ? state : { done: 0, total: 0 };
    return { is: "paused", done, total };
  }

  #show(state: Meaning): void {
    this.state = state;
    this.#host.requestUpdate();
  }
}
