/** The one script of the shell that becomes a worker, and the Trusted Types policy that lets it through and nothing else. */

interface ScriptPolicy {
  createScriptURL(url: string): string;
}

/** Starts the worker that brings the public files. */
export function assetWorker(): Worker {
  const url = URL.createObjectURL(new Blob([ASSET_WORKER], { type: "text/javascript" }));
  const rules = {
    createScriptURL: (asked: string): string => {
      if (asked !== url) throw new DOMException("Only the shell's own script becomes a worker.", "SecurityError");
      return asked;
    },
  };
  const { trustedTypes } = window as {
    trustedTypes?: { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy };
  };
  // The policy's name can be used once, so that nothing in the shell can start another.
  const policy = trustedTypes?.createPolicy("chaperone-assets", rules) ?? rules;
  const worker = new Worker(policy.createScriptURL(url));
  // The worker has begun to load by then; a moment later its address leads nowhere.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  return worker;
}
