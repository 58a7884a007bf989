#!/usr/bin/env python3
"""Writes tests/data/head_reference.json: what the head and the values that it reads must agree with, computed by NumPy, ONNX
Runtime and the code it was trained with.

    /tmp/head/bin/python models/head/reference.py        in the environment that train.py says

Run again after a change of the head, its values or these texts."""

import json
import struct
from pathlib import Path

import numpy as np

from features import LABELS, features, lexicon, plain, units
from states import States

ROOT = Path(__file__).resolve().parent.parent.parent

TARGET = ROOT / "tests" / "data" / "head_reference.json"
TEXTS = {
    "a letter": "Dear Colleague,\n\nthank you for seeing Amara Okafor (born 14 March 1961), a tugboat mate with Fjordline Haulage, Storgatan 14B, Lund.\n"
                "Tel. +46 70 174 06 05.\u00a0Kind regards\r\nDr. J\u00f6rg Lindqvist, St. Olav\u2019s",
    "small letters": "pt rose hand, rm 12b, dtr ivy 555-0142 aware. lives off mill rd. parkinson disease, on levodopa 100 mg tid",
    "capitals and a table": "BED\tPATIENT\tDX\n3A\tO'NEILL, SE\u00c1N\tCOPD\n3B\tEMPTY\n4\tDE LA CRUZ, MARISOL\tHF, EF 35 %",
    "strange letters": "e\u0301lodie \u7530\u4e2d\u3055\u3093 \u0416\u0430\u043d\u043d\u0430 \uff12\uff10\uff12\uff14 37\u00b0C _x_ \u00bd",
    "no unit": " - \n",
}
# Values of units that no text has, by a formula: the arithmetic alone.
NUMBERS = 9


def read(path):
    """Returns the arrays of a head's file."""
    body = path.read_bytes()
    _, values, hidden, reach, labels = struct.unpack("<5I", body[8:28])
    floats, out = np.frombuffer(body[28:-32], "<f4"), []
    for shape in ((hidden, values), (hidden,), (hidden, hidden, reach), (hidden,), (labels, 2 * hidden), (labels,)):
        size = int(np.prod(shape))
        out.append(floats[:size].reshape(shape).astype(np.float64))
        floats = floats[size:]
    return out


def probabilities(head, values):
    """Returns the probabilities of the labels, by the formula of docs/head.md."""
    unit, unit_bias, window, window_bias, label, label_bias = head
    hidden = np.maximum(values @ unit.T + unit_bias, 0)
    reach = window.shape[2]
    padded = np.pad(hidden, ((reach // 2, reach // 2), (0, 0)))
    around = sum(padded[k:k + len(hidden)] @ window[:, :, k].T for k in range(reach)) + window_bias
    outputs = np.concatenate([hidden, np.maximum(around, 0)], 1) @ label.T + label_bias
    powers = np.exp(outputs - outputs.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)


def made(units, width):
    """Returns values by a formula that any language computes alike."""
    return np.array([[((at * 37 + unit * 11) % 97) / 97 - 0.5 for at in range(width)] for unit in range(units)])


def main():
    head = read(ROOT / "models" / "head" / "head.bin")
    words, states = lexicon(ROOT / "models" / "weights" / "lexicon" / "words.tsv"), States()
    texts = []
    for name, raw in TEXTS.items():
        text, _ = plain(raw)
        bounds = units(text)
        shapes = features(text, bounds, words)
        rows = []
        if bounds:
            values = np.concatenate([states.of(text, bounds).astype(np.float64), shapes], 1)
            for (start, end), shape, row in zip(bounds, shapes, probabilities(head, values)):
                capitals = [round(float(shape[at]), 6) for at in (22, 23)]
                ones = [at for at in range(len(shape)) if shape[at] == 1 and at not in (22, 23)]
                rows.append({"unit": text[start:end], "capitals": capitals, "ones": ones, "identifying": round(float(1 - row[0]), 6), "label": LABELS[1 + int(row[1:].argmax())]})
        texts.append({"name": name, "text": raw, "units": rows})
    numbers = probabilities(head, made(NUMBERS, head[0].shape[1]))
    out = {"texts": texts, "numbers": [[round(float(p), 7) for p in row] for row in numbers]}
    TARGET.write_text(json.dumps(out, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
