// What a person keeps back by hand of what would leave: a passage and a word, by the keyboard, and let leave again.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch } from "../browser.mjs";
import { keep, roomOf, unlock } from "./support/keeping.mjs";
import { comes, enterServer, openWithSamples, prepare } from "./support/room.mjs";
import { nowhere, startScripted } from "./support/scripted.mjs";
import { serveWithoutModel } from "./support/without.mjs";

let site, browser, model;
before(async () => {
  [site, browser, model] = await Promise.all([serveWithoutModel(), launch(), startScripted()]);
});
after(async () => {
  await browser.close();
  await Promise.all([site.close(), model.close()]);
});

const draftOf = (frame) => frame.$eval("chaperone-leaving", (view) => view.draft);

/** Waits until so many things are kept back by hand. */
async function kept(frame, count) {
  await frame.waitForFunction(
    (count) => {
      const { byHand } = document
        .querySelector("chaperone-app")
        .renderRoot.querySelector("chaperone-talk")
        .conversation.turns.at(-1).draft;
      return byHand.passages.length + byHand.words.length === count;
    },
    count,
    { timeout: 60_000 },
  );
  return draftOf(frame);
}

describe("what a person keeps back", () => {
  test("does not leave, is listed, and can leave again", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await prepare(frame, model.url, "Which conditions do I have?");
    const before = await draftOf(frame);
    const [{ entries }] = before.passages;
    await frame.click("#by-hand summary");
    await frame.focus("[data-withhold=R1]");
    await page.keyboard.press("Enter");
    const after = await kept(frame, entries.length);
    assert.equal(after.verdict, "cleared", "the review has looked at it anew");
    assert.equal(after.passages.length, before.passages.length - 1);
    assert.ok(after.withheldFacts.some(({ reason }) => reason === "you keep it back"));
    assert.ok(after.passages.every((passage) => !passage.entries.some((each) => entries.includes(each))));
    for (const entry of entries) await frame.waitForSelector(`[data-release="${entry}"]`);
    await frame.click(`[data-release="${entries[0]}"]`);
    await kept(frame, entries.length - 1);
    await page.close();
  });

  test("may be a word, and stands in the ledger as a count", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await prepare(frame, model.url, "How did my blood pressure change since the operation?");
    assert.match((await draftOf(frame)).query, /operation/);
    await frame.click("#by-hand summary");
    await frame.fill("#withhold-word", "operation");
    await page.keyboard.press("Enter");
    const draft = await kept(frame, 1);
    assert.doesNotMatch(draft.request.body, /operation/);
    assert.ok(draft.withheldWords.some(({ reason }) => reason === "you keep it back"));
    model.behave("quotes, and makes things up");
    await frame.click("#approve");
    await frame.waitForSelector("#count", { timeout: 60_000 });
    assert.doesNotMatch(model.requests.at(-1).body, /operation/);
    const ledger = await frame.evaluate(() => document.querySelector("chaperone-app").engine.call("ledger", {}));
    assert.equal(JSON.stringify(ledger).includes("operation"), false);
    await page.close();
  });

  test("stays kept back when the same is asked again, and what was let leave and less telling stay so", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await prepare(frame, await nowhere(), "Which conditions do I have since the operation, Zyxanthia?");
    const change = (name, ...values) =>
      frame.evaluate(
        ([name, values]) => {
          const { conversation } = document.querySelector("chaperone-app").renderRoot.querySelector("chaperone-talk");
          return conversation[name](conversation.turns.at(-1).id, ...values);
        },
        [name, values],
      );
    await change("tell", { level: "minimal" });
    await change("ease", true);
    await change("allow", "zyxanthia", true);
    const [{ entries }] = (await draftOf(frame)).passages;
    await frame.click("#by-hand summary");
    await frame.fill("#withhold-word", "operation");
    await frame.press("#withhold-word", "Enter");
    await kept(frame, 1);
    await frame.click("[data-withhold=R1]");
    const before = await kept(frame, 1 + entries.length);
    const chosenIn = ({ level, noise, strangers, byHand, allowedWords }) => ({
      level,
      noise,
      strangers,
      byHand,
      allowedWords,
    });
    assert.deepEqual([before.level, before.strangers, before.allowedWords], ["minimal", "ease", ["zyxanthia"]]);
    const same = async (press) => {
      await frame.click(press);
      await frame.waitForSelector("#approve", { timeout: 60_000 });
      const again = await frame.$eval("chaperone-leaving:not(details *)", ({ draft }) => draft);
      assert.notEqual(again.id, before.id);
      assert.deepEqual(chosenIn(again), chosenIn(before), press);
      assert.doesNotMatch(again.request.body, /operation/, press);
    };
    await frame.click("#approve");
    await frame.waitForSelector("#failure", { timeout: 60_000 });
    await same("#again");
    await frame.click("#discard");
    await same("#again");
    // A choice that is made in the settings meanwhile holds, and the rest stays.
    await frame.click("#discard");
    await frame.$eval("chaperone-app", (app) => app.conversation.prefer({ level: "strict" }));
    await frame.click("#again");
    await frame.waitForSelector("#approve", { timeout: 60_000 });
    const strict = await draftOf(frame);
    assert.deepEqual([strict.level, strict.byHand, strict.allowedWords], ["strict", before.byHand, []]);
    await page.close();
  });

  test("stays kept back when the same is asked again in a later session", async () => {
    // What is kept would be there for the tests after this one.
    const own = await launch();
    const { page, frame } = await openWithSamples(own.context, site.url);
    await prepare(frame, await nowhere(), "Which conditions do I have since the operation?");
    const [{ entries }] = (await draftOf(frame)).passages;
    await frame.click("#by-hand summary");
    await frame.fill("#withhold-word", "operation");
    await frame.press("#withhold-word", "Enter");
    await kept(frame, 1);
    await frame.click("[data-withhold=R1]");
    const { byHand } = await kept(frame, 1 + entries.length);
    await frame.click("#approve");
    await frame.waitForSelector("#failure", { timeout: 60_000 });
    assert.match(await keep(frame), /kept on this device, sealed/);
    await page.reload();
    const later = await roomOf(page);
    assert.equal(await unlock(later), "");
    // The question comes into its field, as the server has to be entered anew; then it is asked once more.
    await later.click("#again");
    await later.waitForFunction(
      () =>
        document
          .querySelector("chaperone-app")
          .renderRoot.querySelector("chaperone-talk")
          .field.renderRoot.querySelector("#question").value !== "",
    );
    await enterServer(later, { url: model.url });
    await later.press("#question", "Enter");
    await comes(later, "#approve");
    const again = await draftOf(later);
    assert.deepEqual(again.byHand, byHand);
    assert.doesNotMatch(again.request.body, /operation/);
    // With a file goes what has words of it.
    await later.$eval("chaperone-app", ({ conversation }) => conversation.forget("0".repeat(64), "a file"));
    const chosen = await later.$eval("chaperone-app", ({ conversation }) => conversation.turns.at(-1).chosen.withheld);
    assert.deepEqual(chosen, { passages: [], words: ["operation"] });
    await own.close();
  });

  test("may be all there is when the same is asked again, too", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await prepare(frame, model.url, "What is my latest blood pressure?");
    await frame.click("#by-hand summary");
    await frame.fill("#withhold-word", "pressure");
    await page.keyboard.press("Enter");
    await frame.waitForSelector("#emptied", { timeout: 60_000 });
    await frame.click("#discard");
    await frame.click("#again");
    await frame.waitForSelector("#emptied [data-release]", { timeout: 60_000 });
    await frame.click("[data-release]");
    await frame.waitForSelector("#approve", { timeout: 60_000 });
    assert.match((await draftOf(frame)).request.body, /pressure/);
    await page.close();
  });

  test("may be all there is: then nothing can be approved, what is kept is listed, and can leave again", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await prepare(frame, model.url, "What is my latest blood pressure?");
    const before = model.requests.length;
    await frame.click("#by-hand summary");
    await frame.fill("#withhold-word", "pressure");
    await page.keyboard.press("Enter");
    await frame.waitForSelector("#emptied", { timeout: 60_000 });
    assert.equal(await frame.$("#approve"), null, "what was to stay cannot be approved");
    assert.match(await frame.textContent("#emptied [role=alert]"), /keep back/);
    await frame.evaluate(() => {
      const { conversation } = document.querySelector("chaperone-app").renderRoot.querySelector("chaperone-talk");
      return conversation.approve(conversation.turns.at(-1).id);
    });
    assert.equal(model.requests.length, before, "nothing was sent, not by a script either");
    await frame.click("[data-release]");
    await frame.waitForSelector("#approve", { timeout: 60_000 });
    assert.equal(await frame.$("#emptied"), null);
    await page.close();
  });
});
