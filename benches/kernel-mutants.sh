# how many changed lines of the kernel its own tests notice: [--shard K/N] [--file GLOB] [--json FILE]
#
# Puts src/clearance/ and the few modules that it stands on into a crate of their own under target/kernel, so that each mutant is built
# in seconds and judged by the kernel's own unit and property tests alone, and runs cargo-mutants there (pinned; built once into .tools).
# A mutant that does not compile counts for nothing. Names each one that survived. All of it takes an hour or two; a shard its share.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly MUTANTS_VERSION=25.3.1
readonly MODULES=(clearance document error fold hex lazy_regex markup pdf recipient reference segments shared span surrogates traced)
readonly CRATES='aho-corasick|base64|flate2|hayro-interpret|jiff|quick-xml|regex|serde|serde_json|sha2|unicode-normalization|unicode-security|unicode-segmentation'

json='' shard=() files='src/clearance/*'
while (($# > 0)); do
  case $1 in
    --json) json=$2 && shift 2 ;;
    --shard) shard=(--shard "$2") && shift 2 ;;
    --file) files=$2 && shift 2 ;;
    *) echo "usage: ./run bench kernel-mutants [--shard K/N] [--file GLOB] [--json FILE]" >&2 && exit 2 ;;
  esac
done

tool=.tools/bin/cargo-mutants
if [[ "$("$tool" mutants --version 2>/dev/null)" != "cargo-mutants $MUTANTS_VERSION" ]]; then
  CARGO_TARGET_DIR=target/cargo-mutants cargo install cargo-mutants --version "$MUTANTS_VERSION" --locked --root .tools
fi

crate=target/kernel
rm -rf "$crate/src" "$crate/out"
mkdir -p "$crate/src" "$crate/out"
{
  printf '//! The kernel and what it stands on.\n'
  printf 'pub mod %s;\n' "${MODULES[@]}"
} > "$crate/src/lib.rs"
for module in "${MODULES[@]}"; do
  for path in "src/$module.rs" "src/$module"; do [[ ! -e $path ]] || cp -r "$path" "$crate/src/"; done
done
{
  printf '[package]\nname = "kernel"\nversion = "0.0.0"\nedition = "2024"\n[workspace]\n[profile.test]\ndebug = 0\nopt-level = 1\n[dependencies]\n'
  grep -E "^($CRATES) = " Cargo.toml
  printf '[dev-dependencies]\n'
  grep -E '^proptest = ' Cargo.toml
} > "$crate/Cargo.toml"
cp Cargo.lock "$crate/Cargo.lock"

# A mutant that never ends is ended by the processor time it took, which a busy machine does not add to.
ulimit -t 180
# In its place: the crate is a copy, and what it stands on is built once. Its exit status says whether mutants survived; the figures below say so too.
PROPTEST_DISABLE_FAILURE_PERSISTENCE=1 "$PWD/$tool" mutants --in-place --dir "$crate" --output "$crate/out" --file "$files" --timeout 3600 "${shard[@]}" || true

lines() { wc -l < "$crate/out/mutants.out/$1.txt"; }
caught=$(lines caught) missed=$(lines missed) timeout=$(lines timeout) unviable=$(lines unviable)
killed=$((caught + timeout)) judged=$((caught + timeout + missed))
share=$(awk -v killed="$killed" -v judged="$judged" 'BEGIN { printf "%.1f", judged ? 100 * killed / judged : 0 }')
((judged > 0)) || { echo "no mutant was judged; the end of $crate/out/mutants.out/log/baseline.log says why" >&2 && exit 1; }
echo "mutants judged  $judged of $((judged + unviable)) (the others do not compile)"
echo "killed          $killed ($share %), of which $timeout by never ending"
echo "survived        $missed"
sed 's/^/  /' "$crate/out/mutants.out/missed.txt"
if [[ -n $json ]]; then
  printf '{"judged":%d,"killed":%d,"timeout":%d,"survived":%d,"unviable":%d}\n' "$judged" "$killed" "$timeout" "$missed" "$unviable" > "$json"
fi
