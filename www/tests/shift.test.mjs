// Nothing moves under a person's eyes or hand: the layout shifts of every screen and flow, on a phone and on a desk, in the shell and in the room.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { launch, openRoom } from "../browser.mjs";
import { serve } from "../serve.mjs";
import { QUESTION, enterServer, go, whole } from "./support/room.mjs";
import { DONE, delta, startScripted, streams } from "./support/scripted.mjs";
import { LOOKS, SHIFT_BAR, takeShifts, watchShifts, watched, worstSession } from "./support/shifts.mjs";
import { serveWithoutModel } from "./support/without.mjs";

const PATIENCE = { timeout: 120_000 };

/** Resolves once records are being read. It is asked for before that begins: it may be over before somebody looks. */
const busy = (frame) =>
  frame.waitForFunction(() => document.querySelector("chaperone-app").reading.state.busy, undefined, PATIENCE);
const idle = (frame) =>
  frame.waitForFunction(() => !document.querySelector("chaperone-app").conversation.busy, undefined, PATIENCE);

/** What is there once a place is drawn. */
const THERE = {
  settings: "chaperone-server #url",
  leaves: "chaperone-ledger #none",
  timeline: "#picture",
  files: "chaperone-records #report",
};

/** Chooses the next of a field by the keyboard, as a person does it: what follows at once is no shift. Resolves to what is chosen then. */
async function chooseNext(page, frame, field, key = "ArrowDown") {
  const chosen = () => frame.$eval(field, ({ value }) => value);
  const before = await chosen();
  await frame.focus(field);
  await page.keyboard.press(key);
  const now = await chosen();
  assert.notEqual(now, before, `another is chosen in ${field}`);
  return now;
}

/** Records in which reading is under way for a while: copies of one, each of another person. */
function copies(count) {
  const text = readFileSync(new URL("../../examples/records/okafor.json", import.meta.url), "utf8");
  const id = /"resourceType":\s*"Patient",\s*"id":\s*"([^"]+)"/.exec(text)?.[1] ?? "none";
  return Array.from({ length: count }, (_, at) => ({
    name: `copy-${at}.json`,
    mimeType: "application/json",
    buffer: Buffer.from(text.replaceAll(id, `${id}-${at}`)),
  }));
}

test("the sum of a session is that of Cumulative Layout Shift", () => {
  const shift = (at, value) => ({ at, value });
  assert.equal(worstSession([]), 0);
  assert.equal(worstSession([shift(0, 1), shift(900, 2), shift(2000, 2.5)]), 3);
  assert.equal(worstSession([0, 900, 1800, 2700, 3600, 4500, 5400].map((at) => shift(at, 1))), 6);
});

test("what moves is seen, in the room and in the shell, and said where it is", async (t) => {
  const [site, browser] = await Promise.all([serveWithoutModel(), launch()]);
  t.after(() => Promise.all([browser.close(), site.close()]));
  const { page, frame } = await openRoom(browser.context, site.url);
  await frame.waitForSelector("#samples:not(:disabled)", PATIENCE);
  await Promise.all([watchShifts(page), watchShifts(frame)]);
  await takeShifts([page, frame]);
  for (const where of [page, frame]) {
    await where.evaluate(() => {
      const pushing = document.createElement("p");
      pushing.style.height = "5rem";
      document.body.prepend(pushing);
    });
    const { worst, moved } = await takeShifts([page, frame]);
    assert.ok(worst > SHIFT_BAR, String(worst));
    assert.match(moved.join(), where === page ? /iframe#room from/ : / from [^;]+ to /);
  }
});

test("in German nothing moves when the words come", { timeout: 180_000 }, async (t) => {
  // By a switch: a locale that Playwright emulates may come after the room has begun.
  const german = await launch({ flags: ["--accept-lang=de-DE"] });
  const site = await serveWithoutModel();
  t.after(() => Promise.all([german.close(), site.close()]));
  const { step, end } = await watched(t, site.url, LOOKS.phone, german);
  await step("opens", async (frame) => {
    await frame.waitForSelector("#samples:not(:disabled)", PATIENCE);
    await whole(frame);
    assert.match(await frame.textContent("#heading-records"), /Ihre Akten/);
  });
  end();
});

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

      test(
        `on a ${name} nothing moves before there are records, while they are read, looked at and asked about, nor while a request is looked at, sent and answered`,
        { timeout: 900_000 },
        async (t) => {
          const site = await serveWithoutModel();
          t.after(() => site.close());
          const { page, step, end } = await watched(t, site.url, viewport, browser);
          await step("opens", async (frame) => {
            await frame.waitForSelector("#samples:not(:disabled)", PATIENCE);
            await whole(frame);
          });
          for (const screen of ["today", "ask", "library", "leaves", "settings", "records"])
            await step(`${screen}, empty`, (frame) => go(frame, screen));
          await step("samples are read", async (frame) => {
            await frame.click("#samples");
            await frame.waitForSelector("#ask:not(:disabled)", PATIENCE);
            await frame.waitForSelector(".chips button", PATIENCE);
          });
          await step("a server is entered", (frame) => enterServer(frame, { url: model.url }));
          await step("a request is prepared", async (frame) => {
            await frame.check("input[value=model]");
            await frame.fill("#question", QUESTION);
            await frame.click("#ask:not(:disabled)");
            await frame.waitForSelector("#approve", PATIENCE);
          });
          await step("it is told otherwise", async (frame) => {
            await frame.check("chaperone-manner input[value=strict]");
            await frame.waitForFunction(
              () => !document.querySelector("chaperone-app").conversation.busy,
              undefined,
              PATIENCE,
            );
          });
          await step("it is sent, and answered word by word", async (frame) => {
            model.behave(async (response) => {
              streams(response);
              for (const words of "It was measured in the spring and it was what it had been before that. "
                .repeat(6)
                .split(" ")) {
                response.write(delta(`${words} `));
                await new Promise((resolve) => setTimeout(resolve, 20));
              }
              response.end(DONE);
            });
            await frame.waitForSelector("#approve[aria-disabled=false]", PATIENCE);
            await frame.click("#approve");
            await frame.waitForSelector("[data-turn='1'] #count", PATIENCE);
            await idle(frame);
          });
          await step("what leaves", async (frame) => {
            await go(frame, "leaves");
            await frame.waitForSelector("chaperone-ledger #entries", PATIENCE);
          });
          await step("a text is examined", async (frame) => {
            await frame.fill("chaperone-examine #pasted", "Seen by Dr. Miller in Springfield on 3 May 2021.");
            await frame.click("chaperone-examine #run");
            await frame.waitForSelector("chaperone-examine #told", PATIENCE);
          });
          await step("settings", (frame) => go(frame, "settings"));
          await step("back to the question", (frame) => go(frame, "ask"));
          await step("a new conversation, answered by quotations", async (frame) => {
            await frame.click("#new");
            await frame.check("input[value=none]");
            await frame.waitForSelector(".chips button", PATIENCE);
          });
          await step("somebody else is chosen", async (frame) => {
            await chooseNext(page, frame, "#subject");
            await frame.waitForSelector(".chips button", PATIENCE);
          });
          await step("questions about the one before come late", async (frame) => {
            // Nobody touched anything: what moves counts, however fast this machine is.
            await frame.evaluate(() => document.querySelector("chaperone-app").suggesting.about(0, true));
            await frame.waitForSelector(".chips button", PATIENCE);
          });
          await step("today", async (frame) => {
            await go(frame, "today");
            await frame.waitForSelector("#brief", PATIENCE);
          });
          const todayOfAnother = async (frame, key) => {
            await chooseNext(page, frame, "#whose", key);
            const whose = await frame.$eval("#whose", ({ selectedOptions }) => selectedOptions[0].textContent.trim());
            await frame.waitForSelector(`#brief-title:has-text("${whose}")`, PATIENCE);
          };
          await step("today of the one before", (frame) => todayOfAnother(frame, "ArrowUp"));
          await step("an item of today", (frame) => frame.click("#brief li summary >> nth=0"));
          await step("today of somebody else", (frame) => todayOfAnother(frame, "ArrowDown"));
          await step("timeline", async (frame) => {
            await go(frame, "timeline");
            await frame.waitForSelector("#picture", PATIENCE);
          });
          await step("charts", async (frame) => {
            await go(frame, "charts");
            await frame.waitForSelector("chaperone-charts .plot", PATIENCE);
          });
          await step("charts of somebody else", async (frame) => {
            const person = await chooseNext(page, frame, "#person");
            await frame.waitForFunction(
              (wanted) => {
                const app = document.querySelector("chaperone-app");
                const charts = app.shadowRoot.querySelector("chaperone-charts");
                return (
                  charts.person === wanted &&
                  !charts.isUpdatePending &&
                  charts.shadowRoot.querySelector(".plot") !== null
                );
              },
              Number(person),
              PATIENCE,
            );
          });
          await step("search", async (frame) => {
            await go(frame, "search");
            await frame.fill("#words", "chest pain");
            await frame.click("#search:not(:disabled)");
            await frame.waitForSelector("chaperone-search #hits", PATIENCE);
          });
          await step("files", (frame) => go(frame, "files"));
          await step("another file is read", async (frame) => {
            await Promise.all([busy(frame), frame.setInputFiles("#files", copies(3))]);
            await frame.waitForFunction(
              () => !document.querySelector("chaperone-app").reading.state.busy,
              undefined,
              PATIENCE,
            );
          });
          await step("ask", (frame) => go(frame, "ask"));
          await step("a question is answered by quotations", async (frame) => {
            await frame.fill("#question", QUESTION);
            await frame.click("#ask:not(:disabled)");
            await frame.waitForSelector("chaperone-turn:nth-of-type(1) #count", PATIENCE);
          });
          await step("a quotation is seen in its source", async (frame) => {
            await frame.click("chaperone-turn:nth-of-type(1) [data-reference] >> nth=0");
            await frame.waitForSelector("dialog mark", PATIENCE);
            await page.keyboard.press("Escape");
          });
          await step("a second question", async (frame) => {
            await frame.fill("#question", "Which conditions do I have?");
            await frame.click("#ask:not(:disabled)");
            await frame.waitForSelector("chaperone-turn:nth-of-type(2) #count", PATIENCE);
          });
          end();
        },
      );

      test(
        `on a ${name} nothing moves over a slow network, nor when the page is loaded again in the middle of its work`,
        { timeout: 900_000 },
        async (t) => {
          // The engine comes in pieces, and each part of the script late.
          const slow = new Set();
          const answer = (request, response) => {
            const path = new URL(request.url, "http://x").pathname;
            if (!/^\/assets\/(?:wasm|script-)/.test(path)) return false;
            const bytes = readFileSync(new URL(`../dist${path}`, import.meta.url));
            const wasm = path.startsWith("/assets/wasm");
            slow.add(wasm ? "engine" : "script");
            response.writeHead(200, {
              "Content-Type": wasm ? "application/wasm" : "text/javascript",
              "Content-Length": bytes.length,
            });
            const step = wasm ? 3 << 20 : bytes.length;
            const send = (at) => {
              if (at >= bytes.length) return response.end();
              setTimeout(() => response.write(bytes.subarray(at, at + step), () => send(at + step)), wasm ? 300 : 700);
            };
            send(0);
            return true;
          };
          const site = await serve({ answer });
          t.after(() => site.close());
          const walk = await watched(t, site.url, viewport, browser);
          const { page, step, end } = walk;
          await step("opens slowly", async (frame) => {
            await frame.waitForSelector("#samples:not(:disabled)", PATIENCE);
          });
          await step("samples are read before all of the page is there", async (frame) => {
            await frame.click("#samples");
            await frame.waitForSelector("#ask:not(:disabled)", PATIENCE);
            await frame.waitForSelector(".chips button", PATIENCE);
          });
          for (const place of ["settings", "leaves", "timeline", "files"])
            await step(`${place}, slowly`, async (frame) => {
              await go(frame, place);
              await frame.waitForSelector(THERE[place], PATIENCE);
            });
          // Once it is prepared it says so in a line, and takes more room again as more is read.
          if (name === "desk")
            await step("search by meaning is prepared", (frame) =>
              frame.waitForFunction(
                () => document.querySelector("chaperone-app").meaning.state.is === "ready",
                undefined,
                {
                  timeout: 400_000,
                },
              ),
            );
          await step("more is read and indexed", async (frame) => {
            await Promise.all([busy(frame), frame.setInputFiles("#files", copies(8))]);
            await frame.waitForFunction(
              () => document.querySelector("chaperone-app").meaning.state.is === "embedding",
              undefined,
              PATIENCE,
            );
          });
          assert.deepEqual([...slow].sort(), ["engine", "script"]);
          const is = await walk.frame.$eval("chaperone-app", (app) => app.meaning.state.is);
          assert.equal(is, "embedding", "it is in the middle of its work");
          await page.reload();
          await walk.enter();
          await step("is loaded again while it indexes", (frame) =>
            frame.waitForSelector("#samples:not(:disabled)", PATIENCE),
          );
          await step("and reads again", async (frame) => {
            await frame.click("#samples");
            await frame.waitForSelector(".chips button", PATIENCE);
          });
          end();
        },
      );
    });
  }
});
