// Public files into the engine: each piece is put where it stays, and nothing is made of a file that is not whole.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { loadWith } from "./support/compile.mjs";

/** Stands for the engine's own class. */
class Incoming {
  static made = [];
  constructor(length) {
    Object.assign(this, { length, pieces: [], freed: false });
    Incoming.made.push(this);
  }
  push(piece) {
    this.pieces.push(piece);
  }
  free() {
    this.freed = true;
  }
}
globalThis.ASSETS = { weights: { bytes: 6, sha256: "" } };

const { PublicFiles } = await loadWith("room/engine/files.ts", { Incoming });
const { moved, giveBack } = await loadWith("room/engine/moving.ts", { Incoming });

const pieces = [Uint8Array.of(1, 2), Uint8Array.of(3, 4, 5, 6)];
/** A port whose file comes in two pieces, and then is not the one it should be where `wrong`. */
const shell = (wrong = false) => ({
  async asset(_, take) {
    pieces.forEach((piece) => take(piece));
    if (wrong) throw new Error("not the file");
    return { from: "network", mended: false, kept: true };
  },
});

describe("a public file", () => {
  test("goes into the engine piece by piece, and is never whole elsewhere", async () => {
    Incoming.made = [];
    const incoming = await new PublicFiles(shell()).into("weights", () => {});
    assert.deepEqual([incoming.length, incoming.freed], [6, false]);
    assert.deepEqual(incoming.pieces, pieces, "the pieces themselves, as they came");
    assert.equal(Incoming.made.length, 1);
  });

  test("that is not the one it should be leaves nothing in the engine", async () => {
    Incoming.made = [];
    await assert.rejects(
      new PublicFiles(shell(true)).into("weights", () => {}),
      /not the file/,
    );
    assert.deepEqual(
      Incoming.made.map(({ freed }) => freed),
      [true],
    );
  });

  test("comes whole where that is asked for", async () => {
    assert.deepEqual(await new PublicFiles(shell()).get("weights", () => {}), Uint8Array.of(1, 2, 3, 4, 5, 6));
  });
});

test("bytes that were moved into the engine are gone", () => {
  Incoming.prototype.push = function (piece) {
    this.pieces.push(piece.slice());
  };
  const bytes = Uint8Array.of(7, 8, 9);
  const { buffer } = bytes;
  const incoming = moved(bytes);
  assert.deepEqual(incoming.pieces, [Uint8Array.of(7, 8, 9)]);
  assert.equal(bytes.byteLength, 0);
  assert.equal(buffer.byteLength, 0);
  const other = new Uint8Array(8);
  giveBack(other);
  assert.equal(other.byteLength, 0);
});
