// Reading passages a second time, with a worker that only pretends to.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { load } from "./support/compile.mjs";

const { SecondReading, READING_MILLIS } = await load("room/engine/second-reading.ts");

/** A worker that scores a passage by its length, after `millis`, where `reply` does not say otherwise. */
class Pretender {
  constructor({ millis = 0, reply = () => undefined } = {}) {
    Object.assign(this, { millis, reply, asked: [], ended: 0 });
  }
  postMessage(message, transfer = []) {
    this.asked.push("question" in message ? message.passages : { transfer });
    setTimeout(() => {
      if (this.ended > 0) return;
      const said = this.reply(message, this.asked.length);
      if (said === "crash") return this.onerror({ preventDefault() {} });
      const scores = "question" in message ? Float32Array.from(message.passages, ({ length }) => length) : undefined;
      this.onmessage({ data: said ?? (scores === undefined ? { ready: true } : { scores }) });
    }, this.millis);
  }
  terminate() {
    this.ended += 1;
  }
}

const model = () => ({ module: {}, weights: new Uint8Array(8), tokenizer: new Uint8Array(2) });
const pairs = (count) => ({ question: "Why?", passages: Array.from({ length: count }, (_, at) => "x".repeat(at + 1)) });
const { signal } = new AbortController();

/** A reader whose workers are made by `make`, in their order. */
function reader(make = () => new Pretender()) {
  const workers = [];
  const starting = async () => {
    const worker = make(workers.length);
    workers.push(worker);
    return { worker, model: model() };
  };
  return { reading: new SecondReading(starting), workers };
}

describe("a second reading", () => {
  test("gives a score for each passage, and hands the weights over once", async () => {
    const { reading, workers } = reader();
    await reading.start();
    assert.deepEqual(await reading.read(pairs(5), signal), [1, 2, 3, 4, 5]);
    assert.deepEqual(await reading.read(pairs(2), signal), [1, 2]);
    assert.equal(workers.length, 1);
    const [first, ...asked] = workers[0].asked;
    assert.equal(first.transfer.length, 1);
    assert.ok(
      asked.every(({ length }) => length <= 2),
      "a few at a time",
    );
    assert.deepEqual(await reading.read(pairs(0), signal), []);
  });

  test("ends with what there was time for, the first passages", async (t) => {
    const { reading, workers } = reader();
    await reading.start();
    let now = 0;
    t.mock.method(performance, "now", () => now);
    workers[0].reply = () => void (now += READING_MILLIS / 2.5);
    assert.deepEqual(await reading.read(pairs(20), signal), [1, 2, 3, 4, 5, 6]);
  });

  test("is given up between two pairs, and the next one is read at once", async () => {
    const { reading, workers } = reader(() => new Pretender({ millis: 20 }));
    await reading.start();
    const older = new AbortController();
    const given = reading.read(pairs(20), older.signal);
    const next = reading.read({ question: "When?", passages: ["abc"] }, signal);
    setTimeout(() => older.abort(), 30);
    await assert.rejects(given, { code: "cancelled" });
    assert.deepEqual(await next, [3]);
    assert.ok(workers[0].asked.length < 6, "most were not read");
    assert.equal(workers[0].ended, 0);
  });

  test("of a worker that ends rejects with words, and starts another for the next", async () => {
    const { reading, workers } = reader(
      (number) => new Pretender({ reply: (message) => (number === 0 && "question" in message ? "crash" : undefined) }),
    );
    await assert.rejects(reading.read(pairs(3), signal), {
      code: "model",
      message: /started again with the next search/,
    });
    assert.deepEqual(await reading.read(pairs(3), signal), [1, 2, 3]);
    assert.deepEqual(
      workers.map(({ ended }) => ended),
      [1, 0],
    );
  });

  test("of a model that cannot be loaded, or fails, rejects with why", async () => {
    const error = { code: "model", fault: "user", message: "a model file is not the pinned one: fetch it again" };
    const refused = reader(() => new Pretender({ reply: () => ({ error }) }));
    await assert.rejects(refused.reading.start(), error);
    assert.equal(refused.workers[0].ended, 1);
    const { reading } = reader(() => {
      throw new Error("offline");
    });
    await assert.rejects(reading.start(), /offline/);
    await assert.rejects(reading.start(), /offline/, "and may be tried again");
  });

  test("ends with its worker, whatever it is asked", async () => {
    const { reading, workers } = reader(() => new Pretender({ reply: () => undefined, millis: 20 }));
    await reading.start();
    const asked = reading.read(pairs(9), signal);
    setTimeout(() => reading.end(), 5);
    await assert.rejects(asked, { code: "cancelled" });
    assert.equal(workers[0].ended, 1);
  });
});
