/** The turns of the engine's worker: between them messages are heard, and what goes on can be given up. */
import { ChaperoneError } from "./error.ts";

/** Lets waiting messages be heard; rejects when one of them cancelled. */
export async function turn(signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
  if (signal?.aborted === true) throw cancelled();
}

/** What a call rejects with that was given up. */
export function cancelled(): ChaperoneError {
  return new ChaperoneError({ code: "cancelled", fault: "runtime", message: "Cancelled." });
}
