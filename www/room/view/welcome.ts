/** What a person reads before there are records: how it goes, in three steps. */
import { css, html } from "lit";

const STEPS: readonly { readonly title: string; readonly text: string }[] = [
  { title: "Add records", text: "Files from your portal or hospital, or the samples. They are read on this device." },
  { title: "Ask", text: "Quotations answer. You may bring in a language model, and see first what it would be sent." },
  { title: "Check", text: "Each quotation is a look-up in your records, and opens at its place in them." },
];

/** The look of {@link welcome}. */
export const welcomeStyles = css`
  .steps { list-style: none; counter-reset: step; margin: 0; padding: 0 0.25rem; display: grid; gap: 1rem 2rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); }
  .steps li { counter-increment: step; display: grid; grid-template-columns: auto 1fr; gap: 0.125rem 0.75rem; align-content: start; }
  .steps li::before { content: counter(step) / ""; grid-row: span 2; width: 1.75rem; height: 1.75rem; display: grid; place-items: center; border-radius: 50%; border: 1px solid var(--line-strong); font-weight: 600; font-size: 0.875rem; }
  .steps strong { line-height: 1.75rem; }
`;

/** Returns the three steps. */
export function welcome() {
  return html`<ol class="steps" aria-label="How it goes">
    ${STEPS.map(({ title, text }) => html`<li><strong>${title}</strong><span class="soft small">${text}</span></li>`)}
  </ol>`;
}
