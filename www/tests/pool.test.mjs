// The pool of workers that embed passages, with workers that only pretend to.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { load } from "./support/compile.mjs";

const { poolSize, batches, embedAll } = await load("room/engine/pool.ts");

const passages = (count, length = (at) => (at % 40) * 10) =>
  Array.from({ length: count }, (_, at) => ({ reference: `r${at}`, text: "x".repeat(length(at)) }));

/** A worker that answers each text with its length, and does `act` first, by which it may end, or never answer. */
class Pretender {
  static started = 0;
  static running = 0;
  constructor(act = () => {}) {
    this.act = act;
    this.number = Pretender.started++;
    Pretender.running += 1;
  }
  postMessage(message) {
    setTimeout(() => {
      if (this.ended) return;
      if ("start" in message) return this.onmessage({ data: { ready: true } });
      const done = this.act(this, message.texts);
      if (done === "end") return this.onerror({ preventDefault() {} });
      if (done === "never") return;
      this.onmessage({ data: { vectors: Float32Array.from(message.texts, (text) => text.length) } });
    });
  }
  terminate() {
    assert.ok(!this.ended, "ended once");
    this.ended = true;
    Pretender.running -= 1;
  }
}

const model = () => ({ weights: new Uint8Array(8) });
/** Bytes of all-MiniLM-L6-v2's weights. */
const MINILM = 23_454_956;

const run = async (waiting, { count = 3, act, signal = new AbortController().signal } = {}) => {
  Pretender.started = Pretender.running = 0;
  const taken = new Map();
  const take = (references, vectors) =>
    references.forEach((reference, at) => {
      assert.ok(!taken.has(reference), "taken once");
      taken.set(reference, vectors[at]);
    });
  const failure = await embedAll(waiting, { count, start: () => new Pretender(act), model }, take, signal).then(
    () => undefined,
    (error) => error,
  );
  assert.equal(Pretender.running, 0, "no worker is left");
  return { taken, failure, started: Pretender.started };
};

describe("the pool", () => {
  test("leaves a core to the interface and stays within the memory", () => {
    assert.equal(poolSize(undefined, undefined, MINILM), 0);
    assert.equal(poolSize(1, 8, MINILM), 0);
    assert.equal(poolSize(2, 8, MINILM), 1);
    assert.equal(poolSize(8, 8, MINILM), 7);
    assert.equal(poolSize(64, 64, MINILM), 8);
    assert.equal(poolSize(8, 1, MINILM), 1);
    assert.equal(poolSize(8, 0.25, MINILM), 0);
    // A person's own model of some size takes the memory of several.
    assert.equal(poolSize(8, 8, 512 * 2 ** 20), 1);
    assert.equal(poolSize(8, 4, 512 * 2 ** 20), 0);
  });

  test("makes batches of about the same work, the longest first, and loses nothing", () => {
    const made = batches(passages(500));
    assert.equal(made.flat().length, 500);
    assert.equal(new Set(made.flat().map(({ reference }) => reference)).size, 500);
    const sizes = made.map((batch) => batch.reduce((sum, { text }) => sum + text.length, 0));
    assert.ok(Math.max(...sizes) <= 1200);
    const lengths = made.flat().map(({ text }) => text.length);
    assert.deepEqual(
      lengths,
      lengths.toSorted((a, b) => b - a),
    );
    assert.deepEqual(batches([]), []);
    assert.equal(batches(passages(3, () => 5000)).length, 3, "a text too long for a batch is one by itself");
  });

  test("embeds every passage once", async () => {
    const waiting = passages(300);
    const { taken, failure, started } = await run(waiting);
    assert.equal(failure, undefined);
    assert.equal(started, 3);
    for (const { reference, text } of waiting) assert.equal(taken.get(reference), text.length);
  });

  test("hands weights of its own over to each worker, also to one in place of another", async () => {
    const [begun, given] = [[], []];
    let ends = 1;
    const start = () => {
      const worker = new Pretender(() => (ends-- > 0 ? "end" : undefined));
      const post = worker.postMessage.bind(worker);
      worker.postMessage = (message, transfer = []) => {
        if ("start" in message) begun.push([message.start.weights, transfer]);
        post(message);
      };
      return worker;
    };
    const fresh = () => {
      given.push(model());
      return given.at(-1);
    };
    const { signal } = new AbortController();
    await embedAll(passages(200), { count: 2, start, model: fresh }, () => {}, signal);
    assert.equal(begun.length, 3);
    begun.forEach(([weights, transfer], at) => {
      assert.equal(weights, given[at].weights);
      assert.deepEqual(transfer, [weights.buffer]);
    });
  });

  test("is given up when there is no model any more", async () => {
    Pretender.running = 0;
    const { signal } = new AbortController();
    const none = { count: 2, start: () => new Pretender(), model: () => undefined };
    await assert.rejects(
      embedAll(passages(9), none, () => {}, signal),
      { code: "cancelled" },
    );
    assert.equal(Pretender.running, 0);
  });

  test("starts no more workers than there are batches, and none for nothing", async () => {
    assert.equal((await run(passages(2, () => 3))).started, 1);
    assert.equal((await run([])).started, 0);
  });

  test("does the batch of a worker that ended again", async () => {
    let ends = 2;
    const { taken, failure, started } = await run(passages(200), { act: () => (ends-- > 0 ? "end" : undefined) });
    assert.equal(failure, undefined);
    assert.equal(taken.size, 200);
    assert.equal(started, 5);
  });

  test("gives up on a batch that ends every worker", async () => {
    const act = (_, texts) => (texts.some((text) => text.length === 390) ? "end" : undefined);
    const { failure } = await run(passages(200), { act });
    assert.equal(failure.code, "model");
  });

  test("gives up where no worker starts", async () => {
    Pretender.running = 0;
    const start = () => {
      const worker = new Pretender();
      worker.postMessage = () => setTimeout(() => worker.onerror({ preventDefault() {} }));
      return worker;
    };
    const { signal } = new AbortController();
    await assert.rejects(
      embedAll(passages(9), { count: 2, start, model }, () => {}, signal),
      { code: "model" },
    );
  });

  test("ends at once when it is cancelled", async () => {
    const controller = new AbortController();
    let asked = 0;
    const act = () => {
      if ((asked += 1) < 4) return undefined;
      controller.abort();
      // Who waited for the batches that are under way would wait for ever.
      return "never";
    };
    const { taken, failure } = await run(passages(400), { act, signal: controller.signal });
    assert.equal(failure.code, "cancelled");
    assert.ok(taken.size < 400);
    const before = await run(passages(4), { signal: AbortSignal.abort() });
    assert.equal(before.failure.code, "cancelled");
    assert.equal(before.started, 0);
  });

  test("passes on what the model throws", async () => {
    const start = () => {
      const worker = new Pretender();
      const error = { code: "model", fault: "bug", message: "No." };
      worker.postMessage = () => setTimeout(() => worker.ended || worker.onmessage({ data: { error } }));
      return worker;
    };
    const { signal } = new AbortController();
    await assert.rejects(
      embedAll(passages(9), { count: 2, start, model }, () => {}, signal),
      { code: "model", message: "No." },
    );
  });
});
