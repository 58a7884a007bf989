// The public files are fetched once, kept by the browser, checked at each reading, and mended by name.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { after, before, describe, test } from "node:test";
import { launch, openRoom, roomOf } from "../browser.mjs";
import { serve } from "../serve.mjs";
import { load } from "./support/compile.mjs";
import { go, prepare } from "./support/room.mjs";

const SHELF = "chaperone-files-1";
const FOLDER = new URL("../dist/assets/", import.meta.url);

/** The files of the build: `{ weights: { path, bytes }, … }`. */
const FILES = Object.fromEntries(
  readdirSync(FOLDER).map((name) => [
    name.slice(0, name.indexOf(".")),
    { path: `/assets/${name}`, bytes: readFileSync(new URL(name, FOLDER)) },
  ]),
);
const hash = (bytes) => createHash("sha256").update(bytes).digest("hex");
const altered = (bytes) => {
  const copy = Buffer.from(bytes);
  copy[copy.length >> 1] ^= 1;
  return copy;
};

/** Whether `name` is that of a part of the page's script. */
const isScript = (name) => name.startsWith("script-");

/** How long the engine or the model may take to be there. */
const PATIENCE = { timeout: 120_000 };

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** The origins that a site of this file has had. */
const had = new Set();

/**
 * Serves at an origin that no site before it had: the system may give a port that was closed to the next that asks for
 * one, and with it all that the browser keeps for that origin.
 */
async function serveAnew(options) {
  for (;;) {
    const server = await serve(options);
    if (!had.has(server.url)) {
      had.add(server.url);
      return server;
    }
    await server.close();
  }
}

/**
 * A server of its own, and so an origin without anything kept. `answers` says what becomes of a path, by the name of
 * its file: a function of the response. `requests` are the names of the files asked for since they were last taken, `scripts` those of
 * the parts of the page, which it fetches by itself when it has nothing else to do.
 */
async function site(t) {
  const requests = [];
  const scripts = [];
  const answers = {};
  const nameOf = (url) => /^\/assets\/([a-z0-9-]+)\./.exec(url)?.[1];
  const server = await serveAnew({
    seen: ({ url }) => {
      const name = nameOf(url);
      if (name !== undefined) (isScript(name) ? scripts : requests).push(name);
    },
    answer: ({ url }, response) => {
      const name = nameOf(url);
      if (answers[name] === undefined) return false;
      answers[name](response, FILES[name].bytes);
      return true;
    },
  });
  const pages = [];
  t.after(async () => {
    await Promise.all(pages.map((page) => page.close()));
    await server.close();
  });
  return {
    url: server.url,
    answers,
    requests,
    scripts,
    /** Opens the page, and waits for its engine unless told otherwise. */
    async visit({ ready = true, context = browser.context } = {}) {
      const { page, frame } = await openRoom(context, server.url);
      pages.push(page);
      if (ready) await frame.waitForSelector("#samples:not(:disabled)", PATIENCE);
      return { page, frame };
    },
  };
}

/** Loads the embedder, without records, and resolves to what was told meanwhile and how it ended. */
const embed = (frame) =>
  frame.evaluate(async () => {
    const events = [];
    const { engine } = document.querySelector("chaperone-app");
    try {
      await engine.call("embed", {}, { onEvent: (event) => events.push(event) });
      return { events };
    } catch (error) {
      return { events, error: { code: error.code, message: error.message } };
    }
  });
/** Resolves once the passages of the samples are searched by meaning: their vectors are fetched, and none is made here. */
const byMeaning = (frame) =>
  frame.waitForFunction(
    () => document.querySelector("chaperone-app").meaning.state.is === "ready",
    undefined,
    PATIENCE,
  );
const noticesOf = ({ events }) => events.filter(({ notice }) => notice !== undefined).map(({ notice }) => notice);

/** The SHA-256 of each file that the page keeps, by its path; the parts of its script are left out but with `scripts`. */
const kept = async (page, { scripts = false } = {}) =>
  Object.fromEntries(
    Object.entries(await everythingKept(page)).filter(([path]) => scripts || !path.includes("/script-")),
  );

const everythingKept = (page) =>
  page.evaluate(async (name) => {
    const cache = await caches.open(name);
    const found = {};
    for (const request of await cache.keys()) {
      const bytes = await (await cache.match(request)).arrayBuffer();
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
      const path = new URL(request.url).pathname;
      found[path] = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
    }
    return found;
  }, SHELF);

/** How many files the page keeps. */
const countOf = (page) => page.evaluate(async (name) => (await (await caches.open(name)).keys()).length, SHELF);

/** Replaces what the page keeps of `path` by `change` of it, written as the body of a function of `bytes`. */
const tamper = (page, path, change) =>
  page.evaluate(
    async ({ name, path, change }) => {
      const cache = await caches.open(name);
      const bytes = new Uint8Array(await (await cache.match(path)).arrayBuffer());
      await cache.put(
        path,
        new Response(change === "truncate" ? bytes.slice(0, -1) : ((bytes[bytes.length >> 1] ^= 1), bytes)),
      );
    },
    { name: SHELF, path, change },
  );

/** Has `act`, a function of `value`, run in the shell's own worker before the worker's script. */
const inShellWorker = (page, act, value) =>
  page.addInitScript(
    (first) => {
      if (window.parent !== window) return;
      const { Blob } = window;
      window.Blob = function (parts, options) {
        return new Blob(options?.type === "text/javascript" ? [first, ...parts] : parts, options);
      };
    },
    `(${act})(${JSON.stringify(value)});`,
  );

/** Looks through a text, for which the model of names is loaded; resolves to whether it could be. */
const examine = (frame) =>
  frame.evaluate(async () => {
    const { engine } = document.querySelector("chaperone-app");
    return (await engine.call("examine", { text: "A text." })).byModel;
  });

describe("kept files", () => {
  test(
    "a model whose loading was given up while its last file came is loaded by whoever asks next",
    { timeout: 180_000 },
    async (t) => {
      const own = await site(t);
      let first = true;
      own.answers["classifier"] = (response, bytes) => {
        setTimeout(() => response.end(bytes), first ? 2000 : 0);
        first = false;
      };
      const { frame } = await own.visit();
      await frame.evaluate(() => {
        const call = new AbortController();
        const ended = document.querySelector("chaperone-app").engine.call("embed", {}, { signal: call.signal });
        globalThis.given = {
          call,
          ended: ended.then(
            () => "loaded",
            ({ name }) => name,
          ),
        };
      });
      const deadline = Date.now() + PATIENCE.timeout;
      while (!own.requests.includes("classifier") && Date.now() < deadline) await frame.waitForTimeout(50);
      const ended = await frame.evaluate(() => {
        globalThis.given.call.abort();
        return globalThis.given.ended;
      });
      assert.equal(ended, "AbortError");
      assert.equal((await embed(frame)).error, undefined);
    },
  );

  test("a first visit fetches each file once; a later one fetches none, and works without the server", async (t) => {
    const own = await site(t);
    const first = await own.visit();
    assert.deepEqual(noticesOf(await embed(first.frame)), []);
    await first.frame.click("#samples");
    await byMeaning(first.frame);
    // The word list comes while the records are read; the last file is there when it is kept.
    await prepare(first.frame, "http://127.0.0.1:1");
    assert.equal(await examine(first.frame), true);
    // What opens a model of the person's own is fetched when there is one, what signs in to a server or asks a portal's function
    // likewise, and licences when they are looked at.
    const later = [
      "onnx",
      "llama",
      "script-device",
      "reranker",
      "reranker-tokenizer",
      "script-own",
      "script-custodian",
      "script-function",
      "notices",
    ];
    const wanted = Object.keys(FILES).filter((name) => !later.includes(name));
    const deadline = Date.now() + PATIENCE.timeout;
    while ((await countOf(first.page)) < wanted.length && Date.now() < deadline) await first.page.waitForTimeout(100);
    assert.deepEqual([...own.requests.splice(0), ...own.scripts.splice(0)].sort(), wanted.sort());
    const expected = Object.fromEntries(wanted.map((name) => [FILES[name].path, hash(FILES[name].bytes)]));
    assert.deepEqual(await kept(first.page, { scripts: true }), expected);
    await first.page.close();

    for (const name of Object.keys(FILES)) own.answers[name] = (response) => response.writeHead(503).end();
    const second = await own.visit();
    assert.deepEqual(noticesOf(await embed(second.frame)), []);
    await second.frame.click("#samples");
    await byMeaning(second.frame);
    await prepare(second.frame, "http://127.0.0.1:1");
    assert.equal(await second.frame.$eval("chaperone-leaving", ({ draft }) => draft.byLexicon), true);
    assert.equal(await examine(second.frame), true);
    await second.frame.waitForFunction(
      () => customElements.get("chaperone-thinking") !== undefined,
      undefined,
      PATIENCE,
    );
    assert.deepEqual([...own.requests, ...own.scripts], []);
  });

  for (const [change, name] of Object.entries({
    truncate: "a kept file that is truncated is named, fetched again, and whole afterwards",
    alter: "a kept file that is altered is named, fetched again, and whole afterwards",
  })) {
    test(name, async (t) => {
      const own = await site(t);
      const first = await own.visit();
      await embed(first.frame);
      await tamper(first.page, FILES.weights.path, change);
      await tamper(first.page, FILES.wasm.path, change);
      await first.page.close();
      own.requests.splice(0);

      const second = await own.visit();
      const text = await second.frame.$$eval(".notice", (notices) =>
        notices.map(({ textContent }) => textContent).join(),
      );
      assert.match(text, /the engine was damaged or altered.*fetched again/);
      assert.deepEqual(noticesOf(await embed(second.frame)), [{ about: "mended", file: "weights" }]);
      assert.deepEqual(own.requests, ["wasm", "weights"]);
      assert.equal((await kept(second.page))[FILES.weights.path], hash(FILES.weights.bytes));
      assert.equal((await kept(second.page))[FILES.wasm.path], hash(FILES.wasm.bytes));
    });
  }

  test("a kept file that is altered while the server is away is not used", async (t) => {
    const own = await site(t);
    const first = await own.visit();
    await embed(first.frame);
    await tamper(first.page, FILES.tokenizer.path, "alter");
    await first.page.close();
    own.answers.tokenizer = (response) => response.destroy();
    const { error } = await embed((await own.visit()).frame);
    assert.equal(error.code, "network");
    assert.match(error.message, /could not be reached for the search model's vocabulary/);
  });

  test("files of older builds are removed, and what is not this page's stays", async (t) => {
    const own = await site(t);
    const { page } = await own.visit();
    await page.evaluate(async (name) => {
      const cache = await caches.open(name);
      for (const path of ["/assets/weights.0.onnx", "/assets/old.wasm"]) await cache.put(path, new Response("old"));
      await (await caches.open("another")).put("/elsewhere", new Response("x"));
    }, SHELF);
    await page.close();
    const again = await own.visit();
    assert.deepEqual(Object.keys(await kept(again.page)), [FILES.wasm.path]);
    assert.equal(await again.page.evaluate(async () => (await (await caches.open("another")).keys()).length), 1);
  });
});

describe("files from the network", () => {
  test("on a slow connection whatever is asked for at once comes, three files at a time, and a part of the page before models", async (t) => {
    const own = await site(t);
    let [underway, most] = [0, 0];
    const order = [];
    for (const name of Object.keys(FILES).filter((each) => each !== "wasm"))
      own.answers[name] = (response, bytes) => {
        most = Math.max(most, (underway += 1));
        setTimeout(() => {
          underway -= 1;
          order.push(name);
          response.end(bytes);
        }, 1000);
      };
    const { frame } = await own.visit();
    const failures = await frame.evaluate(async () => {
      const { engine } = document.querySelector("chaperone-app");
      const about = { question: "blood pressure", subject: undefined };
      const asked = [
        engine.call("embed", {}),
        engine.call("examine", { text: "A text." }),
        engine.call("search", { ...about, strategy: "stages" }),
        engine.call("add-samples", {}),
        engine.call("notices", {}),
        engine.call("script", { name: "layout" }),
        engine.call("look", { wish: "look", persist: false }),
      ];
      const ends = await Promise.allSettled(asked);
      return ends.filter(({ status }) => status === "rejected").map(({ reason }) => reason.message);
    });
    assert.deepEqual(failures, []);
    assert.equal(most, 3);
    // It was asked for when the models were, and did not wait for them.
    assert.ok(order.indexOf("script-layout") < order.indexOf("tagger"), order.join());
  });

  const faults = {
    altered: (response, bytes) => response.end(altered(bytes)),
    "cut short": (response, bytes) => response.end(bytes.subarray(0, 1000)),
    "broken off": (response, bytes) => {
      response.writeHead(200, { "Content-Length": bytes.length });
      response.write(bytes.subarray(0, 1000), () => setTimeout(() => response.destroy(), 50));
    },
    "too long": (response, bytes) => response.end(Buffer.concat([bytes, Buffer.alloc(1)])),
  };
  for (const [fault, answer] of Object.entries(faults)) {
    test(`one that is ${fault} is not kept, is fetched once more, and then named`, async (t) => {
      const own = await site(t);
      own.answers.tokenizer = answer;
      const { page, frame } = await own.visit();
      own.requests.splice(0);
      const { error } = await embed(frame);
      assert.equal(error.code, "network");
      assert.match(
        error.message,
        /the search model's vocabulary cut short or altered, 2 times.*Try again; if it stays so/,
      );
      assert.deepEqual(own.requests, ["tokenizer", "tokenizer"]);
      assert.equal((await kept(page))[FILES.tokenizer.path], undefined);
      delete own.answers.tokenizer;
      assert.equal((await embed(frame)).error, undefined, "a later call finds the server mended");
    });
  }

  test("vectors of the samples that are altered are not taken: the page makes its own", async (t) => {
    const own = await site(t);
    own.answers.vectors = (response, bytes) => response.end(altered(bytes));
    const { page, frame } = await own.visit();
    await frame.click("#samples");
    await frame.waitForFunction(
      () => {
        const { is, done } = document.querySelector("chaperone-app").meaning.state;
        return is === "embedding" && done > 0;
      },
      undefined,
      PATIENCE,
    );
    const { embedded, passages } = await frame.evaluate(() =>
      document.querySelector("chaperone-app").engine.call("holdings", {}),
    );
    assert.ok(embedded > 0 && embedded < passages, `${embedded} of ${passages}`);
    assert.equal((await kept(page))[FILES.vectors.path], undefined);
  });

  test("one that comes right at the second time is used and kept", async (t) => {
    const own = await site(t);
    own.answers.tokenizer = (response, bytes) => {
      delete own.answers.tokenizer;
      response.end(altered(bytes));
    };
    const { page, frame } = await own.visit();
    assert.deepEqual(await embed(frame).then(({ error }) => error), undefined);
    assert.equal((await kept(page))[FILES.tokenizer.path], hash(FILES.tokenizer.bytes));
  });

  test("an engine that the server does not give out is said on the page", async (t) => {
    const own = await site(t);
    own.answers.wasm = (response) => response.writeHead(503).end();
    const { frame } = await own.visit({ ready: false });
    const text = await (await frame.waitForSelector(".notice.bad", PATIENCE)).textContent();
    assert.match(text, /does not give out the engine \(status 503\)/);
    assert.doesNotMatch(await frame.innerText("main"), /engine is being loaded|Fetching the engine/);
    // A second time, and then the server is mended.
    await frame.click("#again");
    await frame.waitForSelector("#again", PATIENCE);
    delete own.answers.wasm;
    await frame.click("#again");
    await frame.waitForSelector("#samples:not(:disabled)", PATIENCE);
    assert.equal(await frame.$(".notice.bad"), null);
  });

  test("a model that cannot be had says why in the list of models too", async (t) => {
    const own = await site(t);
    own.answers.weights = (response) => response.writeHead(503).end();
    const { frame } = await own.visit();
    await frame.click("#samples");
    await frame.waitForFunction(
      () => document.querySelector("chaperone-app").meaning.state.is === "unavailable",
      undefined,
      PATIENCE,
    );
    await go(frame, "settings");
    const row = await frame.waitForSelector("chaperone-model-list [data-when]", PATIENCE);
    assert.match(
      await row.textContent(),
      /It could not be used: The page's server does not give out the search model \(status 503\)/,
    );
  });

  test("the room refuses what a shell that does not look would hand on", async (t) => {
    const own = await site(t);
    own.answers.tokenizer = (response, bytes) => response.end(altered(bytes));
    const page = await browser.context.newPage();
    t.after(() => page.close());
    await inShellWorker(
      page,
      (pinned) => {
        const { digest } = SubtleCrypto.prototype;
        SubtleCrypto.prototype.digest = async function (name, bytes) {
          if (bytes.byteLength !== pinned.length) return digest.call(this, name, bytes);
          return Uint8Array.from(pinned.sha256.match(/../g), (byte) => Number.parseInt(byte, 16)).buffer;
        };
      },
      { length: FILES.tokenizer.bytes.length, sha256: hash(FILES.tokenizer.bytes) },
    );
    await page.goto(own.url);
    const frame = await roomOf(page);
    await frame.waitForSelector("#samples:not(:disabled)", PATIENCE);
    const { error } = await embed(frame);
    assert.equal(error.code, "model");
    assert.match(error.message, /the search model's vocabulary, is not the one it was built with/);
  });
});

describe("progress and cancelling", () => {
  /** Sends a file in `pieces`, and goes on after each when `next` resolves. */
  const slowly = (pieces, next) => async (response, bytes) => {
    response.writeHead(200, { "Content-Length": bytes.length });
    for (let at = 0; at < pieces && !response.destroyed; at += 1) {
      const cut = (piece) => Math.floor((bytes.length * piece) / pieces);
      response.write(bytes.subarray(cut(at), cut(at + 1)));
      await next();
    }
    response.end();
  };
  const pause = (millis) => new Promise((resolve) => setTimeout(resolve, millis));

  test("bytes are counted while a file comes, up to its length", async (t) => {
    const own = await site(t);
    own.answers.weights = slowly(8, () => pause(150));
    own.answers.wasm = slowly(8, () => pause(150));
    const { frame } = await own.visit({ ready: false });
    await frame.waitForSelector("text=Fetching the engine", PATIENCE);
    await frame.waitForSelector("#samples:not(:disabled)", PATIENCE);
    const told = (await embed(frame)).events
      .filter(({ progress }) => progress?.file === "weights")
      .map(({ progress }) => progress);
    assert.ok(told.length >= 4, String(told.length));
    for (const { status, total } of told) {
      assert.equal(status, "fetching");
      assert.equal(total, FILES.weights.bytes.length);
    }
    assert.deepEqual(
      told.map(({ done }) => done),
      told.map(({ done }) => done).sort((a, b) => a - b),
    );
    assert.equal(told.at(-1).done, FILES.weights.bytes.length);
  });

  test("cancelling ends the request, keeps nothing, and the next call begins anew", async (t) => {
    const own = await site(t);
    let ended;
    const hungUp = new Promise((resolve) => (ended = resolve));
    own.answers.weights = (response, bytes) => {
      response.on("close", ended);
      response.writeHead(200, { "Content-Length": bytes.length });
      response.write(bytes.subarray(0, 1000));
    };
    const { page, frame } = await own.visit();
    const outcome = await frame.evaluate(async () => {
      const controller = new AbortController();
      const onEvent = ({ progress }) => progress?.file === "weights" && controller.abort();
      const { engine } = document.querySelector("chaperone-app");
      return engine.call("embed", {}, { onEvent, signal: controller.signal }).then(
        () => "done",
        ({ name }) => name,
      );
    });
    assert.equal(outcome, "AbortError");
    await hungUp;
    assert.equal((await kept(page))[FILES.weights.path], undefined);
    delete own.answers.weights;
    assert.equal((await embed(frame)).error, undefined);
  });

  test("a call that waits for another's loading goes on when that one is cancelled", async (t) => {
    const own = await site(t);
    own.answers.weights = (response, bytes) => {
      delete own.answers.weights;
      response.writeHead(200, { "Content-Length": bytes.length });
      response.write(bytes.subarray(0, 1000));
    };
    const { frame } = await own.visit();
    const outcome = await frame.evaluate(async () => {
      const controller = new AbortController();
      const { engine } = document.querySelector("chaperone-app");
      const cancelled = engine
        .call(
          "embed",
          {},
          {
            signal: controller.signal,
            onEvent: ({ progress }) => progress?.file === "weights" && controller.abort(),
          },
        )
        .catch(({ name }) => name);
      const other = engine.call("embed", {}).then(
        () => "done",
        ({ message }) => message,
      );
      return [await cancelled, await other];
    });
    assert.deepEqual(outcome, ["AbortError", "done"]);
  });

  test("a server that falls silent is given up", async (t) => {
    const server = createServer((_, response) => {
      response.writeHead(200, { "Content-Length": 10 });
      response.write("12345");
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    t.after(() => (server.closeAllConnections(), server.close()));
    const { assets } = await load("shell/assets.ts");
    const pins = { weights: { path: "weights", bytes: 10, sha256: "0" } };
    const asset = assets(pins, `http://127.0.0.1:${server.address().port}/`, 2000);
    const told = [];
    await assert.rejects(
      asset("weights", (progress) => told.push(progress), new AbortController().signal),
      ({ code, message }) => code === "network" && /stopped sending the search model/.test(message),
    );
    assert.deepEqual(told, [{ done: 5, total: 10 }]);
  });
});

describe("the shell's own worker", () => {
  /** A worker's place, which hears what is said to the worker and can speak as it. */
  function place() {
    const said = [];
    const worker = { said, ended: false, postMessage: (message) => said.push(message) };
    worker.terminate = () => (worker.ended = true);
    return worker;
  }

  test("that ends early, or is not of this build, fails every file in words, and the next ones at once", async () => {
    const { assetsBy } = await load("shell/asset-client.ts");
    for (const end of ["onerror", "onmessageerror"]) {
      const worker = place();
      const { signal } = new AbortController();
      const asset = assetsBy(worker, "http://127.0.0.1/", signal);
      const both = [asset("wasm", () => {}, signal), asset("weights", () => {}, signal)];
      worker[end]();
      for (const each of [...both, asset("wasm", () => {}, signal)])
        await assert.rejects(each, ({ code, message }) => code === "network" && /Reload/.test(message));
      assert.ok(worker.ended);
    }
  });

  test("is told of a file that was given up, and ends with the room", async () => {
    const { assetsBy } = await load("shell/asset-client.ts");
    const worker = place();
    const [closed, person] = [new AbortController(), new AbortController()];
    const asset = assetsBy(worker, "http://127.0.0.1/", closed.signal);
    const parts = [];
    const brought = asset("wasm", (part) => parts.push(part), person.signal);
    const { id } = worker.said.at(-1);
    worker.onmessage({ data: { id, part: { done: 1, total: 2 } } });
    person.abort();
    assert.deepEqual(worker.said.at(-1), { cancel: id });
    worker.onmessage({ data: { id, failed: { code: "cancelled", message: "Cancelled." } } });
    await assert.rejects(brought, ({ code }) => code === "cancelled");
    assert.deepEqual(parts, [{ done: 1, total: 2 }]);
    closed.abort();
    assert.ok(worker.ended);
  });
});

describe("a browser that keeps nothing", () => {
  /** Opens the page in a window where `script` has run, and checks that it works and says once that nothing is kept. */
  async function worksAndSays(t, prepare) {
    const own = await site(t);
    const page = await browser.context.newPage();
    t.after(() => page.close());
    await prepare(page, new URL(own.url).origin);
    await page.goto(own.url);
    const frame = await roomOf(page);
    await frame.waitForSelector("#samples:not(:disabled)", PATIENCE);
    const texts = await frame.$$eval(".notice", (notices) => notices.map(({ textContent }) => textContent));
    assert.equal(texts.length, 1);
    assert.match(texts[0], /keeps no files for this page/);
    const told = await embed(frame);
    assert.equal(told.error, undefined);
    assert.deepEqual(noticesOf(told), [], "it is said once");
  }

  test("for want of the Cache API works and says so", (t) =>
    worksAndSays(t, (page) => inShellWorker(page, () => delete WorkerGlobalScope.prototype.caches)));

  test("because it refuses the Cache API works and says so", (t) =>
    worksAndSays(t, (page) =>
      inShellWorker(page, () => {
        CacheStorage.prototype.open = () => Promise.reject(new DOMException("no", "SecurityError"));
      }),
    ));

  test("because its disk is full works and says so", (t) =>
    worksAndSays(t, async (page, origin) => {
      const devtools = await browser.context.newCDPSession(page);
      await devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 100_000 });
    }));
});
