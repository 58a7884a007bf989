// What the benchmark compares with: packages of npm and PyPI, and an export with dynamic int8 products, made of the shipped one.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** SHA-256 of the export that `dynamic.py` makes with the pinned packages. */
const DYNAMIC_SHA256 = "062e0b2ca01205f782f19ebec53172695262744f4222c9d347d312f31335384f";

/** The Python of the native peer. */
export const python = (root) => join(root, ".tools/bench-engine/python/bin/python");

/** Installs what is not there yet, and returns the path of the export with dynamic int8 products. */
export function installPeers(root) {
  const peers = join(root, ".tools/bench-engine");
  const at = (file) => join(root, "benches/engine", file);
  mkdirSync(peers, { recursive: true });
  if (!existsSync(join(peers, "node_modules/onnxruntime-web"))) {
    for (const file of ["package.json", "package-lock.json"]) cpSync(at(file), join(peers, file));
    execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: peers, stdio: "inherit" });
  }
  const stamp = join(peers, "python/installed.txt");
  const wanted = readFileSync(at("native-requirements.txt"), "utf8");
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted) {
    execFileSync("python3", ["-m", "venv", "--clear", join(peers, "python")], { stdio: "inherit" });
    const flags = [
      "--require-hashes",
      "--no-deps",
      "--only-binary",
      ":all:",
      "--disable-pip-version-check",
      "--no-input",
    ];
    execFileSync(
      python(root),
      ["-m", "pip", "install", "-q", ...flags, "--requirement", at("native-requirements.txt")],
      {
        stdio: "inherit",
      },
    );
    writeFileSync(stamp, wanted);
  }
  const dynamic = join(peers, "dynamic.onnx");
  const isPinned = () =>
    existsSync(dynamic) && createHash("sha256").update(readFileSync(dynamic)).digest("hex") === DYNAMIC_SHA256;
  if (!isPinned()) {
    const source = join(root, "models/weights/all-minilm-l6-v2-int8/source.onnx");
    execFileSync(python(root), [at("dynamic.py"), source, dynamic], { stdio: "inherit" });
    if (!isPinned()) throw new Error("dynamic.py gave another file than the pinned one");
  }
  return dynamic;
}
