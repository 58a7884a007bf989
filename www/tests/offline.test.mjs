// The page as an app: what makes it installable, what is there without a network, and what its service worker does not do.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch, openRoom, roomOf } from "../browser.mjs";
import { OFFLINE_POLICY } from "../serve.mjs";
import { iconPng } from "../icons.mjs";
import { QUESTION, ask, go, whole } from "./support/room.mjs";
import { serveWithoutModel } from "./support/without.mjs";

const DIST = new URL("../dist/", import.meta.url);
const SAMPLE = fileURLToPath(new URL("../../examples/records/okafor.json", import.meta.url));
const PATIENCE = { timeout: 120_000 };
/** What the service worker waits for a server, in milliseconds, and no timer ends before. */
const WAITS = 3990;
const SECRET = "Zyxanthia-Quillfeather";

/** A server and a browser of its own: what is kept is seen by itself. */
async function visit(t, { options = {} } = {}) {
  const seen = [];
  const site = await serveWithoutModel({ ...options, seen: ({ method, url }) => seen.push(`${method} ${url}`) });
  const browser = await launch();
  t.after(async () => {
    await browser.close();
    await site.close();
  });
  return { site, seen, context: browser.context };
}

/** Resolves once the service worker of `page` is in use. `waitForFunction` would take the promise itself for a yes. */
async function installed(page) {
  const isActive = async () => (await navigator.serviceWorker.getRegistration())?.active?.state === "activated";
  const deadline = Date.now() + PATIENCE.timeout;
  while (!(await page.evaluate(isActive))) {
    assert.ok(Date.now() < deadline, "no service worker is in use");
    await page.waitForTimeout(50);
  }
}

/** Loads `page` again, then controlled by its service worker. */
async function controlled(page) {
  await installed(page);
  await page.reload();
  assert.ok(await page.evaluate(() => navigator.serviceWorker.controller !== null));
}

/** Every address that is kept outside the shelf of public files, by its cache, and whether `text` is in any of what is kept. */
const kept = (page, text) =>
  page.evaluate(async (wanted) => {
    const places = {};
    let found = false;
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        found ||= `${request.url} ${await response.text()}`.includes(wanted);
        if (!name.startsWith("chaperone-files-")) (places[name] ??= []).push(new URL(request.url).pathname);
      }
    }
    return { places, found };
  }, text);

describe("installing", () => {
  test("Chromium finds nothing that is missing, and the icons are what the manifest says", async (t) => {
    const { site, context } = await visit(t);
    const { page } = await openRoom(context, site.url);
    await installed(page);
    const session = await context.newCDPSession(page);
    const { errors, data } = await session.send("Page.getAppManifest");
    assert.deepEqual(errors, []);
    // A profile of an automated browser is treated as a private window; nothing else may be amiss.
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    assert.deepEqual(
      installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito"),
      [],
    );
    const { icons, start_url } = JSON.parse(data);
    assert.equal(new URL(start_url, site.url).href, site.url);
    for (const { src, sizes, type } of icons.filter(({ sizes }) => sizes !== "any")) {
      const response = await fetch(new URL(src, site.url));
      assert.equal(response.headers.get("content-type"), type);
      const bytes = Buffer.from(await response.arrayBuffer());
      assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes);
    }
  });

  test("an icon is drawn to its corners where systems cut it, and not where they do not", () => {
    assert.notDeepEqual(iconPng(48), iconPng(48, { maskable: true }));
    assert.deepEqual(iconPng(48), iconPng(48));
  });
});

describe("without a network", () => {
  test("after a first visit the page opens, reads a file, and answers", async (t) => {
    const { site, context } = await visit(t);
    const { page, frame } = await openRoom(context, site.url);
    await installed(page);
    await frame.waitForSelector("#samples:not(:disabled)", PATIENCE);
    await whole(frame);
    // What the first records need is fetched with them.
    await frame.click("#samples");
    await frame.waitForSelector("#ask:not(:disabled)", PATIENCE);
    await context.setOffline(true);
    await page.goto(`${site.url}?from=somewhere`);
    const again = await roomOf(page);
    await again.waitForSelector("#samples:not(:disabled)", PATIENCE);
    assert.equal(page.url(), site.url, "the page stands at its own address");
    await go(again, "files");
    await again.setInputFiles("#files", SAMPLE);
    await again.waitForSelector("#ask:not(:disabled)", PATIENCE);
    await ask(again, QUESTION, 1);
    assert.ok((await again.$$("[data-turn] [data-block]")).length > 0);
    await go(again, "timeline");
    await again.waitForSelector("#picture", PATIENCE);
  });

  test("a server that does not answer is waited for, and then what is kept is shown; one that fails is not waited for", async (t) => {
    let how = "well";
    const answer = ({ url }, response) => {
      if (url !== "/" || how === "well") return false;
      if (how === "fails") response.writeHead(503).end("no");
      return true;
    };
    const { site, context } = await visit(t, { options: { answer } });
    const { page } = await openRoom(context, site.url);
    await installed(page);
    // The silent one last: its request stays under way, and the browser has the next one for the same address wait for it.
    for (how of ["fails", "silent"]) {
      await page.goto(site.url);
      assert.equal(await page.title(), "Chaperone", how);
      await roomOf(page);
      const waited = await page.evaluate(() => performance.getEntriesByType("navigation")[0].responseStart);
      assert.equal(waited >= WAITS, how === "silent", `${how}: ${waited} ms`);
    }
  });

  test("where the storage is full the page works as before, and nothing is half kept", async (t) => {
    const { site, seen, context } = await visit(t);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Storage.overrideQuotaForOrigin", { origin: new URL(site.url).origin, quotaSize: 1024 });
    await page.goto(site.url);
    const frame = await roomOf(page);
    await frame.click("#samples:not(:disabled)", PATIENCE);
    await frame.waitForSelector("#ask:not(:disabled)", PATIENCE);
    await ask(frame, QUESTION, 1);
    assert.ok((await frame.$$("[data-turn] [data-block]")).length > 0);
    assert.ok(seen.includes("GET /offline-worker.js"), "it was tried");
    const registered = await page.evaluate(async () => {
      for (let tries = 0; tries < 50; tries += 1) {
        const found = await navigator.serviceWorker.getRegistration();
        if (found === undefined) return "none";
        if (found.active !== null) return "active";
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      return "waits";
    });
    assert.equal(registered, "none");
    assert.deepEqual((await kept(page, SECRET)).places, {});
    const files = await page.evaluate(async () => {
      const names = await caches.keys();
      return (await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))).flat().length;
    });
    assert.equal(files, 0, "public files are not kept either");
  });
});

describe("the service worker", () => {
  test("keeps the page and nothing else, whatever it is told or meets", async (t) => {
    const foreign = [];
    const other = createServer((request, response) => {
      foreign.push(request.url);
      response.writeHead(200, { "Access-Control-Allow-Origin": "*", "Content-Type": "application/fhir+json" });
      response.end(JSON.stringify({ resourceType: "Patient", name: [{ family: SECRET }] }));
    });
    await new Promise((resolve) => other.listen(0, "127.0.0.1", resolve));
    t.after(() => other.close());
    const elsewhere = `http://127.0.0.1:${other.address().port}/Patient/1`;
    const answer = ({ url }, response) => {
      if (!url.startsWith("/records")) return false;
      response.writeHead(200, { "Content-Type": "application/fhir+json" });
      response.end(JSON.stringify({ resourceType: "Patient", name: [{ family: SECRET }] }));
      return true;
    };
    const { site, seen, context } = await visit(t, { options: { answer } });
    const { page } = await openRoom(context, site.url);
    await controlled(page);
    const before = await kept(page, SECRET);
    assert.deepEqual(Object.values(before.places), [["/"]]);
    const { heard, read } = await page.evaluate(
      async ({ secret, away }) => {
        const { controller } = navigator.serviceWorker;
        const words = [];
        navigator.serviceWorker.onmessage = ({ data }) => words.push(data);
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => words.push(data);
        const record = { resourceType: "Patient", name: [{ family: secret }] };
        for (const message of [
          record,
          "skipWaiting",
          { type: "SKIP_WAITING" },
          { type: "CACHE_URLS", payload: { urlsToCache: ["/records"] } },
        ])
          controller.postMessage(message);
        controller.postMessage({ put: "/", body: secret }, [port2]);
        const texts = [];
        for (const [address, options] of [
          ["/records/1", {}],
          ["/records/2", { method: "POST", body: JSON.stringify(record) }],
          [away, {}],
          [away, { method: "POST", body: JSON.stringify(record) }],
        ])
          texts.push(await (await fetch(address, options)).text());
        await new Promise((resolve) => setTimeout(resolve, 1000));
        return { heard: words, read: texts.filter((text) => text.includes(secret)).length };
      },
      { secret: SECRET, away: elsewhere },
    );
    assert.deepEqual(heard, [], "nothing is answered");
    assert.equal(read, 4, "every request went where it should");
    assert.deepEqual(foreign, ["/Patient/1", "/Patient/1"]);
    // Navigations to other places, and to the page with something behind it.
    await page.goto(`${site.url}?launch=${SECRET}`);
    await page.goto(`${site.url}records/3?${SECRET}`);
    assert.ok((await page.content()).includes(SECRET));
    await page.goto(site.url);
    const { places, found } = await kept(page, SECRET);
    assert.deepEqual(places, before.places);
    assert.equal(found, false);
    // Nor is anything but the page there without a network.
    await context.setOffline(true);
    assert.equal(
      await page.evaluate(() =>
        fetch("/records/1").then(
          () => "answered",
          () => "failed",
        ),
      ),
      "failed",
    );
    await assert.rejects(page.goto(`${site.url}records/3`));
    assert.ok(seen.includes("GET /records/1") && seen.includes("POST /records/2"));
  });

  test("has no ear for messages, and a policy of its own where the page is served by us", async (t) => {
    const text = readFileSync(new URL("offline-worker.js", DIST), "utf8");
    assert.deepEqual(Array.from(text.matchAll(/addEventListener\("(\w+)"/g), ([, event]) => event).sort(), [
      "activate",
      "fetch",
      "install",
    ]);
    assert.doesNotMatch(text, /message|indexedDB|importScripts|\beval\b|clients|\bsync\b|push\(/i);
    const { site } = await visit(t);
    const response = await fetch(`${site.url}offline-worker.js`);
    assert.equal(response.headers.get("content-security-policy"), OFFLINE_POLICY);
    assert.equal(response.headers.get("cache-control"), "no-cache");
  });

  test("is replaced by that of a newer build, of which the page says that it is ready, and keeps its page alone", async (t) => {
    const hash = /[0-9a-f]{64}/.exec(readFileSync(new URL("offline-worker.js", DIST), "utf8"))[0];
    const newer = "0123456789abcdef".repeat(4);
    let built = hash;
    const answer = ({ url }, response) => {
      const file = { "/": "index.html", "/offline-worker.js": "offline-worker.js" }[url];
      if (file === undefined || built === hash) return false;
      const type = file === "index.html" ? "text/html; charset=utf-8" : "text/javascript";
      response.writeHead(200, { "Content-Type": type, "Cache-Control": "no-cache" });
      response.end(readFileSync(new URL(file, DIST), "utf8").replaceAll(hash, file === "index.html" ? hash : newer));
      return true;
    };
    const { site, context } = await visit(t, { options: { answer } });
    const { page } = await openRoom(context, site.url);
    await installed(page);
    const update = () =>
      page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration()).update()));
    await update();
    assert.equal(await page.isVisible("#newer"), false, "the same build is no newer one");
    built = newer;
    await update();
    await page.waitForSelector("#newer:not([hidden])", PATIENCE);
    assert.match(
      await page.textContent("#newer"),
      /newer version of this page is ready.*forgets what you have not kept/,
    );
    assert.ok(await (await roomOf(page)).isVisible("#samples"), "the page that is open goes on");
    await page.click("#newer-not");
    assert.equal(await page.isVisible("#newer"), false);
    const { places } = await kept(page, SECRET);
    assert.deepEqual(Object.keys(places), [`chaperone-page-1 / ${newer}`]);
  });

  test("is neither fetched nor registered in a panel", async (t) => {
    const { site, seen, context } = await visit(t);
    const page = await context.newPage();
    await page.goto(site.portal);
    const until = Date.now() + 60_000;
    const shellOf = () => page.frames().find((frame) => frame.url().startsWith(site.url));
    while (shellOf()?.childFrames()[0] === undefined && Date.now() < until) await page.waitForTimeout(100);
    await shellOf().childFrames()[0].waitForSelector("#samples:not(:disabled)", PATIENCE);
    await page.waitForTimeout(1000);
    assert.ok(seen.includes("GET /panel.js"));
    assert.ok(!seen.includes("GET /offline-worker.js"));
    const registered = await shellOf().evaluate(() =>
      navigator.serviceWorker.getRegistrations().then(
        ({ length }) => length,
        () => 0,
      ),
    );
    assert.equal(registered, 0);
  });
});
