/** What an attempt is, and how it is shown that one was stopped. */

/** What was seen when a way was tried. */
export type Sight =
  /** A policy reported that it stopped the attempt. */
  | { readonly seen: "policy"; readonly directive: string }
  /** The browser or the room refused it with an error. */
  | { readonly seen: "refused"; readonly name: string }
  /** There is no such thing in this browser, or not any more. */
  | { readonly seen: "absent" }
  /** The frame that tried it was stopped by the shell's policy. */
  | { readonly seen: "stopped" }
  /** It was sent, and nobody who listens heard it. */
  | { readonly seen: "unheard" }
  /** It went through. */
  | { readonly seen: "through" }
  /** Nothing was seen that shows it was stopped. */
  | { readonly seen: "nothing" };

/** Tries one way towards `url`. */
export type Attempt = (url: string) => Promise<Sight> | Sight;

const PATIENCE_MILLIS = 600;
const REFUSALS: readonly string[] = ["SecurityError", "NotAllowedError", "NotSupportedError", "InvalidStateError"];

/**
 * Runs `act` and returns what was seen: a report of the policy, else a refusal. A request that merely
 * fails is neither: a server that is not there fails as well.
 */
export async function watch(act: () => unknown, scope: EventTarget = document): Promise<Sight> {
  let report: ((sight: Sight) => void) | undefined;
  const reported = new Promise<Sight>((resolve) => (report = resolve));
  const listen = (event: Event): void => {
    const { effectiveDirective } = event as SecurityPolicyViolationEvent;
    report?.({ seen: "policy", directive: effectiveDirective });
  };
  scope.addEventListener("securitypolicyviolation", listen);
  let refusal: Sight = { seen: "nothing" };
  try {
    const settled = Promise.resolve()
      .then(act)
      .catch((error: unknown) => {
        refusal = refused(error);
        // A report about the same attempt may come a moment later, and says more.
        return pause(50);
      });
    await Promise.race([
      reported,
      settled.then(() => (refusal.seen === "nothing" ? pause(PATIENCE_MILLIS) : undefined)),
      pause(2 * PATIENCE_MILLIS),
    ]);
    return await Promise.race([reported, Promise.resolve(refusal)]);
  } finally {
    scope.removeEventListener("securitypolicyviolation", listen);
  }
}

/** Returns what `error` shows: a refusal when it is one of the errors browsers refuse with. */
export function refused(error: unknown): Sight {
  const name = error instanceof Error || error instanceof DOMException ? error.name : "Error";
  return REFUSALS.includes(name) ? { seen: "refused", name } : { seen: "nothing" };
}

/** Runs `act`, which must be refused. */
export async function mustRefuse(act: () => unknown): Promise<Sight> {
  try {
    await Promise.race([Promise.resolve().then(act), pause(PATIENCE_MILLIS)]);
    return { seen: "through" };
  } catch (error) {
    return refused(error);
  }
}

/** Resolves after `millis`. */
export function pause(millis: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, millis));
}

/** A constructor or function that TypeScript's library does not know, or `undefined` where the browser has none. */
export function api<T>(name: string, on: object = globalThis): T | undefined {
  return (on as Record<string, T | undefined>)[name];
}
