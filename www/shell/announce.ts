/** What the shell says to the page that frames it: fixed words, none of which is about a person. It hears nothing. */

/** `ready`: the record room is there. `closed`: it was left and closed. `policy-refused`: nothing leaves. */
export type Word = "ready" | "closed" | "policy-refused";

/** Says `word` to the page around, if there is one. Who that is does not matter: the word says nothing. */
export function announce(word: Word): void {
  if (window.parent !== window) window.parent.postMessage({ chaperone: word }, "*");
}
