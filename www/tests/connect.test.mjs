// Records from a hospital's server, in the page: signing in, reading, asking, and what the server and everybody else see of it.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch } from "../browser.mjs";
import { CANARIES, canaryBundle } from "./support/canary.mjs";
import { PATIENT, startCustodian } from "./support/fhir-server.mjs";
import { go, openReady, visited } from "./support/room.mjs";
import { startSite } from "./support/sites.mjs";
import { serveWithoutModel } from "./support/without.mjs";

const PATIENCE = { timeout: 120_000 };

let own, browser, hospital;
const seen = [];
before(async () => {
  own = await serveWithoutModel({ seen: ({ method, url }) => seen.push(`${method} ${url}`) });
  browser = await launch();
});
after(async () => {
  await browser.close();
  await own.close();
});

/** A hospital of this test's own. */
async function custodian(t, change = {}) {
  hospital = await startCustodian(canaryBundle());
  hospital.set(change);
  t.after(() => hospital.close());
  return hospital;
}

async function open(t, query = "") {
  const { page, frame } = await openReady(browser.context, own.url + query);
  t.after(() => page.close());
  return { page, frame };
}

/** Begins to connect, names the server in the shell's dialog, and resolves to the sign-in window. */
async function toSignIn({ page, frame }, address) {
  await frame.click("#connect:not(:disabled)");
  await page.waitForSelector("dialog#connect[open]");
  if (address !== undefined) await page.fill("#connect-address", address);
  await page.click("#connect-go:not(:disabled)");
  await page.waitForSelector("#connect-second:not([hidden])");
  const opened = browser.context.waitForEvent("page");
  await page.click("#connect-go:not(:disabled)");
  const window = await opened;
  await window.waitForSelector("#allow");
  return window;
}

async function connect(both, address) {
  const window = await toSignIn(both, address);
  await window.click("#allow");
  await both.frame.waitForFunction(
    () => {
      const { connecting, reading } = document.querySelector("chaperone-app");
      return connecting.connection.is === "connected" && !reading.state.busy;
    },
    undefined,
    PATIENCE,
  );
  // Once there are records the page goes to where questions are asked.
  await both.frame.waitForSelector("#question");
  await go(both.frame, "files");
}

const holdings = (frame) => frame.$eval("chaperone-app", (app) => app.engine.call("holdings", {}));

/** What the page fetches from its own server whatever a person does: itself, and what it is installed with. */
const ITS_OWN = ["GET /", "GET /manifest.webmanifest", "GET /offline-worker.js", "GET /icons/icon.svg"];

describe("a hospital's server", () => {
  test("is signed in to, read and asked about; the report says what was asked, of whom and when", async (t) => {
    const { base, reads, requests } = await custodian(t);
    const both = await open(t);
    const { frame, page } = both;
    await visited(page.context(), base);
    await connect(both, base);
    const { patients, files } = await holdings(frame);
    assert.deepEqual([patients, files], [1, 1], "references lead from one page to the other");
    await go(frame, "ask");
    await frame.fill("#question", "What was my last weight?");
    await frame.click("#ask:not(:disabled)");
    await frame.waitForSelector("#count", PATIENCE);
    const blocks = await frame.$eval("chaperone-answer", ({ answer }) => answer.blocks);
    assert.ok(blocks.some(({ kind }) => kind === "record-data"));

    const account = await frame.textContent(".account");
    assert.match(account, new RegExp(base.replaceAll(".", "\\.")));
    assert.match(account, /everything at once: 4 requests, 32 entries/);
    for (const word of [PATIENT, CANARIES.family, CANARIES.number]) assert.ok(!account.includes(word), word);

    await go(frame, "leaves");
    const asked = await frame.textContent("chaperone-askings section");
    assert.match(asked, new RegExp(new URL(base).host));
    assert.match(asked, /everything at once: 4 requests, 32 entries/, "what left by asking stands with what has left");
    const ledger = await frame.$eval("chaperone-app", (app) => app.engine.call("ledger", {}));
    assert.deepEqual(
      ledger.readings.map(({ number, origin, requests, entries }) => [number, origin, requests, entries]),
      [[1, new URL(base).origin, 4, 32]],
      "and is an entry of the ledger",
    );
    assert.ok(ledger.readings[0].bytes > 1000 && ledger.head.length === 64 && ledger.entries.length === 0);
    for (const word of [PATIENT, CANARIES.family, CANARIES.number])
      assert.ok(!JSON.stringify(ledger).includes(word), word);
    assert.ok(await frame.isEnabled("chaperone-ledger #save-ledger"));

    // The hospital hears its own patient's id; nothing else that a person wrote or a record says.
    for (const { method, path, headers, body } of reads()) {
      assert.equal(method, "GET");
      assert.equal(body, "");
      assert.equal(headers.cookie, undefined);
      assert.equal(headers.referer, undefined);
      assert.match(path, /^\/fhir(?:\?_getpages=|\/Patient\/canary-1\/\$everything\?_count=200$)/);
    }
    for (const { path, body } of requests) assert.ok(![path, body].join().includes("weight"), path);
    // The page's own server hears of the sign-in that it came back, with a code that only this tab can use.
    const told = seen
      .filter((line) => !line.includes("/assets/") && !ITS_OWN.includes(line))
      .map((line) => line.split("?")[0]);
    assert.deepEqual([...new Set(told)], ["GET /connected.html"]);
    assert.ok(!seen.join().includes(PATIENT));
    assert.equal(page.url(), own.url);
  });

  test("has its token nowhere but in the shell's memory, and gets it back", async (t) => {
    const { base, tokens, refreshTokens } = await custodian(t);
    const both = await open(t);
    await connect(both, base);
    const { page, frame } = both;
    const secrets = [...tokens, ...refreshTokens];
    assert.ok(secrets.length >= 2);
    const stored = await page.evaluate(async (secrets) => {
      const kept = [{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state].map((each) =>
        JSON.stringify(each),
      );
      for (const { name, version } of await indexedDB.databases()) {
        kept.push(name);
        const done = (request) =>
          new Promise((resolve, reject) => {
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
          });
        const database = await done(indexedDB.open(name, version));
        for (const store of database.objectStoreNames) {
          const held = database.transaction(store).objectStore(store);
          kept.push(JSON.stringify([await done(held.getAllKeys()), await done(held.getAll())]));
        }
        database.close();
      }
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) kept.push(request.url, await (await cache.match(request)).text());
      }
      const walk = async (folder) => {
        for await (const handle of folder.values())
          if (handle.kind === "directory") await walk(handle);
          else kept.push(handle.name, await (await handle.getFile()).text());
      };
      await walk(await navigator.storage.getDirectory());
      return { places: kept.length, found: secrets.filter((secret) => kept.some((text) => text.includes(secret))) };
    }, secrets);
    assert.ok(stored.places > 4, "public files at least are kept");
    assert.deepEqual(stored.found, []);
    const inRoom = await frame.evaluate(() => document.documentElement.outerHTML);
    const ledger = await frame.$eval("chaperone-app", async (app) =>
      JSON.stringify(await app.engine.call("ledger", {})),
    );
    for (const secret of secrets) for (const place of [inRoom, ledger, page.url()]) assert.ok(!place.includes(secret));
    await frame.click("#disconnect");
    await frame.waitForSelector("#returned");
    assert.match(await frame.textContent("#returned"), /has no access any more/);
    assert.deepEqual([tokens.size, refreshTokens.size], [0, 0]);
    assert.equal((await holdings(frame)).patients, 1, "what was read stays");
  });

  test("is forgotten with everything else, and the access given back", async (t) => {
    const { base, tokens, refreshTokens } = await custodian(t);
    const both = await open(t);
    await connect(both, base);
    const { frame } = both;
    const { accounts, is } = await frame.$eval("chaperone-app", async (app) => {
      await app.clear();
      await app.connecting.forget();
      return app.connecting.connection;
    });
    assert.deepEqual([is, accounts], ["none", []]);
    for (let tries = 0; tokens.size > 0 && tries < 100; tries++) await new Promise((done) => setTimeout(done, 50));
    assert.deepEqual([tokens.size, refreshTokens.size], [0, 0]);
  });

  test("whose access is withdrawn in the middle is told clearly, and what was read stays", async (t) => {
    const one = await custodian(t);
    one.set({
      fault: (_, __, url) => {
        if (url.searchParams.get("_offset") === "20") one.withdraw();
        return false;
      },
    });
    const both = await open(t);
    const window = await toSignIn(both, one.base);
    await window.click("#allow");
    const { frame } = both;
    await frame.waitForSelector("#cut", PATIENCE);
    assert.match(await frame.textContent("#cut"), /access had ended.*Connect again/s);
    await frame.waitForSelector("#connect:not(:disabled)", PATIENCE);
    const { patients, facts } = await holdings(frame);
    assert.equal(patients, 1);
    assert.ok(facts > 10 && facts < 25);
  });

  test("can be given up while it is read; what was read stays", async (t) => {
    const one = await custodian(t);
    let waiting;
    const stopped = new Promise((resolve) => (waiting = resolve));
    one.set({ fault: (_, __, url) => url.searchParams.get("_offset") === "20" && (waiting(), true) });
    const both = await open(t);
    const window = await toSignIn(both, one.base);
    await window.click("#allow");
    await stopped;
    const { frame } = both;
    await frame.waitForSelector(
      "#connect-step:text-matches('Reading from .*everything at once, 20 entries')",
      PATIENCE,
    );
    await frame.click("#connect-cancel");
    await frame.waitForSelector("#cut", PATIENCE);
    assert.match(await frame.textContent("#cut"), /you gave it up/);
    assert.equal((await holdings(frame)).patients, 1);
  });

  test("opens the page itself (an EHR launch): it is named, and nothing happens before the person says so", async (t) => {
    const { base, requests } = await custodian(t);
    const query = `?${new URLSearchParams({ iss: base, launch: "abc123" })}`;
    const both = await open(t, query);
    const { page, frame } = both;
    assert.equal(page.url(), own.url, "what can be used once is not left in the address");
    assert.equal(await frame.textContent("#launched"), new URL(base).host);
    assert.deepEqual(requests, []);
    const window = await toSignIn(both);
    const asked = new URL(window.url()).searchParams;
    assert.equal(asked.get("launch"), "abc123");
    assert.match(asked.get("scope"), /^launch patient/);
    assert.equal(asked.get("aud"), base);
    assert.equal(asked.get("code_challenge_method"), "S256");
    await window.click("#allow");
    await frame.waitForSelector("#disconnect", { ...PATIENCE, state: "attached" });
  });

  test("is not asked at all when the person cancels, closes the window, or the address is none", async (t) => {
    const foreign = await startSite();
    t.after(() => foreign.close());
    const one = await custodian(t);
    const both = await open(t);
    const { page, frame } = both;
    await frame.click("#connect:not(:disabled)");
    for (const address of [
      "",
      "http://hospital.example/fhir",
      "javascript:alert(1)",
      "https://u:p@hospital.example/",
    ]) {
      await page.fill("#connect-address", address);
      await page.click("#connect-go:not(:disabled)");
      assert.match(await page.textContent("#connect-said"), /no address of a FHIR server/);
    }
    await page.fill("#connect-address", foreign.url);
    await page.click("#connect-go:not(:disabled)");
    await page.waitForFunction(() => document.querySelector("#connect-said").textContent.includes("answered with"));
    await page.click("#connect-not");
    await frame.waitForSelector("#connect:not(:disabled)");

    const window = await toSignIn(both, one.base);
    await window.close();
    await page.waitForFunction(() => document.querySelector("#connect-said").textContent.includes("was closed"));
    await page.keyboard.press("Escape");
    await frame.waitForSelector("#connect:not(:disabled)");
    assert.deepEqual(one.reads(), []);
    assert.equal((await holdings(frame)).files, 0);
  });

  test("is reached by no script in the room: a press that no person made does nothing", async (t) => {
    const one = await custodian(t);
    const both = await open(t);
    const { page, frame } = both;
    await frame.$eval("chaperone-app", (app) => {
      void app.engine.call("connect", {}).catch(() => undefined);
      return app.engine.call("collect", { origin: "https://evil.invalid/fhir" }).then(
        () => Promise.reject(new Error("it was read")),
        () => undefined,
      );
    });
    await page.waitForSelector("dialog#connect[open]");
    await page.fill("#connect-address", one.base);
    await page.waitForSelector("#connect-go:not(:disabled)");
    await page.$eval("#connect-go", (button) => button.click());
    await page.waitForTimeout(500);
    assert.deepEqual(one.requests, []);
  });
});
