/** The scripts of the shell that become a worker or run later, and the Trusted Types policy that lets these through and nothing else. */
import { runPart as run } from "./run-part.ts";

interface ScriptPolicy {
  createScriptURL(url: string): string;
  createScript(text: string): string;
}

/** The address that is being started, and the part that is being run. */
let made: string | undefined;
let running: string | undefined;

// The policy's name can be used once, so that nothing in the shell can make another.
const policy: ScriptPolicy = (() => {
  const rules = {
    createScriptURL: (asked: string): string => {
      if (asked !== made) throw new DOMException("Only the shell's own script becomes a worker.", "SecurityError");
      return asked;
    },
    createScript: (text: string): string => {
      if (text !== running) throw new DOMException("Only the shell's own scripts run.", "SecurityError");
      return text;
    },
  };
  const { trustedTypes } = window as {
    trustedTypes?: { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy };
  };
  return trustedTypes?.createPolicy("chaperone-assets", rules) ?? rules;
})();

/** Starts the worker that brings the public files. */
export function assetWorker(): Worker {
  const url = URL.createObjectURL(new Blob([ASSET_WORKER], { type: "text/javascript" }));
  made = url;
  try {
    return new Worker(policy.createScriptURL(url));
  } finally {
    made = undefined;
    // The worker has begun to load by then; a moment later its address leads nowhere.
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }
}

/** Registers the service worker that keeps the page. */
export async function offlineWorker(): Promise<ServiceWorkerRegistration> {
  const url = new URL("offline-worker.js", document.baseURI).href;
  made = url;
  try {
    return await navigator.serviceWorker.register(policy.createScriptURL(url), { updateViaCache: "none" });
  } finally {
    made = undefined;
  }
}

/** What the parts share with this script, by numbers that the build gave. */
let offered: Readonly<Record<string, unknown>> | undefined;

/** Takes what the parts share with this script; the build calls it, once. */
export function offer(modules: Readonly<Record<string, unknown>>): void {
  offered ??= modules;
}

/** Runs a part of the shell's script, whose hash the policy names; returns what it gives. */
export function runPart(text: string): unknown {
  running = text;
  try {
    return run(text, (each) => policy.createScript(each), offered ?? {});
  } finally {
    running = undefined;
  }
}
