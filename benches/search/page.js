// What runs in the tab: each contestant is built over the same passages and asked the same questions. `benches/search.mjs` calls the
// functions by name.
import init, { Engine } from "/pkg/chaperone.js";
import MiniSearch from "/npm/minisearch/dist/es/index.js";
import { create, insertMultiple, search as searchOrama } from "/npm/@orama/orama/dist/browser/index.js";
import initEdgeVec, { EdgeVec, EdgeVecConfig, MetricType } from "/npm/edgevec/edgevec.js";

/** Dimensions of a vector: those of both embedders that are shipped. */
const DIMENSIONS = 384;
/** Hits that are asked for. */
const TOP = 10;
/** Vectors handed over at once. */
const PORTION = 1000;
/** The embedder is not there: its vectors are made up. */
const ENTRY = {
  id: "made-up",
  purpose: "embedder",
  sets: [],
  licence: "none",
  attribution: "none",
  files: [],
  encoder: { dimensions: DIMENSIONS, pooling: "mean", max_tokens: 256, normalize: true },
};

let engine;
let wasm;
let references = [];
let texts = [];
let vectors;
const contestants = new Map();

/** A vector of length 1 in a direction that `seed` gives, normally distributed: the hardest to tell apart. */
function direction(seed, out = new Float32Array(DIMENSIONS), at = 0) {
  let state = (seed * 2654435761 + 1) >>> 0;
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 1) / 4294967297;
  };
  let squares = 0;
  for (let each = 0; each < DIMENSIONS; each += 1) {
    const value = Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
    out[at + each] = value;
    squares += value * value;
  }
  for (let each = 0; each < DIMENSIONS; each += 1) out[at + each] /= Math.sqrt(squares);
  return out;
}
const vectorOf = (question) => direction(1_000_003 + question);

/** Starts the module. */
export async function start() {
  wasm = await init();
}

/** Loads the vocabulary that the page has as well, and looks through the passages for its names; returns the seconds of the latter. */
export async function understand() {
  engine.loadConcepts(new Uint8Array(await (await fetch("/concepts/concepts.bin")).arrayBuffer()));
  const start = performance.now();
  for (let step = engine.mentionStep(); step.done < step.total; ) step = engine.mentionStep();
  return (performance.now() - start) / 1000;
}

/** Reads Markdown `files` and makes them findable by words; returns how many passages that are, and the seconds it took. */
export async function read(files) {
  engine = new Engine();
  const start = performance.now();
  const encoder = new TextEncoder();
  for (const file of files) engine.addFile(encoder.encode(file));
  for (let step = engine.indexStep(); step.done < step.total; ) step = engine.indexStep();
  const seconds = (performance.now() - start) / 1000;
  engine.loadRemote(JSON.stringify(ENTRY));
  ({ references, texts } = engine.textsToEmbed());
  vectors = new Float32Array(texts.length * DIMENSIONS);
  texts.forEach((_, at) => direction(at, vectors, at * DIMENSIONS));
  contestants.set("ours, words", byWords(({ text }) => engine.search(text, "keyword", TOP)));
  return { passages: texts.length, seconds };
}

/** What `strategy` finds for `question`, best first, by name. */
export const ranked = (strategy, question) => engine.search(question, strategy, TOP).hits.map(({ reference }) => reference);

/** Ours as `strategy` searches, with the question's vector handed over before. */
const ours = (strategy) => ({
  prepare: ({ text, number }) => engine.takeQuestionVector(text, vectorOf(number)),
  ask: ({ text }) => engine.search(text, strategy, TOP).hits,
  places: (hits) => hits.map(({ reference }) => references.indexOf(reference)),
});

/** A contestant that needs nothing but the words of a question. */
const byWords = (ask) => ({ prepare: () => {}, ask });

const dot = (question, at) => {
  let sum = 0;
  for (let each = 0, from = at * DIMENSIONS; each < DIMENSIONS; each += 1) sum += question[each] * vectors[from + each];
  return sum;
};

/** The nearest by comparing with every vector, in plain JavaScript. */
function plainly(question) {
  const best = [];
  for (let at = 0; at < texts.length; at += 1) {
    const score = dot(question, at);
    if (best.length === TOP && score <= best[TOP - 1].score) continue;
    let place = best.length;
    while (place > 0 && best[place - 1].score < score) place -= 1;
    best.splice(place, 0, { at, score });
    best.length = Math.min(best.length, TOP);
  }
  return best.map(({ at }) => at);
}

/** A contestant that is asked with the vector of a question alone. */
function byVector(ask, places = (hits) => hits) {
  let vector;
  return { prepare: ({ number }) => (vector = vectorOf(number)), ask: () => ask(vector), places };
}

let edgeMemory;
/** Each way of being built: what it returns answers a question. */
const BUILDERS = {
  "ours, vectors": () => {
    for (let from = 0; from < texts.length; from += PORTION) {
      const until = Math.min(from + PORTION, texts.length);
      engine.takeVectors(references.slice(from, until), vectors.subarray(from * DIMENSIONS, until * DIMENSIONS));
    }
    contestants.set("ours, both", ours("linear"));
    return ours("dense");
  },
  MiniSearch: () => {
    const index = new MiniSearch({ fields: ["text"] });
    index.addAll(texts.map((text, id) => ({ id, text })));
    return byWords(({ text }) => index.search(text).slice(0, TOP));
  },
  Orama: async () => {
    const index = create({ schema: { text: "string" } });
    await insertMultiple(index, texts.map((text) => ({ text })), PORTION);
    return byWords(({ text }) => searchOrama(index, { term: text, limit: TOP }));
  },
  "plain JavaScript": () => byVector(plainly),
  edgevec: async () => {
    edgeMemory = (await initEdgeVec()).memory;
    const config = new EdgeVecConfig(DIMENSIONS);
    // The same order as the cosine's, as all are of length 1; by that or the dot product it finds the farthest.
    config.setMetricType(MetricType.L2);
    const index = new EdgeVec(config);
    const places = new Map();
    for (let from = 0; from < texts.length; from += PORTION) {
      const until = Math.min(from + PORTION, texts.length);
      const ids = index.insertBatchFlat(vectors.slice(from * DIMENSIONS, until * DIMENSIONS), until - from);
      ids.forEach((id, at) => places.set(id, from + at));
    }
    return byVector(
      (vector) => index.search(vector, TOP),
      (hits) => hits.map(({ id }) => places.get(id)),
    );
  },
};

/** Builds the contestant `name`; returns its seconds. */
export async function build(name) {
  const start = performance.now();
  contestants.set(name, await BUILDERS[name]());
  return (performance.now() - start) / 1000;
}

/** Bytes of the linear memories of the wasm modules. */
export const linear = () => ({ ours: wasm?.memory.buffer.byteLength ?? 0, edgevec: edgeMemory?.buffer.byteLength ?? 0 });

/** The milliseconds of each of `names` for each of `questions`, in turns, so that what else the machine does meets them alike. */
export async function time(names, questions) {
  const all = Object.fromEntries(names.map((name) => [name, []]));
  for (const question of questions) {
    for (const name of names) {
      const { prepare, ask } = contestants.get(name);
      prepare(question);
      const start = performance.now();
      await ask(question);
      all[name].push(performance.now() - start);
    }
  }
  return all;
}

/** Which share of the truly nearest each of `names` finds. */
export async function found(names, questions) {
  const shares = Object.fromEntries(names.map((name) => [name, 0]));
  for (const question of questions) {
    const nearest = new Set(plainly(vectorOf(question.number)));
    for (const name of names) {
      const { prepare, ask, places } = contestants.get(name);
      prepare(question);
      const hits = places(await ask(question));
      shares[name] += hits.filter((at) => nearest.has(at)).length / TOP / questions.length;
    }
  }
  return shares;
}

/** Forgets the contestant `name`. */
export function forget(name) {
  contestants.delete(name);
}
