/** Where a library may lie: at the origin of the page itself, so that reading it tells nobody who is not told already that the page is open. */

/** Returns the address that a person typed, where it is one of the page's own origin and no more than a path; `base` is the page's. */
export function packIn(text: string, base: string): URL | undefined {
  const typed = text.trim();
  if (typed === "" || !URL.canParse(typed, base)) return undefined;
  const url = new URL(typed, base);
  const isPath = url.search === "" && url.hash === "" && url.username === "" && url.password === "";
  return isPath && url.origin === new URL(base).origin ? url : undefined;
}
