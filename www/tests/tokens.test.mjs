// The colours of the page: every pair that occurs is computed, in light and in dark.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { load } from "./support/compile.mjs";

let contrast, colours;
before(async () => {
  ({ contrast } = await load("room/view/themed.ts"));
  const tokens = readFileSync(new URL("../room/view/theme.ts", import.meta.url), "utf8");
  const pairs = tokens.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g);
  colours = Object.fromEntries([...pairs].map(([, name, light, dark]) => [name, { light, dark }]));
});

const LANES = "conditions allergies medicines measurements procedures vaccinations visits notes other"
  .split(" ")
  .map((kind) => `lane-${kind}`);

/** Text and what it lies on: 4.5 to 1 (WCAG 2.2, success criterion 1.4.3). */
const TEXT = [
  ["ink", ["ground", "sheet", "quote", "chosen", "hover", "told", "general", "standin", "clinical"]],
  ["ink-soft", ["ground", "sheet", "quote", "hover"]],
  ["accent", ["ground", "sheet", "quote", "chosen", "hover"]],
  ["accent-ink", ["accent"]],
  ["quote-ink", ["quote"]],
  ["good", ["good-ground", "ground", "sheet"]],
  ["warn", ["warn-ground", "ground", "sheet"]],
  ["bad", ["bad-ground", "ground", "sheet", "quote"]],
];

/** What has to be told from what lies around it without being text: 3 to 1 (success criterion 1.4.11). */
const GRAPHICS = [
  ...LANES.map((lane) => [lane, ["sheet", "ground"]]),
  ["line-strong", ["sheet", "ground"]],
  ["attention", ["sheet", "hover"]],
  ["quote-line", ["sheet", "quote"]],
  ["general-line", ["general", "sheet"]],
  ["standin-line", ["standin", "sheet"]],
];

for (const [what, pairs, least] of [
  ["text can be read", TEXT, 4.5],
  ["lines, dots and icons can be seen", GRAPHICS, 3],
]) {
  for (const scheme of ["light", "dark"]) {
    test(`${what} on everything that lies behind it, ${scheme}`, () => {
      const low = [];
      for (const [front, grounds] of pairs) {
        for (const ground of grounds) {
          const found = contrast(colours[front][scheme], colours[ground][scheme]);
          if (found < least) low.push(`${front} on ${ground}: ${found.toFixed(2)}`);
        }
      }
      assert.deepEqual(low, []);
    });
  }
}

test("the computation finds a pair that cannot be read", () => {
  assert.ok(contrast("#ffffff", "#000000") > 20.9);
  assert.ok(contrast(colours.line.light, colours.sheet.light) < 3);
});
