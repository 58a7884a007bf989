#!/usr/bin/env python3
"""Writes tests/data/tagger_reference.json and tests/data/tagger_labels.json: what the tagger must agree with, computed without it.

By the published four-bit ONNX file with the adapters in ONNX Runtime. In the first each text gets, for each of its tokens, the bytes
it stands for and the probability that it has a label, rounded to 6 digits, and for the first of them the states that the manifest
names, to 4 digits: one text at a time. In the second each text of tests/data/privacy/clinical.jsonl whose split is `dev` gets a
letter for the label of each of its tokens, `a` for none: read in the windows of src/model/tagger.rs.

Run again after a change of model or texts:

    python3 models/fetch.py --for test
    python3 -m venv /tmp/reference && /tmp/reference/bin/pip install numpy==2.4.6 onnx==1.23.2 onnxruntime==1.31.1 tokenizers==0.23.3
    /tmp/reference/bin/python scripts/tagger_reference.py
"""

import json
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "models" / "head"))
from states import LAYERS, States

TARGET = ROOT / "tests" / "data" / "tagger_reference.json"
LABELS = ROOT / "tests" / "data" / "tagger_labels.json"
NOTES = ROOT / "tests" / "data" / "privacy" / "clinical.jsonl"
# Tokens of a text whose states are written.
WITH_STATES = 3
MODEL = "rampart-q4"

LONG = " ".join(
    f"Visit {day}: seen by nurse Marit Solberg, pressure {120 + day % 40}/{70 + day % 20} mmHg, next visit in Lund."
    for day in range(1, 41))

TEXTS = {
    "mixed case": "Amara Okafor was seen by Dr. Jonas Lindqvist in Uppsala.",
    "lower case": "pt john okafor c/o chest pain, seen by dr patel",
    "upper case": "PATIENT: QUINONES, ROSA  PHONE 555-0142",
    "no name": "Parkinson's disease, on levodopa 100 mg three times a day.",
    "accents": "José Ñuñez y Élodie Çelik",
    "one word": "Okafor",
    "several windows": LONG,
}


def read(model, encoding):
    """Returns the logits of each token and its states, `[tokens, layers * width]`."""
    ids = np.array([encoding.ids[:512]])
    feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
    logits, *states = (output[0] for output in model.session.run(model.outputs, feed))
    return logits.astype(np.float64), np.concatenate(states, 1)


def references(model, none):
    texts = []
    for name, text in TEXTS.items():
        # A text that is read in windows is compared where a window has the whole of its context: at its beginning.
        encoding = model.tokenizer.encode(text)
        logits, states = read(model, encoding)
        powers = np.exp(logits - logits.max(axis=1, keepdims=True))
        some = 1 - powers[:, none] / powers.sum(axis=1)
        tokens, first = [], []
        for (start, end), special, probability, state in zip(encoding.offsets, encoding.special_tokens_mask, some, states):
            if not special:
                tokens.append([len(text[:start].encode()), len(text[:end].encode()), round(float(probability), 6)])
                first.append([round(float(value), 4) for value in state])
        texts.append({"name": name, "text": text, "tokens": tokens, "states": first[:WITH_STATES] if name != "several windows" else []})
    return texts


def labels(model):
    notes = [json.loads(line) for line in NOTES.read_text().splitlines()]
    found = {}
    for note in notes:
        if note["split"] == "dev":
            ids = model.tokenizer.encode(note["text"]).ids
            shares = model.tokens(ids[1:-1], (ids[0], ids[-1]))[:, :-384 * len(LAYERS)]
            found[note["id"]] = "".join(chr(ord("a") + label) for label in shares.argmax(1))
    return found


def main():
    names = next(
        model["tagger"]["labels"] for model in json.loads((ROOT / "models" / "manifest.json").read_text())["models"]
        if model["id"] == MODEL)
    model = States()
    texts = references(model, names.index("O"))
    TARGET.write_text(json.dumps({"model": MODEL, "texts": texts}, ensure_ascii=False) + "\n")
    kinds = [names[0], *(name.removeprefix("B-") for name in names[1::2])]
    LABELS.write_text(json.dumps({"model": MODEL, "labels": kinds, "texts": labels(model)}, ensure_ascii=False, indent=0) + "\n")


if __name__ == "__main__":
    main()
