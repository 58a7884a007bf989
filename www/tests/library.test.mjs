// The library: files of one's own, a pack that is read by ranges, what its server learns, and what is wrong with it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { Library } from "../../pkg/chaperone.js";
import { launch } from "../browser.mjs";
import { findings, usable } from "./support/axe.mjs";
import { canaryBundle } from "./support/canary.mjs";
import { load } from "./support/compile.mjs";
import { invented, search, text } from "./support/library.mjs";
import { ranged } from "./support/packs.mjs";
import { pdfOf } from "./support/pdf.mjs";
import { ask, focused, go, openReady, visited } from "./support/room.mjs";
import { serveWithoutModel } from "./support/without.mjs";

const data = (name) => readFileSync(new URL(`../../tests/data/literature/${name}`, import.meta.url));
/** Articles of invented words, w0 the commonest, and those of pubmed.xml; `tests/native/library.rs` writes it. */
const PACK = data("invented.pack");

const { packIn } = await load("shell/library/address.ts");
const { MOST_RANGES, Opened } = await load("shell/library/host.ts");
const { Libraries } = await load("room/engine/library.ts");

/** How the server of packs answers: with ranges, or as one is told. */
let host = {};
/** What was asked of it. */
const asked = [];

function answer(request, response) {
  const { pathname } = new URL(request.url, "http://localhost");
  // Weights for search by meaning are packs too, and the site's own.
  if (!pathname.endsWith(".pack") || pathname.startsWith("/assets/")) return false;
  asked.push({ url: request.url, method: request.method, headers: request.headers });
  const { bytes = PACK, status, whole = false, shifted = 0 } = host;
  if (status !== undefined) response.writeHead(status).end();
  else if (whole) response.writeHead(200, { "content-length": bytes.length }).end(bytes);
  else ranged(request, response, bytes, shifted);
  return true;
}

let site, browser;
before(async () => {
  [site, browser] = await Promise.all([serveWithoutModel({ answer }), launch()]);
});
after(async () => {
  await browser.close();
  await site.close();
});

/** Bytes of a window: ranges that a host hears of begin and end with one. */
const WINDOW = 128 << 10;

/** Opens the page at its library. */
async function openLibrary() {
  const { page, frame } = await openReady(browser.context, site.url);
  await go(frame, "library");
  await frame.waitForSelector("#literature:not(:disabled)", { timeout: 60_000 });
  return { page, frame };
}

/** Has the pack opened, as a person does; resolves to what is said of it. */
async function openPack(page, frame, path = "library.pack", how = {}) {
  host = how;
  asked.length = 0;
  await frame.click("#open-library");
  await page.fill("#library-address", path);
  await page.click("#library-go:not(:disabled)");
  const said = await frame.waitForSelector("#traffic, #failure-open", { timeout: 60_000 });
  return (await said.getAttribute("id")) === "traffic" ? text(frame, "#hosted") : text(frame, "#failure-open");
}

describe("files of literature", () => {
  test("of five formats are read beside each other, and found with who wrote them and what was said of them since", async () => {
    const { page, frame } = await openLibrary();
    const names = ["pubmed.xml", "medline.nbib", "references.ris", "jats.xml", "bioc.xml"];
    const files = names.map((name) => ({ name, mimeType: "", buffer: data(name) }));
    files[0] = { name: "pubmed.xml.gz", mimeType: "", buffer: gzipSync(data("pubmed.xml")) };
    await frame.setInputFiles("#literature", files);
    await frame.waitForSelector("#own p", { timeout: 60_000 });
    assert.match(await text(frame, "#own"), /^10 articles, 10 passages; of \d{4} to \d{4}; .*3 retracted$/);
    assert.equal((await frame.$$("#read > li")).length, 5);
    const hits = await search(frame, "walking diabetes");
    assert.match(
      hits[0],
      /Smith JA.*Journal of Invented Trials · 2019 · .*PMID 90000001 · doi .*Public text, verbatim/,
    );
    const [retracted] = await search(frame, "supplement cured participants of stroke");
    assert.match(retracted, /^Retracted: this article was withdrawn/);
    await search(frame, "What did Smith find about walking since 2019?");
    assert.match(await text(frame, "#library-narrowed"), /^Only since 1 January 2019\. Only by Smith, Jane A\.$/);
    await usable(page, frame);
    await page.close();
  });

  test("guidelines are read by their headings, with who issued them and how strong a recommendation is", async () => {
    const { page, frame } = await openLibrary();
    const guideline =
      "---\ntitle: Salt\nissuer: Society of Invented Medicine\nyear: 2019\nkind: guideline\n---\n## Adults\n\nAdvise less salt. (Strong recommendation, low certainty)\n";
    await frame.setInputFiles("#literature", [{ name: "salt.md", mimeType: "", buffer: Buffer.from(guideline) }]);
    await frame.waitForSelector("#own p", { timeout: 60_000 });
    const [hit] = await search(frame, "less salt");
    assert.match(hit, /Salt: Adults.*Society of Invented Medicine · Salt · 2019 · Guideline section/);
    assert.match(hit, /Public text, verbatim · Strong recommendation, low certainty/);
    await page.close();
  });

  test("of a PDF say of whom and when only as its properties do, and that these may be wrong, unless a person says better", async () => {
    const { page, frame } = await openLibrary();
    const pdf = (words) => pdfOf(words, "/Author (Society of Invented Medicine) /CreationDate (D:20190302120000Z)");
    const read = async (name, words, count) => {
      await frame.setInputFiles("#literature", [{ name, mimeType: "", buffer: pdf(words) }]);
      await frame.waitForFunction(
        (count) =>
          document
            .querySelector("chaperone-app")
            .shadowRoot.querySelector("chaperone-library")
            .shadowRoot.querySelectorAll("#read > li").length === count,
        count,
      );
    };
    await read("salt.pdf", "Advise less salt.", 1);
    const [unsure] = await search(frame, "less salt");
    assert.match(
      unsure,
      /Society of Invented Medicine · Advise less salt\. \(issuer and year by the file’s properties, which may be wrong\) · 2019 · Document section/,
    );
    await frame.click("#unsaid > summary");
    await frame.fill("#issuer", "Invented College");
    await frame.fill("#issued", "2021");
    await frame.selectOption("#kind", "guideline");
    assert.deepEqual(await findings(frame), []);
    await read("sugar.pdf", "Advise less sugar.", 2);
    const [said] = await search(frame, "less sugar");
    assert.match(said, /Invented College · Advise less sugar\. · 2021 · Guideline section/);
    await page.close();
  });

  test("are taken out again one by one, with what was found in them, and the focus goes on to the next", async () => {
    const { page, frame } = await openLibrary();
    const ris = (name, word) => ({
      name,
      mimeType: "",
      buffer: Buffer.from(`TY  - JOUR\nTI  - ${word}\nPY  - 2001\nAB  - ${word} helps.\nER  - \n`),
    });
    const rows = () => frame.$$eval("#read > li", (all) => all.map(({ textContent }) => textContent.trim()));
    await frame.setInputFiles("#literature", [ris("salt.ris", "salt"), ris("sugar.ris", "sugar")]);
    await frame.waitForSelector("#own p", { timeout: 60_000 });
    await frame.setInputFiles("#literature", [{ name: "no.pack", mimeType: "", buffer: Buffer.from("CHAPLIB") }]);
    await frame.waitForSelector("#failure-files");
    assert.match(await text(frame, "#failure-files"), /Open a library/);
    assert.equal((await rows()).length, 3);
    assert.equal((await search(frame, "salt")).length, 1);
    await frame.focus(".remove-file");
    await frame.press(".remove-file", "Enter");
    await frame.waitForFunction(
      () =>
        document
          .querySelector("chaperone-app")
          .shadowRoot.querySelector("chaperone-library")
          .shadowRoot.querySelectorAll("#read > li").length === 2,
    );
    assert.match((await rows())[0], /^sugar\.ris: one article/);
    assert.match(await text(frame, "#own"), /^1 article,/);
    assert.equal((await search(frame, "salt")).length, 0);
    assert.equal((await search(frame, "sugar")).length, 1);
    assert.deepEqual(await findings(frame), []);
    await frame.click('[aria-label="Remove sugar.ris from your files"]');
    await frame.waitForSelector("#own p", { state: "detached" });
    assert.equal(await frame.$("#library-words"), null, "nothing is there to be searched");
    await frame.click('[aria-label="Remove no.pack from your files"]');
    await frame.waitForSelector("#read", { state: "detached" });
    assert.equal(await focused(frame), "literature");
    await openPack(page, frame);
    await frame.click("#library-search");
    assert.match(await text(frame, "#failure-search"), /^Type a question/);
    await frame.click("#close-library");
    await frame.waitForSelector("#traffic", { state: "detached" });
    assert.equal(await focused(frame), "open-library");
    assert.equal(await frame.$("#library-words"), null);
    await page.close();
  });

  test("that are broken are named with why, and cost the others nothing", async () => {
    const { page, frame } = await openLibrary();
    const whole = gzipSync(data("pubmed.xml"));
    await frame.setInputFiles("#literature", [
      { name: "no.xml", mimeType: "", buffer: Buffer.from("<svg>Okafor</svg>") },
      { name: "cut.xml.gz", mimeType: "", buffer: whole.subarray(0, whole.length - 40) },
      { name: "good.nbib", mimeType: "", buffer: data("medline.nbib") },
      { name: "latin.ris", mimeType: "", buffer: Buffer.from("TY  - JOUR\nTI  - Über Salz\nER  - \n", "latin1") },
    ]);
    await frame.waitForSelector("#own p", { timeout: 60_000 });
    const [no, cut, good, latin] = await frame.$$eval("#read > li", (all) => all.map(({ textContent }) => textContent));
    assert.match(no, /^no\.xml was not read: Is none of the formats that are read/);
    assert.doesNotMatch(no, /Okafor/);
    assert.match(cut, /It ends in the middle/);
    assert.match(good, /^good\.nbib: \d+ articles/);
    assert.match(latin, /^latin\.ris: 0 articles/);
    assert.match(latin, /article\[0\]: is not UTF-8 and was not read/i);
    await page.close();
  });
});

test("what files have on a question stands below its answer from records, in boxes of their own", async () => {
  const { page, frame } = await openLibrary();
  await frame.setInputFiles("#literature", { name: "pubmed.xml", mimeType: "", buffer: data("pubmed.xml") });
  await frame.waitForSelector("#own p", { timeout: 60_000 });
  await go(frame, "files");
  const note = Buffer.from("The patient had a stroke in 2019 and takes aspirin.");
  await frame.setInputFiles("#files", { name: "note.txt", mimeType: "text/plain", buffer: note });
  await frame.waitForSelector("#ask:not(:disabled)", { timeout: 120_000 });
  await ask(frame, "What about the stroke since 2019?", 1);
  await frame.waitForSelector("#beside > li", { timeout: 60_000 });
  const boxes = await frame.$$eval("#beside > li", (all) => all.map(({ textContent }) => textContent));
  assert.match(boxes[0], /\[Source 1\]/);
  assert.ok(boxes.some((box) => /Retracted: this article was withdrawn/.test(box) && /PMID 90000003/.test(box)));
  assert.ok(boxes.every((box) => !box.includes("takes aspirin")));
  assert.ok(!(await text(frame, "chaperone-answer")).includes("PMID"), "the answer's own boxes hold nothing of them");
  assert.deepEqual(await findings(frame), []);
  await page.close();
});

describe("a file of parameters", () => {
  const choose = (frame, text) =>
    frame.setInputFiles("#configuration", { name: "p.json", mimeType: "application/json", buffer: Buffer.from(text) });
  const QUESTION = "stroke aspirin diabetes since 2019";

  test("changes what is found in one's own files and in the pack, says what it sets, and goes again", async () => {
    const { page, frame } = await openLibrary();
    const everything = [];
    page.on("request", (request) => everything.push([request.url(), request.postData()]));
    await frame.setInputFiles("#literature", { name: "pubmed.xml", mimeType: "", buffer: data("pubmed.xml") });
    await frame.waitForSelector("#own p", { timeout: 60_000 });
    assert.match(await text(frame, "#own"), /^3 articles, 3 passages;/);
    const usual = await search(frame, QUESTION);
    assert.equal(usual.length, 2);
    assert.match(await text(frame, "#library-narrowed"), /Only since/);
    await frame.click("#parameters > summary");
    const file = '{"build":{"chunking":"semantic"},"search":{"top-k":2,"filters":false,"probes":7}}';
    await choose(frame, file);
    await frame.waitForSelector("#configured li");
    assert.equal(await focused(frame), "configuration");
    const sets = await text(frame, "#configured");
    assert.match(sets, /At most 2 passages are found\./);
    assert.match(sets, /Authors and years of the question are words like others/);
    assert.match(sets, /a long abstract is two or three passages/);
    assert.match(sets, /by their text, and by the title\./);
    assert.match(sets, /This page searches by words/);
    assert.match(await text(frame, "#own"), /^3 articles, 4 passages;/);
    assert.equal(await frame.$("#library-hits"), null, "what was found otherwise is gone");
    assert.deepEqual(await findings(frame), []);
    const found = await search(frame, QUESTION);
    assert.equal(found.length, 2);
    assert.notDeepEqual(found, usual);
    assert.equal(await frame.$("#library-narrowed"), null);
    // A pack that is opened later goes by it, too.
    assert.match(await openPack(page, frame), /is open/);
    await frame.selectOption("#library-in", "hosted");
    assert.equal((await search(frame, "w0 w59 since 2001")).length, 2);
    assert.equal(await frame.$("#library-narrowed"), null);
    await frame.click("#as-usual");
    await frame.waitForSelector("#as-usual", { state: "detached" });
    assert.equal(await focused(frame), "configuration");
    assert.equal(await text(frame, "#configured"), "");
    assert.match(await text(frame, "#own"), /^3 articles, 3 passages;/);
    assert.equal((await search(frame, "w0 w59")).length, 20);
    await frame.selectOption("#library-in", "own");
    assert.deepEqual(await search(frame, QUESTION), usual);
    assert.doesNotMatch(JSON.stringify([everything, asked]), /semantic|top-k|p\.json/);
    await page.close();
  });

  test("has slips read and other wordings asked, which is told with what was found", async () => {
    const { page, frame } = await openLibrary();
    await frame.setInputFiles("#literature", { name: "pubmed.xml", mimeType: "", buffer: data("pubmed.xml") });
    await frame.waitForSelector("#own p", { timeout: 60_000 });
    await frame.click("#parameters > summary");
    await choose(frame, '{"search":{"spelling":false}}');
    await frame.waitForSelector("#configured li");
    assert.deepEqual(await search(frame, "suplement"), []);
    await choose(frame, '{"search":{"causal":true}}');
    await frame.waitForFunction(() =>
      /for a cause/.test(
        document
          .querySelector("chaperone-app")
          .shadowRoot.querySelector("chaperone-library")
          .shadowRoot.querySelector("#configured")?.textContent,
      ),
    );
    await frame.waitForSelector("#configured li");
    assert.match(await text(frame, "#configured"), /read as the nearest of its terms.*for a cause.*may tell more/);
    assert.equal((await search(frame, "suplement")).length, 1);
    assert.match(await text(frame, "[data-read-as]"), /^“suplement” is not in it, and is read as “supplement”/);
    await search(frame, "Does walking reduce glucose?");
    assert.match(await text(frame, "[data-wording]"), /^Also looked for: .*walking/i);
    assert.deepEqual(await findings(frame), []);
    await page.close();
  });

  test("that is wrong is told with its line, and what held before holds on", async () => {
    const { page, frame } = await openLibrary();
    await frame.setInputFiles("#literature", { name: "pubmed.xml", mimeType: "", buffer: data("pubmed.xml") });
    await frame.waitForSelector("#own p", { timeout: 60_000 });
    await frame.click("#parameters > summary");
    await choose(frame, '{"search":{"top-k":1,"filters":false}}');
    await frame.waitForSelector("#configured li");
    const before = await search(frame, QUESTION);
    assert.equal(before.length, 1);
    for (const [wrong, why] of [
      ['{\n"search": {"top-k": "okafor"}}', /In line 2: the configuration cannot be read/i],
      ['{"search":\n\n{"okafor": 1}}', /In line 3/i],
      ["okafor", /In line 1/i],
      ['{"search":{"top-k":[1,2]}}', /several ways/],
      ['{"search":{"top-k":5000}}', /out of range/],
      ['{"search":{"strategy":"linear"}}', /keyword, dense, mmr or rrf/],
      [" ".repeat(70_000), /longer than a configuration may be/],
    ]) {
      await choose(frame, wrong);
      await frame.waitForFunction(
        (source) => {
          const view = document.querySelector("chaperone-app").shadowRoot.querySelector("chaperone-library");
          return new RegExp(source, "i").test(
            view.shadowRoot.querySelector("#failure-configuration")?.textContent ?? "",
          );
        },
        why.source,
        { timeout: 60_000 },
      );
      assert.match(
        await text(frame, "#failure-configuration"),
        /^The file was not taken, and what held before holds on\./,
      );
      assert.doesNotMatch(await text(frame, "#parameters"), /okafor/i);
      assert.match(await text(frame, "#configured"), /At most one passage is found/);
    }
    assert.deepEqual(await search(frame, QUESTION), before);
    assert.deepEqual(await findings(frame), []);
    await page.close();
  });
});

test("amounts that a file and a record name of one medicine stand beside each other without a model, equal ones do not", async () => {
  const { page, frame } = await openLibrary();
  const abstract = (number, text) =>
    `TY  - JOUR\nTI  - Metformin ${number}\nAU  - Smith, Ann\nPY  - 2019\nDO  - 10.5555/${number}\nAB  - ${text}\nER  - \n`;
  const ris = abstract(1, "Metformin 1000 mg twice daily lowered glucose.") + abstract(2, "Metformin 0.5 g was taken.");
  await frame.setInputFiles("#literature", { name: "m.ris", mimeType: "", buffer: Buffer.from(ris) });
  await frame.waitForSelector("#own p", { timeout: 60_000 });
  await go(frame, "files");
  const code = {
    system: "http://www.nlm.nih.gov/research/umls/rxnorm",
    code: "861007",
    display: "metformin hydrochloride 500 MG Oral Tablet",
  };
  const entry = [
    { resourceType: "Patient", id: "p", name: [{ family: "Okafor", given: ["Amara"] }] },
    {
      resourceType: "MedicationRequest",
      id: "m",
      status: "active",
      intent: "order",
      subject: { reference: "Patient/p" },
      authoredOn: "2019-03-02",
      medicationCodeableConcept: { coding: [code] },
    },
  ].map((resource) => ({ resource }));
  const record = Buffer.from(JSON.stringify({ resourceType: "Bundle", type: "collection", entry }));
  await frame.setInputFiles("#files", { name: "r.json", mimeType: "", buffer: record });
  await frame.waitForSelector("#ask:not(:disabled)", { timeout: 120_000 });
  await ask(frame, "Does Amara Okafor take metformin?", 1);
  await frame.waitForSelector(".pair", { timeout: 60_000 });
  const pairs = await frame.$$eval(".pair", (all) =>
    all.map((pair) =>
      [".record", ".public"].map((side) => pair.querySelector(`${side} p:nth-child(2)`).textContent.trim()),
    ),
  );
  assert.equal(pairs.length, 1, "0.5 g is 500 mg");
  assert.deepEqual(pairs[0], [
    "metformin hydrochloride 500 MG Oral Tablet",
    "Metformin 1000 mg twice daily lowered glucose.",
  ]);
  assert.deepEqual(await findings(frame), []);
  await page.close();
});

describe("a pack at the page's own server", () => {
  test("is opened and searched by the keyboard, by single ranges, each once; what is read stays read", async () => {
    const { page, frame } = await openLibrary();
    host = {};
    asked.length = 0;
    await frame.focus("#open-library");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#library[open]");
    assert.equal(await page.evaluate(() => document.activeElement.id), "library-address");
    // Who was typing when the question came up has not read it.
    await page.waitForSelector("#library-go:not(:disabled)");
    await page.keyboard.press("Enter");
    await frame.waitForSelector("#traffic", { timeout: 60_000 });
    assert.equal(await focused(frame), "open-library");
    assert.match(await text(frame, "#hosted"), /library\.pack is open\. 154 articles/);
    const hits = await search(frame, "w3481 w120 w12");
    assert.ok(hits.length > 3, `${hits.length}`);
    const ranges = asked.map(({ headers }) => headers.range);
    assert.ok(ranges.length > 1 && ranges.every((range) => /^bytes=\d+-\d+$/.test(range)), ranges.join());
    assert.equal(new Set(ranges).size, ranges.length);
    const before = asked.length;
    assert.deepEqual(await search(frame, "w3481 w120 w12"), hits);
    assert.equal(asked.length, before, "what is there is not asked for again");
    await page.close();
  });

  test("hears two numbers for each part, and nothing of the words, of the records, or of who asks", async () => {
    const { page, frame } = await openReady(browser.context, site.url);
    await frame.setInputFiles("#files", { name: "r.json", mimeType: "", buffer: Buffer.from(canaryBundle(3)) });
    await frame.waitForSelector("#ask:not(:disabled)", { timeout: 120_000 });
    await go(frame, "library");
    await frame.waitForSelector("#open-library:not(:disabled)");
    const everything = [];
    page.on("request", (request) =>
      everything.push([request.url(), JSON.stringify(request.headers()), request.postData()]),
    );
    await visited(page.context(), site.url);
    assert.match(await openPack(page, frame), /is open/);
    await search(frame, "w3481 okafor wristwatch since 2001");
    for (const { url, method, headers } of asked) {
      assert.deepEqual([url, method], ["/library.pack", "GET"]);
      assert.equal(headers.cookie, undefined);
      assert.equal(headers.referer, undefined);
      assert.match(headers.range, /^bytes=\d+-\d+$/);
    }
    const said = JSON.stringify([everything, asked]).toLowerCase();
    for (const word of ["w3481", "okafor", "wristwatch"]) assert.ok(!said.includes(word), word);
    await page.close();
  });

  test("hears of windows of one size alone, each once, of which more are asked for than are needed", async () => {
    const bytes = await invented(3000);
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    // As the header says: it, the root, a hash for each block, and the body.
    const body = Number(view.getBigUint64(16, true));
    const bodyAt = 64 + view.getUint32(12, true) + Math.ceil(body / 8192) * 16;
    assert.equal(bodyAt + body, bytes.length);
    const question = "w3481 w77 w900";
    const needed = new Set();
    const bare = new Library();
    const drive = (step) => {
      for (let outcome = step(); "want" in outcome; outcome = step())
        for (const { start, bytes: length } of outcome.want) {
          const part = bytes.subarray(start, start + length);
          const last = start + part.length - 1;
          bare.supply(start, length, 206, part, `bytes ${start}-${last}/${bytes.length}`);
          if (start >= bodyAt) for (const at of [start, last]) needed.add(Math.floor((at - bodyAt) / WINDOW));
        }
    };
    drive(() => bare.open());
    drive(() => bare.search(question, "2024-01-01"));
    bare.free();
    const { page, frame } = await openLibrary();
    assert.match(await openPack(page, frame, "library.pack", { bytes: Buffer.from(bytes) }), /is open/);
    assert.ok((await search(frame, question)).length > 3);
    const windows = asked
      .map(({ headers }) => /^bytes=(\d+)-(\d+)$/.exec(headers.range).slice(1).map(Number))
      .filter(([start]) => start >= bodyAt);
    for (const [start, last] of windows) {
      assert.equal((start - bodyAt) % WINDOW, 0);
      assert.equal(last + 1 - start, Math.min(WINDOW, bytes.length - start));
    }
    const distinct = new Set(windows.map(([start]) => (start - bodyAt) / WINDOW));
    assert.equal(distinct.size, windows.length, "each once");
    assert.ok([...needed].every((window) => distinct.has(window)));
    // Of so small a pack a window that is drawn first is often one that is needed later.
    assert.ok(distinct.size > needed.size, `${needed.size} of ${distinct.size} of ${Math.ceil(body / WINDOW)}`);
    await page.close();
  });

  const flipped = (at) => {
    const bytes = Buffer.from(PACK);
    bytes[at] ^= 4;
    return bytes;
  };
  describe("that is wrong", () => {
    /** One page, which goes on from each to the next. */
    let page, frame;
    before(async () => ({ page, frame } = await openLibrary()));
    after(() => page.close());
    for (const [name, how, words] of [
      ["a server that answers 200 to a range", { whole: true }, /whole file where a part of it was asked for/],
      ["a server that has none", { status: 404 }, /no pack at this address/],
      ["a server that fails", { status: 503 }, /did not answer a range/],
      ["a server that answers another range", { shifted: 1 }, /another range than was asked for/],
      ["a file that is no pack", { bytes: Buffer.from("<!doctype html>".repeat(9000)) }, /no pack of a library/],
      ["a pack that is cut short", { bytes: PACK.subarray(0, PACK.length - 100) }, /cut short/],
      ["a bit flipped in its root", { bytes: flipped(200) }, /is damaged/],
    ]) {
      test(`${name} is told of, and a good one opens then`, async () => {
        const said = await openPack(page, frame, "library.pack", how);
        assert.match(said, words);
        assert.match(said, /^It could not be opened\./);
        assert.match(await openPack(page, frame, "other/library.pack"), /\/other\/library\.pack is open/);
        await frame.click("#close-library");
        await frame.waitForSelector("#traffic", { state: "detached" });
      });
    }
  });

  test("a bit flipped in its texts is found before anything of them is shown", async () => {
    const { page, frame } = await openLibrary();
    assert.match(await openPack(page, frame, "library.pack", { bytes: flipped(PACK.length - 3000) }), /is open/);
    const hits = await search(frame, "w0 w59 w1 w120 w12 w240 w77 w900 w3481");
    assert.deepEqual(hits, []);
    assert.match(await text(frame, "#failure-search"), /is damaged/);
    await page.close();
  });

  test("is not opened at another origin, nor where the person cancels", async () => {
    const { page, frame } = await openLibrary();
    await frame.click("#open-library");
    await page.fill("#library-address", "https://elsewhere.example/library.pack");
    await page.click("#library-go:not(:disabled)");
    assert.match(await text(page, "#library-said"), /no address at this page’s own server/);
    await page.click("#library-not");
    await frame.waitForSelector("#open-library:not(:disabled)");
    assert.equal(await frame.$("#failure-open"), null);
    await page.close();
  });

  test("ranges that the room was not to ask for are refused, and not asked for", async () => {
    const { page, frame } = await openLibrary();
    const range = (start, length) =>
      frame.evaluate(
        ([start, length]) =>
          document
            .querySelector("chaperone-app")
            .engine.call("range", { start, length })
            .then(
              ({ status }) => status,
              ({ code }) => code,
            ),
        [start, length],
      );
    assert.equal(await range(0, 10), "refused", "no library is open");
    await openPack(page, frame);
    const before = asked.length;
    assert.equal(await range(0, 10), "refused", "read already");
    assert.equal(await range(PACK.length, 1), "refused", "beyond its end");
    assert.equal(await range(2 ** 40, 1), "refused");
    assert.equal(asked.length, before);
    await page.close();
  });
});

test("ranges that fail or are given up are counted, and none reaches beyond the file", async () => {
  const said = [];
  let outcome = () => ({
    status: 206,
    headers: new Headers({ "content-range": "bytes 0-9/100" }),
    bytes: new Uint8Array(10),
  });
  const opened = new Opened(new URL("https://page.example/library.pack"), async (_, { headers }) => {
    said.push(headers.range);
    return outcome();
  });
  const range = (start, length) =>
    opened.range(start, length, new AbortController().signal).then(
      () => "read",
      ({ code, message }) => (code === "refused" ? message : code),
    );
  assert.match(await range(10, 10), /no such part/, "how long it is was not said yet");
  assert.equal(await range(0, 10), "read");
  assert.match(await range(0, 10), /read already/);
  for (const [start, length] of [
    [90, 11],
    [99, 2],
    [100, 1],
  ])
    assert.match(await range(start, length), /no such part/, `${start} ${length}`);
  outcome = () => ({ status: 503, headers: new Headers(), bytes: new Uint8Array() });
  assert.equal(await range(90, 10), "read", "what the server said is told");
  outcome = () => Promise.reject(Object.assign(new Error("given up"), { code: "cancelled" }));
  // The same one as often as it fails, but not without end.
  for (let times = 2; times < MOST_RANGES; times += 1) assert.equal(await range(10 + (times % 40), 7), "cancelled");
  assert.match(await range(50, 7), /Many parts/);
  assert.equal(said.length, MOST_RANGES);
});

test("a library lies at a path of the page's own origin", () => {
  const at = (typed) => packIn(typed, "https://page.example/chaperone/")?.href;
  assert.equal(at("library.pack"), "https://page.example/chaperone/library.pack");
  assert.equal(at(" /packs/a.pack "), "https://page.example/packs/a.pack");
  assert.equal(at("https://page.example/a.pack"), "https://page.example/a.pack");
  for (const typed of [
    "",
    "https://elsewhere.example/a.pack",
    "//elsewhere.example/a.pack",
    "http://page.example/a.pack",
    "a.pack?q=okafor",
    "a.pack#okafor",
    "https://a:b@page.example/a.pack",
    "data:text/plain,x",
    "javascript:alert(1)",
  ])
    assert.equal(at(typed), undefined, typed);
});

test("a worker that ends rejects what was asked of it, and another is started then", async () => {
  const starts = [];
  const libraries = new Libraries({
    call: (name, takes) => {
      assert.equal(name, "shelves");
      return new Promise((_, reject) => starts.push({ port: takes.port, reject }));
    },
  });
  let ended;
  libraries.onEnded = (error) => (ended = error);
  const asking = libraries.files([], {}, () => {});
  const why = new Error("ended");
  starts[0].reject(why);
  await assert.rejects(asking, why);
  assert.equal(ended, why);
  const again = libraries.files([], {}, () => {});
  starts[1].port.onmessage = ({ data }) => starts[1].port.postMessage({ id: data.id, gives: { files: [] } });
  assert.deepEqual(await again, { files: [] });
  for (const { port } of starts) port.close();
});
