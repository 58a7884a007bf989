# What the project builds with: versions, places, and the compiler in use.

readonly RUST_AT_LEAST=1.92 NODE_AT_LEAST=20.19 PYTHON_AT_LEAST=3.11
readonly WASM_TARGET=wasm32-unknown-unknown
readonly TOOLS=.tools
# Says which standard library for wasm was set up: `rustup` or `debian`.
readonly WASM_STD=$TOOLS/wasm-std
readonly DEBIAN_RUST=$TOOLS/debian-rust
# What the kernels of NEON are compiled for: a target that is linked without a C compiler of its own.
readonly ARM_TARGET=aarch64-unknown-linux-musl ARM_CRATE=target/neon
# Runs programs of that target.
readonly QEMU_ARM=qemu-aarch64
# Says how they are run here: `simulated`, or why they are not.
readonly NEON=$TOOLS/neon

CHROMIUM=${CHROMIUM:-/usr/bin/chromium}
CHROMEDRIVER=${CHROMEDRIVER:-/usr/bin/chromedriver}
LLM_PYTHON=$PWD/$TOOLS/llm/bin/python
export CHROMIUM CHROMEDRIVER LLM_PYTHON
# Build tools say what failed, not where in themselves.
export RUST_LIB_BACKTRACE=0
# Room for slow machines; the runner's own limit of 20 seconds is for tests without a model.
export WASM_BINDGEN_TEST_TIMEOUT=${WASM_BINDGEN_TEST_TIMEOUT:-600}

# Puts the project's tools first, and Debian's compiler where that is the one with a standard library for wasm. One
# compiler serves native and wasm builds alike, so that no procedural macro is built twice.
use_toolchain() {
  export PATH=$PWD/$TOOLS/bin:$PATH
  if [[ -f $WASM_STD && $(<"$WASM_STD") == debian ]]; then
    export PATH=$PWD/$DEBIAN_RUST:$PATH
  fi
  [[ ${CHAPERONE_PROFILE:-} != tested ]] || export RUSTC_WORKSPACE_WRAPPER=$PWD/scripts/rustc.sh
  CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS=$(wasm_names)
  export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS
}

# The flags by which a module names its sources the same wherever it is built: it holds the places of panics, and would else hold
# the folder of whoever builds it. Cargo joins them to those of .cargo/config.toml. Of two that fit a path the later one counts.
wasm_names() {
  local registry=${CARGO_HOME:-$HOME/.cargo}/registry/src source sysroot
  renamed "$PWD" /chaperone
  renamed "$(realpath --canonicalize-missing "${CARGO_TARGET_DIR:-target}")" /target
  renamed "$registry" /crates
  for source in "$registry"/*/; do
    [[ -d $source ]] && renamed "${source%/}" /crates
  done
  if sysroot=$(rustc --print sysroot 2>/dev/null); then
    renamed "$sysroot/lib/rustlib/src/rust" "/rustc/$(rustc -vV | sed -n 's/^commit-hash: //p')"
  fi
}

# Cargo parts these flags at blanks: a path that has one keeps its name.
renamed() { # PATH NAME
  [[ $1 =~ [[:space:]] ]] || printf -- '--remap-path-prefix=%s=%s ' "$1" "$2"
}

# Whether version A is at least version B; missing parts count as zero.
version_at_least() { # A B
  printf '%s\n' "$2" "$1" | sort --version-sort --check=quiet
}
