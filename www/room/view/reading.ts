/** Adding records: one file after the other, each of which can be cancelled, and a report for every one. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { EngineClient } from "../engine/client.ts";
import type { AddedFile, CallEvent } from "../engine/calls.ts";
import type { Removed, RestoredSource, SourceFile } from "../engine/kept.ts";
import { ChaperoneError } from "../engine/error.ts";
import type { Added, Holdings, Unmatched } from "../engine/types.ts";
import { MAX_FILE_BYTES, type Gathered, type Picked } from "./files.ts";
import { Pace } from "./pace.ts";
import type { Step } from "./step.ts";
import { advice, isCancelled, told } from "./told.ts";
import type { Said } from "./whose.ts";
import { size } from "./words.ts";
import { say } from "../words/first.ts";

/** A file that was dealt with. */
export interface Reading {
  readonly name: string;
  /** Its size in bytes, where it is known. */
  readonly bytes: number | undefined;
  readonly outcome:
    | { readonly kind: "read" | "before"; readonly added: Added }
    | { readonly kind: "failed"; readonly failure: string; readonly advice: string }
    | { readonly kind: "cancelled" };
}

/** What is going on. */
export interface Underway {
  /** The file that is being read. */
  readonly name: string;
  /** What the engine or the page does with it. */
  readonly doing: "reading" | "fetching" | "indexing" | "removing";
  /** Bytes of this file. */
  readonly file: { readonly done: number; readonly total: number } | undefined;
  /** Bytes and files of everything that was added in one go, this file included. */
  readonly all: { readonly done: number; readonly total: number; readonly files: number; readonly at: number };
  /** The time left for all of it, in words, once it can be told. */
  readonly left: string | undefined;
}

/** What the files of a folder were that were not tried, or could not be opened. */
export interface LeftOut {
  readonly passedOver: number;
  readonly unopened: readonly string[];
  readonly cut: boolean;
}

/** Everything that the page shows of it. A new object at each change. */
export interface ReadingState {
  readonly busy: boolean;
  readonly readings: readonly Reading[];
  readonly underway: Underway | undefined;
  readonly leftOut: LeftOut;
  readonly holdings: Holdings | undefined;
  readonly patients: readonly string[];
  /** Of whom the person has yet to say whether they are another patient. */
  readonly unmatched: readonly Unmatched[];
  /** Whether some of the records are the samples of this build. */
  readonly samples: boolean;
  /** Another number whenever the records are others than before. */
  readonly edition: number;
  /** Why the engine's account of what it holds could not be had. */
  readonly broken: string;
}

const EMPTY: ReadingState = {
  busy: false,
  readings: [],
  underway: undefined,
  leftOut: { passedOver: 0, unopened: [], cut: false },
  holdings: undefined,
  patients: [],
  unmatched: [],
  samples: false,
  edition: 0,
  broken: "",
};

/** What a call for a file takes. */
interface Options {
  readonly signal: AbortSignal;
  readonly onEvent: (event: CallEvent) => void;
}

/** A file that came from elsewhere, and was read. */
interface Brought {
  readonly name: string;
  readonly bytes: number;
  readonly added: AddedFile;
}

/** Adds files and the samples to the engine, and tells its host of every change. */
export class ReadingController implements ReactiveController {
  /** What there is to show. */
  state: ReadingState = EMPTY;
  readonly #host: ReactiveControllerHost;
  readonly #engine: () => EngineClient;
  readonly #pace = new Pace();
  readonly #before: () => Promise<void> | void;
  readonly #after: () => void;
  readonly #unkept: (reason: string) => void;
  #file: AbortController | undefined;
  #stopped = false;
  /** Names of patients whom the person said to be nobody else here. */
  readonly #others = new Set<string>();

  /**
   * `before` is waited for before something is read; `after` is called once the engine can be asked; `unkept` hears
   * why a file that was read could not be kept.
   */
  constructor(
    host: ReactiveControllerHost,
    engine: () => EngineClient,
    hooks: { before: () => Promise<void> | void; after: () => void; unkept: (reason: string) => void },
  ) {
    this.#host = host;
    this.#engine = engine;
    this.#before = hooks.before;
    this.#after = hooks.after;
    this.#unkept = hooks.unkept;
    host.addController(this);
  }

  hostConnected(): void {}

  /** Reads what was gathered, in its order. */
  async addFiles({ picked, passedOver, unopened, cut }: Gathered): Promise<void> {
    if (this.state.busy) return;
    await this.#begin({ passedOver, unopened, cut });
    const total = picked.reduce((sum, { file }) => sum + file.size, 0);
    let done = 0;
    for (const [number, each] of picked.entries()) {
      if (this.#stopped) break;
      await this.#addFile(each, { done, total, files: picked.length, at: number + 1 });
      done += each.file.size;
    }
    await this.#finish();
  }

  /** Reads the sample records. */
  async addSamples(): Promise<void> {
    if (this.state.busy) return;
    await this.#begin(EMPTY.leftOut);
    const name = say("sampleRecords");
    const all = { done: 0, total: 0, files: 1, at: 1 };
    let known: Partial<ReadingState> = {};
    try {
      const reports = await this.#engine().call("add-samples", {}, this.#options(name, all));
      reports.forEach(({ label, ...added }) => this.#report(label, undefined, added));
      known = { samples: true };
    } catch (error) {
      this.#fail(name, undefined, error);
    }
    await this.#finish(known);
  }

  /** Reads what `work` brings from elsewhere, under the name that it gives; `name` is what is said meanwhile. */
  async adding(name: string, work: (options: Options) => Promise<Brought | undefined>): Promise<void> {
    if (this.state.busy) return;
    await this.#begin(EMPTY.leftOut);
    try {
      const brought = await work(this.#options(name, { done: 0, total: 0, files: 1, at: 1 }));
      if (brought !== undefined) this.#report(brought.name, brought.bytes, brought.added);
    } catch (error) {
      this.#fail(name, undefined, error);
    }
    await this.#finish();
  }

  /** Gives up the file that is being read, and goes on with the next. */
  cancelFile(): void {
    this.#file?.abort();
  }

  /** Gives up the file that is being read and all that would follow. What was read is kept. */
  cancelAll(): void {
    this.#stopped = true;
    this.#file?.abort();
  }

  /** Takes a file away; the others are read again. Rejects when it is still there. */
  async remove({ label, sha256 }: SourceFile): Promise<Removed> {
    await this.#begin(this.state.leftOut);
    try {
      const options = this.#options(label, { done: 0, total: 0, files: 1, at: 1 }, 0, "removing");
      const removed = await this.#engine().call("remove-source", { sha256 }, options);
      const { readings } = this.state;
      const at = readings.findLastIndex(({ name, outcome }) => name === label && outcome.kind !== "before");
      const rest = readings.filter((_, number) => number !== at);
      this.#change({ readings: rest, samples: rest.some(({ name }) => isSample(name)) });
      return removed;
    } finally {
      await this.#finish();
    }
  }

  /** Does as the person says of who is who; rejects when the two cannot be one. Whom is said to be somebody else is not asked again. */
  async same({ from, to }: Said): Promise<void> {
    if (to === undefined) {
      this.#others.add(this.state.patients[from] ?? "");
      return this.refresh();
    }
    await this.#begin(this.state.leftOut);
    try {
      await this.#engine().call("same-patient", { from, to });
    } catch (error) {
      this.#change({ broken: told(error) });
    }
    await this.#finish();
  }

  /** Asks the engine what it holds, for instance when records came from storage. */
  async refresh(): Promise<void> {
    this.#change(await this.#account());
  }

  async #account(): Promise<Partial<ReadingState>> {
    try {
      const holdings = await this.#engine().call("holdings", {});
      const patients = await this.#engine().call("patients", {});
      const unmatched = await this.#engine().call("unmatched", {});
      const open = unmatched.filter(({ patient }) => !this.#others.has(patients[patient] ?? ""));
      return { holdings, patients, unmatched: open };
    } catch (error) {
      return { broken: told(error) };
    }
  }

  /** Takes note of files that were kept on the device and read back. */
  restored(sources: readonly RestoredSource[]): void {
    this.#change({ samples: sources.some(({ label }) => isSample(label)), edition: this.state.edition + 1 });
    for (const source of sources) {
      const { label, bytes } = source;
      if ("added" in source) this.#report(label, bytes, { ...source.added, alreadyRead: false });
      else this.#fail(label, bytes, new ChaperoneError(source.failure));
    }
  }

  /** Forgets everything: the records are gone. */
  clear(): void {
    this.cancelAll();
    this.#change({ ...EMPTY, edition: this.state.edition + 1 });
  }

  async #begin(leftOut: LeftOut): Promise<void> {
    this.#stopped = false;
    this.#pace.restart();
    this.#change({ busy: true, leftOut });
    await this.#before();
  }

  /** Makes findable what was read, and shows it; `known` is what is known of it besides. */
  async #finish(known: Partial<ReadingState> = {}): Promise<void> {
    this.#pace.restart();
    const options = this.#options("", { done: 0, total: 0, files: 1, at: 1 });
    // Whoever gives this up has it done with the next question.
    await this.#engine()
      .call("index", {}, options)
      .catch(() => undefined);
    const account = await this.#account();
    // In one step: what stands below moves once, or not at all where another screen comes.
    this.#change({ ...account, ...known, underway: undefined, busy: false, edition: this.state.edition + 1 });
    this.#after();
  }

  async #addFile({ path, file }: Picked, all: Underway["all"]): Promise<void> {
    if (file.size > MAX_FILE_BYTES) {
      const failure = say("theFileHasAt", { size: size(file.size), most: size(MAX_FILE_BYTES) });
      this.#put({ name: path, bytes: file.size, outcome: { kind: "failed", failure, advice: say("splitItOr") } });
      return;
    }
    const options = this.#options(path, all, file.size);
    try {
      const added = await this.#engine().call("add-file", { file, label: path }, options);
      this.#report(path, file.size, added);
    } catch (error) {
      this.#fail(path, file.size, error);
    }
  }

  #options(name: string, all: Underway["all"], bytes = 0, doing: Underway["doing"] = "reading"): Options {
    this.#file = new AbortController();
    this.#change({ underway: { name, doing, file: undefined, all, left: this.#left() } });
    const onEvent = (event: CallEvent): void => {
      if (!("progress" in event)) return;
      if (event.progress.status === "restoring") {
        const { done, total } = event.progress;
        return this.#change({ underway: { name, doing, file: { done, total }, all, left: undefined } });
      }
      const step = event.progress as Step;
      if (step.status !== "reading" && step.status !== "fetching" && step.status !== "indexing") return;
      // The engine counts unpacked bytes; of all files only the packed sizes are known.
      const part = step.total > 0 ? Math.min(1, step.done / step.total) : 1;
      const done = all.done + part * bytes;
      const atMillis = performance.now();
      if (step.status === "indexing") this.#pace.note({ atMillis, done: step.done }, step.total);
      else if (all.total > 0) this.#pace.note({ atMillis, done }, all.total);
      const file = { done: step.done, total: step.total };
      this.#change({
        underway: {
          name,
          doing: doing === "removing" ? doing : step.status,
          file,
          all: { ...all, done },
          left: this.#left(),
        },
      });
    };
    return { signal: this.#file.signal, onEvent };
  }

  #left(): string | undefined {
    return this.#pace.left(performance.now());
  }

  #report(name: string, bytes: number | undefined, added: AddedFile): void {
    this.#unkept(added.unkept === undefined ? "" : told(new ChaperoneError(added.unkept)));
    this.#put({ name, bytes, outcome: { kind: added.alreadyRead ? "before" : "read", added } });
  }

  #fail(name: string, bytes: number | undefined, error: unknown): void {
    if (isCancelled(error)) return this.#put({ name, bytes, outcome: { kind: "cancelled" } });
    this.#put({ name, bytes, outcome: { kind: "failed", failure: told(error), advice: advice(error) } });
  }

  #put(reading: Reading): void {
    this.#change({ readings: [...this.state.readings, reading] });
  }

  #change(part: Partial<ReadingState>): void {
    this.state = { ...this.state, ...part };
    this.#host.requestUpdate();
  }
}

/** Whether everything that was added was read whole, so that nothing about it has to be seen first. */
export function isClean({ readings, leftOut, unmatched, broken }: ReadingState): boolean {
  const whole = ({ outcome }: Reading): boolean =>
    outcome.kind === "before" || (outcome.kind === "read" && !outcome.added.cut && outcome.added.stopped === undefined);
  return (
    broken === "" && unmatched.length === 0 && leftOut.unopened.length === 0 && !leftOut.cut && readings.every(whole)
  );
}

/** How the labels of this build's sample records end. */
const SAMPLE = " (sample)";

/** Whether what was read is sample records: all of it, or some. */
export function samplesAmong({ samples, readings }: ReadingState): "all" | "some" | undefined {
  if (!samples) return undefined;
  return readings.every(({ name, outcome }) => outcome.kind !== "read" || isSample(name)) ? "all" : "some";
}

/** Whether `label` is that of a sample record. */
export function isSample(label: string): boolean {
  return label.endsWith(SAMPLE);
}
