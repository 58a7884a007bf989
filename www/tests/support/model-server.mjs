// The real thing: llama.cpp over HTTP with a small model, and a proxy before it that keeps every byte that arrives.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, request as forward } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** Starts the server on a free port. Resolves to `{ url, close }` when it takes requests. */
export async function startModelServer() {
  const manifest = JSON.parse(readFileSync(join(ROOT, "models", "manifest.json"), "utf8"));
  const [weights] = manifest.models.find(({ purpose }) => purpose === "test-llm").files;
  const python = process.env.LLM_PYTHON ?? join(ROOT, ".tools", "llm", "bin", "python");
  const server = spawn(
    python,
    [join(ROOT, "scripts", "llm-server.py"), join(ROOT, "models", "weights", weights.path)],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  let said = "";
  const listening = new Promise((resolve, reject) => {
    server.stdout.on("data", (chunk) => {
      said += chunk;
      const address = /listening on (http:\/\/\S+)/.exec(said)?.[1];
      if (address !== undefined) resolve(address);
    });
    server.once("error", reject);
    server.once("exit", (code) =>
      reject(new Error(`the model server ended with ${code}; is it set up? (./run setup test)`)),
    );
  });
  const url = await listening;
  while (
    !(await fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await new Promise((resolve) => setTimeout(resolve, 200));
  return {
    url,
    close: async () => {
      const ended = once(server, "exit");
      server.kill("SIGTERM");
      await ended;
    },
  };
}

/** Starts a proxy before `upstream`. `arrived` holds each request as bytes; `hungUp` counts those that the page ended early. */
export async function startRecorder(upstream) {
  const arrived = [];
  const recorder = { hungUp: 0 };
  const server = createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      const head = [`${request.method} ${request.url}`];
      for (let at = 0; at < request.rawHeaders.length; at += 2)
        head.push(`${request.rawHeaders[at]}: ${request.rawHeaders[at + 1]}`);
      arrived.push({ method: request.method, head: head.join("\n"), body });
      const onward = forward(
        `${upstream}${request.url}`,
        { method: request.method, headers: { ...request.headers, host: new URL(upstream).host } },
        (reply) => {
          response.writeHead(reply.statusCode, reply.headers);
          reply.pipe(response);
        },
      );
      onward.on("error", () => response.destroy());
      response.on("close", () => {
        if (response.writableEnded) return;
        recorder.hungUp += 1;
        onward.destroy();
      });
      onward.end(body);
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(recorder, {
    url: `http://127.0.0.1:${server.address().port}/v1/chat/completions`,
    arrived,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  });
}
