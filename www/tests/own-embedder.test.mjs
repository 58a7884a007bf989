// What opens a model of the person's own and runs it, with a worker that only pretends to.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { load } from "./support/compile.mjs";

const { openOwn, OwnEmbedder, MAX_MODEL_BYTES, MAX_TOKENIZER_BYTES } = await load("room/engine/own-model.ts");

/** A worker that answers by `reply`, which may end it or say nothing. */
class Pretender {
  constructor(reply) {
    this.reply = reply;
    this.ended = 0;
  }
  postMessage(message) {
    setTimeout(() => {
      if (this.ended > 0) return;
      const answer = this.reply(message);
      if (answer === "crash") this.onerror({ preventDefault() {} });
      else if (answer !== undefined) this.onmessage({ data: answer });
    });
  }
  terminate() {
    this.ended += 1;
  }
}

const FACTS = { sha256: "ab", dimensions: 2, tokens: 16, runs: "tract", millis: 3 };
const opened = (packed) => ({ opened: { entry: "{}", facts: FACTS, packed } });
const files = (bytes = 8) => ({
  model: new Blob([new Uint8Array(bytes)]),
  tokenizer: new Blob(["{}"]),
  pooling: "mean",
  prefix: "",
});
const read = async (blob) => new Uint8Array(await blob.arrayBuffer());
const open = (worker, { chosen = files(), module = async () => ({}), signal = new AbortController().signal } = {}) =>
  openOwn(chosen, () => worker, module, read, signal);

describe("opening a model of one's own", () => {
  test("gives the packed weights, and no worker is left", async () => {
    const worker = new Pretender(() => opened(new Uint8Array([1, 2])));
    const { runs, facts, tokenizer } = await open(worker);
    assert.deepEqual([...runs], [1, 2]);
    assert.deepEqual(facts, FACTS);
    assert.equal(new TextDecoder().decode(tokenizer), "{}");
    assert.equal(worker.ended, 1);
  });

  test("gives the worker where the model stays in it; it answers in order", async () => {
    const worker = new Pretender((message) => {
      if ("open" in message) return opened(undefined);
      const value = "question" in message ? 9 : message.passages.length;
      return { vectors: Float32Array.of(value, value) };
    });
    const { runs } = await open(worker);
    assert.ok(runs instanceof OwnEmbedder);
    const answers = await Promise.all([runs.embed(["a"]), runs.question("b"), runs.embed(["c", "d"])]);
    assert.deepEqual(
      answers.map(([first]) => first),
      [1, 9, 2],
    );
    assert.equal(worker.ended, 0);
    runs.end();
    await assert.rejects(runs.question("e"), { code: "cancelled" });
    assert.equal(worker.ended, 1);
  });

  test("rejects with what is wrong with the files", async () => {
    const error = { code: "model", fault: "user", message: "the model file is not a whole ONNX file: fetch it again" };
    const worker = new Pretender(() => ({ error }));
    await assert.rejects(open(worker), error);
    assert.equal(worker.ended, 1);
  });

  test("tells of a worker that ended, while opening and after it", async () => {
    const dying = new Pretender(() => "crash");
    await assert.rejects(open(dying), { code: "model", message: /ended the worker/ });
    assert.equal(dying.ended, 1);
    const later = new Pretender((message) => ("open" in message ? opened(undefined) : "crash"));
    const { runs } = await open(later);
    const both = await Promise.allSettled([runs.question("a"), runs.question("b")]);
    assert.deepEqual(
      both.map(({ reason }) => reason.code),
      ["model", "model"],
    );
    await assert.rejects(runs.embed(["c"]), { code: "model" });
    assert.equal(later.ended, 1);
  });

  test("an error of one question ends nothing", async () => {
    let asked = 0;
    const worker = new Pretender((message) => {
      if ("open" in message) return opened(undefined);
      asked += 1;
      return asked === 1
        ? { error: { code: "model", fault: "user", message: "no" } }
        : { vectors: Float32Array.of(1, 2) };
    });
    const { runs } = await open(worker);
    await assert.rejects(runs.question("a"), { code: "model" });
    assert.deepEqual([...(await runs.question("b"))], [1, 2]);
  });

  test("is given up at any time", async () => {
    const silent = new Pretender(() => undefined);
    const controller = new AbortController();
    const opening = open(silent, { signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    await assert.rejects(opening, { code: "cancelled" });
    assert.equal(silent.ended, 1);
    await assert.rejects(open(silent, { signal: AbortSignal.abort() }), { code: "cancelled" });
  });

  test("refuses files that are too large before it reads any of them", async () => {
    const never = { size: MAX_MODEL_BYTES + 1, arrayBuffer: () => assert.fail("read") };
    const small = files();
    const worker = new Pretender(() => assert.fail("started"));
    for (const chosen of [
      { ...small, model: never },
      { ...small, model: { ...never, size: 2 ** 31 } },
      { ...small, tokenizer: { ...never, size: MAX_TOKENIZER_BYTES + 1 } },
    ])
      await assert.rejects(open(worker, { chosen }), { code: "too-large", message: /MiB are read/ });
  });

  test("rejects when its module cannot be had", async () => {
    const worker = new Pretender(() => assert.fail("started"));
    const module = () => Promise.reject(new Error("offline"));
    await assert.rejects(open(worker, { module }), /offline/);
    assert.equal(worker.ended, 0);
  });
});
