/** Which passphrases are guessed first. */

/** Fewer different characters than these are soon tried. */
const FEWEST_DIFFERENT = 5;
/** What people type first; a passphrase needs so many characters besides. */
const FIRST_TRIED = /password|passwort|passphrase|qwert[yz]|asdfgh|letmein|welcome|iloveyou|chaperone/g;
const BESIDES = 6;

/** Whether `passphrase` is among those that are guessed first: the same few characters, a row of the alphabet, or a word that many take. */
export function isGuessable(passphrase: string): boolean {
  const signs = [...passphrase.toLowerCase()];
  if (new Set(signs).size < FEWEST_DIFFERENT) return true;
  const codes = signs.map((sign) => sign.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, at) => code - (codes[at] ?? 0));
  // "1234567890", "abcdefghij": nearly each character is the one next to that before it.
  if (steps.filter((step) => Math.abs(step) === 1).length >= steps.length - 1) return true;
  const besides = passphrase.toLowerCase().replaceAll(FIRST_TRIED, "");
  return besides.length < passphrase.length && besides.length < BESIDES;
}
