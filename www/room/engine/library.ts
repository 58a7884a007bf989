/** The page's side of the worker that reads libraries: it brings that worker the ranges that it wants, by the shell. */
import type {
  LibraryAmong,
  LibraryConfigured,
  LibraryCounts,
  LibraryFound,
  LibraryHit,
  LibraryRange,
} from "../../../pkg/chaperone.js";
import type { CallOptions, EngineClient } from "./client.ts";
import { ChaperoneError } from "./error.ts";
import type { KeptLibrary } from "./kept-libraries.ts";
import type { Answer, Draft, SideBySide, ThinkBeside } from "./types.ts";
import type {
  About,
  FromLibrary,
  LibraryCall,
  LibraryCalls,
  LibraryName,
  ToldFile,
  ToLibrary,
} from "./library-worker.ts";

/** Ranges that are asked for at one time. */
const AT_ONCE = 4;
/** Bytes that are read of a file with a configuration: more than one may have. */
const CONFIGURATION_BYTES = 1 << 17;
/** Stands for the runs of a library that the person had taken out. */
const FORGOTTEN = -1;
/** Runs of parts that are kept of a library; with more they become one. */
const MOST_RUNS = 16;
/** Times that a step may want more: each brings something new. */
const MOST_ROUNDS = 64;

interface Waiting {
  readonly resolve: (gives: never) => void;
  readonly reject: (error: unknown) => void;
  readonly read: (bytes: number) => void;
}

/** A part of the person's own files that was wanted. */
interface Brought {
  readonly start?: number;
  readonly bytes?: Uint8Array<ArrayBuffer>;
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
  /** The path of the pack that is open, whether its server can be asked for more of it, and in how many runs it is kept. */
  #hosted: { readonly path: string; readonly served: boolean; runs: number } | undefined;
  /** Why what was read last could not be kept, where something is kept. */
  unkept: unknown;
  /** Hears that the worker ended, and with it what was open. */
  onEnded: ((error: unknown) => void) | undefined;

  constructor(engine: Pick<EngineClient, "call">) {
    this.#engine = engine;
  }

  /** Reads `files`, of which `about` says what they do not, beside those that were read before; `read` is told how many bytes were. */
  files(files: readonly Blob[], about: About, read: (bytes: number) => void): Promise<LibraryCalls["files"]["gives"]> {
    return this.#ask("files", { files, about }, read);
  }

  /** Reads `files` in place of all that were read before: what is not among them is searched no more. */
  anew(files: readonly ToldFile[], read: (bytes: number) => void): Promise<LibraryCalls["files"]["gives"]> {
    return this.#inTurn(() => this.#ask("anew", files, read));
  }

  /** Closes the pack that is open. What is kept of it stays. */
  close(): Promise<null> {
    return this.#inTurn(() => {
      this.#hosted = undefined;
      this.unkept = undefined;
      return this.#ask("close", null);
    });
  }

  /** Keeps what was read of the pack that is open, where things are kept only now. */
  keepRead(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#hosted?.served !== true) return;
      await this.#takeBack(this.#hosted.path);
      await this.#keep();
    });
  }

  /** Has the person say which pack, and opens it, with what is kept of it; resolves to its path and what it holds. */
  async open(signal: AbortSignal): Promise<{ readonly path: string; readonly counts: LibraryCounts }> {
    const { path } = await this.#engine.call("library", {}, { signal });
    this.#begin(path, true);
    return this.#inTurn(async () => {
      await this.#ask("begin", null);
      const counts = await this.#drive(() => this.#ask("open", null), signal);
      await this.#takeBack(path);
      await this.#keep();
      return { path, counts };
    });
  }

  /** Opens the pack at `path` from what is kept of it; its server is not asked. */
  openKept(path: string): Promise<{ readonly path: string; readonly counts: LibraryCounts }> {
    return this.#inTurn(async () => {
      const runs = await this.#engine.call("kept-library", { path });
      this.#begin(path, false, runs.length);
      await this.#ask("begin", null);
      await this.#ask("restore", runs);
      return { path, counts: await this.#drive(() => this.#ask("open", null), new AbortController().signal) };
    });
  }

  /** The packs of which something is kept; nothing where nothing is kept at all. */
  async kept(): Promise<readonly KeptLibrary[] | null> {
    return (await this.#engine.call("libraries", {})).kept;
  }

  /** Takes out what is kept of the pack at `path`; resolves to whether pieces of it are still stored, which nothing can open. */
  forget(path: string): Promise<boolean> {
    return this.#inTurn(async () => {
      const { traces } = await this.#engine.call("forget-library", { path });
      // What is open of it stays, and is kept no more until it is opened anew.
      if (this.#hosted?.path === path) this.#hosted = { ...this.#hosted, runs: FORGOTTEN };
      return traces;
    });
  }

  #begin(path: string, served: boolean, runs = 0): void {
    Object.assign(this.traffic, { ranges: 0, bytes: 0 });
    this.#hosted = { path, served, runs };
    this.unkept = undefined;
  }

  /** Takes what is kept of the pack that was opened at its server, where it is the same pack. */
  async #takeBack(path: string): Promise<void> {
    try {
      const kept = (await this.kept())?.find((library) => library.path === path);
      // Of another one, what is read now takes the place.
      if (kept === undefined || kept.fingerprint !== (await this.#ask("fingerprint", null))) return;
      await this.#ask("restore", await this.#engine.call("kept-library", { path }));
      if (this.#hosted !== undefined) this.#hosted.runs = kept.runs;
    } catch {
      // What cannot be read back is read anew, and kept in its place.
      if (this.#hosted !== undefined) this.#hosted.runs = MOST_RUNS;
    }
  }

  /** Keeps what was read since the last time, where things are kept. */
  async #keep(): Promise<void> {
    const hosted = this.#hosted;
    this.unkept = undefined;
    if (hosted === undefined || hosted.runs === FORGOTTEN) return;
    try {
      if ((await this.kept()) === null) return;
      const alone = hosted.runs >= MOST_RUNS;
      const run = await this.#ask("toKeep", "new");
      if (run === undefined) return;
      const all = alone ? ((await this.#ask("toKeep", "all")) ?? run) : run;
      const { path } = hosted;
      const fingerprint = await this.#ask("fingerprint", null);
      await this.#engine.call("keep-library", { path, fingerprint, run: all, alone }, { transfer: [all.buffer] });
      await this.#ask("kept", null);
      hosted.runs = alone ? 1 : hosted.runs + 1;
    } catch (error) {
      this.unkept = error;
    }
  }

  /** Has searches go by the configuration in `file`, or by the usual one without it, and the person's files be made by it. A wrong one changes nothing. */
  configure(file: Blob | undefined): Promise<LibraryConfigured> {
    return this.#inTurn(async () => {
      const part = await file?.slice(0, CONFIGURATION_BYTES).arrayBuffer();
      return this.#ask("configure", part && new Uint8Array(part));
    });
  }

  /** Searches one of the libraries; `today` is the person's day, from which some words of the question count. */
  search(of: LibraryName, question: string, today: string, signal: AbortSignal): Promise<LibraryFound> {
    return this.#inTurn(async () => {
      const found = await this.#drive(() => this.#ask("search", { of, question, today }), signal);
      if (of === "hosted") await this.#keep();
      return found;
    });
  }

  /** What a server of public passages answered, `reply`, among what the person's files have on the question. */
  among(reply: Uint8Array, question: string, today: string): Promise<LibraryAmong> {
    const signal = new AbortController().signal;
    return this.#inTurn(() => this.#drive(() => this.#ask("among", { reply, question, today }), signal));
  }

  /** The few passages of the person's files that stand beside an answer from records. */
  alongside(question: string): Promise<LibraryFound> {
    return this.#inTurn(() => this.#drive(() => this.#ask("alongside", question), new AbortController().signal));
  }

  /**
   * Has the engine look in the person's own files for what a model is told of beside the request `draft`, and resolves to the draft with it. The engine
   * looks by itself, by what leaves; it is brought the parts that it wants, and hears of no pack at the server.
   */
  beside(draft: number): Promise<Draft> {
    return this.#brought((brought, options) => this.#engine.call("beside", { draft, ...brought }, options));
  }

  /** As {@link beside}, for the thought process. */
  thinkBeside(): Promise<ThinkBeside> {
    return this.#brought((brought, options) => this.#engine.call("think-beside", brought, options));
  }

  /** Takes `step` again until it is done, and brings it what it wants of the person's own files. */
  #brought<T>(
    step: (brought: Brought, options?: CallOptions) => Promise<{ done: T } | { want: LibraryRange[] }>,
  ): Promise<T> {
    return this.#inTurn(async () => {
      let outcome = await step({});
      for (let round = 0; round < MOST_ROUNDS; round += 1) {
        if ("done" in outcome) return outcome.done;
        for (const range of outcome.want) {
          const bytes = await this.#ask("bytes", range);
          if (bytes === undefined) throw endless();
          outcome = await step({ start: range.start, bytes }, { transfer: [bytes.buffer] });
        }
      }
      throw endless();
    });
  }

  /** The medicines of an answer's boxes of which one of the `passages` names another amount. */
  sideBySide(answer: Answer, passages: readonly LibraryHit[]): Promise<SideBySide[]> {
    const blocks = answer.blocks.filter(({ kind }) => kind === "record-data");
    return this.#engine.call("side-by-side", { blocks, passages: passages.map(({ text }) => text) });
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
    throw endless();
  }

  async #bring(range: LibraryRange, signal: AbortSignal): Promise<void> {
    if (this.#hosted?.served !== true) throw new ChaperoneError(NOT_KEPT);
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

/** Said where a library that was opened from what is kept of it lacks something. */
const NOT_KEPT = {
  code: "not-found",
  fault: "user",
  message:
    "This search needs parts of the library that were not read before, and so are not kept on this device. Open it at its server.",
} as const;

function endless(): ChaperoneError {
  return new ChaperoneError({
    code: "malformed",
    fault: "runtime",
    message: "The library asks for more and more: it is not as it should be.",
  });
}
