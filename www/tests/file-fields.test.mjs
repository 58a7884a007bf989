// The fields for files: they speak the language of the page, name what was chosen, and are used as a browser's own are.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch } from "../browser.mjs";
import { findings } from "./support/axe.mjs";
import { focused, go, openReady } from "./support/room.mjs";
import { serveWithoutModel } from "./support/without.mjs";

let site, browser, page, frame;
before(async () => {
  [site, browser] = await Promise.all([serveWithoutModel(), launch()]);
  ({ page, frame } = await openReady(browser.context, site.url));
});
after(async () => {
  await browser.close();
  await site.close();
});

/** The fields that keep what is chosen in them until it is used: each with its screen, and what has to be opened first. */
const FIELDS = [
  { screen: "settings", field: "chaperone-device-model #gguf", name: "model.gguf" },
  { screen: "settings", opens: "chaperone-own-model summary", field: "chaperone-own-model #model", name: "model.onnx" },
  { screen: "settings", field: "chaperone-own-model #tokenizer", name: "tokenizer.json" },
  {
    screen: "settings",
    opens: "chaperone-own-concepts summary",
    field: "chaperone-own-concepts #files",
    name: "MRCONSO.RRF",
  },
  { screen: "leaves", field: "chaperone-verify-ledger #ledger-file", name: "ledger.json" },
];

/** Speaks `tag` from now on. */
async function speak(tag) {
  await go(frame, "settings");
  await frame.selectOption("chaperone-locale #language", tag);
  await frame.waitForFunction((spoken) => document.documentElement.lang === spoken, tag);
}

/** What stands in the field, and whether the browser's own words are out of sight. */
const shown = (field) =>
  frame.$eval(field, (input) => {
    const label = input.closest("label");
    const chosen = label.querySelector("chaperone-chosen");
    return {
      button: label.querySelector(".button").textContent.trim(),
      chosen: chosen.shadowRoot.textContent.trim(),
      status: chosen.shadowRoot.querySelector("[role=status]") !== null,
      own: getComputedStyle(input).opacity,
    };
  });

test("say in the language of the page that nothing is chosen, and then what is", { timeout: 180_000 }, async () => {
  for (const { screen, opens, field, name } of FIELDS) {
    await go(frame, screen);
    if (opens !== undefined) await frame.click(opens);
    const button = field.endsWith("#files") ? "Choose files" : "Choose a file";
    assert.deepEqual(await shown(field), { button, chosen: "No file chosen", status: true, own: "0" }, field);
    await frame.setInputFiles(field, { name, mimeType: "", buffer: Buffer.from("x") });
    assert.equal((await shown(field)).chosen, name, field);
    await speak("de");
    await go(frame, screen);
    const german = field.endsWith("#files") ? "Dateien wählen" : "Datei wählen";
    assert.deepEqual(await shown(field), { button: german, chosen: name, status: true, own: "0" }, field);
    await frame.setInputFiles(field, []);
    assert.equal((await shown(field)).chosen, "Keine Datei gewählt", field);
    assert.deepEqual(await findings(frame), [], screen);
    await speak("en");
  }
});

test("are opened by the keyboard, and by a press beside the button", { timeout: 180_000 }, async () => {
  for (const { screen, field } of FIELDS) {
    await go(frame, screen);
    await frame.focus(field);
    assert.equal(await focused(frame), field.replace(/.*#/, ""));
    assert.notEqual(await frame.$eval(field, (input) => getComputedStyle(input.parentElement).outlineStyle), "none");
    // What opens the browser's own choice of files is a press of its field, which is looked at instead.
    await frame.$eval(field, (input) => {
      input.presses = 0;
      input.addEventListener("click", (event) => {
        event.preventDefault();
        input.presses += 1;
      });
    });
    await page.keyboard.press("Space");
    const { width, height } = await frame.$eval(field, (input) => input.getBoundingClientRect().toJSON());
    await frame.click(field, { position: { x: 8, y: height / 2 } });
    await frame.click(field, { position: { x: width - 4, y: height / 2 } });
    assert.equal(await frame.$eval(field, ({ presses }) => presses), 3, field);
  }
});
