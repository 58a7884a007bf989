/** The look of the timeline. */
import { css, unsafeCSS } from "lit";
import { KINDS } from "./lanes.ts";

/** The colour of each kind: the one place where kinds and tokens meet. */
const COLOURS = unsafeCSS(KINDS.map((kind) => `[data-kind="${kind}"] { --kind: var(--lane-${kind}); }`).join("\n"));

export const timelineStyles = css`
  ${COLOURS}
  :host { display: grid; gap: 1.25rem; }
  [data-kind] > .icon { color: var(--kind); width: 1.25rem; height: 1.25rem; }
  .kinds { display: flex; flex-wrap: wrap; gap: 0.5rem; }
  .kind { display: inline-flex; align-items: center; gap: 0.375rem; min-height: 2.25rem; padding: 0.25rem 0.75rem 0.25rem 0.5rem; border-radius: 1.125rem; font-size: var(--text-s); font-weight: 500; }
  .kind .number { color: var(--ink-soft); font-variant-numeric: tabular-nums; }
  .kind[aria-pressed="true"] { border-color: var(--kind); background: color-mix(in srgb, var(--kind) 9%, var(--sheet)); }
  .kind[aria-pressed="false"] { color: var(--ink-soft); border-style: dashed; }
  .picture { display: grid; grid-template-columns: 10.5rem minmax(0, 1fr); gap: 0 0.75rem; align-items: start; }
  .picture > * { min-width: 0; }
  .picture .label { display: flex; gap: 0.5rem; align-items: center; font-size: var(--text-s); font-weight: 600; min-height: 30px; }
  .drawn { border-top: 1px solid var(--line); }
  .picture > h3 { border-top: 1px solid var(--line); }
  .drawn > .link { margin: 0 0 0.5rem; }
  svg.axis, svg.lane-picture { display: block; overflow: visible; }
  .axis text { fill: var(--ink-soft); font-size: 12px; font-variant-numeric: tabular-nums; }
  .tick { stroke: var(--line); }
  .lane-picture text { fill: var(--ink); font-size: 12.5px; paint-order: stroke; stroke: var(--sheet); stroke-width: 3px; }
  .past text { fill: var(--ink-soft); }
  .mark { cursor: pointer; fill: var(--kind); }
  .past .mark { fill: color-mix(in srgb, var(--kind) 62%, var(--sheet)); }
  .mark .hit { fill: transparent; }
  .mark > circle:not(.hit) { stroke: var(--sheet); stroke-width: 1.5px; fill-opacity: 0.9; }
  .mark:hover > :not(.hit) { stroke: var(--ink); stroke-width: 1.5px; }
  .years { display: grid; }
  .years > details { border-top: 1px solid var(--line); }
  .years > details:first-child { border-top: 0; }
  .years summary { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: center; padding: 0.625rem 0.125rem; list-style: none; }
  .years summary::-webkit-details-marker { display: none; }
  .years summary::before { content: "▸" / ""; color: var(--ink-soft); width: 0.875rem; }
  .years details[open] > summary::before { content: "▾" / ""; }
  .year { font-variant-numeric: tabular-nums; font-weight: 650; }
  .tells { display: flex; flex-wrap: wrap; gap: 0.375rem; margin-inline-start: auto; }
  .inside { display: grid; gap: 1rem 2rem; grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); align-items: start; padding: 0.25rem 0 1.25rem; }
  .entries { min-width: 0; }
  .entries h3 { display: flex; gap: 0.5rem; align-items: center; font-size: var(--text-s); color: var(--ink-soft); padding-bottom: 0.25rem; }
  .entries h3 .icon { color: var(--kind); width: 1.25rem; height: 1.25rem; }
  .entries ul { list-style: none; padding: 0; margin: 0; border-inline-start: 3px solid var(--kind); }
  .entry { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 0.75rem; width: 100%; min-height: 2.25rem; padding: 0.375rem 0.75rem; border: 0; border-radius: 0 var(--radius-small) var(--radius-small) 0; background: none; font-weight: 500; text-align: start; overflow-wrap: anywhere; }
  .entry > :first-child { min-width: 0; }
  .entry:hover:not(:disabled) { background: var(--hover); color: var(--ink); }
  @media (max-width: 46rem) {
    .picture { grid-template-columns: minmax(0, 1fr); }
    .picture > span.label { display: none; }
    .drawn { border-top: 0; }
    .picture > h3 { margin-top: 0.25rem; }
  }
`;
