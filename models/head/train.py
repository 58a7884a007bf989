#!/usr/bin/env python3
"""Trains the head: a small network over the tagger's states and `features.py` that says of each unit what it identifies.

    python3 -m venv /tmp/head && /tmp/head/bin/pip install -r models/head/requirements.txt
    /tmp/head/bin/python models/head/train.py --out head.bin
    /tmp/head/bin/python models/head/train.py --folds 3 --out probabilities.npz    cross-validation by text
    /tmp/head/bin/python models/head/train.py --without-dev --out head.bin         to be measured on the dev texts

Reads the texts of `texts/` and the `dev` texts of tests/data/privacy alone. One thread and fixed seeds. `docs/head.md` has the form of the file."""

import argparse
import hashlib
import json
import random
import struct
import zlib
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from tokenizers import Tokenizer

from features import LABELS, features, lexicon, plain, units
from values import Values, composed, paged, refilled
from written import written

ROOT = Path(__file__).resolve().parent.parent.parent
TAGGER = ROOT / "models" / "weights" / "rampart-q4"
DATA = ROOT / "tests" / "data" / "privacy"
# The encoder layers, from 0, whose states are read: the fourth of six and the last.
LAYERS = (3, 5)
# Tokens that a window judges, and those on either side that it reads for context only, as in src/model/tagger.rs.
WINDOW, MARGIN = 446, 32
HIDDEN, REACH = 64, 5
COPIES, WRITTEN_COPIES, COMPOSED, PAGED = 10, 3, 2000, 2000
EPOCHS, BATCH, RATE, DECAY, DROPOUT = 10, 8, 2e-3, 0.02, 0.2
# A missed identifier costs more than a word taken in vain.
IDENTIFYING = 1.5
# Casings a text is trained in: as it is, lower, upper.
CASINGS = (0.6, 0.25, 0.15)
IGNORED = -100


class States:
    """The tagger's probabilities and states for the units of a text."""

    def __init__(self):
        model = onnx.load(TAGGER / "source.onnx")
        states = [f"/bert/encoder/layer.{layer}/output/LayerNorm/LayerNormalization_output_0" for layer in LAYERS]
        for name in states:
            model.graph.output.append(onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None))
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(model.SerializeToString(), options)
        self.outputs = ["logits", *states]
        self.tokenizer = Tokenizer.from_file(str(TAGGER / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()

    def tokens(self, ids, frame):
        rows = []
        for start in range(0, len(ids), WINDOW):
            end, first = min(len(ids), start + WINDOW), max(0, start - MARGIN)
            window = np.array([[frame[0], *ids[first:end + MARGIN], frame[1]]], np.int64)
            feed = {"input_ids": window, "attention_mask": np.ones_like(window), "token_type_ids": np.zeros_like(window)}
            logits, *states = (output[0] for output in self.session.run(self.outputs, feed))
            powers = np.exp(logits - logits.max(1, keepdims=True))
            shares = powers / powers.sum(1, keepdims=True)
            # `B-` and `I-` of a label are one.
            row = np.concatenate([shares[:, :1], shares[:, 1::2] + shares[:, 2::2], *states], 1)
            rows.append(row[1:-1][start - first:end - first])
        return np.concatenate(rows) if rows else np.zeros((0, 0), np.float32)

    def of(self, text, bounds):
        """As `exact`, in `f16`: a training text is read once and kept."""
        return self.exact(text, bounds).astype(np.float16)

    def exact(self, text, bounds):
        """Returns for each unit the greatest probability of each label among its tokens (of `O` the least), and the mean of
        their states: `[units, 18 + 2 * 384] f32`."""
        encoding = self.tokenizer.encode(text)
        tokens, offsets = self.tokens(encoding.ids[1:-1], (encoding.ids[0], encoding.ids[-1])), encoding.offsets[1:-1]
        out = np.zeros((len(bounds), 18 + 384 * len(LAYERS)), np.float32)
        first = 0
        for row, (start, end) in zip(out, bounds):
            while first < len(offsets) and offsets[first][1] <= start:
                first += 1
            last = first
            while last < len(offsets) and offsets[last][0] < end:
                last += 1
            if last > first:
                row[:] = tokens[first:last].mean(0)
                row[:18] = tokens[first:last, :18].max(0)
                row[0] = tokens[first:last, 0].min()
        return out


def read(path):
    return [item for item in map(json.loads, path.read_text(encoding="utf-8").splitlines()) if item["split"] == "dev"]


def texts(values, with_dev):
    """Yields what is trained on: the text it derives from, its kind, text, spans and, of a phrase, the harmless stretch."""
    for name, _, text, spans in written():
        yield name, "written", text, spans, None
        for copy in range(WRITTEN_COPIES):
            yield name, "refilled", *refilled(values, random.Random(f"{copy}:{name}"), text, spans), None
    for number in range(COMPOSED):
        yield f"composed-{number}", "composed", *composed(values, random.Random(f"composed {number}")), None
    for number in range(PAGED):
        yield f"paged-{number}", "paged", *paged(values, random.Random(f"paged {number}")), None
    if not with_dev:
        return
    clinical = read(DATA / "clinical.jsonl")
    for item in clinical:
        yield item["id"], "marked", item["text"], item["spans"], None
    for item in read(DATA / "must_not_flag.jsonl"):
        yield item["id"], "phrase", item["text"], [], item["span"]
    for copy in range(COPIES):
        for item in clinical:
            yield item["id"], "refilled", *refilled(values, random.Random(f"{copy}:{item['id']}"), item["text"], item["spans"]), None


def targets(bounds, origins, spans, harmless):
    """Returns the label of each unit, whose code points have `origins` in the text that `spans` mark; of a phrase only the
    harmless stretch counts."""
    out = np.zeros(len(bounds), np.int64)
    for at, (first, last) in enumerate(bounds):
        start, end = origins[first][0], origins[last - 1][1]
        if harmless:
            out[at] = 0 if harmless["start"] < end and start < harmless["end"] else IGNORED
        for span in spans:
            if span["start"] < end and start < span["end"]:
                out[at] = LABELS.index(span["label"])
    return out


def examples(words, with_dev=True):
    states = States()
    for origin, kind, text, spans, harmless in texts(Values(words), with_dev):
        text, origins = plain(text)
        bounds = units(text)
        if not bounds:
            continue
        casings = [text] + [other if len(other) == len(text) else text for other in (text.lower(), text.upper())]
        shapes = [features(casing, bounds, words) for casing in casings]
        yield {"origin": origin, "kind": kind, "states": states.of(text, bounds), "shapes": shapes, "targets": targets(bounds, origins, spans, harmless)}


def inputs(example, casing=0):
    return np.concatenate([example["states"].astype(np.float32), example["shapes"][casing]], 1)


class Head(torch.nn.Module):
    """unit → HIDDEN; a window of REACH units → HIDDEN; both → labels."""

    def __init__(self, mean, scale):
        super().__init__()
        self.register_buffer("mean", torch.tensor(mean))
        self.register_buffer("scale", torch.tensor(scale))
        self.unit = torch.nn.Linear(len(mean), HIDDEN)
        self.window = torch.nn.Conv1d(HIDDEN, HIDDEN, REACH, padding=REACH // 2)
        self.labels = torch.nn.Linear(2 * HIDDEN, len(LABELS))
        self.dropout = torch.nn.Dropout(DROPOUT)

    def forward(self, batch, there):
        unit = self.dropout(torch.relu(self.unit((batch - self.mean) / self.scale)) * there[..., None])
        window = torch.relu(self.window(unit.transpose(1, 2))).transpose(1, 2)
        return self.labels(torch.cat([unit, self.dropout(window)], -1))


def padded(rows, labels):
    longest = max(map(len, labels))
    batch = np.zeros((len(rows), longest, rows[0].shape[1]), np.float32)
    target, there = np.full((len(rows), longest), IGNORED, np.int64), np.zeros((len(rows), longest), np.float32)
    for at, (row, label) in enumerate(zip(rows, labels)):
        batch[at, :len(label)], target[at, :len(label)], there[at, :len(label)] = row, label, 1
    return map(torch.from_numpy, (batch, target, there))


def fit(data, seed=0):
    torch.manual_seed(seed)
    r = np.random.default_rng(seed)
    sample = np.concatenate([inputs(example) for example in data[::7]])
    head = Head(sample.mean(0), sample.std(0) + 0.1)
    data = sorted(data, key=lambda example: len(example["targets"]))
    batches = [data[at:at + BATCH] for at in range(0, len(data), BATCH)]
    optimizer = torch.optim.AdamW(head.parameters(), lr=RATE, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: 1 - step / (EPOCHS * len(batches)))
    weight = torch.full((len(LABELS),), IDENTIFYING)
    weight[0] = 1
    for _ in range(EPOCHS):
        for at in r.permutation(len(batches)):
            rows = [inputs(example, int(r.choice(3, p=CASINGS))) for example in batches[at]]
            batch, target, there = padded(rows, [example["targets"] for example in batches[at]])
            loss = torch.nn.functional.cross_entropy(head(batch, there).flatten(0, 1), target.flatten(), weight, ignore_index=IGNORED)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
    return head.eval()


def packed(head):
    """Returns the head's file: magic, version, sizes, weights, SHA-256 of all before it."""
    weight = {name: value.detach().numpy() for name, value in head.state_dict().items()}
    # The scale of the inputs goes into the first layer.
    unit = weight["unit.weight"] / weight["scale"]
    bias = weight["unit.bias"] - unit @ weight["mean"]
    arrays = [unit, bias, weight["window.weight"], weight["window.bias"], weight["labels.weight"], weight["labels.bias"]]
    body = b"CHAPHEAD" + struct.pack("<5I", 1, unit.shape[1], HIDDEN, REACH, len(LABELS))
    body += b"".join(np.ascontiguousarray(array, "<f4").tobytes() for array in arrays)
    return body + hashlib.sha256(body).digest()


def main():
    parser = argparse.ArgumentParser(description="Trains the head on the dev texts.")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--folds", type=int, default=0, help="cross-validate by text instead, and write each dev text's probabilities")
    parser.add_argument("--without-dev", action="store_true", help="leave the dev texts out, so that they can be measured on")
    options = parser.parse_args()
    torch.set_num_threads(1)
    data = list(examples(lexicon(ROOT / "models" / "weights" / "lexicon" / "words.tsv"), not options.without_dev))
    if not options.folds:
        options.out.write_bytes(packed(fit(data)))
        return
    fold = lambda example: zlib.crc32(example["origin"].encode()) % options.folds
    out = {}
    for held in range(options.folds):
        head = fit([example for example in data if fold(example) != held])
        for example in (example for example in data if fold(example) == held and example["kind"] in ("marked", "phrase")):
            batch, _, there = padded([inputs(example)], [example["targets"]])
            with torch.no_grad():
                out[example["origin"]] = torch.softmax(head(batch, there)[0], -1).numpy()
    np.savez(options.out, **out)


if __name__ == "__main__":
    main()
