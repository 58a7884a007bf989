// Earlier turns in a tenth of their bytes, and whatever was squeezed as it was.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { load } from "./support/compile.mjs";

const { squeeze, unsqueeze } = await load("room/view/squeezed.ts");

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

const bytesOf = (text) => new TextEncoder().encode(text);

test("what was squeezed is as it was, whatever it is", () => {
  const draw = numbers(7);
  const next = (below) => draw.next().value % below;
  const cases = [[], [0], Array(5).fill(9), Array(100_000).fill(9), [...bytesOf("abcabcabcabcabcabcabcabc")]];
  for (let round = 0; round < 300; round += 1) {
    const letters = 1 + next(256);
    cases.push(Array.from({ length: next(600) }, () => next(letters)));
    const piece = Array.from({ length: 1 + next(90) }, () => next(256));
    cases.push(Array.from({ length: next(30) }, () => (next(3) === 0 ? [next(256)] : piece)).flat());
  }
  for (const each of cases) {
    const bytes = Uint8Array.from(each);
    const packed = squeeze(bytes);
    assert.deepEqual(unsqueeze(packed), bytes);
    assert.ok(packed.length <= bytes.length + (bytes.length >> 6) + 16);
  }
});

test("earlier turns take a small part of what their answers take as text", async () => {
  const { pack, answerText } = await load("room/view/packed.ts");
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
  assert.ok(share < 0.25, `${turns.length} turns take ${(share * 100).toFixed(0)} % of their text`);
});
