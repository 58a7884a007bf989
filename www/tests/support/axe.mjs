// Whether everybody can use what is shown: axe-core, and what stands out of the window.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Runs axe-core in the room. The script comes over the debugger's protocol, which no policy concerns. */
export async function findings(frame) {
  if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(AXE);
  return frame.evaluate(async (values) => {
    // Of what is right it need not list every element.
    const options = { runOnly: { type: "tag", values }, resultTypes: ["violations"] };
    const { violations } = await window.axe.run(document, options);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target} ${failureSummary}`),
    );
  }, TAGS);
}

/** Widest part of the page that stands out of the window, in CSS pixels, with where it is. */
export const sideways = (frame) =>
  frame.evaluate(() => {
    const { scrollWidth } = document.documentElement;
    return scrollWidth > window.innerWidth ? `${scrollWidth} of ${window.innerWidth}` : "";
  });

/** Shows a page in `colorScheme` and in a window of `viewport`, where they are given, and waits until its room is drawn so. */
export async function showAs(page, frame, { colorScheme, viewport }) {
  if (colorScheme !== undefined) await page.emulateMedia({ colorScheme });
  if (viewport !== undefined) await page.setViewportSize(viewport);
  await frame.waitForFunction(
    ({ colorScheme, width }) =>
      (colorScheme === undefined || matchMedia(`(prefers-color-scheme: ${colorScheme})`).matches) &&
      (width === undefined || window.innerWidth === width),
    { colorScheme, width: viewport?.width },
  );
  await frame.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

/** Everybody can use what is shown: axe-core finds nothing, and in a narrow window, as it is from then on, nothing stands out of it. */
export async function usable(page, frame) {
  assert.deepEqual(await findings(frame), []);
  await showAs(page, frame, { viewport: { width: 320, height: 640 } });
  assert.equal(await sideways(frame), "");
}
