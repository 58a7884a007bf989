// The page as somebody opens it of whom nothing is stored yet, one test after the other in one browser.
import assert from "node:assert/strict";
import { launch, openRoom } from "../../browser.mjs";
import { serve } from "../../serve.mjs";
import { SLOW, settled } from "./keeping.mjs";
import { locker } from "./locker.mjs";
import { serveWithoutModel } from "./without.mjs";

/** What the page stores of a person: all that there is but the cache of public files, which has tests of its own. */
const PERSONAL = "cookies,file_systems,indexeddb,local_storage,service_workers,shared_storage,storage_buckets";

let site, whole, lean, shared, spare;

/** Starts what the tests of a file need, before them. */
export async function begin() {
  [whole, lean, shared] = await Promise.all([serve(), serveWithoutModel(), launch()]);
  // Without any page Chromium would end.
  spare = await shared.context.newPage();
}

/** Ends it, after them. */
export async function end() {
  await shared.close();
  await Promise.all([whole.close(), lean.close()]);
}

/** Where the page is that is tested now. */
export const address = () => site.url;

/**
 * Runs `act` where nothing of a person is stored, and with `alone` or `inspect` in a browser of its own.
 * The embedding model is there only with `model`.
 */
export async function fresh(act, { model = false, alone = false, inspect } = {}) {
  site = model ? whole : lean;
  const browser = alone || inspect !== undefined ? await launch({ inspect }) : shared;
  try {
    await act(browser.context);
  } finally {
    if (browser === shared) await forget(browser.context, new URL(site.url).origin);
    else await browser.close();
  }
}

/** Closes the pages of the shared browser, and clears what `origin` has stored of a person. */
async function forget(context, origin) {
  const pages = context.pages().filter((page) => page !== spare);
  await Promise.all(pages.map((page) => page.close()));
  const session = await context.newCDPSession(spare);
  await session.send("Storage.overrideQuotaForOrigin", { origin });
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: PERSONAL });
  // What is left would make the next test another one.
  const page = await context.newPage();
  await page.goto(`${origin}/404`);
  assert.deepEqual([await locker(page), await page.evaluate(() => indexedDB.databases())], [{}, []]);
  await page.close();
  await session.detach();
}

/** Opens the page, and waits until it is known what is kept. */
export async function open(context) {
  const opened = await openRoom(context, site.url);
  await settled(opened.frame);
  return opened;
}

/** Does `act` and waits until the page was loaded anew. */
export async function anew(page, act) {
  const loaded = page.waitForEvent("load", SLOW);
  await act();
  await loaded;
}
