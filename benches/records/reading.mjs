// Every value of records read again from its bytes: `reading({ data, native })` returns the figures and prints them.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SETS = ["r4_2019_main", "tietai_notes"];

/** Reads the sets of `data`, the folder that holds `synthea/`, with the release binary `native`. */
export function reading({ data, native }) {
  const scratch = mkdtempSync(join(tmpdir(), "chaperone-records-"));
  const figures = {};
  try {
    for (const name of SETS) {
      const file = join(scratch, "figures.json");
      const folder = join(data, "synthea", name);
      execFileSync(native, ["bench", "records", "--data", folder, "--json", file], { stdio: ["ignore", "ignore", "inherit"] });
      const of = JSON.parse(readFileSync(file, "utf8"));
      figures[name] = of;
      console.log(
        `${name}: ${of.files} files; ${of.values} values read again, ${of.falseValues} of them false; ${of.notes} notes, ${of.falseNotes} false; ${of.references} references, ${of.falseReferences} false; ${of.seconds.toFixed(1)} s`,
      );
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return figures;
}
