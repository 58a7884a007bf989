/** Attempts by workers. */
import { api, mustRefuse, pause, watch, type Attempt, type Sight } from "./attempt.ts";
import { probeWorker } from "../engine/scripts.ts";

/** Runs one attempt in a fresh blob worker and returns what that worker saw. */
const inWorker =
  (attempt: string): Attempt =>
  async (url) => {
    const worker = probeWorker();
    try {
      const answer = new Promise<Sight>((resolve) => {
        worker.onmessage = ({ data }: MessageEvent<Sight>) => resolve(data);
      });
      worker.postMessage({ attempt, url });
      return await Promise.race([answer, pause(3000).then((): Sight => ({ seen: "nothing" }))]);
    } finally {
      worker.terminate();
    }
  };

export const WORKERS = {
  "worker-url": (url) => watch(() => new Worker(url)),
  "worker-fetch": inWorker("fetch"),
  "worker-websocket": inWorker("websocket"),
  "worker-import": inWorker("import"),
  "worker-import-scripts": inWorker("import-scripts"),
  "worker-nested": inWorker("nested"),
  "shared-worker": (url) => {
    const Made = api<new (url: string) => unknown>("SharedWorker");
    return Made === undefined ? { seen: "absent" } : watch(() => new Made(url));
  },
  "service-worker": (url) => mustRefuse(() => navigator.serviceWorker.register(url)),
} satisfies Record<string, Attempt>;
