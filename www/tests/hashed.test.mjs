// Public files at the room's end of the port: whoever hashes them, one that is not the build's is refused.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { load } from "./support/compile.mjs";

const BYTES = Uint8Array.from({ length: (1 << 20) + 5 }, (_, at) => (at * 7) & 255);
const sha256 = (bytes) => createHash("sha256").update(bytes).digest();
globalThis.ASSETS = {
  large: { path: "assets/large.bin", bytes: BYTES.length, sha256: sha256(BYTES).toString("hex") },
  small: { path: "assets/small.bin", bytes: 5, sha256: sha256(BYTES.subarray(0, 5)).toString("hex") },
};
const { ShellPort } = await load("room/engine/shell-port.ts");

/** Asks a port for `asset`, where the shell hands on `bytes` in two pieces; `asked` are those that `digest` was asked about. */
async function fetched(asset, bytes, { digest, together = true }) {
  const asked = [];
  const port = {
    postMessage({ id }) {
      const say = (data) => port.onmessage({ data: { id, ...data } });
      for (const piece of [bytes.slice(0, 3), bytes.slice(3)]) say({ kind: "asset-piece", bytes: piece.buffer });
      say({ kind: "asset", from: "network", mended: false, kept: true });
    },
  };
  const shell = new ShellPort(port, async (whole) => {
    asked.push(whole);
    return digest?.(whole);
  });
  const whole = new Uint8Array(ASSETS[asset].bytes);
  let at = 0;
  const take = (piece) => {
    whole.set(piece, at);
    at += piece.length;
  };
  const outcome = await shell
    .asset(asset, take, () => {}, undefined, together ? whole : undefined)
    .then(
      ({ from }) => from,
      ({ code }) => code,
    );
  return { outcome, asked: asked.length };
}

const altered = (bytes) => bytes.map((byte, at) => (at === 1 ? byte ^ 1 : byte));

describe("a public file at the room's end", () => {
  test("is hashed by the frame where it is large and put together", async () => {
    assert.deepEqual(await fetched("large", BYTES, { digest: sha256 }), { outcome: "network", asked: 1 });
    assert.deepEqual(await fetched("large", altered(BYTES), { digest: sha256 }), { outcome: "model", asked: 1 });
    // What the frame says is what holds: the worker does not hash it once more.
    assert.deepEqual(await fetched("large", BYTES, { digest: () => sha256("x") }), { outcome: "model", asked: 1 });
  });

  test("is hashed by the worker where the frame cannot", async () => {
    assert.deepEqual(await fetched("large", BYTES, {}), { outcome: "network", asked: 1 });
    assert.deepEqual(await fetched("large", altered(BYTES), {}), { outcome: "model", asked: 1 });
  });

  test("is hashed by the worker where it is small, or put away piece by piece", async () => {
    const digest = () => assert.fail("the frame is not asked");
    const small = BYTES.slice(0, 5);
    assert.deepEqual(await fetched("small", small, { digest }), { outcome: "network", asked: 0 });
    assert.deepEqual(await fetched("small", altered(small), { digest }), { outcome: "model", asked: 0 });
    const inPieces = { digest, together: false };
    assert.deepEqual(await fetched("large", BYTES, inPieces), { outcome: "network", asked: 0 });
    assert.deepEqual(await fetched("large", altered(BYTES), inPieces), { outcome: "model", asked: 0 });
  });

  test("that is cut short or too long is refused before it is hashed", async () => {
    for (const bytes of [BYTES.slice(0, -1), BYTES.slice(0, 6)]) {
      const asset = bytes.length < 10 ? "small" : "large";
      assert.deepEqual(await fetched(asset, bytes, { digest: sha256 }), { outcome: "model", asked: 0 });
    }
  });
});
