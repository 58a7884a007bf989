/**
 * The engine's worker: the compiled engine, and the only holder of the port to the shell.
 *
 * It runs inside the room's policy and has no network of its own. The interface can ask it for what
 * `calls.ts` lists; a request can go out only as what the engine released after its review.
 */
import { Engine, initSync } from "../../../pkg/chaperone.js";
import type { CallName, Calls, FromWorker, ToWorker } from "./calls.ts";
import type { KeptFile } from "./kept.ts";
import { Crypt } from "./crypt.ts";
import { ChaperoneError, toData } from "./error.ts";
import { PublicFiles, type FileEvent } from "./files.ts";
import { serve, type Handlers } from "./serve.ts";
import { ShellPort } from "./shell-port.ts";

const say = (message: FromWorker): void => postMessage(message);
const underway = new Map<number, AbortController>();
const crypt = new Crypt((request, transfer) => postMessage(request satisfies FromWorker, { transfer }));
let handlers: Partial<Handlers> | undefined;
/** The kept file that is being read back. */
let file: KeptFile | undefined;
let started = false;
/** Goes on with the start, after the engine's file could not be had. */
let goOn: () => void = () => {};

onmessage = ({ data, ports }: MessageEvent<ToWorker>) => {
  if ("start" in data) {
    const port = ports[0];
    if (started || port === undefined) return;
    started = true;
    start(new ShellPort(port, (bytes) => crypt.digest(bytes)), data.policy).catch((error: unknown) =>
      say({ dead: toData(error) }),
    );
  } else if ("again" in data) {
    goOn();
  } else if ("cancel" in data) {
    underway.get(data.cancel)?.abort();
  } else if ("crypt" in data) {
    crypt.hear(data);
  } else {
    void answer(data.id, data.call, data.takes);
  }
};

async function start(shell: ShellPort, policy: string | undefined): Promise<void> {
  const files = new PublicFiles(shell);
  const tell = (event: FileEvent): void =>
    say("notice" in event ? event : { starting: { done: event.progress.done, total: event.progress.total } });
  const script: Handlers["script"] = ({ name }, tell, signal) => files.script(name, tell, signal);
  // The rest of the page is there to be seen where the engine is not.
  handlers = { script };
  let bytes: Uint8Array<ArrayBuffer> | undefined;
  while (bytes === undefined) {
    const again = new Promise<void>((resolve) => (goOn = resolve));
    try {
      bytes = await files.get("wasm", tell);
    } catch (error) {
      say({ lacking: toData(error) });
      await again;
    }
  }
  const module = await WebAssembly.compile(bytes);
  initSync({ module });
  const engine = new Engine();
  const unread = !obeys(engine, policy);
  const readingBack = (kept: KeptFile | undefined): void => void (file = kept);
  handlers = { ...serve({ engine, module, shell, files, crypt, unread, say, readingBack }), script };
  say({ ready: true });
}

async function answer<Name extends CallName>(id: number, call: Name, takes: Calls[Name]["takes"]): Promise<void> {
  const controller = new AbortController();
  underway.set(id, controller);
  try {
    const handler = handlers?.[call];
    if (handler === undefined)
      throw new ChaperoneError({ code: "internal", fault: "bug", message: "The engine cannot be asked now." });
    const gives = await handler(takes, (event) => say({ id, event }), controller.signal);
    say({ id, gives });
  } catch (error) {
    // After a trap the engine's memory cannot be trusted any more.
    if (error instanceof WebAssembly.RuntimeError) {
      const { restart, script } = handlers ?? {};
      handlers = { ...(restart && { restart }), ...(script && { script }) };
      say({ dead: toData(undefined), file });
    } else say({ id, error: toData(error) });
  } finally {
    underway.delete(id);
  }
}

/** Puts `engine` under the host's policy, and returns whether it could be read; else nothing leaves. */
function obeys(engine: Engine, policy: string | undefined): boolean {
  try {
    if (policy !== undefined) engine.setPolicy(policy);
    return true;
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error;
    return false;
  }
}
