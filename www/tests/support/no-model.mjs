// The page from a server that never comes to the end of the embedding model: for tests that do not search by meaning.
import { serve } from "../../serve.mjs";

const WEIGHTS = /^\/assets\/weights\./;
const FIRST_BYTES = 1 << 20;

/** As `serve`, but of the model's weights only the first MiB comes. The page works, and says that it is fetching them. */
export function serveWithoutModel(options = {}) {
  const answer = (request, response) => {
    if (options.answer?.(request, response)) return true;
    if (!WEIGHTS.test(request.url)) return false;
    response.writeHead(200, { "Content-Type": "application/octet-stream" });
    response.write(Buffer.alloc(FIRST_BYTES));
    return true;
  };
  return serve({ ...options, answer });
}
