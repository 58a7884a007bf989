// The timeline and the charts: what they show is what the files say, and each of it leads to its source.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { launch } from "../browser.mjs";
import { SAMPLES } from "./support/identifiers.mjs";
import { focused, go, openReady, openWithSamples } from "./support/room.mjs";
import { serveWithoutModel } from "./support/without.mjs";

let site, browser;
before(async () => {
  [site, browser] = await Promise.all([serveWithoutModel(), launch()]);
});
after(async () => {
  await browser.close();
  await site.close();
});

const OKAFOR = JSON.parse(readFileSync(`${SAMPLES}okafor.json`, "utf8")).entry.map(({ resource }) => resource);

async function opensSource(page, frame) {
  await frame.waitForSelector("chaperone-source dialog mark");
  const title = await frame.textContent("chaperone-source #title");
  await page.keyboard.press("Escape");
  return title;
}

describe("the timeline", () => {
  test("a click on a span, on a mark and in the list opens the source of that entry", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await go(frame, "timeline");
    await frame.waitForSelector("#picture");
    await frame.click('[data-kind="conditions"] .mark circle >> nth=0');
    assert.ok((await opensSource(page, frame)).length > 0);
    const single = '[data-kind="vaccinations"] .mark[data-count="1"] rect:not(.hit)';
    await frame.click(`${single} >> nth=0`);
    assert.match(await opensSource(page, frame), /vaccin|immun|influenza|covid|tetanus|zoster|pneumo/i);
    const entry = "#years details[open] .entry >> nth=0";
    const name = await frame.$eval(entry, ({ firstElementChild }) => firstElementChild.textContent.trim());
    await frame.focus(entry);
    await page.keyboard.press("Enter");
    assert.ok((await opensSource(page, frame)).startsWith(name));
    await page.close();
  });

  test("tells every condition of the file with its times, in the list of years", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await go(frame, "timeline");
    await frame.waitForSelector("#picture");
    const items = await frame.$eval("chaperone-timeline", ({ engine }) =>
      engine
        .call("timeline", { patient: 0 })
        .then(({ lanes }) => lanes.find(({ kind }) => kind === "conditions").items),
    );
    // The file has one that was refuted: it is in no answer, and not in the timeline.
    const isRefuted = ({ verificationStatus }) => verificationStatus?.coding.some(({ code }) => code === "refuted");
    const all = OKAFOR.filter(({ resourceType }) => resourceType === "Condition");
    const inFile = all.filter((condition) => !isRefuted(condition));
    assert.equal(all.length - inFile.length, 1);
    const told = items.map(({ from, until }) => `${from} ${until ?? ""}`).sort();
    const written = inFile
      .map(
        ({ onsetDateTime, recordedDate, abatementDateTime }) =>
          `${(onsetDateTime ?? recordedDate).slice(0, 10)} ${abatementDateTime?.slice(0, 10) ?? ""}`,
      )
      .sort();
    assert.deepEqual(told, written);
    await page.close();
  });

  test("a kind that is switched off is in neither", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await go(frame, "timeline");
    await frame.waitForSelector("#picture");
    assert.notEqual(await frame.$('.lane-picture[data-kind="measurements"]'), null);
    await frame.click('.kind[data-kind="measurements"]');
    assert.equal(await frame.$('.lane-picture[data-kind="measurements"]'), null);
    assert.equal(await frame.$('#years .entries[data-kind="measurements"]'), null);
    await page.close();
  });

  test("of many entries draws few elements, and lists them only where it is asked", { timeout: 180_000 }, async () => {
    const { page, frame } = await openReady(browser.context, site.url);
    const subject = { reference: "Patient/p" };
    const resources = Array.from({ length: 5000 }, (_, number) => ({
      resourceType: "Observation",
      status: "final",
      subject,
      code: {
        coding: [{ system: "http://loinc.org", code: `code-${number % 40}`, display: `Measure ${number % 40}` }],
      },
      effectiveDateTime: new Date(Date.UTC(2004, 0, 1 + number)).toISOString().slice(0, 10),
      valueQuantity: { value: number / 10, unit: "mg" },
    }));
    const entry = [{ resourceType: "Patient", id: "p", name: [{ family: "Example" }] }, ...resources];
    const bundle = { resourceType: "Bundle", type: "collection", entry: entry.map((resource) => ({ resource })) };
    const buffer = Buffer.from(JSON.stringify(bundle));
    await frame.setInputFiles("#files", [{ name: "many.json", mimeType: "application/json", buffer }]);
    await frame.waitForSelector("#ask:not(:disabled)", { timeout: 120_000 });
    await go(frame, "timeline");
    await frame.waitForSelector("#picture");
    const elements = await frame.$eval(
      "chaperone-timeline",
      ({ renderRoot }) => renderRoot.querySelectorAll("*").length,
    );
    assert.ok(elements < 1500, `${elements} elements`);
    const listed = await frame.$$eval("#years .entry", ({ length }) => length);
    assert.equal(listed, 8, "of the open year the first");
    // A mark that stands for many leads to them.
    await frame.click('[data-kind="measurements"] .mark rect:not(.hit) >> nth=10');
    await frame.waitForFunction(() => {
      let element = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      return element?.classList.contains("entry");
    });
    await go(frame, "charts");
    await frame.waitForSelector(".plot");
    assert.equal(await frame.$$eval("#series li", ({ length }) => length), 8);
    await frame.fill("#find-series", "measure 39");
    await frame.click("#series .series");
    assert.equal(await frame.textContent("#chart-title"), "Measure 39");
    await page.close();
  });
});

describe("a chart", () => {
  const CODE = "4548-4";
  const readings = OKAFOR.filter(
    ({ resourceType, code, status }) =>
      resourceType === "Observation" && status !== "entered-in-error" && code.coding.some(({ code }) => code === CODE),
  );

  async function openChart() {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await go(frame, "charts");
    await frame.waitForSelector(".plot");
    const all = await frame.$eval("chaperone-charts", ({ all }) => all);
    const number = all.findIndex(({ code }) => code === CODE);
    if ((await frame.$(`[data-series="${number}"]`)) === null) await frame.click("#all-series");
    await frame.click(`[data-series="${number}"]`);
    return { page, frame, series: all[number], all };
  }

  test("holds every value as the file has it, in the drawing and in the table", async () => {
    const { page, frame, series, all } = await openChart();
    assert.ok(readings.length > 3);
    const raw = readFileSync(`${SAMPLES}okafor.json`, "utf8");
    const written = readings
      .map(({ effectiveDateTime, valueQuantity }) => `${effectiveDateTime.slice(0, 10)} ${valueQuantity.value}`)
      .sort();
    assert.deepEqual(series.points.map(({ at, number }) => `${at} ${number}`).sort(), written);
    for (const { text } of series.points) assert.ok(raw.includes(text));
    assert.equal(await frame.$$eval(".plot [data-point]", ({ length }) => length), readings.length);
    await frame.click("#table > summary");
    const table = await frame.$$eval("#table tbody tr", (rows) =>
      rows.map((row) => row.querySelector(".value").textContent),
    );
    assert.deepEqual(table, series.points.map(({ text }) => text).reverse());
    const counts = all.map(({ points }) => points.length);
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => b - a),
      "what was measured most stands first",
    );
    await page.close();
  });

  test("is walked through by the arrow keys, and each reading leads to its source", async () => {
    const { page, frame, series } = await openChart();
    const last = series.points.length - 1;
    await frame.focus(`[data-point="${last}"]`);
    await page.keyboard.press("ArrowLeft");
    await frame.waitForFunction(
      (at) =>
        document.querySelector("chaperone-app").renderRoot.querySelector("chaperone-charts").renderRoot.activeElement
          ?.dataset.point === String(at),
      last - 1,
    );
    assert.ok((await frame.textContent("#readout")).includes(series.points[last - 1].text));
    await page.keyboard.press("Enter");
    await frame.waitForSelector("chaperone-source dialog mark");
    const marks = await frame.$$eval("chaperone-source mark", (all) =>
      all.map(({ textContent }) => textContent).join(" "),
    );
    assert.ok(marks.includes(series.points[last - 1].text), marks);
    await page.keyboard.press("Escape");
    await frame.click("#table > summary");
    await frame.click("#table tbody tr:last-child [data-reference]");
    await frame.waitForSelector("chaperone-source dialog mark");
    await page.close();
  });

  test("is named in a list whose lines break between words and behind dots and strokes, and in no word", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url, {
      viewport: { width: 1280, height: 900 },
    });
    await go(frame, "charts");
    await frame.waitForSelector(".plot");
    if ((await frame.$("#all-series")) !== null) await frame.click("#all-series");
    const broken = await frame.$$eval("chaperone-charts .series .name", (names) =>
      names.flatMap((name) => {
        const walker = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
        const words = [];
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          for (const { 0: word, index } of node.data.matchAll(/[^\s./-]+/g)) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
            if (tops.size > 1) words.push(`${word} of ${name.textContent}`);
          }
        }
        return words;
      }),
    );
    assert.deepEqual(broken, []);
    assert.match(await frame.textContent("#series"), /A1c\/Hemoglobin\.total in Blood/);
    await page.close();
  });

  test("of records without numbers says that there are none", async () => {
    const { page, frame } = await openReady(browser.context, site.url);
    const buffer = Buffer.from("# Letter\n\nSeen today for a sprained ankle.");
    await frame.setInputFiles("#files", [{ name: "letter.md", mimeType: "text/markdown", buffer }]);
    await frame.waitForFunction(() => (document.querySelector("chaperone-app").reading.state.holdings?.files ?? 0) > 0);
    await frame.waitForFunction(() => !document.querySelector("chaperone-app").reading.state.busy);
    await go(frame, "charts");
    await frame.waitForSelector("chaperone-charts .empty-state, #screen-records .empty-state");
    await page.close();
  });
});
