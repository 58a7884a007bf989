// The source reader: what it shows are the bytes of the file, and what it marks is what the box shows.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { launch, roomOf } from "../browser.mjs";
import { follow, readSources } from "../quote-check.mjs";
import { SAMPLES } from "./support/identifiers.mjs";
import { QUESTION, ask, focused, openReady, openWithSamples } from "./support/room.mjs";
import { serveWithoutModel } from "./support/without.mjs";

const QUESTIONS = [QUESTION, "What medications am I taking?", "What am I allergic to?", "How did my HbA1c change?"];
const PASSPHRASE = "a reader opens the source";

let site, browser, sources;
before(async () => {
  [site, browser] = await Promise.all([serveWithoutModel(), launch()]);
  sources = readSources(SAMPLES);
});
after(async () => {
  await browser.close();
  await site.close();
});

/** The boxes of all answers, as the engine gave them. */
const boxes = (frame) =>
  frame.$$eval("chaperone-turn", (turns) =>
    turns.flatMap((turn) => turn.turn.answer?.blocks ?? []).filter(({ kind }) => /^(record-data|verbatim)$/.test(kind)),
  );

/** Opens the source of a box and returns what the reader shows. */
async function open(frame, reference) {
  await frame.$eval(`[data-reference="${reference}"]`, (link) => {
    for (let at = link.closest("details"); at != null; at = at.parentElement.closest("details")) at.open = true;
  });
  await frame.click(`[data-reference="${reference}"]`);
  await frame.waitForSelector("chaperone-source dialog mark");
  return frame.$eval("chaperone-source", (reader) => {
    const all = (selector) => [...reader.renderRoot.querySelectorAll(selector)];
    return {
      title: reader.renderRoot.querySelector("#title").textContent,
      where: all(".where").map((each) => each.textContent.replace(/\s+/g, " ").trim()),
      entries: all("pre").map((pre) => ({
        start: Number(pre.dataset.start),
        end: Number(pre.dataset.end),
        text: pre.textContent,
        marks: [...pre.querySelectorAll("mark")].map((mark) => mark.textContent),
        elements: [...pre.querySelectorAll(".element")].map((each) => each.textContent),
      })),
      passage: reader.renderRoot.querySelector("#passage")?.textContent,
      said: reader.renderRoot.querySelector(".text").textContent,
    };
  });
}

const close = async (page, frame) => {
  await page.keyboard.press("Escape");
  await frame.waitForFunction(() => document.querySelector("chaperone-app").sourceView?.dialog?.open !== true);
};

/** Checks what the reader shows of `block` against the bytes of its file. */
function compare(block, shown, name) {
  if (block.kind === "verbatim") {
    assert.equal(shown.passage, block.text);
    assert.match(shown.said, /Decoded again just now: these bytes give this text/);
    assert.match(shown.where[0], name);
    return;
  }
  const { file } = follow(block.rows[0].citation, sources);
  const bytes = readFileSync(`${SAMPLES}${file}`);
  for (const { start, end, text } of shown.entries) {
    assert.ok(Buffer.from(text, "utf8").equals(bytes.subarray(start, end)), "the text is the bytes of the file");
  }
  assert.match(shown.where[0], name);
  const [{ start, end }] = shown.entries;
  assert.ok(shown.where[0].endsWith(`bytes ${start.toLocaleString("en")}–${end.toLocaleString("en")}`), shown.where[0]);
  const face = [block.titleCitation && block.title];
  for (const row of block.rows) face.push(row.value, row.unit, row.label_citation && row.label);
  const written = new Set(shown.entries.flatMap(({ marks }) => marks).map((mark) => JSON.parse(`"${mark}"`)));
  assert.deepEqual([...written].sort(), [...new Set(face.filter((each) => each !== undefined))].sort());
  for (const { value } of block.elements) {
    assert.ok(
      shown.entries.some(({ text }) => text.includes(JSON.stringify(value).slice(1, -1))),
      value,
    );
  }
}

/** Opens the sources of the first `most` boxes of each kind; each box has a reference of its own. */
async function compareBoxes(page, frame, name, most) {
  // Which sentence of a note is marked is the question's, not the box's.
  const all = (await boxes(frame)).map(({ telling: _, ...block }) => block);
  const distinct = new Map(all.map((block) => [block.reference, JSON.stringify(block)]));
  for (const block of all) assert.equal(distinct.get(block.reference), JSON.stringify(block), "a reference is one box");
  const opened = { "record-data": 0, verbatim: 0 };
  for (const block of [...distinct.values()].map((each) => JSON.parse(each))) {
    if (opened[block.kind] === most) continue;
    opened[block.kind] += 1;
    compare(block, await open(frame, block.reference), name);
    await close(page, frame);
  }
  return opened;
}

/** A file as a person adds it. */
const okafor = (name, pack = (bytes) => bytes) => ({
  name,
  mimeType: "application/json",
  buffer: pack(readFileSync(`${SAMPLES}okafor.json`)),
});

describe("a box leads to its bytes", () => {
  test("each to its own, with what it shows marked, and a note to the text decoded again", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    for (const [number, question] of QUESTIONS.entries()) await ask(frame, question, number + 1);
    const opened = await compareBoxes(page, frame, /^okafor\.json/, 8);
    assert.ok(opened["record-data"] === 8 && opened.verbatim > 0, JSON.stringify(opened));
    await page.close();
  });

  test("in a packed file too, under the name that the person gave it", async () => {
    const { page, frame } = await openReady(browser.context, site.url);
    await frame.setInputFiles("#files", [okafor("my records 2024.json.gz", gzipSync)]);
    await frame.waitForSelector("#ask:not(:disabled)", { timeout: 60_000 });
    await ask(frame, QUESTION, 1);
    const block = (await boxes(frame)).find(({ kind }) => kind === "record-data");
    const shown = await open(frame, block.reference);
    assert.match(shown.where[0], /^my records 2024\.json\.gz, unpacked, bytes [\d,]+–[\d,]+$/);
    const [{ start, end, text, marks }] = shown.entries;
    assert.equal(text, readFileSync(`${SAMPLES}okafor.json`).subarray(start, end).toString("utf8"));
    for (const { value } of block.rows) assert.ok(marks.includes(value), value);
    await page.close();
  });

  test("and still does when the records were kept, the page reloaded and unlocked", { timeout: 400_000 }, async () => {
    const own = await launch();
    try {
      const { page, frame } = await openReady(own.context, site.url);
      await frame.setInputFiles("#files", [okafor("my own.json")]);
      await frame.waitForSelector("#ask:not(:disabled)", { timeout: 120_000 });
      await ask(frame, QUESTIONS[1], 1);
      const before = await compareBoxes(page, frame, /^my own\.json, bytes/, 2);
      await frame.click("#keeping");
      await frame.fill("input[name=fresh]", PASSPHRASE);
      await frame.fill("input[name=again]", PASSPHRASE);
      await frame.click("#keep");
      await frame.waitForSelector("#done", { timeout: 120_000 });
      await frame.click("#close");
      const kept = await compareBoxes(page, frame, /^my own\.json, bytes/, 2);
      assert.deepEqual(kept, before, "what is kept does not wait in memory any more");

      await page.reload();
      const again = await roomOf(page);
      await again.fill("#passphrase", PASSPHRASE, { timeout: 120_000 });
      await again.press("#passphrase", "Enter");
      await again.waitForSelector("#ask:not(:disabled)", { timeout: 120_000 });
      const restored = await compareBoxes(page, again, /^my own\.json, bytes/, 2);
      assert.deepEqual(restored, before, "the answer of the session before leads to its bytes");
    } finally {
      await own.close();
    }
  });
});

describe("the reader", () => {
  for (const colorScheme of ["light", "dark"]) {
    test(`is read and left by the keyboard on a phone of 360 pixels, ${colorScheme}`, async () => {
      const look = { viewport: { width: 360, height: 640 }, colorScheme };
      const { page, frame } = await openWithSamples(browser.context, site.url, look);
      await ask(frame, QUESTION, 1);
      const reference = await frame.getAttribute("[data-reference] >> nth=0", "data-reference");
      await frame.focus(`[data-reference="${reference}"]`);
      await page.keyboard.press("Enter");
      await frame.waitForSelector("chaperone-source dialog mark");
      const measured = await frame.$eval("chaperone-source", (reader) => {
        const text = reader.renderRoot.querySelector(".text");
        const pre = reader.renderRoot.querySelector("pre");
        return {
          sideways: text.scrollWidth > text.clientWidth || pre.scrollWidth > pre.clientWidth,
          page: document.documentElement.scrollWidth > window.innerWidth,
          long: text.scrollHeight > text.clientHeight,
        };
      });
      assert.deepEqual(measured, { sideways: false, page: false, long: true });
      while (
        (await frame.$eval("chaperone-source", ({ renderRoot }) => renderRoot.activeElement?.className)) !== "text"
      )
        await page.keyboard.press("Tab");
      await page.keyboard.press("End");
      await frame.waitForFunction(() => {
        const reader = document.querySelector("chaperone-app").renderRoot.querySelector("chaperone-source");
        return reader.renderRoot.querySelector(".text").scrollTop > 0;
      });
      await page.keyboard.press("Escape");
      assert.equal(await focused(frame), reference);
      await page.close();
    });
  }

  test("of a note leaves room for its name and its text on a phone of 360 pixels", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url, { viewport: { width: 360, height: 640 } });
    await ask(frame, "What did the letter say about penicillin?", 1);
    const note = await frame.getAttribute("[data-block=verbatim] [data-reference] >> nth=0", "data-reference");
    await open(frame, note);
    await frame.waitForSelector("chaperone-source #ask-whole");
    const measured = await frame.$eval("chaperone-source", ({ renderRoot }) => {
      const size = (selector) => renderRoot.querySelector(selector).getBoundingClientRect();
      return { title: size("#title").width, text: size(".text").height, close: size("#close") };
    });
    assert.ok(measured.title > 200, `the title has ${measured.title} pixels`);
    assert.ok(measured.text > 320, `the text has ${measured.text} pixels`);
    assert.ok(measured.close.top >= 0 && measured.close.right <= 360, "Close is in sight");
    await page.close();
  });

  test("says so when the bytes are not what the box shows, and when they cannot be read", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await ask(frame, QUESTION, 1);
    const [{ reference }] = await boxes(frame);
    await open(frame, reference);
    const told = (change) =>
      frame.$eval(
        "chaperone-source",
        async (reader, change) => {
          const [entry] = reader.source.entries;
          const source = { ...reader.source, ...change, entries: [{ ...entry, ...change.entry }] };
          await reader.show(source, { at: 0, of: 1 });
          const notice = reader.renderRoot.querySelector(".text .notice")?.textContent;
          return [notice, reader.renderRoot.querySelector("pre") !== null];
        },
        change,
      );
    assert.deepEqual(await told({}), [undefined, true]);
    const [altered, stays] = await told({ entry: { missing: 1 } });
    assert.match(altered, /do not hold what the box shows/);
    assert.ok(stays, "the bytes can be looked at");
    const unread = { code: "io", fault: "runtime", message: "Another tab uses it." };
    const [gone, shown] = await told({ entry: { text: undefined, missing: 0 }, unread });
    assert.match(gone, /cannot be read now: Another tab uses it\./);
    assert.equal(shown, false);
    await page.close();
  });
});

describe("a box", () => {
  test("has its title once, no time on its face, and all its elements one click away", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    for (const [number, question] of QUESTIONS.entries()) await ask(frame, question, number + 1);
    const faces = await frame.$$eval("[data-block=record-data]", (boxes) =>
      boxes.map((box) => ({
        title: box.closest("figure").querySelector("h5").lastChild.textContent,
        values: [...box.querySelectorAll("dd")]
          .filter((each) => each.closest(".elements") === null)
          .map((each) => each.textContent),
        open: box.querySelector("details.elements").open,
        summary: box.querySelector("details.elements summary").textContent,
        elements: [...box.querySelectorAll("details.elements dd")].map((each) => each.textContent),
      })),
    );
    assert.ok(faces.length > 10);
    for (const { title, values, open, summary, elements } of faces) {
      assert.ok(!values.includes(title), title);
      assert.deepEqual(
        values.filter((value) => /T\d\d:\d\d/.test(value)),
        [],
      );
      assert.equal(open, false);
      assert.equal(summary, `All elements of this entry (${elements.length})`);
      assert.ok(elements.length >= values.length);
    }
    const pressure = faces.find(({ title }) => title === "Blood Pressure");
    assert.deepEqual(
      pressure.values.map((value) => value.replace(/^\d+/, "N")),
      ["N mmHg", "N mmHg", "N-04-09"],
    );
    await page.close();
  });
});
