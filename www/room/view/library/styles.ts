/** How the library looks: its passages are no quote boxes of records, and have another colour. */
import { css } from "lit";

export const styles = css`
  :host { display: grid; gap: 1.25rem; }
  section { display: grid; gap: 0.75rem; min-width: 0; }
  section > :is(button, .choose) { justify-self: start; }
  label { display: grid; gap: 0.25rem; }
  input, select { font: inherit; font-size: 0.9375rem; width: 100%; min-width: 0; max-width: 100%; min-height: 2.75rem; }
  .check { grid-template-columns: auto minmax(0, 1fr); gap: 0.625rem; align-items: start; font-weight: 400; min-height: 2.75rem; }
  .check input { width: 1.125rem; height: 1.125rem; min-height: 0; margin: 0.1rem 0 0; }
  section > :is(h4, h5) { margin: 0; font-size: 0.9375rem; }
  progress { width: 100%; }
  p { overflow-wrap: anywhere; }
  .fields { display: grid; grid-template-columns: minmax(0, 1fr) auto auto; gap: 0.75rem; align-items: end; }
  .fields button { min-height: 2.75rem; grid-column: -2; }
  .asked { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0.75rem; align-items: end; }
  .asked .wide { grid-column: 1 / -1; }
  .leaves { display: grid; gap: 0.75rem; min-width: 0; padding: 1rem 1.125rem; border: 1px solid var(--line); border-radius: var(--radius-small); }
  .leaves > * { min-width: 0; margin: 0; }
  .leaves dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.25rem 1rem; }
  .leaves dt { color: var(--ink-soft); }
  .leaves dd { margin: 0; overflow-wrap: anywhere; }
  .leaves pre { white-space: pre-wrap; overflow-wrap: anywhere; max-height: 14rem; overflow-y: auto; }
  .kept { display: grid; gap: 0.5rem; list-style: none; padding: 0; }
  .kept li { display: flex; flex-wrap: wrap; gap: 0.375rem 0.75rem; align-items: center; justify-content: space-between; }
  .kept li > span { overflow-wrap: anywhere; min-width: 0; }
  .row progress { flex: 1 1 10rem; width: auto; min-width: 0; }
  ol { list-style: none; margin: 0; padding: 0; display: grid; gap: 0.875rem; }
  li.hit { display: grid; gap: 0.375rem; min-width: 0; background: var(--clinical); border-inline-start: 4px solid var(--clinical-line); border-radius: var(--radius-small); padding: 0.875rem 1.125rem; }
  li.hit p { margin: 0; }
  li.served { background: var(--ground); border-inline-start-style: dashed; border-inline-start-color: var(--line-strong); }
  .pair { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0.75rem; }
  .pair > div { display: grid; gap: 0.25rem; align-content: start; min-width: 0; border-radius: var(--radius-small); padding: 0.75rem 0.875rem; }
  .pair p { margin: 0; }
  .record { background: var(--quote); border-inline-start: 4px solid var(--quote-line); }
  .public { background: var(--clinical); border-inline-start: 4px solid var(--clinical-line); }
  @media (max-width: 40rem) { .pair { grid-template-columns: minmax(0, 1fr); } }
  .struck { text-decoration: line-through; }
  .numbers { font-variant-numeric: tabular-nums; }
  blockquote { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 14rem; overflow-y: auto; }
  @media (max-width: 30rem) { .asked { grid-template-columns: minmax(0, 1fr); } }
  @media (max-width: 40rem) { .fields { grid-template-columns: minmax(0, 1fr); } .fields button { grid-column: auto; } }
`;
