// Answers that a server holds to the passages that were sent, and a question that takes several requests.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch } from "../browser.mjs";
import { findings, sideways } from "./support/axe.mjs";
import { letter } from "./support/letters.mjs";
import { go, openReady } from "./support/room.mjs";
import { CORS, DONE, delta, startScripted, streams } from "./support/scripted.mjs";
import { serveWithoutModel } from "./support/without.mjs";

const PATIENCE = { timeout: 240_000 };
const WHAT = ["Fracture", "Sprain", "Pain", "Swelling", "Injury", "Burn"];
const WHERE = ["ankle", "wrist", "knee", "hip", "shoulder", "elbow"];

/** A person with thirty-six conditions: more than fits in a small context. */
function records() {
  const names = WHAT.flatMap((what) => WHERE.map((where) => `${what} of ${where}`));
  const conditions = names.map((display, at) => ({
    resource: {
      resourceType: "Condition",
      id: `c${at}`,
      subject: { reference: "Patient/p" },
      code: { coding: [{ system: "http://snomed.info/sct", code: `${10_000 + at}`, display }] },
      clinicalStatus: { coding: [{ code: "active" }] },
      onsetDateTime: new Date(Date.UTC(2024, 2, 2) - at * 97 * 86_400_000).toISOString().slice(0, 10),
    },
  }));
  const person = { resource: { resourceType: "Patient", id: "p", name: [{ given: ["Amara"], family: "Okafor" }] } };
  return { resourceType: "Bundle", type: "collection", entry: [person, ...conditions] };
}

/** The aliases that a request offers, each once. */
const aliasesIn = ({ messages }) => [
  ...new Set([...messages.at(-1).content.matchAll(/<title>(R\d+)<\/title>/g)].map(([, alias]) => alias)),
];

describe("a model server", () => {
  let site, browser, model, page, frame;
  before(async () => {
    [site, browser, model] = await Promise.all([serveWithoutModel(), launch(), startScripted()]);
    ({ page, frame } = await openReady(browser.context, site.url));
    const buffer = Buffer.from(JSON.stringify(records()));
    await go(frame, "files");
    await frame.setInputFiles("#files", { name: "many.json", mimeType: "application/json", buffer });
    await frame.waitForSelector("#ask:not(:disabled)", PATIENCE);
    await go(frame, "settings");
    await frame.fill("chaperone-server #url", model.url);
    await frame.fill("chaperone-server #model", "test");
  });
  after(async () => {
    await browser.close();
    await Promise.all([site.close(), model.close()]);
  });

  const last = () => JSON.parse(model.requests.at(-1).body);
  const says = (response, text) => streams(response).end(delta(text) + DONE);
  const refuses = (response) => response.writeHead(400, CORS).end("{}");
  const held = JSON.stringify({ answer: "ready", quotes: [] });
  const TAGGED = "<quote><title>R1</title>ready<link>#R1</link></quote>";

  /** Waits until the last turn has the whole answer to its request of this number. */
  const answered = (number) =>
    frame.waitForFunction(
      (earlier) => {
        const turn = document.querySelector("chaperone-app").conversation.turns.at(-1);
        return (
          turn.answer !== undefined &&
          turn.streaming === undefined &&
          turn.sent !== undefined &&
          turn.earlier.length === earlier
        );
      },
      number - 1,
      PATIENCE,
    );

  async function tried() {
    await frame.click("#try:not(:disabled)");
    await frame.click("#try-holding:not(:disabled)", PATIENCE);
    return frame.getAttribute("#held", "data-hold", PATIENCE);
  }

  test("is tried for whether it holds replies, and is taken for what it does", PATIENCE, async () => {
    const behaviours = {
      none: (response) => says(response, "ready"),
      grammar: (response) =>
        last().response_format ? refuses(response) : says(response, last().grammar ? TAGGED : "ready"),
      schema: (response) => says(response, last().response_format ? held : "ready"),
    };
    for (const [hold, behave] of Object.entries(behaviours)) {
      model.behave(behave);
      assert.equal(await tried(), hold);
    }
    for (const { body } of model.requests) assert.ok(!body.includes("Okafor") && !body.includes("Fracture"));
    assert.deepEqual(await findings(frame), []);
    assert.equal(await sideways(frame), "");
  });

  test(
    "that holds replies is sent the form with the question, and what it writes is read as it comes",
    PATIENCE,
    async () => {
      model.behave((response) =>
        says(response, JSON.stringify({ answer: "Several.", quotes: [{ ref: "R1", text: "" }] })),
      );
      await go(frame, "ask");
      await frame.check("input[value=model]");
      await frame.fill("#question", "Which conditions do I have?");
      await frame.click("#ask:not(:disabled)");
      await frame.click("#approve", PATIENCE);
      await frame.waitForSelector("chaperone-answer #count", PATIENCE);
      const { properties } = last().response_format.json_schema.schema;
      assert.deepEqual(properties.quotes.items.properties.ref.enum, aliasesIn(last()));
      const shown = await frame.$eval("chaperone-answer", ({ renderRoot }) => renderRoot.textContent);
      assert.match(shown, /Several\./);
      assert.ok(!shown.includes("{"), "no JSON is shown");
      assert.equal(await frame.locator("chaperone-answer [data-reference]").count(), 1);
      await go(frame, "settings");
      await frame.click("#let-go");
      await frame.waitForSelector("#try-holding", PATIENCE);
    },
  );

  test(
    "with a small context is asked by several requests, each seen and approved, and quotes what any of them told",
    PATIENCE,
    async () => {
      await go(frame, "settings");
      await frame.fill("chaperone-server #context", "2048");
      const quoted = [];
      model.behave((response) => {
        const { messages } = last();
        const passages = [...messages.at(-1).content.matchAll(/<title>(R\d+)<\/title>\s*([^,<\n]+)/g)];
        const fresh = passages.find(([, , name]) => !quoted.includes(name.trim()));
        quoted.push(fresh[2].trim());
        const quotes = passages.filter(([, , name]) => quoted.includes(name.trim()));
        says(
          response,
          `Zebediah says so.\n${quotes.map(([, alias, name]) => `<quote><title>${alias}</title>${name}</quote>`).join("\n")}`,
        );
      });
      model.requests.length = 0;
      await go(frame, "ask");
      await frame.click("#new:not(:disabled)");
      await frame.check("input[value=model]");
      await frame.fill("#question", "Which conditions do I have?");
      await frame.click("#ask:not(:disabled)");
      let rounds = 0;
      for (;;) {
        rounds += 1;
        await frame.locator("#round", { hasText: `Request ${rounds}:` }).waitFor(PATIENCE);
        await frame.waitForSelector("#approve", PATIENCE);
        assert.match(
          await frame.locator("#round").last().textContent(),
          new RegExp(`^Request ${rounds}: about \\d+ of 2,?048 tokens`),
        );
        if (rounds === 2) {
          // Told otherwise it is the same request of the same question.
          await frame.click("input[name=level][value=strict]");
          await frame.waitForSelector("#changed", PATIENCE);
          assert.match(await frame.locator("#round").last().textContent(), /^Request 2:/);
          assert.deepEqual(await findings(frame), []);
        }
        await frame.click("#approve:not(:disabled)");
        await answered(rounds);
        assert.equal(model.requests.length, rounds);
        if ((await frame.$("#again")) === null) break;
        assert.match(await frame.textContent("#advice"), /Not told yet, for want of room: \d+/);
        await frame.click("#again:not(:disabled)");
      }
      assert.ok(rounds >= 3, `${rounds}`);
      assert.equal(new Set(quoted).size, rounds);
      for (const { body } of model.requests) assert.ok(!body.includes("Zebediah") && body.length <= 3072);
      assert.equal(await frame.locator("chaperone-answer [data-reference]").count(), rounds);
    },
  );

  test("is asked about all of a letter, from where it is read", PATIENCE, async () => {
    const about = ["knee", "hip", "shoulder", "elbow", "wrist", "ankle"];
    const text = about.map((where) => `The ${where} is swollen. ${"It was looked at again, as before. ".repeat(18)}`);
    const long = letter("letter", "2024-03-02", text.join("\n\n"), { type: "Letter of the clinic" });
    const [person] = records().entry;
    const bundle = { resourceType: "Bundle", type: "collection", entry: [person, long] };
    await go(frame, "files");
    const buffer = Buffer.from(JSON.stringify(bundle));
    await frame.setInputFiles("#files", { name: "letter.json", mimeType: "application/json", buffer });
    await frame.waitForSelector("#ask:not(:disabled)", { state: "attached", ...PATIENCE });
    await go(frame, "search");
    await frame.waitForSelector("#search:not(:disabled)", PATIENCE);
    // The letter's file names a person of the same name, without what says that they are one.
    await frame.selectOption("#searched", { label: "everybody" });
    await frame.fill("#words", "swollen hip");
    await frame.click("#search");
    await frame.click("#hits [data-reference*='Note']", PATIENCE);
    await frame.click("chaperone-source #ask-whole", PATIENCE);
    assert.equal(await frame.locator("chaperone-source dialog[open]").count(), 0);
    assert.match(await frame.textContent("#letter"), /about all of .*(Letter|Note)/);
    assert.equal(await frame.isChecked("input[value=model]"), true);
    assert.equal(await frame.locator("#think").count(), 0);
    assert.deepEqual(await findings(frame), []);

    model.behave((response) => says(response, "I do not know."));
    model.requests.length = 0;
    await frame.fill("#question", "What is swollen?");
    await frame.click("#ask:not(:disabled)");
    await frame.waitForSelector("#approve", PATIENCE);
    // Sentences of notes are told from there on.
    await frame.click("input[name=level][value=balanced]");
    await frame.waitForSelector("#changed", PATIENCE);
    assert.match(await frame.locator("#round").last().textContent(), /^Request 1: about \d+ of 2,?048 tokens/);
    const offered = await frame.evaluate(() => {
      const { draft, letter } = document.querySelector("chaperone-app").conversation.turns.at(-1);
      return { title: letter?.title ?? "", originals: draft.passages.map(({ original }) => original) };
    });
    assert.notEqual(offered.title, "");
    // It begins at the beginning, and tells of nothing else.
    assert.match(offered.originals[0], /^The knee is swollen/);
    assert.ok(offered.originals.every((original) => !original.includes("Fracture")));
    let rounds = 1;
    for (; ; rounds += 1) {
      await frame.click("#approve:not(:disabled)");
      await answered(rounds);
      const advice = await frame.locator("#advice").allTextContents();
      if (!/Not told yet/.test(advice.at(-1) ?? "")) break;
      await frame.locator("#again").last().click();
      await frame.waitForSelector("#approve", PATIENCE);
    }
    assert.equal(model.requests.length, rounds);
    const told = model.requests.flatMap(({ body }) => about.filter((where) => body.includes(`${where} is swollen`)));
    assert.deepEqual([...new Set(told)].sort(), [...about].sort());

    await frame.click("#letter-off");
    assert.equal(await frame.locator("#letter").count(), 0);
  });
});
