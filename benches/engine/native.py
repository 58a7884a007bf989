"""onnxruntime from PyPI on token ids: FILE.onnx FEED.json THREADS ROUNDS → seconds of each round for all texts, as JSON.

FEED.json holds `input_ids`, `attention_mask` and `token_type_ids`, rows of the same length; sixteen rows are run at once.
"""

import json
import sys
import time

import numpy
import onnxruntime

BATCH = 16

file, feed_file, threads, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
with open(feed_file, encoding="utf-8") as handle:
    given = {name: numpy.array(rows, dtype=numpy.int64) for name, rows in json.load(handle).items()}
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = threads
options.inter_op_num_threads = 1
options.log_severity_level = 3
session = onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
names = [value.name for value in session.get_inputs()]


def once():
    start = time.perf_counter()
    for at in range(0, len(given["input_ids"]), BATCH):
        session.run(None, {name: given[name][at : at + BATCH] for name in names})
    return time.perf_counter() - start


once()
print(json.dumps([once() for _ in range(rounds)]))
