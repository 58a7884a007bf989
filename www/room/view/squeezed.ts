/**
 * Bytes with what repeats in them told by where it stood before (LZ77, greedy): for text that says the same over and over, and has to be packed and
 * read within one turn, which the browser's own streams cannot.
 *
 * The length of it all, and then by turns: how many bytes stand as they are, those, how many of what stood before follow, and how far back that is. All are numbers of
 * seven bits a byte, the lowest first.
 */

/** The shortest repeat that is told. */
const LEAST = 6;
/** Bits of the hash of what stands at a place. */
const BITS = 15;

/** Returns `bytes` packed. */
export function squeeze(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  // What cannot be told shorter takes a few bytes more.
  const out = new Uint8Array(bytes.length + (bytes.length >> 6) + 16);
  const seen = new Int32Array(1 << BITS).fill(-1);
  let [end, from] = [0, 0];
  const put = (number: number): void => {
    for (; number > 0x7f; number >>>= 7) out[end++] = (number & 0x7f) | 0x80;
    out[end++] = number;
  };
  const hash = (at: number): number => {
    const four = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    return Math.imul(four ^ (bytes[at + 4]! << 5) ^ (bytes[at + 5]! << 13), 0x9e3779b1) >>> (32 - BITS);
  };
  put(bytes.length);
  for (let at = 0; at + LEAST <= bytes.length;) {
    const place = hash(at);
    const before = seen[place]!;
    seen[place] = at;
    let length = 0;
    if (before >= 0) while (at + length < bytes.length && bytes[before + length] === bytes[at + length]) length += 1;
    if (length < LEAST) {
      at += 1;
      continue;
    }
    put(at - from);
    out.set(bytes.subarray(from, at), end);
    end += at - from;
    put(length);
    put(at - before);
    // Where the next one may begin is remembered, and not each place of a long repeat.
    for (let inside = at + 1; inside < at + length && inside + LEAST <= bytes.length; inside += 7)
      seen[hash(inside)] = inside;
    at += length;
    from = at;
  }
  put(bytes.length - from);
  out.set(bytes.subarray(from), end);
  return out.slice(0, end + bytes.length - from);
}

/** Returns the bytes of which `squeeze` made `packed`. */
export function unsqueeze(packed: Uint8Array): Uint8Array<ArrayBuffer> {
  let at = 0;
  const take = (): number => {
    let number = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = packed[at++]!;
      number |= (byte & 0x7f) << shift;
      if (byte < 0x80) return number;
    }
  };
  const out = new Uint8Array(take());
  for (let end = 0; end < out.length;) {
    const asIs = take();
    out.set(packed.subarray(at, at + asIs), end);
    at += asIs;
    end += asIs;
    if (end >= out.length) break;
    const length = take();
    const from = end - take();
    // What it repeats may reach into itself.
    if (from + length <= end) out.copyWithin(end, from, from + length);
    else for (let each = 0; each < length; each += 1) out[end + each] = out[from + each]!;
    end += length;
  }
  return out;
}
