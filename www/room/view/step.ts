/** One step of a long call, as the page shows it. */
import type { Fetching, Indexing, Opening, Storing } from "../engine/calls.ts";
import type { PublicFile } from "../../shell/public-file.ts";
import type { Progress } from "../engine/types.ts";
import { say } from "../words/first.ts";

/** A public file of the page that is being fetched. */
export type FetchedFile = PublicFile;

/** What is told of a long call: embedding and indexing count texts, everything else bytes. */
export type Step = Progress | Fetching | Indexing | Opening | Storing;

/** The same files in the words of the page. */
export const FETCHED: Readonly<Record<FetchedFile, string>> = {
  get weights() {
    return say("fetchingTheModelFor");
  },
  get tokenizer() {
    return say("fetchingTheModelsWord");
  },
  get engine() {
    return say("fetchingTheEngine");
  },
  get lexicon() {
    return say("fetchingTheListOf");
  },
  get "rare-diseases"() {
    return say("fetchingTheListOfRare");
  },
  get concepts() {
    return say("fetchingTheVocabularyOf");
  },
  get tagger() {
    return say("fetchingTheModelOf");
  },
  get "tagger-tokenizer"() {
    return say("fetchingTheVocabularyOfNames");
  },
  get classifier() {
    return say("fetchingWhatTellsInstructions");
  },
  get onnx() {
    return say("fetchingWhatOpensA");
  },
  get llama() {
    return say("fetchingWhatRunsA");
  },
  get reranker() {
    return say("fetchingWhatReads");
  },
  get "reranker-tokenizer"() {
    return say("fetchingWhatReads");
  },
  get "tagger-head"() {
    return say("fetchingTheJudgementOf");
  },
  get script() {
    return say("fetchingAPartOf");
  },
  get notices() {
    return say("fetchingTheLicences");
  },
  get sample() {
    return say("fetchingTheSampleRecords");
  },
};
