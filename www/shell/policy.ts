/**
 * The policy that a portal may give: what may leave, and how exactly it is told.
 *
 * It travels as text in the fragment of the shell's address, which is sent to no server: as JSON, or signed
 * (`signed-policy.ts`). Only the engine reads it, and takes one that it cannot read for the strictest, under which nothing leaves.
 */
import { isSigned, verified } from "./signed-policy.ts";

/** Characters beyond which a policy is none. */
const MOST = 4096;
/** The same for one that is signed: base64 of as many bytes, a key and a signature. */
const MOST_SIGNED = 6144;

/** No policy at all: what the engine takes for the strictest. */
const UNREADABLE = "";

/** Returns `fragment`, with its `#` or empty, with the portal's policy; `null` is none. */
export function withPolicy(fragment: string, policy: string | null): string {
  if (policy === null) return fragment;
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  fields.set("policy", isTooLong(policy) ? UNREADABLE : policy);
  return `#${fields.toString()}`;
}

/** Returns the policy in a fragment, `undefined` where there is none; of several, one that cannot be read. */
export function policyIn(fragment: string): string | undefined {
  const given = new URLSearchParams(fragment.replace(/^#/, "")).getAll("policy");
  const [only] = given;
  if (only === undefined) return undefined;
  return given.length === 1 && !isTooLong(only) ? only : UNREADABLE;
}

/**
 * Resolves to the policy that the engine is to obey, as JSON: what was `given`, where it holds under the `keys` with which this shell
 * was put up (fingerprints of public keys). With keys only a policy signed with one of them holds, and none at all
 * does not: else whoever frames the shell could leave it out. Without keys only one that is not signed does, as a signature is there to be checked.
 */
export async function policyUnder(
  given: string | undefined,
  keys: readonly string[],
): Promise<{ readonly policy: string | undefined; readonly refused: boolean; readonly signed: boolean }> {
  const signed = given !== undefined && isSigned(given);
  if (keys.length === 0 && !signed)
    return { policy: given, refused: given !== undefined && !isObject(given), signed: false };
  const policy = signed ? await verified(given, keys) : undefined;
  return policy === undefined
    ? { policy: UNREADABLE, refused: true, signed: false }
    : { policy, refused: false, signed: true };
}

/** Returns the fingerprints of keys in the text of the page's `meta` element: 64 hexadecimal digits each, spaces between. */
export function keysIn(content: string): string[] {
  return content.trim() === "" ? [] : content.trim().split(/\s+/);
}

function isObject(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function isTooLong(policy: string): boolean {
  return policy.length > (isSigned(policy) ? MOST_SIGNED : MOST);
}
