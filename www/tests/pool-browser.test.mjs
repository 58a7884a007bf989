// The pool with real workers in Chromium: the same module, weights and worker's script as in the page, driven from a blank tab.
import assert from "node:assert/strict";
import { createReadStream, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { launch } from "../browser.mjs";
import { bundle } from "../bundles.mjs";

const www = dirname(dirname(fileURLToPath(import.meta.url)));
const root = dirname(www);
const { models } = JSON.parse(readFileSync(join(root, "models/manifest.json"), "utf8"));
const entry = models.find(({ purpose }) => purpose === "embedder");
const weight = (role) => join(root, "models/weights", entry.files.find((file) => file.role === role).path);

/** What is put behind the worker's script: a batch that is marked ends it as a trap would. */
const TRAP = `
;{ const hear = onmessage;
onmessage = (event) => { if (event.data.trap) setTimeout(() => { throw new Error("trap"); }); else hear(event); }; }`;

/** The tab's script: `embedAll` with everything that it needs. */
const TAB = `
import { embedAll } from ${JSON.stringify(join(www, "room/engine/pool.ts"))};
import init, { Engine, Incoming } from ${JSON.stringify(join(root, "pkg/chaperone.js"))};
const bytes = async (path) => new Uint8Array(await (await fetch(path)).arrayBuffer());
let held;
const hold = async () => (held ??= {
  module: await WebAssembly.compile(await bytes("/wasm")), weights: await bytes("/weights"), tokenizer: await bytes("/tokenizer"),
});
/** Loads the model as the engine's worker does, from pieces; resolves to what that took and whether the engine gives the file back. */
export async function load() {
  const { module, weights, tokenizer } = await hold();
  await init({ module_or_path: module });
  const engine = new Engine();
  const before = Engine.memoryBytes();
  const incoming = new Incoming(weights.byteLength);
  for (let at = 0; at < weights.byteLength; at += 65536) incoming.push(weights.subarray(at, at + 65536));
  engine.loadModel(ENTRY, incoming, tokenizer);
  const took = Engine.memoryBytes() - before;
  const file = engine.modelFile();
  const same = file.byteLength === weights.byteLength && file.every((byte, at) => byte === weights[at]);
  const short = new Incoming(weights.byteLength);
  short.push(weights.subarray(1));
  const refused = [];
  for (const act of [() => short.push(weights.subarray(0, 2)), () => engine.loadModel(ENTRY, short, tokenizer)])
    try { act(); } catch (error) { refused.push(error.code); }
  engine.unloadModel();
  return { took, file: weights.byteLength, same, refused, gone: engine.modelFile() === undefined };
}

/** Workers that note which texts they were given, and how many there were at most at a time; batch \`trapAt\`, whoever gets it, ends its worker. */
export async function run({ texts, count, trapAt, cancelAt, script }) {
  const { module, weights, tokenizer } = await hold();
  const [given, started, vectors, detached] = [[], [], new Map(), []];
  let [running, most, handed] = [0, 0, 0];
  const start = () => {
    const worker = new Worker(URL.createObjectURL(new Blob([script + TRAP], { type: "text/javascript" })));
    const number = started.push(worker) - 1;
    most = Math.max(most, (running += 1));
    given[number] = [];
    const [post, terminate] = [worker.postMessage.bind(worker), worker.terminate.bind(worker)];
    worker.postMessage = (message, transfer) => {
      const batch = "texts" in message;
      if (batch) given[number].push(message.texts.length);
      post(batch && ++handed === trapAt ? { ...message, trap: true } : message, transfer);
      if ("start" in message) detached.push(message.start.weights.byteLength === 0);
    };
    worker.terminate = () => { running -= 1; terminate(); };
    return worker;
  };
  const model = () => ({ module, entry: ENTRY, weights: weights.slice(), tokenizer });
  const controller = new AbortController();
  const take = (references, all) => {
    const width = all.length / references.length;
    references.forEach((reference, at) => {
      if (vectors.has(reference)) throw new Error("taken twice");
      vectors.set(reference, [...all.subarray(at * width, (at + 1) * width)]);
    });
  };
  const waiting = texts.map((text, at) => ({ reference: String(at), text }));
  let failure;
  if (cancelAt !== undefined) setTimeout(() => controller.abort(), cancelAt);
  try {
    await embedAll(waiting, { count, start, model }, take, controller.signal);
  } catch (error) {
    failure = error.code ?? String(error);
  }
  const taken = vectors.size;
  await new Promise((resolve) => setTimeout(resolve, cancelAt === undefined ? 0 : 500));
  return {
    vectors: texts.map((_, at) => vectors.get(String(at))), given, failure, most, detached, running,
    grew: vectors.size - taken,
  };
}`;

let server, browser, page;
/** The vectors of the texts by one worker. */
let alone;
before(async () => {
  const define = { ENTRY: JSON.stringify(JSON.stringify(entry)), TRAP: JSON.stringify(TRAP) };
  const logOverride = { "empty-import-meta": "silent" };
  const settings = {
    bundle: true,
    write: false,
    format: "esm",
    target: "es2023",
    logLevel: "error",
    logOverride,
    define,
  };
  const tab = await build({ ...settings, stdin: { contents: TAB, resolveDir: www, loader: "js" } });
  const script = await bundle("room/engine/pool-worker.ts", { ASSETS: {} });
  const files = {
    wasm: join(root, "pkg/chaperone_bg.wasm"),
    weights: weight("weights"),
    tokenizer: weight("tokenizer"),
  };
  server = createServer((request, response) => {
    const name = request.url.slice(1);
    if (name in files) return createReadStream(files[name]).pipe(response);
    const types = { "tab.js": "text/javascript", "pool.js": "text/javascript" };
    response.writeHead(200, { "Content-Type": types[name] ?? "text/html" });
    response.end(
      name === "tab.js" ? tab.outputFiles[0].text : name === "pool.js" ? script : "<!doctype html><title>pool</title>",
    );
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  browser = await launch();
  page = await browser.context.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  alone = (await run({ texts: TEXTS, count: 1 })).vectors;
});
after(async () => {
  await browser.close();
  server.close();
});

const run = (how) =>
  page.evaluate(async (how) => {
    const script = await (await fetch("/pool.js")).text();
    return (await import("/tab.js")).run({ ...how, script });
  }, how);

/** Texts of many lengths, the longest by far the first. */
const TEXTS = Array.from(
  { length: 40 },
  (_, at) => `Visit ${at}: ${"blood pressure was taken. ".repeat(at === 0 ? 40 : at % 7)}`,
);

test("two workers share the work, and give the vectors that one gives, bit for bit", { timeout: 180_000 }, async () => {
  const { vectors, given, failure, most, detached, running } = await run({ texts: TEXTS, count: 2 });
  assert.equal(failure, undefined);
  assert.equal(vectors[0].length, entry.encoder.dimensions);
  assert.deepEqual(vectors, alone);
  assert.equal(most, 2);
  assert.equal(running, 0);
  // An idle one takes the next batch: the one with the long text has fewer.
  assert.ok(given.length === 2 && given.every((batches) => batches.length > 0), JSON.stringify(given));
  assert.equal(
    given.flat().reduce((sum, count) => sum + count, 0),
    TEXTS.length,
  );
  assert.deepEqual(detached, [true, true], "the weights were handed over, not copied");
});

test("the batch of a worker that ended is done again by another", { timeout: 180_000 }, async () => {
  const { vectors, given, failure, running } = await run({ texts: TEXTS, count: 2, trapAt: 3 });
  assert.equal(failure, undefined);
  assert.deepEqual(vectors, alone);
  assert.equal(given.length, 3, "one was started in its place");
  assert.equal(running, 0);
  const twice = given.flat().reduce((sum, count) => sum + count, 0) - TEXTS.length;
  assert.ok(twice > 0, "a batch was given out twice");
});

test("cancelling ends the workers within a batch", { timeout: 180_000 }, async () => {
  // One text that takes a worker far longer than cancelling may.
  const texts = Array.from({ length: 400 }, (_, at) => `${at} ${"blood pressure was taken twice. ".repeat(60)}`);
  const { failure, grew, running, vectors } = await run({ texts, count: 2, cancelAt: 1500 });
  assert.equal(failure, "cancelled");
  assert.equal(grew, 0, "nothing is taken afterwards");
  assert.equal(running, 0);
  assert.ok(vectors.filter((vector) => vector !== null && vector !== undefined).length < texts.length);
});

test("a model is in memory once, and the engine gives its file back", { timeout: 180_000 }, async () => {
  const { took, file, same, refused, gone } = await page.evaluate(async () => (await import("/tab.js")).load());
  assert.ok(took <= 1.6 * file, `${took} bytes for a file of ${file}`);
  assert.ok(same);
  assert.deepEqual(refused, ["invalid-argument", "invalid-argument"], "too many bytes, and too few");
  assert.ok(gone);
});
