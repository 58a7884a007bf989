//! The attention mask, which hides nothing when one text is encoded alone: its operators are removed.
//!
//! A mask is only removed when running it shows that it adds nothing; a causal mask or a position
//! bias, which would add something, stays.

use std::collections::BTreeMap;

use prost::Message as _;
use tract_onnx::pb::{GraphProto, ModelProto, NodeProto, ValueInfoProto};

use super::convert::drop_unused;
use super::graph::Graph;
use super::proto::producer;

/// The lengths, in tokens, at which a mask must add nothing.
const LENGTHS: [usize; 4] = [1, 2, 7, 64];

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
    let mut wanted = std::collections::BTreeSet::from([value]);
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
    let zero = |graph: &Graph, tokens: usize| {
        graph.run(&vec![0; tokens]).is_ok_and(|(_, mask)| mask.iter().all(|add| *add == 0.0))
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
