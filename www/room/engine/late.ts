/** Brings what the first screen does not need: parts of the room's script, and workers. The engine's worker has the port by which they come. */
import type { EngineClient } from "./client.ts";
import { lateWorker, runPart } from "./scripts.ts";
import type { LatePart, LateScript } from "../../shell/messages.ts";

let engine: EngineClient | undefined;
const parts = new Map<LatePart, Promise<void>>();

/** Has everything brought by `client`. */
export function bringBy(client: EngineClient): void {
  engine = client;
}

/** Resolves once the part `name` has run; rejects when it cannot be had. It is brought once. */
export function part(name: LatePart): Promise<void> {
  const begun = parts.get(name) ?? script(name).then(runPart);
  parts.set(name, begun);
  // What could not be had may be asked for again.
  begun.catch(() => parts.delete(name));
  return begun;
}

/** Starts the worker `name`. */
export async function worker(name: "derive" | "layout"): Promise<Worker> {
  return lateWorker(name, await script(name));
}

/** Has `name` brought and kept, so that it is there without a network. */
export async function keep(name: LateScript): Promise<void> {
  await script(name);
}

function script(name: LateScript): Promise<string> {
  return engine === undefined ? Promise.reject(new Error("no engine")) : engine.call("script", { name });
}
