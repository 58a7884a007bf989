/**
 * `<chaperone-panel>`: a frame with Chaperone's shell, for a portal's page.
 *
 *     <script src="https://chaperone.example.org/panel.js" defer></script>
 *     <chaperone-panel src="https://chaperone.example.org/" theme-accent="#00677f"></chaperone-panel>
 *
 * Attributes, read when the element is put into the page:
 *
 * - `src`: the shell's address, http or https; without it the folder of this script. Let it be of another origin than
 *   the portal: then the portal's scripts can reach nothing in it.
 * - `title`: what the frame is called to those who cannot see it.
 * - `theme-accent` (`#rgb`, `#rrggbb`), `theme-radius` (0 to 24, pixels), `theme-text` (0.875 to 1.5), `theme-scheme`
 *   (`light`, `dark`): the look. A value of another form is dropped.
 * - `policy`: what may leave, and how exactly it is told, as JSON (docs/levels.md). It can only make the rules stricter; with one
 *   that cannot be read nothing leaves.
 *
 * The element makes the frame and does nothing else: it hears and says nothing. Its size is that of the element, by
 * the portal's style sheet. A later change of an attribute has no effect, as the frame would forget what it holds.
 */
import { withPolicy } from "../shell/policy.ts";
import { THEME_NAMES, checkTheme, toFragment } from "../shell/theme.ts";

const FOLDER = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : document.baseURI;

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

class ChaperonePanel extends HTMLElement {
  readonly #root = this.attachShadow({ mode: "closed" });

  connectedCallback(): void {
    const style = new CSSStyleSheet();
    style.replaceSync(STYLE);
    this.#root.adoptedStyleSheets = [style];
    this.#root.replaceChildren(this.#content());
  }

  #content(): HTMLElement {
    const address = shellAddress(this.getAttribute("src"));
    if (address === undefined) {
      const refusal = document.createElement("p");
      refusal.textContent = "Chaperone cannot be shown here: the panel's src is not an http or https address.";
      return refusal;
    }
    const wishes = THEME_NAMES.map((name) => [name, this.getAttribute(`theme-${name}`) ?? ""]);
    address.hash = withPolicy(toFragment(checkTheme(Object.fromEntries(wishes))), this.getAttribute("policy"));
    const frame = document.createElement("iframe");
    frame.title = this.title || "Chaperone: questions about your records";
    frame.allow = ALLOW;
    frame.referrerPolicy = "no-referrer";
    frame.setAttribute("sandbox", SANDBOX);
    // A panel further down the page fetches nothing before it is looked at.
    frame.loading = "lazy";
    frame.src = address.href;
    return frame;
  }
}

/** Returns the shell's address, without a fragment, or `undefined` when `src` is none. */
function shellAddress(src: string | null): URL | undefined {
  const base = src === null ? FOLDER : document.baseURI;
  const text = src ?? ".";
  if (!URL.canParse(text, base)) return undefined;
  const address = new URL(text, base);
  return address.protocol === "http:" || address.protocol === "https:" ? address : undefined;
}

if (customElements.get("chaperone-panel") === undefined) customElements.define("chaperone-panel", ChaperonePanel);
