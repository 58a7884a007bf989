// The page with a real model server: llama.cpp over HTTP. The small model answers nothing well; what counts is what reaches it.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch, openRoom } from "../browser.mjs";
import { sampleIdentifiers, survivors } from "./support/identifiers.mjs";
import { until } from "./support/keeping.mjs";
import { startModelServer, startRecorder } from "./support/model-server.mjs";
import { enterServer } from "./support/room.mjs";
import { serveWithoutModel } from "./support/without.mjs";

describe("a real model server", () => {
  let site, browser, model, recorder;
  before(async () => {
    [site, browser, model] = await Promise.all([serveWithoutModel(), launch(), startModelServer()]);
    recorder = await startRecorder(model.url);
  });
  after(async () => {
    await browser.close();
    await recorder.close();
    await Promise.all([site.close(), model.close()]);
  });

  async function approve(question) {
    const { page, frame } = await openRoom(browser.context, site.url);
    await frame.click("#samples:not(:disabled)", { timeout: 120_000 });
    await frame.waitForSelector("#ask:not(:disabled)", { timeout: 120_000 });
    await enterServer(frame, { url: recorder.url, model: "smollm2", wait: "300" });
    await frame.fill("#question", question);
    await frame.check("input[value=model]");
    await frame.click("#ask:not(:disabled)", { timeout: 120_000 });
    await frame.click("#approve:not(:disabled)");
    return { page, frame };
  }

  test("the page streams its answer, and the bytes that arrived hold no identifier", { timeout: 600_000 }, async () => {
    const { page, frame } = await approve("When was my last blood pressure and what was it?");
    await frame.waitForFunction(
      () => {
        const [turn] = document.querySelector("chaperone-app").conversation.turns;
        return (turn?.streaming ?? "").length > 0;
      },
      undefined,
      { timeout: 300_000 },
    );
    const early = await frame.$eval("chaperone-answer", ({ streaming }) => streaming);
    await frame.waitForSelector("#count", { timeout: 300_000 });
    const failure = await frame.$eval("chaperone-answer", ({ failure }) => failure);
    assert.equal(failure, "");
    assert.ok(early.length > 0, "text was shown before the reply had ended");

    const sent = recorder.arrived.filter(({ method }) => method === "POST");
    assert.equal(sent.length, 1);
    assert.ok(sent[0].body.length > 200);
    for (const { head, body } of recorder.arrived) {
      assert.deepEqual(survivors(body, sampleIdentifiers()), []);
      assert.deepEqual(survivors(Buffer.from(head), sampleIdentifiers()), []);
    }
    await page.close();
  });

  test("cancelling ends the request at the server", { timeout: 600_000 }, async () => {
    const before = recorder.arrived.filter(({ method }) => method === "POST").length;
    const { page, frame } = await approve("Write down everything about my blood pressure, at length.");
    await until(() => recorder.arrived.filter(({ method }) => method === "POST").length > before);
    assert.equal(recorder.hungUp, 0);
    await frame.click("#cancel");
    const deadline = Date.now() + 10_000;
    while (recorder.hungUp === 0 && Date.now() < deadline) await page.waitForTimeout(50);
    assert.equal(recorder.hungUp, 1);
    assert.equal(await frame.textContent("#failure"), "Cancelled.");
    await page.close();
  });

  test("the check for identifiers can fail", () => {
    const [name] = sampleIdentifiers().filter(({ kind }) => kind === "name");
    assert.equal(
      survivors(Buffer.from(`the patient ${name.text.toUpperCase()}, aged 64`), sampleIdentifiers()).length,
      1,
    );
  });
});
