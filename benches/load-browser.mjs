// how the page reads records in Chromium, beside JSON.parse: --data DIR | --bytes N [--json FILE]
//
// With --data the files of a folder; with --bytes one generated bundle of about N bytes, as it is (then kept and unlocked
// again) and gzipped. Prints documents, passages, seconds from choosing the files until they can be searched by words,
// megabytes a second of unpacked JSON, the longest task of the main threads of shell and room (while the page opens for the
// first and the second time, while files are read, while the embedder is handed over and runs, while records are kept and
// unlocked), how soon a cancellation ends the reading, and the most memory that a renderer process held (VmHWM).
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import { launch, openRoom } from "../www/browser.mjs";
import { serve } from "../www/serve.mjs";

const { values } = parseArgs({
  options: { data: { type: "string" }, bytes: { type: "string" }, json: { type: "string" } },
});
if ((values.data === undefined) === (values.bytes === undefined)) {
  console.error("usage: ./run bench load-browser --data DIR | --bytes N [--json FILE]");
  process.exit(2);
}

const NATIVE = fileURLToPath(new URL("../target/release/chaperone", import.meta.url));
const PASSPHRASE = "a passphrase for the benchmark";
const PATIENCE = { timeout: 600_000 };

/** Seconds for which the embedding is watched once everything can be searched by words. */
const EMBEDDING_SECONDS = 10;

const unpacked = (file) => (file.endsWith(".gz") ? gunzipSync(readFileSync(file)) : readFileSync(file));

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
  return Math.round(largest / 1024);
}

/** Returns the tasks of more than 50 ms (the Long Tasks API) of the frames since the last time, in milliseconds. */
const tasksOf = async (frames) =>
  (await Promise.all(frames.map((frame) => frame.evaluate(() => globalThis.longTasks.splice(0))))).flat();

const longest = (tasks) => tasks.reduce((most, each) => Math.max(most, each), 0);
const inWords = (tasks) =>
  tasks.length === 0
    ? "none of more than 50 ms"
    : `${tasks.length} of more than 50 ms, the longest ${longest(tasks).toFixed(0)} ms`;

/** Opens the page with an engine that is ready; both frames note their long tasks from their beginning. */
async function openReady(context, url) {
  await context.addInitScript(() => {
    if (globalThis.longTasks !== undefined) return;
    globalThis.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.longTasks.push(duration);
    }).observe({ type: "longtask", buffered: true });
  });
  const { page, frame } = await openRoom(context, url);
  await frame.waitForSelector("chaperone-records #samples:not(:disabled)", PATIENCE);
  const frames = [page.mainFrame(), frame];
  return { page, frame, frames, opening: await tasksOf(frames) };
}

/** Has the page read `files`; returns the seconds until they can be searched by words, and what it holds then. */
async function load(frame, files) {
  const before = await frame.evaluate(() => document.querySelector("chaperone-app").reading.state.readings.length);
  const started = performance.now();
  await frame.setInputFiles("chaperone-records #files", files);
  const loaded = await frame.waitForFunction(
    (count) => {
      const { busy, readings, holdings } = document.querySelector("chaperone-app").reading.state;
      if (busy || readings.length < count || holdings === undefined) return false;
      return { ...holdings, failures: readings.filter(({ outcome }) => outcome.kind === "failed").length };
    },
    before + files.length,
    { ...PATIENCE, polling: 20 },
  );
  return { seconds: (performance.now() - started) / 1000, holdings: await loaded.jsonValue() };
}

/** Cancels `files` at `moment`, a function of the page's state and `value`; returns how soon the page is free, and what it holds. */
async function cancel(context, url, files, moment, value) {
  const { page, frame } = await openReady(context, url);
  await frame.setInputFiles("chaperone-records #files", files);
  await frame.waitForFunction(moment, value, { ...PATIENCE, polling: 5 });
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

/** Returns the seconds that the browser's own parser takes for the unpacked `files`. */
async function peer(context, url, files) {
  const page = await context.newPage();
  await page.goto(url);
  let millis = 0;
  for (const file of files) {
    millis += await page.evaluate((json) => {
      const from = performance.now();
      JSON.parse(json);
      return performance.now() - from;
    }, unpacked(file).toString("utf8"));
  }
  await page.close();
  return millis / 1000;
}

/** Reads a folder of files. */
async function folder(context, url, directory) {
  const files = readdirSync(directory)
    .filter((name) => /\.json(\.gz)?$/.test(name) && name !== "MANIFEST.json")
    .sort()
    .map((name) => join(directory, name));
  const megabytes = files.reduce((sum, file) => sum + unpacked(file).length, 0) / 1e6;
  const longTasks = {};
  const embedding = async (frame, frames) => {
    await frame.waitForFunction(
      () => document.querySelector("chaperone-app").meaning.state.is === "embedding",
      undefined,
      PATIENCE,
    );
    await new Promise((resolve) => setTimeout(resolve, EMBEDDING_SECONDS * 1000));
    return tasksOf(frames);
  };
  const first = await openReady(context, url);
  longTasks.openingFirst = first.opening;
  const { seconds, holdings } = await load(first.frame, files);
  longTasks.reading = await tasksOf(first.frames);
  longTasks.embeddingFirst = await embedding(first.frame, first.frames);
  const peakRendererMiB = rendererPeak();
  await first.page.close();
  const second = await openReady(context, url);
  longTasks.openingSecond = second.opening;
  await load(second.frame, files.slice(0, 1));
  longTasks.embeddingSecond = await embedding(second.frame, second.frames);
  await second.page.close();
  const tenth = Math.ceil(files.length / 10);
  const cancelled = await cancel(
    context,
    url,
    files,
    (count) => document.querySelector("chaperone-app").reading.state.readings.length >= count,
    tenth,
  );
  const peerSeconds = await peer(context, url, files);
  const figures = {
    files: files.length,
    megabytes,
    ...holdings,
    seconds,
    megabytesPerSecond: megabytes / seconds,
    longTasks,
    cancel: cancelled,
    peakRendererMiB,
    peer: { name: "JSON.parse", seconds: peerSeconds },
    ratioToPeer: seconds / peerSeconds,
  };
  console.log(`input        ${files.length} files, ${megabytes.toFixed(1)} MB of JSON, ${holdings.failures} not read`);
  console.log(
    `holds        ${holdings.patients} patients, ${holdings.documents} documents, ${holdings.facts} facts, ${holdings.passages} passages`,
  );
  console.log(
    `page         ${seconds.toFixed(2)} s from choosing the files until they can be searched by words, ${figures.megabytesPerSecond.toFixed(1)} MB/s`,
  );
  console.log(
    `JSON.parse   ${peerSeconds.toFixed(2)} s for the same bytes, parsed only (the page takes ${figures.ratioToPeer.toFixed(1)} times as long)`,
  );
  console.log("tasks of the main threads of shell and room:");
  console.log(`  first visit   ${inWords(longTasks.openingFirst)} while the page opens and fetches its engine`);
  console.log(`                ${inWords(longTasks.reading)} while files are read and indexed`);
  console.log(
    `                ${inWords(longTasks.embeddingFirst)} while the embedder is fetched, kept and handed over, and in ${EMBEDDING_SECONDS} s of embedding`,
  );
  console.log(`  second visit  ${inWords(longTasks.openingSecond)} while the page opens`);
  console.log(
    `                ${inWords(longTasks.embeddingSecond)} while the embedder comes from the cache, and embedding`,
  );
  console.log(
    `cancel       ${cancelled.millis.toFixed(0)} ms until the page is free again; the ${cancelled.files} files read before are kept`,
  );
  console.log(`memory       ${peakRendererMiB} MiB at most in a renderer process`);
  return figures;
}

/** Keeps what the page holds, and unlocks it in a page that is loaded anew. */
async function keepAndUnlock(page, frame) {
  await frame.click("#keeping");
  for (const field of ["fresh", "again"]) await frame.fill(`input[name=${field}]`, PASSPHRASE);
  let from = performance.now();
  await frame.click("#keep");
  await frame.waitForSelector("#done", PATIENCE);
  const keepSeconds = (performance.now() - from) / 1000;
  const keeping = await tasksOf([page.mainFrame(), frame]);
  await page.reload();
  const room = await (await page.waitForSelector("#room")).contentFrame();
  await room.fill("#passphrase", PASSPHRASE, PATIENCE);
  await tasksOf([page.mainFrame(), room]);
  from = performance.now();
  await room.press("#passphrase", "Enter");
  await room.waitForSelector("#ask:not(:disabled)", PATIENCE);
  return {
    keepSeconds,
    keeping,
    unlockSeconds: (performance.now() - from) / 1000,
    unlocking: await tasksOf([page.mainFrame(), room]),
    holdings: await room.$eval("chaperone-app", (app) => app.engine.call("holdings", {})),
  };
}

/** Reads one generated bundle of about `bytes` bytes. */
async function bundle(context, url, bytes) {
  const at = mkdtempSync(join(tmpdir(), "chaperone-bench-"));
  try {
    const generate = ["generate", "--patients", "1", "--seed", "7", "--bytes", String(bytes), "--force", "--out", at];
    execFileSync(NATIVE, generate, { stdio: "ignore" });
    const plain = join(
      at,
      readdirSync(at).find((name) => name.endsWith(".json")),
    );
    const packed = `${plain}.gz`;
    writeFileSync(packed, gzipSync(readFileSync(plain)));
    const megabytes = readFileSync(plain).length / 1e6;
    const figures = { megabytes, packedMegabytes: readFileSync(packed).length / 1e6, runs: {} };
    for (const [form, file] of Object.entries({ plain, packed })) {
      const { page, frame, frames } = await openReady(context, url);
      // The figures are those of reading; embedding would go on beside it.
      await frame.evaluate(() => document.querySelector("chaperone-app").meaning.pause());
      const { seconds, holdings } = await load(frame, [file]);
      const reading = await tasksOf(frames);
      const run = { seconds, megabytesPerSecond: megabytes / seconds, holdings, longTasks: { reading } };
      if (form === "plain") {
        run.readingPeakMiB = rendererPeak();
        const kept = await keepAndUnlock(page, frame);
        run.keepSeconds = kept.keepSeconds;
        run.unlockSeconds = kept.unlockSeconds;
        Object.assign(run.longTasks, { keeping: kept.keeping, unlocking: kept.unlocking });
        run.sameAfterUnlocking = JSON.stringify(kept.holdings) === JSON.stringify({ ...holdings, failures: undefined });
      }
      run.peakRendererMiB = rendererPeak();
      figures.runs[form] = run;
      await page.close();
      const session = await context.newCDPSession(context.pages()[0]);
      await session.send("Storage.clearDataForOrigin", { origin: new URL(url).origin, storageTypes: "file_systems" });
      await session.detach();
    }
    figures.cancel = await cancel(context, url, [plain], () => {
      const { underway } = document.querySelector("chaperone-app").reading.state;
      return underway?.doing === "reading" && underway.all.done > underway.all.total / 2;
    });
    figures.peer = { name: "JSON.parse", seconds: await peer(context, url, [plain]) };
    const { plain: first, packed: second } = figures.runs;
    console.log(
      `input        one bundle of ${megabytes.toFixed(1)} MB, ${figures.packedMegabytes.toFixed(1)} MB gzipped: ${first.holdings.documents} documents, ${first.holdings.facts} facts, ${first.holdings.passages} passages`,
    );
    for (const [name, run] of Object.entries({ "as it is": first, gzipped: second })) {
      console.log(
        `${name.padEnd(12)} ${run.seconds.toFixed(1)} s until it can be searched by words (${run.megabytesPerSecond.toFixed(1)} MB/s); tasks of the main threads: ${inWords(run.longTasks.reading)}`,
      );
    }
    console.log(`JSON.parse   ${figures.peer.seconds.toFixed(2)} s for the same bytes, parsed only`);
    console.log(
      `keeping      ${first.keepSeconds.toFixed(1)} s; tasks of the main threads: ${inWords(first.longTasks.keeping)}`,
    );
    console.log(
      `unlocking    ${first.unlockSeconds.toFixed(1)} s until it can be searched by words again${first.sameAfterUnlocking ? "" : " (NOT THE SAME RECORDS)"}; tasks of the main threads: ${inWords(first.longTasks.unlocking)}`,
    );
    console.log(
      `cancel       ${figures.cancel.millis.toFixed(0)} ms in the middle of the file until the page is free again; ${figures.cancel.files} files are held then`,
    );
    console.log(
      `memory       ${first.peakRendererMiB} MiB at most in a renderer process (${first.readingPeakMiB} before keeping)`,
    );
    return figures;
  } finally {
    rmSync(at, { recursive: true, force: true });
  }
}

const site = await serve();
const browser = await launch();
try {
  const run =
    values.data === undefined
      ? bundle(browser.context, site.url, Number(values.bytes))
      : folder(browser.context, site.url, values.data);
  const figures = await run;
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`);
} finally {
  await browser.close();
  await site.close();
}
