/** The shell's side of the worker that brings the public files. */
import type { FromAssets, ToAssets } from "./asset-worker.ts";
import type { AssetReport } from "./messages.ts";
import type { AssetPart, Services } from "./port.ts";
import { PortError } from "./port-error.ts";

interface Waiting {
  readonly tell: (part: AssetPart) => void;
  readonly resolve: (report: AssetReport) => void;
  readonly reject: (error: Error) => void;
}

/** Returns what serves public files to the room by `worker`, until `closed` fires; `base` is the page's address. */
export function assetsBy(worker: Worker, base: string, closed: AbortSignal): Services["asset"] {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let failed = false;
  const say = (message: ToAssets): void => worker.postMessage(message);
  const fail = (): void => {
    failed = true;
    worker.terminate();
    for (const { reject } of waiting.values()) reject(failure());
    waiting.clear();
  };
  worker.onmessage = ({ data }: MessageEvent<FromAssets>) => {
    const { id } = data;
    const one = waiting.get(id);
    if (one === undefined) return;
    if ("part" in data) return one.tell(data.part);
    waiting.delete(id);
    if ("done" in data) one.resolve(data.done);
    else one.reject(data.failed === null ? failure() : new PortError(data.failed.code, data.failed.message));
  };
  worker.onerror = fail;
  worker.onmessageerror = fail;
  closed.addEventListener("abort", fail);
  say({ base });
  return (asset, tell, signal) =>
    new Promise((resolve, reject) => {
      if (failed) return reject(failure());
      const id = (last += 1);
      waiting.set(id, { tell, resolve, reject });
      signal.addEventListener("abort", () => {
        if (waiting.has(id)) say({ cancel: id });
      });
      say({ id, asset });
    });
}

function failure(): Error {
  return new PortError("network", "The page's own files could not be fetched, as the page failed. Reload it.");
}
