/** Attempts by the interfaces that make requests. */
import { api, watch, type Attempt } from "./attempt.ts";

type Constructor = new (url: string) => unknown;
const socket = (url: string): string => url.replace(/^http/, "ws");

const constructs =
  (name: string, address: (url: string) => string = (url) => url): Attempt =>
  (url) => {
    const Made = api<Constructor>(name);
    return Made === undefined ? { seen: "absent" } : watch(() => new Made(address(url)));
  };

export const REQUESTS = {
  fetch: (url) => watch(() => fetch(url, { mode: "no-cors" })),
  "fetch-keepalive": (url) => watch(() => fetch(url, { mode: "no-cors", method: "POST", body: "x", keepalive: true })),
  "fetch-later": (url) => {
    const fetchLater = api<(url: string, init: object) => unknown>("fetchLater");
    if (fetchLater === undefined) return { seen: "absent" };
    return watch(() => {
      try {
        fetchLater(url, { activateAfter: 0 });
      } catch (error) {
        // In a frame of another origin than the outermost page nothing may be put off: its allowance is 0 bytes.
        const none = error instanceof DOMException && error.name === "QuotaExceededError";
        throw none ? new DOMException("no allowance", "NotAllowedError") : error;
      }
    });
  },
  xhr: (url) =>
    watch(() => {
      const request = new XMLHttpRequest();
      request.open("GET", url);
      request.send();
    }),
  websocket: constructs("WebSocket", socket),
  "websocket-stream": (url) => {
    const Made = api<new (url: string) => { opened: Promise<unknown> }>("WebSocketStream");
    return Made === undefined ? { seen: "absent" } : watch(() => new Made(socket(url)).opened);
  },
  "event-source": constructs("EventSource"),
  "send-beacon": (url) => watch(() => navigator.sendBeacon(url, "x")),
  "web-transport": (url) => {
    const Made = api<new (url: string) => { ready: Promise<unknown> }>("WebTransport");
    return Made === undefined ? { seen: "absent" } : watch(() => new Made(url.replace(/^http:/, "https:")).ready);
  },
} satisfies Record<string, Attempt>;
