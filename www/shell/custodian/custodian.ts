/** The one connection to a custodian that the shell may have: signed in to by the person, and held in memory only. */
import { PortError } from "../port-error.ts";
import { stem } from "./address.ts";
import { collect, type Asked, type CollectPart } from "./collect.ts";
import { giveBack, renew } from "./smart.ts";
import type { SignedIn } from "./sign-in.ts";

/** What became of the access when it was given up: the server said that it holds no more, it did not say so, or there was none. */
export type Returned = "returned" | "not-confirmed" | "none";

/** Milliseconds for giving the access back. */
const RETURN_MILLIS = 15_000;

const OPEN_ALREADY = "A server is connected already. Disconnect it first.";
const NOT_THIS = "This is not the server that was signed in to.";
const BUSY = "The server is being read already.";

/** Connects, reads and disconnects, one at a time. */
export class CustodianKeeper {
  readonly #ask: (signal: AbortSignal) => Promise<SignedIn>;
  #signedIn: SignedIn | undefined;
  #asking = false;
  #reading: AbortController | undefined;

  /** `ask` has the person sign in. */
  constructor(ask: (signal: AbortSignal) => Promise<SignedIn>) {
    this.#ask = ask;
  }

  /** Has the person sign in, and resolves to the server's base address. */
  async connect(signal: AbortSignal): Promise<string> {
    if (this.#asking || this.#signedIn !== undefined) throw new PortError("invalid-argument", OPEN_ALREADY);
    this.#asking = true;
    try {
      this.#signedIn = await this.#ask(signal);
      return stem(this.#signedIn.custodian.base);
    } finally {
      this.#asking = false;
    }
  }

  /** Reads everything from the server at `origin`, which must be the one that was signed in to. */
  async collect(origin: string, tell: (part: CollectPart) => void, signal: AbortSignal): Promise<Asked[]> {
    const signedIn = this.#signedIn;
    if (signedIn === undefined || stem(signedIn.custodian.base) !== origin) throw new PortError("refused", NOT_THIS);
    if (this.#reading !== undefined) throw new PortError("invalid-argument", BUSY);
    const reading = new AbortController();
    this.#reading = reading;
    const { custodian, app } = signedIn;
    let { access } = signedIn;
    try {
      return await collect(
        {
          base: custodian.base,
          patient: access.patient,
          token: () => access.token,
          renew: async (over) => {
            const renewed = await renew(custodian, app, access, over);
            if (renewed === undefined || this.#signedIn === undefined) return false;
            access = renewed;
            this.#signedIn = { custodian, app, access };
            return true;
          },
        },
        tell,
        AbortSignal.any([signal, reading.signal]),
      );
    } finally {
      this.#reading = undefined;
    }
  }

  /** Forgets the access, whatever the server says, and gives it back. */
  async disconnect(): Promise<Returned> {
    const signedIn = this.#signedIn;
    this.forget();
    if (signedIn === undefined) return "none";
    const { custodian, app, access } = signedIn;
    return (await giveBack(custodian, app, access, AbortSignal.timeout(RETURN_MILLIS))) ? "returned" : "not-confirmed";
  }

  /** Forgets the access at once. */
  forget(): void {
    this.#reading?.abort();
    this.#signedIn = undefined;
  }
}
