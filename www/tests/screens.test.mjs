// The screens: each can be reached and used by everybody, and says what it will hold before there are records.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch } from "../browser.mjs";
import { findings, showAs, sideways } from "./support/axe.mjs";
import { canaryFile } from "./support/canary.mjs";
import { QUESTION, enterServer, focused, go, openReady, openWithSamples, prepare } from "./support/room.mjs";
import { startScripted } from "./support/scripted.mjs";
import { serveWithoutModel } from "./support/without.mjs";

let site, browser, model;
before(async () => {
  [site, browser, model] = await Promise.all([serveWithoutModel(), launch(), startScripted()]);
});
after(async () => {
  await browser.close();
  await Promise.all([site.close(), model.close()]);
});

const SCREENS = ["today", "records", "ask", "library", "leaves", "settings"];
const PLACES = ["today", "timeline", "charts", "search", "files", "ask", "library", "leaves", "settings"];
/** Small windows. */
const WINDOWS = [
  { width: 320, height: 640 },
  { width: 640, height: 360 },
  { width: 320, height: 256 },
];
/** What is there once a place has all that it shows. */
const FULL = { today: "#brief", timeline: "#picture", charts: "chaperone-charts .plot" };

/** Words of the navigation and the tabs that are broken where no hyphen may stand. */
const brokenWords = (frame) =>
  frame.$$eval("chaperone-nav .word, .tabs button", (all) =>
    all.flatMap((each) =>
      [...each.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .flatMap((node) =>
          [...node.data.matchAll(/[^\s\u00ad]+/g)].flatMap(({ 0: word, index }) => {
            const range = document.createRange();
            // But for its first letter, beside which the hyphen of the line before counts.
            range.setStart(node, index + 1);
            range.setEnd(node, index + word.length);
            const lines = [...range.getClientRects()]
              .filter(({ width }) => width > 0)
              .map(({ top }) => Math.round(top));
            return new Set(lines).size > 1 ? [word] : [];
          }),
        ),
    ),
  );

describe("every screen", () => {
  test("is reached by the keyboard, has the focus at its heading, and is the only one in sight", async () => {
    const { page, frame } = await openReady(browser.context, site.url);
    // At first the navigation lies before the focus, then behind it.
    let key = "Tab";
    for (const screen of [...SCREENS, "today"]) {
      for (let steps = 0; (await focused(frame)) !== `to-${screen}`; steps += 1) {
        assert.ok(steps < 60, `${screen} is not reached by the tab key`);
        await page.keyboard.press(key);
      }
      key = "Shift+Tab";
      await page.keyboard.press("Enter");
      await frame.waitForSelector(`#heading-${screen}`);
      assert.equal(await focused(frame), `heading-${screen}`);
      const shown = await frame.$$eval("chaperone-app .screen > .heading h1", (all) =>
        all.filter((heading) => heading.checkVisibility()).map(({ id }) => id),
      );
      assert.deepEqual(shown, [`heading-${screen}`]);
      const current = await frame.$$eval("chaperone-nav [aria-current]", (all) => all.map(({ id }) => id));
      assert.deepEqual(current, [`to-${screen}`]);
    }
    await page.close();
  });

  test(
    "is as axe-core wants it, light and dark, and fits into 320 pixels, and into half a window as with a zoom of 200 %",
    { timeout: 300_000 },
    async () => {
      const { page, frame } = await openWithSamples(browser.context, site.url, { viewport: WINDOWS[0] });
      await frame.waitForSelector(".chips button", { timeout: 120_000 });
      const faults = [];
      for (const place of PLACES) {
        await go(frame, place);
        if (place in FULL) await frame.waitForSelector(FULL[place], { timeout: 60_000 });
        if (place === "charts") await frame.click("#table > summary");
        const note = (how, found) => faults.push(...found.map((fault) => `${place}, ${how}: ${fault}`));
        for (const colorScheme of ["dark", "light"]) {
          await showAs(page, frame, { colorScheme, viewport: { width: 1280, height: 720 } });
          note(colorScheme, await findings(frame));
        }
        for (const viewport of WINDOWS) {
          await showAs(page, frame, { viewport });
          const over = await sideways(frame);
          if (over !== "") note(`${viewport.width} by ${viewport.height}`, [over]);
        }
        note("small", await findings(frame));
      }
      assert.deepEqual(faults, []);
      await page.close();
    },
  );

  test("is named by whole words in the navigation and the tabs, in both languages, in 320 pixels too", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url, { viewport: { width: 320, height: 640 } });
    for (const tag of ["en", "de"]) {
      await go(frame, "settings");
      await frame.selectOption("chaperone-locale #language", tag);
      await frame.waitForFunction((spoken) => document.documentElement.lang === spoken, tag);
      for (const width of [320, 360, 480]) {
        await page.setViewportSize({ width, height: 640 });
        await frame.waitForFunction((wide) => window.innerWidth === wide, width);
        for (const place of PLACES) {
          await go(frame, place);
          assert.deepEqual(await brokenWords(frame), [], `${place}, ${tag}, ${width}`);
        }
      }
    }
    // The check can fail.
    await frame.$eval("#to-library .word", (word) => (word.style.inlineSize = "1rem"));
    await frame.$eval("#to-library .word", (word) => (word.textContent = "Library"));
    assert.deepEqual(await brokenWords(frame), ["Library"]);
    await page.close();
  });

  test("shows above its bar what a mark was made from, on a phone", { timeout: 180_000 }, async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url, { viewport: { width: 360, height: 740 } });
    await prepare(frame, model.url);
    const why = "chaperone-leaving #why";
    assert.equal(
      await frame.$eval(why, (line) => getComputedStyle(line).position),
      "static",
      "nothing is covered by a hint",
    );
    await frame.click("#message .mark >> nth=0");
    await frame.$eval("#message", (text) => text.scrollIntoView({ block: "start" }));
    const [foot, bar] = await Promise.all(
      [why, "chaperone-nav"].map((each) => frame.$eval(each, (element) => element.getBoundingClientRect())),
    );
    assert.ok(foot.top > 0 && foot.bottom <= bar.top, `${foot.bottom} of ${bar.top}`);
    await page.close();
  });

  test("is in no address and no storage, and keeps what is under way", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    const before = page.url();
    await frame.fill("#question", "half a quest");
    for (const place of PLACES) await go(frame, place);
    assert.equal(page.url(), before);
    assert.equal(frame.url(), "about:srcdoc");
    assert.deepEqual(await page.evaluate(() => Object.keys(localStorage).concat(Object.keys(sessionStorage))), []);
    await go(frame, "ask");
    assert.equal(await frame.inputValue("#question"), "half a quest");
    await page.close();
  });

  test("says what it will hold before there are records, and leads to them", async () => {
    const { page, frame } = await openReady(browser.context, site.url);
    const says = { today: /since your last visit/, ask: /answered by quotations/, leaves: /Nothing waits to leave/ };
    for (const [screen, words] of Object.entries(says)) {
      await go(frame, screen);
      const text = await frame.$eval(`#screen-${screen}`, (element) => {
        const all = (root) =>
          root.textContent +
          [...root.querySelectorAll("*")].map(({ shadowRoot }) => (shadowRoot ? all(shadowRoot) : "")).join("");
        return all(element);
      });
      assert.match(text, words);
      assert.deepEqual(await findings(frame), [], screen);
    }
    await go(frame, "ask");
    await frame.click("#screen-ask .empty-state button");
    await frame.waitForSelector("#samples");
    assert.equal(await focused(frame), "heading-records");
    await page.close();
  });
});

describe("the parts of the records", () => {
  test("are tabs that the arrow keys walk through", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await go(frame, "timeline");
    await frame.focus("#tab-timeline");
    const walked = [];
    for (let step = 0; step < 4; step += 1) {
      await page.keyboard.press("ArrowRight");
      walked.push(await focused(frame));
    }
    assert.deepEqual(walked, ["tab-charts", "tab-search", "tab-files", "tab-timeline"]);
    assert.equal(await frame.isVisible("chaperone-timeline"), true);
    assert.equal(await frame.isVisible("chaperone-search"), false);
    await page.close();
  });

  test("come into sight by themselves only where nothing about the files has to be seen", async () => {
    const { page, frame } = await openReady(browser.context, site.url);
    const file = (name, text) => ({ name, mimeType: "application/json", buffer: Buffer.from(text) });
    const patient = '{"resourceType":"Patient","id":"p","name":[{"family":"Example"}]}';
    await frame.setInputFiles("#files", [file("good.json", patient), file("broken.json", "{")]);
    await frame.waitForSelector("#failed", { timeout: 60_000 });
    assert.equal(await frame.isVisible("#heading-records"), true, "what failed stays in sight");
    await page.close();
  });
});

describe("what leaves", () => {
  test("a request that waits is marked in the navigation and led back to; once sent it is seen again", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await go(frame, "leaves");
    await frame.waitForSelector(
      "chaperone-last-request :text('it is said here that a request waits, with the way to')",
    );
    await prepare(frame, model.url);
    const message = await frame.textContent("chaperone-talk #message");
    await go(frame, "leaves");
    await frame.waitForSelector("chaperone-last-request #to-draft");
    assert.match(await frame.textContent("#to-ask"), /a request waits for you/);
    assert.equal(await frame.isVisible("#approve"), false, "it is approved in one place");
    await frame.click("#to-draft");
    assert.equal(await focused(frame), "heading-ask");
    model.behave("answers 500");
    await frame.click("#approve");
    await frame.waitForSelector("#failure");
    await go(frame, "leaves");
    await frame.waitForSelector("chaperone-last-request #message");
    assert.equal(await frame.textContent("chaperone-last-request #message"), message);
    assert.equal(await frame.isVisible("chaperone-last-request #approve"), false);
    await frame.waitForSelector("[data-entry='1']");
    assert.deepEqual(await findings(frame), []);
    await page.close();
  });
});

describe("settings", () => {
  test("a server without a name is pointed out where it is entered, and nothing is prepared", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await enterServer(frame, { url: model.url, model: "" });
    await frame.check("input[value=model]");
    await frame.fill("#question", QUESTION);
    await frame.click("#ask");
    await frame.waitForSelector("#heading-settings");
    await frame.waitForFunction(() => {
      let element = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      return element?.id === "model";
    });
    await go(frame, "ask");
    assert.equal(await frame.inputValue("#question"), QUESTION, "the question is not lost");
    assert.equal(await frame.$("[data-turn]"), null);
    await page.close();
  });

  test("the level that is chosen there is how the next question is told, and the models stand there with their licences", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await go(frame, "settings");
    await frame.check("chaperone-privacy-level input[value=strict]");
    const models = await frame.$$eval("chaperone-model-list li", (all) => all.map((each) => each.textContent));
    assert.equal(models.length, 7);
    for (const each of models) assert.match(each, /\d (KiB|MiB)[\s\S]*, under [A-Z]/);
    await frame.click("chaperone-model-list summary");
    const notices = await frame.textContent("chaperone-model-list #notices");
    // Of a model, a library and a crate, and where a licence asks for a link and for what was changed.
    for (const part of ["rampart-q4", "creativecommons.org/licenses/by/4.0", "Changed: ", "lit 3.", "tokenizers 0."]) {
      assert.ok(notices.includes(part), part);
    }
    await prepare(frame, model.url);
    assert.equal(await frame.isChecked("chaperone-manner input[value=strict]"), true);
    await page.close();
  });
});

test("that people are invented is said of sample records, and of these alone where one's own are beside them", async () => {
  const { page, frame } = await openWithSamples(browser.context, site.url);
  await go(frame, "ask");
  const said = () => frame.$eval("#screen-ask .samples", (line) => line.textContent);
  assert.equal(await said(), "Sample records: the people in them are invented.");
  await frame.setInputFiles("input[type=file]", canaryFile());
  await frame.waitForFunction(() => document.querySelector("chaperone-app").reading.state.readings.length > 5);
  await frame.waitForSelector("#ask:not(:disabled)", { state: "attached" });
  assert.equal(await said(), "Some of these are sample records: the people in those are invented.");
  await page.close();
});
