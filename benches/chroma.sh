#!/usr/bin/env bash
# 20,000 passages and more in a real Chroma, loaded, killed in the middle, asked: --data DIR [--articles N] [--json FILE]
#
# DIR holds `ir/scifact`, `ir/pubmedqa`, `ir/bioasq_snippets` and `ir/medquad_q2a` in the layout of BEIR. Their texts are written as RIS, made
# into a library with vectors, and pushed; a second load loses its server in the middle, and every passage of both is compared. Then questions
# are asked, and the same is done by Chroma's own client. Chroma and its client come from PyPI.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
data= arguments=()
while (($# > 0)); do
  case $1 in
    --data) data=$2 && shift 2 ;;
    --articles | --questions | --pack | --json) arguments+=("$1" "$2") && shift 2 ;;
    *) data= && break ;;
  esac
done
[[ -n $data ]] || { echo "usage: ./run bench chroma --data DIR [--articles N] [--questions N] [--pack FILE] [--json FILE]" && exit 2; } >&2
place=.tools/bench-chroma
if ! cmp -s benches/chroma-requirements.txt "$place/installed.txt"; then
  python3 -m venv --clear "$place"
  "$place/bin/python" -m pip install -q --require-hashes --no-deps --only-binary :all: --disable-pip-version-check --no-input \
    --requirement benches/chroma-requirements.txt
  cp benches/chroma-requirements.txt "$place/installed.txt"
fi
"$place/bin/python" benches/chroma.py --data "$data/ir" "${arguments[@]}"
