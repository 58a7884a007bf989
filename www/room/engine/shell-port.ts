/** The worker's end of the port to the shell: public files, checked against their hashes, and replies of the courier. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type {
  AssetId,
  AssetProgress,
  AssetReport,
  FromShell,
  Outgoing,
  Patience,
  ToShell,
} from "../../shell/messages.ts";
import { fileName, publicFile } from "../../shell/public-file.ts";
import { ChaperoneError, type Code } from "./error.ts";

/** What the courier is told besides the request. */
export interface Delivery {
  readonly endpoint: string;
  readonly credential: string;
  readonly patience: Patience;
}

type Answer = FromShell;

/** The port to the shell. */
export class ShellPort {
  readonly #port: MessagePort;
  readonly #listeners = new Map<number, (answer: Answer) => void>();
  #next = 0;

  constructor(port: MessagePort) {
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<FromShell>) => {
      if (data.id !== null) this.#listeners.get(data.id)?.(data);
    };
  }

  /** Returns a public file, whose hash is the one this room was built with; `hear` is told how far it has come. */
  async asset(
    asset: AssetId,
    hear: (progress: AssetProgress) => void,
    signal?: AbortSignal,
  ): Promise<AssetReport & { readonly bytes: Uint8Array<ArrayBuffer> }> {
    const pin = ASSETS[asset];
    if (pin === undefined)
      throw new ChaperoneError({ code: "not-found", fault: "bug", message: "This build has no such file." });
    const id = this.#id();
    const cancel = (): void => this.#say({ kind: "cancel", id });
    const { bytes, from, mended, kept } = await new Promise<FromShell & { kind: "asset" }>((resolve, reject) => {
      if (signal?.aborted === true) return reject(cancelled());
      this.#listeners.set(id, (answer) => {
        if (answer.kind === "asset") resolve(answer);
        else if (answer.kind === "asset-progress") hear({ done: answer.done, total: answer.total });
        else if (answer.kind === "error") reject(rebuilt(answer));
      });
      signal?.addEventListener("abort", cancel);
      this.#say({ kind: "asset", id, asset });
    }).finally(() => {
      this.#listeners.delete(id);
      signal?.removeEventListener("abort", cancel);
    });
    // Chromium gives crypto.subtle to the sandboxed frame, but not to its blob workers.
    if (bytesToHex(sha256(new Uint8Array(bytes))) !== pin.sha256) {
      throw new ChaperoneError({
        code: "model",
        fault: "user",
        message: `A file of the page, ${fileName(publicFile(asset))}, is not the one it was built with, and was not used. Reload the page.`,
      });
    }
    return { bytes: new Uint8Array(bytes), from, mended, kept };
  }

  /** Sends a released request and hands the reply's status and its text, piece by piece, to `hear`. */
  send(
    cleared: Outgoing,
    delivery: Delivery,
    hear: { head(status: number): void; text(text: string): void },
    signal: AbortSignal,
  ): Promise<void> {
    const id = this.#id();
    const cancel = (): void => this.#say({ kind: "cancel", id });
    return new Promise<void>((resolve, reject) => {
      this.#listeners.set(id, (answer) => {
        // A reply that the engine cannot read ends the request.
        try {
          if (answer.kind === "head") hear.head(answer.status);
          else if (answer.kind === "chunk") hear.text(answer.text);
          else if (answer.kind === "end") resolve();
          else if (answer.kind === "error") reject(rebuilt(answer));
        } catch (error) {
          cancel();
          reject(error as Error);
        }
      });
      signal.addEventListener("abort", cancel);
      this.#say({ kind: "send", id, cleared, ...delivery });
    }).finally(() => {
      this.#listeners.delete(id);
      signal.removeEventListener("abort", cancel);
    });
  }

  #id(): number {
    return (this.#next += 1);
  }

  #say(message: ToShell): void {
    this.#port.postMessage(message);
  }
}

function cancelled(): ChaperoneError {
  return new ChaperoneError({ code: "cancelled", fault: "runtime", message: "Cancelled." });
}

function rebuilt({ code, message }: { code: Code; message: string }): ChaperoneError {
  return new ChaperoneError({ code, fault: code === "invalid-argument" ? "user" : "runtime", message });
}
