// The record room is sealed: every way out is tried in Chromium, and servers and the net log see nothing.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { roomPolicy } from "../policy.mjs";
import { serve } from "../serve.mjs";
import { launch, openRoom } from "../browser.mjs";
import { go } from "./support/room.mjs";
import { startSite } from "./support/sites.mjs";

/** Runs the self-test through its button, towards `targets`, and resolves to its findings. */
async function selfTest(frame, targets) {
  await go(frame, "settings");
  const view = await frame.waitForSelector("chaperone-self-test");
  await view.evaluate((element, targets) => (element.targets = targets), targets);
  await frame.click("chaperone-self-test #run");
  await frame.waitForSelector("chaperone-self-test #verdict strong", { timeout: 240_000 });
  return view.evaluate((element) => element.findings);
}

const sites = [];

/** Tests the room that a site with `options` serves, in a browser of its own; resolves to the findings, and to what the servers and the net log saw. */
async function tried(options) {
  const ownRequests = [];
  const own = await serve({ ...options, seen: ({ url }) => ownRequests.push(url) });
  const foreign = await startSite();
  sites.push(own, foreign);
  const browser = await launch();
  let findings, agent, netLog;
  try {
    const { frame } = await openRoom(browser.context, own.url);
    findings = await selfTest(frame, [own.url, foreign.url, "http://{way}.canary.invalid/"]);
    agent = await frame.evaluate(() => navigator.userAgent);
  } finally {
    netLog = await browser.close();
  }
  return { findings, agent, netLog, ownRequests, host: new URL(own.url).host, foreignRequests: foreign.requests };
}

/** Both rooms, tested at once. */
let served, bare;
before(() => {
  served = tried({});
  bare = tried({ connections: "" });
  // Whoever waits for it hears of a failure; until then it is no failure of another test.
  for (const room of [served, bare]) room.catch(() => undefined);
});
after(async () => {
  await Promise.allSettled([served, bare]);
  await Promise.all(sites.map((site) => site.close()));
});

const names = (netLog) => [...new Set(netLog.match(/[a-z0-9-]+(?=\.canary\.invalid)/g) ?? [])].sort();
const namesBut = (netLog, some) => names(netLog).filter((name) => !some.includes(name));
/** The ways that navigate the frame: the browser may look the name up before it asks the policy. */
const NAVIGATING = ["anchor-download", "anchor-self", "location", "meta-refresh", "navigation-look-up"];
/** The first Chromium in which Connection-Allowlist was seen to stop that; 148 does not know the header. */
const ALLOWLIST_SINCE = 156;
const canaries = (requests) => requests.filter((path) => path.includes("canary"));

test("the room is sealed and its door stands before any dependency runs", () => {
  const page = readFileSync(new URL("../dist/index.html", import.meta.url), "utf8");
  const order = ["webkitRTCPeerConnection", "stopImmediatePropagation", "litHtmlVersions"].map((word) =>
    page.indexOf(word),
  );
  assert.ok(!order.includes(-1));
  assert.deepEqual(
    order,
    [...order].sort((a, b) => a - b),
  );
});

test("no field of the room is read by a service for spelling or translation", () => {
  const room = new URL("../room/", import.meta.url);
  assert.match(readFileSync(new URL("room.html", room), "utf8"), /<html [^>]*translate="no" spellcheck="false">/);
  const views = readdirSync(new URL("view/", room), { recursive: true }).filter((name) => name.endsWith(".ts"));
  const fields = views.flatMap((name) => {
    const text = readFileSync(new URL(`view/${name}`, room), "utf8");
    return [...text.matchAll(/<textarea[\s\S]*?<\/textarea>|<input[\s\S]*?\/>/g)].map(([field]) => ({ name, field }));
  });
  const written = fields.filter(({ field }) => /^<textarea|type="(text|search)"|type=\$/.test(field));
  assert.ok(written.length > 15, `${written.length} fields`);
  for (const { name, field } of written) assert.match(field, /spellcheck="false"/, `${name}: ${field}`);
});

describe("the record room, served as ./run demo serves it", () => {
  let findings, agent, netLog, ownRequests, host, foreignRequests;
  before(async () => ({ findings, agent, netLog, ownRequests, host, foreignRequests } = await served));

  test("every way is as expected", () => {
    assert.ok(findings.length > 60);
    for (const { way, result, sights } of findings)
      assert.equal(result, way.expected, `${way.id}: ${JSON.stringify(sights)}`);
  });

  test("no request reaches the page's own server", () => {
    assert.ok(ownRequests.includes("/"), "the page itself was served, so the log works");
    assert.deepEqual(canaries(ownRequests), []);
  });

  test("no request reaches a foreign server", () => {
    assert.deepEqual(foreignRequests, []);
  });

  test("no name is looked up where the browser knows the header that forbids it; elsewhere none but by navigating", () => {
    assert.ok(netLog.includes(host), "the net log works");
    const knowsAllowlist = Number(/Chrome\/(\d+)/.exec(agent)[1]) >= ALLOWLIST_SINCE;
    assert.deepEqual(knowsAllowlist ? names(netLog) : namesBut(netLog, NAVIGATING), []);
  });

  test("SECURITY.md lists the same ways, expectations and reasons", () => {
    const text = readFileSync(new URL("../../SECURITY.md", import.meta.url), "utf8");
    const listed = [...text.matchAll(/^\| `([a-z-]+)` \| (.*?) \| (blocked|not blockable) \| (.*?) \|$/gm)].map(
      ([, id, what, expected, because]) => ({
        id,
        what: what.replaceAll("`", ""),
        expected: expected.replace(" ", "-"),
        because,
      }),
    );
    const tried = findings.map(({ way: { id, what, expected, because } }) => ({ id, what, expected, because }));
    assert.deepEqual(listed, tried);
  });
});

describe("the record room from a host that can send no headers", () => {
  let findings, netLog, ownRequests, host, foreignRequests;
  before(async () => ({ findings, netLog, ownRequests, host, foreignRequests } = await bare));

  test("every way is as expected, and no request reaches a server", () => {
    assert.ok(findings.length > 60);
    for (const { way, result, sights } of findings)
      assert.equal(result, way.expected, `${way.id}: ${JSON.stringify(sights)}`);
    assert.ok(ownRequests.includes("/"), "the page itself was served, so the log works");
    assert.deepEqual(canaries(ownRequests), []);
    assert.deepEqual(foreignRequests, []);
  });

  test("a name is looked up by navigating the frame, as navigation-look-up says, and by nothing else", () => {
    assert.ok(netLog.includes(host), "the net log works");
    assert.deepEqual(namesBut(netLog, NAVIGATING), []);
  });
});

describe("controls: the tests can see a leak", () => {
  let site, foreign;
  before(async () => {
    site = await startSite();
    foreign = await startSite();
  });
  after(() => Promise.all([site.close(), foreign.close()]));

  test("from a page that is not sealed, the same attempts arrive", async () => {
    const browser = await launch();
    const page = await browser.context.newPage();
    await page.goto(site.url);
    await page.evaluate(async (url) => {
      const add = (name, attributes) => document.body.append(Object.assign(document.createElement(name), attributes));
      await fetch(`${url}canary/fetch`, { mode: "no-cors" });
      navigator.sendBeacon(`${url}canary/send-beacon`, "x");
      add("img", { src: `${url}canary/image` });
      add("script", { src: `${url}canary/script-element` });
      add("iframe", { src: `${url}canary/iframe` });
      add("link", { rel: "prefetch", href: `${url}canary/link-prefetch` });
      add("link", { rel: "stylesheet", href: `${url}canary/link-stylesheet` });
      add("link", { rel: "dns-prefetch", href: "http://link-dns-prefetch.canary.invalid/" });
      add("link", { rel: "preconnect", href: "http://link-preconnect.canary.invalid/" });
      new EventSource(`${url}canary/event-source`);
    }, foreign.url);
    const expected = [
      "fetch",
      "send-beacon",
      "image",
      "script-element",
      "iframe",
      "link-prefetch",
      "link-stylesheet",
      "event-source",
    ];
    const deadline = Date.now() + 10_000;
    while (Date.now() < deadline && !expected.every((way) => foreign.requests.includes(`/canary/${way}`)))
      await page.waitForTimeout(100);
    const netLog = await browser.close();
    for (const way of expected) assert.ok(foreign.requests.includes(`/canary/${way}`), way);
    assert.deepEqual(names(netLog), ["link-dns-prefetch", "link-preconnect"]);
  });

  test("a frame sealed by its policy alone still looks names up and still has WebRTC and speech: the room's sealing is needed", async () => {
    const policy = roomPolicy("'unsafe-inline'").replace(/; require-trusted-types-for.*/, "");
    const frame = `<meta http-equiv="Content-Security-Policy" content="${policy}"><body><script>
      for (const rel of ["dns-prefetch", "preconnect", "prefetch"]) {
        const link = document.createElement("link");
        link.rel = rel; link.href = "http://policy-alone-" + rel + ".canary.invalid/";
        document.body.append(link);
      }
    </script>`;
    const outer = await startSite(
      `<!doctype html><iframe sandbox="allow-scripts" srcdoc="${frame.replaceAll('"', "&quot;")}"></iframe>`,
    );
    const browser = await launch();
    const page = await browser.context.newPage();
    await page.goto(outer.url);
    await page.waitForTimeout(1500);
    const webRtc = await page.frames()[1].evaluate(() => typeof RTCPeerConnection);
    const voice = await page.frames()[1].evaluate(() => typeof window.speechSynthesis?.speak);
    const inAFrame = await page.frames()[1].evaluate(() => {
      const inner = document.createElement("iframe");
      document.body.append(inner);
      try {
        return typeof inner.contentWindow.RTCPeerConnection;
      } catch (error) {
        return error.name;
      }
    });
    const netLog = await browser.close();
    await outer.close();
    assert.equal(webRtc, "function");
    assert.equal(voice, "function", "no policy takes speech away");
    assert.equal(inAFrame, "SecurityError", "a frame in the frame is of another origin");
    assert.deepEqual(names(netLog), ["policy-alone-dns-prefetch", "policy-alone-preconnect"]);
  });
});
