// Faults that come from outside, in Chromium: a worker that ends, a tab that is killed while it writes, a clock that jumps.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch, openRoom } from "../browser.mjs";
import { CANARIES, canaryFile } from "./support/canary.mjs";
import { SLOW, add, holdings, keep, roomOf, settled, trapAt, unlock, until } from "./support/keeping.mjs";
import { save, verify } from "./support/ledger.mjs";
import { QUESTION, go, openWithSamples, prepare } from "./support/room.mjs";
import { CORS, DONE, delta, startScripted } from "./support/scripted.mjs";
import { serveWithoutModel } from "./support/without.mjs";

const DAY_MILLIS = 86_400_000;
const LATE = { timeout: 300_000 };

let site, model;
before(async () => {
  [site, model] = await Promise.all([serveWithoutModel(), startScripted()]);
  model.behave((response) =>
    response.writeHead(200, { ...CORS, "Content-Type": "text/event-stream" }).end(delta("It was so.") + DONE),
  );
});
after(() => Promise.all([site.close(), model.close()]));

/** Runs `act` in a browser of its own, which holds nothing. */
async function alone(act) {
  const browser = await launch();
  try {
    await act(browser.context);
  } finally {
    await browser.close();
  }
}

async function open(context) {
  const opened = await openRoom(context, site.url);
  await settled(opened.frame);
  return opened;
}

/** The names of the files that the page says it has read, in order. */
const read = (frame) =>
  frame.$eval("chaperone-app", (app) =>
    app.reading.state.readings
      .filter(({ outcome }) => outcome.kind === "read")
      .map(({ name }) => name)
      .sort(),
  );

/** What a call of the engine comes to: its code and message where it fails. */
const outcome = (frame) =>
  frame.$eval("chaperone-app", (app) =>
    app.engine.call("holdings", {}).then(
      () => "answered",
      ({ code, message }) => `${code}: ${message}`,
    ),
  );

describe("the engine's worker", () => {
  /** Ends the workers of `page` as an error does that nobody catches. */
  const crash = (page) =>
    Promise.all(
      page.workers().map((worker) =>
        worker.evaluate(() => {
          setTimeout(() => {
            throw new Error("of the test");
          });
        }),
      ),
    );

  test("that ends fails what is asked of it in plain words, and what was kept is whole", LATE, () =>
    alone(async (context) => {
      const { page, frame } = await open(context);
      await add(frame, canaryFile(2));
      await keep(frame);
      await crash(page);
      await until(async () => (await outcome(frame)) !== "answered");
      assert.equal(
        await outcome(frame),
        "internal: The engine failed. Reload the page; if it happens again, please report it.",
      );
      assert.ok(await frame.$("chaperone-nav"), "the page is still there");
      await page.reload();
      const room = await roomOf(page);
      assert.equal(await unlock(room), "");
      assert.deepEqual(await read(room), [CANARIES.label]);
    }),
  );

  test("that traps on a file is not used any more, and costs no file that was kept before", LATE, () =>
    alone(async (context) => {
      const { page, frame } = await open(context);
      await add(frame, canaryFile(2));
      await keep(frame);
      await trapAt(page, "stopper-note");
      await frame.setInputFiles("input[type=file]", [canaryFile(2, "stopper")]);
      await until(async () => (await outcome(frame)).startsWith("internal: "));
      await page.reload();
      const room = await roomOf(page);
      assert.equal(await unlock(room), "");
      assert.ok((await read(room)).includes(CANARIES.label));
    }),
  );
});

describe("a tab that is killed while it writes", () => {
  /** Has the shell write its `number`th piece from now on by half, and then wait for ever: the moment at which the tab is killed. */
  const standAt = (page, number) =>
    page.evaluate((number) => {
      const { write } = FileSystemWritableFileStream.prototype;
      let written = 0;
      FileSystemWritableFileStream.prototype.write = async function (bytes) {
        written += 1;
        if (written < number) return write.call(this, bytes);
        await write.call(this, bytes.slice(0, Math.ceil(bytes.byteLength / 2)));
        window.stands = true;
        return new Promise(() => undefined);
      };
    }, number);

  /** Kills the process of `page`, which gets to do nothing more. */
  async function kill(context, page) {
    const session = await context.newCDPSession(page);
    const crashed = page.waitForEvent("crash", SLOW);
    session.send("Page.crash").catch(() => undefined);
    await crashed;
    await page.close();
  }

  /** Adds a file, kills the tab in the middle of its `number`th write, and resolves to the next one. */
  async function cutAt(context, { page, frame }, number) {
    await standAt(page, number);
    await frame.setInputFiles("input[type=file]", [canaryFile(3, "other")]);
    await until(() => page.evaluate(() => window.stands === true));
    await kill(context, page);
    return open(context);
  }

  // A file is kept by two writes: its bytes, and the catalogue.
  for (const number of [1, 2])
    test(`in write ${number}: the state before it or the one after is there, and more can be kept`, LATE, () =>
      alone(async (context) => {
        const spare = await context.newPage();
        const first = await open(context);
        await add(first.frame, canaryFile(2));
        await keep(first.frame);
        await first.page.reload();
        const frame = await roomOf(first.page);
        assert.equal(await unlock(frame), "");
        const next = await cutAt(context, { page: first.page, frame }, number);
        assert.equal(await unlock(next.frame), "");
        const names = await read(next.frame);
        assert.ok(names.includes(CANARIES.label), "what was kept before is there");
        assert.ok(
          names.every((name) => [CANARIES.label, "other.json"].includes(name)),
          "nothing is there by half",
        );
        assert.equal((await holdings(next.frame)).files, names.length);
        await add(next.frame, canaryFile(2, "third"));
        await next.page.reload();
        const room = await roomOf(next.page);
        assert.equal(await unlock(room), "");
        assert.deepEqual(await read(room), [...names, "third.json"].sort());
        await spare.close();
      }),
    );
});

describe("a clock that jumps", () => {
  /** Has every clock of the calendar in `page` show `millis` more than it does: in its frames and in its workers. */
  async function jump(page, millis) {
    const shift = (millis) => {
      const Before = Date;
      globalThis.Date = class extends Before {
        constructor(...given) {
          super(...(given.length === 0 ? [Before.now() + millis] : given));
        }
        static now() {
          return Before.now() + millis;
        }
      };
    };
    for (const target of [...page.frames(), ...page.workers()]) await target.evaluate(shift, millis);
  }

  /** Asks through the model server, and approves what leaves. */
  async function send(frame, number) {
    if (number === 1) await prepare(frame, model.url, QUESTION);
    else {
      await go(frame, "ask");
      await frame.fill("#question", QUESTION);
      await frame.click("#ask:not(:disabled)");
      await frame.waitForSelector("#approve", SLOW);
    }
    await frame.click("#approve");
    await frame.waitForFunction(
      (count) => {
        const { turns, busy } = document.querySelector("chaperone-app").conversation;
        return !busy && turns.length === count && turns.at(-1).answer !== undefined;
      },
      number,
      SLOW,
    );
  }

  test("changes neither that requests end nor the order of the ledger, which stays whole", LATE, () =>
    alone(async (context) => {
      const { page, frame } = await openWithSamples(context, site.url);
      await send(frame, 1);
      await jump(page, 400 * DAY_MILLIS);
      await send(frame, 2);
      await jump(page, -800 * DAY_MILLIS);
      await send(frame, 3);
      await go(frame, "leaves");
      await frame.waitForSelector('[data-entry="3"]', SLOW);
      const { text } = await save(page, frame, "#save-ledger");
      const moments = [...text.matchAll(/"releasedAtMillis":(\d+)/g)].map(([, millis]) => Number(millis));
      assert.equal(moments.length, 3);
      assert.ok(moments[1] - moments[0] > 399 * DAY_MILLIS, "the clock did jump on");
      assert.ok(moments[2] < moments[0], "and back");
      assert.match(await verify(frame, text), /✓ Whole.*3 entries/s);
    }),
  );

  test("backwards does not have an older state taken for the newer one", LATE, () =>
    alone(async (context) => {
      const { page, frame } = await open(context);
      await add(frame, canaryFile(2));
      await keep(frame);
      await jump(page, -365 * DAY_MILLIS);
      await add(frame, canaryFile(3, "other"));
      await page.reload();
      const room = await roomOf(page);
      assert.equal(await unlock(room), "");
      assert.deepEqual(await read(room), [CANARIES.label, "other.json"].sort());
    }),
  );
});
