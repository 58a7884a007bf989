// The parts of the page that come after its first screen: what that is without them, and what runs.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { launch, openRoom } from "../browser.mjs";
import { FIRST_SCREEN_BAR, scriptSizes } from "../sizes.mjs";
import { QUESTION, ask, go } from "./support/room.mjs";
import { serveWithoutModel } from "./support/without.mjs";

const DIST = new URL("../dist/", import.meta.url);
const PATIENCE = { timeout: 120_000 };

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Opens the page, once its engine is ready, whatever becomes of what comes later. */
async function openFirst(url) {
  const { page, frame } = await openRoom(browser.context, url);
  await frame.waitForSelector("#samples:not(:disabled)", PATIENCE);
  return { page, frame };
}

/** The text of the script `name`, and its hash as a policy has it. */
function script(name) {
  const file = readdirSync(new URL("assets/", DIST)).find((each) => each.startsWith(`script-${name}.`));
  const bytes = readFileSync(new URL(`assets/${file}`, DIST));
  return { bytes, source: createHash("sha256").update(bytes).digest("base64") };
}

/** A page from a server of its own; `answer` may answer a path itself. */
async function site(t, answer = () => false) {
  const asked = [];
  const server = await serveWithoutModel({ seen: ({ url }) => asked.push(url), answer });
  t.after(() => server.close());
  return { url: server.url, asked };
}

const defined = (frame, name) => frame.evaluate((each) => customElements.get(each) !== undefined, name);
const notices = (frame) => frame.$eval("chaperone-app", ({ notices, bringing }) => [...notices, ...bringing.missed]);

describe("the first screen", () => {
  test("its scripts keep to their bar, and what comes later is not in it", () => {
    const { first, later } = scriptSizes();
    assert.ok(first <= FIRST_SCREEN_BAR, `${first} bytes of JavaScript, gzipped`);
    const html = readFileSync(new URL("index.html", DIST), "utf8").replaceAll("&quot;", '"');
    for (const [name, of] of Object.entries({
      records: "chaperone-timeline",
      leaves: "chaperone-leaving",
      settings: "chaperone-tools",
      layout: "dagre",
    })) {
      assert.ok(later[name] > 0, name);
      assert.ok(script(name).bytes.includes(of) || name === "layout", name);
    }
    // An element that is defined there, and one that is defined later.
    assert.ok(html.includes('("chaperone-records")'));
    assert.ok(!html.includes('("chaperone-timeline")'));
  });

  test("asks and answers without any of what comes later, and says what could not be had", async (t) => {
    const { url } = await site(t, ({ url }, response) => {
      if (!url.startsWith("/assets/script-")) return false;
      response.writeHead(404).end();
      return true;
    });
    const { page, frame } = await openFirst(url);
    t.after(() => page.close());
    await frame.click("#samples");
    await frame.waitForSelector("#ask:not(:disabled)", PATIENCE);
    await ask(frame, QUESTION, 1);
    assert.ok((await frame.$$("[data-turn] [data-block]")).length > 0);
    await frame.waitForFunction(() => document.querySelector("chaperone-app").bringing.missed.length > 0);
    assert.match((await notices(frame)).join(" "), /does not give out a part of this page .*Try again/);
    assert.equal(await defined(frame, "chaperone-timeline"), false);
  });
});

describe("what comes later", () => {
  test("is fetched by itself, each script once, and defines the other screens", async (t) => {
    const { url, asked } = await site(t);
    const { page, frame } = await openFirst(url);
    t.after(() => page.close());
    for (const name of ["keeping", "timeline", "source", "ledger", "tools", "doctors-page", "thinking"])
      await frame.waitForFunction((each) => customElements.get(each) !== undefined, `chaperone-${name}`, PATIENCE);
    await go(frame, "settings");
    assert.ok(await frame.isVisible("chaperone-self-test #run"));
    const scripts = asked.filter((path) => path.startsWith("/assets/script-"));
    assert.equal(new Set(scripts).size, scripts.length);
    assert.deepEqual(await notices(frame), []);
    // Nothing of how a part is run is left behind.
    assert.equal(await frame.evaluate(() => "chaperonePart" in window || document.scripts.length > 1), false);
  });

  test("is asked for again when a screen is opened, where it could not be had before", async (t) => {
    let broken = true;
    const { url } = await site(t, ({ url: path }, response) => {
      if (!broken || !path.startsWith("/assets/script-settings.")) return false;
      response.writeHead(503).end();
      return true;
    });
    const { page, frame } = await openFirst(url);
    t.after(() => page.close());
    await go(frame, "settings");
    const said = () => frame.$$eval(".notice", (each) => each.map(({ textContent }) => textContent).join());
    await frame.waitForSelector(".notice", PATIENCE);
    assert.match(await said(), /does not give out a part of this page \(status 503\)/);
    broken = false;
    await go(frame, "leaves");
    await go(frame, "settings");
    await frame.waitForFunction(() => customElements.get("chaperone-tools") !== undefined, undefined, PATIENCE);
    await frame.waitForFunction(() => document.querySelector("chaperone-app").bringing.missed.length === 0);
    assert.doesNotMatch(await said(), /does not give out/);
  });

  test("is not run where it was altered on its way", async (t) => {
    const { url } = await site(t, ({ url: path }, response) => {
      if (!path.startsWith("/assets/script-settings.")) return false;
      const bytes = Buffer.from(script("settings").bytes);
      // As long as before, and still a script.
      bytes.write("chaperone-zools", bytes.indexOf("chaperone-tools"));
      response.writeHead(200, { "Content-Type": "text/javascript" }).end(bytes);
      return true;
    });
    const { page, frame } = await openFirst(url);
    t.after(() => page.close());
    await go(frame, "settings");
    await frame.waitForFunction(
      () => document.querySelector("chaperone-app").bringing.missed.length > 0,
      undefined,
      PATIENCE,
    );
    assert.match((await notices(frame)).join(" "), /a part of this page cut short or altered/);
    assert.equal(await defined(frame, "chaperone-tools"), false);
    assert.equal(await defined(frame, "chaperone-zools"), false);
  });

  test("is not run where the policy does not name its hash, whatever the page's own check says", async (t) => {
    const { source } = script("leaves");
    const html = readFileSync(new URL("index.html", DIST), "utf8");
    assert.equal(html.split(source).length - 1, 2, "the hash stands in both policies");
    const { url } = await site(t, ({ url: path }, response) => {
      if (path !== "/") return false;
      // The policies only: the pins of the page name the script in hexadecimal.
      const other = createHash("sha256").update("another").digest("base64");
      response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(html.replaceAll(source, other));
      return true;
    });
    const { page, frame } = await openFirst(url);
    t.after(() => page.close());
    await go(frame, "leaves");
    await frame.waitForFunction(
      () => document.querySelector("chaperone-app").bringing.missed.length > 0,
      undefined,
      PATIENCE,
    );
    assert.equal(await defined(frame, "chaperone-ledger"), false);
    // Another part, whose hash the policies have, comes as ever.
    await go(frame, "settings");
    await frame.waitForFunction(() => customElements.get("chaperone-tools") !== undefined, undefined, PATIENCE);
  });

  test("is there for the self-test where the engine is not", async (t) => {
    const { url } = await site(t, ({ url: path }, response) => {
      if (!path.startsWith("/assets/wasm.")) return false;
      response.writeHead(404).end();
      return true;
    });
    const { page, frame } = await openRoom(browser.context, url);
    t.after(() => page.close());
    await frame.waitForSelector("[role=alert]", PATIENCE);
    await go(frame, "settings");
    await frame.waitForSelector("chaperone-self-test #run", PATIENCE);
  });
});
