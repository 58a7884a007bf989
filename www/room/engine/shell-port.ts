/** The worker's end of the port to the shell: public files, checked against their hashes, sealed bytes, and replies of the courier. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type {
  AssetId,
  AssetPin,
  AssetProgress,
  AssetReport,
  ExportForm,
  FromShell,
  Outgoing,
  Patience,
  ToShell,
} from "../../shell/messages.ts";
import type { Asked, CollectPart } from "../../shell/custodian/collect.ts";
import type { Returned } from "../../shell/custodian/custodian.ts";
import type { Ranged } from "../../shell/library/host.ts";
import type { LockerState, Wish } from "../../shell/locker/keeper.ts";
import type { Note } from "../../shell/note.ts";
import type { PasskeyAnswer } from "../../shell/passkey.ts";
import { fileName, publicFile } from "../../shell/public-file.ts";
import type { Tag } from "../../shell/tags.ts";
import { ChaperoneError } from "./error.ts";
import { Places } from "./places.ts";
import { cancelled } from "./turns.ts";

/** What the courier is told besides the request. */
interface Delivery {
  readonly endpoint: string;
  readonly credential: string;
  readonly patience: Patience;
}

/** What hears pauses, the status of a reply, and its text, piece by piece. */
interface Hearing {
  pause(millis: number): void;
  head(status: number): void;
  text(text: string): void;
}

type Answer = FromShell;

/** Returns the SHA-256 of bytes; nothing where it cannot tell it. */
type Digest = (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array | undefined>;

/** Bytes from which a file that is put together is hashed by the frame: for less it is not worth the way there. */
const HASHED_THERE_BYTES = 1 << 20;

/** The port to the shell. */
export class ShellPort {
  readonly #port: MessagePort;
  readonly #digest: Digest;
  readonly #listeners = new Map<number, (answer: Answer) => void>();
  readonly #places = new Places();
  #next = 0;
  /** Called when another tab has taken the locker over. */
  onTaken: (() => void) | undefined;

  /** `digest` hashes faster than this worker can by itself. */
  constructor(port: MessagePort, digest: Digest) {
    this.#port = port;
    this.#digest = digest;
    port.onmessage = ({ data }: MessageEvent<FromShell>) => {
      if (data.id !== null) this.#listeners.get(data.id)?.(data);
      else if (data.kind === "taken") this.onTaken?.();
    };
  }

  /**
   * Hands `take` a public file, piece by piece; `hear` is told how far it has come. No piece goes beyond the length this room was built
   * with. Rejects in the end where the file is not the one of its hash: until this resolves, nothing may be made of it. Where `take` puts the
   * pieces together in one place, that is `whole`.
   */
  async asset(
    asset: AssetId,
    take: (piece: Uint8Array<ArrayBuffer>) => void,
    hear: (progress: AssetProgress) => void,
    signal?: AbortSignal,
    whole?: Uint8Array<ArrayBuffer>,
  ): Promise<AssetReport> {
    const pin = ASSETS[asset];
    if (pin === undefined)
      throw new ChaperoneError({ code: "not-found", fault: "bug", message: "This build has no such file." });
    return this.#places.in(pin.bytes, () => this.#fetch(asset, pin, take, hear, signal, whole), signal);
  }

  async #fetch(
    asset: AssetId,
    pin: AssetPin,
    take: (piece: Uint8Array<ArrayBuffer>) => void,
    hear: (progress: AssetProgress) => void,
    signal: AbortSignal | undefined,
    whole: Uint8Array<ArrayBuffer> | undefined,
  ): Promise<AssetReport> {
    const id = this.#id();
    const cancel = (): void => this.#say({ kind: "cancel", id });
    // Chromium gives crypto.subtle to the sandboxed frame, but not to its blob workers, and takes no file in pieces there.
    const there = whole !== undefined && pin.bytes >= HASHED_THERE_BYTES ? whole : undefined;
    const hash = sha256.create();
    let done = 0;
    const { from, mended, kept } = await new Promise<FromShell & { kind: "asset" }>((resolve, reject) => {
      if (signal?.aborted === true) return reject(cancelled());
      this.#listeners.set(id, (answer) => {
        if (answer.kind === "asset") resolve(answer);
        else if (answer.kind === "asset-piece") {
          const piece = new Uint8Array(answer.bytes);
          if (there === undefined) hash.update(piece);
          done += piece.byteLength;
          if (done <= pin.bytes) take(piece);
        } else if (answer.kind === "asset-progress") hear({ done: answer.done, total: answer.total });
        else if (answer.kind === "error") reject(rebuilt(answer));
      });
      signal?.addEventListener("abort", cancel);
      this.#say({ kind: "asset", id, asset });
    }).finally(() => {
      this.#listeners.delete(id);
      signal?.removeEventListener("abort", cancel);
    });
    const digest = async (): Promise<Uint8Array> =>
      there === undefined ? hash.digest() : ((await this.#digest(there)) ?? sha256(there));
    if (done !== pin.bytes || bytesToHex(await digest()) !== pin.sha256) {
      throw new ChaperoneError({
        code: "model",
        fault: "user",
        message: `A file of the page, ${fileName(publicFile(asset))}, is not the one it was built with, and was not used. Reload the page.`,
      });
    }
    return { from, mended, kept };
  }

  /** Sends a released request and hands pauses, the reply's status and its text, piece by piece, to `hear`. */
  send(cleared: Outgoing, delivery: Delivery, hear: Hearing, signal: AbortSignal): Promise<void> {
    return this.#carried({ kind: "send", id: this.#id(), cleared, ...delivery }, hear, signal);
  }

  /** Asks for public texts by a released request; what comes is handed to `hear` as from {@link send}. */
  seek(cleared: Outgoing, patience: Patience, hear: Hearing, signal: AbortSignal): Promise<void> {
    return this.#carried({ kind: "seek", id: this.#id(), cleared, patience }, hear, signal);
  }

  #carried(message: ToShell, hear: Hearing, signal: AbortSignal): Promise<void> {
    const { id } = message;
    const cancel = (): void => this.#say({ kind: "cancel", id });
    return new Promise<void>((resolve, reject) => {
      this.#listeners.set(id, (answer) => {
        // A reply that the engine cannot read ends the request.
        try {
          if (answer.kind === "pause") hear.pause(answer.millis);
          else if (answer.kind === "head") hear.head(answer.status);
          else if (answer.kind === "chunk") hear.text(answer.text);
          else if (answer.kind === "end") resolve();
          else if (answer.kind === "error") reject(rebuilt(answer));
        } catch (error) {
          cancel();
          reject(error as Error);
        }
      });
      signal.addEventListener("abort", cancel);
      this.#say(message);
    }).finally(() => {
      this.#listeners.delete(id);
      signal.removeEventListener("abort", cancel);
    });
  }

  /** Opens the locker, and says what it is like. */
  async locker(wish: Wish, persist: boolean): Promise<LockerState> {
    return (await this.#ask({ kind: "locker", id: this.#id(), wish, persist }, "locker")).state;
  }

  /** Resolves to the sealed bytes of `name`, or to nothing. */
  async load(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const { bytes } = await this.#ask({ kind: "load", id: this.#id(), name }, "loaded");
    return bytes === null ? undefined : new Uint8Array(bytes);
  }

  /** Saves sealed bytes, which are handed over. */
  async save(name: string, bytes: ArrayBuffer): Promise<void> {
    await this.#ask({ kind: "save", id: this.#id(), name, bytes }, "end", [bytes]);
  }

  async remove(names: readonly string[]): Promise<void> {
    await this.#ask({ kind: "remove", id: this.#id(), names }, "end");
  }

  async names(): Promise<string[]> {
    return [...(await this.#ask({ kind: "names", id: this.#id() }, "names")).names];
  }

  /** Destroys everything in the locker. */
  async erase(): Promise<void> {
    await this.#ask({ kind: "erase", id: this.#id() }, "end");
  }

  /** Makes a passkey, or uses the one of id `credential`. */
  passkey(credential: ArrayBuffer | null, salt: ArrayBuffer): Promise<PasskeyAnswer> {
    return this.#ask({ kind: "passkey", id: this.#id(), credential, salt }, "passkey");
  }

  /** Loads the page anew and leaves it `note`. */
  async restart(note: Note): Promise<void> {
    await this.#ask({ kind: "restart", id: this.#id(), note }, "end");
  }

  /** Has the shell speak the language `tag` in its own dialogs. */
  async speak(tag: Tag): Promise<void> {
    await this.#ask({ kind: "speak", id: this.#id(), tag }, "end");
  }

  /** Offers the person a file to save, whose bytes are handed over; resolves to whether they saved it. */
  async export(form: ExportForm, bytes: ArrayBuffer): Promise<boolean> {
    return (await this.#ask({ kind: "export", id: this.#id(), form, bytes }, "exported", [bytes])).saved;
  }

  /** Has the person sign in to the server that keeps their records; resolves to its base address. */
  async connect(signal: AbortSignal): Promise<string> {
    return (await this.#ask({ kind: "connect", id: this.#id() }, "connected", [], { signal })).origin;
  }

  /** Reads everything from that server; `hear` is told of each step and gets each page. */
  async collect(origin: string, hear: (part: CollectPart) => void, signal: AbortSignal): Promise<readonly Asked[]> {
    const message = { kind: "collect", id: this.#id(), origin, request: "everything" } as const;
    const heard = (answer: FromShell): void => void (answer.kind === "collecting" && hear(answer.part));
    return (await this.#ask(message, "collected", [], { signal, heard })).asked;
  }

  /** Gives the access to that server back. */
  async disconnect(): Promise<Returned> {
    return (await this.#ask({ kind: "disconnect", id: this.#id() }, "disconnected")).returned;
  }

  /** Has the person say which library is read; resolves to its path. */
  async library(signal: AbortSignal): Promise<string> {
    return (await this.#ask({ kind: "library", id: this.#id() }, "library", [], { signal })).path;
  }

  /** Reads a range of that library. */
  range(start: number, length: number, signal: AbortSignal): Promise<Ranged> {
    return this.#ask({ kind: "range", id: this.#id(), start, length }, "range", [], { signal });
  }

  #ask<Kind extends FromShell["kind"]>(
    message: ToShell,
    kind: Kind,
    transfer: Transferable[] = [],
    { signal, heard }: { readonly signal?: AbortSignal; readonly heard?: (answer: FromShell) => void } = {},
  ): Promise<Extract<FromShell, { kind: Kind }>> {
    const { id } = message;
    const cancel = (): void => this.#say({ kind: "cancel", id });
    return new Promise<Extract<FromShell, { kind: Kind }>>((resolve, reject) => {
      this.#listeners.set(id, (answer) => {
        if (answer.kind === kind) resolve(answer as Extract<FromShell, { kind: Kind }>);
        else if (answer.kind === "error") reject(rebuilt(answer));
        else heard?.(answer);
      });
      signal?.addEventListener("abort", cancel);
      this.#port.postMessage(message, transfer);
    }).finally(() => {
      this.#listeners.delete(id);
      signal?.removeEventListener("abort", cancel);
    });
  }

  #id(): number {
    return (this.#next += 1);
  }

  #say(message: ToShell): void {
    this.#port.postMessage(message);
  }
}

function rebuilt({ code, message, circumstances }: FromShell & { kind: "error" }): ChaperoneError {
  const fault = code === "invalid-argument" ? "user" : "runtime";
  return new ChaperoneError({ code, fault, message, ...(circumstances && { server: { circumstances } }) });
}
