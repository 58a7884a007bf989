// Reading from a FHIR server, over real HTTP: pages, renewal, and everything that a server may do wrong.
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { canaryBundle } from "./support/canary.mjs";
import { load } from "./support/compile.mjs";
import { PATIENT, startCustodian } from "./support/fhir-server.mjs";
import { startSite } from "./support/sites.mjs";

const { LIMITS, collect } = await load("shell/custodian/collect.ts");
const { askable, baseIn, within } = await load("shell/custodian/address.ts");
const { CustodianKeeper } = await load("shell/custodian/custodian.ts");
const smart = await load("shell/custodian/smart.ts");
const { arrayOf } = await load("room/engine/collecting.ts");

const ONE = { headMillis: 1500, idleMillis: 500, wholeMillis: 2500, mostBytes: 1 << 20 };
const SMALL = { ...LIMITS, one: ONE, requests: 40, bytes: 4 << 20, pauseMillis: 1 };
const DAYS = 30;
/** A patient, a note and the readings. */
const ENTRIES = DAYS + 2;

let server;
beforeEach(async () => (server = await startCustodian(canaryBundle(DAYS))));
afterEach(() => server.close());

/** Reads from the stand-in, with a token that holds and `renew` as it is given. */
async function read({ limits = SMALL, renew = async () => false, signal = new AbortController().signal } = {}) {
  let { access_token: token } = server.grant();
  const pages = [];
  const steps = [];
  const access = {
    base: new URL(server.base),
    patient: PATIENT,
    token: () => token,
    renew: async () => {
      const next = await renew();
      token = next || token;
      return next !== false;
    },
  };
  const tell = (part) => ("page" in part ? pages.push(Buffer.from(part.page)) : steps.push(part.step));
  const asked = await collect(access, tell, signal, limits);
  return { asked, pages, steps, endings: Object.fromEntries(asked.map(({ what, ending }) => [what, ending])) };
}

/** Has the stand-in answer the request for the page at `offset` by `answer`. */
const atPage = (offset, answer) =>
  server.set({
    fault: (_, response, url) => {
      if (!url.pathname.startsWith("/fhir") || url.pathname.includes(".well-known")) return false;
      if (Number(url.searchParams.get("_offset") ?? 0) !== offset) return false;
      answer(response, url);
      return true;
    },
  });

const bundle = (next, entry = []) =>
  JSON.stringify({ resourceType: "Bundle", link: next === undefined ? [] : [{ relation: "next", url: next }], entry });

describe("a server is read", () => {
  test("everything at once, page by page, as the bytes came", async () => {
    const { asked, pages, steps } = await read();
    assert.deepEqual(
      asked.map(({ what, ending, requests, entries }) => [what, ending, requests, entries]),
      [["everything", "whole", 4, ENTRIES]],
    );
    assert.equal(pages.length, 4);
    assert.equal(
      asked[0].bytes,
      pages.reduce((sum, page) => sum + page.length, 0),
    );
    assert.deepEqual(
      steps.map(({ entries }) => entries),
      [10, 20, 30, ENTRIES],
    );
    const file = JSON.parse(Buffer.from(arrayOf(pages)).toString("utf8"));
    assert.equal(file.flatMap(({ entry }) => entry).length, ENTRIES);
    for (const page of pages) assert.ok(Buffer.from(arrayOf(pages)).includes(page));
  });

  test("type by type where it does not have everything at once; what it does not give is named", async () => {
    server.set({ everything: false });
    const { asked, endings } = await read();
    assert.equal(endings.everything, "not-given");
    assert.equal(endings.Goal, "not-given");
    assert.equal(endings.Observation, "whole");
    assert.equal(asked.find(({ what }) => what === "Observation").entries, DAYS);
    assert.equal(asked.find(({ what }) => what === "Patient").entries, 1);
  });

  test("by categories where it wants them", async () => {
    server.set({
      everything: false,
      fault: (_, response, url) => {
        if (url.pathname !== "/fhir/Observation" || url.searchParams.has("category")) return false;
        response.writeHead(400).end();
        return true;
      },
    });
    const { asked } = await read();
    assert.deepEqual(
      asked.filter(({ what }) => what === "Observation").map(({ ending }) => ending),
      ["not-given", "whole"],
    );
    const categories = server.requests.map(({ path }) => new URL(path, server.base).searchParams.get("category"));
    assert.ok(categories.includes("laboratory") && categories.includes("vital-signs"));
  });

  test("with nothing but GET at and below its base, the token in a header, no cookie and no referrer", async () => {
    server.set({ everything: false });
    await read();
    for (const { method, path, headers, body } of server.requests) {
      assert.equal(method, "GET");
      assert.match(path, /^\/fhir(?:[/?]|$)/);
      assert.equal(body, "");
      assert.match(headers.authorization, /^Bearer [0-9a-f]{32}$/);
      assert.equal(headers.cookie, undefined);
      assert.equal(headers.referer, undefined);
      assert.ok(!path.includes(headers.authorization.slice(7)), "the token is in no address");
    }
  });

  test("a busy server is asked again, and a few times only", async () => {
    let busy = 2;
    server.set({
      fault: (_, response, url) => {
        if (!url.pathname.startsWith("/fhir") || busy === 0) return false;
        busy -= 1;
        response.writeHead(429, { "Retry-After": "0" }).end();
        return true;
      },
    });
    assert.equal((await read()).endings.everything, "whole");
    busy = Infinity;
    assert.equal((await read()).endings.everything, "failed");
    assert.ok(server.requests.length < 20);
  });
});

describe("access that ends in the middle", () => {
  const outAt = (offset) => {
    let out = true;
    server.set({
      fault: (_, response, url) => {
        if (!out || Number(url.searchParams.get("_offset") ?? 0) !== offset) return false;
        out = false;
        server.tokens.clear();
        return false;
      },
    });
  };

  test("is renewed, and reading goes on", async () => {
    outAt(20);
    const { endings, pages } = await read({ renew: async () => server.grant().access_token });
    assert.equal(endings.everything, "whole");
    assert.equal(pages.length, 4);
  });

  test("and cannot be renewed is told; what was read stays", async () => {
    outAt(20);
    const { endings, pages } = await read();
    assert.equal(endings.everything, "access-ended");
    assert.equal(pages.length, 2);
  });

  test("and is renewed in vain is not renewed for ever", async () => {
    let renewals = 0;
    atPage(10, (response) => response.writeHead(401).end());
    const { endings } = await read({ renew: async () => ((renewals += 1), "another") });
    assert.equal(endings.everything, "access-ended");
    assert.equal(renewals, 1);
  });
});

describe("a server that does wrong", () => {
  test("is not followed to another origin, nor out of its base", async (t) => {
    const foreign = await startSite();
    t.after(() => foreign.close());
    const links = [
      `${foreign.url}fhir?page=2`,
      `${server.origin}/elsewhere?page=2`,
      `${server.origin}/fhirx?page=2`,
      `${server.base}/../auth/token`,
      `${server.base}/%2e%2e/auth`,
      `${server.base}/a%2f..%2f..%2fauth`,
      `//${new URL(foreign.url).host}/fhir`,
      `http://user:word@${new URL(server.base).host}/fhir?page=2`,
      "javascript:alert(1)",
      "data:application/json,{}",
      7,
      {},
      null,
      "x".repeat(3000),
    ];
    for (const link of links) {
      atPage(0, (response) => response.end(bundle(link)));
      const before = server.reads().length;
      assert.equal((await read()).endings.everything, "elsewhere", String(link));
      assert.equal(server.reads().length, before + 1);
    }
    assert.deepEqual(foreign.requests, []);
    assert.equal(foreign.connections, 0);
    assert.ok(server.requests.every(({ path }) => path.startsWith("/fhir/Patient/")));
  });

  test("is not followed by redirect, with or without the token", async (t) => {
    const foreign = await startSite();
    t.after(() => foreign.close());
    for (const status of [301, 302, 303, 307, 308])
      for (const place of [`${foreign.url}fhir`, `${server.base}/Patient`]) {
        atPage(10, (response) => response.writeHead(status, { Location: place }).end());
        const { endings, pages } = await read();
        assert.equal(endings.everything, "redirected");
        assert.equal(pages.length, 1);
      }
    assert.deepEqual(foreign.requests, []);
  });

  test("and pages without end is left at the limit; in circles, at once", async () => {
    let number = 0;
    server.set({
      fault: (_, response) => (response.end(bundle(`${server.base}?page=${(number += 1)}`)), true),
    });
    const { endings, pages } = await read();
    assert.equal(endings.everything, "too-many");
    assert.equal(pages.length, SMALL.requests);
    server.set({ fault: (_, response) => (response.end(bundle(`${server.base}?page=same`)), true) });
    const circle = await read();
    assert.equal(circle.endings.everything, "in-circles");
    assert.equal(circle.pages.length, 2);
  });

  test("and sends too much is cut off, in one answer and in all", async () => {
    atPage(10, (response) => {
      const more = () => !response.destroyed && response.write(" ".repeat(1 << 16), more);
      more();
    });
    const one = await read();
    assert.equal(one.endings.everything, "too-large");
    assert.equal(one.pages.length, 1);
    server.set({ fault: () => false });
    const all = await read({ limits: { ...SMALL, bytes: 5000 } });
    assert.equal(all.endings.everything, "too-large");
  });

  test("and sends what is no FHIR is told so", async () => {
    const garbage = [
      "",
      "<html>",
      "{",
      "[]",
      "7",
      "null",
      '{"resourceType":"Basic"}',
      "\ufeff{}",
      Buffer.from([0xff, 0xfe]),
    ];
    for (const each of garbage) {
      atPage(10, (response) => response.end(each));
      const { endings, pages } = await read();
      assert.equal(endings.everything, "unreadable", String(each));
      assert.equal(pages.length, 1);
    }
  });

  test("and is slow, stops or fails in the middle is left; what was read stays", async () => {
    const faults = {
      "says nothing": () => undefined,
      "stops in the middle": (response) => response.write("{"),
      trickles: (response) => {
        const timer = setInterval(() => (response.destroyed ? clearInterval(timer) : response.write(" ")), 100);
      },
      "hangs up": (response) => response.socket.destroy(),
      "fails with 500": (response) => response.writeHead(500).end("stack trace"),
      "fails with 403": (response) => response.writeHead(403).end(),
    };
    for (const [name, fault] of Object.entries(faults)) {
      atPage(10, fault);
      const { endings, pages } = await read();
      assert.equal(endings.everything, "failed", name);
      assert.equal(pages.length, 1, name);
    }
  });

  test("is given up when the person says so", async () => {
    const given = new AbortController();
    atPage(10, () => given.abort());
    const { endings, pages } = await read({ signal: given.signal });
    assert.equal(endings.everything, "cancelled");
    assert.equal(pages.length, 1);
  });
});

describe("the one connection", () => {
  const signal = () => new AbortController().signal;
  const keeper = () =>
    new CustodianKeeper(async (over) => {
      const custodian = await smart.discover(new URL(server.base), false, over);
      const app = { clientId: "chaperone", redirect: new URL("http://localhost/connected.html"), launch: undefined };
      const begun = await smart.begin(custodian, app);
      const page = await (await fetch(begun.page)).text();
      const back = new URL(/href="([^"]+)"/.exec(page)[1].replaceAll("&amp;", "&"));
      return { custodian, app, access: await smart.redeem(custodian, app, begun, back, over) };
    });

  test("is signed in to with PKCE, read, and given back", async () => {
    const one = keeper();
    assert.equal(await one.connect(signal()), server.base);
    const [everything] = await one.collect(server.base, () => undefined, signal());
    assert.equal(everything.ending, "whole");
    assert.equal(server.tokens.size, 1);
    assert.equal(await one.disconnect(), "returned");
    assert.deepEqual([server.tokens.size, server.refreshTokens.size], [0, 0]);
    assert.equal(await one.disconnect(), "none");
    await assert.rejects(
      one.collect(server.base, () => undefined, signal()),
      { code: "refused" },
    );
  });

  test("is one at a time, of one origin, and read once at a time", async () => {
    const one = keeper();
    const connecting = one.connect(signal());
    await assert.rejects(one.connect(signal()), { code: "invalid-argument" });
    await connecting;
    await assert.rejects(one.connect(signal()), { code: "invalid-argument" });
    const before = server.reads().length;
    for (const origin of ["", "https://evil.invalid/fhir", `${server.base}/`, `${server.base}/x`, server.origin])
      await assert.rejects(
        one.collect(origin, () => undefined, signal()),
        { code: "refused" },
      );
    assert.equal(server.reads().length, before);
    const reading = one.collect(server.base, () => undefined, signal());
    await assert.rejects(
      one.collect(server.base, () => undefined, signal()),
      { code: "invalid-argument" },
    );
    await reading;
  });

  test("renews its access by itself, and not for another patient", async () => {
    const one = keeper();
    await one.connect(signal());
    server.tokens.clear();
    const [everything] = await one.collect(server.base, () => undefined, signal());
    assert.equal(everything.ending, "whole");
    server.tokens.clear();
    server.set({ patient: "somebody-else" });
    const [other] = await one.collect(server.base, () => undefined, signal());
    assert.equal(other.ending, "access-ended");
  });

  test("that is withdrawn by the person is told; giving it back is not said to be done where it is not confirmed", async () => {
    const one = keeper();
    await one.connect(signal());
    server.withdraw();
    const [everything] = await one.collect(server.base, () => undefined, signal());
    assert.equal(everything.ending, "access-ended");
    server.set({ confirms: false });
    assert.equal(await one.disconnect(), "not-confirmed");
  });

  test("ends at once when the room is closed", async () => {
    const one = keeper();
    await one.connect(signal());
    atPage(10, () => one.forget());
    const [everything] = await one.collect(server.base, () => undefined, signal());
    assert.equal(everything.ending, "cancelled");
    await assert.rejects(
      one.collect(server.base, () => undefined, signal()),
      { code: "refused" },
    );
  });

  test("is refused where sign-in is refused, forged, or names no patient", async () => {
    server.set({ allows: false });
    await assert.rejects(keeper().connect(signal()), { code: "refused", message: /did not give access/ });
    server.set({ allows: true, patient: undefined });
    await assert.rejects(keeper().connect(signal()), { code: "reply", message: /whose records/ });
    for (const patient of ["../x", "a/b", "a?b", "", "x".repeat(65), 7]) {
      server.set({ patient });
      await assert.rejects(keeper().connect(signal()), { code: "reply" }, String(patient));
    }
    server.set({ patient: PATIENT });
    const custodian = await smart.discover(new URL(server.base), false, signal());
    const app = { clientId: "chaperone", redirect: new URL("http://localhost/connected.html"), launch: undefined };
    const begun = await smart.begin(custodian, app);
    const forged = new URL("http://localhost/connected.html?code=abc&state=another");
    await assert.rejects(smart.redeem(custodian, app, begun, forged, signal()), { code: "refused" });
  });

  test("is not begun with a server that is none, or that would have people sign in without encryption", async () => {
    const config = (change) => server.set({ config: change });
    config({ authorization_endpoint: undefined });
    await assert.rejects(keeper().connect(signal()), { code: "not-found" });
    config({ authorization_endpoint: "http://hospital.example/authorize" });
    await assert.rejects(keeper().connect(signal()), { code: "refused" });
    config({ code_challenge_methods_supported: ["plain"] });
    await assert.rejects(keeper().connect(signal()), { code: "unsupported" });
    server.set({ config: {}, fault: (_, response) => (response.end("<html>"), true) });
    await assert.rejects(keeper().connect(signal()), { code: "reply" });
    server.set({ fault: (_, response) => (response.writeHead(302, { Location: "/x" }).end(), true) });
    await assert.rejects(keeper().connect(signal()), { code: "refused" });
  });
});

describe("addresses", () => {
  test("are https, or of this computer, and hold no password, query or fragment", () => {
    const good = [
      "https://fhir.example.org/r4",
      "http://localhost:8080/fhir",
      "http://127.0.0.1/fhir",
      "http://[::1]:9/fhir",
    ];
    for (const each of good) assert.equal(baseIn(`${each}/`).href, each, each);
    const bad = [
      "http://fhir.example.org",
      "http://127.0.0.1.example.org",
      "http://localhost.example.org",
      "ftp://localhost",
      "https://user:word@example.org",
      "https://example.org/#x",
      "https://example.org/?x",
      "file:///etc/passwd",
      "example.org",
      "",
      `https://example.org/${"x".repeat(3000)}`,
      undefined,
      7,
    ];
    for (const each of bad) assert.equal(baseIn(each), undefined, String(each));
    assert.equal(askable("https://example.org/?x").search, "?x");
  });

  test("of next pages stay at and below the base", () => {
    const base = new URL("https://example.org/r4");
    const from = "https://example.org/r4/Observation?patient=1";
    for (const link of ["https://example.org/r4?page=2", "/r4/Observation?p=2", "?p=2", "Condition"])
      assert.ok(within(base, link, from) !== undefined, link);
    for (const link of [
      "https://example.org/r4x",
      "https://example.org/",
      "/",
      "../x",
      "http://example.org/r4",
      "https://example.org:444/r4",
    ])
      assert.equal(within(base, link, from), undefined, link);
  });
});
