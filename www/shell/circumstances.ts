/** What the shell knows about a server that could not be asked, without asking anybody: of the page, the browser, and the address. */
import { placeOf, type Place } from "./place.ts";

export interface Circumstances {
  /** How far it came: nobody answered the knock; nothing came that this page may read; a time was over; or the reply broke off. */
  readonly stage: "knock" | "unread" | "late" | "broken";
  /** The page's own origin, which servers are told to allow. */
  readonly page: string;
  /** Where the page itself is from, as far as its address says. */
  readonly from: Place;
  /** Whether the browser counts the page as secure. */
  readonly secure: boolean;
  /** The browser's permission for servers on this device or its network; `unknown` where the browser has none. */
  readonly permission: PermissionState | "unknown";
  readonly offline: boolean;
}

/** The names of the permission: that of newer browsers first. */
const PERMISSIONS: Readonly<Record<Place, readonly string[]>> = {
  "this-device": ["loopback-network", "local-network-access"],
  "local-network": ["local-network", "local-network-access"],
  elsewhere: [],
};

/** Resolves to the circumstances under which `url` could not be asked. */
export async function circumstancesOf(url: string, stage: Circumstances["stage"]): Promise<Circumstances> {
  return {
    stage,
    page: location.origin,
    from: placeOf(new URL(location.href)),
    secure: isSecureContext,
    permission: await permissionFor(placeOf(new URL(url))),
    offline: !navigator.onLine,
  };
}

async function permissionFor(place: Place): Promise<Circumstances["permission"]> {
  for (const name of PERMISSIONS[place]) {
    try {
      return (await navigator.permissions.query({ name: name as PermissionName })).state;
    } catch {
      // A browser that does not know the name refuses it.
    }
  }
  return "unknown";
}
