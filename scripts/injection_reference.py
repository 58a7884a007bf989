#!/usr/bin/env python3
"""Writes tests/data/injection/reference.json: what the classifier of instructions says of the vectors in embedding_reference.json, by
its published weights in f64.

Run again after a change of either:

    python3 models/fetch.py --for test
    python3 -m venv /tmp/reference && /tmp/reference/bin/pip install numpy==2.4.6
    /tmp/reference/bin/python scripts/injection_reference.py
"""

import json
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "tests" / "data" / "injection" / "reference.json"
MODEL = "jailguard-binary"


def main():
    weights = json.loads((ROOT / "models" / "weights" / MODEL / "source.json").read_text())
    of = {name: np.array(weights[name], np.float64) for name in ("w_h1", "b_h1", "w_h2", "b_h2", "w_out", "b_out")}
    reference = json.loads((ROOT / "tests" / "data" / "embedding_reference.json").read_text())
    cases = []
    for case in reference["cases"]:
        hidden = np.maximum(of["w_h1"] @ np.array(case["same_weights"]) + of["b_h1"], 0)
        hidden = np.maximum(of["w_h2"] @ hidden + of["b_h2"], 0)
        logit = (of["w_out"] @ hidden + of["b_out"]).item()
        cases.append({"name": case["name"], "logit": round(logit, 5)})
    TARGET.write_text(json.dumps({"model": MODEL, "cases": cases}, indent=1) + "\n")


if __name__ == "__main__":
    main()
