// The panel as others use it: built by bundlers, with its events, twice on a page, under a signed policy, and under something that covers it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { after, before, describe, test } from "node:test";
import { launch } from "../browser.mjs";
import { fingerprint, signPolicy } from "../sign-policy.mjs";
import { load } from "./support/compile.mjs";
import { PATIENT, startCustodian } from "./support/fhir-server.mjs";
import { canaryBundle } from "./support/canary.mjs";
import { until } from "./support/keeping.mjs";
import { prepare } from "./support/room.mjs";
import { startScripted } from "./support/scripted.mjs";
import { serveWithoutModel } from "./support/without.mjs";

const WWW = fileURLToPath(new URL("..", import.meta.url));
const PKG = fileURLToPath(new URL("../../pkg/", import.meta.url));
const EXAMPLES = fileURLToPath(new URL("../../examples/embed/", import.meta.url));
const PATIENCE = { timeout: 120_000 };
const EXPECTED = "http://localhost:8080/";
const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript" };

let own, browser;
before(async () => {
  own = await serveWithoutModel();
  browser = await launch();
});
after(async () => {
  await browser.close();
  await own.close();
});

/** Serves the files of `folder`, or of an object of texts, in which the shell's address is put in. */
async function site(t, folder, shell = own.url) {
  const read = (path) =>
    typeof folder === "string"
      ? existsSync(join(folder, path))
        ? readFileSync(join(folder, path), "utf8")
        : undefined
      : folder[path];
  const server = createServer((request, response) => {
    if (request.url === "/favicon.ico") return response.writeHead(204).end();
    const path = request.url === "/" ? "index.html" : request.url.slice(1);
    const text = read(path);
    if (text === undefined) return response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": TYPES[extname(path)] ?? "text/plain" });
    response.end(text.replaceAll(EXPECTED, shell));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const page = await browser.context.newPage();
  const complaints = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  t.after(async () => {
    await page.close();
    server.closeAllConnections();
    server.close();
  });
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  return { page, complaints };
}

/** The rooms' frames in `page`, once there are `number`. */
async function rooms(page, number = 1) {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const found = [];
    for (const shell of page.mainFrame().childFrames()) {
      const [room] = shell.childFrames();
      if ((await room?.$("chaperone-app").catch(() => null)) != null) found.push(room);
    }
    if (found.length >= number) return found;
    assert.ok(Date.now() < deadline, "the panel has not come");
    await page.waitForTimeout(100);
  }
}

/** A page with panels of its own making. */
const pageOf = (body) => ({
  "index.html": `<!doctype html><script src="${EXPECTED}panel.js" defer></script><script>
    window.said = [];
    for (const name of ["ready", "closed", "policy-refused", "unusable"])
      addEventListener("chaperone-" + name, ({ target }) => said.push([target.id, name]));
  </script>${body}`,
});

const panel = (attributes = "") => `<chaperone-panel src="${EXPECTED}" ${attributes}></chaperone-panel>`;

describe("the examples", () => {
  /** A copy of an example, with the package as it would be installed. */
  function installed(t, name) {
    const folder = mkdtempSync(join(WWW, `.embed-${name}-`));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    cpSync(join(EXAMPLES, name), folder, { recursive: true });
    const said = JSON.parse(readFileSync(join(PKG, "package.json"), "utf8"));
    const home = join(folder, "node_modules", "chaperone");
    for (const path of ["package.json", ...said.files])
      if (existsSync(join(PKG, path))) cpSync(join(PKG, path), join(home, path), { recursive: true });
    return folder;
  }

  async function works(t, folder) {
    const { page, complaints } = await site(t, folder);
    const [room] = await rooms(page);
    await room.waitForSelector("#samples:not(:disabled)", PATIENCE);
    assert.deepEqual(complaints, []);
    return page;
  }

  test("without a bundler", async (t) => {
    await works(t, join(EXAMPLES, "plain"));
  });

  test("with Vite, types included", async (t) => {
    const folder = installed(t, "vite");
    const { build } = await import("vite");
    await build({ root: folder, logLevel: "error", configFile: false });
    const page = await works(t, join(folder, "dist"));
    await page.waitForFunction(() => document.querySelector("#said").textContent === "The panel is ready.");
    const options =
      "--ignoreConfig --noEmit --strict --skipLibCheck --target es2023 --module esnext --moduleResolution bundler";
    execFileSync(process.execPath, [
      join(WWW, "node_modules", "typescript", "bin", "tsc"),
      ...options.split(" "),
      join(folder, "src", "main.ts"),
    ]);
  });

  test("with webpack", async (t) => {
    const folder = installed(t, "webpack");
    const { default: webpack } = await import("webpack");
    const { default: config } = await import(pathToFileURL(join(folder, "webpack.config.js")));
    const stats = await new Promise((resolve, reject) =>
      webpack({ ...config, context: folder, output: { path: join(folder, "dist") } }, (error, done) =>
        error ? reject(error) : resolve(done),
      ),
    );
    assert.equal(stats.hasErrors(), false, stats.toString("errors-only"));
    const page = await works(t, folder);
    await page.waitForFunction(() => document.querySelector("#said").textContent === "The panel is ready.");
  });

  test("name the versions that are tested here, and the package has what it says it offers", () => {
    const { devDependencies } = JSON.parse(readFileSync(join(WWW, "package.json"), "utf8"));
    for (const name of ["vite", "webpack"]) {
      const said = JSON.parse(readFileSync(join(EXAMPLES, name, "package.json"), "utf8"));
      assert.equal(said.devDependencies[name], devDependencies[name]);
    }
    const said = JSON.parse(readFileSync(join(PKG, "package.json"), "utf8"));
    const shipped = (path) => said.files.some((each) => path === each || path.startsWith(each.replace(/\/?$/, "/")));
    for (const offered of Object.values(said.exports).flatMap((each) =>
      typeof each === "string" ? [each] : Object.values(each),
    )) {
      const path = offered.slice(2);
      assert.ok(existsSync(join(PKG, path)), path);
      assert.ok(path === "package.json" || shipped(path), `${path} is not shipped`);
    }
    assert.deepEqual(readdirSync(join(PKG, "panel")).sort(), ["index.d.ts", "index.js"]);
  });

  test("as a module, can be loaded where there are no elements", async () => {
    assert.equal(typeof (await import(pathToFileURL(join(PKG, "panel", "index.js")))).ChaperonePanel, "function");
  });
});

describe("events", () => {
  test("say that a panel is ready, or cannot be used, and have no detail", async (t) => {
    const { page } = await site(
      t,
      pageOf(`${panel('id="good"')}<chaperone-panel id="bad" src="data:,x"></chaperone-panel>`),
    );
    await rooms(page);
    await page.waitForFunction(() => window.said.length >= 2);
    assert.deepEqual((await page.evaluate(() => window.said)).sort(), [
      ["bad", "unusable"],
      ["good", "ready"],
    ]);
  });

  test("are told of the panel's own shell only", async (t) => {
    const { page } = await site(t, pageOf(`<iframe id="other" srcdoc="x"></iframe>${panel('id="good"')}`));
    const found = await rooms(page);
    await page.waitForFunction(() => window.said.length === 1);
    await page.evaluate(() => window.postMessage({ chaperone: "closed" }, "*"));
    await found[0].evaluate(() => window.top.postMessage({ chaperone: "closed" }, "*"));
    for (const word of ["closed", "toString", "__proto__"])
      await page
        .frames()
        .find((frame) => frame.name() === "other" || frame.url() === "about:srcdoc")
        .evaluate((said) => window.top.postMessage({ chaperone: said }, "*"), word);
    await page.waitForTimeout(500);
    assert.deepEqual(await page.evaluate(() => window.said), [["good", "ready"]]);
  });
});

describe("two panels on a page", () => {
  test("have a look and records of their own, and answer each for itself", async (t) => {
    const { page } = await site(
      t,
      pageOf(
        panel('id="one" theme-scheme="dark" theme-radius="3"') +
          panel('id="two" theme-scheme="light" title="The other"'),
      ),
    );
    const [one, two] = await rooms(page, 2);
    for (const room of [one, two]) await room.waitForSelector("#samples:not(:disabled)", PATIENCE);
    await one.click("#samples");
    await one.fill("#question", "When was my last blood pressure and what was it?");
    await one.click("#ask:not(:disabled)", PATIENCE);
    await one.waitForSelector("#count", PATIENCE);
    const held = (room) => room.$eval("chaperone-app", (app) => app.engine.call("holdings", {}));
    assert.ok((await held(one)).files > 0);
    assert.equal((await held(two)).files, 0);
    const scheme = (room) => room.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    assert.deepEqual([await scheme(one), await scheme(two)], ["dark", "light"]);
    await two.click("#samples:not(:disabled)");
    await two.waitForSelector("#ask:not(:disabled)", PATIENCE);
    assert.ok((await held(two)).files > 0);
    assert.deepEqual((await page.evaluate(() => window.said)).sort(), [
      ["one", "ready"],
      ["two", "ready"],
    ]);
  });
});

describe("a signed policy", () => {
  const JSON_POLICY = '{"floor":"strict","allowWords":false,"noise":"on"}';
  const pair = (curve) =>
    (curve ? generateKeyPairSync("ec", { namedCurve: "P-256" }) : generateKeyPairSync("ed25519")).privateKey;
  const keys = { Ed25519: pair(false), "P-256": pair(true), "somebody else's": pair(false) };
  const trusted = [fingerprint(keys.Ed25519), fingerprint(keys["P-256"])];

  test("holds with each kind of key that the shell trusts, and nothing else does", async () => {
    const { policyUnder, policyIn, withPolicy } = await load("shell/policy.ts");
    const under = (given, fingerprints = trusted) => policyUnder(given, fingerprints);
    const refused = { policy: "", refused: true, signed: false };
    for (const name of ["Ed25519", "P-256"]) {
      const token = signPolicy(JSON_POLICY, keys[name]);
      assert.deepEqual(await under(token), { policy: JSON_POLICY, refused: false, signed: true }, name);
      assert.equal(policyIn(withPolicy("#radius=3", token)), token);
      const parts = token.split(".");
      const looser = Buffer.from(JSON_POLICY.replace("strict", "minimal")).toString("base64url");
      const flipped = parts[2].replace(/^./, (letter) => (letter === "A" ? "B" : "A"));
      const wrong = {
        "a looser policy under the signature of another": [looser, parts[1], parts[2]],
        "a changed signature": [parts[0], parts[1], flipped],
        "another's key": [parts[0], signPolicy(JSON_POLICY, keys["somebody else's"]).split(".")[1], parts[2]],
        "a key cut short": [parts[0], parts[1].slice(0, -4), parts[2]],
      };
      for (const [what, pieces] of Object.entries(wrong))
        assert.deepEqual(await under(pieces.join(".")), refused, what);
    }
    const unsigned = [undefined, JSON_POLICY, "", "{}", "x", "a.b.c", signPolicy(JSON_POLICY, keys["somebody else's"])];
    for (const given of unsigned) assert.deepEqual(await under(given), refused, String(given));
    // Without a key to trust no signature can be checked, and an unsigned policy is taken as before.
    assert.deepEqual(await under(signPolicy(JSON_POLICY, keys.Ed25519), []), refused);
    assert.deepEqual(await under(JSON_POLICY, []), { policy: JSON_POLICY, refused: false, signed: false });
    assert.deepEqual(await under(undefined, []), { policy: undefined, refused: false, signed: false });
    assert.deepEqual(await under("no json", []), { policy: "no json", refused: true, signed: false });
  });

  test("is in force in a panel whose shell trusts the key; where it does not hold, nothing leaves and the portal hears so", async (t) => {
    const keyed = await serveWithoutModel({ policyKeys: trusted });
    t.after(() => keyed.close());
    const good = signPolicy(JSON_POLICY, keys.Ed25519);
    const bad = signPolicy(JSON_POLICY, keys["somebody else's"]);
    const body = panel(`id="good" policy="${good}"`) + panel(`id="bad" policy="${bad}"`) + panel('id="none"');
    const { page } = await site(t, pageOf(body), keyed.url);
    const found = await rooms(page, 3);
    const told = [];
    for (const room of found) {
      await room.waitForSelector("#samples:not(:disabled)", PATIENCE);
      told.push(await room.$eval("chaperone-app", (app) => app.engine.call("telling", {})));
    }
    assert.deepEqual(
      told.map(({ unread }) => unread),
      [false, true, true],
    );
    const said = await page.evaluate(() => window.said.filter(([, name]) => name === "policy-refused"));
    assert.deepEqual(said.map(([id]) => id).sort(), ["bad", "none"]);
    const notices = await found[1].$$eval("p.notice", (lines) => lines.map(({ textContent }) => textContent).join());
    assert.match(notices, /nothing may leave/);
  });
});

describe("approving in a panel", () => {
  /** One panel, in which a request is ready to be approved until the last test approves it. */
  let page, room, model;
  const ends = [];
  before(async () => {
    model = await startScripted();
    const portal = pageOf(`<style>chaperone-panel { height: 700px }</style>${panel('id="panel"')}`);
    ({ page } = await site({ after: (end) => ends.push(end) }, portal));
    [room] = await rooms(page);
    await room.click("#samples:not(:disabled)", PATIENCE);
    await room.waitForSelector("#ask:not(:disabled)", PATIENCE);
    await prepare(room, model.url);
    await room.$eval("#approve", (button) => button.scrollIntoView({ block: "center" }));
  });
  after(async () => {
    for (const end of ends) await end();
    await model.close();
  });
  const may = '#approve[aria-disabled="false"]';
  const mayNot = '#approve[aria-disabled="true"]';

  const COVERS = {
    "a picture over it that lets clicks through":
      "position: fixed; inset: 0; background: red; pointer-events: none; z-index: 9",
    "a thin veil": "position: fixed; inset: 0; background: rgb(255 0 0 / 2%); pointer-events: none; z-index: 9",
  };
  for (const [name, style] of Object.entries(COVERS))
    test(`does nothing under ${name}, and says so`, async () => {
      await room.waitForSelector(may);
      await page.evaluate((css) => {
        const cover = document.createElement("div");
        cover.id = "cover";
        cover.style.cssText = css;
        document.body.append(cover);
      }, style);
      await room.waitForSelector(mayNot);
      await room.waitForSelector("#covered");
      await room.click("#approve", { force: true });
      await room.waitForTimeout(500);
      assert.deepEqual(model.requests, []);
      await page.evaluate(() => document.getElementById("cover").remove());
      await room.waitForSelector(may);
    });

  const HIDES = {
    "a panel made transparent": "opacity: 0.01",
    "a panel turned": "transform: rotate(1deg) scale(0.5)",
    "a panel under a filter": "filter: blur(4px)",
  };
  for (const [name, style] of Object.entries(HIDES))
    test(`does nothing in ${name}`, async () => {
      await room.waitForSelector(may);
      const plain = await page.evaluate((css) => {
        const { style } = document.getElementById("panel");
        const plain = style.cssText;
        style.cssText += `;${css}`;
        return plain;
      }, style);
      await room.waitForSelector(mayNot);
      await room.$eval("#approve", (button) => button.click());
      await room.waitForTimeout(500);
      assert.deepEqual(model.requests, []);
      await page.evaluate((css) => (document.getElementById("panel").style.cssText = css), plain);
      await room.waitForSelector(may);
    });

  test("does nothing at a click that a script made", async () => {
    await room.waitForSelector(may);
    await room.$eval("#approve", (button) => button.click());
    await room.waitForTimeout(500);
    assert.deepEqual(model.requests, []);
  });

  test("works when the button was in plain sight", async () => {
    await room.waitForSelector(may);
    await room.hover("#approve");
    await room.waitForTimeout(500);
    await room.waitForSelector(may);
    await room.click("#approve");
    await until(() => model.requests.length > 0);
  });

  test("so does a thought process go on: not under a veil, nor at a click that a script made", async () => {
    if (await room.isVisible("#cancel")) await room.click("#cancel");
    model.behave("answers 500");
    await room.fill("#question", "How did my blood pressure change?");
    await room.click("#think:not(:disabled)", PATIENCE);
    // A button is pressed once it may be: it has to have been in sight for a while.
    const press = async (id) => {
      const button = await room.waitForSelector(`#${id}`, PATIENCE);
      await button.evaluate((button) => button.scrollIntoView({ block: "center" }));
      await room.click(`#${id}[aria-disabled="false"]`, PATIENCE);
    };
    await press("think-approve");
    await room.waitForSelector("#think-on", PATIENCE);
    await room.$eval("#think-on", (button) => button.scrollIntoView({ block: "center" }));
    await room.waitForSelector('#think-on[aria-disabled="false"]', PATIENCE);
    const before = model.requests.length;
    await room.$eval("#think-on", (button) => button.click());
    await page.evaluate((css) => {
      const cover = document.createElement("div");
      cover.id = "cover";
      cover.style.cssText = css;
      document.body.append(cover);
    }, COVERS["a thin veil"]);
    await room.waitForSelector('#think-on[aria-disabled="true"]');
    await room.waitForSelector("#covered");
    await room.click("#think-on", { force: true });
    await room.waitForTimeout(500);
    assert.equal(model.requests.length, before);
    await page.evaluate(() => document.getElementById("cover").remove());
    await press("think-on");
    await until(() => model.requests.length > before);
  });
});

describe("a hospital's server, from a panel", () => {
  const server = async (t) => {
    const hospital = await startCustodian(canaryBundle());
    t.after(() => hospital.close());
    return hospital;
  };
  async function lookedUp(t, attributes) {
    const hospital = await server(t);
    const { page } = await site(t, pageOf(panel(attributes)));
    const [room] = await rooms(page);
    await room.click("#connect:not(:disabled)", PATIENCE);
    const shell = room.parentFrame();
    await shell.waitForSelector("dialog#connect[open]");
    await shell.fill("#connect-address", hospital.base);
    await shell.click("#connect-go:not(:disabled)");
    await shell.waitForSelector("#connect-second:not([hidden])");
    return { hospital, room, shell };
  }

  test("can be signed in to where the portal allows it", async (t) => {
    const { room, shell, hospital } = await lookedUp(t, "connect");
    const opened = browser.context.waitForEvent("page");
    await shell.click("#connect-go:not(:disabled)");
    const window = await opened;
    await window.click("#allow");
    await room.waitForFunction(
      () => document.querySelector("chaperone-app").connecting.connection.accounts.length === 1,
      undefined,
      PATIENCE,
    );
    assert.ok(hospital.reads().some(({ path }) => path.includes(PATIENT)));
  });

  test("opens no window where it does not, and the page says so", async (t) => {
    const { shell, hospital } = await lookedUp(t, "");
    await shell.click("#connect-go:not(:disabled)");
    await shell.waitForFunction(() => document.querySelector("#connect-said").textContent.includes("no window"));
    assert.deepEqual(hospital.reads(), []);
  });
});
