/** Asks a server of public passages which collections it has: a request that says nothing, at an address of which the room names scheme, host and port alone. */
import { bounded, type Bounds } from "../custodian/bounded.ts";
import { PortError } from "../port-error.ts";
import { COLLECTIONS, isServer } from "../sought.ts";

/** What a server answered. Of an answer that is none nothing is read. */
export interface Collected {
  readonly status: number;
  readonly bytes: ArrayBuffer;
}

const BOUNDS: Bounds = { headMillis: 15_000, idleMillis: 15_000, wholeMillis: 30_000, mostBytes: 1 << 20, only: 200 };

const UNREACHED =
  "The server of public passages could not be reached, or does not let this page ask it: let Chroma begin with a configuration in which cors_allow_origins names this page’s address, and look at the address.";

/** Resolves to what the server says; rejects with {@link PortError}. */
export async function askCollections(server: string, signal: AbortSignal): Promise<Collected> {
  if (!isServer(server)) throw new PortError("invalid-argument", "A server is named by scheme, host and port.");
  try {
    const { status, bytes } = await bounded(new URL(server + COLLECTIONS), { method: "GET" }, BOUNDS, signal);
    return { status, bytes: bytes.buffer };
  } catch (error) {
    throw error instanceof PortError && error.code === "network" ? new PortError("network", UNREACHED) : error;
  }
}
