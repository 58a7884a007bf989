// A model server that misbehaves on purpose: each fault is a function of the response.
import { createServer } from "node:http";

/** Headers that let any page read the reply. */
export const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Headers":
    "content-type, authorization, accept, x-api-key, anthropic-version, anthropic-dangerous-direct-browser-access",
  "Access-Control-Expose-Headers": "retry-after",
};

/** One server-sent event of a streamed chat completion. */
export const delta = (content) =>
  `data: ${JSON.stringify({ id: "x", object: "chat.completion.chunk", choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;
export const DONE = `data: ${JSON.stringify({ id: "x", object: "chat.completion.chunk", choices: [{ index: 0, delta: {}, finish_reason: "stop" }] })}\n\ndata: [DONE]\n\n`;

/** A streamed reply in Anthropic's messages, as its documentation has it. */
export const messages = (...texts) =>
  [
    { type: "message_start", message: { id: "m", type: "message", role: "assistant", content: [], stop_reason: null } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "ping" },
    ...texts.map((text) => ({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } })),
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 9 } },
    { type: "message_stop" },
  ]
    .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join("");

export const streams = (response) => response.writeHead(200, { ...CORS, "Content-Type": "text/event-stream" });

/** What the server does with a request, by name. */
export const BEHAVIOURS = {
  "says nothing": () => {},
  "sends a head and then nothing": (response) => streams(response).flushHeaders(),
  "stops in the middle": (response) => streams(response).write(delta("It was")),
  "hangs up in the middle": (response) => {
    streams(response).write(delta("It was"));
    setTimeout(() => response.socket?.destroy(), 50);
  },
  "hangs up at once": (response) => response.socket?.destroy(),
  "answers 500": (response) =>
    response.writeHead(500, { ...CORS, "Content-Type": "text/plain" }).end("stack trace of the server"),
  "answers 401": (response) => response.writeHead(401, CORS).end(),
  "answers 429": (response) => response.writeHead(429, { ...CORS, "Retry-After": "0" }).end("quota of key-of-the-test"),
  "answers 503": (response) =>
    response.writeHead(503, { ...CORS, "Retry-After": "0" }).end("busy with key-of-the-test"),
  "never ends": (response) => {
    streams(response);
    const more = () => {
      if (!response.destroyed) response.write(delta("x ".repeat(1 << 14)), more);
    };
    more();
  },
  redirects: (response) => response.writeHead(307, { ...CORS, Location: "/elsewhere" }).end(),
  "allows no origin": (response) =>
    response.writeHead(200, { "Content-Type": "text/event-stream" }).end(delta("x") + DONE),
  "sends events that are no JSON": (response) => streams(response).end("data: <html>\n\n"),
  "sends more than the limit": (response) => {
    streams(response);
    const piece = `: ${"x".repeat(1 << 20)}\n\n`;
    const more = (left) => {
      if (left > 0 && !response.destroyed) response.write(piece, () => more(left - 1));
    };
    more(12);
  },
  "quotes, and makes things up": (response) =>
    streams(response).end(
      [
        "Here it is. ",
        "<quote><title>R1</title>",
        " made up by the model ",
        "</quote>",
        "<quote><title>R99</title>made up too</quote>",
        " That is all.",
      ]
        .map(delta)
        .join("") + DONE,
    ),
};

/** Starts the server; `behave` sets what it does next, by name or as a function of the response; `requests` are those that arrived. */
export async function startScripted() {
  const requests = [];
  let behaviour = "says nothing";
  const server = createServer((request, response) => {
    if (request.method === "OPTIONS")
      return response.writeHead(204, behaviour === "allows no origin" ? {} : CORS).end();
    // The knock before a request: it says only that somebody is there.
    if (request.method === "HEAD") return response.writeHead(204).end();
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      requests.push({
        method: request.method,
        path: request.url,
        headers: request.headers,
        body: Buffer.concat(chunks).toString("utf8"),
      });
      (typeof behaviour === "function" ? behaviour : BEHAVIOURS[behaviour])(response);
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/v1/chat/completions`,
    requests,
    behave: (name) => (behaviour = name),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Resolves to the address of a model server that is not there and that nothing comes to meanwhile: its port is none of those that
 * systems hand out, as a port that was free a moment ago may be another test's by now.
 */
export async function nowhere() {
  for (let port = 61_001; ; port += 1) {
    const server = createServer();
    const free = await new Promise((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => resolve(true));
    });
    if (!free) continue;
    await new Promise((resolve) => server.close(resolve));
    return `http://127.0.0.1:${port}/v1/chat/completions`;
  }
}
