// Long files of lines in the page: read as they stream by, kept, read back, and shown from their bytes.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, roomOf } from "../browser.mjs";
import { ask, openReady } from "./support/room.mjs";
import { serveWithoutModel } from "./support/without.mjs";

const PASSPHRASE = "seven lighthouse keepers sing at noon";
const SLOW = { timeout: 180_000 };
/** More than what is read whole. */
const LONG_BYTES = 9 << 20;

let site, browser, folder;
before(async () => {
  site = await serveWithoutModel();
  browser = await launch();
  folder = mkdtempSync(join(tmpdir(), "chaperone-lines-"));
});
after(async () => {
  await browser.close();
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

const patient = { resourceType: "Patient", id: "p", name: [{ family: "Okafor", given: ["Amara"] }] };

/** A weight, with a name that is long in bytes and short for the index. */
const weight = (number, kilograms, day) => ({
  resourceType: "Observation",
  id: `w${number}`,
  status: "final",
  subject: { reference: "Patient/p" },
  code: { coding: [{ system: "http://loinc.org", code: "29463-7", display: "Body Weight" }] },
  effectiveDateTime: day,
  valueQuantity: { value: kilograms, unit: "kg" },
  extension: [{ url: "https://example.org/padding", valueString: "0".repeat(16_000) }],
});

/** Writes a file of lines of more than `LONG_BYTES`, with one broken line, whose last reading is 81.5 kg. */
function longFile() {
  const file = join(folder, "long.ndjson");
  const lines = [JSON.stringify(patient)];
  for (let number = 0, bytes = 0; bytes < LONG_BYTES; number += 1) {
    const day = new Date(Date.UTC(2015, 0, 1 + number)).toISOString().slice(0, 10);
    lines.push(JSON.stringify(weight(number, 70 + (number % 10) / 10, day)));
    bytes += lines.at(-1).length;
  }
  lines.splice(3, 0, "{broken");
  lines.push(JSON.stringify(weight(99_999, 81.5, "2020-06-01")));
  writeFileSync(file, `${lines.join("\n")}\n`);
  return { file, count: lines.length };
}

const stateOf = (frame) =>
  frame.evaluate(async () => {
    const { reading, engine } = document.querySelector("chaperone-app");
    const [{ outcome }] = reading.state.readings;
    return { outcome, holdings: await engine.call("holdings", {}) };
  });

const settled = (frame) =>
  frame.waitForFunction(
    () => {
      const { busy, readings } = document.querySelector("chaperone-app").reading.state;
      return !busy && readings.length === 1;
    },
    undefined,
    SLOW,
  );

test("a long file of lines is read as it streams by, kept, and read back the same", { timeout: 600_000 }, async () => {
  const { page, frame } = await openReady(browser.context, site.url);
  const { file, count } = longFile();
  await frame.setInputFiles("#files", file);
  await settled(frame);
  const first = await stateOf(frame);
  assert.equal(first.outcome.kind, "read");
  assert.equal(first.outcome.added.stopped, undefined);
  assert.deepEqual(
    first.outcome.added.skipped.map(({ path }) => path),
    ["line[3]"],
  );
  assert.equal(first.holdings.facts, count - 2);
  await ask(frame, "What was my last weight?", 1);
  const [block] = await frame.$eval("chaperone-answer", ({ answer }) => answer.blocks);
  assert.ok(
    block.rows.some(({ value }) => value === "81.5"),
    JSON.stringify(block),
  );
  await frame.click(`[data-reference="${block.reference}"] >> nth=0`);
  await frame.waitForSelector("chaperone-source dialog mark", SLOW);
  assert.match(await frame.textContent("chaperone-source dialog"), /byte for byte/);
  await page.keyboard.press("Escape");

  await frame.click("#keeping");
  await frame.fill("input[name=fresh]", PASSPHRASE);
  await frame.fill("input[name=again]", PASSPHRASE);
  await frame.click("#keep");
  await frame.waitForSelector("#done", SLOW);
  await page.reload();
  const again = await roomOf(page);
  await again.fill("#passphrase", PASSPHRASE, SLOW);
  await again.press("#passphrase", "Enter");
  await again.waitForSelector("#ask:not(:disabled)", SLOW);
  const second = await again.$eval("chaperone-app", (app) => app.engine.call("holdings", {}));
  assert.deepEqual(second, first.holdings);
  await page.close();
});
