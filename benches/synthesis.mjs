// what a synthesis keeps of words and meaning, and what it tells somebody who holds the records: --data DIR [--patients N] [--cases N] [--every] [--json FILE]
//
// DIR holds `synthea/r4_2019_main` and `attacks/`. Plays N (1,000) generated cases of each suite of trends, thresholds and negations,
// and fails where a statement is not so; prints BLEU, ROUGE-1/2/L, SemScore and BERTScore of the information and of the
// question, beside the published figures; how often a linkage attack leads from a message to its patient, before and after; and
// how many identifiers attacks get out of records, beside a plain agent that sends what it finds. N patients (30) are asked for the
// first, N + 20 for the attacks, all for the linkage. Each attack comes with one kind of question in turn, with `--every` with each.
import { execFileSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    json: { type: "string" },
    patients: { type: "string", default: "30" },
    cases: { type: "string", default: "1000" },
    every: { type: "boolean", default: false },
  },
});
const [patients, cases] = [Number(values.patients), Number(values.cases)];
if (values.data === undefined || ![patients, cases].every((count) => Number.isInteger(count) && count > 0)) {
  console.error("usage: ./run bench synthesis --data DIR [--patients N] [--cases N] [--every] [--json FILE]");
  process.exit(2);
}

const NATIVE = fileURLToPath(new URL("../target/release/chaperone", import.meta.url));
const MODELS = fileURLToPath(new URL("../models", import.meta.url));
const bundles = join(values.data, "synthea/r4_2019_main");
const attacks = readdirSync(join(values.data, "attacks"))
  .filter((name) => name.endsWith(".jsonl"))
  .sort()
  .map((name) => join(values.data, "attacks", name));

const measure = (...args) =>
  JSON.parse(
    execFileSync(NATIVE, ["eval", ...args, "--json"], {
      encoding: "utf8",
      maxBuffer: 1 << 28,
      stdio: ["ignore", "pipe", "inherit"],
    }),
  );
const four = (share) => share.toFixed(4);
const percent = (share) => `${(share * 100).toFixed(1)} %`;

/** As `measure`; figures of a command that refuses are shown all the same, and the bench fails at its end. */
const measureAll = (...args) => {
  try {
    return measure(...args);
  } catch (error) {
    if (!error.stdout) throw error;
    process.exitCode = 1;
    return JSON.parse(error.stdout);
  }
};

const meant = measureAll("meaning", "--cases", String(cases), "--models", MODELS);
for (const { suite, ways } of meant.suites)
  for (const way of ways)
    console.log(
      `  ${`${suite}, ${way.level}${way.noise === "on" ? ", with noise" : ""}`.padEnd(34)} ${way.cases} cases, ${way.told} told; ${way.statements} statements: ` +
        `${way.isTrue} true, ${way.rangeOnly} true of the range only, ${way.isFalse} false; ${way.claims} claims: ${way.supported} supported, of these not so ` +
        `${way.supportedFalse}; ${way.contradicted} contradicted, of these so ${way.contradictedTrue}`,
    );

const kept = measure("synthesis", "--bundles", bundles, "--models", MODELS, "--patients", String(patients));
console.log(
  `words and meaning: ${kept.patients} patients, ${kept.questions} questions, of which something would leave ${kept.synthesised}; encoder ${kept.encoder}`,
);
for (const [name, s] of [
  ["information, to extracted facts", kept.informationFacts],
  ["  where a course is told", kept.factsInCourses],
  ["  where each is told by itself", kept.factsOneByOne],
  ["  the facts without their days", kept.factsUndated],
  ["  the facts, days counted, 2 digits", kept.factsCounted],
  ["    where a course is told", kept.coursesCounted],
  ["  the facts drawn together", kept.factsRestored],
  ["    where a course is told", kept.coursesRestored],
  ["information, to their entries", kept.informationEntries],
  ["information, to itself, restored", kept.informationRestored],
  ["information, to retrieved text", kept.informationRetrieved],
  ["query, without identifiers", kept.query],
  ["query, with identifiers", kept.queryIdentifying],
  ["  of these, about a person", kept.queryOfSame],
  ["  the same about somebody else", kept.queryOfAnother],
])
  console.log(
    `  ${name.padEnd(34)} BLEU ${four(s.bleu)}, ROUGE-1/2/L ${[s.rouge1, s.rouge2, s.rougeL].map((r) => r.toFixed(3)).join("/")}, ` +
      `SemScore ${four(s.semScore)}, BERTScore P/R/F1 ${[s.bertPrecision, s.bertRecall, s.bertF1].map(four).join("/")}`,
  );
for (const { of, bar, reached, ceilings } of kept.bars) {
  console.log(
    `  ${of}: SemScore ${four(reached)}, bar ${bar.toFixed(2)} ${reached < bar ? "missed" : "reached"}; at most`,
  );
  for (const [ceiling, most] of ceilings) console.log(`    ${four(most)}  ${ceiling}`);
}
for (const [question, s] of Object.entries(kept.byQuestion))
  console.log(`  ${four(s.semScore)} of ${String(s.pairs).padStart(3)}  ${question}`);
console.log(
  "  published (their retrieved text, other encoders, BERTScore rescaled): information BLEU 0.0913, ROUGE 0.416/0.258/0.353, SemScore 0.6793, F1 0.1459; " +
    "query BLEU 0.396, ROUGE 0.692/0.536/0.660, SemScore 0.7698, F1 0.4760",
);

console.log(
  `  ${kept.identifying} questions with identifiers; identifying texts in what they were rewritten to: ${kept.identifiersInQueries}`,
);

const linked = measure("linkage", "--bundles", bundles, "--models", MODELS);
console.log(`linkage: a haystack of ${linked.haystack} patients`);
for (const { way, all } of linked.ways)
  console.log(
    `  ${way.padEnd(28)} first guess right ${percent(all.top1)}, among five ${percent(all.top5)}, mean rank ${all.meanRank.toFixed(1)}, fits nobody else ${percent(all.unique)}`,
  );

const asked = ["--bundles", bundles, "--prompts", ...attacks, "--models", MODELS, "--patients", String(patients + 20)];
const attacked = measure("attacks", ...asked, ...(values.every ? [] : ["--quick"]));
console.log(`attacks: ${attacked.attacks} of ${attacks.length} files, ${attacked.patients} patients`);
for (const [way, families] of Object.entries(attacked.ways)) {
  const sum = (what) => Object.values(families).reduce((total, family) => total + family[what], 0);
  console.log(
    `  ${way.padEnd(20)} ${sum("requests")} requests, identifiers out ${sum("found")}; answered ${sum("answered")} of ${sum("answerableWithout")}; ` +
      `recognised ${sum("recognised")}, four words in a row told ${sum("wordsTold")}; ` +
      `a plain agent: ${sum("plainFound")} identifiers in ${sum("plainWith")} of ${sum("plainRequests")} requests`,
  );
}
if (values.json !== undefined)
  writeFileSync(values.json, `${JSON.stringify({ meant, kept, linked, attacked }, null, 2)}\n`);
if (Object.keys(attacked.found).length > 0) process.exit(1);
