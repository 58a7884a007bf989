"""onnxruntime from PyPI on token ids: FILE.onnx IDS.json THREADS ROUNDS → seconds of each round for all texts, as JSON.

IDS.json holds lists of the same length; sixteen texts are encoded at once.
"""

import json
import sys
import time

import numpy
import onnxruntime

BATCH = 16

file, ids_file, threads, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
with open(ids_file, encoding="utf-8") as handle:
    ids = numpy.array(json.load(handle), dtype=numpy.int64)
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = threads
options.inter_op_num_threads = 1
options.log_severity_level = 3
session = onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
names = {value.name for value in session.get_inputs()}


def encode(batch):
    feed = {
        "input_ids": batch,
        "attention_mask": numpy.ones_like(batch),
        "token_type_ids": numpy.zeros_like(batch),
    }
    session.run(None, {name: value for name, value in feed.items() if name in names})


def once():
    start = time.perf_counter()
    for at in range(0, len(ids), BATCH):
        encode(ids[at : at + BATCH])
    return time.perf_counter() - start


once()
print(json.dumps([once() for _ in range(rounds)]))
