// Exact answers against truths that another program computed: `exact({ data, native })` returns the figures and prints them.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
/** Each set with the day that counts as today: after the last entry of its records. */
const SETS = [
  { name: "r4_2019_main", today: "2021-06-01" },
  { name: "tietai_notes", today: "2026-01-01" },
];
/** What each set is asked: questions in varied wording, and such in everyday wording. */
const TRUTHS = [
  { named: "", program: (bundles, out, today) => ["records_truth.py", bundles, out, "--today", today] },
  { named: ", in everyday wording", program: (bundles, out) => ["blind_third.py", out, bundles] },
  { named: ", a fourth set", program: (bundles, out) => ["blind_fourth.py", out, bundles] },
  { named: ", a fifth set", program: (bundles, out) => ["blind_fifth.py", out, bundles] },
  { named: ", a sixth set", program: (bundles, out) => ["blind_sixth.py", out, bundles] },
  { named: ", a seventh set", only: "r4_2019_main", program: (bundles, out) => ["blind_seventh.py", out, bundles] },
  { named: ", an eighth set", only: "r4_2019_main", program: (bundles, out) => ["blind_eighth.py", out, bundles] },
  { named: ", a ninth set", only: "r4_2019_main", program: (bundles, out) => ["blind_ninth.py", out, bundles] },
  { named: ", a tenth set", only: "r4_2019_main", program: (bundles, out) => ["blind_tenth.py", out, bundles] },
  { named: ", an eleventh set", only: "r4_2019_main", program: (bundles, out) => ["blind_eleventh.py", out, bundles] },
  { named: ", a twelfth set", only: "r4_2019_main", program: (bundles, out) => ["blind_twelfth.py", out, bundles] },
  {
    named: ", a thirteenth set",
    only: "r4_2019_main",
    program: (bundles, out) => ["blind_thirteenth.py", out, bundles],
  },
  {
    named: ", a fourteenth set",
    only: "r4_2019_main",
    program: (bundles, out) => ["blind_fourteenth.py", out, bundles],
  },
  {
    named: ", a fifteenth set",
    only: "r4_2019_main",
    program: (bundles, out) => ["blind_fifteenth.py", out, bundles],
  },
  {
    named: ", a sixteenth set",
    only: "r4_2019_main",
    program: (bundles, out) => ["blind_sixteenth.py", out, bundles],
  },
  {
    named: ", a seventeenth set",
    only: "r4_2019_main",
    program: (bundles, out) => ["blind_seventeenth.py", out, bundles],
  },
];
/** Questions in everyday wording about the sample people. */
const HAND = [
  { name: "written by hand", file: "handwritten", today: "2024-06-01" },
  { name: "in everyday wording", file: "blind", today: "2024-11-15" },
  { name: "in everyday wording, a second set", file: "second", today: "2024-11-15" },
  { name: "in everyday wording, a third set", file: "third", today: "2024-11-15" },
  { name: "in everyday wording, a fourth set", file: "fourth", today: "2024-11-15" },
  { name: "in everyday wording, a fifth set", file: "fifth", today: "2024-11-15" },
  { name: "in everyday wording, a sixth set", file: "sixth", today: "2024-11-15" },
  { name: "in everyday wording, a seventh set", file: "seventh", today: "2024-11-15" },
  { name: "in everyday wording, an eighth set", file: "eighth", today: "2024-11-15" },
  { name: "in everyday wording, a ninth set", file: "ninth", today: "2024-11-15" },
  { name: "in everyday wording, a tenth set", file: "tenth", today: "2024-11-15" },
  { name: "in everyday wording, an eleventh set", file: "eleventh", today: "2024-11-15" },
  { name: "in everyday wording, a twelfth set", file: "twelfth", today: "2024-11-15" },
];

const run = (program, ...args) =>
  execFileSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "inherit"] });

/** Asks the questions of `file` over `bundles`, and returns the counts. */
function measured(native, bundles, file, today) {
  return JSON.parse(
    run(native, "eval", "exact", "--json", "--bundles", bundles, "--questions", file, "--today", today),
  );
}

function told(name, { asked, claimed, right, wrong, absent, absent_wrong: made }) {
  const percent = (count, of) => `${((100 * count) / Math.max(of, 1)).toFixed(2)} %`;
  console.log(
    `${name}: ${asked} questions; claimed ${percent(claimed, asked)}; right of all ${percent(right, asked)}; wrong ${wrong}; of ${absent} about what is not there ${made} answered otherwise`,
  );
}

/** Measures on `data`, the folder that holds `synthea/`, with the release binary `native`. */
export function exact({ data, native }) {
  const scratch = mkdtempSync(join(tmpdir(), "chaperone-records-"));
  const figures = {};
  try {
    for (const { name, today } of SETS) {
      const bundles = join(data, "synthea", name);
      const questions = join(scratch, `${name}.jsonl`);
      for (const { named, only = name, program } of TRUTHS) {
        if (only !== name) continue;
        const [script, ...given] = program(bundles, questions, today);
        run("python3", "-B", here(`../${script}`), ...given);
        figures[name + named] = measured(native, bundles, questions, today);
        told(name + named, figures[name + named].all);
      }
    }
    for (const { name, file, today } of HAND) {
      const questions = here(`../../tests/data/questions/${file}.jsonl`);
      figures[file] = measured(native, here("../../examples/records"), questions, today);
      told(name, figures[file].all);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return figures;
}
