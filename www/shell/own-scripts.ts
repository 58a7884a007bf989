/** The Trusted Types policies that let own scripts run or become workers, and nothing else. */

interface ScriptPolicy {
  createScriptURL(url: string): string;
  createScript(text: string): string;
}

/** What lets own scripts through. */
interface OwnScripts {
  /** Returns the address `url` of one, from which a worker may be started. */
  address(url: string): string;
  /** Returns the text `text` of one, which may run. */
  text(text: string): string;
  /** Starts the text `text` of one as a worker. */
  worker(text: string): Worker;
}

// Captured while nothing but own code has run: a replaced constructor would be given what the worker is told.
const { Blob, Worker } = self;
const { createObjectURL, revokeObjectURL } = URL;

/** Makes the policy `name`, which the page lets be made once, for the scripts of `whose`. */
export function ownScripts(name: string, whose: "room" | "engine" | "shell"): OwnScripts {
  /** The address or text that is let through at this moment. */
  let own: string | undefined;
  const pass = (asked: string): string => {
    if (asked !== own) throw new DOMException(`Only the ${whose}'s own scripts run.`, "SecurityError");
    return asked;
  };
  const rules: ScriptPolicy = { createScriptURL: pass, createScript: pass };
  const { trustedTypes } = self as {
    trustedTypes?: { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy };
  };
  const policy = trustedTypes?.createPolicy(name, rules) ?? rules;
  const through =
    (make: keyof ScriptPolicy) =>
    (given: string): string => {
      own = given;
      try {
        return policy[make](given);
      } finally {
        own = undefined;
      }
    };
  const address = through("createScriptURL");
  return {
    address,
    text: through("createScript"),
    worker: (text) => {
      const url = createObjectURL(new Blob([text], { type: "text/javascript" }));
      // The worker has begun to load by then; a moment later its address leads nowhere.
      setTimeout(() => revokeObjectURL(url), 10_000);
      return new Worker(address(url));
    },
  };
}
