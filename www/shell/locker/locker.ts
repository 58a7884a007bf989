/**
 * A locker: where the shell keeps sealed bytes under names that say nothing.
 *
 * The shell cannot read what is on it. It is the origin's private file system where there is one, else IndexedDB;
 * where there is neither (some private windows), nothing can be kept.
 */

/** Where things are kept. */
export type Backing = "files" | "database";

/** Named byte strings. Each write is whole or not at all. */
export interface Locker {
  readonly backing: Backing;
  /** Resolves to the bytes of `name`, or to null where there are none. */
  load(name: string): Promise<ArrayBuffer | null>;
  save(name: string, bytes: ArrayBuffer): Promise<void>;
  remove(names: readonly string[]): Promise<void>;
  names(): Promise<string[]>;
  /** Removes everything, the locker itself included. */
  erase(): Promise<void>;
}

/** The two names that hold how to get at the key; all other names are random. */
export const SLOTS: readonly string[] = ["a", "b"];

/** Whether something is kept in `locker`. */
export async function holdsSomething(locker: Locker): Promise<boolean> {
  return (await locker.names()).some((name) => SLOTS.includes(name));
}
