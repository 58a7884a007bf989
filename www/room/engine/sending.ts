/** Requests on their way: released, entered in the ledger, handed to the courier, their replies fed to the engine. */
import { createParser } from "eventsource-parser";
import type { Engine } from "../../../pkg/chaperone.js";
import type { CallEvent, Calls } from "./calls.ts";
import { MOST_REFUSAL, REFUSAL_MILLIS, isTelling, refusalOf } from "./refusal.ts";
import type { ShellPort } from "./shell-port.ts";

type Takes = Calls["ask"]["takes"];
type Tell = (event: CallEvent) => void;

/** Sends what the review passed. */
export class Sending {
  readonly #engine: Engine;
  readonly #shell: ShellPort;
  readonly #entered: (tell: Tell) => Promise<void>;

  /** `entered` keeps the ledger; it is awaited before anything leaves. */
  constructor(engine: Engine, shell: ShellPort, entered: (tell: Tell) => Promise<void>) {
    this.#engine = engine;
    this.#shell = shell;
    this.#entered = entered;
  }

  /** Releases a draft and sends it; `text` is told of the reply as it comes. */
  async text(
    { draft, endpoint, credential, patience }: Takes,
    text: (text: string) => void,
    tell: Tell,
    signal: AbortSignal,
  ): Promise<void> {
    const released = this.#engine.release(draft, Date.now());
    const outgoing = { method: released.method, url: released.url, headers: released.headers, body: released.body };
    released.free();
    // Before anything leaves: a tab that is closed now does not take the entry with it.
    await this.#entered(tell);
    // A server that refuses says perhaps why: it is listened to for a while, and no word of it is passed on.
    const over = new AbortController();
    let refused: number | undefined;
    let said = "";
    const hear = {
      pause: (millis: number): void => tell({ pause: millis }),
      head: (status: number): void => {
        if (status >= 200 && status <= 299) return;
        if (!isTelling(status)) throw refusalOf(status);
        refused = status;
        setTimeout(() => over.abort(), REFUSAL_MILLIS);
      },
      text: (piece: string): void => {
        if (refused === undefined) return text(piece);
        said += piece;
        if (said.length > MOST_REFUSAL) throw refusalOf(refused);
      },
    };
    const either = AbortSignal.any([signal, over.signal]);
    try {
      await this.#shell.send(outgoing, { endpoint: endpoint.url, credential, patience }, hear, either);
    } catch (error) {
      if (refused === undefined || signal.aborted) throw error;
    }
    if (refused !== undefined) throw refusalOf(refused, said);
  }

  /** Releases a draft and sends it; its reply comes as events, which the engine reads. */
  async events(takes: Takes, tell: Tell, signal: AbortSignal): Promise<void> {
    const parser = createParser({
      maxBufferSize: 1 << 20,
      onEvent: ({ data }) => {
        const delta = this.#engine.replyEvent(takes.draft, data);
        if (delta !== "") tell({ delta });
      },
    });
    await this.text(takes, (text) => parser.feed(text), tell, signal);
  }
}
