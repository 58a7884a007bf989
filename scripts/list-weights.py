"""Lists the weight files of a set of models/manifest.json, each with its size and time of last change.

    python3 scripts/list-weights.py SET [--fetched]

With --fetched only those that are downloaded, without those that are converted here. Exits with 1
when one is not there. It hashes nothing: it is for noticing change quickly, not for trust.
"""

import json
import sys
from pathlib import Path

models = Path(__file__).resolve().parent.parent / "models"
wanted, fetched_only = sys.argv[1], "--fetched" in sys.argv[2:]
for model in json.loads((models / "manifest.json").read_text())["models"]:
    if wanted not in model["sets"]:
        continue
    for file in model["files"]:
        if fetched_only and "package" not in file["origin"]:
            continue
        path = models / "weights" / file["path"]
        if not path.is_file():
            sys.exit(f"{file['path']} is not there")
        print(file["path"], path.stat().st_size, path.stat().st_mtime_ns)
