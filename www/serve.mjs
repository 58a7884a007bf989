// Serves dist/ on the loopback addresses and prints where.
//
//   node serve.mjs [PORT] [--endpoint ORIGIN]… [--portal ORIGIN]… [--policy-key FINGERPRINT]…
//
// PORT is 8080 by default, 0 for any free one.
//
// The page is at http://localhost:PORT/, as passkeys need a name and not a number. The sample portal is the same server
// at http://127.0.0.1:PORT/portal/: to a browser that is another origin, as a portal's should be.
//
// Browsers that know the header Connection-Allowlist let the page, and with it the record room, open
// no connection and look up no name but those listed: this page's own, the loopback address, and each
// --endpoint (for a model server elsewhere). It is the one door that a page cannot shut by itself.
// Only pages of the loopback addresses, and each --portal, may show the page in a frame: a page that may can lay
// something of its own over it, and have a person press a button that they do not see.
// With a --policy-key, as sign-policy.mjs prints it, nothing leaves but under a policy that is signed with that key.
import { createServer } from "node:http";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import sirv from "sirv";

const DIST = join(dirname(fileURLToPath(import.meta.url)), "dist");

/** Where the sample portal as it is built expects the shell. */
const PORTAL_EXPECTS = "http://localhost:8080";

/** How it is called, as the first lines of this file say it. */
function usage() {
  const lines = readFileSync(fileURLToPath(import.meta.url), "utf8").split("\n");
  const end = lines.findIndex((line) => !line.startsWith("//"));
  return lines
    .slice(0, end)
    .map((line) => line.slice(3))
    .join("\n");
}

/** The origin of an address that was given. */
function originOf(address) {
  const { protocol, origin } = URL.canParse(address) ? new URL(address) : {};
  if (protocol !== "https:" && protocol !== "http:")
    throw new Error(`an origin begins with https:// or http://, and "${address}" does not`);
  return origin;
}

/** What a page served from here may connect to. */
function allowlist(endpoints = []) {
  const patterns = [
    "http://127.0.0.1:*/*",
    "http://localhost:*/*",
    ...endpoints.map((origin) => `${originOf(origin)}/*`),
  ];
  return `(response-origin ${patterns.map((pattern) => `"${pattern}"`).join(" ")})`;
}

/** The policy that says whose pages may show the page in a frame. */
function framing(portals = []) {
  const origins = ["http://127.0.0.1:*", "http://localhost:*", ...portals.map(originOf)];
  return `frame-ancestors ${origins.join(" ")}`;
}

/** The service worker, and the policy under which it runs: it fetches the page it keeps, and nothing else. */
const OFFLINE_WORKER = "/offline-worker.js";
export const OFFLINE_POLICY = "default-src 'none'; connect-src 'self'";

/** What the page says as it is built, and what whoever puts it up says in its place. */
const KEYS = (content) => `<meta name="chaperone-policy-keys" content="${content}" />`;

/** The page, put up with the fingerprints of the keys with which policies are signed. */
function pageWith(dist, keys) {
  if (!keys.every((key) => /^[0-9a-f]{64}$/.test(key))) throw new Error("a fingerprint has 64 hexadecimal digits");
  const page = readFileSync(join(dist, "index.html"), "utf8");
  if (!page.includes(KEYS(""))) throw new Error("dist/index.html has no place for the keys of policies");
  return page.replace(KEYS(""), KEYS(keys.join(" ")));
}

/**
 * Starts the server. `seen` hears of every request; `answer` may answer one itself and return true. The files are those
 * of `dist` as they are at the time: it may be built anew meanwhile. `connections` and `frames` are the values of the headers Connection-Allowlist and Content-Security-Policy, or
 * empty texts to send none; `policyKeys` are the fingerprints of the keys with which a policy must be signed.
 * Resolves to `{ url, portal, close }`.
 */
export async function serve({
  port = 0,
  connections = allowlist(),
  frames = framing(),
  policyKeys = [],
  dist = DIST,
  seen = () => {},
  answer = () => false,
} = {}) {
  if (!existsSync(join(dist, "index.html"))) throw new Error("dist/ is not built: npm run build");
  const setHeaders = (response, path) => {
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("Referrer-Policy", "no-referrer");
    if (connections !== "") response.setHeader("Connection-Allowlist", connections);
    if (path === OFFLINE_WORKER) {
      response.setHeader("Content-Security-Policy", OFFLINE_POLICY);
      response.setHeader("Cache-Control", "no-cache");
    } else if (frames !== "") response.setHeader("Content-Security-Policy", frames);
  };
  const page = () => pageWith(dist, policyKeys);
  // What is wrong with the keys is said at once.
  if (policyKeys.length > 0) page();
  const files = sirv(dist, { dev: true, etag: true, setHeaders });
  let shell;
  const servers = await listen(port, (request, response) => {
    seen(request);
    if (answer(request, response)) return;
    if (request.method === "GET" && request.url === "/portal/") return sendPortal(dist, response, setHeaders, shell);
    if (policyKeys.length > 0 && request.method === "GET" && /^\/(?:index\.html)?(?:\?|$)/.test(request.url))
      return sendHtml(response, setHeaders, page());
    files(request, response, () => {
      response.writeHead(404, { "Content-Type": "text/plain" });
      response.end("not found");
    });
  });
  const { port: open } = servers[0].address();
  shell = `http://localhost:${open}`;
  return {
    url: `${shell}/`,
    portal: `http://127.0.0.1:${open}/portal/`,
    close: () =>
      Promise.all(
        servers.map((server) => {
          server.closeAllConnections();
          return new Promise((resolve) => server.close(resolve));
        }),
      ),
  };
}

function sendPortal(dist, response, setHeaders, shell) {
  const portal = readFileSync(join(dist, "portal", "index.html"), "utf8");
  sendHtml(response, setHeaders, portal.replaceAll(PORTAL_EXPECTS, shell));
}

function sendHtml(response, setHeaders, html) {
  setHeaders(response);
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.end(html);
}

/** How often a free port is looked for that is free on both loopback addresses. */
const TRIES = 5;

/** Listens on 127.0.0.1 and, where the machine has it, on ::1: `localhost` may mean either. */
async function listen(port, handler) {
  const on = (host, number) =>
    new Promise((resolve, reject) => {
      const server = createServer(handler);
      server.once("error", reject);
      server.listen(number, host, () => resolve(server));
    });
  for (let tries = 1; ; tries += 1) {
    const server = await on("127.0.0.1", port);
    try {
      return [server, await on("::1", server.address().port)];
    } catch (error) {
      if (error.code === "EADDRNOTAVAIL" || error.code === "EAFNOSUPPORT") return [server];
      await new Promise((resolve) => server.close(resolve));
      if (error.code !== "EADDRINUSE" || port !== 0 || tries === TRIES) throw error;
    }
  }
}

/** The port that `text` names; 0 is any free one. */
function portOf(text) {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535) throw new Error(`a port is a number from 0 to 65535, not "${text}"`);
  return port;
}

/** What is wrong, and what to do about it. */
function inWords(error) {
  if (error.code === "EADDRINUSE")
    return `port ${error.port} is in use: name another one, or 0 for any that is free (node serve.mjs 0)`;
  if (error.code === "EACCES") return `port ${error.port} needs rights that you do not have: name one above 1023`;
  return error.message;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const list = { type: "string", multiple: true, default: [] };
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { endpoint: list, portal: list, "policy-key": list, help: { type: "boolean", default: false } },
    });
    if (values.help) {
      console.log(usage());
      process.exit();
    }
    const { url, portal } = await serve({
      port: portOf(positionals[0] ?? "8080"),
      connections: allowlist(values.endpoint),
      frames: framing(values.portal),
      policyKeys: values["policy-key"],
    });
    console.log(`Chaperone is at ${url} (stop with Ctrl-C)`);
    console.log(`A sample portal that shows it in a panel is at ${portal}`);
  } catch (error) {
    console.error(`serve: ${inWords(error)}`);
    process.exitCode = 1;
  }
}
