#!/usr/bin/env python3
"""Writes the sample records of this folder; every person, place and number in them is invented.

Run it here: `python3 make.py`. It takes no input and always writes the same bytes. `python3 make.py --check`
writes nothing, and fails if a record is not what would be written.
"""

import sys
from pathlib import Path

from authoring import okafor, quinones, rice, solberg, tran

FOLDER = Path(__file__).parent


def main(arguments):
    if arguments not in ([], ["--check"]):
        sys.exit(__doc__)
    stale = []
    for patient in (okafor, quinones, rice, solberg, tran):
        record = patient.record()
        path, content = FOLDER / f"{record.key}.json", record.text().encode()
        if not arguments:
            path.write_bytes(content)
        elif not path.exists() or path.read_bytes() != content:
            stale.append(path.name)
    if stale:
        sys.exit(f"not what make.py writes: {', '.join(stale)}; run it without --check")


if __name__ == "__main__":
    main(sys.argv[1:])
