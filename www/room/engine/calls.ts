/** What the room's interface may ask of the engine's worker. It is all that it can ask: the courier's port is not in it. */
import type { AssetProgress, LateScript, Patience } from "../../shell/messages.ts";
import type { LibraryRange, NearestProposal, PubmedAccount, PubmedProposal } from "../../../pkg/chaperone.js";
import type { PublicFile } from "../../shell/public-file.ts";
import type { Asked } from "../../shell/custodian/collect.ts";
import type { Returned } from "../../shell/custodian/custodian.ts";
import type { Ranged } from "../../shell/library/host.ts";
import type { Note } from "../../shell/note.ts";
import type { Tag } from "../../shell/tags.ts";
import type { Benchmark } from "./benchmark.ts";
import type { Gathered, Gathering } from "./bundle.ts";
import type { CryptAnswer, CryptRequest } from "./crypt.ts";
import type { DeviceFacts } from "./device/worker.ts";
import type { ErrorData } from "./error.ts";
import type { Erased, Holding, Kept, KeptFile, Passkey, Removed, Restored, SourceFile } from "./kept.ts";
import type { KeptLibrary, LibraryRun } from "./kept-libraries.ts";
import type { AnswerFile } from "./markdown.ts";
import type { PubmedCame, PubmedTyped } from "./pubmed.ts";
import type {
  Added,
  Answer,
  Asking,
  Block,
  Brief,
  Choice,
  Draft,
  Found,
  Hold,
  Holdings,
  Inside,
  Known,
  LedgerVerdict,
  LedgerView,
  NarrowedBy,
  Progress,
  Series,
  SideBySide,
  Sighting,
  SourceView,
  StrategyName,
  Telling,
  ThinkBeside,
  ThinkEnding,
  ThinkLimits,
  ThinkProposal,
  ThinkTells,
  ThinkView,
  Points,
  Timeline,
  Tool,
  Unmatched,
  VaultLock,
} from "./types.ts";

/** Each call with what it takes and gives. */
export interface Calls {
  /** Reads one file of records; `label` is what the person knows it by. */
  "add-file": { takes: { file: Blob; label: string }; gives: AddedFile };
  /** Reads the sample records of this build; one report for each file. */
  "add-samples": { takes: Record<string, never>; gives: (AddedFile & { readonly label: string })[] };
  /** Has the person sign in, in the shell, to the server that keeps their records; resolves to its base address. */
  connect: { takes: Record<string, never>; gives: { origin: string } };
  /** Reads everything from the server at `origin`, which they signed in to, as one file; what was read stays also where it ends early. */
  collect: { takes: { origin: string }; gives: Collected };
  /** Gives the access to that server back. */
  disconnect: { takes: Record<string, never>; gives: { returned: Returned } };
  /** Makes what was read findable. Whatever is asked before that waits for it. */
  index: { takes: Record<string, never>; gives: null };
  /** The licences of everything that is passed on with the page. */
  notices: { takes: Record<string, never>; gives: { text: string } };
  /** What the room holds now. */
  holdings: { takes: Record<string, never>; gives: Holdings };
  /** The names of the patients; their places in the list are their numbers. */
  patients: { takes: Record<string, never>; gives: string[] };
  /** The patients of whom the person must say whether they are another one. */
  unmatched: { takes: Record<string, never>; gives: Unmatched[] };
  /** Makes two patients one, as the person says; numbers change. */
  "same-patient": { takes: { from: number; to: number }; gives: null };
  /** Fetches and checks the embedder, then embeds what has been read so far. */
  embed: { takes: Record<string, never>; gives: { passages: number } };
  /** Opens an embedding model of the person's own and uses it from now on; until it is open, and where that fails, the one in use stays. */
  "own-model": { takes: OwnFiles; gives: OwnFacts };
  /**
   * Loads a language model of the person's own, a GGUF file called `name`, in a worker by itself, to be asked at the address `ON_THIS_DEVICE`. Ends when the model is there no more, with why; cancelling takes it away.
   */
  "device-model": { takes: { file: Blob; name: string }; gives: never };
  /** Has searches read the best passages a second time from now on, for which a model is fetched, or no longer. */
  "second-reading": { takes: { on: boolean }; gives: null };
  /** Uses the model of this build again. */
  "shipped-model": { takes: Record<string, never>; gives: null };
  /** The best passages, verbatim, and the exact answer where the question is about coded facts; nothing leaves. Nothing is searched more narrowly by what is in `without`. */
  quotes: { takes: About & { readonly without?: readonly NarrowedBy[] }; gives: Answer };
  /** The best passages for a question by a strategy, each with the parts of its score; nothing leaves. */
  search: { takes: About & { strategy: StrategyName }; gives: FoundTwice };
  /** The tools that a model in this room may call. */
  tools: { takes: Record<string, never>; gives: Tool[] };
  /** What a tool returns for its arguments, both JSON; nothing leaves. */
  "call-tool": { takes: { name: string; parameters: string }; gives: string };
  /** What is known of concepts. */
  known: { takes: Record<string, never>; gives: Known };
  /** Reads the person's own UMLS (MRCONSO.RRF, MRREL.RRF), or a vocabulary that the command line made of it, and uses it from now on; where that fails, what is in use stays. */
  "own-concepts": { takes: { files: readonly Blob[] }; gives: Known };
  /** The question made whole with what it takes over from the newest of those before it; `null` where it stands alone. */
  "follow-up": { takes: { question: string; earlier: readonly string[] }; gives: string | null };
  /** What is new of a patient since a day (`2019-03-02`), and where the record disagrees with itself. */
  brief: { takes: { patient: number; since: string }; gives: Brief };
  /** Everything of a patient by kind and time. */
  timeline: { takes: { patient: number }; gives: Timeline };
  /** The day of a patient's last visit. */
  "last-visit": { takes: { patient: number }; gives: string | null };
  /** What is new since the last visit, counted; `null` without a visit. */
  points: { takes: { patient: number }; gives: Points | null };
  /** What was measured of a patient, as series of numbers. */
  series: { takes: { patient: number }; gives: Series[] };
  /** What would leave for a question, told as `choice` says where the host's policy lets it, with less of it where its `strangers` says so and a stranger could know who it is; nothing does. */
  prepare: {
    takes: About & {
      endpoint: Endpoint;
      choice: Choice;
      asking: Asking;
      /** The answered draft of this question after which it goes on with what was not told yet. */
      after?: number | undefined;
      /** The draft of this question, one of several, in the place of which there is to be another one, told as is now chosen. */
      anew?: number | undefined;
      /** Has the model on this device search the records and draft first, and waits for it so long. */
      inside?: Patience | undefined;
    };
    /** `work` is the number of the work of the model on this device. */
    gives: Draft & { readonly work?: number };
  };
  /** The levels, and what the host's policy lets be chosen; `unread` says that the policy could not be read. */
  telling: { takes: Record<string, never>; gives: Telling & { readonly unread: boolean } };
  /** What identifies somebody in a text; nothing of it is kept and nothing leaves. `byModel` unless the model of names could not be had. */
  examine: { takes: { text: string }; gives: { sightings: Sighting[]; byModel: boolean } };
  /**
   * Sends a server a cleared request with fixed words and nothing of the records; `said` is whether its model said anything. With `holding` it is then seen by what the
   * server holds replies, if by anything, with one or two more.
   */
  trial: {
    takes: { endpoint: Endpoint; credential: string; patience: Patience; holding?: boolean };
    gives: { said: boolean; hold?: Hold };
  };
  /** Asks a server for the names of its models, by a cleared request that says nothing; `list` is what it answered, to be read and not to be shown. */
  models: {
    takes: { endpoint: Endpoint; credential: string; patience: Patience };
    gives: { names: readonly string[]; list: string };
  };
  /** Sends a cleared draft and resolves the reply. */
  ask: { takes: { draft: number; endpoint: Endpoint; credential: string; patience: Patience }; gives: Replied };
  /** What bears on a question, and what to approve before a model is asked to think about it step by step; nothing is sent. */
  "think-begin": { takes: About & { endpoint: Endpoint; choice: Choice; asking: Asking }; gives: ThinkProposal };
  /** Plays a saved thought process again, to go on with; its question is told. */
  "think-again": {
    takes: { file: Blob; subject: number | undefined; endpoint: Endpoint; choice: Choice; asking: Asking };
    gives: { question: string; view: ThinkView };
  };
  /** Thinks on until the person is needed or it has ended; cancelling pauses it. Each of its requests is reviewed, released and entered in the ledger. */
  "think-on": { takes: { endpoint: Endpoint; credential: string; patience: Patience }; gives: ThinkStop };
  /** Does what the person says to the process. */
  "think-act": { takes: ThinkAct; gives: ThinkView };
  /** What a thought says, checked, or the quotations of a document. */
  "think-detail": { takes: { node: number }; gives: Answer };
  /** Asks the last question of the process. */
  "think-answer": { takes: { endpoint: Endpoint; credential: string; patience: Patience }; gives: Replied };
  /** The process as a text to read. */
  "think-report": { takes: Record<string, never>; gives: string };
  /** The text of a script that is needed now. */
  script: { takes: { name: LateScript }; gives: string };
  /** Forgets the process. */
  "think-forget": { takes: Record<string, never>; gives: null };
  /** What was released so far, and what each provider has learnt; `unsent` are the numbers of the entries of this session of which nothing left. */
  ledger: { takes: Record<string, never>; gives: LedgerView & { readonly unsent: readonly number[] } };
  /** The exact bytes that left with an entry, where they are still in memory. */
  "ledger-body": { takes: { number: number }; gives: string | null };
  /** The name of the file that each reference leads to, as the person knows it; null where it is not known. */
  "source-files": { takes: { references: readonly string[] }; gives: (string | null)[] };
  /** Gathers entries as their files have them, as a FHIR Bundle that can be saved; nothing of it is told but counts. */
  gather: { takes: Gathering; gives: Gathered };
  /** Tests this device in a worker of its own, with sample records and made-up identifiers and none of the person's. */
  benchmark: { takes: Record<string, never>; gives: Benchmark };
  /** Offers the person a file to save, in the shell. */
  "export-ledger": { takes: Exported; gives: { saved: boolean } };
  /** What is found in a ledger file or proof pack; `noted` is a head hash that was noted elsewhere, or empty. */
  "verify-ledger": { takes: { file: Blob; noted: string }; gives: LedgerVerdict };
  /** What a reference leads to: the bytes of its entry, or the text decoded from them. */
  source: { takes: { reference: string }; gives: Opened };
  /** What is kept on this device, and whether this tab may use it; `take-over` asks another tab to let go. */
  look: { takes: { wish: "look" | "take-over"; persist: boolean }; gives: Holding };
  /** Begins to keep what was read so far and what will be, under the key that the frame has. */
  keep: { takes: { locks: VaultLock[] }; gives: Kept };
  /** Opens what is kept with the key that the frame has, and reads it, but for the files at the places `without`. */
  unlock: { takes: { without: readonly number[] }; gives: Restored };
  /** The files of this session and those that are kept. */
  sources: { takes: Record<string, never>; gives: SourceFile[] };
  /** Takes a file out of this session and out of what is kept; the others are read again. All of it is done, or nothing. */
  "remove-source": { takes: { sha256: string }; gives: Removed };
  /** Replaces the ways to the key. */
  relock: { takes: { locks: VaultLock[] }; gives: null };
  /** Keeps the page's own state, or lets it wait until things are kept. */
  "keep-page": { takes: { state: string }; gives: null };
  /** Destroys everything that is kept, and says what is left. */
  erase: { takes: Record<string, never>; gives: Erased };
  /** Makes a passkey, or uses the one that is a way to the key. */
  passkey: { takes: { act: "make" | "use" }; gives: Passkey };
  /** Tries again to keep what could not be kept before. */
  "keep-rest": { takes: Record<string, never>; gives: null };
  /** Loads the page anew, so that nothing stays in memory, and leaves it a note. */
  restart: { takes: { note: Note }; gives: null };
  /** Starts a worker by itself that reads libraries and serves `port`; it has no records. Ends when the worker does, with why. */
  shelves: { takes: { port: MessagePort }; gives: never };
  /** Puts public passages before the message of a draft, and has it reviewed anew. They are of a pack that is read by ranges: without `start` it is begun, then `bytes` are those from `start` on. */
  beside: {
    takes: { draft: number; start?: number; bytes?: Uint8Array<ArrayBuffer> };
    gives: { done: Draft } | { want: LibraryRange[] };
  };
  /** As `beside`, for the thought process: what there is to approve then, and the public passages. */
  "think-beside": {
    takes: { start?: number; bytes?: Uint8Array<ArrayBuffer> };
    gives: { done: ThinkBeside } | { want: LibraryRange[] };
  };
  /** Each medicine of an answer's boxes of which one of the public passages names another amount. */
  "side-by-side": { takes: { blocks: readonly Block[]; passages: readonly string[] }; gives: SideBySide[] };
  /** Has the person say, in the shell, which library at the page's own server is read. */
  library: { takes: Record<string, never>; gives: { path: string } };
  /** Reads a range of that library. */
  range: { takes: { start: number; length: number }; gives: Ranged };
  /** What would leave to PubMed for a query and two days; of the words that stay, `allowed` leave where that may be. Nothing is sent. */
  "pubmed-propose": { takes: PubmedTyped; gives: PubmedProposal };
  /** Collects what was proposed, from where it is, until all came; cancelling stops it, and what came before stays. Each request is reviewed, released and entered in the ledger. */
  "pubmed-on": { takes: Record<string, never>; gives: PubmedCame };
  /** What would leave of a question to a server of public passages; nothing is sent. */
  "nearest-propose": {
    takes: { question: string; allowed: readonly string[]; server: string };
    gives: NearestProposal;
  };
  /** Asks the server which collections it has, and then what was proposed, in that of this name; `reply` is what it answered, to be read by who has no records. Both requests are reviewed, released and entered in the ledger. */
  "nearest-on": { takes: { collection: string }; gives: { reply: Uint8Array<ArrayBuffer> } };
  /** The libraries at the page's server of which something is kept; null where nothing is kept at all. */
  libraries: { takes: Record<string, never>; gives: { kept: KeptLibrary[] | null } };
  /** Keeps parts of a library that were read. Where it fails, what was kept before stays. */
  "keep-library": { takes: LibraryRun; gives: null };
  /** What is kept of the library at `path`, in the runs in which it was kept. */
  "kept-library": { takes: { path: string }; gives: Uint8Array<ArrayBuffer>[] };
  /** Takes out what is kept of the library at `path`. */
  "forget-library": { takes: { path: string }; gives: Removed };
  /** Has the shell speak a language. */
  speak: { takes: { tag: Tag }; gives: null };
}

/** What a file brought; `unkept` says why it is in this session only, where it should have been kept. */
export type AddedFile = Added & { readonly unkept?: ErrorData };

/** What a server was asked, and what came of it; `added` where anything came, under the name `label`. */
export interface Collected {
  readonly label: string;
  readonly bytes: number;
  readonly asked: readonly Asked[];
  readonly added: AddedFile | undefined;
}

/**
 * What is offered to be saved. The proof pack tells of the self-test, where it was run: a result for each of
 * `WAYS_OUT`, in their order.
 */
export type Exported =
  | { readonly what: "ledger" }
  | { readonly what: "proof"; readonly selfTest: readonly ("blocked" | "not-blockable" | "open")[] }
  | { readonly what: "request"; readonly number: number }
  | { readonly what: "thinking" | "thinking-report" }
  /** Everything that the question of a draft went through. */
  | { readonly what: "workflow"; readonly draft: number }
  | ({ readonly what: "answer" } & AnswerFile)
  /** What `gather` gathered last. */
  | { readonly what: "bundle" }
  /** What `benchmark` found last. */
  | { readonly what: "benchmark" };

/** An embedding model of the person's own, as they choose it. */
export interface OwnFiles {
  /** An ONNX export. */
  readonly model: Blob;
  /** Its `tokenizer.json`. */
  readonly tokenizer: Blob;
  /** How the vectors of the tokens become that of a text. */
  readonly pooling: "mean" | "cls";
  /** What is put before a question. */
  readonly prefix: string;
}

/** What was found of such a model. */
export interface OwnFacts {
  /** The SHA-256 of the export. */
  readonly sha256: string;
  readonly dimensions: number;
  /** The most tokens of a text that are read, and after how many the tokenizer's file has it cut off. */
  readonly tokens: number;
  readonly stated: number | undefined;
  /** Whether words that mean the same are no nearer to each other than others: the tokenizer may be another model's. */
  readonly doubtful: boolean;
  /** What it runs on: the engine's kernels, or tract in a worker of its own. */
  readonly runs: "kernels" | "tract";
  /** Milliseconds that a short passage took, where it runs on tract. */
  readonly millis: number | undefined;
}

/** What was found, and what came of reading it a second time, where that is switched on. */
export type FoundTwice = Found & { readonly second?: SecondFacts };

/** A second reading: how many passages there was time for, of how many that it was for; none where what is asked gains nothing by it. */
export interface SecondFacts {
  readonly read: number;
  readonly of: number;
  /** Why there was none. */
  readonly failure?: ErrorData;
}

/** What a person does to a thought process. */
export type ThinkAct =
  | { readonly act: "start"; readonly limits: ThinkLimits }
  | { readonly act: "judge"; readonly node: number; readonly value: number }
  | { readonly act: "prune"; readonly node: number }
  | { readonly act: "pin"; readonly node: number; readonly pinned: boolean }
  | { readonly act: "add"; readonly text: string }
  | { readonly act: "decide"; readonly approved: boolean }
  | { readonly act: "stop" };

/** Why a thought process does not go on by itself. */
export type ThinkStop =
  | { readonly state: "approval"; readonly tells: readonly ThinkTells[] }
  | { readonly state: "judge"; readonly thought: number }
  | { readonly state: "done"; readonly ending: ThinkEnding }
  | { readonly state: "paused" };

/** An answer to a reply; `cut` when its model server stopped before the end. */
export type Replied = Answer & { readonly cut?: boolean };

/** A source with the names that the person gave its files, in the order of its pieces. */
export type Opened = SourceView & {
  /** `undefined` for a file whose bytes this session does not have. */
  readonly labels: readonly (string | undefined)[];
  /** Why no file could be read, if none could. */
  readonly unread: ErrorData | undefined;
};

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

/** What was read is being made findable; counted in texts (passages and identifiers). */
export interface Indexing {
  readonly status: "indexing";
  readonly done: number;
  readonly total: number;
}

/** A model of the person's own is being read, in bytes, and then tried, which does not say how far it is: both figures are 0 then. */
export interface Opening {
  readonly status: "opening";
  readonly done: number;
  readonly total: number;
}

/** What is kept is being written or read back; counted in bytes of the source files. */
export interface Storing {
  readonly status: "keeping" | "restoring";
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
  | { readonly progress: Progress | Fetching | Indexing | Opening | Storing }
  | { readonly delta: string }
  /** What a server is being asked, and what came so far. */
  | { readonly collecting: Omit<Asked, "ending"> }
  /** How far a test of the device has come, in steps. */
  | { readonly testing: { readonly done: number; readonly total: number } }
  /** How far collecting from PubMed is. */
  | { readonly pubmed: PubmedAccount }
  /** A thought process as it stands, and what the model is asked now. */
  | { readonly thinking: ThinkView; readonly doing: "think" | "judge" | "seek" | undefined }
  /** The model on this device is loaded. */
  | { readonly device: DeviceFacts }
  /** What the model on this device has done for a question so far. */
  | { readonly inside: Inside }
  /** The model server is busy and is asked again after so many milliseconds. */
  | { readonly pause: number }
  | { readonly notice: Notice }
  /** Why what was made could not be kept; it is there in this session. */
  | { readonly unkept: ErrorData };

/** Interface to worker. */
export type ToWorker =
  | { readonly start: true; readonly policy: string | undefined }
  | { readonly again: true }
  | { [Name in CallName]: { readonly id: number; readonly call: Name; readonly takes: Calls[Name]["takes"] } }[CallName]
  | { readonly cancel: number }
  | CryptAnswer;

/**
 * Worker to interface. `starting` tells how far the engine's own file has come, before there are calls, and a
 * `notice` without an id is about it. `lacking` says why it could not be had; it is fetched once more when the interface says `again`. `dead` means that no call will be answered any more.
 */
export type FromWorker =
  | { readonly starting: AssetProgress }
  | { readonly lacking: ErrorData }
  | { readonly notice: Notice }
  | { readonly ready: true }
  | CryptRequest
  /** The person's own model ended and is not used any more; until `embed` brings the model of this build, search is by words. */
  | { readonly ended: ErrorData }
  /** Another tab uses what is kept from now on. */
  | { readonly taken: true }
  /** `file` is the kept file that was being read. All that is still answered is `restart`. */
  | { readonly dead: ErrorData; readonly file?: KeptFile | undefined }
  | { readonly id: number; readonly event: CallEvent }
  | { readonly id: number; readonly gives: unknown }
  | { readonly id: number; readonly error: ErrorData };
