// Exact answers, and what is new since a day: in Chromium, with the built engine and the sample records.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch } from "../browser.mjs";
import { readSources, recheck } from "../quote-check.mjs";
import { SAMPLES } from "./support/identifiers.mjs";
import { ask, go, openWithSamples } from "./support/room.mjs";
import { serveWithoutModel } from "./support/without.mjs";

let site, browser;
before(async () => {
  [site, browser] = await Promise.all([serveWithoutModel(), launch()]);
});
after(async () => {
  await browser.close();
  await site.close();
});

const last = async (frame) => (await frame.$$("chaperone-answer")).at(-1);

describe("an exact answer", () => {
  test("stands above its entries with its rule, and its value is in the first box", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await ask(frame, "What was my highest A1c?", 1);
    const answer = await last(frame);
    const said = await answer.$eval("#exact .sentence", (element) => element.textContent);
    assert.match(said, /highest HbA1c is 7\.9 %/);
    const { blocks, exact } = await answer.evaluate((element) => element.answer);
    assert.deepEqual(exact.boxes, [0]);
    const sources = readSources(SAMPLES);
    const shown = await answer.$eval("[data-block]", (element) => element.textContent);
    assert.ok(shown.includes("7.9") && recheck(blocks[0], shown, sources).texts > 0);
    const order = await answer.evaluate((element) => {
      const [text, box] = ["#exact", "[data-block]"].map((name) => element.renderRoot.querySelector(name));
      return Boolean(text.compareDocumentPosition(box) & Node.DOCUMENT_POSITION_FOLLOWING);
    });
    assert.ok(order, "the sentence stands above the box");
    await (await answer.$("#rules summary")).click();
    assert.match(await answer.$eval("#rules", (element) => element.textContent), /4548-4/);
    await page.close();
  });

  test("is given of what is asked for together, each value with its day and its box", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await ask(frame, "Amara's latest labs", 1);
    const answer = await last(frame);
    const said = await answer.$eval("#exact .sentence", (element) => element.textContent);
    assert.match(said, /The latest laboratory values are of 9 April 2024: .*HbA1c: 6\.4 %;/);
    const { blocks, exact } = await answer.evaluate((element) => element.answer);
    assert.equal(exact.boxes.length, said.split(" A text of ")[0].split(";").length);
    const sources = readSources(SAMPLES);
    const shown = await answer.$$eval("[data-block]", (boxes) => boxes.map((box) => box.textContent));
    for (const at of exact.boxes) assert.ok(recheck(blocks[at], shown[at], sources).texts > 0);
    await ask(frame, "What is new for Amara since 2023?", 2);
    assert.match(
      await (await last(frame)).$eval("#exact .sentence", (element) => element.textContent),
      /^Since 1 January 2023 the record has /,
    );
    await page.close();
  });

  test("says how a question was read that is not read word by word, where it is seen at once", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await ask(frame, "Amara's weight 2024 against 2022, the difference?", 1);
    const answer = await last(frame);
    assert.match(await answer.$eval("#exact .sentence", (element) => element.textContent), /lower by 1\.26 kg/);
    const reading = await answer.$eval("[data-reading]", (element) => element.innerText);
    assert.equal(reading, "Read as “How much higher or lower was my weight in 2024 than in 2022?”.");
    assert.doesNotMatch(await answer.$eval("#rules", (element) => element.textContent), /Read as/);
    await page.close();
  });

  test("is not given where a word is read as another, which is said, and what is found by it is shown", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await ask(frame, "What did the notes say about Amara's metfromin?", 1);
    const answer = await last(frame);
    assert.equal(await answer.$("#exact"), null);
    const reading = await answer.$eval("[data-read-as]", (element) => element.innerText);
    assert.equal(reading, "“metfromin” is read as “metformin”.");
    assert.match(await answer.$eval("[data-block]", (element) => element.textContent), /metformin/i);
    await page.close();
  });

  test("of what is not there says so, with what was searched", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await ask(frame, "What is my PSA?", 1);
    const answer = await last(frame);
    assert.match(await answer.$eval("#exact", (element) => element.textContent), /not in the record/);
    const searched = await answer.$eval("#searched", (element) => element.textContent);
    assert.ok(searched.includes("2857-1") && searched.includes("prostate specific antigen"), searched);
    await page.close();
  });

  test("is not given of what has kinds in the record alone: these are shown, and said to be kinds of it", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await ask(frame, "Does Amara have an infection?", 1);
    const answer = await last(frame);
    assert.equal(await answer.$("#exact"), null);
    assert.match(await answer.$eval(".notice", (element) => element.textContent), /as kinds of it/);
    assert.match(await answer.$eval("[data-block]", (element) => element.textContent), /Sinusitis/);
    await page.close();
  });

  test("is not given where a judgement is asked for", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await ask(frame, "Is my A1c good?", 1);
    assert.equal(await (await last(frame)).$("#exact"), null);
    await page.close();
  });
});

describe("what is new since a day", () => {
  test("is shown with its entries, a notice and what it is for; a box leads to its source", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await go(frame, "today");
    await frame.waitForSelector("#brief");
    await frame.fill("#since", "2018-01-01");
    await frame.click("#show-brief:not(:disabled)");
    await frame.waitForSelector("#brief-title:has-text('since 1 January 2018')");
    const text = await frame.$eval("chaperone-brief #brief", (element) => element.textContent);
    assert.match(text, /emergency number/);
    assert.match(text, /no diagnosis/);
    for (const part of ["New problems", "Changed medicines", "Values out of range", "Values on the move"])
      assert.ok(await frame.$(`chaperone-brief [data-part="${part}"]`), part);
    assert.match(await frame.$eval('[data-part="New problems"]', (part) => part.textContent), /Osteoarthritis of knee/);
    await frame.click('[data-part="New problems"] li summary');
    await frame.click('[data-part="New problems"] [data-reference]');
    await frame.waitForSelector("dialog mark");
    await page.keyboard.press("Escape");
    await frame.fill("#since", "2005-01-01");
    await frame.click("#show-brief:not(:disabled)");
    await frame.waitForSelector("#brief-title:has-text('since 1 January 2005')");
    assert.match(await frame.textContent("[data-more] >> nth=0"), /^and \d+ more: all entries stand in the timeline$/);
    await frame.click("[data-more] >> nth=0");
    await frame.waitForSelector("#tab-timeline[aria-selected=true]");
    await page.close();
  });

  test("and entries that disagree stand side by side", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await go(frame, "today");
    await frame.waitForSelector("#brief");
    const brief = await frame.$("chaperone-brief");
    await brief.evaluate((element) => {
      const box = (title) => ({ kind: "record-data", reference: title, title, rows: [], elements: [] });
      element.brief = {
        since: "2020-01-01",
        redFlags: "",
        intendedUse: "",
        parts: [],
        blocks: [box("one"), box("other")],
        disagreements: [
          {
            about: "dose",
            title: "Dose of x",
            reason: "Both are active.",
            sides: [
              { text: "5 MG", box: 0 },
              { text: "10 MG", box: 1 },
            ],
          },
        ],
        moreDisagreements: 3,
      };
    });
    await frame.waitForSelector("[data-conflict]");
    const sides = await frame.$$eval("[data-side]", (all) =>
      all.map((side) => side.getBoundingClientRect()).map(({ top, left }) => [Math.round(top), Math.round(left)]),
    );
    assert.equal(sides.length, 2);
    assert.equal(await frame.textContent("#disagreements .count"), "4");
    assert.match(await frame.textContent("#disagreements [data-more]"), /and 3 more/);
    assert.equal(sides[0][0], sides[1][0], "on one line");
    assert.notEqual(sides[0][1], sides[1][1]);
    await page.close();
  });
});
