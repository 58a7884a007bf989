/**
import { say } from "../words/first.ts";
 * How long a long piece of work will still take, judged from how it went so far.
 *
 * Pure: the caller reads the clock. The rate is a median over time, so that one slow or one quick stretch
 * does not move it, and what is shown counts down evenly until it is clearly wrong.
 */
import { say } from "../words/first.ts";

/** How much was done (in bytes, passages, …) at a moment of a monotonic clock. */
export interface Sample {
  readonly atMillis: number;
  readonly done: number;
}

/** The least time between two samples that are kept. */
const SPACING_MILLIS = 400;

/** Samples that are kept: the rate is that of the last ten seconds or more. */
const KEPT = 26;

/** Time that must have passed before anything is said. */
const LEAST_MILLIS = 2000;

/** The share by which what is shown may be off before it is corrected, and the least such difference. */
const TOLERANCE = 0.25;
const TOLERANCE_MILLIS = 8000;

/** Returns `samples` with `next`, thinned; begins anew where `next` has done less than the last. */
export function sampled(samples: readonly Sample[], next: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (last === undefined || next.done < last.done) return [next];
  if (next.atMillis - last.atMillis < SPACING_MILLIS) return samples;
  return [...samples.slice(1 - KEPT), next];
}

/**
 * Returns the usual rate per second: the median of the rates between samples, each weighted by the time it
 * held. `undefined` while too little was seen.
 */
export function ratePerSecond(samples: readonly Sample[]): number | undefined {
  const stretches: { rate: number; millis: number }[] = [];
  samples.forEach((sample, number) => {
    const before = samples[number - 1];
    if (before === undefined) return;
    const millis = sample.atMillis - before.atMillis;
    if (millis > 0) stretches.push({ rate: ((sample.done - before.done) / millis) * 1000, millis });
  });
  const all = stretches.reduce((sum, { millis }) => sum + millis, 0);
  if (all < LEAST_MILLIS) return undefined;
  let seen = 0;
  for (const { rate, millis } of stretches.sort((a, b) => a.rate - b.rate)) {
    seen += millis;
    if (seen * 2 >= all) return rate;
  }
  return undefined;
}

/** Returns the moment at which `total` will be reached at the usual rate; `undefined` while nothing can be said. */
export function endsAt(samples: readonly Sample[], total: number): number | undefined {
  const last = samples.at(-1);
  const rate = ratePerSecond(samples);
  if (last === undefined || rate === undefined || rate <= 0) return undefined;
  return last.atMillis + (Math.max(0, total - last.done) / rate) * 1000;
}

/** Returns which end to show: the one `shown` so far, unless the `fresh` one is clearly another. */
export function settled(shown: number | undefined, fresh: number | undefined, nowMillis: number): number | undefined {
  if (shown === undefined || fresh === undefined) return fresh ?? shown;
  const off = Math.abs(fresh - shown);
  return off > Math.max(TOLERANCE_MILLIS, TOLERANCE * (fresh - nowMillis)) ? fresh : shown;
}

/** Returns a time to come in calm words. */
export function inWords(millis: number): string {
  const minutes = millis / 60_000;
  if (millis < 8000) return say("aFewSecondsLeft");
  if (minutes < 0.75) return say("lessThanAMinute");
  if (minutes < 1.5) return say("aboutAMinuteLeft");
  if (minutes < 12.5) return say("aboutMinutesLeft", { minutes: Math.round(minutes) });
  if (minutes < 52.5) return say("aboutMinutesLeft", { minutes: Math.round(minutes / 5) * 5 });
  if (minutes < 90) return say("aboutAnHourLeft");
  return say("aboutHoursLeft", { minutes: Math.round(minutes / 60) });
}

/** One piece of work that is under way, watched. */
export class Pace {
  #samples: readonly Sample[] = [];
  #shown: number | undefined;
  #total = 0;

  /** Takes note of what is done at a moment. */
  note(sample: Sample, total: number): void {
    this.#samples = sampled(this.#samples, sample);
    if (this.#samples.length === 1 || total !== this.#total) this.#shown = undefined;
    this.#total = total;
    this.#shown = settled(this.#shown, endsAt(this.#samples, total), sample.atMillis);
  }

  /** Returns the usual rate per second, once known. */
  get rate(): number | undefined {
    return ratePerSecond(this.#samples);
  }

  /** Returns what is left at `nowMillis`, in words, once known. */
  left(nowMillis: number): string | undefined {
    return this.#shown === undefined ? undefined : inWords(this.#shown - nowMillis);
  }

  /** Forgets everything: another piece of work begins. */
  restart(): void {
    this.#samples = [];
    this.#shown = undefined;
  }
}
