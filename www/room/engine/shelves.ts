/** Starts the worker that reads libraries of public texts: by itself, without records, and asked by the page over a port of its own. */
import { ChaperoneError } from "./error.ts";
import type { PoolWorker } from "./pool.ts";
import type { ToPoolWorker } from "./pool-worker.ts";

/** Hands `worker` the compiled engine and its `port`. Never resolves; rejects when the worker ends. */
export function serveShelves(worker: PoolWorker, module: WebAssembly.Module, port: MessagePort): Promise<never> {
  return new Promise((_, reject) => {
    worker.onerror = worker.onmessageerror = (event: Event) => {
      // Else it would be the engine's worker's error too, and end that one.
      event.preventDefault();
      worker.terminate();
      reject(
        new ChaperoneError({
          code: "internal",
          fault: "runtime",
          message:
            "What reads libraries has ended; the memory of this device may not suffice. Your records are as they were. Open the library again.",
        }),
      );
    };
    worker.postMessage({ shelves: { module, port } } satisfies ToPoolWorker, [port]);
  });
}
