// What serves the built page: also while it is built anew.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { serve } from "../serve.mjs";

const SERVE = fileURLToPath(new URL("../serve.mjs", import.meta.url));

const folder = mkdtempSync(join(tmpdir(), "chaperone-serve-"));
after(() => rmSync(folder, { recursive: true }));

/** Puts a page up in `folder`, as a build does: whole, in the place of the one before. */
function build(text, script) {
  const next = join(folder, "next");
  mkdirSync(join(next, "assets"), { recursive: true });
  writeFileSync(join(next, "index.html"), `<meta name="chaperone-policy-keys" content="" />${text}`);
  writeFileSync(join(next, "assets", script), script);
  rmSync(join(folder, "dist"), { recursive: true, force: true });
  renameSync(next, join(folder, "dist"));
}

describe("a page that is built anew while it is served", () => {
  for (const [keys, policyKeys] of Object.entries({ "without keys": [], "with a policy's keys": ["0".repeat(64)] })) {
    test(`is given out as it is now, ${keys}`, async (t) => {
      build("a short page", "script.one.js");
      const server = await serve({ dist: join(folder, "dist"), policyKeys });
      t.after(() => server.close());
      const get = async (path) => {
        const response = await fetch(new URL(path, server.url));
        return response.ok ? response.text() : response.status;
      };
      assert.match(await get("/"), /a short page$/);
      assert.equal(await get("/assets/script.one.js"), "script.one.js");
      build("a page that is longer than the one before it", "script.two.js");
      assert.match(await get("/"), /a page that is longer than the one before it$/);
      assert.equal(await get("/assets/script.two.js"), "script.two.js");
      assert.equal(await get("/assets/script.one.js"), 404);
      assert.equal(await get("/../serve.test.mjs"), 404);
    });
  }
});

describe("the command that serves", () => {
  const says = (...args) => {
    const { status, stderr } = spawnSync(process.execPath, [SERVE, ...args], { encoding: "utf8", timeout: 60_000 });
    assert.equal(status, 1, stderr);
    assert.equal(stderr.trim().split("\n").length, 1, "one line, and no trace of calls");
    return stderr;
  };

  test("says that a port is taken, and what to do", async (t) => {
    build("a page", "script.js");
    const server = await serve({ dist: join(folder, "dist") });
    t.after(() => server.close());
    const { port } = new URL(server.url);
    assert.match(says(port), new RegExp(`port ${port} is in use: name another one`));
  });

  test("says which argument is none", () => {
    for (const port of ["abc", "65536", "80.5"])
      assert.match(says(port), new RegExp(`a port is a number from 0 to 65535, not "${port}"`));
    for (const flag of ["--endpoint", "--portal"])
      for (const address of ["portal.example.org", "ftp://portal.example.org"])
        assert.match(says("0", flag, address), /an origin begins with https:\/\/ or http:\/\/, and ".*" does not/);
    assert.match(says("--ports", "1"), /Unknown option/);
  });
});
