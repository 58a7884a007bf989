/** What is told otherwise in a draft than in the one before, passage by passage and word by word. */
import type { Draft } from "../engine/types.ts";

/** A run of words that both have, or one of them. */
interface Run {
  readonly of: "both" | "before" | "now";
  readonly text: string;
}

/** A passage that is told otherwise. */
export interface Difference {
  /** The passage's stand-in, such as `R1`, or what stands before the passages. */
  readonly name: string;
  readonly runs: readonly Run[];
}

const PASSAGE = /<quote><title>(R\d+)<\/title>\n([\s\S]*?)\n<link>#R\d+<\/link><\/quote>/g;
/** The name of what stands before the passages. */
export const OPENING = "Before the passages";
/** Words of a passage beyond which the two are shown one after the other, and not word by word. */
const MOST_WORDS = 600;

/** Returns the passages of `now` that are told otherwise than in `before`. Stand-ins of names are new each time, and are no difference. */
export function differences(before: Draft, now: Draft): Difference[] {
  const was = passages(before);
  return [...passages(now)].flatMap(([name, text]) => {
    const old = was.get(name) ?? "";
    return old === text ? [] : [{ name, runs: runs(words(old), words(text)) }];
  });
}

function passages({ message, pieces }: Draft): Map<string, string> {
  const names = pieces.filter(({ operator }) => operator === "pseudonym");
  const texts = new Set(names.map(({ start, end }) => message.slice(start, end)));
  const plain = [...texts].reduce((text, name) => text.replaceAll(name, "the patient"), message);
  const found = [...plain.matchAll(PASSAGE)].map(([, name = "", text = ""]) => [name, text] as const);
  const first = plain.indexOf("<quote>");
  return new Map([[OPENING, plain.slice(0, first === -1 ? 0 : first).trim()], ...found]);
}

function words(text: string): string[] {
  return text.match(/\s*\S+/g) ?? [];
}

/** The longest common run of words stands; what else there is was taken out or put in. */
function runs(before: readonly string[], now: readonly string[]): Run[] {
  if (before.length > MOST_WORDS || now.length > MOST_WORDS)
    return [
      { of: "before", text: before.join("") },
      { of: "now", text: now.join("") },
    ];
  const common = lengths(before, now);
  const at = (a: number, b: number): number => common[a * (now.length + 1) + b] ?? 0;
  const found: Run[] = [];
  const add = (of: Run["of"], text = ""): void => {
    const last = found.at(-1);
    if (last?.of === of) found[found.length - 1] = { of, text: last.text + text };
    else found.push({ of, text });
  };
  let [a, b] = [0, 0];
  while (a < before.length || b < now.length) {
    if (a < before.length && b < now.length && before[a] === now[b]) {
      add("both", before[a]);
      a += 1;
      b += 1;
    } else if (b >= now.length || (a < before.length && at(a + 1, b) >= at(a, b + 1))) {
      add("before", before[a]);
      a += 1;
    } else {
      add("now", now[b]);
      b += 1;
    }
  }
  return found;
}

/** How many words the two have in common from each pair of places on, row by row. */
function lengths(before: readonly string[], now: readonly string[]): Uint16Array {
  const width = now.length + 1;
  const common = new Uint16Array((before.length + 1) * width);
  for (let a = before.length - 1; a >= 0; a -= 1)
    for (let b = now.length - 1; b >= 0; b -= 1) {
      const [next, down, right] = [(a + 1) * width + b + 1, (a + 1) * width + b, a * width + b + 1];
      common[a * width + b] =
        before[a] === now[b] ? (common[next] ?? 0) + 1 : Math.max(common[down] ?? 0, common[right] ?? 0);
    }
  return common;
}
