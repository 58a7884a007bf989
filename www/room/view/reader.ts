/** Opens quotations in their source, one after the other. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { EngineClient } from "../engine/client.ts";
import { part } from "../engine/late.ts";
import type { Opening } from "./answer.ts";
import { innermost } from "./focused.ts";
import type { SourceView } from "./source.ts";

/** Shows the source of a quotation in the page's reader. */
export class ReaderController implements ReactiveController {
  readonly #engine: () => EngineClient;
  readonly #view: () => SourceView;
  #opening: Opening | undefined;

  constructor(host: ReactiveControllerHost, engine: () => EngineClient, view: () => SourceView) {
    this.#engine = engine;
    this.#view = view;
    host.addController(this);
  }

  hostConnected(): void {}

  /** Opens a quotation; rejects when its source cannot be had. */
  async open(opening: Opening): Promise<void> {
    const { references, at } = opening;
    const reference = references[at];
    if (reference === undefined) return;
    // The first time the reader itself is still on its way: what was pressed shows that it was.
    const pressed = innermost();
    pressed?.setAttribute("aria-busy", "true");
    try {
      const [source] = await Promise.all([this.#engine().call("source", { reference }), part("reader")]);
      this.#opening = opening;
      await this.#view().show(source, { at, of: references.length }, reference);
    } finally {
      pressed?.removeAttribute("aria-busy");
    }
  }

  /** Goes on to quotation `at` of the answer that is open. */
  async move(at: number): Promise<void> {
    if (this.#opening !== undefined) await this.open({ ...this.#opening, at });
  }
}
