/**
 * The hostile spellings in which an identifying text is put for the test of a device: those of `src/eval/forms.rs`, under the same
 * names.
 */

/** A way to write a text. */
export interface Form {
  readonly name: string;
  readonly write: (text: string) => string;
}

const LOOK_ALIKE: Readonly<Record<string, string>> = Object.fromEntries(
  [..."aeocpxyisABEHKMOPT"].map((letter, at) => [letter, [..."аеосрхуіѕΑΒΕΗΚΜΟΡΤ"][at] ?? letter]),
);
const DIGIT_ALIKE: Readonly<Record<string, string>> = {
  o: "0",
  O: "0",
  l: "1",
  I: "1",
  e: "3",
  E: "3",
  a: "4",
  A: "4",
  s: "5",
  S: "5",
};

/** All forms. */
export const FORMS: readonly Form[] = [
  { name: "as it stands", write: (text) => text },
  { name: "upper case", write: (text) => text.toUpperCase() },
  { name: "lower case", write: (text) => text.toLowerCase() },
  { name: "last word first", write: turned },
  { name: "possessive", write: (text) => `${text}'s` },
  { name: "decomposed accents", write: (text) => text.normalize("NFD") },
  { name: "no-break spaces", write: (text) => text.replaceAll(" ", "\u00a0") },
  { name: "broken lines", write: (text) => text.replaceAll(" ", "\n") },
  { name: "hyphenated at the end of a line", write: (text) => halved(text, "-\n") },
  { name: "soft hyphen", write: (text) => halved(text, "\u00ad") },
  { name: "zero-width spaces", write: (text) => between(text, "\u200b") },
  { name: "spaced out", write: (text) => between(text, " ") },
  { name: "dotted", write: (text) => between(text, ".") },
  { name: "combining marks", write: (text) => between(text, "\u0336") },
  { name: "letters of other alphabets", write: (text) => each(text, (sign) => LOOK_ALIKE[sign] ?? sign) },
  { name: "full width", write: (text) => each(text, wide) },
  { name: "digits for letters", write: (text) => each(text, (sign) => DIGIT_ALIKE[sign] ?? sign) },
  { name: "backwards", write: (text) => [...text].reverse().join("") },
  { name: "13 letters on", write: (text) => each(text, thirteenOn) },
  { name: "base64", write: base64 },
  {
    name: "base64 for addresses",
    write: (text) => base64(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""),
  },
  { name: "base64 of base64", write: (text) => base64(base64(text)) },
  { name: "hexadecimal", write: (text) => bytes(text, "") },
  { name: "percent signs", write: (text) => bytes(text, "%") },
  { name: "HTML entities", write: (text) => each(text, (sign) => `&#${sign.codePointAt(0)};`) },
  { name: "JSON escapes", write: jsonEscapes },
];

function each(text: string, write: (sign: string) => string): string {
  return [...text].map(write).join("");
}

function turned(text: string): string {
  const at = text.lastIndexOf(" ");
  return at < 0 ? text : `${text.slice(at + 1)}, ${text.slice(0, at)}`;
}

function between(text: string, sign: string): string {
  return text
    .split(" ")
    .map((word) => [...word].join(sign))
    .join("  ");
}

/** Puts `sign` into the middle of the longest word. */
function halved(text: string, sign: string): string {
  const longest = text.split(" ").reduce((one, other) => (other.length > one.length ? other : one), "");
  const half = Math.floor(longest.length / 2);
  return text.replace(longest, () => `${longest.slice(0, half)}${sign}${longest.slice(half)}`);
}

function wide(sign: string): string {
  return /[!-~]/.test(sign) ? String.fromCharCode(sign.charCodeAt(0) + 0xfee0) : sign;
}

function thirteenOn(sign: string): string {
  if (!/[a-z]/i.test(sign)) return sign;
  const first = sign < "a" ? 65 : 97;
  return String.fromCharCode(first + ((sign.charCodeAt(0) - first + 13) % 26));
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

function bytes(text: string, sign: string): string {
  return Array.from(
    new TextEncoder().encode(text),
    (byte) => sign + byte.toString(16).toUpperCase().padStart(2, "0"),
  ).join("");
}

function jsonEscapes(text: string): string {
  return Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join(
    "",
  );
}
