// Several questions one after the other, their boxes against the source, and the source reader.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch } from "../browser.mjs";
import { readSources, recheck } from "../quote-check.mjs";
import { SAMPLES } from "./support/identifiers.mjs";
import { QUESTION, comes, enterServer, focused, go, openReady, openWithSamples, prepare } from "./support/room.mjs";
import { load } from "./support/compile.mjs";
import { CORS, delta, nowhere, startScripted } from "./support/scripted.mjs";
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

/** The turn that stands there as the `number`th. Its own number counts on from one conversation to the next. */
const nth = (number) => `chaperone-turn:nth-of-type(${number})`;

/** Asks `question` and waits for the answer of its turn, the `number`th. */
async function ask(frame, question, number) {
  await go(frame, "ask");
  await frame.fill("#question", question);
  await frame.click("#ask:not(:disabled)");
  await comes(frame, `${nth(number)} #count`);
}

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

/** The page with the samples that most tests use, one after the other; `undefined` until one does. */
let shared;

/** Resolves to that page, as one that was just opened, but that a server may be entered; to another where it cannot be made so. */
async function anew() {
  const isFresh = shared !== undefined && (await renew(shared).catch(() => false));
  if (!isFresh) {
    await shared?.page.close().catch(() => undefined);
    const { page, frame } = await openWithSamples(browser.context, site.url);
    shared = { page, frame, subject: await frame.inputValue("#subject") };
  }
  return shared;
}

async function renew({ page, frame, subject }) {
  const soon = { timeout: 20_000 };
  await page.setViewportSize({ width: 1280, height: 720 });
  if ((await frame.$("dialog[open]")) !== null) await page.keyboard.press("Escape");
  await go(frame, "ask");
  if (await frame.isVisible("#new")) await frame.click("#new:not(:disabled)", soon);
  await frame.fill("#question", "", soon);
  await frame.check("input[value=none]", soon);
  if ((await frame.inputValue("#subject", soon)) !== subject) await frame.selectOption("#subject", subject, soon);
  await frame.$eval("chaperone-app", async (app) => {
    app.conversation.prefer({ level: "balanced", noise: "off", strangers: "warn" });
    await app.updateComplete;
  });
  await frame.waitForSelector("#ask:not(:disabled)", soon);
  return (await turnsOf(frame)).length === 0;
}

describe("a conversation", () => {
  test("keeps every turn, and every box of each equals its source", async () => {
    const { frame } = await anew();
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
    assert.match(
      await frame.textContent("chaperone-question section"),
      /Of earlier turns only the words leave that this question takes over/,
    );

    await frame.click("#new");
    assert.deepEqual(await turnsOf(frame), []);
    assert.equal(await focused(frame), "question");
  });

  test("a follow-up is read with the question before it, which can be undone", async () => {
    const { frame } = await anew();
    await ask(frame, "What was Amara Okafor’s highest weight?", 1);
    await ask(frame, "and the lowest?", 2);
    const read = () =>
      frame.$$eval("chaperone-turn", (turns) =>
        turns.map(({ renderRoot }) => renderRoot.querySelector("#follows q")?.textContent),
      );
    assert.deepEqual(await read(), [undefined, "What was Amara Okafor’s weight, the lowest?"]);
    const [first, second] = await turnsOf(frame);
    assert.ok(second.blocks.length > 0 && second.failure === "");
    assert.notDeepEqual(second.blocks[0], first.blocks[0]);

    await frame.click("chaperone-turn:last-of-type #alone");
    await frame.waitForSelector("#follows", { state: "detached" });
    await frame.waitForSelector(`${nth(2)} chaperone-answer:not([hidden])`);
  });

  test("begins with questions that the records answer, and that can be clicked", async () => {
    const { frame } = await anew();
    await frame.waitForSelector(".chips button", { timeout: 120_000 });
    const suggested = await frame.$$eval(".chips button", (buttons) => buttons.map((each) => each.textContent));
    assert.ok(suggested.length >= 3 && suggested.length <= 4, suggested.join());
    await frame.click(".chips button >> nth=1");
    await frame.waitForSelector(`${nth(1)} #count`);
    const [turn] = await turnsOf(frame);
    assert.equal(turn.question, suggested[1]);
    assert.ok(turn.blocks.some(({ kind }) => kind === "record-data"));
    assert.equal(await frame.isVisible(".chips"), false);
  });

  test("a turn that fails keeps the others, and what left stays to be read", async () => {
    model.behave("answers 500");
    const { frame } = await anew();
    await ask(frame, QUESTION, 1);
    await prepare(frame, model.url);
    await frame.click("#approve");
    await frame.waitForSelector(`${nth(2)} #failure`);
    await frame.check("input[value=none]");
    await ask(frame, QUESTIONS[1], 3);
    const turns = await turnsOf(frame);
    assert.deepEqual(
      turns.map(({ failure }) => failure !== ""),
      [false, true, false],
    );
    const left = await frame.waitForSelector(`${nth(2)} details`);
    assert.match(await left.textContent(), /What may have left: to test at 127\.0\.0\.1/);
    assert.equal(await frame.isVisible(`${nth(2)} chaperone-leaving`), false);
    await frame.click(`${nth(2)} details > summary`);
    assert.equal(await frame.isVisible(`${nth(2)} chaperone-leaving #message`), true);
    assert.equal(await frame.isVisible(`${nth(2)} #approve`), false);
  });

  test("a discarded draft cannot be sent any more", async () => {
    const { frame } = await anew();
    const before = model.requests.length;
    await prepare(frame, model.url);
    await frame.click("#discard");
    await frame.waitForSelector("text=Nothing of this request was sent.");
    assert.equal(await frame.$("#approve"), null);
    await frame.evaluate(() => {
      const { conversation } = document.querySelector("chaperone-app");
      return conversation.approve(conversation.turns[0].id);
    });
    assert.equal(model.requests.length, before);
  });
});

test("a question about a person who was taken out is not answered from another's records", async () => {
  const { page, frame } = await openWithSamples(browser.context, site.url);
  await frame.selectOption("#subject", { label: "Amara Ngozi Okafor" });
  await frame.fill("#question", "What was her HbA1c in March 2020?");
  await frame.click("#ask");
  await frame.waitForSelector("[data-block]");
  await go(frame, "files");
  await frame.click("#report > summary");
  await frame.click('chaperone-records [data-remove^="okafor.json"]');
  await frame.click("chaperone-records #remove");
  await frame.waitForSelector("chaperone-records #outcome .notice", { timeout: 120_000 });
  assert.equal(await focused(frame), "outcome", "where the button was that is gone, a keyboard goes on");
  await go(frame, "ask");
  await frame.click("#again:not(:disabled)", { timeout: 120_000 });
  await frame.waitForSelector("#failure:has-text('not among your records')");
  assert.equal(await frame.$("[data-block]"), null);
  await page.close();
});

test("after a person was taken out, it has to be said anew whom questions are about", async () => {
  const { page, frame } = await openWithSamples(browser.context, site.url);
  await frame.selectOption("#subject", { label: "Imani Delphine Rice" });
  await go(frame, "files");
  await frame.click("#report > summary");
  await frame.click('chaperone-records [data-remove^="okafor.json"]');
  await frame.click("chaperone-records #remove");
  await frame.waitForSelector("#outcome .good", { timeout: 120_000 });
  await go(frame, "ask");
  await frame.waitForSelector("#ask:not(:disabled)", { timeout: 120_000 });
  const chosen = () => frame.$eval("#subject", ({ selectedOptions }) => selectedOptions[0].textContent.trim());
  assert.equal(await chosen(), "Imani Delphine Rice", "another's going changes nothing");
  await go(frame, "files");
  await frame.click('chaperone-records [data-remove^="rice.json"]');
  await frame.click("chaperone-records #remove");
  await frame.waitForSelector("#outcome:has-text('rice.json') .good", { timeout: 120_000 });
  await go(frame, "ask");
  await frame.waitForSelector("#ask:not(:disabled)", { timeout: 120_000 });
  assert.equal(await chosen(), "choose a person…");
  await frame.fill("#question", "What am I allergic to?");
  await frame.click("#ask");
  assert.deepEqual(await turnsOf(frame), [], "nothing is asked about somebody who was not chosen");
  await frame.selectOption("#subject", { index: 1 });
  await frame.click("#ask");
  await frame.waitForSelector("[data-turn='1'] #count");
  await page.close();
});

describe("an answer of quotations", () => {
  test("says how many are seen and how many are folded, and shows a course as one table of whole boxes", async () => {
    const { frame } = await anew();
    await ask(frame, "How did my HbA1c change?", 1);
    const folded = Number(/(\d+) more quotations?$/.exec(await frame.textContent(".more > summary"))[1]);
    assert.equal(
      await frame.textContent("#count"),
      `14 quotations shown, ${folded} more folded; looked up in the records`,
    );
    assert.equal((await frame.$$(".course")).length, 1);
    const lines = await frame.$$eval(".course li > details > summary", (all) =>
      all.map(({ innerText }) => innerText.replaceAll(/\s+/g, " ")),
    );
    assert.equal(lines.length, 14);
    assert.match(lines.at(-1), /^2024-04-09 6\.4 %/);
    assert.match(await frame.textContent(".course h5"), /^Laboratory result/);
    await frame.click(".course li:last-child > details > summary");
    await frame.click(".course li:last-child [data-reference]");
    await frame.waitForSelector("dialog mark");
  });

  test("says what kind of entry a box is, and nothing beyond the sentence that nothing answers", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    const bee = {
      resourceType: "AllergyIntolerance",
      patient: { reference: "Patient/4711-secret" },
      code: { text: "Bee venom" },
    };
    const file = { resourceType: "Bundle", type: "collection", entry: [{ resource: bee }] };
    await frame.setInputFiles("#files", {
      name: "bee.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify(file)),
    });
    await frame.waitForSelector("#subject option:has-text('Patient not in the file 1')", { state: "attached" });
    await frame.waitForSelector("#ask:not(:disabled)", { timeout: 120_000 });
    assert.match(await frame.textContent("#invented"), /1 file of yours, and 5 sample files/);
    assert.match(await frame.textContent("#report"), /entry\[0\]\.resource: is about a patient of whom/);
    assert.doesNotMatch(
      await frame.evaluate(() => document.querySelector("chaperone-app").renderRoot.textContent),
      /4711/,
    );
    await frame.selectOption("#subject", { label: "Patient not in the file 1" });
    await ask(frame, "What am I allergic to?", 1);
    assert.match((await frame.textContent("[data-block] h5")).trim(), /^Allergy\s*Bee venom$/);
    await ask(frame, "Do I have a pacemaker?", 2);
    assert.match(await frame.textContent("[data-turn='2'] .notice"), /^Nothing in the records answers this\./);
    assert.equal(await frame.$("[data-turn='2'] [data-block]"), null);
    await page.close();
  });

  test("marks the sentence of a note that answers, and comes with it first", async () => {
    const { frame } = await anew();
    const name = (await frame.$$eval("#subject option", (all) => all.map((each) => each.textContent))).find((each) =>
      each.endsWith("Trần"),
    );
    await frame.selectOption("#subject", { label: name });
    await ask(frame, "Has the lung nodule been scanned again?", 1);
    assert.match(await frame.textContent("[data-block] >> nth=0"), /which was due last February has not been done/);
    const [{ telling, text }] = (await turnsOf(frame))[0].blocks;
    assert.equal(await frame.textContent("blockquote mark >> nth=0"), telling);
    assert.equal(await frame.textContent("blockquote >> nth=0"), text, "the quotation is whole");
  });
});

describe("what would leave", () => {
  test("on a phone what stays is one tap beside what would leave, and is as the file has it", async () => {
    const { page, frame } = await anew();
    await page.setViewportSize({ width: 390, height: 844 });
    await prepare(frame, model.url, "What was my last HbA1c?");
    assert.deepEqual([await frame.isVisible("#message"), await frame.isVisible("#originals")], [true, false]);
    // How far below the switch the text begins.
    const below = (selector) =>
      frame.evaluate(async (selector) => {
        const { renderRoot } = document
          .querySelector("chaperone-app")
          .renderRoot.querySelector("chaperone-talk")
          .renderRoot.querySelector("chaperone-turn")
          .renderRoot.querySelector("chaperone-leaving");
        const top = (at) => renderRoot.querySelector(at).getBoundingClientRect().top;
        return top(selector) - top(".sides");
      }, selector);
    assert.ok((await below("#message")) < 160);
    await frame.click(".sides [data-side=here]");
    assert.deepEqual([await frame.isVisible("#message"), await frame.isVisible("#originals")], [false, true]);
    assert.ok((await below("#originals")) < 160, "in the same place");
    assert.match(await frame.textContent("#originals"), /Value: 6\.4 %/);
    await page.setViewportSize({ width: 1100, height: 800 });
    assert.equal(await frame.isVisible(".sides"), false);
    assert.equal((await frame.isVisible("#message")) && (await frame.isVisible("#originals")), true);
  });

  test("a mark tells its reason and its original, on both sides, and one kind can be singled out", async () => {
    const { frame } = await anew();
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
  });

  test("what was told in another form stands beside its original, with what still holds", async () => {
    const { frame } = await anew();
    await prepare(frame, model.url, "How did Amara Okafor's HbA1c change?");
    await frame.click("#meaning summary");
    const rows = await frame.$$eval("#meaning tbody tr", (rows) =>
      rows.map((row) => [row.dataset.kind, ...[...row.cells].map((cell) => cell.textContent.trim())]),
    );
    const kinds = new Set(rows.map(([kind]) => kind));
    for (const kind of ["range", "direction", "count", "time"]) assert.ok(kinds.has(kind), `${kind}: ${[...kinds]}`);
    const message = await frame.textContent("#message");
    for (const [, , was, told, holds] of rows) {
      assert.ok(was !== "" && holds !== "" && message.includes(told), told);
    }
    const direction = rows.find(([kind]) => kind === "direction");
    assert.match(direction[1], /Hemoglobin A1c/);
    const limits = rows.filter(([kind, , , , holds]) => kind === "range" && /(?:at least|under) \d/.test(holds));
    assert.ok(limits.length > 0, "which limits a number keeps is said");
  });

  test("a word that is not known stays until the person lets it leave; a name stays whatever is done", async () => {
    const { frame } = await anew();
    await prepare(frame, model.url, "What was my last blood pressure before Zorbalin, Kowalczyk or Abernathy?");
    const draft = () => frame.$eval("chaperone-leaving", (view) => view.draft);
    const shown = () => frame.textContent("chaperone-kept-words ul");
    assert.equal((await draft()).byLexicon, true);
    assert.doesNotMatch((await draft()).request.body, /zorbalin|kowalczyk|abernathy/i);
    assert.match(
      await shown(),
      /“Abernathy” stays: the records name it: it identifies somebody\. It cannot be let out\./,
    );
    assert.match(await shown(), /“Kowalczyk” stays: it is a person's name\. It cannot be let out\./);
    assert.equal((await frame.$$("[data-allow]")).length, 1);

    await frame.click("[data-allow=Zorbalin]");
    await frame.waitForSelector("[data-keep=zorbalin]");
    assert.match((await draft()).query, /zorbalin/);
    assert.match((await draft()).request.body, /zorbalin/);
    assert.equal(await focused(frame), "summary", "the focus stays with the list");
    const mark = frame.locator("#message .mark", { hasText: "zorbalin" });
    await mark.click();
    assert.match(await frame.textContent("#why"), /a word of your question that you let leave/);

    await frame.click("[data-keep=zorbalin]");
    await frame.waitForSelector("[data-allow=Zorbalin]");
    assert.doesNotMatch((await draft()).request.body, /zorbalin/);

    const never = await frame.evaluate(
      (question) =>
        document.querySelector("chaperone-app").engine.call("prepare", {
          question,
          subject: 0,
          endpoint: { url: "http://127.0.0.1:1/v1/chat/completions", model: "test" },
          choice: { allowed: ["abernathy", "Abernathy", "lives with abernathy", question] },
        }),
      "What was my last blood pressure, lives with abernathy?",
    );
    assert.doesNotMatch(never.request.body, /abernathy/i);
  });

  test("without the word list nothing is sent, by whatever way, and the page says so", async (t) => {
    const own = await serveWithoutModel({
      answer: ({ url }, response) => url.startsWith("/assets/lexicon.") && (response.writeHead(503).end(), true),
    });
    t.after(() => own.close());
    const { page, frame } = await openWithSamples(browser.context, own.url);
    const before = model.requests.length;
    await enterServer(frame, { url: model.url });
    await frame.check("input[value=model]");
    await frame.fill("#question", "What was my last blood pressure in the garden?");
    await frame.press("#question", "Enter");
    await frame.waitForSelector("#no-lexicon");
    assert.match(await frame.textContent("#no-lexicon"), /Nothing can be sent without it\. Ask again/);
    assert.match(await frame.textContent("chaperone-kept-words ul"), /“garden” stays: .*not loaded\./);
    assert.equal(await frame.$("[data-allow]"), null);
    assert.equal(await frame.$("#approve"), null);
    assert.notEqual(await frame.$("#quotes"), null, "quotations answer without a model");
    const tried = await frame.$eval(
      "chaperone-leaving",
      async ({ draft }, url) => {
        const { engine } = document.querySelector("chaperone-app");
        const endpoint = { url: draft.request.url, model: "test" };
        const patience = { headMillis: 9000, firstByteMillis: 9000, idleMillis: 9000 };
        const how = { endpoint, credential: "", patience };
        const codeOf = (call) =>
          call.then(
            () => "sent",
            ({ code, message }) => `${code}: ${message}`,
          );
        const asking = {
          question: "How did my HbA1c change?",
          subject: 0,
          endpoint: { ...endpoint, url },
          choice: { allowed: [] },
        };
        const other = await engine.call("prepare", asking);
        return {
          verdict: draft.verdict,
          ask: await codeOf(engine.call("ask", { draft: draft.id, ...how })),
          another: await codeOf(engine.call("ask", { draft: other.id, ...how })),
          think: await codeOf(engine.call("think-begin", { ...asking, asking: {} })),
          trial: await codeOf(engine.call("trial", how)),
          models: await codeOf(engine.call("models", how)),
        };
      },
      model.url,
    );
    const { verdict, ...came } = tried;
    assert.equal(verdict, "cleared", "it is not the review that refuses");
    for (const [by, said] of Object.entries(came))
      assert.match(said, /^refused: Nothing was sent: the word list could not be loaded/, by);
    assert.equal(model.requests.length, before);
    await page.close();
  });

  test("a refusal names each finding with what to do, and cannot be approved", async () => {
    const { frame } = await anew();
    await prepare(frame, model.url);
    // In the turn itself: its view is given the turn's draft again whenever anything is drawn.
    await frame.$eval("chaperone-app", (app) => {
      const { conversation } = app;
      conversation.turns = conversation.turns.map((turn) => {
        const start = turn.draft.message.indexOf("day 0");
        const finding = {
          part: "message",
          rule: "known-answer",
          reason: "a name",
          fix: "Ask without it.",
          start,
          end: start + 5,
        };
        return { ...turn, draft: { ...turn.draft, verdict: "refused", findings: [finding] } };
      });
      app.requestUpdate();
    });
    await frame.waitForSelector("#findings");
    assert.match(
      await frame.textContent("#findings"),
      /known answer: a name\s+“?day 0”?\s+What to do: Ask without it\./,
    );
    assert.ok((await frame.$$("#message .found")).length > 0);
    assert.equal(await frame.$("#approve"), null);
    const before = model.requests.length;
    await frame.click("chaperone-leaving #quotes");
    await frame.waitForSelector(`${nth(1)} #count`);
    assert.equal(model.requests.length, before);
  });

  test("each fact kept back is named with its reason, and its source is one click away", async () => {
    const { frame } = await anew();
    await prepare(frame, model.url, "What am I allergic to?");
    await frame.click("summary:has-text('Kept back: 1 fact')");
    const said = await frame.textContent("#kept-back");
    assert.match(said, /as its name is not a term of a known terminology:\s*Adhesive tape, 1 October 2019/);
    await frame.click("#kept-back button");
    await frame.waitForSelector("dialog mark");
    const marked = await frame.$$eval("dialog mark", (marks) => marks.map((mark) => mark.textContent));
    assert.ok(
      marked.some((mark) => mark.includes("Adhesive tape")),
      marked.join(),
    );
    assert.ok(!(await frame.textContent("#message")).includes("Adhesive"));
  });

  test("a number that is only written otherwise is not said to be less exact", async () => {
    const { page, frame } = await openReady(browser.context, site.url);
    // As text: what counts is how the number is written.
    const text = `{"resourceType":"Bundle","type":"collection","entry":[
      {"resource":{"resourceType":"Patient","id":"p","name":[{"family":"Okonjo"}]}},
      {"resource":{"resourceType":"Observation","id":"o","status":"final","subject":{"reference":"Patient/p"},"effectiveDateTime":"2024-03-01",
       "code":{"coding":[{"system":"http://loinc.org","code":"2777-1","display":"Phosphate [Mass/volume] in Serum or Plasma"}]},
       "valueQuantity":{"value":3.40,"unit":"mg/dL"}}}]}`;
    const buffer = Buffer.from(text);
    await frame.setInputFiles("#files", { name: "phosphate.json", mimeType: "application/json", buffer });
    await prepare(frame, model.url, "What was my last phosphate?");
    await frame.click("#message .mark.clinical:text-is('3.4')");
    assert.match(await frame.textContent("#why"), /3\.4: a number, as exact as it stands\. In your records: 3\.40\./);
    await page.close();
  });

  test("what a mark is called is what was done", async () => {
    const { meaningOf } = await load("room/view/operators.ts");
    const reasons = [
      ["6.4", ["6.40"], "clinical", "a number, as exact as it stands"],
      ["120", ["1.2e2"], "clinical", "a number, as exact as it stands"],
      ["6.4", ["6.44"], "general", "a number, rounded"],
      ["6.4", ["6.40 %"], "general", "a number, rounded"],
      ["0", [""], "general", "a number, rounded"],
      ["6.4", ["6.40", "6.9", "7.2"], "general", "one end of a range of 3 readings"],
      ["6.4", ["6.38", "6.9", "7.2"], "general", "one end of a range of 3 readings, rounded"],
    ];
    for (const [text, originals, group, reason] of reasons) {
      assert.deepEqual({ ...meaningOf("round", text, originals) }, { group, reason }, `${text} of ${originals}`);
    }
    assert.equal(meaningOf("time", "2020", ["2020"]).group, "general");
  });
});

describe("after a model that failed", () => {
  const FAULTS = {
    "hangs up at once": /is there, but the request got no answer/,
    "hangs up in the middle": /broke off in the middle/,
    "answers 500": /status 500/,
    "sends events that are no JSON": /neither a chat completion nor a message/,
    "ends before it has said anything": /ended its answer before it had said anything/,
  };
  const own = {
    "ends before it has said anything": (response) =>
      response.writeHead(200, { ...CORS, "Content-Type": "text/event-stream" }).end(),
  };
  test("the question can be sent again, once approved", { timeout: 300_000 }, async () => {
    const { frame } = await anew();
    const renewed = [];
    for (const [name, words] of Object.entries(FAULTS)) {
      model.behave(own[name] ?? name);
      await frame.check("input[value=none]");
      await prepare(frame, model.url);
      const { message } = await frame.$eval("chaperone-leaving", ({ draft }) => draft);
      await frame.click("#approve");
      await frame.waitForSelector("#again");
      assert.match(await frame.textContent("#failure"), words, name);
      assert.match(await frame.textContent("#advice"), /again/, name);
      const sent = model.requests.length;

      await frame.click("#again");
      await frame.waitForSelector("#approve");
      assert.equal(await focused(frame), "title", "what would leave now has the focus");
      assert.equal(model.requests.length, sent, "nothing is sent before it is approved");
      const again = await frame.$eval("chaperone-leaving:not(details *)", ({ draft }) => draft);
      renewed.push(again.message !== message);
      assert.equal(await frame.$("#failure"), null);
      model.behave("quotes, and makes things up");
      await frame.click("#approve");
      await frame.waitForSelector("[data-turn] #count");
      assert.equal(model.requests.length, sent + 1);
      const [turn, ...others] = await turnsOf(frame);
      assert.deepEqual([turn.question, others.length], [QUESTION, 0]);
      assert.match(await frame.textContent("[data-turn] details >> nth=0"), /What may have left: to test/);
      await frame.click("#new");
    }
    // One name in some two hundred is drawn twice in a row, by chance.
    assert.ok(renewed.some(Boolean), "under new stand-ins");
  });

  for (const press of ["a click", "the keyboard"])
    test(`what came of it is in sight and has the focus, by ${press}`, async () => {
      const { page, frame } = await anew();
      const approve = async () => {
        if (press === "a click") return frame.click("#approve");
        await frame.focus("#approve");
        await page.keyboard.press("Enter");
      };
      /** The heading that has the focus and where it stands in the window. */
      const headed = () =>
        frame.evaluate(() => {
          let title = document.activeElement;
          while (title?.shadowRoot?.activeElement) title = title.shadowRoot.activeElement;
          return { id: title.id, says: title.textContent, top: title.getBoundingClientRect().top };
        });
      const seen = async (says) => {
        let [before, found] = [undefined, await headed()];
        // Until the page stands still.
        for (let tries = 0; tries < 20 && before?.top !== found.top; tries += 1) {
          await new Promise((resolve) => setTimeout(resolve, 300));
          [before, found] = [found, await headed()];
        }
        assert.deepEqual([found.id, found.says], ["title", says]);
        assert.ok(found.top >= 0 && found.top < 720 / 2, `${says}: ${found.top}`);
      };
      await prepare(frame, await nowhere());
      await approve();
      await frame.waitForSelector("#failure", { timeout: 60_000 });
      await seen("Not answered");
      await frame.click("#new");
      for (const behaviour of ["quotes, and makes things up", "answers 500"]) {
        model.behave(behaviour);
        await frame.check("input[value=none]");
        await prepare(frame, model.url);
        await approve();
        await frame.waitForSelector("#count, #failure", { timeout: 60_000 });
        await seen(behaviour === "answers 500" ? "Not answered" : "Answer");
        await frame.click("#new");
      }
      // Where what had the focus goes with the waiting, the focus goes to what came.
      model.behave("says nothing");
      await frame.check("input[value=none]");
      await prepare(frame, model.url);
      await approve();
      await frame.waitForSelector("#cancel");
      await frame.focus("#cancel");
      await page.keyboard.press("Enter");
      await frame.waitForSelector("#failure");
      await seen("Not answered");
    });

  test("a server that is not there got nothing, and that is said plainly", async () => {
    const { frame } = await anew();
    await prepare(frame, await nowhere());
    await frame.click("#approve");
    await frame.waitForSelector("#failure", { timeout: 60_000 });
    assert.match(
      await frame.textContent("#failure"),
      /^No model server could be reached at this address, so nothing was sent\./,
    );
    assert.equal(await frame.isVisible("#failure details p"), false, "the technical detail is folded");
    assert.match(
      await frame.textContent("[data-unreached]"),
      /^Nothing left: nothing was sent to test at 127\.0\.0\.1/,
    );
    assert.doesNotMatch(await frame.textContent(`${nth(1)} article`), /may have left/);
    // The request can be seen once more, and none of its headings says that it left.
    await go(frame, "leaves");
    const request = "chaperone-last-request chaperone-leaving";
    assert.equal(await frame.textContent(`${request} #title`), "What would leave");
    const heads = await frame.$$eval(`${request} :is(h4, h5, .sides button)`, (all) =>
      all.map((each) => each.textContent),
    );
    assert.ok(heads.length > 3 && heads.every((each) => !/\bleft\b/i.test(each)), heads.join(" | "));
    await go(frame, "ask");
    await frame.click(`${nth(1)} #quotes`);
    await frame.waitForSelector(`${nth(1)} #count`);
    assert.match(await frame.textContent("[data-unreached]"), /^Nothing left/);
  });

  test("quotations answer instead, and what may have left stays to be seen", async () => {
    const { frame } = await anew();
    model.behave("answers 500");
    await prepare(frame, model.url);
    await frame.click("#approve");
    await frame.waitForSelector("#again");
    const sent = model.requests.length;
    await frame.click(`${nth(1)} #quotes`);
    await frame.waitForSelector(`${nth(1)} #count`);
    assert.equal(await focused(frame), "title");
    assert.equal(model.requests.length, sent);
    assert.match(await frame.textContent("#instead"), /In place of the model’s answer/);
    assert.equal(await frame.$("#failure"), null);
    assert.equal(await frame.$("#again"), null);
    assert.match(await frame.textContent(`${nth(1)} details >> nth=0`), /What may have left/);

    // An answer that broke off says so, and can be asked for again.
    await frame.click("#new");
    await frame.check("input[value=none]");
    model.behave((response) =>
      response.writeHead(200, { ...CORS, "Content-Type": "text/event-stream" }).end(delta("It was") + delta(" high.")),
    );
    await prepare(frame, model.url);
    await frame.click("#approve");
    await frame.waitForSelector("#again");
    assert.match(await frame.textContent("[data-block=prose]"), /It was high\./);
    assert.match(await frame.textContent("#advice"), /broke off before its end/);
  });

  test("in a later session the server is entered again before it is asked", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    model.behave("answers 500");
    await prepare(frame, model.url);
    await frame.click("#approve");
    await frame.waitForSelector("#again");
    const turns = await frame.evaluate(() =>
      JSON.stringify(document.querySelector("chaperone-app").conversation.turns),
    );
    await page.close();
    const later = await openWithSamples(browser.context, site.url);
    await later.frame.evaluate((text) => {
      const [{ sent, ...turn }] = JSON.parse(text);
      const at = new Date(sent.at);
      const restored = { ...turn, at, draft: undefined, answer: undefined, sent: { ...sent, at } };
      document.querySelector("chaperone-app").conversation.restore([restored]);
    }, turns);
    const before = model.requests.length;
    await later.frame.click("#again");
    assert.equal(await later.frame.inputValue("#question"), QUESTION);
    assert.equal(await later.frame.inputValue("#url"), model.url);
    assert.equal(await focused(later.frame), "question");
    assert.equal(model.requests.length, before);
    await later.page.close();
  });
});

test("of a long conversation the latest turns stand there whole, and earlier ones open at a press", async () => {
  const { page, frame } = await anew();
  await ask(frame, QUESTION, 1);
  const first = await frame.$eval("chaperone-app", async (app) => {
    const [turn] = app.conversation.turns;
    app.conversation.restore(Array.from({ length: 30 }, (_, at) => ({ ...turn, id: at + 1 })));
    await app.updateComplete;
    return app.conversation.turns[0].id;
  });
  await frame.waitForSelector(`[data-turn='${first + 29}'] #count`);
  assert.equal((await frame.$$("chaperone-turn")).length, 10);
  assert.equal((await frame.$$("[data-folded]")).length, 20);
  await frame.focus(`[data-folded='${first + 2}'] button`);
  await page.keyboard.press("Enter");
  await frame.waitForSelector(`[data-turn='${first + 2}'] #count`);
  assert.equal(await focused(frame), "asked", "the focus is at the question that was opened");
  assert.equal((await frame.$$("[data-folded]")).length, 19);
});

test("of a very long conversation the earliest questions are listed at a press, and not before", async () => {
  const { page, frame } = await anew();
  await ask(frame, QUESTION, 1);
  const first = await frame.$eval("chaperone-app", async (app) => {
    const [turn] = app.conversation.turns;
    app.conversation.restore(
      Array.from({ length: 200 }, (_, at) => ({ ...turn, question: `Question ${at + 1}`, id: at + 1 })),
    );
    await app.updateComplete;
    return app.conversation.turns[0].id;
  });
  await frame.waitForSelector(`[data-turn='${first + 199}'] #count`);
  assert.equal((await frame.$$("[data-folded]")).length, 20);
  assert.equal(await frame.textContent("#list-more"), "170 earlier questions");
  // One that was opened stays, whatever is asked after it.
  await frame.click(`[data-folded='${first + 174}'] button`);
  await frame.waitForSelector(`[data-turn='${first + 174}'] #count`);
  await frame.focus("#list-more");
  await page.keyboard.press("Enter");
  await frame.waitForSelector(`[data-folded='${first + 69}']`);
  assert.equal((await frame.$$("[data-folded]")).length, 120);
  assert.equal(await frame.locator("[data-folded] button:focus").textContent(), "Question 169: show the answer");
  assert.equal(await frame.textContent("#list-more"), "69 earlier questions");
  await frame.click("#list-more");
  await frame.waitForSelector("#list-more", { state: "detached" });
  assert.equal((await frame.$$("[data-folded]")).length, 189);
});

test("what earlier turns hold is packed, and is read and taken out as it was", async () => {
  const { frame } = await anew();
  await ask(frame, QUESTION, 1);
  const seen = await frame.$eval("chaperone-app", async (app) => {
    const [turn] = app.conversation.turns;
    const answer = JSON.stringify(turn.answer);
    app.conversation.restore(Array.from({ length: 30 }, (_, at) => ({ ...turn, id: at + 1 })));
    await app.updateComplete;
    const isPacked = (each) => Object.getOwnPropertyDescriptor(each, "answer").get !== undefined;
    const { turns } = app.conversation;
    const packed = turns.filter(isPacked).length;
    const read = turns.every((each) => JSON.stringify(each.answer) === answer);
    const { sha256 } = turn.answer.blocks.find((block) => "titleCitation" in block)?.titleCitation ?? {};
    app.conversation.forget(sha256 ?? /[0-9a-f]{64}/.exec(answer)[0], "taken.json");
    const left = app.conversation.turns.filter((each) => each.answer !== undefined).length;
    return { packed, read, left };
  });
  assert.deepEqual(seen, { packed: 20, read: true, left: 0 });
});

describe("the source reader", () => {
  test("opens at the passage, walks the answer's quotations, and gives the focus back", async () => {
    const { page, frame } = await anew();
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
  });
});
