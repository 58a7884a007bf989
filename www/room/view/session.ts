/** The session: the door before the page while records are locked away, and the page's own state, kept with them. */
import { html, type ReactiveController } from "lit";
import type { Restored } from "../engine/calls.ts";
import type { Keeping } from "../keys/keeping.ts";
import type { App } from "./app.ts";
import { parseTurns, writeTurns } from "./remembered.ts";
import { told } from "./told.ts";
import "./gate.ts";
import "./keeping.ts";

/** Milliseconds between a change of the conversation and its keeping. */
const SETTLING_MILLIS = 300;

/** Shows the door and the line of {@link Keeping} in the page, and keeps the conversation. */
export class SessionController implements ReactiveController {
  readonly #app: App;
  #keeping: Keeping | undefined;
  #unkept = "";
  #written = writeTurns([]);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(app: App) {
    this.#app = app;
    app.addController(this);
  }

  /** Begins: looks at what is kept on this device. */
  async begin(keeping: Keeping): Promise<void> {
    this.#keeping = keeping;
    keeping.onChange = () => this.#show();
    this.#show();
    await keeping.look();
  }

  /** Takes note that something could not be kept, and why. */
  unkept(reason: string): void {
    this.#unkept = reason;
    this.#show();
  }

  hostUpdated(): void {
    const { turns, busy } = this.#app.conversation;
    if (busy) return;
    const state = writeTurns(turns);
    if (state === this.#written) return;
    this.#written = state;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#keepPage(state), SETTLING_MILLIS);
  }

  #show(): void {
    const keeping = this.#keeping;
    if (keeping === undefined) return;
    const { stage } = keeping;
    const shut = ["locked", "elsewhere", "damaged"].includes(stage.stage);
    this.#app.gate = shut
      ? html`<chaperone-gate .keeping=${keeping} .stage=${stage} @opened=${({ detail }: CustomEvent<Restored>) => this.#opened(detail)}></chaperone-gate>`
      : stage.stage === "looking"
        ? html``
        : undefined;
    this.#app.status = html`<chaperone-keeping .keeping=${keeping} .stage=${stage} .unkept=${this.#unkept}></chaperone-keeping>`;
  }

  async #opened({ sources, page }: Restored): Promise<void> {
    this.#app.reading.restored(sources);
    const turns = parseTurns(page);
    this.#written = writeTurns(turns);
    this.#app.conversation.restore(turns);
    await this.#app.refresh();
  }

  async #keepPage(state: string): Promise<void> {
    try {
      await this.#app.engine.call("keep-page", { state });
    } catch (error) {
      this.unkept(told(error));
    }
  }
}
