/** The two scripts that may become workers, and the Trusted Types policy that lets these through and nothing else. */

const POLICY = "chaperone-engine";

interface ScriptPolicy {
  createScriptURL(url: string): string;
}

/** Blob addresses of {@link ENGINE_WORKER} and {@link PROBE_WORKER}, made by this file. */
const made = new Set<string>();

const policy: ScriptPolicy = (() => {
  const rules = {
    createScriptURL: (url: string): string => {
      if (!made.has(url)) throw new DOMException("Only the room's own scripts become workers.", "SecurityError");
      return url;
    },
  };
  const { trustedTypes } = window as { trustedTypes?: { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy } };
  return trustedTypes?.createPolicy(POLICY, rules) ?? rules;
})();

function start(script: string): Worker {
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  made.add(url);
  try {
    return new Worker(policy.createScriptURL(url));
  } finally {
    made.delete(url);
    // The worker has begun to load by then; a moment later its address leads nowhere.
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }
}

/** Starts the engine's worker. */
export function engineWorker(): Worker {
  return start(ENGINE_WORKER);
}

/** Starts a worker for the self-test. */
export function probeWorker(): Worker {
  return start(PROBE_WORKER);
}
