/** What was done to each stretch of what would leave, in words and in the three groups that the page marks. */
import type { Operator } from "../engine/types.ts";
import { say } from "../words/leaves.ts";

/** How a mark looks: what it stands for, in one word. */
export type Group = "clinical" | "general" | "standin";

/** Each operator's group and reason. Our own template words carry nothing of the records and stay unmarked. */
export const OPERATORS: Readonly<Record<Operator, { readonly group?: Group; readonly reason: string }>> = {
  template: {
    get reason() {
      return say("ourOwnWords");
    },
  },
  code: {
    group: "clinical",
    get reason() {
      return say("theStandardWordingOf");
    },
  },
  unit: {
    group: "clinical",
    get reason() {
      return say("aUnitOfMeasurement");
    },
  },
  vocabulary: {
    group: "clinical",
    get reason() {
      return say("commonOrMedicalWords");
    },
  },
  allowed: {
    group: "clinical",
    get reason() {
      return say("aWordOfYour");
    },
  },
  round: {
    group: "general",
    get reason() {
      return say("aNumberRounded");
    },
  },
  noise: {
    group: "general",
    get reason() {
      return say("aNumberRoundedAnd");
    },
  },
  band: {
    group: "general",
    get reason() {
      return say("aNumberToldOnly");
    },
  },
  count: {
    group: "general",
    get reason() {
      return say("aCountOfEntries");
    },
  },
  trend: {
    group: "general",
    get reason() {
      return say("theDirectionInWhich");
    },
  },
  time: {
    group: "general",
    get reason() {
      return say("aDateTurnedInto");
    },
  },
  "age-band": {
    group: "general",
    get reason() {
      return say("anAgeWidenedTo");
    },
  },
  pseudonym: {
    group: "standin",
    get reason() {
      return say("aStandInFor");
    },
  },
  alias: {
    group: "standin",
    get reason() {
      return say("aStandInForAReference");
    },
  },
};

/** A stretch that its operator left as it was, but for how it is written, is marked as what it is. */
const UNCHANGED: Partial<Record<Operator, { readonly group: Group; readonly reason: string }>> = {
  round: {
    group: "clinical",
    get reason() {
      return say("aNumberAsExact");
    },
  },
};

/** Returns the group and the reason of a stretch `text` that `operator` made from `originals`. */
export function meaningOf(
  operator: Operator,
  text: string,
  originals: readonly string[],
): { readonly group?: Group; readonly reason: string } {
  const [only] = originals;
  if ((operator === "noise" || operator === "band") && originals.length > 1)
    return {
      group: "general",
      reason: say("oneEndOfReadings", { count: originals.length, reason: OPERATORS[operator].reason }),
    };
  if (operator === "round" && originals.length > 1) {
    const exact = originals.some((each) => sameNumber(each, text));
    return {
      group: "general",
      reason: say(exact ? "oneEndOfA" : "oneEndRounded", { count: originals.length }),
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
  {
    group: "standin",
    get name() {
      return say("standIn");
    },
    get says() {
      return say("inPlaceOfA");
    },
  },
  {
    group: "general",
    get name() {
      return say("madeLessExact");
    },
    get says() {
      return say("roundedABandOr");
    },
  },
  {
    group: "clinical",
    get name() {
      return say("asItStands");
    },
    get says() {
      return say("medicalAndCommonWords");
    },
  },
];
