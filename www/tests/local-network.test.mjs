// A hosted page that asks a model server on this very device, under the browser's Local Network Access: its permission decides, and the page says so.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch, openRoom } from "../browser.mjs";
import { serveWithoutModel } from "./support/without.mjs";
import { DONE, delta, startScripted, streams } from "./support/scripted.mjs";
import { QUESTION, ask, go, whole } from "./support/room.mjs";

const PATIENCE = { timeout: 120_000 };
const HOST = "chaperone.test";

describe("a hosted page and a model server on this device", () => {
  let site, model, browser, page, frame, url, session;
  before(async () => {
    [site, model] = await Promise.all([serveWithoutModel({ connections: "" }), startScripted()]);
    const { port } = new URL(site.url);
    url = `http://${HOST}:${port}/`;
    // As if the page came from the internet, by https.
    browser = await launch({
      flags: [
        `--host-resolver-rules=MAP ${HOST} 127.0.0.1`,
        `--ip-address-space-overrides=127.0.0.1:${port}=public`,
        `--unsafely-treat-insecure-origin-as-secure=http://${HOST}:${port}`,
        "--enable-features=LocalNetworkAccessChecks:LocalNetworkAccessChecksWarn/false",
      ],
    });
    ({ page, frame } = await openRoom(browser.context, url));
    await frame.waitForSelector("#samples:not(:disabled)", PATIENCE);
    await whole(frame);
    await go(frame, "settings");
    await frame.fill("chaperone-server #url", model.url);
    await frame.fill("chaperone-server #model", "test");
    model.behave((response) => streams(response).end(delta("ready") + DONE));
  });
  after(async () => {
    await browser?.close();
    await Promise.all([site.close(), model.close()]);
  });

  /** Sets the browser's permission for this device, by the name that this browser has for it. It holds as long as its session. */
  async function permit(setting) {
    session ??= await browser.context.newCDPSession(page);
    const { origin } = new URL(url);
    const set = (name) => session.send("Browser.setPermission", { permission: { name }, setting, origin });
    await set("loopback-network").catch(() => set("local-network-access"));
  }

  async function tried() {
    await frame.click("#try:not(:disabled)", PATIENCE);
    await frame.waitForFunction(
      () => document.querySelector("chaperone-app").servers.trial?.state !== "asking",
      undefined,
      PATIENCE,
    );
    await frame.waitForSelector("#tried .notice", PATIENCE);
    return {
      state: await frame.$eval("chaperone-app", (app) => app.servers.trial.state),
      finding: await frame.$eval("#tried .notice", (notice) => notice.dataset.finding),
      text: await frame.textContent("#tried"),
    };
  }

  test(
    "before the browser was answered nothing leaves, and the page says that it asks",
    { timeout: 300_000 },
    async () => {
      await permit("prompt");
      const { state, finding, text } = await tried();
      assert.equal(state, "failed");
      assert.equal(finding, "permission-waits", text);
      assert.match(text, /Your browser asks whether this page may reach apps on this device/);
      assert.deepEqual(model.requests, []);
    },
  );

  test(
    "without the permission nothing leaves, and the page says that it is the browser's and how to give it",
    { timeout: 300_000 },
    async () => {
      await permit("denied");
      const before = model.requests.length;
      const { state, finding, text } = await tried();
      assert.equal(state, "failed");
      assert.equal(finding, "permission-denied", text);
      assert.match(text, /does not let this page reach this device/);
      assert.ok(text.includes(new URL(url).origin), "the site to allow is named");
      assert.equal(model.requests.length, before);
    },
  );

  test("with it the model answers", { timeout: 300_000 }, async () => {
    await permit("granted");
    const { state, text } = await tried();
    assert.equal(state, "answered", text);
    assert.equal(model.requests.length, 1);
  });

  test(
    "where it is given and nobody is there, it is not the permission that is blamed",
    { timeout: 300_000 },
    async () => {
      await permit("granted");
      await frame.fill("chaperone-server #url", "http://127.0.0.1:9");
      const { finding } = await tried();
      assert.equal(finding, "not-reached");
      await frame.fill("chaperone-server #url", model.url);
    },
  );
});

describe("a hosted page without encryption", () => {
  test("answers, and says why nothing can be kept and what to do", { timeout: 300_000 }, async (t) => {
    const site = await serveWithoutModel();
    t.after(() => site.close());
    const { port } = new URL(site.url);
    const browser = await launch({ flags: [`--host-resolver-rules=MAP ${HOST} 127.0.0.1`] });
    t.after(() => browser.close());
    const { frame } = await openRoom(browser.context, `http://${HOST}:${port}/`);
    await frame.click("#samples:not(:disabled)", PATIENCE);
    await ask(frame, QUESTION, 1);
    const line = await frame.waitForSelector("chaperone-keeping details", PATIENCE);
    assert.match(
      await line.textContent(),
      /Nothing can be kept here.*without encryption \(http\).*open the page by https/s,
    );
    assert.equal(await frame.$("chaperone-keeping #keeping"), null);
  });
});
