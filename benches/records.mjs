// whether every value is what its bytes say, and how many questions about coded facts are answered right: --data DIR [--json FILE]
//
// DIR holds `synthea/`. Questions and truths are computed from the raw bundles by benches/records_truth.py, which shares no code with
// what is measured; questions written by hand are in tests/data/questions.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { exact } from "./records/exact.mjs";
import { reading } from "./records/reading.mjs";

const { values } = parseArgs({ options: { data: { type: "string" }, json: { type: "string" } } });
if (values.data === undefined) {
  console.error("usage: ./run bench records --data DIR [--json FILE]");
  process.exit(2);
}

const native = fileURLToPath(new URL("../target/release/chaperone", import.meta.url));
const asked = { data: values.data, native };
const figures = { reading: reading(asked), exact: exact(asked) };
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(figures, undefined, 2)}\n`);
