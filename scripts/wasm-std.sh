# The standard library for wasm: from rustup where it can be reached, else built from Debian's sources.
# CHAPERONE_WASM_STD=rustup|debian asks for one of the two; auto, the default, tries the first and falls back on the second.

readonly DEBIAN_RUST_PACKAGES=(rustc-web cargo-web rust-web-src rust-web-llvm lld-22 rustfmt-web rust-web-clippy)
readonly DEBIAN_STD=/usr/lib/rustlib/$WASM_TARGET/lib
# `test` is what `cargo test` for wasm links.
readonly STD_CRATES=std,panic_abort,panic_unwind,proc_macro,test

has_std() { # RUSTC [TARGET]
  compgen -G "$("$1" --print sysroot)/lib/rustlib/${2:-$WASM_TARGET}/lib/libstd-*.rlib"
}

std_from_rustup() {
  has_std rustc && return
  if ! type -P rustup >/dev/null; then
    echo "rustup is not installed"
    return 1
  fi
  timeout --foreground 120 rustup target add "$WASM_TARGET" || return
  has_std rustc
}

# Builds std once with Debian's compiler, into Debian's sysroot, and gathers its programs in one folder for the PATH.
std_from_debian() {
  local program build=$TOOLS/std-build state=$DEBIAN_STD/.built-by
  if ! type -P apt-get >/dev/null || ! can_be_root; then
    echo "this is no Debian, or root is out of reach: add the target $WASM_TARGET to your Rust by its own means"
    return 1
  fi
  dpkg --status "${DEBIAN_RUST_PACKAGES[@]}" >/dev/null 2>&1 || apt_install "${DEBIAN_RUST_PACKAGES[@]}"
  if [[ $(cat "$state" 2>/dev/null) != "$(/usr/bin/rustc -vV)" ]]; then
    rm -rf "$build"
    mkdir -p "$build/src"
    : >"$build/src/lib.rs"
    printf '[package]\nname = "std-for-wasm"\nedition = "2024"\n[workspace]\n' >"$build/Cargo.toml"
    (cd "$build" && RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR=target \
      /usr/bin/cargo build --release --target "$WASM_TARGET" -Z "build-std=$STD_CRATES")
    rm "$build/target/$WASM_TARGET"/release/deps/libstd_for_wasm-*.rlib
    as_root rm -rf "$DEBIAN_STD"
    as_root mkdir -p "$DEBIAN_STD"
    as_root cp "$build/target/$WASM_TARGET"/release/deps/*.rlib "$DEBIAN_STD/"
    /usr/bin/rustc -vV | as_root tee "$state" >/dev/null
    rm -rf "$build"
  fi
  mkdir -p "$DEBIAN_RUST"
  for program in cargo cargo-clippy cargo-fmt clippy-driver rustc rustdoc rustfmt; do
    ln -sf "/usr/bin/$program" "$DEBIAN_RUST/$program"
  done
  has_std /usr/bin/rustc
}

task_wasm_std() {
  rm -f "$WASM_STD"
  case ${CHAPERONE_WASM_STD:-auto} in
    rustup)
      std_from_rustup
      echo rustup >"$WASM_STD"
      ;;
    debian)
      std_from_debian
      echo debian >"$WASM_STD"
      ;;
    auto)
      if std_from_rustup; then
        echo rustup >"$WASM_STD"
      else
        echo "not to be had from rustup: building it from Debian's sources"
        std_from_debian
        echo debian >"$WASM_STD"
      fi
      ;;
    *)
      echo "CHAPERONE_WASM_STD is rustup, debian or auto"
      return 1
      ;;
  esac
}

state_wasm_std() {
  local rustc=rustc
  [[ ${CHAPERONE_WASM_STD:-auto} =~ ^(auto|"$(<"$WASM_STD")")$ ]] || return
  [[ $(<"$WASM_STD") == rustup ]] || rustc=/usr/bin/rustc
  cat "$WASM_STD" && has_std "$rustc" && stat -c '%n %s %Y' "$(readlink -f "$(type -P "$rustc")")"
}
