#!/usr/bin/env python3
"""Writes tests/data/engine_reference.json: what embedder and reranker of the second rank must agree with, computed without them.

The published files round activations to eight bits as they run (DynamicQuantizeLinear, MatMulInteger). Here each such product is
made a plain one of the same int8 weights in f32, and the file is run by ONNX Runtime, one text at a time: `vectors` are the hidden
states of [CLS] scaled to length 1, rounded to 6 digits, `scores` the logits of every question with every passage.

Run again after a change of models or texts:

    python3 models/fetch.py --for test
    python3 -m venv /tmp/reference && /tmp/reference/bin/pip install numpy==2.4.6 onnx==1.23.2 onnxruntime==1.31.1 tokenizers==0.23.3
    /tmp/reference/bin/python scripts/engine_reference.py
"""

import json
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import helper, numpy_helper
from tokenizers import Tokenizer

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "tests" / "data" / "engine_reference.json"
WEIGHTS = ROOT / "models" / "weights"
EMBEDDER, RERANKER = "bge-small-en-v1.5-int8", "ms-marco-minilm-l12-v2-int8"
MAX_TOKENS = 512

onnxruntime.set_default_logger_severity(3)

QUESTIONS = [
    "When was my last blood pressure and what was it?",
    "Which medicines am I on for diabetes?",
    "Has my kidney function got worse?",
    "What was found on the chest x-ray?",
    "Am I allergic to penicillin?",
    "How did my HbA1c change over the last two years?",
    "Why was I sent to the cardiologist?",
    "Which vaccinations did I have in 2021?",
    "Is my cholesterol too high?",
    "What did the doctor say about my headaches?",
]

PASSAGES = [
    "Category is vital-signs. Code is Blood Pressure. Systolic Blood Pressure 128 mm[Hg]. Diastolic Blood Pressure 79 mm[Hg].",
    "Metformin hydrochloride 500 MG Oral Tablet, twice daily with meals, for diabetes mellitus type 2.",
    "Creatinine 1.41 mg/dL; estimated glomerular filtration rate 48 mL/min/1.73m2, down from 61 in the spring.",
    "Chest x-ray, two views: no infiltrate, no effusion, heart of normal size.",
    "Allergy to penicillin V, confirmed: hives and swelling of the face within an hour.",
    "Hemoglobin A1c 7.9 % in March, 7.4 % in September, 6.8 % in February.",
    "Referred to cardiology because of palpitations and a systolic murmur at the apex.",
    "Influenza, seasonal, injectable, preservative free. Status completed.",
    "Low density lipoprotein cholesterol 162 mg/dL, high density lipoprotein cholesterol 41 mg/dL, triglycerides 210 mg/dL.",
    "Headache on most mornings for three weeks, better after coffee, no change of vision; probably tension-type.",
    "Body height 173.9 cm, body weight 81.2 kg, body mass index 26.9.",
    "The museum opens at ten o'clock on Sundays and closes an hour later in the summer.",
    "Simvastatin 20 MG Oral Tablet stopped because of muscle pain; atorvastatin 10 MG started.",
    "T2DM, AF on apixaban, CKD stage 3a. BP at home 130s over 80s.",
    "Appendectomy in childhood. No other operations. Does not smoke, drinks a glass of wine on weekends.",
    "Electrocardiogram: sinus rhythm, rate 72 per minute, no signs of ischaemia.",
    "Patient was told to weigh herself daily and to call when she gains more than two kilograms in three days.",
    "COVID-19, mRNA vaccine, second dose given in May; no reaction.",
    "MRI of the head without contrast: no bleeding, no mass, age-appropriate findings.",
    "",
]


def floats(path):
    """Returns the model with plain products in place of those of integers."""
    model = onnx.load(str(path))
    graph = model.graph
    tensors = {tensor.name: tensor for tensor in graph.initializer}
    makers = {output: node for node in graph.node for output in node.output}
    nodes = []
    for node in graph.node:
        cast = next((makers[name] for name in node.input if name in makers and makers[name].op_type == "Cast"), None)
        product = makers.get(cast.input[0]) if node.op_type == "Mul" and cast else None
        if product is None or product.op_type != "MatMulInteger":
            nodes.append(node)
            continue
        scales = makers[next(name for name in node.input if name != cast.output[0])]
        scale = next(numpy_helper.to_array(tensors[name]) for name in scales.input if name in tensors)
        zero = numpy_helper.to_array(tensors[product.input[3]]).astype(np.float32)
        weights = (numpy_helper.to_array(tensors[product.input[1]]).astype(np.float32) - zero) * scale
        name = product.input[1] + "/f32"
        if name not in tensors:
            tensors[name] = numpy_helper.from_array(weights.astype(np.float32), name)
            graph.initializer.append(tensors[name])
        nodes.append(helper.make_node("MatMul", [makers[product.input[0]].input[0], name], list(node.output)))
    used = {output.name for output in graph.output}
    kept = []
    for node in reversed(nodes):
        if used.intersection(node.output):
            used.update(node.input)
            kept.append(node)
    del graph.node[:]
    graph.node.extend(reversed(kept))
    return onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])


def tokenizer(model):
    read = Tokenizer.from_file(str(WEIGHTS / model / "tokenizer.json"))
    read.no_padding()
    read.enable_truncation(MAX_TOKENS)
    read.encode_special_tokens = True
    return read


def run(session, encoding):
    feed = {"input_ids": np.array([encoding.ids]), "attention_mask": np.array([encoding.attention_mask]),
            "token_type_ids": np.array([encoding.type_ids])}
    return session.run(None, feed)[0][0].astype(np.float64)


def main():
    embed, rerank = floats(WEIGHTS / EMBEDDER / "source.onnx"), floats(WEIGHTS / RERANKER / "source.onnx")
    of_embedder, of_reranker = tokenizer(EMBEDDER), tokenizer(RERANKER)
    vectors = []
    for text in QUESTIONS + PASSAGES:
        first = run(embed, of_embedder.encode(text))[0]
        vectors.append({"text": text, "vector": [round(float(value), 6) for value in first / np.linalg.norm(first)]})
    scores = [[round(float(run(rerank, of_reranker.encode(question, passage))[0]), 5) for passage in PASSAGES] for question in QUESTIONS]
    reference = {"embedder": EMBEDDER, "vectors": vectors, "reranker": RERANKER, "questions": QUESTIONS, "passages": PASSAGES, "scores": scores}
    TARGET.write_text(json.dumps(reference, ensure_ascii=False, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
