/**
 * Has the portal's own function answer what a person approved for it.
 *
 * The function is called with a frozen object that holds the approved body and a signal, and with nothing else; nothing that it throws is
 * passed on. One piece of its answer is fetched at a time, when the shell wants it.
 */
import type { FromFunction, ToFunction } from "../shell/function/words.ts";

/** What the function is given. */
export interface ApprovedRequest {
  /** The exact bytes that the person approved, as JSON: an OpenAI-compatible request for a chat completion. */
  readonly body: string;
  /** Fires when nothing more is wanted: the person cancelled, or a time or size is over. */
  readonly signal: AbortSignal;
}

/** The model's words as texts, or, as bytes, what an OpenAI-compatible server streams. */
export type Answering =
  string | ReadableStream<string> | ReadableStream<Uint8Array> | AsyncIterable<string> | AsyncIterable<Uint8Array>;

/** A portal's function in place of a model server. */
export type AnswerFunction = (request: ApprovedRequest) => Answering | Promise<Answering>;

/** One answer under way. */
interface Underway {
  readonly over: AbortController;
  /** Where its next piece comes from, once the function gave something. */
  source?: AsyncIterator<unknown>;
}

/** Answers over `port`, by what `current` returns when it is asked; returns what ends all of it. */
export function answerOver(port: MessagePort, current: () => AnswerFunction | undefined): () => void {
  const underway = new Map<number, Underway>();
  const say = (message: FromFunction): void => port.postMessage(message);
  const end = (id: number): void => {
    const one = underway.get(id);
    underway.delete(id);
    one?.over.abort();
    // What comes of a generator that is told to end is nobody's business.
    void (async () => one?.source?.return?.())().catch(() => undefined);
  };
  const fail = (id: number): void => {
    if (!underway.has(id)) return;
    end(id);
    say({ id, failed: true });
  };

  const ask = async (id: number, body: string): Promise<void> => {
    const answer = current();
    const one: Underway = { over: new AbortController() };
    underway.set(id, one);
    if (answer === undefined) return fail(id);
    try {
      const request = Object.freeze({ body, signal: one.over.signal });
      const source = sourceOf(await Reflect.apply(answer, undefined, [request]));
      if (!underway.has(id)) return;
      if (source === undefined) return fail(id);
      one.source = source;
      say({ id, begun: true });
    } catch {
      fail(id);
    }
  };

  const more = async (id: number): Promise<void> => {
    const source = underway.get(id)?.source;
    if (source === undefined) return;
    try {
      const { done, value } = await source.next();
      if (!underway.has(id)) return;
      if (done === true) {
        end(id);
        say({ id, ended: true });
      } else if (typeof value === "string") say({ id, piece: value });
      // A view is copied, as with it the whole buffer behind it would cross.
      else if (value instanceof Uint8Array) say({ id, piece: value.slice() });
      else fail(id);
    } catch {
      fail(id);
    }
  };

  port.onmessage = ({ data }: MessageEvent<ToFunction>) => {
    if ("knock" in data) say({ id: data.knock, here: current() !== undefined });
    else if ("ask" in data) void ask(data.ask, data.body);
    else if ("more" in data) void more(data.more);
    else end(data.cancel);
  };
  return () => {
    for (const id of [...underway.keys()]) end(id);
    port.close();
  };
}

/** Returns where the pieces of what a function gave come from; `undefined` where it has none. */
function sourceOf(given: unknown): AsyncIterator<unknown> | undefined {
  if (typeof given === "string") return once(given);
  if (given instanceof ReadableStream) return ofStream(given);
  if (typeof given !== "object" || given === null || !(Symbol.asyncIterator in given)) return undefined;
  return (given as AsyncIterable<unknown>)[Symbol.asyncIterator]();
}

async function* once(words: string): AsyncGenerator<string> {
  yield words;
}

/** Not every browser lets a stream be iterated. */
function ofStream(stream: ReadableStream<unknown>): AsyncIterator<unknown> {
  const reader = stream.getReader();
  return {
    next: async () => {
      const { done, value } = await reader.read();
      return done ? { done, value: undefined } : { done, value };
    },
    return: async () => {
      await reader.cancel();
      return { done: true, value: undefined };
    },
  };
}
