// The worker in which a file is tried before the engine reads it, with workers that only pretend to.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { load } from "./support/compile.mjs";

const { mayBeTried, mayHoldPdf, rehearse } = await load("room/engine/rehearsal.ts");

const bytes = (text) => new TextEncoder().encode(text);

describe("a rehearsal", () => {
  const run = async (act, { patience = 1000, abortAfter } = {}) => {
    const controller = new AbortController();
    const worker = {
      ended: 0,
      postMessage(message) {
        assert.deepEqual(Object.keys(message), ["rehearsal"]);
        setTimeout(() => act(worker), 0);
      },
      terminate() {
        worker.ended += 1;
      },
    };
    if (abortAfter !== undefined) setTimeout(() => controller.abort(), abortAfter);
    const outcome = await rehearse({}, () => worker, controller.signal, patience).then(
      () => "read",
      ({ code }) => code,
    );
    assert.equal(worker.ended, 1, "the worker is ended once");
    return outcome;
  };

  test("ends well when the file was read, or refused in words", async () => {
    const say = (worker, ...said) => said.forEach((rehearsal) => worker.onmessage({ data: { rehearsal } }));
    assert.equal(await run((worker) => say(worker, "goes-on", "goes-on", "over")), "read");
  });

  test("refuses the file where its worker ends, or says nothing for long", async () => {
    assert.equal(await run((worker) => worker.onerror({})), "unsupported");
    assert.equal(await run((worker) => worker.onmessageerror({})), "unsupported");
    assert.equal(await run(() => {}, { patience: 20 }), "unsupported");
  });

  test("waits for a worker that gives signs of life, however long it takes", async ({ mock }) => {
    mock.timers.enable({ apis: ["setTimeout"] });
    let worker;
    const outcome = run((each) => (worker = each), { patience: 60 });
    mock.timers.tick(1);
    for (let sign = 0; sign < 20; sign += 1) {
      mock.timers.tick(50);
      worker.onmessage({ data: { rehearsal: "goes-on" } });
    }
    worker.onmessage({ data: { rehearsal: "over" } });
    mock.timers.tick(1000);
    assert.equal(await outcome, "read");
  });

  test("is given up as soon as the person cancels", async () => {
    assert.equal(await run(() => {}, { abortAfter: 10 }), "cancelled");
    const aborted = AbortSignal.abort();
    await assert.rejects(
      rehearse({}, () => assert.fail("started"), aborted),
      ({ code }) => code === "cancelled",
    );
  });
});

test("what the engine may take for a PDF is tried, however it is written", async () => {
  const attached = (media, data = "JVBERi0xLjc=") => `{"contentType":"${media}","data":"${data}"}`;
  for (const file of [
    "%PDF-1.7",
    "\n junk %PDF-1.4",
    `${" ".repeat(3000)}%PDF-1.7`,
    "PK\u0003\u0004",
    attached("application/pdf"),
    attached("APPLICATION/Pdf; name=x", "eCVQREYtMS43"),
    attached("application/pdf", "JVBE Ri0xLjc="),
    attached("application/\\u0070df"),
    attached("application/p\\u0044f"),
    '<text mediaType="application/&#112;df" representation="B64">eCVQREYt</text>',
    '\ufeff\n<text mediaType="application/p&#x64;f"/>',
  ]) {
    assert.ok(await mayHoldPdf(bytes(file)), file);
    assert.ok(await mayHoldPdf(new Uint8Array(gzipSync(file))), `${file}, packed`);
  }
  for (const media of ["application/pdf", "application/\\u0070df"])
    for (const before of [1 << 20, (1 << 20) + 12, (1 << 20) + 29]) {
      const far = new Uint8Array(gzipSync(`${"x ".repeat(before)}${attached(media)}`));
      assert.ok(await mayHoldPdf(far), "between the parts that it comes in, too");
    }
  for (const head of ["%PDF-1.7", "\n junk %PDF-1.4", "PK\u0003\u0004", " ".repeat(1024)]) {
    assert.ok(mayBeTried(bytes(head), 32 << 20), head);
    assert.ok(!mayBeTried(bytes(head), (32 << 20) + 1), head);
  }
  assert.ok(mayBeTried(new Uint8Array(gzipSync("x")), 9 << 20));
});

test("what holds no PDF is read once", async () => {
  for (const file of [
    "",
    "{}",
    '{"data":"JVBE","display":"caf\\u00e9 \\u003cb>", "div":"Here&#39;s", "p":"df"}',
    "<text>P D F &amp; p.d.f</text>",
    "pppp",
  ]) {
    assert.ok(!(await mayHoldPdf(bytes(file))), file);
    assert.ok(!(await mayHoldPdf(new Uint8Array(gzipSync(file)))), `${file}, packed`);
  }
  assert.ok(!(await mayHoldPdf(Uint8Array.of(0x1f, 0x8b, 8))), "what is cut off the engine refuses");
  assert.ok(!mayBeTried(bytes('{"contentType":"application/pdf"}'), 9 << 20), "a long bundle is not held twice");
});
