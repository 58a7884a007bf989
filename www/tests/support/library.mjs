// What tests of the library share: searching as a person does, and a pack that is long enough to be read in parts.
import { readFileSync } from "node:fs";
import init, { Library } from "../../../pkg/chaperone.js";
import { CANARIES, canaryBundle } from "./canary.mjs";
import { go, openReady } from "./room.mjs";

/** Opens the page at `url` on the screen of the library, and waits until `button` can be pressed. */
export async function openLibrary(browser, url, button) {
  const { page, frame } = await openReady(browser.context, url);
  await go(frame, "library");
  await frame.waitForSelector(`${button}:not(:disabled)`, { timeout: 60_000 });
  return { page, frame };
}

/** Has the page read the records of the canary, and goes back to the library. */
export async function readCanary(frame) {
  await go(frame, "files");
  const buffer = Buffer.from(canaryBundle());
  await frame.setInputFiles("#files", { name: CANARIES.label, mimeType: "application/json", buffer });
  await frame.waitForSelector("#ask:not(:disabled)", { timeout: 120_000 });
  await go(frame, "library");
}

/** The text of what `selector` finds, with single spaces. */
export const text = async (frame, selector) => (await frame.textContent(selector)).replaceAll(/\s+/g, " ").trim();

/** Searches the library, and resolves to the texts of what was found. */
export async function search(frame, words) {
  const before = await frame.$eval("chaperone-library", (view) => view.searches);
  await frame.fill("#library-words", words);
  await frame.press("#library-words", "Enter");
  await frame.waitForFunction(
    (count) => {
      const app = document.querySelector("chaperone-app");
      return app.shadowRoot.querySelector("chaperone-library").searches > count;
    },
    before,
    { timeout: 60_000 },
  );
  return frame.$$eval("#library-hits > li", (all) =>
    all.map((each) => each.textContent.replaceAll(/\s+/g, " ").trim()),
  );
}

/** A pack of `count` articles of invented words, w0 the commonest. */
export async function invented(count) {
  await init({ module_or_path: readFileSync(new URL("../../../pkg/chaperone_bg.wasm", import.meta.url)) });
  let state = 5;
  const draw = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 8;
  const words = (most) => Array.from({ length: most }, () => `w${(draw() % 60) * (draw() % 60)}`).join(" ");
  const library = new Library();
  library.beginFile();
  for (let number = 0; number < count; number += 1)
    library.pushFile(
      Buffer.from(`TY  - JOUR\nTI  - ${words(6)}\nPY  - 2001\nDO  - 10.5555/${number}\nAB  - ${words(110)}\nER  - \n`),
    );
  library.finishFile();
  library.make();
  const bytes = library.bytes(0, 2 ** 40);
  library.free();
  return bytes;
}
