// Checks a box of an answer against the files it came from, without the engine: reads the bytes, follows the citation.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** Reads the JSON files of `folder`, by the SHA-256 of their bytes. */
export function readSources(folder) {
  const sources = new Map();
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".json"))) {
    const bytes = readFileSync(join(folder, name));
    sources.set(createHash("sha256").update(bytes).digest("hex"), { name, bytes });
  }
  return sources;
}

/** Returns `{ file, text }`: what stands where `citation` points to, and in which of `sources`. */
export function follow(citation, sources) {
  const source = sources.get(citation.sha256);
  if (source === undefined) throw new Error("the citation names a file that is not among the sample records");
  let bytes = source.bytes;
  for (const wrapping of citation.wrapping) {
    if (wrapping !== "gzip") throw new Error("the citation names a wrapping that is not known");
    bytes = gunzipSync(bytes);
  }
  for (const step of citation.steps) {
    if (step.step === "bytes") bytes = bytes.subarray(step.start, step.end);
    else if (step.step === "json-string")
      bytes = Buffer.from(JSON.parse(bytes.subarray(step.start, step.end).toString("utf8")), "utf8");
    else if (step.step === "base64") bytes = Buffer.from(bytes.toString("latin1"), "base64");
    else throw new Error("the citation names a step that is not known");
  }
  return { file: source.name, text: bytes.subarray(citation.start, citation.end).toString("utf8") };
}

/**
 * Compares `block`, a box as the engine gave it, and `shown`, its text as the page shows it, with the
 * sources. Returns how many texts were compared and in which files; throws with the reason at the first that differs.
 */
export function recheck(block, shown, sources) {
  const files = new Set();
  let texts = 0;
  const compare = (what, text, citation) => {
    const found = follow(citation, sources);
    if (found.text !== text) throw new Error(`the ${what} of a box differs from ${found.file}`);
    if (!shown.includes(text))
      throw new Error(`the page does not show the ${what} of a box as it stands in ${found.file}`);
    files.add(found.file);
    texts += 1;
  };
  if (block.kind === "verbatim") compare("text", block.text, block.citation);
  else {
    if (block.titleCitation !== undefined) compare("title", block.title, block.titleCitation);
    for (const row of [...block.rows, ...(block.elements ?? [])]) {
      compare("value", row.value, row.citation);
      if (row.unit !== undefined) compare("unit", row.unit, row.unit_citation);
      if (row.label_citation !== undefined) compare("label", row.label, row.label_citation);
    }
  }
  if (texts === 0) throw new Error("a box holds nothing that could be compared");
  return { texts, files: [...files] };
}
