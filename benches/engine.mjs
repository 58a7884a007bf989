// our kernels beside onnxruntime-web, transformers.js and tract, in the same tab: [--rounds N] [--dynamic FILE] [--bundles DIR] [--json FILE]
//
// One thread each, back to back, N rounds (3), medians: milliseconds for a text of 21 tokens, of 128, and for one of a batch of 16,
// with the least cosine to the same weights in f32; the share of the tab's measured peak of `i32x4.dot_i16x8` that ours reaches, with
// everything and the matrix products alone; two
// workers of ours beside two threads of onnxruntime-web; the reranker on 30 pairs, the tagger on one text; the time from an empty tab to
// the first vector. FILE is an export of the
// same embedder with dynamic int8 products, which is measured too. DIR is a folder of FHIR bundles: all their passages are embedded in
// the page's way, a sample of them by transformers.js. The peers come from npm (some 600 MB, once) and PyPI.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { launch } from "../www/browser.mjs";
import { mostMemory, processes } from "./engine/memory.mjs";
import { startServer } from "./engine/server.mjs";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    dynamic: { type: "string" },
    bundles: { type: "string" },
    json: { type: "string" },
  },
});
const ROUNDS = Number(values.rounds);
if (!Number.isInteger(ROUNDS) || ROUNDS < 1) {
  console.error("usage: ./run bench engine [--rounds N] [--dynamic FILE] [--bundles DIR] [--json FILE]");
  process.exit(2);
}
/** Passages of a run over bundles that transformers.js embeds. */
const SAMPLE = 200;
/** Multiplications and additions of the matrix products of one token: of each layer `width × (3 + 1 + 2 · 4) width`. */
const productsOf = (layers, width) => 2 * layers * 12 * width * width;

const root = fileURLToPath(new URL("..", import.meta.url));
const peers = join(root, ".tools/bench-engine");
const PYTHON = join(peers, "python/bin/python");
const manifest = JSON.parse(readFileSync(join(root, "models/manifest.json"), "utf8"));

function install() {
  if (existsSync(join(peers, "node_modules/onnxruntime-web"))) return;
  mkdirSync(peers, { recursive: true });
  for (const file of ["package.json", "package-lock.json"]) cpSync(join(root, "benches/engine", file), join(peers, file));
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: peers, stdio: "inherit" });
}

function installPython() {
  const requirements = join(root, "benches/engine/native-requirements.txt");
  const stamp = join(peers, "python/installed.txt");
  const wanted = readFileSync(requirements, "utf8");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  execFileSync("python3", ["-m", "venv", "--clear", join(peers, "python")], { stdio: "inherit" });
  const flags = ["--require-hashes", "--no-deps", "--only-binary", ":all:", "--disable-pip-version-check", "--no-input"];
  execFileSync(PYTHON, ["-m", "pip", "install", "-q", ...flags, "--requirement", requirements], { stdio: "inherit" });
  writeFileSync(stamp, wanted);
}

/** The model `id` as the tab needs it. `folder` is the name under which transformers.js finds it. */
function model(id) {
  const entry = manifest.models.find((each) => each.id === id);
  const path = (role) => `/weights/${entry.files.find((file) => file.role === role).path}`;
  const { pooling, max_tokens: tokens = 512 } = entry.encoder ?? entry.reranker ?? entry.tagger;
  return { id, entry, weights: path("weights"), tokenizer: path("tokenizer"), source: path("source"), folder: id, pooling, tokens };
}

const median = (all) => all.toSorted((a, b) => a - b)[all.length >> 1];
const fixed = (number, digits = 1) => number.toFixed(digits);
const say = (line) => console.log(line);

install();
const server = await startServer({ root, dynamic: values.dynamic, bundles: values.bundles });
const address = `http://127.0.0.1:${server.address().port}/`;
const browser = await launch();
const page = await browser.context.newPage();
page.setDefaultTimeout(600_000);
page.on("pageerror", (error) => console.error(String(error)));
await page.goto(address);
const within = (page, name, ...args) =>
  page.evaluate(async ([name, args]) => (await import("/bench/page.js"))[name](...args), [name, args]);
/** Calls the function `name` of page.js in the tab. */
const call = (name, ...args) => within(page, name, ...args);
const measurePeak = () => page.evaluate(async () => (await import("/bench/peak.js")).peak());
const report = { machine: { cores: availableParallelism(), chromium: browser.context.browser()?.version() } };

try {
  const peak = await measurePeak();
  report.peak = peak;
  say(`peak of i32x4.dot_i16x8 in this tab: ${fixed(peak)} · 10⁹ operations a second\n`);

  const small = model("all-minilm-l6-v2-int8");
  const better = model("bge-small-en-v1.5-int8");
  const embeddings = JSON.parse(readFileSync(join(root, "tests/data/embedding_reference.json"), "utf8"));
  const second = JSON.parse(readFileSync(join(root, "tests/data/engine_reference.json"), "utf8"));
  const references = {
    // Without the cases in which tokenizers may differ: a text that is cut off, and one with the names of special tokens.
    [small.id]: embeddings.cases
      .filter(({ text, ids }) => text.trim() !== "" && ids.length < 256 && !text.includes("["))
      .map(({ text, same_weights }) => ({ text, vector: same_weights })),
    [better.id]: second.vectors.filter(({ text }) => text !== ""),
  };
  for (const [embedder, layers] of [[small, 6], [better, 12]]) {
    const rows = [
      ["ours", "ours"],
      ["onnxruntime-web", "runtime", embedder.source],
      ["transformers.js", "library"],
      ["tract", "tract", embedder.source],
      ...(values.dynamic !== undefined && embedder === small ? [["onnxruntime-web, dynamic int8", "runtime", "/dynamic"]] : []),
    ].map(([name, kind, file]) => ({ name, kind, file, rounds: [] }));
    for (const row of rows) {
      row.facts = await call("load", row.name, row.kind, embedder, row.file);
      row.cosine = await call("nearest", row.name, references[embedder.id]);
    }
    report.tokens = await call("counted", "ours");
    for (let round = 0; round < ROUNDS; round += 1) {
      const figures = await call("measure", rows.map(({ name }) => name));
      for (const row of rows) row.rounds.push(figures[row.name]);
    }
    say(`${embedder.id}, one thread, ms (ratio to ours); ${report.tokens.join(" and ")} tokens`);
    const of = (row, figure) => median(row.rounds.map((round) => round[figure]));
    for (const row of rows) {
      const cells = ["short", "long", "batch"].map((figure) => `${fixed(of(row, figure))} (${fixed(of(row, figure) / of(rows[0], figure), 2)})`);
      say(`  ${row.name.padEnd(30)} ${cells.map((cell) => cell.padEnd(16)).join("")} least cosine ${fixed(row.cosine, 6)}`);
    }
    const reached = (productsOf(layers, 384) * 128) / of(rows[0], "long") / 1e6;
    say(`  ours, all of it, reaches ${fixed(reached)} · 10⁹ products a second: ${fixed((100 * reached) / peak, 0)} % of the peak`);
    for (const tokens of [21, 128]) {
      const alone = [];
      for (let round = 0; round < ROUNDS; round += 1) alone.push([await call("products", "ours", tokens), await measurePeak()]);
      const shares = alone.map(([rate, highest]) => rate / highest);
      say(`  ours, the matrix products alone, ${tokens} rows: ${fixed(median(alone.map(([rate]) => rate)))} · 10⁹ a second, ${fixed(100 * median(shares), 0)} % of the peak beside it`);
      (report.products ??= []).push({ id: embedder.id, tokens, alone });
    }
    const { facts } = rows[0];
    say(`  ours, first: module ${fixed(facts.module)} ms, weights ${fixed(facts.fetch)}, loaded ${fixed(facts.load)}, first text ${fixed(facts.first)}; holds ${fixed(facts.weights / 1e6)} MB for a file of ${fixed(facts.file / 1e6)} MB\n`);
    report[embedder.id] = { rows, reached };
    for (const row of rows) await call("unload", row.name);
  }

  const batches = await call("batches128", 12);
  const runtimes = [["onnxruntime-web", small.source], ...(values.dynamic === undefined ? [] : [["onnxruntime-web, dynamic int8", "/dynamic"]])];
  const pairs = { ours: [], one: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    pairs.ours.push(await call("inWorkers", 2, small, batches));
    pairs.one.push(await call("inWorkers", 1, small, batches));
    for (const [name, file] of runtimes) {
      await call("load", name, "runtime", small, file, 2);
      (pairs[name] ??= []).push(await call("inThreads", name, batches));
      await call("unload", name);
    }
  }
  const passages = batches.flat().length;
  say("texts of 128 tokens a second");
  say(`  ours, one worker ${fixed(passages / median(pairs.one))}, two workers ${fixed(passages / median(pairs.ours))}`);
  for (const [name] of runtimes) say(`  ${name}, two threads ${fixed(passages / median(pairs[name]))}`);
  report.two = pairs;

  report.native = await natively(small);

  const reranker = model("ms-marco-minilm-l12-v2-int8");
  const texts = Array.from({ length: 30 }, (_, at) => second.passages.slice(at % 15, (at % 15) + 3).join(" "));
  report.rerank = await call("rerank", reranker, second.questions[0], texts, ROUNDS);
  say(`\nreranker, 30 pairs of at most ${report.rerank.tokens} tokens: ours ${fixed(median(report.rerank.ours), 0)} ms, onnxruntime-web ${fixed(median(report.rerank.runtime), 0)} ms`);

  const inTwo = [];
  for (let round = 0; round < ROUNDS; round += 1) inTwo.push(await call("rerankInWorkers", 2, reranker, second.questions[0], texts));
  say(`  ours on two workers: ${fixed(1000 * median(inTwo), 0)} ms`);
  report.rerank.two = inTwo;

  const tagger = model("rampart-q4");
  report.tagger = await call("name", tagger, second.passages.slice(0, 5).join(" "), ROUNDS);
  say(`tagger, ${report.tagger.tokens} tokens: ours ${fixed(median(report.tagger.ours))} ms, onnxruntime-web ${fixed(median(report.tagger.runtime))} ms`);

  say("\nfrom an empty tab to the first vector, ms: the first time, and when files are in the browser's cache");
  report.cold = {};
  for (const [name, kind] of [["ours", "ours"], ["onnxruntime-web", "runtime"], ["transformers.js", "library"]]) {
    const times = await cold(kind, small);
    report.cold[name] = times;
    say(`  ${name.padEnd(30)} ${fixed(times[0], 0).padEnd(8)} ${fixed(median(times.slice(1)), 0)}`);
  }

  if (values.bundles !== undefined) report.bundles = await ofBundles(small);
} finally {
  await browser.close();
  server.close();
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 1)}\n`);

/** Texts of 128 tokens a second of our program and of onnxruntime from PyPI on the same file, both on two threads. */
async function natively(embedder) {
  installPython();
  const scratch = mkdtempSync(join(tmpdir(), "chaperone-engine-"));
  try {
    const texts = (await call("batches128", 6)).flat();
    const files = ["texts.json", "ids.json"].map((name) => join(scratch, name));
    writeFileSync(files[0], JSON.stringify(texts));
    writeFileSync(files[1], JSON.stringify(await call("idsOf", embedder, texts)));
    const program = join(root, "target/release/chaperone");
    const weights = join(root, "models");
    const source = join(weights, embedder.source.replace("/weights/", "weights/"));
    const pairs = { ours: [], onnxruntime: [] };
    const seconds = (command, ...args) => JSON.parse(execFileSync(command, args, { encoding: "utf8" }));
    for (let round = 0; round < ROUNDS; round += 1) {
      const asked = ["--models", weights, "--model", embedder.id, "--texts", files[0], "--rounds", "1"];
      pairs.ours.push(...seconds(program, "bench", "encoder", ...asked));
      pairs.onnxruntime.push(...seconds(PYTHON, join(root, "benches/engine/native.py"), source, files[1], "2", "1"));
    }
    const rate = (name) => texts.length / median(pairs[name]);
    say(`natively, two threads: ours ${fixed(rate("ours"))}, onnxruntime ${fixed(rate("onnxruntime"))} (ratio ${fixed(rate("ours") / rate("onnxruntime"), 2)})`);
    return { texts: texts.length, ...pairs };
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** Milliseconds to the first vector in tabs of a new browser, the first of which has nothing in its cache. */
async function cold(kind, embedder) {
  const fresh = await launch();
  const times = [];
  try {
    for (let visit = 0; visit <= ROUNDS; visit += 1) {
      const tab = await fresh.context.newPage();
      await tab.goto(address);
      times.push(await within(tab, "first", kind, embedder));
      // The browser keeps compiled code a little after a page has run it.
      await tab.waitForTimeout(2000);
      await tab.close();
    }
  } finally {
    await fresh.close();
  }
  return times;
}

/** Embeds the passages of all bundles in workers of ours, in a browser of its own, and a sample of them by transformers.js. */
async function ofBundles(embedder) {
  const folder = values.bundles;
  const files = readdirSync(folder).filter((name) => /\.json(\.gz)?$/.test(name)).sort();
  const workers = Math.max(1, availableParallelism() - 1);
  const ours = await apart(async (tab) => {
    const texts = (await within(tab, "passagesOf", files.map((name) => `/bundles/${name}`))).sort((a, b) => b.length - a.length);
    const batches = [];
    for (let at = 0; at < texts.length; at += 8) batches.push(texts.slice(at, at + 8));
    return { texts, seconds: await within(tab, "inWorkers", workers, embedder, batches) };
  });
  const { texts, seconds } = ours;
  const step = Math.max(1, Math.floor(texts.length / SAMPLE));
  const sample = texts.filter((_, at) => at % step === 0).map((text) => [text]);
  const peer = await apart(async (tab) => {
    await within(tab, "load", "transformers.js", "library", embedder);
    return { seconds: await within(tab, "inThreads", "transformers.js", sample) };
  });
  const told = ({ seconds, memory }, count) => `${fixed(count / seconds)} a second, at most ${fixed(memory / 2 ** 20, 0)} MiB in a process`;
  say(`\n${texts.length} passages of ${folder}: ours, ${workers} worker(s), ${fixed(seconds, 0)} s, ${told(ours, texts.length)}; transformers.js, by ${sample.length} of them, ${told(peer, sample.length)}`);
  return { passages: texts.length, workers, seconds, memory: ours.memory, sample: sample.length, peer };
}

/** Does `work` in a tab of a browser of its own; resolves to its outcome with the bytes that a process of that browser held at most. */
async function apart(work) {
  const others = processes();
  const fresh = await launch();
  try {
    const tab = await fresh.context.newPage();
    tab.setDefaultTimeout(0);
    await tab.goto(address);
    return { ...(await work(tab)), memory: mostMemory(others) };
  } finally {
    await fresh.close();
  }
}
