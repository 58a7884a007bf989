// The names of many people: they come into the fields by and by, in their order, and who was chosen stays chosen.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch } from "../browser.mjs";
import { go, openReady, openWithSamples } from "./support/room.mjs";
import { serveWithoutModel } from "./support/without.mjs";

const PATIENCE = { timeout: 120_000 };
/** More than are put in at a time, twice. */
const PEOPLE = 430;

let site, browser;
before(async () => {
  [site, browser] = await Promise.all([serveWithoutModel(), launch()]);
});
after(async () => {
  await browser.close();
  await site.close();
});

const nameOf = (number) => `Person${String(number).padStart(4, "0")}`;
const line = (number) =>
  `${JSON.stringify({ resourceType: "Patient", id: `p${number}`, name: [{ family: nameOf(number) }] })}\n${JSON.stringify(
    {
      resourceType: "Condition",
      id: `c${number}`,
      subject: { reference: `Patient/p${number}` },
      code: { text: "Asthma" },
    },
  )}\n`;
const file = (name, numbers) => ({ name, mimeType: "", buffer: Buffer.from(numbers.map(line).join("")) });

/** Resolves to the names in a field, once there are as many as there are people. */
async function names(frame, field) {
  const all = await frame.waitForFunction(
    (id) => {
      const { patients } = document.querySelector("chaperone-app").reading.state;
      const find = (root) =>
        root.querySelector(id) ??
        [...root.querySelectorAll("*")].reduce(
          (found, { shadowRoot }) => found ?? (shadowRoot && find(shadowRoot)),
          null,
        );
      const options = [...find(document).options].filter(({ value }) => /^\d+$/.test(value));
      if (options.length !== patients.length) return false;
      return options.map(({ value, textContent }, at) => value === String(at) && textContent === patients[at]);
    },
    field,
    PATIENCE,
  );
  return all.jsonValue();
}

const chosen = (frame, field) => frame.$eval(field, ({ selectedOptions }) => selectedOptions[0]?.textContent);

test("of hundreds of people all can be chosen, and a choice outlasts a file that is read after it", async () => {
  const { page, frame } = await openReady(browser.context, site.url);
  const all = Array.from({ length: PEOPLE }, (_, number) => number);
  await frame.setInputFiles("#files", file("many.ndjson", all));
  await frame.waitForSelector("#ask:not(:disabled)", PATIENCE);
  await go(frame, "ask");
  const listed = await names(frame, "#subject");
  assert.deepEqual([listed.length, listed.every(Boolean)], [PEOPLE, true]);
  assert.equal(await chosen(frame, "#subject"), nameOf(0));
  await frame.selectOption("#subject", { label: nameOf(PEOPLE - 2) });

  await go(frame, "files");
  await frame.setInputFiles("#files", file("one-more.ndjson", [PEOPLE]));
  await frame.waitForFunction(
    (count) => {
      const { busy, patients } = document.querySelector("chaperone-app").reading.state;
      return !busy && patients.length === count;
    },
    PEOPLE + 1,
    PATIENCE,
  );
  await go(frame, "ask");
  assert.equal(await chosen(frame, "#subject"), nameOf(PEOPLE - 2));
  const more = await names(frame, "#subject");
  assert.deepEqual([more.length, more.every(Boolean)], [PEOPLE + 1, true]);
  assert.equal(await chosen(frame, "#subject"), nameOf(PEOPLE - 2));

  // In the other fields, too.
  await go(frame, "today");
  assert.ok((await names(frame, "#whose")).every(Boolean));
  assert.equal(await chosen(frame, "#whose"), nameOf(PEOPLE - 2), "whom the questions are about");
  await go(frame, "timeline");
  assert.ok((await names(frame, "#person")).every(Boolean));
  await frame.selectOption("#person", { label: nameOf(PEOPLE) });
  await go(frame, "charts");
  assert.ok((await names(frame, "#person")).every(Boolean));
  assert.equal(await chosen(frame, "#person"), nameOf(PEOPLE), "whom the page shows");
  await go(frame, "today");
  assert.equal(await chosen(frame, "#whose"), nameOf(PEOPLE));
  await frame.waitForSelector(`#brief-title:has-text("${nameOf(PEOPLE)}")`, PATIENCE);
  await frame.selectOption("#whose", { label: nameOf(1) });
  await frame.waitForSelector(`#brief-title:has-text("${nameOf(1)}")`, PATIENCE);
  // Chosen one after the other while the first is still looked up: the last one counts.
  await frame.$eval("chaperone-brief", async (view) => {
    const select = view.renderRoot.querySelector("#whose");
    for (const value of ["3", "4", "1"]) {
      select.value = value;
      select.dispatchEvent(new Event("change"));
      await new Promise((resolve) => setTimeout(resolve));
      await view.updateComplete;
    }
  });
  await frame.waitForFunction(
    () => !document.querySelector("chaperone-app").renderRoot.querySelector("chaperone-brief").busy,
  );
  await frame.waitForSelector(`#brief-title:has-text("${nameOf(1)}")`, { timeout: 10_000 });
  await go(frame, "timeline");
  assert.equal(await chosen(frame, "#person"), nameOf(1));
  await go(frame, "ask");
  assert.equal(await chosen(frame, "#subject"), nameOf(1));
  // Not behind a question that is being written, and not where it is meant for everybody.
  for (const [question, subject] of [
    ["How is", nameOf(1)],
    ["", ""],
  ]) {
    await go(frame, "ask");
    await frame.selectOption("#subject", subject === "" ? subject : { label: subject });
    await frame.fill("#question", question);
    await go(frame, "charts");
    await frame.selectOption("#person", { label: nameOf(2) });
    await go(frame, "ask");
    assert.equal(await chosen(frame, "#subject"), subject === "" ? "everybody" : subject);
  }
  await page.close();
});

test("whoever tried the sample records is asked about in their own, once these are read", async () => {
  const { page, frame } = await openWithSamples(browser.context, site.url);
  const own = async (number) => {
    await go(frame, "files");
    await frame.setInputFiles("#files", file(`own-${number}.ndjson`, [number]));
    await frame.waitForSelector(`#subject option:has-text("${nameOf(number)}")`, { state: "attached", ...PATIENCE });
    await frame.waitForFunction(() => !document.querySelector("chaperone-app").reading.state.busy, undefined, PATIENCE);
  };
  const shown = async () => {
    await go(frame, "ask");
    const subject = await chosen(frame, "#subject");
    await go(frame, "today");
    return [subject, await chosen(frame, "#whose")];
  };
  await own(1);
  await frame.waitForFunction(
    (name) => {
      const { suggesting, reading } = document.querySelector("chaperone-app");
      return reading.state.patients[suggesting.subject] === name;
    },
    nameOf(1),
    PATIENCE,
  );
  assert.deepEqual(await shown(), [nameOf(1), nameOf(1)]);
  // Who comes later is not meant by that.
  await own(2);
  assert.deepEqual(await shown(), [nameOf(1), nameOf(1)]);
  await page.close();
});
