// What lies in the private files of the page: listed, read, and altered as somebody else on the device could.
import { isDeepStrictEqual } from "node:util";

/** What an element shows, in its shadow tree; its code may come late. */
export const shown = (frame, selector) =>
  frame.$eval(selector, async (element) => {
    await customElements.whenDefined(element.localName);
    await element.updateComplete;
    return element.renderRoot.textContent;
  });

/** What lies in the locker: names and lengths. */
export const locker = (page) =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle("chaperone-locker").catch(() => undefined);
    const found = {};
    if (folder === undefined) return found;
    for await (const [name, handle] of folder.entries()) {
      // What is taken away while it is listed is not there.
      const file = await handle.getFile().catch((error) => {
        if (error.name !== "NotFoundError") throw error;
      });
      if (file !== undefined) found[name] = file.size;
    }
    return found;
  });

/** Longer than the page waits before it keeps what was said last. */
const REST_MILLIS = 500;

/** What lies in the locker, once nothing in it changes any more. */
export async function rested(page) {
  for (let before = await locker(page); ;) {
    await page.waitForTimeout(REST_MILLIS);
    const now = await locker(page);
    if (isDeepStrictEqual(now, before)) return now;
    before = now;
  }
}

/** The bytes of one thing in the locker. */
export const contents = (page, name) =>
  page.evaluate(async (name) => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("chaperone-locker");
    return Array.from(new Uint8Array(await (await (await folder.getFileHandle(name)).getFile()).arrayBuffer()));
  }, name);

/** Gives one thing in the locker these bytes. */
export const restore = (page, name, bytes) =>
  page.evaluate(
    async ([name, bytes]) => {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("chaperone-locker");
      const writer = await (await folder.getFileHandle(name)).createWritable();
      await writer.write(new Uint8Array(bytes));
      await writer.close();
    },
    [name, bytes],
  );

/** Replaces bytes of one thing in the locker. */
export const tamper = (page, name, change) =>
  page.evaluate(
    async ([name, change]) => {
      const root = await navigator.storage.getDirectory();
      const handle = await (await root.getDirectoryHandle("chaperone-locker")).getFileHandle(name);
      const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer());
      const writer = await handle.createWritable();
      if (change === "cut") await writer.write(bytes.slice(0, bytes.length / 2));
      else {
        bytes[bytes.length - 1] ^= 1;
        await writer.write(bytes);
      }
      await writer.close();
    },
    [name, change],
  );
