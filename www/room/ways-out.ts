/**
 * Every way by which a script might carry something out of the record room, as data.
 *
 * The self-test tries each; the table in SECURITY.md holds the same rows, and a test compares the two.
 */

/** What is expected of a way. */
type Expectation = "blocked" | "not-blockable";

/** One way out. */
export interface WayOut {
  /** Stable name; also the path that a leak would show at a server. */
  readonly id: string;
  /** What is tried, in plain words. */
  readonly what: string;
  /** What is expected. */
  readonly expected: Expectation;
  /** What stops it, or why nothing can. */
  readonly because: string;
  /** Where it can be seen that it was stopped: in the page, or only at the server it would have reached. */
  readonly witness: "page" | "server";
}

const blocked = <const Id extends string>(id: Id, what: string, because: string) => ({
  id,
  what,
  expected: "blocked" as const,
  because,
  witness: "page" as const,
});
/** Stopped without a word to the page. */
const dropped = <const Id extends string>(id: Id, what: string, because: string) => ({
  id,
  what,
  expected: "blocked" as const,
  because,
  witness: "server" as const,
});
const notBlockable = <const Id extends string>(id: Id, what: string, because: string) => ({
  id,
  what,
  expected: "not-blockable" as const,
  because,
  witness: "page" as const,
});

const CONNECT = "connect-src 'none'";
const DEFAULT = "default-src 'none'";
const IMAGES = "img-src data: blob:";
const SCRIPTS = "script-src allows this build's scripts by their hashes";
const TYPES = "Trusted Types";
const FRAME = "the shell's frame-src 'none'";
const SANDBOX = "the frame's sandbox";
const OPAQUE = "the frame's opaque origin";
const SEAL = "such elements cannot be made in the room";
const PERMISSION = "permissions policy: not delegated to the frame";

/** The ways, in the order in which they are tried. */
export const WAYS_OUT = [
  blocked("fetch", "fetch()", CONNECT),
  blocked("fetch-keepalive", "fetch() with keepalive", CONNECT),
  blocked("fetch-later", "fetchLater()", CONNECT),
  blocked("xhr", "XMLHttpRequest", CONNECT),
  blocked("websocket", "WebSocket", CONNECT),
  blocked("websocket-stream", "WebSocketStream", CONNECT),
  blocked("event-source", "EventSource", CONNECT),
  blocked("send-beacon", "navigator.sendBeacon()", CONNECT),
  blocked("web-transport", "WebTransport", CONNECT),

  blocked("image", "<img src>", IMAGES),
  blocked("image-srcset", "<img srcset>", IMAGES),
  blocked("svg-image", "<image> in SVG", IMAGES),
  blocked("input-image", "<input type=image>", IMAGES),
  blocked("video-poster", "<video poster>", IMAGES),
  blocked("css-url", "url() in a style", IMAGES),
  blocked("css-import", "@import in a <style>", DEFAULT),
  blocked("font", "a font by FontFace", DEFAULT),
  blocked("audio", "<audio src>", DEFAULT),
  blocked("video", "<video src>", DEFAULT),
  blocked("track", "<track src>", DEFAULT),
  blocked("script-element", "<script src>", TYPES + ", " + SCRIPTS),
  blocked("speculation-rules", "<script type=speculationrules>", TYPES + ", " + SCRIPTS),
  blocked("dynamic-import", "import() of an address", SCRIPTS),
  dropped("worklet", "a paint or audio worklet's module", SCRIPTS),
  dropped("media-session", "artwork of the media session", IMAGES),

  blocked("link-prefetch", "<link rel=prefetch>", SEAL),
  blocked("link-preload", "<link rel=preload>", SEAL),
  blocked("link-modulepreload", "<link rel=modulepreload>", SEAL),
  blocked("link-stylesheet", "<link rel=stylesheet>", SEAL),
  blocked("link-manifest", "<link rel=manifest>", SEAL),
  blocked("link-icon", "<link rel=icon>", SEAL),
  blocked(
    "link-preconnect",
    "<link rel=preconnect>: a connection, and the look-up of its name",
    SEAL + "; no policy stops it",
  ),
  blocked("link-dns-prefetch", "<link rel=dns-prefetch>: the look-up of a name", SEAL + "; no policy stops it"),
  blocked("iframe", "<iframe src>", SEAL + ", " + DEFAULT),
  blocked("object", "<object data>", SEAL + ", " + DEFAULT),
  blocked("embed", "<embed src>", SEAL + ", " + DEFAULT),

  blocked("worker-url", "a worker from an address", TYPES + ", worker-src blob:"),
  blocked("worker-fetch", "fetch() in a blob worker", CONNECT + ", inherited"),
  blocked("worker-websocket", "WebSocket in a blob worker", CONNECT + ", inherited"),
  blocked("worker-import", "import() in a blob worker", SCRIPTS + ", inherited"),
  blocked("worker-import-scripts", "importScripts() in a blob worker", SCRIPTS + ", inherited"),
  blocked("worker-nested", "a worker from an address in a blob worker", "worker-src blob:, inherited"),
  blocked("shared-worker", "SharedWorker", TYPES + ", worker-src blob:"),
  blocked("service-worker", "a service worker", OPAQUE),

  dropped("form-submit", "submitting a form", "form-action 'none', " + SANDBOX),
  blocked("window-open", "window.open()", SANDBOX + ": no popups"),
  dropped("anchor-blank", "clicking a link with target=_blank", SANDBOX + ": no popups"),
  dropped("anchor-download", "clicking a link with download", SANDBOX + ": no downloads"),
  blocked("anchor-ping", "clicking a link with ping", CONNECT),
  blocked("top-navigation", "setting the location of the outer page", SANDBOX + ": no top navigation"),
  blocked("location", "setting the frame's own location", FRAME),
  blocked("anchor-self", "clicking a link", FRAME),
  blocked("meta-refresh", "<meta http-equiv=refresh>", FRAME),
  blocked("blob-navigation", "navigating to a page made as a blob, which preconnects", FRAME),

  blocked("cookie", "document.cookie", OPAQUE),
  blocked("local-storage", "localStorage", OPAQUE),
  blocked("session-storage", "sessionStorage", OPAQUE),
  blocked("indexed-db", "IndexedDB", OPAQUE),
  blocked("opfs", "the origin's private file system", OPAQUE),
  blocked("cache-storage", "the Cache API", OPAQUE),
  blocked("web-locks", "Web Locks", OPAQUE),
  blocked("broadcast-channel", "BroadcastChannel to another frame of this page", OPAQUE),

  blocked("save-file-picker", "showSaveFilePicker()", OPAQUE),
  blocked("clipboard", "writing to the clipboard", PERMISSION),
  blocked(
    "print",
    "print(), to a printer or a file",
    "taken away before anything else runs; a person's own click on the report's button alone prints",
  ),
  blocked(
    "speech",
    "speech: a voice of the browser's maker reads a text aloud, which goes there",
    "taken away before anything else runs; no policy stops it",
  ),
  blocked("payment", "PaymentRequest to a payment server", CONNECT + ", " + PERMISSION),
  blocked("credential", "asking an identity provider (FedCM)", CONNECT + ", " + PERMISSION),
  blocked("presentation", "PresentationRequest", SANDBOX + ": no presentation"),
  dropped(
    "ad-auction",
    "joining an ad interest group",
    "the interface answers, and does nothing in a frame of opaque origin",
  ),
  blocked("protocol-handler", "registering a protocol handler", OPAQUE),

  blocked(
    "rtc",
    "WebRTC: STUN, TURN and data channels",
    "its constructors are deleted before anything else runs; no policy stops it",
  ),
  blocked("rtc-fresh-frame", "WebRTC from a fresh frame", SEAL + "; a frame would have another opaque origin"),

  notBlockable(
    "navigation-look-up",
    "the look-up of a name (and a bare connection), by navigating the frame",
    "the browser may look the name up before it asks the policy; no request follows, and the frame is closed. A host that sends the header Connection-Allowlist stops it, as serve.mjs does",
  ),
  blocked(
    "custodian",
    "asking the shell to read from a server that the room chose",
    "the shell's port is the engine's alone, and takes one word; a server is named, and signed in to, by the person in the shell",
  ),
  notBlockable(
    "post-message",
    "window.postMessage() to the outer pages",
    "the browser always delivers it; the shell listens to none, but a page that frames the shell could listen, and would hear what a script in the room told it",
  ),
] as const satisfies readonly WayOut[];

/** The name of a way out. */
export type WayId = (typeof WAYS_OUT)[number]["id"];
