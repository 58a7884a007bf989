/**
 * Fetches, checks and keeps the public files beside the shell's main thread, and hands them over in pieces.
 *
 * It is one of the shell's own scripts, under the shell's policy: it has the network and the storage, and never sees a
 * record.
 */
import { assets, type Bring } from "./assets.ts";
import { PIECE_BYTES, type AssetId, type AssetPin, type AssetReport, type PortCode } from "./messages.ts";
import type { AssetPart } from "./port.ts";
import { PortError } from "./port-error.ts";

/** Shell to worker. `base` is the page's address, said once before anything else. */
export type ToAssets =
  { readonly base: string } | { readonly id: number; readonly asset: AssetId } | { readonly cancel: number };

/** Worker to shell; `done` or `failed` is the last word about a file. `failed` is null where the worker itself failed. */
export type FromAssets =
  | { readonly id: number; readonly part: AssetPart }
  | { readonly id: number; readonly done: AssetReport }
  | { readonly id: number; readonly failed: { readonly code: PortCode; readonly message: string } | null };

const underway = new Map<number, AbortController>();
let bring: Bring | undefined;

onmessage = ({ data }: MessageEvent<ToAssets>) => {
  if ("base" in data) bring = assets(pins(), data.base);
  else if ("cancel" in data) underway.get(data.cancel)?.abort();
  else void serve(data.id, data.asset);
};

/** The files of this build, with their paths, which are made of name and hash. */
function pins(): Record<string, AssetPin> {
  return Object.fromEntries(
    Object.entries(PINS).map(([id, [bytes, sha256, ending]]) => [
      id,
      { path: `assets/${id}.${sha256}${ending}`, bytes, sha256 },
    ]),
  );
}

const say = (message: FromAssets, transfer: Transferable[] = []): void => postMessage(message, { transfer });

async function serve(id: number, asset: AssetId): Promise<void> {
  const controller = new AbortController();
  underway.set(id, controller);
  try {
    const found = await bring?.(asset, (part) => say({ id, part }), controller.signal);
    if (found === undefined) return say({ id, failed: null });
    const { bytes, from, mended, kept } = found;
    for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) {
      const piece = bytes.slice(at, at + PIECE_BYTES);
      say({ id, part: { piece } }, [piece]);
    }
    say({ id, done: { from, mended, kept } });
  } catch (error) {
    say({ id, failed: error instanceof PortError ? { code: error.code, message: error.message } : null });
  } finally {
    underway.delete(id);
  }
}
