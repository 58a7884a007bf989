/**
 * What the engine and the page’s own errors say, in German, by their English. A text is asked for by what it is: most are sentences that nothing
 * else could be; items of what is new, titles and names of elements are little more than a name of the records’ with a day, and are looked for only
 * where one of them stands.
 */
import type { SaidOf } from "../../words/say.ts";
import { formed, listOf, oneOf, patterns, sentences, wholly, type Kind, type Texts, type Whole } from "../match.ts";
import { EXACT, FORMS, NARROWED, NOTICES, RULES, TIMES, WITHIN } from "./answers.ts";
import { CHECKED } from "./checked.ts";
import { WORDS } from "./elements.ts";
import { ERRORS as ENGINE_ERRORS } from "./errors.ts";
import { FILES as RECORD_FILES } from "./files.ts";
import { KINDS } from "./kinds.ts";
import { LEAVES, RANGES, SIDES } from "./leaves.ts";
import { LIBRARY, LITERATURE, SOUGHT } from "./library.ts";
import { ELEMENTS, ENTRIES, MEASURES, SORTS } from "./names.ts";
import { PAGE, PUBLIC_FILES, TESTED } from "./page.ts";
import { ITEMS, MARKS, OUT, PARTS, TAIL, TITLES } from "./today.ts";

const FILES: Texts = { ...RECORD_FILES, ...LITERATURE };
const ERRORS: Texts = { ...ENGINE_ERRORS, ...LIBRARY, ...SOUGHT };

/** What says the rest of a text from where it begins, or that there is none. */
function rest(said: Texts, kinds: Readonly<Record<string, Kind>>): Kind {
  const all = patterns(said, kinds);
  return {
    begins: (text, from) => {
      const found = from === text.length ? "" : all(text.slice(from));
      return found === undefined ? [] : [[text.length, found]];
    },
  };
}

const within: Kind = { whole: patterns(WITHIN, KINDS) };
const STATUS: Kind = { whole: (english) => (/^[a-z][a-z -]*$/.test(english) ? english : undefined) };
const reasons = patterns(FILES, { ...KINDS, reason: { whole: (english) => FILES[english] } });
const plainErrors = patterns(ERRORS, { ...KINDS, place: { whole: () => undefined }, what: { whole: () => undefined } });
const what: Whole = (english) => plainErrors(english) ?? reasons(english);

const SENTENCES: Texts = {
  ...PARTS,
  ...RULES,
  ...EXACT,
  ...NARROWED,
  ...NOTICES,
  ...CHECKED,
  ...LEAVES,
  ...PAGE,
  ...TESTED,
  ...OUT,
};
const SENTENCE_KINDS = {
  ...KINDS,
  codes: listOf(
    (code) => (/^\S+$/.test(code) ? code : undefined),
    [" or "],
    (said) => said.join(" oder "),
  ),
  whole: within,
  pair: within,
  time: {
    whole: (english) => {
      const one = patterns(TIMES, KINDS);
      const both = / and (?=of |from |up to )/.exec(english);
      if (both === null) return one(english);
      const [first, second] = [one(english.slice(0, both.index)), one(english.slice(both.index + both[0].length))];
      return first === undefined || second === undefined ? one(english) : `${first}, und ${second}`;
    },
  },
  forms: { whole: patterns(FORMS, KINDS) },
  people2: listOf(
    (name) => name,
    [" and ", ", "],
    (said) => (said.length < 2 ? said.join("") : `${said.slice(0, -1).join(", ")} und ${said.at(-1)}`),
  ),
  file: oneOf(PUBLIC_FILES),
  part: oneOf({ model: "Modell", tokenizer: "Tokenizer" }),
  side: oneOf(SIDES),
  range: { whole: patterns(RANGES, KINDS) },
} as const satisfies Readonly<Record<string, Kind>>;
const one = patterns(SENTENCES, SENTENCE_KINDS);
/** Only those stand one behind the other in one text. */
const COURSES = Object.entries(CHECKED).filter(([english]) =>
  /^The (?:readings are|first reading is \{\w+\}, the newest) /.test(english),
);
const whole = sentences(one, patterns({ ...EXACT, ...Object.fromEntries(COURSES) }, SENTENCE_KINDS));
const errors = patterns(ERRORS, {
  ...KINDS,
  // A path of field names and numbers, as `error::Place` writes it.
  place: formed(/(?:[A-Za-z]\w*|\[\d+\])(?:\.?[A-Za-z]\w*|\[\d+\])*/y, ([all]) => all),
  what: {
    whole: (english) =>
      what(english) ?? (/ \(found \d+, expected \d+\)$/.test(english) ? numbered(english) : undefined),
  },
});
function numbered(english: string): string | undefined {
  return errors(english);
}

const ITEM_KINDS = {
  ...KINDS,
  out: { whole: patterns(OUT, KINDS) },
  tail: rest(TAIL, KINDS),
  marks: rest(MARKS, { ...KINDS, status: STATUS }),
} as const satisfies Readonly<Record<string, Kind>>;
const items = patterns(ITEMS, ITEM_KINDS);
const titles = patterns(TITLES, KINDS);

/** After the name of an element, how the number is bounded. */
const BOUNDS: Texts = {
  ", less than": ", weniger als",
  ", at most": ", höchstens",
  ", more than": ", mehr als",
  ", at least": ", mindestens",
  ", not exactly": ", nicht genau",
  ", no value, because": ", kein Wert, weil",
  ", interpretation": ", Bewertung",
  ", older version": ", ältere Fassung",
};
/** The name of an element that is put together of words: `Dosage timing period unit`. */
const composed = wholly(
  listOf(
    (word) => WORDS[word],
    [" "],
    (words) => capital(words.join(", ")),
  ),
);
const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** After an element of which the entry has two ends. */
const ENDS: Texts = { " low": ", ab", " high": ", bis" };
const labels: Whole = (english) => {
  const known = ENTRIES[english] ?? ELEMENTS[english];
  if (known !== undefined) return known;
  const [, element = "", end = ""] = /^(.*)( low| high)$/.exec(english) ?? [];
  if (ELEMENTS[element] !== undefined) return `${ELEMENTS[element]}${ENDS[end]}`;
  const bound = Object.keys(BOUNDS).find((each) => english.endsWith(each));
  if (bound === undefined) return composed(`${english.charAt(0).toLowerCase()}${english.slice(1)}`);
  const name = english.slice(0, -bound.length);
  // The name of a part is the records’ own.
  return `${ENTRIES[name] ?? ELEMENTS[name] ?? name}${BOUNDS[bound]}`;
};

const said: Whole = (english) => whole(english) ?? errors(english) ?? what(english) ?? labels(english);
const BY_KIND: Readonly<Record<SaidOf, Whole>> = {
  sentence: said,
  item: items,
  title: titles,
  sort: (english) => SORTS[english],
  name: (english) => {
    const [, entry = "", name = ""] = /^([A-Z][a-z ]+)(?:, older version)?: (.*)$/s.exec(english) ?? [];
    return ENTRIES[entry] === undefined ? ENTRIES[english] : `${ENTRIES[entry]}: ${name}`;
  },
};

/** Texts that were said, as the page asks for the same ones each time it is rendered. */
const before = new Map<string, string | undefined>();
/** Texts that are remembered at most. */
const MOST = 1000;

/** Returns the German of `english`; `undefined` where it has none. */
export function saidInGerman(english: string, of: SaidOf): string | undefined {
  const key = `${of} ${english}`;
  if (before.has(key)) return before.get(key);
  if (before.size >= MOST) before.clear();
  const found = BY_KIND[of](english);
  before.set(key, found);
  return found;
}

/** All texts, by what they are, for the test that holds them to the engine’s sources. */
export const GERMAN: Readonly<Record<string, Texts>> = {
  PARTS,
  RULES,
  EXACT,
  NARROWED,
  NOTICES,
  CHECKED,
  LEAVES,
  PAGE,
  PUBLIC_FILES,
  TESTED,
  FILES,
  ERRORS,
  WITHIN,
  TIMES,
  FORMS,
  OUT,
  TAIL,
  MARKS,
  ITEMS,
  TITLES,
  ENTRIES,
  ELEMENTS,
  MEASURES,
  SORTS,
  BOUNDS,
  ENDS,
  WORDS,
  SIDES,
  RANGES,
};
