// A web site that notes who came, for seeing leaks.
import { createServer } from "node:http";

/** Starts one on a free loopback port. `requests` are the paths asked for, `connections` how many were opened. */
export async function startSite(body = "<!doctype html><title>site</title>") {
  const requests = [];
  let connections = 0;
  const server = createServer((request, response) => {
    requests.push(request.url);
    response.writeHead(200, { "Content-Type": "text/html", "Access-Control-Allow-Origin": "*" });
    response.end(body);
  });
  server.on("connection", () => (connections += 1));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    requests,
    get connections() {
      return connections;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
