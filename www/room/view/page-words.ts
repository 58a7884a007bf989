/** What stands on the page for the doctor beside the record's own words: where an entry is from, and which entries are so now. */
import type { LaneKind, Timeline, TimelineItem } from "../engine/types.ts";
import { day } from "./words.ts";
import { say } from "../words/doctor.ts";

/** Returns what a reference says of its source beside `text`, without whom it is about: `entry of 2 March 2019`, `Letter, 2 March 2019`. */
export function sourceWords(reference: string, text: string): string {
  const parts = reference.split(" · ");
  const heading = parts.length < 3 ? "" : (parts.at(-2) ?? "");
  const date = / (\d{4}(?:-\d{2}){0,2})$/.exec(` ${parts[0] ?? ""}`)?.[1];
  // What the line says already is not said again; long names are cut in references.
  const what = heading === "" || text.includes(heading.replace(/…$/, "")) ? "entry" : heading;
  if (date === undefined) return what === "entry" ? say("entryWithoutADate") : what;
  return what === "entry" ? say("entryOf", { date: day(date) }) : `${what}, ${day(date)}`;
}

/** Returns the name of a file where it holds no word of the person's name, and else what stands for it. */
export function fileWords(label: string, number: number, name: string): string {
  const plain = (text: string): string => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const words = plain(name).split(/[^\p{L}\p{N}]+/u);
  const tells = words.some((word) => word.length > 1 && plain(label).includes(word));
  return tells ? say("fileWhoseNameSays", { number }) : label;
}

/** Returns the entries of a lane that are so now, each name with what is said beside it once, the newest first; of allergies then those that are not told as active, unless one of the name is. */
export function current({ lanes }: Timeline, kind: LaneKind): readonly TimelineItem[] {
  const items = (lanes.find((lane) => lane.kind === kind)?.items ?? []).toReversed();
  const now = items.filter(({ current }) => current);
  const isNow = (name: string): boolean => now.some((other) => other.name === name);
  const over = kind === "allergies" ? items.filter(({ name, current }) => !current && !isNow(name)) : [];
  const all = [...now, ...over];
  return all.filter((item, at) => all.findIndex((other) => wordsOf(other) === wordsOf(item)) === at);
}

/** Returns what an entry is called, with what it says of how it is taken or shows itself, as the file has it. */
export function wordsOf({ name, said = [] }: TimelineItem): string {
  return said.length === 0 ? name : `${name}: ${said.join("; ")}`;
}
