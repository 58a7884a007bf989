/**
 * The look that every part of the room shares: calm, system fonts, light and dark, contrast of at least 4.5 to 1.
 *
 * Every part draws with these properties only, so that setting `--accent`, `--radius`, `color-scheme` and the size of
 * the text on the root changes all of them.
 */
import { css } from "lit";

/** Colours and measures; for the page as a whole. */
export const tokens = css`
  :root, :host {
    color-scheme: light dark;
    --ground: light-dark(#f4f6f8, #0f151a);
    --sheet: light-dark(#ffffff, #171f27);
    --ink: light-dark(#16222c, #e6edf3);
    --ink-soft: light-dark(#4b5b68, #a7b7c4);
    --line: light-dark(#d8e0e7, #2d3a46);
    --line-strong: light-dark(#7d8f9e, #71869a);
    --accent: light-dark(#0a5a9c, #86bff5);
    --accent-ink: light-dark(#ffffff, #0c1a27);
    --quote: light-dark(#eaf2fb, #122b43);
    --told: light-dark(#ffe7a0, #5c4a10);
    --quote-line: light-dark(#2f7fc1, #5ea6e6);
    --quote-rule: light-dark(#c9ddf0, #24466a);
    --quote-ink: light-dark(#1c4f80, #a9d0f5);
    --good: light-dark(#17653a, #84d6a4);
    --good-ground: light-dark(#e7f5ec, #14301f);
    --warn: light-dark(#7a4a00, #f2c572);
    --warn-ground: light-dark(#fdf3de, #35280f);
    --bad: light-dark(#a3201d, #ffa39c);
    --bad-ground: light-dark(#fdecec, #3d1a1b);
    --general: light-dark(#fbeccb, #473611);
    --general-line: light-dark(#9a6300, #e0ab4b);
    --standin: light-dark(#ece3fb, #372a54);
    --standin-line: light-dark(#6a3fb5, #b897f0);
    --chosen: light-dark(#dbe9f7, #1d3a57);
    --hover: light-dark(#e9eef3, #1c2731);
    --attention: light-dark(#b3261e, #ff8a80);
    --lane-conditions: light-dark(#b3365e, #f08bab);
    --lane-allergies: light-dark(#a3580a, #e8a659);
    --lane-medicines: light-dark(#6a3fb5, #b897f0);
    --lane-measurements: light-dark(#0a5a9c, #86bff5);
    --lane-procedures: light-dark(#17653a, #84d6a4);
    --lane-vaccinations: light-dark(#00696e, #6fd0d3);
    --lane-visits: light-dark(#4b5b68, #a7b7c4);
    --lane-notes: light-dark(#7a4a00, #f2c572);
    --lane-other: light-dark(#5c6470, #9aa7b5);
    --clinical: light-dark(#e2f2e9, #173626);
    --clinical-line: light-dark(#6fa98a, #4c8a68);
    --radius: 0.75rem;
    --radius-small: calc(var(--radius) * 0.67);
    --text-xs: 0.75rem;
    --text-s: 0.875rem;
    --text-m: 1rem;
    --text-l: 1.1875rem;
    --text-xl: 1.625rem;
    --bar: 3.75rem;
    --mono: ui-monospace, "SFMono-Regular", "DejaVu Sans Mono", monospace;
  }
  html {
    /* What gets the focus must not lie under the question field, which stays in sight. */
    scroll-padding: 1rem 0 14rem;
  }
  body {
    margin: 0;
    background: var(--ground);
    color: var(--ink);
    font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  }
`;

/** Elements that occur in more than one part. */
export const shared = css`
  :host { display: block; }
  *, *::before, *::after { box-sizing: border-box; }
  [hidden] { display: none !important; }
  .hidden { position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  h2, h3, h4, h5 { margin: 0; line-height: 1.3; font-weight: 600; text-wrap: balance; }
  h1 { margin: 0; font-size: var(--text-xl); line-height: 1.2; font-weight: 650; letter-spacing: -0.015em; text-wrap: balance; }
  h2 { font-size: var(--text-l); }
  .icon { display: block; flex: none; }
  h3, h4 { font-size: 1rem; }
  h5 { font-size: 0.9375rem; }
  p { margin: 0; }
  section {
    background: var(--sheet);
    border: 1px solid var(--line);
    border-radius: var(--radius);
    padding: 1.25rem 1.375rem;
    display: grid;
    gap: 0.875rem;
    min-width: 0;
  }
  section > * { min-width: 0; }
  @media (max-width: 30rem) { section { padding: 1rem; } }
  /* Places where something will be said take up no room before. */
  :is([role="status"], [role="alert"]):empty { position: absolute; }
  .soft { color: var(--ink-soft); }
  .small { font-size: var(--text-s); }
  .row { display: flex; flex-wrap: wrap; gap: 0.625rem; align-items: center; }
  button, .button {
    font: inherit;
    font-weight: 600;
    padding: 0.5rem 1rem;
    min-height: 2.75rem;
    border: 1px solid var(--line-strong);
    border-radius: var(--radius-small);
    background: var(--sheet);
    color: var(--ink);
    cursor: pointer;
  }
  button:hover:not(:disabled), .button:hover { border-color: var(--accent); color: var(--accent); }
  button.main, .button.main { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); }
  button.main:hover:not(:disabled), .button.main:hover { filter: brightness(1.08); color: var(--accent-ink); }
  button:is(:disabled, [aria-disabled="true"]) { opacity: 0.55; cursor: default; }
  button[aria-busy="true"] { opacity: 0.6; cursor: progress; }
  button.link {
    min-height: 0;
    padding: 0.125rem 0.25rem;
    margin: 0 -0.25rem;
    border: 0;
    background: none;
    color: var(--accent);
    font-weight: 500;
    text-decoration: underline;
    text-underline-offset: 0.2em;
    text-align: start;
    overflow-wrap: anywhere;
  }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
  [tabindex="-1"]:focus-visible { outline: none; }
  label { font-weight: 600; display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.25rem; align-content: start; }
  label > .soft { font-weight: 400; }
  input:is([type="text"], [type="url"], [type="password"], [type="number"], [type="date"], [type="search"]), select, textarea {
    font: inherit;
    font-weight: 400;
    width: 100%;
    padding: 0.5rem 0.75rem;
    min-height: 2.75rem;
    color: var(--ink);
    background: var(--ground);
    border: 1px solid var(--line-strong);
    border-radius: var(--radius-small);
  }
  /* A field for files, with words of the page over the browser's own. */
  .choose { position: relative; display: inline-flex; align-items: center; overflow: hidden; }
  label > .choose { flex-wrap: wrap; gap: 0 0.75rem; font-size: var(--text-s); border-radius: var(--radius-small); }
  label > .choose > .button { display: inline-flex; align-items: center; }
  .choose:hover:not([aria-disabled="true"]) > .button { border-color: var(--accent); color: var(--accent); }
  .choose input[type] { position: absolute; inset: 0; opacity: 0; width: 100%; height: 100%; cursor: pointer; font-size: 0; }
  .choose:focus-within { outline: 3px solid var(--accent); outline-offset: 2px; }
  .choose[aria-disabled="true"] { opacity: 0.55; }
  ::placeholder { color: var(--ink-soft); opacity: 1; }
  textarea { resize: vertical; min-height: 4.5rem; }
  progress { width: 100%; height: 0.5rem; accent-color: var(--accent); }
  pre {
    margin: 0;
    padding: 0.75rem;
    background: var(--ground);
    border: 1px solid var(--line);
    border-radius: var(--radius-small);
    font: 0.8125rem/1.5 var(--mono);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    max-height: 24rem;
    overflow: auto;
  }
  summary { cursor: pointer; font-weight: 600; padding: 0.25rem 0; border-radius: 0.25rem; }
  details > :not(summary) { margin-top: 0.5rem; }
  ul { margin: 0; padding-inline-start: 1.25rem; }
  .notice { padding: 0.75rem 1rem; border-radius: var(--radius-small); background: var(--warn-ground); color: var(--warn); overflow-wrap: anywhere; }
  .notice.bad { background: var(--bad-ground); color: var(--bad); }
  .notice.good { background: var(--good-ground); color: var(--good); }
`;
