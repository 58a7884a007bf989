// The shell's end of the port refuses every message that is not exactly one of those that there are.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { load } from "./support/compile.mjs";

const { servePort } = await load("shell/port.ts");

const send = () => ({
  kind: "send",
  id: 1,
  cleared: {
    method: "POST",
    url: "http://127.0.0.1:8080/v1/chat/completions",
    headers: [["content-type", "application/json"]],
    body: "{}",
  },
  endpoint: "http://127.0.0.1:8080/",
  credential: "key",
  patience: { headMillis: 1000, firstByteMillis: 1000, idleMillis: 1000 },
});

/** The request for the names of models. */
const listing = () => ({
  method: "GET",
  url: "http://127.0.0.1:8080/v1/models",
  headers: [["accept", "application/json"]],
  body: "",
});

const STATE = { holder: "this", backing: "files", persisted: true, usage: 1, quota: 2 };

/** A served port and what it was made to do. */
function open() {
  const { port1, port2 } = new MessageChannel();
  const done = [];
  const locker = new Map();
  const closed = new AbortController();
  const services = {
    asset: async (asset, tell) => {
      done.push(asset);
      tell({ done: 2, total: 4 });
      tell({ piece: new ArrayBuffer(3) });
      tell({ piece: new ArrayBuffer(1) });
      return { from: "cache", mended: false, kept: true };
    },
    send: async (errand, tell) => {
      done.push(errand);
      tell({ kind: "head", status: 200 });
    },
    locker: {
      open: async (wish) => (done.push(`open ${wish}`), STATE),
      persist: async () => (done.push("persist"), STATE),
      load: async (name) => locker.get(name) ?? null,
      save: async (name, bytes) => void locker.set(name, bytes),
      remove: async (names) => names.forEach((name) => locker.delete(name)),
      names: async () => [...locker.keys()],
      erase: async () => void done.push("erase"),
    },
    passkey: async () => {
      done.push("passkey");
      return { credential: new ArrayBuffer(16), secret: new ArrayBuffer(32) };
    },
    restart: (note) => void done.push(`restart ${note}`),
    speak: (tag) => void done.push(`speak ${tag}`),
    export: async (form, text) => (done.push([form, text]), form !== "proof"),
    custodian: {
      connect: async () => (done.push("connect"), "https://fhir.example.org/r4"),
      collect: async (origin, tell) => {
        done.push(["collect", origin]);
        tell({ step: { what: "everything", requests: 1, entries: 2, bytes: 3 } });
        tell({ page: new ArrayBuffer(3) });
        return [];
      },
      disconnect: async () => (done.push("disconnect"), "returned"),
    },
    library: async () => (done.push("library"), "/library.pack"),
    range: async (start, length) => {
      done.push(["range", start, length]);
      return { status: 206, contentRange: "bytes 0-2/9", bytes: new ArrayBuffer(3) };
    },
  };
  servePort(port1, new Set(["wasm", "sample-0"]), services, closed.signal);
  const answers = [];
  let wake;
  const progress = [];
  port2.onmessage = ({ data }) => {
    if (data.kind === "asset-progress" || data.kind === "asset-piece" || data.kind === "collecting")
      return progress.push(data);
    answers.push(data);
    return wake?.();
  };
  return {
    done,
    progress,
    /** Sends `message` and resolves to the first answer that ends it. */
    async say(message) {
      port2.postMessage(message);
      for (;;) {
        const last = answers.find(({ kind }) => kind !== "head" && kind !== "chunk");
        if (last !== undefined) return ((answers.length = 0), last);
        await new Promise((resolve) => (wake = resolve));
      }
    },
    close: () => (closed.abort(), port2.close()),
  };
}

const offer = (form, text) => ({ kind: "export", id: 1, form, bytes: new TextEncoder().encode(text).buffer });

const change = (path, value) => {
  const message = send();
  const keys = path.split(".");
  const last = keys.pop();
  const holder = keys.reduce((at, key) => at[key], message);
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return message;
};

describe("the shell's port", () => {
  const port = open();
  after(() => port.close());

  test("serves an asset and a request that are well formed", async () => {
    const report = await port.say({ kind: "asset", id: 7, asset: "wasm" });
    assert.deepEqual(report, { kind: "asset", id: 7, from: "cache", mended: false, kept: true });
    assert.deepEqual(port.progress.splice(0), [
      { kind: "asset-progress", id: 7, done: 2, total: 4 },
      { kind: "asset-piece", id: 7, bytes: new ArrayBuffer(3) },
      { kind: "asset-piece", id: 7, bytes: new ArrayBuffer(1) },
    ]);
    assert.equal((await port.say(send())).kind, "end");
    assert.deepEqual(port.done.splice(0), [
      "wasm",
      { cleared: send().cleared, credential: "key", patience: send().patience },
    ]);
    assert.equal((await port.say({ ...send(), cleared: listing() })).kind, "end");
    assert.deepEqual(port.done.splice(0)[0].cleared, listing());
  });

  test("offers a file that is of its form, and says whether it was saved", async () => {
    const file = '{"format":"chaperone-ledger","entries":[]}';
    assert.deepEqual(await port.say(offer("ledger", file)), { kind: "exported", id: 1, saved: true });
    assert.deepEqual(port.done.splice(0), [["ledger", file]]);
    const pack = '{"format":"chaperone-proof"}';
    assert.deepEqual(await port.say(offer("proof", pack)), { kind: "exported", id: 1, saved: false });
    assert.equal((await port.say(offer("request", '{"messages":[]}'))).saved, true);
    assert.equal((await port.say(offer("answer", "# A question and its answer, by Chaperone\n\n> So.\n"))).saved, true);
    assert.equal((await port.say(offer("bundle", '{"resourceType":"Bundle","type":"collection"}'))).saved, true);
    assert.equal((await port.say(offer("workflow", '{"format":"chaperone-workflow","state":{}}'))).saved, true);
    assert.equal((await port.say(offer("benchmark", '{"format":"chaperone-benchmark"}'))).saved, true);
    port.done.splice(0);
    const large = await port.say({ ...offer("ledger", ""), bytes: new ArrayBuffer((16 << 20) + 1) });
    assert.deepEqual([large.kind, large.code], ["error", "too-large"]);
    assert.deepEqual(port.done.splice(0), []);
  });

  test("has the person say which library is read, and reads a range of it", async () => {
    assert.deepEqual(await port.say({ kind: "library", id: 1 }), { kind: "library", id: 1, path: "/library.pack" });
    assert.deepEqual(await port.say({ kind: "range", id: 2, start: 0, length: 3 }), {
      kind: "range",
      id: 2,
      status: 206,
      contentRange: "bytes 0-2/9",
      bytes: new ArrayBuffer(3),
    });
    assert.deepEqual(port.done.splice(0), ["library", ["range", 0, 3]]);
  });

  const malformed = {
    "a text": "send",
    null: null,
    "an array": [send()],
    "a map": new Map(Object.entries(send())),
    "no kind": change("kind"),
    "an unknown kind": change("kind", "publish"),
    "a file of an unknown form": offer("records", "{}"),
    "an answer with markup": offer(
      "answer",
      "# A question and its answer, by Chaperone\n\n<img src=x onerror=alert(1)>\n",
    ),
    "an answer with a link": offer(
      "answer",
      "# A question and its answer, by Chaperone\n\n[So](javascript:alert(1))\n",
    ),
    "an answer that is something else": offer("answer", "<!doctype html>"),
    "a ledger as an answer": offer("answer", '{"format":"chaperone-ledger"}'),
    "a bundle of another type": offer("bundle", '{"resourceType":"Bundle","type":"transaction"}'),
    "a bundle that is a resource": offer("bundle", '{"resourceType":"Patient"}'),
    "what a question went through that is something else": offer("workflow", '{"format":"chaperone-ledger"}'),
    "a test of the device that is something else": offer("benchmark", '{"format":"chaperone-ledger"}'),
    "a file of a form of every object": offer("constructor", "{}"),
    "a file with a name": { ...offer("ledger", '{"format":"chaperone-ledger"}'), name: "records.json" },
    "a file with a type": { ...offer("ledger", '{"format":"chaperone-ledger"}'), type: "text/html" },
    "a file that is a text": { ...offer("ledger", ""), bytes: '{"format":"chaperone-ledger"}' },
    "a file that is no JSON": offer("ledger", "Amara Okafor"),
    "a file that is a JSON text": offer("ledger", '"Amara Okafor"'),
    "a file of another form than it says": offer("ledger", '{"format":"chaperone-proof"}'),
    "a request to save that is none": offer("request", '{"messages":"x"}'),
    "a file that is no UTF-8": { ...offer("ledger", ""), bytes: new Uint8Array([0x7b, 0xff, 0x7d]).buffer },
    "a file that begins with a mark": offer("ledger", '\ufeff{"format":"chaperone-ledger"}'),
    "no id": change("id"),
    "a text as id": change("id", "1"),
    "a fraction as id": change("id", 1.5),
    "a negative id": change("id", -1),
    "a field too many": { ...send(), also: 1 },
    "a field too few": change("credential"),
    "an unknown asset": { kind: "asset", id: 1, asset: "passwords" },
    "an asset by path": { kind: "asset", id: 1, asset: "../index.html" },
    "an inherited name as asset": { kind: "asset", id: 1, asset: "constructor" },
    "a cancellation with more": { kind: "cancel", id: 1, cleared: {} },
    "a GET with a body": { ...send(), cleared: { ...listing(), body: "{}" } },
    "a GET of something else": { ...send(), cleared: { ...listing(), url: "http://127.0.0.1:8080/v1/files" } },
    "a GET that says something": { ...send(), cleared: { ...listing(), url: "http://127.0.0.1:8080/okafor?/models" } },
    "a POST without a body": change("cleared.body", ""),
    DELETE: change("cleared.method", "DELETE"),
    "no body": change("cleared.body"),
    "a body that is no text": change("cleared.body", { toString: "x" }),
    "a body that is too long": change("cleared.body", "x".repeat((1 << 20) + 1)),
    "an address that is none": change("cleared.url", "models"),
    "an address of another scheme": change("cleared.url", "ftp://127.0.0.1:8080/"),
    "a file": change("cleared.url", "file:///etc/passwd"),
    "an address with a password": change("cleared.url", "http://a:b@127.0.0.1:8080/"),
    "an address with a fragment": change("cleared.url", "http://127.0.0.1:8080/#x"),
    "an address not in normal form": change("cleared.url", "http://127.0.0.1:8080/a/../b"),
    "an address that is too long": change("cleared.url", `http://127.0.0.1:8080/${"x".repeat(2048)}`),
    "an address of another origin than the chosen one": change(
      "cleared.url",
      "http://127.0.0.1:8081/v1/chat/completions",
    ),
    "a chosen address of another origin": change("endpoint", "https://elsewhere.example/"),
    "headers that are no list": change("cleared.headers", { "content-type": "application/json" }),
    "a header that is not listed": change("cleared.headers", [["x-patient", "Okafor"]]),
    "a header of another value": change("cleared.headers", [["accept", "Okafor"]]),
    "a version of other words": change("cleared.headers", [["anthropic-version", "Okafor"]]),
    "a key for messages among the headers": change("cleared.headers", [["x-api-key", "x"]]),
    "a cookie": change("cleared.headers", [["cookie", "a=b"]]),
    "a second credential": change("cleared.headers", [["authorization", "Bearer x"]]),
    "a header with a line break": change("cleared.headers", [["accept", "a\r\nx: b"]]),
    "too many headers": change("cleared.headers", Array(5).fill(["accept", "a"])),
    "a key with a space": change("credential", "a b"),
    "a key with a line break": change("credential", "a\nb"),
    "a key that is too long": change("credential", "x".repeat(4097)),
    "a readable name for a sealed object": { kind: "save", id: 1, name: "Okafor", bytes: new ArrayBuffer(1) },
    "a path as the name of a sealed object": { kind: "load", id: 1, name: "../a" },
    "a name with capital digits": { kind: "load", id: 1, name: "A".repeat(32) },
    "a third slot": { kind: "load", id: 1, name: "c" },
    "a text in place of sealed bytes": { kind: "save", id: 1, name: "a", bytes: "Okafor" },
    "a view in place of sealed bytes": { kind: "save", id: 1, name: "a", bytes: new Uint8Array(1) },
    "a saving with more": { kind: "save", id: 1, name: "a", bytes: new ArrayBuffer(1), label: "Okafor" },
    "names that are no list": { kind: "remove", id: 1, names: "a" },
    "names of which one is readable": { kind: "remove", id: 1, names: ["a", "Okafor"] },
    "a wish that is none": { kind: "locker", id: 1, wish: "Okafor", persist: false },
    "a switch that is no yes or no": { kind: "locker", id: 1, wish: "look", persist: "yes" },
    "a list of names with more": { kind: "names", id: 1, of: "Okafor" },
    "a passkey's salt of another length": { kind: "passkey", id: 1, credential: null, salt: new ArrayBuffer(31) },
    "a passkey's id that is a text": { kind: "passkey", id: 1, credential: "Okafor", salt: new ArrayBuffer(32) },
    "an erasing with more": { kind: "erase", id: 1, name: "a" },
    "a restart with an address": { kind: "restart", id: 1, url: "https://elsewhere.example/?Okafor" },
    "a restart with a note of its own words": { kind: "restart", id: 1, note: "Okafor" },
    "a restart with a text among numbers": { kind: "restart", id: 1, note: [1, "Okafor"] },
    "a restart with numbers that are no places": { kind: "restart", id: 1, note: [1.5] },
    "a restart with many numbers": { kind: "restart", id: 1, note: Array(17).fill(1) },
    "a language that the page does not speak": { kind: "speak", id: 1, tag: "fr" },
    "a text in place of a language": { kind: "speak", id: 1, tag: "Okafor" },
    "a language as a list": { kind: "speak", id: 1, tag: ["de"] },
    "a language with more": { kind: "speak", id: 1, tag: "de", text: "Okafor" },
    "no language": { kind: "speak", id: 1 },
    "a library by address": { kind: "library", id: 1, path: "https://elsewhere.example/?Okafor" },
    "a range of an address": { kind: "range", id: 1, start: 0, length: 9, path: "/Okafor" },
    "a range that begins with a text": { kind: "range", id: 1, start: "Okafor", length: 9 },
    "a range that begins before the file": { kind: "range", id: 1, start: -1, length: 9 },
    "a range of a fraction": { kind: "range", id: 1, start: 0, length: 1.5 },
    "a range of nothing": { kind: "range", id: 1, start: 0, length: 0 },
    "a range that is too long": { kind: "range", id: 1, start: 0, length: (64 << 20) + 1 },
    "no waiting times": change("patience"),
    "a wait of no length": change("patience.idleMillis", 0),
    "a wait without end": change("patience.idleMillis", Infinity),
    "a wait of an hour": change("patience.idleMillis", 3_600_000),
  };
  for (const [name, message] of Object.entries(malformed)) {
    test(`refuses ${name}`, async () => {
      const answer = await port.say(message);
      assert.equal(answer.kind, "error");
      assert.ok(["invalid-argument", "not-found"].includes(answer.code), answer.code);
      assert.deepEqual(port.done, []);
    });
  }

  test("serves the locker, byte for byte and in the order asked for", async () => {
    const [name, bytes] = ["0f".repeat(16), new Uint8Array([1, 2, 3]).buffer];
    const { state } = await port.say({ kind: "locker", id: 1, wish: "take-over", persist: true });
    assert.deepEqual(state, STATE);
    assert.equal((await port.say({ kind: "save", id: 2, name, bytes })).kind, "end");
    const loaded = await port.say({ kind: "load", id: 3, name });
    assert.deepEqual(new Uint8Array(loaded.bytes), new Uint8Array([1, 2, 3]));
    assert.equal((await port.say({ kind: "load", id: 3, name: "b" })).bytes, null);
    assert.deepEqual((await port.say({ kind: "names", id: 4 })).names, [name]);
    assert.equal((await port.say({ kind: "remove", id: 5, names: [name] })).kind, "end");
    assert.deepEqual((await port.say({ kind: "names", id: 6 })).names, []);
    assert.equal((await port.say({ kind: "erase", id: 7 })).kind, "end");
    const { credential, secret } = await port.say({
      kind: "passkey",
      id: 8,
      credential: null,
      salt: new ArrayBuffer(32),
    });
    assert.deepEqual([credential.byteLength, secret.byteLength], [16, 32]);
    assert.equal((await port.say({ kind: "restart", id: 9, note: [3] })).kind, "end");
    assert.equal((await port.say({ kind: "speak", id: 10, tag: "de" })).kind, "end");
    assert.deepEqual(port.done.splice(0), ["open take-over", "persist", "erase", "passkey", "restart 3", "speak de"]);
  });

  test("refuses sealed bytes that are too many", async () => {
    const bytes = new ArrayBuffer((16 << 20) + 1);
    assert.equal((await port.say({ kind: "save", id: 1, name: "a", bytes })).code, "too-large");
    assert.deepEqual(port.done, []);
  });

  test("an error never repeats what it refused", async () => {
    const secret = "Okafor";
    for (const message of [
      change("cleared.url", secret),
      change("credential", `${secret} `),
      { kind: "asset", id: 1, asset: secret },
      { kind: secret, id: 1 },
      { kind: "load", id: 1, name: secret },
    ]) {
      assert.ok(!JSON.stringify(await port.say(message)).includes(secret));
    }
  });
});

test("a request number in use is refused, and so is a ninth request at one time", { timeout: 60_000 }, async () => {
  const { port1, port2 } = new MessageChannel();
  const closed = new AbortController();
  servePort(port1, new Set(), { send: () => new Promise(() => {}) }, closed.signal);
  const answers = [];
  port2.onmessage = ({ data }) => answers.push(data);
  for (const id of [1, 1, 2, 3, 4, 5, 6, 7, 8, 9]) port2.postMessage({ ...send(), id });
  while (answers.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(
    answers.map(({ id, code }) => [id, code]),
    [
      [1, "invalid-argument"],
      [9, "too-large"],
    ],
  );
  closed.abort();
  port2.close();
});

describe("reading from a server", () => {
  const port = open();
  after(() => port.close());
  const origin = "https://fhir.example.org/r4";
  const good = { kind: "collect", id: 5, origin, request: "everything" };

  test("is asked for with one word", async () => {
    assert.deepEqual(await port.say({ kind: "connect", id: 4 }), { kind: "connected", id: 4, origin });
    assert.deepEqual(await port.say(good), { kind: "collected", id: 5, asked: [] });
    assert.deepEqual(
      port.progress.splice(0).map(({ part }) => Object.keys(part)[0]),
      ["step", "page"],
    );
    assert.deepEqual(await port.say({ kind: "disconnect", id: 6 }), {
      kind: "disconnected",
      id: 6,
      returned: "returned",
    });
    assert.deepEqual(port.done.splice(0), ["connect", ["collect", origin], "disconnect"]);
  });

  const abuse = {
    "a path of the room's own": { ...good, request: "Patient/1" },
    "a path outside": { ...good, request: "../auth/token" },
    "a whole address": { ...good, request: "https://evil.example/fhir" },
    "a query with words": { ...good, request: "everything?name=Ada" },
    "no request": { kind: "collect", id: 5, origin },
    "a request that is a list": { ...good, request: ["everything"] },
    "a request that is an object": { ...good, request: { path: "everything" } },
    "a method": { ...good, method: "POST" },
    "a body": { ...good, body: "{}" },
    headers: { ...good, headers: [["x-note", "a word"]] },
    "an address besides": { ...good, url: origin },
    "a server that is no text": { ...good, origin: 7 },
    "a server of endless name": { ...good, origin: `https://example.org/${"x".repeat(3000)}` },
    "a server to connect to": { kind: "connect", id: 5, origin: "https://evil.example/" },
    "a client's name": { kind: "connect", id: 5, client: "words" },
    "words at the end": { kind: "disconnect", id: 5, why: "words" },
  };
  for (const [name, message] of Object.entries(abuse))
    test(`is not asked for with ${name}`, async () => {
      const { kind, code } = await port.say(message);
      assert.deepEqual([kind, code], ["error", "invalid-argument"]);
      assert.deepEqual(port.done, []);
    });
});
