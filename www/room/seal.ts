/**
 * Takes away, before anything else runs, what the room's policy does not stop.
 *
 * Measured in Chromium 156: a sandboxed frame under `default-src 'none'` still makes WebRTC's STUN
 * requests, and still resolves the names and opens the connections of `<link rel="dns-prefetch">` and
 * `<link rel="preconnect">`, so that a name like `SECRET.example` carries a secret out. WebRTC's
 * constructors are deleted. Elements that preload or make a frame are refused at every
 * place that creates elements; markup is refused by Trusted Types, and Lit's policy by
 * {@link refuseMarkup}. The frame may print, for which browsers want that it may open windows that stop it; both are taken from
 * every script but the report's button ({@link printRoom}). Speech is taken away, too: no policy governs it, and the browser sends what a
 * voice of its maker's reads aloud, or what a microphone hears, to that maker. A frame inside the room is no way around: it has another opaque origin.
 *
 * What runs later may replace any built-in, so nothing here calls a method by name at that time:
 * names are compared by index and `===`, and originals are applied through a captured `Reflect.apply`.
 */

const { apply, defineProperty, deleteProperty, ownKeys } = Reflect;

/** The HTML elements that cannot be made in the room. */
const REFUSED = ["link", "iframe", "frame", "object", "embed", "fencedframe", "portal"] as const;

const upper = REFUSED.map((name) => name.toUpperCase());

/** Whether `name`, with or without a prefix and in either case, is one of {@link REFUSED}. */
function isRefused(name: string): boolean {
  for (let each = 0; each < REFUSED.length; each += 1) {
    const low = REFUSED[each] as string;
    const high = upper[each] as string;
    const from = name.length - low.length;
    if (from < 0 || (from > 0 && name[from - 1] !== ":")) continue;
    let same = true;
    for (let at = 0; at < low.length; at += 1) {
      const letter = name[from + at];
      if (letter !== low[at] && letter !== high[at]) same = false;
    }
    if (same) return true;
  }
  return false;
}

function refuse(): never {
  throw new DOMException("The record room does not make elements of this kind.", "SecurityError");
}

/** Replaces the method `name` of `prototype` for good; `make` gets the original. */
function replace<T extends object>(
  prototype: T,
  name: keyof T & string,
  make: (original: (...args: never[]) => unknown) => unknown,
): void {
  const value = make(prototype[name] as never);
  defineProperty(prototype, name, { value, writable: false, configurable: false, enumerable: true });
}

function sealWebRtc(): void {
  const found = (window as { RTCPeerConnection?: { prototype: object } }).RTCPeerConnection;
  if (found !== undefined) {
    for (const key of ownKeys(found.prototype)) deleteProperty(found.prototype, key);
  }
  deleteProperty(window, "RTCPeerConnection");
  deleteProperty(window, "webkitRTCPeerConnection");
}

function sealSpeech(): void {
  for (const name of [
    "speechSynthesis",
    "SpeechSynthesis",
    "SpeechSynthesisUtterance",
    "SpeechRecognition",
    "webkitSpeechRecognition",
  ]) {
    deleteProperty(window, name);
    deleteProperty(Window.prototype, name);
  }
}

function sealElements(): void {
  replace(
    Document.prototype,
    "createElement",
    (original) =>
      function (this: Document, name: unknown, options?: unknown) {
        const text = `${name as string}`;
        return isRefused(text) ? refuse() : apply(original, this, [text, options]);
      },
  );
  replace(
    Document.prototype,
    "createElementNS",
    (original) =>
      function (this: Document, space: unknown, name: unknown, options?: unknown) {
        const text = `${name as string}`;
        return isRefused(text) ? refuse() : apply(original, this, [space, text, options]);
      },
  );
  replace(
    DOMImplementation.prototype,
    "createDocument",
    (original) =>
      function (this: DOMImplementation, space: unknown, name: unknown, type?: unknown) {
        const text = name === null ? "" : `${name as string}`;
        return isRefused(text) ? refuse() : apply(original, this, [space, text, type ?? null]);
      },
  );
  // Without `extends` no class of ours can be a built-in element; autonomous elements need no options.
  replace(
    CustomElementRegistry.prototype,
    "define",
    (original) =>
      function (this: CustomElementRegistry, name: unknown, made: unknown) {
        return apply(original, this, [name, made]);
      },
  );
  // Both turn text or a style sheet into elements without asking Trusted Types.
  deleteProperty(window, "XSLTProcessor");
  deleteProperty(Element.prototype, "setHTML");
  deleteProperty(ShadowRoot.prototype, "setHTML");
  deleteProperty(Document, "parseHTML");
}

/** Returns `html`, or throws when it would make one of the {@link REFUSED} elements. */
type Markup = (html: string) => string;

function refuseMarkup(): Markup {
  const pattern = new RegExp(`<(?:${REFUSED.join("|")})`, "i");
  const exec = RegExp.prototype.exec;
  return (html) => {
    const text = `${html}`;
    return apply(exec, pattern, [text]) === null ? text : refuse();
  };
}

/** Lit makes its Trusted Types policy when it is loaded; this one stands in its place, and no second of its name can be made. */
function sealTrustedTypes(): void {
  const factory = (window as { trustedTypes?: object }).trustedTypes;
  if (factory === undefined) return;
  const prototype = Object.getPrototypeOf(factory) as { createPolicy: (...args: never[]) => unknown };
  const markup = refuseMarkup();
  replace(
    prototype,
    "createPolicy",
    (original) =>
      function (this: unknown, name: unknown, rules: unknown) {
        const text = `${name as string}`;
        return apply(original, this, [text, text === "lit-html" ? { createHTML: markup } : rules] as never);
      },
  );
}

const printed = window.print;
const trusted = Object.getOwnPropertyDescriptor(new Event("click"), "isTrusted")?.get;

/** `execCommand` prints, too; what else it does, writing to the clipboard and editing, nothing here needs. */
function sealDialogs(): void {
  for (const name of ["print", "alert", "confirm", "prompt"]) {
    deleteProperty(window, name);
    deleteProperty(Window.prototype, name);
  }
  deleteProperty(Document.prototype, "execCommand");
}

/** Prints the room at a person's `click`; one that a script made prints nothing. Returns whether it was a person's. */
export function printRoom(click: Event): boolean {
  if (trusted === undefined || apply(trusted, click, []) !== true) return false;
  apply(printed, window, []);
  return true;
}

sealWebRtc();
sealSpeech();
sealElements();
sealTrustedTypes();
sealDialogs();
