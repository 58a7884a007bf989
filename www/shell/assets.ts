/**
 * Brings the public files of this build: from what the browser keeps for the page, else from beside the page.
 *
 * Whatever comes, its length and SHA-256 are those of the build or it is not handed on. The room hashes each file once
 * more, as it does not trust the shell with that. In the page this runs in a worker (`asset-worker.ts`): a file is long
 * enough that draining, hashing or keeping it in one go would hold up whatever else a thread does.
 */
import { Deadline } from "./deadline.ts";
import type { AssetId, AssetPin, AssetProgress, AssetReport } from "./messages.ts";
import { PortError } from "./port-error.ts";
import { fileName, publicFile } from "./public-file.ts";
import { Shelf, isFile } from "./shelf.ts";

/** How long a fetch may be silent before it is given up, in milliseconds. */
const SILENCE_MILLIS = 60_000;
/** How often a file is fetched anew after one came that is not the build's. */
const TRIES = 2;
/** The shortest time between two words of progress, in milliseconds. */
const PROGRESS_MILLIS = 100;

/** A public file, and what became of it. */
interface Asset extends AssetReport {
  readonly bytes: ArrayBuffer;
}

/** Brings a public file and tells how far it has come; rejects with a {@link PortError}. */
export type Bring = (asset: AssetId, tell: (progress: AssetProgress) => void, signal: AbortSignal) => Promise<Asset>;

/** Returns what brings the files of `pins`; `base` is the page's address. */
export function assets(pins: Readonly<Record<string, AssetPin>>, base: string, silenceMillis = SILENCE_MILLIS): Bring {
  const opened = Shelf.open(base, Object.values(pins));
  return async (asset, tell, signal) => {
    const pin = pins[asset];
    if (pin === undefined) throw new PortError("not-found", "There is no public file of this name.");
    const url = new URL(pin.path, base).href;
    const shelf = await opened;
    const taken = (await shelf?.take(url, pin)) ?? "absent";
    if (typeof taken !== "string") return { bytes: taken, from: "cache", mended: false, kept: true };
    for (let tries = 1; tries <= TRIES; tries += 1) {
      const bytes = await download(
        { asset, url, pin, fresh: shelf !== undefined || tries > 1 },
        tell,
        signal,
        silenceMillis,
      );
      if (bytes === undefined || !(await isFile(bytes, pin))) continue;
      const kept = (await shelf?.keep(url, bytes)) ?? false;
      if (signal.aborted) throw new PortError("cancelled", "Cancelled.");
      return { bytes, from: "network", mended: taken === "damaged", kept };
    }
    throw new PortError(
      "network",
      `The page's server sent ${fileName(publicFile(asset))} cut short or altered, ${String(TRIES)} times. It was not used ` +
        "and not kept. Try again; if it stays so, whoever runs this page must put its files up again.",
    );
  };
}

interface Wanted {
  readonly asset: AssetId;
  readonly url: string;
  readonly pin: AssetPin;
  /** Whether to pass over what the browser's HTTP cache holds, and to leave nothing there. */
  readonly fresh: boolean;
}

/** Returns what the server sent, or `undefined` where it is too long or breaks off. */
async function download(
  { asset, url, pin, fresh }: Wanted,
  tell: (progress: AssetProgress) => void,
  signal: AbortSignal,
  silenceMillis: number,
): Promise<ArrayBuffer | undefined> {
  const name = fileName(publicFile(asset));
  const clock = new Deadline(signal);
  const late = `The page's server stopped sending ${name}. Try again.`;
  let begun = false;
  try {
    clock.wait(silenceMillis, late);
    const response = await fetch(url, {
      credentials: "omit",
      redirect: "error",
      referrerPolicy: "no-referrer",
      cache: fresh ? "no-store" : "default",
      signal: clock.signal,
    });
    if (!response.ok || response.body === null)
      throw new PortError(
        "network",
        `The page's server does not give out ${name} (status ${String(response.status)}). Try again, or reload the page, as it may ` +
          "have been put up anew; if it stays so, whoever runs this page must put its files up again.",
      );
    begun = true;
    const bytes = new Uint8Array(pin.bytes);
    let done = 0;
    let told = -Infinity;
    for await (const piece of response.body) {
      clock.wait(silenceMillis, late);
      if (done + piece.byteLength > bytes.byteLength) return undefined;
      bytes.set(piece, done);
      done += piece.byteLength;
      const now = performance.now();
      if (now - told < PROGRESS_MILLIS && done < bytes.byteLength) continue;
      told = now;
      tell({ done, total: bytes.byteLength });
    }
    return done === bytes.byteLength ? bytes.buffer : undefined;
  } catch (error) {
    if (error instanceof PortError) throw error;
    if (signal.aborted) throw new PortError("cancelled", "Cancelled.");
    if (clock.late !== undefined) throw new PortError("network", clock.late);
    if (begun) return undefined;
    throw new PortError(
      "network",
      `The page's server could not be reached for ${name}. Check the connection and try again.`,
    );
  } finally {
    clock.stop();
  }
}
