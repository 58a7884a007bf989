# What is built here: the native program, the converted models, the package, the page.

readonly NATIVE=target/release/chaperone
# wasm-pack writes here, and only a complete package is moved on to pkg/: its README is ours, not the crate's.
readonly PACKED=target/pkg

rust_sources() { find src Cargo.toml Cargo.lock .cargo -type f -print0 | sort -z; }

page_sources() {
  find www examples models/manifest.json -type f -not -path '*/node_modules/*' -not -path 'www/dist/*' -not -path 'www/tests/*' -print0 | sort -z
}

compiler_state() { cat "$WASM_STD" && stat -Lc '%s %Y' "$(type -P rustc)"; }

task_native() { cargo build --locked --release --features cli,onnx --bin chaperone; }

state_native() { compiler_state && rust_sources | xargs -0 sha256sum && stat -c '%s %Y' "$NATIVE"; }

task_convert() {
  python3 -B models/lexicon/build.py
  python3 -B models/rare/build.py
  "$NATIVE" models convert
}

state_convert() { # demo|test
  sha256sum models/manifest.json && find models/lexicon models/rare -type f -not -name '*.pyc' -print0 | sort -z | xargs -0 sha256sum && python3 scripts/list-weights.py "$1"
}

task_package() {
  rm -rf "$PACKED"
  wasm-pack build --release --target web --out-dir "$PACKED" --no-gitignore --no-opt --mode no-install -- --locked
  node scripts/strip-names.mjs "$PACKED/chaperone_bg.wasm"
  mkdir -p pkg
  find pkg -mindepth 1 -not -name README.md -delete
  find "$PACKED" -mindepth 1 -maxdepth 1 -not -name README.md -exec cp -R {} pkg/ \;
  ls -l pkg
}

state_package() {
  compiler_state && rust_sources | xargs -0 sha256sum && sha256sum scripts/strip-names.mjs && ls pkg/package.json pkg/chaperone.js &&
    find pkg -type f -printf '%P %s %T@\n' | sort
}

task_page() { npm --prefix www run build; }

state_page() {
  page_sources | xargs -0 sha256sum && python3 scripts/list-weights.py demo && find pkg www/dist -type f -printf '%p %s %T@\n' | sort
}

task_release_check() { node scripts/release-check.mjs; }
