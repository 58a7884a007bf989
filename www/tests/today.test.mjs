// A time that counts from today, asked of a model: read from the person's own day, shown as a filter, and gone from what leaves.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import init, { Engine } from "../../pkg/chaperone.js";
import { launch } from "../browser.mjs";
import { ask, openReady, prepare } from "./support/room.mjs";
import { CORS, DONE, delta, startScripted } from "./support/scripted.mjs";
import { serveWithoutModel } from "./support/without.mjs";

const YEAR = new Date().getFullYear();

const weight = (day, value) => ({
  resource: {
    resourceType: "Observation",
    id: `w${day}`,
    status: "final",
    subject: { reference: "Patient/p" },
    effectiveDateTime: `${day}T09:00:00Z`,
    code: { text: "Body Weight", coding: [{ system: "http://loinc.org", code: "29463-7", display: "Body Weight" }] },
    valueQuantity: { value, unit: "kg", system: "http://unitsofmeasure.org", code: "kg" },
  },
});

/** A weight in each of three years, of which the last is before this one. */
const BUNDLE = Buffer.from(
  JSON.stringify({
    resourceType: "Bundle",
    type: "collection",
    entry: [
      { resource: { resourceType: "Patient", id: "p", name: [{ family: "Okafor", given: ["Amara"] }] } },
      weight(`${YEAR - 3}-05-10`, 91.2),
      weight(`${YEAR - 2}-05-12`, 85.4),
      weight(`${YEAR - 1}-05-14`, 78.6),
    ],
  }),
);

const QUESTION = "Which weight was measured last year?";

describe("a time that counts from today, with a model", () => {
  let site, browser, model, page, frame;
  before(async () => {
    [site, browser, model] = await Promise.all([serveWithoutModel(), launch(), startScripted()]);
    model.behave((response) =>
      response
        .writeHead(200, { ...CORS, "Content-Type": "text/event-stream" })
        .end(delta("It was told. <quote><title>R1</title>about</quote>") + DONE),
    );
    ({ page, frame } = await openReady(browser.context, site.url));
    await frame.setInputFiles("#files", [{ name: "weights.json", mimeType: "application/json", buffer: BUNDLE }]);
    await frame.waitForSelector("#ask:not(:disabled)", { timeout: 120_000 });
  });
  after(async () => {
    await browser.close();
    await Promise.all([site.close(), model.close()]);
  });

  const draftOf = () =>
    frame.evaluate(() => {
      const talk = document.querySelector("chaperone-app").renderRoot.querySelector("chaperone-talk");
      return talk.conversation.turns.at(-1).draft;
    });
  const told = (within) =>
    frame.$$eval(`${within} #narrowed li`, (items) =>
      items.map((item) => [item.dataset.by, item.dataset.state, item.querySelector("span").textContent]),
    );
  const filter = (year) => [["time", "applied", `Only what is from ${year}-01-01 to ${year}-12-31 was searched.`]];

  test("the filter is shown before anything leaves, and narrows what would", { timeout: 240_000 }, async () => {
    await prepare(frame, model.url, QUESTION);
    assert.deepEqual(await told("chaperone-leaving"), filter(YEAR - 1));
    const draft = await draftOf();
    assert.equal(draft.verdict, "cleared");
    assert.match(draft.query, /that time\?$/);
    assert.deepEqual(
      draft.passages.map(({ original }) => [...original.matchAll(/When: (\d{4})/g)].map(([, year]) => Number(year))),
      [[YEAR - 1]],
    );
    assert.match(draft.message, /about 78\.5|about 79|about 78/);
    assert.doesNotMatch(draft.message, /85|91/);
  });

  test(
    "neither the day nor the words for it leave, and the answer tells the filter",
    { timeout: 240_000 },
    async () => {
      await frame.click("#approve");
      await frame.waitForSelector("#count", { timeout: 60_000 });
      assert.deepEqual(await told("chaperone-answer"), filter(YEAR - 1));
      const sent = model.requests.filter(({ body }) => body.length > 0).at(-1).body;
      assert.ok(sent.includes("that time"));
      assert.doesNotMatch(sent, new RegExp(`last year|${YEAR}|${YEAR - 1}`));
    },
  );

  test("what lies ahead of today comes first where it is asked for", { timeout: 240_000 }, async () => {
    const { page, frame } = await openReady(browser.context, site.url);
    const bundle = JSON.parse(BUNDLE);
    bundle.entry.push({
      resource: {
        resourceType: "Appointment",
        id: "a",
        status: "booked",
        description: "Cardiology follow-up",
        start: `${YEAR + 1}-05-10T09:30:00Z`,
        participant: [{ actor: { reference: "Patient/p" }, status: "accepted" }],
      },
    });
    const file = { name: "ahead.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(bundle)) };
    await frame.setInputFiles("#files", [file]);
    await frame.waitForSelector("#ask:not(:disabled)", { timeout: 120_000 });
    await ask(frame, "When is my next appointment?", 1);
    await frame.waitForSelector("text=What is shown first is still to come");
    await frame.waitForSelector(`text=${YEAR + 1}-05-10`);
    await page.close();
  });

  test("a follow-up counts from today, too", { timeout: 240_000 }, async () => {
    await frame.fill("#question", "and two years ago?");
    await frame.click("#ask:not(:disabled)");
    await frame.waitForSelector("#approve", { timeout: 120_000 });
    assert.deepEqual(await told("chaperone-leaving"), filter(YEAR - 2));
    const { passages } = await draftOf();
    assert.match(passages[0].original, new RegExp(`When: ${YEAR - 2}-05-12`));
    await page.close();
  });
});

test("the engine takes a day in one form, and says so of any other", async () => {
  await init({ module_or_path: readFileSync(new URL("../../pkg/chaperone_bg.wasm", import.meta.url)) });
  const engine = new Engine();
  engine.addFile(new Uint8Array(BUNDLE));
  const seed = new Uint8Array(32);
  const draft = (today) => engine.prepare(QUESTION, "http://localhost:1", "test", seed, 0, undefined, undefined, today);
  const thought = (today) => engine.thinkBegin(QUESTION, "http://localhost:1", "test", seed, {}, {}, today);
  const search = (today) => engine.search(QUESTION, undefined, undefined, today);
  const quotes = (today) => engine.quotes(QUESTION, today);
  assert.equal(draft(`${YEAR}-06-01`).narrowed[0].state, "applied");
  assert.equal(draft().narrowed[0].state, "unknown");
  assert.equal(thought(`${YEAR}-06-01`).documents, 1);
  assert.equal(search(`${YEAR}-06-01`).narrowed[0].state, "applied");
  const nonsense = ["", "today", "2024-2-29", "2023-02-29", "20240229", "2024-02-29T00:00Z", " 2024-02-29", "0"];
  for (const call of [draft, thought, search, quotes])
    for (const today of nonsense)
      assert.throws(
        () => call(today),
        ({ code, fault, message }) => code === "invalid-argument" && fault === "user" && message.includes("2019-03-02"),
        `${call.name} ${today}`,
      );
  engine.free();
});
