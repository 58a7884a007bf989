/** Attempts by leaving: links, forms, windows. Those that would end the frame are tried in the double. */
import { watch, mustRefuse, type Attempt } from "./attempt.ts";

function anchor(url: string, attributes: Record<string, string> = {}): HTMLAnchorElement {
  const element = document.createElement("a");
  element.href = url;
  element.textContent = "x";
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.body.append(element);
  setTimeout(() => element.remove(), 1000);
  return element;
}

export const NAVIGATION = {
  "form-submit": (url) =>
    watch(() => {
      const form = document.createElement("form");
      form.method = "post";
      form.action = url;
      document.body.append(form);
      form.submit();
      form.remove();
    }),
  "window-open": (url) => (window.open(url) === null ? { seen: "refused", name: "no window" } : { seen: "through" }),
  "top-navigation": (url) =>
    mustRefuse(() => {
      (window.top as Window).location = url;
    }),
} satisfies Record<string, Attempt>;

/** What a double tries: each ends the frame that does it, or would if it worked. */
export const DEPARTURES: Readonly<Record<string, (url: string) => void>> = {
  location: (url) => {
    window.location.href = url;
  },
  "anchor-self": (url) => anchor(url).click(),
  "anchor-blank": (url) => anchor(url, { target: "_blank" }).click(),
  "anchor-download": (url) => anchor(url, { download: "x" }).click(),
  "anchor-ping": (url) => anchor("#x", { ping: url }).click(),
  "meta-refresh": (url) => {
    const meta = document.createElement("meta");
    meta.httpEquiv = "refresh";
    meta.content = `0;url=${url}`;
    document.head.append(meta);
  },
  "blob-navigation": (url) => {
    const page = `<!doctype html><link rel="preconnect" href="${url}"><link rel="dns-prefetch" href="${url}"><img src="${url}">`;
    window.location.href = URL.createObjectURL(new Blob([page], { type: "text/html" }));
  },
};
