// The panel in a portal of another origin: it works there, looks as asked, and the portal can reach nothing in it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, before, describe, test } from "node:test";
import { launch } from "../browser.mjs";
import { readSources, recheck } from "../quote-check.mjs";
import { serve } from "../serve.mjs";
import { load } from "./support/compile.mjs";
import { SAMPLES } from "./support/identifiers.mjs";
import { go } from "./support/room.mjs";
import { startSite } from "./support/sites.mjs";
import { serveWithout, serveWithoutModel } from "./support/without.mjs";

const QUESTION = "When was my last blood pressure and what was it?";
const PATIENCE = { timeout: 120_000 };
const PANEL = readFileSync(new URL("../dist/panel.js", import.meta.url), "utf8");

let own, browser;
before(async () => {
  own = await serveWithoutModel();
  browser = await launch();
});
after(async () => {
  await browser.close();
  await own.close();
});

/** The first `number` frames in `page`, in the order in which they stand there. */
async function shellsOf(page, number = 1) {
  const deadline = Date.now() + 30_000;
  while (page.mainFrame().childFrames().length < number) {
    assert.ok(Date.now() < deadline, "the panel has not come");
    await page.waitForTimeout(50);
  }
  return page.mainFrame().childFrames();
}

/** The room's frame in `shell`: its first. */
async function roomIn(shell) {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const [room] = shell.childFrames();
    if ((await room?.$("chaperone-app").catch(() => null)) != null) return room;
    assert.ok(Date.now() < deadline, "the room has not come");
    await shell.page().waitForTimeout(50);
  }
}

/** The shell's frame in `page`, and the room's frame in that. */
async function framesOf(page) {
  const [shell] = await shellsOf(page);
  return { shell, room: await roomIn(shell) };
}

/** Starts a portal, on an origin of its own, whose page has `body`, and opens it. */
async function portal(t, body, { policy = "", before = () => {} } = {}) {
  const server = createServer((request, response) => {
    const isPanel = request.url === "/panel.js";
    response.writeHead(200, {
      "Content-Type": isPanel ? "text/javascript" : "text/html; charset=utf-8",
      ...(policy === "" ? {} : { "Content-Security-Policy": policy }),
    });
    response.end(isPanel ? PANEL : `<!doctype html><script src="/panel.js" defer></script>${body}`);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const page = await browser.context.newPage();
  t.after(async () => {
    await page.close();
    server.closeAllConnections();
    server.close();
  });
  await before(page);
  const url = `http://127.0.0.1:${server.address().port}/`;
  await page.goto(url);
  return { page, url };
}

const element = (attributes = "", { url } = own) => `<chaperone-panel src="${url}" ${attributes}></chaperone-panel>`;

async function answerIn(room) {
  await room.click("#samples:not(:disabled)", PATIENCE);
  await room.fill("#question", QUESTION);
  await room.click("#ask:not(:disabled)", PATIENCE);
  await room.waitForSelector("#count", PATIENCE);
  return room.$eval("chaperone-answer", ({ answer, renderRoot }) => ({
    blocks: answer.blocks,
    shown: [...renderRoot.querySelectorAll("[data-block]")].map(({ textContent }) => textContent),
  }));
}

describe("the sample portal", () => {
  test("is of another origin than its panel, and answers in it with quotes that are in the files", async (t) => {
    const page = await browser.context.newPage();
    t.after(() => page.close());
    const complaints = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    await page.goto(own.portal);
    const { shell, room } = await framesOf(page);
    assert.notEqual(new URL(page.url()).origin, new URL(shell.url()).origin);
    assert.equal(new URL(shell.url()).origin, new URL(own.url).origin);
    const { blocks, shown } = await answerIn(room);
    const sources = readSources(SAMPLES);
    let texts = 0;
    blocks.forEach((block, number) => {
      if (block.kind === "verbatim" || block.kind === "record-data")
        texts += recheck(block, shown[number], sources).texts;
    });
    assert.ok(texts > 0);
    assert.deepEqual(complaints, []);
  });

  test("fits a phone, and is named for those who do not see it", async (t) => {
    const page = await browser.context.newPage();
    t.after(() => page.close());
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(own.portal);
    await page.$eval("chaperone-panel", (panel) => panel.scrollIntoView());
    const { room } = await framesOf(page);
    const overflow = (frame) => frame.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok((await overflow(page.mainFrame())) <= 0);
    assert.ok((await overflow(room)) <= 0);
    const frame = await (await framesOf(page)).shell.frameElement();
    assert.equal(await frame.getAttribute("title"), "Questions about your records");
  });

  test("says where to print the page for the doctor, as from a panel the browser prints nothing", async (t) => {
    const { page } = await portal(t, element('style="height: 900px"'));
    const { room } = await framesOf(page);
    await room.click("#samples:not(:disabled)", PATIENCE);
    await room.waitForSelector("#ask:not(:disabled)", PATIENCE);
    await go(room, "today");
    await room.waitForSelector("#brief", PATIENCE);
    await room.click("#make-page");
    await room.waitForSelector("#print-page", PATIENCE);
    assert.equal(await room.$("#no-print"), null);
    await room.click("#print-page");
    assert.match(await room.textContent("#no-print"), /no print window here.*open Chaperone in a tab of its own/);
    // For another brief it is asked anew.
    await room.selectOption("#whose", "1");
    await room.waitForSelector("#no-print", { state: "detached" });
  });
});

describe("the panel's frame", () => {
  test("may use the network of this device and passkeys, and nothing else", async (t) => {
    const { page } = await portal(t, element());
    const { shell } = await framesOf(page);
    const frame = await shell.frameElement();
    const attributes = await frame.evaluate(({ allow, referrerPolicy, sandbox, loading, name }) => ({
      allow,
      referrerPolicy,
      sandbox: sandbox.value,
      loading,
      name,
    }));
    assert.deepEqual(attributes, {
      allow: "loopback-network; local-network; publickey-credentials-get; publickey-credentials-create",
      referrerPolicy: "no-referrer",
      sandbox: "allow-scripts allow-same-origin allow-downloads",
      loading: "lazy",
      name: "",
    });
    const features = await shell.evaluate(() => ({
      secure: isSecureContext,
      passkeys: document.featurePolicy.allowsFeature("publickey-credentials-get"),
      loopback: document.featurePolicy.allowsFeature("loopback-network"),
      camera: document.featurePolicy.allowsFeature("camera"),
      geolocation: document.featurePolicy.allowsFeature("geolocation"),
    }));
    assert.deepEqual(features, { secure: true, passkeys: true, loopback: true, camera: false, geolocation: false });
  });

  test("has the size that the portal gives the element", async (t) => {
    const { page } = await portal(t, `<style>chaperone-panel { width: 500px; height: 333px }</style>${element()}`);
    const { shell } = await framesOf(page);
    assert.deepEqual(await shell.evaluate(() => [innerWidth, innerHeight]), [500, 333]);
  });

  test("of an address that is none of the web's is not made, and the panel says so", async (t) => {
    const addresses = ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "blob:null/x", "http://"];
    const body = addresses.map((src) => `<chaperone-panel src="${src}"></chaperone-panel>`).join("");
    const patched = `<script>
      const attach = Element.prototype.attachShadow;
      window.roots = [];
      Element.prototype.attachShadow = function (options) {
        const root = attach.call(this, options);
        roots.push(root);
        return root;
      };
    </script>`;
    const { page } = await portal(t, patched + body);
    await page.waitForFunction(() => window.roots.length === 5);
    assert.equal(page.frames().length, 1);
    for (const text of await page.evaluate(() => window.roots.map(({ textContent }) => textContent)))
      assert.match(text, /not an http or https address/);
  });

  test("is made under a portal's policy that allows the script, the frame, and nothing else", async (t) => {
    const policy =
      `default-src 'none'; script-src 'self'; frame-src ${new URL(own.url).origin}; base-uri 'none'; ` +
      "form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
    const { page } = await portal(t, element('theme-accent="#00677f"'), { policy });
    const { shell, room } = await framesOf(page);
    await room.waitForSelector("#samples:not(:disabled)", PATIENCE);
    assert.equal(await shell.evaluate(() => innerHeight), 640, "the height by default");
  });

  test("is refused by a shell whose host does not name the portal", async (t) => {
    const closed = await serve({ frames: "frame-ancestors 'self'" });
    t.after(() => closed.close());
    const { page } = await portal(t, `<chaperone-panel src="${closed.url}"></chaperone-panel>`);
    await page.waitForTimeout(1000);
    assert.ok(!page.frames().some((frame) => frame.url().startsWith(closed.url)));
    const { page: other } = await portal(t, element());
    await framesOf(other);
  });
});

describe("a theme", () => {
  // How a room looks needs no engine, and many rooms are opened.
  let bare;
  before(async () => (bare = await serveWithout(["weights", "wasm"])));
  after(() => bare.close());

  /** What the room shows of a theme. */
  const shownIn = (room) =>
    room.evaluate(() => {
      const root = document.documentElement;
      const probe = document.createElement("p");
      document.body.append(probe);
      const colour = (scheme) => {
        probe.style.colorScheme = scheme;
        probe.style.color = "var(--accent)";
        return getComputedStyle(probe).color;
      };
      const shown = {
        light: colour("light"),
        dark: colour("dark"),
        radius: getComputedStyle(root).getPropertyValue("--radius").trim(),
        text: getComputedStyle(root).fontSize,
        scheme: getComputedStyle(root).colorScheme,
        own: root.getAttribute("style"),
        ground: getComputedStyle(document.body).backgroundImage,
      };
      probe.remove();
      return shown;
    });

  test("is put on the room", async (t) => {
    const { page } = await portal(
      t,
      element('theme-accent="#00677F" theme-radius="3" theme-text="1.25" theme-scheme="dark"', bare),
    );
    const { shell, room } = await framesOf(page);
    assert.equal(new URL(shell.url()).hash, "#accent=%2300677f&radius=3&text=1.25&scheme=dark");
    const shown = await shownIn(room);
    assert.equal(shown.light, "rgb(0, 103, 127)");
    assert.equal(shown.radius, "3px");
    assert.equal(shown.text, "20px");
    assert.equal(shown.scheme, "dark");
  });

  const hostile = {
    "a rule that ends another": ";}body{background:url(https://evil.invalid/)}",
    "an address": "url(https://evil.invalid/)",
    "a function": "rgb(1,2,3)",
    "a name": "red",
    "ten thousand characters": "#".padEnd(10_000, "0"),
    "letters of another script": "#００ｆｆ００",
    "digits of another script": "١٢",
    "a negative number": "-1",
    "a number in exponents": "1e1",
    "a huge number": "999999",
    "no number": "NaN",
    "another field": "1&scheme=dark",
    "a line break": "#00677f\n;",
  };
  test("of hostile values is dropped, by the panel and by the shell", async (t) => {
    const wishes = ["accent", "radius", "text", "scheme"];
    const values = Object.values(hostile);
    const panels = values.map((value) => {
      const escaped = value.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
      return element(wishes.map((wish) => `theme-${wish}="${escaped}"`).join(" "), bare);
    });
    // Past the panel: a frame of the portal's own, with the values in the fragment.
    const fragments = values.map((value) => wishes.map((wish) => `${wish}=${encodeURIComponent(value)}`).join("&"));
    const frames = fragments.map((fragment) => `<iframe src="${bare.url}#${fragment}"></iframe>`);
    // So low that all are in sight: what is not may be loaded later.
    const style = "<style>chaperone-panel, iframe { display: inline-block; width: 9rem; height: 2rem }</style>";
    const { page } = await portal(t, style + element("", bare) + panels.join("") + frames.join(""));
    // The panels' frames come with their script, when the page has been read.
    const all = await shellsOf(page, 1 + 2 * values.length);
    const [plain, ...shells] = all.slice(values.length);
    const expected = await shownIn(await roomIn(plain));
    for (const [at, name] of Object.keys(hostile).entries()) {
      assert.equal(new URL(shells[at].url()).hash, "", name);
      assert.deepEqual(await shownIn(await roomIn(shells[at])), expected, name);
      const direct = all[at];
      assert.equal(direct.url(), new URL(`#${fragments[at]}`, bare.url).href, `${name}, in the fragment`);
      assert.deepEqual(await shownIn(await roomIn(direct)), expected, `${name}, in the fragment`);
    }
  });

  test("is checked by form and range", async () => {
    const { checkTheme, fromFragment, toFragment } = await load("shell/theme.ts");
    const good = { accent: "#0a5a9c", radius: 24, text: 0.875, scheme: "light" };
    assert.deepEqual(checkTheme(good), good);
    assert.deepEqual(fromFragment(toFragment(good)), good);
    assert.deepEqual(checkTheme({ accent: "#AbC", radius: "0", text: "1.5" }), {
      accent: "#aabbcc",
      radius: 0,
      text: 1.5,
    });
    assert.equal(toFragment({}), "");
    for (const value of [null, undefined, 7, "x", [], { accent: ["#fff"] }, { accent: { toString: () => "#fff" } }])
      assert.deepEqual(checkTheme(value), {});
    for (const value of [{ radius: 24.001 }, { radius: Infinity }, { text: 0.8 }, { text: 1.51 }, { text: "" }])
      assert.deepEqual(checkTheme(value), {});
    assert.deepEqual(checkTheme(Object.create(good)), {}, "inherited fields are none");
    for (const fragment of ["#", "#%", "#%E0%A4%A", "#__proto__=x&constructor=y", `#accent=%23fff${"&".repeat(200)}`])
      assert.deepEqual(fromFragment(fragment), {});
  });

  test("leaves everything readable: any accent gets a contrast of 4.5 in the light and in the dark", async () => {
    const { readable, contrast, CONTRAST } = await load("room/view/themed.ts");
    const tokens = readFileSync(new URL("../room/view/theme.ts", import.meta.url), "utf8");
    const value = (name, scheme) =>
      new RegExp(`--${name}: .*?(#[0-9a-f]{6}), (#[0-9a-f]{6})`).exec(tokens)[scheme === "light" ? 1 : 2];
    assert.ok(Math.abs(contrast("#000000", "#ffffff") - 21) < 1e-9);
    // The first grey of a well-known pair that just passes on white.
    assert.ok(contrast("#767676", "#ffffff") >= CONTRAST && contrast("#777777", "#ffffff") < CONTRAST);
    for (const scheme of ["light", "dark"]) {
      for (const red of ["00", "7f", "ff"])
        for (const green of ["00", "7f", "ff"])
          for (const blue of ["00", "7f", "ff"]) {
            const shown = readable(`#${red}${green}${blue}`, scheme, tokens);
            for (const behind of ["sheet", "ground", "quote", "accent-ink"])
              assert.ok(contrast(shown, value(behind, scheme)) >= CONTRAST, `${shown} on ${behind}, ${scheme}`);
          }
    }
    assert.equal(readable("#00566a", "light", tokens), "#00566a", "one that can be read stays as it is");
    assert.equal(readable("#00566a", "light", "no colours"), undefined);
  });
});

describe("a hostile portal", () => {
  /** What the shell says to the page around it: a fixed word. */
  const READY = '{"chaperone":"ready"}';
  // It runs before the panel's script: it hears every message, and takes the frame out of the closed shadow root.
  const SPY = `<script>
    window.heard = [];
    addEventListener("message", (event) => heard.push(String(JSON.stringify(event.data))), true);
    const attach = Element.prototype.attachShadow;
    Element.prototype.attachShadow = function (options) {
      const root = attach.call(this, options);
      window.taken = () => root.querySelector("iframe").contentWindow;
      return root;
    };
  </script>`;

  test("reads nothing in the frames, and is heard by nobody in them", async (t) => {
    const { page } = await portal(t, SPY + element());
    const { shell, room } = await framesOf(page);
    await room.waitForSelector("#samples:not(:disabled)", PATIENCE);
    const reached = await page.evaluate(() => {
      const outer = window.taken();
      const inner = outer.frames[0];
      const attempts = {};
      const attempt = (name, act) => {
        try {
          attempts[name] = String(act());
        } catch (error) {
          attempts[name] = error.name;
        }
      };
      for (const [name, target] of Object.entries({ shell: outer, room: inner })) {
        attempt(`${name} document`, () => target.document.title);
        attempt(`${name} storage`, () => target.localStorage.length);
        attempt(`${name} caches`, () => target.caches);
        attempt(`${name} address`, () => target.location.href);
        attempt(`${name} function`, () => target.fetch("/"));
        attempt(`${name} change`, () => (target.fetch = () => 0));
        attempt(`${name} frame element`, () => target.frameElement.srcdoc);
      }
      attempt("panel", () => document.querySelector("chaperone-panel").shadowRoot);
      return attempts;
    });
    for (const [name, outcome] of Object.entries(reached))
      assert.equal(outcome, name === "panel" ? "null" : "SecurityError", name);

    const before = await room.evaluate(() => document.documentElement.outerHTML.length);
    await page.evaluate(async (url) => {
      const send = {
        kind: "send",
        id: 1,
        cleared: { method: "POST", url, headers: [], body: "{}" },
        endpoint: url,
        credential: "",
        patience: { headMillis: 1000, firstByteMillis: 1000, idleMillis: 1000 },
      };
      const said = [
        send,
        { kind: "asset", id: 1, asset: "wasm" },
        { hello: "room", theme: { scheme: "dark" } },
        { hello: "double" },
        { hello: "double-of-room", ended: "left" },
        { start: true },
      ];
      for (const message of said)
        for (const target of [window.taken(), window.taken().frames[0], window.taken().frames[1]]) {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = ({ data }) => window.heard.push(`port: ${JSON.stringify(data)}`);
          target.postMessage(message, "*", [port2]);
          port1.postMessage(message);
        }
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }, own.url);
    // A door that took a port from the portal would now have the room's self-test talk to it.
    await room.$eval("chaperone-app", (app) => app.doubles.depart("anchor-ping", "http://ping.invalid/"));
    assert.deepEqual(await page.evaluate(() => window.heard), [READY]);
    assert.equal(await room.evaluate(() => document.documentElement.outerHTML.length), before);
    assert.equal(await shell.$eval("#left", ({ hidden }) => hidden), true);
  });

  test("hears that the panel is ready, and nothing while records are read, asked about and answered", async (t) => {
    const { page } = await portal(t, SPY + element());
    const { room } = await framesOf(page);
    const { blocks } = await answerIn(room);
    assert.ok(blocks.length > 0);
    assert.deepEqual(await page.evaluate(() => window.heard), [READY]);
    await room.evaluate(() => window.top.postMessage("canary", "*"));
    await page.waitForFunction(() => window.heard.length > 1);
    assert.deepEqual(await page.evaluate(() => window.heard), [READY, '"canary"'], "it can hear what is said to it");
  });

  test("cannot lead the room elsewhere with the records in it: the room is closed", async (t) => {
    const foreign = await startSite();
    t.after(() => foreign.close());
    const { page } = await portal(t, SPY + element());
    const { shell, room } = await framesOf(page);
    await answerIn(room);
    await page.evaluate((url) => {
      window.taken().frames[0].location = `${url}canary`;
    }, foreign.url);
    await shell.waitForSelector("#left:not([hidden])", { timeout: 120_000 });
    assert.deepEqual(foreign.requests, []);
    assert.equal(await shell.$("iframe"), null);
  });

  test("cannot change the panel's frame without the records being forgotten", async (t) => {
    const { page } = await portal(t, element());
    const { room } = await framesOf(page);
    await answerIn(room);
    await page.evaluate(() => {
      const panel = document.querySelector("chaperone-panel");
      panel.setAttribute("theme-accent", "#ff0000");
      panel.setAttribute("src", "data:text/html,x");
    });
    assert.ok((await room.$("chaperone-answer #count")) !== null, "later attributes have no effect");
    await page.evaluate(() => document.body.append(document.querySelector("chaperone-panel")));
    const deadline = Date.now() + 10_000;
    while (page.frames().length > 1 && Date.now() < deadline) await page.waitForTimeout(50);
    // Another frame would come soon, if there were one to come.
    await page.waitForTimeout(1000);
    assert.equal(page.frames().length, 1, "the new address is none, and the old frame is gone");
  });
});

describe("the record room inside a panel", () => {
  test("finds no way out open", { timeout: 400_000 }, async (t) => {
    const foreign = await startSite();
    t.after(() => foreign.close());
    const { page, url } = await portal(t, element());
    const { shell, room } = await framesOf(page);
    await go(room, "settings");
    const view = await room.waitForSelector("chaperone-self-test");
    await view.evaluate((test, targets) => (test.targets = targets), [url, foreign.url]);
    await room.click("chaperone-self-test #run");
    await room.waitForSelector("chaperone-self-test #verdict strong", { timeout: 300_000 });
    const findings = await view.evaluate(({ findings }) => findings);
    assert.ok(findings.length > 60);
    for (const { way, result, sights } of findings)
      assert.equal(result, way.expected, `${way.id}: ${JSON.stringify(sights)}`);
    assert.deepEqual(foreign.requests, []);
    assert.equal(page.url(), url);
    assert.equal(await shell.$eval("#left", ({ hidden }) => hidden), true);
  });
});
