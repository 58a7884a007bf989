/** Questions to begin with, and whom they are about. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { EngineClient } from "../engine/client.ts";
import { examples } from "./examples.ts";

/** Knows the suggested questions; what stands below them waits until they are there, so that it need not move. */
export class SuggestingController implements ReactiveController {
  suggestions: readonly string[] = [];
  /** Whether they are being looked for. */
  busy = false;
  /** Whom questions are about, by number; `undefined` for everybody. */
  subject: number | undefined;
  readonly #host: ReactiveControllerHost;
  readonly #engine: () => EngineClient;
  #run = 0;

  constructor(host: ReactiveControllerHost, engine: () => EngineClient) {
    this.#host = host;
    this.#engine = engine;
    host.addController(this);
  }

  hostConnected(): void {}

  /** Looks for questions about `subject`, where the records are `samples`. */
  async about(subject: number | undefined, samples: boolean): Promise<void> {
    const run = (this.#run += 1);
    this.subject = subject;
    if (!samples || subject === undefined) return this.#show([], false);
    this.#show(this.suggestions, true);
    // Without suggestions the page is as good as before.
    const found = await examples(this.#engine(), subject).catch(() => []);
    // Meanwhile somebody else may have been chosen.
    if (run === this.#run) this.#show(found, false);
  }

  /** Suggests nothing: the records are gone. */
  clear(): void {
    this.#run += 1;
    this.#show([], false);
  }

  #show(suggestions: readonly string[], busy: boolean): void {
    [this.suggestions, this.busy] = [suggestions, busy];
    this.#host.requestUpdate();
  }
}
