/** Numbers, sizes and moments in the words of the page. */

import type { Coverage, Tally, Verdict } from "../engine/types.ts";

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
  const shown = value.toLocaleString("en", { maximumFractionDigits: digits });
  return `${shown} ${bytes === 1 ? "byte" : BYTE_UNITS[unit]}`;
}

/** Returns `count` with its noun: `1 patient`, `2,300 facts`. */
export function many(count: number, one: string, several = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : several}`;
}

/**
 * Returns a unit of UCUM as it is printed: annotations without their braces, `{INR}` as `INR`, `mL/min/{1.73_m2}` as
 * `mL/min/1.73 m²`; a bare count, `{#}`, has none. Others stay as they are.
 */
export function plainUnit(unit: string): string {
  return unit
    .replace(/^\{#\}$/, "")
    .replaceAll(/\{([^{}]*)\}/g, (_, words: string) =>
      words.replaceAll("_", " ").replace(/\bm([23])$/, (_, power) => (power === "2" ? "m²" : "m³")),
    );
}

/** Returns a stretch of a file as people read it: `bytes 10,234–10,871`, counted from 0, the last one not included. */
export function byteRange(start: number, end: number): string {
  return `bytes ${start.toLocaleString("en")}–${end.toLocaleString("en")}`;
}

/** Returns `words` with a capital at the start and a full stop at the end. */
export function sentence(words: string): string {
  const ended = /[.!?…]$/.test(words) ? words : `${words}.`;
  return ended.charAt(0).toUpperCase() + ended.slice(1);
}

/** Returns a moment of today as a time of day. */
export function clock(moment: Date): string {
  return moment.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}

/** Returns an ISO 8601 date, whole or only to the month or year, as people write it. */
export function day(iso: string): string {
  const [, year, month, date] = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?/.exec(iso) ?? [];
  if (year === undefined) return iso;
  const moment = new Date(Date.UTC(Number(year), Number(month ?? 1) - 1, Number(date ?? 1)));
  if (Number.isNaN(moment.getTime())) return iso;
  return moment.toLocaleDateString("en-GB", {
    timeZone: "UTC",
    year: "numeric",
    ...(month === undefined ? {} : { month: "long" }),
    ...(date === undefined ? {} : { day: "numeric" }),
  });
}

/** What a reader is told of a verdict. */
export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  supported: "in the records",
  "range-only": "true of the range only",
  unsupported: "not in the records that were sent",
  contradicted: "the records say otherwise",
};

/** Says how many of a model's claims hold; nothing where it made none. */
export function tallyWords({ supported, rangeOnly, unsupported, contradicted }: Tally): string {
  const sums = [
    [supported, "hold"],
    [rangeOnly, "true of the range only"],
    [unsupported, "not in the records that were sent"],
    [contradicted, "the records say otherwise"],
  ] as const;
  const told = sums.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
  if (told.length === 0) return "";
  return `The model’s numbers, times, names and judgements, each held to the records: ${told.join(", ")}.`;
}

/** Says what was looked at for an answer, and what of it the model was not told. */
export function coverageWords(coverage: Coverage): string {
  const { searched, notes, entries, told, withheld, unreadNotes, withheldWords } = coverage;
  const number = (count: number): string => count.toLocaleString("en");
  const kept = [
    withheld > 0 ? `${many(withheld, "entry", "entries")} that fit the question stayed here` : "",
    unreadNotes > 0 ? `${many(unreadNotes, "note")} could be named and not read` : "",
    withheldWords > 0 ? `${many(withheldWords, "word")} of the question stayed here` : "",
  ].filter((each) => each !== "");
  return `Searched: ${number(searched)} documents, of them ${number(notes)} notes, with ${number(entries)} entries. The model was told of ${number(told)}${kept.length === 0 ? "" : `; ${kept.join(", ")}`}. Files, or parts of them, that could not be read are listed where they were added. What is not found may still be so.`;
}

/** The resource types that files often hold beside the records themselves, as people call them. */
const TYPES: Readonly<Record<string, readonly [one: string, several: string]>> = {
  Account: ["account", "accounts"],
  Appointment: ["appointment", "appointments"],
  AuditEvent: ["access-log entry", "access-log entries"],
  Binary: ["attached file", "attached files"],
  Claim: ["insurance claim", "insurance claims"],
  ClaimResponse: ["answer to an insurance claim", "answers to insurance claims"],
  Coverage: ["insurance policy", "insurance policies"],
  ExplanationOfBenefit: ["insurance statement", "insurance statements"],
  Location: ["place", "places"],
  Organization: ["organisation", "organisations"],
  Practitioner: ["clinician", "clinicians"],
  PractitionerRole: ["clinician’s role", "clinicians’ roles"],
  Provenance: ["note of who wrote what", "notes of who wrote what"],
  RelatedPerson: ["relative or contact", "relatives or contacts"],
  SupplyDelivery: ["delivery of supplies", "deliveries of supplies"],
};

/** Returns so many resources of `type` in plain words: `2 organisations`. */
export function resources(type: string, count: number): string {
  const [one, several] = TYPES[type] ?? [spaced(type), `${spaced(type)} entries`];
  return many(count, one, several);
}

function spaced(type: string): string {
  return type.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}
