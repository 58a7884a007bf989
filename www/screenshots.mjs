// Pictures of every screen with the sample records in it: light on a desk and dark on a phone; with --all in both everywhere.
//
//   node screenshots.mjs [--all] [--german] [FOLDER]
//
// They are made of the built page (node build.mjs) in headless Chromium. Without a folder they go to docs/screens/.
import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "./browser.mjs";
import { serve } from "./serve.mjs";
import { startChroma } from "./tests/support/chroma.mjs";
import { enterServer, go, openReady } from "./tests/support/room.mjs";

const all = process.argv.includes("--all");
const folder =
  process.argv.slice(2).find((each) => !each.startsWith("--")) ??
  join(dirname(fileURLToPath(import.meta.url)), "..", "docs", "screens");
const LOOKS = [
  { name: "phone", viewport: { width: 390, height: 844 }, schemes: all ? ["light", "dark"] : ["dark"] },
  { name: "desk", viewport: { width: 1280, height: 780 }, schemes: all ? ["light", "dark"] : ["light"] },
];

/** A letter as somebody may paste it; everybody in it is invented. */
const LETTER = `Dear Dr. Lindqvist,
I saw Mrs. Amara Okafor (born 12/03/1961, MRN 00482913) on 2 March 2019. She lives at 14 Elm Street, Springfield, IL 62704;
her telephone is (217) 555-0142. Her HbA1c was 7.2 %, her blood pressure 128/82 mmHg. Metformin 1000 mg twice a day.
Yours, Hanna Berg, MD`;

/** What a server of public passages has: invented articles. */
const PASSAGES = [
  {
    citation: "Marlow 2021 · PMID 90000311 · Results",
    title: "Less salt in older adults with raised blood pressure: a randomised trial",
    text: "After eight weeks on less salt systolic pressure was 5.1 mmHg lower than in the comparison group.",
    journal: "Invented Journal of Trials",
    types: "Randomized Controlled Trial",
    year: 2021,
    pmid: 90000311,
  },
  {
    citation: "Ferro 2016 · PMID 90000312 · Abstract",
    title: "Potassium as a substitute for salt",
    text: "Part of the salt was replaced by potassium chloride; pressure fell in both groups.",
    journal: "Invented Reviews",
    types: "Review",
    year: 2016,
    pmid: 90000312,
    marks: "concern",
  },
];

/** A server that takes a request and says nothing of use: what would leave is what is pictured. */
const model = createServer((_, response) => response.writeHead(503).end());
await new Promise((resolve) => model.listen(0, "127.0.0.1", resolve));
const chroma = await startChroma();
chroma.behave(PASSAGES);
const site = await serve();
const browser = await launch(process.argv.includes("--german") ? { locale: "de-DE" } : {});
mkdirSync(folder, { recursive: true });

try {
  for (const { name, viewport, schemes } of LOOKS) {
    for (const colorScheme of schemes) await pictures(`${name}-${colorScheme}`, { viewport, colorScheme });
  }
} finally {
  await browser.close();
  await Promise.all([site.close(), chroma.close()]);
  model.closeAllConnections();
  model.close();
}

async function pictures(look, screen) {
  const { page, frame } = await openReady(browser.context, site.url, screen);
  const take = async (name) => {
    await page.mouse.move(0, 0);
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(folder, `${name}-${look}.png`) });
  };
  const see = async (selector) => {
    await frame.$eval(selector, (element) => element.scrollIntoView({ block: "start" }));
    await frame.evaluate(() => window.scrollBy(0, -24));
  };
  await take("welcome");
  await frame.click("#samples");
  await frame.waitForSelector(".chips button", { timeout: 300_000 });
  await take("ask");
  await go(frame, "today");
  await frame.waitForSelector("#brief");
  await take("today");
  await frame.click("chaperone-doctors-page #make-page");
  await frame.waitForSelector("chaperone-doctors-page #sheet-title");
  await see("chaperone-doctors-page #sheet-title");
  await take("doctor");
  await go(frame, "timeline");
  await frame.waitForSelector("#picture");
  await take("timeline");
  await go(frame, "charts");
  await frame.waitForSelector(".plot");
  await frame.click("#series .series:has-text('A1c')");
  await take("charts");
  await go(frame, "search");
  await frame.fill("#words", "knee pain");
  await frame.click("#search");
  await frame.waitForSelector("#hits");
  await take("search");
  await go(frame, "files");
  await take("files");
  await go(frame, "ask");
  await frame.fill("#question", "What was my last HbA1c?");
  await frame.click("#ask:not(:disabled)");
  await frame.waitForSelector("[data-turn='1'] #count");
  await page.waitForTimeout(800);
  await take("answer");
  await frame.click("[data-turn='1'] [data-reference] >> nth=0");
  await frame.waitForSelector("dialog mark");
  await take("reader");
  await page.keyboard.press("Escape");
  await see("[data-turn='1'] #save-answer");
  await take("export");
  await enterServer(frame, { url: `http://127.0.0.1:${model.address().port}`, model: "llama3.2" });
  await frame.check("input[value=model]");
  await frame.fill("#question", "How did my HbA1c change?");
  await frame.click("#ask:not(:disabled)");
  await frame.waitForSelector("#approve");
  await page.waitForTimeout(800);
  await take("review");
  await frame.click("chaperone-by-hand summary");
  await see("chaperone-by-hand summary");
  await take("by-hand");
  await see("#save-workflow");
  await take("workflow");
  await go(frame, "leaves");
  await take("leaves");
  await frame.fill("#pasted", LETTER);
  await frame.click("#run");
  await frame.waitForSelector("chaperone-examine #text");
  await see("#pasted");
  await take("examine");
  await go(frame, "library");
  await take("library");
  await frame.fill("#pubmed-query", "hypertension[mh] AND (salt OR sodium)");
  await frame.click("#pubmed-look");
  await frame.waitForSelector("#pubmed-send");
  await see("#pubmed-title");
  await take("pubmed");
  await frame.fill("#nearest-server", chroma.url);
  await frame.fill("#nearest-collection", "papers");
  await frame.fill("#nearest-question", "Does salt raise blood pressure in older adults?");
  await frame.click("#nearest-look");
  await frame.waitForSelector("#nearest-send", { timeout: 120_000 });
  await frame.click("#nearest-send");
  await frame.waitForSelector("#nearest-hits");
  await see("#nearest-title");
  await take("passages");
  await go(frame, "settings");
  await take("settings");
  await see("chaperone-locale");
  await take("language");
  await see("chaperone-model-list");
  await take("models");
  await frame.click("#keeping");
  await take("keep");
  await page.keyboard.press("Escape");
  await frame.selectOption("chaperone-locale #language", "de");
  await frame.waitForFunction(() => document.documentElement.lang === "de");
  await go(frame, "today");
  await take("today-german");
  await go(frame, "settings");
  await take("settings-german");
  await page.close();
}
