// every benchmark whose data are there, then docs/evaluation.html and BENCHMARKS.md: --data DIR [--figures DIR] [--only NAMES] [--keep] [--limit SECONDS]
//
// DIR holds `synthea/`, `ir/`, `phi/` and `attacks/`, as each benchmark says. The figures of each are kept below --figures (benches/figures); one that
// fails, or is not done within --limit seconds, does not keep the others from running. With --keep what that folder has of the sources as they are is not
// measured again, so that a run that was stopped goes on, on another machine too. At the end it says what was left out, and why. All of it takes many hours; --only takes names with commas between.
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { spawnSync } from "node:child_process";
import { BENCHES, commit, machine, read, runAll, sourcesOf, startIn, write } from "../scripts/evaluation/run.mjs";

const USAGE = "usage: ./run bench all --data DIR [--figures DIR] [--only NAME,NAME] [--keep] [--limit SECONDS]";
const { values } = parseArgs({
  options: {
    data: { type: "string" },
    figures: { type: "string", default: "benches/figures" },
    only: { type: "string" },
    keep: { type: "boolean", default: false },
    limit: { type: "string" },
  },
});
const only = values.only?.split(",");
const unknown = (only ?? []).filter((name) => !BENCHES.some((bench) => bench.name === name && bench.never === undefined));
const limit = values.limit === undefined ? undefined : Number(values.limit);
if (values.data === undefined || unknown.length > 0 || (limit !== undefined && !(limit > 0))) {
  console.error(unknown.length > 0 ? `no benchmark that this runs is called ${unknown.join(" or ")}\n${USAGE}` : USAGE);
  process.exit(2);
}

const root = fileURLToPath(new URL("..", import.meta.url));
const [data, figures, made] = [resolve(values.data), resolve(root, values.figures), resolve(root, ".tools/bench-all")];
const about = () => ({ day: new Date().toISOString().slice(0, 10), commit: commit(root), machine: machine() });
const command = ["./run bench all --data DIR", ...(only === undefined ? [] : [`--only ${values.only}`]), ...(values.keep ? ["--keep"] : [])].join(" ");
const before = read(figures)?.benches ?? [];
const benches = runAll({
  ...{ data, figures, made, only, before, about, keep: values.keep, start: startIn(root, limit), sources: (bench) => sourcesOf(root, bench) },
  done: (soFar) => write(figures, { command, ...about(), benches: [...soFar, ...before.filter(({ name }) => !soFar.some((each) => each.name === name))] }),
});
const { status } = spawnSync(process.execPath, [fileURLToPath(new URL("../scripts/evaluation.mjs", import.meta.url)), figures], { stdio: "inherit" });
for (const { name, state, why } of benches) if (state !== "measured") console.log(`${name.padEnd(16)} ${state}: ${why}`);
console.log(`${benches.filter(({ state }) => state === "measured").length} of ${benches.length} benchmarks measured`);
if (status !== 0 || benches.some(({ state }) => state === "failed")) process.exit(1);
