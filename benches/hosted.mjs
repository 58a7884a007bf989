// a library's pack at a static server over HTTP, read in parts for each question, beside fetching all of it first: --pack FILE --questions FILE [--count N] [--delay MS] [--models DIR] [--json FILE]
//
// FILE of questions is `queries.jsonl` in the layout of BEIR; every so many of them are taken, so that N (40) are. The server is sirv, which the
// page's own server uses, on this machine; it waits MS milliseconds (0) before each answer, as a network would. Each question is asked by a program of its own, with
// nothing in memory: as the host is to learn little (padded), as little as is needed (unpadded), and from the file after one download of it. The passages
// of all three must be the same: slips of the pen are read in none, as at an address they are not unless one says so.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";

const { values } = parseArgs({
  options: {
    pack: { type: "string" },
    questions: { type: "string" },
    count: { type: "string", default: "40" },
    delay: { type: "string", default: "0" },
    models: { type: "string" },
    json: { type: "string" },
  },
});
const [count, delay] = [Number(values.count), Number(values.delay)];
if (values.pack === undefined || values.questions === undefined || !(count > 0) || !(delay >= 0)) {
  console.error(
    "usage: ./run bench hosted --pack FILE --questions FILE [--count N] [--delay MS] [--models DIR] [--json FILE]",
  );
  process.exit(2);
}

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const sirv = createRequire(here("../www/package.json"))("sirv");
const run = promisify(execFile);
const pack = resolve(values.pack);
const lines = readFileSync(values.questions, "utf8").split("\n").filter(Boolean);
const every = Math.max(1, Math.floor(lines.length / count));
const questions = lines
  .filter((_, at) => at % every === 0)
  .slice(0, count)
  .map((line) => JSON.parse(line).text);

const wait = () => new Promise((done) => setTimeout(done, delay));
const files = sirv(dirname(pack), { dev: true });
const server = createServer((request, response) => void wait().then(() => files(request, response)));
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
const address = `http://127.0.0.1:${server.address().port}/${encodeURIComponent(basename(pack))}`;

const models = values.models === undefined ? [] : ["--models", values.models];
/** Asks by a program of its own; resolves to its outcome and its milliseconds. */
async function ask(from, question, ...more) {
  const start = performance.now();
  const { stdout } = await run(
    here("../target/release/chaperone"),
    ["library", "search", from, question, "--top-k", "10", "--reading", "queries", "--json", ...models, ...more],
    { maxBuffer: 1 << 28 },
  );
  return { ...JSON.parse(stdout), millis: performance.now() - start };
}

const median = (numbers) => {
  const sorted = numbers.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
};
const folder = mkdtempSync(join(tmpdir(), "hosted-"));
const rows = { padded: [], unpadded: [], whole: [] };
try {
  const start = performance.now();
  const copy = join(folder, "whole.pack");
  writeFileSync(copy, Buffer.from(await (await fetch(address)).arrayBuffer()));
  const downloaded = performance.now() - start;
  for (const question of questions) {
    const asked = {
      padded: await ask(address, question),
      unpadded: await ask(address, question, "--unpadded"),
      whole: await ask(copy, question),
    };
    const [one, ...others] = Object.values(asked).map(({ found }) => JSON.stringify(found));
    if (others.some((other) => other !== one))
      throw new Error("a pack that is read in parts finds other passages than the whole one");
    for (const [how, { read, millis }] of Object.entries(asked)) rows[how].push({ ...read, millis });
  }
  const { size } = statSync(pack);
  const mean = (how, what) => rows[how].reduce((sum, row) => sum + row[what], 0) / rows[how].length;
  const told = (how) => ({
    bytes: mean(how, "bytes"),
    ranges: mean(how, "ranges"),
    rounds: mean(how, "rounds"),
    millis: median(rows[how].map(({ millis }) => millis)),
  });
  const figures = { questions: questions.length, delay, pack_bytes: size, download_millis: downloaded };
  figures.padded = told("padded");
  figures.unpadded = told("unpadded");
  figures.from_file_millis = told("whole").millis;
  console.log(
    `${basename(pack)}, ${(size / 1e6).toFixed(2)} MB, ${questions.length} questions, ${delay} ms before each answer; ten passages each, the same from everywhere`,
  );
  for (const how of ["padded", "unpadded"]) {
    const { bytes, ranges, rounds, millis } = figures[how];
    console.log(
      `${how.padEnd(10)} ${(bytes / 1e3).toFixed(0)} kB in ${ranges.toFixed(1)} ranges, ${rounds.toFixed(1)} rounds; ${millis.toFixed(0)} ms with the start of the program`,
    );
  }
  console.log(
    `all of it  ${downloaded.toFixed(0)} ms to fetch, then ${figures.from_file_millis.toFixed(0)} ms a question, the same start included`,
  );
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(figures, null, 2));
} finally {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
}
