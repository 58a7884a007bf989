/**
 * The table of contents of what is kept: sealed in two slots, of which the newest that can be opened holds, and written anew with
 * each change. What it says and how it is laid out is the engine's (`src/vault`).
 */
import { Vault } from "../../../pkg/chaperone.js";
import { damaged, type Crypt } from "./crypt.ts";
import { owned, type SealedObjects } from "./sealed-objects.ts";
import type { ShellPort } from "./shell-port.ts";
import { unavailable } from "./store-errors.ts";
import type { VaultLock } from "./types.ts";

/** The table of contents, as far as this session has read it. */
export class Contents {
  readonly #shell: ShellPort;
  readonly #crypt: Crypt;
  readonly #objects: SealedObjects;
  #vault: Vault | undefined;

  constructor(shell: ShellPort, crypt: Crypt, objects: SealedObjects) {
    this.#shell = shell;
    this.#crypt = crypt;
    this.#objects = objects;
  }

  /** What was read of it. */
  use(): Vault {
    if (this.#vault !== undefined) return this.#vault;
    throw unavailable();
  }

  /** Reads the two slots. */
  async read(): Promise<Vault> {
    const [a, b] = [await this.#shell.load("a"), await this.#shell.load("b")];
    this.forget();
    return (this.#vault = new Vault(a, b));
  }

  /** Knows nothing of it from now on. */
  forget(): void {
    this.#vault?.free();
    this.#vault = undefined;
  }

  /** Opens the newest head that can be opened. `older`: it is not the newest there was; `sure`: all heads were opened. */
  async open(): Promise<{ readonly older: boolean; readonly sure: boolean }> {
    const vault = this.use();
    const { whole, torn } = vault.heads();
    const plain: (Uint8Array<ArrayBuffer> | undefined)[] = [];
    for (const number of whole.keys()) {
      const opening = this.#crypt.open(owned(vault.sealed(number)), owned(vault.associatedOf(number)));
      plain.push(await opening.catch(() => undefined));
    }
    const number = plain.findIndex((each) => each !== undefined);
    const catalogue = plain[number];
    if (catalogue === undefined) throw damaged();
    vault.open(number, catalogue, plain[number === 0 ? 1 : 0]);
    return { older: number > 0 || torn.length > 0, sure: plain.every((each) => each !== undefined) };
  }

  /** Replaces the ways to the key. */
  async relock(locks: readonly VaultLock[]): Promise<void> {
    const vault = this.use();
    const before = vault.locks();
    vault.setLocks([...locks]);
    try {
      await this.commit();
    } catch (error) {
      vault.setLocks(before);
      throw error;
    }
    // Once more: an old lock must not stay behind in the other slot.
    await this.commit();
  }

  /** Saves `content` as sealed objects and makes the change that `stage` stages with their names. */
  async keep(content: Uint8Array<ArrayBuffer>, stage: (objects: string[]) => void): Promise<void> {
    const objects = await this.#objects.save(content, stage);
    await this.commit(objects);
  }

  /** Writes the staged catalogue. When that fails it is taken back, with the objects saved for it. */
  async commit(fresh: readonly string[] = []): Promise<void> {
    const vault = this.use();
    try {
      const sealed = await this.#crypt.seal(owned(vault.draftPlain()), owned(vault.draftAssociated()));
      await this.#shell.save(vault.nextSlot(), owned(vault.nextHead(sealed)).buffer);
    } catch (error) {
      vault.withdraw();
      await this.#shell.remove(fresh).catch(() => undefined);
      throw error;
    }
    // What cannot be removed now is found by the next session.
    const removable = vault.committed();
    if (removable.length > 0) await this.#shell.remove(removable).catch(() => undefined);
  }

  /** Removes what a session that was cut off has left behind. */
  async sweep(): Promise<void> {
    const vault = this.use();
    try {
      const orphans = vault.orphans(await this.#shell.names());
      if (orphans.length > 0) await this.#shell.remove(orphans);
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw error;
    }
  }
}
