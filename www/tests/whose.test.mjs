// Sources other than FHIR in the page: read by what they are, quoted from their bytes, and joined only by the person's word.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { launch, openRoom, roomOf } from "../browser.mjs";
import { ask, go } from "./support/room.mjs";
import { serveWithoutModel } from "./support/without.mjs";

const PASSPHRASE = "seven lighthouse keepers sing at noon";
const SOURCES = new URL("../../tests/data/sources/", import.meta.url);
const read = (name) => readFileSync(new URL(name, SOURCES));

let site, browser;
before(async () => {
  site = await serveWithoutModel();
  browser = await launch();
});
after(async () => {
  await browser.close();
  await site.close();
});

/** A ZIP archive of one stored member, as any archiver writes it. */
function archive(name, bytes) {
  const header = (signature, more) => {
    const fixed = Buffer.alloc(more === undefined ? 30 : 46);
    fixed.writeUInt32LE(signature, 0);
    const at = more === undefined ? 0 : 2;
    fixed.writeUInt16LE(20, 4 + at);
    fixed.writeUInt32LE(bytes.length, 18 + at);
    fixed.writeUInt32LE(bytes.length, 22 + at);
    fixed.writeUInt16LE(name.length, 26 + at);
    if (more !== undefined) fixed.writeUInt16LE(20, 4);
    return Buffer.concat([fixed, Buffer.from(name)]);
  };
  const local = Buffer.concat([header(0x04034b50), bytes]);
  const directory = header(0x02014b50, true);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, directory, end]);
}

const file = (name, buffer) => ({ name, mimeType: "application/octet-stream", buffer });

/** Asks `question` as turn `number`, and opens the first source of its answer's first block of `kind`. */
async function opened(frame, number, question, kind) {
  await ask(frame, question, number);
  const blocks = await frame.$$eval("chaperone-answer", (answers) => answers.at(-1).answer.blocks);
  const block = blocks.find((each) => each.kind === kind);
  assert.ok(block, JSON.stringify(blocks));
  await frame.click(`[data-reference="${block.reference}"] >> nth=-1`);
  await frame.waitForSelector("chaperone-source dialog mark");
  const shown = await frame.$eval("chaperone-source dialog", (dialog) => dialog.textContent);
  await frame.page().keyboard.press("Escape");
  return { block, shown };
}

describe("sources other than FHIR", () => {
  test("are read, quoted from their bytes, and joined only when the person says so", { timeout: 300_000 }, async () => {
    const { page, frame } = await openRoom(browser.context, site.url);
    await frame.waitForSelector("#samples:not(:disabled)", { timeout: 120_000 });
    await frame.setInputFiles("#files", [
      file("summary.xml.gz", gzipSync(read("summary.xml"))),
      file("letters.zip", archive("letter.md", read("letter.md"))),
      file("export.xml", read("export.xml")),
    ]);
    await frame.waitForSelector("chaperone-whose fieldset:not(:disabled)", { timeout: 120_000 });
    const outcomes = await frame.$$eval("chaperone-report", ([report]) =>
      report.readings.map(({ name, outcome }) => [name, outcome.kind]),
    );
    assert.deepEqual(outcomes, [
      ["summary.xml.gz", "read"],
      ["letters.zip", "read"],
      ["export.xml", "read"],
    ]);
    // Who asks meanwhile is told what answers leave out, and led to where it can be said.
    await go(frame, "ask");
    assert.match(
      await frame.textContent("#unplaced"),
      /nothing says whom this is about, so answers about one person leave it out/,
    );
    await frame.click("#unplaced button");
    await frame.waitForSelector("#part-files:not([hidden]) chaperone-whose fieldset");
    // The letter and the export say not whose they are: it is asked of one after the other.
    for (const left of [1, 0]) {
      assert.equal(await frame.locator("chaperone-whose fieldset").count(), 1);
      const told = await frame.locator("chaperone-whose #later").allTextContents();
      assert.deepEqual(told, left === 0 ? [] : ["After this, 1 more question of this kind."]);
      await frame.click("chaperone-whose fieldset:not(:disabled) button[data-to='0'] >> nth=0");
      await frame.waitForFunction(
        (left) => document.querySelector("chaperone-app").reading.state.unmatched.length === left,
        left,
        { timeout: 60_000 },
      );
      await frame.waitForSelector("#ask:not(:disabled)", { state: "attached" });
    }
    assert.equal(await frame.$("#unplaced"), null);
    const value = await opened(frame, 1, "What was my last hemoglobin A1c?", "record-data");
    assert.ok(
      value.block.rows.some((row) => row.value === "6.84" && row.unit === "%"),
      JSON.stringify(value.block),
    );
    assert.match(value.shown, /byte for byte/);
    const letter = await opened(frame, 2, "What is the plan for methotrexate?", "verbatim");
    assert.match(letter.block.text, /Methotrexate 15 mg once a week/);
    assert.match(letter.shown, /Decoded again just now/);
    assert.match(letter.shown, /of the ZIP archive/);

    // What was said is kept with the records, and is not asked again.
    await frame.click("#keeping");
    await frame.fill("input[name=fresh]", PASSPHRASE);
    await frame.fill("input[name=again]", PASSPHRASE);
    await frame.click("#keep");
    await frame.waitForSelector("#done", { timeout: 120_000 });
    await page.reload();
    const again = await roomOf(page);
    await again.fill("#passphrase", PASSPHRASE, { timeout: 120_000 });
    await again.press("#passphrase", "Enter");
    await again.waitForSelector("#ask:not(:disabled)", { timeout: 120_000 });
    const { patients } = await again.$eval("chaperone-app", (app) => app.engine.call("holdings", {}));
    assert.equal(patients, 1);
    assert.deepEqual(await again.$$("chaperone-whose fieldset"), []);
    await page.close();
  });
});
