// A text that the person pastes is looked through: what identifies somebody is marked, with why.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch } from "../browser.mjs";
import { focused, go, openReady, openWithSamples } from "./support/room.mjs";
import { serveWithoutModel } from "./support/without.mjs";

const TEXT = `Dr. Maren Tollefsen saw Mr. Kwabena Osei on 14 March 2021 😀 at 12 Harbour Street.
Call 555-867-5309. Parkinson's disease, BP 124/76, HbA1c 6.4 %. MRN: 00483221.`;

let site, browser;
before(async () => {
  [site, browser] = await Promise.all([serveWithoutModel(), launch()]);
});
after(async () => {
  await browser.close();
  await site.close();
});

const look = async (frame, text) => {
  await go(frame, "leaves");
  await frame.fill("#pasted", text);
  await frame.click("#run");
  await frame.waitForFunction(() => {
    const view = document.querySelector("chaperone-app")?.shadowRoot?.querySelector("chaperone-examine")?.shadowRoot;
    return /found/.test(view?.querySelector("#told")?.textContent ?? "");
  });
};
const marks = (frame) => frame.$$eval("chaperone-examine mark", (all) => all.slice(4).map((mark) => mark.textContent));
const rows = (frame) =>
  frame.$$eval("chaperone-examine tbody tr", (all) =>
    all.map((row) => [row.dataset.type, ...[...row.children].map((cell) => cell.textContent)]),
  );

describe("a text that is pasted", () => {
  test("shows what identifies somebody, where it stands, and why", async () => {
    const { page, frame } = await openReady(browser.context, site.url);
    await look(frame, TEXT);
    const found = await marks(frame);
    for (const wanted of [
      "Maren Tollefsen",
      "Kwabena Osei",
      "14 March 2021",
      "12 Harbour Street",
      "555-867-5309",
      "00483221",
    ])
      assert.ok(
        found.some((text) => text.includes(wanted)),
        wanted,
      );
    for (const innocent of ["Parkinson", "124/76", "6.4"])
      assert.ok(!found.some((text) => text.includes(innocent)), innocent);
    assert.equal(await frame.textContent("chaperone-examine #text"), TEXT);
    const phone = (await rows(frame)).find(([type]) => type === "PHONE");
    assert.deepEqual([phone[1], phone[2]], ["555-867-5309", "a telephone number"]);
    assert.match(phone[3], /^form: /);
    assert.match(phone[4], /likely|certain/);
    await frame.click("chaperone-examine #clear");
    assert.equal(await focused(frame), "pasted");
    assert.equal(await frame.$("chaperone-examine #text"), null);
    await page.close();
  });

  test("is held against what the records name", async () => {
    const { page, frame } = await openWithSamples(browser.context, site.url);
    await look(frame, "spoke to okafor about it");
    assert.deepEqual(
      (await rows(frame)).map(([type, text, , why]) => [type, text, why]),
      [["PERSON", "okafor", "named by your records"]],
    );
    await page.close();
  });

  test("leaves nothing in the address, in storage or on the way out, and markup in it is text", async () => {
    const { page, frame } = await openReady(browser.context, site.url);
    const sent = [];
    page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
    const secret = "Zebedee Quackenbush";
    await look(frame, `Patient: ${secret} <img src=x onerror="document.title='run'"> MRN: 00483221`);
    assert.equal(await frame.$("chaperone-examine img"), null);
    assert.ok(!sent.some((line) => line.includes("Quackenbush")));
    const kept = await page.evaluate(async () => {
      const names = (await indexedDB.databases()).map(({ name }) => name);
      return JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }, names, document.title]);
    });
    assert.ok(!kept.includes("Quackenbush") && !kept.includes("run"));
    await page.close();
  });

  test("is told whole on a phone: no column and no row of what was found is out of sight", async () => {
    const { page, frame } = await openReady(browser.context, site.url, { viewport: { width: 390, height: 844 } });
    await look(frame, Array.from({ length: 12 }, (_, at) => `Dr. Maren Tollefsen, MRN: 0048322${at % 10}`).join("\n"));
    const { wide, high, seen, count } = await frame.$eval("chaperone-examine", ({ shadowRoot }) => {
      const table = shadowRoot.querySelector(".scroll");
      const cells = [...table.querySelectorAll("tbody th, tbody td")].map((cell) => cell.getBoundingClientRect());
      return {
        wide: table.scrollWidth - table.clientWidth,
        high: table.scrollHeight - table.clientHeight,
        seen: cells.filter(({ left, right, height }) => left >= 0 && right <= innerWidth && height > 0).length,
        count: cells.length,
      };
    });
    assert.deepEqual([wide, high, seen], [0, 0, count]);
    assert.ok(count >= 24 * 4, `${count} cells`);
    assert.equal(await frame.getByRole("columnheader", { name: "How sure" }).count(), 1);
    assert.match(await frame.textContent("chaperone-examine #reading"), /pattern/);
    await page.close();
  });

  test("in which nothing is found is not called harmless", async () => {
    const { page, frame } = await openReady(browser.context, site.url);
    await look(frame, "Blood pressure 124/76, no fever.");
    assert.match(await frame.textContent("chaperone-examine #told"), /no proof/);
    await page.close();
  });
});
