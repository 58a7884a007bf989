// Reading the best passages a second time, with the real model: it is fetched when it is switched on, hits say what it adds, and it ends.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch } from "../browser.mjs";
import { go, openWithSamples } from "./support/room.mjs";
import { findings } from "./support/axe.mjs";
import { serveWithoutModel } from "./support/without.mjs";

/** A question of letters, and one of entries. */
const OF_LETTERS = "What do the letters say about anticoagulation?";
const OF_ENTRIES = "blood pressure";
const PATIENCE = { timeout: 240_000 };

let site, browser, page, frame;
const asked = [];
let broken = false;
before(async () => {
  site = await serveWithoutModel({
    seen: ({ url }) => asked.push(url),
    answer: ({ url }, response) => {
      if (!broken || !url.startsWith("/assets/reranker.")) return false;
      response.writeHead(503).end();
      return true;
    },
  });
  browser = await launch();
  ({ page, frame } = await openWithSamples(browser.context, site.url));
});
after(async () => {
  await page.close();
  await browser.close();
  await site.close();
});

const switched = (to) => frame.waitForSelector(`chaperone-second-reading #${to}`, PATIENCE);

/** Searches for `words`, and waits until the search is over. */
async function search(words, strategy = "stages") {
  await go(frame, "search");
  await frame.waitForSelector("#search:not(:disabled)", PATIENCE);
  await frame.fill("#words", words);
  await frame.selectOption("#strategy", strategy);
  const before = await frame.$eval("chaperone-search", (view) => view.searches);
  await frame.click("#search");
  await frame.waitForFunction(
    (number) => document.querySelector("chaperone-app").renderRoot.querySelector("chaperone-search").searches > number,
    before,
    PATIENCE,
  );
}
/** How many of the hits say what the second reading adds. */
const saying = () => frame.$$eval("#hits [data-part=rerank]", ({ length }) => length);
const references = () => frame.$$eval("#hits [data-reference]", (all) => all.map(({ dataset }) => dataset.reference));
const second = async () => (await frame.$("#second")) && frame.textContent("#second");

test("it is off, says what it takes, and is not fetched by itself", PATIENCE, async () => {
  await search(OF_LETTERS);
  assert.deepEqual([await saying(), await second()], [0, null]);
  await go(frame, "settings");
  const words = await frame.textContent("chaperone-second-reading section");
  assert.match(
    words,
    /reads the best 20 once more[^]*at most 2 seconds[^]*ms-marco-minilm-l12-v2-int8, 33 MiB, under Apache-2\.0/,
  );
  assert.ok(!asked.some((path) => path.startsWith("/assets/reranker")));
  assert.deepEqual(await findings(frame), []);
});

test("a model that cannot be had is told of, and can be tried again", PATIENCE, async () => {
  await go(frame, "settings");
  broken = true;
  await frame.click("chaperone-second-reading #on");
  const failure = await frame.waitForSelector("chaperone-second-reading #failure", PATIENCE);
  assert.match(await failure.textContent(), /does not give out what reads passages a second time \(status 503\)/);
  broken = false;
  await search(OF_LETTERS);
  assert.equal(await second(), null);
});

test(
  "switched on, hits of letters say what it adds, best first; of entries it says why there is none",
  PATIENCE,
  async () => {
    await search(OF_LETTERS);
    const before = await references();
    await go(frame, "settings");
    await frame.click("chaperone-second-reading #on");
    await switched("off");
    await search(OF_LETTERS);
    assert.ok((await saying()) > 0);
    const told = await second();
    const [, read] = /^(\d+) passages?(?: of \d+)? read a second time/.exec(told) ?? assert.fail(told);
    assert.ok(Number(read) >= 2 && Number(read) <= 20);
    assert.deepEqual([...(await references())].sort().length, before.length);
    const scores = await frame.$$eval("#hits .score", (all) =>
      all.map(({ textContent }) => Number(/[\d.]+$/.exec(textContent)?.[0])),
    );
    assert.deepEqual(
      scores,
      scores.toSorted((a, b) => b - a),
    );
    await search(OF_ENTRIES);
    assert.equal(await saying(), 0);
    assert.match(await second(), /Among entries words and days decide/);
    await search(OF_LETTERS, "keyword");
    assert.match(await second(), /by all stages/);
  },
);

test("a newer search ends an older one, and the page answers meanwhile", PATIENCE, async () => {
  const ends = await frame.evaluate(async (question) => {
    const { engine } = document.querySelector("chaperone-app");
    const about = { subject: undefined, strategy: "stages" };
    const [began, named] = [performance.now(), []];
    const older = engine.call("search", { question, ...about }).catch(({ code }) => code);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const newer = engine.call("search", { question: `${question} Or about pain?`, ...about });
    // What else is asked does not wait for the reading.
    named.push(await Promise.race([engine.call("patients", {}).then(() => "patients"), newer.then(() => "newer")]));
    const { second } = await newer;
    return { older: await older, named, second, millis: performance.now() - began };
  }, OF_LETTERS);
  assert.equal(ends.older, "cancelled");
  assert.deepEqual(ends.named, ["patients"]);
  assert.ok(ends.second.read > 0 && ends.second.of >= ends.second.read, JSON.stringify(ends.second));
});

test("switched off, nothing is read a second time", PATIENCE, async () => {
  await go(frame, "settings");
  await frame.click("chaperone-second-reading #off");
  await switched("on");
  await search(OF_LETTERS);
  assert.deepEqual([await saying(), await second()], [0, null]);
});
