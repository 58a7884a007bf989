/** What is said of a model’s claims, and of what was searched: on the page, and in an answer that is saved. */
import type { Coverage, Tally, Verdict } from "../engine/types.ts";
import { say } from "../words/verdicts.ts";
import { number } from "./words.ts";

/** What a reader is told of a verdict. */
export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  get supported() {
    return say("inTheRecords");
  },
  get "range-only"() {
    return say("trueOfTheRange");
  },
  get unsupported() {
    return say("notInTheRecords");
  },
  get contradicted() {
    return say("theRecordsSayOtherwise");
  },
};

/** Says how many of a model’s claims hold; nothing where it made none. */
export function tallyWords({ supported, rangeOnly, unsupported, contradicted }: Tally): string {
  const sums = [
    supported === 0 ? "" : say("hold", { count: supported }),
    rangeOnly === 0 ? "" : say("rangeOnly", { count: rangeOnly }),
    unsupported === 0 ? "" : say("unsupported", { count: unsupported }),
    contradicted === 0 ? "" : say("contradicted", { count: contradicted }),
  ].filter((each) => each !== "");
  return sums.length === 0 ? "" : say("theModelsNumbersTimes", { sums: sums.join(", ") });
}

/** Says what was looked at for an answer, and what of it the model was not told. */
export function coverageWords(coverage: Coverage): string {
  const { searched, notes, entries, told, withheld, unreadNotes, withheldWords } = coverage;
  const kept = [
    withheld === 0 ? "" : say("thatFitTheQuestion", { count: withheld }),
    unreadNotes === 0 ? "" : say("couldBeNamedAnd", { count: unreadNotes }),
    withheldWords === 0 ? "" : say("ofTheQuestionStayed", { count: withheldWords }),
  ].filter((each) => each !== "");
  const tellings = say("modelWasToldOf", { told: number(told) });
  return [
    say("searched", { searched: number(searched), notes: number(notes), entries: number(entries) }),
    `${[tellings, kept.join(", ")].filter((each) => each !== "").join("; ")}.`,
    say("whatCouldNotBeRead"),
  ].join(" ");
}
