// A ledger of what left, as a person saves and verifies it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { go } from "./room.mjs";

/** Presses `button` in the room, lets the shell save the file, and resolves to its name and text. */
export async function save(page, frame, button) {
  await frame.click(button);
  await page.waitForSelector("#export[open]");
  const said = await page.textContent("#export-name");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#export-save")]);
  assert.equal(download.suggestedFilename(), said);
  await frame.waitForSelector("chaperone-ledger #saved:has-text('Saved.')");
  return { name: said, text: readFileSync(await download.path(), "utf8") };
}

/** Picks `text` as a ledger file and resolves to the verdict. */
export async function verify(frame, text, noted = "") {
  const input = await frame.$("chaperone-verify-ledger #ledger-file");
  await input.setInputFiles({ name: "ledger.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await go(frame, "leaves");
  await frame.fill("chaperone-verify-ledger #noted", noted);
  await frame.evaluate(() => {
    const view = document.querySelector("chaperone-app").renderRoot.querySelector("chaperone-verify-ledger");
    view.looked = undefined;
  });
  await frame.click("chaperone-verify-ledger #verify");
  const notice = await frame.waitForSelector("chaperone-verify-ledger .notice");
  return notice.textContent();
}
