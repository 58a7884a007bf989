/** The custodian while its part of the shell's script is not there: it is brought when a person first wants to connect. */
import type { CustodianService } from "../port.ts";
import { inTurn } from "../in-turn.ts";
import { PortError } from "../port-error.ts";
import type * as Part from "../late/custodian.ts";
import type { CustodianKeeper } from "./custodian.ts";
import type { Setting } from "./launch.ts";

/** Serves the custodian by what `bring` brings, once; `page` has the dialog. */
export class LateCustodian implements CustodianService {
  readonly #bring: (signal: AbortSignal) => Promise<typeof Part>;
  readonly #page: Document;
  readonly #setting: Setting;
  #keeper: CustodianKeeper | undefined;
  #forgotten = false;

  constructor(bring: (signal: AbortSignal) => Promise<typeof Part>, page: Document, setting: Setting) {
    this.#bring = bring;
    this.#page = page;
    this.#setting = setting;
  }

  connect(signal: AbortSignal): Promise<string> {
    return inTurn(signal, () => this.#connect(signal));
  }

  async #connect(signal: AbortSignal): Promise<string> {
    if (this.#keeper === undefined) {
      const { CustodianKeeper, signIn } = await this.#bring(signal);
      this.#keeper ??= new CustodianKeeper((over) => signIn(this.#page, this.#setting, over));
    }
    if (this.#forgotten || signal.aborted) throw new PortError("cancelled", "Cancelled.");
    return this.#keeper.connect(signal);
  }

  async collect(...takes: Parameters<CustodianService["collect"]>): ReturnType<CustodianService["collect"]> {
    if (this.#keeper === undefined) throw new PortError("refused", "No server was signed in to.");
    return this.#keeper.collect(...takes);
  }

  async disconnect(): ReturnType<CustodianService["disconnect"]> {
    return this.#keeper?.disconnect() ?? "none";
  }

  /** Forgets the access at once, and for good. */
  forget(): void {
    this.#forgotten = true;
    this.#keeper?.forget();
  }
}
