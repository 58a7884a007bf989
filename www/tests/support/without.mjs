// The page from a server that never comes to the end of a large public file: for tests that have no use for it.
import { serve } from "../../serve.mjs";

const FIRST_BYTES = 1 << 20;

/**
 * As `serve`, but of the files called `names` (`weights`, `wasm`) only the first MiB comes. The page works without them, and
 * says that it is fetching them.
 */
export function serveWithout(names, options = {}) {
  const answer = (request, response) => {
    if (options.answer?.(request, response)) return true;
    if (!names.some((name) => request.url.startsWith(`/assets/${name}.`))) return false;
    response.writeHead(200, { "Content-Type": "application/octet-stream" });
    response.write(Buffer.alloc(FIRST_BYTES));
    return true;
  };
  return serve({ ...options, answer });
}

/** As `serve`, without the embedding model: search by words works. */
export const serveWithoutModel = (options) => serveWithout(["weights"], options);
