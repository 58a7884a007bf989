/** The conversation: questions one after the other, each with what left for it and what came back. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { EngineClient } from "../engine/client.ts";
import type { CallEvent, Endpoint } from "../engine/calls.ts";
import type { Answer, Draft } from "../engine/types.ts";
import type { Asked, Connector } from "./question.ts";
import { told } from "./told.ts";

/** To whom a request went, and when. */
export interface Sent {
  readonly url: string;
  readonly model: string;
  readonly at: Date;
}

/** One question and what became of it. A new object at each change. */
export interface Turn {
  readonly id: number;
  readonly question: string;
  /** The patient whom it is about where it names nobody, by name; `undefined` for everybody. */
  readonly about: string | undefined;
  readonly at: Date;
  /** Whether the engine is searching, or preparing what would leave. */
  readonly working: boolean;
  readonly draft: Draft | undefined;
  /** Whether the person discarded the draft. */
  readonly discarded: boolean;
  readonly sent: Sent | undefined;
  /** What has come so far of a reply that is under way; `undefined` when none is. */
  readonly streaming: string | undefined;
  readonly answer: Answer | undefined;
  readonly failure: string;
}

/** Asks the engine, keeps the turns, and tells its host of every change. */
export class ConversationController implements ReactiveController {
  /** The turns, oldest first. */
  turns: readonly Turn[] = [];
  readonly #host: ReactiveControllerHost;
  readonly #engine: () => EngineClient;
  /** The model server of each turn that may still be approved; keys are kept nowhere else. */
  readonly #connectors = new Map<number, Connector>();
  readonly #calls = new Map<number, AbortController>();
  #next = 0;

  constructor(host: ReactiveControllerHost, engine: () => EngineClient) {
    this.#host = host;
    this.#engine = engine;
    host.addController(this);
  }

  hostConnected(): void {}

  /** Whether a question is being worked on, or a reply is under way. */
  get busy(): boolean {
    return this.turns.some(({ working, streaming }) => working || streaming !== undefined);
  }

  /** Asks, and resolves to the number of the turn once there is an answer, a draft or a failure. */
  async ask({ question, subject, connector }: Asked, about: string | undefined): Promise<number> {
    const id = this.#begin(question, about);
    try {
      if (connector === undefined) {
        this.#change(id, { answer: await this.#engine().call("quotes", { question, subject }) });
      } else {
        const endpoint = endpointOf(connector);
        this.#change(id, { draft: await this.#engine().call("prepare", { question, subject, endpoint }) });
        this.#connectors.set(id, connector);
      }
    } catch (error) {
      this.#change(id, { failure: told(error) });
    }
    this.#change(id, { working: false });
    return id;
  }

  /** Sends the draft of a turn, once. */
  async approve(id: number): Promise<void> {
    const draft = this.#turn(id)?.draft;
    const connector = this.#connectors.get(id);
    if (draft === undefined || connector === undefined) return;
    this.#connectors.delete(id);
    const endpoint = endpointOf(connector);
    this.#change(id, { sent: { ...endpoint, at: new Date() }, streaming: "" });
    const call = new AbortController();
    this.#calls.set(id, call);
    const millis = connector.waitSeconds * 1000;
    const patience = { headMillis: millis, firstByteMillis: millis, idleMillis: millis };
    const onEvent = (event: CallEvent): void => {
      if ("delta" in event) this.#change(id, { streaming: (this.#turn(id)?.streaming ?? "") + event.delta });
    };
    try {
      const takes = { draft: draft.id, endpoint, credential: connector.key, patience };
      this.#change(id, { answer: await this.#engine().call("ask", takes, { signal: call.signal, onEvent }) });
    } catch (error) {
      this.#change(id, { failure: told(error) });
    }
    this.#calls.delete(id);
    this.#change(id, { streaming: undefined });
  }

  /** Lets the draft of a turn go: it can no longer be sent. */
  discard(id: number): void {
    this.#connectors.delete(id);
    this.#change(id, { discarded: true });
  }

  /** Ends the request of a turn. */
  cancel(id: number): void {
    this.#calls.get(id)?.abort();
  }

  /** Says what failed about a turn. */
  fail(id: number, error: unknown): void {
    this.#change(id, { failure: told(error) });
  }

  /** Shows turns of an earlier session, in place of those there are. */
  restore(turns: readonly Turn[]): void {
    this.clear();
    // Numbers of their own: what is still under way for an earlier turn finds none of these.
    this.turns = turns.map((turn) => ({ ...turn, id: (this.#next += 1) }));
    this.#host.requestUpdate();
  }

  /** Forgets every turn; a reply that is under way is given up. */
  clear(): void {
    for (const call of this.#calls.values()) call.abort();
    this.#calls.clear();
    this.#connectors.clear();
    this.turns = [];
    this.#host.requestUpdate();
  }

  #begin(question: string, about: string | undefined): number {
    const id = (this.#next += 1);
    const turn: Turn = {
      id,
      question,
      about,
      at: new Date(),
      working: true,
      draft: undefined,
      discarded: false,
      sent: undefined,
      streaming: undefined,
      answer: undefined,
      failure: "",
    };
    this.turns = [...this.turns, turn];
    this.#host.requestUpdate();
    return id;
  }

  #turn(id: number): Turn | undefined {
    return this.turns.find((turn) => turn.id === id);
  }

  #change(id: number, part: Partial<Turn>): void {
    this.turns = this.turns.map((turn) => (turn.id === id ? { ...turn, ...part } : turn));
    this.#host.requestUpdate();
  }
}

function endpointOf({ url, model }: Connector): Endpoint {
  return { url, model };
}
