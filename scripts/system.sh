# What comes from the operating system: compilers, node, python, Chromium and its driver.

# Prints one line for each thing that is missing: the Debian packages that bring it, a tab, what it is and how to get it.
missing_programs() { # demo|test
  missing_rust
  missing_scripting
  [[ -x $CHROMIUM ]] || printf 'chromium\tChromium: install it, and set CHROMIUM to its path\n'
  [[ $1 == demo || -x $CHROMEDRIVER ]] ||
    printf 'chromium-driver\tchromedriver: the one of the same version as Chromium; set CHROMEDRIVER to its path\n'
}

missing_rust() {
  local version
  type -P cc >/dev/null ||
    printf 'build-essential\tcc: a C compiler and linker; install gcc or clang\n'
  if ! type -P cargo rustc >/dev/null; then
    printf '\tcargo, rustc: Rust %s or later; install it with rustup\n' "$RUST_AT_LEAST"
  else
    version=$(rustc --version | cut -d ' ' -f 2)
    version_at_least "$version" "$RUST_AT_LEAST" ||
      printf '\trustc is %s: Rust %s or later is needed; rustup update stable\n' "$version" "$RUST_AT_LEAST"
  fi
  if ! type -P rustup >/dev/null && ! type -P apt-get >/dev/null && type -P rustc >/dev/null && ! has_std rustc >/dev/null; then
    printf '\tthe standard library of Rust for %s: your package manager, or a Rust from rustup\n' "$WASM_TARGET"
  fi
}

missing_scripting() {
  local version
  if ! type -P node npm >/dev/null; then
    printf '\tnode, npm: Node.js %s or later; install it from its makers or with your package manager\n' "$NODE_AT_LEAST"
  else
    version=$(node --version)
    version_at_least "${version#v}" "$NODE_AT_LEAST" ||
      printf '\tnode is %s: Node.js %s or later is needed; install a newer one\n' "$version" "$NODE_AT_LEAST"
  fi
  if ! type -P python3 >/dev/null; then
    printf 'python3 python3-pip python3-venv\tpython3: Python %s or later, with pip and venv\n' "$PYTHON_AT_LEAST"
  else
    version=$(python3 -c 'import platform; print(platform.python_version())')
    version_at_least "$version" "$PYTHON_AT_LEAST" ||
      printf '\tpython3 is %s: Python %s or later is needed; install a newer one\n' "$version" "$PYTHON_AT_LEAST"
    python3 -m pip --version >/dev/null 2>&1 ||
      printf 'python3-pip\tpip for python3: python3 -m ensurepip, or your package manager\n'
    python3 -c 'import ensurepip, venv' 2>/dev/null ||
      printf 'python3-venv\tvenv for python3: your package manager\n'
  fi
}

as_root() {
  if ((EUID == 0)); then "$@"; else sudo -n "$@"; fi
}

can_be_root() { ((EUID == 0)) || sudo -n true 2>/dev/null; }

apt_install() { # PACKAGES
  local options=(-o DPkg::Lock::Timeout=300 -o Acquire::Retries=2 -o Acquire::http::Timeout=30)
  echo "installing with apt: $*"
  export DEBIAN_FRONTEND=noninteractive
  as_root apt-get "${options[@]}" install -y --no-install-recommends "$@" && return
  echo "once more, with fresh package lists"
  as_root apt-get "${options[@]}" update
  as_root apt-get "${options[@]}" install -y --no-install-recommends "$@"
}

# Gets what is missing: by apt where there is apt, else by saying how.
task_programs() { # demo|test
  local missing packages
  missing=$(missing_programs "$1")
  [[ -z $missing ]] && return
  packages=$(cut -f 1 <<<"$missing" | tr ' ' '\n' | sort -u | sed '/^$/d')
  if [[ -n $packages ]] && type -P apt-get >/dev/null && can_be_root; then
    # shellcheck disable=SC2086
    apt_install $packages
    missing=$(missing_programs "$1")
    [[ -z $missing ]] && return
  fi
  echo "missing on this machine:"
  cut -f 2 <<<"$missing" | sed 's/^/  /'
  if [[ -n $packages ]] && type -P apt-get >/dev/null; then
    echo "  (as root: apt-get install ${packages//$'\n'/ })"
  fi
  return 1
}

state_programs() { # demo|test
  type -P cc cargo rustc node npm python3 && rustc --version && readlink -f "$(type -P node)" "$(type -P python3)" &&
    ls "$CHROMIUM" && { [[ $1 == demo ]] || ls "$CHROMEDRIVER"; }
}
