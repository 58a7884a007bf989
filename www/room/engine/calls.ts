/** What the room's interface may ask of the engine's worker. It is all that it can ask: the courier's port is not in it. */
import type { AssetProgress, Patience } from "../../shell/messages.ts";
import type { PublicFile } from "../../shell/public-file.ts";
import type { ErrorData } from "./error.ts";
import type { Added, Answer, Draft, Holdings, Progress, SourceView } from "./types.ts";

/** Each call with what it takes and gives. */
export interface Calls {
  /** Reads one file of records. */
  "add-file": { takes: { bytes: ArrayBuffer }; gives: Added };
  /** Reads the sample records of this build; one report for each file. */
  "add-samples": { takes: Record<string, never>; gives: Added[] };
  /** What the room holds now. */
  holdings: { takes: Record<string, never>; gives: Holdings };
  /** The names of the patients; their places in the list are their numbers. */
  patients: { takes: Record<string, never>; gives: string[] };
  /** Fetches and checks the embedder, then embeds what has been read so far. */
  embed: { takes: Record<string, never>; gives: { passages: number } };
  /** The best passages, verbatim; nothing leaves. */
  quotes: { takes: About; gives: Answer };
  /** What would leave for a question; nothing does. */
  prepare: { takes: About & { endpoint: Endpoint }; gives: Draft };
  /** Sends a cleared draft and resolves the reply. */
  ask: { takes: { draft: number; endpoint: Endpoint; credential: string; patience: Patience }; gives: Answer };
  /** The document that a reference leads to. */
  source: { takes: { reference: string }; gives: SourceView };
}

/** A question, and the number of the patient it is about where it names nobody; without one, everybody. */
export interface About {
  readonly question: string;
  readonly subject: number | undefined;
}

/** A model server. */
export interface Endpoint {
  readonly url: string;
  readonly model: string;
}

/** The name of a call. */
export type CallName = keyof Calls;

/** A public file is on its way; counted in bytes. */
export interface Fetching {
  readonly status: "fetching";
  readonly file: PublicFile;
  readonly done: number;
  readonly total: number;
}

/**
 * Something to tell the person about a public file. `mended`: the copy that the browser kept was not the
 * file of this build, and was fetched again. `not-kept`: the browser keeps no copy for the next visit; told once.
 * `noticeText` says it in words.
 */
export interface Notice {
  readonly about: "mended" | "not-kept";
  readonly file: PublicFile;
}

/** What is told while a call runs. */
export type CallEvent =
  { readonly progress: Progress | Fetching } | { readonly delta: string } | { readonly notice: Notice };

/** Interface to worker. */
export type ToWorker =
  | { readonly start: true }
  | { [Name in CallName]: { readonly id: number; readonly call: Name; readonly takes: Calls[Name]["takes"] } }[CallName]
  | { readonly cancel: number };

/**
 * Worker to interface. `starting` tells how far the engine's own file has come, before there are calls, and a
 * `notice` without an id is about it. `dead` means that no call will be answered any more.
 */
export type FromWorker =
  | { readonly starting: AssetProgress }
  | { readonly notice: Notice }
  | { readonly ready: true }
  | { readonly dead: ErrorData }
  | { readonly id: number; readonly event: CallEvent }
  | { readonly id: number; readonly gives: unknown }
  | { readonly id: number; readonly error: ErrorData };
