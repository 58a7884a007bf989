// Builds the page into dist/: one HTML file that holds the shell and the record room, the public files beside it, the
// script of the panel, and a sample portal that uses it.
//
// The room is a srcdoc frame under a policy that allows one script by its hash, and a srcdoc frame
// inherits the policy of its parent. So each script is one inlined text whose hash stands in both
// policies; that is why esbuild makes them, and not a bundler that splits into modules.
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { packPanel } from "./pack.mjs";
import { roomPolicy, shellPolicy } from "./policy.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const dist = join(here, "dist");

const sha256 = (bytes, encoding) => createHash("sha256").update(bytes).digest(encoding);
const source = (script) => `'sha256-${sha256(script, "base64")}'`;

async function bundle(entry, define) {
  const result = await build({
    absWorkingDir: here,
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2023",
    charset: "utf8",
    minify: true,
    legalComments: "eof",
    define: Object.fromEntries(Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)])),
    // wasm-bindgen's loader would find the module beside the script; the room hands it over as bytes.
    logOverride: { "empty-import-meta": "silent" },
    logLevel: "warning",
  });
  const script = result.outputFiles[0].text.trim();
  if (/<\/script|<!--/i.test(script.replaceAll("<\\/script", "")))
    throw new Error(`${entry}: the script would end its own element`);
  return script;
}

function need(path, hint) {
  if (!existsSync(path)) throw new Error(`${path} is missing: ${hint}`);
  return path;
}

// The public files: everything that the room may ask the shell for, with its hash.
function collectAssets() {
  const manifest = JSON.parse(readFileSync(join(root, "models", "manifest.json"), "utf8"));
  const embedder = manifest.models.find((model) => model.purpose === "embedder");
  const tagger = manifest.models.find((model) => model.purpose === "tagger");
  const classifier = manifest.models.find((model) => model.purpose === "injection-classifier");
  const lexicon = manifest.models.find((model) => model.purpose === "lexicon");
  const rare = manifest.models.find((model) => model.purpose === "rare-diseases");
  const concepts = manifest.models.find((model) => model.purpose === "concepts");
  const fileOf = (model, role) => join(root, "models", "weights", model.files.find((each) => each.role === role).path);
  const file = (role) => fileOf(embedder, role);
  const samples = join(root, "examples", "records");
  const onnx = join(root, "pkg", "onnx", "onnx_bg.wasm");
  const files = {
    wasm: need(join(root, "pkg", "chaperone_bg.wasm"), "run wasm-pack first (./run setup)"),
    lexicon: need(fileOf(lexicon, "lexicon"), "make the lexicon first (./run setup)"),
    "rare-diseases": need(fileOf(rare, "rare-diseases"), "make the list of rare diseases first (./run setup)"),
    concepts: need(fileOf(concepts, "concepts"), "make the vocabulary of concepts first (./run setup)"),
    weights: need(file("weights"), "fetch the models first (./run setup)"),
    tokenizer: need(file("tokenizer"), "fetch the models first (./run setup)"),
    tagger: need(fileOf(tagger, "weights"), "fetch the models first (./run setup)"),
    "tagger-tokenizer": need(fileOf(tagger, "tokenizer"), "fetch the models first (./run setup)"),
    classifier: need(fileOf(classifier, "weights"), "fetch the models first (./run setup)"),
    "tagger-head": need(fileOf(tagger, "head"), "convert the models first (./run setup)"),
  };
  // Without it the page offers no model of one's own.
  if (existsSync(onnx)) files.onnx = onnx;
  readdirSync(samples)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .forEach((name, number) => {
      files[`sample-${number}`] = join(samples, name);
    });

  const pins = {};
  mkdirSync(join(dist, "assets"), { recursive: true });
  for (const [id, path] of Object.entries(files)) {
    const bytes = readFileSync(path);
    const extension = /\.[a-z]+$/.exec(path)[0];
    const hash = sha256(bytes, "hex");
    // An address with the hash in it: what a browser keeps for one build is never taken for another's.
    const label = id.startsWith("sample-") ? { label: `${basename(path)} (sample)` } : {};
    pins[id] = { ...label, path: `assets/${id}.${hash}${extension}`, bytes: bytes.length, sha256: hash };
    cpSync(path, join(dist, pins[id].path));
  }
  return { pins, embedder, tagger, models: modelsOf(manifest.models, pins) };
}

// What the page says of its models: those of which it has files, with the sizes of these.
function modelsOf(models, pins) {
  const files = {
    embedder: ["weights", "tokenizer"],
    tagger: ["tagger", "tagger-tokenizer", "tagger-head"],
    "injection-classifier": ["classifier"],
    lexicon: ["lexicon"],
    "rare-diseases": ["rare-diseases"],
    concepts: ["concepts"],
  };
  return Object.entries(files).map(([purpose, ids]) => {
    const { id, licence, attribution } = models.find((model) => model.purpose === purpose);
    return { id, purpose, licence, attribution, bytes: ids.reduce((sum, each) => sum + pins[each].bytes, 0) };
  });
}

const text = (path) => readFileSync(join(here, path), "utf8");
const fill = (template, values) =>
  template.replace(/\{\{([a-z-]+)\}\}/g, (_, name) => {
    if (!(name in values)) throw new Error(`the template asks for ${name}`);
    return values[name];
  });
const attribute = (value) => value.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
const { pins, embedder, tagger, models } = collectAssets();
const poolWorker = await bundle("room/engine/pool-worker.ts", {});
const ownWorker = "onnx" in pins ? await bundle("room/engine/own-worker.ts", {}) : "";
const worker = await bundle("room/engine/worker.ts", {
  ASSETS: pins,
  OWN_WORKER: ownWorker,
  POOL_WORKER: poolWorker,
  EMBEDDER: JSON.stringify(embedder),
  TAGGER: JSON.stringify(tagger),
});
const probe = await bundle("room/attempts/probe-worker.ts", {});
const layout = await bundle("room/view/thinking/layout-worker.ts", {});
const derive = await bundle("room/keys/derive-worker.ts", {});
const roomScript = await bundle("room/main.ts", {
  ENGINE_WORKER: worker,
  DERIVE_WORKER: derive,
  LAYOUT_WORKER: layout,
  PROBE_WORKER: probe,
  ASSETS: pins,
  MODELS: models,
});
const assetWorker = await bundle("shell/asset-worker.ts", { ASSETS: pins });
const shellScript = await bundle("shell/shell.ts", { ASSETS: pins, ASSET_WORKER: assetWorker });
const shellStyle = text("shell/shell.css");

const room = fill(text("room/room.html"), {
  "room-policy": attribute(roomPolicy(source(roomScript))),
  "room-script": roomScript,
});
const page = fill(text("shell/index.html"), {
  "shell-policy": attribute(shellPolicy(source(shellScript), source(roomScript), source(shellStyle))),
  "shell-style": shellStyle,
  "shell-script": shellScript,
  room: attribute(room),
});
writeFileSync(join(dist, "index.html"), page);
writeFileSync(join(dist, "panel.js"), await bundle("panel/panel.ts", {}));
await packPanel(join(root, "pkg"));
cpSync(join(here, "shell", "connected.html"), join(dist, "connected.html"));
cpSync(join(here, "portal"), join(dist, "portal"), { recursive: true });
console.log(`dist/index.html: ${page.length} characters; ${Object.keys(pins).length} public files`);
