// Several questions one after the other, their boxes against the source, and the source reader.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch } from "../browser.mjs";
import { readSources, recheck } from "../quote-check.mjs";
import { SAMPLES } from "./support/identifiers.mjs";
import { QUESTION, ask, focused, openWithSamples, prepare } from "./support/room.mjs";
import { startScripted } from "./support/scripted.mjs";
import { serveWithoutModel } from "./support/without.mjs";

const QUESTIONS = [QUESTION, "What medications am I taking?", "What am I allergic to?"];

let site, browser, model;
before(async () => {
  [site, browser, model] = await Promise.all([serveWithoutModel(), launch(), startScripted()]);
});
after(async () => {
  await browser.close();
  await Promise.all([site.close(), model.close()]);
});

/** The turns, as they are shown and as the engine gave their answers. */
const turnsOf = (frame) =>
  frame.$$eval("chaperone-turn", (turns) =>
    turns.map((element) => {
      const answer = element.renderRoot.querySelector("chaperone-answer");
      return {
        question: element.renderRoot.querySelector("#asked").textContent,
        blocks: answer.answer?.blocks ?? [],
        failure: answer.failure,
        shown: [...answer.renderRoot.querySelectorAll("[data-block]")].map((block) => block.textContent),
      };
    }),
  );

describe("a conversation", () => {
  test("keeps every turn, and every box of each equals its source", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    for (const [number, question] of QUESTIONS.entries()) await ask(frame, question, number + 1);
    const turns = await turnsOf(frame);
    assert.deepEqual(
      turns.map(({ question }) => question),
      QUESTIONS,
    );
    const sources = readSources(SAMPLES);
    for (const { question, blocks, shown } of turns) {
      const boxes = blocks.map((block, number) => recheck(block, shown[number], sources).texts);
      assert.ok(boxes.length > 0 && boxes.every((texts) => texts > 0), question);
    }
    assert.equal(await focused(frame), "asked", "the newest turn has the focus");
    assert.match(await frame.textContent("chaperone-question section"), /Each question stands alone/);

    await frame.click("#new");
    assert.deepEqual(await turnsOf(frame), []);
    assert.equal(await focused(frame), "question");
    await page.close();
  });

  test("begins with questions that the records answer, and that can be clicked", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await frame.waitForSelector(".chips button", { timeout: 60_000 });
    const suggested = await frame.$$eval(".chips button", (buttons) => buttons.map((each) => each.textContent));
    assert.ok(suggested.length >= 3 && suggested.length <= 4, suggested.join());
    await frame.click(".chips button >> nth=1");
    await frame.waitForSelector("[data-turn='1'] #count");
    const [turn] = await turnsOf(frame);
    assert.equal(turn.question, suggested[1]);
    assert.ok(turn.blocks.some(({ kind }) => kind === "record-data"));
    assert.equal(await frame.isVisible(".chips"), false);
    await page.close();
  });

  test("a turn that fails keeps the others, and what left stays to be read", async () => {
    model.behave("answers 500");
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await ask(frame, QUESTION, 1);
    await prepare(frame, model.url);
    await frame.click("#approve");
    await frame.waitForSelector("[data-turn='2'] #failure");
    await frame.check("input[value=none]");
    await ask(frame, QUESTIONS[1], 3);
    const turns = await turnsOf(frame);
    assert.deepEqual(
      turns.map(({ failure }) => failure !== ""),
      [false, true, false],
    );
    const left = await frame.waitForSelector("[data-turn='2'] details");
    assert.match(await left.textContent(), /What may have left: to test at 127\.0\.0\.1/);
    assert.equal(await frame.isVisible("[data-turn='2'] chaperone-leaving"), false);
    await frame.click("[data-turn='2'] details > summary");
    assert.equal(await frame.isVisible("[data-turn='2'] chaperone-leaving #message"), true);
    assert.equal(await frame.isVisible("[data-turn='2'] #approve"), false);
    await page.close();
  });

  test("a discarded draft cannot be sent any more", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    const before = model.requests.length;
    await prepare(frame, model.url);
    await frame.click("#discard");
    await frame.waitForSelector("text=Nothing was sent.");
    assert.equal(await frame.$("#approve"), null);
    await frame.evaluate(() => document.querySelector("chaperone-app").conversation.approve(1));
    assert.equal(model.requests.length, before);
    await page.close();
  });
});

describe("what would leave", () => {
  test("a mark tells its reason and its original, on both sides, and one kind can be singled out", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await prepare(frame, model.url);
    await frame.click("#message .mark.general >> nth=0");
    const why = await frame.textContent("#why");
    assert.match(why, /: (a number, rounded|a date, turned into a distance in time)\. In your records: \S/);
    assert.equal((await frame.$$("#originals .mark.chosen")).length, 1, "its original is marked beside it");

    const counts = await frame.$$eval(".legend button", (buttons) =>
      buttons.map(({ dataset, textContent }) => [dataset.group, Number(/\d+$/.exec(textContent)[0])]),
    );
    for (const [group, count] of counts) assert.equal((await frame.$$(`#message .mark.${group}`)).length, count, group);
    await frame.click(".legend [data-group=standin]");
    assert.equal(await frame.getAttribute(".legend [data-group=standin]", "aria-pressed"), "true");
    assert.equal((await frame.$$("#message .mark.standin.faint")).length, 0);
    assert.ok((await frame.$$("#message .mark.faint")).length > 0);
    const { message } = await frame.$eval("chaperone-leaving", ({ draft }) => draft);
    assert.equal(await frame.textContent("#message"), message, "the text that is shown is the text that would leave");
    await page.close();
  });

  test("a refusal names each finding with what to do, and cannot be approved", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await prepare(frame, model.url);
    await frame.$eval("chaperone-leaving", (view) => {
      const start = view.draft.message.indexOf("day 0");
      const finding = {
        part: "message",
        rule: "known-answer",
        reason: "a name",
        fix: "Ask without it.",
        start,
        end: start + 5,
      };
      view.draft = { ...view.draft, verdict: "refused", findings: [finding] };
    });
    await frame.waitForSelector("#findings");
    assert.match(
      await frame.textContent("#findings"),
      /known answer: a name\s+“?day 0”?\s+What to do: Ask without it\./,
    );
    assert.ok((await frame.$$("#message .found")).length > 0);
    assert.equal(await frame.isDisabled("#approve"), true);
    await page.close();
  });
});

describe("the source reader", () => {
  test("opens at the passage, walks the answer's quotations, and gives the focus back", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await ask(frame, QUESTIONS[1], 1);
    const references = await frame.$$eval("[data-reference]", (links) => links.map(({ dataset }) => dataset.reference));
    const distinct = [...new Set(references)];
    assert.ok(distinct.length > 1, "the question has several quotations");
    await frame.focus(`[data-reference="${distinct[0]}"] >> nth=0`);
    await page.keyboard.press("Enter");
    await frame.waitForSelector("dialog mark");
    await page.waitForTimeout(200);
    const inSight = () =>
      frame.$eval("chaperone-source", (reader) => {
        const mark = reader.renderRoot.querySelector("mark").getBoundingClientRect();
        const text = reader.renderRoot.querySelector(".text").getBoundingClientRect();
        return mark.top < text.bottom && mark.bottom > text.top;
      });
    assert.equal(await inSight(), true);
    assert.equal(await frame.isDisabled("#previous"), true);
    await frame.click("#next");
    await frame.waitForSelector(`text=Quotation 2 of ${distinct.length}`);
    assert.equal(await inSight(), true);
    await page.keyboard.press("Escape");
    assert.equal(await frame.isVisible("dialog"), false);
    assert.equal(await focused(frame), distinct[0]);
    await page.close();
  });
});
