// Loads a TypeScript module of the page into Node.
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Resolves to the module at `path`, relative to `www/`. */
export async function load(path) {
  const entry = fileURLToPath(new URL(`../../${path}`, import.meta.url));
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: "esm",
    target: "node20",
    logLevel: "error",
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}
