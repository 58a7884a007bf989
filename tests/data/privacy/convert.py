#!/usr/bin/env python3
"""Turns the marked-up sources of this folder into JSON Lines, and counts what is in them for README.md.

Run it here: `python3 convert.py`. It writes clinical.jsonl, must_not_flag.jsonl and the tables of README.md.
`python3 convert.py --check` writes nothing, and fails if a file is not what would be written.
"""

import json
import re
import sys
import unicodedata
from collections import Counter
from pathlib import Path

FOLDER = Path(__file__).parent
HEAD = re.compile(r"^### (.+)$", re.M)
MARK = re.compile(r"\[\[(?:([A-Z_]+)(?::([a-z-]+))?\|)?(.*?)\]\]", re.S)
CODE_POINT = re.compile(r"\{U\+([0-9A-F]{4,6})\}")
DEV_OF_FIVE = (1, 3)
COUNTS = "## Counts\n"


def sections(name):
    """Yields (head, body) for every `### head`; what stands before the first is an explanation for readers."""
    parts = HEAD.split((FOLDER / name).read_text(encoding="utf-8"))[1:]
    for head, body in zip(parts[::2], parts[1::2]):
        yield [field.strip() for field in head.split("|")], body.strip("\n")


def unescape(text, options):
    text = CODE_POINT.sub(lambda match: chr(int(match.group(1), 16)), text)
    if "crlf" in options:
        text = text.replace("\n", "\r\n")
    return unicodedata.normalize("NFD", text) if "nfd" in options else text


def unmark(source, options=()):
    """The plain text, and (start, end, label, origin, text) of every mark, in code points."""
    plain, marks, at = "", [], 0
    for match in MARK.finditer(source):
        label, origin, inner = match.groups()
        plain += unescape(source[at : match.start()], options)
        inner = unescape(inner, options)
        marks.append((len(plain), len(plain) + len(inner), label, origin, inner))
        plain += inner
        at = match.end()
    plain += unescape(source[at:], options)
    if "[[" in plain or "]]" in plain:
        sys.exit(f"a mark is not closed in: {plain[:60]}")
    return plain, marks


def clinical():
    for (name, split, kind, casing, *options), body in sections("clinical.txt"):
        text, marks = unmark(body, options)
        spans, keep = [], []
        for start, end, label, origin, inner in marks:
            span = {"start": start, "end": end, "label": label, "text": inner}
            if label == "KEEP":
                del span["label"]
                keep.append(span)
            else:
                spans.append(span | ({"origin": origin} if origin else {}))
        record = {"id": name, "split": split, "kind": kind, "casing": casing, "text": text, "spans": spans}
        yield record | ({"keep": keep} if keep else {})


def must_not_flag():
    number, of_kind = 0, Counter()
    for (kind, *only), body in sections("must_not_flag.txt"):
        for line in body.splitlines():
            text, marks = unmark(line)
            if len(marks) != 1:
                sys.exit(f"not one mark: {line}")
            of_kind[kind] += 1
            if only:
                (split,) = only
            else:
                split = "dev" if number % 5 in DEV_OF_FIVE else "test"
                number += 1
            span = {"start": marks[0][0], "end": marks[0][1]}
            yield {"id": f"{kind}-{of_kind[kind]:02}", "split": split, "kind": kind, "text": text, "span": span}


def lines(records):
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records).encode()


def table(title, rows):
    """How many of each there are in the development split, in the test split and together."""
    counts = Counter(rows)
    result = f"\n| {title} | dev | test | together |\n|---|--:|--:|--:|\n"
    for name in sorted({name for name, _ in counts}):
        dev, test = counts[name, "dev"], counts[name, "test"]
        result += f"| {name} | {dev} | {test} | {dev + test} |\n"
    dev, test = (sum(n for (_, split), n in counts.items() if split == wanted) for wanted in ("dev", "test"))
    return result + f"| **all** | {dev} | {test} | {dev + test} |\n"


def readme():
    """README.md with its tables counted anew."""
    texts = list(clinical())
    spans = [(span, text["split"]) for text in texts for span in text["spans"]]
    words = sum(len(text["text"].split()) for text in texts)
    kept = sum(len(text.get("keep", [])) for text in texts)
    kinds = table("Kind of text", ((text["kind"], text["split"]) for text in texts))
    casings = table("Casing of text", ((text["casing"], text["split"]) for text in texts))
    labels = table("Label", ((span["label"], split) for span, split in spans))
    origins = table("Origin of name", ((span["origin"], split) for span, split in spans if "origin" in span))
    items = table("Kind of must-not-flag item", ((item["kind"], item["split"]) for item in must_not_flag()))
    written = (FOLDER / "README.md").read_text(encoding="utf-8").split(COUNTS)[0]
    total = f"\nThe clinical texts have {words} words and {kept} stretches to keep.\n"
    return (written + COUNTS + total + kinds + casings + labels + origins + items).encode()


FILES = {
    "clinical.jsonl": lambda: lines(clinical()),
    "must_not_flag.jsonl": lambda: lines(must_not_flag()),
    "README.md": readme,
}


def main(arguments):
    if arguments not in ([], ["--check"]):
        sys.exit(__doc__)
    stale = []
    for name, content in FILES.items():
        path, content = FOLDER / name, content()
        if not arguments:
            path.write_bytes(content)
        elif not path.exists() or path.read_bytes() != content:
            stale.append(name)
    if stale:
        sys.exit(f"not what convert.py writes: {', '.join(stale)}; run it without --check")


if __name__ == "__main__":
    main(sys.argv[1:])
