/** Of which entries of the ledger nothing left in this session: no server was there, or the person did not let it go. */
import type { Engine } from "../../../pkg/chaperone.js";
import { isUnsent, toData } from "./error.ts";

export class Unsent {
  readonly #engine: Engine;
  readonly #numbers = new Set<number>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  get numbers(): readonly number[] {
    return [...this.#numbers];
  }

  /** To be called once something was released, before it is sent: what it returns takes an error of the sending, and notes the entry where that says that nothing left. */
  watch(): (error: unknown) => void {
    const entry = this.#engine.ledger().entries.at(-1)?.number;
    return (error) => {
      if (entry !== undefined && isUnsent(toData(error))) this.#numbers.add(entry);
    };
  }
}
