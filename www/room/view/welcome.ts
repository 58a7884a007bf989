/** What a person reads before there are records: how it goes, in three steps. */
import { css, html } from "lit";
import { say } from "../words/first.ts";

const STEPS: readonly { readonly title: string; readonly text: string }[] = [
  {
    get title() {
      return say("addRecords");
    },
    get text() {
      return say("filesFromYourPortal");
    },
  },
  {
    get title() {
      return say("ask");
    },
    get text() {
      return say("quotationsAnswerYouMay");
    },
  },
  {
    get title() {
      return say("check");
    },
    get text() {
      return say("eachQuotationIsA");
    },
  },
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
  return html`<ol class="steps" aria-label=${say("howItGoes")}>
    ${STEPS.map(({ title, text }) => html`<li><strong>${title}</strong><span class="soft small">${text}</span></li>`)}
  </ol>`;
}
