// our kernels beside onnxruntime-web, transformers.js, tract and onnxruntime: [--rows NAMES] [--quick] [--again] [--rounds N] [--bundles DIR [--every K]] [--json FILE]
//
// Rows, each by itself (`--rows minilm,two` are these alone): `minilm` and `bge`, one thread each, back to back in the same tab, N rounds
// (3), medians: milliseconds for a text of 21 tokens, of 128, and for one of a batch of 16, with the least cosine to the same weights in
// f32, and the share of the tab's measured peak of `i32x4.dot_i16x8` that ours reaches, with everything and the matrix products alone;
// `two`, two workers of ours beside two threads of onnxruntime-web; `reranker`, 30 pairs of some 100 tokens on one and on two; `tagger`,
// one text; both with the furthest logit; `native-…`, each of the four natively beside onnxruntime on two threads; `memory`, what a tab holds of a model once it is
// loaded; `cold`, from an empty tab to the first vector; `passages` and `passages-peer`, every Kth passage (1) of the FHIR bundles in DIR
// embedded in the page's way, and by transformers.js.
//
// What FILE has of the same number of rounds is not measured again, but told; `--again` measures it anew. `--quick` is one round, and
// every 20th passage. The peers come from npm (some 600 MB, once) and PyPI.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { launch } from "../www/browser.mjs";
import { installPeers } from "./engine/peers.mjs";
import { ROWS } from "./engine/rows.mjs";
import { startServer } from "./engine/server.mjs";

const USAGE =
  "usage: ./run bench engine [--rows NAMES] [--quick] [--again] [--rounds N] [--bundles DIR [--every K]] [--json FILE]";
const { values } = parseArgs({
  options: {
    rows: { type: "string" },
    quick: { type: "boolean", default: false },
    again: { type: "boolean", default: false },
    rounds: { type: "string" },
    bundles: { type: "string" },
    every: { type: "string" },
    json: { type: "string" },
  },
});
const rounds = Number(values.rounds ?? (values.quick ? 1 : 3));
const every = Number(values.every ?? (values.quick ? 20 : 1));
const names = values.rows?.split(",") ?? ROWS.map(({ name }) => name);
const unknown = names.filter((each) => !ROWS.some(({ name }) => name === each));
if (![rounds, every].every((number) => Number.isInteger(number) && number >= 1) || unknown.length > 0) {
  console.error(
    unknown.length > 0 ? `no row ${unknown.join(", ")}; there are ${ROWS.map(({ name }) => name).join(", ")}` : USAGE,
  );
  process.exit(2);
}

const root = fileURLToPath(new URL("..", import.meta.url));
const report =
  values.json !== undefined && existsSync(values.json) ? JSON.parse(readFileSync(values.json, "utf8")) : { rows: {} };
const keep = () => values.json !== undefined && writeFileSync(values.json, `${JSON.stringify(report, null, 1)}\n`);

const wanted = ROWS.filter(
  ({ name, bundles }) => names.includes(name) && (bundles !== true || values.bundles !== undefined),
);
const measured = ({ name }) =>
  !values.again && report.rows[name]?.rounds === rounds && (report.rows[name].every ?? every) === every;
const dynamic = wanted.every(measured) ? undefined : installPeers(root);
const server = await startServer({ root, dynamic, bundles: values.bundles && resolve(values.bundles) });
const address = `http://127.0.0.1:${server.address().port}/`;

/** Does `work` in a tab of a browser of its own, which it calls the functions of `page.js` in by name. */
async function inTab(work) {
  const browser = await launch();
  try {
    report.machine = { cores: availableParallelism(), chromium: browser.context.browser()?.version() };
    return await work(await openTab(browser), browser);
  } finally {
    await browser.close();
  }
}

async function openTab(browser) {
  const page = await browser.context.newPage();
  page.setDefaultTimeout(0);
  page.on("pageerror", (error) => console.error(String(error)));
  await page.goto(address);
  const call = (name, ...args) =>
    page.evaluate(
      async ([name, args]) => {
        try {
          return await (await import("/bench/page.js"))[name](...args);
        } catch (error) {
          // What the engine throws is no `Error`, and would lose its words on the way out of the tab.
          throw error instanceof Error ? error : new Error(error?.message ?? JSON.stringify(error));
        }
      },
      [name, args],
    );
  const peak = () => page.evaluate(async () => (await import("/bench/peak.js")).peak());
  return { call, peak, page };
}

try {
  for (const row of wanted) {
    if (!measured(row)) {
      const began = performance.now();
      const figures = await row.measure({ root, rounds, every, inTab, openTab, bundles: values.bundles });
      const seconds = Math.round((performance.now() - began) / 1000);
      report.rows[row.name] = { rounds, ...(row.bundles === true && { every }), seconds, figures };
      keep();
    }
    const { figures, seconds } = report.rows[row.name];
    console.log(`${row.name} (${seconds} s to measure)`);
    for (const line of row.told(figures, report.rows)) console.log(`  ${line}`);
  }
} finally {
  server.close();
}
