// What is kept between sessions, in Chromium: sealed, opened with the right key only, whole after every kind of end.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { CANARIES, canaryBundle, canaryFile } from "./support/canary.mjs";
import { address, anew, begin, end, fresh, open } from "./support/fresh.mjs";
import { SLOW, add, holdings, keep, roomOf, trapAt, unlock, until } from "./support/keeping.mjs";
import { contents, locker, rested, restore, shown, tamper } from "./support/locker.mjs";
import { focused } from "./support/room.mjs";

const { passphrase: PASSPHRASE } = CANARIES;

before(begin);
after(end);

/** A page that keeps the records of a canary, where it asks once more whether all of it is to be destroyed. */
async function atDestroying(context) {
  const { page, frame } = await open(context);
  await add(frame, canaryFile(2));
  await keep(frame);
  await frame.click("#keeping");
  await frame.click("summary:has-text('Destroy')");
  await frame.click("#ask-erase");
  return { page, frame };
}

describe("keeping", () => {
  test("nothing is written before the person wants it; then everything comes back with the passphrase", () =>
    fresh(async (context) => {
      const { page, frame } = await open(context);
      await add(frame, canaryFile());
      await frame.fill("#question", CANARIES.question);
      await frame.click("#ask");
      await frame.waitForSelector("[data-block]");
      const boxes = await frame.$$eval("[data-block]", (blocks) => blocks.map((block) => block.textContent));
      assert.deepEqual(await locker(page), {});

      assert.match(await keep(frame), /kept on this device, sealed/);
      assert.ok(Object.keys(await locker(page)).length >= 3);
      await page.reload();
      const again = await roomOf(page);
      await again.waitForSelector("#passphrase");
      assert.equal((await holdings(again)).files, 0, "nothing is read before it is unlocked");
      assert.equal(await unlock(again), "");
      await again.waitForSelector("[data-block]");
      assert.deepEqual(await again.$$eval("[data-block]", (blocks) => blocks.map((block) => block.textContent)), boxes);
      assert.equal((await holdings(again)).files, 1);
      const names = await again.$eval("chaperone-app", (app) => app.reading.state.readings.map(({ name }) => name));
      assert.deepEqual(names, [CANARIES.label]);

      await anew(page, () => again.click("#lock"));
      await (await roomOf(page)).waitForSelector("#passphrase", SLOW);
    }));

  test("a long conversation, most of it packed, comes back as it was, whether it was there before or after keeping began", () =>
    fresh(async (context) => {
      const { page, frame } = await open(context);
      await add(frame, canaryFile());
      await frame.fill("#question", CANARIES.question);
      await frame.click("#ask");
      await frame.waitForSelector("[data-block]");
      const answers = (room) =>
        room.$eval("chaperone-app", ({ conversation }) =>
          conversation.turns.map(({ question, answer }) => `${question} ${JSON.stringify(answer)}`),
        );
      const long = (room, length) =>
        room.$eval(
          "chaperone-app",
          ({ conversation }, count) => {
            const [turn] = conversation.turns;
            conversation.restore(Array.from({ length: count }, (_, at) => ({ ...turn, question: `Question ${at}?` })));
          },
          length,
        );
      await long(frame, 15);
      const before = await answers(frame);
      await keep(frame);
      await page.reload();
      let room = await roomOf(page);
      assert.equal(await unlock(room), "");
      await room.waitForSelector("[data-block]");
      assert.deepEqual(await answers(room), before);
      await long(room, 25);
      const longer = await answers(room);
      await anew(page, () => room.click("#lock"));
      room = await roomOf(page);
      assert.equal(await unlock(room), "");
      await room.waitForSelector("[data-block]");
      assert.deepEqual(await answers(room), longer);
      assert.equal((await room.$$("[data-folded]")).length, 15);
    }));

  test("a wrong passphrase is slow, clear, and tells nothing else", () =>
    fresh(async (context) => {
      const { page, frame } = await open(context);
      await add(frame, canaryFile(2));
      await keep(frame);
      await page.reload();
      const room = await roomOf(page);
      const wrong = [await unlock(room, "not the passphrase"), await unlock(room, PASSPHRASE.slice(0, -1))];
      assert.equal(new Set(wrong).size, 1);
      assert.match(wrong[0], /did not open/);
      assert.equal((await holdings(room)).files, 0);
      const work = await room.$eval("chaperone-app", (app) => app.keeping.passphrase.passphrase);
      assert.ok(work.memoryKib >= 65_536 && work.passes >= 3, "RFC 9106, section 4");
      assert.equal(await unlock(room), "", "and the right one opens it still");
    }));

  test("what is typed at the door can be looked at", () =>
    fresh(async (context) => {
      const { page, frame } = await open(context);
      await keep(frame);
      await page.reload();
      const room = await roomOf(page);
      await room.waitForSelector("#passphrase", SLOW);
      assert.equal(await room.getAttribute("#passphrase", "type"), "password");
      await room.check("chaperone-gate #reveal");
      assert.equal(await room.getAttribute("#passphrase", "type"), "text");
    }));

  test("a passphrase must be long enough and typed twice", () =>
    fresh(async (context) => {
      const { page, frame } = await open(context);
      await frame.waitForSelector("#keeping", SLOW);
      assert.match(await keep(frame, "short"), /at least 10/);
      await frame.click("#keeping");
      await frame.fill("input[name=fresh]", PASSPHRASE);
      await frame.fill("input[name=again]", `${PASSPHRASE}x`);
      await frame.press("input[name=again]", "Enter");
      assert.match(await frame.textContent("#keeping-failure"), /differ/);
      assert.deepEqual(await locker(page), {});
    }));

  test("the passphrase is changed: the old one opens nothing any more", () =>
    fresh(async (context) => {
      const { page, frame } = await open(context);
      await add(frame, canaryFile(2));
      await keep(frame);
      await frame.click("#keeping");
      await frame.click("summary:has-text('Change the passphrase')");
      await frame.fill("input[name=current]", PASSPHRASE);
      await frame.fill("input[name=fresh]", "another sentence of words");
      await frame.fill("input[name=again]", "another sentence of words");
      await frame.click("#change");
      await frame.waitForSelector("#done", SLOW);
      // Nor does it open the state before, should somebody destroy the newer of the two.
      for (const slot of ["a", "b"]) {
        const whole = await contents(page, slot);
        await tamper(page, slot, "cut");
        await page.reload();
        const room = await roomOf(page);
        assert.match(await unlock(room), /did not open/);
        await restore(page, slot, whole);
      }
      await page.reload();
      assert.equal(await unlock(await roomOf(page), "another sentence of words"), "");
    }));

  test("a sealed object in the place of another is damage", () =>
    fresh(async (context) => {
      const { page, frame } = await open(context);
      await keep(frame);
      const names = async () => new Set(Object.keys(await locker(page)).filter((name) => name.length === 32));
      const added = [];
      for (const file of [canaryFile(2), canaryFile(2, "other"), canaryFile(2, "third")]) {
        const before = await names();
        await add(frame, file);
        added.push([...(await names())].find((name) => !before.has(name)));
      }
      const [first, second] = [await contents(page, added[0]), await contents(page, added[1])];
      await restore(page, added[0], second);
      await restore(page, added[1], first);
      await page.reload();
      const room = await roomOf(page);
      assert.equal(await unlock(room), "");
      const outcomes = await room.$eval("chaperone-app", (app) =>
        app.reading.state.readings.map(({ outcome }) => outcome.kind),
      );
      assert.deepEqual(outcomes, ["failed", "failed", "read"]);
      assert.equal((await holdings(room)).files, 1, "neither stands for the other");
    }));

  test("destroying it asks once more, leaves nothing, and says so until the page is left", () =>
    fresh(async (context) => {
      const { page, frame } = await atDestroying(context);
      assert.equal(await focused(frame), "spare", "the harmless answer has the focus");
      await frame.click("#spare");
      assert.equal((await holdings(frame)).files, 1);
      await frame.click("#ask-erase");
      await anew(page, () => frame.click("#erase"));
      const room = await roomOf(page);
      const said = await room.waitForSelector("#destroyed", SLOW);
      assert.match(await said.textContent(), /Destroyed.*The key is gone/s);
      assert.equal(await said.getAttribute("role"), "alert");
      await until(async () => (await focused(room)) === "destroyed");
      assert.deepEqual(await locker(page), {});
      assert.equal((await holdings(room)).files, 0);
      await add(room, canaryFile(2));
      assert.equal(await room.isVisible("#destroyed"), true);
      await page.reload();
      const later = await roomOf(page);
      await later.waitForSelector("#keeping");
      assert.equal(await later.isVisible("#destroyed"), false, "a later visit does not say it again");
    }));

  test("what could not be destroyed is said, and can be tried again", () =>
    fresh(async (context) => {
      const { page, frame } = await atDestroying(context);
      // The way to the key can be removed; then nothing can, and the second time neither can it.
      await page.evaluate(() => {
        const { removeEntry } = FileSystemDirectoryHandle.prototype;
        window.mend = () => (FileSystemDirectoryHandle.prototype.removeEntry = removeEntry);
        FileSystemDirectoryHandle.prototype.removeEntry = function (name, options) {
          return name === "a"
            ? removeEntry.call(this, name, options)
            : Promise.reject(new DOMException("", "NoModificationAllowedError"));
        };
      });
      await frame.click("#erase");
      assert.match(
        await (await frame.waitForSelector("#remains", SLOW)).textContent(),
        /still opens with your passphrase/,
      );
      await page.evaluate(() => {
        FileSystemDirectoryHandle.prototype.removeEntry = function (name, options) {
          if (name !== "a" && name !== "b") return Promise.reject(new DOMException("", "NoModificationAllowedError"));
          window.mend();
          const removed = this.removeEntry(name, options);
          const { removeEntry } = FileSystemDirectoryHandle.prototype;
          FileSystemDirectoryHandle.prototype.removeEntry = (each, how) =>
            each === "a" || each === "b"
              ? removeEntry.call(this, each, how)
              : Promise.reject(new DOMException("", "NoModificationAllowedError"));
          return removed;
        };
      });
      await frame.click("#erase-again");
      await frame.waitForSelector("#remains:has-text('The key is destroyed')", SLOW);
      assert.deepEqual(
        Object.keys(await locker(page)).filter((name) => name.length === 1),
        [],
      );
      await page.evaluate(() => window.mend());
      await anew(page, () => frame.click("#erase-again"));
      await (await roomOf(page)).waitForSelector("#destroyed", SLOW);
      assert.deepEqual(await locker(page), {});
    }));
});

test("a kept file that stops the engine is named, can be left out, and can be removed", () =>
  fresh(async (context) => {
    const { page, frame } = await open(context);
    await keep(frame);
    await add(frame, canaryFile(2, "other"));
    await add(frame, canaryFile(2, "stopper"));
    await page.reload();
    let room = await roomOf(page);
    await trapAt(page, "stopper-note");
    await room.fill("#passphrase", PASSPHRASE);
    await room.press("#passphrase", "Enter");
    assert.match(
      await (await room.waitForSelector("#stopped", SLOW)).textContent(),
      /Reading stopper\.json stopped the engine/,
    );
    await anew(page, () => room.click("#skip"));
    room = await roomOf(page);
    await trapAt(page, "stopper-note");
    assert.match(await room.textContent("#without"), /1 file will be left out/);
    assert.equal(await unlock(room), "");
    assert.equal((await holdings(room)).files, 1);
    const readings = await room.$eval("chaperone-app", (app) => JSON.stringify(app.reading.state.readings));
    assert.match(readings, /stopper\.json.*to look at|stopper\.json.*left out/);
    await room.click("#keeping");
    await room.click("chaperone-keeping summary:has-text('single files')");
    await room.click('chaperone-keeping [data-remove="stopper.json"]');
    await room.click("chaperone-keeping #remove");
    await room.waitForSelector("chaperone-keeping #outcome .good", SLOW);
    await page.reload();
    room = await roomOf(page);
    assert.equal(await unlock(room), "");
    assert.equal((await holdings(room)).files, 1);
  }));

describe("in plain sight", () => {
  test("no word of the records, the conversation or the key is anywhere in the browser's profile", async () => {
    const found = [];
    const sealed = [];
    const inspect = (folder) => {
      for (const path of filesBelow(folder)) {
        const bytes = readFileSync(path);
        for (const [what, word] of Object.entries(CANARIES)) {
          for (const encoding of ["utf8", "utf16le"]) {
            if (bytes.includes(Buffer.from(word, encoding))) found.push(`${what} in ${path.slice(folder.length)}`);
          }
          if (path.includes(word)) found.push(`${what} is the name of a file`);
        }
      }
    };
    await fresh(
      async (context) => {
        const { page, frame } = await open(context);
        await add(frame, canaryFile());
        await keep(frame);
        await frame.fill("#question", CANARIES.question);
        await frame.click("#ask");
        await frame.waitForSelector("[data-block]");
        await until(async () => {
          const { embedded, passages } = await holdings(frame);
          return embedded === passages;
        });
        await rested(page);
        sealed.push(
          ...(await page.evaluate(async () => {
            const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("chaperone-locker");
            const all = [];
            for await (const [name, handle] of folder.entries())
              all.push([name, Array.from(new Uint8Array(await (await handle.getFile()).arrayBuffer()))]);
            return all;
          })),
        );
        const elsewhere = await page.evaluate(async () => ({
          local: localStorage.length,
          session: sessionStorage.length,
          databases: (await indexedDB.databases()).map(({ name }) => name),
          caches: await caches.keys(),
          url: location.href,
        }));
        assert.deepEqual([elsewhere.local, elsewhere.session, elsewhere.databases], [0, 0, []]);
        assert.equal(elsewhere.url, address());
      },
      { inspect, model: true },
    );
    assert.deepEqual(found, []);

    // Source, vectors and conversation, each compressed or packed in some way before: bytes as if drawn at random say
    // that they were sealed after that.
    const objects = sealed.filter(([name]) => name.length === 32);
    assert.ok(objects.length >= 3);
    for (const [name, bytes] of objects) {
      assert.throws(() => gunzipSync(Buffer.from(bytes)), name);
      assert.ok(!Buffer.from(bytes).includes("CHAPERON"), name);
      if (bytes.length > 2000) assert.ok(spread(bytes) < 400, `${name}: ${spread(bytes)}`);
    }
  });
});

/** Chi-square of the bytes against all being equally frequent: about 255, give or take 23, for random ones. */
function spread(bytes) {
  const counts = new Array(256).fill(0);
  for (const byte of bytes) counts[byte] += 1;
  const expected = bytes.length / 256;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}

describe("ends of sessions", () => {
  test("a tab closed while passages are embedded: the next goes on from there", () =>
    fresh(
      async (context) => {
        const { page, frame } = await open(context);
        await keep(frame);
        await add(frame, canaryFile(90));
        const { passages } = await holdings(frame);
        const contentsLength = async () => {
          const { a = 0, b = 0 } = await locker(page);
          return Math.max(a, b);
        };
        // Vectors are made faster than they are kept: what counts is that the table of contents names some.
        const before = await contentsLength();
        await until(async () => (await contentsLength()) > before);
        await page.close();

        const next = await open(context);
        assert.equal(await unlock(next.frame), "");
        const { embedded, files } = await holdings(next.frame);
        assert.ok(embedded >= 64, `${embedded} of ${passages}`);
        assert.equal(files, 1);
        await until(async () => (await holdings(next.frame)).embedded === passages);
      },
      { model: true },
    ));

  test("a tab closed while files are read: those that were reported are there", () =>
    fresh(async (context) => {
      const { page, frame } = await open(context);
      await keep(frame);
      await frame.waitForSelector("#ask, #samples:not(:disabled)", SLOW);
      const files = Array.from({ length: 40 }, (_, number) => canaryFile(40, `person-${number}`));
      await frame.setInputFiles("input[type=file]", files);
      const reported = await frame
        .waitForFunction(
          () => {
            const { readings } = document.querySelector("chaperone-app").reading.state;
            return readings.length >= 5 ? readings.map(({ name }) => name) : undefined;
          },
          undefined,
          SLOW,
        )
        .then((handle) => handle.jsonValue());
      await page.close();

      const next = await open(context);
      assert.equal(await unlock(next.frame), "");
      const text = await next.frame.$eval("chaperone-app", (app) => app.reading.state.readings.map(({ name }) => name));
      for (const name of reported) assert.ok(text.includes(name), name);
      assert.ok((await holdings(next.frame)).files >= reported.length);
    }));

  test("two tabs: the second may take over, and the first says so and writes no more", () =>
    fresh(async (context) => {
      const first = await open(context);
      await add(first.frame, canaryFile(2));
      await keep(first.frame);
      const second = await open(context);
      await second.frame.waitForSelector("#take-over", SLOW);
      assert.match(await shown(second.frame, "chaperone-gate"), /open in another tab/);
      await second.frame.click("#take-over");
      await first.frame.waitForSelector("chaperone-gate", SLOW);
      assert.match(await shown(first.frame, "chaperone-gate"), /taken them over/);
      const written = await locker(first.page);
      const refused = await first.frame.$eval("chaperone-app", (app) =>
        app.engine.call("keep-page", { state: "{}" }).then(
          () => "written",
          ({ code }) => code,
        ),
      );
      assert.equal(refused, "io");
      assert.deepEqual(await locker(first.page), written);
      assert.equal(await unlock(second.frame), "");
      assert.equal((await holdings(second.frame)).files, 1);
    }));
});

test("two tabs that keep nothing do not hinder each other; the first to keep is the one that does", () =>
  fresh(async (context) => {
    const first = await open(context);
    const second = await open(context);
    for (const { frame } of [first, second]) await add(frame, canaryFile(2));
    assert.match(await keep(first.frame), /sealed/);
    const written = await locker(first.page);
    assert.match(await keep(second.frame), /another tab/i);
    assert.deepEqual(await locker(first.page), written);
    assert.equal((await holdings(second.frame)).files, 1, "its records are still there");
    await first.page.close();
    await second.page.reload();
    const room = await roomOf(second.page);
    assert.equal(await unlock(room), "");
  }));

test("a session that leaves what is kept locked keeps nothing, and does not mix with it", () =>
  fresh(async (context) => {
    const { page, frame } = await open(context);
    await add(frame, canaryFile(2));
    await keep(frame);
    await page.reload();
    const other = await roomOf(page);
    const before = await locker(page);
    await other.click("#temporary", SLOW);
    await add(other, canaryFile(2, "other"));
    assert.deepEqual(await locker(page), before);
    await anew(page, () => other.click("#back"));
    const room = await roomOf(page);
    assert.equal(await unlock(room), "");
    const names = await room.$eval("chaperone-app", (app) => app.reading.state.readings.map(({ name }) => name));
    assert.deepEqual(names, [CANARIES.label]);
  }));

describe("damage", () => {
  /** Returns what the gate is at. */
  const stage = (room) => room.$eval("chaperone-app", (app) => app.keeping.stage.stage);

  /** Keeps two files and hands over the names of their objects. */
  async function kept(context) {
    const { page, frame } = await open(context);
    await keep(frame);
    const empty = new Set(Object.keys(await locker(page)));
    await add(frame, canaryFile(2));
    const first = Object.keys(await locker(page)).filter((name) => name.length === 32 && !empty.has(name));
    await add(frame, canaryFile(2, "other"));
    return { page, first };
  }

  test("a damaged object is named; everything else is there", () =>
    fresh(async (context) => {
      const { page, first } = await kept(context);
      await page.reload();
      const room = await roomOf(page);
      for (const name of first) await tamper(page, name, "flip");
      assert.equal(await unlock(room), "");
      assert.equal((await holdings(room)).files, 1);
      const text = await room.$eval("chaperone-app", (app) => JSON.stringify(app.reading.state.readings));
      assert.ok(text.includes(CANARIES.label) && text.includes("missing or damaged"), text);
    }));

  test("a head that was cut off leaves the one before it", () =>
    fresh(async (context) => {
      const { page } = await kept(context);
      // Closed to let go of what it still writes; the next session knows which of the two is newer.
      await page.reload();
      assert.equal(await stage(await roomOf(page)), "locked");
      await tamper(page, "a", "cut");
      await page.reload();
      const room = await roomOf(page);
      assert.equal(await stage(room), "locked");
      assert.equal(await unlock(room), "");
      assert.ok((await holdings(room)).files >= 1);
      assert.match(await room.textContent("main .notice"), /cut off or damaged/, "and it is said");
    }));

  test("two heads that were cut off are said to be, and nothing is overwritten", () =>
    fresh(async (context) => {
      const { page } = await kept(context);
      await page.reload();
      await roomOf(page);
      for (const slot of ["a", "b"]) await tamper(page, slot, "cut");
      const before = await locker(page);
      await page.reload();
      const room = await roomOf(page);
      assert.equal(await stage(room), "damaged");
      assert.match(await shown(room, "chaperone-gate"), /damaged/);
      assert.deepEqual(await locker(page), before);
    }));
});

/** A record with a note of characters as if drawn at random, always the same, which do not compress. */
function noise(name, characters) {
  let drawn = 1;
  const draw = () => (drawn = (drawn * 48_271) % 2_147_483_647) / 2_147_483_647;
  const bundle = JSON.parse(canaryBundle(2, "big"));
  bundle.entry[1].resource.content[0].attachment.data = Buffer.from(
    Array.from({ length: characters }, () => Math.floor(draw() * 94 + 33)),
  ).toString("base64");
  return { name, mimeType: "application/json", buffer: Buffer.from(JSON.stringify(bundle)) };
}

describe("where there is little room", () => {
  test("a full disk: what was read stays in the session, what was kept stays kept", () =>
    fresh(async (context) => {
      const { page, frame } = await open(context);
      await add(frame, canaryFile(2));
      await keep(frame);
      const session = await context.newCDPSession(page);
      const { usage } = await session.send("Storage.getUsageAndQuota", { origin: new URL(address()).origin });
      await session.send("Storage.overrideQuotaForOrigin", {
        origin: new URL(address()).origin,
        quotaSize: Math.ceil(usage) + 1000,
      });
      await add(frame, noise("big.json", 400_000));
      await frame.waitForSelector("#unkept", SLOW);
      await frame.click("#keeping");
      assert.match(await frame.textContent("chaperone-keeping dialog"), /not enough space/);
      assert.equal((await holdings(frame)).files, 2, "it can be used in this session");
      // The disk is still full at the next visit: what is kept can be read all the same.
      await page.reload();
      let room = await roomOf(page);
      assert.equal(await unlock(room), "");
      assert.equal((await holdings(room)).files, 1);

      // A small file is kept beside a large one that does not fit, and the large one once there is space.
      await add(room, noise("big.json", 400_000));
      await room.waitForSelector("#unkept", SLOW);
      await session.send("Storage.overrideQuotaForOrigin", { origin: new URL(address()).origin });
      await room.click("#keeping");
      await room.click("#keep-rest");
      await room.waitForSelector("#done", SLOW);
      await page.reload();
      room = await roomOf(page);
      assert.equal(await unlock(room), "");
      assert.equal((await holdings(room)).files, 2);
    }));

  test("a browser without private files keeps in its database", () =>
    fresh(
      async (context) => {
        await context.addInitScript(() => {
          if (window === window.top)
            StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException("", "SecurityError"));
        });
        const { page, frame } = await open(context);
        await add(frame, canaryFile(2));
        assert.match(await keep(frame), /sealed/);
        const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
        assert.deepEqual(names, ["chaperone-locker"]);
        await page.reload();
        const room = await roomOf(page);
        assert.equal(await unlock(room), "");
        assert.equal((await holdings(room)).files, 1);
        await room.click("#keeping");
        assert.match(await room.textContent("chaperone-keeping dialog"), /database/);
        await room.click("summary:has-text('Destroy')");
        await room.click("#ask-erase");
        await anew(page, () => room.click("#erase"));
        await (await roomOf(page)).waitForSelector("#destroyed", SLOW);
        assert.deepEqual(await page.evaluate(async () => (await indexedDB.databases()).length), 1);
      },
      { alone: true },
    ));

  test("a browser that keeps nothing says so, and everything else works", () =>
    fresh(
      async (context) => {
        await context.addInitScript(() => {
          if (window !== window.top) return;
          StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException("", "SecurityError"));
          IDBFactory.prototype.open = () => {
            throw new DOMException("", "InvalidStateError");
          };
        });
        const { frame } = await open(context);
        assert.match(
          await shown(frame, "chaperone-keeping"),
          /Nothing can be kept here.*no place to keep things.*All works until you close the page.*in a normal window/s,
        );
        await add(frame, canaryFile(2));
        assert.equal((await holdings(frame)).files, 1);
      },
      { alone: true },
    ));
});
