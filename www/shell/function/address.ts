/**
 * The function that a portal offers in place of a model server, by its address.
 *
 * It has an address like any server, so that the review, the host's policy, the person and the ledger see whom a request is for: the
 * portal's origin, and a path that no request of the network is ever made to. The shell is told the origin in the fragment of its own address.
 */

/** Where the chat completions of a portal's function are said to be. */
export const FUNCTION_PATH = "/.chaperone-function";

/** Whether `url` is one of a function: then no request of the network may be made to it, whatever follows the path. */
export function isOfFunction(url: string): boolean {
  const { pathname } = new URL(url);
  return pathname === FUNCTION_PATH || pathname.startsWith(`${FUNCTION_PATH}/`);
}

/** Whether `url` is one of the function of `origin`. */
export function isFunctionOf(url: string, origin: string): boolean {
  return isOfFunction(url) && new URL(url).origin === origin;
}

/** Returns `fragment`, with its `#` or empty, with the origin of a page that offers a function. */
export function withFunction(fragment: string, origin: string): string {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  fields.set("answers", origin);
  return `#${fields.toString()}`;
}

/** Returns the origin of the page that says in `fragment` that it offers a function, where it is one of http or https. */
export function functionIn(fragment: string): string | undefined {
  const given = new URLSearchParams(fragment.replace(/^#/, "")).getAll("answers");
  const [only] = given;
  if (only === undefined || given.length !== 1 || !URL.canParse(only)) return undefined;
  const { origin, protocol } = new URL(only);
  return only === origin && (protocol === "http:" || protocol === "https:") ? origin : undefined;
}
