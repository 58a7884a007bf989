// Which server requests go to, and with what key, is said by a person in the shell: nothing in the record room can say it, whatever runs there.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { generateKeyPairSync } from "node:crypto";
import { launch } from "../browser.mjs";
import { serve } from "../serve.mjs";
import { fingerprint, signPolicy } from "../sign-policy.mjs";
import { findings } from "./support/axe.mjs";
import { load } from "./support/compile.mjs";
import { go, openReady } from "./support/room.mjs";
import { DONE, delta, startScripted, streams } from "./support/scripted.mjs";
import { startSite } from "./support/sites.mjs";
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
        credential === ""
          ? "Without a key."
          : `With a key of ${STOLEN.length} characters that begins with “${STOLEN.slice(0, 4)}”.`,
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
    const asks = ["key-1", "key-2", "key-1"].map((key) => trial(frame, model.url, key));
    await page.click("#send-go:not(:disabled)");
    // The second question stands there until it is answered: the closing of the first is no answer to it.
    await page.waitForSelector("#send-go:not(:disabled)");
    assert.equal(await page.textContent("#send-text"), "key-2");
    assert.match(await page.textContent("#send-key"), /It is not what you agreed to for this server before\./);
    await page.click("#send-not");
    assert.deepEqual(
      (await Promise.all(asks)).map((came) => came.split(":")[0]),
      ["sent", "refused", "sent"],
    );
    assert.equal(await isOpen(page), false);
    assert.equal(await trial(frame, model.url, "key-1"), "sent");
    // A no is no answer for later: who pressed it by mistake is asked again.
    const again = trial(frame, model.url, "key-2");
    await page.waitForSelector("#send[open]");
    await page.keyboard.press("Escape");
    assert.match(await again, /^refused/);
    const keys = model.requests.slice(before).map(({ headers }) => headers.authorization);
    assert.deepEqual(keys, Array(3).fill("Bearer key-1"));
    await page.close();
  });

  test("is asked about alone: no other dialog of the shell lies above it or beneath", async () => {
    const { page, frame } = await opened();
    const before = model.requests.length;
    const came = trial(frame, model.url, STOLEN);
    await page.waitForSelector("#send[open]");
    const others = await frame.evaluateHandle(() => {
      const { engine } = document.querySelector("chaperone-app");
      const settled = (call) =>
        call.then(
          () => "done",
          ({ code }) => code,
        );
      return [
        settled(engine.call("export-ledger", { what: "ledger" })),
        settled(engine.call("connect", {})),
        settled(engine.call("library", {})),
      ];
    });
    await page.waitForTimeout(1500);
    const shown = () => page.$$eval("dialog[open]", (all) => all.map(({ id }) => id));
    assert.deepEqual(await shown(), ["send"]);
    await page.click("#send-not");
    assert.match(await came, /^refused/);
    // The next one begins to count when it comes.
    await page.waitForSelector("#export[open]");
    assert.deepEqual(await shown(), ["export"]);
    assert.equal(await page.isDisabled("#export-save"), true);
    await page.click("#export-not");
    for (const name of ["connect", "library"]) {
      await page.waitForSelector(`#${name}[open]`);
      assert.deepEqual(await shown(), [name]);
      assert.equal(await page.isDisabled(`#${name}-go`), true);
      await page.keyboard.press("Escape");
    }
    await page.waitForFunction(() => document.querySelector("dialog[open]") === null);
    assert.equal(model.requests.length, before);
    await others.dispose();
    await page.close();
  });

  test(
    "is asked about where the answers can be seen, in a page of somebody else's",
    { timeout: 120_000 },
    async (t) => {
      const portal = await startSite(
        `<iframe id="panel" src="${site.url}" allow="local-network; loopback-network" width="900" height="700"></iframe>`,
      );
      t.after(() => portal.close());
      const page = await browser.context.newPage();
      await page.goto(portal.url);
      const shell = await (await page.waitForSelector("#panel")).contentFrame();
      const frame = await (await shell.waitForSelector("#room")).contentFrame();
      await frame.waitForSelector("#samples:not(:disabled)", { timeout: 120_000 });
      const before = model.requests.length;
      const came = trial(frame, model.url, STOLEN);
      await shell.waitForSelector("#send-go:not(:disabled)");
      await page.evaluate(() => (document.getElementById("panel").style.opacity = "0.01"));
      await shell.waitForSelector("#send-go:disabled");
      await shell.waitForSelector("#send-covered:not([hidden])");
      await shell.click("#send-go", { force: true });
      await page.waitForTimeout(300);
      assert.equal(model.requests.length, before);
      await page.evaluate(() => (document.getElementById("panel").style.opacity = ""));
      await shell.waitForSelector("#send-go:not(:disabled)");
      await shell.click("#send-not");
      assert.match(await came, /^refused/);
      await page.close();
    },
  );

  test("gets nothing where the page cannot ask, and that nothing left is said", { timeout: 120_000 }, async (t) => {
    const own = await serveWithoutModel({
      answer: ({ url }, response) => url.startsWith("/assets/script-dialogs.") && (response.writeHead(503).end(), true),
    });
    t.after(() => own.close());
    const { page, frame, asked } = await opened("", own);
    assert.match(await trial(frame, ELSEWHERE, ""), /^unreached: The page could not ask you about this server/);
    assert.deepEqual(asked, []);
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

describe("a policy that names the servers", () => {
  const { privateKey } = generateKeyPairSync("ed25519");
  const json = JSON.stringify({ endpoints: ["https://elsewhere.invalid"] });

  test("spares the question where it is signed, but not that for a key", { timeout: 120_000 }, async (t) => {
    const keyed = await serveWithoutModel({ policyKeys: [fingerprint(privateKey)] });
    t.after(() => keyed.close());
    const { page, frame } = await opened(`#${new URLSearchParams({ policy: signPolicy(json, privateKey) })}`, keyed);
    assert.match(await trial(frame, ELSEWHERE, ""), /^unreached/);
    assert.match(await trial(frame, model.url, ""), /^refused: (?!You did not)/, "the review holds the room to them");
    const came = trial(frame, ELSEWHERE, STOLEN);
    await page.click("#send-not");
    assert.match(await came, /^refused: You did not/);
    await page.close();
  });

  test("spares nothing where anybody can have written it into a link", async () => {
    const { page, frame, asked } = await opened(`#${new URLSearchParams({ policy: json })}`);
    const came = trial(frame, ELSEWHERE, "");
    await page.click("#send-not");
    assert.match(await came, /^refused: You did not/);
    assert.deepEqual(asked, []);
    await page.close();
  });
});

test("this device is known by its own addresses alone, and servers by a list in a policy that can be read", async () => {
  const { needsNone, namesServers } = await load("shell/needs.ts");
  const needs = (url, credential = "", named = false) => !needsNone({ cleared: { url }, credential }, named);
  for (const url of ["http://localhost:1/v1", "http://127.0.0.1/", "http://127.9.8.7:80/", "http://[::1]:11434/v1"]) {
    assert.equal(needs(url), false, url);
    assert.equal(needs(url, "k"), true, url);
    assert.equal(needs(url, "k", true), true, url);
  }
  for (const url of [
    "http://a.localhost/",
    "http://localhost.example/",
    "http://127.0.0.1.example/",
    "http://128.0.0.1/",
    "http://192.168.0.2:11434/",
    "http://[::2]/",
    "http://[::ffff:127.0.0.1]/",
    "https://api.example.com/v1",
  ]) {
    assert.equal(needs(url), true, url);
    assert.equal(needs(url, "", true), false, url);
  }
  for (const policy of ['{"endpoints":[]}', '{"endpoints":["https://a.example"],"floor":"strict"}'])
    assert.equal(namesServers(policy), true, policy);
  for (const policy of [
    undefined,
    "",
    "null",
    "{}",
    '{"endpoints":null}',
    '{"endpoints":"https://a.example"}',
    "[]",
    "{",
  ])
    assert.equal(namesServers(policy), false, String(policy));
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
