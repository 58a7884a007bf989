// The report of all benchmarks: what it takes from the documents and from figures, and what it says of those that are not there.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Missing, book, number, numbers } from "../../scripts/evaluation/book.mjs";
import { COMPARISONS } from "../../scripts/evaluation/comparisons.mjs";
import { page } from "../../scripts/evaluation/page.mjs";
import { plot } from "../../scripts/evaluation/plot.mjs";
import { BENCHES, PROGRAM, runAll, stateOf } from "../../scripts/evaluation/run.mjs";
import { byHand, compare, digest, runSection } from "../../scripts/evaluation.mjs";
import { launch } from "../browser.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const real = () => ({
  benchmarks: book(root, "BENCHMARKS.md", { written: [] }),
  retrieval: book(root, "docs/retrieval.md", { written: [] }),
  thought: book(root, "docs/thought.md", { written: [] }),
  machine: "a machine",
});
const INVENTED = `# B\n\n## One thing\n\n\`\`\`sh\n./run bench one\n\`\`\`\n\n| set | by | right |\n|---|---|---|\n| A | words | **12.5 %** (10.0–15.5) |\n| | both | 1,234 ms |\n\nBy sex: 3 of 4.\n\n### Below\n\n| | |\n|---|---|\n| last | −2 |\n\n## Another\n\n- one,\n  and more\n- two\n`;

test("numbers are read as the documents write them", () => {
  assert.equal(number("1,234 ms"), 1234);
  assert.equal(number("−2.5 %"), -2.5);
  assert.deepEqual(number("**57.1 %** (49.3–64.7)"), { value: 57.1, low: 49.3, high: 64.7 });
  assert.deepEqual(number("43.1 % (38.0 to 49.8)"), { value: 43.1, low: 38, high: 49.8 });
  assert.equal(number("–"), undefined);
  assert.deepEqual(numbers(".7773 / .833 / 1,000"), [0.7773, 0.833, 1000]);
});

test("a cell is found by its row and column, and what is not there is said by name", () => {
  const written = INVENTED.split("\n").map((_, at) => (at < 12 ? "2026-01-02" : "2026-01-05"));
  const invented = book(root, "B.md", { text: INVENTED, written });
  const section = invented.section("One thing");
  assert.equal(section.command, "./run bench one");
  assert.equal(section.day, "2026-01-05");
  assert.equal(section.place, "B.md#one-thing");
  assert.equal(section.cell(["A", "both"], "right"), "1,234 ms");
  assert.equal(section.cell(["last"], 1), "−2");
  assert.deepEqual(section.said(/By sex: (\d) of (\d)/), ["3", "4"]);
  assert.deepEqual(invented.items("Another"), ["one, and more", "two"]);
  assert.throws(() => section.cell(["A", "none"], "right"), Missing);
  assert.throws(() => section.cell(["A", "both"], "wrong"), Missing);
  assert.throws(() => section.said(/no such/), Missing);
  assert.throws(() => invented.section("Nothing"), Missing);
});

test("every comparison finds its figures in the documents as they are", () => {
  const { tasks, noughts, missing } = compare(real(), undefined, {});
  assert.deepEqual(missing, []);
  assert.equal(tasks.flatMap(({ comparisons }) => comparisons).length, COMPARISONS.length);
  assert.ok(noughts.every(([, often, of]) => often === 0 && of > 0));
  for (const { id, rows, series, source } of tasks.flatMap(({ comparisons }) => comparisons)) {
    assert.equal(source.state, "recorded", id);
    assert.ok(source.command.length > 0 && source.place.includes("#"), id);
    assert.ok(rows.length > 0 && rows.every((row) => row.length <= series.length + 1), id);
    assert.ok(
      series.every((_, at) => rows.some((row) => row[at + 1] !== undefined)),
      `${id}: a series has no figure`,
    );
  }
});

const ENTRY = {
  state: "measured",
  seconds: 2,
  day: "2031-02-03",
  commit: "abc",
  machine: "an invented machine",
  command: "./run bench load --data DIR",
};
const FIGURES = { load: { seconds: 0.111, peer: { seconds: 0.222 } } };
const run = (benches) => ({
  day: "2031-02-03",
  commit: "abc",
  machine: "an invented machine",
  command: "./run bench all --data DIR",
  benches,
});

test("what a run measured is told of that run, and the rest as recorded", () => {
  const { tasks, missing } = compare(
    real(),
    run([
      { ...ENTRY, name: "load" },
      { name: "search", state: "failed", why: "exit status 1" },
    ]),
    {
      ...FIGURES,
      search: { sizes: [] },
    },
  );
  assert.deepEqual(missing, []);
  const of = (id) => tasks.flatMap(({ comparisons }) => comparisons).find((each) => each.id === id);
  assert.deepEqual(of("loading").rows, [["natively (peer: serde_json)", 0.111, 0.222]]);
  assert.deepEqual(of("loading").source, {
    ...of("loading").source,
    state: "measured",
    day: "2031-02-03",
    machine: "an invented machine",
  });
  assert.equal(of("search").source.state, "recorded");
  const written = runSection(
    run([
      { ...ENTRY, name: "load" },
      { name: "search", state: "failed", why: "exit status 1" },
    ]),
    tasks,
  );
  assert.match(written, /\| search \| failed: exit status 1 \|/);
  assert.match(written, /\| natively \(peer: serde_json\) \| 0\.11 \| 0\.22 \|/);
  assert.doesNotMatch(written, /MiniSearch/);
});

test("figures of another form are named, and the recorded ones stand in", () => {
  const { tasks, missing } = compare(real(), run([{ ...ENTRY, name: "load" }]), { load: {} });
  assert.equal(missing.length, 1);
  assert.match(missing[0], /^loading: /);
  assert.equal(
    tasks.flatMap(({ comparisons }) => comparisons).find(({ id }) => id === "loading").source.state,
    "recorded",
  );
});

test("what a run wrote is no part of what is recorded by hand", () => {
  const hand = "# Benchmarks\n\nfigures\n";
  const twice = `${byHand(`${hand}\n${runSection(run([]), [])}`)}\n${runSection(run([]), [])}`;
  assert.equal(byHand(twice), hand);
  assert.equal(digest([hand]), digest([twice]));
  assert.notEqual(digest([hand]), digest([`${hand}more\n`]));
});

test("a plot says in words what it shows, and its names are text and not markup", () => {
  const svg = plot({
    id: "x",
    title: "a <b>",
    unit: "%",
    series: [
      { name: "ours", whose: "ours" },
      { name: "published", whose: "published" },
    ],
    rows: [["r&b", { value: 5, low: 4, high: 6 }, undefined]],
    digits: 0,
  });
  assert.match(svg, /^<svg role="img" aria-labelledby="x-title x-desc"/);
  assert.match(svg, /<title id="x-title">a &lt;b&gt;<\/title><desc id="x-desc">%\. r&amp;b: ours 5<\/desc>/);
  assert.doesNotMatch(svg, /#[0-9a-f]{6}|<style|<script/);
});

test("benchmarks run on after one that fails, and say what was left out and why", () => {
  const at = mkdtempSync(join(tmpdir(), "all-"));
  try {
    mkdirSync(join(at, "data/here"), { recursive: true });
    const bench = (name, needs = []) => ({ name, needs, args: (data) => ["--data", data] });
    const benches = [
      bench("good"),
      bench("bad"),
      bench("mute"),
      bench("far", ["there"]),
      bench("near", ["here"]),
      { name: "never", never: "for a reason" },
    ];
    const started = [];
    const start = (command) => {
      started.push(command[2]);
      if (command[2] === "bad") return "exit status 3";
      if (command[2] !== "mute") writeFileSync(command.at(-1), "{}");
      return undefined;
    };
    const asked = {
      benches,
      data: join(at, "data"),
      figures: join(at, "figures"),
      start,
      about: () => ({ day: "2031-02-03" }),
      tell: () => {},
    };
    const found = runAll(asked);
    assert.deepEqual(
      found.map(({ name, state, why }) => [name, state, why]),
      [
        ["good", "measured", undefined],
        ["bad", "failed", "exit status 3"],
        ["mute", "failed", "it wrote no figures"],
        ["far", "left out", "these data are not there: there"],
        ["near", "measured", undefined],
        ["never", "left out", "for a reason"],
      ],
    );
    assert.equal(found[0].command, "./run bench good --data DIR --json FIGURES/good.json");
    started.length = 0;
    const again = runAll({ ...asked, before: found, keep: true, only: ["bad"] });
    assert.deepEqual(started, ["bad"]);
    assert.deepEqual(
      again.map(({ state }) => state),
      ["measured", "failed", "left out", "left out", "measured", "left out"],
    );
    started.length = 0;
    const of = (sources) => ({ ...asked, keep: true, sources: () => sources });
    const before = runAll(of("these"));
    assert.deepEqual(started, ["good", "bad", "mute", "near"]);
    started.length = 0;
    runAll({ ...of("these"), before });
    assert.deepEqual(started, ["bad", "mute"]);
    runAll({ ...of("others"), before });
    assert.deepEqual(started.slice(2), ["good", "bad", "mute", "near"], "figures of other sources are measured again");
  } finally {
    rmSync(at, { recursive: true, force: true });
  }
});

test("a program is of other sources where its code is another, and not where its tests are", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "chaperone-sources-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const write = (path, text) => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const file = ({ code = "1", tests = "2", more = "" } = {}) =>
    `pub fn one() -> u8 {\n    ${code}\n}\n\n#[cfg(test)]\n#[allow(unused)]\nmod tests {\n    fn two() -> u8 {\n        ${tests}\n    }\n}\n${more}`;
  execFileSync("git", ["init", "-q", folder]);
  for (const [path, text] of [
    ["src/a/mod.rs", file()],
    ["src/a/tests.rs", "// 1\n"],
    ["Cargo.toml", ""],
    ["tests/b.rs", ""],
  ])
    write(path, text);
  execFileSync("git", ["-C", folder, "add", "."]);
  const first = stateOf(folder, PROGRAM);
  const whole = stateOf(folder, ["src"]);
  assert.match(first, /^[0-9a-f]{16}$/);
  for (const [path, text, same] of [
    ["src/a/mod.rs", file({ tests: "3" }), true],
    ["src/a/tests.rs", "// 2\n", true],
    ["tests/b.rs", "// 3\n", true],
    ["src/a/mod.rs", file({ code: "4" }), false],
    ["src/a/mod.rs", file({ more: "\npub fn five() {}\n" }), false],
    ["Cargo.toml", "# 6\n", false],
  ]) {
    const before = readFileSync(join(folder, path), "utf8");
    write(path, text);
    assert.equal(stateOf(folder, PROGRAM) === first, same, `${path}: ${text}`);
    assert.equal(stateOf(folder, ["src"]) === whole, !path.startsWith("src"), "all of the sources are told apart");
    write(path, before);
  }
  assert.equal(stateOf(folder, PROGRAM), first);
  rmSync(join(folder, "src/a/mod.rs"));
  assert.notEqual(stateOf(folder, PROGRAM), first, "a file that is gone");
});

test("each benchmark of the run exists, and each comparison is of one", () => {
  const names = BENCHES.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const { id, bench } of COMPARISONS) assert.ok(names.includes(bench), id);
});

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

for (const colorScheme of ["light", "dark"])
  test(`the page asks for nothing and is accessible, in ${colorScheme}`, async () => {
    const { tasks, noughts } = compare(real(), run([{ ...ENTRY, name: "load" }]), FIGURES);
    const html = page({
      tasks,
      noughts,
      missing: [],
      run: run([{ ...ENTRY, name: "load" }]),
      limitations: ["a `b` **c** [d](e.md)"],
      digest: "0",
    });
    const tab = await browser.context.newPage();
    try {
      const asked = [];
      tab.on("request", (request) => asked.push(request.url()));
      await tab.emulateMedia({ colorScheme });
      await tab.setContent(html);
      assert.deepEqual(
        asked.filter((url) => !url.startsWith("about:")),
        [],
      );
      assert.equal(await tab.locator("figure svg[role=img]").count(), COMPARISONS.length);
      assert.equal(await tab.locator("section table").count(), COMPARISONS.length);
      await tab.evaluate(readFileSync(join(root, "www/node_modules/axe-core/axe.min.js"), "utf8"));
      const { violations } = await tab.evaluate(() => globalThis.axe.run());
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`),
        [],
      );
    } finally {
      await tab.close();
    }
  });
