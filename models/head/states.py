"""What the tagger with its adapters holds of the units of a text, by ONNX Runtime: for the references that tests compare with."""

import re
import struct
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import helper, numpy_helper
from tokenizers import Tokenizer

TAGGER = Path(__file__).resolve().parent.parent / "weights" / "rampart-q4"
ADAPTERS = Path(__file__).resolve().parent / "adapters.bin"
# The matrices of an encoder layer, in the order of the adapters' file.
MATRICES = (
    "attention/self/query", "attention/self/key", "attention/self/value", "attention/output/dense", "intermediate/dense", "output/dense",
)
MATRIX = re.compile(r"/bert/encoder/layer\.(\d)/(.+)/MatMul")
# The encoder layers, from 0, whose states are read: the fourth of six and the last.
LAYERS = (3, 5)
# Encoder layers of the tagger.
DEPTH = 6
# Tokens that a window judges, and those on either side that it reads for context only, as in src/model/tagger.rs.
WINDOW, MARGIN = 446, 32


def adapters(path):
    """Yields A and B of each matrix of an adapters' file."""
    body = path.read_bytes()
    _, rank, count = struct.unpack_from("<3I", body, 8)
    at = 20
    for _ in range(count):
        outputs, inputs = struct.unpack_from("<2I", body, at)
        halves = np.frombuffer(body, "<f2", rank * (inputs + outputs), at + 8).astype(np.float32)
        yield halves[:rank * inputs].reshape(rank, inputs), halves[rank * inputs:].reshape(outputs, rank)
        at += 8 + 2 * rank * (inputs + outputs)


def widened(node, tensors):
    """Returns the weights of a `MatMulNBits` node, `[outputs, inputs] f32`."""
    facts = {attribute.name: attribute.i for attribute in node.attribute}
    packed, scales = tensors[node.input[1]], tensors[node.input[2]].reshape(facts["N"], -1, 1)
    assert facts["bits"] == 4 and len(node.input) == 3, "four bits around 8"
    codes = np.stack([packed & 15, packed >> 4], -1).reshape(facts["N"], -1, facts["block_size"]).astype(np.float32)
    return ((codes - 8) * scales).reshape(facts["N"], -1)[:, :facts["K"]]


def rounded(weights):
    """Returns `[outputs, inputs] f32` as eight bits with a scale for each output hold it: what set-up packs."""
    scales = np.abs(weights).max(1, keepdims=True) / np.float32(127)
    whole = weights / np.where(scales > 0, scales, 1)
    return (np.trunc(whole + np.copysign(np.float32(0.5), whole)) * scales).astype(np.float32)


def adapted(model, path=ADAPTERS):
    """Puts into `model`, the published graph, the matrices with their adapters, as set-up packs them."""
    graph, pairs = model.graph, list(adapters(path))
    tensors = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    first, replaced = DEPTH - len(pairs) // len(MATRICES), set()
    for node in graph.node:
        found = MATRIX.match(node.name) if node.op_type == "MatMulNBits" else None
        if found is None or int(found[1]) < first:
            continue
        a, b = pairs[(int(found[1]) - first) * len(MATRICES) + MATRICES.index(found[2])]
        graph.initializer.append(numpy_helper.from_array(np.ascontiguousarray(rounded(widened(node, tensors) + b @ a).T), f"{node.name}/adapted"))
        replaced.update(node.input[1:])
        node.CopyFrom(helper.make_node("MatMul", [node.input[0], f"{node.name}/adapted"], list(node.output), name=node.name))
    for tensor in [tensor for tensor in graph.initializer if tensor.name in replaced]:
        graph.initializer.remove(tensor)
    return model


class States:
    """The tagger's probabilities and states for the units of a text."""

    def __init__(self):
        model = adapted(onnx.load(TAGGER / "source.onnx"))
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
