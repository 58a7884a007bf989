/** The scripts of the shell that become a worker or run later. */
import { ownScripts } from "./own-scripts.ts";
import { runPart as run } from "./run-part.ts";

// The policy's name can be used once, so that nothing in the shell can make another.
const scripts = ownScripts("chaperone-assets", "shell");

/** Starts the worker that brings the public files. */
export function assetWorker(): Worker {
  return scripts.worker(ASSET_WORKER);
}

/** Registers the service worker that keeps the page. */
export function offlineWorker(): Promise<ServiceWorkerRegistration> {
  const url = new URL("offline-worker.js", document.baseURI).href;
  return navigator.serviceWorker.register(scripts.address(url), { updateViaCache: "none" });
}

/** What the parts share with this script, by numbers that the build gave. */
let offered: Readonly<Record<string, unknown>> | undefined;

/** Takes what the parts share with this script; the build calls it, once. */
export function offer(modules: Readonly<Record<string, unknown>>): void {
  offered ??= modules;
}

/** Runs a part of the shell's script, whose hash the policy names; returns what it gives. */
export function runPart(text: string): unknown {
  return run(text, scripts.text, offered ?? {});
}
