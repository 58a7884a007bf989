// our kernels beside onnxruntime-web and transformers.js, in the same tab: [--rounds N] [--dynamic FILE] [--bundles DIR] [--json FILE]
//
// One thread each, back to back, N rounds (3), medians: milliseconds for a text of 21 tokens, of 128, and for one of a batch of 16,
// with the least cosine to the same weights in f32; the share of the tab's measured peak of `i32x4.dot_i16x8` that ours reaches; two
// workers of ours beside two threads of onnxruntime-web; the reranker on 30 pairs, the tagger on one text. FILE is an export of the
// same embedder with dynamic int8 products, which is measured too. DIR is a folder of FHIR bundles: all their passages are embedded in
// the page's way, a sample of them by transformers.js. The peers come from npm (some 600 MB, once).
import { execFileSync } from "node:child_process";
import { createReadStream, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { availableParallelism } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { launch } from "../www/browser.mjs";

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
const manifest = JSON.parse(readFileSync(join(root, "models/manifest.json"), "utf8"));

function install() {
  if (existsSync(join(peers, "node_modules/onnxruntime-web"))) return;
  mkdirSync(peers, { recursive: true });
  for (const file of ["package.json", "package-lock.json"]) cpSync(join(root, "benches/engine", file), join(peers, file));
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: peers, stdio: "inherit" });
}

/** The model `id` as the tab needs it. `folder` is the name under which transformers.js finds it. */
function model(id) {
  const entry = manifest.models.find((each) => each.id === id);
  const path = (role) => `/weights/${entry.files.find((file) => file.role === role).path}`;
  const { pooling, max_tokens: tokens = 512 } = entry.encoder ?? entry.reranker ?? entry.tagger;
  return { id, entry, weights: path("weights"), tokenizer: path("tokenizer"), source: path("source"), folder: id, pooling, tokens };
}

const TYPES = { ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm", ".json": "application/json" };
// Without them a page has no threads.
const ISOLATION = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
const CONFIG = JSON.stringify({ model_type: "bert", architectures: ["BertModel"], hidden_size: 384 });
const SPECIAL = { pad_token: "[PAD]", cls_token: "[CLS]", sep_token: "[SEP]", unk_token: "[UNK]", mask_token: "[MASK]" };
const TOKENIZER_CONFIG = JSON.stringify({ tokenizer_class: "BertTokenizer", model_max_length: 512, do_lower_case: true, ...SPECIAL });

const IMPORTS = JSON.stringify({
  imports: {
    "onnxruntime-web": "/npm/onnxruntime-web/dist/ort.wasm.min.mjs",
    "onnxruntime-web/webgpu": "/npm/onnxruntime-web/dist/ort.wasm.min.mjs",
    "onnxruntime-common": "/npm/onnxruntime-common/dist/esm/index.js",
  },
});
const PAGE = `<!doctype html><title>bench</title><script type="importmap">${IMPORTS}</script>`;

/** What a path of the server leads to: a file, or a text. */
function found(url) {
  if (url === "/") return { text: PAGE, type: "text/html" };
  const [, area, ...rest] = url.split("/");
  if (area === "dynamic" && values.dynamic !== undefined) return { file: values.dynamic };
  if (area === "bundles" && values.bundles !== undefined) return { file: join(values.bundles, ...rest) };
  if (area === "hf") {
    // transformers.js asks for the files of a model's repository.
    const [id, ...name] = rest;
    const weights = join(root, "models/weights");
    const wanted = name.join("/");
    if (wanted === "config.json") return { text: CONFIG };
    if (wanted === "tokenizer_config.json") return { text: TOKENIZER_CONFIG };
    if (wanted === "tokenizer.json") return { file: join(weights, id, "tokenizer.json") };
    if (wanted.startsWith("onnx/")) return { file: join(weights, id, "source.onnx") };
    return {};
  }
  const folders = { pkg: "pkg", weights: "models/weights", bench: "benches/engine", npm: ".tools/bench-engine/node_modules" };
  return area in folders ? { file: join(root, folders[area], ...rest) } : {};
}

function startServer() {
  const server = createServer((request, response) => {
    const { file, text, type } = found(decodeURIComponent(request.url.split("?")[0]));
    if (text !== undefined) {
      response.writeHead(200, { ...ISOLATION, "Content-Type": type ?? "application/json" });
      return response.end(text);
    }
    if (file === undefined || file.includes("..") || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404, ISOLATION);
      return response.end();
    }
    response.writeHead(200, { ...ISOLATION, "Content-Type": TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

const median = (all) => all.toSorted((a, b) => a - b)[all.length >> 1];
const fixed = (number, digits = 1) => number.toFixed(digits);
const say = (line) => console.log(line);

install();
const server = await startServer();
const browser = await launch();
const page = await browser.context.newPage();
page.setDefaultTimeout(600_000);
page.on("pageerror", (error) => console.error(String(error)));
await page.goto(`http://127.0.0.1:${server.address().port}/`);
/** Calls the function `name` of page.js in the tab. */
const call = (name, ...args) =>
  page.evaluate(async ([name, args]) => (await import("/bench/page.js"))[name](...args), [name, args]);
const report = { machine: { cores: availableParallelism(), chromium: browser.context.browser()?.version() } };

try {
  const peak = await page.evaluate(async () => (await import("/bench/peak.js")).peak());
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
      ...(values.dynamic !== undefined && embedder === small ? [["onnxruntime-web, dynamic int8", "runtime", "/dynamic"]] : []),
    ].map(([name, kind, file]) => ({ name, kind, file, rounds: [] }));
    for (const row of rows) {
      row.facts = await call("load", row.name, row.kind, embedder, row.file);
      row.cosine = await call("nearest", row.name, references[embedder.id]);
    }
    report.tokens = await call("counted", "ours");
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const row of rows) row.rounds.push(await call("measure", row.name));
    }
    say(`${embedder.id}, one thread, ms (ratio to ours); ${report.tokens.join(" and ")} tokens`);
    const of = (row, figure) => median(row.rounds.map((round) => round[figure]));
    for (const row of rows) {
      const cells = ["short", "long", "batch"].map((figure) => `${fixed(of(row, figure))} (${fixed(of(row, figure) / of(rows[0], figure), 2)})`);
      say(`  ${row.name.padEnd(30)} ${cells.map((cell) => cell.padEnd(16)).join("")} least cosine ${fixed(row.cosine, 6)}`);
    }
    const reached = (productsOf(layers, 384) * 128) / of(rows[0], "long") / 1e6;
    say(`  ours, all of it, reaches ${fixed(reached)} · 10⁹ products a second: ${fixed((100 * reached) / peak, 0)} % of the peak`);
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

  const reranker = model("ms-marco-minilm-l12-v2-int8");
  const texts = Array.from({ length: 30 }, (_, at) => second.passages.slice(at % 15, (at % 15) + 3).join(" "));
  report.rerank = await call("rerank", reranker, second.questions[0], texts, ROUNDS);
  say(`\nreranker, 30 pairs of at most ${report.rerank.tokens} tokens: ours ${fixed(median(report.rerank.ours), 0)} ms, onnxruntime-web ${fixed(median(report.rerank.runtime), 0)} ms`);

  const tagger = model("rampart-q4");
  report.tagger = await call("name", tagger, second.passages.slice(0, 5).join(" "), ROUNDS);
  say(`tagger, ${report.tagger.tokens} tokens: ours ${fixed(median(report.tagger.ours))} ms, onnxruntime-web ${fixed(median(report.tagger.runtime))} ms`);

  if (values.bundles !== undefined) report.bundles = await ofBundles(small);
} finally {
  await browser.close();
  server.close();
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 1)}\n`);

/** Embeds the passages of all bundles in workers of ours, and a sample of them by transformers.js. */
async function ofBundles(embedder) {
  const folder = values.bundles;
  const files = readdirSync(folder).filter((name) => /\.json(\.gz)?$/.test(name)).sort();
  const texts = (await call("passagesOf", files.map((name) => `/bundles/${name}`))).sort((a, b) => b.length - a.length);
  const batches = [];
  for (let at = 0; at < texts.length; at += 8) batches.push(texts.slice(at, at + 8));
  const workers = Math.max(1, availableParallelism() - 1);
  const seconds = await call("inWorkers", workers, embedder, batches);
  const step = Math.max(1, Math.floor(texts.length / SAMPLE));
  const sample = texts.filter((_, at) => at % step === 0).map((text) => [text]);
  await call("load", "transformers.js", "library", embedder);
  const peer = (await call("inThreads", "transformers.js", sample)) / sample.length;
  await call("unload", "transformers.js");
  say(`\n${texts.length} passages of ${folder}: ours, ${workers} worker(s), ${fixed(seconds, 0)} s, ${fixed(texts.length / seconds)} a second; transformers.js, by ${sample.length} of them, ${fixed(1 / peer)} a second`);
  return { passages: texts.length, workers, seconds, sample: sample.length, peerPerSecond: 1 / peer };
}
