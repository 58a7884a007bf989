/** What the interface is told of the files of this session and of what is kept on this device. */
import type { LockerState } from "../../shell/locker/keeper.ts";
import type { ErrorData } from "./error.ts";
import type { Added, VaultLock } from "./types.ts";

/** A source file. */
export interface SourceFile {
  readonly label: string;
  readonly sha256: string;
  /** Its size in bytes, as it was given. */
  readonly bytes: number;
  /** Whether it is kept on this device. */
  readonly kept: boolean;
  /** Whether its records are in this session. */
  readonly read: boolean;
}

/** What became of a file that was taken away; `traces` when pieces of it, which nothing can open once it is written over, are still stored. */
export interface Removed {
  readonly traces: boolean;
}

/** What destroying left: nothing; pieces that nobody can open any more; or everything. */
export type Erased = "nothing" | "unreadable" | "everything";

/** A kept file, by its place in the table of contents. */
export interface KeptFile {
  readonly place: number;
  readonly label: string;
}

/** What is kept on this device. */
export interface Holding extends LockerState {
  /** The ways to the key; none when nothing is kept. */
  readonly locks: VaultLock[];
  /** Whether something is kept that cannot be read at all. */
  readonly damaged: boolean;
  /** Whether this session has it open. */
  readonly open: boolean;
}

/** What was kept at the beginning. */
export interface Kept {
  readonly sources: number;
  /** Why not everything was kept, if it was not. */
  readonly unkept: ErrorData | undefined;
}

/** What a passkey gave: its id, what it evaluated (32 bytes) and the outcome (32 bytes). */
export interface Passkey {
  readonly credential: ArrayBuffer;
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly secret: ArrayBuffer;
}

/** What was read back. */
export interface Restored {
  readonly sources: RestoredSource[];
  /** Whether all vectors came back; those that did not are made anew. */
  readonly vectors: boolean;
  /** Whether the index came back; otherwise it was made anew. */
  readonly indexed: boolean;
  /** The page's own state, if there was any, or why it could not be read. */
  readonly page: { readonly state: string } | { readonly failure: ErrorData } | undefined;
  /** Whether the newest state was cut off or damaged, so that this is the one before it. */
  readonly older: boolean;
}

/** A source file that was kept: what it brought, or why it could not be read back. */
export type RestoredSource = { readonly label: string; readonly bytes: number } & (
  { readonly added: Added } | { readonly failure: ErrorData }
);
