// The search of passages in the page: a strategy is chosen, each hit says why it is there, and the person's own UMLS is read.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch } from "../browser.mjs";
import { letter, letters } from "./support/letters.mjs";
import { go, openReady, openWithSamples } from "./support/room.mjs";
import { serveWithoutModel } from "./support/without.mjs";

let site, browser, page, frame;
before(async () => {
  site = await serveWithoutModel();
  browser = await launch();
  ({ page, frame } = await openReady(browser.context, site.url));
  await frame.setInputFiles("#files", LETTERS);
  await frame.waitForSelector("#ask:not(:disabled)", { timeout: 120_000 });
  await go(frame, "search");
  await frame.waitForSelector("#search:not(:disabled)", { timeout: 120_000 });
});
after(async () => {
  await page.close();
  await browser.close();
  await site.close();
});

/** Letters that name things otherwise than the questions of these tests. */
const LETTERS = letters(
  letter("a", "2019-04-02", "There was a myocardial infarction in spring."),
  letter("b", "2020-04-02", "No myocardial infarction was seen this time."),
  letter("c", "2021-05-09", "The knee is swollen, and a zorblax was found."),
);

const search = async (words, strategy) => {
  await go(frame, "search");
  await frame.fill("#words", words);
  await frame.selectOption("#strategy", strategy);
  const number = await frame.$eval("chaperone-search", (view) => view.searches);
  await frame.click("#search:not(:disabled)");
  await frame.waitForFunction(
    (before) => document.querySelector("chaperone-app").renderRoot.querySelector("chaperone-search").searches > before,
    number,
  );
};
const used = () => frame.getAttribute("#used", "data-strategy");
const texts = () => frame.$$eval("#hits blockquote", (quotes) => quotes.map(({ textContent }) => textContent));
const parts = (rank) =>
  frame.$$eval(`[data-rank="${rank}"] .parts > li`, (items) =>
    items.map(({ dataset, textContent }) => [dataset.part, textContent.replaceAll(/\s+/g, " ").trim()]),
  );

test("a strategy is chosen, shown, and changes what is found", { timeout: 180_000 }, async () => {
  await search("heart attack", "concept");
  assert.equal(await used(), "concept");
  assert.equal(await frame.textContent("#used"), "Concepts first, then words");
  assert.deepEqual(await texts(), [
    "There was a myocardial infarction in spring.",
    "No myocardial infarction was seen this time.",
  ]);
  await search("heart attack", "keyword");
  assert.equal(await used(), "keyword");
  assert.deepEqual(
    (await parts(1)).map(([part]) => part),
    ["terms"],
  );
  await search("heart attack", "linear");
  assert.equal(await used(), "keyword");
  assert.match(await frame.textContent("#fallback"), /searched by words and concepts/);
  for (const strategy of ["dense", "mmr"]) {
    await search("heart attack", strategy);
    assert.equal(await used(), "keyword");
    assert.match(await frame.textContent("#fallback"), /searched by words and concepts/);
  }
});

test("where nothing has a word that was typed, or speaks of it, that is said", { timeout: 180_000 }, async () => {
  await search("heart attack", "concept");
  assert.equal(await frame.$("#nearest"), null, "what was found by a concept speaks of it");
  await search("zorblax", "keyword");
  assert.equal(await frame.$("#nearest"), null, "what was found by a word has it");
  // What search by meaning alone finds has neither.
  await frame.$eval("chaperone-search", async (view) => {
    const bare = {
      keyword: null,
      spoken: [],
      concept: { covered: 0, of: 1, adds: 0 },
      dense: { rank: 1, adds: 0.2, cosine: 0.2 },
    };
    view.found = { ...view.found, hits: view.found.hits.map((hit) => ({ ...hit, ...bare })) };
    await view.updateComplete;
  });
  assert.match(await frame.textContent("#nearest"), /they only come nearest/);
});

test("each hit says which words and concepts brought it", { timeout: 180_000 }, async () => {
  await search("Did I have a heart attack in spring?", "stages");
  assert.match(await used(), /^stages/);
  assert.equal(await frame.textContent("#used"), "All stages (what answers use)");
  const [first] = await texts();
  assert.equal(first, "There was a myocardial infarction in spring.");
  const said = Object.fromEntries(await parts(1));
  assert.match(said.terms, /^\+ \d+\.\d\d ?words, place 1: .*spring/);
  assert.match(said.concepts, /Myocardial Infarction \(the same\)/);
  assert.match(Object.fromEntries(await parts(2)).concepts, /the same, as not so/);
});

test("explanations have whole words, and a slip in a name of everyday is put right", { timeout: 180_000 }, async () => {
  await search("Is the knee swollen, with infarctions?", "keyword");
  const said = (await parts(1)).map(([, text]) => text).join();
  assert.match(said, /\b(?:infarction|swollen)\b/);
  assert.doesNotMatch(said, /\binfarct \d/);
  await search("heart atack", "concept");
  assert.deepEqual(await texts(), [
    "There was a myocardial infarction in spring.",
    "No myocardial infarction was seen this time.",
  ]);
});

test("a hit opens its source", { timeout: 180_000 }, async () => {
  await search("knee", "keyword");
  await frame.click("#hits [data-reference]");
  await frame.waitForSelector("chaperone-source [role=dialog], chaperone-source dialog[open]");
  await page.keyboard.press("Escape");
});

test(
  "a UMLS of the person's own comes on top of the vocabulary, and what is none is refused",
  { timeout: 180_000 },
  async () => {
    await go(frame, "settings");
    await frame.click("chaperone-own-concepts summary");
    await frame.waitForSelector("#known:not(:empty)");
    assert.match(await frame.textContent("#known"), /^That of this page: [\d,]+ concepts with [\d,]+ names/);
    const file = (name, text) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
    const name = (cui, text) => `${cui}|ENG|P|L1|PF|S1|Y|A1||||MSH|MH|D1|${text}|0|N||\n`;
    await frame.setInputFiles("chaperone-own-concepts #files", [file("MRCONSO.RRF", "not|a|umls\n")]);
    await frame.click("chaperone-own-concepts #use");
    await frame.waitForSelector("chaperone-own-concepts #failure");
    assert.match(await frame.textContent("chaperone-own-concepts #failure"), /neither MRCONSO\.RRF nor MRREL\.RRF/);
    await search("flimsy wobble", "concept");
    assert.deepEqual(await texts(), []);
    const names = name("C0000001", "flimsy wobble") + name("C0000002", "zorblax");
    const relations = "C0000001|A1|AUI|CHD|C0000002|A2|AUI||R1||MSH|MSH|||N||\n";
    await frame.setInputFiles("chaperone-own-concepts #files", [
      file("MRCONSO.RRF", names),
      file("MRREL.RRF", relations),
    ]);
    await go(frame, "settings");
    await frame.click("chaperone-own-concepts #use:not(:disabled)");
    await frame.waitForSelector("#known:has-text('Yours and that of this page')");
    await search("flimsy wobble", "concept");
    assert.deepEqual(await texts(), ["The knee is swollen, and a zorblax was found."]);
    assert.match(Object.fromEntries(await parts(1)).concepts, /zorblax \(a kind of it\)/);
    // What the page's own vocabulary knows is still known.
    await search("heart attack", "concept");
    assert.equal((await texts()).length, 2);
  },
);

test(
  "what was there before is searched while a further file is read and made findable",
  { timeout: 180_000 },
  async () => {
    await go(frame, "files");
    const more = Array.from({ length: 4000 }, (_, at) =>
      letter(`more-${at}`, "2022-01-02", `Letter ${at}: the ankle is swollen, and an infarction is not meant.`),
    );
    // It looks before reading begins, which may be over soon.
    const looking = frame.evaluate(async () => {
      const { engine, reading } = document.querySelector("chaperone-app");
      const found = [];
      while (!reading.state.busy) await new Promise((resolve) => setTimeout(resolve, 1));
      while (reading.state.busy) {
        const { doing } = reading.state.underway ?? {};
        const { earlier, texts } = await engine.call("search", { question: "zorblax", strategy: "keyword" });
        if (reading.state.busy) found.push({ doing, earlier, texts });
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return found;
    });
    await frame.setInputFiles("#files", { ...letters(...more), name: "more.json" });
    const looked = await looking;
    assert.ok(looked.length > 2, `${looked.length} searches`);
    for (const { texts } of looked) assert.deepEqual(texts, ["The knee is swollen, and a zorblax was found."]);
    assert.ok(
      looked.some(({ earlier }) => earlier),
      "of the records as they were before the file",
    );
    // The file names a person of the same name, without what says that they are one.
    await go(frame, "search");
    await frame.selectOption("#searched", { label: "everybody" });
    await search("ankle", "keyword");
    assert.equal(await frame.$("#earlier"), null);
    assert.match((await texts())[0], /the ankle is swollen/);
  },
);

test(
  "the records of whom the page shows are searched, or everybody's, and each hit says whose it is",
  { timeout: 180_000 },
  async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    const search = async () => {
      const number = await frame.$eval("chaperone-search", (view) => view.searches);
      await frame.fill("#words", "blood pressure");
      await frame.selectOption("#strategy", "keyword");
      await frame.click("#search:not(:disabled)");
      await frame.waitForFunction(
        (before) =>
          document.querySelector("chaperone-app").renderRoot.querySelector("chaperone-search").searches > before,
        number,
      );
      return new Set(
        await frame.$$eval("#hits [data-subject]", (names) => names.map(({ textContent }) => textContent)),
      );
    };
    const chosen = (select) => frame.$eval(select, ({ selectedOptions: [option] }) => option.textContent.trim());
    await go(frame, "timeline");
    await frame.selectOption("#person", { label: "Imani Delphine Rice" });
    await go(frame, "search");
    assert.equal(await chosen("#searched"), "Imani Delphine Rice");
    assert.deepEqual([...(await search())], ["Imani Delphine Rice"]);

    await frame.selectOption("#searched", { label: "everybody" });
    assert.equal(await frame.$("#hits"), null, "what was found of her alone is there no more");
    assert.ok((await search()).size > 1);

    await frame.selectOption("#searched", { label: "Amara Ngozi Okafor" });
    assert.deepEqual([...(await search())], ["Amara Ngozi Okafor"]);
    await go(frame, "timeline");
    assert.equal(await chosen("#person"), "Amara Ngozi Okafor", "whoever is chosen there is shown everywhere");
    await page.close();
  },
);
