/** The scripts that may run in the room or become workers. */
import { ownScripts } from "../../shell/own-scripts.ts";
import { runPart as run } from "../../shell/run-part.ts";

const scripts = ownScripts("chaperone-engine", "room");

// Captured while nothing but the room's own code has run.
const { apply } = Reflect;
const { subtle } = crypto as { subtle?: SubtleCrypto };
const digest = subtle === undefined ? undefined : SubtleCrypto.prototype.digest;

/** Starts the engine's worker. */
export function engineWorker(): Worker {
  return scripts.worker(ENGINE_WORKER);
}

/** Starts a worker for the self-test. */
export function probeWorker(): Worker {
  return scripts.worker(PROBE_WORKER);
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
  return scripts.worker(text);
}

/** What the parts share with this script, by numbers that the build gave. */
let offered: Readonly<Record<string, unknown>> | undefined;

/** Takes what the parts share with this script; the build calls it, once. */
export function offer(modules: Readonly<Record<string, unknown>>): void {
  offered ??= modules;
}

/** Runs a part of the room's script; the policy names its hash. */
export function runPart(text: string): void {
  run(text, scripts.text, offered ?? {});
}
