// Nothing moves under a person's eyes or hand, in a portal's panel, with two tabs, when kept records are opened anew, and while a model thinks harder.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { launch } from "../browser.mjs";
import { QUESTION, enterServer, go, whole } from "./support/room.mjs";
import { CORS, DONE, delta, startScripted } from "./support/scripted.mjs";
import { LOOKS, watched } from "./support/shifts.mjs";
import { serveWithoutModel } from "./support/without.mjs";

const PATIENCE = { timeout: 120_000 };
const PASSPHRASE = "three quiet herons over the marsh";

/** The portal's page, the shell in its panel, and the room in that. */
async function framesInPortal(page) {
  const deadline = Date.now() + PATIENCE.timeout;
  for (;;) {
    const [shell] = page.mainFrame().childFrames();
    const [room] = shell?.childFrames() ?? [];
    if ((await room?.$("chaperone-app").catch(() => null)) != null) return [page, shell, room];
    assert.ok(Date.now() < deadline, "the panel has not come");
    await sleep(50);
  }
}

const ready = async (frame) => {
  await frame.waitForSelector("#samples:not(:disabled)", PATIENCE);
  await whole(frame);
};

const readSamples = async (frame) => {
  await frame.click("#samples");
  await frame.waitForSelector("#ask:not(:disabled)", PATIENCE);
  await frame.waitForSelector(".chips button", PATIENCE);
};

/** A site and a browser of its own: what is kept is of one visitor. */
async function alone(t) {
  const [site, own] = await Promise.all([serveWithoutModel(), launch()]);
  t.after(() => Promise.all([own.close(), site.close()]));
  return { site, own };
}

/** Keeps what was read, step by step. */
async function keep(step) {
  await step("keeping is chosen", async (frame) => {
    await frame.click("#keeping");
    await frame.waitForSelector("input[name=fresh]", PATIENCE);
  });
  await step("and done", async (frame) => {
    await frame.fill("input[name=fresh]", PASSPHRASE);
    await frame.fill("input[name=again]", PASSPHRASE);
    await frame.click("#keep");
    await frame.waitForSelector("#done", PATIENCE);
  });
  await step("and closed", (frame) => frame.click("#close"));
}

const unlock = async (frame) => {
  await frame.fill("#passphrase", PASSPHRASE, PATIENCE);
  await frame.press("#passphrase", "Enter");
  await frame.waitForSelector("#ask:not(:disabled)", { ...PATIENCE, state: "attached" });
};

/** What `model` does where it thinks, judges and answers, each a while after it is asked. */
const thinker = (model) => (response) => {
  const [{ content: system }] = JSON.parse(model.requests.at(-1).body).messages;
  const share = 0.3;
  const say = (...events) =>
    setTimeout(
      () => response.writeHead(200, { ...CORS, "Content-Type": "text/event-stream" }).end(events.join("") + DONE),
      700,
    );
  if (system.startsWith("You check one thought")) {
    const top = [
      { token: "1", logprob: Math.log(share) },
      { token: "0", logprob: Math.log(1 - share) },
    ];
    const choice = { index: 0, delta: { content: "0" }, logprobs: { content: [{ ...top[1], top_logprobs: top }] } };
    return say(`data: ${JSON.stringify({ choices: [choice] })}\n\n`);
  }
  if (system.startsWith("You help to look things up")) return say(delta("hypertension dizziness kidney function"));
  if (system.startsWith("You help to answer"))
    return say(delta("The readings came down after the medicine was begun, and stayed there for two years. [R1]"));
  return say(delta("They came down. <quote><title>R1</title>made up by the model</quote>"));
};

// Side by side, each in a browser of its own: a look is mostly waiting.
describe("nothing moves", { concurrency: 2 }, () => {
  for (const [name, viewport] of Object.entries(LOOKS)) {
    describe(`on a ${name}`, { concurrency: 1 }, () => {
      let browser, model;
      before(async () => {
        [browser, model] = await Promise.all([launch(), startScripted()]);
      });
      after(async () => {
        await browser.close();
        await model.close();
      });

      test(`on a ${name} nothing moves in a portal, nor in the panel that it has`, { timeout: 300_000 }, async (t) => {
        const site = await serveWithoutModel();
        t.after(() => site.close());
        const { page, step, end } = await watched(t, site.portal, viewport, browser, framesInPortal);
        await step("opens", ready);
        await step("samples are read", readSamples);
        await step("a question is answered by quotations", async (frame) => {
          await frame.locator("#question").pressSequentially(QUESTION);
          await frame.click("#ask:not(:disabled)");
          await frame.waitForSelector("[data-turn='1'] #count", PATIENCE);
        });
        await step("a quotation is seen in its source", async (frame) => {
          await frame.click("[data-turn='1'] [data-reference] >> nth=0");
          await frame.waitForSelector("dialog mark", PATIENCE);
          await page.keyboard.press("Escape");
        });
        for (const place of ["today", "timeline", "files", "library", "leaves", "settings", "ask"])
          await step(place, async (frame) => {
            await go(frame, place);
            if (place === "today") await frame.waitForSelector("#brief", PATIENCE);
            if (place === "timeline") await frame.waitForSelector("#picture", PATIENCE);
          });
        end();
      });

      test(`on a ${name} nothing moves when kept records are opened anew`, { timeout: 300_000 }, async (t) => {
        const { site, own } = await alone(t);
        const walk = await watched(t, site.url, viewport, own);
        const { page, step, end } = walk;
        await step("opens", ready);
        await step("samples are read", readSamples);
        await step("a question is asked", async (frame) => {
          await frame.locator("#question").pressSequentially(QUESTION);
          await frame.click("#ask:not(:disabled)");
          await frame.waitForSelector("[data-turn='1'] #count", PATIENCE);
        });
        await keep(step);
        await page.reload();
        await walk.enter();
        await step("is loaded again: locked", (frame) => frame.waitForSelector("#passphrase", PATIENCE));
        await step("a wrong passphrase", async (frame) => {
          await frame.fill("#passphrase", "five loud geese");
          await frame.press("#passphrase", "Enter");
          await frame.waitForSelector("#failure .bad", PATIENCE);
        });
        await step("is unlocked", unlock);
        for (const place of ["today", "files", "ask"])
          await step(`${place}, of what was kept`, async (frame) => {
            await go(frame, place);
            if (place === "today") await frame.waitForSelector("#brief", PATIENCE);
          });
        end();
      });

      test(`on a ${name} nothing moves where a second tab takes over what is kept`, { timeout: 300_000 }, async (t) => {
        const { site, own } = await alone(t);
        const first = await watched(t, site.url, viewport, own);
        await first.step("opens", ready);
        await first.step("samples are read", readSamples);
        await keep(first.step);
        const second = await watched(t, site.url, viewport, own);
        await second.step("the second opens", (frame) => frame.waitForSelector("#take-over", PATIENCE));
        await first.look("the first, meanwhile");
        await second.step("the second takes over", async (frame) => {
          await frame.click("#take-over");
          await frame.waitForSelector("#passphrase", PATIENCE);
        });
        await first.step("the first says so", (frame) => frame.waitForSelector("chaperone-gate", PATIENCE));
        await second.step("the second is unlocked", unlock);
        first.end();
        second.end();
      });

      test(`on a ${name} nothing moves while a model thinks harder`, { timeout: 600_000 }, async (t) => {
        const site = await serveWithoutModel();
        t.after(() => site.close());
        model.behave(thinker(model));
        const { step, end } = await watched(t, site.url, viewport, browser);
        const stage = (frame, ...wanted) =>
          frame.waitForFunction(
            (wanted) => wanted.includes(document.querySelector("chaperone-app").thinking.process?.stage),
            wanted,
            PATIENCE,
          );
        await step("opens", ready);
        await step("samples are read", readSamples);
        await step("a server is entered", (frame) => enterServer(frame, { url: model.url }));
        await step("a budget is looked at", async (frame) => {
          await frame.check("input[value=model]");
          await frame.fill("#question", "How did my blood pressure change, and which medicine do I take for it?");
          await frame.click("#think:not(:disabled)");
          await stage(frame, "budget");
        });
        await step("it begins, and a thought is there", async (frame) => {
          await frame.fill("chaperone-thought-budget #thoughts", "3");
          await frame.fill("chaperone-thought-budget #threshold", "200");
          await frame.click("#think-approve");
          await frame.waitForFunction(
            () =>
              document
                .querySelector("chaperone-app")
                .thinking.process?.view?.nodes.some(({ kind }) => kind === "thought"),
            undefined,
            PATIENCE,
          );
        });
        await step("it goes on to its end, asking where it must", async (frame) => {
          for (;;) {
            await stage(frame, "done", "approval");
            const is = await frame.evaluate(() => document.querySelector("chaperone-app").thinking.process.stage);
            if (is === "done") return;
            // By the keyboard: a click that has to be tried again scrolls to other places, and a list that grows there would move what is seen.
            await frame.press("#think-allow", "Enter", { timeout: 1000 }).catch(() => undefined);
          }
        });
        await step("a thought is looked at", (frame) =>
          frame.click("chaperone-thought-outline [data-node] > .label >> nth=-1"),
        );
        await step("it is concluded", async (frame) => {
          await frame.click("#think-conclude");
          await stage(frame, "answered");
        });
        await step("and read as a report", async (frame) => {
          await frame.click("#think-read");
          await frame.waitForSelector("#think-report", PATIENCE);
        });
        end();
      });
    });
  }
});
