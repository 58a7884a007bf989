// One file is removed: from the session, from the conversation, and from what is kept on the device.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { CANARIES, canaryFile } from "./support/canary.mjs";
import { begin, end, fresh, open } from "./support/fresh.mjs";
import { SLOW, add, holdings, keep, roomOf, unlock, until } from "./support/keeping.mjs";
import { locker, rested, tamper } from "./support/locker.mjs";
import { go } from "./support/room.mjs";

before(begin);
after(end);

describe("removing one file", () => {
  const other = () => ({ ...canaryFile(3, "other") });
  const objects = async (page) => new Set(Object.keys(await locker(page)).filter((name) => name.length === 32));

  /** Removes the file of the canaries by the list below the report. */
  async function remove(frame) {
    await go(frame, "files");
    await frame.click("#report > summary");
    await frame.click(`chaperone-records [data-remove="${CANARIES.label}"]`);
    await frame.click("chaperone-records #remove");
    return (await frame.waitForSelector("chaperone-records #outcome .notice", SLOW)).textContent();
  }

  const asked = async (frame) => {
    await go(frame, "ask");
    await frame.fill("#question", CANARIES.question);
    await frame.click("#ask:not(:disabled)");
    await frame.waitForSelector("[data-block]");
  };

  test("it goes from the session, the conversation and what is kept; the rest is as if it had never been there", () =>
    fresh(
      async (context) => {
        const { page, frame } = await open(context);
        await keep(frame);
        await add(frame, other());
        await until(async () => (await holdings(frame)).embedded === (await holdings(frame)).passages);
        const before = await holdings(frame);
        await add(frame, canaryFile(2));
        await frame.selectOption("#subject", "");
        await asked(frame);
        await until(async () => (await holdings(frame)).embedded === (await holdings(frame)).passages);
        await rested(page);
        const stored = await objects(page);
        assert.match(await remove(frame), /canary-wimbleton\.json was removed\.$/);
        await frame.waitForSelector("#ask:not(:disabled)", { ...SLOW, state: "attached" });
        assert.deepEqual(await holdings(frame), before);
        assert.equal(await frame.$("[data-block]"), null, "no answer quotes it");
        assert.match(await frame.textContent("#failure"), /quoted canary-wimbleton\.json, which was removed/);
        const left = await objects(page);
        const others = await frame.evaluate(async () => {
          const { engine } = document.querySelector("chaperone-app");
          return (await engine.call("sources", {})).map(({ label, kept, read }) => [label, kept, read]);
        });
        assert.deepEqual(others, [["other.json", true, true]]);
        assert.ok(left.size < stored.size, "its sealed bytes are gone");
        assert.equal(
          [...left].filter((name) => stored.has(name)).length,
          1,
          "of what was there, the other file alone is",
        );

        await page.reload();
        const room = await roomOf(page);
        assert.equal(await unlock(room), "");
        assert.deepEqual(await holdings(room), before);
        assert.equal(await room.$("[data-block]"), null);
      },
      { model: true },
    ));

  test("in a session that keeps nothing, too; the last one leaves an empty room", () =>
    fresh(async (context) => {
      const { frame } = await open(context);
      await add(frame, canaryFile(2));
      await asked(frame);
      assert.match(await remove(frame), /was removed/);
      assert.equal((await holdings(frame)).files, 0);
      assert.equal(await frame.isVisible("#question"), false);
      assert.equal(await frame.$("[data-turn]"), null);
      await add(frame, canaryFile(2));
      assert.equal((await holdings(frame)).files, 1, "it can be added again");
    }));

  test("when that fails, all is as it was", () =>
    fresh(
      async (context) => {
        const { page, frame } = await open(context);
        await keep(frame);
        await add(frame, canaryFile(2), other());
        await asked(frame);
        await until(async () => (await holdings(frame)).embedded === (await holdings(frame)).passages);
        const stored = await rested(page);
        const before = [await holdings(frame), stored];
        await page.evaluate(() => {
          const { createWritable } = FileSystemFileHandle.prototype;
          window.mend = () => (FileSystemFileHandle.prototype.createWritable = createWritable);
          FileSystemFileHandle.prototype.createWritable = () =>
            Promise.reject(new DOMException("", "QuotaExceededError"));
        });
        assert.match(await remove(frame), /was not removed.*not enough space/);
        await frame.waitForSelector("#ask:not(:disabled)", { ...SLOW, state: "attached" });
        assert.deepEqual([await holdings(frame), await locker(page)], before);
        assert.ok(await frame.$("[data-block]"), "the answer is still there");
        await page.evaluate(() => window.mend());
        await page.reload();
        const room = await roomOf(page);
        assert.equal(await unlock(room), "");
        assert.equal((await holdings(room)).files, 2);
      },
      { model: true },
    ));

  test("it can be done in the storage dialog, for a file that is damaged, too", () =>
    fresh(async (context) => {
      const { page, frame } = await open(context);
      await keep(frame);
      const empty = await objects(page);
      await add(frame, canaryFile(2));
      const first = [...(await objects(page))].filter((name) => !empty.has(name));
      await add(frame, other());
      await page.reload();
      const room = await roomOf(page);
      for (const name of first) await tamper(page, name, "flip");
      assert.equal(await unlock(room), "");
      await room.click("#keeping");
      await room.click("chaperone-keeping summary:has-text('single files')");
      assert.match(await room.textContent(`chaperone-keeping [data-file="${CANARIES.label}"]`), /not in this session/);
      await room.click(`chaperone-keeping [data-remove="${CANARIES.label}"]`);
      await room.click("chaperone-keeping #remove");
      await room.waitForSelector("chaperone-keeping #outcome .good", SLOW);
      await page.reload();
      const later = await roomOf(page);
      assert.equal(await unlock(later), "");
      const names = await later.$eval("chaperone-app", (app) =>
        app.reading.state.readings.map(({ name, outcome }) => [name, outcome.kind]),
      );
      assert.deepEqual(names, [["other.json", "read"]]);
    }));
});
