// how the page reads a folder of records in Chromium, beside JSON.parse: --data DIR [--json FILE]
//
// Prints documents, passages, seconds from choosing the files until they can be searched by words, megabytes a
// second of unpacked JSON, the longest task of the main threads of shell and room while that went on (and while passages were
// embedded beside it), how soon a cancellation ends the reading, and the most memory that a renderer process held (VmHWM).
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

/** Seconds for which the embedding is watched once everything can be searched by words. */
const EMBEDDING_SECONDS = 10;

/** Begins to note the tasks of more than 50 ms (the Long Tasks API) in a frame. */
const watchTasks = (frame) =>
  frame.evaluate(() => {
    globalThis.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.longTasks.push(duration);
    }).observe({ type: "longtask" });
  });

/** Returns the long tasks of the frames since the last time, in milliseconds. */
const tasksOf = async (frames) =>
  (await Promise.all(frames.map((frame) => frame.evaluate(() => globalThis.longTasks.splice(0))))).flat();

const longest = (tasks) => tasks.reduce((most, each) => Math.max(most, each), 0);
const inWords = (tasks) =>
  tasks.length === 0
    ? "no task of more than 50 ms"
    : `${tasks.length} tasks of more than 50 ms, the longest ${longest(tasks).toFixed(0)} ms`;

/** Opens the page with an engine that is ready. */
async function openReady(context, url) {
  const opened = await openRoom(context, url);
  await opened.frame.waitForSelector("chaperone-records #samples:not(:disabled)", { timeout: 120_000 });
  return opened;
}

/** Cancels after a tenth of the files, and returns the milliseconds until the page is free again, and what it holds. */
async function cancel(context, url) {
  const { page, frame } = await openReady(context, url);
  const tenth = Math.ceil(files.length / 10);
  await frame.setInputFiles("chaperone-records #files", files);
  await frame.waitForFunction(
    (count) => document.querySelector("chaperone-app").reading.state.readings.length >= count,
    tenth,
    {
      timeout: 120_000,
      polling: 5,
    },
  );
  const outcome = await frame.evaluate(async () => {
    const { reading, engine } = document.querySelector("chaperone-app");
    const from = performance.now();
    reading.cancelAll();
    while (reading.state.busy) await new Promise((resolve) => setTimeout(resolve, 1));
    return { millis: performance.now() - from, files: (await engine.call("holdings", {})).files };
  });
  await page.close();
  return outcome;
}

const site = await serve();
const browser = await launch();
try {
  const { page: shell, frame } = await openReady(browser.context, site.url);
  const frames = [shell.mainFrame(), frame];
  for (const each of frames) await watchTasks(each);
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
  const reading = await tasksOf(frames);
  await new Promise((resolve) => setTimeout(resolve, EMBEDDING_SECONDS * 1000));
  const embedding = await tasksOf(frames);
  const memory = Math.round(rendererPeak());
  await shell.close();
  const cancelled = await cancel(browser.context, site.url);

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
    longTasks: { reading, embedding },
    cancel: cancelled,
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
  console.log(
    `main threads ${inWords(reading)} while reading and indexing; ${inWords(embedding)} in ${EMBEDDING_SECONDS} s of embedding`,
  );
  console.log(
    `cancel       ${cancelled.millis.toFixed(0)} ms until the page is free again; the ${cancelled.files} files read before are kept`,
  );
  console.log(`memory       ${memory} MiB at most in a renderer process`);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`);
} finally {
  await browser.close();
  await site.close();
}
