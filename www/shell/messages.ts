/**
 * The words that cross the one port between the record room and the shell.
 *
 * The room asks for a public file, hands over a cleared request, loads and saves sealed bytes, asks for a passkey, or
 * cancels one of these, offers the person one of a few files of this session to save, has the records read from a server that
 * the person signs in to (a custodian), has ranges read of a library of public texts that the person named, asks PubMed or a server of public passages by a cleared request of a form of its own, or says in which language the shell is to speak. There is nothing else to say: whatever is not one of these is refused by the decoder in `port.ts`.
 */
import type { Circumstances } from "./circumstances.ts";
import type { Asked, CollectPart } from "./custodian/collect.ts";
import type { Returned } from "./custodian/custodian.ts";
import type { Ranged } from "./library/host.ts";
import type { LockerState, Wish } from "./locker/keeper.ts";
import type { Note } from "./note.ts";
import type { Tag } from "./tags.ts";

/** The parts of the room's script that the first screen does not need. */
export const LATE_PARTS = [
  "storage",
  "records",
  "reader",
  "leaves",
  "settings",
  "doctor",
  "library",
  "thinking",
  "german",
  "germanengine",
] as const;
export type LatePart = (typeof LATE_PARTS)[number];

/** Those, the scripts of workers that are started seldom, and the shell’s own dialogs and its texts in German, which the room has kept and never runs. */
export type LateScript = LatePart | "derive" | "layout" | "pool" | "own" | "device" | "dialogs" | "shellgerman";

/** A public file that a person is told of by the name that it has here. */
export type SingleFile =
  | "lexicon"
  | "rare-diseases"
  | "concepts"
  | "weights"
  | "tokenizer"
  | "tagger"
  | "tagger-tokenizer"
  | "tagger-head"
  | "reranker"
  | "reranker-tokenizer"
  | "classifier"
  | "onnx"
  | "llama"
  | "notices";

/** A public file of this build: a script that is needed later, the engine, the lexicon, the names of rare diseases, the vocabulary of concepts, the embedder's two and the tagger's three files, the two of what reads passages a second time, the classifier of instructions, what opens a model of the person's own, what runs a language model of the person's own, the notices of what is passed on with the page, a file of sample records, or the vectors of all of these. */
export type AssetId =
  "wasm" | SingleFile | `script-${LateScript | "custodian" | "function"}` | `sample-${number}` | "vectors";

/** Where a public file lies, and what it must be. */
export interface AssetPin {
  /** What the person knows it by, for sample records. */
  readonly label?: string;
  /** Path relative to the page; the hash stands in it. */
  readonly path: string;
  /** Length in bytes. */
  readonly bytes: number;
  /** SHA-256 in lower-case hexadecimal; checked by the room, which does not trust the shell with it. */
  readonly sha256: string;
}

/** What became of a public file on its way to the room. */
export interface AssetReport {
  /** Where the bytes came from: what the browser keeps for this page, or the page's own server. */
  readonly from: "cache" | "network";
  /** Whether a kept copy was not the file of this build, and was thrown away and fetched again. */
  readonly mended: boolean;
  /** Whether the browser keeps the file for the next visit; it does not in a private window or on a full disk. */
  readonly kept: boolean;
}

/** How far a fetch has come, in bytes. */
export interface AssetProgress {
  readonly done: number;
  readonly total: number;
}

/** How long the courier waits, each in milliseconds. */
export interface Patience {
  /** Until the response head has arrived (connection included: `fetch` does not tell them apart). */
  readonly headMillis: number;
  /** From the head to the first byte of the body. */
  readonly firstByteMillis: number;
  /** Between two pieces of the body. */
  readonly idleMillis: number;
}

/**
 * What may be saved: the ledger, the proof pack, the exact bytes of one request, a thought process and a report of it, what a question went through, an answer with its
 * quotations (Markdown), entries of the records (a FHIR Bundle), or what the test of the device found.
 */
export const EXPORT_FORMS = [
  "ledger",
  "proof",
  "request",
  "thinking",
  "thinking-report",
  "workflow",
  "answer",
  "bundle",
  "benchmark",
] as const;
export type ExportForm = (typeof EXPORT_FORMS)[number];

/** A request as the engine released it, before the shell has looked at it. */
export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** Room to shell. `id` is chosen by the room and names the answers. */
export type ToShell =
  | { readonly kind: "asset"; readonly id: number; readonly asset: AssetId }
  | {
      readonly kind: "send";
      readonly id: number;
      readonly cleared: Outgoing;
      /** The address that the person entered; the request must go to its origin. */
      readonly endpoint: string;
      /** The key, or an empty text for none. */
      readonly credential: string;
      readonly patience: Patience;
    }
  /** Asks for public texts by a request of one of three forms; no key goes with it. */
  | { readonly kind: "seek"; readonly id: number; readonly cleared: Outgoing; readonly patience: Patience }
  /** Opens the locker; with `persist` the browser is asked not to clear it of its own accord. */
  | { readonly kind: "locker"; readonly id: number; readonly wish: Wish; readonly persist: boolean }
  | { readonly kind: "load"; readonly id: number; readonly name: string }
  | { readonly kind: "save"; readonly id: number; readonly name: string; readonly bytes: ArrayBuffer }
  | { readonly kind: "remove"; readonly id: number; readonly names: readonly string[] }
  | { readonly kind: "names"; readonly id: number }
  | { readonly kind: "erase"; readonly id: number }
  /** Makes a passkey, or uses the one of id `credential`; `salt` is what it evaluates, 32 bytes. */
  | {
      readonly kind: "passkey";
      readonly id: number;
      readonly credential: ArrayBuffer | null;
      readonly salt: ArrayBuffer;
    }
  /** Loads the page anew, and leaves it a note: what was in memory is gone. */
  | { readonly kind: "restart"; readonly id: number; readonly note: Note }
  /** Offers the person a file to save: nothing is saved before they say so in the shell. `bytes` are JSON, or Markdown for an answer. */
  | { readonly kind: "export"; readonly id: number; readonly form: ExportForm; readonly bytes: ArrayBuffer }
  /** Asks the person, in the shell, from which server their records are to be read, and has them sign in. */
  | { readonly kind: "connect"; readonly id: number }
  /** Reads from the server that was signed in to; `origin` is what `connected` told. The addresses are made by the shell. */
  | { readonly kind: "collect"; readonly id: number; readonly origin: string; readonly request: CollectRequest }
  /** Gives the access to that server back. */
  | { readonly kind: "disconnect"; readonly id: number }
  /** Has the person say, in the shell, which library of public texts at the page's own server is to be read. */
  | { readonly kind: "library"; readonly id: number }
  /** Reads `length` bytes of that library from `start` on: two numbers, and from each beginning once, unless it did not come. */
  | { readonly kind: "range"; readonly id: number; readonly start: number; readonly length: number }
  /** Says in which language the shell is to speak: one of those that the page speaks. */
  | { readonly kind: "speak"; readonly id: number; readonly tag: Tag }
  | { readonly kind: "cancel"; readonly id: number };

/** What may be read: a word, so that nothing of a record can be put into an address. */
type CollectRequest = "everything";

/** Stable words for what can go wrong at the port; the same as the engine's codes. */
export type PortCode =
  | "invalid-argument"
  | "not-found"
  | "unsupported"
  | "too-large"
  | "cancelled"
  | "refused"
  | "network"
  | "unreached"
  | "reply"
  | "io";

/** Shell to room. An error with `id` null answers a message whose id could not be read. */
export type FromShell =
  /** All pieces of the file were handed over. */
  | ({ readonly kind: "asset"; readonly id: number } & AssetReport)
  | ({ readonly kind: "asset-progress"; readonly id: number } & AssetProgress)
  /** The next bytes of the file, at most {@link PIECE_BYTES}: in one message a file would hold up a main thread. */
  | { readonly kind: "asset-piece"; readonly id: number; readonly bytes: ArrayBuffer }
  | { readonly kind: "head"; readonly id: number; readonly status: number }
  /** The model server is busy, and is asked again with the same bytes after so many milliseconds. */
  | { readonly kind: "pause"; readonly id: number; readonly millis: number }
  | { readonly kind: "chunk"; readonly id: number; readonly text: string }
  | { readonly kind: "end"; readonly id: number }
  | { readonly kind: "locker"; readonly id: number; readonly state: LockerState }
  /** The sealed bytes of a name, or null where there are none. */
  | { readonly kind: "loaded"; readonly id: number; readonly bytes: ArrayBuffer | null }
  | { readonly kind: "names"; readonly id: number; readonly names: readonly string[] }
  | {
      readonly kind: "passkey";
      readonly id: number;
      readonly credential: ArrayBuffer;
      readonly secret: ArrayBuffer;
    }
  /** Whether the person had the file saved. */
  | { readonly kind: "exported"; readonly id: number; readonly saved: boolean }
  /** The base address of the server that the person signed in to. */
  | { readonly kind: "connected"; readonly id: number; readonly origin: string }
  /** How far the reading is, or a page of it as it came. */
  | { readonly kind: "collecting"; readonly id: number; readonly part: CollectPart }
  /** What was asked; all pages were handed over. */
  | { readonly kind: "collected"; readonly id: number; readonly asked: readonly Asked[] }
  | { readonly kind: "disconnected"; readonly id: number; readonly returned: Returned }
  /** The path of the library that the person chose. */
  | { readonly kind: "library"; readonly id: number; readonly path: string }
  | ({ readonly kind: "range"; readonly id: number } & Ranged)
  /** Another tab has taken the locker over. It answers nothing. */
  | { readonly kind: "taken"; readonly id: null }
  | {
      readonly kind: "error";
      readonly id: number | null;
      readonly code: PortCode;
      readonly message: string;
      /** Of a model server that could not be asked; else nothing. */
      readonly circumstances?: Circumstances | undefined;
    };

/** Bytes of a public file in one message. */
export const PIECE_BYTES = 1 << 20;

/** The sizes beyond which a message is refused. */
export const LIMITS = {
  /** UTF-16 units of an address. */
  url: 2048,
  /** UTF-16 units of a request body. */
  body: 1 << 20,
  /** Characters of a key. */
  credential: 4096,
  /** Header lines of a request. */
  headers: 4,
  /** Requests under way at one time: the room has at most three public files fetched at once. */
  underway: 8,
  /** Milliseconds of any one wait. */
  patienceMillis: 600_000,
  /** Bytes of one sealed object: those of the engine are of 4 MiB at most, and so is any catalogue. */
  objectBytes: 16 << 20,
  /** Names in one message. */
  names: 1 << 20,
  /** Bytes of a passkey's id (WebAuthn allows 1023). */
  credentialId: 1023,
  /** Bytes of one range of a library. */
  rangeBytes: 64 << 20,
  /** Bytes of a file that is offered to be saved. */
  exportBytes: 16 << 20,
  /** Bytes of a reply. */
  replyBytes: 8 << 20,
} as const;

/** The header lines that a request may carry; the courier adds the credential itself. */
export const HEADERS: ReadonlyMap<unknown, readonly unknown[]> = new Map([
  ["accept", ["application/json", "text/event-stream"]],
  ["content-type", ["application/json"]],
  ["anthropic-version", ["2023-06-01"]],
  ["anthropic-dangerous-direct-browser-access", ["true"]],
]);
