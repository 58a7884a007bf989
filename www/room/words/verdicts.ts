/** What is said of a model’s claims, and of what was searched. */
import { area } from "./say.ts";

export const words = area("verdicts", {
  inTheRecords: "in the records",
  trueOfTheRange: "true of the range only",
  notInTheRecords: "not in the records that were sent",
  theRecordsSayOtherwise: "the records say otherwise",
  theModelsNumbersTimes: "The model’s numbers, times, names and judgements, each held to the records: {sums}.",
  hold: { one: "{count} hold", other: "{count} hold" },
  rangeOnly: { one: "{count} true of the range only", other: "{count} true of the range only" },
  unsupported: { one: "{count} not in the records that were sent", other: "{count} not in the records that were sent" },
  contradicted: { one: "{count} the records say otherwise", other: "{count} the records say otherwise" },
  sentencesAsWholes: "The model’s sentences, each as a whole:",
  verifiedCount: {
    one: "{count} verified: all that it says was worked out anew from the coded entries",
    other: "{count} verified: all that they say was worked out anew from the coded entries",
  },
  uncheckedCount: {
    one: "{count} not checked as a whole: it may be right, compare it with the entries",
    other: "{count} not checked as wholes: they may be right, compare them with the entries",
  },
  markedCount: {
    one: "{count} with a mark against a part of it",
    other: "{count} with a mark against a part of them",
  },
  thatFitTheQuestion: {
    one: "{count} entry that fit the question stayed here",
    other: "{count} entries that fit the question stayed here",
  },
  couldBeNamedAnd: {
    one: "{count} note could be named and not read",
    other: "{count} notes could be named and not read",
  },
  ofTheQuestionStayed: {
    one: "{count} word of the question stayed here",
    other: "{count} words of the question stayed here",
  },
  searched: "Searched: {searched} documents, of them {notes} notes, with {entries} entries.",
  modelWasToldOf: "The model was told of {told}",
  whatCouldNotBeRead:
    "Files, or parts of them, that could not be read are listed where they were added. What is not found may still be so.",
});

export const { say } = words;
