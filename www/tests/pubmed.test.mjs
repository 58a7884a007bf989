// Articles of PubMed in the page: what would leave is shown, a press sends it and nothing else, and what comes is among the person's files.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch } from "../browser.mjs";
import { findings, sideways } from "./support/axe.mjs";
import { CANARIES } from "./support/canary.mjs";
import { ARTICLES, many, startEntrez } from "./support/entrez.mjs";
import { openLibrary as open, readCanary, search, text } from "./support/library.mjs";
import { focused, go, visited } from "./support/room.mjs";
import { serveWithoutModel } from "./support/without.mjs";

let site, browser, entrez;
before(async () => {
  [site, browser, entrez] = await Promise.all([serveWithoutModel(), launch(), startEntrez()]);
});
after(async () => {
  await browser.close();
  await Promise.all([site.close(), entrez.close()]);
});

/** A query that may leave as it is. */
const QUERY = '"blood pressure"[tiab] AND (diabetes OR stroke)';
const BODY =
  "db=pubmed&tool=chaperone&term=%22blood%20pressure%22%5Btiab%5D%20AND%20%28diabetes%20OR%20stroke%29&datetype=pdat&mindate=2001%2F02%2F03&maxdate=2020%2F12%2F31&usehistory=y&retmax=0";

const openLibrary = () => open(browser, site.url, "#pubmed-look");

/** Types a query and has what would leave of it shown. */
async function look(frame, { query = QUERY, base = entrez.url, ends = "#pubmed-send" } = {}) {
  await frame.fill("#pubmed-query", query);
  await frame.fill("#pubmed-from", "2001-02-03");
  await frame.fill("#pubmed-until", "2020-12-31");
  await frame.$eval("#pubmed-elsewhere", (details) => (details.open = true));
  await frame.fill("#pubmed-base", base);
  await frame.click("#pubmed-look");
  await frame.waitForSelector(ends, { timeout: 60_000 });
}

/** Sends it, and waits until it ended. */
async function send(frame) {
  await frame.click("#pubmed-send");
  await frame.waitForSelector("#pubmed-came, #failure-pubmed", { timeout: 120_000 });
  return text(frame, "#pubmed-told");
}

describe("a query for PubMed", () => {
  test("is shown with the days and the host, and leaves as it was shown at a further press alone; what comes is among the files", async () => {
    entrez.behave(ARTICLES);
    const { page, frame } = await openLibrary();
    await look(frame);
    assert.equal(await focused(frame), "pubmed-leaves");
    assert.equal(await text(frame, "#pubmed-term"), QUERY);
    assert.match(await text(frame, "#pubmed-what"), /from 3 February 2001 to 31 December 2020/);
    assert.equal(await text(frame, "#pubmed-host"), new URL(entrez.url).host);
    assert.equal(await text(frame, ".exact pre"), BODY);
    assert.deepEqual(await findings(frame), []);
    assert.deepEqual(entrez.arrived, [], "nothing left");
    await visited(page.context(), entrez.url);
    const came = await send(frame);
    assert.match(came, new RegExp(`^${ARTICLES.length} of ${ARTICLES.length} articles came`));
    assert.deepEqual(
      entrez.arrived.map(({ method, url }) => `${method} ${url}`),
      ["POST /esearch.fcgi", "POST /efetch.fcgi"],
    );
    assert.equal(entrez.arrived[0].body, BODY);
    assert.match(
      entrez.arrived[1].body,
      /^db=pubmed&tool=chaperone&query_key=1&WebEnv=MCID_6&retstart=0&retmax=\d&retmode=xml$/,
    );
    for (const { headers } of entrez.arrived) {
      assert.equal(headers["content-type"], "application/x-www-form-urlencoded");
      for (const name of ["cookie", "referer", "authorization", "x-api-key"]) assert.equal(headers[name], undefined);
    }
    assert.match(await text(frame, "#own"), new RegExp(`^${ARTICLES.length} articles`));
    assert.match(await text(frame, "#read"), new RegExp(`^PubMed, .*stroke\\): ${ARTICLES.length} articles.*Remove$`));
    assert.ok((await search(frame, "biopython")).length > 0 || (await search(frame, "protein")).length > 0);
    await go(frame, "leaves");
    await frame.waitForSelector('[data-entry="2"]');
    assert.match(await text(frame, '[data-entry="2"]'), /127\.0\.0\.1/);
    await go(frame, "library");
    await page.setViewportSize({ width: 320, height: 640 });
    await look(frame);
    assert.equal(await sideways(frame), "");
    await page.close();
  });

  test("does not leave with a word that identifies, or is not known; what may be let leave leaves once it was let", async () => {
    entrez.behave(ARTICLES);
    const { page, frame } = await openLibrary();
    await readCanary(frame);
    await look(frame, { query: `stroke AND ${CANARIES.family}`, ends: ".kept li" });
    assert.match(await text(frame, ".kept"), new RegExp(`“${CANARIES.family}” stays: .*It cannot be let out`));
    assert.equal(await frame.$("#pubmed-send"), null);
    assert.equal(await frame.$("[data-allow]"), null);
    await look(frame, { query: "stroke 12345678", ends: ".kept li" });
    assert.equal(await frame.$("#pubmed-send"), null);
    await look(frame, { query: "stroke AND zzyzxine", ends: '[data-allow="zzyzxine"]' });
    assert.equal(await frame.$("#pubmed-send"), null);
    assert.deepEqual(await findings(frame), []);
    await frame.click('[data-allow="zzyzxine"]');
    await frame.waitForSelector("#pubmed-send");
    assert.equal(await text(frame, "#pubmed-term"), "stroke AND zzyzxine");
    await frame.click('[data-keep="zzyzxine"]');
    await frame.waitForSelector("#pubmed-send", { state: "detached" });
    // What was shown holds no more once it is changed.
    await look(frame);
    await frame.fill("#pubmed-query", "stroke OR x");
    assert.equal(await frame.$("#pubmed-send"), null);
    assert.deepEqual(entrez.arrived, []);
    await page.close();
  });

  test("is no query, goes to no other address, and to nobody for a period that ends before it begins", async () => {
    entrez.behave(ARTICLES);
    const { page, frame } = await openLibrary();
    for (const [given, why] of [
      [{ query: "stroke; diabetes" }, /^A query is of words/],
      [{ query: "okafor[au]" }, /^A tag of this query is not taken: tags of people/],
      [{ base: "https://okafor.example/eutils/" }, /^PubMed is asked at its own address/],
      [{ base: "http://10.0.0.1:80/" }, /^PubMed is asked at its own address/],
      [{ base: "Okafor" }, /^PubMed is asked at its own address/],
    ]) {
      await look(frame, { ...given, ends: "#failure-pubmed" });
      assert.match(await text(frame, "#failure-pubmed"), why);
      assert.doesNotMatch(await text(frame, "#failure-pubmed"), /okafor/i);
    }
    await frame.fill("#pubmed-from", "2021-01-01");
    await frame.fill("#pubmed-base", entrez.url);
    await frame.click("#pubmed-look");
    await frame.waitForSelector("#failure-pubmed");
    assert.match(await text(frame, "#failure-pubmed"), /The period ends before it begins/);
    assert.deepEqual(entrez.arrived, []);
    await page.close();
  });
});

describe("collecting from PubMed", () => {
  test("is stopped in the middle, keeps what came, and is gone on with", async () => {
    entrez.behave(many(120), { 2: "hangs" });
    const { page, frame } = await openLibrary();
    await look(frame);
    await frame.click("#pubmed-send");
    await frame.waitForFunction(
      () =>
        /50 of 120 articles/.test(
          document
            .querySelector("chaperone-app")
            .shadowRoot.querySelector("chaperone-library")
            .shadowRoot.querySelector("chaperone-pubmed")
            .shadowRoot.querySelector("#pubmed-progress")?.textContent,
        ),
      undefined,
      { timeout: 60_000 },
    );
    assert.deepEqual(await findings(frame), []);
    assert.equal(await focused(frame), "pubmed-stop");
    await frame.press("#pubmed-stop", "Enter");
    await frame.waitForSelector("#pubmed-on", { timeout: 60_000 });
    assert.equal(await focused(frame), "pubmed-on");
    assert.match(await text(frame, "#pubmed-told"), /^50 of 120 articles came.*can be gone on with/);
    assert.match(await text(frame, "#own"), /^50 articles/);
    const before = entrez.arrived.length;
    await frame.click("#pubmed-on");
    await frame.waitForSelector("#pubmed-stop");
    assert.equal(await text(frame, "#pubmed-told"), "", "what came before is told no more");
    // Who types elsewhere meanwhile is not called away.
    await frame.focus("#library-words");
    await frame.waitForSelector("#pubmed-stop", { state: "detached", timeout: 60_000 });
    assert.equal(await focused(frame), "library-words");
    assert.match(await text(frame, "#pubmed-told"), /^120 of 120 articles came/);
    assert.match(await text(frame, "#own"), /^120 articles/);
    assert.equal((await frame.$$("#read > li")).length, 1, "one query is one line");
    await frame.click(".remove-file");
    await frame.waitForSelector("#own p", { state: "detached" });
    assert.equal(await frame.$("#library-words"), null);
    assert.ok(
      entrez.arrived.slice(before).every(({ url }) => url === "/efetch.fcgi"),
      "from where it was",
    );
    await page.close();
  });

  test("waits after 429, and asks again for what is garbage, cut short or broken off", async () => {
    entrez.behave(many(60), { 0: 429, 2: "garbage", 3: "cut", 5: "breaks" });
    const { page, frame } = await openLibrary();
    await look(frame);
    assert.match(await send(frame), /^60 of 60 articles came/);
    assert.doesNotMatch(await text(frame, "chaperone-pubmed"), /Okafor/);
    await page.close();
  });

  test("takes no more than its bound, and says how many more there are", async () => {
    entrez.behave(many(1060));
    const { page, frame } = await openLibrary();
    await look(frame, { base: `${entrez.url}entrez/eutils/` });
    assert.match(await send(frame), /^1,000 of 1,000 articles came.*PubMed has 60 more/);
    assert.match(await text(frame, "#own"), /^1,?000 articles/);
    await page.close();
  });

  test("ends in plain words at a server that answers nothing good, or nothing at all, and where the page may not ask PubMed", async () => {
    entrez.behave(many(5), { every: "garbage" });
    const { page, frame } = await openLibrary();
    for (const [wrong, why] of [
      ["garbage", /^What answers at this address is not PubMed/],
      ["error", /^PubMed refused this query with an error/],
    ]) {
      entrez.behave(many(5), { every: wrong });
      await look(frame);
      await send(frame);
      assert.match(await text(frame, "#failure-pubmed"), why);
      assert.equal(entrez.arrived.length, 1, "asking again would bring the same");
      assert.doesNotMatch(await text(frame, "chaperone-pubmed"), /Okafor/);
    }
    entrez.behave(many(5), { every: 500 });
    await look(frame);
    await frame.click("#pubmed-send");
    await frame.waitForFunction(() =>
      /asked again in \d s/.test(
        document
          .querySelector("chaperone-app")
          .shadowRoot.querySelector("chaperone-library")
          .shadowRoot.querySelector("chaperone-pubmed")
          .shadowRoot.querySelector("#pubmed-progress")?.textContent,
      ),
    );
    await frame.click("#pubmed-stop");
    await frame.waitForSelector("#pubmed-stop", { state: "detached" });
    entrez.behave(many(5), { every: "hangs" });
    await look(frame);
    await frame.click("#pubmed-send");
    await frame.click("#pubmed-stop");
    await frame.waitForSelector("#pubmed-came", { timeout: 60_000 });
    assert.match(await text(frame, "#pubmed-told"), /stopped before anything came/);
    assert.equal(await frame.$("#pubmed-on"), null, "there is nothing to go on with");
    assert.equal(await frame.$("#failure-pubmed"), null);
    await frame.fill("#pubmed-until", "");
    await frame.click("#pubmed-look");
    assert.match(await text(frame, "#failure-pubmed"), /^Fill in both days/);
    await frame.fill("#pubmed-query", "");
    await frame.click("#pubmed-look");
    assert.match(await text(frame, "#failure-pubmed"), /^Type a query/);
    // The server of the tests lets the page ask this device alone.
    await look(frame, { base: "https://eutils.ncbi.nlm.nih.gov/entrez/eutils/" });
    await send(frame);
    assert.match(await text(frame, "#failure-pubmed"), /--endpoint https:\/\/eutils\.ncbi\.nlm\.nih\.gov/);
    await page.close();
  });
});
