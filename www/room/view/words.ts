/** Numbers, sizes and moments in the words of the page. */

import { nouns, type Noun } from "../words/nouns.ts";
import { language } from "../words/say.ts";

const BYTE_UNITS = ["bytes", "KiB", "MiB", "GiB", "TiB"] as const;

/** Returns a size in bytes with a unit that suits it: `1.4 MiB`. */
export function size(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < BYTE_UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = unit > 0 && value < 10 ? 1 : 0;
  const shown = number(value, { maximumFractionDigits: digits });
  const counted = language().bytes ?? (bytes === 1 ? "byte" : "bytes");
  return `${shown} ${unit === 0 ? counted : BYTE_UNITS[unit]}`;
}

/** Returns a number as the language writes it. */
export function number(value: number, options?: Intl.NumberFormatOptions): string {
  return value.toLocaleString(language().locale, options);
}

/** Returns `count` with its noun: `1 patient`, `2,300 facts`. */
export function many(count: number, noun: Noun): string {
  return nouns.say(noun, { count });
}

/** Returns `items` as a list in a sentence: `one, two and three`. */
export function listed(items: readonly string[]): string {
  return new Intl.ListFormat(language().locale, { type: "conjunction" }).format(items);
}

/** Units of UCUM that nobody writes so, as they are printed. */
const PRINTED: Readonly<Record<string, string>> = {
  "mm[Hg]": "mmHg",
  "umol/L": "µmol/L",
  "ug/L": "µg/L",
  "ug/dL": "µg/dL",
  Cel: "°C",
  "[degF]": "°F",
  "[lb_av]": "lb",
  "[oz_av]": "oz",
  "[in_i]": "in",
};

/**
 * Returns a unit of UCUM as it is printed: annotations without their braces, `{INR}` as `INR`, `mL/min/{1.73_m2}` as
 * `mL/min/1.73 m²`; a bare count, `{#}`, has none; `mm[Hg]` as `mmHg`. Others stay as they are.
 */
export function plainUnit(unit: string): string {
  return (PRINTED[unit] ?? unit)
    .replace(/^\{#\}$/, "")
    .replaceAll(/\{([^{}]*)\}/g, (_, words: string) =>
      words.replaceAll("_", " ").replace(/\bm([23])$/, (_, power) => (power === "2" ? "m²" : "m³")),
    );
}

/** Returns `words` with a capital at the start and a full stop at the end. */
export function sentence(words: string): string {
  const ended = /[.!?…]$/.test(words) ? words : `${words}.`;
  return ended.charAt(0).toUpperCase() + ended.slice(1);
}

/** Returns a moment of today as a time of day. */
export function clock(moment: Date): string {
  return moment.toLocaleTimeString(language().locale, { hour: "2-digit", minute: "2-digit" });
}

/** Returns an ISO 8601 date, whole or only to the month or year, as people write it. */
export function day(iso: string): string {
  const [, year, month, date] = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?/.exec(iso) ?? [];
  if (year === undefined) return iso;
  const moment = new Date(Date.UTC(Number(year), Number(month ?? 1) - 1, Number(date ?? 1)));
  if (Number.isNaN(moment.getTime())) return iso;
  return moment.toLocaleDateString(language().locale, {
    timeZone: "UTC",
    year: "numeric",
    ...(month === undefined ? {} : { month: "long" }),
    ...(date === undefined ? {} : { day: "numeric" }),
  });
}
