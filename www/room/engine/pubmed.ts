/** Articles of PubMed in the engine's worker: each request is due, reviewed, entered in the ledger and handed over; what comes is handed on as it came. */
import type { Engine, PubmedAccount } from "../../../pkg/chaperone.js";
import type { Patience } from "../../shell/messages.ts";
import type { CallEvent } from "./calls.ts";
import { ChaperoneError, toData, type ErrorData } from "./error.ts";
import type { Models } from "./models.ts";
import type { Reading } from "./reading.ts";
import { handedOver } from "./released.ts";
import type { Handlers } from "./serve.ts";
import type { ShellPort } from "./shell-port.ts";
import { cancelled } from "./turns.ts";
import type { Unsent } from "./unsent.ts";

/** What a person typed to collect articles of PubMed: a query, two days (`2019-03-02`), and where Entrez is. */
export interface PubmedTyped {
  readonly query: string;
  readonly from: string;
  readonly until: string;
  readonly allowed: readonly string[];
  readonly base: string;
}

/** What came of PubMed: its answers as they came, and how far it is. */
export interface PubmedCame {
  readonly files: readonly Uint8Array<ArrayBuffer>[];
  readonly account: PubmedAccount;
  /** Whether all came; else the person stopped it, or it failed. */
  readonly whole: boolean;
  readonly failure: ErrorData | undefined;
}

type Tell = (event: CallEvent) => void;

/** How long PubMed is waited for. */
const PATIENCE: Patience = { headMillis: 60_000, firstByteMillis: 60_000, idleMillis: 60_000 };

/** Milliseconds between two requests, and a little more. */
const PACE_MILLIS = 500;

/** What came of a request; status 0 where nothing did. */
interface Came {
  readonly status: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What the worker answers about them; `entered` keeps the ledger, and is awaited before anything leaves. */
export function pubmed(
  engine: Engine,
  shell: Pick<ShellPort, "seek">,
  models: Pick<Models, "words">,
  reading: Pick<Reading, "settled">,
  entered: (tell: Tell) => Promise<void>,
  unsent: Unsent,
): Pick<Handlers, "pubmed-propose" | "pubmed-on"> {
  return {
    "pubmed-propose": async ({ query, from, until, allowed, base }, _, signal) => {
      await models.words();
      await reading.settled(signal);
      return engine.pubmedPropose(query, from, until, [...allowed], base, Date.now());
    },
    "pubmed-on": (_, tell, signal) => new Visit(engine, shell, entered, unsent).run(tell, signal),
  };
}

/** One going on, until all came, the person stops it, or it fails. What came before then stays. */
class Visit {
  readonly #engine: Engine;
  readonly #shell: Pick<ShellPort, "seek">;
  readonly #entered: (tell: Tell) => Promise<void>;
  readonly #unsent: Unsent;
  /** Whether anything was answered: then a request without an answer is made again. */
  #answered = false;

  constructor(engine: Engine, shell: Pick<ShellPort, "seek">, entered: (tell: Tell) => Promise<void>, unsent: Unsent) {
    this.#engine = engine;
    this.#shell = shell;
    this.#entered = entered;
    this.#unsent = unsent;
  }

  async run(tell: Tell, signal: AbortSignal): Promise<PubmedCame> {
    const files: Uint8Array<ArrayBuffer>[] = [];
    let failure: ErrorData | undefined;
    let whole = false;
    try {
      while (!signal.aborted && !whole) whole = await this.#step(files, tell, signal);
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw error;
      if (!signal.aborted) failure = toData(error);
    }
    return { files, account: this.#engine.pubmedAccount(), whole, failure };
  }

  /** Does what is due, and resolves to whether nothing is. */
  async #step(files: Uint8Array<ArrayBuffer>[], tell: Tell, signal: AbortSignal): Promise<boolean> {
    const due = this.#engine.pubmedDue(performance.now());
    if (due === "nothing") return true;
    if (due !== "request") {
      const millis = due.wait - performance.now();
      // The pace between two good answers is nothing to be told of.
      if (millis > PACE_MILLIS) tell({ pause: millis });
      await pause(millis, signal);
      if (millis > PACE_MILLIS) tell({ pause: 0 });
      return false;
    }
    const outgoing = handedOver(this.#engine.pubmedRelease(Date.now()));
    const failed = this.#unsent.watch();
    await this.#entered(tell);
    const { status, bytes } = await this.#sent(outgoing, failed, tell, signal);
    if (this.#engine.pubmedReply(status, bytes, performance.now())) files.push(bytes);
    tell({ pubmed: this.#engine.pubmedAccount() });
    return false;
  }

  async #sent(
    outgoing: Parameters<ShellPort["seek"]>[0],
    failed: (error: unknown) => void,
    tell: Tell,
    signal: AbortSignal,
  ): Promise<Came> {
    let status = 0;
    let text = "";
    const hear = {
      pause: (millis: number): void => tell({ pause: millis }),
      head: (of: number): void => {
        status = of;
        this.#answered = true;
      },
      text: (piece: string): void => void (text += piece),
    };
    try {
      await this.#shell.seek(outgoing, PATIENCE, hear, signal);
      return { status, bytes: new TextEncoder().encode(text) };
    } catch (error) {
      failed(error);
      const isLost = error instanceof ChaperoneError && (error.code === "network" || error.code === "unreached");
      if (!signal.aborted && isLost && this.#answered) return { status: 0, bytes: new Uint8Array() };
      this.#engine.pubmedWithdraw();
      throw error;
    }
  }
}

/** Resolves after so many milliseconds; rejects when `signal` fires. */
function pause(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(cancelled());
    };
    const timer = setTimeout(
      () => {
        signal.removeEventListener("abort", stop);
        resolve();
      },
      Math.max(0, millis),
    );
    signal.addEventListener("abort", stop, { once: true });
  });
}
