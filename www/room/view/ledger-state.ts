/** The ledger as the page has it: asked of the engine whenever something may have left. */
import { bytesToHex } from "@noble/hashes/utils.js";
import type { ReactiveController } from "lit";
import type { Exported } from "../engine/calls.ts";
import type { LedgerVerdict, LedgerView } from "../engine/types.ts";
import type { App } from "./app.ts";
import type { SelfTestView } from "./self-test.ts";
import type { Turn } from "./turn-state.ts";
import { told } from "./told.ts";
import { say } from "../words/first.ts";

/** What can be seen of it. A new object at each change. */
export interface LedgerState {
  readonly view: LedgerView;
  /** The exact bytes that are shown, by the number of their entry. */
  readonly bodies: ReadonlyMap<number, string>;
  /** By the hash of their bytes, how many requests of this session never left, as no server was there. */
  readonly unreached: ReadonlyMap<string, number>;
  /** What became of the last thing that was asked for, in words. */
  readonly outcome: { readonly done: boolean; readonly words: string } | undefined;
}

/** A ledger file that was looked through. */
export interface Looked {
  readonly name: string;
  readonly verdict: LedgerVerdict;
}

/** The files of the ledger. */
type LedgerFile = Extract<Exported["what"], "ledger" | "proof" | "request">;

const EMPTY: LedgerView = { entries: [], readings: [], accounts: [], head: "" };

/** Asks the engine for the ledger, and has it saved and verified. */
export class LedgerController implements ReactiveController {
  /** What there is to show. */
  state: LedgerState = { view: EMPTY, bodies: new Map(), unreached: new Map(), outcome: undefined };
  readonly #app: App;
  /** The hashes of the requests that never left, by when they were approved; they stay when the conversation is forgotten. */
  readonly #unreached = new Map<number, string>();
  /** What may have left when the engine was asked last. */
  #asked = "";

  constructor(app: App) {
    this.#app = app;
    app.addController(this);
  }

  hostUpdated(): void {
    const { conversation, servers, connecting } = this.#app;
    const { trial, models } = servers;
    const asked = conversation.turns
      .map((turn) => {
        const { id, sent, earlier, streaming, discarded } = turn;
        const draft = sent === undefined && !discarded ? turn.draft?.id : undefined;
        return [id, sent?.at.getTime(), earlier.length, streaming === undefined, draft].join();
      })
      .concat(
        `${trial?.state} ${trial?.seconds}`,
        `${models?.state} ${models?.url}`,
        `${connecting.connection.accounts.length}`,
      )
      .join(";");
    if (asked === this.#asked) return;
    this.#asked = asked;
    void this.refresh();
  }

  /** Asks the engine for what was released so far. */
  async refresh(): Promise<void> {
    // Without an engine there is nothing to show, and the page says so elsewhere.
    const view = await this.#app.engine.call("ledger", {}).catch(() => undefined);
    if (view === undefined) return;
    const there = new Set(view.entries.filter(({ hasBody }) => hasBody).map(({ number }) => number));
    for (const { sent, body } of notReached(this.#app.conversation.turns)) {
      if (!this.#unreached.has(sent)) this.#unreached.set(sent, await hashOf(body));
    }
    const unreached = new Map<string, number>();
    for (const hash of this.#unreached.values()) unreached.set(hash, (unreached.get(hash) ?? 0) + 1);
    this.#change({ view, unreached, bodies: new Map([...this.state.bodies].filter(([number]) => there.has(number))) });
  }

  /** Shows the exact bytes of entry `number`, or hides them again. */
  async show(number: number): Promise<void> {
    const bodies = new Map(this.state.bodies);
    if (bodies.delete(number)) return this.#change({ bodies });
    const body = await this.#app.engine.call("ledger-body", { number }).catch(() => null);
    if (body !== null) this.#change({ bodies: bodies.set(number, body) });
  }

  /** Offers a file of the ledger to be saved; the shell asks before it is. */
  async save(what: LedgerFile, number = 0): Promise<void> {
    this.#change({ outcome: undefined });
    try {
      const { saved } = await this.#app.engine.call("export-ledger", this.#takes(what, number));
      this.#change({ outcome: { done: saved, words: saved ? say("saved") : say("notSaved") } });
    } catch (error) {
      this.#change({ outcome: { done: false, words: told(error) } });
    }
  }

  /** Runs the self-test of the room, and then offers the proof pack, which tells of it. */
  async saveTested(): Promise<void> {
    const selfTest = this.#selfTest();
    if (selfTest !== null && !selfTest.whole) {
      this.#change({ outcome: { done: false, words: say("theSelfTestRuns") } });
      await selfTest.run();
    }
    await this.save("proof");
  }

  #selfTest(): SelfTestView | null {
    return this.#app.renderRoot.querySelector<SelfTestView>("chaperone-self-test");
  }

  #takes(what: LedgerFile, number: number): Exported {
    if (what === "request") return { what, number };
    if (what === "ledger") return { what };
    const test = this.#selfTest();
    return { what, selfTest: test?.whole === true ? test.findings.map(({ result }) => result) : [] };
  }

  #change(part: Partial<LedgerState>): void {
    this.state = { ...this.state, ...part };
    this.#app.requestUpdate();
  }
}

/** The requests that were approved and whose server was never reached: when, and their bytes. */
function notReached(turns: readonly Turn[]): readonly { readonly sent: number; readonly body: string }[] {
  return turns
    .flatMap(({ sent, draft, earlier }) => [{ sent, draft }, ...earlier])
    .flatMap(({ sent, draft }) =>
      sent?.unreached === true && draft !== undefined ? [{ sent: sent.at.getTime(), body: draft.request.body }] : [],
    );
}

/** The SHA-256 of a request's bytes, as the ledger writes it. */
async function hashOf(body: string): Promise<string> {
  return bytesToHex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body))));
}
