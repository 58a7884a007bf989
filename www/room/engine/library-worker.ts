/** Reads libraries of public texts, in a worker that has no records: files that the person opened, and a pack whose ranges the page brings. */
import { Library } from "../../../pkg/chaperone.js";
import type {
  LibraryAmong,
  LibraryConfigured,
  LibraryCounts,
  LibraryFound,
  LibraryRange,
  LiteratureReport,
} from "../../../pkg/chaperone.js";
import type { Ranged } from "../../shell/library/host.ts";
import { toData, type ErrorData } from "./error.ts";

/** The two libraries that there can be. */
export type LibraryName = "own" | "hosted";

/** A file of literature, and what became of it, or why nothing of it was read. */
export interface OpenedFile {
  readonly report?: LiteratureReport;
  readonly error?: ErrorData;
}

/** What is said of guidelines and books that do not say it themselves. */
export interface About {
  readonly issuer?: string;
  readonly year?: number;
  readonly kind?: "guideline" | "book" | "document";
}

/** A file with what is said of it. */
export interface ToldFile {
  readonly file: Blob;
  readonly about: About;
}

/** Each thing that the worker is asked, with what it takes and gives. A pack's steps give what they want until it is there. */
export interface LibraryCalls {
  /** Reads files, and makes all that were opened searchable. */
  files: {
    takes: { readonly files: readonly Blob[]; readonly about: About };
    gives: { readonly files: OpenedFile[]; readonly counts: LibraryCounts | undefined };
  };
  /** Reads these files in place of all that were read before. */
  anew: {
    takes: readonly ToldFile[];
    gives: LibraryCalls["files"]["gives"];
  };
  /** Closes the pack that was begun. */
  close: { takes: null; gives: null };
  /** Begins with a pack of which nothing is there, in place of the one before. */
  begin: { takes: null; gives: null };
  open: { takes: null; gives: { done: LibraryCounts } | { want: LibraryRange[] } };
  supply: { takes: { readonly range: LibraryRange; readonly answer: Ranged }; gives: null };
  /** Takes the pack that was begun from parts of it that were kept, in place of a host. */
  restore: { takes: readonly Uint8Array[]; gives: null };
  /** What stands for every byte of the pack. */
  fingerprint: { takes: null; gives: string };
  /** The parts that were read and are not kept yet, or all of them. */
  toKeep: { takes: "new" | "all"; gives: Uint8Array<ArrayBuffer> | undefined };
  /** What was given last is kept. */
  kept: { takes: null; gives: null };
  /** Bytes of the library of the person's files, as a pack has them. */
  bytes: { takes: LibraryRange; gives: Uint8Array<ArrayBuffer> | undefined };
  /** Takes a configuration, or goes back to the usual one; a wrong one changes nothing. */
  configure: { takes: Uint8Array | undefined; gives: LibraryConfigured };
  search: {
    takes: { readonly of: LibraryName; readonly question: string; readonly today: string };
    gives: { done: LibraryFound } | { want: LibraryRange[] };
  };
  /** What a server of public passages answered, `reply`, among what the person's files have. */
  among: {
    takes: { readonly reply: Uint8Array; readonly question: string; readonly today: string };
    gives: { done: LibraryAmong } | { want: LibraryRange[] };
  };
  /** What of the person's files stands beside an answer from records. */
  alongside: { takes: string; gives: { done: LibraryFound } | { want: LibraryRange[] } };
}

export type LibraryCall = keyof LibraryCalls;

/** Page to worker. */
export type ToLibrary = {
  [Name in LibraryCall]: { readonly id: number; readonly call: Name; readonly takes: LibraryCalls[Name]["takes"] };
}[LibraryCall];
/** Worker to page. `read` tells how many bytes of the files were read. */
export type FromLibrary =
  | { readonly id: number; readonly read: number }
  | { readonly id: number; readonly gives: unknown }
  | { readonly id: number; readonly error: ErrorData };

/** Bytes of a file that are read at one time. */
const STEP_BYTES = 1 << 20;
/** Bytes of a seed. */
const SEED_BYTES = 32;

type Handlers = {
  [Name in LibraryCall]: (
    takes: LibraryCalls[Name]["takes"],
    read: (bytes: number) => void,
  ) => LibraryCalls[Name]["gives"] | Promise<LibraryCalls[Name]["gives"]>;
};

/** Serves `port`, one thing after the other. */
export function serveLibraries(port: MessagePort): void {
  let own = new Library();
  let hosted: Library | undefined;
  let configuration: Uint8Array | undefined;
  const handlers: Handlers = {
    files: async ({ files, about }, read) => {
      const told = files.map((file) => ({ file, about }));
      return { files: await readingAll(own, told, read), counts: own.make() };
    },
    anew: async (files, read) => {
      const library = new Library();
      library.configure(configuration);
      const opened = { files: await readingAll(library, files, read), counts: library.make() };
      own.free();
      own = library;
      return opened;
    },
    close: () => {
      hosted?.free();
      hosted = undefined;
      return null;
    },
    begin: () => {
      hosted?.free();
      hosted = new Library(crypto.getRandomValues(new Uint8Array(SEED_BYTES)));
      hosted.configure(configuration);
      return null;
    },
    open: () => pack(hosted).open(),
    supply: ({ range, answer }) => {
      const { status, contentRange, bytes } = answer;
      pack(hosted).supply(range.start, range.bytes, status, new Uint8Array(bytes), contentRange ?? undefined);
      return null;
    },
    restore: (runs) => {
      for (const run of runs) pack(hosted).restore(run);
      return null;
    },
    fingerprint: () => pack(hosted).fingerprint(),
    toKeep: (which) => pack(hosted).toKeep(which === "all") as Uint8Array<ArrayBuffer> | undefined,
    kept: () => {
      pack(hosted).kept();
      return null;
    },
    bytes: ({ start, bytes }) => own.bytes(start, bytes) as Uint8Array<ArrayBuffer> | undefined,
    configure: (json) => {
      const configured = own.configure(json);
      configuration = json;
      hosted?.configure(json);
      return configured;
    },
    search: ({ of, question, today }) => (of === "own" ? own : pack(hosted)).search(question, today),
    among: ({ reply, question, today }) => own.among(reply, question, today),
    alongside: (question) => own.alongside(question),
  };
  let turn: Promise<void> = Promise.resolve();
  port.onmessage = ({ data }: MessageEvent<ToLibrary>) => {
    turn = turn.then(() => answer(port, handlers, data));
  };
}

async function answer(port: MessagePort, handlers: Handlers, { id, call, takes }: ToLibrary): Promise<void> {
  const say = (message: FromLibrary): void => port.postMessage(message);
  try {
    const handler = handlers[call] as unknown as (takes: unknown, read: (bytes: number) => void) => unknown;
    say({ id, gives: await handler(takes, (read) => say({ id, read })) });
  } catch (error) {
    if (isTrap(error)) return end(error);
    say({ id, error: toData(error) });
  }
}

async function readingAll(
  own: Library,
  files: readonly ToldFile[],
  read: (bytes: number) => void,
): Promise<OpenedFile[]> {
  const opened: OpenedFile[] = [];
  let before = 0;
  for (const { file, about } of files) {
    opened.push(await reading(own, file, about, (bytes) => read(before + bytes)));
    before += file.size;
  }
  return opened;
}

async function reading(
  own: Library,
  file: Blob,
  { issuer, year, kind }: About,
  read: (bytes: number) => void,
): Promise<OpenedFile> {
  try {
    own.beginFile(issuer, year, kind);
    for (let at = 0; at < file.size; at += STEP_BYTES) {
      own.pushFile(new Uint8Array(await file.slice(at, at + STEP_BYTES).arrayBuffer()));
      read(Math.min(at + STEP_BYTES, file.size));
    }
    return { report: own.finishFile() };
  } catch (error) {
    if (isTrap(error)) throw error;
    return { error: toData(error) };
  }
}

function pack(hosted: Library | undefined): Library {
  if (hosted === undefined) throw new Error("no pack was begun");
  return hosted;
}

const isTrap = (error: unknown): boolean => error instanceof WebAssembly.RuntimeError;

/** After a trap the memory cannot be trusted: the worker ends, as by an error that nobody caught. */
function end(error: unknown): void {
  setTimeout(() => {
    throw error;
  });
}
