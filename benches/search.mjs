// how fast and how large search is in a browser tab, beside other libraries: --data DIR [--sizes N,N] [--questions N] [--same N] [--json FILE]
//
// DIR holds sets in the layout of BEIR; their texts, in pieces of some 250 characters under a heading each, are the passages, and their questions
// are asked; N counts pieces, of which short ones share a passage. Vectors are made up (normally distributed, of length 1), as embedding 100,000 passages is another benchmark's matter. For each size:
// seconds to build, bytes of a passage, milliseconds of a search (median and 95th percentile, in turns) and, by vectors, the share of the truly nearest
// ten that are found. By words beside MiniSearch and Orama, by vectors beside comparing with all in plain JavaScript and beside edgevec
// (HNSW in wasm, up to 20,000). So many questions as --same says are also asked of the native build, which must rank as the tab does; both have the page's vocabulary of concepts. Ours takes the question as the page does: plain words for days and patients, spelling, and the texts of the hits.
import { execFileSync } from "node:child_process";
import { cpSync, createReadStream, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { launch } from "../www/browser.mjs";

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    sizes: { type: "string", default: "1500,15000,131000" },
    questions: { type: "string", default: "100" },
    same: { type: "string", default: "20" },
    json: { type: "string" },
  },
});
const sizes = values.sizes.split(",").map(Number);
if (values.data === undefined || sizes.some((size) => !Number.isInteger(size) || size < 1)) {
  console.error("usage: ./run bench search --data DIR [--sizes N,N] [--questions N] [--same N] [--json FILE]");
  process.exit(2);
}
/** Characters of a piece, at least, so long as its text goes on. */
const PIECE = 190;
/** Pieces of a file. */
const PIECES = 100;
/** HNSW is built for so many passages at most: the time to build it grows faster than they do. */
const HNSW_MOST = 20_000;
/** The native build reads everything anew for each question: of so many pieces at most. */
const SAME_MOST = 20_000;
/** The bars, in milliseconds: by words at the median; by words and vectors at 100,000 passages, beyond the question's embedding. */
const BARS = { words: 5, both: 25 };

const root = fileURLToPath(new URL("..", import.meta.url));
const NATIVE = join(root, "target/release/chaperone");
const peers = join(root, ".tools/bench-search");
const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm" };
const AREAS = { pkg: join(root, "pkg"), bench: join(root, "benches/search"), npm: join(peers, "node_modules"), concepts: join(root, "models/weights/concepts") };

function install() {
  const stamp = join(peers, "installed.json");
  const wanted = readFileSync(join(root, "benches/search/package-lock.json"), "utf8");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  mkdirSync(peers, { recursive: true });
  for (const file of ["package.json", "package-lock.json"]) cpSync(join(root, "benches/search", file), join(peers, file));
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: peers, stdio: "inherit" });
  writeFileSync(stamp, wanted);
}

/** Serves the package, this benchmark's page and the peers; resolves to the server, which listens on loopback. */
function startServer() {
  const server = createServer((request, response) => {
    const [, area, ...rest] = decodeURIComponent(request.url).split("?")[0].split("/");
    const file = area in AREAS ? join(AREAS[area], ...rest) : undefined;
    if (area === "") return response.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html><title>bench</title>");
    const inside = file !== undefined && file.startsWith(AREAS[area]) && existsSync(file) && statSync(file).isFile();
    if (!inside) return response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

function lines(file) {
  const bytes = readFileSync(file);
  const text = (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  return text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

/** The pieces of `text`: whole sentences, until there are PIECE characters. */
function pieces(text) {
  const all = [""];
  for (const sentence of text.split(/(?<=[.?!])\s+/)) {
    if (all.at(-1).length >= PIECE) all.push("");
    all[all.length - 1] += `${all.at(-1) === "" ? "" : " "}${sentence}`;
  }
  return all.filter((piece) => piece.trim() !== "");
}

/** The texts of the sets as pieces, each under a heading of its own, and their questions. */
function material(folder) {
  const sets = readdirSync(folder).filter((name) => existsSync(join(folder, name, "queries.jsonl"))).toSorted();
  const corpus = (set) => readdirSync(join(folder, set)).find((name) => name.startsWith("corpus.jsonl"));
  const texts = sets.flatMap((set) => lines(join(folder, set, corpus(set))).map(({ title, text }) => `${title} ${text}`.trim()));
  const all = texts.flatMap((text, number) => pieces(text).map((piece, at) => `## Text ${number}, part ${at + 1}\n\n${piece}\n`));
  return { all, questions: sets.map((set) => lines(join(folder, set, "queries.jsonl")).map(({ text }) => text)) };
}

/** The strategies whose rankings are held to those of the native build. */
const RANKED = ["keyword", "concept", "stages"];

/** How many of `questions` the native build ranks over `files` as the tab does, by all of RANKED. */
async function alike(files, questions, call) {
  const folder = mkdtempSync(join(tmpdir(), "chaperone-bench-"));
  try {
    files.forEach((text, at) => writeFileSync(join(folder, `${String(at).padStart(6, "0")}.md`), text));
    let alike = 0;
    for (const { text } of questions) {
      let same = true;
      for (const strategy of RANKED) {
        const args = ["search", "--records", folder, "--strategy", strategy, "--top-k", "10", "--json", "--", text];
        const { search } = JSON.parse(execFileSync(NATIVE, args, { encoding: "utf8", maxBuffer: 1 << 28 }));
        const natively = search.hits.map(({ reference }) => reference);
        same &&= JSON.stringify(natively) === JSON.stringify(await call("ranked", strategy, text));
      }
      alike += same ? 1 : 0;
    }
    return alike;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const percentile = (all, share) => all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * share))];

install();
const { all, questions } = material(values.data);
// The sets take turns, so that each size is asked about all of them.
const asked = Array.from({ length: Number(values.questions) }, (_, number) => {
  const set = questions[number % questions.length];
  return { number, text: set[Math.floor(number / questions.length) % set.length] };
});
const server = await startServer();
const browser = await launch();
const figures = { questions: asked.length, sizes: [] };

/** A tab of its own, so that what one leaves behind is not another's; `call` runs a function of benches/search/page.js in it. */
async function open() {
  const page = await browser.context.newPage();
  page.setDefaultTimeout(0);
  page.on("pageerror", (error) => console.error(String(error)));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const devtools = await browser.context.newCDPSession(page);
  const call = (name, ...args) =>
    page.evaluate(
      async ([name, args]) => {
        try {
          return await (await import("/bench/page.js"))[name](...args);
        } catch (error) {
          // The engine's errors are plain objects.
          throw error instanceof Error ? error : new Error(`${error.code}: ${error.message}`);
        }
      },
      [name, args],
    );
  return { page, call, devtools };
}

try {
  for (const size of sizes) {
    if (size > all.length) console.log(`\nonly ${all.length} pieces are there`);
    const chosen = all.slice(0, size);
    const files = Array.from({ length: Math.ceil(chosen.length / PIECES) }, (_, at) =>
      [`# File ${at}\n`, ...chosen.slice(at * PIECES, (at + 1) * PIECES)].join("\n"),
    );
    const ranked = size <= SAME_MOST ? asked.slice(0, Number(values.same)) : [];
    let same = 0;
    if (ranked.length > 0) {
      const { page, call } = await open();
      await call("start");
      await call("read", files);
      await call("understand");
      same = await alike(files, ranked, call);
      await page.close();
    }
    const { page, call, devtools } = await open();
    /** Bytes that the tab holds: of JavaScript, and of the linear memories of wasm. */
    const held = async () => {
      await devtools.send("HeapProfiler.collectGarbage");
      const { usedSize } = await devtools.send("Runtime.getHeapUsage");
      const { ours, edgevec } = await call("linear");
      return { heap: usedSize, ours, edgevec };
    };
    await call("start");
    const empty = (await held()).ours;
    const { passages, seconds } = await call("read", files);
    const rows = { "ours, words": { seconds, bytes: ((await held()).ours - empty) / passages } };
    const names = ["ours, vectors", "MiniSearch", "Orama", "plain JavaScript", ...(size <= HNSW_MOST ? ["edgevec"] : [])];
    for (const name of names) {
      const before = await held();
      const built = await call("build", name);
      const after = await held();
      const grown = (part) => after[part] - before[part];
      const bytes = name.startsWith("ours") ? grown("ours") : name.startsWith("edgevec") ? grown("edgevec") : grown("heap");
      rows[name] = { seconds: built, bytes: bytes / passages };
    }
    rows["plain JavaScript"].bytes = 4 * 384;
    const mentioned = await call("understand");
    const vectorial = ["ours, vectors", ...(size <= HNSW_MOST ? ["edgevec"] : [])];
    const groups = [["ours, words", "MiniSearch", "Orama"], [...vectorial, "plain JavaScript"], ["ours, both"]];
    // What is asked first finds nothing compiled yet.
    for (const group of groups) await call("time", group, asked.slice(0, 5));
    for (const group of groups) {
      for (const [name, millis] of Object.entries(await call("time", group, asked))) {
        rows[name] = { ...rows[name], median: percentile(millis, 0.5), p95: percentile(millis, 0.95) };
      }
    }
    const shares = await call("found", vectorial, asked.slice(0, 20));
    for (const [name, share] of Object.entries(shares)) rows[name].found = share;
    figures.sizes.push({ size, passages, mentioned, ranked: ranked.length, same, rows });
    console.log(`\n${passages} passages: ms of a search (median, 95 %), seconds to build, bytes a passage, share of the nearest ten`);
    for (const group of groups) {
      for (const name of group) {
        const { median, p95, seconds, bytes, found } = rows[name];
        const built = seconds === undefined ? "" : `${seconds.toFixed(1)} s`;
        const each = bytes === undefined ? "" : `${Math.round(bytes)} B`;
        const share = found === undefined ? "" : `${(100 * found).toFixed(1)} %`;
        console.log(`  ${name.padEnd(18)} ${median.toFixed(2).padStart(8)} ${p95.toFixed(2).padStart(8)}  ${built.padStart(8)} ${each.padStart(9)} ${share.padStart(8)}`);
      }
    }
    console.log(`  the names of concepts are looked for in ${mentioned.toFixed(1)} s besides`);
    if (ranked.length > 0)
      console.log(`  the native build ranks ${same} of ${ranked.length} questions as the tab does, by ${RANKED.join(", ")}`);
    console.log(`  bars: by words ${BARS.words} ms${passages >= 90_000 ? `, by both ${BARS.both} ms` : ""}`);
    await page.close();
  }
} finally {
  await browser.close();
  server.close();
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(figures, undefined, 2)}\n`);
