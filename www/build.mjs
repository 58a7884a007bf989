// Builds the page into dist/: one HTML file that holds the shell and the record room, the public files beside it, the
// script of the panel, and a sample portal that uses it.
//
// The room is a srcdoc frame under a policy that allows scripts by their hashes, and a srcdoc frame inherits the policy of
// its parent. So each script is one text whose hash stands in both policies: the first one inlined, the parts that are
// needed later as public files, which the room is given as text and runs (`bundles.mjs`).
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle, split } from "./bundles.mjs";
import { iconPng, iconSvg } from "./icons.mjs";
import { compiledNotices, libraries, modelNotices, notices } from "../scripts/notices.mjs";
import { packPanel } from "./pack.mjs";
import { roomPolicy, shellPolicy } from "./policy.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
/** Where it is built, and what it takes the place of once it is whole: a server that runs meanwhile has the page before. */
const [dist, whole] = [join(here, ".dist"), join(here, "dist")];

const sha256 = (bytes, encoding) => createHash("sha256").update(bytes).digest(encoding);
const source = (script) => `'sha256-${sha256(script, "base64")}'`;

function need(path, hint) {
  if (!existsSync(path)) throw new Error(`${path} is missing: ${hint}`);
  return path;
}

// The public files: everything that the room may ask the shell for, with its hash.
function collectAssets() {
  const manifest = JSON.parse(readFileSync(join(root, "models", "manifest.json"), "utf8"));
  const embedder = manifest.models.find((model) => model.purpose === "embedder");
  const tagger = manifest.models.find((model) => model.purpose === "tagger");
  const reranker = manifest.models.find((model) => model.purpose === "reranker");
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
    reranker: need(fileOf(reranker, "weights"), "fetch the models first (./run setup)"),
    "reranker-tokenizer": need(fileOf(reranker, "tokenizer"), "fetch the models first (./run setup)"),
    classifier: need(fileOf(classifier, "weights"), "fetch the models first (./run setup)"),
    "tagger-head": need(fileOf(tagger, "head"), "convert the models first (./run setup)"),
  };
  // Without it the page offers no model of one's own.
  if (existsSync(onnx)) files.onnx = onnx;
  files.llama = need(join(here, "node_modules", "@wllama", "wllama", "src", "wasm", "wllama.wasm"), "npm ci, in www/");
  readdirSync(samples)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .forEach((name, number) => {
      files[`sample-${number}`] = join(samples, name);
    });
  files.vectors = need(join(root, "target", "samples", "vectors.bin"), "embed the samples first (./run demo)");

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
  pins.notices = putText("notices", "txt", allNotices());
  return { pins, embedder, tagger, reranker, models: modelsOf(manifest.models, pins) };
}

/** The notices of everything that the page passes on: models, npm libraries, and the crates in the wasm modules. */
function allNotices() {
  const ofCrates = need(join(root, "pkg", "NOTICES.txt"), "make the package first (./run setup)");
  const ofLibraries = [notices("Libraries of the page", libraries()), compiledNotices()];
  return [modelNotices(), ...ofLibraries, readFileSync(ofCrates, "utf8")].join("\n");
}

/** Puts a text that is needed later beside the page. */
function putText(id, extension, text) {
  const bytes = Buffer.from(text);
  const hash = sha256(bytes, "hex");
  const pin = { path: `assets/${id}.${hash}.${extension}`, bytes: bytes.length, sha256: hash };
  writeFileSync(join(dist, pin.path), bytes);
  return pin;
}

const putScript = (id, script) => putText(id, "js", script);

// What the page says of its models: those of which it has files, with the sizes of these.
function modelsOf(models, pins) {
  const files = {
    embedder: ["weights", "tokenizer"],
    tagger: ["tagger", "tagger-tokenizer", "tagger-head"],
    reranker: ["reranker", "reranker-tokenizer"],
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

/**
 * What the engine needs of a model's entry of the manifest: the files that it loads, and what they are. Where they come from and whom to name
 * the page says elsewhere, and each byte here is one of the first screen.
 */
function entryOf({ id, purpose, files, encoder, tagger, reranker }) {
  const loaded = files
    .filter(({ role }) => ["weights", "tokenizer", "head"].includes(role))
    .map(({ role, bytes, sha256 }) => ({ role, path: "", bytes, sha256, origin: { kept: "" } }));
  return JSON.stringify({
    id,
    purpose,
    sets: [],
    licence: "",
    attribution: "",
    files: loaded,
    encoder,
    tagger,
    reranker,
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
const { pins, embedder, tagger, reranker, models } = collectAssets();
// What is needed later. Where there is nothing that opens a model of one's own, its worker is not needed either.
const room = await split("room/main.ts", {
  parts: Object.fromEntries(
    readdirSync(join(here, "room", "late"))
      .sort()
      .map((name) => [basename(name, ".ts"), `room/late/${name}`]),
  ),
  host: "room/engine/scripts.ts",
  define: { MODELS: models, OWN_MODELS: "onnx" in pins },
});
const later = {
  ...room.texts,
  derive: await bundle("room/keys/derive-worker.ts", {}),
  layout: await bundle("room/view/thinking/layout-worker.ts", {}),
  pool: await bundle("room/engine/pool-worker.ts", { RERANKER: entryOf(reranker) }),
  device: await bundle("room/engine/device/worker.ts", {}),
  ...("onnx" in pins ? { own: await bundle("room/engine/own-worker.ts", {}) } : {}),
};
for (const [name, script] of Object.entries(later)) pins[`script-${name}`] = putScript(`script-${name}`, script);
const shell = await split("shell/shell.ts", {
  parts: {
    custodian: "shell/late/custodian.ts",
    dialogs: "shell/late/dialogs.ts",
    function: "shell/late/function.ts",
    shellgerman: "shell/late/shellgerman.ts",
  },
  host: "shell/script.ts",
  define: {},
});
for (const [name, script] of Object.entries(shell.texts)) pins[`script-${name}`] = putScript(`script-${name}`, script);
// Of the shell's parts the room has its dialogs and its German kept, and asks for no other.
const worker = await bundle("room/engine/worker.ts", {
  // Without the paths: it asks for a file by its name, and each byte here is one of the first screen.
  ASSETS: Object.fromEntries(
    Object.entries(pins)
      .filter(([id]) => !["script-custodian", "script-function"].includes(id))
      .map(([id, { label, bytes, sha256 }]) => [id, { label, bytes, sha256 }]),
  ),
  EMBEDDER: entryOf(embedder),
  TAGGER: entryOf(tagger),
});
const roomScript = await room.first({
  ENGINE_WORKER: worker,
  PROBE_WORKER: await bundle("room/attempts/probe-worker.ts", {}),
  // All that it needs of them: where they lie the engine's worker knows.
  ASSETS: Object.fromEntries(["script-derive", "script-layout"].map((id) => [id, { sha256: pins[id].sha256 }])),
});
const roomSources = [roomScript, ...Object.values(room.texts)].map(source).join(" ");
// A path is made of the name and the hash, but for its ending.
const assetWorker = await bundle("shell/asset-worker.ts", {
  PINS: Object.fromEntries(
    Object.entries(pins).map(([id, { path, bytes, sha256 }]) => [
      id,
      [bytes, sha256, path.slice(path.lastIndexOf("."))],
    ]),
  ),
});
const shellStyle = text("shell/shell.css");
const roomHtml = fill(text("room/room.html"), {
  "room-policy": attribute(roomPolicy(roomSources)),
  "room-script": roomScript,
});

/** The page as a whole; `build` is what its shell knows it by. */
async function pageOf(build) {
  const shellScript = await shell.first({
    ASSETS: Object.fromEntries(Object.keys(pins).map((id) => [id, {}])),
    ASSET_WORKER: assetWorker,
    BUILD: build,
  });
  const shellSources = [shellScript, ...Object.values(shell.texts)].map(source).join(" ");
  return fill(text("shell/index.html"), {
    "shell-policy": attribute(shellPolicy(shellSources, roomSources, source(shellStyle))),
    "shell-style": shellStyle,
    "shell-script": shellScript,
    icon: Buffer.from(iconSvg()).toString("base64"),
    room: attribute(roomHtml),
  });
}

// A page cannot hold its own hash: it is that of the page without one.
const buildHash = sha256(await pageOf(""), "hex");
const page = await pageOf(buildHash);
writeFileSync(join(dist, "index.html"), page);
writeFileSync(join(dist, "offline-worker.js"), await bundle("offline/worker.ts", { BUILD: buildHash }));
cpSync(join(here, "offline", "manifest.json"), join(dist, "manifest.webmanifest"));
mkdirSync(join(dist, "icons"));
writeFileSync(join(dist, "icons", "icon.svg"), iconSvg());
for (const size of [192, 512]) writeFileSync(join(dist, "icons", `icon-${size}.png`), iconPng(size));
writeFileSync(join(dist, "icons", "icon-maskable-512.png"), iconPng(512, { maskable: true }));
writeFileSync(join(dist, "panel.js"), await bundle("panel/panel.ts", {}));
await packPanel(join(root, "pkg"));
cpSync(join(here, "shell", "connected.html"), join(dist, "connected.html"));
cpSync(join(here, "portal"), join(dist, "portal"), { recursive: true });
rmSync(whole, { recursive: true, force: true });
renameSync(dist, whole);
console.log(`dist/index.html: ${page.length} characters; ${Object.keys(pins).length} public files`);
