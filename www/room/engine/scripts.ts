/** The scripts that may run in the room or become workers, and the Trusted Types policy that lets these through and nothing else. */
import { runPart as run } from "../../shell/run-part.ts";

const POLICY = "chaperone-engine";

interface ScriptPolicy {
  createScriptURL(url: string): string;
  createScript(text: string): string;
}

/** The blob address that is being started, of {@link ENGINE_WORKER}, {@link PROBE_WORKER} or a worker that was brought later. */
let made: string | undefined;
/** The part that is being run. */
let running: string | undefined;

const policy: ScriptPolicy = (() => {
  const rules = {
    createScriptURL: (url: string): string => {
      if (url !== made) throw new DOMException("Only the room's own scripts become workers.", "SecurityError");
      return url;
    },
    createScript: (text: string): string => {
      if (text !== running) throw new DOMException("Only the room's own scripts run.", "SecurityError");
      return text;
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
const { apply } = Reflect;
const { subtle } = crypto as { subtle?: SubtleCrypto };
const digest = subtle === undefined ? undefined : SubtleCrypto.prototype.digest;

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

/** Starts a worker for the self-test. */
export function probeWorker(): Worker {
  return start(PROBE_WORKER);
}

/**
 * Starts `text`, the public file `script-NAME`, as a worker. The engine's worker has hashed it; it is hashed once more where the browser
 * lets pages do that, which is with https and on this computer.
 */
export async function lateWorker(name: "derive" | "layout", text: string): Promise<Worker> {
  if (digest !== undefined) {
    const bytes = new TextEncoder().encode(text);
    const found = new Uint8Array(await (apply(digest, subtle, ["SHA-256", bytes]) as Promise<ArrayBuffer>));
    const hash = Array.from(found, (byte) => byte.toString(16).padStart(2, "0")).join("");
    if (hash !== ASSETS[`script-${name}`]?.sha256)
      throw new DOMException("Only the room's own scripts become workers.", "SecurityError");
  }
  return start(text);
}

/** What the parts share with this script, by numbers that the build gave. */
let offered: Readonly<Record<string, unknown>> | undefined;

/** Takes what the parts share with this script; the build calls it, once. */
export function offer(modules: Readonly<Record<string, unknown>>): void {
  offered ??= modules;
}

/** Runs a part of the room's script; the policy names its hash. */
export function runPart(text: string): void {
  running = text;
  try {
    run(text, (each) => policy.createScript(each), offered ?? {});
  } finally {
    running = undefined;
  }
}
