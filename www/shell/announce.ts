/**
 * What the shell says to the page that frames it: fixed words, none of which is about a person. It listens to no window message.
 *
 * To a page that offers a function in place of a model server it gives one end of a port, once, by which a request that the person
 * approved for that page reaches it (`function/`).
 */

/** `ready`: the record room is there. `closed`: it was left and closed. `policy-refused`: nothing leaves. */
export type Word = "ready" | "closed" | "policy-refused";

/** Says `word` to the page around, if there is one. Who that is does not matter: the word says nothing. */
export function announce(word: Word): void {
  if (window.parent !== window) window.parent.postMessage({ chaperone: word }, "*");
}

/** Gives `port` to the page around if it is of `origin`, which the browser sees to. */
export function handOver(port: MessagePort, origin: string): void {
  window.parent.postMessage({ chaperone: "function" }, { targetOrigin: origin, transfer: [port] });
}
