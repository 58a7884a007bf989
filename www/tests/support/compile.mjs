// Loads a TypeScript module of the page into Node, also without the engine's package.
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Resolves to the module at `path`, relative to `www/`. */
export async function load(path, plugins = []) {
  const entry = fileURLToPath(new URL(`../../${path}`, import.meta.url));
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: "esm",
    target: "node20",
    logLevel: "error",
    plugins,
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

/** What stands for the package in modules that are loaded so, by a number. */
const engines = (globalThis.engines ??= []);

/** As {@link load}, with the exports of `engine` in place of those of the package. */
export async function loadWith(path, engine) {
  const number = engines.push(engine) - 1;
  const plugin = {
    name: "engine",
    setup(build) {
      build.onResolve({ filter: /pkg\/chaperone\.js$/ }, () => ({ path: "engine", namespace: "engine" }));
      const contents = `export const { ${Object.keys(engine).join(", ")} } = globalThis.engines[${number}];`;
      build.onLoad({ filter: /.*/, namespace: "engine" }, () => ({ contents }));
    },
  };
  return load(path, [plugin]);
}
