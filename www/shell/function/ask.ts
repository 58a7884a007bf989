/**
 * Asks the function that the portal around offers, in place of the courier: it takes a cleared request as the courier does, holds to the
 * same times and size, and brings the reply back as the text that a model server would have streamed.
 *
 * The function is given the exact bytes of the body and nothing else: no header, no key, no address. Whatever comes back is
 * taken for a hostile server's reply.
 */
import { Deadline } from "../deadline.ts";
import { LIMITS, type Patience } from "../messages.ts";
import type { Cleared, ReplyPart } from "../port.ts";
import { PortError } from "../port-error.ts";
import { Reply } from "./reply.ts";
import type { ToFunction } from "./words.ts";

const ABSENT = "The page around offers no model now, so nothing was sent.";
const LISTS_NONE = "The page around lists no models: enter the name that it gave you.";
const LATE = {
  head: "The page around took the request and did not answer in time.",
  firstByte: "The page around began to answer and then sent nothing in time.",
  idle: "The page around stopped in the middle of its answer.",
} as const;
const FAILED = "The function of the page around failed.";
const BROKEN = "The function of the page around failed in the middle of its answer.";

/** The last number that was given to a request; each has one of its own. */
let last = 0;

/** Carries `cleared` to whoever holds the other end of `port`; `tell` hears of the head, and then of each piece of text. */
export async function askFunction(
  port: MessagePort,
  cleared: Cleared,
  patience: Patience,
  tell: (part: ReplyPart) => void,
  signal: AbortSignal,
): Promise<void> {
  if (cleared.method !== "POST") throw new PortError("unsupported", LISTS_NONE);
  const id = (last += 1);
  const clock = new Deadline(signal);
  const said = new Heard(port, id, clock.signal);
  const say = (message: ToFunction): void => port.postMessage(message);
  let begun = false;
  try {
    clock.wait(patience.headMillis, ABSENT);
    say({ knock: id });
    if ((await said.next())["here"] !== true) throw new PortError("unreached", ABSENT);
    clock.wait(patience.headMillis, LATE.head);
    say({ ask: id, body: cleared.body });
    let reply = await said.next();
    if (reply["begun"] !== true) throw new PortError("network", FAILED);
    begun = true;
    tell({ kind: "head", status: 200 });
    clock.wait(patience.firstByteMillis, LATE.firstByte);
    const text = new Reply();
    for (;;) {
      say({ more: id });
      reply = await said.next();
      if (reply["ended"] === true) break;
      const piece = text.take(reply["piece"]);
      if (piece === undefined) throw new PortError("network", BROKEN);
      if (text.bytes > LIMITS.replyBytes)
        throw new PortError("too-large", "The answer of the page around is longer than 8 MiB.");
      // Nothing, however often it comes, is no progress.
      if (piece === "") continue;
      clock.wait(patience.idleMillis, LATE.idle);
      tell({ kind: "chunk", text: piece });
    }
    const rest = text.end();
    if (rest !== "") tell({ kind: "chunk", text: rest });
  } catch (error) {
    say({ cancel: id });
    if (error instanceof PortError) throw error;
    if (signal.aborted) throw new PortError("cancelled", "Cancelled.");
    const absent = clock.late === ABSENT;
    throw new PortError(absent ? "unreached" : "network", clock.late ?? (begun ? BROKEN : FAILED));
  } finally {
    said.close();
    clock.stop();
  }
}

/** What the panel says about one request, one message after the other. */
class Heard {
  readonly #port: MessagePort;
  readonly #id: number;
  readonly #over: AbortSignal;
  /** What came of what is waited for: one message at a time, so that more of them are none. */
  #came: Record<string, unknown> | undefined;
  #wake: (() => void) | undefined;

  constructor(port: MessagePort, id: number, over: AbortSignal) {
    this.#port = port;
    this.#id = id;
    this.#over = over;
    port.addEventListener("message", this.#hear);
    over.addEventListener("abort", this.#end);
    port.start();
  }

  /** Resolves to the next message; rejects when the time is over. */
  next(): Promise<Record<string, unknown>> {
    this.#came = undefined;
    return new Promise((resolve, reject) => {
      this.#wake = () => {
        this.#wake = undefined;
        if (this.#came === undefined) reject(new DOMException("Over.", "AbortError"));
        else resolve(this.#came);
      };
      if (this.#over.aborted) this.#wake();
    });
  }

  close(): void {
    this.#port.removeEventListener("message", this.#hear);
    this.#over.removeEventListener("abort", this.#end);
  }

  readonly #hear = ({ data }: MessageEvent<unknown>): void => {
    if (typeof data !== "object" || data === null || (data as { id?: unknown }).id !== this.#id) return;
    // What nobody waits for is left.
    if (this.#wake === undefined) return;
    this.#came = data as Record<string, unknown>;
    this.#wake();
  };

  readonly #end = (): void => this.#wake?.();
}
