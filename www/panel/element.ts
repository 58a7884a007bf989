/**
 * The element `<chaperone-panel>`: a frame with Chaperone's shell, for a portal's page.
 *
 * Attributes, read when the element is put into the page:
 *
 * - `src`: the shell's address, http or https. Let it be of another origin than the portal: then the portal's scripts can reach
 *   nothing in it. `panel.js`, served beside the shell, takes its own folder where there is none.
 * - `title`: what the frame is called to those who cannot see it.
 * - `theme-accent` (`#rgb`, `#rrggbb`), `theme-radius` (0 to 24, pixels), `theme-text` (0.875 to 1.5), `theme-scheme`
 *   (`light`, `dark`): the look. A value of another form is dropped.
 * - `policy`: what may leave, and how exactly it is told, as JSON or signed (docs/levels.md). It can only make the rules stricter; with one
 *   that cannot be read, or whose signature does not hold, nothing leaves.
 * - `connect`: there, the person may sign in to a hospital's server in a window of its own (docs/connecting.md).
 * - `answers`: there, the person may choose the portal's own function in place of a model server; it is the property `answer`, which is
 *   set once.
 *
 * The element says nothing to the frame but what that function answers to a request that the person approved for it, over a port that the frame
 * gave it. Of the frame it hears one of three words, none of which is about a person, and tells
 * them as events: `chaperone-ready`, `chaperone-closed`, `chaperone-policy-refused`; `chaperone-unusable` is its own.
 * Its size is that of the element, by the portal's style sheet. A later change of an attribute has no effect, as the frame
 * would forget what it holds.
 */
import type { Word } from "../shell/announce.ts";
import { withFunction } from "../shell/function/address.ts";
import { withPolicy } from "../shell/policy.ts";
import { THEME_NAMES, checkTheme, toFragment } from "../shell/theme.ts";
import { answerOver, type AnswerFunction } from "./answering.ts";

const STYLE =
  ":host { display: block; height: 40rem } :host([hidden]) { display: none } iframe { display: block; width: 100%; height: 100%; border: 0 }";

/** What the frame may use, and nothing else: a model server of the person's own, and passkeys. */
const ALLOW = "loopback-network; local-network; publickey-credentials-get; publickey-credentials-create";

/**
 * The shell runs scripts, keeps its own origin (without it there is no storage and no passkey), and hands out files
 * that the person exports. Everything else is taken from it: it opens no window, leads the portal nowhere, and shows no
 * dialog of the browser. That protects the portal from whoever hosts the shell, not the records: those are
 * protected by the room's own sandbox inside, which does not rest on this one.
 */
const SANDBOX = "allow-scripts allow-same-origin allow-downloads";

/** What signing in to a hospital's server takes besides: a window that is as free as any other. */
const WINDOWS = " allow-popups allow-popups-to-escape-sandbox";

/** The event that tells each word of the frame. */
const EVENTS: Readonly<Record<Word, string>> = {
  ready: "chaperone-ready",
  closed: "chaperone-closed",
  "policy-refused": "chaperone-policy-refused",
};

/** Where a page is built without a document, there are no elements; the module can be loaded there all the same. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/** The folder of `panel.js`, where it was that which brought the element. */
let folder: string | undefined;

/** The element. */
export class ChaperonePanel extends Base {
  readonly #root = this.attachShadow({ mode: "closed" });
  #frame: HTMLIFrameElement | undefined;
  #origin = "";
  #answer: AnswerFunction | undefined;
  /** Ends what the function is answering. */
  #end: (() => void) | undefined;

  /** The function that answers in place of a model server. It can be set once, so that no other comes in its place by mistake. */
  get answer(): AnswerFunction | undefined {
    return this.#answer;
  }

  set answer(answer: AnswerFunction) {
    if (typeof answer !== "function") throw new TypeError("The answer of a panel is a function.");
    if (this.#answer !== undefined) throw new TypeError("The function of a panel is set once.");
    this.#answer = answer;
  }

  connectedCallback(): void {
    this.#upgrade();
    const style = new CSSStyleSheet();
    style.replaceSync(STYLE);
    this.#root.adoptedStyleSheets = [style];
    this.#root.replaceChildren(this.#content());
    window.addEventListener("message", this.#hear);
  }

  disconnectedCallback(): void {
    window.removeEventListener("message", this.#hear);
    this.#frame = undefined;
    this.#end?.();
    this.#end = undefined;
  }

  /** Takes the function that was set before the element was defined. */
  #upgrade(): void {
    if (!Object.hasOwn(this, "answer")) return;
    const { value } = Object.getOwnPropertyDescriptor(this, "answer") as { value: AnswerFunction };
    Reflect.deleteProperty(this, "answer");
    this.answer = value;
  }

  #content(): HTMLElement {
    const address = shellAddress(this.getAttribute("src"));
    if (address === undefined) {
      const refusal = document.createElement("p");
      refusal.textContent = german(this)
        ? "Chaperone kann hier nicht gezeigt werden: src des Panels ist keine http- oder https-Adresse."
        : "Chaperone cannot be shown here: the panel's src is not an http or https address.";
      queueMicrotask(() => this.#tell("chaperone-unusable"));
      return refusal;
    }
    const wishes = THEME_NAMES.map((name) => [name, this.getAttribute(`theme-${name}`) ?? ""]);
    const look = withPolicy(toFragment(checkTheme(Object.fromEntries(wishes))), this.getAttribute("policy"));
    address.hash = this.hasAttribute("answers") ? withFunction(look, location.origin) : look;
    const frame = document.createElement("iframe");
    frame.title =
      this.title || (german(this) ? "Chaperone: Fragen an Ihre Akten" : "Chaperone: questions about your records");
    frame.allow = ALLOW;
    frame.referrerPolicy = "no-referrer";
    frame.setAttribute("sandbox", this.hasAttribute("connect") ? SANDBOX + WINDOWS : SANDBOX);
    // A panel further down the page fetches nothing before it is looked at.
    frame.loading = "lazy";
    frame.src = address.href;
    this.#origin = address.origin;
    this.#frame = frame;
    return frame;
  }

  readonly #hear = ({ data, origin, source, ports }: MessageEvent<unknown>): void => {
    if (source === null || source !== this.#frame?.contentWindow || origin !== this.#origin) return;
    const word: unknown = typeof data === "object" && data !== null && "chaperone" in data ? data.chaperone : undefined;
    const [port] = ports;
    if (word === "function" && port !== undefined && this.hasAttribute("answers")) {
      // A shell that was loaded anew gives another one.
      this.#end?.();
      this.#end = answerOver(port, () => this.#answer);
    } else if (typeof word === "string" && Object.hasOwn(EVENTS, word)) this.#tell(EVENTS[word as Word]);
  };

  #tell(name: string): void {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true }));
  }
}

/** Returns the shell's address, without a fragment, or `undefined` when `src` is none. */
function shellAddress(src: string | null): URL | undefined {
  const [text, base] = src === null ? [folder === undefined ? undefined : ".", folder] : [src, document.baseURI];
  if (text === undefined || !URL.canParse(text, base)) return undefined;
  const address = new URL(text, base);
  return address.protocol === "http:" || address.protocol === "https:" ? address : undefined;
}

/** Defines the element, once; `of` is the folder that a panel without `src` takes. */
export function define(of?: string): void {
  folder ??= of;
  if (typeof customElements === "undefined" || customElements.get("chaperone-panel") !== undefined) return;
  customElements.define("chaperone-panel", ChaperonePanel);
}

/** Whether the page around the element speaks German, or, where it does not say, the browser does. */
function german(element: Element): boolean {
  const spoken = element.closest<HTMLElement>("[lang]")?.lang || navigator.language;
  return /^de\b/i.test(spoken);
}
