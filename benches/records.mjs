// how many questions about coded facts are answered exactly, and how many of the answers are right: --data DIR [--json FILE]
//
// DIR holds `synthea/`. Questions and truths are computed from the raw bundles by benches/records_truth.py, which shares no code with
// what is measured; questions written by hand are in tests/data/questions.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { exact } from "./records/exact.mjs";

const { values } = parseArgs({ options: { data: { type: "string" }, json: { type: "string" } } });
if (values.data === undefined) {
  console.error("usage: ./run bench records --data DIR [--json FILE]");
  process.exit(2);
}

const native = fileURLToPath(new URL("../target/release/chaperone", import.meta.url));
const figures = { exact: exact({ data: values.data, native }) };
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(figures, undefined, 2)}\n`);
