// The planner's searches as tools: listed with their schemas, called by hand, and without a way out.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch } from "../browser.mjs";
import { go, openWithSamples } from "./support/room.mjs";
import { serveWithoutModel } from "./support/without.mjs";

let site, browser;
before(async () => {
  [site, browser] = await Promise.all([serveWithoutModel(), launch()]);
});
after(async () => {
  await browser.close();
  await site.close();
});

const opened = async () => {
  const opened = await openWithSamples(browser.context, site.url);
  await go(opened.frame, "settings");
  await opened.frame.click("chaperone-tools summary");
  await opened.frame.waitForSelector("chaperone-tools #tool");
  return opened;
};
const call = async (frame, name, parameters) => {
  await frame.selectOption("chaperone-tools #tool", { label: name });
  await frame.fill("chaperone-tools #arguments", parameters);
  const said = "chaperone-tools :is(#outcome, #failure)";
  await frame.$$eval(said, (all) => all.forEach((each) => each.setAttribute("data-earlier", "")));
  await frame.click("chaperone-tools #call");
  const now = await frame.waitForSelector(`${said}:not([data-earlier])`);
  const [id, text] = await now.evaluate((each) => [each.id, each.textContent]);
  return id === "failure" ? { failure: text } : JSON.parse(text);
};

describe("the searches as tools", () => {
  test("are listed with schemas, and return what a search of the room does", async () => {
    const { page, frame } = await opened();
    const names = await frame.$$eval("chaperone-tools #tool option", (all) => all.map((each) => each.textContent));
    assert.deepEqual(names, ["list_patients", "look_up", "find_patients", "search_passages", "read_passage"]);
    const { patients } = await call(frame, "list_patients", "{}");
    assert.equal(patients.length, 5);
    const schema = JSON.parse(await frame.textContent("chaperone-tools #schema"));
    assert.equal(schema.additionalProperties, false);
    const { patient } = patients.find(({ name }) => name.includes("Okafor"));
    const told = await call(frame, "look_up", JSON.stringify({ topic: "weight", wanted: "latest", patient }));
    assert.match(told.exact.answer, /^[\d.]+ kg/);
    assert.equal(told.entries.length, told.all);
    const { passages } = await call(frame, "search_passages", JSON.stringify({ text: "weight", patient, most: 2 }));
    assert.ok(passages.length > 0 && passages.every((each) => each.patient === patient));
    const read = await call(frame, "read_passage", JSON.stringify({ reference: passages[0].reference }));
    assert.equal(read.text, passages[0].text);
    await page.close();
  });

  test("say what is wrong without repeating it, and send nothing", async () => {
    const { page, frame } = await opened();
    const requests = [];
    page.on("request", (request) => requests.push(request.url()));
    for (const [name, parameters] of [
      ["look_up", "Quartermain"],
      ["look_up", '{"wanted": "Quartermain"}'],
      ["search_passages", '{"text": "weight", "most": 2, "Quartermain": 1}'],
      ["read_passage", '{"reference": "Quartermain"}'],
    ]) {
      const { failure } = await call(frame, name, parameters);
      assert.ok(failure !== undefined && failure.length > 10, `${name} ${parameters}`);
      assert.doesNotMatch(failure, /Quartermain/);
    }
    await call(frame, "search_passages", '{"text": "Quartermain weight"}');
    assert.deepEqual(
      requests.filter((url) => /Quartermain|weight(?!s\.[0-9a-f]+\.pack$)/i.test(url)),
      [],
    );
    await page.close();
  });
});
