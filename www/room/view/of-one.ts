/** What is shown of one person: asked for when it is in sight, and again of other records and of somebody else. */
import { LitElement } from "lit";
import { property, state } from "lit/decorators.js";
import type { EngineClient } from "../engine/client.ts";
import { told } from "./told.ts";

/** What such views have in common; `Found` is what is asked for. */
export abstract class OfOneView<Found> extends LitElement {
  @property({ attribute: false }) accessor engine!: EngineClient;
  @property({ attribute: false }) accessor ready = false;
  /** Whether it is in sight: only then it is asked for. */
  @property({ attribute: false }) accessor active = false;
  /** Which state of the records it is. */
  @property({ attribute: false }) accessor edition = 0;
  /** The number of the patient. */
  @property({ attribute: false }) accessor person = 0;
  @state() protected accessor failure = "";
  #asked = "";

  /** Asks the engine. */
  protected abstract find(): Promise<Found>;

  /** Shows what was found. */
  protected abstract take(found: Found): void;

  protected override updated(): void {
    if (this.active && this.ready) void this.#ask();
  }

  async #ask(): Promise<void> {
    const now = `${this.edition} ${this.person}`;
    if (now === this.#asked) return;
    this.#asked = now;
    this.failure = "";
    try {
      const found = await this.find();
      // Meanwhile the records may have changed, or somebody else was chosen.
      if (now === this.#asked) this.take(found);
    } catch (error) {
      if (now === this.#asked) this.failure = told(error);
    }
  }
}
