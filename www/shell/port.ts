/**
 * The shell's end of the port: reads each message, refuses what is malformed, and makes {@link Cleared}.
 *
 * `Cleared` can be made in this file only, and only from a message that came over the port whose
 * other end the record room gave to its engine. The brand's symbol is not exported, so that no
 * other code of the shell can write one down; `tests/types/cleared.ts` holds that.
 */
import {
  EXPORT_FORMS,
  HEADERS,
  LIMITS,
  type AssetId,
  type AssetProgress,
  type AssetReport,
  type ExportForm,
  type FromShell,
  type Outgoing,
  type Patience,
  type ToShell,
} from "./messages.ts";
import type { Asked, CollectPart } from "./custodian/collect.ts";
import type { Returned } from "./custodian/custodian.ts";
import type { Ranged } from "./library/host.ts";
import { REPORT_TITLE, isInertMarkdown } from "./inert.ts";
import { PortError } from "./port-error.ts";
import type { PasskeyAnswer } from "./passkey.ts";
import type { LockerState, Wish } from "./locker/keeper.ts";
import { noteOf, type Note } from "./note.ts";
import { soughtAt } from "./sought.ts";
import { isTag, type Tag } from "./tags.ts";

declare const reviewed: unique symbol;

/** A request that passed the review in the record room and came over its port. The courier takes nothing else. */
export interface Cleared extends Outgoing {
  readonly [reviewed]: true;
}

/** What the courier is asked to carry. */
export interface Errand {
  readonly cleared: Cleared;
  readonly credential: string;
  readonly patience: Patience;
}

/** A part of a public file's coming: how far the fetch is, or the next bytes, which are handed over. */
export type AssetPart = AssetProgress | { readonly piece: ArrayBuffer };

/** What the shell does for the room. */
export interface Services {
  /** Brings a public file piece by piece; rejects with a {@link PortError}. */
  asset(asset: AssetId, tell: (part: AssetPart) => void, signal: AbortSignal): Promise<AssetReport>;
  /** Carries a request and tells of the reply piece by piece; rejects with a {@link PortError}. */
  send(errand: Errand, tell: (part: ReplyPart) => void, signal: AbortSignal): Promise<void>;
  /** Carries a request for public texts as {@link send} does, with no key. */
  seek(errand: Omit<Errand, "credential">, tell: (part: ReplyPart) => void, signal: AbortSignal): Promise<void>;
  /** Where sealed bytes are kept. */
  readonly locker: LockerService;
  /** Makes a passkey, or uses the one with the id `credential`. */
  passkey(credential: ArrayBuffer | null, salt: ArrayBuffer, signal: AbortSignal): Promise<PasskeyAnswer>;
  /** Loads the page anew and leaves it `note`. */
  restart(note: Note): void;
  /** Offers the person `text`, which is of its form, to be saved; resolves to whether they did. */
  export(form: ExportForm, text: string, signal: AbortSignal): Promise<boolean>;
  /** Has the shell's own dialogs speak the language `tag`, once its texts are there. */
  speak(tag: Tag): void;
  /** The server that keeps the person's records, once they signed in to it. */
  readonly custodian: CustodianService;
  /** Has the person say which library is read; resolves to its path. */
  library(signal: AbortSignal): Promise<string>;
  /** Reads `length` bytes of it from `start` on. */
  range(start: number, length: number, signal: AbortSignal): Promise<Ranged>;
}

/** The custodian, as `custodian/custodian.ts` serves it; each rejects with a {@link PortError}. */
export interface CustodianService {
  connect(signal: AbortSignal): Promise<string>;
  collect(origin: string, tell: (part: CollectPart) => void, signal: AbortSignal): Promise<readonly Asked[]>;
  disconnect(): Promise<Returned>;
}

/** The locker, as `locker/keeper.ts` serves it; each rejects with a {@link PortError}. */
interface LockerService {
  open(wish: Wish): Promise<LockerState>;
  persist(): Promise<LockerState>;
  load(name: string): Promise<ArrayBuffer | null>;
  save(name: string, bytes: ArrayBuffer): Promise<void>;
  remove(names: readonly string[]): Promise<void>;
  names(): Promise<string[]>;
  erase(): Promise<void>;
}

/** A piece of a reply. */
export type ReplyPart =
  | { readonly kind: "head"; readonly status: number }
  | { readonly kind: "chunk"; readonly text: string }
  /** The server is busy and is asked again after so many milliseconds. */
  | { readonly kind: "pause"; readonly millis: number };

type Message =
  | Exclude<ToShell, { readonly kind: "send" | "seek" | "export" }>
  | ({ readonly kind: "send"; readonly id: number } & Errand)
  | ({ readonly kind: "seek"; readonly id: number } & Omit<Errand, "credential">)
  | { readonly kind: "export"; readonly id: number; readonly form: ExportForm; readonly text: string };

type StoreMessage = Exclude<Message, { readonly kind: "asset" | "send" | "seek" | "cancel" }>;

/**
 * Serves the room over `port` until {@link AbortSignal} `closed` fires; `assets` names the files there are. Returns
 * what tells the room that another tab has taken the locker over.
 */
export function servePort(
  port: MessagePort,
  assets: ReadonlySet<string>,
  services: Services,
  closed: AbortSignal,
): { readonly taken: () => void } {
  const underway = new Map<number, AbortController>();
  const reply = (message: FromShell, transfer: Transferable[] = []): void => port.postMessage(message, transfer);
  const fail = (id: number | null, error: unknown): void => {
    const { code, message, circumstances } =
      error instanceof PortError ? error : new PortError("network", "The page's shell failed at this request.");
    reply({ kind: "error", id, code, message, ...(circumstances && { circumstances }) });
  };

  const run = async (id: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> => {
    if (underway.has(id)) throw new PortError("invalid-argument", "This request number is in use.");
    if (underway.size >= LIMITS.underway) throw new PortError("too-large", "Too many requests are under way.");
    const controller = new AbortController();
    underway.set(id, controller);
    try {
      await work(controller.signal);
    } finally {
      underway.delete(id);
    }
  };

  port.onmessage = (event: MessageEvent<unknown>) => {
    let message: Message;
    try {
      message = decode(event.data, assets);
    } catch (error) {
      fail(idOf(event.data), error);
      return;
    }
    const { id } = message;
    switch (message.kind) {
      case "asset": {
        const { asset } = message;
        run(id, async (signal) => {
          const tell = (part: AssetPart): void => {
            if ("piece" in part) reply({ kind: "asset-piece", id, bytes: part.piece }, [part.piece]);
            else reply({ kind: "asset-progress", id, done: part.done, total: part.total });
          };
          const { from, mended, kept } = await services.asset(asset, tell, signal);
          reply({ kind: "asset", id, from, mended, kept });
        }).catch((error: unknown) => fail(id, error));
        return;
      }
      case "send": {
        const { cleared, credential, patience } = message;
        run(id, async (signal) => {
          await services.send({ cleared, credential, patience }, (part) => reply({ id, ...part }), signal);
          reply({ kind: "end", id });
        }).catch((error: unknown) => fail(id, error));
        return;
      }
      case "seek": {
        const { cleared, patience } = message;
        run(id, async (signal) => {
          await services.seek({ cleared, patience }, (part) => reply({ id, ...part }), signal);
          reply({ kind: "end", id });
        }).catch((error: unknown) => fail(id, error));
        return;
      }
      case "cancel":
        underway.get(id)?.abort();
        return;
      default:
        run(id, async (signal) => store(message, signal)).catch((error: unknown) => fail(id, error));
        return;
    }
  };
  const store = async (message: StoreMessage, signal: AbortSignal): Promise<void> => {
    const { locker } = services;
    const { id } = message;
    switch (message.kind) {
      case "locker": {
        const state = await locker.open(message.wish);
        return reply({ kind: "locker", id, state: message.persist ? await locker.persist() : state });
      }
      case "load": {
        const bytes = await locker.load(message.name);
        return reply({ kind: "loaded", id, bytes }, bytes === null ? [] : [bytes]);
      }
      case "names":
        return reply({ kind: "names", id, names: await locker.names() });
      case "export":
        return reply({ kind: "exported", id, saved: await services.export(message.form, message.text, signal) });
      case "connect":
        return reply({ kind: "connected", id, origin: await services.custodian.connect(signal) });
      case "collect": {
        const tell = (part: CollectPart): void =>
          reply({ kind: "collecting", id, part }, "page" in part ? [part.page] : []);
        return reply({ kind: "collected", id, asked: await services.custodian.collect(message.origin, tell, signal) });
      }
      case "disconnect":
        return reply({ kind: "disconnected", id, returned: await services.custodian.disconnect() });
      case "library":
        return reply({ kind: "library", id, path: await services.library(signal) });
      case "range": {
        const found = await services.range(message.start, message.length, signal);
        return reply({ kind: "range", id, ...found }, [found.bytes]);
      }
      case "passkey": {
        const { credential, secret } = await services.passkey(message.credential, message.salt, signal);
        return reply({ kind: "passkey", id, credential, secret });
      }
      case "save":
        await locker.save(message.name, message.bytes);
        break;
      case "remove":
        await locker.remove(message.names);
        break;
      case "erase":
        await locker.erase();
        break;
      case "restart":
        services.restart(message.note);
        break;
      case "speak":
        services.speak(message.tag);
        break;
    }
    reply({ kind: "end", id });
  };
  port.onmessageerror = () => fail(null, new PortError("invalid-argument", "A message could not be read."));
  closed.addEventListener("abort", () => {
    for (const controller of underway.values()) controller.abort();
    port.close();
  });
  return { taken: () => reply({ kind: "taken", id: null }) };
}

function idOf(data: unknown): number | null {
  return isPlain(data) && isId(data["id"]) ? data["id"] : null;
}

function decode(data: unknown, assets: ReadonlySet<string>): Message {
  if (!isPlain(data)) throw malformed("A message must be a plain object.");
  const id = data["id"];
  if (!isId(id)) throw malformed("A message needs a whole number as its id.");
  switch (data["kind"]) {
    case "asset": {
      exactly(data, ["kind", "id", "asset"]);
      const asset = data["asset"];
      if (typeof asset !== "string" || !assets.has(asset)) {
        throw new PortError("not-found", "There is no public file of this name.");
      }
      return { kind: "asset", id, asset: asset as AssetId };
    }
    case "send": {
      exactly(data, ["kind", "id", "cleared", "endpoint", "credential", "patience"]);
      const endpoint = address(data["endpoint"]);
      const cleared = admit(data["cleared"]);
      if (new URL(cleared.url).origin !== endpoint.origin) {
        throw malformed("The request does not go to the address that was chosen.");
      }
      const credential = data["credential"];
      if (
        typeof credential !== "string" ||
        credential.length > LIMITS.credential ||
        !/^[\x21-\x7e]*$/.test(credential)
      ) {
        throw malformed("The key must be printable ASCII without spaces.");
      }
      return { kind: "send", id, cleared, credential, patience: patience(data["patience"]) };
    }
    case "seek":
      exactly(data, ["kind", "id", "cleared", "patience"]);
      return { kind: "seek", id, cleared: admitSought(data["cleared"]), patience: patience(data["patience"]) };
    case "cancel":
    case "names":
    case "erase":
    case "connect":
    case "disconnect":
    case "library":
      exactly(data, ["kind", "id"]);
      return { kind: data["kind"], id };
    case "range": {
      exactly(data, ["kind", "id", "start", "length"]);
      const { start, length } = data;
      if (!isId(start) || !isId(length) || length < 1 || length > LIMITS.rangeBytes)
        throw malformed("A range is two whole numbers.");
      return { kind: "range", id, start, length };
    }
    case "restart": {
      exactly(data, ["kind", "id", "note"]);
      const note = noteOf(data["note"]);
      if (note === undefined) throw malformed("A note to the next page is one of few words, or numbers.");
      return { kind: "restart", id, note };
    }
    case "speak": {
      exactly(data, ["kind", "id", "tag"]);
      const { tag } = data;
      if (!isTag(tag)) throw malformed("A language is one of those that the page speaks.");
      return { kind: "speak", id, tag };
    }
    case "locker": {
      exactly(data, ["kind", "id", "wish", "persist"]);
      const { wish, persist } = data;
      if (wish !== "look" && wish !== "claim" && wish !== "take-over") throw malformed("A wish must be one of three.");
      if (typeof persist !== "boolean") throw malformed("A switch must be true or false.");
      return { kind: "locker", id, wish, persist };
    }
    case "load":
      exactly(data, ["kind", "id", "name"]);
      return { kind: "load", id, name: objectName(data["name"]) };
    case "save":
      exactly(data, ["kind", "id", "name", "bytes"]);
      return { kind: "save", id, name: objectName(data["name"]), bytes: buffer(data["bytes"], LIMITS.objectBytes) };
    case "remove": {
      exactly(data, ["kind", "id", "names"]);
      const { names } = data;
      if (!Array.isArray(names) || names.length > LIMITS.names) throw malformed("The names must be a list.");
      return { kind: "remove", id, names: names.map(objectName) };
    }
    case "passkey": {
      exactly(data, ["kind", "id", "credential", "salt"]);
      const { credential } = data;
      const salt = buffer(data["salt"], 32);
      if (salt.byteLength !== 32) throw malformed("The salt of a passkey has 32 bytes.");
      const known = credential === null ? null : buffer(credential, LIMITS.credentialId);
      return { kind: "passkey", id, credential: known, salt };
    }
    case "export": {
      exactly(data, ["kind", "id", "form", "bytes"]);
      const form = EXPORT_FORMS.find((each) => each === data["form"]);
      if (form === undefined) throw malformed("A file must be of a known form.");
      return { kind: "export", id, form, text: fileOf(form, buffer(data["bytes"], LIMITS.exportBytes)) };
    }
    case "collect": {
      exactly(data, ["kind", "id", "origin", "request"]);
      const { origin, request } = data;
      if (typeof origin !== "string" || origin.length > LIMITS.url) throw malformed("The server must be a text.");
      if (request !== "everything") throw malformed("What is read from a server is one word.");
      return { kind: "collect", id, origin, request };
    }
    default:
      throw malformed("A message of this kind is not known.");
  }
}

/** Returns the text of a file that is offered, which must be of the form that its name promises. */
function fileOf(form: ExportForm, bytes: ArrayBuffer): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    if (isOf(form, text)) return text;
  } catch {
    // What is no JSON is refused as what is of another form.
  }
  throw malformed("A file that is saved is of the form that it is said to be.");
}

/** Throws, or returns false, where `text` is not of `form`. */
function isOf(form: ExportForm, text: string): boolean {
  if (form === "answer") return isInertMarkdown(text);
  if (form === "thinking-report") return isInertMarkdown(text, REPORT_TITLE);
  const value: unknown = JSON.parse(text);
  if (!isPlain(value)) return false;
  if (form === "request") return Array.isArray(value["messages"]);
  if (form === "bundle") return value["resourceType"] === "Bundle" && value["type"] === "collection";
  return value["format"] === `chaperone-${form}`;
}

/** Names say nothing: the two slots, or 32 random hexadecimal digits. So no text can be put into one. */
function objectName(value: unknown): string {
  if (typeof value !== "string" || !/^(?:[ab]|[0-9a-f]{32})$/.test(value)) {
    throw malformed("The name of a sealed object is a slot or 32 hexadecimal digits.");
  }
  return value;
}

function buffer(value: unknown, most: number): ArrayBuffer {
  if (!(value instanceof ArrayBuffer)) throw malformed("Sealed bytes must be a buffer.");
  if (value.byteLength > most) throw new PortError("too-large", "A buffer is larger than the port allows.");
  return value;
}

function admit(value: unknown): Cleared {
  if (!isPlain(value)) throw malformed("A request must be a plain object.");
  exactly(value, ["method", "url", "headers", "body"]);
  const { method, headers, body } = value;
  if (method !== "POST" && method !== "GET") throw malformed("A request must be a POST or a GET.");
  const url = address(value["url"]).href;
  if (url !== value["url"]) throw malformed("The address of a request must be in its normal form.");
  if (typeof body !== "string" || body.length > LIMITS.body)
    throw malformed("The body of a request must be a text of at most 1 MiB.");
  if ((method === "GET") !== (body === "")) throw malformed("A GET has no body, and a POST has one.");
  if (method === "GET" && !new URL(url).pathname.endsWith("/models"))
    throw malformed("A GET may only ask for the names of models.");
  if (!Array.isArray(headers) || headers.length > LIMITS.headers)
    throw malformed("A request has at most 4 header lines.");
  const lines = headers.map((line: unknown): readonly [string, string] => {
    const [name, content] = Array.isArray(line) && line.length === 2 ? (line as unknown[]) : [];
    if (!(HEADERS.get(name) ?? []).includes(content)) throw malformed("A request may not carry this header.");
    return [name as string, content as string];
  });
  return Object.freeze({ method, url, headers: Object.freeze(lines), body }) as unknown as Cleared;
}

/** Admits a request for public texts, which is of one of three forms in every part. */
function admitSought(value: unknown): Cleared {
  if (!isPlain(value)) throw malformed("A request must be a plain object.");
  exactly(value, ["method", "url", "headers", "body"]);
  const { method, headers, body } = value;
  const url = address(value["url"]).href;
  if (typeof body !== "string" || body.length > LIMITS.body || url !== value["url"] || !Array.isArray(headers))
    throw malformed(NO_SUCH_FORM);
  const lines = headers.map((line: unknown): readonly [string, string] => {
    const [name, content] = Array.isArray(line) && line.length === 2 ? (line as unknown[]) : [];
    if (typeof name !== "string" || typeof content !== "string") throw malformed(NO_SUCH_FORM);
    return [name, content];
  });
  if (soughtAt({ method, url, headers: lines, body }) === undefined) throw malformed(NO_SUCH_FORM);
  return Object.freeze({ method, url, headers: Object.freeze(lines), body }) as unknown as Cleared;
}

const NO_SUCH_FORM = "A request for public texts is of a form that this page does not know.";

function address(value: unknown): URL {
  if (typeof value !== "string" || value.length > LIMITS.url || !URL.canParse(value))
    throw malformed("The address is not a URL.");
  const url = new URL(value);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw malformed("The address must begin with http:// or https://.");
  if (url.username || url.password || url.hash)
    throw malformed("The address may hold neither a password nor a fragment.");
  return url;
}

function patience(value: unknown): Patience {
  if (!isPlain(value)) throw malformed("The waiting times are missing.");
  exactly(value, ["headMillis", "firstByteMillis", "idleMillis"]);
  const { headMillis, firstByteMillis, idleMillis } = value;
  const fits = (millis: unknown): millis is number =>
    Number.isInteger(millis) && (millis as number) > 0 && (millis as number) <= LIMITS.patienceMillis;
  if (!fits(headMillis) || !fits(firstByteMillis) || !fits(idleMillis)) {
    throw malformed("A waiting time must be a whole number of milliseconds, at most 600000.");
  }
  return { headMillis, firstByteMillis, idleMillis };
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function exactly(value: Record<string, unknown>, keys: readonly string[]): void {
  const found = Object.keys(value);
  if (found.length !== keys.length || !keys.every((key) => Object.hasOwn(value, key))) {
    throw malformed("A message has a field too many or too few.");
  }
}

function malformed(message: string): PortError {
  return new PortError("invalid-argument", message);
}
