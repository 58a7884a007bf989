/** What was done to each stretch of what would leave, in words and in the three groups that the page marks. */
import type { Operator } from "../engine/types.ts";

/** How a mark looks: what it stands for, in one word. */
export type Group = "clinical" | "general" | "standin";

/** Each operator's group and reason. Our own template words carry nothing of the records and stay unmarked. */
export const OPERATORS: Readonly<Record<Operator, { readonly group?: Group; readonly reason: string }>> = {
  template: { reason: "our own words" },
  code: { group: "clinical", reason: "the standard wording of a medical code, kept as it stands" },
  unit: { group: "clinical", reason: "a unit of measurement, kept as it stands" },
  vocabulary: { group: "clinical", reason: "common or medical words, kept as they stand" },
  allowed: { group: "clinical", reason: "a word of your question that you let leave" },
  round: { group: "general", reason: "a number, rounded" },
  noise: { group: "general", reason: "a number, rounded and moved by chance by one step" },
  band: { group: "general", reason: "a number, told only by the band it lies in" },
  count: { group: "general", reason: "a count of entries" },
  trend: { group: "general", reason: "the direction in which readings moved" },
  time: { group: "general", reason: "a date, turned into a distance in time" },
  "age-band": { group: "general", reason: "an age, widened to a band" },
  pseudonym: { group: "standin", reason: "a stand-in for a name, new for each request" },
  alias: { group: "standin", reason: "a stand-in for the reference of a passage" },
};

/** A stretch that its operator left as it was, but for how it is written, is marked as what it is. */
const UNCHANGED: Partial<Record<Operator, { readonly group: Group; readonly reason: string }>> = {
  round: { group: "clinical", reason: "a number, as exact as it stands" },
};

/** Returns the group and the reason of a stretch `text` that `operator` made from `originals`. */
export function meaningOf(
  operator: Operator,
  text: string,
  originals: readonly string[],
): { readonly group?: Group; readonly reason: string } {
  const [only] = originals;
  if ((operator === "noise" || operator === "band") && originals.length > 1)
    return { group: "general", reason: `one end of ${originals.length} readings: ${OPERATORS[operator].reason}` };
  if (operator === "round" && originals.length > 1) {
    const exact = originals.some((each) => sameNumber(each, text));
    return {
      group: "general",
      reason: `one end of a range of ${originals.length} readings${exact ? "" : ", rounded"}`,
    };
  }
  const unchanged = only !== undefined && sameNumber(only, text) ? UNCHANGED[operator] : undefined;
  return unchanged ?? OPERATORS[operator];
}

/** Whether two texts write the same number: `6.40` and `6.4`. */
function sameNumber(one: string, other: string): boolean {
  const isNumber = /^\s*[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?\s*$/;
  return isNumber.test(one) && isNumber.test(other) && Number(one) === Number(other);
}

/** The groups in the order of the legend. */
export const LEGEND: readonly { readonly group: Group; readonly name: string; readonly says: string }[] = [
  { group: "standin", name: "Stand-in", says: "in place of a name or reference" },
  { group: "general", name: "Made less exact", says: "rounded, a band, or a distance in time" },
  { group: "clinical", name: "As it stands", says: "medical and common words" },
];
