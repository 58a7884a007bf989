// How much is told: the choice of a level, what changes with it, and a host's policy that only tightens.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch } from "../browser.mjs";
import { survivors, sampleIdentifiers } from "./support/identifiers.mjs";
import { load } from "./support/compile.mjs";
import { startScripted } from "./support/scripted.mjs";
import { ask, enterServer, openWithSamples, prepare } from "./support/room.mjs";
import { serveWithoutModel } from "./support/without.mjs";

const { policyIn, withPolicy } = await load("shell/policy.ts");
const { fromFragment } = await load("shell/theme.ts");
const { differences } = await load("room/view/differences.ts");

const QUESTION = "How did my blood pressure change?";

let site, model, browser;
before(async () => {
  [site, model, browser] = [await serveWithoutModel(), await startScripted(), await launch()];
});
after(async () => {
  await browser.close();
  await model.close();
  await site.close();
});

const draftOf = (frame) => frame.$eval("chaperone-leaving", (view) => view.draft);
const under = (policy) => `${site.url}#policy=${encodeURIComponent(policy)}`;

/** Waits until the draft is told at `level`. */
async function toldAt(frame, level) {
  await frame.waitForFunction(
    (level) => {
      const talk = document.querySelector("chaperone-app").renderRoot.querySelector("chaperone-talk");
      const turn = talk.conversation.turns.at(-1);
      return !turn.working && turn.draft?.level === level;
    },
    level,
    { timeout: 60_000 },
  );
  return draftOf(frame);
}

describe("the level", () => {
  test("is chosen with the keyboard, says what it keeps, and shows what changed", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await prepare(frame, model.url, QUESTION);
    const balanced = await draftOf(frame);
    assert.deepEqual([balanced.level, balanced.noise], ["balanced", "off"]);
    const names = await frame.$$eval("chaperone-manner .level .name", (all) => all.map((each) => each.textContent));
    assert.deepEqual(names, ["Strict (tells least)", "Balanced", "Minimal (tells most)"]);
    for (const level of ["strict", "balanced", "minimal"])
      assert.match(await frame.textContent(`#keeps-${level}`), /^Keeps: \S/);

    await frame.focus("chaperone-manner input[value=balanced]");
    await page.keyboard.press("ArrowUp");
    const strict = await toldAt(frame, "strict");
    assert.match(strict.message, /lowest .*(under|at least) \d/);
    assert.ok(strict.pieces.some(({ operator }) => operator === "band"));
    assert.equal(strict.verdict, "cleared");
    assert.deepEqual(survivors(Buffer.from(strict.request.body), sampleIdentifiers()), []);
    assert.match(await frame.textContent("#changed"), /^Told otherwise than at Balanced: \d+ parts?\.$/);
    const [gone, come] = [
      await frame.$$eval("#differences del", (all) => all.map((each) => each.textContent).join("|")),
      await frame.$$eval("#differences ins", (all) => all.map((each) => each.textContent).join("|")),
    ];
    assert.match(gone, /between about/);
    assert.match(come, /lowest/);
    await frame.click("#message .mark:has-text('at least') >> nth=0");
    assert.match(await frame.textContent("#why"), /only by the band it lies in/);
    assert.equal(await frame.isChecked("chaperone-manner input[value=strict]"), true);

    await frame.click("chaperone-manner input[value=minimal]");
    const minimal = await toldAt(frame, "minimal");
    assert.ok(!minimal.pieces.some(({ operator }) => operator === "band"));
    await frame.check("#noise");
    await frame.waitForFunction(
      () =>
        document.querySelector("chaperone-app").renderRoot.querySelector("chaperone-talk").conversation.turns.at(-1)
          .draft?.noise === "on",
    );
    assert.match((await draftOf(frame)).message, /may be moved by one step/);
    await page.close();
  });

  test("that was chosen leaves, stands in the receipt, and holds for the next question", async () => {
    model.behave("quotes, and makes things up");
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await prepare(frame, model.url, QUESTION);
    await frame.click("chaperone-manner input[value=strict]");
    const { request } = await toldAt(frame, "strict");
    const before = model.requests.length;
    await frame.click("#approve");
    await frame.waitForSelector("#count", { timeout: 60_000 });
    assert.deepEqual(
      model.requests.slice(before).map(({ body }) => body),
      [request.body],
    );
    const ledger = await frame.evaluate(() => document.querySelector("chaperone-app").engine.call("ledger", {}));
    assert.deepEqual(
      ledger.entries.map(({ policy }) => policy),
      ["strict"],
    );
    await frame.fill("#question", "What was my last weight?");
    await frame.click("#ask:not(:disabled)");
    assert.equal((await toldAt(frame, "strict")).level, "strict");
    await page.close();
  });

  test("strict asks anew about each word that was let leave", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await prepare(frame, model.url, "What was my last blood pressure before Zorbalin?");
    await frame.click("[data-allow=Zorbalin]");
    await frame.waitForSelector("[data-keep=zorbalin]");
    await frame.click("chaperone-manner input[value=strict]");
    const strict = await toldAt(frame, "strict");
    assert.deepEqual(strict.allowedWords, []);
    assert.doesNotMatch(strict.request.body, /zorbalin/i);
    await frame.click("[data-allow=Zorbalin]");
    await frame.waitForSelector("[data-keep=zorbalin]");
    assert.deepEqual((await draftOf(frame)).allowedWords, ["zorbalin"]);
    await page.close();
  });
});

describe("a host's policy", () => {
  test("greys out what is looser, says why, and cannot be talked out of it", async () => {
    const policy = JSON.stringify({ floor: "strict", allowWords: false, noise: "on" });
    const { page, frame } = await openWithSamples(browser.context, under(policy));
    await prepare(frame, model.url, "What was my last blood pressure before Zorbalin?");
    const draft = await draftOf(frame);
    assert.deepEqual([draft.level, draft.noise], ["strict", "on"]);
    for (const level of ["balanced", "minimal"]) {
      assert.equal(await frame.isDisabled(`chaperone-manner input[value=${level}]`), true);
      assert.match(await frame.textContent(`#keeps-${level}`), /^Not offered: .* than Strict \(tells least\) does\.$/);
    }
    assert.equal(await frame.isDisabled("#noise"), true);
    assert.match(await frame.textContent("#hosts"), /no word that is not known can be let leave/);
    assert.equal(await frame.$("[data-allow]"), null);
    const looser = await frame.evaluate(() =>
      document.querySelector("chaperone-app").engine.call("prepare", {
        question: "How did my blood pressure change before Zorbalin?",
        subject: 0,
        endpoint: { url: "http://127.0.0.1:1/v1/chat/completions", model: "test" },
        choice: { level: "minimal", noise: "off", allowed: ["Zorbalin"] },
      }),
    );
    assert.deepEqual([looser.level, looser.noise, looser.allowedWords], ["strict", "on", []]);
    await page.close();
  });

  test("that cannot be read lets nothing leave, says so, and leaves quotations", async () => {
    const { page, frame } = await openWithSamples(browser.context, under('{"floor":"lax"}'));
    assert.match(await frame.textContent("p.notice"), /policy that cannot be read, so nothing may leave/);
    await ask(frame, "What was my last blood pressure?", 1);
    await enterServer(frame, { url: model.url });
    await frame.check("input[value=model]");
    const before = model.requests.length;
    await frame.fill("#question", QUESTION);
    await frame.click("#ask:not(:disabled)");
    await frame.waitForSelector('[data-turn="2"] #again', { timeout: 60_000 });
    assert.equal(await frame.$("#approve"), null);
    assert.match(await frame.textContent('[data-turn="2"] #failure'), /policy of whoever runs this/);
    assert.equal(model.requests.length, before);
    await page.close();
  });

  test("travels beside the theme, once, and nothing else is taken for none", () => {
    const policy = '{"floor":"strict","endpoints":["https://api.example.org"]}';
    const fragment = withPolicy("#radius=8", policy);
    assert.equal(policyIn(fragment), policy);
    assert.deepEqual(fromFragment(fragment), { radius: 8 });
    assert.equal(policyIn(withPolicy("", null)), undefined);
    assert.equal(policyIn("#radius=8"), undefined);
    assert.equal(policyIn(withPolicy("", "x".repeat(5000))), "", "too long is unreadable, and not absent");
    assert.equal(policyIn("#policy=%7B%7D&policy=%7B%7D"), "", "so is a second one");
    assert.equal(policyIn("#policy="), "");
  });
});

describe("what changed", () => {
  test("is shown word by word, without stand-ins of names", () => {
    const draft = (name, first, second) => {
      const message = `All passages are about ${name}.\n\n<quote><title>R1</title>\n${first}\n<link>#R1</link></quote>\n\n<quote><title>R2</title>\n${second}\n<link>#R2</link></quote>\n\nQuestion: how?`;
      const start = message.indexOf(name);
      return { message, pieces: [{ operator: "pseudonym", start, end: start + name.length, originals: [] }] };
    };
    const was = draft("Patient K7", "Weight: about 84 kg.", "Height: about 180 cm.");
    const now = draft("Patient B2", "Weight: about 80 kg.", "Height: about 180 cm.");
    assert.deepEqual(differences(was, now), [
      {
        name: "R1",
        runs: [
          { of: "both", text: "Weight: about" },
          { of: "before", text: " 84" },
          { of: "now", text: " 80" },
          { of: "both", text: " kg." },
        ],
      },
    ]);
    assert.deepEqual(differences(was, draft("Patient C3", "Weight: about 84 kg.", "Height: about 180 cm.")), []);
  });
});
