/**
 * The three forms in which public texts are asked for, as the review clears them: a search of PubMed with the fetching of what it found, which collections a
 * vector database has, and a question to one of them. The shell takes nothing of them that is another address, field, header or method.
 */

/** Entrez, or a stand-in on this device, at a path of plain words where it has one. */
const ENTREZ =
  /^(?:https:\/\/eutils\.ncbi\.nlm\.nih\.gov\/entrez\/eutils|http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d{1,5}(?:\/[A-Za-z0-9_-]{1,40}){0,4})\/(esearch|efetch)\.fcgi$/;
const DAY = String.raw`\d{4}%2F\d{2}%2F\d{2}`;
const PROGRAMS: Readonly<Record<string, RegExp>> = {
  esearch: new RegExp(
    `^db=pubmed&tool=chaperone&term=[A-Za-z0-9._~%-]{1,6000}&datetype=pdat&mindate=${DAY}&maxdate=${DAY}&usehistory=y&retmax=0$`,
  ),
  efetch:
    /^db=pubmed&tool=chaperone&query_key=\d{1,4}&WebEnv=[A-Za-z0-9._~%-]{1,200}&retstart=\d{1,5}&retmax=\d{1,3}&retmode=xml$/,
};

/** A server of collections: without encryption on this device alone. */
const SERVER = /^(?:https:\/\/[A-Za-z0-9.-]{1,253}(?::\d{1,5})?|http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d{1,5})$/;
/** Where its collections are. */
const COLLECTIONS = "/api/v2/tenants/default_tenant/databases/default_database/collections";
const QUERY = /^\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/query$/;
const VECTOR =
  /^\{"query_embeddings":\[\[-?\d\.\d{4}(?:,-?\d\.\d{4}){0,4095}\]\],"n_results":\d{1,3},"include":\["documents","metadatas","distances"\]\}$/;

/** What is asked: PubMed, or a server of public passages. */
export type Place = "pubmed" | "passages";

/** What a request is told by. */
interface Request {
  readonly method: unknown;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

/** Returns what a request asks, where it is of one of the three forms in every part. */
export function soughtAt({ method, url, headers, body }: Request): Place | undefined {
  const [server, rest, ...others] = url.split(COLLECTIONS);
  const isOfServer = server !== undefined && isServer(server) && others.length === 0;
  if (method === "GET")
    return isOfServer && rest === "" && headers.length === 0 && body === "" ? "passages" : undefined;
  const [header, ...more] = headers;
  if (method !== "POST" || header?.[0] !== "content-type" || more.length > 0) return undefined;
  const program = ENTREZ.exec(url)?.[1];
  if (program !== undefined)
    return header[1] === "application/x-www-form-urlencoded" && PROGRAMS[program]?.test(body) === true
      ? "pubmed"
      : undefined;
  const isQuery = isOfServer && QUERY.test(rest ?? "");
  return isQuery && header[1] === "application/json" && VECTOR.test(body) ? "passages" : undefined;
}

/** Returns whether `server` is scheme, host and port of a server of collections, and nothing else. */
function isServer(server: string): boolean {
  return SERVER.test(server) && URL.canParse(server) && new URL(server).origin === server;
}
