/** What is kept of libraries at the page's server: the parts of their packs that were read, sealed like everything that is kept. */
import type { Handlers } from "./serve.ts";
import type { Contents } from "./contents.ts";
import type { SealedObjects } from "./sealed-objects.ts";
import type { ShellPort } from "./shell-port.ts";
import type { Store } from "./store.ts";
import { firstFailure } from "./store-errors.ts";

/** A library of which something is kept. */
export interface KeptLibrary {
  /** Where it lies at the page's server. */
  readonly path: string;
  /** The hash that stands for every byte of the pack. */
  readonly fingerprint: string;
  readonly bytes: number;
  /** In how many runs it is kept. */
  readonly runs: number;
}

/** A run of parts that were read. */
export interface LibraryRun {
  readonly path: string;
  readonly fingerprint: string;
  readonly run: Uint8Array<ArrayBuffer>;
  /** Whether it takes the place of all that is kept of that library. */
  readonly alone: boolean;
}

/** What is kept of libraries, where the store is open. */
export class KeptLibraries {
  readonly #shell: ShellPort;
  readonly #contents: Contents;
  readonly #objects: SealedObjects;

  constructor(shell: ShellPort, contents: Contents, objects: SealedObjects) {
    this.#shell = shell;
    this.#contents = contents;
    this.#objects = objects;
  }

  list(): KeptLibrary[] {
    return this.#all().map((library) => ({ ...library, runs: library.runs.length }));
  }

  /** Keeps a run; where that fails, what was kept before stays. */
  async keep({ path, fingerprint, run, alone }: LibraryRun): Promise<void> {
    await this.#contents.keep(run, (objects) =>
      this.#contents.use().stageLibrary(path, fingerprint, run.byteLength, objects, alone),
    );
  }

  async runs(path: string): Promise<Uint8Array<ArrayBuffer>[]> {
    const runs = this.#all().find((library) => library.path === path)?.runs ?? [];
    const read: Uint8Array<ArrayBuffer>[] = [];
    for (const objects of runs) read.push(await this.#objects.join(objects));
    return read;
  }

  /** Takes out what is kept of a library. Returns whether pieces of it could not be removed yet, which nothing leads to any more. */
  async forget(path: string): Promise<boolean> {
    const gone =
      this.#all()
        .find((library) => library.path === path)
        ?.runs.flat() ?? [];
    if (!this.#contents.use().unstageLibrary(path)) return false;
    await this.#contents.commit();
    // Once more: the state before must not lead to it from the other slot.
    return (await firstFailure([() => this.#contents.commit(), () => this.#shell.remove(gone)])) !== undefined;
  }

  #all() {
    return this.#contents.use().catalogue().libraries;
  }
}

/** What the worker answers about them; where nothing is kept there are none. */
export function keptLibraries(
  store: Store,
): Pick<Handlers, "libraries" | "keep-library" | "kept-library" | "forget-library"> {
  return {
    libraries: async () => ({ kept: (await store.libraries((kept) => kept.list())) ?? null }),
    "keep-library": (run) => store.libraries((kept) => kept.keep(run)).then(() => null),
    "kept-library": async ({ path }) => (await store.libraries((kept) => kept.runs(path))) ?? [],
    "forget-library": async ({ path }) => ({ traces: (await store.libraries((kept) => kept.forget(path))) ?? false }),
  };
}
