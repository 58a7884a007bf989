/** The page's own state as it is kept: the conversation, and beside it the ledger, which the engine writes and reads. */
import { parseTurns } from "../view/remembered.ts";

/** Returns `state`, a text that `writeTurns` wrote, with the ledger file in it. */
export function withLedger(state: string, ledger: string): string {
  return JSON.stringify({ ...(JSON.parse(state) as Record<string, unknown>), ledger });
}

/** Returns the ledger file that stands in `state`: an empty text where there is none, `undefined` where `state` cannot be read. */
export function ledgerIn(state: string): string | undefined {
  if (parseTurns(state) === undefined) return undefined;
  const { ledger } = JSON.parse(state) as { ledger?: unknown };
  return typeof ledger === "string" ? ledger : "";
}
