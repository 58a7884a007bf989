/** Of which servers the person is not asked (`destination.ts`). */
import type { Errand } from "./port.ts";

/** This device itself: names below `localhost` could be looked up. */
const HERE = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Whether an errand needs no word of the person: one without a key, to this device, or where whoever put the page up has `named` the servers: the engine
 * lets the room ask no other.
 */
export function needsNone({ cleared, credential }: Pick<Errand, "cleared" | "credential">, named: boolean): boolean {
  return credential === "" && (named || HERE.test(new URL(cleared.url).hostname));
}

/** Whether `policy`, the JSON that the engine obeys, has a list of servers. */
export function namesServers(policy: string | undefined): boolean {
  try {
    return Array.isArray((JSON.parse(policy ?? "null") as { endpoints?: unknown } | null)?.endpoints);
  } catch {
    return false;
  }
}
