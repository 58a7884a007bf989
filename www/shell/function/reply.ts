/**
 * The reply of a portal's function as a model server would have streamed it. Bytes are taken for that already; words are put into the events of a
 * streamed chat completion, so that the engine has one form to read.
 */
import { LIMITS } from "../messages.ts";

/** Characters of words in one event: the room reads no event of more than a mebibyte. */
const MOST_WORDS = 1 << 16;
/** What the last event of a whole answer says. */
const DONE = `${event({ delta: {}, finish_reason: "stop" })}data: [DONE]\n\n`;

/** Puts the pieces of one reply together. */
export class Reply {
  /** Bytes that came so far; of words their UTF-16 units. */
  bytes = 0;
  #kind: "words" | "bytes" | undefined;
  readonly #decoder = new TextDecoder("utf-8");
  /** The first half of a character whose second one has not come. */
  #half = "";

  /** Returns `piece` as a server's text; `undefined` where it is neither words nor bytes, or not of the kind that came before. */
  take(piece: unknown): string | undefined {
    const kind = typeof piece === "string" ? "words" : piece instanceof Uint8Array ? "bytes" : undefined;
    if (kind === undefined || kind !== (this.#kind ??= kind)) return undefined;
    this.bytes += (piece as string | Uint8Array).length;
    // Nothing is made of what is longer than may be read: whoever asks looks at `bytes`.
    if (this.bytes > LIMITS.replyBytes) return "";
    if (piece instanceof Uint8Array) return this.#decoder.decode(piece as Uint8Array<ArrayBuffer>, { stream: true });
    const words = this.#half + (piece as string);
    const cut = /[\uD800-\uDBFF]$/.test(words) ? words.length - 1 : words.length;
    this.#half = words.slice(cut);
    return eventsOf(words.slice(0, cut));
  }

  /** Returns what is left when the function has ended. */
  end(): string {
    if (this.#kind === "bytes") return this.#decoder.decode();
    return this.#kind === undefined ? "" : eventsOf(this.#half) + DONE;
  }
}

/** Returns `words` as events; halves of characters in it become the sign that stands for what cannot be read. */
function eventsOf(words: string): string {
  const whole = new TextDecoder().decode(new TextEncoder().encode(words));
  let text = "";
  for (let at = 0; at < whole.length;) {
    const to = /[\uD800-\uDBFF]/.test(whole[at + MOST_WORDS - 1] ?? "") ? at + MOST_WORDS - 1 : at + MOST_WORDS;
    text += event({ delta: { content: whole.slice(at, to) }, finish_reason: null });
    at = to;
  }
  return text;
}

function event(choice: object): string {
  return `data: ${JSON.stringify({ object: "chat.completion.chunk", choices: [{ index: 0, ...choice }] })}\n\n`;
}
