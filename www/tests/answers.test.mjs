// What the page shows of a model's words: checked claims, nothing that can be followed or loaded, and a second asking that is reviewed.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch } from "../browser.mjs";
import { CORS, DONE, delta, startScripted } from "./support/scripted.mjs";
import { findings } from "./support/axe.mjs";
import { go, openWithSamples, prepare } from "./support/room.mjs";
import { serveWithoutModel } from "./support/without.mjs";

const says = (text) => (response) =>
  response.writeHead(200, { ...CORS, "Content-Type": "text/event-stream" }).end(delta(text) + DONE);

describe("a model's answer in the page", () => {
  let site, browser, model, page, frame;
  before(async () => {
    [site, browser, model] = await Promise.all([serveWithoutModel(), launch(), startScripted()]);
    ({ page, frame } = await openWithSamples(browser.context, site.url));
  });
  after(async () => {
    await browser.close();
    await Promise.all([site.close(), model.close()]);
  });

  async function answer(question, text) {
    model.behave(says(text));
    if (await frame.isVisible("#new")) await frame.click("#new:not(:disabled)");
    await prepare(frame, model.url, question);
    await frame.click("#approve");
    await frame.waitForSelector("#count", { timeout: 60_000 });
  }
  const texts = (selector) => frame.$$eval(selector, (all) => all.map(({ textContent }) => textContent.trim()));

  test("claims are struck, flagged or underlined, said in words, and summed up", { timeout: 240_000 }, async () => {
    await answer(
      "What was my last blood pressure?",
      "Your last systolic blood pressure was about 999 mmHg, which is dangerous. <quote><title>R1</title></quote>",
    );
    const flagged = await texts(".claim.contradicted, .claim.unsupported");
    assert.ok(
      flagged.some((text) => text.startsWith("999")),
      flagged.join(" | "),
    );
    assert.ok(
      flagged.some((text) => text.startsWith("dangerous")),
      flagged.join(" | "),
    );
    for (const text of flagged) if (/^\d/.test(text) && text.length <= 2) continue;
    assert.ok((await texts("s.claim .hidden")).every((text) => text === "(not in the records that were sent)"));
    assert.equal((await frame.locator("[data-why] li").count()) >= 2, true);
    assert.match((await texts("[data-tally]")).join(), /held to your records/);
    assert.match((await texts("[data-coverage]")).join(), /^Searched: [\d,]+ documents/);
    assert.ok((await frame.locator("figure").count()) > 0);
  });

  test(
    "sentences are verified, or said not to be checked, once for those that follow each other",
    { timeout: 240_000 },
    async () => {
      if (await frame.isVisible("#new")) await frame.click("#new:not(:disabled)");
      await prepare(frame, model.url, "What was my last weight?");
      const { message } = await frame.$eval("chaperone-leaving", ({ draft }) => draft);
      const [, value] = /Body Weight was about ([\d.]+) kg, day 0/i.exec(message) ?? assert.fail(message);
      model.behave(
        says(
          `Here is what your records say: Your last body weight was about ${value} kg on day 0. The last body weight was ${value} kg. Weight is a measure. It tells of many things. It is 999 kg. <quote><title>R1</title></quote>`,
        ),
      );
      await frame.click("#approve");
      await frame.waitForSelector("#count", { timeout: 60_000 });
      const runs = await frame.$$eval(".checked .stated", (all) =>
        all.map((each) => [
          each.className.replace("stated ", ""),
          each.dataset.sign,
          each.querySelectorAll(".hidden").length,
          each.textContent.split(". ").length,
        ]),
      );
      assert.deepEqual(
        runs.map(([standing, sign]) => [standing, sign]),
        [
          ["verified", "✓"],
          ["unchecked", "○"],
        ],
      );
      const spoken = await texts(".checked .stated > .hidden");
      assert.deepEqual(spoken, ["(verified as a whole)", "(not checked as a whole)"]);
      const [summary] = await texts("[data-statements]");
      assert.match(summary, /2 verified/);
      assert.match(summary, /2 not checked as wholes/);
      assert.match(summary, /1 with a mark/);
      for (const [name, colorScheme, viewport] of [
        ["desk-light", "light", { width: 1280, height: 900 }],
        ["phone-dark", "dark", { width: 390, height: 844 }],
      ]) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await findings(frame), [], name);
        const shots = process.env.CHAPERONE_SHOTS;
        if (shots !== undefined)
          await frame
            .locator("chaperone-answer")
            .last()
            .screenshot({ path: `${shots}/stated-${name}.png` });
      }
      await page.emulateMedia({ colorScheme: "light" });
      // An answer that an earlier version kept says of no sentence what is known of it.
      await frame.evaluate(() => {
        const app = document.querySelector("chaperone-app");
        app.conversation.turns = app.conversation.turns.map((turn) => {
          const { statements, ...answer } = turn.answer;
          const checked = answer.checked.map((of) => ({
            ...of,
            lines: of.lines.map((line) => ({
              ...line,
              stretches: line.stretches.map(({ standing, ...rest }) => rest),
            })),
          }));
          return { ...turn, answer: { ...answer, checked } };
        });
        app.requestUpdate();
      });
      await frame.waitForFunction(() => document.querySelector("chaperone-app") !== null);
      await frame.locator(".checked .stated").first().waitFor({ state: "detached" });
      assert.equal(await frame.locator("[data-statements]").count(), 0);
      assert.ok((await texts(".claim.supported")).length > 0);
    },
  );

  test("nothing of the model's can be followed, loaded or run", { timeout: 240_000 }, async () => {
    const seen = [];
    page.on("request", (request) => seen.push(request.url()));
    await answer(
      "What was my last blood pressure?",
      '<img src="https://x.invalid/a.png" onerror="alert(1)">See [this](https://x.invalid/b) and ![](https://x.invalid/c.png) **now** <a href="https://x.invalid/d">d</a>. <quote><title>R1</title></quote>',
    );
    const inside = await frame.$eval("chaperone-answer .checked", (element) => ({
      text: element.textContent,
      elements: [...element.querySelectorAll("a, img, script, iframe, b, strong")].length,
    }));
    assert.equal(inside.elements, 0);
    assert.doesNotMatch(inside.text, /x\.invalid|onerror/);
    assert.deepEqual(
      seen.filter((url) => url.includes("x.invalid")),
      [],
    );
  });

  test(
    "an answer that quotes nothing is asked for once more, after a review, and only once",
    { timeout: 240_000 },
    async () => {
      await answer("What was my last blood pressure?", "It was fine.");
      const before = model.requests.length;
      assert.match(await frame.textContent("#advice"), /quoted none of the passages/);
      assert.match(await frame.textContent("#again"), /once more/);
      await frame.click("#again");
      await frame.waitForSelector("#approve", { timeout: 60_000 });
      assert.equal(model.requests.length, before, "nothing is sent before it is approved");
      await frame.click("#approve");
      await frame.waitForSelector("#count", { timeout: 60_000 });
      assert.equal(model.requests.length, before + 1);
      const { messages } = JSON.parse(model.requests.at(-1).body);
      assert.match(messages[1].content, /An earlier answer to this quoted none of the passages/);
      assert.doesNotMatch(messages[1].content, /It was fine/);
      assert.match((await texts("chaperone-answer .notice")).join(), /asked twice and quoted nothing/);
      assert.equal(await frame.locator("#again").count(), 0);
    },
  );

  test(
    "a reply that ends within a character is shown as far as it came, and said to be cut",
    { timeout: 240_000 },
    async () => {
      if (await frame.isVisible("#new")) await frame.click("#new:not(:disabled)");
      model.behave((response) => {
        response.writeHead(200, { ...CORS, "Content-Type": "text/event-stream" });
        response.write(delta("It was fine. <quote><title>R1</title>"));
        response.end(Buffer.concat([Buffer.from("data: "), Buffer.from([0xc3])]));
      });
      await prepare(frame, model.url);
      await frame.click("#approve");
      await frame.waitForSelector("#count", { timeout: 60_000 });
      assert.match(await frame.textContent("#advice"), /broke off before its end/);
      assert.ok((await frame.locator("figure").count()) > 0);
    },
  );

  test("the way of answering that is chosen is the one that is sent", { timeout: 240_000 }, async () => {
    model.behave(says("x"));
    if (await frame.isVisible("#new")) await frame.click("#new:not(:disabled)");
    await go(frame, "settings");
    await frame.selectOption("#prompt", "patient-friendly");
    await prepare(frame, model.url);
    await frame.click("#approve");
    await frame.waitForSelector("#count", { timeout: 60_000 });
    const { messages } = JSON.parse(model.requests.at(-1).body);
    assert.match(messages[0].content, /The reader is the patient/);
  });
});
