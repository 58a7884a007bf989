// A PDF in the room: read with no network, quoted with its page, and shown at its place, in Chromium with the built engine.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch } from "../browser.mjs";
import { pdfOf } from "./support/pdf.mjs";
import { ask, openReady } from "./support/room.mjs";
import { serveWithoutModel } from "./support/without.mjs";

let site, browser;
before(async () => {
  site = await serveWithoutModel();
  browser = await launch();
});
after(async () => {
  await browser.close();
  await site.close();
});

const file = (name, buffer) => ({ name, mimeType: "application/pdf", buffer });

const settled = (frame, count) =>
  frame.waitForFunction(
    (count) => {
      const { busy, readings } = document.querySelector("chaperone-app").reading.state;
      return !busy && readings.length === count;
    },
    count,
    { timeout: 120_000 },
  );

test("a PDF is read in the room, and its quotation leads to its page and place", { timeout: 180_000 }, async () => {
  const { page, frame } = await openReady(browser.context, site.url);
  const buffer = pdfOf("Furosemide was raised to 80 mg each morning.");
  await frame.setInputFiles("#files", [file("letter.pdf", buffer)]);
  await settled(frame, 1);
  const outcome = await frame.$eval("chaperone-app", ({ reading }) => reading.state.readings[0].outcome);
  assert.equal(outcome.kind, "read", JSON.stringify(outcome));
  await ask(frame, "What was written about furosemide?", 1);
  const blocks = await frame.$eval("chaperone-answer", ({ answer }) => answer.blocks);
  const block = blocks.find(({ kind }) => kind === "verbatim");
  assert.equal(block.text.trim(), "Furosemide was raised to 80 mg each morning.");
  assert.match(block.reference, /page 1/);
  await frame.click(`[data-reference="${block.reference}"] >> nth=0`);
  await frame.waitForSelector("chaperone-source dialog mark");
  const shown = await frame.textContent("chaperone-source dialog");
  assert.match(shown, /Furosemide was raised to 80 mg each morning\./);
  assert.match(shown, /page 1/i);
  await page.close();
});

test("a PDF that cannot be read is named, and costs nothing that was read before", { timeout: 180_000 }, async () => {
  const { page, frame } = await openReady(browser.context, site.url);
  const whole = pdfOf("Furosemide was raised to 80 mg each morning.");
  const broken = Buffer.from("%PDF-1.7\nnothing of a PDF follows\n%%EOF\n");
  await frame.setInputFiles("#files", [file("letter.pdf", whole), file("broken.pdf", broken)]);
  await settled(frame, 2);
  const outcomes = await frame.$eval("chaperone-app", ({ reading }) =>
    reading.state.readings.map(({ name, outcome }) => [name, outcome.kind]),
  );
  assert.deepEqual(outcomes, [
    ["letter.pdf", "read"],
    ["broken.pdf", "failed"],
  ]);
  assert.match(await frame.textContent("#failed"), /broken\.pdf was not read\./);
  await ask(frame, "What was written about furosemide?", 1);
  const blocks = await frame.$eval("chaperone-answer", ({ answer }) => answer.blocks);
  assert.deepEqual(
    blocks.map(({ text = "" }) => text.trim()),
    ["Furosemide was raised to 80 mg each morning."],
  );
  await page.close();
});
