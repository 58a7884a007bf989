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
  const tells = words.some((word) => word.length > 2 && plain(label).includes(word));
  return tells ? say("fileWhoseNameSays", { number }) : label;
}

/** Returns the entries of a lane that are so now, each name once, the newest first; of allergies then those that are not told as active, unless one of the name is. */
export function current({ lanes }: Timeline, kind: LaneKind): readonly TimelineItem[] {
  const items = (lanes.find((lane) => lane.kind === kind)?.items ?? []).toReversed();
  const over = kind === "allergies" ? items.filter(({ current }) => !current) : [];
  const all = [...items.filter(({ current }) => current), ...over];
  return all.filter(({ name }, at) => all.findIndex((other) => other.name === name) === at);
}
