/**
 * Where requests go, and with what key, is said by the person in the shell: what a request says is reviewed in the record room, but the server and the key
 * come from the room's interface, and no review sees a key. A script that had taken the interface over could else have
 * anything leave in the place of the key.
 *
 * It is asked once for each server and key while the page is open; `needsNone` says of which it is not.
 */
import type { Errand } from "./port.ts";
import { PortError } from "./port-error.ts";
import { question } from "./question.ts";
import { inWords, tongue } from "./speech.ts";

export class Destinations {
  readonly #page: Document;
  /** Servers with their keys to which the person lets requests go. */
  readonly #allowed = new Set<string>();
  /** Over when no question is open: they are asked one after the other. */
  #open: Promise<unknown> = Promise.resolve();

  /** `page` has the dialog. */
  constructor(page: Document) {
    this.#page = page;
  }

  /** Resolves where an errand may be carried; rejects with a {@link PortError} where the person does not want it. */
  allow({ cleared, credential }: Pick<Errand, "cleared" | "credential">, signal: AbortSignal): Promise<void> {
    const { origin } = new URL(cleared.url);
    const asked = this.#open.then(() => this.#ask(origin, credential, signal));
    this.#open = asked.catch(() => undefined);
    return asked;
  }

  async #ask(origin: string, credential: string, signal: AbortSignal): Promise<void> {
    const both = JSON.stringify([origin, credential]);
    if (this.#allowed.has(both)) return;
    if (signal.aborted) throw new PortError("cancelled", "Cancelled.");
    const part = (id: string): HTMLElement => this.#page.getElementById(`send-${id}`) as HTMLElement;
    part("server").textContent = origin;
    const withKey = inWords("With a key of {count} characters.");
    part("key").textContent =
      credential === ""
        ? inWords("Without a key.")
        : withKey.replace("{count}", credential.length.toLocaleString(tongue()));
    part("look").hidden = credential === "";
    part("text").textContent = credential;
    try {
      if (await question(this.#page, "send", "go", signal)) this.#allowed.add(both);
      else throw new PortError("refused", "You did not let it go to this server, so nothing was sent.");
    } finally {
      part("text").textContent = "";
      part("look").removeAttribute("open");
    }
  }
}
