/** What a page that is loaded anew is told by the one before it: one of few words, or a few small numbers. It stays in the browser. */

/**
 * Nothing; that what was kept was destroyed; or which of the kept files are left out at the next unlocking, by their
 * places in the table of contents.
 */
export type Note = null | "destroyed" | readonly number[];

/** Files that can be left out: beyond that, something else is wrong. */
const MOST = 16;
const PLACES = 1 << 12;

/** Returns `value` as a note, or `undefined` where it is none. */
export function noteOf(value: unknown): Note | undefined {
  if (value === null || value === "destroyed") return value;
  const isPlace = (each: unknown): boolean =>
    Number.isInteger(each) && (each as number) >= 0 && (each as number) < PLACES;
  return Array.isArray(value) && value.length <= MOST && value.every(isPlace) ? (value as number[]) : undefined;
}

/**
 * Returns the note that was left for this page, once: the browser keeps it with the page's place in its history. What a hospital's system wrote
 * into the address (a launch) can be used once as well, and is taken out of it.
 */
export function takeNote(): Note {
  const note = noteOf(history.state) ?? null;
  history.replaceState(null, "", location.pathname + location.hash);
  return note;
}

/** Loads the page anew and leaves it `note`. */
export function restartWith(note: Note): void {
  history.replaceState(note, "");
  location.reload();
}
