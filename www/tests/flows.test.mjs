// What people go through from the first look to what has left: on a phone and on a desk, over a slow network, and with the page
// loaded again in the middle of its work. Two tabs, a full disk and what is kept stand in `keeping`, offline in `offline`, a portal in `embed`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { launch, openRoom, roomOf } from "../browser.mjs";
import { serve } from "../serve.mjs";
import { QUESTION, ask, go, openReady, prepare, whole } from "./support/room.mjs";
import { DONE, delta, startScripted, streams } from "./support/scripted.mjs";
import { serveWithoutModel } from "./support/without.mjs";

const PATIENCE = { timeout: 120_000 };
const LOOKS = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 780 } };
const RECORD = new URL("../../examples/records/", import.meta.url);

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

for (const [name, viewport] of Object.entries(LOOKS)) {
  test(
    `on a ${name}: records, an answer and its source, a request that is looked at, kept back from, sent and found in the ledger`,
    { timeout: 300_000 },
    async (t) => {
      const site = await serveWithoutModel();
      const model = await startScripted();
      t.after(() => Promise.all([site.close(), model.close()]));
      model.behave((response) => streams(response).end(delta("Nothing to quote.") + DONE));
      const { page, frame } = await openReady(browser.context, site.url, { viewport });
      await frame.click("#samples");
      await frame.waitForSelector("#ask:not(:disabled)", PATIENCE);

      await ask(frame, QUESTION, 1);
      await frame.click("[data-turn='1'] [data-reference] >> nth=0");
      await frame.waitForSelector("dialog mark");
      await page.keyboard.press("Escape");

      for (const part of ["timeline", "charts", "search", "files"]) {
        await go(frame, part);
        await frame.waitForSelector(`#part-${part}:not([hidden])`);
      }
      await go(frame, "today");
      await frame.waitForSelector("#brief", PATIENCE);

      await prepare(frame, model.url, "Which conditions do I have?");
      await frame.click("chaperone-by-hand summary");
      await frame.click("[data-withhold=R1]");
      await frame.waitForSelector("[data-release]", PATIENCE);
      await frame.waitForSelector("#approve[aria-disabled=false]", PATIENCE);
      await frame.click("#approve");
      await frame.waitForFunction(
        () => !document.querySelector("chaperone-app").conversation.busy,
        undefined,
        PATIENCE,
      );

      await go(frame, "leaves");
      await frame.waitForSelector("chaperone-ledger #entries", PATIENCE);
      assert.match(await frame.textContent("chaperone-ledger #entries"), new RegExp(new URL(model.url).host));
      assert.match(await frame.textContent("chaperone-askings section"), /No server was asked for records/);
      await go(frame, "settings");
      await frame.waitForSelector("chaperone-model-list [data-when]");
      await page.close();
    },
  );
}

test(
  "over a slow network the first screen is there before the engine, says how far that is, and goes on by itself",
  { timeout: 180_000 },
  async (t) => {
    let release = () => {};
    const held = new Promise((resolve) => (release = resolve));
    const answer = (request, response) => {
      if (!request.url.startsWith("/assets/wasm.")) return false;
      const bytes = readFileSync(new URL(`../dist${new URL(request.url, "http://x").pathname}`, import.meta.url));
      response.writeHead(200, { "Content-Type": "application/wasm", "Content-Length": bytes.length });
      response.write(bytes.subarray(0, 1 << 20));
      void held.then(() => response.end(bytes.subarray(1 << 20)));
      return true;
    };
    const site = await serve({ answer });
    t.after(() => site.close());
    const { page, frame } = await openRoom(browser.context, site.url);
    await page.setViewportSize(LOOKS.phone);
    await frame.waitForFunction(
      () =>
        /Fetching the engine: [\d.]+ (?:KiB|MiB) of 1\d MiB/.test(
          document.querySelector("chaperone-app").renderRoot.textContent,
        ),
      undefined,
      PATIENCE,
    );
    assert.equal(
      await frame.$eval("chaperone-app", (app) => app.renderRoot.querySelector("#heading-records").checkVisibility()),
      true,
    );
    assert.notEqual(await frame.$("#samples:disabled"), null, "nothing can be added yet");
    // Another screen can be looked at already.
    await go(frame, "settings");
    await frame.waitForSelector("chaperone-server #url");
    release();
    await go(frame, "records");
    await frame.click("#samples:not(:disabled)", PATIENCE);
    await frame.waitForSelector("#ask:not(:disabled)", PATIENCE);
    await page.close();
  },
);

describe("the page, loaded again", () => {
  test(
    "while records are being read, begins empty, and reads them as if nothing had been",
    { timeout: 300_000 },
    async (t) => {
      const site = await serveWithoutModel();
      t.after(() => site.close());
      const { page, frame } = await openReady(browser.context, site.url);
      // So many copies of one record, each of another person, that reading them is under way for a while.
      const text = readFileSync(new URL("quinones.json", RECORD), "utf8");
      const files = Array.from({ length: 12 }, (_, number) => ({
        name: `record-${number}.json`,
        mimeType: "application/json",
        buffer: Buffer.from(text.replaceAll("Qui", `Qui${number}`)),
      }));
      // Waited for before it begins: it may be over before somebody looks.
      const busy = frame.waitForFunction(
        () => document.querySelector("chaperone-app").reading.state.busy,
        undefined,
        PATIENCE,
      );
      await Promise.all([busy, frame.setInputFiles("#files", files)]);
      await page.reload();
      const again = await roomOf(page);
      await again.waitForSelector("#samples:not(:disabled)", PATIENCE);
      await whole(again);
      const holdings = await again.$eval("chaperone-app", (app) => app.engine.call("holdings", {}));
      assert.deepEqual([holdings.files, holdings.passages], [0, 0], "nothing is kept that nobody wanted kept");
      await again.setInputFiles("#files", files[0]);
      await again.waitForSelector("#ask:not(:disabled)", PATIENCE);
      await ask(again, QUESTION, 1);
      await page.close();
    },
  );
});
