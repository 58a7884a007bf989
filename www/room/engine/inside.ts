/** A model inside the room at work on a question: it searches the records by calling tools, and drafts. What it is asked holds records and goes to its worker alone. */
import type { Engine, NarrowedBy } from "../../../pkg/chaperone.js";
import type { Patience } from "../../shell/messages.ts";
import type { CallEvent } from "./calls.ts";
import type { Sending } from "./sending.ts";
import type { WithVector } from "./thinking.ts";

/** What it works on: nothing is searched more narrowly by what is in `without`, and each reply is waited for so long. */
interface Working {
  readonly question: string;
  readonly without: NarrowedBy[] | undefined;
  readonly patience: Patience;
  readonly today: string;
}

/** Has the model on this device work on `question`, and returns the number of its work. Where it stops, the question goes on without what it had begun. */
export async function workInside(
  engine: Engine,
  sending: Sending,
  withVector: WithVector,
  { question, without, patience, today }: Working,
  tell: (event: CallEvent) => void,
  signal: AbortSignal,
): Promise<number> {
  const { name, contextTokens } = sending.insideModel();
  const work = engine.insideBegin(question, name, contextTokens, today, without);
  for (;;) {
    const body = await withVector(() => engine.insideNext(work));
    tell({ inside: engine.insideView(work) });
    if (body === undefined) return work;
    try {
      await sending.inside(body, patience, (data) => engine.insideEvent(work, data), signal);
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError || signal.aborted) throw error;
      engine.insideFailed(work);
    }
  }
}
