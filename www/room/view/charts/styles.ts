/** The look of the charts. */
import { css } from "lit";

export const chartStyles = css`
  .beside { display: grid; gap: 1.25rem; grid-template-columns: minmax(0, 1fr); align-items: start; }
  .beside > * { min-width: 0; }
  .list ul { list-style: none; margin: 0; padding: 0; display: grid; }
  .series { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 0.75rem; align-items: center; width: 100%; padding: 0.5rem 0.625rem; border: 0; border-radius: var(--radius-small); background: none; font-weight: 500; text-align: start; }
  .series:hover:not(:disabled) { background: var(--hover); color: var(--ink); }
  .series[aria-pressed="true"] { background: var(--chosen); box-shadow: inset 3px 0 0 var(--accent); }
  .series[aria-pressed="true"] .soft { color: var(--ink); }
  .series .name { overflow-wrap: anywhere; line-height: 1.3; }
  .series .small { grid-column: 1 / -1; }
  .spark polyline { fill: none; stroke: var(--ink-soft); stroke-width: 1.5; stroke-linejoin: round; }
  .spark circle { fill: var(--accent); }
  .chart { display: grid; grid-template-columns: 3.25rem minmax(0, 1fr); height: clamp(12rem, 34vh, 20rem); padding: 0.75rem 1rem 0.75rem 0; }
  .chart > * { min-width: 0; }
  .scale { padding-inline-end: 0.625rem; }
  .scale svg, .plot { overflow: visible; }
  .scale text { fill: var(--ink-soft); font-size: var(--text-xs); font-variant-numeric: tabular-nums; }
  .band { fill: var(--good-ground); }
  .grid { stroke: var(--line); }
  .line { fill: none; stroke: var(--lane-measurements); stroke-width: 2; stroke-linejoin: round; }
  .point { cursor: pointer; outline: none; }
  .point .hit { fill: transparent; }
  .dot { fill: var(--lane-measurements); stroke: var(--sheet); stroke-width: 1.5; }
  .out .dot { fill: var(--sheet); stroke: var(--bad); stroke-width: 3; }
  .ring { fill: none; stroke: var(--ink); stroke-width: 1.5; }
  .point:focus-visible .ring { stroke: var(--accent); stroke-width: 3; }
  .days { display: flex; justify-content: space-between; padding-inline: 3.25rem 1rem; margin-top: -0.75rem; font-variant-numeric: tabular-nums; }
  .readout { display: flex; flex-wrap: wrap; gap: 0.125rem 0.75rem; align-items: baseline; min-height: 2.75rem; padding: 0.5rem 0.875rem; border-radius: var(--radius-small); background: var(--quote); }
  .readout strong { font-size: var(--text-l); font-variant-numeric: tabular-nums; }
  .flag { color: var(--bad); font-weight: 600; }
  .key { display: inline-block; width: 1rem; height: 0.75rem; margin-inline-end: 0.25rem; vertical-align: -0.0625rem; }
  .band-key { background: var(--good-ground); border: 1px solid var(--clinical-line); }
  .out-key { width: 0.75rem; border: 3px solid var(--bad); border-radius: 50%; margin-inline-start: 0.5rem; }
  .scroll { overflow-x: auto; max-height: 28rem; overflow-y: auto; }
  table { border-collapse: collapse; width: 100%; font-size: 0.9375rem; }
  th, td { text-align: start; vertical-align: baseline; padding: 0.5rem 0.75rem 0.5rem 0; border-top: 1px solid var(--line); }
  thead th { border-top: 0; font-size: var(--text-s); color: var(--ink-soft); }
  tbody th { font-weight: 500; }
  td { font-variant-numeric: tabular-nums; }
  .value { font-weight: 650; }
  @media (min-width: 48rem) {
    .beside { grid-template-columns: minmax(15rem, 20rem) minmax(0, 1fr); }
    .one { position: sticky; top: 1.25rem; }
  }
`;
