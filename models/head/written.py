"""The training texts of `texts/`, written by hand for the head alone: their form is that of tests/data/privacy/clinical.txt, whose
authors and these did not see each other's texts.

    python3 models/head/written.py    counts what is in them, and fails where a mark is amiss"""

import re
import sys
from collections import Counter
from pathlib import Path

from features import LABELS

HERE = Path(__file__).resolve().parent
HEAD = re.compile(r"^### (.+)$", re.M)
MARK = re.compile(r"\[\[([A-Z_]+)\|(.*?)\]\]", re.S)
CASINGS = ("mixed", "lower", "upper")


def unmarked(source):
    """Returns the text of `source` without marks, and what they say of it in code points."""
    text, spans, at = "", [], 0
    for match in MARK.finditer(source):
        text += source[at:match.start()]
        label, inner = match.groups()
        if label != "KEEP":
            spans.append({"start": len(text), "end": len(text) + len(inner), "label": label})
        text += inner
        at = match.end()
    return text + source[at:], spans


def written(name="*"):
    """Yields the identifier, head, text and spans of each training text, in the order of the files' names; of one file, where it is named."""
    for path in sorted((HERE / "texts").glob(f"{name}.txt")):
        parts = HEAD.split(path.read_text(encoding="utf-8"))[1:]
        for head, body in zip(parts[::2], parts[1::2]):
            yield head.split("|")[0].strip(), head, *unmarked(body.strip("\n"))


def main():
    labels, seen, wrong, words = Counter(), set(), [], 0
    for name, head, text, spans in written():
        fields = [field.strip() for field in head.split("|")]
        if len(fields) < 3 or fields[2] not in CASINGS or name in seen:
            wrong.append(f"{name}: its head")
        seen.add(name)
        words += len(text.split())
        if "[[" in text or "]]" in text:
            wrong.append(f"{name}: a mark that is not closed")
        for span in spans:
            inner = text[span["start"]:span["end"]]
            labels[span["label"]] += 1
            if span["label"] not in LABELS[1:] or not inner or inner != inner.strip():
                wrong.append(f"{name}: the mark {span['label']} at {span['start']}")
    print(f"{len(seen)} texts, {words} words, {sum(labels.values())} marks")
    print(", ".join(f"{label} {count}" for label, count in labels.most_common()))
    sys.exit("\n".join(wrong) if wrong else None)


if __name__ == "__main__":
    main()
