/** The navigation: a bar of icons with words below the page on phones, and beside it where there is room. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import { icon } from "./icons.ts";
import { SCREENS, type Going, type ScreenName } from "./screens.ts";
import { shared } from "./theme.ts";
import { say } from "../words/first.ts";

/** Fires `go` with {@link Going}. */
@customElement("chaperone-nav")
export class NavView extends LitElement {
  @property({ attribute: false }) accessor at: ScreenName = "records";
  /** The screens on which something waits for the person, each with what it is. */
  @property({ attribute: false }) accessor waiting: Partial<Record<ScreenName, string>> = {};

  static override readonly styles = [
    shared,
    css`
      ul { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(6, minmax(0, 1fr)); }
      button { position: relative; display: grid; justify-items: center; align-content: center; gap: 0.125rem; width: 100%; height: 100%; min-height: 3.75rem; padding: 0.375rem 0; border: 0; border-radius: 0; background: none; color: var(--ink-soft); font-size: var(--text-xs); font-weight: 500; line-height: 1.15; text-align: center; }
      button:hover:not(:disabled) { color: var(--ink); }
      button[aria-current] { color: var(--accent); font-weight: 650; }
      .word { hyphens: manual; overflow-wrap: break-word; max-width: 100%; }
      @media (max-width: 24rem) { .word { font-size: 0.6875rem; letter-spacing: -0.02em; } }
      .icon { border-radius: 1rem; padding: 0.125rem 0.75rem; width: 3rem; height: 1.75rem; transition: background-color 0.15s; }
      [aria-current] .icon { background: var(--chosen); }
      .dot { position: absolute; top: 0.375rem; left: calc(50% + 0.625rem); width: 0.625rem; height: 0.625rem; border-radius: 50%; background: var(--attention); box-shadow: 0 0 0 2px var(--sheet); }
      :focus-visible { outline-offset: -3px; }
      @media (max-width: 59.99rem) and (max-height: 26rem) { button { min-height: 2.75rem; } .icon { display: none; } }
      @media (min-width: 60rem) {
        ul { grid-template-columns: minmax(0, 1fr); gap: 0.25rem; }
        button { grid-template-columns: auto minmax(0, 1fr); justify-items: start; align-items: center; gap: 0.75rem; min-height: 2.75rem; padding: 0.5rem 0.875rem; border-radius: var(--radius-small); font-size: 0.9375rem; text-align: start; }
        button:hover { background: var(--hover); }
        button[aria-current] { background: var(--chosen); }
        .icon, [aria-current] .icon { width: 1.5rem; height: 1.5rem; padding: 0; background: none; }
        .dot { position: static; grid-column: 3; box-shadow: none; }
        :focus-visible { outline-offset: 0; }
      }
      @media (prefers-reduced-motion: reduce) { .icon { transition: none; } }
    `,
  ];

  override render() {
    return html`<nav aria-label=${say("screens")}><ul>
      ${SCREENS.map(({ name, word }) => {
        const waits = this.waiting[name];
        return html`<li><button id="to-${name}" aria-current=${name === this.at ? "page" : nothing} @click=${() => this.#go(name)}>
          ${icon(name)}<span class="word">${word}${waits === undefined ? nothing : html`<span class="hidden">: ${waits}</span>`}</span>${waits === undefined ? nothing : html`<span class="dot" aria-hidden="true"></span>`}
        </button></li>`;
      })}
    </ul></nav>`;
  }

  #go(screen: ScreenName): void {
    this.dispatchEvent(new CustomEvent<Going>("go", { detail: { screen } }));
  }
}
