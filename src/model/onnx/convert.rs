//! From an ONNX export as published to the form that the embedder runs.
//!
//! One text is encoded at a time and never padded, so the attention mask is all ones and, but for pairs of texts, the token
//! types are all zeros: both inputs become constants and the masking goes. A table of quantised rows stays
//! quantised and only the rows that are looked up are scaled. Shapes that the exporter wrote down are
//! dropped, since they contradict the ones that follow from the operators. No weight changes: the
//! outcome is the same but for rounding.

use std::collections::BTreeSet;

use prost::Message as _;
use tract_onnx::pb::tensor_proto::DataType;
use tract_onnx::pb::type_proto::Value;
use tract_onnx::pb::{AttributeProto, GraphProto, ModelProto, NodeProto, TensorProto, attribute_proto};

use super::mask::remove_idle_masks;
use super::proto::{self, INPUT, TYPES, node};
use super::table::gather_before_scaling;
use crate::error::Result;

/// Returns the prepared form of the BERT-like encoder `onnx`: one input, `input_ids`, `[1, tokens] i64`,
/// and the outputs it had. The same bytes come of the same bytes.
///
/// # Errors
/// `model` when the bytes are not a whole and consistent ONNX file; `unsupported` when it has
/// operators with graphs of their own, weights outside the file, or no input called `input_ids`.
pub fn prepare(onnx: &[u8]) -> Result<Vec<u8>> {
    prepared(onnx, |graph| fix_input(graph, TYPES, 0))
}

/// As [`prepare`], for pairs of texts: an export that tells the two apart keeps the input `token_type_ids` for it, of the same shape.
///
/// # Errors
/// As [`prepare`].
pub fn prepare_pairs(onnx: &[u8]) -> Result<Vec<u8>> {
    prepared(onnx, |_| {})
}

fn prepared(onnx: &[u8], settle_types: impl FnOnce(&mut GraphProto)) -> Result<Vec<u8>> {
    let (model, mut graph) = proto::read(onnx)?;
    forget_stated_shapes(&mut graph);
    gather_before_scaling(&mut graph);
    fix_input(&mut graph, "attention_mask", 1);
    settle_types(&mut graph);
    remove_idle_masks(&model, &mut graph);
    drop_unused(&mut graph);
    Ok(ModelProto { graph: Some(graph), ..model }.encode_to_vec())
}

fn forget_stated_shapes(graph: &mut GraphProto) {
    graph.value_info.clear();
    for output in &mut graph.output {
        if let Some(Value::TensorType(tensor)) = output.r#type.as_mut().and_then(|of| of.value.as_mut()) {
            tensor.shape = None;
        }
    }
}

/// Makes the input `name`, where there is one, the constant `value` in the shape of [`INPUT`].
pub(super) fn fix_input(graph: &mut GraphProto, name: &str, value: i64) {
    let before = graph.input.len();
    graph.input.retain(|input| input.name != name);
    if graph.input.len() == before {
        return;
    }
    let shape = format!("{name}/shape");
    let constant = TensorProto {
        dims: vec![1],
        data_type: DataType::Int64 as i32,
        raw_data: value.to_le_bytes().to_vec(),
        ..TensorProto::default()
    };
    let value = AttributeProto {
        name: "value".into(),
        r#type: attribute_proto::AttributeType::Tensor as i32,
        t: Some(constant),
        ..AttributeProto::default()
    };
    let mut of_shape = node("ConstantOfShape", &[&shape], name);
    of_shape.attribute.push(value);
    graph.node.splice(0..0, [node("Shape", &[INPUT], &shape), of_shape]);
}

/// Drops operators and weights that lead to no output; operators are in order of use.
pub(super) fn drop_unused(graph: &mut GraphProto) {
    let mut used: BTreeSet<String> = graph.output.iter().map(|output| output.name.clone()).collect();
    let mut kept: Vec<NodeProto> = Vec::with_capacity(graph.node.len());
    for node in graph.node.drain(..).rev() {
        if node.output.iter().any(|output| used.contains(output)) {
            used.extend(node.input.iter().cloned());
            kept.push(node);
        }
    }
    kept.reverse();
    graph.node = kept;
    graph.initializer.retain(|tensor| used.contains(&tensor.name));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{Code, Error};
    use crate::model::onnx::toy;
    use tract_onnx::pb::tensor_proto::DataLocation;

    fn prepared() -> GraphProto {
        proto::read(&prepare(&toy::onnx()).unwrap()).unwrap().1
    }

    fn refusal(change: impl FnOnce(&mut GraphProto)) -> Error {
        let mut model = toy::proto();
        change(model.graph.as_mut().unwrap());
        prepare(&model.encode_to_vec()).unwrap_err()
    }

    #[test]
    fn one_input_is_left_and_no_stated_shape() {
        let graph = prepared();
        assert_eq!(graph.input.iter().map(|input| input.name.as_str()).collect::<Vec<_>>(), [INPUT]);
        let Value::TensorType(output) = graph.output[0].r#type.clone().unwrap().value.unwrap();
        assert!(output.shape.is_none() && graph.value_info.is_empty());
    }

    #[test]
    fn rows_are_looked_up_before_they_are_scaled() {
        let graph = prepared();
        let gather = graph.node.iter().find(|node| node.op_type == "Gather" && node.input[0] == "table").unwrap();
        assert_eq!(gather.input[1], INPUT);
        assert!(graph.node.iter().all(|node| node.op_type != "Cast" || node.input[0] != "table"));
    }

    #[test]
    fn what_leads_nowhere_is_dropped() {
        assert!(prepared().node.iter().all(|node| node.op_type != "Relu"));
    }

    #[test]
    fn preparing_twice_is_preparing_once() {
        let once = prepare(&toy::onnx()).unwrap();
        assert_eq!(prepare(&once).unwrap(), once);
    }

    #[test]
    fn the_texts_of_a_pair_stay_told_apart() {
        let once = prepare_pairs(&toy::onnx()).unwrap();
        let graph = proto::read(&once).unwrap().1;
        assert_eq!(graph.input.iter().map(|input| input.name.as_str()).collect::<Vec<_>>(), [INPUT, TYPES]);
        assert_eq!(prepare_pairs(&once).unwrap(), once);
    }

    #[test]
    fn a_table_scaled_by_column_is_left_alone() {
        let mut model = toy::proto();
        let graph = model.graph.as_mut().unwrap();
        graph.initializer[1].dims = vec![1, 4];
        graph.initializer[1].raw_data.truncate(16);
        let graph = proto::read(&prepare(&model.encode_to_vec()).unwrap()).unwrap().1;
        assert!(graph.node.iter().any(|node| node.op_type == "Gather" && node.input[0] == "weights"));
    }

    #[test]
    fn damage_and_strangers_are_named() {
        assert_eq!(prepare(b"").unwrap_err().code(), Code::Model);
        assert_eq!(prepare(b"not an ONNX file").unwrap_err().code(), Code::Model);
        assert_eq!(refusal(|graph| graph.node[0].input[0] = "nowhere".into()).code(), Code::Model);
        assert_eq!(refusal(|graph| graph.node.swap(0, 1)).code(), Code::Model);
        assert_eq!(refusal(|graph| graph.output[0].name = "nowhere".into()).code(), Code::Model);
        assert_eq!(refusal(|graph| graph.output.clear()).code(), Code::Model);
        assert_eq!(refusal(|graph| graph.initializer[0].dims[0] = 11).code(), Code::Model);
        assert_eq!(refusal(|graph| graph.initializer[0].dims = vec![i64::MAX, i64::MAX]).code(), Code::Model);
        assert_eq!(refusal(|graph| graph.initializer[0].dims[0] = -1).code(), Code::Model);
        assert_eq!(refusal(|graph| graph.initializer[1].raw_data.truncate(3)).code(), Code::Model);
        let external = Some(DataLocation::External as i32);
        assert_eq!(refusal(|graph| graph.initializer[0].data_location = external).code(), Code::Unsupported);
        assert_eq!(refusal(|graph| graph.input[0].name = "pixels".into()).code(), Code::Unsupported);
        let body = AttributeProto { g: Some(GraphProto::default()), ..AttributeProto::default() };
        assert_eq!(refusal(|graph| graph.node[0].attribute.push(body)).code(), Code::Unsupported);
    }
}
