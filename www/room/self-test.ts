/** The self-test: tries every way out, and says of each whether it turned out as expected. */
import { ELEMENTS } from "./attempts/elements.ts";
import { NAVIGATION } from "./attempts/navigation.ts";
import { REQUESTS } from "./attempts/requests.ts";
import { CHANNELS, INTERFACES, STORAGE } from "./attempts/storage.ts";
import { WORKERS } from "./attempts/workers.ts";
import { pause, refused, type Attempt, type Sight } from "./attempts/attempt.ts";
import type { Doubles } from "./doubles.ts";
import { WAYS_OUT, type WayId, type WayOut } from "./ways-out.ts";

/** What became of one way. */
export interface Finding {
  readonly way: WayOut;
  /** `open` is a failure: the way let something out, or nothing showed that it was stopped. */
  readonly result: "blocked" | "not-blockable" | "open";
  /** What was seen, one for each address that was tried. */
  readonly sights: readonly Sight[];
}

/**
 * Addresses that are tried; `{way}` becomes the way's name. The second is a name that leads nowhere
 * by its definition (RFC 6761), so that the self-test of a sound room, and of an unsound one, tells nobody.
 */
export function usualTargets(): string[] {
  return [new URL(".", document.baseURI).href, "https://{way}.chaperone.invalid/"];
}

/** Tries every way towards each of `targets`; `tell` hears of each finding as it is made. */
export async function runSelfTest(
  doubles: Doubles,
  targets: readonly string[],
  tell: (finding: Finding) => void,
): Promise<void> {
  // What only the server could see shows nothing here, so waiting for more is in vain. On a busy device the shell's word is late.
  const silent = WAYS_OUT.filter(({ witness }) => witness === "server").map(({ id }) => id);
  const departs =
    (id: WayId): Attempt =>
    (url) =>
      doubles.depart(id, url, silent.includes(id) ? 200 : 4000);
  const attempts: Readonly<Record<WayId, Attempt>> = {
    ...REQUESTS,
    ...ELEMENTS,
    ...WORKERS,
    ...NAVIGATION,
    ...STORAGE,
    ...INTERFACES,
    ...CHANNELS,
    location: departs("location"),
    "anchor-self": departs("anchor-self"),
    "anchor-blank": departs("anchor-blank"),
    "anchor-download": departs("anchor-download"),
    "anchor-ping": departs("anchor-ping"),
    "meta-refresh": departs("meta-refresh"),
    "blob-navigation": departs("blob-navigation"),
    "navigation-look-up": departs("location"),
    "broadcast-channel": () => doubles.broadcast("canary"),
  };
  for (const way of WAYS_OUT) {
    const sights: Sight[] = [];
    for (const target of targets) {
      sights.push(await attempt(attempts[way.id], `${target.replaceAll("{way}", way.id)}canary/${way.id}`));
    }
    tell({ way, result: judge(way, sights), sights });
  }
}

async function attempt(act: Attempt, url: string): Promise<Sight> {
  let sight: Sight;
  try {
    sight = await act(url);
  } catch (error) {
    sight = refused(error);
  }
  // Reports of a policy come as tasks of their own: those of this attempt must not count for the next.
  await pause(30);
  return sight;
}

/** Returns what the sights amount to. */
export function judge(way: WayOut, sights: readonly Sight[]): Finding["result"] {
  if (way.expected === "not-blockable") return "not-blockable";
  const stopped = ({ seen }: Sight): boolean => seen !== "through" && (seen !== "nothing" || way.witness === "server");
  return sights.length > 0 && sights.every(stopped) ? "blocked" : "open";
}
