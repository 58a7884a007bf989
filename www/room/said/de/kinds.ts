/** What stands in the sentences of the engine beside values, in German: moments, times between, counts with their nouns, and lists. */
import { either, formed, listOf, oneOf, patterns, wholly, type Kind, type Texts, type Whole } from "../match.ts";
import { MEASURES, SORTS } from "./names.ts";

const MONTHS: Texts = {
  January: "Januar",
  February: "Februar",
  March: "März",
  April: "April",
  May: "Mai",
  June: "Juni",
  July: "Juli",
  August: "August",
  September: "September",
  October: "Oktober",
  November: "November",
  December: "Dezember",
};
const MONTH = Object.keys(MONTHS).join("|");

/** A moment as `question/exact/words.rs` writes it, with what stands before a day, before a month and before a year. */
function moment(day: string, month: string, year: string, none: string): Kind {
  return formed(
    new RegExp(`(?:(\\d{1,2}) )?(${MONTH}) (\\d{4})|(\\d{4})(?!\\d)|a day that is not given`, "y"),
    ([, of = "", named = "", then = "", alone = ""]) => {
      if (alone !== "") return `${year}${alone}`;
      if (named === "") return none;
      return of === "" ? `${month}${MONTHS[named]} ${then}` : `${day}${of}. ${MONTHS[named]} ${then}`;
    },
  );
}

/** A day as the file has it: `2019-03-02`, `2019-03` or `2019`. */
function written(day: string, month: string, year: string): Kind {
  return formed(/(\d{4})(?:-(\d\d)(?:-(\d\d))?)?(?![-\d])/y, ([, then = "", of, on]) => {
    const named = of === undefined ? undefined : Object.values(MONTHS)[Number(of) - 1];
    if (of === undefined) return `${year}${then}`;
    if (named === undefined) return undefined;
    return on === undefined ? `${month}${named} ${then}` : `${day}${Number(on)}. ${named} ${then}`;
  });
}

/** Nouns of which there is one, or are several, by the engine’s. */
const NOUNS: Readonly<Record<string, readonly [english: string, one: string, other: string]>> = {
  reading: ["readings", "Messung", "Messungen"],
  patient: ["patients", "Person", "Personen"],
  condition: ["conditions", "Diagnose", "Diagnosen"],
  allergy: ["allergies", "Allergie", "Allergien"],
  prescription: ["prescriptions", "Verordnung", "Verordnungen"],
  procedure: ["procedures", "Maßnahme", "Maßnahmen"],
  vaccination: ["vaccinations", "Impfung", "Impfungen"],
  vaccine: ["vaccines", "Impfstoff", "Impfstoffe"],
  medicine: ["medicines", "Medikament", "Medikamente"],
  visit: ["visits", "Besuch", "Besuche"],
  measurement: ["measurements", "Messung", "Messungen"],
  note: ["notes", "Notiz", "Notizen"],
  report: ["reports", "Bericht", "Berichte"],
  "imaging study": ["imaging studies", "Bildgebung", "Bildgebungen"],
  "care plan": ["care plans", "Behandlungsplan", "Behandlungspläne"],
  "care team": ["care teams", "Behandlungsteam", "Behandlungsteams"],
  goal: ["goals", "Ziel", "Ziele"],
  device: ["devices", "Gerät", "Geräte"],
  "family history entry": ["family history entries", "Eintrag der Familienanamnese", "Einträge der Familienanamnese"],
  entry: ["entries", "Eintrag", "Einträge"],
  "emergency visit": ["emergency visits", "Besuch in der Notaufnahme", "Besuche in der Notaufnahme"],
  "hospital stay": ["hospital stays", "Krankenhausaufenthalt", "Krankenhausaufenthalte"],
};
const SINGULAR: Texts = Object.fromEntries(Object.entries(NOUNS).map(([english, [, one]]) => [english, one]));
const PLURAL: Texts = Object.fromEntries(Object.values(NOUNS).map(([english, , other]) => [english, other]));
const noun = oneOf({ ...SINGULAR, ...PLURAL });
const SPANS: Readonly<Record<string, readonly [one: string, other: string]>> = {
  year: ["Jahr", "Jahre"],
  month: ["Monat", "Monate"],
  week: ["Woche", "Wochen"],
  day: ["Tag", "Tage"],
  hour: ["Stunde", "Stunden"],
  minute: ["Minute", "Minuten"],
};

function counted(said: Texts): Kind {
  const nouns = Object.keys(said).sort((one, other) => other.length - one.length);
  return formed(
    new RegExp(`(\\d+) (${nouns.join("|")})(?![a-z])`, "y"),
    ([, count, of = ""]) => `${count} ${said[of]}`,
  );
}

const SPAN = "(\\d+) (year|month|week|day|hour|minute)s?";
const spanOf = (count: string, of: string): string => `${count} ${SPANS[of]?.[count === "1" ? 0 : 1]}`;

const day = moment("", "", "", "ohne Datum");
const measure: Whole = (english) =>
  MEASURES[english] ?? MEASURES[`${english.charAt(0).toLowerCase()}${english.slice(1)}`] ?? english;
const yes = oneOf({ Yes: "Ja", No: "Nein" });
const course = oneOf({
  rising: "steigend",
  falling: "fallend",
  stable: "stabil",
  "no clear direction": "ohne klare Richtung",
  "up and down": "auf und ab",
});
const entry = patterns(
  {
    "“{name}” ({when:day})": "„{name}“ ({when})",
    "and {more:number} others": "und {more} weitere",
    "and 1 other": "und 1 weitere",
  },
  { day, number: number() },
);
/** What is measured together, as `question/exact/panel/names.rs` calls it. */
const PANELS: Texts = {
  "laboratory values": "Laborwerte",
  "vital signs": "Vitalzeichen",
  "entries of social history": "Angaben zur Lebensweise",
  "complete blood count": "Werte eines Blutbilds",
  "basic metabolic panel": "Werte eines kleinen Stoffwechselprofils",
  "comprehensive metabolic panel": "Werte eines großen Stoffwechselprofils",
  electrolytes: "Elektrolyte",
  lipids: "Blutfette",
  "liver tests": "Leberwerte",
  "kidney tests": "Nierenwerte",
  "thyroid tests": "Schilddrüsenwerte",
  "iron studies": "Eisenwerte",
  "clotting tests": "Gerinnungswerte",
};
const UNITS: Texts = {
  minute: "Minute",
  hour: "Stunde",
  day: "Tag",
  week: "Woche",
  month: "Monat",
  year: "Jahr",
  minutes: "Minuten",
  hours: "Stunden",
  days: "Tage",
  weeks: "Wochen",
  months: "Monate",
  years: "Jahre",
};
/** How often something is taken, as `question/exact/taken.rs` writes it. */
const times = formed(/once|twice|([\d.]+)(?: to ([\d.]+))? times/y, ([all, least, most]) => {
  if (least === undefined) return all === "once" ? "einmal" : "zweimal";
  return most === undefined ? `${least}-mal` : `${least}- bis ${most}-mal`;
});
const per = formed(
  /per (minute|hour|day|week|month|year)|every ([\d.]+)(?: to ([\d.]+))? (minutes|hours|days|weeks|months|years)/y,
  ([, one, least, most, unit = ""]) => {
    if (one !== undefined) return `pro ${UNITS[one]}`;
    return most === undefined ? `alle ${least} ${UNITS[unit]}` : `alle ${least} bis ${most} ${UNITS[unit]}`;
  },
);
const weekday = oneOf({
  Monday: "Montag",
  Tuesday: "Dienstag",
  Wednesday: "Mittwoch",
  Thursday: "Donnerstag",
  Friday: "Freitag",
  Saturday: "Samstag",
  Sunday: "Sonntag",
});
const semicolons = (said: readonly string[]): string => said.join("; ");
const MEASURED = "(?:[<>]=?)?-?\\d[\\d./]*(?: \\S+(?: m²)?)?";
function number(): Kind {
  return formed(/\d+(?!\d)/y, ([all]) => all);
}

function optional(kind: Kind): Kind {
  return either(kind, { begins: (_, from) => [[from, ""]] });
}

function conjoined(item: Whole): Kind {
  return listOf(item, [", and ", " and ", ", "], (said) =>
    said.length < 2 ? said.join("") : `${said.slice(0, -1).join(", ")} und ${said.at(-1)}`,
  );
}

/** A name of the records’ in quotation marks. */
const quoted: Whole = (english) => (/^“.+”$/s.test(english) ? `„${english.slice(1, -1)}“` : undefined);
const OTHERS = patterns(
  { "and {more:number} others": "und {more} weitere", "and 1 other": "und 1 weitere" },
  { number: number() },
);
const part: Whole = (english) => quoted(english) ?? OTHERS(english);

const bound: Texts = { above: "über", "at least": "bei mindestens", below: "unter", "at most": "bei höchstens" };
const limit = (before: string): Kind => ({
  *begins(text, from) {
    const found = new RegExp(
      `${before}(above|at least|below|at most) (-?\\d[\\d.]*)( [^\\s,;:]*[^\\s,;:.](?: m²)?)?`,
      "y",
    );
    found.lastIndex = from;
    const [all, way = "", value = "", unit] = found.exec(text) ?? [];
    if (all === undefined) return;
    const said = `${before}${bound[way]} ${value}`;
    yield [from + all.length, `${said}${unit ?? ""}`];
    if (unit !== undefined) yield [from + all.length - unit.length, said];
  },
});

const at = { on: moment("am ", "im ", "im Jahr ", "ohne Datum"), from: moment("vom ", "von ", "von ", "ohne Datum") };
const to = moment("zum ", "", "", "ohne Datum");
const range = either(
  formedBy(" since ", moment(" seit dem ", " seit ", " seit ", "")),
  formedBy(" until ", moment(" bis zum ", " bis ", " bis ", "")),
  formedBy(" on ", moment(" am ", " im ", " im Jahr ", "")),
  formedBy(" in ", moment(" am ", " im ", " im Jahr ", "")),
  {
    *begins(text, from) {
      if (!text.startsWith(" from ", from)) return;
      for (const [end, first] of begun(at.from, text, from + 6)) {
        if (!text.startsWith(" to ", end)) continue;
        for (const [last, said] of begun(to, text, end + 4)) yield [last, ` ${first} bis ${said}`];
      }
    },
  },
);

function begun(kind: Kind, text: string, from: number): Iterable<readonly [number, string]> {
  return "begins" in kind ? kind.begins(text, from) : [];
}

function formedBy(before: string, kind: Kind): Kind {
  return { begins: (text, from) => (text.startsWith(before, from) ? begun(kind, text, from + before.length) : []) };
}

/** The kinds of what may stand in the holes of the engine’s sentences. */
export const KINDS = {
  day,
  of: moment("vom ", "vom ", "von ", "ohne Datum"),
  on: at.on,
  /** A day with "on" before it, or a month or a year with "in". */
  at: formed(
    new RegExp(`on (\\d{1,2} (?:${MONTH}) \\d{4})|in ((?:(?:${MONTH}) )?\\d{4})(?!\\d)`, "y"),
    ([, on, within]) => wholly(at.on)(on ?? within ?? ""),
  ),
  from: at.from,
  till: moment("bis zum ", "bis ", "bis ", "ohne Datum"),
  iso: written("", "", ""),
  /** A day as the file has it, or none. */
  dated: either(written("vom ", "vom ", "von "), { begins: (_, from) => [[from, "ohne Datum"]] }),
  number: number(),
  yes,
  span: optional(range),
  /** As `span`, where it must be said. */
  spanned: either(range, oneOf({ " in that time": " in dieser Zeit" })),
  bound: optional(limit(" ")),
  bare: limit(""),
  noun,
  nouns: counted({ ...SINGULAR, ...PLURAL }),
  readings: counted({ reading: "Messung", readings: "Messungen" }),
  patients: counted({ patient: "Person", patients: "Personen" }),
  entries: counted({ entry: "Eintrag", entries: "Einträge", entrie: "Einträge" }),
  years: formed(new RegExp(SPAN, "y"), ([, count = "", of = ""]) => spanOf(count, of)),
  long: formed(new RegExp(`${SPAN}(?:, ${SPAN})*(?: \\(${SPAN}\\))?`, "y"), ([all]) =>
    all.replaceAll(new RegExp(SPAN, "g"), (_, count: string, of: string) => spanOf(count, of)),
  ),
  /** Which of the entries of a kind are told. */
  which: oneOf({ "active ": " (aktiv)", "past ": " (früher)", "latest ": " (zuletzt)", "first ": " (zuerst)", "": "" }),
  pick: oneOf({
    "latest ": "neuester Wert",
    "first ": "erster Wert",
    "second ": "zweiter Wert",
    "third ": "dritter Wert",
    "fourth ": "vierter Wert",
    "fifth ": "fünfter Wert",
    "sixth ": "sechster Wert",
    "seventh ": "siebter Wert",
    "eighth ": "achter Wert",
    "ninth ": "neunter Wert",
    "tenth ": "zehnter Wert",
    "last but one ": "vorletzter Wert",
    "last but two ": "drittletzter Wert",
    "last but three ": "viertletzter Wert",
    "last but four ": "fünftletzter Wert",
    "last but five ": "sechstletzter Wert",
    "highest ": "höchster Wert",
    "lowest ": "niedrigster Wert",
  }),
  picks: oneOf({ "latest ": "die letzten", "first ": "die ersten", "": "die" }),
  extreme: oneOf({
    highest: "höchster Wert",
    lowest: "niedrigster Wert",
    average: "Mittelwert",
  }),
  most: oneOf({ highest: "höchsten", lowest: "niedrigsten" }),
  be: oneOf({ is: "liegt", are: "liegen" }),
  course: either(
    course,
    formed(
      /systolic (rising|falling|stable|no clear direction), diastolic (rising|falling|stable|no clear direction)/y,
      ([, upper = "", lower = ""]) => `systolisch ${wholly(course)(upper)}, diastolisch ${wholly(course)(lower)}`,
    ),
  ),
  courses: conjoined(
    wholly(oneOf({ rising: "steigend", falling: "fallend", steady: "gleichbleibend", mixed: "wechselnd" })),
  ),
  compared: {
    whole: patterns(
      {
        "the same": "gleich",
        "higher by {difference}": "höher um {difference}",
        "lower by {difference}": "niedriger um {difference}",
      },
      {},
    ),
  },
  /** What is measured, where it is one of the engine’s own names; else as the records have it. */
  measure: { whole: measure },
  measures: conjoined(measure),
  /** What is measured together, or one thing that is measured. */
  panel: {
    whole: (english: string) => {
      const bare = english.replace(/^(?:values of )?an? /, "");
      return PANELS[`${bare.charAt(0).toLowerCase()}${bare.slice(1)}`] ?? measure(english);
    },
  },
  /** The values of what is measured together. */
  measured: listOf(
    patterns(
      {
        "{name:measure}: {value} ({when:day})": "{name}: {value} ({when})",
        "{name:measure}: {value}, “{status}” ({when:day})": "{name}: {value}, „{status}“ ({when})",
        "{name:measure}: {value}": "{name}: {value}",
        "{name:measure}: {value}, “{status}”": "{name}: {value}, „{status}“",
        "and {more:number} others": "und {more} weitere",
        "and 1 other": "und 1 weiterer",
      },
      { day, number: number(), measure: { whole: measure } },
    ),
    ["; "],
    semicolons,
  ),
  give: oneOf({
    "give a mark or a range": "geben eine Kennzeichnung oder einen Bereich an",
    "gives a mark or a range": "gibt eine Kennzeichnung oder einen Bereich an",
  }),
  /** The time that a sentence begins with. */
  opening: either(
    formed(new RegExp(`Since the last visit \\(([^)]*)\\)`, "y"), ([, when = ""]) => {
      const said = wholly(day)(when);
      return said === undefined ? undefined : `Seit dem letzten Besuch (${said})`;
    }),
    {
      *begins(text, from) {
        const inside = ` ${text.charAt(from).toLowerCase()}${text.slice(from + 1)}`;
        for (const [end, said] of begun(range, inside, 0))
          yield [from + end - 1, `${said.charAt(1).toUpperCase()}${said.slice(2)}`];
      },
    },
  ),
  /** What a record has of a time: counts, with names in brackets. */
  parts: conjoined(
    patterns(
      {
        "{count:nouns}": "{count}",
        "{count:nouns} ({names:names})": "{count} ({names})",
        "{count:nouns} that ended ({names:names})": "{count}, beendet ({names})",
      },
      { nouns: counted({ ...SINGULAR, ...PLURAL }), names: listOf(part, ["; "], semicolons) },
    ),
  ),
  /** What kinds of facts are told. */
  sort: oneOf(SORTS),
  listing: listOf(entry, ["; "], semicolons),
  values: listOf(
    patterns(
      { "{value} ({when:day})": "{value} ({when})", "and {more:number} earlier": "und {more} frühere" },
      { day, number: number() },
    ),
    ["; ", ", "],
    semicolons,
  ),
  days: listOf(wholly(day), ["; "], semicolons),
  said: {
    whole: (english: string) =>
      wholly(conjoined((one) => (new RegExp(`^${MEASURED}$`).test(one) ? one : undefined)))(english) ?? english,
  },
  quoted: conjoined((one) => (/^\d+ more$/.test(one) ? one.replace(" more", " weitere") : quoted(one))),
  named: conjoined(patterns({ "“{name}” ({when:day})": "„{name}“ ({when})" }, { day })),
  events: listOf(
    patterns({ "“{name}” ({when:iso})": "„{name}“ ({when})" }, { iso: written("", "", "") }),
    [", "],
    (said) => said.join(", "),
  ),
  topics: optional(
    formedBy(" with ", {
      begins: (text, from) => {
        const end = text.lastIndexOf("”") + 1;
        const said = end > from ? wholly(conjoined(quoted))(text.slice(from, end)) : undefined;
        return said === undefined ? [] : [[end, ` mit ${said}`]];
      },
    }),
  ),
  /** How something is taken. */
  how: listOf(
    patterns(
      {
        "{times:times} {per:per}": "{times} {per}",
        "as “{code}”": "als „{code}“",
        "on {days:days}": "am {days}",
        "at {hours:hours}": "um {hours}",
        "as needed": "bei Bedarf",
        "as needed for {reason}": "bei Bedarf ({reason})",
        "at most {dose} {per:per}": "höchstens {dose} {per}",
      },
      {
        times,
        per,
        days: conjoined(wholly(weekday)),
        hours: conjoined((one) => (/^\d\d:\d\d$/.test(one) ? one : undefined)),
      },
    ),
    [", "],
    (said) => said.join(", "),
  ),
  people: listOf(
    (one) => (/^and \d+ more$/.test(one) ? one.replace(/^and (\d+) more$/, "und $1 weitere") : one),
    ["; "],
    semicolons,
  ),
  about: optional({
    begins: (text, from) => {
      if (!text.startsWith(" of “", from)) return [];
      const ends: [number, string][] = [];
      for (let end = text.indexOf("”", from); end >= 0; end = text.indexOf("”", end + 1))
        ends.unshift([end + 1, `, „${text.slice(from + 5, end)}“`]);
      return ends;
    },
  }),
} as const satisfies Readonly<Record<string, Kind>>;
