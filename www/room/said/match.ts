/**
 * Says sentences of the engine in another language, by patterns with named holes: `The record has {answer}.` A pattern matches a whole
 * sentence or none. What stands in a hole is a value: where the hole names a kind of words of the engine’s own, `{when:day}`, those are said in
 * the other language too; everything else stands as it is, and nothing in it is taken for a pattern. Whatever the sentence, the
 * same pattern is chosen, and the time that takes is bounded by the length of the sentence.
 */

/** Says all of a piece in another language; `undefined` where it is none of its kind. */
export type Whole = (english: string) => string | undefined;
/** Tells where pieces of its kind that begin at `from` end, the longest first, and what each is in the other language. */
type Begins = (text: string, from: number) => Iterable<readonly [end: number, said: string]>;
/** What may stand in a hole. */
export type Kind = { readonly whole: Whole } | { readonly begins: Begins };

/** Texts in the other language, by the engine’s. */
export type Texts = Readonly<Record<string, string>>;

/** UTF-16 units of a sentence; a longer one is none of the engine’s. */
const MOST = 4000;
/** Places where a list, or a text of several sentences, may be cut. */
const MOST_PLACES = 300;
/** Ends of sentences in one text, for it to be cut there: the engine puts a few together. */
const MOST_SENTENCES = 24;

/** Returns a kind of which there are just so many, by the engine’s words for each. */
export function oneOf(said: Texts): Kind {
  const known = Object.entries(said).sort(([one], [other]) => other.length - one.length);
  return {
    *begins(text, from) {
      for (const [english, other] of known) if (text.startsWith(english, from)) yield [from + english.length, other];
    },
  };
}

/** Returns a kind of the pieces that `form`, a sticky expression, finds; `say` makes the text of each from what it found. */
export function formed(form: RegExp, say: (found: RegExpExecArray) => string | undefined): Kind {
  return {
    *begins(text, from) {
      form.lastIndex = from;
      const found = form.exec(text);
      const said = found === null ? undefined : say(found);
      if (found !== null && said !== undefined) yield [from + found[0].length, said];
    },
  };
}

/** Returns a kind of what is either of `kinds`. */
export function either(...kinds: readonly Kind[]): Kind {
  return {
    *begins(text, from) {
      const all = kinds.flatMap((kind) => ("begins" in kind ? [...kind.begins(text, from)] : []));
      yield* all.sort(([one], [other]) => other - one);
    },
  };
}

/** Returns what says all of a text that `kind` begins. */
export function wholly(kind: Kind): Whole {
  if ("whole" in kind) return kind.whole;
  return (english) => [...kind.begins(english, 0)].find(([end]) => end === english.length)?.[1];
}

/** Returns a kind of lists: items that `item` says, with one of `between` between them; `join` makes the list in the other language. */
export function listOf(item: Whole, between: readonly string[], join: (said: readonly string[]) => string): Kind {
  const whole: Whole = (english) => {
    const places: [number, number][] = [];
    for (const each of between)
      for (let at = english.indexOf(each); at >= 0; at = english.indexOf(each, at + 1))
        places.push([at, at + each.length]);
    const items = cut(english, places, item);
    return items === undefined ? undefined : join(items);
  };
  return { whole };
}

/** Cuts `text` at some of `places`, so that `say` says each part; the first is the shortest that can be. */
function cut(text: string, places: [start: number, end: number][], say: Whole): string[] | undefined {
  if (places.length > MOST_PLACES) return undefined;
  // The longest of those that begin at one place comes first: " and " after ", " is not left over.
  places.sort(([one, end], [other, last]) => one - other || last - end);
  places.push([text.length, text.length]);
  const failed = new Set<number>();
  const from = (start: number): string[] | undefined => {
    if (failed.has(start)) return undefined;
    for (const [end, next] of places) {
      if (end <= start) continue;
      const said = say(text.slice(start, end));
      if (said === undefined) continue;
      if (end === text.length) return [said];
      const rest = from(next);
      if (rest !== undefined) return [said, ...rest];
    }
    failed.add(start);
    return undefined;
  };
  return from(0);
}

interface Hole {
  readonly name: string;
  readonly kind: Kind | undefined;
}

/** One pattern: literals with holes between them, and what it is in the other language. */
class Pattern {
  /** How much of it is not a hole. */
  readonly weight: number;
  readonly #literals: readonly string[];
  readonly #holes: readonly Hole[];
  readonly #said: readonly string[];

  constructor(english: string, said: string, kinds: Readonly<Record<string, Kind>>) {
    const pieces = english.split(/\{(\w+)(?::(\w+))?\}/);
    this.#literals = pieces.filter((_, at) => at % 3 === 0);
    this.#holes = this.#literals.slice(1).map((_, at) => {
      const kind = pieces[3 * at + 2];
      if (kind !== undefined && kinds[kind] === undefined) throw new Error(`${english}: there is no kind ${kind}`);
      return { name: pieces[3 * at + 1] ?? "", kind: kind === undefined ? undefined : kinds[kind] };
    });
    this.#said = said.split(/\{(\w+)\}/);
    this.weight = this.#literals.join("").length;
  }

  say(text: string): string | undefined {
    const [first = ""] = this.#literals;
    const last = this.#literals.at(-1) ?? "";
    if (!text.startsWith(first) || !text.endsWith(last)) return undefined;
    const values = new Map<string, string>();
    return this.#fill(text, 0, first.length, values, new Set())
      ? this.#said.map((piece, at) => (at % 2 === 0 ? piece : values.get(piece))).join("")
      : undefined;
  }

  /** Fills the holes from the one numbered `hole`, which begins at `at`. What was tried in vain is not tried again. */
  #fill(text: string, hole: number, at: number, values: Map<string, string>, failed: Set<number>): boolean {
    const wanted = this.#holes[hole];
    if (wanted === undefined) return at === text.length;
    const key = hole * (text.length + 1) + at;
    if (failed.has(key)) return false;
    const next = this.#literals[hole + 1] ?? "";
    for (const [end, said] of this.#ends(text, hole, at)) {
      if (!text.startsWith(next, end)) continue;
      if (this.#fill(text, hole + 1, end + next.length, values, failed)) {
        values.set(wanted.name, said);
        return true;
      }
    }
    failed.add(key);
    return false;
  }

  *#ends(text: string, hole: number, at: number): Iterable<readonly [number, string]> {
    const kind = this.#holes[hole]?.kind;
    if (kind !== undefined && "begins" in kind) return yield* kind.begins(text, at);
    const next = this.#literals[hole + 1] ?? "";
    const isLast = hole === this.#holes.length - 1;
    const after = (from: number): number => (next === "" ? from : text.indexOf(next, from));
    for (
      let end = isLast ? text.length - next.length : after(at + 1);
      end > at && end <= text.length;
      end = isLast ? 0 : after(end + 1)
    ) {
      const value = text.slice(at, end);
      const said = kind === undefined ? value : kind.whole(value);
      if (said !== undefined) yield [end, said];
    }
  }
}

/** Returns what says the texts of `said`: the ones without holes, and the patterns, of which the most literal comes first. */
export function patterns(said: Texts, kinds: Readonly<Record<string, Kind>>): Whole {
  const known = new Map<string, string>();
  const all: Pattern[] = [];
  for (const [english, other] of Object.entries(said)) {
    if (/\{\w/.test(english)) all.push(new Pattern(english, other, kinds));
    else known.set(english, other);
  }
  all.sort((one, other) => other.weight - one.weight);
  return (english) => {
    if (english.length > MOST) return undefined;
    const plain = known.get(english);
    if (plain !== undefined) return plain;
    for (const pattern of all) {
      const found = pattern.say(english);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

/**
 * Returns what says a text that is made of several sentences, each of which `each` says; where it is not, `one` says all of it. The first sentence is the
 * shortest that can be: a value does not reach into the next one.
 */
export function sentences(one: Whole, each: Whole = one): Whole {
  return (english) => {
    if (english.length > MOST) return undefined;
    const places = Array.from(english.matchAll(/(?<=[.?!]) (?=\S)/g), ({ index }): [number, number] => [
      index,
      index + 1,
    ]);
    const several = places.length === 0 || places.length > MOST_SENTENCES ? undefined : cut(english, places, each);
    return several !== undefined && several.length > 1 ? several.join(" ") : one(english);
  };
}
