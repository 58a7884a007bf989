// Bundles the page's scripts with esbuild, each into one text whose hash a policy can name.
//
// What the first screen does not need is split off into parts. A part is a script of its own that is run in the same page
// later: it imports nothing by an address, and is given what it shares with the first script by that script.
import { readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));

const OPTIONS = {
  absWorkingDir: here,
  bundle: true,
  write: false,
  target: "es2023",
  charset: "utf8",
  // wasm-bindgen's loader would find the module beside the script; the room hands it over as bytes.
  logOverride: { "empty-import-meta": "silent" },
  logLevel: "warning",
};

/** What a part calls with itself once it runs; `room/engine/scripts.ts` and `shell/script.ts` listen. */
const HOOK = "chaperonePart";

const defined = (define) =>
  Object.fromEntries(Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)]));

function inlined(entry, text) {
  const script = text.trim();
  if (/<\/script|<!--/i.test(script.replaceAll("<\\/script", "")))
    throw new Error(`${entry}: the script would end its own element`);
  return script;
}

/** wasm-bindgen's loader without what keeps its classes in a script that has no use for them: nothing here disposes of them by a symbol. */
const LOADER = {
  name: "loader",
  setup(building) {
    building.onLoad({ filter: /pkg[\\/]chaperone\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8")
        .replaceAll(/^if \(Symbol\.dispose\) .*$/gm, "")
        .replaceAll("new FinalizationRegistry(", "/* @__PURE__ */ new FinalizationRegistry("),
      loader: "js",
    }));
  },
};

/** The folder of wllama's sources, of which its package exports only the whole. */
const WLLAMA = join(here, "node_modules", "@wllama", "wllama", "src");

/**
 * wllama's form of messages and Emscripten's loader as modules (`room/engine/device/wllama.d.ts`). The loader becomes a function of its module and of what reads
 * the model's file, which it else takes for names of the worker; what it would ask of Node it is not given.
 */
const RUNTIME = {
  name: "wllama",
  setup(building) {
    building.onResolve({ filter: /^wllama:glue$/ }, () => ({ path: join(WLLAMA, "glue", "glue.ts") }));
    building.onResolve({ filter: /^wllama:runtime$/ }, () => ({ path: "loader", namespace: "wllama" }));
    building.onLoad({ filter: /.*/, namespace: "wllama" }, () => {
      const loader = readFileSync(join(WLLAMA, "wasm", "wllama.js"), "utf8");
      const given = "Module, _wllama_js_file_read, require, process, module";
      return { contents: `module.exports = function (${given}) {\n${loader}\n}`, loader: "js" };
    });
  },
};

/** Resolves to the script that `entry` makes, with `define` in place of its names. */
export async function bundle(entry, define) {
  const { outputFiles } = await build({
    ...OPTIONS,
    entryPoints: [entry],
    format: "iife",
    minify: true,
    legalComments: "eof",
    define: defined(define),
    plugins: [LOADER, RUNTIME],
  });
  return inlined(entry, outputFiles[0].text);
}

/** Every module that `entry` is made of, by its path below `www/`. */
async function modulesOf(entry) {
  const { metafile } = await build({ ...OPTIONS, entryPoints: [entry], format: "iife", metafile: true });
  return Object.keys(metafile.inputs).sort();
}

/** Leaves the modules `eager` out of a bundle: they are imported by their number. */
function leaveOut(eager) {
  const numbers = new Map(eager.map((path, number) => [path, number]));
  const asked = Symbol("asked");
  return {
    name: "leave-out",
    setup(building) {
      building.onResolve({ filter: /.*/ }, async ({ path, pluginData, ...args }) => {
        if (args.kind === "entry-point" || pluginData === asked) return undefined;
        const { importer, namespace, resolveDir, kind } = args;
        const found = await building.resolve(path, { importer, namespace, resolveDir, kind, pluginData: asked });
        if (found.errors.length > 0) return { errors: found.errors };
        const number = numbers.get(relative(here, found.path).split(sep).join("/"));
        return number === undefined ? { ...found, pluginData: undefined } : { path: String(number), external: true };
      });
    },
  };
}

/** Adds to `taken` the names that the part `text`, an ES module, imports of each module that was left out. */
function takeNames(entry, text, taken) {
  for (const [statement, names, number] of text.matchAll(/^import\b\s*([^"]*?)(?:\bfrom\s*)?"([^"]*)";/gm)) {
    if (!/^\d+$/.test(number) || !/^(?:\{[^}]*\})?$/.test(names.trim()))
      throw new Error(`${entry}: a part cannot import in this form: ${statement}`);
    const into = taken.get(Number(number)) ?? new Set();
    for (const name of names.replace(/[{}]/g, "").split(",")) {
      const [imported] = name.trim().split(/\s+as\s+/);
      if (imported !== "") into.add(imported);
    }
    taken.set(Number(number), into);
  }
}

/**
 * Splits `parts` (the entry of each by its name) off the script of `entry`, whose export `offer` of the module `host` takes what they share.
 * Resolves to their texts, and to `first`, which makes the script of `entry` with `define` in place of its names. No module is in two parts, as it would
 * be there twice.
 */
export async function split(entry, { parts, host, define }) {
  const eager = await modulesOf(entry);
  const taken = new Map();
  const owner = new Map();
  const texts = {};
  for (const [name, part] of Object.entries(parts)) {
    const options = { ...OPTIONS, entryPoints: [part], plugins: [leaveOut(eager)], define: defined(define) };
    const { outputFiles: module, metafile } = await build({ ...options, format: "esm", metafile: true });
    takeNames(part, module[0].text, taken);
    for (const path of Object.keys(metafile.inputs).filter((each) => !each.startsWith("<"))) {
      const other = owner.get(path);
      if (other !== undefined)
        throw new Error(`${path} is in the parts ${other} and ${name}: let the first script import it`);
      owner.set(path, name);
    }
    const { outputFiles } = await build({ ...options, format: "cjs", minify: true, legalComments: "eof" });
    const text = `${HOOK}((require,module)=>{${outputFiles[0].text}})`;
    texts[name] = inlined(part, text);
  }
  const offers = Array.from(taken, ([number, names]) => {
    const local = (name) => `m${number}_${name}`;
    const imports = Array.from(names, (name) => `${name} as ${local(name)}`).join(", ");
    const from = JSON.stringify(join(here, eager[number]));
    const given = Array.from(names, (name) => `${name}: ${local(name)}`).join(", ");
    return { imports: `import { ${imports} } from ${from};`, given: `${number}: { ${given} }` };
  });
  const contents = [
    `import ${JSON.stringify(join(here, entry))};`,
    `import { offer } from ${JSON.stringify(join(here, host))};`,
    ...offers.map(({ imports }) => imports),
    `offer({ ${offers.map(({ given }) => given).join(", ")} });`,
  ].join("\n");
  const first = async (values) => {
    const { outputFiles } = await build({
      ...OPTIONS,
      stdin: { contents, resolveDir: here, sourcefile: "first.js", loader: "js" },
      format: "iife",
      minify: true,
      legalComments: "eof",
      define: defined(values),
    });
    return inlined(entry, outputFiles[0].text);
  };
  return { texts, first };
}
