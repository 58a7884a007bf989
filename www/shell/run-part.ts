/**
 * Runs a part of a page's script that came later than its first script.
 *
 * The browser runs it only if its hash stands in the content security policy. It imports by number what the first script shares with it.
 */

const { apply, defineProperty, deleteProperty } = Reflect;
const { createElement } = Document.prototype;
const { append, remove } = Element.prototype;

/** What a part is given: `require` for what it shares, and a place for what it gives. */
type Part = (require: (number: string) => unknown, module: { exports?: unknown }) => void;

/** The name by which a part calls while it runs; see `bundles.mjs`. */
const HOOK = "chaperonePart";

/** Runs the part `text`, which `trust` lets through, with what it shares in `offered`; returns what it gives. */
export function runPart(
  text: string,
  trust: (text: string) => string,
  offered: Readonly<Record<string, unknown>>,
): unknown {
  const module: { exports?: unknown } = {};
  let ran = false;
  let failure: unknown;
  const take = (part: Part): void => {
    ran = true;
    try {
      part((number) => offered[number], module);
    } catch (error) {
      failure = error;
    }
  };
  const element = apply(createElement, document, ["script"]) as HTMLScriptElement;
  defineProperty(window, HOOK, { value: take, configurable: true });
  try {
    element.text = trust(text);
    apply(append, document.documentElement, [element]);
  } finally {
    apply(remove, element, []);
    deleteProperty(window, HOOK);
  }
  if (failure !== undefined) throw failure;
  if (!ran) throw new DOMException("The policy of this page does not know this part of it.", "SecurityError");
  return module.exports;
}
