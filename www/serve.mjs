// Serves dist/ on the loopback address and prints where: node serve.mjs [port], 8080 by default, 0 for any free one.
import { createServer } from "node:http";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import sirv from "sirv";

const dist = join(dirname(fileURLToPath(import.meta.url)), "dist");

/** Starts the server; `seen` hears of every request. Resolves to `{ url, close }`. */
export async function serve({ port = 0, seen = () => {} } = {}) {
  if (!existsSync(join(dist, "index.html"))) throw new Error("dist/ is not built: npm run build");
  const files = sirv(dist, {
    etag: true,
    setHeaders: (response) => {
      response.setHeader("X-Content-Type-Options", "nosniff");
      response.setHeader("Referrer-Policy", "no-referrer");
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
    close: () => new Promise((resolve) => { server.closeAllConnections(); server.close(resolve); }),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { url } = await serve({ port: Number(process.argv[2] ?? 8080) });
  console.log(`Chaperone is at ${url} (stop with Ctrl-C)`);
}
