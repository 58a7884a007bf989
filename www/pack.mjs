// Puts the element into the npm package beside the engine that wasm-pack made: `chaperone/panel`, an ES module with types.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));

/** What the package offers, by the names under which it is imported. */
const EXPORTS = {
  ".": { types: "./chaperone.d.ts", default: "./chaperone.js" },
  "./chaperone_bg.wasm": "./chaperone_bg.wasm",
  "./panel": { types: "./panel/index.d.ts", default: "./panel/index.js" },
  "./package.json": "./package.json",
};

/** Writes the module, its types, and what the package says of them into the folder `pkg`. Doing it again changes nothing. */
export async function packPanel(pkg) {
  const panel = join(pkg, "panel");
  mkdirSync(panel, { recursive: true });
  const { outputFiles } = await build({
    absWorkingDir: here,
    entryPoints: ["panel/index.ts"],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    minify: true,
    logLevel: "warning",
  });
  writeFileSync(join(panel, "index.js"), outputFiles[0].text);
  copyFileSync(join(here, "panel", "declared.d.ts"), join(panel, "index.d.ts"));
  const path = join(pkg, "package.json");
  const before = readFileSync(path, "utf8");
  const said = JSON.parse(before);
  said.exports = EXPORTS;
  said.files = [...new Set([...(said.files ?? []), "panel/", "NOTICES.txt", "sbom.cdx.json"])];
  // To import the element is to define it: a bundler must not leave that out.
  said.sideEffects = [...new Set([...(said.sideEffects || []), "./panel/index.js"])];
  const after = `${JSON.stringify(said, null, 2)}\n`;
  if (after !== before) writeFileSync(path, after);
}
