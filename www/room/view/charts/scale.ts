/** From numbers and days to places in a chart. */
import type { Series, SeriesPoint } from "../../engine/types.ts";

/** The part of the numbers that a chart shows, with the numbers on its axis. */
interface Scale {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

/** Returns a scale that holds all of `numbers`, on round numbers, with about `count` of them on the axis. */
export function scaleOf(numbers: readonly number[], count = 4): Scale {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const width = most - least || Math.abs(most) * 0.2 || 1;
  const step = roundStep(width / count);
  const low = Math.floor((least - width * 0.06) / step) * step;
  const high = Math.ceil((most + width * 0.06) / step) * step;
  // What is never below nothing is not drawn as if it were.
  const from = least >= 0 ? Math.max(0, low) : low;
  const ticks = Array.from({ length: Math.round((high - from) / step) + 1 }, (_, at) =>
    trimmed(from + at * step, step),
  );
  return { low: from, high, ticks };
}

/** Returns 1, 2 or 5 times a power of ten, at least `width`. */
function roundStep(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width));
  return ([1, 2, 5].find((each) => each * power >= width) ?? 10) * power;
}

/** Takes away what adding fractions leaves behind the digits of the step. */
function trimmed(number: number, step: number): number {
  const digits = Math.max(0, Math.min(12, Math.ceil(-Math.log10(step)) + 1));
  return Number(number.toFixed(digits));
}

/** Digits of a reading in a chart. */
const DIGITS = 4;

/**
 * Returns `text`, a number as its file has it, for a chart: with more digits than anybody measures, as programs write them, rounded behind its
 * point and marked so. The file's own text stands in the table and in the source.
 */
export function legible(text: string): { readonly shown: string; readonly rounded: boolean } {
  const [, whole = "", decimals = ""] = /^[-+]?0*(\d*)\.(\d+)$/.exec(text) ?? [];
  const zeros = whole === "" ? (/^0*/.exec(decimals)?.[0].length ?? 0) : 0;
  const most = Math.max(0, DIGITS - whole.length) + zeros;
  if (decimals.length <= most) return { shown: text, rounded: false };
  return { shown: Number(text).toFixed(most), rounded: true };
}

/** A point of a chart: shares of its width and height, from the upper left. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/** Returns the time of a reading, in milliseconds. */
function moment({ day, at }: SeriesPoint): number {
  const exact = at.length > 10 ? Date.parse(at) : Number.NaN;
  return Number.isNaN(exact) ? Date.parse(`${day}T00:00:00Z`) : exact;
}

/** Returns where the readings of a series stand. One alone stands in the middle. */
export function places({ points }: Series, scale: Scale): readonly Place[] {
  const times = points.map(moment);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  return points.map((point, at) => ({
    x: last === first ? 0.5 : ((times[at] ?? first) - first) / (last - first),
    y: height(point.number, scale),
  }));
}

/** Returns how far below the upper edge a number stands. */
export function height(number: number, { low, high }: Scale): number {
  return 1 - (number - low) / (high - low);
}

/** Returns all numbers that a chart of the series has to hold: its readings and their ranges. */
export function extent({ points }: Series): readonly number[] {
  const numbers = points.map(({ number }) => number);
  const spread = Math.max(...numbers) - Math.min(...numbers);
  const limits = points.flatMap(({ low, high }) => [low?.number, high?.number]).filter((each) => each !== undefined);
  // A range far from all readings would press them into a line.
  const near = (limit: number): boolean =>
    numbers.some((number) => Math.abs(limit - number) <= Math.max(4 * spread, Math.abs(number)));
  return [...numbers, ...limits.filter(near)];
}

/** A stretch of time with one reference range; an end that is not given is open. */
interface Band {
  readonly from: number;
  readonly until: number;
  readonly top: number;
  readonly bottom: number;
}

/** Returns the reference ranges of the entries as bands, each from half way to the reading before to half way to the one after it. */
export function bands({ points }: Series, at: readonly Place[], scale: Scale): readonly Band[] {
  const all: Band[] = [];
  points.forEach(({ low, high }, number) => {
    if (low === undefined && high === undefined) return;
    const x = at[number]?.x ?? 0;
    const from = number === 0 ? 0 : (x + (at[number - 1]?.x ?? 0)) / 2;
    const until = number === points.length - 1 ? 1 : (x + (at[number + 1]?.x ?? 1)) / 2;
    const within = (share: number): number => Math.max(0, Math.min(1, share));
    const top = high === undefined ? 0 : within(height(high.number, scale));
    const bottom = low === undefined ? 1 : within(height(low.number, scale));
    const before = all.at(-1);
    if (before !== undefined && before.until === from && before.top === top && before.bottom === bottom)
      all[all.length - 1] = { ...before, until };
    else all.push({ from, until, top, bottom });
  });
  return all;
}
