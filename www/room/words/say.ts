/**
 * What the page says, in the language of the person. English is beside this file, an area for each part of the page; another language
 * is a part of its own that is brought when it is chosen (`room/late/german.ts`). Text of the records is shown as it stands, whatever its language.
 */

import type { Tag } from "../view/choices.ts";

/** A text with its values in braces. One with several forms is chosen by the number `{count}`, by the plural rules of the language. */
type Message = string | { readonly one: string; readonly other: string };

/** The texts of an area by their keys. */
export type Texts = Readonly<Record<string, Message>>;

type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type NamesOf<M extends Message> = M extends string ? Names<M> : "count" | Names<M[keyof M] & string>;
type Values<M extends Message, Value> = { readonly [Name in NamesOf<M>]: Name extends "count" ? number : Value };
type Given<M extends Message, Value> = [NamesOf<M>] extends [never] ? [] : [values: Values<M, Value>];

/** The texts of one part of the page. */
interface Area<T extends Texts> {
  /** Returns the text `key` with its values put in. */
  readonly say: <K extends keyof T & string>(key: K, ...given: Given<T[K], string | number>) => string;
  /** Returns the same as pieces to be rendered, where a value is more than text. */
  readonly rich: <K extends keyof T & string>(key: K, ...given: Given<T[K], unknown>) => readonly unknown[];
  readonly name: string;
  readonly english: T;
}

/** The texts of an area in another language: the same keys, and several forms where English has them. */
export type Translation<A> =
  A extends Area<infer T>
    ? { readonly [K in keyof T]: T[K] extends string ? string : { readonly one: string; readonly other: string } }
    : never;

/** A language of the page: its tag, the locale of its numbers and dates, and its texts by area; English has none. */
export interface Language {
  readonly tag: Tag;
  readonly locale: string;
  /** What bytes are called, one and several; English has its own. */
  readonly bytes?: string;
  readonly areas?: Readonly<Record<string, Texts>>;
}

/** What a text of the engine is: a sentence or name of its own, an item of what is new, the title of a disagreement, a kind of facts, or the name of an entry or person with a word of ours before it. */
export type SaidOf = "sentence" | "item" | "title" | "sort" | "name";
/** Says a text of the engine, or an error, in another language; `undefined` where it has none. */
type Saying = (english: string, of: SaidOf) => string | undefined;

/** English, as the dates of the page have always been written. */
const ENGLISH: Language = { tag: "en", locale: "en-GB" };

const known = new Map<Tag, Language>([[ENGLISH.tag, ENGLISH]]);
const sayings = new Map<Tag, Saying>();
let chosen = ENGLISH;
let plural = new Intl.PluralRules(ENGLISH.locale);

/** Makes `language` known; a part of the page does with its own. */
export function learn(language: Language): void {
  known.set(language.tag, language);
}

/** Makes known what says the engine’s texts in the language `tag`: it comes after the texts of the page. */
export function learnSaid(tag: Tag, say: Saying): void {
  sayings.set(tag, say);
}

/** Speaks the language `tag` from now on; whether it is known. What stands on the page is rendered again by who calls. */
export function speak(tag: Tag): boolean {
  const language = known.get(tag);
  if (language === undefined) return false;
  chosen = language;
  plural = new Intl.PluralRules(language.locale);
  return true;
}

/** The language that is spoken now. */
export function language(): Language {
  return chosen;
}

/** Returns a text of the engine’s own in the language of the page; what that does not know stays in English. */
export function spoken(english: string, of: SaidOf = "sentence"): string {
  return sayings.get(chosen.tag)?.(english, of) ?? english;
}

/** Makes the area `name` of the texts `english`. */
export function area<const T extends Texts>(name: string, english: T): Area<T> {
  const pieces = (key: string, values: Readonly<Record<string, unknown>>): unknown[] => {
    const message = chosen.areas?.[name]?.[key] ?? english[key] ?? "";
    const text = typeof message === "string" ? message : message[formOf(values["count"])];
    // Every second piece is the name of a value.
    return text.split(/\{(\w+)\}/).map((piece, at) => (at % 2 === 0 ? piece : shown(values[piece])));
  };
  return {
    say: (key, ...[values]) => pieces(key, values ?? {}).join(""),
    rich: (key, ...[values]) => pieces(key, values ?? {}),
    name,
    english,
  };
}

function formOf(count: unknown): "one" | "other" {
  return plural.select(Number(count)) === "one" ? "one" : "other";
}

function shown(value: unknown): unknown {
  return typeof value === "number" ? value.toLocaleString(chosen.locale) : value;
}
