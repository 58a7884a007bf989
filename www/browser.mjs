// Chromium, as the tests and once.mjs start it.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const CHROMIUM = process.env.CHAPERONE_CHROMIUM ?? process.env.CHROMIUM ?? "/usr/bin/chromium";

const FLAGS = [
  // What is drawn is drawn by the processor: a process for it alone would take a tenth more of its time.
  "--disable-gpu",
  "--in-process-gpu",
  "--disable-dev-shm-usage",
  "--disable-quic",
  "--no-first-run",
  "--disable-component-update",
  "--disable-sync",
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  // A test's page lives for seconds, in which the engine is optimised and hardly run: only what runs longest is, such as the kernels.
  ...(process.env.NODE_TEST_CONTEXT === undefined ? [] : ["--js-flags=--wasm-tiering-budget=300000000"]),
];

/** Milliseconds that a step may take where nothing else is said: long, as a busy machine is no fault of the page. */
const STEP_MILLIS = 120_000;

/**
 * Starts Chromium with a profile of its own: a private window would switch off the look-ups and
 * connections that browsers make ahead of time, and hide those leaks. Resolves to the context and
 * `close`, which ends Chromium and returns its net log as text, where every name that was looked up stands. `flags` are more of its switches.
 * `inspect` is called with the folder of the profile once Chromium has ended, before the folder is removed.
 */
export async function launch({ inspect = () => {}, flags = [], ...options } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "chaperone-"));
  const netLog = join(folder, "net.json");
  const context = await chromium.launchPersistentContext(join(folder, "profile"), {
    executablePath: CHROMIUM,
    args: [...FLAGS, ...flags, `--log-net-log=${netLog}`],
    ...options,
  });
  context.setDefaultTimeout(STEP_MILLIS);
  return {
    context,
    async close() {
      await context.close();
      const log = readFileSync(netLog, "utf8");
      rmSync(netLog);
      await inspect(folder);
      rmSync(folder, { recursive: true, force: true });
      return log;
    },
  };
}

/**
 * Resolves to the record room of `page`, which has loaded. It is the first frame: to find its element would have
 * Playwright describe that in words, with the whole of the room's HTML in them.
 */
export async function roomOf(page) {
  const [frame] = page.mainFrame().childFrames();
  if (frame === undefined) throw new Error("the page has no record room");
  await frame.waitForSelector("chaperone-app");
  return frame;
}

/** Opens the page and resolves to it and its record room, once the room is there. */
export async function openRoom(context, url) {
  const page = await context.newPage();
  await page.goto(url);
  return { page, frame: await roomOf(page) };
}
