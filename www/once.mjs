// Asks the page one question, on the sample records and without a model, and prints the answer.
//
//   node once.mjs "When was my last blood pressure and what was it?"
//
// It drives the built page in headless Chromium. It ends with 0 only if a box was shown and every text in
// every box stands in the sample files at the place that its citation names.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch, openRoom } from "./browser.mjs";
import { readSources, recheck } from "./quote-check.mjs";
import { serve } from "./serve.mjs";

const question = process.argv.slice(2).join(" ").trim();
if (question === "") {
  console.error('usage: npm run once -- "QUESTION"');
  process.exit(2);
}

const site = await serve();
const browser = await launch();
try {
  const { frame } = await openRoom(browser.context, site.url);
  await frame.click("chaperone-records #samples:not(:disabled)", { timeout: 120_000 });
  await frame.fill("chaperone-question #question", question);
  await frame.click("chaperone-question #ask:not(:disabled)", { timeout: 120_000 });
  await frame.waitForSelector("chaperone-answer #count, chaperone-answer #failure", { timeout: 120_000 });

  const view = await frame.waitForSelector("chaperone-answer");
  const { failure, answer, shown } = await view.evaluate((element) => ({
    failure: element.failure,
    answer: element.answer,
    shown: [...element.renderRoot.querySelectorAll("[data-block]")].map((block) => block.textContent),
  }));
  if (failure !== "") throw new Error(`the page says: ${failure}`);

  console.log(question);
  if (answer.exact !== undefined) console.log(`\n${answer.exact.sentence}`);
  const sources = readSources(join(dirname(fileURLToPath(import.meta.url)), "..", "examples", "records"));
  let boxes = 0;
  answer.blocks.forEach((block, number) => {
    console.log();
    if (block.kind === "prose") return console.log(block.parts.map(({ text }) => text).join(""));
    if (block.kind === "invalid") return console.log(`Invalid reference: ${block.asked}`);
    const { texts, files } = recheck(block, shown[number], sources);
    boxes += 1;
    if (block.kind === "verbatim") console.log(`${block.text}\n[verbatim from the source] ${block.title}`);
    else {
      console.log(block.title);
      for (const { label, value, unit } of block.rows)
        console.log(`  ${label}: ${value}${unit === undefined ? "" : ` ${unit}`}`);
      console.log("[from structured data]");
    }
    console.log(
      `${block.reference}\nchecked: ${texts} ${texts === 1 ? "text equals" : "texts equal"} ${files.join(", ")}`,
    );
  });
  if (answer.notice !== undefined) console.log(`\n${answer.notice}`);
  if (boxes === 0) throw new Error("no box was shown");
} catch (error) {
  console.error(`once: ${error.message}`);
  process.exitCode = 1;
} finally {
  await browser.close();
  await site.close();
}
