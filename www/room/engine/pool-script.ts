/** The scripts that the engine's worker may start as workers of its own, and the Trusted Types policy that lets these through. */

const POLICY = "chaperone-engine";

interface ScriptPolicy {
  createScriptURL(url: string): string;
}

/** The blob address that is being started. */
let made: string | undefined;

const policy: ScriptPolicy = (() => {
  const rules = {
    createScriptURL: (url: string): string => {
      if (url !== made) throw new DOMException("Only the engine's own scripts become workers.", "SecurityError");
      return url;
    },
  };
  const { trustedTypes } = self as {
    trustedTypes?: { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy };
  };
  return trustedTypes?.createPolicy(POLICY, rules) ?? rules;
})();

/** Starts `script`, the text of a public file whose hash was checked, as a worker. */
export function startWorker(script: string): Worker {
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  made = url;
  try {
    return new Worker(policy.createScriptURL(url));
  } finally {
    made = undefined;
    // The worker has begun to load by then; a moment later its address leads nowhere.
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }
}
