/** Why a server of public texts could not be asked, where that is not the server's doing: the browser's permission, or the network, is missing. */
import type { Circumstances } from "../../../shell/circumstances.ts";
import { ChaperoneError } from "../../engine/error.ts";
import { say } from "../../words/library.ts";
import { told } from "../told.ts";

/** Whether `address` is one of this device. */
export function isHere(address: string): boolean {
  return URL.canParse(address) && ["127.0.0.1", "localhost", "[::1]"].includes(new URL(address).hostname);
}

/** Says why asking at `address` failed with `error`, and what to do. */
export function whyUnasked(error: unknown, address: string): string {
  const circumstances = error instanceof ChaperoneError ? error.server?.circumstances : undefined;
  return (circumstances && ofThePage(circumstances, address)) ?? told(error);
}

/** Says what of the page, or of this device, kept it from asking at `address`; nothing where nothing of them did. */
export function ofThePage(circumstances: Circumstances, address: string): string | undefined {
  const { stage, page, from, secure, permission, offline } = circumstances;
  // What began to answer could be asked.
  if (stage === "broken") return undefined;
  const here = isHere(address);
  if (offline && !here) return say("noNetworkNow");
  // A browser asks before a page reaches for a more private place than its own; of the internet it knows no permission.
  const isWithin = from === "elsewhere" || (from === "local-network" && here);
  if (!isWithin || permission === "unknown" || permission === "granted") return undefined;
  if (!secure) return say("notLetWithoutEncryption", { page });
  return permission === "denied" ? say("notLetByTheBrowser", { page }) : say("browserAsksFirst");
}
