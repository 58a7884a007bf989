/**
 * The double: an equal frame without records, beside the room, for what would end a frame.
 *
 * A page cannot see where a frame went that left. The shell can see whether its policy stopped it, and
 * says so when it hands over the next double's port.
 */
import { DEPARTURES } from "./attempts/navigation.ts";
import { pause, watch, type Sight } from "./attempts/attempt.ts";

type ToDouble = { readonly departure: string; readonly url: string } | { readonly listen: string };
type FromDouble = { readonly sight: Sight } | { readonly listening: true } | { readonly heard: true };

/** How the double before this one came to its end. */
type Ended = "first" | "stopped" | "left";

/** Runs in a double: does what the room's self-test asks for over `port`. */
export function serveAsDouble(port: MessagePort): void {
  const tell = (message: FromDouble): void => port.postMessage(message);
  port.onmessage = async ({ data }: MessageEvent<ToDouble>) => {
    if ("listen" in data) {
      new BroadcastChannel(data.listen).onmessage = () => tell({ heard: true });
      tell({ listening: true });
      return;
    }
    const depart = DEPARTURES[data.departure];
    if (depart !== undefined) tell({ sight: await watch(() => depart(data.url)) });
  };
}

/** The room's side: knows the double there is now. */
export class Doubles {
  #port: MessagePort | undefined;
  #next: ((ended: Ended) => void) | undefined;

  /** Takes the port of a fresh double. */
  renew(port: MessagePort, ended: Ended): void {
    this.#port?.close();
    this.#port = port;
    port.start();
    this.#next?.(ended);
  }

  /** Lets the double try `departure` and returns what was seen of it; where it saw nothing the shell has `millis` more to say. */
  async depart(departure: string, url: string, millis: number): Promise<Sight> {
    const ended = new Promise<Ended>((resolve) => (this.#next = resolve));
    const answered = this.#answer((message) => ("sight" in message ? message.sight : undefined));
    this.#send({ departure, url });
    // Whoever leaves is gone before their own watching ends, so the shell's word comes first if it comes.
    const stayed = answered.then(async (sight) => {
      await pause(sight.seen === "nothing" ? millis : 200);
      return sight;
    });
    const left = ended.then((how): Sight => ({ seen: how === "stopped" ? "stopped" : "through" }));
    return Promise.race([left, stayed, pause(5000).then((): Sight => ({ seen: "nothing" }))]);
  }

  /** Sends on a broadcast channel and returns whether the double, in its other origin, heard it. */
  async broadcast(name: string): Promise<Sight> {
    const listening = this.#answer((message) => ("listening" in message ? true : undefined));
    this.#send({ listen: name });
    if ((await Promise.race([listening, pause(2000)])) !== true) return { seen: "nothing" };
    const heard = this.#answer((message) => ("heard" in message ? true : undefined));
    const channel = new BroadcastChannel(name);
    channel.postMessage("canary");
    const through = await Promise.race([heard, pause(500)]);
    channel.close();
    return { seen: through === true ? "through" : "unheard" };
  }

  #send(message: ToDouble): void {
    this.#port?.postMessage(message);
  }

  #answer<T>(pick: (message: FromDouble) => T | undefined): Promise<T> {
    const port = this.#port;
    return new Promise((resolve) => {
      const listen = ({ data }: MessageEvent<FromDouble>): void => {
        const picked = pick(data);
        if (picked === undefined) return;
        port?.removeEventListener("message", listen);
        resolve(picked);
      };
      port?.addEventListener("message", listen);
    });
  }
}
