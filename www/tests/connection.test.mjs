// What the page finds out about a connection to a model server that does not work, and what it says to do about it.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch } from "../browser.mjs";
import { findings, sideways } from "./support/axe.mjs";
import { load } from "./support/compile.mjs";
import { go, openReady } from "./support/room.mjs";
import { CORS, DONE, delta, startScripted, streams } from "./support/scripted.mjs";
import { serveWithoutModel } from "./support/without.mjs";

const { placeOf, isReadable } = await load("shell/place.ts");
const { contextIn, refusalOf } = await load("room/engine/refusal.ts");
const { factsIn } = await load("room/view/connection/listing.ts");
const { findingOf, serverAt } = await load("room/view/connection/finding.ts");
const { adviceOn, fixesFor } = await load("room/view/connection/fixes.ts");

/** Numbers by chance, the same in each run. */
function chances(seed) {
  let state = seed >>> 0;
  return () => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0), state / 2 ** 32);
}

const SECRET = "Okafor";

/** `text` with a few of its characters removed, doubled or replaced. */
function altered(text, chance) {
  const letters = [...text];
  for (let changes = Math.floor(chance() * 6); changes >= 0; changes -= 1) {
    const at = Math.floor(chance() * letters.length);
    const what = chance();
    if (what < 0.3) letters.splice(at, 1);
    else if (what < 0.5) letters.splice(at, 0, letters[at] ?? "{");
    else if (what < 0.6) letters.length = at;
    else letters[at] = '{}[]",:0159eE-.\\ntfé'[Math.floor(chance() * 19)];
  }
  return letters.join("");
}

describe("where a server stands", () => {
  test("is told by its address, and what goes there without encryption can be read on its way but on this device", () => {
    const places = {
      "this-device": [
        "http://localhost",
        "http://a.localhost:1",
        "http://127.0.0.1:11434",
        "http://127.9.9.9",
        "http://[::1]:8080",
        "http://2130706433",
      ],
      "local-network": [
        "http://10.0.0.2",
        "http://192.168.1.5:8080",
        "http://172.16.0.1",
        "http://172.31.255.1",
        "http://169.254.1.1",
        "http://100.64.0.1",
        "http://[fd00::1]",
        "http://[fe80::1]",
        "http://nas",
        "http://nas.local",
        "http://nas.lan",
        "http://nas.home.arpa",
      ],
      elsewhere: [
        "http://172.32.0.1",
        "http://11.0.0.1",
        "http://100.128.0.1",
        "http://8.8.8.8",
        "http://[2001:db8::1]",
        "http://localhost.example.org",
        "http://127.0.0.1.example.org",
        "http://10.0.0.2.example.org",
      ],
    };
    for (const [place, urls] of Object.entries(places))
      for (const url of urls) {
        assert.equal(placeOf(new URL(url)), place, url);
        assert.equal(isReadable(new URL(url)), place !== "this-device", url);
        assert.equal(isReadable(new URL(url.replace("http:", "https:"))), false, url);
      }
  });
});

describe("a refusal", () => {
  const forms = [
    [
      '{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error","n_prompt_tokens":1407,"n_ctx":256}}',
      256,
      1407,
    ],
    [
      '{"error":{"message":"This model\'s maximum context length is 4096 tokens. However, your messages resulted in 5024 tokens.","type":"invalid_request_error","code":"context_length_exceeded"}}',
      4096,
      5024,
    ],
    [
      '{"object":"error","message":"This model\'s maximum context length is 2000 tokens. However, you requested 2662 tokens (1662 in the messages, 1000 in the completion).","code":400}',
      2000,
      2662,
    ],
    [
      '{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 208310 tokens > 200000 maximum"}}',
      200000,
      208310,
    ],
    [
      '{"error":"Trying to keep the first 5000 tokens when context the overflows. n_keep: 5000 >= n_ctx: 4096"}',
      4096,
      5000,
    ],
  ];

  test("says by how much a request was too long, in the forms of five servers", () => {
    for (const [said, has, needs] of forms) {
      assert.deepEqual(contextIn(said), { has, needs }, said);
      const { code, message, server } = refusalOf(400, said);
      assert.deepEqual([code, server], ["too-large", { status: 400, context: { has, needs } }]);
      assert.match(message, new RegExp(`${needs} tokens, where it takes ${has}`));
    }
    // Of a status that says something else nothing is read.
    assert.deepEqual(refusalOf(500, forms[0][0]).server, { status: 500 });
  });

  test("of any other form, cut, altered or hostile, gives no word of it", () => {
    for (const said of [
      "",
      SECRET,
      `{"error":"${SECRET}"}`,
      "null",
      "[]",
      '{"error":null}',
      '{"error":{"n_ctx":-1}}',
      '{"error":{"n_ctx":1e99}}',
      '{"error":{"n_ctx":"9"}}',
      "x".repeat(5000),
    ])
      assert.equal(contextIn(said), undefined, said.slice(0, 40));
    const chance = chances(9);
    for (let time = 0; time < 5000; time += 1) {
      const [said] = forms[Math.floor(chance() * forms.length)];
      const found = contextIn(altered(said.replace("request", SECRET), chance));
      if (found === undefined) continue;
      assert.deepEqual(Object.keys(found), ["has", "needs"]);
      assert.ok(Number.isSafeInteger(found.has));
      assert.ok(found.needs === undefined || Number.isSafeInteger(found.needs));
    }
  });
});

describe("a list of models", () => {
  const list = JSON.stringify({
    data: [
      { id: "vllm", max_model_len: 32768, owned_by: "vllm" },
      { id: "llamacpp", meta: { n_ctx_train: 131072, n_ctx: 4096 } },
      { id: "trained", meta: { n_ctx_train: 131072 } },
      { id: "router", context_length: 8192, supported_parameters: ["tools", "structured_outputs", "temperature"] },
      { id: "mistral", max_context_length: 131072, capabilities: { completion_chat: true, function_calling: false } },
      { id: "anthropic", max_input_tokens: 200000, capabilities: { structured_outputs: { supported: true } } },
      { id: "ollama", object: "model", created: 1, owned_by: "library" },
      { id: "__proto__", context_window: 1024 },
    ],
  });
  const names = JSON.parse(list).data.map(({ id }) => id);

  test("says what each model can do, as far as the server says it, and nothing is assumed", () => {
    assert.deepEqual(Object.fromEntries([...factsIn(list, names)].map(([name, facts]) => [`=${name}`, facts])), {
      "=vllm": { context: 32768 },
      "=llamacpp": { context: 4096 },
      "=trained": {},
      "=router": { context: 8192, schema: true, tools: true, logprobs: false },
      "=mistral": { context: 131072, tools: false },
      "=anthropic": { context: 200000, schema: true },
      "=ollama": {},
      "=__proto__": { context: 1024 },
    });
    assert.equal(factsIn(list, ["vllm"]).size, 1, "of a model whose name was not let through nothing is told");
  });

  test("of any other form, cut, altered or hostile, gives numbers and truths of known fields, and no text", () => {
    const hostile = {
      id: "vllm",
      max_model_len: SECRET,
      context_length: -1,
      supported_parameters: SECRET,
      capabilities: { function_calling: SECRET, structured_outputs: SECRET },
    };
    assert.deepEqual([...factsIn(JSON.stringify({ data: [hostile] }), ["vllm"])], [["vllm", {}]]);
    for (const said of ["", "null", "[]", "{}", '{"data":{}}', '{"data":[null,7,"x",[]]}', " ".repeat(2 << 20)])
      assert.equal(factsIn(said, names).size, 0, said.slice(0, 20));
    const chance = chances(7);
    for (let time = 0; time < 5000; time += 1) {
      for (const [name, facts] of factsIn(altered(list, chance), names)) {
        assert.ok(names.includes(name));
        for (const [field, value] of Object.entries(facts))
          assert.ok(field === "context" ? Number.isSafeInteger(value) && value > 0 : typeof value === "boolean", field);
      }
    }
  });
});

describe("a finding", () => {
  const HTTPS = {
    page: "https://chaperone.example.org",
    from: "elsewhere",
    secure: true,
    permission: "unknown",
    offline: false,
  };
  const unreached = (url, circumstances) =>
    findingOf({
      url,
      model: "m",
      names: undefined,
      code: "unreached",
      server: { circumstances: { stage: "knock", ...HTTPS, ...circumstances } },
    });

  test("is made of what the browser and the addresses tell, where nobody was reached", () => {
    const OLLAMA = "http://localhost:11434";
    assert.equal(unreached(OLLAMA, {}), "not-reached");
    assert.equal(unreached(OLLAMA, { permission: "denied" }), "permission-denied");
    assert.equal(unreached(OLLAMA, { permission: "prompt" }), "permission-waits");
    assert.equal(unreached(OLLAMA, { permission: "granted" }), "not-reached");
    assert.equal(unreached(OLLAMA, { permission: "denied", secure: false }), "not-secure");
    // A page of this device needs no permission for it.
    assert.equal(unreached(OLLAMA, { from: "this-device", permission: "prompt" }), "not-reached");
    assert.equal(unreached("http://192.168.1.5:8080", { permission: "denied" }), "permission-denied");
    assert.equal(unreached("http://192.168.1.5:8080", {}), "mixed-content");
    assert.equal(unreached("http://192.168.1.5:8080", { permission: "granted" }), "not-reached");
    assert.equal(unreached("http://models.example.org", {}), "mixed-content");
    assert.equal(unreached("https://models.example.org", {}), "not-reached");
    assert.equal(unreached("https://models.example.org", { offline: true }), "offline");
    assert.equal(unreached(OLLAMA, { offline: true }), "not-reached");
    assert.equal(unreached("https://p.example/.chaperone-function", {}), "around");
  });

  test("is made of what came, where somebody was", () => {
    const of = (code, server, names) => findingOf({ url: "http://localhost:8080", model: "m", code, server, names });
    const at = (stage) => ({ circumstances: { stage, ...HTTPS } });
    assert.equal(of("network", at("unread")), "not-readable");
    assert.equal(of("network", at("late")), "late");
    assert.equal(of("network", at("broken")), "broken");
    assert.equal(of("network", { status: 401 }), "key");
    assert.equal(of("network", { status: 403 }), "key");
    assert.equal(of("network", { status: 404 }), "not-found");
    assert.equal(of("network", { status: 404 }, ["m"]), "not-found");
    assert.equal(of("network", { status: 404 }, ["n"]), "model");
    assert.equal(of("network", { status: 400 }, ["n"]), "model");
    assert.equal(of("network", { status: 400 }), "not-taken");
    assert.equal(of("network", { status: 429 }), "busy");
    assert.equal(of("network", { status: 500 }), "failed");
    assert.equal(of("too-large", { status: 400, context: { has: 1, needs: 2 } }), "context");
    // The model on this device is no server.
    for (const code of ["network", "not-found", "model", "reply", undefined])
      assert.equal(findingOf({ url: "https://this-device.invalid", model: "m", code, server: undefined }), undefined);
    assert.equal(of("too-large", undefined), "endless");
    assert.equal(of("reply", undefined), "not-a-reply");
    assert.equal(of(undefined, undefined), "silent");
    assert.equal(of("refused", undefined), undefined, "a policy's refusal is no fault of a connection");
  });

  test("comes with what to do, for the server that it seems to be first", () => {
    assert.deepEqual(
      [
        "http://localhost:11434",
        "http://localhost:8080",
        "http://localhost:1234",
        "http://localhost:8000",
        "https://api.example.org",
        "http://localhost:9",
      ].map(serverAt),
      ["ollama", "llamacpp", "lmstudio", "vllm", "hosted", undefined],
    );
    const values = { url: "http://localhost:1234", model: "m", page: "https://chaperone.example.org" };
    const all = [
      "offline",
      "around",
      "mixed-content",
      "not-secure",
      "permission-denied",
      "permission-waits",
      "not-reached",
      "not-readable",
      "key",
      "model",
      "not-found",
      "context",
      "not-taken",
      "busy",
      "failed",
      "late",
      "broken",
      "not-a-reply",
      "endless",
      "silent",
    ];
    for (const finding of all) assert.ok(adviceOn(finding, values).length > 20, finding);
    for (const finding of ["not-reached", "not-readable", "key", "model", "not-found", "context"]) {
      const fixes = fixesFor(finding, values);
      assert.equal(fixes[0].server, "lmstudio", finding);
      assert.equal(new Set(fixes.map(({ server }) => server)).size, 5, finding);
      assert.ok(
        fixes.every(({ text }) => text.length > 10 && !/[{}]/.test(text)),
        finding,
      );
    }
    const cors = Object.fromEntries(fixesFor("not-readable", values).map(({ server, text }) => [server, text]));
    assert.match(cors.ollama, /OLLAMA_ORIGINS=https:\/\/chaperone\.example\.org/);
    assert.match(cors.vllm, /--allowed-origins '\["https:\/\/chaperone\.example\.org"\]'/);
  });
});

describe("the page, beside a server that", () => {
  let site, browser, model, page, frame;
  before(async () => {
    [site, browser, model] = await Promise.all([serveWithoutModel({ connections: "" }), launch(), startScripted()]);
    ({ page, frame } = await openReady(browser.context, site.url));
    await go(frame, "settings");
    await frame.fill("chaperone-server #url", model.url);
    await frame.fill("chaperone-server #model", "test");
  });
  after(async () => {
    await browser.close();
    await Promise.all([site.close(), model.close()]);
  });

  async function tried() {
    await frame.click("#try:not(:disabled)");
    await frame.waitForFunction(
      () => !["asking", undefined].includes(document.querySelector("chaperone-app").servers.trial?.state),
    );
    await frame.waitForSelector("#tried .notice");
    return {
      finding: await frame.$eval("#tried .notice", ({ dataset }) => dataset.finding),
      text: await frame.textContent("#tried"),
    };
  }
  const refuses = (status, said) => (response) =>
    response.writeHead(status, { ...CORS, "Content-Type": "application/json" }).end(said);
  const TOO_LONG = `{"error":{"code":400,"message":"${SECRET} exceeds the available context size","type":"exceed_context_size_error","n_prompt_tokens":1407,"n_ctx":256}}`;

  const faults = {
    "hangs up at once": ["hangs up at once", "not-readable", /OLLAMA_ORIGINS=http:\/\/localhost:\d+/],
    "allows no origin": ["allows no origin", "not-readable", /CORS/],
    redirects: ["redirects", "not-readable", /not followed/],
    "hangs up in the middle": ["hangs up in the middle", "broken", /still runs/],
    "does not take the key": ["answers 401", "key", /“Key”/],
    "fails in itself": ["answers 500", "failed", /own log/],
    "does not know the address": [refuses(404, SECRET), "not-found", /List the models there/],
    "does not take the form": [refuses(422, `{"detail":"${SECRET}"}`), "not-taken", /chat completions/],
    "takes less than was sent": [refuses(400, TOO_LONG), "context", /takes 256 tokens at a time.*-c 16384/s],
    "refuses and then says no more": [
      (response) => response.writeHead(400, CORS).flushHeaders(),
      "not-taken",
      /chat completions/,
    ],
    "refuses at any length": [refuses(400, SECRET.repeat(10_000)), "not-taken", /chat completions/],
    "is no model server": ["sends events that are no JSON", "not-a-reply", /Something else/],
    "says nothing in the end": [(response) => streams(response).end(DONE), "silent", /another model/],
    "sends more than the limit": ["sends more than the limit", "endless", /more than any answer/],
  };
  for (const [name, [behaviour, finding, advice]] of Object.entries(faults))
    test(`${name}: says so, and what to do`, { timeout: 120_000 }, async () => {
      model.behave(behaviour);
      const found = await tried();
      assert.equal(found.finding, finding, found.text);
      assert.match(found.text, advice);
      assert.ok(!found.text.includes(SECRET), "nothing that the server said is shown");
    });

  test("does not answer in time: says so", { timeout: 120_000 }, async () => {
    await frame.fill("chaperone-server #wait", "1");
    model.behave("says nothing");
    assert.equal((await tried()).finding, "late");
    await frame.fill("chaperone-server #wait", "120");
  });

  test("is not there: says so, and how each server is started", { timeout: 120_000 }, async () => {
    await frame.fill("chaperone-server #url", "http://127.0.0.1:9");
    const { finding, text } = await tried();
    assert.equal(finding, "not-reached");
    assert.match(text, /Nobody answers at 127\.0\.0\.1:9/);
    assert.deepEqual(await findings(frame), []);
    assert.equal(await sideways(frame), "");
    assert.deepEqual(await frame.$$eval("[data-server]", (all) => all.map(({ dataset }) => dataset.server).sort()), [
      "hosted",
      "llamacpp",
      "lmstudio",
      "ollama",
      "vllm",
    ]);
    await frame.fill("chaperone-server #url", model.url);
  });

  test(
    "lists its models: what it says of them is shown, and a name that is not among them is found out",
    { timeout: 120_000 },
    async () => {
      const reply = {
        data: [
          { id: "small", max_model_len: 4096 },
          { id: "large", context_length: 131072, supported_parameters: ["response_format"] },
          { id: "bare" },
        ],
      };
      model.behave((response) =>
        response.writeHead(200, { ...CORS, "Content-Type": "application/json" }).end(JSON.stringify(reply)),
      );
      await frame.click("#list:not(:disabled)");
      await frame.waitForSelector("#choose");
      const facts = async (name) => {
        await frame.selectOption("#choose", name);
        await frame.waitForFunction(
          (name) =>
            document.querySelector("chaperone-app").renderRoot.querySelector("chaperone-server").entered.model === name,
          name,
        );
        return frame.textContent("#facts");
      };
      assert.match(await facts("small"), /4,096 tokens\. That is little.*JSON schema: not said/s);
      const large = await facts("large");
      assert.match(large, /131,072 tokens.*JSON schema: yes.*tools: no/s);
      assert.doesNotMatch(large, /little/);
      assert.match(await facts("bare"), /Context: not said/);
      // It is in the ledger, with nothing to be saved as what a model was told.
      await go(frame, "leaves");
      assert.match(await frame.textContent("chaperone-ledger [data-lists]"), /names of its models/);
      assert.equal(await frame.$$eval("chaperone-ledger [data-entry]:first-child .bytes", (all) => all.length), 1);
      assert.equal(await frame.$$eval("chaperone-ledger [data-entry]:first-child .save-bytes", (all) => all.length), 0);
      await go(frame, "settings");
      await frame.fill("chaperone-server #model", "other");
      model.behave(refuses(404, ""));
      const { finding, text } = await tried();
      assert.equal(finding, "model");
      assert.match(text, /does not have other/);
      await frame.fill("chaperone-server #model", "test");
    },
  );

  test(
    "is elsewhere and not encrypted: is sent nothing before the person confirms it, for each address",
    { timeout: 120_000 },
    async () => {
      const seen = [];
      page.on("request", (request) => seen.push(request.url()));
      const url = (host) => frame.fill("chaperone-server #url", `http://${host}/v1/chat/completions`);
      await url("models.invalid");
      await frame.waitForSelector("#readable");
      assert.deepEqual(await findings(frame), []);
      assert.match(
        await frame.textContent("#readable"),
        /models\.invalid, and a key that you gave, goes there without encryption/,
      );
      for (const button of ["#try", "#list"]) await frame.click(`${button}:not(:disabled)`);
      await page.waitForTimeout(300);
      assert.deepEqual(
        seen.filter((each) => each.includes("invalid")),
        [],
      );
      await frame.check("#confirm");
      // The shell asks as well: it is another device.
      const answered = page.click("#send-go:not(:disabled)");
      const { finding } = await tried();
      await answered;
      assert.equal(finding, "not-reached");
      assert.ok(seen.some((each) => each.startsWith("http://models.invalid/")));
      // Another address has to be confirmed by itself.
      await url("others.invalid");
      await frame.waitForFunction(
        () =>
          document
            .querySelector("chaperone-app")
            .renderRoot.querySelector("chaperone-server")
            .renderRoot.querySelector("#confirm")?.checked === false,
      );
      await frame.click("#try:not(:disabled)");
      await page.waitForTimeout(300);
      assert.deepEqual(
        seen.filter((each) => each.includes("others.invalid")),
        [],
      );
      for (const safe of ["http://localhost:1", "http://127.0.0.1:1", "https://models.invalid"]) {
        await frame.fill("chaperone-server #url", safe);
        await frame.waitForSelector("#readable", { state: "detached" });
      }
    },
  );

  test(
    "is asked with a question: an answer that is too long for it is told by its numbers",
    { timeout: 240_000 },
    async () => {
      await frame.fill("chaperone-server #url", model.url);
      await go(frame, "files");
      await frame.click("#samples");
      await frame.waitForSelector("#ask:not(:disabled)");
      await go(frame, "ask");
      await frame.check("input[value=model]");
      await frame.fill("#question", "What was my last blood pressure?");
      await frame.click("#ask:not(:disabled)");
      await frame.waitForSelector("#approve");
      model.behave(refuses(400, TOO_LONG));
      await frame.click("#approve");
      await frame.waitForSelector("#failure");
      const said = await frame.$eval("chaperone-answer", ({ renderRoot }) => renderRoot.textContent);
      assert.match(said, /longer than the model takes at a time: 1407 tokens, where it takes 256/);
      assert.ok(!said.includes(SECRET));
    },
  );

  test(
    "is elsewhere and not encrypted: a question for it waits for the confirmation, too",
    { timeout: 240_000 },
    async () => {
      const seen = [];
      page.on("request", (request) => seen.push(request.url()));
      await go(frame, "settings");
      await frame.fill("chaperone-server #url", "http://unsure.invalid");
      await go(frame, "ask");
      await frame.click("#new:not(:disabled)");
      await frame.check("input[value=model]");
      await frame.fill("#question", "What was my last blood pressure?");
      await frame.click("#ask:not(:disabled)");
      await frame.waitForSelector("#screen-settings:not([hidden]) #confirm");
      assert.equal(await frame.$("#screen-ask #approve"), null);
      await frame.check("#confirm");
      await go(frame, "ask");
      await frame.click("#ask:not(:disabled)");
      await frame.waitForSelector("#approve");
      assert.deepEqual(
        seen.filter((each) => each.includes("unsure.invalid")),
        [],
      );
    },
  );
});
