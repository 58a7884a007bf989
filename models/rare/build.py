#!/usr/bin/env python3
"""Makes the list of names of rare diseases from the ontology that models/fetch.py fetched, and verifies it.

    python3 models/rare/build.py
    python3 models/rare/build.py --check    make it anew and compare, changing nothing

`chaperone models convert` packs the list. Running again when it is there takes no time. docs/stranger.md says what counts as rare.
"""

import argparse
import gzip
import hashlib
import json
import os
import re
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
MODELS = HERE.parent
HUMAN_DISEASE = "MONDO:0700096"
HEREDITARY = "MONDO:0003847"
# The block of numbers in which Mondo took over the nomenclature of Orphanet, which holds rare diseases only.
ORPHANET = range(15000, 21000)
# A term with more terms below it is a class of diseases and no disease.
MOST_BELOW = 150
# One word alone is a disease's name from so many letters on; shorter ones are mostly abbreviations.
LEAST_LETTERS = 9


class Unreadable(Exception):
    """One line that says what is not as expected."""


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def names_of(term):
    return [term["label"], *(term.get("synonyms") or [])]


def folded(name):
    return " ".join(re.findall(r"[a-z0-9]+", name.casefold()))


def number(key):
    return int(key.partition(":")[2])


def is_rare(key, term):
    """Whether the ontology took `term` over from Orphanet, calls it rare in its definition, or has it among what is inherited."""
    said = re.search(r"\brare\b", term.get("description") or "", re.IGNORECASE)
    return number(key) in ORPHANET or bool(said) or HEREDITARY in term["ancestors"]


def is_name(name):
    words = folded(name).split()
    return len(words) > 1 or (len(words) == 1 and len(words[0]) >= LEAST_LETTERS)


def gather(terms, common):
    """Returns the names of the rare diseases among `terms`, sorted. `common` are labels of terms that are not rare, whatever the ontology says."""
    live = {key: term for key, term in terms.items() if not term["deprecated"] and HUMAN_DISEASE in term["ancestors"]}
    below = Counter(above for term in live.values() for above in term["ancestors"])
    unknown = common - {term["label"] for term in live.values()}
    if unknown:
        raise Unreadable(f"the ontology has no term called {sorted(unknown)[0]}")
    rare = {key for key, term in live.items() if is_rare(key, term) and below[key] <= MOST_BELOW and term["label"] not in common}
    # A synonym that a common disease goes by too says nothing.
    shared = {folded(name) for key, term in live.items() if key not in rare for name in names_of(term)}
    return sorted({name for key in rare for name in names_of(live[key]) if is_name(name) and folded(name) not in shared})


def build(manifest, weights, check):
    model = next(model for model in manifest["models"] if model["purpose"] == "rare-diseases")
    source, target = (next(file for file in model["files"] if file["role"] == role) for role in ("list", "words"))
    path = weights / target["path"]
    if not check and path.is_file() and sha256(path.read_bytes()) == target["sha256"]:
        print(f"models: {target['path']} is here")
        return
    fetched = weights / source["path"]
    if not fetched.is_file() or sha256(fetched.read_bytes()) != source["sha256"]:
        sys.exit(f"models: {source['path']} is not there or was altered: run models/fetch.py --for {model['id']} first")
    common = {line for line in (HERE / "own" / "common.txt").read_text().splitlines() if line and not line.startswith("#")}
    names = gather(json.loads(gzip.decompress(fetched.read_bytes())), common)
    data = "".join(f"{name}\n" for name in names).encode()
    if sha256(data) != target["sha256"]:
        sys.exit(f"models: {target['path']} came out otherwise than pinned: {len(data)} bytes of SHA-256 {sha256(data)}")
    if check:
        print(f"models: {target['path']} comes out as pinned, {len(names)} names")
        return
    draft = path.with_name(f"{path.name}.part-{os.getpid()}")
    draft.write_bytes(data)
    os.replace(draft, path)
    print(f"models: {target['path']} ({len(names)} names) made and verified")


def main():
    parser = argparse.ArgumentParser(description="Makes the list of names of rare diseases from the fetched ontology.")
    parser.add_argument("--manifest", type=Path, default=MODELS / "manifest.json")
    parser.add_argument("--weights", type=Path, default=MODELS / "weights", help="the folder the ontology was fetched into")
    parser.add_argument("--check", action="store_true", help="make the list anew and compare, changing nothing")
    options = parser.parse_args()
    try:
        build(json.loads(options.manifest.read_text()), options.weights, options.check)
    except Unreadable as unreadable:
        sys.exit(f"models: {unreadable}")
    except OSError as error:
        sys.exit(f"models: {error.filename or 'a file'}: {error.strerror}")


if __name__ == "__main__":
    main()
