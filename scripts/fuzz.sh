# The fuzzer and its targets, with the compiler that builds all else: the flags that are for nightly compilers only are let through.

readonly CARGO_FUZZ=0.13.1

task_cargo_fuzz() { cargo install cargo-fuzz --version "$CARGO_FUZZ" --locked --root "$TOOLS"; }

state_cargo_fuzz() { echo "$CARGO_FUZZ" && stat -c '%n %s %Y' "$TOOLS/bin/cargo-fuzz"; }

fuzz_targets() { sed -n '/^\[\[bin\]\]$/{n;s/^name = "\(.*\)"$/\1/p}' fuzz/Cargo.toml; }

# Files that a target may begin with, as folders.
fuzz_seeds() { # TARGET
  case $1 in
    fhir) echo examples/records ;;
    pubmed | medline | ris | jats | bioc) echo tests/data/literature ;;
    lines) printf '%s\n' examples/records tests/data/sources ;;
    gzip) echo examples/records ;;
    ccda | health | archive | markup | notes) echo tests/data/sources ;;
    pdf) echo tests/data/pdf ;;
  esac
}

task_fuzz() { # TARGET SECONDS
  local seeds features=()
  # Built with it alone: tract is large.
  [[ $1 != onnx ]] || features=(--features onnx)
  mapfile -t seeds < <(fuzz_seeds "$1")
  mkdir -p "fuzz/corpus/$1"
  RUSTC_BOOTSTRAP=1 cargo fuzz run "${features[@]}" "$1" "fuzz/corpus/$1" "${seeds[@]}" -- \
    -max_total_time="$2" -rss_limit_mb=3072 -timeout=60 -print_final_stats=1
}
