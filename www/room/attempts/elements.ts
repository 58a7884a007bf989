/** Attempts by elements and styles that load something. */
import { api, watch, type Attempt, type Sight } from "./attempt.ts";
import { everyElement } from "./creation.ts";

const inPage = (element: Element): void => {
  document.body.append(element);
  setTimeout(() => element.remove(), 1000);
};

const withAttributes =
  (name: string, attributes: (url: string) => Record<string, string>): Attempt =>
  (url) =>
    watch(() => {
      const element = document.createElement(name);
      for (const [key, value] of Object.entries(attributes(url))) element.setAttribute(key, value);
      inPage(element);
    });

const link =
  (rel: string, more: Record<string, string> = {}): Attempt =>
  (url) =>
    everyElement("link", { rel, href: url, ...more });

const SVG = "http://www.w3.org/2000/svg";

export const ELEMENTS = {
  image: withAttributes("img", (src) => ({ src })),
  "image-srcset": withAttributes("img", (url) => ({ srcset: `${url} 1x` })),
  "svg-image": (url) =>
    watch(() => {
      const svg = document.createElementNS(SVG, "svg");
      const image = document.createElementNS(SVG, "image");
      image.setAttribute("href", url);
      svg.append(image);
      inPage(svg);
    }),
  "input-image": withAttributes("input", (src) => ({ type: "image", src })),
  "video-poster": withAttributes("video", (poster) => ({ poster })),
  "css-url": (url) =>
    watch(() => {
      const element = document.createElement("div");
      element.style.backgroundImage = `url("${url}")`;
      element.textContent = "x";
      inPage(element);
    }),
  "css-import": (url) =>
    watch(() => {
      const style = document.createElement("style");
      style.textContent = `@import url("${url}");`;
      inPage(style);
    }),
  font: (url) => watch(() => new FontFace("canary", `url("${url}")`).load()),
  audio: withAttributes("audio", (src) => ({ src, preload: "auto" })),
  video: withAttributes("video", (src) => ({ src, preload: "auto" })),
  track: (url) =>
    watch(() => {
      const video = document.createElement("video");
      const track = document.createElement("track");
      track.src = url;
      track.default = true;
      video.append(track);
      inPage(video);
      track.track.mode = "showing";
    }),
  "script-element": (url) =>
    watch(() => {
      const script = document.createElement("script");
      script.src = url;
      inPage(script);
    }),
  "speculation-rules": (url) =>
    watch(() => {
      const script = document.createElement("script");
      script.type = "speculationrules";
      script.textContent = JSON.stringify({ prefetch: [{ source: "list", urls: [url], eagerness: "immediate" }] });
      inPage(script);
    }),
  "dynamic-import": (url) => watch(() => import(/* @vite-ignore */ url)),
  worklet: (url) =>
    watch(async () => {
      const paint = api<{ addModule(url: string): Promise<void> }>("paintWorklet", CSS);
      await paint?.addModule(url);
      await new OfflineAudioContext(1, 1, 8000).audioWorklet.addModule(url);
    }),
  "media-session": (url) =>
    watch(() => {
      navigator.mediaSession.metadata = new MediaMetadata({ title: "x", artwork: [{ src: url }] });
    }),
  "link-prefetch": link("prefetch"),
  "link-preload": link("preload", { as: "image" }),
  "link-modulepreload": link("modulepreload"),
  "link-stylesheet": link("stylesheet"),
  "link-manifest": link("manifest"),
  "link-icon": link("icon"),
  "link-preconnect": link("preconnect"),
  "link-dns-prefetch": link("dns-prefetch"),
  iframe: (url) => everyElement("iframe", { src: url }),
  object: (url) => everyElement("object", { data: url }),
  embed: (url) => everyElement("embed", { src: url }),
  "rtc-fresh-frame": (): Sight => everyElement("iframe", {}),
} satisfies Record<string, Attempt>;
