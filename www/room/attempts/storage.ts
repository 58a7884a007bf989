/** Attempts by what the browser keeps or shares beyond the frame. */
import { api, mustRefuse, pause, watch, type Attempt, type Sight } from "./attempt.ts";

const KEY = "canary";

export const STORAGE = {
  cookie: () =>
    mustRefuse(() => {
      document.cookie = `${KEY}=1`;
    }),
  "local-storage": () => mustRefuse(() => localStorage.setItem(KEY, "1")),
  "session-storage": () => mustRefuse(() => sessionStorage.setItem(KEY, "1")),
  "indexed-db": () =>
    mustRefuse(
      () =>
        new Promise((resolve, reject) => {
          const request = indexedDB.open(KEY);
          request.onsuccess = resolve;
          request.onerror = () => reject(request.error ?? new Error("no reason given"));
        }),
    ),
  opfs: () => mustRefuse(() => navigator.storage.getDirectory()),
  "cache-storage": () => mustRefuse(() => caches.open(KEY)),
  "web-locks": () => mustRefuse(() => navigator.locks.request(KEY, () => undefined)),
} satisfies Record<string, Attempt>;

/** Attempts by interfaces that make the browser itself talk to somebody, or write outside. */
export const INTERFACES = {
  "save-file-picker": () => {
    const pick = api<() => Promise<unknown>>("showSaveFilePicker");
    return pick === undefined ? { seen: "absent" } : mustRefuse(() => pick());
  },
  clipboard: () => mustRefuse(() => navigator.clipboard.writeText(KEY)),
  print: () => {
    const left = ["print", "alert", "confirm", "prompt"].filter((name) => name in window);
    return left.length === 0 && !("execCommand" in document) ? { seen: "absent" } : { seen: "through" };
  },
  speech: () => {
    const left = ["speechSynthesis", "SpeechSynthesis", "SpeechRecognition", "webkitSpeechRecognition"];
    return left.some((name) => name in window) ? { seen: "through" } : { seen: "absent" };
  },
  payment: (url) =>
    mustRefuse(async () => {
      const price = { label: "x", amount: { currency: "EUR", value: "1.00" } };
      await new PaymentRequest([{ supportedMethods: url.replace(/^http:/, "https:") }], {
        total: price,
      }).canMakePayment();
    }),
  credential: (url) =>
    mustRefuse(() => {
      const identity = { providers: [{ configURL: url, clientId: "x", nonce: "x" }] };
      return navigator.credentials.get({ identity } as CredentialRequestOptions);
    }),
  presentation: (url) => {
    const Made = api<new (url: string) => { start(): Promise<unknown> }>("PresentationRequest");
    return Made === undefined ? { seen: "absent" } : mustRefuse(() => new Made(url).start());
  },
  "ad-auction": (url) => {
    const join = api<(group: object, seconds: number) => Promise<void>>("joinAdInterestGroup", navigator);
    const group = { owner: new URL(url).origin, name: KEY, biddingLogicURL: url, updateURL: url };
    return join === undefined ? { seen: "absent" } : watch(() => join.call(navigator, group, 60));
  },
  "protocol-handler": (url) => mustRefuse(() => navigator.registerProtocolHandler("web+canary", `${url}?%s`)),
} satisfies Record<string, Attempt>;

/** Attempts by other ways to reach another computer or another page. */
export const CHANNELS = {
  rtc: () => {
    const left = Object.getOwnPropertyNames(window).filter((name) => /^(webkit|moz)?RTCPeerConnection$/.test(name));
    return left.length === 0 ? { seen: "absent" } : { seen: "through" };
  },
  custodian: async (url): Promise<Sight> => {
    const { port1, port2 } = new MessageChannel();
    const heard = new Promise<Sight>((resolve) => (port1.onmessage = () => resolve({ seen: "through" })));
    window.parent.postMessage({ kind: "collect", id: 0, origin: url, request: "everything" }, "*", [port2]);
    port1.postMessage({ kind: "collect", id: 0, origin: url, request: "everything" });
    const sight = await Promise.race([heard, pause(300).then((): Sight => ({ seen: "unheard" }))]);
    port1.close();
    return sight;
  },
  "post-message": () => {
    window.parent.postMessage({ canary: "post-message" }, "*");
    return { seen: "through" };
  },
} satisfies Record<string, Attempt>;
