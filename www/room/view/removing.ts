/** Taking single files away, out of the session, out of what is kept and out of the conversation. */
import type { ReactiveController } from "lit";
import type { SourceFile } from "../engine/kept.ts";
import type { App } from "./app.ts";
import { isCancelled, told } from "./told.ts";
import { say } from "../words/first.ts";

/** What can be seen of it. A new object at each change. */
export interface SourcesState {
  readonly files: readonly SourceFile[];
  /** What became of the last removal, in words. */
  readonly outcome: { readonly done: boolean; readonly words: string } | undefined;
}

/** Lists the files of the page's records, and takes one away. */
export class SourcesController implements ReactiveController {
  /** What there is to show. */
  state: SourcesState = { files: [], outcome: undefined };
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
    app.addController(this);
  }

  hostConnected(): void {}

  /** Asks the engine for the list. */
  async list(): Promise<void> {
    try {
      this.#change({ files: await this.#app.engine.call("sources", {}) });
    } catch (error) {
      this.#change({ outcome: { done: false, words: told(error) } });
    }
  }

  /** Takes `file` away; the others are read again. */
  async remove(file: SourceFile): Promise<void> {
    this.#change({ outcome: undefined });
    try {
      const { traces } = await this.#app.reading.remove(file);
      await this.#app.session.forget(file);
      this.#change({
        outcome: { done: true, words: say(traces ? "wasRemovedButTraces" : "wasRemoved", { label: file.label }) },
      });
    } catch (error) {
      const why = isCancelled(error) ? say("itWasCancelled") : told(error);
      this.#change({ outcome: { done: false, words: say("wasNotRemoved", { label: file.label, why }) } });
    }
    await this.list();
  }

  /** Forgets the list: the records are others. */
  clear(): void {
    this.#change({ files: [], outcome: undefined });
  }

  #change(part: Partial<SourcesState>): void {
    this.state = { ...this.state, ...part };
    this.#app.requestUpdate();
  }
}
