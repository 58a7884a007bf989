// What runs in the tab: each contestant in turn, on the same tokens. `benches/engine.mjs` calls the functions by name.
import init, { Encoder, Engine, Incoming, Namer, Scorer } from "/pkg/chaperone.js";

const get = async (path) => {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
};
const ORT = "/npm/onnxruntime-web/dist/";

/** Words that are one token each, so that a text has as many tokens as is said, [CLS] and [SEP] among them. */
const WORDS =
  "the patient has blood pressure and pain in left arm with no history of heart disease since last year".split(" ");
export const textOf = (tokens, from = 0) =>
  Array.from({ length: tokens - 2 }, (_, at) => WORDS[(at * 7 + from) % WORDS.length]).join(" ");

const BATCH = 16;
const batchOf = (tokens) => Array.from({ length: BATCH }, (_, at) => textOf(tokens, at));

/** Milliseconds of `work`, the median of `times` after one that does not count. */
async function median(work, times) {
  await work();
  const all = [];
  for (let time = 0; time < times; time += 1) {
    const start = performance.now();
    await work();
    all.push(performance.now() - start);
  }
  return all.sort((a, b) => a - b)[times >> 1];
}

/** Milliseconds of each of `works`, the medians of `times` after one that does not count; they take turns, so that what else the
 * machine does meets them alike. */
async function medians(works, times) {
  const all = works.map(() => []);
  for (let time = -1; time < times; time += 1) {
    for (const [at, work] of works.entries()) {
      const start = performance.now();
      await work();
      if (time >= 0) all[at].push(performance.now() - start);
    }
  }
  return all.map((each) => each.sort((a, b) => a - b)[times >> 1]);
}

/** The three figures of the embedders `names`, in milliseconds; the batch's for one text of it. */
export async function measure(names) {
  const turns = (texts, times) =>
    medians(
      names.map((name) => () => contestants.get(name).embed(texts)),
      times,
    );
  const [short, long, batch] = [
    await turns([textOf(21)], 15),
    await turns([textOf(128)], 7),
    await turns(batchOf(128), 2),
  ];
  return Object.fromEntries(
    names.map((name, at) => [name, { short: short[at], long: long[at], batch: batch[at] / BATCH }]),
  );
}

const normalised = (vector) => {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return vector.map((value) => value / length);
};
const dot = (a, b) => a.reduce((sum, value, at) => sum + value * b[at], 0);

/** The least cosine of the vectors of `texts` with those of the file in f32. */
async function accuracy(embed, reference) {
  let least = 1;
  for (const { text, vector } of reference) {
    const [ours] = await embed([text]);
    least = Math.min(least, dot(normalised([...ours]), normalised(vector)));
  }
  return least;
}

let engine;
const contestants = new Map();

/** Loads our embedder `model`; resolves to its milliseconds, its memory and that of the module. */
async function ours(model) {
  const start = performance.now();
  engine ??= await init({ module_or_path: "/pkg/chaperone_bg.wasm" });
  const compiled = performance.now();
  const [weights, tokenizer] = [await get(model.weights), await get(model.tokenizer)];
  const fetched = performance.now();
  const encoder = new Encoder(JSON.stringify(model.entry), weights, tokenizer);
  const loaded = performance.now();
  const embed = (texts) => {
    const all = encoder.embed(texts);
    return texts.map((_, at) => all.subarray(at * encoder.dimensions, (at + 1) * encoder.dimensions));
  };
  embed(["first"]);
  const first = performance.now();
  return {
    embed,
    count: (text) => encoder.countTokens(text),
    products: (rows, rounds) => encoder.products(rows, rounds),
    facts: {
      module: compiled - start,
      fetch: fetched - compiled,
      load: loaded - fetched,
      first: first - loaded,
      weights: encoder.memory,
      file: weights.length,
      memory: engine.memory.buffer.byteLength,
    },
    free: () => encoder.free(),
  };
}

/** Token ids by our tokenizer's peer: transformers.js, which both peers use here. */
async function tokenizerOf(model) {
  const { AutoTokenizer } = await transformers();
  return AutoTokenizer.from_pretrained(model.folder);
}

let library;
async function transformers() {
  library ??= import("/npm/@huggingface/transformers/dist/transformers.web.min.js").then((loaded) => {
    const { env } = loaded;
    Object.assign(env, {
      allowRemoteModels: false,
      allowLocalModels: true,
      localModelPath: "/hf/",
      useBrowserCache: false,
    });
    env.backends.onnx.wasm.wasmPaths = ORT;
    return loaded;
  });
  return library;
}

/** onnxruntime-web on `file` with `threads`; `pool` makes a vector of the output. */
async function runtime(model, file, threads) {
  const ort = await import(`${ORT}ort.wasm.min.mjs`);
  Object.assign(ort.env.wasm, { wasmPaths: ORT, numThreads: threads });
  ort.env.logLevel = "error";
  const tokenizer = await tokenizerOf(model);
  const bytes = await get(file);
  const start = performance.now();
  const session = await ort.InferenceSession.create(bytes, {
    executionProviders: ["wasm"],
    graphOptimizationLevel: "all",
  });
  const loaded = performance.now();
  const run = async (encoded) => {
    const feed = {};
    for (const name of session.inputNames) {
      const tensor = encoded[name];
      feed[name] = new ort.Tensor("int64", tensor.data, tensor.dims);
    }
    return (await session.run(feed))[session.outputNames[0]];
  };
  // As a program would that has many texts: the ids of the benchmark's texts are made once, outside the time taken.
  const kept = new Map();
  const encode = (texts) => {
    const key = texts.join("\n");
    if (!kept.has(key)) kept.set(key, tokenizer(texts, { padding: true, truncation: true, max_length: model.tokens }));
    return kept.get(key);
  };
  const embed = async (texts) => {
    const encoded = encode(texts);
    const { data, dims } = await run(encoded);
    const [, tokens, width] = dims;
    const mask = encoded.attention_mask.data;
    return texts.map((_, at) => {
      const vector = new Float64Array(width);
      const last = model.pooling === "cls" ? 1 : tokens;
      for (let token = 0; token < last; token += 1) {
        if (mask[at * tokens + token] === 0n) continue;
        for (let place = 0; place < width; place += 1) vector[place] += data[(at * tokens + token) * width + place];
      }
      return normalised(vector);
    });
  };
  return { embed, run, tokenizer, facts: { load: loaded - start }, free: () => session.release() };
}

let opener;
/** The module that opens a person's own models, which has tract in it. */
async function opening() {
  const loaded = await import("/pkg/onnx/onnx.js");
  opener ??= await loaded.default({ module_or_path: "/pkg/onnx/onnx_bg.wasm" });
  return loaded;
}

/** tract on `file`, as it runs a person's own embedder. */
async function tract(model, file) {
  const { OwnModel } = await opening();
  // As many tokens as the others read.
  const tokenizer = { ...JSON.parse(new TextDecoder().decode(await get(model.tokenizer))), truncation: null };
  const bytes = await get(file);
  const before = performance.now();
  const own = new OwnModel(bytes, new TextEncoder().encode(JSON.stringify(tokenizer)), model.pooling, "", "tract");
  const loaded = performance.now();
  const embed = (texts) => {
    const all = own.embed(texts);
    return texts.map((_, at) => all.subarray(at * own.dimensions, (at + 1) * own.dimensions));
  };
  return { embed, facts: { load: loaded - before }, free: () => own.free() };
}

async function pipelineOf(model, threads) {
  const { env, pipeline } = await transformers();
  env.backends.onnx.wasm.numThreads = threads;
  const start = performance.now();
  const extract = await pipeline("feature-extraction", model.folder, { dtype: "q8", device: "wasm" });
  const loaded = performance.now();
  const embed = async (texts) => {
    const { data, dims } = await extract(texts, { pooling: model.pooling, normalize: true });
    return texts.map((_, at) => data.subarray(at * dims[1], (at + 1) * dims[1]));
  };
  return { embed, facts: { load: loaded - start }, free: () => extract.dispose() };
}

/** Loads the contestant `kind` for `model`; resolves to what its loading took. */
export async function load(name, kind, model, file, threads = 1) {
  const make = {
    ours: () => ours(model),
    runtime: () => runtime(model, file, threads),
    library: () => pipelineOf(model, threads),
    tract: () => tract(model, file),
  };
  const made = await make[kind]();
  contestants.set(name, made);
  return made.facts;
}

export const nearest = (name, reference) => accuracy(contestants.get(name).embed, reference);
export const counted = (name) => [21, 128].map((tokens) => contestants.get(name).count(textOf(tokens)));

export async function unload(name) {
  await contestants.get(name).free();
  contestants.delete(name);
}

/** Our matrix products alone over `rows` rows: 10⁹ operations a second, at best of some runs of some 50 ms. */
export function products(name, rows) {
  const { products } = contestants.get(name);
  const rounds = Math.ceil(1024 / rows / 4);
  let best = 0;
  for (let run = 0; run < 8; run += 1) {
    const start = performance.now();
    const operations = products(rows, rounds);
    best = Math.max(best, operations / (performance.now() - start) / 1e6);
  }
  return best;
}

/** Milliseconds from now, in a tab in which nothing was loaded, to the first vector of the contestant `kind`. */
export async function first(kind, model) {
  const start = performance.now();
  await load(kind, kind, model, model.source);
  await contestants.get(kind).embed(["first"]);
  return performance.now() - start;
}

/** A model of transformers.js, `kind` of its classes, that takes what its tokenizer gave. */
async function libraryModel(model, kind) {
  const loaded = await transformers();
  loaded.env.backends.onnx.wasm.numThreads = 1;
  return loaded[kind].from_pretrained(model.folder, { dtype: "q8", device: "wasm" });
}

/** tract on the file of a classifier, for what a tokenizer gave: one text or pair after the other, without padding. */
async function exported(model) {
  const { Export } = await opening();
  const graph = new Export(await get(model.source));
  const run = ({ input_ids, attention_mask, token_type_ids }) => {
    const [ids, mask, types] = [input_ids, attention_mask, token_type_ids].map(rowsOf);
    return ids.flatMap((row, at) => {
      const read = row.filter((_, place) => mask[at][place] === 1);
      const second = types[at].indexOf(1);
      return [...graph.run(Uint32Array.from(read), second < 0 ? read.length : second)];
    });
  };
  return { run, free: () => graph.free() };
}

const rowsOf = ({ data, dims: [count, tokens] }) =>
  Array.from({ length: count }, (_, at) => Array.from(data.subarray(at * tokens, (at + 1) * tokens), Number));
const flat = ({ data }) => Array.from(data, Number);
/** How far `logits` are from `expected` at most. */
const furthest = (logits, expected) =>
  logits.reduce((most, logit, at) => Math.max(most, Math.abs(logit - expected[at])), 0);

/**
 * Milliseconds for the pairs of `question` and `passages` by our reranker, by onnxruntime-web on its file with one thread, by
 * transformers.js and by tract; and how far the logits of each are from `scores`, those of `short` passages by the same weights in f32.
 */
export async function rerank(model, question, passages, short, scores, rounds) {
  engine ??= await init({ module_or_path: "/pkg/chaperone_bg.wasm" });
  const scorer = new Scorer(JSON.stringify(model.entry), await get(model.weights), await get(model.tokenizer));
  const peer = await runtime(model, model.source, 1);
  const library = await libraryModel(model, "AutoModelForSequenceClassification");
  const graph = await exported(model);
  const paired = (texts) =>
    peer.tokenizer(
      texts.map(() => question),
      { text_pair: texts, padding: true, truncation: true },
    );
  const [encoded, few] = [paired(passages), paired(short)];
  const works = {
    ours: () => scorer.score(question, passages),
    "onnxruntime-web": () => peer.run(encoded),
    "transformers.js": () => library(encoded),
    tract: () => graph.run(encoded),
  };
  const millis = Object.fromEntries(Object.keys(works).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const taken = await medians(Object.values(works), 1);
    Object.keys(works).forEach((name, at) => millis[name].push(taken[at]));
  }
  const far = {
    ours: furthest([...scorer.score(question, short)], scores),
    "onnxruntime-web": furthest(flat(await peer.run(few)), scores),
    "transformers.js": furthest(flat((await library(few)).logits), scores),
    tract: furthest(graph.run(few), scores),
  };
  const lengths = rowsOf(encoded.attention_mask).map((mask) => mask.reduce((sum, one) => sum + one, 0));
  scorer.free();
  graph.free();
  await peer.free();
  await library.dispose();
  return { tokens: lengths, millis, far };
}

/**
 * Milliseconds for the tokens of `text` by our tagger, and by onnxruntime-web, transformers.js and tract on the published file; and how
 * far the logits of the last two are from onnxruntime-web's.
 */
export async function name(model, text, rounds) {
  engine ??= await init({ module_or_path: "/pkg/chaperone_bg.wasm" });
  const namer = new Namer(JSON.stringify(model.entry), await get(model.weights), await get(model.tokenizer));
  const peer = await runtime(model, model.source, 1);
  const library = await libraryModel(model, "AutoModelForTokenClassification");
  const graph = await exported(model);
  const encoded = peer.tokenizer([text]);
  const works = {
    ours: () => namer.probabilities(text),
    "onnxruntime-web": () => peer.run(encoded),
    "transformers.js": () => library(encoded),
    tract: () => graph.run(encoded),
  };
  const millis = Object.fromEntries(Object.keys(works).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const taken = await medians(Object.values(works), 3);
    Object.keys(works).forEach((name, at) => millis[name].push(taken[at]));
  }
  const logits = flat(await peer.run(encoded));
  const far = {
    "transformers.js": furthest(flat((await library(encoded)).logits), logits),
    tract: furthest(graph.run(encoded), logits),
  };
  namer.free();
  graph.free();
  await peer.free();
  await library.dispose();
  return { tokens: encoded.input_ids.dims[1], millis, far };
}

/** Seconds in which onnxruntime-web with two threads scores the same pairs at once. */
export async function rerankInThreads(model, question, passages) {
  const peer = await runtime(model, model.source, 2);
  const encoded = peer.tokenizer(
    passages.map(() => question),
    { text_pair: passages, padding: true, truncation: true },
  );
  await peer.run(encoded);
  const start = performance.now();
  await peer.run(encoded);
  const seconds = (performance.now() - start) / 1000;
  await peer.free();
  return seconds;
}

/** Bytes that this page holds, garbage collected. */
const held = async () => (await performance.measureUserAgentSpecificMemory()).bytes;

/** Bytes that this page holds more once the embedder of `kind` is loaded and has embedded a text, and those of its file. */
export async function heldOf(kind, model) {
  const code = kind === "ours" ? init({ module_or_path: "/pkg/chaperone_bg.wasm" }) : transformers();
  engine = kind === "ours" ? await code : engine;
  const keep = kind === "ours" ? new Engine() : await code;
  const before = await held();
  if (kind === "ours") await loadAsThePage(keep, model);
  else await (await load(kind, kind, model, model.source), contestants.get(kind).embed(["first"]));
  const file = (await fetch(kind === "ours" ? model.weights : model.source, { method: "HEAD" })).headers.get(
    "content-length",
  );
  return { held: (await held()) - before, file: Number(file), kept: keep !== undefined };
}

/** Loads the embedder into `room` in pieces, as the page's worker does. */
async function loadAsThePage(room, model) {
  const { body, headers } = await fetch(model.weights);
  const incoming = new Incoming(Number(headers.get("content-length")));
  const pieces = body.getReader();
  for (let read = await pieces.read(); !read.done; read = await pieces.read()) incoming.push(read.value);
  room.loadModel(JSON.stringify(model.entry), incoming, await get(model.tokenizer));
  room.addFile(new TextEncoder().encode("The patient was seen for pain in the left arm."));
  for (let at = { done: 0, total: 1 }; at.done < at.total;) at = room.embedNext(4);
}

/** Hands `tasks` to `count` workers of ours with `model`, an idle one the next; resolves to the seconds from the first task to the
 * last, loading left out. */
async function workInWorkers(count, model, tasks) {
  const module = await WebAssembly.compile(await get("/pkg/chaperone_bg.wasm"));
  const start = {
    module,
    entry: JSON.stringify(model.entry),
    weights: await get(model.weights),
    tokenizer: await get(model.tokenizer),
  };
  const workers = await Promise.all(
    Array.from({ length: count }, async () => {
      const worker = new Worker("/bench/worker.js", { type: "module" });
      const answer = (message) =>
        new Promise((resolve, reject) => {
          worker.onmessage = resolve;
          worker.onerror = reject;
          worker.postMessage(message);
        });
      await answer({ start });
      // The first one compiles what the others run.
      await answer(tasks[0]);
      return { answer, end: () => worker.terminate() };
    }),
  );
  const queue = [...tasks];
  const began = performance.now();
  await Promise.all(
    workers.map(async ({ answer }) => {
      while (queue.length > 0) await answer(queue.shift());
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  workers.forEach(({ end }) => end());
  return seconds;
}

export const inWorkers = (count, model, batches) =>
  workInWorkers(
    count,
    model,
    batches.map((texts) => ({ texts })),
  );

/** Seconds in which `count` workers of ours score `passages`, three at a time. */
export function rerankInWorkers(count, model, question, passages) {
  const tasks = [];
  for (let at = 0; at < passages.length; at += 3) tasks.push({ question, passages: passages.slice(at, at + 3) });
  return workInWorkers(count, model, tasks);
}

/** Seconds for the same with one contestant that has threads of its own. */
export async function inThreads(name, batches) {
  const { embed } = contestants.get(name);
  await embed(batches[0]);
  const began = performance.now();
  for (const batch of batches) await embed(batch);
  return (performance.now() - began) / 1000;
}

/** What a graph takes for `texts`, or for pairs of `question` with each, padded to the longest. */
export async function feedOf(model, texts, question) {
  const tokenizer = await tokenizerOf(model);
  const settings = { padding: true, truncation: true, max_length: model.tokens };
  const encoded =
    question === undefined
      ? tokenizer(texts, settings)
      : tokenizer(
          texts.map(() => question),
          { ...settings, text_pair: texts },
        );
  const { input_ids, attention_mask, token_type_ids } = encoded;
  return {
    input_ids: rowsOf(input_ids),
    attention_mask: rowsOf(attention_mask),
    token_type_ids: rowsOf(token_type_ids),
  };
}

export const batches128 = (count) => Array.from({ length: count }, () => batchOf(128));

/** The texts that are embedded by `model` of the records in `files`, FHIR bundles as they are or gzipped. */
export async function passagesOf(model, files) {
  engine ??= await init({ module_or_path: "/pkg/chaperone_bg.wasm" });
  const room = new Engine();
  room.loadRemote(JSON.stringify(model.entry));
  for (const file of files) {
    let bytes = await get(file);
    if (file.endsWith(".gz")) {
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
      bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    }
    const id = room.beginFile(bytes);
    try {
      while (!room.stepFile(id).finished);
      room.finishFile(id);
    } catch (error) {
      if (error.code !== "unsupported") throw error; // No record is in it: a list of the folder's files.
      room.abandonFile(id);
    }
  }
  for (let at = { done: 0, total: 1 }; at.done < at.total;) at = room.indexStep();
  const { texts } = room.textsToEmbed();
  room.free();
  return texts;
}

/** Every `every`th of those texts, in batches of some, the longest first. */
export async function batchesOf(model, files, every) {
  const texts = (await passagesOf(model, files)).filter((_, at) => at % every === 0).sort((a, b) => b.length - a.length);
  return Array.from({ length: Math.ceil(texts.length / 8) }, (_, at) => texts.slice(at * 8, (at + 1) * 8));
}
