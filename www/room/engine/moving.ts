/** Bytes into the engine without a copy that stays. */
import { Incoming } from "../../../pkg/chaperone.js";

/** Puts `bytes` into the engine's memory, and gives their own back at once: they are gone then. */
export function moved(bytes: Uint8Array<ArrayBuffer>): Incoming {
  const incoming = new Incoming(bytes.byteLength);
  incoming.push(bytes);
  giveBack(bytes);
  return incoming;
}

/** Gives the memory of `bytes` back, of which there is a copy elsewhere: else it would be held until the next collection. */
export function giveBack({ buffer }: Uint8Array<ArrayBuffer>): void {
  if ("transfer" in buffer) (buffer as { transfer(length: number): ArrayBuffer }).transfer(0);
  else structuredClone(null, { transfer: [buffer] });
}
