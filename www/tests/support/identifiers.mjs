// What must not leave: read from the sample files by their FHIR structure, independently of the engine.
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Path of the sample records. */
export const SAMPLES = fileURLToPath(new URL("../../../examples/records/", import.meta.url));

/** Returns the identifying texts of the sample records, each with what it is. */
export function sampleIdentifiers() {
  const found = new Map();
  const add = (kind, text) => {
    if (typeof text === "string" && text.length >= 3) found.set(text, kind);
  };
  const walk = (value, key) => {
    if (Array.isArray(value)) return value.forEach((each) => walk(each, key));
    if (typeof value === "object" && value !== null) {
      if (key === "identifier") add("identifier", value.value);
      if (key === "telecom") add("contact", value.value);
      if (key === "name") [value.family, ...(value.given ?? []), value.text].forEach((each) => add("name", each));
      if (key === "address")
        [...(value.line ?? []), value.city, value.postalCode].forEach((each) => add("address", each));
      if (value.resourceType !== undefined) add("resource id", value.id);
      return Object.entries(value).forEach(([name, inner]) => walk(inner, name));
    }
    if (typeof value !== "string") return undefined;
    if (key === "name") add("name", value);
    if (key === "display" && /^(Dr|Mr|Mrs|Ms)\b/.test(value))
      value.split(" ").forEach((word) => add("name", word.replace(/\.$/, "")));
    const date = /^\d{4}-\d{2}-\d{2}/.exec(value)?.[0];
    if (date !== undefined) add("date", date);
    return undefined;
  };
  for (const name of readdirSync(SAMPLES).filter((each) => each.endsWith(".json")))
    walk(JSON.parse(readFileSync(SAMPLES + name, "utf8")));
  return [...found].map(([text, kind]) => ({ text, kind }));
}

/** Returns those of `identifiers` that stand as words in `bytes`. */
export function survivors(bytes, identifiers) {
  const text = bytes.toString("utf8").normalize("NFC").toLowerCase();
  const letter = /[\p{L}\p{N}]/u;
  return identifiers.filter(({ text: needle }) => {
    const low = needle.normalize("NFC").toLowerCase();
    for (let at = text.indexOf(low); at >= 0; at = text.indexOf(low, at + 1)) {
      if (!letter.test(text[at - 1] ?? " ") && !letter.test(text[at + low.length] ?? " ")) return true;
    }
    return false;
  });
}
