// how the page reads a folder of records in Chromium, beside JSON.parse: --data DIR [--json FILE]
//
// Prints documents, passages, seconds from choosing the files until they can be searched by words, megabytes a
// second of unpacked JSON, and the most memory that a renderer process held (VmHWM).
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { launch, openRoom } from "../www/browser.mjs";
import { serve } from "../www/serve.mjs";

const { values } = parseArgs({ options: { data: { type: "string" }, json: { type: "string" } } });
if (values.data === undefined) {
  console.error("usage: ./run bench load-browser --data DIR [--json FILE]");
  process.exit(2);
}
const files = readdirSync(values.data)
  .filter((name) => /\.json(\.gz)?$/.test(name) && name !== "MANIFEST.json")
  .sort()
  .map((name) => join(values.data, name));
const unpacked = (file) => (file.endsWith(".gz") ? gunzipSync(readFileSync(file)) : readFileSync(file));
const bytes = files.reduce((sum, file) => sum + unpacked(file).length, 0);

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
  await frame.waitForSelector("chaperone-records #samples:not(:disabled)", { timeout: 120_000 });
  const started = performance.now();
  await frame.setInputFiles("chaperone-records #files", files);
  const loaded = await frame.waitForFunction(
    (count) => {
      const { busy, readings, holdings } = document.querySelector("chaperone-app").reading.state;
      return (
        !busy &&
        readings.length === count &&
        holdings?.files > 0 && {
          ...holdings,
          failures: readings.filter(({ outcome }) => outcome.kind === "failed").length,
        }
      );
    },
    files.length,
    { timeout: 600_000, polling: 20 },
  );
  const seconds = (performance.now() - started) / 1000;
  const holdings = await loaded.jsonValue();
  const memory = Math.round(rendererPeak());

  const page = await browser.context.newPage();
  await page.goto(site.url);
  let parse = 0;
  for (const file of files) {
    const text = unpacked(file).toString("utf8");
    parse += await page.evaluate((json) => {
      const from = performance.now();
      JSON.parse(json);
      return performance.now() - from;
    }, text);
  }
  const figures = {
    files: files.length,
    failures: holdings.failures,
    megabytes: bytes / 1e6,
    patients: holdings.patients,
    documents: holdings.documents,
    facts: holdings.facts,
    passages: holdings.passages,
    seconds,
    megabytesPerSecond: bytes / 1e6 / seconds,
    peakRendererMiB: memory,
    peer: { name: "JSON.parse", seconds: parse / 1000 },
    ratioToPeer: seconds / (parse / 1000),
  };
  console.log(
    `input        ${figures.files} files, ${figures.megabytes.toFixed(1)} MB of JSON, ${figures.failures} not read`,
  );
  console.log(
    `holds        ${figures.patients} patients, ${figures.documents} documents, ${figures.facts} facts, ${figures.passages} passages`,
  );
  console.log(
    `page         ${seconds.toFixed(2)} s from choosing the files until they can be searched by words, ${figures.megabytesPerSecond.toFixed(1)} MB/s`,
  );
  console.log(
    `JSON.parse   ${figures.peer.seconds.toFixed(2)} s for the same bytes, parsed only (the page takes ${figures.ratioToPeer.toFixed(1)} times as long)`,
  );
  console.log(`memory       ${memory} MiB at most in a renderer process`);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`);
} finally {
  await browser.close();
  await site.close();
}
