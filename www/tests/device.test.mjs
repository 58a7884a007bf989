// A language model on this device: a real one, loaded in the room, asked as any recipient; what is wrong with files; and what its worker cannot do.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch } from "../browser.mjs";
import { findings } from "./support/axe.mjs";
import { canaryFile } from "./support/canary.mjs";
import { load } from "./support/compile.mjs";
import { add } from "./support/keeping.mjs";
import { QUESTION, enterServer, go, openReady, openWithSamples } from "./support/room.mjs";
import { DONE, delta, startScripted, streams } from "./support/scripted.mjs";
import { serveWithoutModel } from "./support/without.mjs";

const MODEL = fileURLToPath(new URL("../../models/weights/smollm2-135m-instruct/model-q4_1.gguf", import.meta.url));
const { readGguf } = await load("room/engine/device/gguf.ts");
const { DeviceModel } = await load("room/engine/device/model.ts");
const { isOnThisDevice } = await load("room/engine/device/address.ts");

const MODEL_BYTES = readFileSync(MODEL);
const whole = new Blob([MODEL_BYTES]);
/** The model's file with `to` in every place of `from`, which is as long. */
const replaced = (from, to) => {
  const [before, after] = [from, to].map((text) => Buffer.from(text, "latin1"));
  const bytes = Buffer.from(MODEL_BYTES);
  let at = bytes.indexOf(before);
  assert.ok(at >= 0 && before.length === after.length);
  for (; at >= 0; at = bytes.indexOf(before, at + after.length)) after.copy(bytes, at);
  return bytes;
};

describe("the head of a GGUF file", () => {
  test("says what the model is and takes", async () => {
    const gguf = await readGguf(whole);
    assert.deepEqual(
      { ...gguf, name: gguf.name !== "" },
      { name: true, architecture: "llama", hasTemplate: true, contextTokens: 8192, bytesPerToken: 30 * 3 * 128 * 2 },
    );
  });

  test("that is cut off anywhere, or is of something else, is told and never waited for", async () => {
    for (const length of [4, 20, 1000, 100_000, 5_000_000, whole.size - 1])
      await assert.rejects(readGguf(whole.slice(0, length)), { code: "malformed", message: /cut off/ }, String(length));
    for (const text of ["", "GG", "no model at all", "PK\x03\x04"])
      await assert.rejects(readGguf(new Blob([text])), { code: "malformed", message: /no model in the form GGUF/ });
    const other = Buffer.from(await whole.slice(0, 64).arrayBuffer());
    other.writeUInt32LE(9, 4);
    await assert.rejects(readGguf(new Blob([other])), { code: "unsupported", message: /of a version/ });
    const hostile = Buffer.from(await whole.slice(0, 64).arrayBuffer());
    hostile.writeBigUInt64LE(2n ** 63n, 8);
    await assert.rejects(readGguf(new Blob([hostile])), { code: "malformed" });
    const without = new Blob([replaced("tokenizer.chat_template", "tokenizer.cat_templates")]);
    assert.equal((await readGguf(without)).hasTemplate, false);
  });
});

describe("a model's worker", () => {
  const SOON = { headMillis: 200, firstByteMillis: 200, idleMillis: 200 };
  const holding = (hear) => {
    const asked = [];
    const worker = {
      terminated: false,
      postMessage(message) {
        asked.push(message);
        hear?.(message, (data) => worker.onmessage({ data }));
      },
      terminate: () => (worker.terminated = true),
    };
    const model = new DeviceModel(
      worker,
      () => {},
      () => {},
    );
    return { worker, asked, model };
  };
  const never = new AbortController().signal;
  const hearing = () => {
    const heard = { text: "", head: (status) => (heard.status = status), take: 0 };
    return Object.assign(heard, { listener: { head: heard.head, text: (text) => (heard.text += text) } });
  };

  test("is given the exact body, and its signs of life are waited for", async () => {
    const { model, asked } = holding((message, say) => {
      if (!("ask" in message)) return;
      for (let at = 1; at <= 4; at += 1) setTimeout(() => say({ id: message.ask, text: "" }), 120 * at);
      setTimeout(() => say({ id: message.ask, text: "data: x\n\n" }), 600);
      setTimeout(() => say({ id: message.ask, over: true }), 650);
    });
    const heard = hearing();
    await model.send('{"a":1}', SOON, heard.listener, never);
    assert.deepEqual(asked, [{ ask: 1, body: '{"a":1}' }]);
    assert.deepEqual([heard.status, heard.text], [200, "data: x\n\n"]);
  });

  test("that is silent, endless, refuses or crashes fails in plain words", async () => {
    const { model, asked } = holding();
    await assert.rejects(model.send("{}", SOON, hearing().listener, never), { code: "network", message: /in time/ });
    assert.deepEqual(asked.at(-1), { cancel: 1 });
    const endless = holding((message, say) => {
      for (let at = 0; "ask" in message && at < 10; at += 1) say({ id: 1, text: "x".repeat(1 << 20) });
    });
    await assert.rejects(endless.model.send("{}", SOON, hearing().listener, never), { code: "too-large" });
    const refusing = holding((message, say) => "ask" in message && say({ id: 1, refused: "" }));
    await assert.rejects(refusing.model.send("{}", SOON, hearing().listener, never), { code: "reply" });
    const crashing = holding(
      (message) => "ask" in message && crashing.worker.onerror({ preventDefault: () => undefined }),
    );
    await assert.rejects(crashing.model.send("{}", SOON, hearing().listener, never), { code: "model" });
    assert.equal(crashing.worker.terminated, true);
    await assert.rejects(crashing.model.send("{}", SOON, hearing().listener, never), { code: "model" });
  });

  test("has an address of its own", () => {
    assert.equal(isOnThisDevice("https://this-device.invalid/v1/chat/completions"), true);
    for (const url of ["https://this-device.invalid.example", "http://this-device.invalid", "https://x.example", "x"])
      assert.equal(isOnThisDevice(url), false, url);
  });
});

describe("a language model on this device", () => {
  let site, browser;
  before(async () => {
    assert.ok(statSync(MODEL).size > 0, "the model for tests is fetched: ./run setup fetches it");
    [site, browser] = await Promise.all([serveWithoutModel(), launch()]);
  });
  after(async () => {
    await browser.close();
    await site.close();
  });

  const IN = "chaperone-device-model";
  const LONG = { timeout: 240_000 };
  /** Chooses `file` and waits for what comes of it; resolves to the words of the failure, or to none. */
  const choose = async (frame, file) => {
    await go(frame, "settings");
    await frame.setInputFiles(`${IN} #gguf`, file);
    await frame.click(`${IN} #load`);
    // The button is gone while the file is looked at.
    await frame.evaluate(
      (name) => document.querySelector("chaperone-app").shadowRoot.querySelector(name).updateComplete,
      IN,
    );
    await frame.waitForSelector(`${IN} #take-out, ${IN} #load`, LONG);
    const failure = await frame.$(`${IN} #failure`);
    return failure === null ? "" : (await failure.textContent()).trim();
  };
  const file = (name, buffer) => ({ name, mimeType: "application/octet-stream", buffer });
  const last = (frame) =>
    frame.evaluate(() => {
      const turn = document.querySelector("chaperone-app").conversation.turns.at(-1);
      const { streaming, failure, answer, draft, sent } = turn;
      return { streaming, failure, answer, body: draft?.request?.body ?? "", url: sent?.url };
    });
  const until = async (frame, holds) => {
    for (;;) {
      const turn = await last(frame);
      if (holds(turn)) return turn;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  };
  const prepare = async (frame) => {
    await go(frame, "ask");
    await frame.check("input[value=model]");
    await frame.fill("#question", "What was my last body weight?");
    await frame.click("#ask:not(:disabled)");
    await frame.waitForSelector("#approve", LONG);
  };

  test("that is whole and cannot be run is told, and the page goes on", { timeout: 300_000 }, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "chaperone-"));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const { page, frame } = await openReady(browser.context, site.url);
    const length = "\x05\0\0\0\0\0\0\0";
    for (const [from, to, said] of [
      ["blk.0.attn_q.weight", "blk.0.attn_x.weight", /could not be loaded/],
      [`${length}llama`, `${length}lxama`, /of a kind that cannot be run/],
      ["{% for message", "{% fxr message", /could not be loaded/],
      ["tokenizer.chat_template", "tokenizer.cat_templates", /has no chat template/],
    ]) {
      const path = join(folder, "model.gguf");
      writeFileSync(path, replaced(from, to));
      assert.match(await choose(frame, path), said, to);
    }
    assert.match(await frame.inputValue("chaperone-server #url"), /^http:.*11434$/);
    await page.close();
  });

  test(
    "searches and drafts before another model is asked, and nothing of that leaves",
    { timeout: 900_000 },
    async (t) => {
      const server = await startScripted();
      t.after(() => server.close());
      server.behave((response) => streams(response).end(delta("It was taken.") + DONE));
      const { page, frame } = await openWithSamples(browser.context, site.url);
      const workers = new Set(page.workers());
      assert.equal(await choose(frame, MODEL), "");
      const own = page.workers().find((worker) => !workers.has(worker));
      await frame.check(`${IN} #inside`);
      await enterServer(frame, { url: server.url });
      await frame.check("input[value=model]");
      const ask = async () => {
        await frame.fill("#question", QUESTION);
        await frame.click("#ask:not(:disabled)");
      };

      // Cancelled while it is at work, nothing comes of it.
      await ask();
      await frame.click("#cancel-inside", LONG);
      await until(frame, ({ failure }) => /Cancelled/.test(failure));

      // Written out, as a good model would write them: a search, its end, and a draft with everything that may not leave.
      await own.evaluate(() => {
        const [post, hear, bodies] = [globalThis.postMessage, globalThis.onmessage, []];
        Object.assign(globalThis, { bodies, post, hear });
        globalThis.onmessage = (event) => {
          const { ask: id, body } = event.data;
          if (id === undefined) return hear(event);
          bodies.push(body);
          const told = JSON.parse(body).messages.at(-1).content;
          const number = Number(/\[(\d+)\][^[]*Body Weight/.exec(told)?.[1]);
          const replies = [
            { call: "look_up", with: { topic: "weight", wanted: "latest" } },
            { call: "done", with: {} },
            {
              entries: [number],
              text: "The last blood pressure of Amara Okafor was taken in Springfield; she has schizophrenia.",
            },
          ];
          const content = JSON.stringify(replies[bodies.length - 1]);
          const chunk = { choices: [{ index: 0, delta: { content }, finish_reason: "stop" }] };
          post({ id, text: `data: ${JSON.stringify(chunk)}\n\n` });
          post({ id, over: true });
        };
      });
      await ask();
      await frame.waitForSelector("[data-turn='2'] #approve", LONG);
      const { inside, body, originals } = await frame.evaluate(() => {
        const { draft } = document.querySelector("chaperone-app").conversation.turns.at(-1);
        const { inside, request, passages } = draft;
        return { inside, body: request.body, originals: passages.map(({ original }) => original).join() };
      });
      assert.equal(inside.ending, "drafted");
      assert.deepEqual(
        inside.calls.map(({ tool, found }) => [tool, found]),
        [["look_up", 1]],
      );
      assert.equal(inside.chosen.length, 1);
      assert.match(originals, /Body Weight/);
      assert.match(inside.transcript.map(({ content }) => content).join("\n"), /Amara.*Okafor/);
      assert.match(inside.draft, /schizophrenia/);
      assert.match(inside.told, /last Blood Pressure of Patient/i);
      for (const stays of ["Okafor", "Springfield", "schizophrenia"])
        assert.ok(!body.includes(stays) && !inside.told.includes(stays), stays);
      await frame.click("chaperone-leaving chaperone-inside summary");
      assert.match(
        await frame.$eval("chaperone-leaving chaperone-inside", ({ renderRoot }) => renderRoot.textContent),
        /on this device before/,
      );
      assert.deepEqual(await findings(frame), []);
      // Told otherwise, it does not begin anew.
      await frame.click("input[name=level][value=strict]");
      await frame.waitForSelector("#changed", LONG);
      assert.equal(await own.evaluate(() => globalThis.bodies.length), 3);
      assert.equal(server.requests.length, 0);
      await frame.click("#approve");
      await until(frame, ({ answer }) => answer !== undefined);
      assert.equal(server.requests.length, 1);
      for (const stays of ["Okafor", "Springfield", "schizophrenia"])
        assert.ok(!server.requests[0].body.includes(stays), stays);
      const { entries } = await frame.evaluate(() => document.querySelector("chaperone-app").engine.call("ledger", {}));
      assert.equal(entries.length, 1);

      // The real one, held to the form of a call, writes one. Once it stands there the rest of what it would write is not waited for.
      const CALL = /^\{\s*"call"\s*:\s*"(?:list_patients|look_up|find_patients|search_passages|read_passage|done)"/;
      const said = await own.evaluate(
        (call) =>
          new Promise((resolve) => {
            let said = "";
            globalThis.postMessage = (message) => {
              if (message.id !== 986) return globalThis.post(message);
              for (const [, json] of (message.text ?? "").matchAll(/data: (\{.*\})/g))
                said += JSON.parse(json).choices[0].delta?.content ?? "";
              const stands = new RegExp(call).test(said);
              if (stands) globalThis.hear({ data: { cancel: 986 } });
              if (stands || message.over || message.refused !== undefined) resolve(said);
            };
            // What was told of the records is not needed for that, and takes it long to read.
            const body = {
              ...JSON.parse(globalThis.bodies[0]),
              messages: [{ role: "user", content: "Call look_up." }],
            };
            globalThis.hear({ data: { ask: 986, body: JSON.stringify(body) } });
          }),
        CALL.source,
      );
      assert.match(said, CALL);

      // Of what it is asked with log-probabilities it tells them, as the thought process needs.
      const first = await own.evaluate(
        (body) =>
          new Promise((resolve) => {
            globalThis.postMessage = (message) => {
              if (message.id !== 987) return globalThis.post(message);
              const found = /data: (\{.*"logprobs":\{.*\})/.exec(message.text ?? "");
              if (found !== null) resolve(JSON.parse(found[1]).choices[0].logprobs);
              if (message.over) resolve(undefined);
            };
            globalThis.hear({ data: { ask: 987, body } });
          }),
        JSON.stringify({
          model: "x",
          messages: [{ role: "user", content: "Say A or B." }],
          max_tokens: 2,
          stream: true,
          logprobs: true,
          top_logprobs: 5,
        }),
      );
      assert.ok(first?.content?.[0]?.top_logprobs?.length >= 2, JSON.stringify(first));

      // Taken out of memory it works on no question more.
      await go(frame, "settings");
      await frame.click(`${IN} #take-out`);
      await frame.waitForSelector(`${IN} #load`);
      await go(frame, "ask");
      await ask();
      await frame.waitForSelector("[data-turn='3'] #approve", LONG);
      assert.equal(
        await frame.evaluate(() => document.querySelector("chaperone-app").conversation.turns.at(-1).draft.inside),
        undefined,
      );
      await page.close();
    },
  );

  test("is loaded, asked, cancelled, entered in the ledger, and cannot get out", { timeout: 580_000 }, async (t) => {
    const { page, frame } = await openReady(browser.context, site.url);
    await add(frame, canaryFile(2));
    const requests = [];
    page.on("request", (request) => requests.push(request.url()));
    // A server that any page may read: what reaches it has got out.
    const reached = [];
    const outside = createServer((request, response) => {
      reached.push(request.url);
      response.writeHead(200, { "Access-Control-Allow-Origin": "*", "Content-Type": "text/javascript" });
      response.end();
    });
    await new Promise((resolve) => outside.listen(0, "127.0.0.1", resolve));
    t.after(() => outside.close());
    const elsewhere = `http://127.0.0.1:${outside.address().port}/`;
    // The test can see a leak.
    await fetch(`${elsewhere}control`);
    const head = readFileSync(MODEL).subarray(0, 3_000_000);
    assert.match(await choose(frame, file("cut.gguf", head)), /cut off: .*Nothing else has changed/s);
    assert.match(await choose(frame, file("x.gguf", Buffer.from("no model"))), /no model in the form GGUF/);
    const workers = new Set(page.workers());
    assert.equal(await choose(frame, MODEL), "");
    assert.match(await frame.textContent(`${IN} #state`), /Loaded: \S+, 94 MiB.*8,192 tokens/s);
    const [own, ...others] = page.workers().filter((worker) => !workers.has(worker));
    assert.deepEqual(others, []);

    // Its worker has no way out, nothing of the records, and no port.
    const tried = await own.evaluate(async (address) => {
      const fails = async (act) => {
        try {
          await act();
          return false;
        } catch {
          return true;
        }
      };
      return {
        fetch: await fails(() => fetch(`${address}?leak`)),
        import: await fails(() => import(`${address}leak.js`)),
        scripts: await fails(() => importScripts(`${address}leak.js`)),
        nested: await fails(() => new Worker(`${address}leak.js`)),
        blob: await fails(() => new Worker(URL.createObjectURL(new Blob(["1"])))),
        socket: await fails(
          () =>
            new Promise((resolve, reject) => {
              const socket = new WebSocket(address.replace("http", "ws"));
              socket.onopen = resolve;
              socket.onerror = reject;
            }),
        ),
        storage: await fails(
          () =>
            new Promise((resolve, reject) => {
              const opening = indexedDB.open("x");
              opening.onsuccess = resolve;
              opening.onerror = reject;
            }),
        ),
        ports: Object.values(globalThis).filter((value) => value instanceof MessagePort).length,
      };
    }, elsewhere);
    assert.deepEqual(tried, {
      fetch: true,
      import: true,
      scripts: true,
      nested: true,
      blob: true,
      socket: true,
      storage: true,
      ports: 0,
    });

    // What it writes is as long as it likes: some words of it are enough here.
    await own.evaluate(() => {
      const hear = globalThis.onmessage;
      globalThis.onmessage = ({ data }) => {
        const { ask, body } = data;
        hear({
          data: ask === undefined ? data : { ask, body: JSON.stringify({ ...JSON.parse(body), max_tokens: 12 }) },
        });
      };
    });
    await prepare(frame);
    assert.match(await frame.textContent("#to"), /at this device/);
    await frame.click("#approve");
    const answered = await until(frame, ({ failure, answer }) => failure !== "" || answer !== undefined);
    assert.equal(answered.failure, "");
    assert.equal(answered.url, "https://this-device.invalid");
    assert.ok(answered.answer.blocks.length > 0);

    await prepare(frame);
    await frame.click("#approve");
    await until(frame, ({ streaming }) => streaming !== undefined);
    await frame.click("#cancel");
    const given = await until(frame, ({ streaming }) => streaming === undefined);
    assert.equal(given.answer, undefined);
    assert.match(given.failure, /Cancelled/);

    const { entries } = await frame.evaluate(() => document.querySelector("chaperone-app").engine.call("ledger", {}));
    assert.deepEqual(
      entries.map(({ origin }) => origin),
      ["https://this-device.invalid", "https://this-device.invalid"],
    );
    await go(frame, "leaves");
    await frame.waitForFunction(() =>
      document
        .querySelector("chaperone-app")
        .shadowRoot.querySelector("chaperone-ledger")
        .shadowRoot.textContent.includes("this device"),
    );

    // As after a trap: what was asked fails, nothing else is lost, and it is not asked again.
    await prepare(frame);
    await own.evaluate(
      () =>
        void setTimeout(() => {
          throw new WebAssembly.RuntimeError("unreachable");
        }),
    );
    await frame.waitForFunction((name) => {
      const view = document.querySelector("chaperone-app").shadowRoot.querySelector(name);
      return view.shadowRoot.querySelector("#failure")?.textContent.includes("was taken out of memory");
    }, IN);
    await frame.click("#approve");
    const failed = await until(frame, ({ failure }) => failure !== "");
    assert.match(failed.failure, /No model on this device is loaded, so nothing was asked/);
    const after = await frame.evaluate(() => document.querySelector("chaperone-app").engine.call("ledger", {}));
    assert.equal(after.entries.length, 2);
    assert.deepEqual(reached, ["/control"]);
    assert.ok(!requests.some((url) => url.includes("this-device")));
    await page.close();
  });
});
