// Which server requests go to, and with what key, is said by a person in the shell: nothing in the record room can say it, whatever runs there.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch } from "../browser.mjs";
import { serve } from "../serve.mjs";
import { findings } from "./support/axe.mjs";
import { go, openReady } from "./support/room.mjs";
import { DONE, delta, startScripted, streams } from "./support/scripted.mjs";
import { serveWithoutModel } from "./support/without.mjs";

/** What a script would like to have out, in the place of a key. */
const STOLEN = "T2thZm9yLCBBbWFyYSBOZ296aSwgSGJBMWMgNi40";
const ELSEWHERE = "https://elsewhere.invalid/v1/chat/completions";
const PATIENCE = { headMillis: 9000, firstByteMillis: 9000, idleMillis: 9000 };

let site, browser, model;
before(async () => {
  [site, browser, model] = await Promise.all([serveWithoutModel(), launch(), startScripted()]);
  model.behave((response) => streams(response).end(delta("ready") + DONE));
});
after(async () => {
  await browser.close();
  await Promise.all([site.close(), model.close()]);
});

/** Opens the page; `asked` are the addresses that any server was asked for since, but for files of the page. */
async function opened(fragment = "", { url } = site) {
  const { page, frame } = await openReady(browser.context, `${url}${fragment}`);
  const asked = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith("blob:")) asked.push(request.url());
  });
  return { page, frame, asked };
}

/** Has the engine send its fixed words by the means of a script in the interface; resolves to what came of it. */
const trial = (frame, url, credential) =>
  frame.evaluate(
    ([url, credential, patience]) =>
      document
        .querySelector("chaperone-app")
        .engine.call("trial", { endpoint: { url, model: "m" }, credential, patience })
        .then(
          () => "sent",
          ({ code, message }) => `${code}: ${message}`,
        ),
    [url, credential, PATIENCE],
  );

const isOpen = (page) => page.$eval("#send", ({ open }) => open);

describe("a server that a script of the interface chose", () => {
  for (const [what, url, credential] of [
    ["elsewhere, without a key", ELSEWHERE, ""],
    ["elsewhere, with records in the place of the key", ELSEWHERE, STOLEN],
    ["on this device, with records in the place of the key", undefined, STOLEN],
  ])
    test(`gets nothing without a person: ${what}`, { timeout: 120_000 }, async () => {
      const { page, frame, asked } = await opened();
      const before = model.requests.length;
      const came = trial(frame, url ?? model.url, credential);
      await page.waitForSelector("#send[open]");
      assert.equal(await page.textContent("#send-server"), new URL(url ?? model.url).origin);
      assert.equal(
        await page.textContent("#send-key"),
        credential === "" ? "Without a key." : `With a key of ${STOLEN.length} characters.`,
      );
      // What a script can do to a button of the shell; the room cannot even reach it.
      await page.waitForSelector("#send-go:not(:disabled)");
      await page.evaluate(() => {
        const go = document.getElementById("send-go");
        go.click();
        go.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      });
      assert.equal(
        await frame.evaluate(() => {
          try {
            return window.parent.document.getElementById("send-go") === null ? "none" : "there";
          } catch (error) {
            return error.name;
          }
        }),
        "SecurityError",
      );
      await page.waitForTimeout(300);
      assert.ok(await isOpen(page));
      if (credential !== "") {
        await page.click("#send-look summary");
        assert.equal(await page.textContent("#send-text"), STOLEN, "the person sees what would go");
      }
      assert.deepEqual(await findings(page.mainFrame()), []);
      await page.click("#send-not");
      assert.equal(await came, "refused: You did not let it go to this server, so nothing was sent.");
      assert.equal(await page.textContent("#send-text"), "");
      assert.equal(model.requests.length, before);
      assert.deepEqual(asked, [], "nobody was even knocked at");
      await page.close();
    });

  test("is asked about for each key, one after the other, and no more once a person agreed", async () => {
    const { page, frame } = await opened();
    const before = model.requests.length;
    const [first, second] = [trial(frame, model.url, "key-1"), trial(frame, model.url, "key-1")];
    await page.click("#send-go:not(:disabled)");
    assert.deepEqual(await Promise.all([first, second]), ["sent", "sent"]);
    assert.equal(await isOpen(page), false);
    assert.equal(await trial(frame, model.url, "key-1"), "sent");
    const other = trial(frame, model.url, STOLEN);
    await page.waitForSelector("#send[open]");
    await page.keyboard.press("Escape");
    assert.match(await other, /^refused/);
    // A no is no answer for later: who pressed it by mistake is asked again.
    const again = trial(frame, model.url, STOLEN);
    await page.click("#send-not");
    assert.match(await again, /^refused/);
    const keys = model.requests.slice(before).map(({ headers }) => headers.authorization);
    assert.deepEqual(keys, Array(3).fill("Bearer key-1"));
    await page.close();
  });

  test("on this device without a key is not asked about", async () => {
    const { page, frame } = await opened();
    assert.equal(await trial(frame, model.url, ""), "sent");
    await page.close();
  });

  test("and a search in a vector database elsewhere is asked about", { timeout: 120_000 }, async (t) => {
    // With the embedder: what is sent there is a vector.
    const whole = await serve();
    t.after(() => whole.close());
    const { page, frame, asked } = await opened("", whole);
    const came = frame.evaluate(async () => {
      const { engine } = document.querySelector("chaperone-app");
      const question = "What lowers blood pressure?";
      await engine.call("nearest-propose", { question, allowed: [], server: "https://elsewhere.invalid" });
      return engine.call("nearest-on", { collection: "papers" });
    });
    came.catch(() => undefined);
    const proposed = await Promise.race([
      page.waitForSelector("#send[open]").then(() => "asked"),
      came.then(
        () => "sent",
        ({ message }) => message,
      ),
    ]);
    assert.equal(proposed, "asked");
    await page.click("#send-not");
    await assert.rejects(came, /You did not let it go to this server/);
    assert.deepEqual(asked, []);
    await page.close();
  });
});

test("a policy that names the servers spares the question, but not that for a key", async () => {
  const policy = new URLSearchParams({ policy: JSON.stringify({ endpoints: ["https://elsewhere.invalid"] }) });
  const { page, frame } = await opened(`#${policy}`);
  assert.match(await trial(frame, ELSEWHERE, ""), /^unreached/);
  assert.match(await trial(frame, model.url, ""), /^refused: (?!You did not)/, "the review holds the room to them");
  const came = trial(frame, ELSEWHERE, STOLEN);
  await page.click("#send-not");
  assert.match(await came, /^refused: You did not/);
  await page.close();
});

test("a person enters a server and a key, says yes once, and is told where nothing was sent", async () => {
  const { page, frame } = await opened();
  await go(frame, "settings");
  for (const [id, value] of Object.entries({ url: model.url, model: "test", key: "mine" }))
    await frame.fill(`#${id}`, value);
  await frame.click("#try");
  await page.waitForSelector("#send-go:not(:disabled)");
  assert.equal(await page.evaluate(() => document.activeElement.id), "send-not", "the focus is on the safe answer");
  await page.keyboard.press("Enter");
  await frame.waitForSelector("#tried .notice");
  assert.match(await frame.textContent("#tried"), /You did not let it go to this server, so nothing was sent\./);
  await frame.click("#try:not(:disabled)");
  await page.waitForSelector("#send-go:not(:disabled)");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await frame.waitForFunction(() => document.querySelector("chaperone-app").servers.trial.state === "answered");
  await page.close();
});
