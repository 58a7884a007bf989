/** What stands on a timeline: the lanes in the words of the page, and days as places on it. */
import type { LaneKind, Timeline, TimelineItem } from "../../engine/types.ts";
import { many } from "../words.ts";
import type { Noun } from "../../words/nouns.ts";
import { say } from "../../words/records.ts";

/** A lane as the engine tells it. */
export type Lane = Timeline["lanes"][number];

/** The kinds, in the order of the lanes, each with what one of its entries is. */
const NOUNS = {
  conditions: "condition",
  allergies: "allergy",
  medicines: "prescription",
  measurements: "measurement",
  procedures: "procedure",
  vaccinations: "vaccination",
  visits: "visit",
  notes: "letterOrReport",
  other: "otherEntry",
} as const satisfies Readonly<Record<LaneKind, Noun>>;

/** The kinds of entries. */
export const KINDS = Object.keys(NOUNS) as readonly LaneKind[];

/** Returns what the entries of a kind are called. */
export function titleOf(kind: LaneKind): string {
  return say(kind);
}

/** Kinds whose entries last: they are drawn as spans. */
export const LASTING: readonly LaneKind[] = ["conditions", "medicines"];

/** Returns so many entries of a kind in words. */
export function counted(kind: LaneKind, count: number): string {
  return many(count, NOUNS[kind]);
}

/** Returns a day (`2019-03-02`) as a number of milliseconds. */
function millis(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

/** Returns the moment an item ended, as the first day that it can mean. */
export function dayOf(written: string): string {
  return `${written}-01-01`.slice(0, 10);
}

/** The time that a picture shows. */
export interface Span {
  /** First and last year, both shown whole. */
  readonly from: number;
  readonly until: number;
}

/** Returns the years of all entries that have a day; none where none has. */
export function spanOf(lanes: readonly Lane[]): Span | undefined {
  let [from, until] = [Infinity, -Infinity];
  for (const { day, until: ended } of lanes.flatMap(({ items }) => items)) {
    if (day === undefined) continue;
    from = Math.min(from, Number(day.slice(0, 4)));
    until = Math.max(until, Number(day.slice(0, 4)), Number(ended?.slice(0, 4) ?? 0));
  }
  return until < from ? undefined : { from, until };
}

/** Returns where `day` lies in `span`, 0 to 1. */
export function share(day: string, { from, until }: Span): number {
  const [start, end] = [Date.UTC(from, 0, 1), Date.UTC(until + 1, 0, 1)];
  return Math.max(0, Math.min(1, (millis(day) - start) / (end - start)));
}

/** Returns the years to be named on the axis, at most `most`, on round numbers. */
export function ticks({ from, until }: Span, most: number): readonly number[] {
  const step = [1, 2, 5, 10, 20, 50].find((each) => (until - from) / each < most) ?? 100;
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((until - first) / step) + 1) }, (_, at) => first + at * step);
}

/** Entries that stand so close that they are one mark. */
interface Cluster {
  /** The middle of it, 0 to 1. */
  readonly at: number;
  readonly items: readonly TimelineItem[];
}

/** Returns the entries of a lane that have a day in `count` slots of equal width, without the empty ones. */
export function clusters(items: readonly TimelineItem[], span: Span, count: number): readonly Cluster[] {
  const slots = new Map<number, TimelineItem[]>();
  for (const item of items) {
    if (item.day === undefined) continue;
    const slot = Math.min(count - 1, Math.floor(share(item.day, span) * count));
    const there = slots.get(slot);
    if (there === undefined) slots.set(slot, [item]);
    else there.push(item);
  }
  return [...slots].map(([slot, all]) => ({ at: (slot + 0.5) / count, items: all }));
}

/** Entries of one name, with the times during which they were so. */
export interface Course {
  readonly name: string;
  readonly items: readonly TimelineItem[];
  readonly current: boolean;
}

/** Returns the entries of a lasting kind by name: what is so now first, then the latest. */
export function courses(items: readonly TimelineItem[]): readonly Course[] {
  const byName = new Map<string, TimelineItem[]>();
  for (const item of items) {
    if (item.day === undefined) continue;
    const there = byName.get(item.name);
    if (there === undefined) byName.set(item.name, [item]);
    else there.push(item);
  }
  const all = [...byName].map(([name, items]) => ({ name, items, current: items.some(({ current }) => current) }));
  const latest = ({ items }: Course): string => items.at(-1)?.day ?? "";
  return all.sort((a, b) => Number(b.current) - Number(a.current) || (latest(a) < latest(b) ? 1 : -1));
}

/** The entries of one year, or those without a day, by kind. */
export interface Year {
  /** Empty for those without a day. */
  readonly year: string;
  readonly lanes: readonly Lane[];
}

/** Returns the entries by year, the latest first and those without a day last. */
export function years(lanes: readonly Lane[]): readonly Year[] {
  const byYear = new Map<string, Map<LaneKind, TimelineItem[]>>();
  for (const { kind, items } of lanes) {
    for (const item of items) {
      const year = item.day?.slice(0, 4) ?? "";
      const all = byYear.get(year) ?? new Map<LaneKind, TimelineItem[]>();
      byYear.set(year, all);
      const there = all.get(kind);
      if (there === undefined) all.set(kind, [item]);
      else there.push(item);
    }
  }
  const sorted = [...byYear].sort(([a], [b]) => (a < b ? 1 : -1));
  return sorted.map(([year, all]) => ({ year, lanes: [...all].map(([kind, items]) => ({ kind, items })) }));
}
