// how the page reads a folder of records in Chromium, without embedding: FOLDER [--json FILE]
//
// Prints one JSON line: what was read, the seconds from choosing the files to the finished index, and the
// largest resident memory of a renderer process (Linux only), in MiB. It needs the built page (./run setup).
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { launch, openRoom } from "../www/browser.mjs";
import { serve } from "../www/serve.mjs";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: "string" } } });
const [folder] = positionals;
if (folder === undefined) {
  console.error("usage: ./run bench browser-load FOLDER [--json FILE]");
  process.exit(2);
}
const paths = readdirSync(folder)
  .filter((name) => /\.(json|ndjson)(\.gz)?$/.test(name))
  .sort()
  .map((name) => join(folder, name));

/** Peak resident memory, in MiB, of the largest renderer that this process started. */
function rendererPeak() {
  const status = (pid) => readFileSync(`/proc/${pid}/status`, "utf8");
  const number = (text, name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0);
  let largest = 0;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("--type=renderer")) continue;
      let ancestor = pid;
      while (ancestor > 1 && Number(ancestor) !== process.pid) ancestor = number(status(ancestor), "PPid");
      if (Number(ancestor) === process.pid) largest = Math.max(largest, number(status(pid), "VmHWM"));
    } catch {
      // The process ended while it was looked at.
    }
  }
  return largest / 1024;
}

const site = await serve();
const browser = await launch();
try {
  const { frame } = await openRoom(browser.context, site.url);
  await frame.waitForSelector("#files:not(:disabled)", { timeout: 120_000, state: "attached" });
  const begun = performance.now();
  await frame.setInputFiles("#files", paths);
  await frame.waitForFunction(
    (files) => {
      const view = document.querySelector("chaperone-app").renderRoot.querySelector("chaperone-records");
      return view.readings.length === files && !view.busy;
    },
    paths.length,
    { timeout: 1_800_000 },
  );
  const seconds = (performance.now() - begun) / 1000;
  const { holdings, failed, skipped } = await frame.$eval("chaperone-records", ({ holdings, readings }) => ({
    holdings,
    failed: readings.filter(({ failure }) => failure !== undefined).map(({ name }) => name),
    skipped: readings.reduce((sum, { added }) => sum + (added?.skipped.length ?? 0), 0),
  }));
  const peak = Math.round(rendererPeak());
  const figures = { ...holdings, failed, skipped, seconds: Number(seconds.toFixed(2)), rendererPeakMiB: peak };
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(figures, undefined, 2)}\n`);
  console.log(JSON.stringify(figures));
} finally {
  await browser.close();
  await site.close();
}
