// A stand-in of Chroma with the answers that its HTTP API v2 documents.
import { createHash } from "node:crypto";
import { createServer } from "node:http";

const COLLECTIONS = "/api/v2/tenants/default_tenant/databases/default_database/collections";
const ID = "11111111-2222-3333-4444-555555555555";

/** The id of a passage, as `library push` makes it of its reference. */
const idOf = (citation) => {
  const digest = createHash("sha256").update(citation).digest();
  return digest.subarray(0, 16).toString("hex");
};

/**
 * Starts it with `passages`, each `{ citation, text, …what stands beside it }`, nearest first. `arrived` holds what came but for the browser's own
 * questions; `wrong` is what is wrong with the answer: a status, `garbage`, `hangs`, `many`, or `nowhere` for a server that lets no page ask.
 */
export async function startChroma() {
  const arrived = [];
  const chroma = { arrived, passages: [], wrong: undefined };
  const server = createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const { method, url, headers } = request;
      const open = chroma.wrong === "nowhere" ? {} : { "access-control-allow-origin": "*" };
      if (method === "OPTIONS")
        return response
          .writeHead(204, { ...open, "access-control-allow-methods": "*", "access-control-allow-headers": "*" })
          .end();
      if (method === "HEAD") return response.writeHead(404, open).end();
      arrived.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      const json = { ...open, "content-type": "application/json" };
      if (method === "GET" && url === COLLECTIONS)
        return response.writeHead(200, json).end(
          JSON.stringify([
            { id: "0".repeat(36), name: "others" },
            { id: ID, name: "papers" },
          ]),
        );
      const { wrong } = chroma;
      if (wrong === "hangs") return undefined;
      if (typeof wrong === "number") return response.writeHead(wrong, json).end('{"error":"Amara Okafor"}');
      if (wrong === "garbage") return response.writeHead(200, json).end("<html>Amara Okafor");
      const of = (each) => [chroma.passages.map(each)];
      const answer = {
        ids: of(({ citation, id }) => id ?? idOf(citation)),
        documents: of(({ text }) => text),
        metadatas: of(({ text: _, id: _id, ...about }) => about),
        distances: of((_, at) => at / 10),
      };
      return response.writeHead(200, json).end(JSON.stringify(answer));
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(chroma, {
    url: `http://127.0.0.1:${server.address().port}`,
    query: `${COLLECTIONS}/${ID}/query`,
    collections: COLLECTIONS,
    behave(passages, wrong) {
      Object.assign(chroma, { passages, wrong });
      arrived.length = 0;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  });
}
