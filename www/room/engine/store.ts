/**
 * What is kept between sessions, as the engine's worker keeps it: source files, vectors and the page's own state, each
 * sealed by the frame's key and handed to the shell under a random name.
 *
 * Order and form are the engine's (`src/vault`); the steps are done one after the other. Until the person wants things kept,
 * files wait here in memory, compressed, and nothing is written.
 */
import type { Engine } from "../../../pkg/chaperone.js";
import type { Note } from "../../shell/note.ts";
import type { Erased, Holding, Kept, Passkey, Removed, Restored, RestoredSource, SourceFile } from "./kept.ts";
import { Contents } from "./contents.ts";
import { damaged, type Crypt } from "./crypt.ts";
import { ChaperoneError, toData } from "./error.ts";
import { pack, together, unpacked } from "./gzip.ts";
import { KeptLibraries } from "./kept-libraries.ts";
import { fileAgain, once, sourceAgain, type Hear, type ReadBack, type Waiting } from "./read-back.ts";
import { SealedObjects, owned } from "./sealed-objects.ts";
import type { ShellPort } from "./shell-port.ts";
import { slicesOf, type KeptFile, type Slice } from "./slices.ts";
import { LEFT_OUT, firstFailure, givenUp, isDamage, lost, taken, unavailable } from "./store-errors.ts";
import type { SourcePiece, VaultLock } from "./types.ts";

/** With more runs of vectors than this they are put together once all are there. */
const MOST_SEGMENTS = 4;
const ALL = 0xffff_ffff;
const PASSKEY_SALT_BYTES = 32;

/** A file as it is kept, and whether that is in a gzip that it did not come in. */
type Packed = Pick<Waiting, "content" | "packed">;

/** The store of one session. */
export class Store {
  readonly #shell: ShellPort;
  readonly #engine: Engine;
  readonly #objects: SealedObjects;
  readonly #contents: Contents;
  #open = false;
  #lost = false;
  #waiting: Waiting[] = [];
  /** Hashes of kept files that are not in this session, as they could not be read or were left out. */
  readonly #absent = new Set<string>();
  /** Writes the page's own state as it is now. */
  #page: (() => string) | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(shell: ShellPort, crypt: Crypt, engine: Engine) {
    this.#shell = shell;
    this.#engine = engine;
    this.#objects = new SealedObjects(shell, crypt);
    this.#contents = new Contents(shell, crypt, this.#objects);
  }

  /** Whether things are kept in this session. */
  get open(): boolean {
    return this.#open;
  }

  /** Looks at what there is, and whether this tab may use it. */
  look(wish: "look" | "take-over", persist: boolean): Promise<Holding> {
    return this.#next(async () => {
      const state = await this.#shell.locker(wish, persist);
      if (state.holder !== "this" || state.backing === "none") {
        return { ...state, locks: [], damaged: false, open: this.#open };
      }
      if (!this.#open) await this.#contents.read();
      const { whole, torn } = this.#contents.use().heads();
      const locks = this.#open ? this.#contents.use().locks() : (whole[0]?.locks ?? []);
      return { ...state, locks, damaged: !this.#open && whole.length === 0 && torn.length > 0, open: this.#open };
    });
  }

  /** Begins to keep things: all that this session has read so far, and all that it will. */
  create(locks: readonly VaultLock[], tell: (done: number, total: number) => void): Promise<Kept> {
    return this.#next(async () => {
      const { holder, backing } = await this.#shell.locker("claim", false);
      if (backing === "none" || this.#open) throw unavailable();
      const vault = holder === "this" ? await this.#contents.read() : undefined;
      const { whole, torn } = vault?.heads() ?? { whole: [], torn: [] };
      if (vault === undefined || whole.length + torn.length > 0) throw taken();
      vault.create([...locks]);
      try {
        await this.#contents.commit();
      } catch (error) {
        await this.#shell.erase().catch(() => undefined);
        throw error;
      }
      this.#open = true;
      const page = this.#page;
      const unkept = await firstFailure([
        () => this.#keepWaiting(tell),
        () => this.#keepVectors(ALL),
        async () => (page === undefined ? undefined : this.#keepPage(page())),
      ]);
      return { sources: vault.catalogue().sources.length, unkept };
    });
  }

  /** Opens what is kept and reads it into the engine, but for the files at the places `without`. The frame must have the key by now. */
  unlock(
    without: readonly number[],
    readBack: ReadBack,
    tell: (done: number, total: number) => void,
    signal: AbortSignal,
  ): Promise<Restored> {
    return this.#next(async () => {
      const vault = this.#contents.use();
      const { older, sure } = await this.#contents.open();
      const { sources, segments, page, index } = vault.catalogue();
      const total = sources.reduce((sum, { bytes }) => sum + bytes, 0);
      let done = 0;
      tell(done, total);
      const restored: RestoredSource[] = [];
      for (const [place, source] of sources.entries()) {
        if (signal.aborted) throw givenUp();
        const { label, bytes, sha256 } = source;
        const hear: Hear = (part) => tell(done + bytes * Math.min(1, part.done / Math.max(1, part.total)), total);
        const found = without.includes(place)
          ? { label, bytes, failure: LEFT_OUT }
          : await sourceAgain(source, this.#objects, readBack, place, hear);
        // A source that was given up half-way is not one that could not be read.
        if (signal.aborted) throw givenUp();
        if ("failure" in found) this.#absent.add(sha256);
        restored.push(found);
        tell((done += source.bytes), total);
      }
      const state = page.length === 0 ? undefined : await this.#pageState(page);
      // Before vectors come back: they are known by whom their passages are about.
      if (state !== undefined && "state" in state) readBack.join(state.state);
      const indexed = index.length > 0 && (await this.#madeBefore(index));
      await readBack.index();
      let vectors = true;
      for (const { objects } of segments) {
        try {
          this.#engine.restoreVectors(await this.#objects.join(objects));
        } catch (error) {
          // What is damaged can be made anew; anything else is no reason to make it anew.
          if (!isDamage(error)) throw error;
          vectors = false;
        }
      }
      this.#open = true;
      // What only a head names that could not be opened is left where it is.
      if (sure) await this.#contents.sweep();
      return { sources: restored, vectors, indexed, page: state, older };
    });
  }

  /** Takes note that another tab uses what is kept from now on. */
  lose(): void {
    this.#lost = true;
  }

  /** Keeps a file that the engine has just read, or lets it wait until the person wants things kept. */
  async keepFile(label: string, bytes: Uint8Array<ArrayBuffer>, sha256: string): Promise<void> {
    await this.keepPacked(label, await pack(bytes), bytes.byteLength, sha256);
  }

  /** As {@link keepFile}, of a file of `bytes` bytes that is packed already. */
  async keepPacked(label: string, { content, packed }: Packed, bytes: number, sha256: string): Promise<void> {
    await this.#next(async () => {
      this.#absent.delete(sha256);
      this.#waiting.push({ label, sha256, bytes, packed, content });
      if (this.#open) await this.#keepWaiting(() => undefined);
    });
  }

  /** Tries again to keep what could not be kept before. */
  keepRest(): Promise<void> {
    return this.#next(async () => {
      if (this.#open) await this.#keepWaiting(() => undefined);
    });
  }

  /** Returns the bytes of `pieces`, from where the files wait or are kept. */
  slices(pieces: readonly SourcePiece[]): Promise<Slice[]> {
    return this.#next(async () => {
      const slices: Slice[] = pieces.map(() => ({ label: undefined, bytes: null }));
      for (const sha256 of new Set(pieces.map((piece) => piece.sha256))) {
        const places = [...pieces.keys()].filter((at) => pieces[at]?.sha256 === sha256);
        const wanted = pieces.filter((piece) => piece.sha256 === sha256);
        const file = this.#file(sha256);
        const found = file === undefined ? [] : await slicesOf(file, wanted);
        found.forEach((slice, number) => (slices[places[number] ?? 0] = slice));
      }
      return slices;
    });
  }

  /**
   * The bytes of the file that is around `piece`, without its wrapping; `undefined` for a member of an archive, a file larger than
   * `most` bytes, and one that is not here or cannot be read.
   */
  whole({ sha256, wrapping }: SourcePiece, most: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return this.#next(async () => {
      const file = this.#file(sha256);
      const isPacked = wrapping.length === 1 && wrapping[0] === "gzip";
      if (file === undefined || (wrapping.length > 0 && !isPacked)) return undefined;
      const parts: Uint8Array<ArrayBuffer>[] = [];
      let bytes = 0;
      try {
        for await (const part of file.packed || isPacked ? unpacked(file.parts()) : file.parts()) {
          bytes += part.byteLength;
          if (bytes > most) return undefined;
          parts.push(part);
        }
      } catch (error) {
        if (error instanceof WebAssembly.RuntimeError) throw error;
        return undefined;
      }
      return together(parts);
    });
  }

  /** The files of this session, and those that are kept. */
  sources(): Promise<SourceFile[]> {
    return this.#next(() => {
      const kept = this.#open ? this.#contents.use().catalogue().sources : [];
      const all = [
        ...kept.map((source) => ({ ...source, kept: true })),
        ...this.#waiting.map((file) => ({ ...file, kept: false })),
      ];
      return Promise.resolve(
        all.map(({ label, sha256, bytes, kept }) => ({ label, sha256, bytes, kept, read: !this.#absent.has(sha256) })),
      );
    });
  }

  /** Takes a file out of what is kept and out of this session, whose other files are read again. All of it is done, or nothing. */
  removeSource(
    sha256: string,
    readBack: ReadBack,
    tell: (done: number, total: number) => void,
    signal: AbortSignal,
  ): Promise<Removed> {
    return this.#next(async () => {
      // What is not in this session leaves no trace in it.
      if (this.#absent.delete(sha256)) return { traces: await this.#unkeep(sha256) };
      this.#engine.readAnew();
      let traces = false;
      try {
        await this.#readOthers(sha256, readBack, tell, signal);
        traces = await this.#unkeep(sha256);
      } catch (error) {
        if (!(error instanceof WebAssembly.RuntimeError)) this.#engine.stay();
        throw error;
      }
      this.#waiting = this.#waiting.filter((file) => file.sha256 !== sha256);
      this.#engine.changeOver();
      await readBack.index();
      this.#engine.vectorsForgotten();
      // Those that cannot be kept now are made anew at the next visit.
      await firstFailure([() => this.#keepVectors(ALL, "alone")]);
      return { traces };
    });
  }

  /** Keeps the vectors made since the last time. */
  keepVectors(): Promise<void> {
    return this.#next(() => this.#keepVectors(ALL));
  }

  /** Puts the runs of vectors together into one, where there are many, or with `anew` in any case: those of another model go. */
  joinVectors(anew: boolean): Promise<void> {
    return this.#next(async () => {
      if (!this.#open || (!anew && this.#contents.use().catalogue().segments.length <= MOST_SEGMENTS)) return;
      this.#engine.vectorsForgotten();
      await this.#keepVectors(ALL, "alone");
    });
  }

  /** Keeps the index, where it is new and large: at the next visit it need not be made anew. */
  keepIndex(): Promise<void> {
    return this.#next(async () => {
      const bytes = this.#open ? this.#engine.indexToKeep() : undefined;
      if (bytes === undefined) return;
      await this.#contents.keep(owned(bytes), (objects) => this.#contents.use().stageIndex(objects));
      this.#engine.indexKept();
    });
  }

  /** Keeps the page's own state as `write` writes it, in place of the one before; where nothing is kept, once something is. */
  keepPage(write: () => string): Promise<void> {
    return this.#next(async () => {
      this.#page = write;
      if (this.#open) await this.#keepPage(write());
    });
  }

  /** Does `act` with what is kept of libraries; where nothing is kept, nothing. */
  libraries<T>(act: (kept: KeptLibraries) => T | Promise<T>): Promise<T | undefined> {
    return this.#next(async () =>
      this.#open ? act(new KeptLibraries(this.#shell, this.#contents, this.#objects)) : undefined,
    );
  }

  /** Replaces the ways to the key. */
  relock(locks: readonly VaultLock[]): Promise<void> {
    return this.#next(() => this.#contents.relock(locks));
  }

  /** Destroys the ways to the key and everything that is kept, and looks at what is left. */
  erase(): Promise<Erased> {
    return this.#next(async () => {
      // Before anything else: whatever comes of it, this session writes no way to the key again.
      this.#open = false;
      this.#contents.forget();
      await this.#shell.erase().catch(() => undefined);
      // A locker that cannot be looked at is not said to be empty.
      const names = await this.#shell.names().catch(() => ["a"]);
      if (names.length === 0) return "nothing";
      return names.some((name) => name === "a" || name === "b") ? "everything" : "unreadable";
    });
  }

  /** Makes a passkey, which evaluates a fresh salt. */
  async makePasskey(): Promise<Passkey> {
    const salt = crypto.getRandomValues(new Uint8Array(PASSKEY_SALT_BYTES));
    return { salt, ...(await this.#shell.passkey(null, salt.slice().buffer)) };
  }

  /** Uses the passkey that is a way to the key. */
  async usePasskey(): Promise<Passkey> {
    const locks = this.#open ? this.#contents.use().locks() : (this.#contents.use().heads().whole[0]?.locks ?? []);
    const lock = locks.find((each) => "passkey" in each);
    if (lock === undefined) throw damaged();
    const salt = new Uint8Array(lock.passkey.salt);
    const credential = new Uint8Array(lock.passkey.credential).buffer;
    return { salt, ...(await this.#shell.passkey(credential, salt.slice().buffer)) };
  }

  /** Waits until everything asked before is done, then loads the page anew and leaves it `note`. */
  restart(note: Note): Promise<void> {
    const last = this.#last.catch(() => undefined);
    return last.then(() => this.#shell.restart(note));
  }

  /** The file of that hash, if this session has it. */
  #file(sha256: string): KeptFile | undefined {
    const waiting = this.#waiting.find((file) => file.sha256 === sha256);
    if (waiting !== undefined) {
      const { label, packed, content } = waiting;
      return { label, packed, parts: () => once(content) };
    }
    const kept = this.#open
      ? this.#contents
          .use()
          .catalogue()
          .sources.find((file) => file.sha256 === sha256)
      : undefined;
    if (kept === undefined) return undefined;
    const { label, packed, objects } = kept;
    return { label, packed, parts: () => this.#objects.parts(objects) };
  }

  /** Hands the engine the index that was kept, and returns whether it is that of the files that were read. Any other is made anew. */
  async #madeBefore(objects: readonly string[]): Promise<boolean> {
    try {
      this.#engine.restoreIndex(await this.#objects.join(objects));
      return true;
    } catch (error) {
      if (!isDamage(error) && toData(error).code !== "unsupported") throw error;
      return false;
    }
  }

  async #pageState(objects: readonly string[]): Promise<NonNullable<Restored["page"]>> {
    try {
      return { state: new TextDecoder().decode(await this.#objects.join(objects)) };
    } catch (error) {
      if (!isDamage(error)) throw error;
      return { failure: toData(error) };
    }
  }

  /** Reads all files of this session but one, as they are kept or wait. */
  async #readOthers(
    sha256: string,
    readBack: ReadBack,
    tell: (done: number, total: number) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const kept = this.#open ? this.#contents.use().catalogue().sources : [];
    const others = [...kept, ...this.#waiting].filter(
      (each) => each.sha256 !== sha256 && !this.#absent.has(each.sha256),
    );
    const total = others.reduce((sum, { bytes }) => sum + bytes, 0);
    let done = 0;
    for (const [place, each] of others.entries()) {
      if (signal.aborted) throw givenUp();
      await fileAgain(each, this.#objects, readBack, place, () => undefined);
      tell((done += each.bytes), total);
    }
  }

  /** Takes a file out of what is kept. Returns whether pieces of it could not be removed yet. */
  async #unkeep(sha256: string): Promise<boolean> {
    if (!this.#open) return false;
    const vault = this.#contents.use();
    const { sources, segments, index } = vault.catalogue();
    const runs = [...sources.filter((source) => source.sha256 === sha256), ...segments];
    const gone = [...runs.flatMap(({ objects }) => objects), ...index];
    if (!vault.unstageSource(sha256)) return false;
    await this.#contents.commit();
    // Once more: the state before must not lead to the file from the other slot.
    return (await firstFailure([() => this.#contents.commit(), () => this.#shell.remove(gone)])) !== undefined;
  }

  async #keepWaiting(tell: (done: number, total: number) => void): Promise<void> {
    const total = this.#waiting.reduce((sum, { bytes }) => sum + bytes, 0);
    let done = 0;
    // One that does not fit is no reason to leave out those that do.
    const failure = await firstFailure(
      [...this.#waiting].map((file) => async () => {
        const { content, ...facts } = file;
        await this.#contents.keep(content, (objects) => this.#contents.use().stageSource({ ...facts, objects }));
        this.#waiting = this.#waiting.filter((each) => each !== file);
        tell((done += file.bytes), total);
      }),
    );
    if (failure !== undefined) throw new ChaperoneError(failure);
  }

  async #keepVectors(most: number, place: "beside" | "alone" = "beside"): Promise<void> {
    if (!this.#open) return;
    const found = this.#engine.vectorsToKeep(most);
    if (found === undefined) return;
    const { count } = found;
    const bytes = owned(found.bytes);
    await this.#contents.keep(bytes, (objects) =>
      this.#contents.use().stageSegment({ count, objects }, place === "alone"),
    );
    this.#engine.vectorsKept(bytes);
  }

  #keepPage(state: string): Promise<void> {
    return this.#contents.keep(new TextEncoder().encode(state), (objects) => this.#contents.use().stagePage(objects));
  }

  /** Does `act` after what was asked before. */
  #next<T>(act: () => Promise<T>): Promise<T> {
    const run = this.#last
      .catch(() => undefined)
      .then(() => {
        if (this.#lost) throw lost();
        return act();
      });
    this.#last = run;
    return run;
  }
}
