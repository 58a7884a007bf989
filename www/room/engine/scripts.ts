/** The scripts that may become workers, and the Trusted Types policy that lets these through and nothing else. */

const POLICY = "chaperone-engine";

interface ScriptPolicy {
  createScriptURL(url: string): string;
}

/** The blob address that is being started, of {@link ENGINE_WORKER}, {@link DERIVE_WORKER}, {@link LAYOUT_WORKER} or {@link PROBE_WORKER}. */
let made: string | undefined;

const policy: ScriptPolicy = (() => {
  const rules = {
    createScriptURL: (url: string): string => {
      if (url !== made) throw new DOMException("Only the room's own scripts become workers.", "SecurityError");
      return url;
    },
  };
  const { trustedTypes } = window as {
    trustedTypes?: { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy };
  };
  return trustedTypes?.createPolicy(POLICY, rules) ?? rules;
})();

// Captured while nothing but the room's own code has run: a replaced constructor would be given the engine's port.
const { Blob, Worker } = window;
const { createObjectURL, revokeObjectURL } = URL;

function start(script: string): Worker {
  const url = createObjectURL(new Blob([script], { type: "text/javascript" }));
  made = url;
  try {
    return new Worker(policy.createScriptURL(url));
  } finally {
    made = undefined;
    // The worker has begun to load by then; a moment later its address leads nowhere.
    setTimeout(() => revokeObjectURL(url), 10_000);
  }
}

/** Starts the engine's worker. */
export function engineWorker(): Worker {
  return start(ENGINE_WORKER);
}

/** Starts a worker that makes one key. */
export function deriveWorker(): Worker {
  return start(DERIVE_WORKER);
}

/** Starts a worker that lays out graphs. */
export function layoutWorker(): Worker {
  return start(LAYOUT_WORKER);
}

/** Starts a worker for the self-test. */
export function probeWorker(): Worker {
  return start(PROBE_WORKER);
}
