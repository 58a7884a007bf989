// A model of the person's own: opened in the room, on the kernels or on tract; what is wrong with files, and what stays in use then.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch } from "../browser.mjs";
import { serve } from "../serve.mjs";
import { canaryBundle } from "./support/canary.mjs";
import { ask, go, openReady } from "./support/room.mjs";

const weights = (path) =>
  readFileSync(fileURLToPath(new URL(`../../models/weights/all-minilm-l6-v2-int8/${path}`, import.meta.url)));
const MODEL = weights("source.onnx");
const TOKENIZER = weights("tokenizer.json");

/** The same model under names of its parts that no exporter gives: of the same length, so that the file stays whole. */
const stranger = (model) => {
  const text = model.toString("latin1").replaceAll("embeddings.LayerNorm", "embeddings.Centering");
  return Buffer.from(text, "latin1");
};
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
const QUESTION = "What about the rash on the shoulder?";

let site, browser;
before(async () => {
  assert.ok(
    existsSync(fileURLToPath(new URL("../../pkg/onnx/onnx_bg.wasm", import.meta.url))),
    "the module for own models is built: ./run builds it",
  );
  [site, browser] = await Promise.all([serve(), launch()]);
});
after(async () => {
  await browser.close();
  await site.close();
});

/** The path of a file of this name with these bytes: a browser reads it from there sooner than it is sent the bytes of a model in text. */
const folder = mkdtempSync(join(tmpdir(), "chaperone-"));
after(() => rmSync(folder, { recursive: true, force: true }));
function file(name, buffer) {
  const own = join(folder, sha256(buffer));
  const path = join(own, name);
  mkdirSync(own, { recursive: true });
  if (!existsSync(path)) writeFileSync(path, buffer);
  return path;
}

/** Chooses both files and waits for what came of them; resolves to the words of the failure, or to none. */
async function use(frame, model, tokenizer = TOKENIZER, { name = "mine.onnx", pooling } = {}) {
  await frame.evaluate(() => {
    const view = document.querySelector("chaperone-app").shadowRoot.querySelector("chaperone-own-model");
    view.shadowRoot.querySelector("details").open = true;
  });
  await frame.setInputFiles("chaperone-own-model #model", model === null ? [] : file(name, model));
  await frame.setInputFiles(
    "chaperone-own-model #tokenizer",
    tokenizer === null ? [] : file("tokenizer.json", tokenizer),
  );
  await go(frame, "settings");
  if (pooling !== undefined) await frame.selectOption("chaperone-own-model #pooling", pooling);
  await frame.click("chaperone-own-model #use");
  await frame.waitForSelector("chaperone-own-model #use:not(:disabled)", { timeout: 240_000 });
  const failure = await frame.$("chaperone-own-model #failure");
  return failure === null ? "" : (await failure.textContent()).trim();
}

const inUse = async (frame) => (await frame.textContent("chaperone-own-model #in-use")).replaceAll(/\s+/g, " ").trim();

/** What the list of models says of the one of search by meaning. */
const listed = (frame) => frame.textContent("chaperone-model-list li [data-when]");

/** `tokenizer` with as many words, in another order: each of the whole words has the number of another. */
function reordered(tokenizer) {
  const json = JSON.parse(tokenizer);
  const { vocab } = json.model;
  const words = Object.keys(vocab).filter((word) => vocab[word] >= 1000);
  const least = Math.min(...words.map((word) => vocab[word]));
  for (const word of words) vocab[word] = least + ((vocab[word] - least + 700) % words.length);
  return Buffer.from(JSON.stringify(json));
}

/** Waits until every passage has a vector; resolves to what the engine holds. */
async function embedded(frame) {
  const held = () =>
    frame.evaluate(async () => {
      const app = document.querySelector("chaperone-app");
      return { ...(await app.engine.call("holdings", {})), is: app.meaning.state.is };
    });
  for (;;) {
    const now = await held();
    if (now.is === "ready" && now.embedded === now.passages) return now;
    assert.notEqual(now.is, "unavailable");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Opens the page with a few records in it, all embedded. */
async function openWithRecords() {
  const { page, frame } = await openReady(browser.context, site.url);
  await frame.setInputFiles("#files", file("records.json", Buffer.from(canaryBundle(3))));
  await frame.waitForSelector("#ask:not(:disabled)", { timeout: 120_000 });
  return { page, frame, shipped: await embedded(frame) };
}

/** Asks, and sees that the answer quotes the records. */
async function answersOfRecords(frame) {
  await ask(frame, QUESTION, 1);
  assert.notEqual(
    await frame
      .locator("chaperone-answer")
      .getByText(/zyxomorphic rash/)
      .count(),
    0,
  );
}

/** Has the model of the page search again, where another does. */
async function goBack(frame) {
  await go(frame, "settings");
  if ((await frame.$("chaperone-own-model #back")) !== null) await frame.click("chaperone-own-model #back");
  await frame.waitForFunction(() => {
    const view = document.querySelector("chaperone-app").shadowRoot.querySelector("chaperone-own-model");
    return view.shadowRoot.querySelector("#back") === null;
  });
}

/** Such a page that tests use one after the other; `undefined` until one does. */
let shared;

/** Resolves to that page, with its own model in use; to another where that cannot be had. */
async function openShared() {
  const isBack = async ({ frame, shipped }) => {
    await goBack(frame);
    return (await embedded(frame)).model === shipped.model;
  };
  if (shared === undefined || !(await isBack(shared).catch(() => false))) {
    await shared?.page.close().catch(() => undefined);
    shared = await openWithRecords();
  }
  return shared;
}

describe("a model of one's own", () => {
  test("runs on the kernels where they know it, and its vectors take the place of the others'", async () => {
    const { page, frame, shipped } = await openWithRecords();
    assert.match(await inUse(frame), /the model of this page/);
    const requests = [];
    page.on("request", (request) => request.url().startsWith("http") && requests.push(new URL(request.url()).pathname));
    assert.equal(await use(frame, MODEL), "");
    const words = await inUse(frame);
    assert.ok(words.includes(sha256(MODEL)), words);
    assert.match(words, /Vectors of 384 numbers, of at most 256 tokens/);
    assert.match(words, /Its tokenizer’s file says 128 tokens/);
    assert.doesNotMatch(words, /another model’s/);
    assert.match(await listed(frame), /Not in use: search by meaning goes by your own model, mine\.onnx/);
    assert.match(words, /Chaperone’s own kernels/);
    const own = await embedded(frame);
    assert.match(own.model, /^own-[0-9a-f]{16}$/);
    assert.notEqual(own.model, shipped.model);
    assert.equal(own.passages, shipped.passages);
    await answersOfRecords(frame);
    // Nothing was asked of the network but the module itself.
    for (const path of requests) assert.match(path, /^\/assets\//);

    assert.notEqual(await frame.$("chaperone-own-model #back"), null);
    await goBack(frame);
    assert.equal((await embedded(frame)).model, shipped.model);
    assert.match(await listed(frame), /It is in use\./);
    await page.close();
  });

  test("of a form that they do not know runs on tract, with a note, and answers", { timeout: 300_000 }, async () => {
    const { page, frame, shipped } = await openWithRecords();
    const model = stranger(MODEL);
    assert.equal(await use(frame, model), "");
    const words = await inUse(frame);
    assert.ok(words.includes(sha256(model)), words);
    assert.match(words, /runs on tract.* ms on this device/);
    const own = await embedded(frame);
    assert.match(own.model, /^own-/);
    assert.equal(own.embedded, shipped.passages);
    await answersOfRecords(frame);
    // A file that comes later is embedded by it too.
    await frame.setInputFiles("#files", file("more.json", Buffer.from(canaryBundle(2, "canary-2"))));
    await frame.waitForFunction(
      (before) => document.querySelector("chaperone-app").reading.state.holdings.passages > before,
      shipped.passages,
    );
    const more = await embedded(frame);
    assert.equal(more.model, own.model);
    assert.ok(more.embedded > own.embedded);
    await page.close();
  });

  test("whose worker ends is told, and search goes on with the model of the page", { timeout: 300_000 }, async () => {
    const { page, frame, shipped } = await openWithRecords();
    const workers = new Set(page.workers());
    assert.equal(await use(frame, stranger(MODEL)), "");
    await embedded(frame);
    const [own, ...others] = page.workers().filter((worker) => !workers.has(worker));
    assert.deepEqual(others, []);
    // As after a trap.
    await own.evaluate(
      () =>
        void setTimeout(() => {
          throw new WebAssembly.RuntimeError("unreachable");
        }),
    );
    await answersOfRecords(frame);
    const told = await frame.textContent("chaperone-own-model #failure");
    assert.match(told, /^Your own model is not used any more.*ended the worker/s);
    assert.match(await inUse(frame), /the model of this page/);
    assert.equal((await embedded(frame)).model, shipped.model);
    await page.close();
  });

  // The first of those on one page: what opens a model is not there yet, so that there is time.
  test("can be given up while it is opened", async () => {
    const { frame, shipped } = await openShared();
    await go(frame, "settings");
    await frame.evaluate(() => {
      const view = document.querySelector("chaperone-app").shadowRoot.querySelector("chaperone-own-model");
      view.shadowRoot.querySelector("details").open = true;
    });
    await frame.setInputFiles("chaperone-own-model #model", file("mine.onnx", MODEL));
    await frame.setInputFiles("chaperone-own-model #tokenizer", file("tokenizer.json", TOKENIZER));
    await frame.click("chaperone-own-model #use");
    await frame.click("chaperone-own-model #cancel");
    await frame.waitForSelector("chaperone-own-model #use:not(:disabled)");
    assert.equal(await frame.$("chaperone-own-model #failure"), null);
    assert.match(await inUse(frame), /the model of this page/);
    assert.equal((await embedded(frame)).model, shipped.model);
  });

  test(
    "that is none, or does not fit, is refused with what to do; the model of the page stays",
    { timeout: 300_000 },
    async () => {
      const { frame, shipped } = await openShared();
      const bge = readFileSync(
        fileURLToPath(new URL("../../models/weights/rampart-q4/tokenizer.json", import.meta.url)),
      );
      const classifier = readFileSync(
        fileURLToPath(new URL("../../models/weights/rampart-q4/source.onnx", import.meta.url)),
      );
      const longer = JSON.parse(TOKENIZER.toString());
      longer.model.vocab["wordbeyond"] = Object.keys(longer.model.vocab).length;
      const cases = [
        [null, TOKENIZER, /Choose both files/],
        [MODEL, null, /Choose both files/],
        [Buffer.from("not an ONNX file"), TOKENIZER, /not a whole ONNX file/],
        [MODEL.subarray(0, MODEL.length / 2), TOKENIZER, /not a whole ONNX file|does not have the length/],
        [MODEL, Buffer.from("{}"), /not a Hugging Face tokenizer\.json/],
        [MODEL, Buffer.from(JSON.stringify(longer)), /another vocabulary than the model/],
        [classifier, bge, /encoder alone/],
      ];
      for (const [model, tokenizer, wanted] of cases) {
        const failure = await use(frame, model, tokenizer);
        assert.match(failure, wanted);
        if (model !== null && tokenizer !== null) assert.match(failure, /The model of this page stays in use\.$/);
        assert.match(await inUse(frame), /the model of this page/);
        assert.equal((await embedded(frame)).model, shipped.model);
      }
    },
  );

  test("whose tokenizer has as many other words is used with a warning", { timeout: 300_000 }, async () => {
    const { frame } = await openShared();
    assert.equal(await use(frame, MODEL, reordered(TOKENIZER)), "");
    assert.match(await frame.textContent("chaperone-own-model #doubtful"), /the tokenizer is probably another model’s/);
  });
});
