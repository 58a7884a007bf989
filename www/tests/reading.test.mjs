// What a question waits for while records are made findable.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./support/compile.mjs";

const { Reading } = await load("room/engine/reading.ts");

test("a question waits for what was read to be findable, and for no look through all of it", async () => {
  const calls = [];
  let done = 0;
  const engine = {
    indexStep: () => (calls.push("index"), { done: (done += 1), total: 3 }),
    mentionStep: () => (calls.push("concepts"), { done: 0, total: 1 }),
  };
  await new Reading(engine).settled(new AbortController().signal);
  assert.deepEqual(calls, ["index", "index", "index"]);
});
