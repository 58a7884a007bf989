/** The one script that the engine's worker may start as a worker of its own, and the Trusted Types policy that lets it through. */

const POLICY = "chaperone-engine";

interface ScriptPolicy {
  createScriptURL(url: string): string;
}

/** The blob address that is being started, of {@link POOL_WORKER}. */
let made: string | undefined;

const policy: ScriptPolicy = (() => {
  const rules = {
    createScriptURL: (url: string): string => {
      if (url !== made) throw new DOMException("Only the pool's own script becomes a worker.", "SecurityError");
      return url;
    },
  };
  const { trustedTypes } = self as {
    trustedTypes?: { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy };
  };
  return trustedTypes?.createPolicy(POLICY, rules) ?? rules;
})();

/** Starts a worker of the pool. */
export function poolWorker(): Worker {
  const url = URL.createObjectURL(new Blob([POOL_WORKER], { type: "text/javascript" }));
  made = url;
  try {
    return new Worker(policy.createScriptURL(url));
  } finally {
    made = undefined;
    // The worker has begun to load by then; a moment later its address leads nowhere.
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }
}
