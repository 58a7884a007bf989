/** Requests to a custodian or for a part of a library, each with an end: in time, in size, and at a redirect. */
import { Deadline } from "../deadline.ts";
import { PortError } from "../port-error.ts";

/** How long and how much. */
export interface Bounds {
  /** Milliseconds until the head of an answer is there. */
  readonly headMillis: number;
  /** Milliseconds between two pieces of its body. */
  readonly idleMillis: number;
  /** Milliseconds for one answer as a whole: a trickle has an end too. */
  readonly wholeMillis: number;
  /** Bytes of one answer. */
  readonly mostBytes: number;
  /** The one status whose body is read; of any other answer nothing is. Without it every answer is read. */
  readonly only?: number;
}

/** What the server of a hospital may take. */
export const USUAL: Bounds = { headMillis: 60_000, idleMillis: 30_000, wholeMillis: 300_000, mostBytes: 16 << 20 };

/** What a description of a server, or an answer about a token, may take. */
export const SHORT: Bounds = { headMillis: 30_000, idleMillis: 15_000, wholeMillis: 60_000, mostBytes: 256 << 10 };

/** An answer, read to its end. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const REDIRECTED = "The server sent this page on to another address, which is not followed.";
const LATE = "The server did not answer in time.";
const TOO_LARGE = "An answer of the server is larger than is read.";
const UNREACHED =
  "The server could not be reached, or does not let pages like this one read from it. Look at the address; the hospital may have to allow this page.";

/** Sends a request without cookie, referrer and cache, and reads the answer within `bounds`; rejects with {@link PortError}. */
export async function bounded(url: URL, init: RequestInit, bounds: Bounds, signal: AbortSignal): Promise<Answered> {
  const clock = new Deadline(signal);
  const whole = AbortSignal.any([clock.signal, AbortSignal.timeout(bounds.wholeMillis)]);
  try {
    clock.wait(bounds.headMillis, LATE);
    const response = await fetch(url, {
      ...init,
      mode: "cors",
      credentials: "omit",
      // So that it can be told from a server that is not there. It is not followed.
      redirect: "manual",
      referrerPolicy: "no-referrer",
      cache: "no-store",
      signal: whole,
    });
    const { status, headers, type } = response;
    if (type === "opaqueredirect" || (status >= 300 && status < 400)) throw new PortError("refused", REDIRECTED);
    if (bounds.only !== undefined && status !== bounds.only) return { status, headers, bytes: new Uint8Array() };
    const pieces: Uint8Array[] = [];
    let length = 0;
    clock.wait(bounds.idleMillis, LATE);
    for await (const piece of response.body ?? []) {
      length += piece.byteLength;
      if (length > bounds.mostBytes) throw new PortError("too-large", TOO_LARGE);
      pieces.push(piece);
      clock.wait(bounds.idleMillis, LATE);
    }
    return { status, headers, bytes: joined(pieces, length) };
  } catch (error) {
    if (error instanceof PortError) throw error;
    if (signal.aborted) throw new PortError("cancelled", "Cancelled.");
    throw new PortError("network", whole.aborted ? LATE : UNREACHED);
  } finally {
    clock.stop();
  }
}

/** Returns the JSON in `bytes`; rejects with `reply` where they are none. */
export function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw new PortError("reply", "The server answered with something that is no JSON.");
  }
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes;
}
