// Serves dist/ on the loopback address and prints where.
//
//   node serve.mjs [PORT] [--endpoint ORIGIN]…        PORT is 8080 by default, 0 for any free one
//
// Browsers that know the header Connection-Allowlist let the page, and with it the record room, open
// no connection and look up no name but those listed: this page's own, the loopback address, and each
// --endpoint (for a model server elsewhere). It is the one door that a page cannot shut by itself.
import { createServer } from "node:http";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import sirv from "sirv";

const dist = join(dirname(fileURLToPath(import.meta.url)), "dist");

/** What a page served from here may connect to. */
export function allowlist(endpoints = []) {
  const patterns = [
    "http://127.0.0.1:*/*",
    "http://localhost:*/*",
    ...endpoints.map((origin) => `${new URL(origin).origin}/*`),
  ];
  return `(response-origin ${patterns.map((pattern) => `"${pattern}"`).join(" ")})`;
}

/**
 * Starts the server. `seen` hears of every request; `connections` is the value of the header
 * Connection-Allowlist, or an empty text to send none. Resolves to `{ url, close }`.
 */
export async function serve({ port = 0, connections = allowlist(), seen = () => {} } = {}) {
  if (!existsSync(join(dist, "index.html"))) throw new Error("dist/ is not built: npm run build");
  const files = sirv(dist, {
    etag: true,
    setHeaders: (response) => {
      response.setHeader("X-Content-Type-Options", "nosniff");
      response.setHeader("Referrer-Policy", "no-referrer");
      if (connections !== "") response.setHeader("Connection-Allowlist", connections);
    },
  });
  const server = createServer((request, response) => {
    seen(request);
    files(request, response, () => {
      response.writeHead(404, { "Content-Type": "text/plain" });
      response.end("not found");
    });
  });
  await new Promise((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { endpoint: { type: "string", multiple: true, default: [] } },
  });
  const { url } = await serve({ port: Number(positionals[0] ?? 8080), connections: allowlist(values.endpoint) });
  console.log(`Chaperone is at ${url} (stop with Ctrl-C)`);
}
