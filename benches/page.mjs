// what the page takes, beside its bars: JavaScript, wasm, first paint, tasks, search while indexing, memory: [--bytes N] [--questions N] [--part size|paint|tasks|search|memory] [--json FILE]
//
// Prints the gzipped JavaScript of the first screen and of each script that comes later, the engine's bytes as they are and by brotli, the first paint of the
// room and the time until records can be added on a processor slowed down four times (Emulation.setCPUThrottlingRate on the one main thread of shell and room, with empty
// storage), the longest task of the main threads while the page opens, reads the samples and answers, the milliseconds of a search while passages
// are embedded and while another file of about N bytes is read, the longest call of the engine's worker meanwhile, and the memory of the largest renderer over many questions.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { brotliCompressSync, constants } from "node:zlib";
import { launch, openRoom, roomOf } from "../www/browser.mjs";
import { serve } from "../www/serve.mjs";
import { FIRST_SCREEN_BAR, scriptSizes } from "../www/sizes.mjs";
import { LONG_MILLIS, inWords, rendererMemory, traced } from "./browser/measure.mjs";

const { values } = parseArgs({
  options: {
    bytes: { type: "string", default: "20000000" },
    questions: { type: "string", default: "200" },
    part: { type: "string" },
    json: { type: "string" },
  },
});

const NATIVE = fileURLToPath(new URL("../target/release/chaperone", import.meta.url));
const DIST = fileURLToPath(new URL("../www/dist/", import.meta.url));
const PATIENCE = { timeout: 1_800_000 };

/** The bars: bytes, milliseconds, and by how much memory may grow from the first questions to the last. */
const BARS = {
  firstScreen: FIRST_SCREEN_BAR,
  paintMillis: 1000,
  taskMillis: LONG_MILLIS,
  searchMillis: 100,
  callMillis: 80,
  growth: 0.1,
};
/** How many times slower than it is the processor is made for the first paint. */
const SLOWER = 4;
/** Has the room share a process with the shell: what slows one main thread down slows both. */
const ONE_PROCESS = "--disable-features=IsolateSandboxedIframes";
/** How often the first paint is measured. */
const PAINTS = 5;
/** How many searches are timed in each setting, at most. */
const SEARCHES = 60;
/** Questions asked before the memory is looked at first: until then indices and models are still being made. */
const WARM_QUESTIONS = 10;

/** Of what is asked and looked for. Each question is about something else, so that no answer is taken from before. */
const THINGS = [
  "blood pressure",
  "body weight",
  "heart rate",
  "haemoglobin A1c",
  "creatinine",
  "cholesterol",
  "glucose",
  "vaccinations",
  "allergies",
  "medicines",
];
const FORMS = [
  "What was my last {}?",
  "When was {} recorded first?",
  "How did {} change over time?",
  "Is there anything about {} in my notes?",
];
const questionOf = (number) =>
  `${FORMS[number % FORMS.length].replace("{}", THINGS[Math.floor(number / FORMS.length) % THINGS.length])} (${number})`;

const median = (all) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)];
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
const held = (within) => (within ? "within" : "OVER");

function sizes() {
  const scripts = scriptSizes();
  const module = (id) => {
    const name = readdirSync(join(DIST, "assets")).find((each) => each.startsWith(`${id}.`));
    const raw = readFileSync(join(DIST, "assets", name));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length };
    return { raw: raw.length, brotli: brotliCompressSync(raw, { params }).length };
  };
  return { scripts, wasm: module("wasm"), onnx: module("onnx") };
}

/** The room's first paint and the moment at which records can be added, in milliseconds from the navigation, with nothing kept. */
async function firstPaint() {
  const paints = [];
  const usable = [];
  for (let round = 0; round < PAINTS; round += 1) {
    // A browser of its own each time: what it keeps of scripts that it has seen would make the next one faster.
    const site = await serve();
    const browser = await launch({ flags: [ONE_PROCESS] });
    try {
      const page = await browser.context.newPage();
      const session = await browser.context.newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
      await page.goto(site.url);
      const frame = await roomOf(page);
      const from = await page.evaluate(() => performance.timeOrigin);
      const at = await frame.waitForFunction(
        (origin) => {
          const [paint] = performance.getEntriesByName("first-contentful-paint");
          return paint === undefined ? false : performance.timeOrigin + paint.startTime - origin;
        },
        from,
        PATIENCE,
      );
      paints.push(await at.jsonValue());
      await frame.waitForSelector("chaperone-records #samples:not(:disabled)", PATIENCE);
      usable.push(await page.evaluate(() => performance.now()));
    } finally {
      await browser.close();
      await site.close();
    }
  }
  return { slower: SLOWER, rounds: PAINTS, paintMillis: median(paints), paints, usableMillis: median(usable) };
}

/** The tasks of the main threads while the page opens for the first time, and while it reads the samples and answers. */
async function tasks(context, spare, url) {
  const opening = await traced(context, spare, async () => {
    const { page, frame } = await openRoom(context, url);
    await frame.waitForSelector("chaperone-records #samples:not(:disabled)", PATIENCE);
    await frame.waitForFunction(() => customElements.get("chaperone-thinking") !== undefined, undefined, PATIENCE);
    return { page, frame };
  });
  const { page, frame } = opening.value;
  const using = await traced(context, spare, async () => {
    await frame.click("#samples");
    await frame.waitForSelector("#ask:not(:disabled)", PATIENCE);
    await frame.fill("#question", questionOf(0));
    await frame.click("#ask");
    await frame.waitForSelector("[data-turn] #count", PATIENCE);
    for (const screen of ["today", "records", "leaves", "settings", "ask"]) {
      await frame.click(`chaperone-nav #to-${screen}`);
      await page.waitForTimeout(500);
    }
  });
  await page.close();
  return { opening: opening.tasks, using: using.tasks };
}

/** Searches for as long as `what` goes on in the page; resolves to the milliseconds of each. */
function searchWhile(frame, what) {
  return frame.evaluate(
    async ({ what, things, most }) => {
      const app = document.querySelector("chaperone-app");
      const goesOn = () =>
        what === "embedding" ? ["fetching", "embedding"].includes(app.meaning.state.is) : app.reading.state.busy;
      const millis = [];
      while (goesOn() && millis.length < most) {
        const question = `last ${things[millis.length % things.length]}`;
        const from = performance.now();
        await app.engine.call("search", { question, subject: undefined, strategy: "stages" });
        const took = performance.now() - from;
        if (goesOn()) millis.push(took);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return millis;
    },
    { what, things: THINGS, most: SEARCHES },
  );
}

/** How long a search takes while passages are embedded, while another file is read and indexed, and right after; and the worker's longest call meanwhile. */
async function searching(context, spare, url, bytes) {
  const at = mkdtempSync(join(tmpdir(), "chaperone-bench-"));
  try {
    const made = ["generate", "--patients", "2", "--seed", "11", "--bytes", String(bytes), "--force", "--out", at];
    execFileSync(NATIVE, made, { stdio: "ignore" });
    const [first, second] = readdirSync(at)
      .filter((name) => name.endsWith(".json"))
      .map((name) => join(at, name));
    const { page, frame } = await openRoom(context, url);
    await frame.waitForSelector("chaperone-records #samples:not(:disabled)", PATIENCE);
    const is = (wanted) =>
      frame.waitForFunction(
        (state) => document.querySelector("chaperone-app").meaning.state.is === state,
        wanted,
        PATIENCE,
      );
    await frame.setInputFiles("chaperone-records #files", first);
    await is("embedding");
    const embedding = await searchWhile(frame, "embedding");
    const { value: reading, worker } = await traced(context, spare, async () => {
      await frame.setInputFiles("chaperone-records #files", second);
      const busy = (wanted) =>
        frame.waitForFunction(
          (is) => document.querySelector("chaperone-app").reading.state.busy === is,
          wanted,
          PATIENCE,
        );
      await busy(true);
      const searches = await searchWhile(frame, "reading");
      await busy(false);
      return searches;
    });
    const after = await searchWhile(frame, "embedding");
    const passages = await frame.evaluate(
      () => document.querySelector("chaperone-app").reading.state.holdings?.passages,
    );
    await page.close();
    const of = (all) =>
      all.length === 0 ? null : { searches: all.length, median: median(all), worst: Math.max(...all) };
    return { bytes, passages, embedding: of(embedding), reading: of(reading), after: of(after), worker };
  } finally {
    rmSync(at, { recursive: true, force: true });
  }
}

/** The memory of the largest renderer over many questions that are asked on the page, each with its answer shown. */
async function memory(context, url, questions) {
  const { page, frame } = await openRoom(context, url);
  await frame.click("#samples:not(:disabled)", PATIENCE);
  await frame.waitForSelector("#ask:not(:disabled)", PATIENCE);
  // What is embedded beside it takes memory of its own, for a while.
  await frame.evaluate(() => document.querySelector("chaperone-app").meaning.pause());
  const session = await context.newCDPSession(page);
  const own = await context.newCDPSession(frame).catch(() => session);
  const look = async () => {
    // What follows an answer may still be under way.
    await page.waitForTimeout(1000);
    const standing = rendererMemory("VmRSS");
    await own.send("HeapProfiler.collectGarbage");
    await page.waitForTimeout(1000);
    await own.send("Performance.enable");
    const { metrics } = await own.send("Performance.getMetrics");
    const heap = metrics.find(({ name }) => name === "JSHeapUsedSize").value;
    return { standing, renderer: rendererMemory("VmRSS"), heap: heap / 2 ** 20 };
  };
  const looks = {};
  for (let number = 1; number <= questions; number += 1) {
    await frame.fill("#question", questionOf(number));
    await frame.click("#ask:not(:disabled)", PATIENCE);
    await frame.waitForFunction(
      (count) => {
        const { turns, busy } = document.querySelector("chaperone-app").conversation;
        return turns.length === count && !busy;
      },
      number,
      PATIENCE,
    );
    if (number === 1 || number === WARM_QUESTIONS || number % 50 === 0 || number === questions)
      looks[number] = await look();
  }
  await page.close();
  return looks;
}

const load = loadavg()[0];
/** Whether the figures of `part` are wanted. */
const wants = (part) => values.part === undefined || values.part === part;
const figures = { bars: BARS };
if (wants("size")) Object.assign(figures, sizes());
if (wants("paint")) figures.paint = await firstPaint();
const site = await serve();
const browser = await launch();
try {
  const { context } = browser;
  const spare = await context.newPage();
  if (wants("tasks")) figures.tasks = await tasks(context, spare, site.url);
  if (wants("search")) figures.search = await searching(context, spare, site.url, Number(values.bytes));
  if (wants("memory")) figures.memory = await memory(context, site.url, Number(values.questions));
  figures.load = { before: load, after: loadavg()[0] };
  if (wants("size")) reportSizes(figures);
  if (wants("paint")) reportPaint(figures);
  if (wants("tasks")) reportTasks(figures);
  if (wants("search")) reportSearch(figures);
  if (wants("memory")) reportMemory(figures);
  console.log(`machine      load ${load.toFixed(1)} before and ${figures.load.after.toFixed(1)} after`);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`);
} finally {
  await browser.close().catch(() => undefined);
  await site.close();
}

function reportSizes({ scripts, wasm, onnx }) {
  const later = Object.entries(scripts.later).sort(([, one], [, other]) => other - one);
  const all = scripts.first + later.reduce((sum, [, bytes]) => sum + bytes, 0) + scripts.offlineWorker;
  console.log(
    `JavaScript   ${kilobytes(scripts.first)} gzipped for the first screen (bar ${kilobytes(BARS.firstScreen)}: ${held(scripts.first <= BARS.firstScreen)}); with its HTML and styles ${kilobytes(scripts.html)}; with all that comes later ${kilobytes(all)}`,
  );
  console.log(`  later      ${later.map(([name, bytes]) => `${name} ${kilobytes(bytes)}`).join(", ")}`);
  const told = ({ raw, brotli }) => `${(raw / 1e6).toFixed(2)} MB, ${(brotli / 1e6).toFixed(2)} MB by brotli`;
  console.log(`wasm         ${told(wasm)}; what opens a model of one's own, with tract, ${told(onnx)}`);
}

function reportPaint({ paint }) {
  console.log(
    `first paint  ${paint.paintMillis.toFixed(0)} ms on a processor ${paint.slower} times slower, the median of ${paint.rounds} (bar ${BARS.paintMillis} ms: ${held(paint.paintMillis < BARS.paintMillis)}); records can be added after ${(paint.usableMillis / 1000).toFixed(1)} s`,
  );
}

function reportTasks({ tasks }) {
  for (const [name, words] of Object.entries({
    opening: "while the page opens",
    using: "while it reads the samples, answers and changes screens",
  }))
    console.log(
      `tasks        ${words}: ${inWords(tasks[name])} (bar ${BARS.taskMillis} ms: ${held(tasks[name].longMillis.length === 0)})`,
    );
}

function reportSearch({ search }) {
  for (const [name, words] of Object.entries({
    embedding: "while passages are embedded",
    reading: "while another file is read",
    after: "right after it was read",
  })) {
    const found = search[name];
    console.log(
      found === null
        ? `search       ${words}: that was over before a search`
        : `search       ${words}: ${found.median.toFixed(0)} ms in the median, ${found.worst.toFixed(0)} ms at worst, of ${found.searches} (bar ${BARS.searchMillis} ms: ${held(found.worst < BARS.searchMillis)})`,
    );
  }
  const { longestMillis, mostCpuMillis } = search.worker;
  console.log(
    `worker       longest call while that file is read: ${longestMillis.toFixed(0)} ms, at most ${mostCpuMillis.toFixed(0)} ms of processor time (bar ${BARS.callMillis} ms: ${held(longestMillis < BARS.callMillis)})`,
  );
}

function reportMemory({ memory }) {
  const looks = Object.entries(memory);
  const warm = (memory[WARM_QUESTIONS] ?? looks[0][1]).renderer;
  const [, last] = looks.at(-1);
  const grown = last.renderer / warm - 1;
  console.log(
    `memory       ${looks.map(([number, { standing, renderer, heap }]) => `${renderer} MiB (heap ${heap.toFixed(1)}; ${standing} before garbage is collected) after ${number}`).join(", ")} questions; grown by ${(100 * grown).toFixed(0)} % since question ${WARM_QUESTIONS} (bar ${100 * BARS.growth} %: ${held(grown <= BARS.growth)})`,
  );
}
