/** What the page calls the server of an address. */
import { isOnThisDevice } from "../engine/device/address.ts";
import { say } from "../words/first.ts";

/** Returns the host of `url`, or that it is this device; what is no address stays as it is. */
export function hostOf(url: string): string {
  if (!URL.canParse(url)) return url;
  return isOnThisDevice(url) ? say("thisDevice") : new URL(url).host;
}
