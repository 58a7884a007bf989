/**
 * Gathers entries of the records as a FHIR `Bundle` of type `collection` (https://hl7.org/fhir/R4/bundle.html), each resource byte for
 * byte as its file has it. Nothing is added to them or made up: no `fullUrl`, no reference is mended, and what is no FHIR is left out
 * and counted.
 */
import { ChaperoneError } from "./error.ts";
import type { Slice } from "./slices.ts";
import type { SourcePiece } from "./types.ts";

/** Which entries: all of a patient's timeline, or those that references lead to. */
export type Gathering = { readonly patient: number } | { readonly references: readonly string[] };

/** Why an entry is not in the bundle. */
export type LeftOut =
  /** It comes from a file of another format. */
  | "not-fhir"
  /** It is a text, around whose bytes in the file no resource was found: it is in an archive, or the file is no FHIR or very large. */
  | "text"
  /** Its file is not in this session, or could not be read. */
  | "unread";

/** What was gathered. */
export interface Gathered {
  /** Resources in the bundle. */
  readonly entries: number;
  readonly left: readonly { readonly why: LeftOut; readonly count: number }[];
}

/** The most bytes of a bundle: the shell takes no more. */
const MAX_BYTES = 16 << 20;

/** Returns the piece of each entry once, in the order of the references; `texts` counts references that lead to no piece. */
export function piecesOf(
  references: readonly string[],
  pieces: (reference: string) => readonly SourcePiece[],
): { readonly pieces: readonly SourcePiece[]; readonly texts: number } {
  const known = new Map<string, SourcePiece>();
  let texts = 0;
  for (const reference of new Set(references)) {
    const found = pieces(reference);
    if (found.length === 0) texts += 1;
    for (const piece of found) known.set(JSON.stringify(piece), piece);
  }
  return { pieces: [...known.values()], texts };
}

/** Whether `slice` is the text of an attachment, without the resource around it. */
export function isText({ bytes }: Slice): boolean {
  return bytes !== null && resourceIn(bytes) === "text";
}

/** Returns the bundle as text, and what became of each slice. Throws `too-large` where it is longer than can be saved. */
export function bundleOf(slices: readonly Slice[], texts: number): Gathered & { readonly text: string } {
  const counts: Record<LeftOut, number> = { "not-fhir": 0, text: texts, unread: 0 };
  const resources = new Set<string>();
  let bytes = 0;
  for (const { bytes: slice } of slices) {
    const found = slice === null ? "unread" : resourceIn(slice);
    if (typeof found === "string") {
      counts[found] += 1;
      continue;
    }
    bytes += slice?.byteLength ?? 0;
    if (bytes > MAX_BYTES) throw new ChaperoneError(TOO_LARGE);
    // A report and its text are one resource.
    resources.add(found.resource);
  }
  const entry = [...resources].map((resource) => `{"resource":${resource}}`).join(",\n");
  const text = `{"resourceType":"Bundle","type":"collection"${entry === "" ? "" : `,"entry":[\n${entry}\n]`}}\n`;
  const left = (Object.keys(counts) as LeftOut[])
    .map((why) => ({ why, count: counts[why] }))
    .filter(({ count }) => count > 0);
  return { text, entries: resources.size, left };
}

/** The resource in `slice`, unchanged, or why there is none. */
function resourceIn(slice: Uint8Array): { readonly resource: string } | LeftOut {
  let resource: string;
  try {
    resource = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(slice);
  } catch {
    return "not-fhir";
  }
  try {
    const value = JSON.parse(resource) as { readonly resourceType?: unknown } | string | null;
    if (typeof value === "string") return "text";
    return typeof value?.resourceType === "string" ? { resource } : "not-fhir";
  } catch {
    // The bytes of an attachment stand without their quotation marks.
    return /^\s*</.test(resource) ? "not-fhir" : "text";
  }
}

const TOO_LARGE = {
  code: "too-large",
  fault: "user",
  message:
    "These entries are larger than a file that can be saved here (16 MiB). Search for fewer of them, and save those.",
} as const;
