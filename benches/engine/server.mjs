// Serves the benchmark's tab: the built package, the weights, the peers of npm, and what was named on the command line.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";

const TYPES = { ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm", ".json": "application/json" };
// Without them a page has no threads.
const ISOLATION = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
const CONFIG = JSON.stringify({ model_type: "bert", architectures: ["BertModel"], hidden_size: 384 });
const SPECIAL = { pad_token: "[PAD]", cls_token: "[CLS]", sep_token: "[SEP]", unk_token: "[UNK]", mask_token: "[MASK]" };
const TOKENIZER_CONFIG = JSON.stringify({ tokenizer_class: "BertTokenizer", model_max_length: 512, do_lower_case: true, ...SPECIAL });

const IMPORTS = JSON.stringify({
  imports: {
    "onnxruntime-web": "/npm/onnxruntime-web/dist/ort.wasm.min.mjs",
    "onnxruntime-web/webgpu": "/npm/onnxruntime-web/dist/ort.wasm.min.mjs",
    "onnxruntime-common": "/npm/onnxruntime-common/dist/esm/index.js",
  },
});
const PAGE = `<!doctype html><title>bench</title><script type="importmap">${IMPORTS}</script>`;

/** What the path `url` leads to: a file, or a text. */
function found(url, { root, dynamic, bundles }) {
  if (url === "/") return { text: PAGE, type: "text/html" };
  const [, area, ...rest] = url.split("/");
  if (area === "dynamic" && dynamic !== undefined) return { file: dynamic };
  if (area === "bundles" && bundles !== undefined) return { file: join(bundles, ...rest) };
  if (area === "hf") {
    // transformers.js asks for the files of a model's repository.
    const [id, ...name] = rest;
    const weights = join(root, "models/weights");
    const wanted = name.join("/");
    if (wanted === "config.json") return { text: CONFIG };
    if (wanted === "tokenizer_config.json") return { text: TOKENIZER_CONFIG };
    if (wanted === "tokenizer.json") return { file: join(weights, id, "tokenizer.json") };
    if (wanted.startsWith("onnx/")) return { file: join(weights, id, "source.onnx") };
    return {};
  }
  const folders = { pkg: "pkg", weights: "models/weights", bench: "benches/engine", npm: ".tools/bench-engine/node_modules" };
  return area in folders ? { file: join(root, folders[area], ...rest) } : {};
}

/** Serves the repository `root`, the file `dynamic` and the folder `bundles`; resolves to the server, which listens on loopback. */
export function startServer(places) {
  const server = createServer((request, response) => {
    const { file, text, type } = found(decodeURIComponent(request.url.split("?")[0]), places);
    if (text !== undefined) {
      response.writeHead(200, { ...ISOLATION, "Content-Type": type ?? "application/json" });
      return response.end(text);
    }
    if (file === undefined || file.includes("..") || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404, ISOLATION);
      return response.end();
    }
    const length = statSync(file).size;
    response.writeHead(200, { ...ISOLATION, "Content-Length": length, "Cache-Control": "max-age=600", "Content-Type": TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}
