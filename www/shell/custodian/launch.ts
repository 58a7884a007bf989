/** How this page may have been opened by a hospital's own system, and what signing in needs to know. */
import { baseIn } from "./address.ts";

/** What whoever put the shell up and the hospital's system say. */
export interface Setting {
  /** The name under which this page is registered at hospitals, where the person says no other. */
  readonly clientId: string;
  /** Where a sign-in page leads back to. */
  readonly redirect: URL;
  /** How the hospital's own system opened this page, if it did. */
  readonly launch: Launch | undefined;
}

/** A launch from a hospital's own system (an EHR launch): its server, and what it wants to hear again. */
export interface Launch {
  readonly iss: string;
  readonly launch: string;
}

/** Returns the launch in the query of the page's address, if a hospital's system opened it. */
export function launchIn(search: string): Launch | undefined {
  const query = new URLSearchParams(search);
  const [iss, launch] = [query.get("iss"), query.get("launch")];
  if (iss === null || launch === null || launch.length > 2048 || baseIn(iss) === undefined) return undefined;
  return { iss, launch };
}
