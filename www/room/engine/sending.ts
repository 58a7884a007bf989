/** Requests on their way: released, entered in the ledger, handed to the courier, their replies fed to the engine. */
import { createParser } from "eventsource-parser";
import type { Engine } from "../../../pkg/chaperone.js";
import type { CallEvent, Calls } from "./calls.ts";
import { ChaperoneError } from "./error.ts";
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
    const hear = {
      pause: (millis: number): void => tell({ pause: millis }),
      head: (status: number): void => {
        if (status < 200 || status > 299)
          throw new ChaperoneError({ code: "network", fault: "runtime", message: refusal(status) });
      },
      text,
    };
    await this.#shell.send(outgoing, { endpoint: endpoint.url, credential, patience }, hear, signal);
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

function refusal(status: number): string {
  if (status === 401 || status === 403) return `The model server did not accept the key (status ${status}).`;
  if (status === 404) return "The model server does not know this address or this model (status 404).";
  if (status === 429) return "The model server asks to wait: too many requests (status 429). Try again later.";
  if (status === 503 || status === 529) return `The model server is overloaded (status ${status}). Try again later.`;
  return `The model server answered with an error (status ${status}).`;
}
