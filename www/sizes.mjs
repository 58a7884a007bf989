// What the scripts of the built page take on their way, gzipped as servers do it: for the benchmark and the test of its bar.
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const dist = join(dirname(fileURLToPath(import.meta.url)), "dist");

/** The most bytes that the scripts of the first screen may take, gzipped. */
export const FIRST_SCREEN_BAR = 150_000;

const packed = (text) => gzipSync(text, { level: 9 }).length;

/**
 * The gzipped bytes of the page's scripts: `first` is all that is in `index.html` (shell, room, and the workers in them), `later` each script that is
 * fetched later, by its name, and `html` the whole file with its markup and styles.
 */
export function scriptSizes() {
  const html = readFileSync(join(dist, "index.html"), "utf8");
  const shell = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1];
  const room = /srcdoc="([^"]*)"/.exec(html)?.[1].replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  const roomScript = room === undefined ? undefined : /<script>([\s\S]*)<\/script>/.exec(room)?.[1];
  if (shell === undefined || roomScript === undefined) throw new Error("dist/index.html is not as it is built");
  const later = {};
  for (const name of readdirSync(join(dist, "assets")).sort()) {
    const [, script] = /^script-([a-z]+)\./.exec(name) ?? [];
    if (script !== undefined) later[script] = packed(readFileSync(join(dist, "assets", name)));
  }
  return {
    first: packed(shell) + packed(roomScript),
    shell: packed(shell),
    room: packed(roomScript),
    later,
    offlineWorker: packed(readFileSync(join(dist, "offline-worker.js"))),
    html: packed(html),
  };
}
