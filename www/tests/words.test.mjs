// The words of the page: one catalogue for each language, with the same texts, and a page that is whole in both.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { build } from "esbuild";
import { launch, openRoom } from "../browser.mjs";
import { findings, sideways } from "./support/axe.mjs";
import { QUESTION, ask, enterServer, go, whole } from "./support/room.mjs";
import { serveWithoutModel } from "./support/without.mjs";

const WORDS = new URL("../room/words/", import.meta.url);
const AREAS = readdirSync(WORDS)
  .filter((name) => name.endsWith(".ts") && name !== "say.ts")
  .map((name) => name.replace(/\.ts$/, ""));

/** Loads what `lines` export, bundled from the sources. */
async function load(lines) {
  const { outputFiles } = await build({
    stdin: { contents: lines.join("\n"), resolveDir: WORDS.pathname, loader: "ts" },
    bundle: true,
    write: false,
    format: "esm",
    target: "es2023",
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`);
}

const all = load([
  ...AREAS.map((name) => `export { ${name === "nouns" ? "nouns" : "words"} as ${name}English } from "./${name}.ts";`),
  ...AREAS.map((name) => `export { ${name} as ${name}German } from "./de/${name}.ts";`),
  `export { area, learn, speak } from "./say.ts";`,
]);

const forms = (message) => (typeof message === "string" ? [message] : [message.one, message.other]);
const names = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

describe("the catalogues", () => {
  test("have the same keys in both languages, the same values in each text, and no text twice under one key", async () => {
    const loaded = await all;
    for (const area of AREAS) {
      const { english } = loaded[`${area}English`];
      const german = loaded[`${area}German`];
      assert.deepEqual(Object.keys(german).sort(), Object.keys(english).sort(), area);
      for (const [key, message] of Object.entries(english)) {
        const [one, other] = [message, german[key]];
        assert.equal(typeof other, typeof one, `${area}.${key}`);
        // A form for one may leave the number out: "Read it all the same".
        const wanted = new Set(forms(one).flatMap(names));
        const found = new Set(forms(other).flatMap(names));
        assert.deepEqual([...found].sort(), [...wanted].sort(), `${area}.${key}`);
        assert.ok(
          forms(other).every((text) => text !== "" && !/["']/.test(text.replaceAll("{", ""))),
          `${area}.${key}: quotation marks of German`,
        );
      }
    }
  });

  test("are chosen from by the plural rules of their language, with numbers as it writes them", async () => {
    const { area, learn, speak } = await all;
    const { say, rich } = area("test", { files: { one: "{count} file", other: "{count} files" }, of: "of {name}" });
    assert.deepEqual(
      [0, 1, 2, 1234].map((count) => say("files", { count })),
      ["0 files", "1 file", "2 files", "1,234 files"],
    );
    learn({
      tag: "de",
      locale: "de-DE",
      areas: { test: { files: { one: "{count} Datei", other: "{count} Dateien" } } },
    });
    assert.equal(speak("de"), true);
    assert.deepEqual(
      [0, 1, 1234].map((count) => say("files", { count })),
      ["0 Dateien", "1 Datei", "1.234 Dateien"],
    );
    // A text that is missing stands there in English, and not as its key.
    assert.equal(say("of", { name: "A" }), "of A");
    assert.deepEqual(rich("of", { name: 7n }), ["of ", 7n, ""]);
    assert.equal(speak("en"), true);
  });
});

describe("the page", () => {
  let site, browser;
  before(async () => {
    [site, browser] = await Promise.all([serveWithoutModel(), launch()]);
  });
  after(async () => {
    await browser.close();
    await site.close();
  });

  /** The texts that are in sight, and the names of what has one, through all shadows. */
  const inSight = (frame) =>
    frame.evaluate(() => {
      const found = [];
      const walk = (node) => {
        if (node.nodeType === Node.TEXT_NODE) return found.push(node.textContent.trim());
        if (node instanceof Element) {
          if (["STYLE", "SCRIPT"].includes(node.tagName) || !node.checkVisibility()) return;
          for (const name of ["aria-label", "title", "placeholder"])
            if (node.hasAttribute(name)) found.push(node.getAttribute(name));
          for (const child of node.shadowRoot?.childNodes ?? []) walk(child);
        }
        for (const child of node.childNodes) walk(child);
      };
      walk(document.body);
      return found.filter((text) => text !== "");
    });

  /** Texts of the English catalogue that are in sight where German says something else. */
  async function english(frame) {
    const loaded = await all;
    const only = new Set();
    for (const area of AREAS) {
      for (const [key, message] of Object.entries(loaded[`${area}English`].english)) {
        const german = loaded[`${area}German`][key];
        if (typeof message === "string" && message.length > 3 && !message.includes("{") && message !== german)
          only.add(message);
      }
    }
    for (const area of AREAS)
      for (const message of Object.values(loaded[`${area}German`])) forms(message).forEach((text) => only.delete(text));
    return (await inSight(frame)).filter((text) => only.has(text));
  }

  async function speakGerman(frame) {
    await go(frame, "settings");
    await frame.selectOption("chaperone-locale #language", "de");
    await frame.waitForFunction(() => document.documentElement.lang === "de");
  }

  test(
    "is whole in German on every screen, with its language told, and axe-core finds nothing",
    { timeout: 300_000 },
    async () => {
      const { page, frame } = await openRoom(browser.context, site.url);
      await frame.waitForSelector("#samples:not(:disabled)");
      await whole(frame);
      await speakGerman(frame);
      const look = async (name) => {
        assert.deepEqual(await english(frame), [], name);
        assert.deepEqual(await findings(frame), [], name);
        assert.equal(await sideways(frame), "", name);
      };
      await page.setViewportSize({ width: 360, height: 740 });
      await look("settings");
      for (const screen of ["today", "records", "leaves"]) {
        await go(frame, screen);
        await look(`${screen}, empty`);
      }
      await go(frame, "files");
      await frame.click("#samples");
      await frame.waitForSelector("#ask:not(:disabled)");
      await ask(frame, QUESTION, 1);
      await frame.waitForFunction(() =>
        /^Blutdruck, neuester Wert, vom /.test(
          (function find(root) {
            const found = root.querySelector("#exact .sentence");
            if (found !== null) return found.textContent;
            for (const each of root.querySelectorAll("*")) {
              const inside = each.shadowRoot === null ? "" : find(each.shadowRoot);
              if (inside !== "") return inside;
            }
            return "";
          })(document),
        ),
      );
      await look("answer");
      await enterServer(frame, { url: "http://127.0.0.1:9" });
      await frame.check("input[value=model]");
      await frame.fill("#question", QUESTION);
      await frame.click("#ask:not(:disabled)");
      await frame.waitForSelector("#approve");
      await look("what would leave");
      for (const place of ["today", "timeline", "charts", "search", "files", "library", "leaves", "settings"]) {
        await go(frame, place);
        await page.waitForTimeout(500);
        await look(place);
      }
      assert.match(await frame.textContent("chaperone-records .figures"), /Personen?/);
      await frame.selectOption("chaperone-locale #language", "en");
      await frame.waitForFunction(() => document.documentElement.lang === "en");
      assert.equal(await frame.textContent("#heading-settings"), "Settings");
      await page.close();
    },
  );

  test("begins in the language of the browser, where it speaks that", async () => {
    // Playwright's own locale may come after the page has asked for it.
    const german = await launch({ flags: ["--accept-lang=de-AT,de"] });
    try {
      const { page, frame } = await openRoom(german.context, site.url);
      await frame.waitForFunction(() => document.documentElement.lang === "de", undefined, { timeout: 120_000 });
      assert.equal(await frame.textContent("#heading-records"), "Ihre Akten");
      // So does the shell, which the room cannot reach; and what is chosen in the room holds for both.
      const shell = () =>
        page.evaluate(() => [document.documentElement.lang, document.getElementById("export-title").textContent]);
      assert.deepEqual(await shell(), ["de", "Eine Datei auf diesem Gerät speichern?"]);
      assert.equal(await page.getAttribute("#room", "title"), "Raum mit den Akten");
      await frame.waitForSelector("#samples:not(:disabled)");
      await go(frame, "settings");
      await frame.selectOption("chaperone-locale #language", "en");
      await page.waitForFunction(() => document.documentElement.lang === "en");
      assert.deepEqual(await shell(), ["en", "Save a file to this device?"]);
      await frame.selectOption("chaperone-locale #language", "de");
      await page.waitForFunction(() => document.documentElement.lang === "de");
      assert.deepEqual(await shell(), ["de", "Eine Datei auf diesem Gerät speichern?"]);
      await page.close();
    } finally {
      await german.close();
    }
  });

  test("shows other units beside those of the records, which stay as they stand", { timeout: 300_000 }, async () => {
    const { page, frame } = await openRoom(browser.context, site.url);
    await frame.waitForSelector("#samples:not(:disabled)");
    await whole(frame);
    await frame.click("#samples");
    await frame.waitForSelector("#ask:not(:disabled)");
    await go(frame, "charts");
    await frame.click("#series .series:has-text('A1c')");
    const readout = () => frame.textContent("#readout strong");
    const recorded = await readout();
    assert.doesNotMatch(recorded, /≈/);
    await go(frame, "settings");
    await frame.selectOption("chaperone-locale #units", "si");
    await go(frame, "charts");
    const [, percent] = /^([\d.]+)/.exec(recorded);
    const beside = Math.round(10.929 * Number(percent) - 23.52);
    const now = await readout();
    assert.ok(now.startsWith(recorded.trim()), now);
    assert.match(now, new RegExp(`≈ ${beside} mmol/mol$`));
    await page.close();
  });
});
