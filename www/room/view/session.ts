/** The session: the door before the page while records are locked away, and the page's own state, kept with them. */
import { html, type ReactiveController, type TemplateResult } from "lit";
import type { Restored, SourceFile } from "../engine/kept.ts";
import { part } from "../engine/late.ts";
import type { Keeping, Stage } from "../keys/keeping.ts";
import type { App } from "./app.ts";
import { parseChoices, parseTurns, writeTurnsInTurns } from "./remembered.ts";
import type { Turn } from "./turn-state.ts";
import { told } from "./told.ts";
import type { KeepingView } from "./keeping.ts";
import { say } from "../words/first.ts";
import { spoken } from "../words/say.ts";

/** The stages in which there is a door instead of the page. */
const SHUT: readonly Stage["stage"][] = ["locked", "elsewhere", "damaged", "remains"];

/** Milliseconds between a change of the conversation and its keeping. */
const SETTLING_MILLIS = 300;

/** Shows the door and the line of {@link Keeping} in the page, and keeps the conversation. */
export class SessionController implements ReactiveController {
  /** Whether the page before this one destroyed what was kept, and nothing is kept now. */
  destroyed = false;
  readonly #app: App;
  #keeping: Keeping | undefined;
  #unkept = "";
  #turns: readonly Turn[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The keeping that was begun last. One follows the other, so that the newest conversation is the one that stays. */
  #kept: Promise<void> = Promise.resolve();
  /** The door, until what was behind it is read back: then the page is seen whole. */
  #locked: Stage | undefined;
  /** The conversation that is kept could not be read: it is left as it is. */
  #frozen = false;

  constructor(app: App) {
    this.#app = app;
    app.addController(this);
  }

  /** Whether it is known, or being found out, what is kept. */
  get begun(): boolean {
    return this.#keeping !== undefined;
  }

  /** Whether it is known what is kept. */
  get looked(): boolean {
    return this.#keeping !== undefined && this.#keeping.stage.stage !== "looking";
  }

  /** Begins: looks at what is kept on this device. */
  async begin(keeping: Keeping): Promise<void> {
    this.#keeping = keeping;
    keeping.onChange = () => this.#app.requestUpdate();
    keeping.onKeep = () => this.#now();
    keeping.onLock = () => this.#flush();
    this.#app.requestUpdate();
    await keeping.look();
    this.destroyed = keeping.destroyed && keeping.stage.stage === "temporary";
    this.#app.requestUpdate();
    if (!this.destroyed) return;
    await this.#app.updateComplete;
    this.#app.renderRoot.querySelector<HTMLElement>("#destroyed")?.focus();
  }

  /** Takes what a removed file has left in the conversation out of it, and out of what is kept. */
  async forget({ sha256, label }: SourceFile): Promise<void> {
    const { conversation, reading } = this.#app;
    if (reading.state.holdings?.files === 0) conversation.clear();
    else conversation.forget(sha256, label);
    if (this.#frozen) return;
    // Twice: the state before must not lead to the old conversation from the other slot.
    await this.#now();
    await this.#now();
  }

  /** Takes note that something could not be kept, and why; an empty text says that now everything is. */
  unkept(reason: string): void {
    this.#unkept = reason;
    this.#app.requestUpdate();
  }

  hostUpdated(): void {
    const { turns, busy } = this.#app.conversation;
    if (!busy && turns !== this.#turns) this.settings();
  }

  /** The language or the units were chosen: they are kept with the conversation. */
  settings(): void {
    if (this.#frozen || this.#keeping?.stage.stage !== "kept") return;
    this.#turns = this.#app.conversation.turns;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#flush(), SETTLING_MILLIS);
  }

  /** Keeps the conversation now, if it is waiting to be kept. */
  async #flush(): Promise<void> {
    if (this.#timer === undefined) return this.#kept;
    await this.#now();
  }

  /** Keeps the conversation now; where nothing is kept yet, once something is. */
  async #now(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const turns = this.#app.conversation.turns;
    this.#turns = turns;
    const before = this.#kept;
    this.#kept = (async () => {
      await before.catch(() => undefined);
      await this.#keepPage(await this.#written(turns));
    })();
    await this.#kept;
  }

  /** `turns` and the choices of the page, as they are kept. */
  #written(turns: readonly Turn[]): Promise<string> {
    const { language, units } = this.#app;
    const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
    return writeTurnsInTurns(turns, { language: language.chosen, units }, pause);
  }

  /** What is shown instead of the records and the conversation, for instance while they are locked away. */
  get gate(): TemplateResult | undefined {
    const keeping = this.#keeping;
    if (keeping === undefined) return undefined;
    const stage = this.#door(keeping);
    if (stage.stage === "looking") return html``;
    if (!SHUT.includes(stage.stage)) return undefined;
    return html`<chaperone-gate .keeping=${keeping} .stage=${stage} @opened=${({ detail }: CustomEvent<Restored>) => this.#opened(detail)}></chaperone-gate>`;
  }

  /** Whether there is a door instead of the page. */
  get shut(): boolean {
    return this.#keeping !== undefined && SHUT.includes(this.#door(this.#keeping).stage);
  }

  /** The stage that is shown: still the one before where what is kept is open, but not read back yet. */
  #door({ stage }: Keeping): Stage {
    if (stage.stage === "kept" && this.#locked !== undefined) return this.#locked;
    this.#locked = stage.stage === "locked" ? stage : undefined;
    return stage;
  }

  /** A line for the head of the page: where the records are kept. */
  get status(): TemplateResult | undefined {
    const keeping = this.#keeping;
    if (keeping === undefined) return undefined;
    const { sources, reading, conversation } = this.#app;
    return html`<chaperone-keeping
      .keeping=${keeping} .stage=${keeping.stage} .unkept=${this.#unkept}
      .sources=${sources.state} .locked=${reading.state.busy || conversation.busy}
      @list=${() => sources.list()} @remove-source=${({ detail }: CustomEvent<SourceFile>) => sources.remove(detail)}
      @unkept=${({ detail }: CustomEvent<string>) => this.unkept(detail)}
    ></chaperone-keeping>`;
  }

  /** Where the records are kept, for the settings, and the way to change it. */
  get card(): TemplateResult | undefined {
    const keeping = this.#keeping;
    if (keeping === undefined) return undefined;
    const { stage } = keeping.stage;
    const offers = stage === "kept" || (keeping.stage.stage === "temporary" && !keeping.stage.instead);
    const words =
      stage === "kept"
        ? say("theFilesWhatWas")
        : stage === "unavailable"
          ? spoken((keeping.stage as { readonly why: string }).why)
          : say("nothingIsKeptClosing");
    return html`<section aria-labelledby="storage-title" id="storage">
      <h2 id="storage-title">${say("storage")}</h2>
      <p class="soft small">${words}</p>
      ${offers ? html`<div class="row"><button id="to-storage" @click=${() => this.#toStorage()}>${stage === "kept" ? say("lookAtWhatIs") : say("keepOnThisDevice")}</button></div>` : ""}
    </section>`;
  }

  async #toStorage(): Promise<void> {
    await part("storage");
    this.#app.renderRoot.querySelector<KeepingView>("chaperone-keeping")?.show();
  }

  async #opened(restored: Restored): Promise<void> {
    try {
      await this.#readBack(restored);
    } finally {
      // Whatever went wrong, nobody is left before a door that does not open.
      this.#locked = undefined;
      this.#app.requestUpdate();
    }
  }

  async #readBack({ sources, page, older }: Restored): Promise<void> {
    this.#app.reading.restored(sources);
    const turns = page === undefined ? [] : "state" in page ? parseTurns(page.state) : undefined;
    this.#frozen = turns === undefined;
    if (turns === undefined) this.unkept(say("theConversationThatIs"));
    else this.#app.conversation.restore(turns);
    this.#turns = this.#app.conversation.turns;
    const { language, units } = page !== undefined && "state" in page ? parseChoices(page.state) : {};
    if (language !== undefined) void this.#app.language.choose(language);
    if (units !== undefined) this.#app.show(units);
    if (older) this.#app.note(say("theLastChangeBefore"));
    await this.#app.refresh(() => (this.#locked = undefined));
  }

  async #keepPage(state: string): Promise<void> {
    try {
      await this.#app.engine.call("keep-page", { state });
    } catch (error) {
      this.unkept(told(error));
    }
  }
}
