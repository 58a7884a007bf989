// Requests for public texts: what the shell takes, whatever the room hands it, and what the courier makes of servers.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { load } from "./support/compile.mjs";
import { many, startEntrez } from "./support/entrez.mjs";

globalThis.location ??= new URL("http://localhost:8080/");
globalThis.isSecureContext ??= true;
globalThis.navigator ??= { onLine: true };

const { servePort } = await load("shell/port.ts");
const { carry } = await load("shell/courier.ts");

const FORM = ["content-type", "application/x-www-form-urlencoded"];
const JSON_BODY = ["content-type", "application/json"];
const ENTREZ = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils/";
const SEARCH =
  "db=pubmed&tool=chaperone&term=salt&datetype=pdat&mindate=2020%2F01%2F01&maxdate=2020%2F01%2F30&usehistory=y&retmax=0";
const FETCH = "db=pubmed&tool=chaperone&query_key=1&WebEnv=MCID_64f-a.b&retstart=50&retmax=50&retmode=xml";
const COLLECTIONS = "/api/v2/tenants/default_tenant/databases/default_database/collections";
const QUERY = `${COLLECTIONS}/11111111-2222-3333-4444-555555555555/query`;
const VECTOR = '{"query_embeddings":[[0.1234,-0.5000]],"n_results":10,"include":["documents","metadatas","distances"]}';
const patience = { headMillis: 500, firstByteMillis: 500, idleMillis: 500 };

const request = (url, body, header) => ({ method: "POST", url, headers: [header], body });
const search = request(`${ENTREZ}esearch.fcgi`, SEARCH, FORM);
const fetched = request(`${ENTREZ}efetch.fcgi`, FETCH, FORM);
const question = request(`http://127.0.0.1:8000${QUERY}`, VECTOR, JSON_BODY);
const listing = { method: "GET", url: `http://127.0.0.1:8000${COLLECTIONS}`, headers: [], body: "" };
const seek = (cleared) => ({ kind: "seek", id: 1, cleared, patience });

/** A served port and what it was made to do. */
function open() {
  const { port1, port2 } = new MessageChannel();
  const done = [];
  const closed = new AbortController();
  const services = {
    seek: async (errand) => void done.push(errand),
    send: async (errand) => void done.push(errand),
  };
  servePort(port1, new Set(), services, closed.signal);
  return {
    done,
    say: (message) =>
      new Promise((resolve) => {
        port2.onmessage = ({ data }) => resolve(data);
        port2.postMessage(message);
      }),
    close: () => (closed.abort(), port2.close()),
  };
}

describe("a request for public texts", () => {
  const port = open();
  after(() => port.close());

  test("is taken in its three forms, without a key", async () => {
    const all = [
      search,
      fetched,
      question,
      { ...search, url: "http://localhost:8080/esearch.fcgi" },
      { ...search, url: "http://127.0.0.1:8401/entrez/eutils/esearch.fcgi" },
      { ...question, url: `https://vectors.example.org${QUERY}` },
      listing,
      { ...listing, url: `https://vectors.example.org:8443${COLLECTIONS}` },
    ];
    for (const cleared of all) assert.equal((await port.say(seek(cleared))).kind, "end", cleared.url);
    assert.deepEqual(
      port.done.splice(0),
      all.map((cleared) => ({ cleared, patience })),
    );
  });

  const abuse = {
    "at another address": { ...search, url: "https://okafor.example/esearch.fcgi" },
    "at an address that begins like PubMed’s": {
      ...search,
      url: "https://eutils.ncbi.nlm.nih.gov.okafor.example/entrez/eutils/esearch.fcgi",
    },
    "at another program of PubMed": { ...search, url: `${ENTREZ}epost.fcgi` },
    "without encryption": { ...search, url: search.url.replace("https", "http") },
    "at a path that leads up": { ...search, url: "http://localhost:8080/../x/esearch.fcgi" },
    "at a path that says something": { ...search, url: "http://localhost:8080/a%20b/esearch.fcgi" },
    "on another device without encryption": { ...search, url: "http://10.0.0.1:80/esearch.fcgi" },
    "with words in the address": { ...search, url: `${search.url}?term=okafor` },
    "with a fragment": { ...search, url: `${search.url}#okafor` },
    "with a password in the address": { ...search, url: search.url.replace("//", "//okafor:x@") },
    "as a GET": { ...search, method: "GET" },
    "as a PUT": { ...search, method: "PUT" },
    "without a header": { ...search, headers: [] },
    "with a header more": { ...search, headers: [FORM, ["accept", "application/json"]] },
    "with a cookie": { ...search, headers: [FORM, ["cookie", "okafor"]] },
    "with a key among the headers": { ...search, headers: [["authorization", "Bearer okafor"]] },
    "as JSON": { ...search, headers: [JSON_BODY] },
    "with another tool": { ...search, body: SEARCH.replace("tool=chaperone", "tool=okafor") },
    "with an address of mail": { ...search, body: `${SEARCH}&email=okafor%40example.org` },
    "with a key of its own": { ...search, body: `${SEARCH}&api_key=okafor` },
    "with words that are not encoded": { ...search, body: SEARCH.replace("salt", "salt okafor") },
    "with a day that is none": { ...search, body: SEARCH.replace("2020%2F01%2F30", "okafor") },
    "that searches and fetches": { ...search, body: FETCH },
    "that fetches and searches": { ...fetched, body: SEARCH },
    "that fetches by a name": { ...fetched, body: FETCH.replace("MCID_64f-a.b", "o'kafor") },
    "that fetches without end": { ...fetched, body: FETCH.replace("retmax=50", "retmax=5000") },
    "to a collection of a name": {
      ...question,
      url: question.url.replace("11111111-2222-3333-4444-555555555555", "okafor"),
    },
    "to another tenant": { ...question, url: question.url.replace("default_tenant", "okafor") },
    "to a collection, to write into it": { ...question, url: question.url.replace("/query", "/upsert") },
    "of a vector on another device without encryption": { ...question, url: `http://10.0.0.1:8000${QUERY}` },
    "of a vector with a text": {
      ...question,
      body: VECTOR.replace('{"query', '{"where_document":{"$contains":"okafor"},"query'),
    },
    "of a vector of more decimals": { ...question, body: VECTOR.replace("0.1234", "0.12345678") },
    "of a vector that is a chat": { ...question, body: '{"model":"m","messages":[]}' },
    "of a vector as a form": { ...question, headers: [FORM] },
    "of a vector with a field more": { ...question, also: "okafor" },
    "of a vector as a GET": { ...question, method: "GET", body: "" },
    "for collections of another tenant": { ...listing, url: listing.url.replace("default_tenant", "okafor") },
    "for collections of another database": { ...listing, url: listing.url.replace("default_database", "okafor") },
    "for a collection of a name": { ...listing, url: `${listing.url}/okafor` },
    "for collections of a name": { ...listing, url: `${listing.url}?name=okafor` },
    "for collections behind a path": { ...listing, url: listing.url.replace("/api", "/okafor/api") },
    "for collections twice": { ...listing, url: `${listing.url}${COLLECTIONS}` },
    "for collections without encryption": { ...listing, url: `http://okafor.example${COLLECTIONS}` },
    "for collections with a password": { ...listing, url: listing.url.replace("//", "//okafor:x@") },
    "for collections as a POST": { ...listing, method: "POST" },
    "for collections with a body": { ...listing, body: "okafor" },
    "for collections with a header": { ...listing, headers: [["accept", "okafor"]] },
    "for the names of models": { ...listing, url: "http://127.0.0.1:8000/v1/models" },
  };
  for (const [name, cleared] of Object.entries(abuse))
    test(`is refused ${name}`, async () => {
      const answer = await port.say(seek(cleared));
      assert.deepEqual([answer.kind, answer.code], ["error", "invalid-argument"]);
      assert.doesNotMatch(JSON.stringify(answer), /okafor/i);
      assert.deepEqual(port.done, []);
    });

  const more = {
    "a key": { ...seek(search), credential: "okafor" },
    "an address that was chosen": { ...seek(search), endpoint: "https://okafor.example/" },
    "no waiting time": { kind: "seek", id: 1, cleared: search },
    "the form of PubMed among requests to models": {
      kind: "send",
      id: 1,
      cleared: search,
      endpoint: search.url,
      credential: "okafor",
      patience,
    },
    "a message of its own for collections": { kind: "collections", id: 1, server: "http://127.0.0.1:8000" },
    "the collections of a server among requests to models": {
      kind: "send",
      id: 1,
      cleared: listing,
      endpoint: listing.url,
      credential: "okafor",
      patience,
    },
  };
  for (const [name, message] of Object.entries(more))
    test(`is not sent with ${name}`, async () => {
      const answer = await port.say(message);
      assert.deepEqual([answer.kind, answer.code], ["error", "invalid-argument"]);
      assert.doesNotMatch(JSON.stringify(answer), /okafor/i);
      assert.deepEqual(port.done, []);
    });
});

describe("the courier at PubMed", () => {
  let entrez;
  before(async () => (entrez = await startEntrez(many(3))));
  after(() => entrez.close());

  const go = async () => {
    const told = [];
    const cleared = { ...search, url: `${entrez.url}esearch.fcgi` };
    const end = carry({ cleared, credential: "", patience }, (part) => told.push(part), new AbortController().signal);
    return end.then(
      () => told,
      (error) => error,
    );
  };

  test("does not knock, sends the very bytes, and nothing of a key or a page", async () => {
    entrez.behave(many(3));
    const [head, ...pieces] = await go();
    assert.deepEqual(head, { kind: "head", status: 200 });
    assert.match(pieces.map(({ text }) => text).join(""), /<Count>3</);
    assert.deepEqual(
      entrez.arrived.map(({ method, url, body }) => [method, url, body]),
      [["POST", "/esearch.fcgi", SEARCH]],
    );
    for (const name of ["cookie", "referer", "authorization", "x-api-key"])
      assert.equal(entrez.arrived[0].headers[name], undefined);
  });

  test("gives up on one that hangs, and says that of PubMed", async () => {
    entrez.behave(many(3), { every: "hangs" });
    const { code, message } = await go();
    assert.deepEqual([code, message], ["network", "PubMed did not answer in time."]);
  });

  test("waits where it is asked to, and hands the status on in the end", async () => {
    entrez.behave(many(3), { every: 429 });
    const told = await go();
    assert.deepEqual(
      told.map(({ kind, status }) => status ?? kind),
      ["pause", "pause", "pause", 429, "chunk"],
    );
    assert.equal(new Set(entrez.arrived.map(({ body }) => body)).size, 1);
  });

  test("takes no endless answer", async () => {
    entrez.behave(many(3));
    const [one] = entrez.articles;
    const cleared = {
      ...fetched,
      url: `${entrez.url}efetch.fcgi`,
      body: FETCH.replace("retstart=50&retmax=50", "retstart=0&retmax=999"),
    };
    entrez.articles = [one.repeat(Math.ceil((9 << 20) / one.length))];
    const error = await carry({ cleared, credential: "", patience }, () => {}, new AbortController().signal).catch(
      (failure) => failure,
    );
    assert.deepEqual([error.code, error.message], ["too-large", "PubMed's answer is longer than 8 MiB."]);
  });
});
