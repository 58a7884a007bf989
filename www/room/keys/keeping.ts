/** Whether and how records are kept on this device in this session: the steps between the person, the key and the engine. */
import type { Note } from "../../shell/note.ts";
import type { CallOptions, EngineClient } from "../engine/client.ts";
import type { Holding, Kept, KeptFile, Restored } from "../engine/kept.ts";
import { ChaperoneError } from "../engine/error.ts";
import type { VaultLock } from "../engine/types.ts";
import {
  MIN_PASSPHRASE,
  passkeyLock,
  passphraseLock,
  type Keys,
  type LockMaker,
  type PasskeyLock,
  type PassphraseLock,
  type Secret,
} from "./keys.ts";

/** Where the session stands. */
export type Stage =
  /** It is being looked what there is. */
  | { readonly stage: "looking" }
  /** Something is kept and locked. */
  | { readonly stage: "locked" }
  /** Another tab uses what is kept; `lost` when it has taken over from this one. */
  | { readonly stage: "elsewhere"; readonly lost: boolean }
  /** Something is kept that cannot be read. */
  | { readonly stage: "damaged"; readonly why: string }
  /** Nothing is kept in this session. `instead`: something is kept, and was left locked. */
  | { readonly stage: "temporary"; readonly instead: boolean }
  /** Nothing can be kept here. */
  | { readonly stage: "unavailable"; readonly why: string }
  /** What is read is kept. */
  | { readonly stage: "kept" }
  /** Not all could be destroyed. `readable`: the key is still there; else only pieces that nobody can open. */
  | { readonly stage: "remains"; readonly readable: boolean };

/** What a person wants as their first way to the key. */
export type Choice = { readonly passphrase: string } | "passkey";

const ELSEWHERE: Stage = { stage: "elsewhere", lost: false };

/** Keeps track of the stage and makes its transitions. */
export class Keeping {
  /** Where the session stands. */
  stage: Stage = { stage: "looking" };
  /** What is kept, as last looked at. */
  holding: Holding | undefined;
  /** Hears of each change. */
  onChange: (() => void) | undefined;
  /** Is waited for before things begin to be kept. */
  onKeep: (() => Promise<void>) | undefined;
  /** Is waited for before the page is loaded anew. */
  onLock: (() => Promise<void>) | undefined;
  /** Whether the page before this one has destroyed what was kept. */
  readonly destroyed: boolean;
  /** The places of kept files that are left out at the next unlocking. */
  without: readonly number[];
  readonly #engine: EngineClient;
  readonly #keys: Keys;

  /** `note` is what the page before this one left. */
  constructor(engine: EngineClient, keys: Keys, note: Note) {
    this.destroyed = note === "destroyed";
    this.without = note === null || note === "destroyed" ? [] : note;
    this.#engine = engine;
    this.#keys = keys;
    engine.onTaken = () => {
      keys.forget();
      // A session that keeps nothing goes on as it was.
      if (this.stage.stage !== "temporary") this.#set({ stage: "elsewhere", lost: true });
    };
  }

  /** The kept file whose reading stopped the engine, if one did. */
  get stoppedAt(): KeptFile | undefined {
    return this.#engine.stoppedAt;
  }

  /** The ways to the key that there are. */
  get passphrase(): PassphraseLock | undefined {
    return this.holding?.locks.find((lock): lock is PassphraseLock => "passphrase" in lock);
  }

  get passkey(): PasskeyLock | undefined {
    return this.holding?.locks.find((lock): lock is PasskeyLock => "passkey" in lock);
  }

  /** Looks at what there is; with `takeOver` another tab is asked to let go. */
  async look({ takeOver = false } = {}): Promise<void> {
    try {
      const holding = await this.#engine.call("look", { wish: takeOver ? "take-over" : "look", persist: false });
      this.holding = holding;
      this.#set(stageOf(holding));
    } catch (error) {
      // Damaged beyond reading, of a newer version, or not to be had now: nothing may be written over it.
      this.#set({ stage: "damaged", why: messageOf(error) });
    }
  }

  /** Goes on without what is kept. */
  useTemporarily(): void {
    this.#set({ stage: "temporary", instead: true });
  }

  /** Begins to keep what was read and what will be. */
  async begin(choice: Choice, options: CallOptions = {}): Promise<Kept> {
    const lock = await this.#keys.create(await this.#maker(choice));
    try {
      await this.onKeep?.();
      const kept = await this.#engine.call("keep", { locks: [lock] }, options);
      await this.#refresh(true);
      return kept;
    } catch (error) {
      if (this.holding?.open !== true) this.#keys.forget();
      throw error;
    }
  }

  /** Opens what is kept, by passphrase or by passkey, and returns what was read back. */
  async unlock(choice: Choice, options: CallOptions = {}): Promise<Restored> {
    const [lock, secret] = await this.#opened(choice);
    await this.#keys.unlock(lock, secret);
    try {
      const restored = await this.#engine.call("unlock", { without: this.without }, options);
      await this.#refresh(false);
      return restored;
    } catch (error) {
      this.#keys.forget();
      throw error;
    }
  }

  /** Tries again to keep what could not be kept before. */
  async keepRest(): Promise<void> {
    await this.#engine.call("keep-rest", {});
  }

  /** Adds a way to the key, or replaces the one of the same kind; `current` opens one of those there are. */
  async addLock(current: Choice, added: Choice): Promise<void> {
    const [lock, secret] = await this.#opened(current);
    const made = await this.#keys.another(lock, secret, () => this.#maker(added));
    const kind = "passphrase" in made ? "passphrase" : "passkey";
    const others = (this.holding?.locks ?? []).filter((each) => !(kind in each));
    await this.#engine.call("relock", { locks: [...others, made] });
    await this.#refresh(false);
  }

  /** Locks: once everything is written the page is loaded anew, so that nothing stays in memory. */
  async lock(): Promise<void> {
    await this.onLock?.();
    await this.#engine.call("restart", { note: null });
    this.#keys.forget();
  }

  /** Loads the page anew; at the next unlocking the kept files at these places are left out. */
  async beginAgain(without: readonly number[]): Promise<void> {
    this.#keys.forget();
    await this.#engine.call("restart", { note: without });
  }

  /** Destroys the ways to the key and everything kept, and loads the page anew, which says so. What could not be destroyed is the stage. */
  async erase(): Promise<void> {
    this.#keys.forget();
    const left = await this.#engine.call("erase", {});
    if (left === "nothing") await this.#engine.call("restart", { note: "destroyed" });
    else this.#set({ stage: "remains", readable: left === "everything" });
  }

  async #maker(choice: Choice): Promise<LockMaker> {
    if (choice !== "passkey") {
      if ([...choice.passphrase].length < MIN_PASSPHRASE) {
        throw new ChaperoneError({
          code: "invalid-argument",
          fault: "user",
          message: `A passphrase needs at least ${MIN_PASSPHRASE} characters; several words are best.`,
        });
      }
      return passphraseLock(choice.passphrase);
    }
    const { credential, salt, secret } = await this.#engine.call("passkey", { act: "make" });
    return passkeyLock(credential, salt, secret);
  }

  async #opened(choice: Choice): Promise<[VaultLock, Secret]> {
    const { passphrase, passkey } = this;
    if (choice !== "passkey" && passphrase !== undefined) return [passphrase, choice];
    if (choice === "passkey" && passkey !== undefined) {
      const { secret } = await this.#engine.call("passkey", { act: "use" });
      return [passkey, { prf: secret }];
    }
    throw new ChaperoneError({
      code: "not-found",
      fault: "user",
      message: "What is kept here is not opened in this way.",
    });
  }

  async #refresh(persist: boolean): Promise<void> {
    const holding = await this.#engine.call("look", { wish: "look", persist });
    this.holding = holding;
    this.#set(stageOf(holding));
  }

  #set(stage: Stage): void {
    this.stage = stage;
    this.onChange?.();
  }
}

function stageOf(holding: Holding): Stage {
  if (holding.open) return { stage: "kept" };
  if (holding.holder === "another") return ELSEWHERE;
  // Browsers give the means to seal only to a page that came encrypted, or from this device.
  if (!isSecureContext) return { stage: "unavailable", why: NOT_ENCRYPTED };
  if (holding.backing === "none") {
    return {
      stage: "unavailable",
      why: window.parent === window.top ? NO_STORAGE : NO_STORAGE_INSIDE,
    };
  }
  if (holding.damaged) {
    return { stage: "damaged", why: "What is kept on this device is damaged and cannot be opened." };
  }
  return holding.locks.length > 0 ? { stage: "locked" } : { stage: "temporary", instead: false };
}

const NOT_ENCRYPTED =
  "This page came without encryption (http), and browsers let such a page seal nothing. " +
  "All works until you close the page; then your records and this conversation are forgotten. To keep them, open the page by https.";
const NO_STORAGE =
  "This browser gives this page no place to keep things: the window is private, or storage is switched off for it. " +
  "All works until you close the page; then your records and this conversation are forgotten. To keep them, open the page in a normal window.";
const NO_STORAGE_INSIDE =
  "This page is shown inside another site, and this browser gives it no place to keep things there. " +
  "All works until you close the page; then your records and this conversation are forgotten. To keep them, open Chaperone in a window of its own, " +
  "or allow this site to store data in the browser’s settings.";

function messageOf(error: unknown): string {
  return error instanceof ChaperoneError ? error.message : "What is kept on this device cannot be read.";
}
