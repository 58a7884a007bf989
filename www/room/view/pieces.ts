/** Long texts in pieces: what is far from sight need not be laid out. */

/** UTF-16 units of a piece. */
const PIECE_UNITS = 4000;

/** Cuts `text` at line ends into pieces of about `units`; each begins a line of its own, and a line is cut only where it has no end. */
export function cut(text: string, units = PIECE_UNITS): string[] {
  const all: string[] = [];
  for (let at = 0; at < text.length;) {
    const line = text.indexOf("\n", at + units);
    const end = Math.min(line < 0 ? text.length : line + 1, at + 8 * units);
    all.push(text.slice(at, end).replace(/\n$/, ""));
    at = end;
  }
  return all;
}
