"""An export with dynamic int8 products, made of one whose weights are of eight bits: SOURCE.onnx TARGET.onnx.

onnxruntime widens the weights to f32, as it does when it loads the file, and quantises them as its own `quantize_dynamic` does for the web:
eight bits signed, one scale for each column.
"""

import logging
import sys
import tempfile
from pathlib import Path

import onnxruntime
from onnxruntime.quantization import QuantType, quantize_dynamic

logging.disable(logging.WARNING)
source, target = sys.argv[1:]
with tempfile.TemporaryDirectory() as folder:
    wide = str(Path(folder) / "f32.onnx")
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    options.optimized_model_filepath = wide
    options.log_severity_level = 3
    onnxruntime.InferenceSession(source, options, providers=["CPUExecutionProvider"])
    quantize_dynamic(wide, target, per_channel=True, weight_type=QuantType.QInt8)
