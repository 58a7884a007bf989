/** Of which servers the person is not asked (`destination.ts`). */
import { placeOf } from "./place.ts";
import type { Errand } from "./port.ts";

/**
 * Whether an errand needs no word of the person: one without a key, to this device, or where a policy has `named` the servers, those that the engine
 * lets the room ask.
 */
export function needsNone({ cleared, credential }: Pick<Errand, "cleared" | "credential">, named: boolean): boolean {
  return credential === "" && (named || placeOf(new URL(cleared.url)) === "this-device");
}

/** Whether `policy`, the JSON that the engine obeys, has a list of servers. */
export function namesServers(policy: string | undefined): boolean {
  try {
    return Array.isArray((JSON.parse(policy ?? "null") as { endpoints?: unknown } | null)?.endpoints);
  } catch {
    return false;
  }
}
