/** The conversation: questions one after the other, each with what left for it and what came back. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { dayOf } from "../day.ts";
import { beside } from "../engine/beside.ts";
import type { CallOptions, EngineClient } from "../engine/client.ts";
import type { About, CallEvent, Calls } from "../engine/calls.ts";
import { ON_THIS_DEVICE } from "../engine/device/address.ts";
import { ChaperoneError, isUnsent } from "../engine/error.ts";
import type { Again, Asking, Choice, Draft, Telling } from "../engine/types.ts";
import { withheldBy, type Held } from "./held.ts";
import type { Asked, Connector } from "./question.ts";
import { adviceAfter, detailOf, told } from "./told.ts";
import { endpointOf, patienceOf } from "./servers.ts";
import { FRESH, type Manner, type Turn } from "./turn-state.ts";
import { say } from "../words/first.ts";
import { answerText, pack } from "./packed.ts";

/** What a turn asks that may still be approved, and how it is to be told. */
interface Opened extends About {
  readonly choice: Choice;
  readonly asking: Asking;
}

/** Turns that stand there whole. Each is thousands of nodes, which would pile up in a long conversation: earlier ones open at a press. */
const WHOLE = 10;

/** Asks the engine, keeps the turns, and tells its host of every change. */
export class ConversationController implements ReactiveController {
  /** The turns, oldest first. */
  turns: readonly Turn[] = [];
  /** The levels, and which of them the host's policy lets be chosen; `undefined` until the engine has told. */
  telling: Telling | undefined;
  readonly #host: ReactiveControllerHost;
  readonly #engine: () => EngineClient;
  /** The model server of each turn that may still be approved; keys are kept nowhere else. */
  readonly #connectors = new Map<number, Connector>();
  /** What each turn that may still be approved asks, and how it is to be told. */
  readonly #asking = new Map<number, Opened>();
  /** How the next question is told: as the last one was chosen to be. It is kept in memory only. */
  #manner: Manner = { level: "balanced", noise: "off", strangers: "warn" };
  readonly #calls = new Map<number, AbortController>();
  /** The earlier turns that a person has opened. */
  readonly #opened = new Set<number>();
  #next = 0;

  constructor(host: ReactiveControllerHost, engine: () => EngineClient) {
    this.#host = host;
    this.#engine = engine;
    host.addController(this);
  }

  hostConnected(): void {}

  /** Whether only the question of a turn is shown: it is an earlier one, nothing of it waits, and nobody has opened it. */
  isFolded({ id, working, sent, discarded, draft }: Turn, at: number): boolean {
    return (
      at < this.turns.length - WHOLE &&
      !this.#opened.has(id) &&
      !working &&
      (sent !== undefined || discarded || draft === undefined)
    );
  }

  /** Shows the whole of an earlier turn from now on. */
  unfold(id: number): void {
    this.#opened.add(id);
    this.#change(id, {});
  }

  /** How the next question is told. */
  get manner(): Manner {
    return this.#manner;
  }

  /** Has the next question told as `manner` says. */
  prefer(manner: Partial<Manner>): void {
    this.#manner = { ...this.#manner, ...manner };
    this.#show(
      this.turns.map((turn) =>
        turn.chosen === undefined ? turn : { ...turn, chosen: tellingAs(turn.chosen, manner) },
      ),
    );
  }

  /** Resolves once the host shows what the conversation is now. */
  get shown(): Promise<unknown> {
    return this.#host.updateComplete;
  }

  /** Whether a question is being worked on, or a reply is under way. */
  get busy(): boolean {
    return this.turns.some(({ working, streaming }) => working || streaming !== undefined);
  }

  /** Asks, and resolves to the number of the turn once there is an answer, a draft or a failure. `chosen` is how the same was to be told before. */
  async ask(asked: Asked, about: string | undefined, chosen?: Choice): Promise<number> {
    const id = (this.#next += 1);
    const { question } = asked;
    const turn = {
      ...FRESH,
      id,
      question,
      asked: question,
      alone: asked.apart === true,
      apart: asked.apart,
      about,
      at: new Date(),
      by: whoAnswers(asked),
      letter: asked.letter,
      chosen,
      earlier: [],
    };
    this.turns = [...this.turns, turn];
    await this.#work(id, asked);
    return id;
  }

  /**
   * Asks the question of a turn once more: with a connector there is a new draft, which is told as the one before, without what was kept
   * back of it, and has to be approved as that one; without one quotations answer. What was sent before stays to be seen.
   */
  async again(id: number, asked: Asked): Promise<void> {
    const turn = this.turn(id);
    if (turn === undefined || this.busy) return;
    const { sent, draft, earlier, answer } = turn;
    this.#connectors.delete(id);
    this.#asking.delete(id);
    // The answer so far stays until there is another one.
    const left =
      asked.connector !== undefined && draft !== undefined && (answer?.left ?? 0) > 0 && answer?.cut !== true;
    const attempts = sent === undefined ? earlier : [...earlier, { sent, draft }];
    this.#change(id, { ...FRESH, by: whoAnswers(asked), earlier: attempts, ...(left && { answer }) });
    const again = { ...asked, apart: turn.apart };
    await this.#work(id, again, { why: answer?.again, after: left ? draft.id : undefined, before: draft });
  }

  /** Asks the question of a turn with more searched than before: it does not go on with what was asked. */
  async widen(id: number, asked: Asked): Promise<void> {
    if (this.busy) return;
    this.#change(id, { answer: undefined });
    await this.again(id, asked);
  }

  /** Asks the question of a turn as it was typed, without what it took over from the question before. */
  async asTyped(id: number, asked: Asked): Promise<void> {
    if (this.busy) return;
    this.#change(id, { alone: true });
    await this.again(id, asked);
  }

  /** Returns the question of a turn whole, with what it leaves unsaid taken from the questions before it about the same person. */
  async #whole(id: number, question: string): Promise<string> {
    const turn = this.turn(id);
    const before = this.turns.slice(
      0,
      this.turns.findIndex((turn) => turn.id === id),
    );
    const earlier = before.filter(({ about }) => about === turn?.about).map(({ asked }) => asked);
    if (turn === undefined || turn.alone || earlier.length === 0) return question;
    return (await this.#engine().call("follow-up", { question, earlier })) ?? question;
  }

  /**
   * `why` is what was wrong with the answer before, which the model is told; `after` the draft where the question goes on with what that did
   * not tell; `before` the draft before, if one is known.
   */
  async #work(
    id: number,
    { question: typed, subject, connector, letter, without = [], apart = false }: Asked,
    {
      why,
      after,
      before,
    }: {
      readonly why?: Again | undefined;
      readonly after?: number | undefined;
      readonly before?: Draft | undefined;
    } = {},
  ): Promise<void> {
    this.#host.requestUpdate();
    try {
      const question = await this.#whole(id, typed);
      this.#change(id, { asked: question });
      if (connector === undefined && apart) {
        // What the person's files have on it stands below.
        this.#change(id, { answer: { blocks: [] } });
      } else if (connector === undefined) {
        this.#change(id, { answer: await this.#engine().call("quotes", { question, subject, without }) });
      } else {
        const asking: Asking = {
          ...(apart ? { alone: true } : connector.asking),
          prompt: connector.prompt,
          ...(why !== undefined && { again: why }),
          ...(letter !== undefined && { note: letter.reference }),
          ...(without.length > 0 && { without: [...without] }),
        };
        const choice = { ...this.#manner, allowed: [], ...this.turn(id)?.chosen };
        const about = { question, subject, choice, asking };
        const endpoint = endpointOf(connector);
        const inside = connector.inside === true && after === undefined && !apart ? patienceOf(connector) : undefined;
        const call = new AbortController();
        this.#calls.set(id, call);
        const onEvent = (event: CallEvent): void => {
          if ("inside" in event) this.#change(id, { inside: event.inside });
        };
        const takes = { ...about, endpoint, after, inside };
        try {
          const draft = await this.#prepared(takes, { signal: call.signal, onEvent });
          this.#change(id, { draft });
          const work = draft.work === undefined ? asking : { ...asking, inside: draft.work };
          this.#opens(id, connector, { ...about, asking: work });
        } catch (error) {
          if (before === undefined || !isEmptied(error, choice)) throw error;
          this.#change(id, { draft: keptBack(before, choice), emptied: told(error) });
          this.#opens(id, connector, about);
        }
      }
    } catch (error) {
      this.fail(id, error);
    }
    this.#calls.delete(id);
    this.#change(id, { working: false, inside: undefined });
  }

  /** Has the draft of a turn wait for what the person says of it. */
  #opens(id: number, connector: Connector, asking: Opened): void {
    this.#connectors.set(id, connector);
    this.#asking.set(id, asking);
    this.#change(id, { chosen: asking.choice });
  }

  /** Prepares a draft, with what is to stand beside it. */
  async #prepared(takes: Calls["prepare"]["takes"], options?: CallOptions): Promise<Calls["prepare"]["gives"]> {
    const draft = await this.#engine().call("prepare", takes, options);
    return { ...draft, ...(await beside.add?.(draft)) };
  }

  /** Prepares the draft of a turn anew, with `word` of its question allowed to leave, or no longer. */
  async allow(id: number, word: string, allowed: boolean): Promise<void> {
    await this.#anew(id, (choice) => {
      const others = (choice.allowed ?? []).filter((each) => folded(each) !== folded(word));
      return { ...choice, allowed: allowed ? [...others, word] : others };
    });
  }

  /** Prepares the draft of a turn anew, told as `manner` says. */
  async tell(id: number, manner: Partial<Manner>): Promise<void> {
    await this.#anew(
      id,
      (choice) => {
        this.#manner = { ...this.#manner, ...manner };
        return tellingAs(choice, manner);
      },
      this.turn(id)?.draft,
    );
  }

  /** Prepares the draft of a turn anew, with something kept back by hand, or no longer. */
  async withhold(id: number, held: Held): Promise<void> {
    await this.#anew(id, (choice) => ({ ...choice, withheld: withheldBy(choice.withheld, held) }), undefined, true);
  }

  /** Prepares the draft of a turn anew, with less told, so that a stranger could not know who it is, or all of it again. */
  async ease(id: number, less: boolean): Promise<void> {
    await this.#anew(id, (choice) => ({ ...choice, strangers: less ? "ease" : "warn" }));
  }

  /**
   * Prepares the draft of a turn anew, told as `change` makes of how it was told; `previous` is what it is compared with. Where that
   * `keeps` something back and no draft comes of it, the draft of before has what was to stay: it cannot be approved any more.
   */
  async #anew(id: number, change: (choice: Choice) => Choice, previous?: Draft, keeps = false): Promise<void> {
    const connector = this.#connectors.get(id);
    const before = this.#asking.get(id);
    if (connector === undefined || before === undefined || this.turn(id)?.working !== false) return;
    const asking = { ...before, choice: change(before.choice) };
    const open = this.turn(id)?.draft;
    const anew = open?.round === undefined ? undefined : open.id;
    this.#change(id, { working: true });
    try {
      const draft = await this.#prepared({ ...asking, endpoint: endpointOf(connector), anew });
      // Meanwhile it may have been sent or discarded as it was, or taken out.
      if (this.#connectors.get(id) === connector) {
        this.#opens(id, connector, asking);
        this.#change(id, { draft, previous, emptied: undefined });
      }
    } catch (error) {
      if (keeps && open !== undefined && this.#connectors.get(id) === connector) {
        this.#opens(id, connector, asking);
        this.#change(id, { draft: { ...open, byHand: byHand(asking.choice) }, emptied: told(error) });
      } else this.fail(id, error);
    }
    this.#change(id, { working: false });
  }

  /** Sends the draft of a turn, once. */
  async approve(id: number): Promise<void> {
    const draft = this.turn(id)?.draft;
    const connector = this.#connectors.get(id);
    if (draft === undefined || connector === undefined || this.turn(id)?.emptied !== undefined) return;
    this.#connectors.delete(id);
    this.#asking.delete(id);
    const endpoint = endpointOf(connector);
    this.#change(id, { sent: { ...endpoint, at: new Date() }, literature: draft.literature, streaming: "" });
    const call = new AbortController();
    this.#calls.set(id, call);
    const patience = patienceOf(connector);
    const onEvent = (event: CallEvent): void => {
      if ("pause" in event) this.#change(id, { pause: event.pause });
      if ("delta" in event)
        this.#change(id, { streaming: (this.turn(id)?.streaming ?? "") + event.delta, pause: undefined });
    };
    try {
      const takes = { draft: draft.id, endpoint, credential: connector.key, patience };
      this.#change(id, { answer: await this.#engine().call("ask", takes, { signal: call.signal, onEvent }) });
    } catch (error) {
      this.fail(id, error);
    }
    this.#calls.delete(id);
    this.#change(id, { streaming: undefined, pause: undefined });
  }

  /** Offers the answer of a turn with its quotations as a file; resolves to whether the person saved it. */
  async save(id: number): Promise<boolean> {
    const { question, asked, about, at, by, sent, answer, literature } = this.turn(id) ?? {};
    if (question === undefined || asked === undefined || at === undefined || answer === undefined) return false;
    const model = by === "model" ? sent?.model : undefined;
    const file = { question, asked, about, day: dayOf(at), model, answer, literature: literature?.told };
    return (await this.#engine().call("export-ledger", { what: "answer", ...file })).saved;
  }

  /** Offers everything that the question of `draft` went through as a file; resolves to whether the person saved it. */
  async saveWorkflow(draft: number): Promise<boolean> {
    return (await this.#engine().call("export-ledger", { what: "workflow", draft })).saved;
  }

  /** Lets the draft of a turn go: it can no longer be sent. */
  discard(id: number): void {
    this.#connectors.delete(id);
    this.#asking.delete(id);
    this.#change(id, { discarded: true });
  }

  /** Ends the request of a turn. */
  cancel(id: number): void {
    this.#calls.get(id)?.abort();
  }

  /** Says what failed about a turn, and what to do. */
  fail(id: number, error: unknown): void {
    const sent = this.turn(id)?.sent;
    const isHere = sent?.url === ON_THIS_DEVICE;
    this.#change(id, {
      failure: told(error),
      advice: adviceAfter(error, isHere),
      detail: isHere ? "" : detailOf(error),
      sent:
        sent !== undefined && error instanceof ChaperoneError && isUnsent(error) ? { ...sent, unreached: true } : sent,
    });
  }

  /** Shows turns of an earlier session, in place of those there are. */
  restore(turns: readonly Turn[]): void {
    this.clear();
    // Numbers of their own: what is still under way for an earlier turn finds none of these.
    this.#show(turns.map((turn) => ({ ...turn, id: (this.#next += 1) })));
  }

  /**
   * Takes out what was made from the file of this hash: answers that quote it, and every draft and every entry that is kept back, as those
   * do not tell from which files they are.
   */
  forget(sha256: string, label: string): void {
    this.#connectors.clear();
    this.#asking.clear();
    const without = this.turns.map((turn) => {
      const { draft, sent, failure } = turn;
      const earlier = turn.earlier.map(({ sent }) => ({ sent, draft: undefined }));
      const open = draft !== undefined && sent === undefined;
      const chosen = turn.chosen === undefined ? undefined : withoutEntries(turn.chosen);
      const kept = { ...turn, letter: undefined, earlier, draft: undefined, chosen, discarded: turn.discarded || open };
      if (!answerText(turn).includes(sha256)) {
        return open && failure === "" ? { ...kept, failure: say("theRecordsHaveChanged"), advice: "" } : kept;
      }
      return { ...kept, answer: undefined, failure: say("thisAnswerQuotedWhich", { label }), advice: "" };
    });
    this.#show(without);
  }

  /** Forgets every turn; a reply that is under way is given up. */
  clear(): void {
    for (const call of this.#calls.values()) call.abort();
    this.#calls.clear();
    this.#connectors.clear();
    this.#asking.clear();
    this.#opened.clear();
    this.turns = [];
    this.#host.requestUpdate();
  }

  /** The turn of this number, if there is one. */
  turn(id: number): Turn | undefined {
    return this.turns.find((turn) => turn.id === id);
  }

  #change(id: number, part: Partial<Turn>): void {
    this.#show(this.turns.map((turn) => (turn.id === id ? { ...turn, ...part } : turn)));
  }

  /** Shows `turns`, those that are folded packed. */
  #show(turns: readonly Turn[]): void {
    this.turns = turns;
    this.turns = turns.map((turn, at) => (this.isFolded(turn, at) ? pack(turn) : turn));
    this.#host.requestUpdate();
  }
}

function whoAnswers({ connector }: Asked): Turn["by"] {
  return connector === undefined ? "quotes" : "model";
}

/** Returns `choice` told as `manner` says. What is strict asks about each word anew. */
function tellingAs(choice: Choice, manner: Partial<Manner>): Choice {
  return { ...choice, ...manner, ...(manner.level === "strict" ? { allowed: [] } : {}) };
}

/** Returns `choice` without the entries that it keeps back, which have words of the records. */
function withoutEntries(choice: Choice): Choice {
  return { ...choice, withheld: { passages: [], words: byHand(choice).words } };
}

/** What `choice` keeps back by hand. */
function byHand({ withheld = {} }: Choice): Draft["byHand"] {
  const { passages = [], words = [] } = withheld;
  return { passages, words };
}

/** Whether `error` may say that nothing is left to leave of what `choice` keeps back by hand. */
function isEmptied(error: unknown, choice: Choice): boolean {
  const { passages, words } = byHand(choice);
  return error instanceof ChaperoneError && error.code === "not-found" && passages.length + words.length > 0;
}

/** Returns the draft `before` as one of which nothing is left with what `choice` keeps back: it is one of several requests no more. */
function keptBack({ round: _, ...before }: Draft, choice: Choice): Draft {
  return { ...before, byHand: byHand(choice) };
}

/** A word as it leaves: in lower case, without accents. */
function folded(word: string): string {
  return word.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
