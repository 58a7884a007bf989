"""The tagger as PyTorch computes it, from its own ONNX file, with adapters: beside each matrix W of its layers a product of
two narrow ones that is added to it, W + B·A. Only they are trained; set-up adds them to the weights that it packs."""

import hashlib
import struct

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from states import MATRICES, MATRIX, widened

WIDTH, HEADS, DEPTH = 384, 12, 6
# The first layer that is adapted; what lies below is the same for a text whatever was learnt, and computed once.
ADAPTED = 0
# Rows of A, columns of B.
RANK = 16


def read(path):
    """Returns the arrays of the tagger's file by the names of its parts."""
    graph = onnx.load(path).graph
    tensors = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    out = {name: value for name, value in tensors.items() if value.dtype == np.float32 and not name.startswith("onnx::")}
    for name in [name for name in tensors if name.endswith("_quantized")]:
        part = name.removesuffix("_quantized")
        zero = tensors[f"{part}_zero_point"].astype(np.float32)
        out[part] = (tensors[name].astype(np.float32) - zero) * tensors[f"{part}_scale"]
    for node in graph.node:
        if node.op_type == "MatMulNBits":
            matrix = MATRIX.match(node.name)
            name = f"{matrix[1]}/{matrix[2]}" if matrix else "classifier"
            out[name] = widened(node, tensors)
    return out


class Adapted(torch.nn.Module):
    """A fixed linear layer and, where it is adapted, what is added to it."""

    def __init__(self, weight, bias, is_adapted):
        super().__init__()
        self.register_buffer("weight", torch.tensor(weight))
        self.register_buffer("bias", torch.tensor(bias))
        self.a = torch.nn.Parameter(torch.randn(RANK, weight.shape[1]) / weight.shape[1] ** 0.5)
        self.b = torch.nn.Parameter(torch.zeros(weight.shape[0], RANK))
        self.is_adapted = is_adapted
        self.a.requires_grad = self.b.requires_grad = is_adapted

    def forward(self, x):
        if not self.is_adapted:
            return torch.nn.functional.linear(x, self.weight, self.bias)
        return torch.nn.functional.linear(x, self.weight, self.bias) + (x @ self.a.T) @ self.b.T


class Tagger(torch.nn.Module):
    """BERT for token classification: tokens → logits and the states after the layers of `layers`."""

    def __init__(self, path, layers):
        super().__init__()
        parts = read(path)
        words, places, kinds = (parts[f"bert.embeddings.{part}_embeddings.weight"] for part in ("word", "position", "token_type"))
        self.layers = layers
        for name, value in (("words", words), ("places", places + kinds[0])):
            self.register_buffer(name, torch.tensor(value))
        for name, value in parts.items():
            if "LayerNorm" in name:
                self.register_buffer(name.replace(".", "_"), torch.tensor(value))
        self.matrices = torch.nn.ModuleDict()
        for layer in range(DEPTH):
            for matrix in MATRICES:
                bias = parts[f"bert.encoder.layer.{layer}.{matrix.replace('/', '.')}.bias"]
                self.matrices[f"{layer}/{matrix}"] = Adapted(parts[f"{layer}/{matrix}"], bias, layer >= ADAPTED)
        self.register_buffer("classifier", torch.tensor(parts["classifier"]))
        self.register_buffer("classifier_bias", torch.tensor(parts["classifier.bias"]))

    def norm(self, x, name):
        name = name.replace(".", "_")
        return torch.nn.functional.layer_norm(x, (WIDTH,), getattr(self, f"{name}_LayerNorm_weight"), getattr(self, f"{name}_LayerNorm_bias"), 1e-12)

    def layer(self, x, layer, mask):
        at = lambda matrix: self.matrices[f"{layer}/{matrix}"]
        split = lambda y: y.view(*y.shape[:2], HEADS, -1).transpose(1, 2)
        q, k, v = (split(at(f"attention/self/{part}")(x)) for part in ("query", "key", "value"))
        seen = torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=mask).transpose(1, 2).reshape(x.shape)
        x = self.norm(at("attention/output/dense")(seen) + x, f"bert.encoder.layer.{layer}.attention.output")
        wide = torch.nn.functional.gelu(at("intermediate/dense")(x))
        return self.norm(at("output/dense")(wide) + x, f"bert.encoder.layer.{layer}.output")

    def below(self, ids, there):
        """Returns the states below the adapted layers; `ids` and `there` are `[windows, tokens]`, of whole numbers and of truths."""
        x = self.norm(self.words[ids] + self.places[:ids.shape[1]], "bert.embeddings")
        for layer in range(ADAPTED):
            x = self.layer(x, layer, there[:, None, None, :])
        return x

    def forward(self, x, there):
        """`x` is what `below` returned."""
        states = []
        for layer in range(ADAPTED, DEPTH):
            x = self.layer(x, layer, there[:, None, None, :])
            if layer in self.layers:
                states.append(x)
        return torch.nn.functional.linear(x, self.classifier, self.classifier_bias), states

    def alone(self, x, there):
        """Returns the logits without what is added."""
        adapted = [matrix for matrix in self.matrices.values() if matrix.is_adapted]
        for matrix in adapted:
            matrix.is_adapted = False
        logits, _ = self(x, there)
        for matrix in adapted:
            matrix.is_adapted = True
        return logits

    def adapters(self):
        """Returns the file of the adapters: magic, version, rank, number of matrices; of each, from the first adapted layer on, its
        outputs and inputs, then A and B as f16, rows first; SHA-256 of all before."""
        adapted = [matrix for matrix in self.matrices.values() if matrix.is_adapted]
        body = b"CHAPADPT" + struct.pack("<3I", 1, RANK, len(adapted))
        for matrix in adapted:
            body += struct.pack("<2I", *matrix.weight.shape)
            body += b"".join(part.detach().numpy().astype("<f2").tobytes() for part in (matrix.a, matrix.b))
        return body + hashlib.sha256(body).digest()
