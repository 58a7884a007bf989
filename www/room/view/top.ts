/** The head of the page: its name, its promise, and where the records are kept. */
import { css, html, type TemplateResult } from "lit";
import { icon } from "./icons.ts";
import { say } from "../words/first.ts";

/** The look of {@link top}. */
export const topStyles = css`
  .top { border-bottom: 1px solid var(--line); background: var(--sheet); }
  .top > div { display: grid; gap: 0.5rem 1.5rem; align-items: center; }
  .top .status { min-width: 0; }
  @media (min-width: 44rem) { .top > div { grid-template-columns: minmax(0, 1fr) auto; } }
  .brand { display: flex; gap: 0.625rem; align-items: center; }
  .brand .icon { width: 1.75rem; height: 1.75rem; color: var(--accent); }
  .samples { display: flex; gap: 0.5rem; align-items: center; color: var(--warn); font-size: var(--text-s); font-weight: 550; }
  .samples::before { content: ""; width: 0.5rem; height: 0.5rem; border-radius: 50%; background: currentColor; flex: none; }
  .name { font-size: 1.1875rem; line-height: 1.25; font-weight: 700; letter-spacing: -0.01em; }
  .top > div { padding: 0.75rem 1.25rem; }
  /* On a phone what is read needs the room: the promise stands where records are added. */
  @media (max-width: 29.99rem) {
    .top > div { grid-template-columns: auto minmax(0, 1fr); gap: 0.5rem; padding: 0.5rem 0.75rem; }
    .brand .promise { display: none; }
    .brand { gap: 0.375rem; }
    .top .status { justify-self: end; min-height: 3.875rem; align-content: center; }
  }
`;

/** Returns the head; `status` is a line about what is kept. */
export function top(status: TemplateResult | undefined) {
  return html`<header class="top">
    <div>
      <div class="brand">
        ${icon("leaves")}
        <div>
          <p class="name">${say("chaperone")}</p>
          <p class="soft small promise">${say("yourRecordsStayIn")}</p>
        </div>
      </div>
      <div class="status">${status}</div>
    </div>
  </header>`;
}
