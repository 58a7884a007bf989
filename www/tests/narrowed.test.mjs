// What a question says of the documents that may answer it, in the page: shown, and taken away by the person.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch } from "../browser.mjs";
import { letter, letters } from "./support/letters.mjs";
import { ask, comes, focused, openReady, prepare } from "./support/room.mjs";
import { DONE, delta, startScripted, streams } from "./support/scripted.mjs";
import { serveWithoutModel } from "./support/without.mjs";

let site, browser;
before(async () => {
  site = await serveWithoutModel();
  browser = await launch();
});
after(async () => {
  await browser.close();
  await site.close();
});

/** Two letters of one doctor, of two years, and one of another. */
const LETTERS = letters(
  letter("a", "2019-04-02", "The left knee was injected without trouble.", { author: "Dr. Helen Marsh" }),
  letter("b", "2021-04-02", "The knee is free of pain now.", { author: "Dr. Helen Marsh" }),
  letter("c", "2021-05-09", "The knee was not looked at; the blood pressure was.", { author: "Dr. Ade Okoro" }),
);

const textsOf = (frame) =>
  frame.$eval("chaperone-answer", ({ answer }) => answer.blocks.map(({ text = "" }) => text.trim()));

test("what narrows a search is told, and can be taken away", { timeout: 180_000 }, async () => {
  const { page, frame } = await openReady(browser.context, site.url);
  await frame.setInputFiles("#files", LETTERS);
  await frame.waitForSelector("#ask:not(:disabled)", { timeout: 120_000 });
  await ask(frame, "What did Dr Marsh write about my knee in 2021?", 1);
  assert.deepEqual(await textsOf(frame), ["The knee is free of pain now."]);
  const told = await frame.$$eval("#narrowed li", (items) => items.map(({ dataset }) => [dataset.by, dataset.state]));
  assert.deepEqual(told, [
    ["author", "applied"],
    ["time", "applied"],
  ]);
  assert.match(await frame.textContent("#narrowed"), /Only what Dr\. Helen Marsh wrote was searched\./);

  await frame.click("[data-widen=time]");
  await frame.waitForSelector('#narrowed [data-state="taken-away"][data-by=time]');
  assert.deepEqual((await textsOf(frame)).toSorted(), [
    "The knee is free of pain now.",
    "The left knee was injected without trouble.",
  ]);
  await frame.click("[data-widen=author]");
  await frame.waitForSelector('#narrowed [data-state="taken-away"][data-by=author]');
  assert.equal((await textsOf(frame)).length, 3);
  assert.equal(await frame.$("[data-widen]"), null);
  await page.close();
});

test("somebody whom no text has as its author narrows nothing, and that is told", { timeout: 180_000 }, async () => {
  const { page, frame } = await openReady(browser.context, site.url);
  await frame.setInputFiles("#files", LETTERS);
  await frame.waitForSelector("#ask:not(:disabled)", { timeout: 120_000 });
  await ask(frame, "What did Dr Nobody write about my knee?", 1);
  assert.match(await frame.textContent("#narrowed"), /names its author so\. What everybody wrote was searched\./);
  assert.ok((await textsOf(frame)).length > 1);
  await page.close();
});

test(
  "a model is asked once more with what narrowed the search taken away, from the draft and from the answer",
  {
    timeout: 180_000,
  },
  async () => {
    const model = await startScripted();
    model.behave((response) => streams(response).end(delta("It is told here.") + DONE));
    const { page, frame } = await openReady(browser.context, site.url);
    await frame.setInputFiles("#files", LETTERS);
    await frame.waitForSelector("#ask:not(:disabled)", { timeout: 120_000 });
    await prepare(frame, model.url, "What did Dr Marsh write about my knee in 2021?");
    const told = () =>
      frame.$eval("chaperone-leaving", ({ draft }) => draft.pieces.flatMap(({ originals }) => originals).join());
    assert.doesNotMatch(await told(), /injected/);
    assert.match(
      await frame.textContent("chaperone-leaving #narrowed"),
      /Only what Dr\. Helen Marsh wrote was searched\./,
    );

    await frame.click("chaperone-leaving [data-widen=time]");
    await comes(frame, 'chaperone-leaving #narrowed [data-state="taken-away"][data-by=time]');
    assert.match(await told(), /injected/);
    assert.equal(await focused(frame), "title", "the draft has the focus");
    assert.equal(model.requests.length, 0, "nothing has left");

    await frame.click("#approve");
    await comes(frame, "chaperone-answer [data-widen=author]");
    assert.equal(model.requests.length, 1);
    await frame.click("chaperone-answer [data-widen=author]");
    await comes(frame, 'chaperone-leaving #narrowed [data-state="taken-away"][data-by=author]');
    const gone = await frame.$$eval('chaperone-leaving #narrowed [data-state="taken-away"]', (items) => items.length);
    assert.equal(gone, 2, "what was taken away before stays away");
    assert.equal(model.requests.length, 1, "it has to be approved as the one before");

    // What is prepared once more is searched as widely.
    await frame.click("#discard");
    await frame.click("#again");
    await comes(frame, 'chaperone-leaving #narrowed [data-state="taken-away"][data-by=time]');
    await page.close();
    await model.close();
  },
);
