/**
 * What the browser keeps of the public files between two visits.
 *
 * A file's address holds its hash, so that a new build asks for new addresses and finds the files that did not
 * change. Nothing of the person's is ever put here. What lies here is not trusted: it is hashed at each reading.
 * Every wait has an end, and every failure means only that nothing is kept.
 */
import type { AssetPin } from "./messages.ts";

/** The cache's name; its number changes with the form of what is kept. */
const SHELF = "chaperone-files-1";

const PATIENCE_MILLIS = 20_000;

/** A place for files, by address. */
export class Shelf {
  readonly #cache: Cache;

  private constructor(cache: Cache) {
    this.#cache = cache;
  }

  /**
   * Opens the place, and removes what older builds of the page at `base` left there. Resolves to `undefined` where
   * the browser has none to offer: in some private windows, without a secure context, and on some full disks.
   */
  static async open(base: string, pins: Iterable<AssetPin>): Promise<Shelf | undefined> {
    const wanted = new Set(Array.from(pins, ({ path }) => new URL(path, base).href));
    const folder = new URL(".", base).href;
    return bounded(async () => {
      const cache = await caches.open(SHELF);
      for (const { url } of await cache.keys()) {
        if (url.startsWith(folder) && !wanted.has(url)) await cache.delete(url);
      }
      return new Shelf(cache);
    });
  }

  /** Returns the file kept at `url` if it is the one of `pin`. One that is not is thrown away and called `damaged`. */
  async take(url: string, pin: AssetPin): Promise<ArrayBuffer | "absent" | "damaged"> {
    const taken = await bounded(async () => {
      const kept = await this.#cache.match(url);
      if (kept === undefined) return "absent";
      const bytes = await kept.arrayBuffer().catch(() => undefined);
      if (bytes !== undefined && (await isFile(bytes, pin))) return bytes;
      await this.#cache.delete(url);
      return "damaged";
    });
    return taken ?? "absent";
  }

  /** Keeps `bytes` at `url`; returns whether it could. */
  async keep(url: string, bytes: ArrayBuffer): Promise<boolean> {
    const headers = { "content-type": "application/octet-stream", "content-length": String(bytes.byteLength) };
    return (await bounded(() => this.#cache.put(url, new Response(bytes, { headers })).then(() => true))) ?? false;
  }
}

/**
 * Whether `bytes` are the file of `pin`. A page without a secure context has no hashing, and no shelf either: there
 * the length decides, and the room, which hashes every file itself, refuses what is altered.
 */
export async function isFile(bytes: ArrayBuffer, pin: AssetPin): Promise<boolean> {
  if (bytes.byteLength !== pin.bytes) return false;
  if (!isSecureContext) return true;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("") === pin.sha256;
}

/** Resolves to what `work` does, or to `undefined` when it fails or takes too long. */
async function bounded<T>(work: () => Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), PATIENCE_MILLIS)));
  try {
    return await Promise.race([work(), late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
