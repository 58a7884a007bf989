/** Tries to make an element that the room refuses, by every way there is to make one. */
import { api, type Sight } from "./attempt.ts";

const XHTML = "http://www.w3.org/1999/xhtml";

type Route = (name: string) => unknown;

/** Every way to make an element. Each returns the element, or something that holds it. */
const ROUTES: Readonly<Record<string, Route>> = {
  createElement: (name) => document.createElement(name),
  "createElement, upper case": (name) => document.createElement(name.toUpperCase()),
  "createElement of a changing name": (name) => {
    let asked = 0;
    const changing = { toString: () => ((asked += 1) === 1 ? "p" : name) };
    const made = document.createElement(changing as unknown as string);
    return made.localName === "p" ? undefined : made;
  },
  createElementNS: (name) => document.createElementNS(XHTML, name),
  "createElementNS with a prefix": (name) => document.createElementNS(XHTML, `h:${name}`),
  "createElement of another document": (name) => document.implementation.createHTMLDocument("").createElement(name),
  "createElement of a new Document": (name) => new Document().createElement(name),
  createDocument: (name) => document.implementation.createDocument(XHTML, name, null).documentElement,
  "custom element that extends": (name) => {
    const base = Object.getOwnPropertyNames(window).find((each) => each.toLowerCase() === `html${name}element`);
    const Base = base === undefined ? undefined : api<new () => HTMLElement>(base);
    if (Base === undefined) return undefined;
    const Made = class extends Base {};
    customElements.define(`x-${name}-${String(Math.trunc(performance.now() * 1000))}`, Made, { extends: name });
    return new Made();
  },
  innerHTML: (name) => {
    const template = document.createElement("template");
    template.innerHTML = `<${name}>`;
    return template.content.firstElementChild;
  },
  insertAdjacentHTML: (name) => {
    const holder = document.createElement("div");
    holder.insertAdjacentHTML("beforeend", `<${name}>`);
    return holder.firstElementChild;
  },
  DOMParser: (name) =>
    new DOMParser().parseFromString(`<${name} xmlns="${XHTML}"/>`, "application/xml").documentElement,
  createContextualFragment: (name) => document.createRange().createContextualFragment(`<${name}>`).firstElementChild,
  setHTMLUnsafe: (name) => {
    const holder = document.createElement("div");
    holder.setHTMLUnsafe(`<${name}>`);
    return holder.firstElementChild;
  },
  setHTML: (name) => {
    const holder = document.createElement("div");
    const setHTML = api<(html: string, options: object) => void>("setHTML", holder);
    setHTML?.call(holder, `<${name} rel="x">`, { sanitizer: { elements: [name] } });
    return holder.firstElementChild;
  },
  XSLTProcessor: () => api("XSLTProcessor"),
  "document.write": (name) => {
    document.write(`<${name}>`);
    return document.querySelector(name);
  },
};

/** Returns `refused` when no route made the element; puts each element that one did make into the page, with `attributes`. */
export function everyElement(name: string, attributes: Readonly<Record<string, string>>): Sight {
  const open: string[] = [];
  for (const [route, make] of Object.entries(ROUTES)) {
    let made: unknown;
    try {
      made = make(name);
    } catch {
      continue;
    }
    if (made === undefined || made === null) continue;
    open.push(route);
    if (made instanceof HTMLElement) {
      for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
      document.head.append(made);
    }
  }
  return open.length === 0
    ? { seen: "refused", name: `${String(Object.keys(ROUTES).length)} ways to make it` }
    : { seen: "through" };
}
