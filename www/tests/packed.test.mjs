// Earlier turns take a small part of what they take as text, and are read as they were.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { deflateSync, inflateSync } from "fflate";
import { load } from "./support/compile.mjs";

/** Numbers as if drawn at random, the same each time. */
function* numbers(seed) {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state >>> 8;
  }
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

/** The bytes that are held outside the heap, once what is not needed is gone. */
async function held() {
  collect();
  await new Promise((resolve) => setTimeout(resolve, 50));
  collect();
  return process.memoryUsage().arrayBuffers;
}

test("earlier turns take a small part of what their answers take as text", async () => {
  const { pack, packBy, answerText } = await load("room/view/packed.ts");
  packBy({ pack: deflateSync, unpack: inflateSync });
  const draw = numbers(11);
  const citation = (at) => ({
    sha256: "5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8",
    wrapping: [],
    steps: [{ slice: [at, at + 40] }],
    start: 0,
    end: 5,
  });
  const turnOf = (id) => ({
    id,
    answer: {
      blocks: Array.from({ length: 120 }, () => {
        const at = draw.next().value;
        const rows = ["Value", "Date", "Status"].map((label) => ({
          label,
          value: String(at % 997),
          citation: citation(at),
        }));
        return {
          kind: "record-data",
          reference: `okafor observation ${at.toString(16)}`,
          title: "Blood pressure",
          rows,
        };
      }),
    },
  });
  const before = await held();
  let texts = 0;
  const turns = Array.from({ length: 60 }, (_, id) => {
    const turn = turnOf(id);
    texts += JSON.stringify(turn.answer).length;
    const packed = pack(turn);
    assert.deepEqual(packed.answer, turn.answer);
    assert.equal(answerText(packed), JSON.stringify(turn.answer));
    return packed;
  });
  const share = ((await held()) - before) / texts;
  assert.ok(share < 0.2, `${turns.length} turns take ${(share * 100).toFixed(0)} % of their text`);
});
