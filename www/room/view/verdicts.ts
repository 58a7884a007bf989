/** What is said of a model’s claims, and of what was searched: on the page, and in an answer that is saved. */
import type { Checked, Coverage, Standing, Statements, Stretch, Tally, Verdict } from "../engine/types.ts";
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

/** What stands behind sentences: that all of them was worked out from the records, or that nobody checked them as wholes. */
export const SIGNS: Readonly<Record<Standing, string>> = { verified: "✓", unchecked: "○" };

/** Stretches that follow each other in sentences of which the same is known; `goesOn` where the next line goes on with such sentences. */
export interface SentenceRun {
  standing: Standing | undefined;
  stretches: Stretch[];
  goesOn: boolean;
}

type Line = Checked["lines"][number];

/** Returns each line in runs of sentences of which the same is known. An answer of an earlier version says it of none. */
export function runsOfLines(lines: readonly Line[]): { form: Line["form"]; runs: SentenceRun[] }[] {
  const cut = lines.map(({ form, stretches }) => ({ form, runs: runsOf(stretches) }));
  cut.forEach(({ runs }, at) => {
    const [last, next] = [runs.at(-1), cut[at + 1]?.runs[0]];
    if (last?.standing !== undefined && last.standing === next?.standing) last.goesOn = true;
  });
  return cut;
}

function runsOf(stretches: readonly Stretch[]): SentenceRun[] {
  const runs: SentenceRun[] = [];
  stretches.forEach((stretch, at) => {
    const open = runs.at(-1);
    // The space between two sentences is of both.
    const isSpace = stretch.standing === undefined && stretch.text.trim() === "";
    const joins = isSpace ? stretches[at + 1]?.standing === open?.standing : stretch.standing === open?.standing;
    if (open !== undefined && joins) open.stretches.push(stretch);
    else runs.push({ standing: isSpace ? undefined : stretch.standing, stretches: [stretch], goesOn: false });
  });
  return runs;
}

/** Says how many of a model’s sentences were worked out whole, and how many were not checked; nothing where it made none. */
export function statementWords({ verified, marked, unchecked }: Statements): string {
  const sums = [
    verified === 0 ? "" : `${SIGNS.verified} ${say("verifiedCount", { count: verified })}`,
    unchecked === 0 ? "" : `${SIGNS.unchecked} ${say("uncheckedCount", { count: unchecked })}`,
    marked === 0 ? "" : say("markedCount", { count: marked }),
  ].filter((each) => each !== "");
  return sums.length === 0 ? "" : `${say("sentencesAsWholes")} ${sums.join("; ")}.`;
}

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
