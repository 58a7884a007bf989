// A portal that offers a function of its own in place of a model server, in Chromium: the person chooses it, sees what it would get, and approves.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, before, describe, test } from "node:test";
import { launch } from "../browser.mjs";
import { readSources, recheck } from "../quote-check.mjs";
import { SAMPLES, sampleIdentifiers, survivors } from "./support/identifiers.mjs";
import { QUESTION, go } from "./support/room.mjs";
import { serveWithoutModel } from "./support/without.mjs";

const PATIENCE = { timeout: 120_000 };
const PANEL = readFileSync(new URL("../dist/panel.js", import.meta.url), "utf8");
const STYLE = "<style>chaperone-panel { height: 700px }</style>";

describe("a portal that offers a function", () => {
  let own, browser;
  before(async () => {
    [own, browser] = await Promise.all([serveWithoutModel(), launch()]);
  });
  after(async () => {
    await browser.close();
    await own.close();
  });

  /** Opens a portal whose function is `answer`, a text of JavaScript; `paths` are what was asked of its server. */
  async function portal(t, answer, attributes = { answers: "" }) {
    const paths = [];
    const script = `
      window.given = [];
      const panel = document.createElement("chaperone-panel");
      panel.setAttribute("src", "${own.url}");
      for (const [name, value] of Object.entries(${JSON.stringify(attributes)})) panel.setAttribute(name, value);
      const answer = ${answer};
      panel.answer = (request) => { window.given.push({ keys: Object.keys(request), body: request.body }); window.signal = request.signal; return answer(request); };
      window.panel = panel;
      document.body.append(panel);`;
    const server = createServer((request, response) => {
      if (!["/", "/panel.js", "/favicon.ico"].includes(request.url)) paths.push(`${request.method} ${request.url}`);
      const isPanel = request.url === "/panel.js";
      response.writeHead(200, { "Content-Type": isPanel ? "text/javascript" : "text/html; charset=utf-8" });
      // The function is set before the element is defined, and keeps holding.
      response.end(
        isPanel ? PANEL : `<!doctype html>${STYLE}<body><script>${script}</script><script src="/panel.js"></script>`,
      );
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const page = await browser.context.newPage();
    t.after(async () => {
      await page.close();
      server.closeAllConnections();
      server.close();
    });
    const origin = `http://127.0.0.1:${server.address().port}`;
    await page.goto(`${origin}/`);
    return { page, room: await roomIn(page), origin, paths };
  }

  async function roomIn(page) {
    const deadline = Date.now() + 60_000;
    for (;;) {
      const room = page.mainFrame().childFrames()[0]?.childFrames()[0];
      if ((await room?.$("chaperone-app").catch(() => null)) != null) return room;
      assert.ok(Date.now() < deadline, "the room has not come");
      await page.waitForTimeout(50);
    }
  }

  /** Has a question prepared for the function. */
  async function prepared(room) {
    await room.click("#samples:not(:disabled)", PATIENCE);
    await room.waitForSelector("#ask:not(:disabled)", PATIENCE);
    await go(room, "settings");
    await room.click("#use-offered");
    await go(room, "ask");
    await room.check("input[value=model]");
    await room.fill("#question", QUESTION);
    await room.waitForSelector("#ask:not(:disabled)");
    // As by the button, which may just be moving: the field grows with what is typed.
    await room.press("#question", "Enter");
    await room.waitForSelector("#approve", PATIENCE);
    await room.$eval("#approve", (button) => button.scrollIntoView({ block: "center" }));
    await room.waitForSelector('#approve[aria-disabled="false"]', PATIENCE);
  }
  const approve = async (room) => {
    await room.hover("#approve");
    await room.waitForTimeout(600);
    await room.click("#approve");
  };
  const given = (page) => page.evaluate(() => window.given);

  test(
    "gets what was approved, byte for byte and nothing else, and is answered like a server",
    { timeout: 300_000 },
    async (t) => {
      const { page, room, origin, paths } = await portal(
        t,
        `async function* () { yield "Here it is. <quote><title>R1</title>"; yield " made up </quote><img src=x onerror=alert(1)>"; }`,
      );
      await prepared(room);
      assert.deepEqual(await given(page), [], "nothing goes before it is approved");
      const draft = await room.$eval("chaperone-leaving", (element) => element.draft);
      assert.equal(draft.verdict, "cleared");
      assert.equal(new URL(draft.request.url).origin, origin);
      // Whoever changes the function afterwards changes nothing.
      const swapped = await page.evaluate(() => {
        try {
          window.panel.answer = () => "another";
          return "swapped";
        } catch (error) {
          return error.message;
        }
      });
      assert.match(swapped, /set once/);
      await approve(room);
      await room.waitForSelector("#count", PATIENCE);
      assert.deepEqual(await given(page), [{ keys: ["body", "signal"], body: draft.request.body }]);
      assert.deepEqual(survivors(Buffer.from(draft.request.body), sampleIdentifiers()), []);
      assert.deepEqual(paths, [], "no request of the network was made for it");

      const { blocks, shown } = await room.$eval("chaperone-answer", ({ answer, renderRoot }) => ({
        blocks: answer.blocks,
        shown: [...renderRoot.querySelectorAll("[data-block]")].map(({ textContent }) => textContent),
      }));
      const boxes = blocks.filter(({ kind }) => kind === "record-data" || kind === "verbatim");
      assert.ok(boxes.length > 0);
      const sources = readSources(SAMPLES);
      blocks.forEach((block, number) => {
        if (block.kind === "record-data" || block.kind === "verbatim") recheck(block, shown[number], sources);
      });
      assert.equal(await room.$("chaperone-answer .checked img"), null);

      // The ledger names the portal as whom it went to.
      await go(room, "leaves");
      await room.waitForSelector("chaperone-ledger #entries", PATIENCE);
      assert.match(
        await room.textContent("chaperone-ledger #entries"),
        new RegExp(new URL(origin).host.replaceAll(".", "\\.")),
      );
    },
  );

  test("that fails leaves the page as it was, and no word of its error is shown", { timeout: 300_000 }, async (t) => {
    const { page, room } = await portal(t, `() => { throw new Error("Okafor said so"); }`);
    await prepared(room);
    await approve(room);
    await room.waitForSelector("#failure", PATIENCE);
    const said = await room.textContent("#failure");
    assert.match(said, /function of the page around failed/);
    assert.doesNotMatch(
      await room.$eval("chaperone-answer", ({ renderRoot }) => renderRoot.textContent),
      /Okafor said so/,
    );
    assert.equal((await given(page)).length, 1);
    await room.click("#new:not(:disabled)");
    await room.check("input[value=none]");
    await room.fill("#question", QUESTION);
    await room.click("#ask:not(:disabled)");
    await room.waitForSelector("#count", PATIENCE);
  });

  test("is told when the person cancels", { timeout: 300_000 }, async (t) => {
    const { page, room } = await portal(t, `() => new Promise(() => {})`);
    await prepared(room);
    await approve(room);
    await page.waitForFunction(() => window.given.length === 1);
    await room.click("#cancel");
    await room.waitForSelector("#failure", PATIENCE);
    assert.match(await room.textContent("#failure"), /Cancelled/);
    await page.waitForFunction(() => window.signal.aborted);
  });

  test("is tested like any server, and lists no models", { timeout: 300_000 }, async (t) => {
    const { page, room } = await portal(t, `() => "ready"`);
    await room.waitForSelector("#samples:not(:disabled)", PATIENCE);
    await go(room, "settings");
    await room.waitForSelector("#use-offered:not(:disabled)", PATIENCE);
    await room.click("#use-offered");
    await room.click("#try:not(:disabled)", PATIENCE);
    await room.waitForSelector("#tried .notice.good", PATIENCE);
    const [{ body }] = await given(page);
    assert.equal(
      JSON.parse(body).messages.at(-1).content,
      "This only tests the connection. Reply with one word: ready.",
    );
    await room.click("#list:not(:disabled)");
    await room.waitForSelector("#listed .notice", PATIENCE);
    assert.match(await room.textContent("#listed"), /lists no models/);
    assert.equal((await given(page)).length, 1);
  });

  test("is not asked where the portal's own policy does not name it", { timeout: 300_000 }, async (t) => {
    const policy = JSON.stringify({ endpoints: ["https://models.example.org"] });
    const { page, room } = await portal(t, `() => "ready"`, { answers: "", policy });
    await room.waitForSelector("#samples:not(:disabled)", PATIENCE);
    await go(room, "settings");
    await room.click("#use-offered", PATIENCE);
    await room.click("#try:not(:disabled)", PATIENCE);
    await room.waitForSelector("#tried .notice.bad", PATIENCE);
    assert.match(await room.textContent("#tried"), /policy of whoever runs this does not let this server be asked/);
    assert.deepEqual(await given(page), []);
  });

  test(
    "without the attribute is offered to nobody, and another page's function is not asked",
    { timeout: 300_000 },
    async (t) => {
      const { page, room } = await portal(t, `() => "ready"`, {});
      await room.waitForSelector("#samples:not(:disabled)", PATIENCE);
      await go(room, "settings");
      assert.equal(await room.$("#use-offered"), null);
      for (const url of ["http://localhost:1/.chaperone-function", `${own.url}.chaperone-function`]) {
        await room.fill("chaperone-server #url", url);
        await room.click("#try:not(:disabled)", PATIENCE);
        await room.waitForFunction(() => document.querySelector("chaperone-app").servers.trial.state === "failed");
        await room.waitForSelector("[data-finding=around]");
      }
      assert.deepEqual(await given(page), []);
    },
  );

  test(
    "is not offered where the page that says so is another one than the page around",
    { timeout: 300_000 },
    async (t) => {
      // The fragment names an origin; the browser hands the port to a page of that origin alone.
      const { page } = await portal(t, `() => "ready"`, {});
      const heard = await page.evaluate(async (url) => {
        const words = [];
        window.addEventListener("message", ({ data, ports }) => words.push([data?.chaperone, ports.length]));
        const frame = document.createElement("iframe");
        frame.src = `${url}#answers=https%3A%2F%2Felsewhere.example`;
        document.body.append(frame);
        while (!words.some(([word]) => word === "ready")) await new Promise((resolve) => setTimeout(resolve, 50));
        await new Promise((resolve) => setTimeout(resolve, 500));
        return words;
      }, own.url);
      assert.deepEqual(
        heard.filter(([, ports]) => ports > 0),
        [],
      );
    },
  );
});
