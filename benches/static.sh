#!/usr/bin/env bash
# a static table of word vectors distilled from the embedder, as a rung below it: --data DIR [--model ID] [--json FILE]
#
# DIR holds `ir/scifact` and `ir/medquad_q2a` in the layout of BEIR. Each word of the embedder's vocabulary is embedded by itself, the
# vectors are centred, turned to their principal components and cut, weighted by how rare a word is, and rounded to eight bits: 4.0 MB
# at 128 dimensions. A text is the mean of its words. Printed: nDCG@10 of the table alone, of the words of the text (BM25, by the
# program), and of both together at the best of five shares; the milliseconds for a passage. The peers' runtime and numpy come from PyPI.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
data= arguments=()
while (($# > 0)); do
  case $1 in
    --data) data=$2 && shift 2 ;;
    --model | --json) arguments+=("$1" "$2") && shift 2 ;;
    *) data= && break ;;
  esac
done
[[ -n $data ]] || { echo "usage: ./run bench static --data DIR [--model ID] [--json FILE]" && exit 2; } >&2
place=.tools/bench-static
if ! cmp -s benches/static-requirements.txt "$place/installed.txt"; then
  python3 -m venv --clear "$place"
  "$place/bin/python" -m pip install -q --require-hashes --no-deps --only-binary :all: --disable-pip-version-check --no-input \
    --requirement benches/static-requirements.txt
  cp benches/static-requirements.txt "$place/installed.txt"
fi
runs=$(mktemp -d)
trap 'rm -rf "$runs"' EXIT
for set in scifact:train medquad_q2a:test; do
  target/release/chaperone eval retrieval --beir "$data/ir/${set%:*}" --split "${set#*:}" --strategy keyword --out "$runs/${set%:*}.trec" >/dev/null
done
"$place/bin/python" benches/static.py --data "$data/ir" --runs "$runs" "${arguments[@]}"
