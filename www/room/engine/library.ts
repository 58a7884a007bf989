/** The page's side of the worker that reads libraries: it brings that worker the ranges that it wants, by the shell. */
import type { LibraryCounts, LibraryFound, LibraryRange } from "../../../pkg/chaperone.js";
import type { EngineClient } from "./client.ts";
import { ChaperoneError } from "./error.ts";
import type { FromLibrary, LibraryCall, LibraryCalls, LibraryName, ToLibrary } from "./library-worker.ts";

/** Ranges that are asked for at one time. */
const AT_ONCE = 4;
/** Times that a step may want more: each brings something new. */
const MOST_ROUNDS = 64;

interface Waiting {
  readonly resolve: (gives: never) => void;
  readonly reject: (error: unknown) => void;
  readonly read: (bytes: number) => void;
}

/** What was brought of a pack, and how. */
export interface Traffic {
  ranges: number;
  bytes: number;
}

/** The libraries that are open: one of the person's files, and one that is hosted. */
export class Libraries {
  /** What was read of the pack since it was opened. */
  readonly traffic: Traffic = { ranges: 0, bytes: 0 };
  readonly #engine: Pick<EngineClient, "call">;
  readonly #waiting = new Map<number, Waiting>();
  #port: MessagePort | undefined;
  #next = 0;
  #turn: Promise<unknown> = Promise.resolve();
  /** Hears that the worker ended, and with it what was open. */
  onEnded: ((error: unknown) => void) | undefined;

  constructor(engine: Pick<EngineClient, "call">) {
    this.#engine = engine;
  }

  /** Reads `files` beside those that were read before; `read` is told how many bytes were. */
  files(files: readonly Blob[], read: (bytes: number) => void): Promise<LibraryCalls["files"]["gives"]> {
    return this.#ask("files", files, read);
  }

  /** Has the person say which pack, and opens it; resolves to its path and what it holds. */
  async open(signal: AbortSignal): Promise<{ readonly path: string; readonly counts: LibraryCounts }> {
    const { path } = await this.#engine.call("library", {}, { signal });
    Object.assign(this.traffic, { ranges: 0, bytes: 0 });
    const counts = await this.#inTurn(async () => {
      await this.#ask("begin", null);
      return this.#drive(() => this.#ask("open", null), signal);
    });
    return { path, counts };
  }

  /** Searches one of the libraries for the `best` passages. Without the day that is `today`, what the question says of years and authors narrows nothing. */
  search(
    of: LibraryName,
    question: string,
    best: number,
    today: string | undefined,
    signal: AbortSignal,
  ): Promise<LibraryFound> {
    return this.#inTurn(() => this.#drive(() => this.#ask("search", { of, question, best, today }), signal));
  }

  /** One thing after the other: two searches would want the same ranges, each of which is read once. */
  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(act);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  /** Takes `step` again until it is done, and brings what it wants in between. */
  async #drive<T>(step: () => Promise<{ done: T } | { want: LibraryRange[] }>, signal: AbortSignal): Promise<T> {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const outcome = await step();
      if ("done" in outcome) return outcome.done;
      for (let at = 0; at < outcome.want.length; at += AT_ONCE) {
        const some = outcome.want.slice(at, at + AT_ONCE);
        // All of them come to an end: what came is of use also where one did not.
        const ended = await Promise.allSettled(some.map((range) => this.#bring(range, signal)));
        for (const one of ended) if (one.status === "rejected") throw one.reason;
      }
    }
    throw new ChaperoneError({
      code: "malformed",
      fault: "runtime",
      message: "The library asks for more and more: it is not as it should be.",
    });
  }

  async #bring(range: LibraryRange, signal: AbortSignal): Promise<void> {
    const answer = await this.#engine.call("range", { start: range.start, length: range.bytes }, { signal });
    this.traffic.ranges += 1;
    this.traffic.bytes += answer.bytes.byteLength;
    await this.#ask("supply", { range, answer });
  }

  #ask<Name extends LibraryCall>(
    call: Name,
    takes: LibraryCalls[Name]["takes"],
    read: (bytes: number) => void = () => {},
  ): Promise<LibraryCalls[Name]["gives"]> {
    return new Promise((resolve, reject) => {
      const id = (this.#next += 1);
      this.#waiting.set(id, { resolve, reject, read });
      this.#started().postMessage({ id, call, takes } as ToLibrary);
    });
  }

  /** The port to the worker, which is started where none runs. */
  #started(): MessagePort {
    if (this.#port !== undefined) return this.#port;
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }: MessageEvent<FromLibrary>) => this.#hear(data);
    this.#engine.call("shelves", { port: port2 }, { transfer: [port2] }).catch((error: unknown) => {
      port1.close();
      this.#port = undefined;
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
      this.onEnded?.(error);
    });
    return port1;
  }

  #hear(message: FromLibrary): void {
    const waiting = this.#waiting.get(message.id);
    if (waiting === undefined) return;
    if ("read" in message) return waiting.read(message.read);
    this.#waiting.delete(message.id);
    if ("error" in message) waiting.reject(new ChaperoneError(message.error));
    else waiting.resolve(message.gives as never);
  }
}
