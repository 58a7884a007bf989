// What is kept on the device, as a person uses it: keeping, unlocking, and adding a file to it; and a file at which the engine traps.
import assert from "node:assert/strict";
import { roomOf as frameOf } from "../../browser.mjs";
import { CANARIES } from "./canary.mjs";
import { focused } from "./room.mjs";

const { passphrase: PASSPHRASE } = CANARIES;
export const SLOW = { timeout: 120_000 };

/** Waits until it is known what is kept. */
export const settled = (frame) =>
  frame.waitForFunction(
    () => (document.querySelector("chaperone-app")?.keeping.stage.stage ?? "looking") !== "looking",
    undefined,
    SLOW,
  );

/** The record room of `page`, once it is known what is kept. */
export const roomOf = async (page) => {
  const frame = await frameOf(page);
  await settled(frame);
  return frame;
};

/** Adds files, and waits until they are read. */
export async function add(frame, ...files) {
  await frame.waitForSelector("#samples:not(:disabled), #files:not(:disabled)", { state: "attached", ...SLOW });
  const before = (await holdings(frame)).files;
  await frame.setInputFiles("input[type=file]", files);
  await until(async () => (await holdings(frame)).files >= before + files.length);
  await frame.waitForSelector("#ask:not(:disabled)", { ...SLOW, state: "attached" });
}

/** Keeps everything on this device, and resolves to what the page says of it. */
export async function keep(frame, passphrase = PASSPHRASE) {
  await frame.click("#keeping");
  await frame.fill("input[name=fresh]", passphrase);
  await frame.fill("input[name=again]", passphrase);
  await frame.click("#keep");
  const outcome = await frame.waitForSelector("#done, #keeping-failure", SLOW);
  const text = await outcome.textContent();
  await until(async () => (await focused(frame)) !== "body");
  await frame.click("#close");
  return text;
}

/** Unlocks what is kept, and resolves to what the page says against it. */
export async function unlock(frame, passphrase = PASSPHRASE) {
  await frame.fill("#passphrase", passphrase, SLOW);
  await frame.press("#passphrase", "Enter");
  // Where a file was left out or is unclear the page stays with the files, and the question field is on another screen.
  await frame.waitForSelector("#failure .bad, #ask:not(:disabled)", { ...SLOW, state: "attached" });
  return frame.$eval("body", () => {
    const gate = document.querySelector("chaperone-app").renderRoot.querySelector("chaperone-gate");
    return gate?.renderRoot.querySelector("#failure .bad")?.textContent ?? "";
  });
}

/** What the engine has read. */
export const holdings = (frame) => frame.$eval("chaperone-app", (app) => app.engine.call("holdings", {}));

/** Lets the engine trap in this page when it is handed a file that holds `word`: its bytes come into its memory by `set`. */
export async function trapAt(page, word) {
  await until(() => page.workers().length > 0);
  for (const worker of page.workers()) {
    await worker.evaluate((word) => {
      const { set } = Uint8Array.prototype;
      Uint8Array.prototype.set = function (bytes, at) {
        if (at > 0 && new TextDecoder().decode(new Uint8Array(bytes)).includes(word))
          throw new WebAssembly.RuntimeError("unreachable");
        set.call(this, bytes, at);
      };
    }, word);
  }
}

/** Waits until `check` resolves to something true. */
export async function until(check) {
  const end = Date.now() + SLOW.timeout;
  while (!(await check())) {
    assert.ok(Date.now() < end, "it took too long");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
