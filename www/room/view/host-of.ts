/** What the page calls the server of an address. */
import { isOnThisDevice } from "../engine/device/address.ts";
import { say } from "../words/first.ts";

/** Returns the host of `url`, or that it is this device; what is no address, or has no host, stays as it is. */
export function hostOf(url: string): string {
  return isOnThisDevice(url) ? say("thisDevice") : (URL.canParse(url) && new URL(url).host) || url;
}
