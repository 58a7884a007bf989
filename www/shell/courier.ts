/**
 * The courier: carries a cleared request exactly as it is, and brings the reply back as raw text.
 *
 * It adds one header, the credential, as the server of the request's protocol takes it; follows no redirect, sends no cookie and no referrer, stores
 * nothing, and gives up at each of the stated times and at the stated size. It reads neither the
 * request nor the reply. Before it carries anything it knocks: an empty request to the server's address, without path,
 * says whether anybody is there, so that a server that is not running is known to have got nothing. A server that says that it
 * is busy took the request up to no end: the very same bytes go to it again, a few times, after the pause that it asks for.
 */
import { circumstancesOf } from "./circumstances.ts";
import { Deadline } from "./deadline.ts";
import { LIMITS } from "./messages.ts";
import type { Errand, ReplyPart } from "./port.ts";
import { PortError } from "./port-error.ts";
import { soughtAt, type Place } from "./sought.ts";

/** What is said of whom, where it does not answer as it should. */
const SAID = {
  model: {
    head: "The model server did not answer in time.",
    firstByte: "The model server accepted the request and then sent nothing in time.",
    idle: "The model server stopped in the middle of its answer.",
    broken: "The connection to the model server broke off in the middle of its answer.",
    unanswered: "The model server is there, but the request got no answer that this page may read.",
    unreached: "No model server could be reached at this address, so nothing was sent.",
    silent: "The model server did not take the connection in time, so nothing was sent.",
    large: "The model server's answer is longer than 8 MiB.",
  },
  pubmed: {
    head: "PubMed did not answer in time.",
    firstByte: "PubMed accepted the request and then sent nothing in time.",
    idle: "PubMed stopped in the middle of its answer.",
    broken: "The connection to PubMed broke off in the middle of its answer.",
    unanswered:
      "PubMed gave no answer that this page may read. Is there a network? If so, whoever puts this page up has to let it ask PubMed: its server is started with --endpoint https://eutils.ncbi.nlm.nih.gov",
    unreached: "PubMed could not be reached.",
    silent: "PubMed did not take the connection in time.",
    large: "PubMed's answer is longer than 8 MiB.",
  },
  passages: {
    head: "The server of public passages did not answer in time.",
    firstByte: "The server of public passages accepted the request and then sent nothing in time.",
    idle: "The server of public passages stopped in the middle of its answer.",
    broken: "The connection to the server of public passages broke off in the middle of its answer.",
    unanswered:
      "The server of public passages is there, but does not let this page ask it: let Chroma begin with a configuration in which cors_allow_origins names this page’s address.",
    unreached:
      "No server of public passages could be reached at this address, so nothing was sent: is Chroma running there, and at this port? If so, whoever puts this page up has to let it ask: its server is started with --endpoint and the address.",
    silent: "The server of public passages did not take the connection in time, so nothing was sent.",
    large: "The answer of the server of public passages is longer than 8 MiB.",
  },
} as const satisfies Record<"model" | Place, unknown>;

/** What a server answers that has too much to do: too many requests, unavailable, and Anthropic's overloaded. */
const BUSY: readonly number[] = [429, 503, 529];
/** Times that a busy server is asked again. */
const MOST_RETRIES = 3;
/** The first pause where the server names none, in milliseconds; each next one is twice as long. */
const FIRST_PAUSE_MILLIS = 1000;
/** The longest pause that is waited for; a server that asks for more is not asked again. */
const LONGEST_PAUSE_MILLIS = 60_000;

/** Carries one errand; `tell` hears of pauses, of the head, and then of each piece of text. */
export async function carry(errand: Errand, tell: (part: ReplyPart) => void, signal: AbortSignal): Promise<void> {
  const { cleared, credential, patience } = errand;
  const place = soughtAt(cleared) ?? "model";
  const said = SAID[place];
  const clock = new Deadline(signal);
  let [knocked, begun] = [false, false];
  try {
    clock.wait(patience.headMillis, said.silent);
    // PubMed is there, counts what it is asked, and sends who asks nothing of it on to another address.
    if (place !== "pubmed") await knock(new URL(cleared.url).origin, clock.signal);
    knocked = true;
    clock.wait(patience.headMillis, said.head);
    const headers = new Headers(cleared.headers.map(([name, value]) => [name, value] as [string, string]));
    if (credential !== "") {
      if (headers.has("anthropic-version")) headers.set("x-api-key", credential);
      else headers.set("authorization", `Bearer ${credential}`);
    }
    const send = (): Promise<Response> =>
      fetch(cleared.url, {
        method: cleared.method,
        headers,
        body: cleared.method === "GET" ? null : cleared.body,
        mode: "cors",
        credentials: "omit",
        redirect: "error",
        referrerPolicy: "no-referrer",
        cache: "no-store",
        signal: clock.signal,
      });
    let response = await send();
    for (let retry = 0; retry < MOST_RETRIES && BUSY.includes(response.status); retry += 1) {
      const millis = pauseOf(response.headers.get("retry-after"), retry);
      if (millis > LONGEST_PAUSE_MILLIS) break;
      await response.body?.cancel();
      tell({ kind: "pause", millis });
      await clock.pause(millis);
      clock.wait(patience.headMillis, said.head);
      response = await send();
    }
    tell({ kind: "head", status: response.status });
    begun = true;
    if (response.body === null) return;
    clock.wait(patience.firstByteMillis, said.firstByte);
    const decoder = new TextDecoder("utf-8");
    let bytes = 0;
    for await (const piece of response.body) {
      bytes += piece.byteLength;
      if (bytes > LIMITS.replyBytes) throw new PortError("too-large", said.large);
      clock.wait(patience.idleMillis, said.idle);
      const text = decoder.decode(piece, { stream: true });
      if (text !== "") tell({ kind: "chunk", text });
    }
    const rest = decoder.decode();
    if (rest !== "") tell({ kind: "chunk", text: rest });
  } catch (error) {
    if (error instanceof PortError) throw error;
    if (signal.aborted) throw new PortError("cancelled", "Cancelled.");
    const stage = !knocked ? "knock" : clock.late !== undefined ? "late" : begun ? "broken" : "unread";
    const circumstances = await circumstancesOf(cleared.url, stage);
    if (!knocked) throw new PortError("unreached", clock.late ?? said.unreached, circumstances);
    throw new PortError("network", clock.late ?? (begun ? said.broken : said.unanswered), circumstances);
  } finally {
    clock.stop();
  }
}

/** Returns the pause that a server asks for by its `Retry-After` header, in milliseconds, or ours where it names no seconds. */
function pauseOf(header: string | null, retry: number): number {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : FIRST_PAUSE_MILLIS * 2 ** retry;
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
