/** The page's own state as it is kept: the conversation, and beside it the ledger and what was said of who is who, which the engine writes and reads. */
import { parseTurns } from "../view/remembered.ts";

/** What the engine has kept beside the conversation. */
interface Beside {
  /** The ledger file; an empty text where there is none. */
  readonly ledger: string;
  /** What the person said of who is who, as `Engine.links` wrote it; an empty text where nothing was said. */
  readonly links: string;
}

/** Returns `state`, a text that `writeTurns` wrote, with what stands beside it. */
export function withBeside(state: string, beside: Beside): string {
  return `${state.slice(0, -1)},${JSON.stringify(beside).slice(1)}`;
}

/** Returns `state`, a text that `withBeside` wrote, without what stands beside it. */
export function withoutBeside(state: string): string {
  return JSON.stringify({ ...(JSON.parse(state) as object), ledger: undefined, links: undefined });
}

/** Returns what stands beside the conversation in `state`; `undefined` where `state` cannot be read. */
export function besideOf(state: string): Beside | undefined {
  if (parseTurns(state) === undefined) return undefined;
  const { ledger, links } = JSON.parse(state) as { ledger?: unknown; links?: unknown };
  const text = (found: unknown): string => (typeof found === "string" ? found : "");
  return { ledger: text(ledger), links: text(links) };
}
