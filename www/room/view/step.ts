/** One step of a long call, as the page shows it. */
import type { Fetching, Indexing, Opening, Storing } from "../engine/calls.ts";
import type { PublicFile } from "../../shell/public-file.ts";
import type { Progress } from "../engine/types.ts";

/** A public file of the page that is being fetched. */
export type FetchedFile = PublicFile;

/** What is told of a long call: embedding and indexing count texts, everything else bytes. */
export type Step = Progress | Fetching | Indexing | Opening | Storing;

/** The same files in the words of the page. */
export const FETCHED: Readonly<Record<FetchedFile, string>> = {
  weights: "Fetching the model for search by meaning",
  tokenizer: "Fetching the model’s word list",
  engine: "Fetching the engine",
  lexicon: "Fetching the list of common and medical words",
  "rare-diseases": "Fetching the list of rare diseases",
  concepts: "Fetching the vocabulary of medical concepts",
  tagger: "Fetching the model of names",
  "tagger-tokenizer": "Fetching the vocabulary of the model of names",
  classifier: "Fetching what tells instructions from questions",
  onnx: "Fetching what opens a model of your own",
  "tagger-head": "Fetching the judgement of the model of names",
  script: "Fetching a part of this page",
  sample: "Fetching the sample records",
};
