/** The public files of a build, as a person is told of them. */
import type { AssetId, SingleFile } from "./messages.ts";

/** A public file, or for the samples one of several. */
export type PublicFile = SingleFile | "engine" | "script" | "sample";

const NAMES: Readonly<Record<PublicFile, string>> = {
  engine: "the engine",
  lexicon: "the word list",
  "rare-diseases": "the list of rare diseases",
  concepts: "the vocabulary of medical concepts",
  weights: "the search model",
  tokenizer: "the search model's vocabulary",
  tagger: "the model of names",
  "tagger-tokenizer": "the vocabulary of the model of names",
  classifier: "what tells instructions from questions",
  onnx: "what opens a model of your own",
  llama: "what runs a language model on this device",
  notices: "the licences",
  script: "a part of this page",
  "tagger-head": "the judgement of the model of names",
  reranker: "what reads passages a second time",
  "reranker-tokenizer": "what reads passages a second time",
  sample: "the sample records",
};

/** Returns which file `asset` is. */
export function publicFile(asset: AssetId): PublicFile {
  if (asset === "wasm") return "engine";
  if (asset.startsWith("script-")) return "script";
  return asset in NAMES ? (asset as PublicFile) : "sample";
}

/** Returns the name of `file` as it stands in a sentence. */
export function fileName(file: PublicFile): string {
  return NAMES[file];
}
