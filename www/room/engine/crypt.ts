/**
 * The worker's way to the key, which lies with the room's frame, and to the browser's own hashing: browsers give
 * `crypto.subtle` to the sandboxed frame, but not to its blob workers.
 */
import { ChaperoneError } from "./error.ts";

/** What is asked of the frame. */
export interface CryptRequest {
  readonly crypt: number;
  readonly act: "seal" | "open" | "digest";
  readonly bytes: ArrayBuffer;
  /** What must be the same at sealing and at opening; empty for a digest. */
  readonly associated: ArrayBuffer;
}

/** The frame's answer; `null` when it could not be done. */
export interface CryptAnswer {
  readonly crypt: number;
  readonly bytes: ArrayBuffer | null;
}

/** Seals and opens with the frame's key. */
export class Crypt {
  readonly #say: (request: CryptRequest, transfer: Transferable[]) => void;
  readonly #waiting = new Map<number, (bytes: ArrayBuffer | null) => void>();
  #next = 0;

  constructor(say: (request: CryptRequest, transfer: Transferable[]) => void) {
    this.#say = say;
  }

  /** Takes an answer of the frame. */
  hear({ crypt, bytes }: CryptAnswer): void {
    this.#waiting.get(crypt)?.(bytes);
    this.#waiting.delete(crypt);
  }

  /** Seals `plain`, which is handed over. */
  async seal(plain: Uint8Array<ArrayBuffer>, associated: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    const sealed = await this.#ask("seal", plain, associated);
    if (sealed !== null) return new Uint8Array(sealed);
    throw new ChaperoneError({ code: "internal", fault: "bug", message: "What was to be kept could not be sealed." });
  }

  /** Opens `sealed`, which is handed over; rejects with `malformed` when it is damaged. */
  async open(sealed: Uint8Array<ArrayBuffer>, associated: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    const plain = await this.#ask("open", sealed, associated);
    if (plain !== null) return new Uint8Array(plain);
    throw damaged();
  }

  /** Returns the SHA-256 of `bytes`, of which the frame is given a copy; nothing where it cannot tell it. */
  async digest(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const digest = await this.#ask("digest", bytes.slice(), new Uint8Array());
    return digest === null ? undefined : new Uint8Array(digest);
  }

  #ask(act: CryptRequest["act"], bytes: Uint8Array<ArrayBuffer>, associated: Uint8Array<ArrayBuffer>) {
    const crypt = (this.#next += 1);
    const [whole, data] = [bufferOf(bytes), bufferOf(associated)];
    return new Promise<ArrayBuffer | null>((resolve) => {
      this.#waiting.set(crypt, resolve);
      this.#say({ crypt, act, bytes: whole, associated: data }, [whole, data]);
    });
  }
}

/** A part of what is kept that cannot be opened. */
export function damaged(): ChaperoneError {
  return new ChaperoneError({
    code: "malformed",
    fault: "user",
    message: "A part of what is kept on this device is missing or damaged. The rest is there.",
  });
}

function bufferOf(bytes: Uint8Array<ArrayBuffer>): ArrayBuffer {
  const whole = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength;
  return whole ? bytes.buffer : bytes.slice().buffer;
}
