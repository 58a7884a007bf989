/** The conversation as it is kept: settled turns as JSON, with a version. */
import type { Answer } from "../engine/types.ts";
import type { Turn } from "./conversation.ts";

const VERSION = 1;

/** Returns the settled turns as text. Drafts are not kept: what would leave is reviewed anew each time. */
export function writeTurns(turns: readonly Turn[]): string {
  const settled = turns.filter(({ answer, failure }) => answer !== undefined || failure !== "");
  return JSON.stringify({
    version: VERSION,
    turns: settled.map(({ question, about, at, sent, answer, failure }) => ({
      question,
      about,
      at: at.getTime(),
      sent: sent === undefined ? undefined : { url: sent.url, model: sent.model, at: sent.at.getTime() },
      answer,
      failure,
    })),
  });
}

interface Written {
  readonly question: string;
  readonly about?: string;
  readonly at: number;
  readonly sent?: { readonly url: string; readonly model: string; readonly at: number };
  readonly answer?: Answer;
  readonly failure: string;
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

function read(turns: readonly Written[]): Turn[] {
  return turns.map(({ question, about, at, sent, answer, failure }, number) => ({
    id: number + 1,
    question,
    about,
    at: new Date(at),
    working: false,
    draft: undefined,
    discarded: false,
    sent: sent === undefined ? undefined : { ...sent, at: new Date(sent.at) },
    streaming: undefined,
    answer,
    failure,
  }));
}
