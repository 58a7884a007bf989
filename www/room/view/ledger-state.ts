/** The ledger as the page has it: asked of the engine whenever something may have left. */
import type { ReactiveController } from "lit";
import type { Exported } from "../engine/calls.ts";
import type { LedgerVerdict, LedgerView } from "../engine/types.ts";
import type { App } from "./app.ts";
import type { SelfTestView } from "./self-test.ts";
import { told } from "./told.ts";
import { say } from "../words/first.ts";

/** What can be seen of it. A new object at each change. */
export interface LedgerState {
  readonly view: LedgerView;
  /** The exact bytes that are shown, by the number of their entry. */
  readonly bodies: ReadonlyMap<number, string>;
  /** The numbers of the entries of this session of which nothing left. */
  readonly unsent: ReadonlySet<number>;
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
  state: LedgerState = { view: EMPTY, bodies: new Map(), unsent: new Set(), outcome: undefined };
  readonly #app: App;
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
    const asked = await this.#app.engine.call("ledger", {}).catch(() => undefined);
    if (asked === undefined) return;
    const { unsent, ...view } = asked;
    const there = new Set(view.entries.filter(({ hasBody }) => hasBody).map(({ number }) => number));
    const bodies = new Map([...this.state.bodies].filter(([number]) => there.has(number)));
    this.#change({ view, unsent: new Set(unsent), bodies });
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
