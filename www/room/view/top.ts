/** The head of the page: its name, its promise, and where the records are kept. */
import { css, html, type TemplateResult } from "lit";

/** The look of {@link top}. */
export const topStyles = css`
  .top { border-bottom: 1px solid var(--line); background: var(--sheet); }
  .top > div { display: grid; gap: 0.5rem 1.5rem; align-items: center; }
  .top .status { min-width: 0; }
  @media (min-width: 44rem) { .top > div { grid-template-columns: minmax(0, 1fr) auto; } }
  h1 { margin: 0; font-size: 1.25rem; line-height: 1.25; letter-spacing: -0.01em; }
`;

/** Returns the head; `status` is a line about what is kept. */
export function top(status: TemplateResult | undefined) {
  return html`<header class="top">
    <div>
      <div>
        <h1>Chaperone</h1>
        <p class="soft small">Your records stay in this room, and the room has no network.</p>
      </div>
      <div class="status">${status}</div>
    </div>
  </header>`;
}
