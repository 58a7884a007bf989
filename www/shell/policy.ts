/**
 * The policy that a portal may give: what may leave, and how exactly it is told.
 *
 * It travels as text in the fragment of the shell's address, which is sent to no server. Only the engine reads it, and
 * takes one that it cannot read for the strictest, under which nothing leaves.
 */

/** Characters beyond which a policy is none. */
const MOST = 4096;

/** No policy at all: what the engine takes for the strictest. */
const UNREADABLE = "";

/** Returns `fragment`, with its `#` or empty, with the portal's policy; `null` is none. */
export function withPolicy(fragment: string, policy: string | null): string {
  if (policy === null) return fragment;
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  fields.set("policy", policy.length > MOST ? UNREADABLE : policy);
  return `#${fields.toString()}`;
}

/** Returns the policy in a fragment, `undefined` where there is none; of several, one that cannot be read. */
export function policyIn(fragment: string): string | undefined {
  const given = new URLSearchParams(fragment.replace(/^#/, "")).getAll("policy");
  const [only] = given;
  if (only === undefined) return undefined;
  return given.length === 1 && only.length <= MOST ? only : UNREADABLE;
}
