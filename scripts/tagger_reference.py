#!/usr/bin/env python3
"""Writes tests/data/tagger_reference.json: what the tagger must agree with, computed without it.

Each text gets, for each of its tokens, the bytes it stands for and the probability that it has a label, rounded to 6
digits: the published four-bit ONNX file with the adapters in ONNX Runtime, one text at a time.

Run again after a change of model or texts:

    python3 models/fetch.py --for test
    python3 -m venv /tmp/reference && /tmp/reference/bin/pip install numpy==2.4.6 onnx==1.23.2 onnxruntime==1.31.1 tokenizers==0.23.3
    /tmp/reference/bin/python scripts/tagger_reference.py
"""

import json
import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from tokenizers import Tokenizer

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "models" / "head"))
from states import adapted
TARGET = ROOT / "tests" / "data" / "tagger_reference.json"
MODEL = "rampart-q4"
FILES = ROOT / "models" / "weights" / MODEL

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


def main():
    labels = next(
        model["tagger"]["labels"] for model in json.loads((ROOT / "models" / "manifest.json").read_text())["models"]
        if model["id"] == MODEL)
    none = labels.index("O")
    tokenizer = Tokenizer.from_file(str(FILES / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    session = onnxruntime.InferenceSession(adapted(onnx.load(FILES / "source.onnx")).SerializeToString())
    texts = []
    for name, text in TEXTS.items():
        # A text that is read in windows is compared where a window has the whole of its context: at its beginning.
        encoding = tokenizer.encode(text)
        ids = np.array([encoding.ids[:512]])
        feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        logits = session.run(None, feed)[0][0].astype(np.float64)
        powers = np.exp(logits - logits.max(axis=1, keepdims=True))
        some = 1 - powers[:, none] / powers.sum(axis=1)
        tokens = []
        for (start, end), special, probability in zip(encoding.offsets, encoding.special_tokens_mask, some):
            if not special:
                tokens.append([len(text[:start].encode()), len(text[:end].encode()), round(float(probability), 6)])
        texts.append({"name": name, "text": text, "tokens": tokens})
    TARGET.write_text(json.dumps({"model": MODEL, "texts": texts}, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
