// Adding files and folders: what is read, what is not, and giving up, in Chromium with the built engine.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { launch, roomOf } from "../browser.mjs";
import { serve } from "../serve.mjs";
import { canaryBundle } from "./support/canary.mjs";
import { SAMPLES } from "./support/identifiers.mjs";
import { ask, focused, go, openReady, openWithSamples } from "./support/room.mjs";
import { serveWithoutModel } from "./support/without.mjs";

const SECRET = "Zyxanthia";

let site, browser, folder;
before(async () => {
  site = await serveWithoutModel();
  browser = await launch();
  folder = mkdtempSync(join(tmpdir(), "chaperone-files-"));
});
after(async () => {
  await browser.close();
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Makes a folder of records: one that reads, one that is broken, one with much that is left out, and a picture. */
function makeFolder(name) {
  const at = join(folder, name);
  mkdirSync(join(at, "deep"), { recursive: true });
  cpSync(`${SAMPLES}okafor.json`, join(at, "deep", "okafor.json"));
  writeFileSync(join(at, "broken.json"), `{"resourceType":"Bundle","entry":[{"resource":{"id":"${SECRET}`);
  const unknown = { resource: { resourceType: `Un${SECRET}` } };
  const entry = Array.from({ length: 214 }, () => unknown);
  writeFileSync(join(at, "odd.json"), JSON.stringify({ resourceType: "Bundle", type: "collection", entry }));
  writeFileSync(join(at, "photo.png"), "no record");
  return at;
}

const outcomes = (frame) =>
  frame.$eval("chaperone-records", ({ reading }) =>
    reading.readings.map(({ name, outcome }) => [name, outcome.kind]).sort(),
  );
const settled = (frame, count) =>
  frame.waitForFunction(
    (wanted) => {
      const records = document.querySelector("chaperone-app").renderRoot.querySelector("chaperone-records");
      return !records.reading.busy && records.reading.readings.length >= wanted;
    },
    count,
    { timeout: 120_000 },
  );
const reportOf = (frame) => frame.$eval("chaperone-report", (element) => element.renderRoot.textContent);

/** Drops what lies at `files` on the place for it, as a person would. */
async function drop(page, frame, files) {
  const box = await (await frame.waitForSelector("chaperone-records .drop")).boundingBox();
  const cdp = await browser.context.newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"])
    await cdp.send("Input.dispatchDragEvent", { type, x: box.x + 40, y: box.y + 20, data });
}

async function checkFolder(frame) {
  await settled(frame, 3);
  const names = (await outcomes(frame)).map(([name, kind]) => [name.replace(/^[^/]*\//, ""), kind]);
  assert.deepEqual(
    names.filter(([name]) => name !== "odd.json"),
    [
      ["broken.json", "failed"],
      ["deep/okafor.json", "read"],
    ],
  );
  const report = await reportOf(frame);
  assert.match(report, /1 other file of the folder was passed over/);
  assert.match(report, /entry\[\d+\].* … and 211 more: /);
  assert.match(report, /1 new patient, \d+ documents, \d+ facts/);
  assert.ok(!report.includes(SECRET), "no text of a file stands in the report");
  assert.match(await frame.textContent("#failed"), /broken\.json was not read\. .*get the whole file and add it/s);
}

test("a file that was cut short is read up to there, and the page says plainly what may be missing", async () => {
  const { frame } = await openReady(browser.context, site.url);
  const whole = readFileSync(`${SAMPLES}okafor.json`);
  const file = { name: "half.json", mimeType: "application/json", buffer: whole.subarray(0, whole.length / 2) };
  await frame.setInputFiles("input[type=file]", [file]);
  await settled(frame, 1);
  assert.match(await frame.textContent("#cut"), /half\.json ends in the middle.*may be out of date/s);
  assert.match(await reportOf(frame), /Read in part/);
});

test("files that could not be read are named, and stand first in the list", async () => {
  const { page, frame } = await openReady(browser.context, site.url);
  const broken = (number) => ({
    name: `broken-${number}.json`,
    mimeType: "application/json",
    buffer: Buffer.from("{"),
  });
  await frame.setInputFiles("input[type=file]", [broken(1), broken(2)]);
  await settled(frame, 2);
  assert.match(await frame.textContent("#failed"), /broken-1\.json was not read\..*Neither was broken-2\.json\.\s*$/s);
  // What is said aloud is an alert that comes, not one whose text grows.
  const alert = await frame.$("#failed");
  await frame.setInputFiles("input[type=file]", [broken(3)]);
  await settled(frame, 3);
  assert.equal(await alert.evaluate((element) => element.isConnected), false, "the next one is an alert of its own");
  assert.equal(await frame.getAttribute("#failed", "role"), "alert");
  assert.match(
    await frame.textContent("#failed"),
    /^\s*broken-3\.json was not read\..*2 more files could not be read: they stand first in the list/s,
  );
  await page.close();
});

test("that a file was not read can be dismissed, until another one is not", async () => {
  const { page, frame } = await openReady(browser.context, site.url);
  const file = (name, text) => ({ name, mimeType: "application/json", buffer: Buffer.from(text) });
  await frame.setInputFiles("input[type=file]", [file("broken.json", "{")]);
  await settled(frame, 1);
  assert.equal(await frame.getAttribute("#dismiss", "aria-label"), "Dismiss: broken.json was not read");
  await frame.focus("#dismiss");
  await page.keyboard.press("Enter");
  await frame.waitForSelector("#failed", { state: "detached" });
  assert.equal(await focused(frame), "summary", "the focus is at the list");
  assert.match(await reportOf(frame), /1 not read.*Not read/s, "it stays in the list");
  await frame.setInputFiles("input[type=file]", [file("next.json", "{")]);
  await settled(frame, 2);
  assert.match(await frame.textContent("#failed"), /^\s*next\.json was not read\./);
  assert.doesNotMatch(await frame.textContent("#failed"), /broken\.json|1 more/);
  await page.close();
});

for (const width of [1280, 390])
  test(`the button that removes a file stands at the end of its row, in ${width} pixels`, async () => {
    const { page, frame } = await openReady(browser.context, site.url, { viewport: { width, height: 900 } });
    const files = ["okafor.json", "solberg.json"].map((name) => join(SAMPLES, name));
    const small = { name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("Seen today for a sprained ankle.") };
    await frame.setInputFiles("#files", files);
    await settled(frame, 2);
    await go(frame, "files");
    await frame.setInputFiles("#files", [small]);
    await settled(frame, 3);
    await frame.click("#report > summary");
    await frame.waitForSelector("[data-remove] >> nth=2");
    const rows = await frame.$$eval("chaperone-report .files > li", (rows) =>
      rows.map((row) => {
        const box = (element) => element.getBoundingClientRect();
        const button = box(row.querySelector("chaperone-removal").renderRoot.querySelector("button"));
        const words = box(row.querySelector(".word"));
        return { end: box(row).right - button.right, under: words.top - button.bottom, left: button.left };
      }),
    );
    assert.equal(rows.length, 3);
    assert.deepEqual(new Set(rows.map(({ left }) => Math.round(left))).size, 1, JSON.stringify(rows));
    for (const { end, under } of rows) {
      assert.ok(Math.abs(end) < 1, `at the end of the row: ${end}`);
      assert.ok(under < 0, `beside what is said of the file: ${under}`);
    }
    if (width === 1280) {
      const tops = await frame.$$eval(".figures > div", (all) => all.map((each) => each.getBoundingClientRect().top));
      assert.deepEqual(new Set(tops).size, 1, "the figures stand in one row");
    }
    if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `files-${width}.png`) });
    await page.close();
  });

describe("a folder", () => {
  test("that is chosen is read file by file, each with its report", async () => {
    const { page, frame } = await openReady(browser.context, site.url);
    await frame.setInputFiles("#folder", makeFolder("chosen"));
    await checkFolder(frame);
    await page.close();
  });

  test("that is dropped cannot be opened in a sealed room: it is named, and the files beside it are read", async () => {
    const { page, frame } = await openReady(browser.context, site.url);
    const loose = ["okafor.json", "solberg.json"].map((name) => join(SAMPLES, name));
    await drop(page, frame, [makeFolder("dropped"), ...loose]);
    await settled(frame, 2);
    assert.deepEqual(await outcomes(frame), [
      ["okafor.json", "read"],
      ["solberg.json", "read"],
    ]);
    assert.match(await frame.textContent("#unopened"), /dropped/);
    await page.close();
  });
});

describe("files", () => {
  test("beyond the limit are refused by their size, with both numbers, and nothing is kept of them", async () => {
    const { page, frame } = await openReady(browser.context, site.url);
    const huge = join(folder, "huge.json");
    writeFileSync(huge, "");
    truncateSync(huge, 2 * 2 ** 30 + 5);
    await frame.setInputFiles("#files", [huge, `${SAMPLES}okafor.json`]);
    await settled(frame, 2);
    assert.match(await frame.textContent("#failed"), /huge\.json was not read\. The file has 2 GiB; at most 512 MiB/);
    assert.deepEqual(await outcomes(frame), [
      ["huge.json", "failed"],
      ["okafor.json", "read"],
    ]);
    const { files } = await frame.evaluate(() => document.querySelector("chaperone-app").engine.call("holdings", {}));
    assert.equal(files, 1);
    await page.close();
  });

  test("that were read before bring nothing new, and say so", async () => {
    const { page, frame } = await openReady(browser.context, site.url);
    await frame.setInputFiles("#files", `${SAMPLES}okafor.json`);
    await settled(frame, 1);
    await frame.setInputFiles("#files", `${SAMPLES}okafor.json`);
    await settled(frame, 2);
    assert.match(await reportOf(frame), /1 file read · 1 read before/);
    await page.close();
  });

  test("in thousands are all read, and a few of them shown", { timeout: 300_000 }, async () => {
    const { page, frame } = await openReady(browser.context, site.url);
    const many = join(folder, "many");
    mkdirSync(many);
    for (let at = 0; at < 1500; at += 1)
      writeFileSync(join(many, `${at}.json`), JSON.stringify({ resourceType: "Basic", id: String(at) }));
    await frame.setInputFiles("#folder", many);
    await frame.waitForSelector("#reading");
    await settled(frame, 1500);
    assert.ok((await frame.$$("chaperone-report .files > li")).length <= 20);
    await frame.click("#report > summary");
    await frame.click("#more");
    assert.ok((await frame.$$("chaperone-report .files > li")).length > 20);
    await page.close();
  });
});

describe("a large file", () => {
  const READINGS = 40_000;
  /** No more than this passes through a main thread at a time: the engine keeps what is sealed in objects of 4 MiB. */
  const MOST_BYTES = (4 << 20) + 1024;

  /** A bundle of more than 8 MiB of readings, and one picture of 5 MB that no compression makes smaller. */
  function large() {
    const subject = { reference: "Patient/large" };
    const reading = (at) => ({
      resourceType: "Observation",
      id: `large-${at}`,
      status: "final",
      code: { text: "Glucose" },
      subject,
      effectiveDateTime: new Date(Date.UTC(2010, 0, 1) + at * 7_200_000).toISOString(),
      valueQuantity: { value: 60 + (at % 97), unit: "mg/dL" },
    });
    const picture = { contentType: "image/jpeg", data: randomBytes(5_000_000).toString("base64") };
    const resources = [
      { resourceType: "Patient", id: "large", name: [{ family: "Lind" }], birthDate: "1950-02-03" },
      {
        resourceType: "DocumentReference",
        id: "picture",
        status: "current",
        subject,
        content: [{ attachment: picture }],
      },
      ...Array.from({ length: READINGS }, (_, at) => reading(at)),
    ];
    const entry = resources.map((resource) => ({ resource }));
    return Buffer.from(JSON.stringify({ resourceType: "Bundle", type: "collection", entry }));
  }

  /** Has every frame of `page` note the bytes that pass through its main thread; must be called before it is opened. */
  const watchMainThreads = (page) =>
    page.addInitScript(() => {
      window.passed = [];
      const note = (parts) => {
        for (const part of parts ?? []) if (part instanceof ArrayBuffer) window.passed.push(part.byteLength);
      };
      for (const { prototype } of [MessagePort, Worker]) {
        const { postMessage } = prototype;
        prototype.postMessage = function (message, options) {
          note(Array.isArray(options) ? options : options?.transfer);
          return postMessage.call(this, message, options);
        };
      }
      const { arrayBuffer } = Blob.prototype;
      Blob.prototype.arrayBuffer = async function () {
        const bytes = await arrayBuffer.call(this);
        note([bytes]);
        return bytes;
      };
      const { encrypt, decrypt } = SubtleCrypto.prototype;
      for (const [name, act] of Object.entries({ encrypt, decrypt })) {
        SubtleCrypto.prototype[name] = async function (...parts) {
          const bytes = await act.apply(this, parts);
          note([bytes]);
          return bytes;
        };
      }
    });
  const passed = async (page, frame) =>
    (await Promise.all([page.mainFrame(), frame].map((each) => each.evaluate(() => window.passed)))).flat();

  /** Has the reading note every state that it shows. */
  const noteStates = (frame) =>
    frame.evaluate(() => {
      const { reading } = document.querySelector("chaperone-app");
      let { state } = reading;
      window.states = [];
      Object.defineProperty(reading, "state", {
        get: () => state,
        set: (next) => {
          state = next;
          if (next.underway !== undefined) window.states.push(next.underway);
        },
      });
    });
  const holdingsOf = (frame) => frame.$eval("chaperone-app", (app) => app.engine.call("holdings", {}));

  test(
    "is told in bytes, kept, and unlocked, plain and packed, and never as a whole on a main thread",
    { timeout: 300_000 },
    async (t) => {
      const page = await browser.context.newPage();
      const own = await serveWithoutModel();
      t.after(async () => {
        await page.close();
        await own.close();
      });
      await watchMainThreads(page);
      await page.goto(own.url);
      let frame = await roomOf(page);
      await frame.waitForSelector("#samples:not(:disabled)", { timeout: 120_000 });
      await noteStates(frame);
      const [plain, packed] = [join(folder, "large.json"), join(folder, "packed.json.gz")];
      writeFileSync(plain, large());
      writeFileSync(packed, gzipSync(large(), { level: 1 }));
      await frame.setInputFiles("#files", [plain, packed]);
      await settled(frame, 2);
      assert.deepEqual(await outcomes(frame), [
        ["large.json", "read"],
        ["packed.json.gz", "read"],
      ]);
      const states = await frame.evaluate(() => window.states);
      const bytes = statSync(plain).size + statSync(packed).size;
      for (const name of ["large.json", "packed.json.gz"]) {
        const between = states.filter(
          ({ name: each, doing, file }) =>
            each === name && doing === "reading" && file?.done > 0 && file.done < file.total,
        );
        assert.ok(between.length > 5, name);
        for (const { all } of between) assert.ok(all.total === bytes && all.done > 0 && all.done < bytes);
      }
      assert.ok(states.some(({ doing, file }) => doing === "indexing" && file?.done > 0 && file.done < file.total));
      assert.match(await reportOf(frame), /1 new patient, [\d,]+ documents, 40,001 facts/);
      const holds = await holdingsOf(frame);

      await frame.click("#keeping");
      for (const field of ["fresh", "again"]) await frame.fill(`input[name=${field}]`, "marmalade orbit velvet");
      await frame.click("#keep");
      await frame.waitForSelector("#done", { timeout: 120_000 });
      assert.ok(Math.max(...(await passed(page, frame))) <= MOST_BYTES);

      await page.reload();
      frame = await roomOf(page);
      const unlock = async () => {
        await frame.fill("#passphrase", "marmalade orbit velvet", { timeout: 120_000 });
        await frame.press("#passphrase", "Enter");
      };
      await unlock();
      await frame.waitForFunction(
        () => {
          const gate = document.querySelector("chaperone-app").renderRoot.querySelector("chaperone-gate");
          return gate.progress?.status === "restoring" && gate.progress.done > 0;
        },
        undefined,
        { timeout: 120_000 },
      );
      await frame.click("#cancel");
      await frame.waitForSelector("#again", { timeout: 120_000 });
      const anew = page.waitForEvent("load");
      await frame.click("#again");
      await anew;
      frame = await roomOf(page);
      await unlock();
      await frame.waitForSelector("#ask:not(:disabled)", { timeout: 120_000 });
      assert.deepEqual(await holdingsOf(frame), holds);
      const seen = await passed(page, frame);
      assert.ok(seen.some((each) => each > 1 << 20) && Math.max(...seen) <= MOST_BYTES, "what is sealed came in parts");
    },
  );
});

describe("giving up", () => {
  /** A bundle that takes the engine long enough for a person to change their mind. */
  function slow(name) {
    const entry = Array.from({ length: 60_000 }, (_, at) => ({
      resource: {
        resourceType: "Observation",
        id: `${name}-${at}`,
        status: "final",
        code: { text: "Glucose" },
        subject: { reference: "Patient/x" },
        effectiveDateTime: `20${String(10 + (at % 14))}-0${1 + (at % 9)}-1${at % 10}`,
        valueQuantity: { value: at % 97, unit: "mg/dL" },
      },
    }));
    return {
      name,
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify({ resourceType: "Bundle", type: "collection", entry })),
    };
  }
  const small = (name) => ({
    name,
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify({ resourceType: "Patient", id: name, name: [{ family: "Lind" }] })),
  });
  /** Presses `button` in the moment in which it is shown that the file `name` is read: a round trip later it may be over. */
  const pressAt = (frame, name, button) =>
    frame.waitForFunction(
      ([wanted, id]) => {
        const { renderRoot } = document.querySelector("chaperone-app").renderRoot.querySelector("chaperone-records");
        if (!renderRoot.querySelector("#reading")?.textContent.includes(wanted)) return false;
        renderRoot.querySelector(id).click();
        return true;
      },
      [name, button],
      { timeout: 120_000 },
    );

  test("one file goes on with the next, and keeps what was read", { timeout: 180_000 }, async () => {
    const { page, frame } = await openReady(browser.context, site.url);
    await frame.setInputFiles("#files", [small("first.json"), slow("slow.json"), small("last.json")]);
    await pressAt(frame, "slow.json", "#cancel-file");
    await settled(frame, 3);
    assert.deepEqual(await outcomes(frame), [
      ["first.json", "read"],
      ["last.json", "read"],
      ["slow.json", "cancelled"],
    ]);
    assert.match(await reportOf(frame), /2 files read · 1 cancelled/);
    await page.close();
  });

  test("all the rest reads no further file, and the page can be used", { timeout: 180_000 }, async () => {
    const { page, frame } = await openReady(browser.context, site.url);
    await frame.setInputFiles("#files", [small("first.json"), slow("slow.json"), small("last.json")]);
    await pressAt(frame, "slow.json", "#cancel-all");
    await settled(frame, 2);
    assert.deepEqual(await outcomes(frame), [
      ["first.json", "read"],
      ["slow.json", "cancelled"],
    ]);
    await frame.setInputFiles("#files", [small("later.json")]);
    await settled(frame, 3);
    assert.ok((await outcomes(frame)).some(([name, kind]) => name === "later.json" && kind === "read"));
    await page.close();
  });
});

describe("search by meaning", () => {
  const meaningOf = (frame) => frame.$eval("chaperone-app", ({ meaning }) => meaning.state);

  test(
    "can be paused, and goes on where it stopped; questions are answered meanwhile",
    { timeout: 300_000 },
    async (t) => {
      const whole = await serve();
      t.after(() => whole.close());
      const { page, frame } = await openReady(browser.context, whole.url);
      const few = { name: "few.json", mimeType: "application/json", buffer: Buffer.from(canaryBundle(80)) };
      await frame.setInputFiles("#files", few);
      await frame.waitForSelector("#ask:not(:disabled)", { timeout: 120_000 });
      await go(frame, "files");
      await frame.waitForSelector("#meaning", { timeout: 120_000 });
      // In one step: where a button is looked for first, the last passage may be done before it is pressed.
      await frame.waitForFunction(
        () => {
          const { meaning, renderRoot } = document.querySelector("chaperone-app");
          const button = renderRoot.querySelector("chaperone-records").renderRoot.querySelector("#pause");
          const isUnderway = meaning.state.is === "embedding" && meaning.state.done > 0 && button !== null;
          if (isUnderway) button.click();
          return isUnderway;
        },
        undefined,
        { timeout: 120_000 },
      );
      const { done, total } = await meaningOf(frame);
      assert.ok(done > 0 && done < total, `${done} of ${total}`);
      await ask(frame, "What was my last body weight?", 1);
      await page.waitForTimeout(1000);
      assert.deepEqual(await meaningOf(frame), { is: "paused", done, total });
      assert.match(
        await frame.textContent("chaperone-records section"),
        new RegExp(`paused at ${done} of ${total} passages`),
      );
      await go(frame, "files");
      await frame.click("#resume");
      await frame.waitForSelector("text=Search by meaning is ready.", { timeout: 240_000 });
      assert.deepEqual(await meaningOf(frame), { is: "ready", passages: total });
      await page.close();
    },
  );

  test("is told in bytes while its model is fetched, in passages and their rate while it is prepared", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    const told = (meaning) =>
      frame.evaluate(async (state) => {
        const app = document.querySelector("chaperone-app");
        await app.meaning.interrupt();
        app.meaning.state = state;
        app.requestUpdate();
        await app.updateComplete;
        const records = app.renderRoot.querySelector("chaperone-records");
        await records.updateComplete;
        return records.renderRoot.querySelector("#meaning").textContent.replace(/\s+/g, " ").trim();
      }, meaning);
    assert.match(
      await told({ is: "fetching", file: "weights", done: 3 << 20, total: 23 << 20, left: "about 2 minutes left" }),
      /^Fetching the model for search by meaning: 3 MiB of 23 MiB · about 2 minutes left\. You can ask already\./,
    );
    assert.match(
      await told({ is: "embedding", done: 1200, total: 5000, perSecond: 17.6, left: "about 4 minutes left" }),
      /^Preparing search by meaning: 1,200 of 5,000 passages, 18 a second · about 4 minutes left\. You can ask already\./,
    );
    await page.close();
  });
});
