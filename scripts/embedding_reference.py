#!/usr/bin/env python3
"""Writes tests/data/embedding_reference.json: what the embedder must agree with, computed without it.

Each text gets two vectors, rounded to 6 digits:

- `same_weights`: the published int8 ONNX file in ONNX Runtime, all texts in one padded batch with
  attention mask, then masked mean and scaling to length 1. Ours runs the same weights, without padding.
- `fp32`: the published full-precision weights in the BERT forward pass written out below in numpy
  (Devlin et al. 2018; erf GELU; LayerNorm epsilon 1e-12), one text at a time.

Run again after a change of model or texts:

    python3 models/fetch.py --for demo && python3 models/fetch.py --for reference
    python3 -m venv /tmp/reference && /tmp/reference/bin/pip install numpy==2.4.6 onnxruntime==1.31.1 tokenizers==0.23.3
    /tmp/reference/bin/python scripts/embedding_reference.py
"""

import json
import math
from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

ROOT = Path(__file__).resolve().parent.parent
WEIGHTS = ROOT / "models" / "weights"
TARGET = ROOT / "tests" / "data" / "embedding_reference.json"
MODEL, MODEL_FP32 = "all-minilm-l6-v2-int8", "all-minilm-l6-v2"
MAX_TOKENS, DIMENSIONS, LAYERS, HEADS, EPSILON = 256, 384, 6, 12, 1e-12

LONG = " ".join(
    f"Visit {day}: blood pressure {120 + day % 40}/{70 + day % 20} mmHg, weight {80 + day / 10:.1f} kg, "
    "no chest pain, no oedema, medication taken as agreed." for day in range(1, 31))

TEXTS = {
    "question": "When was my last blood pressure and what was it?",
    "vital signs": "Category is vital-signs. Code is Blood Pressure. Component code is Systolic Blood Pressure. "
                   "Component value is 128 mm[Hg].",
    "diagnosis": "The patient has type 2 diabetes mellitus with diabetic nephropathy.",
    "diagnosis, other words": "Kidney damage caused by adult-onset diabetes.",
    "medication": "Metformin hydrochloride 500 MG Oral Tablet, twice daily with meals",
    "abbreviations": "T2DM, AF on apixaban, HbA1c 7.9 %, eGFR 48 mL/min/1.73m²",
    "unrelated": "The museum opens at ten o'clock on Sundays.",
    "one word": "asthma",
    "longer than the model reads": LONG,
    "empty": "",
    "blank": " \t\r\n ",
    "accents and case": "Élodie a eu une THROMBOSE à Zürich",
    "emoji and other scripts": "🩺 頭痛 και πυρετός \u200b боль \u0301",
    "unknown words": "[UNK] \ufffd \U0001f9ec\U0001f9ec zzzzqqqqxxxxwwwwvvvvzzzzqqqqxxxxwwwwvvvvzzzzqqqqxxxxwwwwvvvvzzzzqqqqxxxxwwwwvvvvzzzzqqqqxxxxwwwwvvvv",
}


def safetensors(path):
    data = path.read_bytes()
    length = int.from_bytes(data[:8], "little")
    header = json.loads(data[8:8 + length])
    types = {"F32": np.float32, "I64": np.int64}
    return {
        name: np.frombuffer(data, types[entry["dtype"]], offset=8 + length + entry["data_offsets"][0],
                            count=math.prod(entry["shape"])).reshape(entry["shape"])
        for name, entry in header.items() if name != "__metadata__"
    }


def layer_norm(x, weights, name):
    centred = x - x.mean(-1, keepdims=True)
    return centred / np.sqrt((centred ** 2).mean(-1, keepdims=True) + EPSILON) * weights[name + ".weight"] + weights[name + ".bias"]


def linear(x, weights, name):
    return x @ weights[name + ".weight"].T + weights[name + ".bias"]


def gelu(x):
    return 0.5 * x * (1 + np.vectorize(math.erf)(x / math.sqrt(2)))


def softmax(x):
    powers = np.exp(x - x.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


def bert(ids, weights):
    x = weights["embeddings.word_embeddings.weight"][ids] + weights["embeddings.position_embeddings.weight"][:len(ids)]
    x = layer_norm(x + weights["embeddings.token_type_embeddings.weight"][0], weights, "embeddings.LayerNorm")
    size = DIMENSIONS // HEADS
    for layer in range(LAYERS):
        at = f"encoder.layer.{layer}."
        query, key, value = (linear(x, weights, f"{at}attention.self.{part}").reshape(len(ids), HEADS, size).transpose(1, 0, 2)
                             for part in ("query", "key", "value"))
        context = softmax(query @ key.transpose(0, 2, 1) / math.sqrt(size)) @ value
        context = linear(context.transpose(1, 0, 2).reshape(len(ids), DIMENSIONS), weights, at + "attention.output.dense")
        x = layer_norm(x + context, weights, at + "attention.output.LayerNorm")
        wide = linear(gelu(linear(x, weights, at + "intermediate.dense")), weights, at + "output.dense")
        x = layer_norm(x + wide, weights, at + "output.LayerNorm")
    return x


def unit(vector):
    return vector / np.linalg.norm(vector)


def main():
    tokenizer = Tokenizer.from_file(str(WEIGHTS / MODEL / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS)
    tokenizer.encode_special_tokens = True  # "[SEP]" in a record is text, not structure
    ids = [tokenizer.encode(text).ids for text in TEXTS.values()]

    longest = max(map(len, ids))
    padded = np.array([row + [0] * (longest - len(row)) for row in ids], np.int64)
    mask = np.array([[1] * len(row) + [0] * (longest - len(row)) for row in ids], np.int64)
    session = onnxruntime.InferenceSession(str(WEIGHTS / MODEL / "source.onnx"), providers=["CPUExecutionProvider"])
    hidden = session.run(None, {"input_ids": padded, "attention_mask": mask, "token_type_ids": np.zeros_like(padded)})[0]
    same = [unit((row * m[:, None]).sum(0) / m.sum()) for row, m in zip(hidden.astype(np.float64), mask)]

    weights = {name: value.astype(np.float64) for name, value in safetensors(WEIGHTS / MODEL_FP32 / "model.safetensors").items()}
    full = [unit(bert(row, weights).mean(0)) for row in ids]

    digits = lambda vector: [round(float(value), 6) for value in vector]
    cases = [{"name": name, "text": text, "ids": row, "same_weights": digits(a), "fp32": digits(b)}
             for (name, text), row, a, b in zip(TEXTS.items(), ids, same, full)]
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    TARGET.write_text(f'{{"model":"{MODEL}","cases":[\n{lines}\n]}}\n')
    for case, a, b in zip(cases, same, full):
        print(f"{case['name']:30} {len(case['ids']):4} tokens   cosine of int8 and fp32 {float(a @ b):.5f}")


if __name__ == "__main__":
    main()
