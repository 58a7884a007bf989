/**
 * Reads a library that the person named here, in the shell, by single ranges of its bytes. The room has no part in where it lies, and can ask for
 * ranges alone: within the file, again only where one did not come, and not too many, so that what it could tell by them is bounded.
 */
import { bounded, type Bounds } from "../custodian/bounded.ts";
import { PortError } from "../port-error.ts";
import { choose } from "./choose.ts";

/** What a server answered to the request for a range. Of an answer that is no range nothing is read. */
export interface Ranged {
  readonly status: number;
  readonly contentRange: string | null;
  readonly bytes: ArrayBuffer;
}

/** How long a range may take. Its bytes are bounded by what was asked for. */
const RANGE: Omit<Bounds, "mostBytes"> = { headMillis: 30_000, idleMillis: 30_000, wholeMillis: 120_000 };

const UNREACHED = "The server of the library could not be reached, or did not answer in time. Try again.";
const NONE_OPEN = "No library was opened.";
const TWICE = "This part of the library was read already.";
const MANY = "Many parts of the library were read since it was opened. Open it again.";
const BEYOND = "The library has no such part.";

/** Ranges that are asked for of a library before the person has to open it again, those that did not come among them. */
export const MOST_RANGES = 4096;

const OPENING = "A library is being opened already.";

/** A library that was opened, and what was asked for of it since. */
export class Opened {
  readonly #pack: URL;
  readonly #ask: typeof bounded;
  /** Where the ranges begin that were read, or are being read. */
  readonly #read = new Set<number>();
  /** How many ranges were asked for, whatever became of them. */
  #requests = 0;
  /** How many bytes it has, as its server said to the first range. */
  #total = 0;

  constructor(pack: URL, ask = bounded) {
    this.#pack = pack;
    this.#ask = ask;
  }

  /** Reads `length` bytes from `start` on. */
  async range(start: number, length: number, signal: AbortSignal): Promise<Ranged> {
    if (start > 0 && start + length > this.#total) throw new PortError("refused", BEYOND);
    if (this.#read.has(start)) throw new PortError("refused", TWICE);
    if (this.#requests >= MOST_RANGES) throw new PortError("refused", MANY);
    this.#read.add(start);
    this.#requests += 1;
    try {
      const headers = { range: `bytes=${String(start)}-${String(start + length - 1)}` };
      // One byte more than was asked for is enough to see that it is another range.
      const bounds = { ...RANGE, mostBytes: length + 1, only: 206 };
      const { status, headers: said, bytes } = await this.#ask(this.#pack, { headers }, bounds, signal);
      const contentRange = said.get("content-range");
      if (status !== 206) this.#read.delete(start);
      else if (start === 0) this.#total = Number(/\/(\d{1,15})$/.exec(contentRange ?? "")?.[1] ?? 0);
      return { status, contentRange, bytes: bytes.buffer };
    } catch (error) {
      // What did not come may be asked for again.
      this.#read.delete(start);
      throw error instanceof PortError && error.code === "network" ? new PortError("network", UNREACHED) : error;
    }
  }
}

let choosing = false;
let opened: Opened | undefined;

/** Has the person say which library; resolves to its path. Rejects with `cancelled` when they do not, and with {@link PortError} else. */
export async function openLibrary(page: Document, signal: AbortSignal): Promise<string> {
  if (choosing) throw new PortError("invalid-argument", OPENING);
  choosing = true;
  const chosen = await choose(page, signal).finally(() => (choosing = false));
  opened = new Opened(chosen);
  return chosen.pathname;
}

/** Reads `length` bytes of the library that is open, from `start` on. */
export async function readRange(start: number, length: number, signal: AbortSignal): Promise<Ranged> {
  if (opened === undefined) throw new PortError("refused", NONE_OPEN);
  return opened.range(start, length, signal);
}
