// A stand-in of Entrez, over real answers of it (Biopython's test files), or over as many articles made of one of them as a test wants.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const FILES = [1, 2, 4, 5, 6, 7];
const read = (number) =>
  readFileSync(new URL(`../../../.tools/literature/Entrez-pubmed${number}.xml`, import.meta.url), "utf8");

/** Real articles as they stand in the files, and what stands before them in one. */
const texts = FILES.map(read);
export const ARTICLES = texts.flatMap((text) => text.match(/<PubmedArticle>[\s\S]*?<\/PubmedArticle>/g) ?? []);
const [HEAD] = texts[2].split("<PubmedArticle>");

/** `count` articles made of a short real one, each with a number of its own. */
export function many(count) {
  const [one] = ARTICLES.toSorted((a, b) => a.length - b.length);
  const [, pmid] = /<PMID[^>]*>(\d+)</.exec(one);
  return Array.from({ length: count }, (_, at) => one.replaceAll(pmid, String(91_000_000 + at)));
}

/** What Entrez says for all to read. */
const OPEN = { "access-control-allow-origin": "*" };

/**
 * Starts it with `articles`. `arrived` holds what came, in order; `wrong` says by the number of a request what is wrong with its answer: a status,
 * `garbage`, `error`, `cut`, `hangs`, `breaks`, or for all of them under `every`.
 */
export async function startEntrez(articles = ARTICLES) {
  const arrived = [];
  const entrez = { arrived, articles, wrong: {}, hung: [] };
  const server = createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      const { method, url, headers } = request;
      const number = arrived.push({ method, url, headers, body }) - 1;
      const wrong = entrez.wrong[number] ?? entrez.wrong.every;
      if (wrong === "hangs") return entrez.hung.push(response);
      if (typeof wrong === "number")
        return response.writeHead(wrong, { ...OPEN, "retry-after": "1" }).end('{"error":"API rate limit exceeded"}');
      if (wrong === "error")
        return response
          .writeHead(200, { ...OPEN, "content-type": "text/xml" })
          .end("<eSearchResult><ERROR>Amara Okafor is no field</ERROR></eSearchResult>");
      if (wrong === "garbage") return response.writeHead(200, OPEN).end("<html>Amara Okafor <img src=x>");
      const whole = Buffer.from(answer(url, new URLSearchParams(body), entrez.articles));
      const length = { "content-length": whole.length };
      if (wrong === "cut") return response.writeHead(200, OPEN).end(whole.subarray(0, whole.length / 2));
      if (wrong === "breaks") {
        response.writeHead(200, { ...OPEN, ...length }).write(whole.subarray(0, whole.length / 2));
        return setTimeout(() => response.destroy(), 50);
      }
      return response.writeHead(200, { ...OPEN, ...length, "content-type": "text/xml; charset=UTF-8" }).end(whole);
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(entrez, {
    url: `http://127.0.0.1:${server.address().port}/`,
    /** Begins anew with `articles` and what is wrong. */
    behave(more, wrong = {}) {
      Object.assign(entrez, { articles: more, wrong });
      arrived.length = 0;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  });
}

function answer(url, fields, articles) {
  if (url.endsWith("/esearch.fcgi"))
    return `<?xml version="1.0"?><eSearchResult><Count>${articles.length}</Count><RetMax>0</RetMax><QueryKey>1</QueryKey><WebEnv>MCID_6</WebEnv><IdList/></eSearchResult>`;
  const [start, most] = [Number(fields.get("retstart")), Number(fields.get("retmax"))];
  return `${HEAD}${articles.slice(start, start + most).join("\n")}</PubmedArticleSet>`;
}
