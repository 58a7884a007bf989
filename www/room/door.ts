/**
 * Takes the shell's greeting, and passes the engine's port on before anybody else can touch it.
 *
 * Loaded right after the sealing and before any dependency: its listener is the first of the window, it
 * stops each message there, and whatever it will call is captured now. So code that comes later, and
 * may replace any built-in, never holds the port.
 */
import type { Hello } from "../shell/hello.ts";
import type { ToWorker } from "./engine/calls.ts";
import { engineWorker } from "./engine/scripts.ts";

/** What this frame turned out to be. */
type Opened =
  | {
      readonly as: "room";
      readonly worker: Worker;
      readonly theme: unknown;
      readonly note: unknown;
      readonly framed: boolean;
      readonly launched: string | undefined;
      readonly answers: string | undefined;
    }
  | { readonly as: "double"; readonly port: MessagePort }
  | { readonly as: "double-of-room"; readonly port: MessagePort; readonly ended: "first" | "stopped" | "left" };

const { apply, getOwnPropertyDescriptor } = Reflect;
const getter = (name: "data" | "ports" | "source"): (() => unknown) =>
  getOwnPropertyDescriptor(MessageEvent.prototype, name)?.get as () => unknown;
const [getData, getPorts, getSource] = [getter("data"), getter("ports"), getter("source")];
const { stopImmediatePropagation } = Event.prototype;
const { postMessage } = Worker.prototype;
const shell = window.parent;

let greeted = false;
let tell: ((opened: Opened) => void) | undefined;
const waiting: Opened[] = [];

/** Has `listener` hear of each opening, those before it included. */
export function whenOpened(listener: (opened: Opened) => void): void {
  tell = listener;
  for (const opened of waiting.splice(0)) listener(opened);
}

function open(opened: Opened): void {
  if (tell === undefined) waiting.push(opened);
  else tell(opened);
}

window.addEventListener("message", (event) => {
  apply(stopImmediatePropagation, event, []);
  const [port] = apply(getPorts, event, []) as MessagePort[];
  if (apply(getSource, event, []) !== shell || port === undefined) return;
  const hello = apply(getData, event, []) as Hello;
  if (hello.hello === "double-of-room") return open({ as: hello.hello, port, ended: hello.ended });
  if (greeted) return;
  greeted = true;
  if (hello.hello === "double") return open({ as: hello.hello, port });
  const worker = engineWorker();
  const { policy, framed, launched, answers } = hello;
  apply(postMessage, worker, [{ start: true, policy } satisfies ToWorker, [port]]);
  open({ as: "room", worker, theme: hello.theme, note: hello.note, framed, launched, answers });
});
