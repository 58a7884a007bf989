/** The conversation as it is kept: settled turns as JSON, with a version. */
import type { Replied } from "../engine/calls.ts";
import type { Withholding } from "../engine/types.ts";
import { isTag, isUnits, type Choices } from "./choices.ts";
import { FRESH, type Sent, type Turn } from "./turn-state.ts";
import type { Letter } from "./question.ts";
import { answerText } from "./packed.ts";

const VERSION = 1;
/** Milliseconds that writing goes on for at a time. */
const SLICE_MILLIS = 8;

/** Returns the settled turns and the choices as text. Drafts are not kept: what would leave is reviewed anew each time. */
export function writeTurns(turns: readonly Turn[], choices: Choices = {}): string {
  return joined(turns.flatMap(writeTurn), choices);
}

/** As {@link writeTurns}; now and then it lets `pause` go by, as a long conversation takes a while. */
export async function writeTurnsInTurns(
  turns: readonly Turn[],
  choices: Choices,
  pause: () => Promise<void>,
): Promise<string> {
  const settled: string[] = [];
  let from = performance.now();
  for (const turn of turns) {
    settled.push(...writeTurn(turn));
    if (performance.now() - from < SLICE_MILLIS) continue;
    await pause();
    from = performance.now();
  }
  return joined(settled, choices);
}

function joined(settled: readonly string[], { language, units }: Choices): string {
  return `${JSON.stringify({ version: VERSION, language, units }).slice(0, -1)},"turns":[${settled.join()}]}`;
}

/** A settled turn as text; nothing of one that is not. */
function writeTurn(turn: Turn): readonly string[] {
  const { question, asked, alone, apart, about, at, by, sent, literature, earlier, failure, advice, detail } = turn;
  const { letter } = turn;
  const answer = answerText(turn);
  if (answer === "" && failure === "") return [];
  const text = JSON.stringify({
    question,
    asked: asked === question ? undefined : asked,
    alone,
    apart,
    about,
    by,
    at: at.getTime(),
    sent: sent === undefined ? undefined : written(sent),
    literature,
    earlier: earlier.map((attempt) => written(attempt.sent)),
    failure,
    advice,
    detail,
    letter,
    withheld: turn.chosen?.withheld,
  });
  return [answer === "" ? text : `${text.slice(0, -1)},"answer":${answer}}`];
}

function written({ url, model, at, unreached = false }: Sent): WrittenSent {
  return { url, model, at: at.getTime(), unreached };
}

interface WrittenSent {
  readonly url: string;
  readonly model: string;
  readonly at: number;
  readonly unreached?: boolean;
}

interface Written {
  readonly question: string;
  readonly asked?: string;
  readonly alone?: boolean;
  readonly apart?: boolean;
  readonly about?: string;
  readonly at: number;
  readonly by?: Turn["by"];
  readonly sent?: WrittenSent;
  readonly literature?: Turn["literature"];
  readonly earlier?: readonly WrittenSent[];
  readonly answer?: Replied;
  readonly failure: string;
  readonly advice?: string;
  readonly detail?: string;
  readonly letter?: Letter;
  readonly withheld?: Withholding;
}

/** Returns the turns that {@link writeTurns} wrote, or `undefined` where a newer version, or something else, did. */
export function parseTurns(text: string): Turn[] | undefined {
  try {
    const found = JSON.parse(text) as { version?: unknown; turns?: unknown };
    return found.version === VERSION && Array.isArray(found.turns) ? read(found.turns as Written[]) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the choices that {@link writeTurns} wrote; what is none of them is left out. */
export function parseChoices(text: string): Choices {
  try {
    const { language, units } = JSON.parse(text) as { language?: unknown; units?: unknown };
    return { ...(isTag(language) ? { language } : {}), ...(isUnits(units) ? { units } : {}) };
  } catch {
    return {};
  }
}

function read(turns: readonly Written[]): Turn[] {
  const read = (sent: WrittenSent): Sent => ({ ...sent, at: new Date(sent.at) });
  return turns.map(({ sent, at, earlier = [], answer, ...turn }, number) => ({
    ...FRESH,
    id: number + 1,
    question: turn.question,
    asked: turn.asked ?? turn.question,
    alone: turn.alone ?? false,
    apart: turn.apart,
    about: turn.about,
    by: turn.by ?? (sent === undefined ? "quotes" : "model"),
    at: new Date(at),
    working: false,
    letter: turn.letter,
    // How much is told, and which words may leave, is said anew.
    chosen: turn.withheld === undefined ? undefined : { withheld: turn.withheld },
    sent: sent === undefined ? undefined : read(sent),
    literature: turn.literature,
    earlier: earlier.map((each) => ({ sent: read(each), draft: undefined })),
    answer,
    failure: turn.failure,
    advice: turn.advice ?? "",
    detail: turn.detail ?? "",
  }));
}
