// A worker with a model of ours: an embedder, as the pool of the page has it, or a reranker.
import { Encoder, Scorer, initSync } from "/pkg/chaperone.js";

let model;
onmessage = ({ data }) => {
  if ("start" in data) {
    const { module, entry, weights, tokenizer } = data.start;
    initSync({ module });
    model = new ("reranker" in JSON.parse(entry) ? Scorer : Encoder)(entry, weights, tokenizer);
    postMessage("ready");
  } else {
    const answer = "texts" in data ? model.embed(data.texts) : model.score(data.question, data.passages);
    postMessage(answer, { transfer: [answer.buffer] });
  }
};
