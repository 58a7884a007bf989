/** The worker in which the self-test tries what a worker might do. It is no part of the engine. */
import { watch } from "./attempt.ts";

const ATTEMPTS: Readonly<Record<string, (url: string) => unknown>> = {
  fetch: (url) => fetch(url, { mode: "no-cors" }),
  websocket: (url) => new WebSocket(url.replace(/^http/, "ws")),
  import: (url) => import(/* @vite-ignore */ url),
  "import-scripts": (url) => (globalThis as unknown as { importScripts(url: string): void }).importScripts(url),
  nested: (url) => new Worker(url),
};

onmessage = async ({ data }: MessageEvent<{ attempt: string; url: string }>) => {
  const act = ATTEMPTS[data.attempt];
  if (act !== undefined) postMessage(await watch(() => act(data.url), self));
};
