#!/usr/bin/env python3
"""Makes the table of words of the lexicon from the lists that models/fetch.py fetched, and verifies both.

    python3 models/lexicon/build.py
    python3 models/lexicon/build.py --check    make it anew and compare, changing nothing

`chaperone models convert` packs the table. Running again when the table is there takes no time.
"""

import argparse
import hashlib
import json
import os
import sys
from pathlib import Path

import gather
from archives import Archive, Unreadable

MODELS = Path(__file__).resolve().parent.parent


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def build(manifest, weights, check):
    model = next(model for model in manifest["models"] if model["purpose"] == "lexicon")
    table = next(file for file in model["files"] if file["role"] == "words")
    target = weights / table["path"]
    if not check and target.is_file() and sha256(target.read_bytes()) == table["sha256"]:
        print(f"models: {table['path']} is here")
        return
    archives = {}
    for file in model["files"]:
        if file["role"] == "list":
            path = weights / file["path"]
            if not path.is_file() or sha256(path.read_bytes()) != file["sha256"]:
                sys.exit(f"models: {file['path']} is not there or was altered: run models/fetch.py --for {model['id']} first")
            package = file["origin"]["package"]
            archives[package] = archives[package].with_members_of(Archive(path)) if package in archives else Archive(path)
    words = gather.gather(archives)
    data = "".join(f"{key}\t{traits}\n" for key, traits in sorted(words.items())).encode()
    if sha256(data) != table["sha256"]:
        sys.exit(f"models: {table['path']} came out otherwise than pinned: {len(data)} bytes of SHA-256 {sha256(data)}")
    if check:
        print(f"models: {table['path']} comes out as pinned, {len(words)} words and phrases")
        return
    draft = target.with_name(f"{target.name}.part-{os.getpid()}")
    draft.write_bytes(data)
    os.replace(draft, target)
    print(f"models: {table['path']} ({len(words)} words and phrases) made and verified")


def main():
    parser = argparse.ArgumentParser(description="Makes the table of words of the lexicon from the fetched lists.")
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
