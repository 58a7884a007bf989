/** Brings the parts of the page that the first screen does without: those of what is shown at once, the others when there is nothing else to do. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { keep, part } from "../engine/late.ts";
import { LATE_PARTS, type LatePart } from "../../shell/messages.ts";
import type { ScreenName } from "./screens.ts";
import { told } from "./told.ts";

/** Brings each part once. One that cannot be had is told of until it can, and asked for again when a screen is opened. */
export class BringingController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #needed: () => { readonly at: ScreenName; readonly parts: readonly LatePart[] };
  readonly #asked = new Set<LatePart>();
  readonly #there = new Set<LatePart>();
  readonly #missed = new Map<LatePart, string>();
  #at: ScreenName | undefined;

  /** `needed` says which screen is shown, and the parts that it is made of. */
  constructor(
    host: ReactiveControllerHost,
    needed: () => { readonly at: ScreenName; readonly parts: readonly LatePart[] },
  ) {
    this.#host = host;
    this.#needed = needed;
    host.addController(this);
  }

  /** What is said of the parts that could not be had, each once. */
  get missed(): readonly string[] {
    return [...new Set(this.#missed.values())];
  }

  /** Whether the part `name` is still to come; one that cannot be had is not waited for. */
  waitsFor(name: LatePart): boolean {
    return !this.#there.has(name) && !this.#missed.has(name);
  }

  hostUpdated(): void {
    const { at, parts } = this.#needed();
    if (at !== this.#at) for (const name of this.#missed.keys()) this.#asked.delete(name);
    this.#at = at;
    for (const name of parts) void this.#bring(name);
  }

  async #bring(name: LatePart): Promise<void> {
    if (this.#asked.has(name)) return;
    this.#asked.add(name);
    try {
      await part(name);
      this.#there.add(name);
      this.#missed.delete(name);
    } catch (error) {
      this.#missed.set(name, told(error));
    }
    this.#host.requestUpdate();
  }

  /** Brings the rest of the page, one script after the other, so that it is there at once when it is needed, and without a network. */
  async rest(): Promise<void> {
    for (const name of LATE_PARTS) {
      await idle();
      await this.#bring(name);
    }
    for (const name of ["dialogs", "pool", "derive", "layout", "shellgerman"] as const) {
      await idle();
      await keep(name).catch(() => undefined);
    }
  }
}

/** Resolves when the page has nothing else to do, in a second at the latest. */
function idle(): Promise<void> {
  const { requestIdleCallback } = window as { requestIdleCallback?: Window["requestIdleCallback"] };
  return new Promise((resolve) => {
    if (requestIdleCallback === undefined) setTimeout(resolve, 50);
    else requestIdleCallback(() => resolve(), { timeout: 1000 });
  });
}
