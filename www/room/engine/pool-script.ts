/** The scripts that the engine's worker may start as workers of its own. */
import { ownScripts } from "../../shell/own-scripts.ts";

const scripts = ownScripts("chaperone-engine", "engine");

/** Starts `script`, the text of a public file whose hash was checked, as a worker. */
export function startWorker(script: string): Worker {
  return scripts.worker(script);
}
