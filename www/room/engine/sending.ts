/** Requests on their way: released, entered in the ledger, handed to the courier, their replies fed to the engine. */
import { createParser } from "eventsource-parser";
import type { Engine } from "../../../pkg/chaperone.js";
import type { CallEvent, Calls } from "./calls.ts";
import { MOST_REFUSAL, REFUSAL_MILLIS, isTelling, refusalOf } from "./refusal.ts";
import { isOnThisDevice } from "./device/address.ts";
import type { Patience } from "../../shell/messages.ts";
import type { DeviceFacts } from "./device/worker.ts";
import { DeviceModel, absent, listsNone, type DeviceWorker } from "./device/model.ts";
import { handedOver } from "./released.ts";
import type { ShellPort } from "./shell-port.ts";
import { cancelled } from "./turns.ts";
import type { Draft } from "./types.ts";
import { unlisted } from "./unlisted.ts";
import type { Unsent } from "./unsent.ts";

type Takes = Calls["ask"]["takes"];
type Tell = (event: CallEvent) => void;

/** Sends what the review passed. */
export class Sending {
  /** The model on this device, where one is loaded, and what is known of it. */
  #device: DeviceModel | undefined;
  #facts: DeviceFacts | undefined;
  readonly #engine: Engine;
  readonly #shell: ShellPort;
  readonly #entered: (tell: Tell) => Promise<void>;
  /** The numbers of drafts that were made without the word list. */
  readonly #unlisted = new Set<number>();
  readonly #unsent: Unsent;

  /** `entered` keeps the ledger; it is awaited before anything leaves. */
  constructor(engine: Engine, shell: ShellPort, entered: (tell: Tell) => Promise<void>, unsent: Unsent) {
    this.#engine = engine;
    this.#shell = shell;
    this.#entered = entered;
    this.#unsent = unsent;
  }

  /**
   * Loads a model of the person's own in a worker that `start` makes, by llama.cpp's module `wasm`; once it is loaded, requests to this device go to it. Rejects when it
   * is there no more, with why, and with `cancelled` as soon as `signal` fires; no worker is left then.
   */
  async hold(
    start: () => DeviceWorker,
    { file, name }: Calls["device-model"]["takes"],
    wasm: Uint8Array<ArrayBuffer>,
    tell: Tell,
    signal: AbortSignal,
  ): Promise<never> {
    if (signal.aborted) throw cancelled();
    const model = new DeviceModel(
      start(),
      (done) => tell({ progress: { status: "opening", done, total: file.size } }),
      (device) => {
        this.#device = model;
        this.#facts = device;
        tell({ device });
      },
    );
    const leave = (): void => model.end();
    signal.addEventListener("abort", leave);
    try {
      return await model.hold(file, name, wasm);
    } finally {
      signal.removeEventListener("abort", leave);
      if (this.#device === model) this.#device = undefined;
    }
  }

  /** What is known of the model on this device. */
  insideModel(): DeviceFacts {
    if (this.#device === undefined || this.#facts === undefined) throw absent();
    return this.#facts;
  }

  /**
   * Asks the model on this device with `body`, which may hold records as they are: it is handed to that model's worker, which has no network, and to
   * nothing else. So nothing is released, and nothing entered. `event` is told of the reply.
   */
  async inside(body: string, patience: Patience, event: (data: string) => void, signal: AbortSignal): Promise<void> {
    const device = this.#device;
    if (device === undefined) throw absent();
    const parser = createParser({ maxBufferSize: 1 << 20, onEvent: ({ data }) => event(data) });
    const hear = {
      head: (status: number): void => {
        if (status !== 200) throw refusalOf(status);
      },
      text: (text: string): void => parser.feed(text),
    };
    await device.send(body, patience, hear, signal);
  }

  /** Takes note of how a draft was made, and returns it: one without the word list goes to this device alone. */
  made<Made extends Pick<Draft, "id" | "byLexicon">>(draft: Made): Made {
    if (!draft.byLexicon) this.#unlisted.add(draft.id);
    return draft;
  }

  /** Releases a draft and sends it; `text` is told of the reply as it comes. */
  async text(
    { draft, endpoint, credential, patience }: Takes,
    text: (text: string) => void,
    tell: Tell,
    signal: AbortSignal,
  ): Promise<void> {
    const device = this.#device;
    const isHere = isOnThisDevice(endpoint.url);
    if (isHere && device === undefined) throw absent();
    if (!isHere && this.#unlisted.has(draft)) throw unlisted();
    const outgoing = handedOver(this.#engine.release(draft, Date.now()));
    const failed = this.#unsent.watch();
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
      if (!isHere) await this.#shell.send(outgoing, { endpoint: endpoint.url, credential, patience }, hear, either);
      else if (outgoing.method === "POST") await device?.send(outgoing.body, patience, hear, either);
      else throw listsNone();
    } catch (error) {
      failed(error);
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
