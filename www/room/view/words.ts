/** Numbers, sizes and moments in the words of the page. */

import type { Coverage, Tally, Verdict } from "../engine/types.ts";
import { say } from "../words/first.ts";
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
  return `${shown} ${bytes === 1 ? "byte" : BYTE_UNITS[unit]}`;
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
  return say("bytes", { start: number(start), end: number(end) });
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

/** What a reader is told of a verdict. */
export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  get supported() {
    return say("inTheRecords");
  },
  get "range-only"() {
    return say("trueOfTheRange");
  },
  get unsupported() {
    return say("notInTheRecords");
  },
  get contradicted() {
    return say("theRecordsSayOtherwise");
  },
};

/** Says how many of a model’s claims hold; nothing where it made none. */
export function tallyWords({ supported, rangeOnly, unsupported, contradicted }: Tally): string {
  const sums = [
    supported === 0 ? "" : say("hold", { count: supported }),
    rangeOnly === 0 ? "" : say("rangeOnly", { count: rangeOnly }),
    unsupported === 0 ? "" : say("unsupported", { count: unsupported }),
    contradicted === 0 ? "" : say("contradicted", { count: contradicted }),
  ].filter((each) => each !== "");
  return sums.length === 0 ? "" : say("theModelsNumbersTimes", { sums: sums.join(", ") });
}

/** Says what was looked at for an answer, and what of it the model was not told. */
export function coverageWords(coverage: Coverage): string {
  const { searched, notes, entries, told, withheld, unreadNotes, withheldWords } = coverage;
  const kept = [
    withheld === 0 ? "" : say("thatFitTheQuestion", { count: withheld }),
    unreadNotes === 0 ? "" : say("couldBeNamedAnd", { count: unreadNotes }),
    withheldWords === 0 ? "" : say("ofTheQuestionStayed", { count: withheldWords }),
  ].filter((each) => each !== "");
  const tellings = say("modelWasToldOf", { told: number(told) });
  return [
    say("searched", { searched: number(searched), notes: number(notes), entries: number(entries) }),
    `${[tellings, kept.join(", ")].filter((each) => each !== "").join("; ")}.`,
    say("whatCouldNotBeRead"),
  ].join(" ");
}

/** The resource types that files often hold beside the records themselves, as people call them. */
const TYPES: Readonly<Record<string, Noun>> = {
  Account: "account",
  Appointment: "appointment",
  AuditEvent: "accessLogEntry",
  Binary: "attachedFile",
  Claim: "insuranceClaim",
  ClaimResponse: "answerToClaim",
  Coverage: "insurancePolicy",
  ExplanationOfBenefit: "insuranceStatement",
  Location: "place",
  Organization: "organisation",
  Practitioner: "clinician",
  PractitionerRole: "cliniciansRole",
  Provenance: "noteOfAuthor",
  RelatedPerson: "relative",
  SupplyDelivery: "delivery",
};

/** Returns so many resources of `type` in plain words: `2 organisations`. */
export function resources(type: string, count: number): string {
  const noun = TYPES[type];
  return noun === undefined ? nouns.say("entryOfType", { count, type: spaced(type) }) : many(count, noun);
}

function spaced(type: string): string {
  return type.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}
