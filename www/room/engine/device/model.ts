/** The model on this device as the engine's worker knows it: a worker of its own that is handed what was cleared for it. */
import { Deadline } from "../../../shell/deadline.ts";
import { LIMITS, type Patience } from "../../../shell/messages.ts";
import { ChaperoneError, type Code } from "../error.ts";
import { cancelled } from "../turns.ts";
import type { DeviceFacts, FromDevice, ToDevice } from "./worker.ts";

/** What is needed of a worker. */
export type DeviceWorker = Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror" | "onmessageerror">;

/** What hears a reply, as of any server: its status, then its text. */
interface Hearing {
  head(status: number): void;
  text(text: string): void;
}

/** A model that is being loaded or is loaded. Once its worker has ended, everything rejects with why. */
export class DeviceModel {
  readonly #worker: DeviceWorker;
  readonly #listeners = new Map<number, (said: Extract<FromDevice, { id: number }>) => void>();
  readonly #over = new AbortController();
  readonly #ended: Promise<never>;
  #next = 0;

  /** `worker` has been started and knows nothing yet; `read` hears how many bytes of the file it has, `loaded` what is known of the model then. */
  constructor(worker: DeviceWorker, read: (bytes: number) => void, loaded: (facts: DeviceFacts) => void) {
    this.#worker = worker;
    this.#ended = new Promise((_, reject) =>
      this.#over.signal.addEventListener("abort", () => reject(this.#over.signal.reason)),
    );
    this.#ended.catch(() => undefined);
    worker.onmessage = ({ data }: MessageEvent<FromDevice>) => {
      if ("id" in data) this.#listeners.get(data.id)?.(data);
      else if ("read" in data) read(data.read);
      else if ("loaded" in data) loaded(data.loaded);
      else this.end(new ChaperoneError(data.failed));
    };
    worker.onerror = worker.onmessageerror = (event: Event) => {
      // Else it would be the engine's worker's error too, and end that one.
      event.preventDefault();
      this.end(failure("model", CRASHED));
    };
  }

  /** Loads `file` by llama.cpp's module `wasm`, which is handed over. Rejects when the model is there no more, with why. */
  hold(file: Blob, name: string, wasm: Uint8Array<ArrayBuffer>): Promise<never> {
    this.#worker.postMessage({ load: file, name, wasm } satisfies ToDevice, [wasm.buffer]);
    return this.#ended;
  }

  /** Ends the worker; what is waited for rejects with `error`. */
  end(error: ChaperoneError = cancelled()): void {
    if (this.#over.signal.aborted) return;
    this.#worker.terminate();
    this.#over.abort(error);
  }

  /** Hands `body` over; `hear` is told of the reply as the courier tells of one, and waited for no longer than `patience` says. */
  async send(body: string, patience: Patience, hear: Hearing, signal: AbortSignal): Promise<void> {
    const id = (this.#next += 1);
    const clock = new Deadline(signal);
    let [bytes, isOver] = [0, false];
    const reply = new Promise<void>((resolve, reject) => {
      this.#listeners.set(id, (said) => {
        try {
          if ("over" in said) {
            isOver = true;
            return resolve();
          }
          if ("refused" in said) {
            if (said.refused === "") throw failure("reply", REFUSED);
            hear.head(400);
            hear.text(said.refused);
            return resolve();
          }
          if (bytes === 0 && said.text !== "") hear.head(200);
          bytes += said.text.length;
          if (bytes > LIMITS.replyBytes) throw failure("too-large", "The answer of the model is longer than 8 MiB.");
          // While it reads what it was sent it says nothing, but that it goes on.
          clock.wait(bytes === 0 ? patience.firstByteMillis : patience.idleMillis, LATE);
          if (said.text !== "") hear.text(said.text);
        } catch (error) {
          reject(error as Error);
        }
      });
      clock.signal.addEventListener("abort", () =>
        reject(clock.late === undefined ? cancelled() : failure("network", clock.late)),
      );
      clock.wait(patience.firstByteMillis, LATE);
      if (signal.aborted) return reject(cancelled());
      this.#worker.postMessage({ ask: id, body } satisfies ToDevice);
    });
    try {
      await Promise.race([reply, this.#ended]);
    } finally {
      reply.catch(() => undefined);
      if (!isOver) this.#worker.postMessage({ cancel: id } satisfies ToDevice);
      this.#listeners.delete(id);
      clock.stop();
    }
  }
}

/** What a request rejects with where no model is loaded. */
export function absent(): ChaperoneError {
  return failure(
    "not-found",
    "No model on this device is loaded, so nothing was asked. Choose its file in the settings.",
  );
}

/** What a request for names of models rejects with. */
export function listsNone(): ChaperoneError {
  return failure(
    "unsupported",
    "The model on this device is the one whose file you chose: there is no list of others.",
  );
}

function failure(code: Code, message: string): ChaperoneError {
  return new ChaperoneError({ code, fault: code === "network" ? "runtime" : "user", message });
}

const LATE = "The model on this device did not go on in time. A smaller one is quicker; or wait longer.";
const REFUSED = "The model on this device could not take the request.";
const CRASHED =
  "The model on this device stopped, probably for lack of memory, and was taken out of memory. Nothing else was lost. Load it again, or choose a smaller one.";
