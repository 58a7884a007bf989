// Vectors of passages while questions are asked, with an engine and workers that only pretend to.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { loadWith } from "./support/compile.mjs";

Object.defineProperty(globalThis, "navigator", {
  value: { hardwareConcurrency: 3, deviceMemory: 8 },
  configurable: true,
});
const { Embedding } = await loadWith("room/engine/embedding.ts", { Engine: { memoryBytes: () => 0 } });

/** An engine with `count` passages. `byItself` are those that it embedded and no worker did. */
function pretendEngine(count) {
  const waiting = new Map(Array.from({ length: count }, (_, at) => [`r${at}`, "word ".repeat(60)]));
  const at = () => ({ done: count - waiting.size, total: count });
  const engine = {
    byItself: 0,
    holdings: () => ({ embedded: at().done }),
    textsToEmbed: () => ({ references: [...waiting.keys()], texts: [...waiting.values()] }),
    takeVectors(references) {
      for (const reference of references) assert.ok(waiting.delete(reference), "taken once");
      return at();
    },
    embedNext(most) {
      for (const reference of [...waiting.keys()].slice(0, most)) {
        waiting.delete(reference);
        engine.byItself += 1;
      }
      return at();
    },
  };
  return engine;
}

/** Workers that take some milliseconds for a batch; `act` may end one, by saying "end". */
function pretendWorkers(act = () => {}) {
  const workers = { started: 0, running: 0 };
  workers.start = () => {
    workers.started += 1;
    workers.running += 1;
    const worker = {
      postMessage(message) {
        setTimeout(() => {
          if (worker.ended) return;
          if ("start" in message) return worker.onmessage({ data: { ready: true } });
          if (act(message.texts) === "end") return worker.onerror({ preventDefault() {} });
          worker.onmessage({ data: { vectors: new Float32Array(message.texts.length) } });
        }, 5);
      },
      terminate() {
        worker.ended = true;
        workers.running -= 1;
      },
    };
    return worker;
  };
  return workers;
}

function embeddingOf(engine, workers, { own } = {}) {
  const kept = { times: 0, joined: 0 };
  const models = {
    own,
    pools: own === undefined,
    renewed: false,
    embedder: async () => {},
    starting: async () => workers.start,
    poolStart: () => ({ weights: new Uint8Array(4) }),
    lost(runner) {
      if (models.own === runner) models.own = undefined;
    },
  };
  const store = {
    open: false,
    keepVectors: async () => void (kept.times += 1),
    joinVectors: async () => void (kept.joined += 1),
  };
  return { embedding: new Embedding(engine, models, store), models, kept };
}

const progress = (events) => events.filter((event) => "progress" in event).map((event) => event.progress.done);
const never = () => new AbortController().signal;

describe("embedding", () => {
  test("leaves the engine free for questions while the pool works", async () => {
    const [engine, workers] = [pretendEngine(300), pretendWorkers()];
    const { embedding, kept } = embeddingOf(engine, workers);
    const events = [];
    const answered = [];
    // A question comes in every few milliseconds, and is answered in the next turn.
    const asking = setInterval(() => answered.push(engine.holdings().embedded), 2);
    assert.equal(await embedding.run((event) => events.push(event), never()), 300);
    clearInterval(asking);
    const midway = answered.filter((done) => done > 0 && done < 300);
    assert.ok(midway.length >= 10, `${midway.length} questions were answered meanwhile`);
    assert.equal(engine.byItself, 0, "the engine embedded nothing itself");
    assert.equal(workers.running, 0);
    assert.ok(kept.times >= 300 / 64 && kept.joined === 1);
    assert.deepEqual(
      progress(events),
      [...progress(events)].sort((a, b) => a - b),
    );
  });

  test("is ended within a batch when another model comes, and what was made stays", async () => {
    const [engine, workers] = [pretendEngine(300), pretendWorkers()];
    const { embedding } = embeddingOf(engine, workers);
    let running;
    await new Promise((begun) => {
      running = embedding.run((event) => "progress" in event && begun(), never());
      running.catch(() => undefined);
    });
    await embedding.halt();
    await assert.rejects(running, { code: "cancelled" });
    assert.equal(workers.running, 0);
    const { embedded } = engine.holdings();
    assert.ok(embedded > 0 && embedded < 300);
    assert.equal(await embedding.run(() => {}, never()), 300, "the next goes on from there");
  });

  test("a pool that ends again and again leaves the rest to the engine", async () => {
    let batches = 0;
    const [engine, workers] = [pretendEngine(120), pretendWorkers(() => ((batches += 1) > 4 ? "end" : undefined))];
    const { embedding } = embeddingOf(engine, workers);
    assert.equal(await embedding.run(() => {}, never()), 120);
    assert.ok(engine.byItself > 0 && engine.byItself < 120, `${engine.byItself} by itself`);
    assert.equal(workers.running, 0);
  });

  test("a second call waits for the first, and finds only what that leaves", async () => {
    const [engine, workers] = [pretendEngine(100), pretendWorkers()];
    const { embedding } = embeddingOf(engine, workers);
    const both = await Promise.all([embedding.run(() => {}, never()), embedding.run(() => {}, never())]);
    assert.deepEqual(both, [100, 100]);
    assert.equal(workers.started, 2, "one pool of two");
  });

  test("a few passages start no pool", async () => {
    const [engine, workers] = [pretendEngine(31), pretendWorkers()];
    const { embedding } = embeddingOf(engine, workers);
    assert.equal(await embedding.run(() => {}, never()), 31);
    assert.deepEqual([workers.started, engine.byItself], [0, 31]);
  });

  test("a model of one's own that fails is lost, and the call is cancelled", async () => {
    const engine = pretendEngine(40);
    let asked = 0;
    const own = {
      embed: async (texts) => {
        if ((asked += 1) > 2) throw new Error("trap");
        return new Float32Array(texts.length);
      },
    };
    const { embedding, models } = embeddingOf(engine, pretendWorkers(), { own });
    await assert.rejects(
      embedding.run(() => {}, never()),
      { code: "cancelled" },
    );
    assert.equal(models.own, undefined);
    assert.ok(engine.holdings().embedded > 0);
  });
});
