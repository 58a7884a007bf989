/** What is wrong with a connection to a model server, as far as it can be known: a finding for each failure, and whose server it seems to be. */
import { isOfFunction } from "../../../shell/function/address.ts";
import { placeOf } from "../../../shell/place.ts";
import { isOnThisDevice } from "../../engine/device/address.ts";
import type { Code, ServerFault } from "../../engine/error.ts";

/** What can be wrong. */
export type Finding =
  /** The device has no network. */
  | "offline"
  /** The page around offers no function. */
  | "around"
  /** A page by https may not ask a server elsewhere by http. */
  | "mixed-content"
  /** A page that is not secure may not ask this device or its network. */
  | "not-secure"
  /** The browser's permission for this device or its network was refused, or has not been given. */
  | "permission-denied"
  | "permission-waits"
  /** Nobody is there. */
  | "not-reached"
  /** Somebody is there, and this page may not read what it says. */
  | "not-readable"
  | "key"
  /** The model is none of those that the server lists. */
  | "model"
  /** The address or the model is not known there. */
  | "not-found"
  /** The request is too long for the model as it is served. */
  | "context"
  /** The server does not take requests of this form. */
  | "not-taken"
  | "busy"
  | "failed"
  | "late"
  | "broken"
  /** What came is no reply of a model server. */
  | "not-a-reply"
  | "endless"
  /** The request was taken, and nothing was said. */
  | "silent";

/** What is known of a connection that does not work. */
export interface Symptoms {
  readonly url: string;
  readonly model: string;
  /** Nothing for a server that took the request and said nothing. */
  readonly code: Code | undefined;
  readonly server: ServerFault | undefined;
  /** The names of the models there, where they were asked for. */
  readonly names: readonly string[] | undefined;
}

/** Returns what is wrong; nothing where it is no fault of a connection. */
export function findingOf({ url, model, code, server, names }: Symptoms): Finding | undefined {
  // There is no server: its own words say what to do.
  if (isOnThisDevice(url)) return undefined;
  const { status, context, circumstances } = server ?? {};
  if (code === undefined) return "silent";
  if (context !== undefined) return "context";
  if (status !== undefined) return ofStatus(status, names !== undefined && !names.includes(model));
  if (code === "reply") return "not-a-reply";
  if (code === "too-large") return "endless";
  if (code !== "unreached" && code !== "network") return undefined;
  if (isOfFunction(url)) return code === "unreached" ? "around" : "failed";
  if (code === "unreached") return unreached(new URL(url), circumstances);
  if (circumstances?.stage === "late" || circumstances?.stage === "broken") return circumstances.stage;
  return "not-readable";
}

function ofStatus(status: number, isUnknownModel: boolean): Finding {
  if (status === 401 || status === 403) return "key";
  if (status === 429 || status === 503 || status === 529) return "busy";
  if (status >= 500) return "failed";
  if (isUnknownModel) return "model";
  return status === 404 ? "not-found" : "not-taken";
}

/** How private a place is: browsers ask before a page reaches for a more private one than its own. */
const PRIVACY = ["elsewhere", "local-network", "this-device"] as const;

function unreached(url: URL, circumstances: ServerFault["circumstances"]): Finding {
  if (circumstances === undefined) return "not-reached";
  const { from, page, secure, permission, offline } = circumstances;
  const place = placeOf(url);
  if (offline && place === "elsewhere") return "offline";
  const isWithin = PRIVACY.indexOf(place) > PRIVACY.indexOf(from);
  if (isWithin && permission !== "unknown") {
    if (!secure) return "not-secure";
    if (permission === "denied") return "permission-denied";
    if (permission === "prompt") return "permission-waits";
  }
  const isMixed = page.startsWith("https:") && url.protocol === "http:" && place !== "this-device";
  // With its permission a browser lets the page ask its own network without encryption.
  return isMixed && permission !== "granted" ? "mixed-content" : "not-reached";
}

/** The servers whose settings are known. */
export const SERVERS = ["ollama", "llamacpp", "lmstudio", "vllm", "hosted"] as const;
export type ServerName = (typeof SERVERS)[number];

/** The ports on which they listen where nothing else is said. */
const PORTS: Readonly<Record<string, ServerName>> = {
  "11434": "ollama",
  "8080": "llamacpp",
  "1234": "lmstudio",
  "8000": "vllm",
};

/** Returns whose server `url` seems to be, by its port or because it is elsewhere; nothing where it could be any. */
export function serverAt(url: string): ServerName | undefined {
  const at = new URL(url);
  return PORTS[at.port] ?? (placeOf(at) === "elsewhere" ? "hosted" : undefined);
}
