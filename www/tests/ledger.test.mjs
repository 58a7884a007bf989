// What left is entered before it goes, can be saved by the person alone, verified, and survives with what is kept.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { createHash } from "node:crypto";
import { launch } from "../browser.mjs";
import { CANARIES } from "./support/canary.mjs";
import { SAMPLES, sampleIdentifiers, survivors } from "./support/identifiers.mjs";
import { load } from "./support/compile.mjs";
import { add, roomOf, until } from "./support/keeping.mjs";
import { save, verify } from "./support/ledger.mjs";
import { enterServer, go, openReady, openWithSamples, prepare } from "./support/room.mjs";
import { CORS, DONE, delta, nowhere, startScripted } from "./support/scripted.mjs";
import { serveWithoutModel } from "./support/without.mjs";

const QUESTIONS = ["When was my last blood pressure and what was it?", "How did my HbA1c change, Kowalczyk asks?"];

let site, browser, model;
before(async () => {
  [site, browser, model] = await Promise.all([serveWithoutModel(), launch(), startScripted()]);
});
after(async () => {
  await browser.close();
  await Promise.all([site.close(), model.close()]);
});

const sha256 = (text) => createHash("sha256").update(text).digest("hex");

/** Prepares `question` for the model server, which has to be entered once. */
async function draft(frame, question) {
  if (!(await frame.isChecked("input[value=model]"))) return prepare(frame, model.url, question);
  await go(frame, "ask");
  await frame.fill("#question", question);
  await frame.click("#ask:not(:disabled)");
  await frame.waitForSelector("#approve");
}

/** Asks each question through the model server, and approves it. */
async function sendAll(frame, questions = QUESTIONS) {
  model.behave((response) =>
    response.writeHead(200, { ...CORS, "Content-Type": "text/event-stream" }).end(delta("It was so.") + DONE),
  );
  const first = (await frame.$$("chaperone-ledger [data-entry]")).length;
  for (const question of questions) {
    await draft(frame, question);
    await frame.click("#approve");
    await frame.waitForFunction(() => {
      const { turns, busy } = document.querySelector("chaperone-app").conversation;
      return !busy && turns.at(-1).answer !== undefined;
    });
  }
  await go(frame, "leaves");
  await frame.waitForSelector(`[data-entry="${first + questions.length}"]`);
}

describe("the ledger", () => {
  test("shows each request, is saved by the person alone, and is verified", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    assert.match(await frame.textContent("chaperone-ledger #none"), /Nothing has left/);
    const before = model.requests.length;
    await sendAll(frame);
    const sent = model.requests.slice(before).map(({ body }) => body);
    const shown = await frame.$$eval("chaperone-ledger [data-entry]", (items) => items.map((item) => item.textContent));
    assert.equal(shown.length, 2);
    const [newer, older] = shown;
    assert.match(older, /1\. .*127\.0\.0\.1.*blood pressure \(\d+\)/s);
    assert.match(newer, /2\. .*HbA1c \(\d+\)/s);
    assert.match(newer, /Words of the question withheld\s*1: it is a person's name/);
    assert.ok(
      older.includes(sha256(sent[0])) && newer.includes(sha256(sent[1])),
      "the hash is that of the bytes that arrived",
    );
    assert.match(
      await frame.textContent("chaperone-ledger .accounts"),
      /Your 2 requests together \(model test\) reveal blood pressure \(\d+ facts?\), HbA1c/,
    );

    await frame.click('[data-entry="1"] summary');
    await frame.click('[data-entry="1"] .bytes');
    assert.equal(await frame.textContent('[data-entry="1"] pre'), sent[0]);

    // Not saved unless the person says so in the shell; a click made by a script is none.
    await frame.click("#save-ledger");
    await page.waitForSelector("#export[open]");
    let downloads = 0;
    page.on("download", () => (downloads += 1));
    await page.waitForSelector("#export-save:not(:disabled)");
    await page.evaluate(() => document.getElementById("export-save").click());
    assert.match(await page.textContent("#export-text"), /"format":"chaperone-ledger"/);
    const second = await frame.evaluate(() =>
      document
        .querySelector("chaperone-app")
        .engine.call("export-ledger", { what: "proof", selfTest: [] })
        .catch(({ message }) => message),
    );
    assert.match(second, /being offered already/);
    await page.click("#export-not");
    await frame.waitForSelector("chaperone-ledger #saved:has-text('Not saved.')");
    assert.equal(downloads, 0);

    const ledger = await save(page, frame, "#save-ledger");
    assert.equal(ledger.name, "chaperone-ledger.json");
    const pack = await save(page, frame, "#save-proof");
    assert.equal(pack.name, "chaperone-proof.json");
    const bytes = await save(page, frame, '[data-entry="1"] .save-bytes');
    assert.deepEqual(bytes, { name: "chaperone-request.json", text: sent[0] });
    assert.equal(downloads, 3);

    // Everything that the last question went through.
    await frame.click("chaperone-last-request #save-workflow");
    await page.waitForSelector("#export[open]");
    assert.equal(await page.textContent("#export-name"), "chaperone-workflow.json");
    const [taken] = await Promise.all([page.waitForEvent("download"), page.click("#export-save")]);
    await frame.waitForSelector("chaperone-last-request #workflow-saved:has-text('Saved.')");
    const { format, state } = JSON.parse(readFileSync(await taken.path(), "utf8"));
    assert.equal(format, "chaperone-workflow");
    assert.equal(state.receipts[0].bodySha256, sha256(sent[1]));
    assert.ok(state.nodes.length > 0 && state.extracted.length > 0 && state.rounds > 0 && state.plan !== undefined);

    const proof = JSON.parse(pack.text);
    assert.equal(proof.selfTest.run, false);
    assert.match(proof.build.engine, /^[0-9a-f]{64}$/);
    assert.match(proof.build.lexicon, /^[0-9a-f]{64}$/);
    assert.equal(proof.checklists[0].identifiers.length, 18);
    assert.match(proof.page, /^<!doctype html>.*remain personal data under the GDPR/s);
    const canaries = [...sampleIdentifiers(), { text: "Kowalczyk" }];
    // Hashes may hold any digits, and our own pages any common word.
    const told = (text) => text.replaceAll(/[0-9a-f]{64}/g, "");
    assert.deepEqual(survivors(Buffer.from(told(ledger.text)), canaries), []);
    assert.deepEqual(survivors(Buffer.from(told(pack.text)), canaries), []);

    // With the self-test's result, where it was run to its end.
    const { WAYS_OUT } = await load("room/ways-out.ts");
    await frame.$eval(
      "chaperone-self-test",
      (view, ways) => {
        view.run = () => {
          view.findings = ways.map((way) => ({ way, result: way.expected, sights: [] }));
          return Promise.resolve();
        };
      },
      WAYS_OUT,
    );
    assert.match(await frame.textContent("chaperone-ledger #untested"), /was not run/);
    const tested = JSON.parse((await save(page, frame, "#test-and-save")).text);
    assert.equal(tested.selfTest.run, true);
    assert.deepEqual(
      tested.selfTest.ways,
      WAYS_OUT.map(({ id, expected }) => ({ way: id, result: expected })),
    );

    for (const text of [ledger.text, pack.text]) assert.match(await verify(frame, text), /✓ Whole.*2 entries/s);
    const head = await frame.textContent("chaperone-ledger #head");
    await verify(frame, ledger.text, head);
    assert.match(await frame.textContent("chaperone-verify-ledger #seen"), /that of the newest entry/);
    await verify(frame, ledger.text, "0".repeat(63) + "1");
    assert.match(await frame.textContent("chaperone-verify-ledger #seen"), /No entry has the head/);
    assert.match(await verify(frame, ledger.text.replace('"rounds":1', '"rounds":2')), /✕ Broken at entry 1.*changed/s);
    const lines = ledger.text.split("\n");
    assert.match(await verify(frame, [lines[0], lines[2], lines[3]].join("\n")), /✕ Broken at entry 1.*removed/s);
    assert.match(await verify(frame, "{}"), /no ledger file/);
    await page.close();
  });

  test("counts what may have left, and neither what never did nor a list of the names of models", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    const account = async (entries) => {
      await go(frame, "leaves");
      await frame.waitForSelector(`[data-entry="${entries}"]`);
      const words = await frame.$$eval("chaperone-ledger [data-origin] p", (all) =>
        all.map((each) => each.textContent),
      );
      await go(frame, "ask");
      return words.filter((each) => !/Stand-ins|together can|So many/.test(each));
    };
    await prepare(frame, await nowhere(), QUESTIONS[0]);
    await frame.click("#approve");
    await frame.waitForSelector("[data-unreached]");
    await draft(frame, QUESTIONS[1]);
    await frame.click("#approve");
    await frame.waitForSelector("[data-unreached] >> nth=1");
    const [never, ...others] = await account(2);
    assert.deepEqual(others, []);
    assert.match(
      never,
      /^2 requests \(model test\) were not sent: no server was there, or you did not let them go\. Together they would have revealed blood pressure \(\d+ facts?\), HbA1c \(/,
    );
    await frame.click("#new");
    assert.deepEqual(await account(2), [never], "after a new conversation, too");

    // A test of the connection and a list of models, of another server that is not there.
    await enterServer(frame, { url: (await nowhere()).replace("127.0.0.1", "localhost") });
    await go(frame, "settings");
    await frame.click("#try");
    await frame.waitForSelector("#tried .notice");
    await frame.click("#list");
    await frame.waitForSelector("#listed .notice");
    assert.equal(await frame.$("#tried-bytes"), null, "nothing left that could be looked at");
    const [, unlisted, untried, ...more] = await account(4);
    assert.deepEqual(more, []);
    assert.match(unlisted, /^1 request for the names of its models was not sent: /);
    assert.match(untried, /^1 request \(model test\) was not sent: .* It would have revealed no facts\.$/);
    await page.close();
  });

  test("tells how many stand-ins are in the place of names, which are no words that were withheld", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await sendAll(frame, ["What is Amara Ngozi Okafor's blood pressure?"]);
    assert.doesNotMatch(model.requests.at(-1).body, /Okafor/);
    const entry = await frame.textContent('chaperone-ledger [data-entry="1"]');
    assert.match(entry, /Words of the question withheld\s*none\s*Stand-ins in the place of names\s*[1-9]/);
    await page.close();
  });

  test("names no empty name where the names of models were listed", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    const accounts = () =>
      frame.$$eval("chaperone-ledger [data-origin] p", (all) => all.map((each) => each.textContent));
    await enterServer(frame, { url: model.url });
    model.behave((response) =>
      response.writeHead(200, { ...CORS, "Content-Type": "application/json" }).end('{"data":[{"id":"test"}]}'),
    );
    await go(frame, "settings");
    await frame.click("#list");
    await go(frame, "leaves");
    await frame.waitForSelector('[data-entry="1"]');
    const asked = "It was asked for the names of its models, which tells nothing of a record.";
    assert.deepEqual(await accounts(), [asked]);
    await sendAll(frame, QUESTIONS.slice(0, 1));
    const [first, second] = await accounts();
    assert.equal(first, asked);
    assert.match(second, /^Your request \(model test\) reveals blood pressure/);
    await page.close();
  });

  test("is kept sealed with the records, goes on after a reload, and is destroyed with them", async () => {
    const { page, frame } = await openReady(browser.context, site.url);
    await add(frame, `${SAMPLES}okafor.json`);
    await sendAll(frame, QUESTIONS.slice(0, 1));
    const head = await frame.textContent("chaperone-ledger #head");
    await frame.click("#keeping");
    await frame.fill("input[name=fresh]", CANARIES.passphrase);
    await frame.fill("input[name=again]", CANARIES.passphrase);
    await frame.click("#keep");
    await frame.waitForSelector("#done");
    await page.reload();
    const again = await roomOf(page);
    assert.equal(await again.$("chaperone-ledger"), null, "nothing is shown before it is unlocked");
    await again.fill("#passphrase", CANARIES.passphrase);
    await again.press("#passphrase", "Enter");
    await again.waitForSelector("#ask:not(:disabled)");
    await go(again, "leaves");
    await again.waitForSelector('[data-entry="1"]');
    assert.equal(await again.textContent("chaperone-ledger #head"), head);
    assert.equal(await again.$('[data-entry="1"] .bytes'), null, "the bytes were kept for the session only");
    assert.match(
      await again.textContent("chaperone-ledger .accounts"),
      /Your request \(model test\) was released\. Where it arrived, it revealed blood pressure/,
      "whether an earlier session reached the server is not known any more",
    );
    await go(again, "ask");
    await sendAll(again, QUESTIONS.slice(1));
    const two = await save(page, again, "#save-ledger");
    assert.match(await verify(again, two.text, head), /✓ Whole.*2 entries/s);
    assert.match(await again.textContent("chaperone-verify-ledger #seen"), /entry 1: the ledger went on/);

    // An entry is kept before its request goes: a tab that is closed at once does not take it along.
    model.behave("says nothing");
    await draft(again, QUESTIONS[0]);
    const waiting = model.requests.length;
    await again.click("#approve");
    await until(() => model.requests.length > waiting);
    await page.reload();
    const third = await roomOf(page);
    await third.fill("#passphrase", CANARIES.passphrase);
    await third.press("#passphrase", "Enter");
    await third.waitForSelector("#ask:not(:disabled)");
    await go(third, "leaves");
    await third.waitForSelector('[data-entry="3"]');

    await third.click("#keeping");
    await third.click("summary:has-text('Destroy')");
    await third.click("#ask-erase");
    await Promise.all([page.waitForEvent("load"), third.click("#erase")]);
    const last = await roomOf(page);
    await last.waitForSelector("#destroyed");
    await go(last, "leaves");
    await last.waitForSelector("chaperone-ledger #none");
    await page.close();
  });
});
