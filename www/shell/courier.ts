/**
 * The courier: carries a cleared request exactly as it is, and brings the reply back as raw text.
 *
 * It adds one header, the credential; follows no redirect, sends no cookie and no referrer, stores
 * nothing, and gives up at each of the stated times and at the stated size. It reads neither the
 * request nor the reply. Before it carries anything it knocks: an empty request to the server's address, without path,
 * says whether anybody is there, so that a server that is not running is known to have got nothing.
 */
import { Deadline } from "./deadline.ts";
import { LIMITS } from "./messages.ts";
import type { Errand, ReplyPart } from "./port.ts";
import { PortError } from "./port-error.ts";

const LATE = {
  head: "The model server did not answer in time.",
  firstByte: "The model server accepted the request and then sent nothing in time.",
  idle: "The model server stopped in the middle of its answer.",
} as const;

const BROKEN = "The connection to the model server broke off in the middle of its answer.";
const UNANSWERED = "The model server is there, but the request got no answer that this page may read.";
const UNREACHED = "No model server could be reached at this address, so nothing was sent.";
const SILENT = "The model server did not take the connection in time, so nothing was sent.";

/** Carries one errand; `tell` hears of the head first and then of each piece of text. */
export async function carry(errand: Errand, tell: (part: ReplyPart) => void, signal: AbortSignal): Promise<void> {
  const { cleared, credential, patience } = errand;
  const clock = new Deadline(signal);
  let [knocked, begun] = [false, false];
  try {
    clock.wait(patience.headMillis, SILENT);
    await knock(new URL(cleared.url).origin, clock.signal);
    knocked = true;
    clock.wait(patience.headMillis, LATE.head);
    const headers = new Headers(cleared.headers.map(([name, value]) => [name, value] as [string, string]));
    if (credential !== "") headers.set("authorization", `Bearer ${credential}`);
    const response = await fetch(cleared.url, {
      method: cleared.method,
      headers,
      body: cleared.body,
      mode: "cors",
      credentials: "omit",
      redirect: "error",
      referrerPolicy: "no-referrer",
      cache: "no-store",
      signal: clock.signal,
    });
    tell({ kind: "head", status: response.status });
    begun = true;
    if (response.body === null) return;
    clock.wait(patience.firstByteMillis, LATE.firstByte);
    const decoder = new TextDecoder("utf-8");
    let bytes = 0;
    for await (const piece of response.body) {
      bytes += piece.byteLength;
      if (bytes > LIMITS.replyBytes)
        throw new PortError("too-large", "The model server's answer is longer than 8 MiB.");
      clock.wait(patience.idleMillis, LATE.idle);
      const text = decoder.decode(piece, { stream: true });
      if (text !== "") tell({ kind: "chunk", text });
    }
    const rest = decoder.decode();
    if (rest !== "") tell({ kind: "chunk", text: rest });
  } catch (error) {
    if (error instanceof PortError) throw error;
    if (signal.aborted) throw new PortError("cancelled", "Cancelled.");
    if (!knocked) throw new PortError("unreached", clock.late ?? UNREACHED);
    throw new PortError("network", clock.late ?? (begun ? BROKEN : UNANSWERED));
  } finally {
    clock.stop();
  }
}

/** Resolves when a server answers at `origin`, whatever it answers; rejects when none does. Nothing of the request is in it. */
async function knock(origin: string, signal: AbortSignal): Promise<void> {
  await fetch(`${origin}/`, {
    method: "HEAD",
    mode: "no-cors",
    credentials: "omit",
    // Without CORS no other is allowed; an empty request has nothing that a redirect could carry on.
    redirect: "follow",
    referrerPolicy: "no-referrer",
    cache: "no-store",
    signal,
  });
}
