#!/usr/bin/env python3
"""Makes the table of concepts from the lists that models/fetch.py fetched, and verifies it.

    python3 models/concepts/build.py
    python3 models/concepts/build.py --check    make it anew and compare, changing nothing

`chaperone models convert` packs the table. Running again when it is there takes no time. docs/vocabularies.md says what is taken from where.
"""

import argparse
import hashlib
import json
import os
import sys
from pathlib import Path

MODELS = Path(__file__).resolve().parent.parent
sys.path.append(str(MODELS / "lexicon"))

import concepts  # noqa: E402
from archives import Archive, Unreadable  # noqa: E402


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def fetched(weights, model):
    """Returns the archives or lists of `model`, each opened, by its package."""
    found = {}
    for file in model["files"]:
        if file["role"] == "list":
            path = weights / file["path"]
            if not path.is_file() or sha256(path.read_bytes()) != file["sha256"]:
                sys.exit(f"models: {file['path']} is not there or was altered: run models/fetch.py --for {model['id']} first")
            found[file["origin"]["package"]] = path if "member" in file["origin"] else Archive(path)
    return found


def build(manifest, weights, check):
    model = next(model for model in manifest["models"] if model["purpose"] == "concepts")
    table = next(file for file in model["files"] if file["role"] == "words")
    target = weights / table["path"]
    if not check and target.is_file() and sha256(target.read_bytes()) == table["sha256"]:
        print(f"models: {table['path']} is here")
        return
    lines = concepts.gather(fetched(weights, model))
    data = "".join(f"{line}\n" for line in lines).encode()
    if sha256(data) != table["sha256"]:
        sys.exit(f"models: {table['path']} came out otherwise than pinned: {len(data)} bytes of SHA-256 {sha256(data)}")
    if check:
        print(f"models: {table['path']} comes out as pinned, {len(lines)} concepts")
        return
    draft = target.with_name(f"{target.name}.part-{os.getpid()}")
    draft.parent.mkdir(parents=True, exist_ok=True)
    draft.write_bytes(data)
    os.replace(draft, target)
    print(f"models: {table['path']} ({len(lines)} concepts) made and verified")


def main():
    parser = argparse.ArgumentParser(description="Makes the table of concepts from the fetched lists.")
    parser.add_argument("--manifest", type=Path, default=MODELS / "manifest.json")
    parser.add_argument("--weights", type=Path, default=MODELS / "weights", help="the folder the lists were fetched into")
    parser.add_argument("--check", action="store_true", help="make the table anew and compare, changing nothing")
    options = parser.parse_args()
    try:
        build(json.loads(options.manifest.read_text()), options.weights, options.check)
    except Unreadable as unreadable:
        sys.exit(f"models: {unreadable}")
    except OSError as error:
        sys.exit(f"models: {error.filename or 'a file'}: {error.strerror}")


if __name__ == "__main__":
    main()
