/** A request that the engine released: once, and with its bytes as they are. */
import type { Cleared } from "../../../pkg/chaperone.js";
import type { Outgoing } from "../../shell/messages.ts";

/** Returns what is handed to the shell of `released`, which is freed. */
export function handedOver(released: Cleared): Outgoing {
  const { method, url, headers, body } = released;
  released.free();
  return { method, url, headers, body };
}
