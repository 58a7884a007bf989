/** The thought process on the page: what the person approves, what is thought, and the answer at its end. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { CallEvent, Replied, ThinkAct } from "../../engine/calls.ts";
import { beside } from "../../engine/beside.ts";
import type { EngineClient } from "../../engine/client.ts";
import type { Answer, Draft, ThinkLimits, ThinkProposal, ThinkTells, ThinkView } from "../../engine/types.ts";
import type { Manner } from "../turn-state.ts";
import type { Asked, Connector } from "../question.ts";
import { ON_THIS_DEVICE } from "../../engine/device/address.ts";
import { adviceAfter, detailOf, isCancelled, told } from "../told.ts";
import type { DOING } from "./words.ts";

/** How far it is. */
type Stage = "looking" | "budget" | "running" | "approval" | "judge" | "paused" | "done" | "answering" | "answered";

/** A process as the page knows it; a new object at each change. */
export interface Process {
  readonly question: string;
  readonly connector: Connector;
  readonly stage: Stage;
  readonly proposal: ThinkProposal | undefined;
  /** The public passages that each request has, and those that were found and stay. */
  readonly literature: Draft["literature"];
  readonly view: ThinkView | undefined;
  readonly doing: keyof typeof DOING | undefined;
  /** What the next step would tell that was not approved. */
  readonly tells: readonly ThinkTells[];
  /** The thought that waits for the person's score. */
  readonly waiting: number | undefined;
  /** The node that is shown, and what it says. */
  readonly chosen: number;
  readonly detail: Answer | undefined;
  readonly answer: Replied | undefined;
  readonly streaming: string | undefined;
  readonly report: string | undefined;
  readonly failure: string;
  readonly advice: string;
  readonly behind: string;
}

/** Drives the process, and tells its host of every change. */
export class ThinkingController implements ReactiveController {
  /** The process; `undefined` where there is none. */
  process: Process | undefined;
  readonly #host: ReactiveControllerHost;
  readonly #engine: () => EngineClient;
  readonly #left: () => void;
  readonly #manner: () => Manner;
  #call: AbortController | undefined;
  /** Distinguishes a process from those before it. */
  #number = 0;

  /** `manner` is how the person wants to be told, as for a question; `left` is told after something may have left. */
  constructor(host: ReactiveControllerHost, engine: () => EngineClient, manner: () => Manner, left: () => void) {
    this.#host = host;
    this.#engine = engine;
    this.#manner = manner;
    this.#left = left;
    host.addController(this);
  }

  hostConnected(): void {}

  /** Whether something is being looked up or asked. */
  get busy(): boolean {
    return this.process !== undefined && ["looking", "running", "answering"].includes(this.process.stage);
  }

  /** Looks up what bears on a question, and proposes limits. */
  async begin({ question, subject, connector }: Asked): Promise<void> {
    if (connector === undefined || this.busy) return;
    this.#renew(question, connector);
    await this.#do(async (engine) => {
      const proposed = await engine.call("think-begin", { question, subject, ...how(connector, this.#manner()) });
      const { proposal = proposed, literature } = (await beside.think?.()) ?? {};
      this.#change({ stage: "budget", proposal, literature });
    });
  }

  /** Goes on with a process from a file. */
  async resume(file: Blob, subject: number | undefined, connector: Connector): Promise<void> {
    if (this.busy) return;
    this.#renew("", connector);
    await this.#do(async (engine) => {
      const { question, view } = await engine.call("think-again", { file, subject, ...how(connector, this.#manner()) });
      const literature = (await beside.think?.())?.literature;
      this.#change({ question, view, literature, stage: view.ending === undefined ? "paused" : "done" });
    });
  }

  /** Begins to think within what the person approved. */
  async start(limits: ThinkLimits): Promise<void> {
    if (await this.act({ act: "start", limits })) await this.goOn();
  }

  /** Thinks on until the person is needed, or it has ended. */
  async goOn(): Promise<void> {
    const { process } = this;
    if (process === undefined || this.busy) return;
    this.#change({ stage: "running", tells: [], waiting: undefined, failure: "", advice: "", behind: "" });
    await this.#do(async (engine, options) => {
      const stop = await engine.call("think-on", server(process.connector), options);
      const ended = stop.state === "done" || this.process?.view?.ending !== undefined;
      const tells = stop.state === "approval" ? stop.tells : [];
      this.#change({ stage: ended ? "done" : stop.state, tells, doing: undefined });
      if (stop.state === "judge" && !ended) {
        this.#change({ waiting: stop.thought, chosen: stop.thought, detail: undefined });
      }
    });
    await this.#refresh();
    this.#left();
  }

  /** Pauses it: what is under way is broken off. */
  pause(): void {
    this.#call?.abort();
  }

  /** Does what the person says; resolves to whether it could be done. */
  async act(what: ThinkAct): Promise<boolean> {
    try {
      const view = await this.#engine().call("think-act", what);
      this.#change({ view, failure: "", advice: "", behind: "" });
      if (what.act === "stop") {
        this.pause();
        if (!this.busy) this.#change({ stage: "done", tells: [], waiting: undefined });
      }
      const { process } = this;
      const isSaid = (what.act === "judge" || what.act === "prune") && what.node === process?.waiting;
      if (isSaid && process?.stage === "judge") void this.goOn();
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  /** Lets the step that waits go on, or does without it, and thinks on. */
  async decide(approved: boolean): Promise<void> {
    if (await this.act({ act: "decide", approved })) await this.goOn();
  }

  /** Shows a node. */
  async choose(node: number): Promise<void> {
    this.#change({ chosen: node, detail: undefined });
    await this.#refresh();
  }

  /** Asks the last question. */
  async conclude(): Promise<void> {
    const { process } = this;
    if (process === undefined || this.busy) return;
    this.#change({ stage: "answering", streaming: "", answer: undefined, failure: "", advice: "", behind: "" });
    await this.#do(async (engine, options) => {
      const answer = await engine.call("think-answer", server(process.connector), options);
      this.#change({ stage: "answered", answer });
    });
    this.#change({ streaming: undefined });
    await this.#look();
    this.#left();
  }

  /** Offers the process as a file, to go on with or to read. */
  async save(what: "thinking" | "thinking-report"): Promise<void> {
    await this.#engine()
      .call("export-ledger", { what })
      .catch((error: unknown) => this.#fail(error));
  }

  /** Shows the process as a text to read. */
  async read(): Promise<void> {
    try {
      this.#change({ report: await this.#engine().call("think-report", {}) });
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Forgets the process. */
  async forget(): Promise<void> {
    this.#call?.abort();
    this.#number += 1;
    this.process = undefined;
    this.#host.requestUpdate();
    await this.#engine()
      .call("think-forget", {})
      .catch(() => undefined);
  }

  async #do(
    work: (
      engine: EngineClient,
      options: { signal: AbortSignal; onEvent: (event: CallEvent) => void },
    ) => Promise<void>,
  ): Promise<void> {
    const mine = this.#number;
    const before = this.process?.stage;
    const call = (this.#call = new AbortController());
    const onEvent = (event: CallEvent): void => {
      if (mine !== this.#number) return;
      if ("thinking" in event) this.#change({ view: event.thinking, doing: event.doing });
      if ("delta" in event) this.#change({ streaming: (this.process?.streaming ?? "") + event.delta });
    };
    try {
      await work(this.#engine(), { signal: call.signal, onEvent });
    } catch (error) {
      if (mine !== this.#number) return;
      const ended = this.process?.view?.ending !== undefined || before === "answering";
      this.#change({ stage: ended ? "done" : "paused", doing: undefined });
      if (!isCancelled(error)) this.#fail(error);
    }
  }

  /** Takes up what the engine knows, as after a pause. */
  async #look(): Promise<void> {
    if (this.process?.view === undefined) return;
    await this.#refresh();
  }

  async #refresh(): Promise<void> {
    const { process } = this;
    if (process?.view === undefined || process.chosen === 0) return;
    const mine = this.#number;
    try {
      const detail = await this.#engine().call("think-detail", { node: process.chosen });
      if (mine === this.#number && this.process?.chosen === process.chosen) this.#change({ detail });
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Begins with nothing known; it is seen at once, so that what is looked up comes into room that is kept for it. */
  #renew(question: string, connector: Connector): void {
    this.process = fresh(question, connector);
    this.#host.requestUpdate();
  }

  #fail(error: unknown): void {
    const isHere = this.process?.connector.url === ON_THIS_DEVICE;
    const behind = isHere ? "" : detailOf(error);
    this.#change({ failure: told(error), advice: adviceAfter(error, isHere), behind });
  }

  #change(change: Partial<Process>): void {
    if (this.process === undefined) return;
    this.process = { ...this.process, ...change };
    this.#host.requestUpdate();
  }
}

function fresh(question: string, connector: Connector): Process {
  return {
    question,
    connector,
    stage: "looking",
    proposal: undefined,
    literature: undefined,
    view: undefined,
    doing: undefined,
    tells: [],
    waiting: undefined,
    chosen: 0,
    detail: undefined,
    answer: undefined,
    streaming: undefined,
    report: undefined,
    failure: "",
    advice: "",
    behind: "",
  };
}

function how({ url, model, prompt }: Connector, manner: Manner) {
  return { endpoint: { url, model }, choice: { ...manner, allowed: [] }, asking: { prompt } };
}

function server({ url, model, key, waitSeconds }: Connector) {
  const millis = waitSeconds * 1000;
  const patience = { headMillis: millis, firstByteMillis: millis, idleMillis: millis };
  return { endpoint: { url, model }, credential: key, patience };
}
