/** What stands where there is nothing yet: what will be here, and how to get there. */
import { css, html, nothing, type TemplateResult } from "lit";
import { icon, type IconName } from "./icons.ts";

/** The look of {@link empty}. */
export const emptyStyles = css`
  .empty-state { display: grid; justify-items: center; gap: 0.75rem; padding: 2.5rem 1.25rem; text-align: center; border: 1px dashed var(--line-strong); border-radius: var(--radius); }
  .empty-state > .icon { width: 2.5rem; height: 2.5rem; color: var(--accent); }
  .empty-state h2 { font-size: var(--text-l); }
  .empty-state p { max-width: 34rem; }
`;

/** Returns an empty state; `action` is a button that leads on. */
export function empty(name: IconName, title: string, text: string, action: TemplateResult | typeof nothing = nothing) {
  return html`<div class="empty-state">${icon(name)}<h2>${title}</h2><p class="soft">${text}</p>${action}</div>`;
}
