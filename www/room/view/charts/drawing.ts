/**
 * A chart of one series, drawn as SVG of our own: places are shares of its width, so that it fits any; colours are the room's, in
 * light and dark; and each reading is an element that the keyboard reaches and that leads to its source. A library that draws on a
 * canvas gives none of the three.
 */
import { html, nothing, svg } from "lit";
import type { Series } from "../../engine/types.ts";
import { bands, extent, height, places, scaleOf } from "./scale.ts";
import { say } from "../../words/records.ts";
import { number } from "../words.ts";

/** What happens at a point: it is pointed at, or chosen to be opened. */
interface Doing {
  readonly point: (at: number) => void;
  readonly open: (at: number) => void;
}

/** Returns the drawing; `chosen` is the number of the reading in the readout. */
export function drawing(series: Series, chosen: number, says: (at: number) => string, { point, open }: Doing) {
  const scale = scaleOf(extent(series));
  const at = places(series, scale);
  const percent = (share: number): string => `${(share * 100).toFixed(3)}%`;
  const line = at.map(({ x, y }) => `${(x * 1000).toFixed(2)},${(y * 1000).toFixed(2)}`).join(" ");
  const keys = (event: KeyboardEvent, number: number): void => {
    const to = { ArrowRight: number + 1, ArrowLeft: number - 1, Home: 0, End: at.length - 1 }[event.key];
    if (event.key === "Enter" || event.key === " ") open(number);
    else if (to === undefined) return;
    else point(Math.max(0, Math.min(at.length - 1, to)));
    event.preventDefault();
  };
  return html`<div class="chart">
    <div class="scale" aria-hidden="true"><svg width="100%" height="100%">${scale.ticks.map((tick) => svg`<text x="100%" y=${percent(height(tick, scale))} dy="0.32em" text-anchor="end">${number(tick)}</text>`)}</svg></div>
    <svg class="plot" width="100%" height="100%" role="group" aria-label=${say("readingsArrowKeysWalk", { name: series.name, points: series.points.length })}>
      ${bands(series, at, scale).map((band) => svg`<rect class="band" x=${percent(band.from)} width=${percent(band.until - band.from)} y=${percent(band.top)} height=${percent(band.bottom - band.top)} />`)}
      ${scale.ticks.map((tick) => svg`<line class="grid" x1="0" x2="100%" y1=${percent(height(tick, scale))} y2=${percent(height(tick, scale))} />`)}
      <svg viewBox="0 0 1000 1000" preserveAspectRatio="none" width="100%" height="100%" overflow="visible">
        ${svg`<polyline class="line" points=${line} vector-effect="non-scaling-stroke" />`}
      </svg>
      ${at.map(
        (
          { x, y },
          number,
        ) => svg`<g class="point ${series.points[number]?.out === undefined ? "" : "out"} ${number === chosen ? "chosen" : ""}" role="button" data-point=${number}
          tabindex=${number === chosen ? 0 : -1} aria-label=${say("openTheSource", { says: says(number) })}
          @click=${() => open(number)} @focus=${() => point(number)} @pointerenter=${() => point(number)} @keydown=${(event: KeyboardEvent) => keys(event, number)}>
          <circle class="hit" cx=${percent(x)} cy=${percent(y)} r="12" />
          ${series.points[number]?.out === undefined ? svg`<circle class="dot" cx=${percent(x)} cy=${percent(y)} r="4.5" />` : svg`<circle class="dot" cx=${percent(x)} cy=${percent(y)} r="5.5" />`}
          ${number === chosen ? svg`<circle class="ring" cx=${percent(x)} cy=${percent(y)} r="9" />` : nothing}
        </g>`,
      )}
    </svg>
  </div>`;
}

/** Returns a series as a small line, for the list. */
export function spark(series: Series) {
  const scale = scaleOf(series.points.map(({ number }) => number));
  const at = places(series, scale);
  const last = at.at(-1);
  return html`<svg class="spark" viewBox="-3 -3 70 26" width="70" height="26" aria-hidden="true">
    ${at.length < 2 ? nothing : svg`<polyline points=${at.map(({ x, y }) => `${(x * 64).toFixed(1)},${(y * 20).toFixed(1)}`).join(" ")} />`}
    ${last === undefined ? nothing : svg`<circle cx=${last.x * 64} cy=${last.y * 20} r="2.5" />`}
  </svg>`;
}
