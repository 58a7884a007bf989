/** Addresses of a custodian: a FHIR server that keeps a person's records. */

/** UTF-16 units of an address. */
const MOST = 2048;

/** Returns `text` as an address that may be asked: https, or http on this very computer, without password or fragment; else `undefined`. */
export function askable(text: unknown, base?: string): URL | undefined {
  if (typeof text !== "string" || text.length > MOST || !URL.canParse(text, base)) return undefined;
  const url = new URL(text, base);
  if (url.username !== "" || url.password !== "" || url.hash !== "" || url.href.length > MOST) return undefined;
  if (url.protocol === "https:") return url;
  return url.protocol === "http:" && isLoopback(url.hostname) ? url : undefined;
}

/** Returns the base address of a FHIR server as a person or a hospital writes it, without query and without the slash at its end. */
export function baseIn(text: unknown): URL | undefined {
  const url = typeof text === "string" ? askable(text.trim()) : undefined;
  if (url === undefined || url.search !== "") return undefined;
  const path = url.pathname.replace(/\/+$/, "");
  return new URL(url.origin + path);
}

/** Returns the base as it stands before a path: without a slash at its end. */
export function stem(base: URL): string {
  return base.href.replace(/\/$/, "");
}

/** Returns `link`, a link of the page at `from`, if it stays at or below `base`; else `undefined`. */
export function within(base: URL, link: unknown, from: string): URL | undefined {
  const url = askable(link, from);
  if (url === undefined || url.origin !== base.origin) return undefined;
  const root = base.pathname.replace(/\/$/, "");
  // A server may take an encoded slash or dot for a plain one, and so leave the base.
  if (/%2f|%5c|%2e/i.test(url.pathname)) return undefined;
  return url.pathname === root || url.pathname.startsWith(`${root}/`) ? url : undefined;
}

function isLoopback(host: string): boolean {
  // Names below it could be looked up.
  return host === "localhost" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
}
