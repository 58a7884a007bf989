// A worker with our embedder, as the pool of the page has it.
import { Encoder, initSync } from "/pkg/chaperone.js";

let encoder;
onmessage = ({ data }) => {
  if ("start" in data) {
    const { module, entry, weights, tokenizer } = data.start;
    initSync({ module });
    encoder = new Encoder(entry, weights, tokenizer);
    postMessage("ready");
  } else {
    const vectors = encoder.embed(data.texts);
    postMessage(vectors, { transfer: [vectors.buffer] });
  }
};
