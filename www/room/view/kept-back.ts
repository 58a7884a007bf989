/** What stays here of a draft, as a folded list in which the person says of each whether it may leave. */
import { LitElement, css, type CSSResultGroup } from "lit";
import { property, query } from "lit/decorators.js";
import type { Draft } from "../engine/types.ts";
import { shared } from "./theme.ts";

/** What such lists have in common. */
export abstract class KeptBackView extends LitElement {
  @property({ attribute: false }) accessor draft: Draft | undefined;
  /** Whether the draft was approved: then nothing can be changed any more. */
  @property({ attribute: false }) accessor sent = false;
  @query("summary") private accessor summary!: HTMLElement | null;
  #changing = false;

  static override readonly styles: CSSResultGroup = [
    shared,
    css`
      ul { display: grid; gap: 0.5rem; list-style: none; padding: 0; margin: 0.5rem 0 0; }
      li { display: flex; flex-wrap: wrap; gap: 0.375rem 0.75rem; align-items: center; justify-content: space-between; }
      li > span { overflow-wrap: anywhere; min-width: 0; }
      button { font-size: 0.875rem; padding: 0.25rem 0.75rem; min-height: 2.25rem; }
    `,
  ];

  override updated(): void {
    // The button that was pressed may be gone; the focus stays with the list.
    if (this.#changing && this.draft !== undefined) this.summary?.focus({ preventScroll: true });
    this.#changing = false;
  }

  /** Fires `name`, upon which the draft is made anew. */
  protected change<Detail>(name: string, detail: Detail): void {
    this.#changing = true;
    this.dispatchEvent(new CustomEvent<Detail>(name, { detail }));
  }
}
