// What is read of a library at the page's server is kept on the device where records are: sealed, found again without a network, gone when taken out.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, afterEach, before, describe, test } from "node:test";
import { launch, roomOf } from "../browser.mjs";
import { usable } from "./support/axe.mjs";
import { load } from "./support/compile.mjs";
import { ranged } from "./support/packs.mjs";
import { go, openReady, whole } from "./support/room.mjs";
import { serveWithoutModel } from "./support/without.mjs";

const PACK = readFileSync(new URL("../../tests/data/literature/invented.pack", import.meta.url));
const PASSPHRASE = "a long passphrase of the test";
const WORDS = "w3481 w120 w12";

const { Libraries } = await load("room/engine/library.ts");

/** Whether the server of packs answers, and what. */
let host = { answers: true, bytes: PACK };
/** What was asked of it. */
const asked = [];

function answer(request, response) {
  const { pathname } = new URL(request.url, "http://localhost");
  if (!pathname.endsWith(".pack")) return false;
  asked.push(request.headers.range);
  if (!host.answers) {
    request.socket.destroy();
    return true;
  }
  ranged(request, response, host.bytes);
  return true;
}

let site, browser;
before(async () => {
  [site, browser] = await Promise.all([serveWithoutModel({ answer }), launch()]);
});
after(async () => {
  await browser.close();
  await site.close();
});
afterEach(async () => {
  const spare = await browser.context.newPage();
  await Promise.all(browser.context.pages().map((page) => page !== spare && page.close()));
  const session = await browser.context.newCDPSession(spare);
  const origin = new URL(site.url).origin;
  await session.send("Storage.overrideQuotaForOrigin", { origin });
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "file_systems,indexeddb" });
  host = { answers: true, bytes: PACK };
  asked.length = 0;
});

const text = async (frame, selector) => (await frame.textContent(selector)).replaceAll(/\s+/g, " ").trim();

/** Begins to keep things on the device, at the library; `first` is done before. */
async function keeping(first = async () => {}) {
  const { page, frame } = await openReady(browser.context, site.url);
  await first(page, frame);
  await frame.click("#keeping");
  await frame.fill("input[name=fresh]", PASSPHRASE);
  await frame.fill("input[name=again]", PASSPHRASE);
  await frame.click("#keep");
  await frame.waitForSelector("#done");
  assert.match(await text(frame, "#done"), /what you read of a library.*own files of literature.*are not/);
  await frame.click("#close");
  await atLibrary(frame);
  return { page, frame };
}

async function atLibrary(frame) {
  await go(frame, "library");
  await frame.waitForSelector("#open-library:not(:disabled)");
  await frame.waitForSelector("#kept-libraries");
}

async function openPack(page, frame) {
  await frame.click("#open-library:not(:disabled)");
  await page.fill("#library-address", "library.pack");
  await page.click("#library-go:not(:disabled)");
  await frame.waitForSelector("#traffic");
}

async function search(frame, words) {
  const before = await frame.$eval("chaperone-library", (view) => view.searches);
  await frame.fill("#library-words", words);
  await frame.press("#library-words", "Enter");
  await frame.waitForFunction(
    (count) => document.querySelector("chaperone-app").shadowRoot.querySelector("chaperone-library").searches > count,
    before,
  );
  return frame.$$eval("#library-hits > li", (all) => all.map((each) => each.dataset.reference));
}

/** Loads the page anew and unlocks what is kept. */
async function again(page) {
  await page.reload();
  const frame = await roomOf(page);
  await frame.fill("#passphrase", PASSPHRASE);
  await frame.press("#passphrase", "Enter");
  await frame.waitForFunction(() => document.querySelector("chaperone-app").keeping.stage.stage === "kept");
  await whole(frame);
  await atLibrary(frame);
  return frame;
}

/** The sealed objects of the origin, by name, as bytes. */
const stored = (page) =>
  page.evaluate(async () => {
    const found = {};
    const walk = async (folder) => {
      for await (const [name, entry] of folder.entries()) {
        if (entry.kind === "directory") await walk(entry);
        else found[name] = Array.from(new Uint8Array(await (await entry.getFile()).arrayBuffer()));
      }
    };
    await walk(await navigator.storage.getDirectory());
    return found;
  });

const contains = (bytes, part) => Buffer.from(bytes).includes(part);

describe("what is read of a library", () => {
  test("is found again without a network after the page is loaded anew, and its server hears nothing", async () => {
    const { page, frame } = await keeping();
    assert.match(await text(frame, "#kept-libraries"), /is kept on this device from now on/);
    await openPack(page, frame);
    const hits = await search(frame, WORDS);
    assert.ok(hits.length > 3, `${hits.length}`);
    await frame.waitForSelector('[data-path="/library.pack"]');
    assert.equal(await frame.$("#failure-keep"), null);
    host.answers = false;
    asked.length = 0;
    const room = await again(page);
    await page.context().setOffline(true);
    await room.click(".open-kept");
    await room.waitForSelector("#traffic");
    assert.match(await text(room, "#traffic"), /^From what is kept on this device/);
    assert.deepEqual(await search(room, WORDS), hits);
    assert.deepEqual(asked, []);
    await page.context().setOffline(false);
    await usable(page, room);
  });

  test("before things are kept is kept with them once they are", async () => {
    let hits = [];
    const { page, frame } = await keeping(async (page, frame) => {
      await go(frame, "library");
      await openPack(page, frame);
      hits = await search(frame, WORDS);
      assert.deepEqual(await stored(page), {});
    });
    await frame.waitForSelector('[data-path="/library.pack"]');
    host.answers = false;
    const room = await again(page);
    await room.click(".open-kept");
    await room.waitForSelector("#traffic");
    assert.deepEqual(await search(room, WORDS), hits);
  });

  test("is sealed under names that say nothing, and gone from the disk once it is taken out", async () => {
    const { page, frame } = await keeping();
    const before = Object.keys(await stored(page));
    await openPack(page, frame);
    await search(frame, WORDS);
    await frame.waitForSelector('[data-path="/library.pack"]');
    const kept = await stored(page);
    assert.ok(Object.keys(kept).length > before.length);
    for (const [name, bytes] of Object.entries(kept)) {
      assert.match(name, /^(a|b|[0-9a-f]{32})$/);
      for (const part of ["library.pack", "CHAPLIB", "w3481", PACK.subarray(0, 32), PACK.subarray(9000, 9032)])
        assert.ok(!contains(bytes, part), `${name} says ${part}`);
    }
    await frame.click(".forget-kept");
    await frame.waitForFunction(
      () =>
        document
          .querySelector("chaperone-app")
          .shadowRoot.querySelector("chaperone-library")
          .shadowRoot.querySelector("#taken-out").textContent !== "",
    );
    assert.match(await text(frame, "#taken-out"), /^Nothing of \/library\.pack is kept any more\.$/);
    assert.equal(await frame.$("[data-path]"), null);
    const left = Object.keys(await stored(page));
    const ofLibrary = Object.keys(kept).filter((name) => !before.includes(name));
    assert.deepEqual(
      left.filter((name) => ofLibrary.includes(name)),
      [],
    );
    // What is open of it is still searched, and no more kept.
    assert.ok((await search(frame, "w0")).length > 0);
    assert.equal(await frame.$("[data-path]"), null);
    const room = await again(page);
    assert.equal(await room.$("[data-path]"), null);
  });

  test("gives way to the library's new state, and to nothing that is not what was written", async () => {
    const { page, frame } = await keeping();
    await openPack(page, frame);
    const hits = await search(frame, WORDS);
    await frame.waitForSelector("[data-path]");
    // At its server again: the same pack is not read twice.
    let room = await again(page);
    asked.length = 0;
    await openPack(page, room);
    const opening = asked.length;
    assert.deepEqual(await search(room, WORDS), hits);
    assert.equal(asked.length, opening, "what is kept is not asked for");
    // Objects that somebody else wrote open nothing.
    await page.evaluate(async () => {
      const walk = async (folder) => {
        for await (const [name, entry] of folder.entries()) {
          if (entry.kind === "directory") await walk(entry);
          else if (name.length === 32) {
            const writable = await entry.createWritable();
            await writable.write(new Uint8Array(4096));
            await writable.close();
          }
        }
      };
      await walk(await navigator.storage.getDirectory());
    });
    room = await again(page);
    await room.click(".open-kept");
    await room.waitForSelector("#failure-open");
    assert.match(await text(room, "#failure-open"), /^It could not be opened\./);
    await openPack(page, room);
    assert.deepEqual(await search(room, WORDS), hits);
  });

  test("stays in the session where the disk is full, and what was kept before stays kept", async () => {
    const { page, frame } = await keeping();
    await openPack(page, frame);
    await frame.waitForSelector("[data-path]");
    const session = await page.context().newCDPSession(page);
    const origin = new URL(site.url).origin;
    const { usage } = await session.send("Storage.getUsageAndQuota", { origin });
    await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: Math.ceil(usage) + 100 });
    const hits = await search(frame, WORDS);
    assert.ok(hits.length > 3);
    assert.match(
      await text(frame, "#failure-keep"),
      /could not be kept\. What was kept before stays\..*not enough space/,
    );
    const room = await again(page);
    await room.click(".open-kept");
    await room.waitForSelector("#traffic");
    assert.match(await text(room, "#hosted"), /154 articles/);
    await search(room, WORDS);
    assert.match(await text(room, "#failure-search"), /were not read before, and so are not kept/);
  });

  test("is not kept where nothing is", async () => {
    const { page, frame } = await openReady(browser.context, site.url);
    await go(frame, "library");
    await openPack(page, frame);
    await search(frame, WORDS);
    assert.equal(await frame.$("#kept-libraries"), null);
    assert.deepEqual(await stored(page), {});
  });
});

test("a part that is not kept is asked of no server", async () => {
  const calls = [];

  const libraries = new Libraries({
    call: (name, takes) => {
      calls.push([name, takes]);
      if (name === "shelves") {
        takes.port.onmessage = ({ data: { id, call } }) => {
          const gives = {
            begin: null,
            restore: null,
            fingerprint: "f",
            open: { done: {} },
            search: { want: [{ start: 0, bytes: 1 }] },
          }[call];
          takes.port.postMessage({ id, gives });
        };
        return new Promise(() => {});
      }
      if (name === "libraries")
        return Promise.resolve({ kept: [{ path: "/a.pack", fingerprint: "f", bytes: 1, runs: 16 }] });
      if (name === "kept-library") return Promise.resolve([new Uint8Array(1)]);
      throw new Error(name);
    },
  });
  await libraries.openKept("/a.pack");
  await assert.rejects(
    libraries.search("hosted", "x", "2019-03-02", new AbortController().signal),
    /not kept on this device/,
  );
  assert.ok(!calls.some(([name]) => name === "range" || name === "library"));
  for (const [name, { port }] of calls) if (name === "shelves") port.close();
});
