// how well passages are found, on records and on judged sets: --data DIR [--cache DIR] [--threads N] [--limit N] [--half dev|test|all] [--json FILE]
//
// DIR holds `synthea/r4_2019_rich101` and sets in the layout of BEIR under `ir/`. Prints, for each set and embedder, every strategy and the pipeline
// with each of its parts left out, judged by all questions or a half (parameters were chosen by the dev half), and hit rates of questions made from records beside the published ones. With
// --limit only so many questions of each set are asked. Passages are embedded once; --cache keeps the vectors and the pairs read.
import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    cache: { type: "string" },
    threads: { type: "string", default: "1" },
    limit: { type: "string" },
    half: { type: "string", default: "all" },
    json: { type: "string" },
  },
});
if (values.data === undefined) {
  console.error("usage: ./run bench retrieval --data DIR [--cache DIR] [--threads N] [--limit N] [--half dev|test|all] [--json FILE]");
  process.exit(2);
}

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const NATIVE = here("../target/release/chaperone");
/** The sets, and the judgements of each. */
const SETS = { scifact: "train", medquad_q2a: "test", bioasq_snippets: "dev", pubmedqa: "dev" };
const EMBEDDERS = ["all-minilm-l6-v2-int8", "bge-small-en-v1.5-int8"];
/** Percent at 3, 4 and 5 documents, as published for the reference system on its own corpus. */
const PUBLISHED = {
  hybrid: [81.8, 82.4, 88.0],
  "keyword (regex)": [26.2, 32.2, 30.4],
  both: [83.8, 85.8, 88.0],
  dense: [52.0, 60.2, 66.6],
};

const models = (embedder) => [
  ...["--models", here("../models"), "--embedder", embedder, "--threads", values.threads],
  ...(values.cache === undefined ? [] : ["--cache", values.cache]),
];
const measure = (...args) =>
  JSON.parse(execFileSync(NATIVE, ["eval", ...args, "--json"], { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "inherit"] }));
const four = (share) => share.toFixed(4);

const figures = { sets: {}, records: {}, published: PUBLISHED };
for (const [set, split] of Object.entries(SETS)) {
  const folder = join(values.data, "ir", set);
  if (!existsSync(folder)) continue;
  for (const embedder of EMBEDDERS) {
    const limit = values.limit === undefined ? [] : ["--limit", values.limit];
    const rows = measure("retrieval", "--beir", folder, "--split", split, "--half", values.half, "--ablations", ...limit, ...models(embedder));
    figures.sets[`${set}, ${embedder}`] = rows;
    console.log(`\n${set}, ${embedder}: nDCG@10, R@5, R@100, MRR, MAP, P@5`);
    for (const row of rows) {
      const { ndcg_at_10, recall_at_5, recall_at_100, reciprocal_rank, average_precision, precision_at_5 } = row;
      const each = [ndcg_at_10, recall_at_5, recall_at_100, reciprocal_rank, average_precision, precision_at_5];
      console.log(`  ${row.strategy.padEnd(28)} ${each.map(four).join("  ")}`);
    }
  }
}
const bundles = join(values.data, "synthea", "r4_2019_rich101");
const runs = existsSync(bundles) ? { "days observed": [], "every day": ["--counting", "every-day"], "patients up to 100 documents": ["--most", "100"], "a word misspelt": ["--misspelt"] } : {};
for (const [name, args] of Object.entries(runs)) {
  const rows = measure("records", "--bundles", bundles, "--ablations", ...args, ...models(EMBEDDERS[0]));
  figures.records[name] = rows;
  console.log(`\nrecords, ${name}: strict / answer-level percent at exactly k documents`);
  for (const { kind, filters, strategy, hits } of rows) {
    const each = hits.map(([k, strict, answered]) => `${k}: ${strict.toFixed(1)}/${answered.toFixed(1)}`);
    console.log(`  ${kind.padEnd(8)} filters ${filters.padEnd(4)} ${strategy.padEnd(26)} ${each.join("  ")}`);
  }
}
console.log("\npublished, on other patients, with up to twice as many documents: percent at 3, 4, 5");
for (const [name, hits] of Object.entries(PUBLISHED)) console.log(`  ${name.padEnd(16)} ${hits.join("  ")}`);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(figures, undefined, 2)}\n`);
