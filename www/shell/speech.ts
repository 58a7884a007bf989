/** In which language the shell says what it says itself: its dialogs and notices. English is in the page; another comes as a part, once it is asked for. */
import type { Tag } from "./tags.ts";

/** Texts in another language, by the English ones. */
export type Texts = Readonly<Record<string, string>>;

let tag: Tag = "en";
let texts: Texts = {};

/** Returns a text of the shell in the language spoken. */
export function inWords(english: string): string {
  return texts[english] ?? english;
}

/** The language that is spoken now. */
export function tongue(): Tag {
  return tag;
}

/** Speaks `wanted` from now on, also what stands in `page`; its texts are `said`. */
export function tell(page: Document, wanted: Tag, said: Texts): void {
  [tag, texts] = [wanted, said];
  page.documentElement.lang = wanted;
  for (const element of page.querySelectorAll<HTMLElement>("[data-say]")) {
    const name = element instanceof HTMLIFrameElement ? "title" : "textContent";
    // The English stays with the element: it is what its other texts are known by.
    const english = (element.dataset["say"] ||= (element[name] ?? "").replace(/\s+/g, " ").trim());
    element[name] = inWords(english);
  }
}
