// how the page reads records in Chromium, beside JSON.parse: --data DIR | --bytes N | --ndjson N [--json FILE]
//
// With --data the files of a folder; with --bytes one generated bundle of about N bytes, as it is (then kept and unlocked
// again) and gzipped; with --ndjson one generated file of lines of about N MB (10⁶ bytes), which is read as it streams by. Prints documents, passages, seconds from choosing the files until they can be searched by words,
// megabytes a second of unpacked JSON, the longest task of the main threads of shell and room (while the page opens for the
// first and the second time, while files are read, while the embedder is handed over and runs, while records are kept and
// unlocked), how soon a cancellation ends the reading, and the most memory that a renderer process held (VmHWM).
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import { launch, openRoom } from "../www/browser.mjs";
import { serve } from "../www/serve.mjs";
import { inWords, rendererPeak, traced as tracedBy } from "./browser/measure.mjs";

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    bytes: { type: "string" },
    ndjson: { type: "string" },
    json: { type: "string" },
  },
});
if ([values.data, values.bytes, values.ndjson].filter((each) => each !== undefined).length !== 1) {
  console.error("usage: ./run bench load-browser --data DIR | --bytes N | --ndjson N [--json FILE]");
  process.exit(2);
}

const NATIVE = fileURLToPath(new URL("../target/release/chaperone", import.meta.url));
const PASSPHRASE = "a passphrase for the benchmark";
const PATIENCE = { timeout: 1_800_000 };

/** Seconds for which the embedding is watched once everything can be searched by words. */
const EMBEDDING_SECONDS = 10;

const unpacked = (file) => (file.endsWith(".gz") ? gunzipSync(readFileSync(file)) : readFileSync(file));

/** Opens the page with an engine that is ready. */
async function openReady(context, url) {
  const { page, frame } = await openRoom(context, url);
  await frame.waitForSelector("chaperone-records #samples:not(:disabled)", PATIENCE);
  return { page, frame };
}

/** As `traced`, in this browser. */
const traced = (context, act) => tracedBy(context, spare, act);

/** Stops the search by meaning: it would go on beside what is measured. */
const pause = (frame) => frame.evaluate(() => document.querySelector("chaperone-app").meaning.pause());

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

/** Characters handed to the page at a time: Chromium closes the debugger's pipe on a message of 100 MB. */
const HANDED = 10_000_000;

/** Returns the seconds that the browser's own parser takes for the unpacked `files`. */
async function peer(context, url, files) {
  const page = await context.newPage();
  await page.goto(url);
  let millis = 0;
  for (const file of files) {
    const text = unpacked(file).toString("utf8");
    await page.evaluate(() => (globalThis.text = ""));
    for (let at = 0; at < text.length; at += HANDED) {
      await page.evaluate((piece) => void (globalThis.text += piece), text.slice(at, at + HANDED));
    }
    millis += await page.evaluate(() => {
      // Reading one character makes one flat string of the pieces, which is no part of parsing.
      globalThis.text.charCodeAt(0);
      const from = performance.now();
      JSON.parse(globalThis.text);
      return performance.now() - from;
    });
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
  const tasks = {};
  const embedding = async (frame) => {
    await frame.evaluate(() => void document.querySelector("chaperone-app").meaning.resume());
    await frame.waitForFunction(
      () => document.querySelector("chaperone-app").meaning.state.is === "embedding",
      undefined,
      PATIENCE,
    );
    await new Promise((resolve) => setTimeout(resolve, EMBEDDING_SECONDS * 1000));
  };
  const visit = async (name, chosen) => {
    const opening = await traced(context, () => openReady(context, url));
    const { page, frame } = opening.value;
    await pause(frame);
    const reading = await traced(context, () => load(frame, chosen));
    const meaning = await traced(context, () => embedding(frame));
    tasks[name] = { opening: opening.tasks, reading: reading.tasks, embedding: meaning.tasks };
    const peak = rendererPeak();
    await page.close();
    return { ...reading.value, peak };
  };
  const { seconds, holdings, peak: peakRendererMiB } = await visit("first", files);
  await visit("second", files.slice(0, 1));
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
    tasks,
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
  for (const [name, { opening, reading, embedding: meaning }] of Object.entries(tasks)) {
    console.log(`  ${name} visit: while the page opens: ${inWords(opening)}`);
    console.log(`    while files are read and indexed: ${inWords(reading)}`);
    console.log(
      `    while the embedder is handed over, and in ${EMBEDDING_SECONDS} s of embedding: ${inWords(meaning)}`,
    );
  }
  console.log(
    `cancel       ${cancelled.millis.toFixed(0)} ms until the page is free again; the ${cancelled.files} files read before are kept`,
  );
  console.log(`memory       ${peakRendererMiB} MiB at most in a renderer process`);
  return figures;
}

/** Keeps what the page holds, and unlocks it in a page that is loaded anew. */
async function keepAndUnlock(context, page, frame) {
  await frame.click("#keeping");
  for (const field of ["fresh", "again"]) await frame.fill(`input[name=${field}]`, PASSPHRASE);
  const timed = async (act) => {
    const from = performance.now();
    await act();
    return (performance.now() - from) / 1000;
  };
  const keeping = await traced(context, () =>
    timed(async () => {
      await frame.click("#keep");
      await frame.waitForSelector("#done", PATIENCE);
    }),
  );
  await page.reload();
  const room = await (await page.waitForSelector("#room")).contentFrame();
  await room.fill("#passphrase", PASSPHRASE, PATIENCE);
  await pause(room);
  const unlocking = await traced(context, () =>
    timed(async () => {
      await room.press("#passphrase", "Enter");
      await room.waitForSelector("#ask:not(:disabled)", PATIENCE);
    }),
  );
  const holdings = await room.$eval("chaperone-app", (app) => app.engine.call("holdings", {}));
  return { keeping, unlocking, holdings };
}

/** Asks the same twice, right after what was read can be searched by words; returns the milliseconds of each. */
function askTwice(frame, question) {
  return frame.evaluate(async (question) => {
    const { engine } = document.querySelector("chaperone-app");
    const millis = [];
    for (const _ of [1, 2]) {
      const from = performance.now();
      await engine.call("quotes", { question, subject: undefined });
      millis.push(performance.now() - from);
    }
    return millis;
  }, question);
}

const inTurn = ([first, second]) =>
  `${first.toFixed(0)} ms for the first after reading, ${second.toFixed(0)} ms for the same again`;

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
      const { page, frame } = await openReady(context, url);
      await pause(frame);
      const reading = await traced(context, () => load(frame, [file]));
      const { seconds, holdings } = reading.value;
      const run = { seconds, megabytesPerSecond: megabytes / seconds, holdings, tasks: { reading: reading.tasks } };
      if (form === "plain") {
        run.questionMillis = await askTwice(frame, "What was my last blood pressure?");
        run.readingPeakMiB = rendererPeak();
        const { keeping, unlocking, holdings: again } = await keepAndUnlock(context, page, frame);
        Object.assign(run, { keepSeconds: keeping.value, unlockSeconds: unlocking.value });
        Object.assign(run.tasks, { keeping: keeping.tasks, unlocking: unlocking.tasks });
        run.sameAfterUnlocking = Object.entries(again).every(([name, count]) => holdings[name] === count);
      }
      run.peakRendererMiB = rendererPeak();
      figures.runs[form] = run;
      await page.close();
      const session = await context.newCDPSession(spare);
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
        `${name.padEnd(12)} ${run.seconds.toFixed(1)} s until it can be searched by words (${run.megabytesPerSecond.toFixed(1)} MB/s); main threads: ${inWords(run.tasks.reading)}`,
      );
    }
    console.log(`JSON.parse   ${figures.peer.seconds.toFixed(2)} s for the same bytes, parsed only`);
    console.log(`question     ${inTurn(first.questionMillis)}`);
    console.log(`keeping      ${first.keepSeconds.toFixed(1)} s; main threads: ${inWords(first.tasks.keeping)}`);
    console.log(
      `unlocking    ${first.unlockSeconds.toFixed(1)} s until it can be searched by words again${first.sameAfterUnlocking ? "" : " (NOT THE SAME RECORDS)"}; main threads: ${inWords(first.tasks.unlocking)}`,
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

/** Patients whose size tells how many make a file. */
const MEASURED_PATIENTS = 10;
/** Patients that are generated at one time. */
const MOST_PATIENTS = 400;

/** Writes a file of lines of about `bytes` bytes into the folder `at`, and returns its name and how long it is. */
function writeLines(at, bytes) {
  const long = join(at, "long.ndjson");
  const generated = join(at, "patients");
  const generate = (patients, seed) => {
    const what = ["--patients", String(patients), "--seed", String(seed), "--ndjson", "--force", "--out", generated];
    execFileSync(NATIVE, ["generate", ...what], { stdio: "ignore" });
    for (const name of readdirSync(generated)) appendFileSync(long, readFileSync(join(generated, name)));
    rmSync(generated, { recursive: true });
    return statSync(long).size;
  };
  const each = generate(MEASURED_PATIENTS, 7) / MEASURED_PATIENTS;
  for (let seed = 8, size = each * MEASURED_PATIENTS; size < bytes; seed += 1) {
    size = generate(Math.min(Math.ceil((bytes - size) / each), MOST_PATIENTS), seed);
  }
  return { long, size: statSync(long).size };
}

/** Reads one generated file of lines of about `bytes` bytes. */
async function lines(context, url, bytes) {
  const at = mkdtempSync(join(tmpdir(), "chaperone-bench-"));
  try {
    const { long, size } = writeLines(at, bytes);
    const { page, frame } = await openReady(context, url);
    await pause(frame);
    const reading = await traced(context, () => load(frame, [long]));
    const { seconds, holdings } = reading.value;
    const { failures, stopped } = await frame.evaluate(() => {
      const { readings } = document.querySelector("chaperone-app").reading.state;
      const failed = readings.filter(({ outcome }) => outcome.kind === "failed").map(({ outcome }) => outcome.failure);
      return { failures: failed, stopped: readings.flatMap(({ outcome }) => outcome.added?.stopped ?? []) };
    });
    const questionMillis = await askTwice(frame, "Who has asthma?");
    const figures = {
      megabytes: size / 1e6,
      seconds,
      megabytesPerSecond: size / 1e6 / seconds,
      holdings,
      failures,
      stopped: stopped[0],
      questionMillis,
      tasks: { reading: reading.tasks },
      peakRendererMiB: rendererPeak(),
    };
    console.log(
      `input        ${figures.megabytes.toFixed(1)} MB of NDJSON: ${holdings.patients} patients, ${holdings.documents} documents, ${holdings.facts} facts, ${holdings.passages} passages`,
    );
    console.log(
      `page         ${seconds.toFixed(1)} s until it can be searched by words (${figures.megabytesPerSecond.toFixed(1)} MB/s); main threads: ${inWords(reading.tasks)}`,
    );
    if (figures.stopped !== undefined) {
      console.log(
        `stopped      after ${figures.stopped.lines} lines, ${(figures.stopped.bytes / 1e6).toFixed(1)} MB: the rest was not read, and the page says so`,
      );
    }
    for (const failure of failures) console.log(`not read     ${failure}`);
    console.log(`question     about everybody: ${inTurn(figures.questionMillis)}`);
    console.log(`memory       ${figures.peakRendererMiB} MiB at most in a renderer process`);
    await page.close();
    return figures;
  } finally {
    rmSync(at, { recursive: true, force: true });
  }
}

const site = await serve();
const browser = await launch();
/** An empty page, by which the browser is spoken to. */
const spare = await browser.context.newPage();
try {
  const { context } = browser;
  const run =
    values.data !== undefined
      ? folder(context, site.url, values.data)
      : values.bytes !== undefined
        ? bundle(context, site.url, Number(values.bytes))
        : lines(context, site.url, Number(values.ndjson) * 1e6);
  const figures = await run;
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`);
} finally {
  // A browser that is gone already must not hide why.
  await browser.close().catch(() => undefined);
  await site.close();
}
