/**
 * The shell's end of the port: reads each message, refuses what is malformed, and makes {@link Cleared}.
 *
 * `Cleared` can be made in this file only, and only from a message that came over the port whose
 * other end the record room gave to its engine. The brand's symbol is not exported, so that no
 * other code of the shell can write one down; `tests/types/cleared.ts` holds that.
 */
import {
  HEADER_NAMES,
  LIMITS,
  type AssetId,
  type AssetProgress,
  type AssetReport,
  type FromShell,
  type Outgoing,
  type Patience,
  type PortCode,
} from "./messages.ts";

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

/** A public file, and what became of it. */
export interface Asset extends AssetReport {
  readonly bytes: ArrayBuffer;
}

/** What the shell does for the room. */
export interface Services {
  /** Brings a public file and tells how far it has come; rejects with a {@link PortError}. */
  asset(asset: AssetId, tell: (progress: AssetProgress) => void, signal: AbortSignal): Promise<Asset>;
  /** Carries a request and tells of the reply piece by piece; rejects with a {@link PortError}. */
  send(errand: Errand, tell: (part: ReplyPart) => void, signal: AbortSignal): Promise<void>;
}

/** A piece of a reply. */
export type ReplyPart =
  { readonly kind: "head"; readonly status: number } | { readonly kind: "chunk"; readonly text: string };

/** A failure to tell the room of. Messages are fixed texts of this project, never a server's words. */
export class PortError extends Error {
  override readonly name = "PortError";
  constructor(
    readonly code: PortCode,
    message: string,
  ) {
    super(message);
  }
}

type Message =
  | { readonly kind: "asset"; readonly id: number; readonly asset: AssetId }
  | ({ readonly kind: "send"; readonly id: number } & Errand)
  | { readonly kind: "cancel"; readonly id: number };

/** Serves the room over `port` until {@link AbortSignal} `closed` fires; `assets` names the files there are. */
export function servePort(
  port: MessagePort,
  assets: ReadonlySet<string>,
  services: Services,
  closed: AbortSignal,
): void {
  const underway = new Map<number, AbortController>();
  const reply = (message: FromShell, transfer: Transferable[] = []): void => port.postMessage(message, transfer);
  const fail = (id: number | null, error: unknown): void => {
    const { code, message } =
      error instanceof PortError ? error : new PortError("network", "The page's shell failed at this request.");
    reply({ kind: "error", id, code, message });
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
          const tell = ({ done, total }: AssetProgress): void => reply({ kind: "asset-progress", id, done, total });
          const { bytes, from, mended, kept } = await services.asset(asset, tell, signal);
          reply({ kind: "asset", id, bytes, from, mended, kept }, [bytes]);
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
      case "cancel":
        underway.get(id)?.abort();
        return;
    }
  };
  port.onmessageerror = () => fail(null, new PortError("invalid-argument", "A message could not be read."));
  closed.addEventListener("abort", () => {
    for (const controller of underway.values()) controller.abort();
    port.close();
  });
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
    case "cancel":
      exactly(data, ["kind", "id"]);
      return { kind: "cancel", id };
    default:
      throw malformed("A message of this kind is not known.");
  }
}

function admit(value: unknown): Cleared {
  if (!isPlain(value)) throw malformed("A request must be a plain object.");
  exactly(value, ["method", "url", "headers", "body"]);
  const { method, headers, body } = value;
  if (method !== "POST") throw malformed("A request must be a POST.");
  const url = address(value["url"]).href;
  if (url !== value["url"]) throw malformed("The address of a request must be in its normal form.");
  if (typeof body !== "string" || body.length > LIMITS.body)
    throw malformed("The body of a request must be a text of at most 1 MiB.");
  if (!Array.isArray(headers) || headers.length > LIMITS.headers)
    throw malformed("A request has at most 4 header lines.");
  const lines = headers.map((line: unknown): readonly [string, string] => {
    const [name, content] = Array.isArray(line) && line.length === 2 ? (line as unknown[]) : [];
    if (typeof name !== "string" || !HEADER_NAMES.includes(name))
      throw malformed("A request may not carry this header.");
    if (typeof content !== "string" || !/^[\x20-\x7e]{1,200}$/.test(content))
      throw malformed("A header must be printable ASCII.");
    return [name, content];
  });
  return Object.freeze({ method, url, headers: Object.freeze(lines), body }) as unknown as Cleared;
}

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
