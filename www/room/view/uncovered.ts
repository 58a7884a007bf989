/**
 * Guards a button by which something leaves against a page that frames this one and lays something over it, or makes it
 * transparent, so that a person presses what they do not see.
 *
 * Whether a part of the page can really be seen, the browser tells by IntersectionObserver v2 (`trackVisibility`), through
 * all frames around. Chromium has it; where a browser has not, nobody in a frame can know, and the page says so. Outside of a frame there is nobody to guard
 * against, and nothing is observed.
 */
import { html, nothing, type ReactiveController, type ReactiveControllerHost } from "lit";
import { say } from "../words/first.ts";

/** Milliseconds for which a button must have been in plain sight before it does anything. */
const SEEN_MILLIS = 500;
/** The least pause between two reports that browsers allow. */
const DELAY_MILLIS = 100;

/** What is known of the button: it was not seen for long enough yet, it was, it is not wholly in sight, or nobody can know. */
type Sight = "waiting" | "seen" | "covered" | "unknown";

interface Tracked extends IntersectionObserverInit {
  readonly trackVisibility: true;
  readonly delay: number;
}

let framed = false;

/** Takes note that this page is in a frame of somebody's page; said once, by the shell. */
export function inFrame(): void {
  framed = true;
}

/** Watches the element that `selector` names in the shadow of its host. */
export class UncoveredController implements ReactiveController {
  readonly #host: ReactiveControllerHost & { readonly renderRoot: ParentNode };
  readonly #selector: string;
  #sight: Sight = "waiting";
  #observer: IntersectionObserver | undefined;
  #watched: Element | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost & { readonly renderRoot: ParentNode }, selector: string) {
    this.#host = host;
    this.#selector = selector;
    host.addController(this);
  }

  /** Whether the button may do what it says now. */
  get may(): boolean {
    return !framed || this.#sight === "seen" || this.#sight === "unknown";
  }

  /** Whether `event` is a press of the button by a person who could see it. */
  allows(event: Event): boolean {
    return this.may && (!framed || event.isTrusted);
  }

  /** What is said beside the button. */
  get words(): unknown {
    if (this.#sight === "covered")
      return html`<p class="small notice" role="status" id="covered">${say("thisButtonIsNot")}</p>`;
    if (this.#sight === "unknown") return html`<p class="small soft" id="unguarded">${say("thisBrowserDoesNot")}</p>`;
    return nothing;
  }

  hostUpdated(): void {
    if (!framed) return;
    const found = this.#host.renderRoot.querySelector(this.#selector);
    if (found === this.#watched) return;
    this.#end();
    this.#watched = found;
    if (found !== null) this.#watch(found);
  }

  hostDisconnected(): void {
    this.#end();
    this.#watched = null;
  }

  #watch(element: Element): void {
    if (!("isVisible" in IntersectionObserverEntry.prototype)) return this.#see("unknown");
    this.#see("waiting");
    const options: Tracked = { trackVisibility: true, delay: DELAY_MILLIS, threshold: [0, 0.5, 1] };
    this.#observer = new IntersectionObserver((entries) => {
      const last = entries.at(-1) as (IntersectionObserverEntry & { readonly isVisible: boolean }) | undefined;
      if (last === undefined) return;
      clearTimeout(this.#timer);
      if (!last.isVisible || last.intersectionRatio < 0.99) return this.#see("covered");
      this.#see("waiting");
      this.#timer = setTimeout(() => this.#see("seen"), SEEN_MILLIS);
    }, options);
    this.#observer.observe(element);
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#observer?.disconnect();
    this.#observer = undefined;
    this.#sight = "waiting";
  }

  #see(sight: Sight): void {
    if (this.#sight === sight) return;
    this.#sight = sight;
    this.#host.requestUpdate();
  }
}
