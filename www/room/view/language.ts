/** The language of the page: that of the browser where the page speaks it, until the person chooses another. */
import { LitElement, type ReactiveController, type ReactiveControllerHost } from "lit";
import { part } from "../engine/late.ts";
import { language, speak } from "../words/say.ts";
import { preferred, type Tag } from "../../shell/tags.ts";

/** The languages, each by its own name. */
export const LANGUAGES: readonly { readonly tag: Tag; readonly name: string }[] = [
  { tag: "en", name: "English" },
  { tag: "de", name: "Deutsch" },
];

/** How long nothing is drawn for want of the words of the browser’s language, in milliseconds. */
const LONGEST_WAIT_MILLIS = 3000;

/** Knows the language, brings its texts, and has everything that stands on the page rendered in it. */
export class LanguageController implements ReactiveController {
  /** What the person chose; `undefined` while it is the browser’s. */
  chosen: Tag | undefined;
  readonly #host: ReactiveControllerHost;
  readonly #failed: (error: unknown) => void;
  readonly #tell: (tag: Tag) => void;

  /** `tell` has the shell speak the language too. */
  constructor(host: ReactiveControllerHost, failed: (error: unknown) => void, tell: (tag: Tag) => void) {
    this.#host = host;
    this.#failed = failed;
    this.#tell = tell;
    host.addController(this);
  }

  hostConnected(): void {}

  /** The language that is spoken now. */
  get tag(): Tag {
    return language().tag;
  }

  /** Speaks the browser’s language, where nothing else was chosen. */
  async begin(): Promise<void> {
    if (this.chosen !== undefined) return;
    const { style } = document.body;
    // What is read in one language would move when it is said in another: it is drawn once its words are there.
    if (preferred(navigator.languages) !== this.tag) style.visibility = "hidden";
    // Words that do not come are not waited for.
    setTimeout(() => (style.visibility = ""), LONGEST_WAIT_MILLIS);
    await this.#speak(preferred(navigator.languages), () => (style.visibility = ""));
    style.visibility = "";
  }

  /** Speaks `tag` from now on, because the person said so. */
  async choose(tag: Tag): Promise<void> {
    this.chosen = tag;
    await this.#speak(tag);
  }

  async #speak(tag: Tag, drawn = (): unknown => undefined): Promise<void> {
    this.#tell(tag);
    if (tag === this.tag) return this.#host.requestUpdate();
    try {
      if (tag === "de") await part("german");
    } catch (error) {
      return this.#failed(error);
    }
    // Meanwhile another may have been chosen.
    if (this.chosen !== undefined && this.chosen !== tag) return;
    if (!speak(tag)) return;
    document.documentElement.lang = tag;
    renew(document.body);
    drawn();
    // What the engine says comes after the page’s own words.
    if (tag === "de") await part("germanengine").then(() => renew(document.body), this.#failed);
  }
}

/** Has every element below `root` rendered again. */
export function renew(root: ParentNode): void {
  for (const element of root.querySelectorAll("*")) {
    if (element instanceof LitElement) element.requestUpdate();
    if (element.shadowRoot !== null) renew(element.shadowRoot);
  }
}
