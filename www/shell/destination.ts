/**
 * Where requests go, and with what key, is said by the person in the shell: what a request says is reviewed in the record room, but the server and the key
 * come from the room's interface, and no review sees a key. A script that had taken the interface over could else have
 * anything leave in the place of the key.
 *
 * It is asked once for each server and key while the page is open; `needs.ts` says of which it is not.
 */
import type { Errand } from "./port.ts";
import { PortError } from "./port-error.ts";
import { question } from "./question.ts";
import { inWords, tongue } from "./speech.ts";

/** How much of a key is shown at once: enough to know one's own by. */
const BEGINNING = 4;

type Where = Pick<Errand, "cleared" | "credential">;

export class Destinations {
  readonly #page: Document;
  /** Servers with the keys with which the person lets requests go there. */
  readonly #allowed = new Map<string, Set<string>>();

  /** `page` has the dialog. */
  constructor(page: Document) {
    this.#page = page;
  }

  /** Whether the person agreed before. */
  knows({ cleared, credential }: Where): boolean {
    return this.#allowed.get(new URL(cleared.url).origin)?.has(credential) === true;
  }

  /** Asks whether an errand may be carried; rejects with a {@link PortError} where the person does not want it. */
  async ask({ cleared, credential }: Where, signal: AbortSignal): Promise<void> {
    const { origin } = new URL(cleared.url);
    const keys = this.#allowed.get(origin) ?? new Set();
    const part = (id: string): HTMLElement => this.#page.getElementById(`send-${id}`) as HTMLElement;
    part("server").textContent = origin;
    part("key").textContent = aboutKey(credential, keys.size > 0);
    part("look").hidden = credential === "";
    part("text").textContent = credential;
    try {
      if (!(await question(this.#page, "send", "go", signal)))
        throw new PortError("refused", "You did not let it go to this server, so nothing was sent.");
      this.#allowed.set(origin, keys.add(credential));
    } finally {
      part("text").textContent = "";
      part("look").removeAttribute("open");
    }
  }
}

/** What is said of a key at once; `isOther` where the person agreed to another one, or to none, at this server. */
function aboutKey(credential: string, isOther: boolean): string {
  const long = credential.length > 3 * BEGINNING;
  const english = long
    ? "With a key of {count} characters that begins with “{start}”."
    : "With a key of {count} characters.";
  const key = inWords(credential === "" ? "Without a key." : english)
    .replace("{count}", credential.length.toLocaleString(tongue()))
    .replace("{start}", () => credential.slice(0, BEGINNING));
  return isOther ? `${key} ${inWords("It is not what you agreed to for this server before.")}` : key;
}
