/** Has a few public files fetched at a time; the others wait for a place. A large one leaves the last place to what a screen may wait for. */
import { cancelled } from "./turns.ts";

/** Files that are fetched at one time. The port takes more requests than these, so that there is room for the others. */
const PLACES = 3;
/** Bytes from which a file is large: models and lists are, parts of the page are not. */
const LARGE_BYTES = 1 << 20;

/** The places of files that are fetched. */
export class Places {
  #free = PLACES;
  readonly #waiting: { readonly leaves: number; readonly go: () => void }[] = [];

  /** Has `fetch` fetch a file of so many bytes once there is a place for it; rejects with `cancelled` where `signal` fires before. */
  async in<T>(bytes: number, fetch: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const leaves = bytes < LARGE_BYTES ? 0 : 1;
    await new Promise<void>((resolve, reject) => {
      const waits = { leaves, go: resolve };
      signal?.addEventListener("abort", () => {
        const at = this.#waiting.indexOf(waits);
        if (at < 0) return;
        this.#waiting.splice(at, 1);
        reject(cancelled());
      });
      this.#waiting.push(waits);
      this.#give();
    });
    try {
      return await fetch();
    } finally {
      this.#free += 1;
      this.#give();
    }
  }

  /** Gives the places that are free to those who wait, the first first. */
  #give(): void {
    let at;
    while ((at = this.#waiting.findIndex(({ leaves }) => this.#free > leaves)) >= 0) {
      this.#free -= 1;
      this.#waiting.splice(at, 1)[0]?.go();
    }
  }
}
