/**
 * The shell's dialogs stand one after the other: one that lay beneath another could become answerable before anybody saw it, and a click meant for
 * the one above would hit it.
 */
import { PortError } from "./port-error.ts";

let open: Promise<unknown> = Promise.resolve();

/** Asks by `work`, which opens a dialog and ends with it, once no other is open; not at all where `signal` has fired by then. */
export function inTurn<Answer>(signal: AbortSignal, work: () => Promise<Answer>): Promise<Answer> {
  const asked = open.then(() => {
    if (signal.aborted) throw new PortError("cancelled", "Cancelled.");
    return work();
  });
  open = asked.catch(() => undefined);
  return asked;
}
