/** Fetches the public files of this build from beside the page. The room checks their hashes itself. */
import type { AssetId, AssetPin } from "./messages.ts";
import { PortError } from "./port.ts";

/** Returns the bytes of `asset`, refusing a file of another length than the build's. */
export async function fetchAsset(
  pins: Readonly<Record<string, AssetPin>>,
  asset: AssetId,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  const pin = pins[asset];
  if (pin === undefined) throw new PortError("not-found", "There is no public file of this name.");
  try {
    const response = await fetch(pin.path, {
      credentials: "omit",
      redirect: "error",
      referrerPolicy: "no-referrer",
      signal,
    });
    const bytes = response.ok ? await response.arrayBuffer() : undefined;
    if (bytes?.byteLength === pin.bytes) return bytes;
  } catch {
    if (signal.aborted) throw new PortError("cancelled", "Cancelled.");
  }
  throw new PortError(
    "network",
    "A file of the page could not be loaded, or is not the one it was built with. Try again.",
  );
}
