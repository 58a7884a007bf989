/**
 * Nothing but the decoder of the room's port makes a `Cleared`. Checked by `npm run typecheck`: each line
 * that must not compile stands beside a twin that does and differs in that one thing.
 */
import { carry } from "../../shell/courier.ts";
import { askFunction } from "../../shell/function/ask.ts";
import { servePort, type Cleared, type Errand } from "../../shell/port.ts";
import type { Outgoing } from "../../shell/messages.ts";
import type { Calls, ToWorker } from "../../room/engine/calls.ts";

const outgoing: Outgoing = {
  method: "POST",
  url: "https://models.example/v1/chat/completions",
  headers: [],
  body: "{}",
};
const patience = { headMillis: 1, firstByteMillis: 1, idleMillis: 1 };
declare const received: Cleared;
declare const signal: AbortSignal;
const tell = (): void => undefined;

// A plain object is no `Cleared`, although it has every field that can be written.
export const twinOfPlain: Outgoing = { ...outgoing };
// @ts-expect-error: the brand is missing
export const plain: Cleared = { ...outgoing };

// Nor is one with a symbol of its own.
const reviewed: unique symbol = Symbol("reviewed");
export const twinOfBranded: Outgoing & { [reviewed]: true } = { ...outgoing, [reviewed]: true };
// @ts-expect-error: another symbol of the same name is another brand
export const branded: Cleared = { ...outgoing, [reviewed]: true };

// It is a type and not a class: there is no constructor to call.
export const twinOfMade = new Request(outgoing.url);
// @ts-expect-error: `Cleared` is only a type
export const made = new Cleared(outgoing);

// The brand cannot be imported.
export type TwinOfBrand = import("../../shell/port.ts").Cleared;
// @ts-expect-error: not exported
export type Brand = import("../../shell/port.ts").reviewed;

// The courier carries nothing else.
const errand: Errand = { cleared: received, credential: "", patience };
export const twinOfCarried = carry(errand, tell, signal);
// @ts-expect-error: an uncleared request
export const carried = carry({ cleared: outgoing, credential: "", patience }, tell, signal);

// The decoder is not to be had without a port.
export const twinOfDecoded = servePort;
// @ts-expect-error: not exported
export type Decoded = typeof import("../../shell/port.ts").decode;

// The interface can ask the engine for a draft's sending, not for a request of its own.
const ask: Calls["ask"]["takes"] = { draft: 1, endpoint: { url: "", model: "" }, credential: "", patience };
export const twinOfAsked: ToWorker = { id: 1, call: "ask", takes: ask };
// @ts-expect-error: a request is not something the worker takes
export const asked: ToWorker = { id: 1, call: "send", takes: { cleared: outgoing } };

// Nor for a request for public texts: it says to go on, and no more.
export const twinOfSought: ToWorker = { id: 1, call: "pubmed-on", takes: {} };
// @ts-expect-error: a request is not something the worker takes
export const sought: ToWorker = { id: 1, call: "pubmed-on", takes: { cleared: outgoing } };

// A portal's function is asked nothing else either.
declare const port: MessagePort;
export const twinOfOffered = askFunction(port, received, patience, tell, signal);
// @ts-expect-error: an uncleared request
export const offered = askFunction(port, outgoing, patience, tell, signal);
