//! Tables of quantised rows: look up first, scale after.
//!
//! Exporters write `Gather(scaled table, ids)`, which scales a whole vocabulary for every text.

use tract_onnx::pb::{AttributeProto, GraphProto, NodeProto};

use super::proto::{node, producer};

/// Turns `Gather(Mul(Cast(table), scale), ids)` to `Mul(Cast(Gather(table, ids)), Gather(scale, ids))`
/// where the table is a matrix of weights and the scale has one number a row, and `Gather(DequantizeLinear(table), ids)` to
/// `DequantizeLinear(Gather(table, ids))` where one scale is for all.
pub fn gather_before_scaling(graph: &mut GraphProto) {
    let mut nodes = Vec::with_capacity(graph.node.len());
    for gather in &graph.node {
        match scaled_table(graph, gather).and_then(|(cast, scale)| gathered_rows(gather, cast, scale)) {
            Some(rows) => nodes.extend(rows),
            None => match dequantised_table(graph, gather) {
                Some(rows) => nodes.extend(rows),
                None => nodes.push(gather.clone()),
            },
        }
    }
    graph.node = nodes;
}

/// Returns the cast and the name of the scale of the quantised table that `gather` takes rows of, if it does.
fn scaled_table<'g>(graph: &'g GraphProto, gather: &NodeProto) -> Option<(&'g NodeProto, &'g str)> {
    let rows = |attribute: &AttributeProto| attribute.name != "axis" || attribute.i == 0;
    if gather.op_type != "Gather" || !gather.attribute.iter().all(rows) {
        return None;
    }
    let product = producer(graph, gather.input.first()?, "Mul")?;
    let cast = producer(graph, product.input.first()?, "Cast")?;
    let scale = product.input.get(1)?;
    let table = graph.initializer.iter().find(|tensor| Some(&tensor.name) == cast.input.first())?;
    let factors = graph.initializer.iter().find(|tensor| tensor.name == *scale)?;
    match (table.dims.as_slice(), factors.dims.as_slice()) {
        ([rows, _], [factors, 1]) if rows == factors => Some((cast, scale)),
        _ => None,
    }
}

/// Returns the operators that look up rows of a table before they are dequantised, if `gather` takes rows of such a table.
fn dequantised_table(graph: &GraphProto, gather: &NodeProto) -> Option<[NodeProto; 2]> {
    let rows = |attribute: &AttributeProto| attribute.name != "axis" || attribute.i == 0;
    if gather.op_type != "Gather" || !gather.attribute.iter().all(rows) {
        return None;
    }
    let dequantise = producer(graph, gather.input.first()?, "DequantizeLinear")?;
    let factors = dequantise.input.iter().skip(1);
    let one = |name: &String| {
        graph.initializer.iter().any(|tensor| tensor.name == *name && tensor.dims.iter().all(|dim| *dim == 1))
    };
    let table = graph.initializer.iter().find(|tensor| Some(&tensor.name) == dequantise.input.first())?;
    if table.dims.len() != 2 || !factors.clone().all(one) {
        return None;
    }
    let output = gather.output.first()?;
    let rows = format!("{output}/rows");
    let mut scaled = NodeProto { name: output.clone(), output: vec![output.clone()], ..dequantise.clone() };
    scaled.input = std::iter::once(&rows).chain(factors).cloned().collect();
    Some([node("Gather", &[&table.name, gather.input.get(1)?], &rows), scaled])
}

fn gathered_rows(gather: &NodeProto, cast: &NodeProto, scale: &str) -> Option<[NodeProto; 4]> {
    let (table, ids, output) = (cast.input.first()?, gather.input.get(1)?, gather.output.first()?);
    let [rows, numbers, scales] = ["rows", "numbers", "scales"].map(|part| format!("{output}/{part}"));
    let mut convert = node("Cast", &[&rows], &numbers);
    convert.attribute.clone_from(&cast.attribute);
    Some([
        node("Gather", &[table, ids], &rows),
        convert,
        node("Gather", &[scale, ids], &scales),
        node("Mul", &[&numbers, &scales], output),
    ])
}
