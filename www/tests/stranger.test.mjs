// What a stranger could tell from a request: shown calmly, and told less of with one click.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch } from "../browser.mjs";
import { findings } from "./support/axe.mjs";
import { focused, go, openWithSamples, prepare } from "./support/room.mjs";
import { startScripted } from "./support/scripted.mjs";
import { serveWithoutModel } from "./support/without.mjs";

const MUCH = "Which conditions do I have?";

let site, browser, model;
before(async () => {
  [site, browser, model] = await Promise.all([serveWithoutModel(), launch(), startScripted()]);
});
after(async () => {
  await browser.close();
  await Promise.all([site.close(), model.close()]);
});

const draft = (frame) => frame.$eval("chaperone-leaving", (view) => view.draft);

describe("whether a stranger could know who it is", () => {
  test("what everybody has tells nothing, and nothing is offered", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await prepare(frame, model.url, "What was my last blood pressure?");
    assert.match(await frame.textContent("#stranger"), /^\s*No\. What is told fits nearly anybody/);
    assert.equal(await frame.$("#less-telling"), null);
    const { stranger } = await draft(frame);
    assert.deepEqual([stranger.over, stranger.byRareDiseases, stranger.eased], [false, true, []]);
    await page.close();
  });

  test("a list of conditions is told less of by the keyboard alone, and told again", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await prepare(frame, model.url, MUCH);
    const before = await draft(frame);
    assert.equal(before.stranger.over, true);
    assert.match(await frame.textContent("#stranger"), /^\s*Perhaps\. .*one person only/);
    const parts = before.stranger.elements.reduce((sum, { bits }) => sum + bits, 0);
    assert.ok(Math.abs(parts - before.stranger.bits) < 0.05, "the parts are the whole");

    await frame.focus("#less-telling");
    await page.keyboard.press("Enter");
    await frame.waitForSelector("#all-again");
    assert.equal(await focused(frame), "stranger-title", "the focus stays at what has changed");
    const less = await draft(frame);
    assert.equal(less.stranger.over, false);
    assert.ok(less.stranger.bits <= less.stranger.limit && less.message.length < before.message.length);
    assert.equal((await frame.$$("#eased li")).length, less.stranger.eased.length);
    assert.match(await frame.textContent("#stranger"), /^\s*Hardly\. In a small state, .* about \d+ people/);
    assert.equal(less.verdict, "cleared", "the review has looked at it anew");

    await frame.focus("#all-again");
    await page.keyboard.press("Space");
    await frame.waitForSelector("#less-telling");
    assert.equal((await draft(frame)).stranger.bits, before.stranger.bits);
    await page.close();
  });

  test("is told less of in every question where the settings say so", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await go(frame, "settings");
    assert.equal(await frame.isChecked("#strangers input[value=warn]"), true);
    const enabled = await frame.$$eval("#strangers input:enabled", (all) => all.map(({ value }) => value));
    assert.deepEqual(enabled, ["warn", "ease", "refuse"]);
    await frame.check("#strangers input[value=refuse]");
    await prepare(frame, model.url, MUCH);
    const less = await draft(frame);
    assert.deepEqual([less.strangers, less.stranger.over, less.verdict], ["refuse", false, "cleared"]);
    assert.ok(less.stranger.eased.length > 0);
    await frame.click("#all-again");
    await frame.waitForSelector("#less-telling");
    assert.equal((await draft(frame)).strangers, "warn", "for this question the person says otherwise");
    await page.close();
  });

  test("is told less of where whoever runs the page says so, and cannot be talked out of it", async () => {
    const policy = encodeURIComponent('{"strangers":"ease"}');
    const { page, frame } = await openWithSamples(browser.context, `${site.url}#policy=${policy}`);
    await go(frame, "settings");
    assert.equal(await frame.isDisabled("#strangers input[value=warn]"), true);
    assert.equal(await frame.isChecked("#strangers input[value=ease]"), true);
    await prepare(frame, model.url, MUCH);
    const eased = await draft(frame);
    assert.deepEqual([eased.strangers, eased.stranger.over, eased.verdict], ["ease", false, "cleared"]);
    assert.equal(await frame.$("#all-again"), null);
    assert.match(await frame.textContent("#hosts-strangers"), /^Whoever runs this page asks for it/);
    assert.match(await frame.textContent("#hosts"), /less is told where a stranger could know who it is/);
    const looser = await frame.evaluate(
      (question) =>
        document.querySelector("chaperone-app").engine.call("prepare", {
          question,
          subject: 0,
          endpoint: { url: "http://127.0.0.1:1/v1/chat/completions", model: "test" },
          choice: { strangers: "warn" },
        }),
      MUCH,
    );
    assert.deepEqual([looser.strangers, looser.stranger.over], ["ease", false]);
    await page.close();
  });

  test("is readable by everybody, light and dark, in both states", async () => {
    for (const colorScheme of ["light", "dark"]) {
      const { page, frame } = await openWithSamples(browser.context, site.url, { colorScheme });
      await prepare(frame, model.url, MUCH);
      await frame.click("chaperone-stranger summary");
      for (const state of ["#less-telling", "#all-again"]) {
        await frame.waitForSelector(state);
        assert.deepEqual(await findings(frame), [], `${colorScheme} ${state}`);
        await frame.click(state);
      }
      await page.close();
    }
  });

  test("without the list of rare diseases the page says so", async (t) => {
    const own = await serveWithoutModel({
      answer: ({ url }, response) => url.startsWith("/assets/rare-diseases.") && (response.writeHead(503).end(), true),
    });
    t.after(() => own.close());
    const { page, frame } = await openWithSamples(browser.context, own.url);
    await prepare(frame, model.url, MUCH);
    assert.match(await frame.textContent("#no-rare"), /a rare disease counts as any other/);
    await page.close();
  });
});
