//! The ONNX file as data: reading it, refusing what is damaged, finding and making operators.

use std::collections::BTreeSet;

use prost::Message as _;
use tract_onnx::pb::tensor_proto::{DataLocation, DataType};
use tract_onnx::pb::{GraphProto, ModelProto, NodeProto, TensorProto};

use crate::error::{Code, Error, Place, Result};

/// The input that every encoder has: `[1, tokens] i64`, the token ids.
pub const INPUT: &str = "input_ids";
/// The input that says of each token which of two texts it is of, `[1, tokens] i64`: 0 or 1. Not every encoder has it.
pub const TYPES: &str = "token_type_ids";

/// Returns the ONNX model in `onnx` and, taken out of it, its graph, checked to be consistent in itself.
///
/// # Errors
/// `model` when it is damaged; `unsupported` when it is no encoder, has control flow or keeps weights elsewhere.
pub fn read(onnx: &[u8]) -> Result<(ModelProto, GraphProto)> {
    let not_onnx = || Error::new(Code::Model, "the model file is not a whole ONNX file: fetch it again");
    let mut model = ModelProto::decode(onnx).map_err(|_| not_onnx())?;
    let graph = model.graph.take().ok_or_else(not_onnx)?;
    check(&graph)?;
    Ok((model, graph))
}

/// Refuses what the runtime would trip over: dangling names, weights that are not as long as their
/// shape says or lie elsewhere, graphs within operators, orders of axes that are none.
fn check(graph: &GraphProto) -> Result<()> {
    if !graph.input.iter().any(|input| input.name == INPUT) {
        return Err(Error::new(
            Code::Unsupported,
            "the model has no input called input_ids: it is no BERT-like encoder",
        ));
    }
    let mut known = BTreeSet::from([""]);
    known.extend(graph.input.iter().map(|input| input.name.as_str()));
    for (index, tensor) in graph.initializer.iter().enumerate() {
        check_tensor(tensor).map_err(|error| error.at(Place::root().field("initializer").index(index)))?;
        known.insert(&tensor.name);
    }
    for (index, node) in graph.node.iter().enumerate() {
        let place = || Place::root().field("node").index(index);
        if node.input.iter().any(|name| !known.contains(name.as_str())) {
            return Err(Error::new(Code::Model, "an operator of the model uses a value that nothing before it gives")
                .at(place()));
        }
        for attribute in &node.attribute {
            if attribute.g.is_some() || !attribute.graphs.is_empty() {
                return Err(Error::new(Code::Unsupported, "the model has control flow, which is not read").at(place()));
            }
            // tract takes such an order apart without end.
            if node.op_type == "Transpose" && attribute.name == "perm" && !is_order(&attribute.ints) {
                return Err(Error::new(Code::Model, "an operator of the model puts axes into an order that is none")
                    .at(place()));
            }
            attribute
                .t
                .iter()
                .chain(&attribute.tensors)
                .try_for_each(check_tensor)
                .map_err(|error| error.at(place()))?;
        }
        known.extend(node.output.iter().map(String::as_str));
    }
    if graph.output.is_empty() || graph.output.iter().any(|output| !known.contains(output.name.as_str())) {
        return Err(Error::new(Code::Model, "the model names an output that nothing gives: the file is damaged"));
    }
    Ok(())
}

/// Whether `axes` names each axis once.
fn is_order(axes: &[i64]) -> bool {
    let named: BTreeSet<i64> = axes.iter().copied().collect();
    (0..axes.len()).all(|axis| i64::try_from(axis).is_ok_and(|axis| named.contains(&axis)))
}

fn check_tensor(tensor: &TensorProto) -> Result<()> {
    if tensor.data_location == Some(DataLocation::External as i32) {
        return Err(Error::new(
            Code::Unsupported,
            "the model keeps weights in a second file, which is not read: export it as one file",
        ));
    }
    let damaged = || Error::new(Code::Model, "a weight of the model does not have the length its shape says");
    let elements = tensor
        .dims
        .iter()
        .try_fold(1usize, |product, dim| product.checked_mul(usize::try_from(*dim).ok()?))
        .ok_or_else(damaged)?;
    let stored = if tensor.raw_data.is_empty() {
        [
            tensor.float_data.len(),
            tensor.int32_data.len(),
            tensor.int64_data.len(),
            tensor.double_data.len(),
            tensor.uint64_data.len(),
            tensor.string_data.len(),
        ]
        .into_iter()
        .sum()
    } else {
        let width = match DataType::try_from(tensor.data_type) {
            Ok(DataType::Bool | DataType::Int8 | DataType::Uint8) => 1,
            Ok(DataType::Float16 | DataType::Bfloat16 | DataType::Int16 | DataType::Uint16) => 2,
            Ok(DataType::Float | DataType::Int32 | DataType::Uint32) => 4,
            Ok(DataType::Double | DataType::Int64 | DataType::Uint64) => 8,
            _ => return Err(Error::new(Code::Unsupported, "a weight of the model is of a type that is not read")),
        };
        if !tensor.raw_data.len().is_multiple_of(width) {
            return Err(damaged());
        }
        tensor.raw_data.len() / width
    };
    if stored != elements {
        return Err(damaged().found(stored as u64, elements as u64));
    }
    Ok(())
}

/// Returns the operator of kind `op_type` that gives `value`, if one does.
pub fn producer<'g>(graph: &'g GraphProto, value: &str, op_type: &str) -> Option<&'g NodeProto> {
    graph.node.iter().find(|node| node.op_type == op_type && node.output.iter().any(|output| output == value))
}

/// Returns an operator, called like its one output.
pub fn node(op_type: &str, inputs: &[&str], output: &str) -> NodeProto {
    NodeProto {
        name: output.to_owned(),
        op_type: op_type.to_owned(),
        input: inputs.iter().map(|name| (*name).to_owned()).collect(),
        output: vec![output.to_owned()],
        ..NodeProto::default()
    }
}
