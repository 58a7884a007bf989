/**
 * The keeper of the locker: one tab at a time may use it.
 *
 * A Web Lock says which. A tab that wants to take over asks the holder over a broadcast channel; the
 * holder finishes the write that it is in, tells its room, and lets go. What was under way is cut off between
 * two writes, which the form of what is kept allows at any point.
 */
import { PortError } from "../port-error.ts";
import { openLocker } from "./choose.ts";
import { SLOTS, holdsSomething, type Backing, type Locker } from "./locker.ts";

/** What the room is told of the locker. */
export interface LockerState {
  /** Whether this tab may use the locker, another one does, or nobody, as it is empty. */
  readonly holder: "this" | "another" | "nobody";
  /** Where things are kept; `none` where nothing can be. */
  readonly backing: Backing | "none";
  /** Whether the browser has promised not to clear it of its own accord. */
  readonly persisted: boolean;
  /** Bytes in use by this page, and bytes it may use; 0 where the browser does not say. */
  readonly usage: number;
  readonly quota: number;
}

const LOCK = "chaperone-locker";
const HAND_OVER_MILLIS = 10_000;

/**
 * What the room wants of the locker: to see what there is, and to use it if something is in it (`look`); to begin to use it
 * (`claim`); or to use it in place of another tab (`take-over`).
 */
export type Wish = "look" | "claim" | "take-over";

/** Uses the locker for one room. */
export class Keeper {
  #locker: Locker | undefined;
  #release: (() => void) | undefined;
  #last: Promise<unknown> = Promise.resolve();
  readonly #channel = new BroadcastChannel(LOCK);
  readonly #open: () => Promise<Locker | undefined>;

  /** `taken` is called when another tab has taken over. */
  constructor(taken: () => void, open: () => Promise<Locker | undefined> = openLocker) {
    this.#open = open;
    this.#channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (data !== "release" || this.#release === undefined) return;
      const release = this.#release;
      this.#release = undefined;
      void this.#last
        .catch(() => undefined)
        .then(() => {
          release();
          taken();
        });
    };
  }

  /** Opens the locker. An empty one is left to whichever tab claims it first. */
  async open(wish: Wish): Promise<LockerState> {
    try {
      this.#locker ??= await this.#open();
      if (this.#release === undefined && this.#locker !== undefined) {
        if (wish === "look" && !(await holdsSomething(this.#locker))) return this.#state();
        if (!(await this.#acquire(wish === "take-over"))) return this.#state("another");
      }
      return this.#state();
    } catch (error) {
      throw failed(error);
    }
  }

  /** Asks the browser not to clear the locker of its own accord. */
  async persist(): Promise<LockerState> {
    await navigator.storage?.persist?.().catch(() => false);
    return this.#state();
  }

  load(name: string): Promise<ArrayBuffer | null> {
    return this.#use((locker) => locker.load(name));
  }

  save(name: string, bytes: ArrayBuffer): Promise<void> {
    return this.#use((locker) => locker.save(name, bytes));
  }

  remove(names: readonly string[]): Promise<void> {
    return this.#use((locker) => locker.remove(names));
  }

  names(): Promise<string[]> {
    return this.#use((locker) => locker.names());
  }

  /** Removes what leads to the key first, then everything else. */
  erase(): Promise<void> {
    return this.#use(async (locker) => {
      try {
        await locker.remove(SLOTS);
        await locker.erase();
      } catch {
        throw new PortError("io", "Not everything could be destroyed. Close other tabs of this page and try again.");
      }
    });
  }

  /** Lets go of the locker. */
  close(): void {
    this.#release?.();
    this.#release = undefined;
    this.#channel.close();
  }

  async #acquire(takeOver: boolean): Promise<boolean> {
    // Without Web Locks there is no way to know of other tabs.
    if (navigator.locks === undefined) {
      this.#release = () => undefined;
      return true;
    }
    if (takeOver) this.#channel.postMessage("release");
    const options: LockOptions = takeOver ? { signal: AbortSignal.timeout(HAND_OVER_MILLIS) } : { ifAvailable: true };
    return new Promise<boolean>((resolve) => {
      navigator.locks
        .request(LOCK, options, (lock) => {
          if (lock === null) return resolve(false);
          return new Promise<void>((release) => {
            this.#release = release;
            resolve(true);
          });
        })
        .catch(() => resolve(false));
    });
  }

  async #state(holder?: "another"): Promise<LockerState> {
    const { storage } = navigator;
    const [estimate, persisted] = await Promise.all([
      storage?.estimate?.().catch(() => undefined),
      storage?.persisted?.().catch(() => false),
    ]);
    return {
      holder: holder ?? (this.#release === undefined ? "nobody" : "this"),
      backing: this.#locker?.backing ?? "none",
      persisted: persisted === true,
      usage: estimate?.usage ?? 0,
      quota: estimate?.quota ?? 0,
    };
  }

  /** Runs `act` after what was asked before, so that letting go never falls into the middle of a write. */
  #use<T>(act: (locker: Locker) => Promise<T>): Promise<T> {
    const run = this.#last
      .catch(() => undefined)
      .then(() => {
        if (this.#release === undefined) {
          throw new PortError(
            "io",
            "Another tab uses what is kept on this device now. Use it there, or reload this page.",
          );
        }
        if (this.#locker === undefined) {
          throw new PortError("io", "This browser keeps nothing here (a private window, or storage is switched off).");
        }
        return act(this.#locker);
      });
    this.#last = run;
    return run.catch((error: unknown) => {
      throw error instanceof PortError ? error : failed(error);
    });
  }
}

function failed(error: unknown): PortError {
  const full = error instanceof DOMException && error.name === "QuotaExceededError";
  return new PortError(
    "io",
    full
      ? "There is not enough space for this page on the device. What was kept before is still there; free some space and try again."
      : "The device's storage failed. What was kept before is still there; try again, or reload the page.",
  );
}
