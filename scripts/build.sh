# What is built here: the native program, the converted models, the package, the page.

# With which profile what runs on this machine is compiled: `release`, or `tested` where tests alone run it.
readonly PROFILE=${CHAPERONE_PROFILE:-release}
readonly NATIVE=target/$PROFILE/chaperone
# The vectors of the sample records.
readonly VECTORS=target/samples/vectors.bin
# wasm-pack writes here, and only a complete package is moved on to pkg/: its README is ours, not the crate's.
readonly PACKED=target/pkg
# What is compiled for the browser has a folder of its own, so that it is built beside what is compiled for this machine: Cargo lets
# one build at a time into a folder. What runs in the compiler, such as procedural macros, is built for each.
readonly BROWSER_BUILT=${CARGO_TARGET_DIR:-target}/browser
# The module for a person's own models, which the page loads only then.
readonly ONNX=pkg/onnx
# The element for portals, which the page's build makes, and the description of the package, to which it adds that.
readonly PANEL=pkg/panel

rust_sources() { find src onnx models/thought Cargo.toml Cargo.lock .cargo -type f -print0 | sort -z; }

page_sources() {
  find www examples models/manifest.json scripts/notices.mjs -type f -not -path '*/node_modules/*' -not -path 'www/dist/*' -not -path 'www/.dist/*' -not -path 'www/tests/*' -print0 | sort -z
}

compiler_state() { cat "$WASM_STD" && stat -Lc '%s %Y' "$(type -P rustc)"; }

wasm_compiler_state() { compiler_state && declare -f wasm_names renamed | sha256sum; }

task_native() { cargo build --locked --profile "$PROFILE" --features cli,onnx --bin chaperone; }

state_native() { compiler_state && rust_sources | xargs -0 sha256sum && stat -c '%s %Y' "$NATIVE"; }

task_convert() { # demo|test
  python3 -B models/lexicon/build.py
  python3 -B models/rare/build.py
  python3 -B models/concepts/build.py
  "$NATIVE" models convert --for "$1"
}

state_convert() { # demo|test
  sha256sum models/manifest.json && find models/lexicon models/rare models/concepts -type f -not -name '*.pyc' -print0 | sort -z | xargs -0 sha256sum && python3 scripts/list-weights.py "$1"
}

# The samples are the same for everybody: their vectors come with the page.
task_vectors() {
  mkdir -p "$(dirname "$VECTORS")"
  "$NATIVE" models embed examples/records/*.json --out "$VECTORS"
}

state_vectors() {
  rust_sources | xargs -0 sha256sum && sha256sum models/manifest.json examples/records/*.json && python3 scripts/list-weights.py demo && stat -c '%s %Y' "$VECTORS"
}

# Compiles what the steps for the browser ask for, for this page alone or for the tests and checks too.
task_browser_built() { # demo|test
  local lib=(build --lib)
  [[ $1 == demo ]] || lib=(test --no-run --test browser)
  for_browser cargo "${lib[@]}" --locked --release --target "$WASM_TARGET"
  for_browser cargo build --locked --release --package chaperone-onnx --target "$WASM_TARGET"
  [[ $1 == demo ]] || task_clippy_wasm
}

for_browser() { # COMMAND [ARGUMENTS]
  CARGO_TARGET_DIR=$BROWSER_BUILT RUSTC_WORKSPACE_WRAPPER= "$@"
}

task_package() {
  rm -rf "$PACKED"
  for_browser wasm-pack build --release --target web --out-dir "$PACKED" --no-gitignore --no-opt --mode no-install -- --locked
  node scripts/strip-names.mjs "$PACKED/chaperone_bg.wasm"
  mkdir -p pkg
  find pkg -mindepth 1 -not -name README.md -not -path "$ONNX" -not -path "$ONNX/*" -not -path "$PANEL" -not -path "$PANEL/*" -delete
  find "$PACKED" -mindepth 1 -maxdepth 1 -not -name README.md -exec cp -R {} pkg/ \;
  # What the page put beside it is exported again; where no page was built yet there is none.
  if [[ -d $PANEL ]]; then node --input-type=module -e 'import { packPanel } from "./www/pack.mjs"; await packPanel("pkg");'; fi
  node scripts/notices.mjs crates >pkg/NOTICES.txt
  node scripts/sbom.mjs package >pkg/sbom.cdx.json
  ls -l pkg
}

state_package() {
  wasm_compiler_state && rust_sources | xargs -0 sha256sum && sha256sum scripts/strip-names.mjs scripts/notices.mjs scripts/sbom.mjs models/manifest.json www/package-lock.json &&
    ls pkg/package.json pkg/chaperone.js pkg/NOTICES.txt pkg/sbom.cdx.json &&
    find pkg -type f -not -path "$ONNX/*" -not -path "$PANEL/*" -not -path pkg/package.json -printf '%P %s %T@\n' | sort
}

# Without optimisation across crates: it is large, seldom fetched, and slow to build as it is.
task_onnx() {
  local built=$BROWSER_BUILT/$WASM_TARGET/release/chaperone_onnx.wasm
  for_browser cargo build --locked --release --package chaperone-onnx --target "$WASM_TARGET"
  rm -rf "$PACKED-onnx"
  wasm-bindgen --target web --out-dir "$PACKED-onnx" --out-name onnx "$built"
  node scripts/strip-names.mjs "$PACKED-onnx/onnx_bg.wasm"
  mkdir -p "$ONNX"
  find "$ONNX" -mindepth 1 -delete
  cp "$PACKED-onnx"/* "$ONNX"
  ls -l "$ONNX"
}

state_onnx() {
  wasm_compiler_state && find src/model src/wasm/failure.rs src/wasm/panic.rs src/error.rs src/digest.rs src/hex.rs src/rest.rs onnx Cargo.toml Cargo.lock .cargo -type f -print0 |
    sort -z | xargs -0 sha256sum && sha256sum scripts/strip-names.mjs && ls "$ONNX/onnx.js" && find "$ONNX" -type f -printf '%P %s %T@\n' | sort
}

task_page() { npm --prefix www run build; }

state_page() {
  page_sources | xargs -0 sha256sum && sha256sum "$VECTORS" && python3 scripts/list-weights.py demo && find pkg www/dist -type f -printf '%p %s %T@\n' | sort
}

task_release_check() { node scripts/release-check.mjs; }

# A part of the long one, which says itself what it has found before.
task_release_part() { node "scripts/release/$1.mjs" "${@:2}"; } # PART [OPTIONS]

release_parts() { sed -n '/^export const PARTS = {$/,/^}$/s/^  \([a-z]*\): .*/\1/p' scripts/release/part.mjs; }
