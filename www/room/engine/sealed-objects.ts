/** Sealed objects: byte strings cut into pieces, each sealed by the frame's key and kept by the shell under a random name. */
import { objectAssociated } from "../../../pkg/chaperone.js";
import { damaged, type Crypt } from "./crypt.ts";
import type { ShellPort } from "./shell-port.ts";

/** Bytes that an object holds at most before it is sealed; longer contents are cut into several. */
const OBJECT_BYTES = 4 << 20;

/** Saves and opens sealed objects. Which of them belong together is the engine's to know. */
export class SealedObjects {
  readonly #shell: ShellPort;
  readonly #crypt: Crypt;

  constructor(shell: ShellPort, crypt: Crypt) {
    this.#shell = shell;
    this.#crypt = crypt;
  }

  /** Saves `content` and hands the names to `stage`. When either fails, nothing of it stays. */
  async save(content: Uint8Array<ArrayBuffer>, stage: (objects: string[]) => void): Promise<string[]> {
    const objects: string[] = [];
    try {
      for (let at = 0; at === 0 || at < content.byteLength; at += OBJECT_BYTES) {
        const name = freshName();
        objects.push(name);
        const sealed = await this.#crypt.seal(content.slice(at, at + OBJECT_BYTES), owned(objectAssociated(name)));
        await this.#shell.save(name, sealed.buffer);
      }
      stage(objects);
    } catch (error) {
      await this.#shell.remove(objects).catch(() => undefined);
      throw error;
    }
    return objects;
  }

  /** Opens `objects` one after the other. */
  async *parts(objects: readonly string[]): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    for (const name of objects) {
      const sealed = await this.#shell.load(name);
      if (sealed === undefined) throw damaged();
      yield await this.#crypt.open(sealed, owned(objectAssociated(name)));
    }
  }

  /** Opens `objects` and returns them put together. */
  async join(objects: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for await (const part of this.parts(objects)) parts.push(part);
    const whole = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.byteLength;
    }
    return whole;
  }
}

function freshName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The engine's bytes are copies of its memory already; only their type does not say so. */
export function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes as Uint8Array<ArrayBuffer>;
}
