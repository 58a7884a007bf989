//! The attention mask, which hides nothing when one text is encoded alone: its operators are removed.
//!
//! A mask is only removed when running it shows that it adds nothing; a causal mask or a position
//! bias, which would add something, stays.

use std::collections::{BTreeMap, BTreeSet};

use prost::Message as _;
use tract_onnx::pb::{GraphProto, ModelProto, NodeProto, ValueInfoProto};

use super::convert::drop_unused;
use super::graph::Graph;
use super::proto::producer;

/// The lengths, in tokens, at which a mask must add nothing.
const LENGTHS: [u32; 4] = [1, 2, 7, 64];

/// Makes each `Softmax(Add(scores, mask))` a `Softmax(scores)` where the mask adds nothing, and takes
/// away the guard against rows in which everything is masked.
pub fn remove_idle_masks(model: &ModelProto, graph: &mut GraphProto) {
    let mut idle = BTreeMap::new();
    for softmax in 0..graph.node.len() {
        if let Some((scores, mask)) = masked_scores(graph, softmax)
            && *idle.entry(mask.clone()).or_insert_with(|| adds_nothing(model, graph, &mask))
            && let Some(node) = graph.node.get_mut(softmax)
        {
            node.input = vec![scores];
        }
    }
    for (guarded, probabilities) in guards(graph) {
        for input in graph.node.iter_mut().flat_map(|node| &mut node.input).filter(|input| **input == guarded) {
            input.clone_from(&probabilities);
        }
    }
}

/// Returns the two values that the input of the operator at `index` is the sum of, if it is a softmax
/// of a sum; the second is the one that weights have no part in.
fn masked_scores(graph: &GraphProto, index: usize) -> Option<(String, String)> {
    let softmax = graph.node.get(index).filter(|node| node.op_type == "Softmax")?;
    let sum = producer(graph, softmax.input.first()?, "Add")?;
    let [left, right] = sum.input.as_slice() else { return None };
    match (comes_from_weights(graph, left), comes_from_weights(graph, right)) {
        (true, false) => Some((left.clone(), right.clone())),
        (false, true) => Some((right.clone(), left.clone())),
        _ => None,
    }
}

fn comes_from_weights(graph: &GraphProto, value: &str) -> bool {
    let product = |node: &NodeProto| matches!(node.op_type.as_str(), "MatMul" | "Gemm" | "Einsum");
    ancestors(graph, value).into_iter().any(product)
}

fn ancestors<'g>(graph: &'g GraphProto, value: &'g str) -> Vec<&'g NodeProto> {
    let mut wanted = BTreeSet::from([value]);
    graph
        .node
        .iter()
        .rev()
        .filter(|node| {
            let leads_there = node.output.iter().any(|output| wanted.contains(output.as_str()));
            if leads_there {
                wanted.extend(node.input.iter().map(String::as_str));
            }
            leads_there
        })
        .collect()
}

/// Whether `value` is 0 throughout at each of [`LENGTHS`], found by running the part that gives it.
fn adds_nothing(model: &ModelProto, graph: &GraphProto, value: &str) -> bool {
    let mut part = graph.clone();
    part.output = vec![ValueInfoProto { name: value.to_owned(), ..ValueInfoProto::default() }];
    drop_unused(&mut part);
    let part = ModelProto { graph: Some(part), ..model.clone() };
    let zero = |graph: &Graph, tokens: u32| {
        graph
            .run(&(0..tokens).collect::<Vec<_>>())
            .is_ok_and(|outputs| matches!(outputs.as_slice(), [(_, mask)] if mask.iter().all(|add| *add == 0.0)))
    };
    Graph::load(&part.encode_to_vec()).is_ok_and(|graph| LENGTHS.iter().all(|tokens| zero(&graph, *tokens)))
}

/// Returns the values of the form `Where(IsNaN(p), …, p)` with `p` a softmax, each with its `p`. A row that
/// nothing is masked in has no NaN to guard against.
fn guards(graph: &GraphProto) -> Vec<(String, String)> {
    let guard = |node: &NodeProto| {
        let [condition, _, probabilities] = node.input.as_slice() else { return None };
        let test = producer(graph, condition, "IsNaN")?;
        let bare = producer(graph, probabilities, "Softmax")?;
        let unmasked = producer(graph, bare.input.first()?, "Add").is_none();
        (node.op_type == "Where" && test.input.first() == Some(probabilities) && unmasked)
            .then(|| Some((node.output.first()?.clone(), probabilities.clone())))?
    };
    graph.node.iter().filter_map(guard).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::onnx::convert::fix_input;
    use crate::model::onnx::proto::{INPUT, node};
    use crate::model::onnx::toy::{self, weight};
    use tract_onnx::pb::AttributeProto;
    use tract_onnx::pb::attribute_proto::AttributeType;
    use tract_onnx::pb::tensor_proto::DataType;

    fn ints(name: &str, values: &[i64]) -> AttributeProto {
        AttributeProto {
            name: name.into(),
            r#type: AttributeType::Ints as i32,
            ints: values.into(),
            ..AttributeProto::default()
        }
    }

    fn with(mut node: NodeProto, attribute: AttributeProto) -> NodeProto {
        node.attribute.push(attribute);
        node
    }

    /// One head of attention over the toy's words, whose mask is what `masking` gives as `mask`.
    fn attention(masking: &[NodeProto]) -> (ModelProto, GraphProto) {
        let mut model = toy::proto();
        let mut graph = model.graph.take().unwrap();
        let number = |name: &str, value: f32| weight(name, &[], DataType::Float, value.to_le_bytes().into());
        let whole = |name: &str, value: i64| weight(name, &[], DataType::Int64, value.to_le_bytes().into());
        graph.initializer.extend([number("zero", 0.0), number("low", f32::NEG_INFINITY), number("small", 0.001)]);
        graph.initializer.extend([
            whole("0", 0),
            whole("1", 1),
            weight("[1]", &[1], DataType::Int64, 1i64.to_le_bytes().into()),
        ]);
        graph.node.truncate(3);
        graph.node.push(node("Mul", &["words", "small"], "states"));
        graph.node.push(with(node("Transpose", &["states"], "columns"), ints("perm", &[0, 2, 1])));
        graph.node.push(node("MatMul", &["states", "columns"], "scores"));
        graph.node.extend_from_slice(masking);
        graph.node.extend([
            node("Add", &["scores", "mask"], "masked"),
            node("Softmax", &["masked"], "bare"),
            node("IsNaN", &["bare"], "nothing"),
            node("Where", &["nothing", "zero", "bare"], "attended"),
            node("MatMul", &["attended", "states"], "hidden"),
        ]);
        fix_input(&mut graph, "attention_mask", 1);
        fix_input(&mut graph, "token_type_ids", 0);
        (model, graph)
    }

    fn run(model: &ModelProto, graph: &GraphProto) -> Vec<f32> {
        let mut graph = graph.clone();
        graph.output[0].r#type = None;
        drop_unused(&mut graph);
        let onnx = ModelProto { graph: Some(graph), ..model.clone() }.encode_to_vec();
        Graph::load(&onnx).unwrap().hidden(&[1, 2, 3, 5, 8], toy::DIMENSIONS).unwrap()
    }

    fn is_masked(graph: &GraphProto) -> bool {
        let softmax = graph.node.iter().find(|node| node.op_type == "Softmax").unwrap();
        softmax.input[0] == "masked"
    }

    fn cast(input: &str, to: DataType, output: &str) -> NodeProto {
        let to = AttributeProto {
            name: "to".into(),
            r#type: AttributeType::Int as i32,
            i: to as i64,
            ..AttributeProto::default()
        };
        with(node("Cast", &[input], output), to)
    }

    fn padding() -> Vec<NodeProto> {
        vec![
            cast("attention_mask", DataType::Bool, "attended?"),
            node("Unsqueeze", &["attended?", "[1]"], "for each"),
            node("Where", &["for each", "zero", "low"], "mask"),
        ]
    }

    #[test]
    fn a_padding_mask_goes_and_changes_nothing() {
        let (model, before) = attention(&padding());
        let mut after = before.clone();
        remove_idle_masks(&model, &mut after);
        assert!(is_masked(&before) && !is_masked(&after));
        assert_eq!(run(&model, &after), run(&model, &before));
        drop_unused(&mut after);
        assert!(after.node.iter().all(|node| !matches!(node.op_type.as_str(), "Where" | "IsNaN" | "Shape")));
    }

    #[test]
    fn a_causal_mask_stays() {
        let causal = [
            node("Shape", &[INPUT], "shape"),
            node("Gather", &["shape", "1"], "length"),
            node("Range", &["0", "length", "1"], "counted"),
            cast("counted", DataType::Float, "positions"),
            node("Unsqueeze", &["positions", "[1]"], "from"),
            node("GreaterOrEqual", &["from", "positions"], "earlier"),
            node("Where", &["earlier", "zero", "low"], "mask"),
        ];
        let (model, before) = attention(&causal);
        let mut after = before.clone();
        remove_idle_masks(&model, &mut after);
        assert_eq!(after, before);
    }

    #[test]
    fn a_bias_by_word_stays() {
        let by_word =
            [cast(INPUT, DataType::Float, "numbers of words"), node("Unsqueeze", &["numbers of words", "[1]"], "mask")];
        let (model, before) = attention(&by_word);
        let mut after = before.clone();
        remove_idle_masks(&model, &mut after);
        assert_eq!(after, before);
        assert_ne!(run(&model, &after), run(&model, &attention(&padding()).1));
    }
}
