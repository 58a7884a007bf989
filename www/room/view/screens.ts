/** The screens of the room, and which of them is shown. Where a person is, is kept in memory only: in no address and no storage. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { IconName } from "./icons.ts";
import { say } from "../words/first.ts";

/** Returns a screen, or a part of one, by its name, with the texts that are said for it in the language that is spoken. */
const place = <const Name extends string>(name: Name, word: Said, title = word) => ({
  name,
  get word() {
    return say(word);
  },
  get title() {
    return say(title);
  },
});

/** The texts of screens and parts. */
type Said =
  | "today"
  | "records"
  | "yourRecords"
  | "ask"
  | "library"
  | "whatLeaves"
  | "settings"
  | "timeline"
  | "charts"
  | "search"
  | "files";

/** The screens, in the order in which they stand in the navigation. */
export const SCREENS = [
  place("today", "today"),
  place("records", "records", "yourRecords"),
  place("ask", "ask"),
  place("library", "library"),
  place("leaves", "whatLeaves"),
  place("settings", "settings"),
] as const satisfies readonly { readonly name: IconName; readonly word: string; readonly title: string }[];

/** The name of a screen. */
export type ScreenName = (typeof SCREENS)[number]["name"];

/** The parts of the screen of the records. */
export const PARTS = [
  place("timeline", "timeline"),
  place("charts", "charts"),
  place("search", "search"),
  place("files", "files"),
] as const;

/** The name of a part of the records. */
export type PartName = (typeof PARTS)[number]["name"];

/** A place to go to. */
export interface Going {
  readonly screen: ScreenName;
  /** Of the records. */
  readonly part?: PartName;
}

/** Knows which screen is shown, and brings the focus to its heading when it changes. */
export class ScreensController implements ReactiveController {
  /** The screen that is shown. Without records it is where they are added. */
  at: ScreenName = "records";
  /** The part of the records that is shown. */
  part: PartName = "files";
  readonly #host: ReactiveControllerHost & { readonly renderRoot: HTMLElement | DocumentFragment };

  constructor(host: ReactiveControllerHost & { readonly renderRoot: HTMLElement | DocumentFragment }) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {}

  /** Shows a screen; resolves once its heading has the focus. */
  async go({ screen, part }: Going): Promise<void> {
    const moved = screen !== this.at;
    this.at = screen;
    if (part !== undefined) this.part = part;
    this.#host.requestUpdate();
    if (!moved) return;
    await this.#host.updateComplete;
    this.#host.renderRoot.querySelector<HTMLElement>(`#heading-${screen}`)?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }

  /** Records are there now where there were none: their questions come first, unless something about them has to be seen. */
  async begin(clean: boolean): Promise<void> {
    if (!clean) return;
    this.part = "timeline";
    if (this.at === "records") await this.go({ screen: "ask" });
    else this.#host.requestUpdate();
  }

  /** There are no records any more. */
  end(): void {
    this.part = "files";
    if (this.at === "today" || this.at === "ask") this.at = "records";
    this.#host.requestUpdate();
  }
}
