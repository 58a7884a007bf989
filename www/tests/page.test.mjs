// The page from records to answer, in Chromium, with the built engine: nothing of it is replaced.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { launch, openRoom } from "../browser.mjs";
import { readSources, recheck } from "../quote-check.mjs";
import { serve } from "../serve.mjs";
import { canaryBundle } from "./support/canary.mjs";
import { SAMPLES, sampleIdentifiers, survivors } from "./support/identifiers.mjs";
import { enterServer, go, letSend, visited } from "./support/room.mjs";
import { BEHAVIOURS, CORS, DONE, delta, messages, startScripted, streams } from "./support/scripted.mjs";
import { serveWithoutModel } from "./support/without.mjs";

const QUESTION = "When was my last blood pressure and what was it?";
const SECRET = "Zyxanthia";

let site, browser;
before(async () => {
  site = await serveWithoutModel();
  browser = await launch();
});
after(async () => {
  await browser.close();
  await site.close();
});

/** Opens a room with the sample records in it; the person `agrees` to every server that the shell asks about. */
async function roomWithSamples({ agrees = true } = {}) {
  const { page, frame } = await openRoom(browser.context, site.url);
  await frame.click("#samples:not(:disabled)", { timeout: 120_000 });
  await frame.waitForSelector("#ask:not(:disabled)", { timeout: 120_000 });
  if (agrees) void letSend(page);
  return { page, frame };
}

/** Fills in a model server and prepares `question`. */
async function prepare(frame, url, { question = QUESTION, wait = 30 } = {}) {
  await enterServer(frame, { url, key: "key-of-the-test", wait: String(wait) });
  await frame.check("input[value=model]");
  await frame.fill("#question", question);
  await frame.click("#ask:not(:disabled)");
  await frame.waitForSelector("#approve, chaperone-answer #failure");
}

const answerOf = (frame) =>
  frame.$eval("chaperone-answer", (element) => ({
    blocks: element.answer?.blocks ?? [],
    shown: [...element.renderRoot.querySelectorAll("[data-block]")].map((block) => ({
      kind: block.dataset.block,
      text: block.textContent,
    })),
  }));

describe("quotes only", () => {
  test("a box equals the source, is labelled, and leads to it", async () => {
    const { page, frame } = await roomWithSamples();
    await frame.fill("#question", QUESTION);
    await frame.click("#ask");
    await frame.waitForSelector("#count");
    const { blocks, shown } = await answerOf(frame);
    const sources = readSources(SAMPLES);
    const kinds = new Set();
    blocks.forEach((block, number) => {
      assert.equal(shown[number].kind, block.kind);
      if (block.kind !== "verbatim" && block.kind !== "record-data") return;
      kinds.add(block.kind);
      assert.ok(recheck(block, shown[number].text, sources).texts > 0);
      assert.ok(
        shown[number].text.includes(block.kind === "verbatim" ? "verbatim from the source" : "from structured data"),
      );
      assert.ok(shown[number].text.includes(block.reference));
    });
    assert.ok(kinds.has("record-data"), "the question has an exact answer");

    const box = blocks.find(({ kind }) => kind === "record-data");
    await frame.click(`[data-reference="${box.reference}"] >> nth=0`);
    await frame.waitForSelector("dialog mark");
    const marked = await frame.$$eval("dialog pre mark", (marks) => marks.map((mark) => mark.textContent));
    for (const { value } of box.rows) assert.ok(marked.includes(value), value);
    await page.keyboard.press("Escape");
    assert.equal(await frame.isVisible("dialog"), false);
    await page.close();
  });

  test("every passage gets its vector, in the page, while it answers", { timeout: 300_000 }, async (t) => {
    const whole = await serve();
    t.after(() => whole.close());
    const { page, frame } = await openRoom(browser.context, whole.url);
    await frame.waitForSelector("#samples:not(:disabled)", { timeout: 120_000 });
    const few = { name: "few.json", mimeType: "application/json", buffer: Buffer.from(canaryBundle(20)) };
    await frame.setInputFiles("#files", few);
    await frame.waitForSelector("#ask:not(:disabled)", { timeout: 120_000 });
    await go(frame, "files");
    await frame.waitForSelector("#meaning progress", { timeout: 120_000 });
    await go(frame, "ask");
    await frame.fill("#question", "What was my last body weight?");
    await frame.click("#ask");
    await frame.waitForSelector("#count");
    await go(frame, "files");
    await frame.waitForSelector("text=Search by meaning is ready.", { timeout: 240_000 });
    const { embedded, passages, model } = await frame.$eval("chaperone-records", ({ reading }) => reading.holdings);
    assert.ok(passages > 20);
    assert.equal(embedded, passages);
    assert.ok(model.length > 0);
    await page.close();
  });

  test("a box that is altered on its way is noticed by the check", async () => {
    const { page, frame } = await roomWithSamples();
    await frame.fill("#question", QUESTION);
    await frame.click("#ask");
    await frame.waitForSelector("#count");
    const { blocks, shown } = await answerOf(frame);
    const at = blocks.findIndex(({ kind }) => kind === "record-data");
    const sources = readSources(SAMPLES);
    const row = blocks[at].rows.findIndex(({ unit }) => unit !== undefined);
    const altered = structuredClone(blocks[at]);
    altered.rows[row].value += "0";
    assert.throws(() => recheck(altered, shown[at].text, sources), /differs/);
    assert.throws(
      () => recheck(blocks[at], shown[at].text.replaceAll(blocks[at].rows[row].value, "1"), sources),
      /does not show/,
    );
    await page.close();
  });

  test("the keyboard alone loads, asks and opens a source", async () => {
    const { page, frame } = await openRoom(browser.context, site.url);
    await frame.waitForSelector("#samples:not(:disabled)", { timeout: 120_000 });
    const focused = () =>
      frame.evaluate(() => {
        let element = document.activeElement;
        while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
        return element?.id || element?.dataset.reference || element?.localName || "";
      });
    const tabTo = async (wanted) => {
      for (let steps = 0; steps < 40; steps += 1) {
        await page.keyboard.press("Tab");
        if (wanted(await focused())) return;
      }
      assert.fail("not reached by the tab key");
    };
    await tabTo((id) => id === "samples");
    await page.keyboard.press("Enter");
    await frame.waitForSelector("#ask:not(:disabled)", { timeout: 120_000 });
    await tabTo((id) => id === "question");
    await page.keyboard.type(QUESTION);
    await page.keyboard.press("Enter");
    await frame.waitForSelector("#count");
    await tabTo((id) => id.includes(" · "));
    await page.keyboard.press("Enter");
    await frame.waitForSelector("dialog mark");
    await page.close();
  });
});

describe("files", () => {
  test("a bundle and its gzip are read, a second time noticed, and a broken file named without its text", async () => {
    const { page, frame } = await openRoom(browser.context, site.url);
    await frame.waitForSelector("#samples:not(:disabled)", { timeout: 120_000 });
    const okafor = readFileSync(`${SAMPLES}okafor.json`);
    const file = (name, buffer) => ({ name, mimeType: "application/json", buffer });
    await frame.setInputFiles("#files", [
      file("okafor.json.gz", gzipSync(okafor)),
      file(
        "broken.json",
        Buffer.from(
          `{"resourceType":"Bundle","entry":[{"resource":{"resourceType":"Patient","name":[{"family":"${SECRET}"}`,
        ),
      ),
      file("other.json", Buffer.from(`{"resourceType":"${SECRET}"}`)),
    ]);
    await frame.waitForSelector("chaperone-records dl", { timeout: 120_000 });
    const patients = await frame.$eval("chaperone-records", ({ reading }) => reading.holdings.patients);
    assert.equal(patients, 1);
    const text = await frame.$eval("chaperone-report", (element) => element.renderRoot.textContent);
    assert.ok(text.includes("broken.json"));
    assert.ok(!text.includes(SECRET), "no text of a file stands in a message");
    await page.close();
  });
});

describe("what would leave", () => {
  let model;
  before(async () => {
    model = await startScripted();
  });
  after(() => model.close());

  test("it holds no identifier, stays until approved, and arrives exactly as shown", async () => {
    model.behave("quotes, and makes things up");
    const { page, frame } = await roomWithSamples();
    await visited(page.context(), model.url);
    await prepare(frame, model.url);
    const draft = await frame.$eval("chaperone-leaving", (element) => element.draft);
    assert.equal(draft.verdict, "cleared");
    assert.deepEqual(survivors(Buffer.from(draft.request.body), sampleIdentifiers()), []);
    assert.ok(draft.pieces.some(({ originals }) => originals.length > 0));
    await page.waitForTimeout(300);
    assert.deepEqual(model.requests, [], "nothing is sent before it is approved");

    await frame.focus("#message .mark");
    await page.keyboard.press("ArrowRight");
    assert.equal((await frame.$$("#message .mark.chosen")).length, 1);

    await frame.click("#approve");
    await frame.waitForSelector("#count");
    assert.equal(model.requests.length, 1);
    const [arrived] = model.requests;
    assert.equal(arrived.method, draft.request.method);
    assert.equal(arrived.body, draft.request.body);
    assert.equal(arrived.headers.authorization, "Bearer key-of-the-test");
    assert.equal(arrived.headers.cookie, undefined);
    assert.equal(arrived.headers.referer, undefined);
    for (const [name, value] of draft.request.headers) assert.equal(arrived.headers[name.toLowerCase()], value);

    const { blocks, shown } = await answerOf(frame);
    const kinds = blocks.map(({ kind }) => kind);
    assert.ok(kinds.includes("record-data") || kinds.includes("verbatim"), kinds.join());
    assert.ok(kinds.includes("invalid"), kinds.join());
    assert.ok(
      !shown.some(({ text }) => text.includes("made up")),
      "what the model writes in a quotation is thrown away",
    );
    const sources = readSources(SAMPLES);
    blocks.forEach((block, number) => {
      if (block.kind === "record-data" || block.kind === "verbatim") recheck(block, shown[number].text, sources);
    });
    await page.close();
  });

  test("a server of Anthropic's messages gets its own form, and its answer is read", async () => {
    model.behave((response) => streams(response).end(messages("Here ", "it is. <quote><title>R1</title>x</quote>")));
    const { page, frame } = await roomWithSamples();
    await prepare(frame, model.url.replace("/chat/completions", "/messages"));
    const draft = await frame.$eval("chaperone-leaving", (element) => element.draft);
    assert.equal(draft.verdict, "cleared");
    await frame.click("#approve");
    await frame.waitForSelector("#count");
    const arrived = model.requests.at(-1);
    assert.equal(arrived.path, "/v1/messages");
    assert.equal(arrived.body, draft.request.body);
    assert.equal(arrived.headers["x-api-key"], "key-of-the-test");
    assert.equal(arrived.headers.authorization, undefined);
    assert.equal(arrived.headers["anthropic-version"], "2023-06-01");
    assert.equal(arrived.headers["anthropic-dangerous-direct-browser-access"], "true");
    const { system, messages: sent, ...rest } = JSON.parse(arrived.body);
    assert.ok(system.length > 0 && rest.max_tokens > 0);
    assert.deepEqual(
      sent.map(({ role }) => role),
      ["user"],
    );
    const { blocks, shown } = await answerOf(frame);
    assert.ok(blocks.some(({ kind }) => kind === "record-data" || kind === "verbatim"));
    const sources = readSources(SAMPLES);
    blocks.forEach((block, number) => {
      if (block.kind === "record-data" || block.kind === "verbatim") recheck(block, shown[number].text, sources);
    });
    await page.close();
  });

  test("a busy server is asked again with the very same bytes, after the pause that it asks for", async () => {
    const busy = (response) =>
      response.writeHead(429, { ...CORS, "Retry-After": "1" }).end(() => model.behave("quotes, and makes things up"));
    model.behave(busy);
    const { page, frame } = await roomWithSamples();
    await prepare(frame, model.url);
    const before = model.requests.length;
    await frame.click("#approve");
    await frame.waitForFunction(() => document.querySelector("chaperone-app").conversation.turns[0].pause === 1000);
    await frame.waitForSelector("#count");
    const [first, second, ...more] = model.requests.slice(before);
    assert.deepEqual(more, []);
    assert.equal(second.body, first.body);
    await page.close();
  });

  test("a server that stays busy gets the same bytes three times more, as one entry of the ledger", async () => {
    model.behave((response) => response.writeHead(429, { ...CORS, "Retry-After": "1" }).end());
    const { page, frame } = await roomWithSamples();
    await prepare(frame, model.url);
    const before = model.requests.length;
    await frame.click("#approve");
    await frame.waitForSelector("#failure");
    const [first, ...again] = model.requests.slice(before).map(({ body }) => body);
    assert.deepEqual(again, [first, first, first]);
    const { entries } = await frame.$eval("chaperone-app", (app) => app.engine.call("ledger", {}));
    assert.equal(entries.length, 1);
    await page.close();
  });

  test("a pause that a busy server asks for can be cancelled, and one that is too long is not waited for", async () => {
    model.behave((response) => response.writeHead(429, { ...CORS, "Retry-After": "50" }).end());
    const { page, frame } = await roomWithSamples();
    await prepare(frame, model.url);
    const before = model.requests.length;
    await frame.click("#approve");
    await frame.waitForFunction(() => document.querySelector("chaperone-app").conversation.turns[0].pause === 50_000);
    await frame.click("#cancel");
    await frame.waitForSelector("#failure");
    assert.match(await frame.textContent("#failure"), /Cancelled/);
    model.behave((response) => response.writeHead(503, { ...CORS, "Retry-After": "3600" }).end());
    await frame.click("#new:not(:disabled)");
    await frame.check("input[value=none]");
    await prepare(frame, model.url);
    await frame.click("#approve");
    await frame.waitForSelector("#failure");
    assert.match(await frame.textContent("#failure"), /overloaded/);
    assert.equal(model.requests.length, before + 2);
    await page.close();
  });

  test("an approved draft cannot be sent again", async () => {
    model.behave("quotes, and makes things up");
    const { page, frame } = await roomWithSamples();
    await prepare(frame, model.url);
    const before = model.requests.length;
    await frame.click("#approve");
    await frame.waitForSelector("#count");
    const again = await frame.$eval("chaperone-app", (app) =>
      app.engine
        .call("ask", {
          draft: app.conversation.turns[0].draft.id,
          endpoint: { url: app.conversation.turns[0].draft.request.url, model: "test" },
          credential: "",
          patience: { headMillis: 1000, firstByteMillis: 1000, idleMillis: 1000 },
        })
        .then(
          () => "sent",
          ({ code }) => code,
        ),
    );
    assert.equal(again, "invalid-argument");
    assert.equal(model.requests.length, before + 1);
    await page.close();
  });
});

describe("a test of the connection", () => {
  let model;
  before(async () => {
    model = await startScripted();
  });
  after(() => model.close());

  const outcome = async (frame) => {
    await frame.waitForSelector("#tried .notice");
    return frame.textContent("#tried");
  };

  test("says whether the model answers, and what to do if not; nothing of the records is in it", async () => {
    const { page, frame } = await roomWithSamples();
    await go(frame, "settings");
    await frame.fill("#url", model.url);
    await frame.fill("#model", "test");
    await frame.fill("#key", "key-of-the-test");
    model.behave((response) => streams(response).end(delta("ready") + DONE));
    await frame.click("#try");
    assert.match(await outcome(frame), /test at 127\.0\.0\.1:\d+ answered after/);
    const [arrived] = model.requests;
    const { messages: sent } = JSON.parse(arrived.body);
    assert.deepEqual(
      sent.map(({ role }) => role),
      ["system", "user"],
    );
    assert.equal(sent.at(-1).content, "This only tests the connection. Reply with one word: ready.");
    const says = await frame.textContent("chaperone-trial .row .soft");
    assert.ok(says.includes(sent.at(-1).content) && /the instructions that stand before a question/.test(says), says);
    assert.deepEqual(survivors(Buffer.from(arrived.body), sampleIdentifiers()), []);
    await frame.waitForFunction(() => document.querySelector("chaperone-app").ledger.state.view.entries.length === 1);
    await frame.click("#tried-bytes");
    await frame.click('[data-entry="1"] summary');
    await frame.click('[data-entry="1"] .bytes');
    assert.equal(await frame.textContent('[data-entry="1"] pre'), arrived.body, "what left can be seen");
    await go(frame, "settings");

    for (const [behaviour, words] of [
      ["answers 401", /did not accept the key/],
      ["hangs up at once", /no answer that this page may read.*CORS/s],
      ["allows no origin", /CORS/],
      ["sends events that are no JSON", /neither a chat completion nor a message/],
      [(response) => streams(response).end(DONE), /took the request and said nothing/],
    ]) {
      model.behave(behaviour);
      await frame.click("#try:not(:disabled)");
      await frame.waitForFunction(() => document.querySelector("chaperone-app").servers.trial.state !== "asking");
      assert.match(await outcome(frame), words);
    }

    // Which models the server has: a request that says nothing, entered like any other.
    const list = async (behaviour) => {
      model.behave(behaviour);
      const before = model.requests.length;
      await frame.click("#list:not(:disabled)");
      await frame.waitForFunction(() => document.querySelector("chaperone-app").servers.models.state !== "asking");
      return { asked: model.requests.slice(before), told: await frame.textContent("#listed") };
    };
    const answers = (reply) => (response) =>
      response.writeHead(200, { ...CORS, "Content-Type": "application/json" }).end(reply);
    const entered = () =>
      frame.evaluate(() => document.querySelector("chaperone-app").ledger.state.view.entries.length);
    const before = await entered();
    await frame.fill("#model", "");
    const listed = await list(
      answers(JSON.stringify({ data: ["qwen2.5:1.5b", "llama3.2:3b", "<img src=x>"].map((id) => ({ id })) })),
    );
    assert.match(listed.told, /has 2 models\./);
    const [{ method, path, headers, body }] = listed.asked;
    assert.deepEqual([method, path, headers.authorization, body], ["GET", "/v1/models", "Bearer key-of-the-test", ""]);
    await frame.waitForFunction(
      (before) => document.querySelector("chaperone-app").ledger.state.view.entries.length === before + 1,
      before,
    );
    await frame.selectOption("#choose", "qwen2.5:1.5b");
    assert.equal(await frame.inputValue("#model"), "qwen2.5:1.5b");
    // Of another address nothing of it is told.
    await frame.fill("#url", "http://127.0.0.1:9");
    assert.equal((await frame.textContent("#listed")).trim(), "");
    assert.equal(await frame.$("#choose"), null);
    await frame.fill("#url", model.url);
    assert.match(await frame.textContent("#listed"), /has 2 models\./);
    for (const [behaviour, words] of [
      ["answers 401", /did not accept the key/],
      ["allows no origin", /CORS/],
      ["redirects", /no answer that this page may read/],
      [answers("<html>hello</html>"), /no list of models/],
      [answers('{"data":[]}'), /has no models/],
      [answers(`{"data":[{"id":"${"m".repeat(2 << 20)}"}]}`), /too long/],
    ]) {
      assert.match((await list(behaviour)).told, words);
      assert.equal(await frame.inputValue("#model"), "qwen2.5:1.5b");
    }

    await frame.fill("#url", "http://127.0.0.1:9");
    await frame.click("#try:not(:disabled)");
    await frame.waitForFunction(() => document.querySelector("chaperone-app").servers.trial.state !== "asking");
    assert.match(await outcome(frame), /No model server could be reached/);
    await page.close();
  });
});

describe("a model server that fails", () => {
  let model;
  before(async () => {
    model = await startScripted();
  });
  after(() => model.close());

  const FAILURES = {
    "says nothing": /did not answer in time/,
    "sends a head and then nothing": /sent nothing in time/,
    "stops in the middle": /stopped in the middle/,
    "hangs up in the middle": /no answer that this page may read|broke off/,
    "hangs up at once": /no answer that this page may read/,
    "answers 500": /status 500/,
    "answers 401": /did not accept the key/,
    "answers 429": /asks to wait: too many requests/,
    "answers 503": /overloaded/,
    "never ends": /longer than any answer|longer than 8 MiB/,
    redirects: /no answer that this page may read.*redirect/s,
    "allows no origin": /CORS/,
    "sends events that are no JSON": /neither a chat completion nor a message/,
    "sends more than the limit": /longer than 8 MiB|does not end|too long/,
  };
  test("every fault of the scripted server has a case here", () => {
    assert.deepEqual(
      Object.keys(FAILURES).sort(),
      Object.keys(BEHAVIOURS)
        .filter((name) => name !== "quotes, and makes things up")
        .sort(),
    );
  });

  /** One page, which goes on from each failure to the next. */
  let page, frame;
  before(async () => ({ page, frame } = await roomWithSamples()));
  after(() => page.close());
  for (const [name, message] of Object.entries(FAILURES)) {
    test(`a server that ${name} is reported in plain words, and the page goes on`, async () => {
      model.behave(name);
      if (await frame.isVisible("#new")) await frame.click("#new:not(:disabled)");
      await prepare(frame, model.url, { wait: 2 });
      await frame.click("#approve");
      await frame.waitForSelector("#failure", { timeout: 120_000 });
      const failure = await frame.textContent("#failure");
      assert.match(failure, message);
      assert.ok(!/stack trace|html|key-of-the-test/.test(failure), failure);
      assert.equal(await frame.isVisible("#cancel"), false);
      await frame.check("input[value=none]");
      await frame.fill("#question", QUESTION);
      await frame.click("#ask:not(:disabled)");
      await frame.waitForSelector("#count");
    });
  }
});

describe("a hostile script in the record room", () => {
  test("cannot send by the courier, make a refused element, or start a worker of its own", async (t) => {
    const requests = [];
    const model = await startScripted();
    t.after(() => model.close());
    model.behave("quotes, and makes things up");
    const { page, frame } = await roomWithSamples({ agrees: false });
    page.on("request", (request) => requests.push(request.url()));
    const seen = await frame.evaluate(async (url) => {
      const send = {
        kind: "send",
        id: 1,
        cleared: { method: "POST", url, headers: [["content-type", "application/json"]], body: "Okafor" },
        endpoint: url,
        credential: "",
        patience: { headMillis: 1000, firstByteMillis: 1000, idleMillis: 1000 },
      };
      const seen = {};
      // In a task of its own: code that a debugger runs may use eval whatever the policy says.
      await new Promise((resolve) => setTimeout(resolve, 0));
      const attempt = (name, act) => {
        try {
          seen[name] = String(act() ?? "nothing");
        } catch (error) {
          seen[name] = error.name;
        }
      };
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => (seen.answered = "yes");
      window.parent.postMessage(send, "*", [port2]);
      window.parent.postMessage({ hello: "room" }, "*");
      const app = document.querySelector("chaperone-app");
      app.engine.call("send", send).catch(() => {});
      for (const takes of [send, send.cleared]) app.engine.call("ask", takes).catch(() => {});
      attempt("worker", () => new Worker(URL.createObjectURL(new Blob(["postMessage(1)"]))));
      attempt("policy", () => trustedTypes.createPolicy("chaperone-engine", { createScriptURL: (x) => x }));
      attempt("markup policy", () => trustedTypes.createPolicy("lit-html", { createHTML: (x) => x }));
      attempt("script", () => {
        const script = document.createElement("script");
        script.text = "window.ran = true";
        document.body.append(script);
      });
      attempt("script by a policy of that name", () => {
        const script = document.createElement("script");
        script.text = trustedTypes.defaultPolicy.createScript("window.ran = true");
      });
      attempt("eval", () => (0, eval)("1"));
      // Lit's own renderer, reached through the element that it left its part on.
      attempt("template", () => {
        const strings = Object.assign([`<link rel="preconnect" href="${url}">`], { raw: ["x"] });
        app.renderRoot["_$litPart$"]._$AI({ _$litType$: 1, strings, values: [] });
      });
      String.prototype.toLowerCase = () => "p";
      RegExp.prototype.exec = () => null;
      RegExp.prototype.test = () => false;
      Reflect.apply = () => "p";
      Array.prototype.includes = () => false;
      attempt("element after tampering", () => document.createElement("link"));
      attempt("frame after tampering", () => document.createElementNS("http://www.w3.org/1999/xhtml", "iframe"));
      attempt("template after tampering", () => {
        const strings = Object.assign([`<LINK rel="preconnect" href="${url}">`], { raw: ["x"] });
        app.renderRoot["_$litPart$"]._$AI({ _$litType$: 1, strings, values: [] });
      });
      attempt("restore", () => Object.defineProperty(Document.prototype, "createElement", { value: null }));
      attempt("WebRTC", () => typeof RTCPeerConnection);
      await new Promise((resolve) => setTimeout(resolve, 1500));
      return seen;
    }, model.url);
    assert.deepEqual(seen, {
      worker: "TypeError",
      policy: "TypeError",
      "markup policy": "TypeError",
      script: "TypeError",
      "script by a policy of that name": "TypeError",
      eval: "EvalError",
      template: "SecurityError",
      "element after tampering": "SecurityError",
      "frame after tampering": "SecurityError",
      "template after tampering": "SecurityError",
      restore: "TypeError",
      WebRTC: "undefined",
    });
    assert.deepEqual(model.requests, []);
    assert.deepEqual(
      requests.filter((url) => !url.startsWith(`${site.url}assets/`)),
      [],
    );
    await page.close();
  });

  test("that leaves the room finds the port closed, and the shell says so", async () => {
    const { page, frame } = await roomWithSamples();
    await frame.evaluate(() => setTimeout(() => (location.href = "about:blank"), 0));
    await page.waitForSelector("#left:not([hidden])");
    assert.equal(await page.$("iframe"), null);
    await page.close();
  });
});

test("ordinary use breaks none of the room's rules", async () => {
  const { page, frame } = await openRoom(browser.context, site.url);
  const complaints = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  await frame.click("#samples:not(:disabled)", { timeout: 120_000 });
  await frame.fill("#question", QUESTION);
  await frame.click("#ask:not(:disabled)", { timeout: 120_000 });
  await frame.waitForSelector("#count");
  await frame.click("[data-reference] >> nth=0");
  await frame.waitForSelector("dialog mark");
  assert.deepEqual(complaints, []);
  await page.close();
});
