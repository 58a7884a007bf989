/**
 * The shell: the outer page. It has the network; it never sees a record.
 *
 * Its HTML holds the record room, a sealed frame. Beside it the shell keeps the double: an equal frame
 * without records, in which the self-test tries what would end a frame. When the room has loaded, the
 * shell hands it one end of a port and serves the other; it listens for no window message.
 */
import { fetchAsset } from "./assets.ts";
import { carry } from "./courier.ts";
import type { Hello } from "./hello.ts";
import { servePort } from "./port.ts";

const closed = new AbortController();
let room: HTMLIFrameElement | undefined;
let double: HTMLIFrameElement | undefined;
/** Whether the policy stopped a frame from leaving since the double was last made. */
let stopped = false;

document.addEventListener("securitypolicyviolation", (event) => {
  if (event.effectiveDirective === "frame-src") stopped = true;
});

// Placed before the room in the page, so that the room's only load event cannot be missed.
document.addEventListener(
  "load",
  ({ target }) => {
    if (!(target instanceof HTMLIFrameElement)) return;
    if (target === double) pairDouble(target);
    else if (target.id === "room") admitRoom(target);
  },
  { capture: true },
);

/** Greets the room at its first load. A second load means that the room was left: the port is closed for good. */
function admitRoom(frame: HTMLIFrameElement): void {
  if (room !== undefined) {
    closed.abort();
    frame.remove();
    double?.remove();
    document.getElementById("left")?.removeAttribute("hidden");
    return;
  }
  room = frame;
  const { port1, port2 } = new MessageChannel();
  const services = {
    asset: fetchAsset.bind(undefined, ASSETS),
    send: carry,
  };
  servePort(port1, new Set(Object.keys(ASSETS)), services, closed.signal);
  greet(frame, { hello: "room" }, port2);
  makeDouble();
}

function makeDouble(): void {
  if (room === undefined) return;
  double = room.cloneNode() as HTMLIFrameElement;
  double.id = "double";
  double.hidden = true;
  document.body.append(double);
}

/** Pairs a double with the room at its first load, and replaces it at its second. */
const paired = new WeakSet<HTMLIFrameElement>();
let ended: "first" | "stopped" | "left" = "first";
function pairDouble(frame: HTMLIFrameElement): void {
  if (paired.has(frame)) {
    ended = stopped ? "stopped" : "left";
    frame.remove();
    makeDouble();
    return;
  }
  paired.add(frame);
  stopped = false;
  const { port1, port2 } = new MessageChannel();
  greet(frame, { hello: "double" }, port1);
  if (room !== undefined) greet(room, { hello: "double-of-room", ended }, port2);
}

function greet(frame: HTMLIFrameElement, hello: Hello, port: MessagePort): void {
  // A sandboxed frame has an opaque origin, which no target origin but "*" names; the frame cannot
  // have left by now, as the policy lets it go nowhere.
  frame.contentWindow?.postMessage(hello, "*", [port]);
}
