/** The thought process in the engine's worker: one at a time. Each of its requests is released and sent like that of any question. */
import type { Engine } from "../../../pkg/chaperone.js";
import { today } from "../day.ts";
import { bytesUpTo } from "./blobs.ts";
import type { CallEvent, Calls, Replied, ThinkAct, ThinkStop } from "./calls.ts";
import { isOnThisDevice } from "./device/address.ts";
import { ChaperoneError } from "./error.ts";
import type { Models } from "./models.ts";
import type { Reading } from "./reading.ts";
import type { Handlers } from "./serve.ts";
import type { ThinkView } from "./types.ts";
import { unlisted } from "./unlisted.ts";

/** Sends a draft that the review passed, and feeds the reply to it. */
export type Send = (
  takes: Calls["ask"]["takes"],
  tell: (event: CallEvent) => void,
  signal: AbortSignal,
) => Promise<void>;

/** Calls the engine, and again with the vector of a question where the model that gives it runs elsewhere. */
export type WithVector = <T>(call: () => T) => Promise<T>;

/** What is sent, and how long is waited. */
type How = Omit<Calls["ask"]["takes"], "draft">;

/** The most bytes of a saved thought process; the engine reads no more. */
const MAX_THINKING_BYTES = 8 << 20;

type ThinkName = Extract<keyof Handlers, `think-${string}`>;

/** What the worker answers about it. */
export function thoughts(
  engine: Engine,
  models: Pick<Models, "words" | "listed">,
  reading: Pick<Reading, "settled">,
  send: Send,
  withVector: WithVector,
): Pick<Handlers, ThinkName> {
  /** Loads the lists; a server is told nothing of the records without the word list. */
  const words = async (url: string): Promise<void> => {
    await models.words();
    if (!models.listed && !isOnThisDevice(url)) throw unlisted();
  };
  return {
    "think-begin": async ({ question, subject, endpoint, choice, asking }, _, signal) => {
      await words(endpoint.url);
      await reading.settled(signal);
      return withVector(() => {
        engine.setSubject(subject);
        const seed = crypto.getRandomValues(new Uint8Array(32));
        return engine.thinkBegin(question, endpoint.url, endpoint.model, seed, choice, asking, today());
      });
    },

    "think-again": async ({ file, subject, endpoint, choice, asking }, _, signal) => {
      const json = new TextDecoder().decode(await bytesUpTo(MAX_THINKING_BYTES, file, signal));
      await words(endpoint.url);
      const question = await withVector(() => {
        engine.setSubject(subject);
        return engine.thinkAgain(json, endpoint.url, endpoint.model, choice, asking, Date.now());
      });
      return { question, view: engine.thinkView() };
    },

    "think-on": (takes, tell, signal) => think(engine, takes, send, withVector, tell, signal),

    "think-act": (takes) => act(engine, takes, withVector),

    "think-detail": ({ node }) => engine.thinkDetail(node),

    "think-answer": (takes, tell, signal) => conclude(engine, takes, send, tell, signal),

    "think-report": () => engine.thinkReport(),

    "think-forget": () => {
      engine.thinkForget();
      return null;
    },

    "think-beside": ({ start, bytes }) => engine.thinkBeside(start, bytes),
  };
}

/** Goes on thinking until the person is needed, it has ended, or `signal` pauses it: what is under way then is asked anew, and reviewed anew, when it goes on. */
async function think(
  engine: Engine,
  how: How,
  send: Send,
  withVector: WithVector,
  tell: (event: CallEvent) => void,
  signal: AbortSignal,
): Promise<ThinkStop> {
  for (;;) {
    if (signal.aborted) return { state: "paused" };
    const next = await withVector(() => engine.thinkNext(Date.now()));
    tell({ thinking: engine.thinkView(), doing: next.next === "ask" ? next.task : undefined });
    if (next.next === "approval") return { state: "approval", tells: next.tells };
    if (next.next === "judge") return { state: "judge", thought: next.thought };
    if (next.next === "done") return { state: "done", ending: next.ending };
    if (next.next === "wait") throw new ChaperoneError(STUCK);
    const { ticket, task, draft } = next;
    try {
      // What is said meanwhile is seen once it is bound to its sources.
      await send({ ...how, draft }, (event) => "delta" in event || tell(event), signal);
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw error;
      if (signal.aborted) {
        putBack(engine, ticket);
        return { state: "paused" };
      }
      // A server that does not know what was asked for beside the text; it is asked without.
      if (
        task === "judge" &&
        error instanceof ChaperoneError &&
        error.code === "network" &&
        error.message.includes("(status 4")
      ) {
        lenient(() => engine.thinkFailed(ticket));
        continue;
      }
      putBack(engine, ticket);
      throw error;
    }
    await withVector(() => lenient(() => engine.thinkAnswered(ticket, draft)));
    tell({ thinking: engine.thinkView(), doing: undefined });
  }
}

/** Does what the person says, and returns the process as it stands then. */
async function act(engine: Engine, what: ThinkAct, withVector: WithVector): Promise<ThinkView> {
  switch (what.act) {
    case "start":
      engine.thinkStart(what.limits);
      break;
    case "judge":
      engine.thinkJudge(what.node, what.value);
      break;
    case "prune":
      engine.thinkPrune(what.node);
      break;
    case "pin":
      engine.thinkPin(what.node, what.pinned);
      break;
    case "add":
      await withVector(() => engine.thinkAdd(what.text));
      break;
    case "decide":
      engine.thinkDecide(what.approved);
      break;
    case "stop":
      engine.thinkStop();
      break;
  }
  return engine.thinkView();
}

/** Asks the last question of the process, and resolves its reply. */
async function conclude(
  engine: Engine,
  how: How,
  send: Send,
  tell: (event: CallEvent) => void,
  signal: AbortSignal,
): Promise<Replied> {
  const draft = engine.thinkAnswer(Date.now());
  await send({ ...how, draft }, tell, signal);
  const answer = engine.resolve(draft);
  return engine.isComplete(draft) ? answer : { ...answer, cut: true };
}

/** The step may be gone: the person stopped the process, or scored the thought, while the reply was under way. */
function lenient(call: () => void): void {
  try {
    call();
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

function isGone(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === "invalid-argument";
}

function putBack(engine: Engine, ticket: number): void {
  lenient(() => engine.thinkPutBack(ticket));
}

const STUCK = {
  code: "internal",
  fault: "bug",
  message: "The thought process waits for a step that is not under way.",
} as const;
