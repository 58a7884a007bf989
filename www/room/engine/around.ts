/** The resource around a place in a FHIR file: of texts in attachments the records know where their own bytes are, and no more. */

const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d] as const;
/** Bytes at the start of an object in which a bundle says that it is one, as nearly all do. */
const HEAD_BYTES = 4096;

/**
 * Returns for each of `places`, byte offsets into `file`, the bytes of the outermost resource around it that is no `Bundle`;
 * `undefined` where there is none. `file` is JSON or NDJSON; of anything else nothing is found.
 */
export function resourcesAround(file: Uint8Array, places: readonly number[]): readonly (Uint8Array | undefined)[] {
  const wanted = [...places].sort((one, other) => one - other);
  /** The objects that are open at each place, outermost first. */
  const around = new Map<number, readonly number[]>();
  const ends = new Map<number, number>();
  const open: number[] = [];
  let inString = false;
  let next = 0;
  for (let at = 0; at < file.length; at += 1) {
    while (next < wanted.length && wanted[next] === at) {
      around.set(
        at,
        open.filter((start) => file[start] === OPEN),
      );
      next += 1;
    }
    if (next >= wanted.length && open.length === 0) break;
    const byte = file[at];
    if (inString) {
      if (byte === BACKSLASH) {
        at += 1;
        // A place behind a backslash is none that a text begins at.
        while (next < wanted.length && (wanted[next] ?? 0) <= at) next += 1;
      } else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === OPEN || byte === OPEN_LIST) open.push(at);
    else if (byte === CLOSE || byte === CLOSE_LIST) {
      const start = open.pop();
      if (start !== undefined) ends.set(start, at + 1);
    }
  }
  const known = new Map<number, boolean>();
  const isResource = (start: number): boolean => {
    const found = known.get(start) ?? isOneResource(file.subarray(start, ends.get(start) ?? start));
    known.set(start, found);
    return found;
  };
  return places.map((place) => {
    const start = (around.get(place) ?? []).find(isResource);
    return start === undefined ? undefined : file.subarray(start, ends.get(start));
  });
}

function isOneResource(bytes: Uint8Array): boolean {
  const read = (some: Uint8Array, fatal: boolean): string => new TextDecoder("utf-8", { fatal }).decode(some);
  try {
    // A large bundle need not be read whole to be known as one.
    if (/^\{\s*"resourceType"\s*:\s*"Bundle"/.test(read(bytes.subarray(0, HEAD_BYTES), false))) return false;
    const { resourceType } = JSON.parse(read(bytes, true)) as { readonly resourceType?: unknown };
    return typeof resourceType === "string" && resourceType !== "Bundle";
  } catch {
    return false;
  }
}
