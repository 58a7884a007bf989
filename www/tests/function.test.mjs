// A portal's own function in place of a model server: it gets the approved bytes and nothing else, and what it gives is believed no more than a server's reply.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { load } from "./support/compile.mjs";

const { askFunction } = await load("shell/function/ask.ts");
const { answerOver } = await load("panel/answering.ts");
const { functionIn, isOfFunction, isFunctionOf, withFunction } = await load("shell/function/address.ts");
const { fromFragment } = await load("shell/theme.ts");
const { policyIn } = await load("shell/policy.ts");

const ORIGIN = "https://portal.example.org";
const URL_OF = `${ORIGIN}/.chaperone-function/v1/chat/completions`;
const BODY = '{"model":"portal","messages":[{"role":"user","content":"é"}]}';
const cleared = { method: "POST", url: URL_OF, headers: [["content-type", "application/json"]], body: BODY };
const SOON = { headMillis: 300, firstByteMillis: 300, idleMillis: 300 };
const bytes = (text) => new TextEncoder().encode(text);

/** Asks `answer` as shell and panel do; resolves to the text that the room would get, or the failure. */
async function ask(answer, { patience = SOON, errand = cleared, signal = new AbortController().signal } = {}) {
  const { port1, port2 } = new MessageChannel();
  const end = answerOver(port2, () => answer);
  const told = [];
  try {
    await askFunction(port1, errand, patience, (part) => told.push(part), signal);
    return { told, text: textOf(told) };
  } catch (error) {
    return { told, text: textOf(told), error };
  } finally {
    end();
    port1.close();
  }
}

const textOf = (told) => told.map(({ kind, text }) => (kind === "chunk" ? text : "")).join("");

/** The model's words in a streamed completion. */
const words = (text) =>
  text
    .split("\n\n")
    .filter((line) => line.startsWith("data: {"))
    .map((line) => JSON.parse(line.slice(6)).choices[0].delta.content ?? "")
    .join("");

/** Asks as {@link ask} does, of a portal whose end of the port does what `hear` says. */
async function askHostile(hear, patience = SOON) {
  const { port1, port2 } = new MessageChannel();
  port2.onmessage = ({ data }) => hear(data, (message) => port2.postMessage(message));
  const told = [];
  const error = await askFunction(
    port1,
    cleared,
    patience,
    (part) => told.push(part),
    new AbortController().signal,
  ).then(
    () => undefined,
    (error) => error,
  );
  port1.close();
  port2.close();
  return { told, error };
}

describe("a portal's function", () => {
  test("gets the exact body and a signal, frozen, and nothing else", async () => {
    let given;
    const { text } = await ask(function (...all) {
      given = { all, self: this };
      return "ready";
    });
    assert.equal(given.self, undefined);
    assert.equal(given.all.length, 1);
    const [request] = given.all;
    assert.deepEqual(Object.keys(request), ["body", "signal"]);
    assert.equal(request.body, BODY);
    assert.ok(Object.isFrozen(request));
    assert.equal(Object.getPrototypeOf(request), Object.prototype);
    assert.equal(words(text), "ready");
    assert.match(text, /data: \[DONE\]\n\n$/);
  });

  test("answers with a text, a stream or an iterable of texts, or the bytes of a server", async () => {
    async function* pieces(...all) {
      yield* all;
    }
    for (const answer of [
      () => "a😀b",
      async () => "a😀b",
      () => pieces("a", "\ud83d", "\ude00", "b"),
      () => ReadableStream.from(["a😀", "", "b"]),
    ])
      assert.equal(words((await ask(answer)).text), "a😀b");
    const served = 'data: {"choices":[{"index":0,"delta":{"content":"é"}}]}\n\ndata: [DONE]\n\n';
    const cut = bytes(served).indexOf(0xc3) + 1;
    const stream = ReadableStream.from([bytes(served).slice(0, cut), bytes(served).slice(cut)]);
    assert.equal((await ask(() => stream)).text, served);
    // Half a character at the end, and one that has no other half, are told as what cannot be read.
    assert.equal(words((await ask(() => pieces("a\udc00", "\ud83d"))).text), "a\ufffd\ufffd");
    // A text of any length comes in events that the room reads.
    const long = "😀".repeat(100_001);
    const { told } = await ask(() => long);
    assert.equal(words(textOf(told)), long);
    assert.ok(
      textOf(told)
        .split("\n\n")
        .every((event) => event.length < 1 << 20),
    );
  });

  test("that gives HTML is believed no more than a server that does", async () => {
    const html = "<!doctype html><img src=x onerror=alert(1)>";
    assert.equal((await ask(() => ReadableStream.from([bytes(html)]))).text, html);
    assert.equal(words((await ask(() => html)).text), html);
  });

  const secret = "Okafor 1960-05-04";
  const failures = {
    "throws at once": () => {
      throw new Error(secret);
    },
    rejects: async () => {
      throw new Error(secret);
    },
    "gives nothing": () => undefined,
    "gives a number": () => 7,
    "gives an object": () => ({ text: secret }),
    "gives a stream that was read": () => {
      const stream = ReadableStream.from(["x"]);
      stream.getReader();
      return stream;
    },
  };
  for (const [name, answer] of Object.entries(failures))
    test(`that ${name} ends in a sentence of ours, and no word of its error`, async () => {
      const { error, told } = await ask(answer);
      assert.deepEqual([error.code, error.message], ["network", "The function of the page around failed."]);
      assert.deepEqual(told, []);
    });

  const broken = {
    "throws in the middle": async function* () {
      yield "x";
      throw new Error(secret);
    },
    "gives a number in the middle": async function* () {
      yield "x";
      yield 7;
    },
    "gives what cannot be handed over": async function* () {
      yield "x";
      yield () => secret;
    },
    "gives texts and then bytes": async function* () {
      yield "x";
      yield bytes("data: {}\n\n");
    },
  };
  for (const [name, answer] of Object.entries(broken))
    test(`that ${name} keeps what came, and says that it broke off`, async () => {
      const { error, text } = await ask(answer);
      assert.equal(error.code, "network");
      assert.match(error.message, /failed in the middle of its answer/);
      assert.equal(words(text), "x");
    });

  test("that hangs, or stops, or gives nothing but nothing, is given up after the times of a server", async () => {
    const never = () => new Promise(() => {});
    const cases = [
      [never, /took the request and did not answer in time/],
      [() => new ReadableStream({}), /began to answer and then sent nothing in time/],
      [
        async function* () {
          yield "x";
          await never();
        },
        /stopped in the middle of its answer/,
      ],
      [
        async function* () {
          for (;;) yield "";
        },
        /began to answer and then sent nothing in time/,
      ],
    ];
    for (const [answer, message] of cases) {
      let signal;
      const { error } = await ask((request) => ((signal = request.signal), answer()));
      assert.equal(error.code, "network");
      assert.match(error.message, message);
      assert.equal(signal.aborted, true, "it is told that nothing more is wanted");
    }
  });

  test("that never ends is stopped at the size of a server's reply, and asked for no more than is wanted", async () => {
    let given = 0;
    let ended = false;
    const { error } = await ask(async function* () {
      try {
        for (;;) yield ((given += 1), "x".repeat(1 << 20));
      } finally {
        ended = true;
      }
    });
    assert.deepEqual([error.code, given], ["too-large", 9]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(ended, true);
  });

  test("is told when the person cancels", async () => {
    const controller = new AbortController();
    let signal;
    const asked = ask(
      async function* (request) {
        signal = request.signal;
        yield "x";
        controller.abort();
        await new Promise(() => {});
      },
      { signal: controller.signal, patience: { headMillis: 5000, firstByteMillis: 5000, idleMillis: 5000 } },
    );
    const { error } = await asked;
    assert.equal(error.code, "cancelled");
    assert.equal(signal.aborted, true);
  });

  test("that is not there gets nothing", async () => {
    const heard = [];
    const { port1, port2 } = new MessageChannel();
    port2.addEventListener("message", ({ data }) => heard.push(Object.keys(data)[0]));
    const end = answerOver(port2, () => undefined);
    const failure = await askFunction(port1, cleared, SOON, () => {}, new AbortController().signal).catch(
      (error) => error,
    );
    end();
    port1.close();
    assert.equal(failure.code, "unreached");
    assert.deepEqual(
      heard.filter((kind) => kind === "ask"),
      [],
    );
    const silent = await askHostile(() => {});
    assert.equal(silent.error.code, "unreached");
  });

  test("is not asked for its models: a GET reaches nobody", async () => {
    const heard = [];
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = ({ data }) => heard.push(data);
    const listing = { ...cleared, method: "GET", body: "" };
    const error = await askFunction(port1, listing, SOON, () => {}, new AbortController().signal).catch((each) => each);
    await new Promise((resolve) => setTimeout(resolve, 20));
    port1.close();
    port2.close();
    assert.equal(error.code, "unsupported");
    assert.deepEqual(heard, []);
  });

  test("whose end of the port lies, floods or answers for another request gets no further than silence", async () => {
    const other = await askHostile((data, say) => {
      if ("knock" in data) for (const id of [-1, data.knock + 1, "1", null]) say({ id, here: true });
    });
    assert.equal(other.error.code, "unreached");
    const early = await askHostile((data, say) => {
      // Everything at once, whatever was asked.
      const id = data.knock ?? data.ask ?? data.more ?? data.cancel;
      for (const message of [{ here: true }, { begun: true }, { piece: "x" }, { ended: true }]) say({ id, ...message });
    });
    assert.equal(early.error, undefined, "it is an answer, of which no more counts than was waited for");
    assert.equal(words(textOf(early.told)), "x");
    const odd = await askHostile((data, say) => {
      if ("knock" in data) say({ id: data.knock, here: true });
      else if ("ask" in data) say({ id: data.ask, begun: true });
      else if ("more" in data) say({ id: data.more, piece: { length: 1 }, then: 1, ended: "yes" });
    });
    assert.equal(odd.error.code, "network");
    const begins = await askHostile((data, say) => {
      if ("knock" in data) say({ id: data.knock, here: true });
      else if ("ask" in data) say({ id: data.ask, begun: "yes" });
    });
    assert.match(begins.error.message, /^The function of the page around failed\.$/);
  });
});

describe("the address of a portal's function", () => {
  test("is one of its own, to which no request of the network is made", () => {
    assert.equal(isOfFunction(URL_OF), true);
    assert.equal(isOfFunction(`${ORIGIN}/.chaperone-function/v1/models`), true);
    assert.equal(isOfFunction("https://elsewhere.example/.chaperone-function/x"), true);
    for (const url of [
      `${ORIGIN}/v1/chat/completions`,
      `${ORIGIN}/.chaperone-functional/v1`,
      `${ORIGIN}/a/.chaperone-function/v1`,
    ])
      assert.equal(isOfFunction(url), false, url);
    assert.equal(isFunctionOf(URL_OF, ORIGIN), true);
    assert.equal(isFunctionOf(`${ORIGIN}/v1/chat/completions`, ORIGIN), false);
    for (const origin of ["https://elsewhere.example", "http://portal.example.org", `${ORIGIN}:8443`])
      assert.equal(isFunctionOf(URL_OF, origin), false, origin);
  });

  test("is read from a fragment that names one origin of http or https, and changes neither look nor policy", () => {
    assert.equal(functionIn(withFunction("", ORIGIN)), ORIGIN);
    assert.equal(functionIn(withFunction("#scheme=dark", "http://localhost:8080")), "http://localhost:8080");
    for (const fragment of [
      "",
      "#answers=",
      "#answers=portal",
      "#answers=null",
      "#answers=javascript:alert(1)",
      `#answers=${ORIGIN}/path`,
      `#answers=${ORIGIN}/`,
      "#answers=https://a:b@portal.example.org",
      `#answers=${ORIGIN}&answers=${ORIGIN}`,
      "#answers=*",
    ])
      assert.equal(functionIn(fragment), undefined, fragment);
    const whole = withFunction("#accent=%2300677f&policy=%7B%7D", ORIGIN);
    assert.deepEqual(fromFragment(whole), { accent: "#00677f" });
    assert.equal(policyIn(whole), "{}");
  });
});
