//! Products whose activations the file rounds as it runs: `DynamicQuantizeLinear` and `MatMulInteger`.
//!
//! The weights are what the model is; that activations are rounded to eight bits with one scale for a whole batch is only how one
//! runtime saves time. Here such a product becomes a plain `MatMul` of its input with the weights in `f32`, which is what the kernels
//! come near to, and which tract runs many times faster.

use tract_onnx::pb::tensor_proto::DataType;
use tract_onnx::pb::{GraphProto, NodeProto, TensorProto};

use super::proto::node;
use super::tensors::Values;

/// The parts of a product of integers.
pub struct Product<'g> {
    /// What was rounded, the value before it.
    pub input: &'g str,
    /// The weights, `[rows, columns] i8` or `u8`.
    pub weights: &'g str,
    /// Their scales.
    pub scales: &'g str,
    /// Their zeros.
    pub zeros: Option<&'g String>,
}

/// Returns the product that `scaled` scales, where it is `Mul(Cast(MatMulInteger(x, W)), Mul(scale of x, scale of W))`.
pub fn product<'g>(values: &Values<'g>, scaled: &NodeProto) -> Option<Product<'g>> {
    let [left, right] = scaled.input.as_slice() else { return None };
    let (cast, scales) = match (values.maker_of(left, "Cast"), values.maker_of(right, "Cast")) {
        (Some(cast), _) => (cast, right),
        (_, Some(cast)) => (cast, left),
        _ => return None,
    };
    let product = values.maker_of(cast.input.first()?, "MatMulInteger")?;
    let [rounded, weights, _, zeros @ ..] = product.input.as_slice() else { return None };
    let input = values.maker_of(rounded, "DynamicQuantizeLinear")?.input.first()?;
    let scales = values.maker_of(scales, "Mul")?.input.iter().find(|name| values.tensor(name).is_some())?;
    Some(Product { input, weights, scales, zeros: zeros.first() })
}

/// Makes each product of integers of `graph` a plain one.
pub fn widen(graph: &mut GraphProto) {
    let mut nodes = Vec::with_capacity(graph.node.len());
    let mut widened: Vec<TensorProto> = Vec::new();
    {
        let values = Values::new(graph);
        for scaled in &graph.node {
            let wide = product(&values, scaled).filter(|_| scaled.op_type == "Mul").and_then(|product| {
                let rounded = values.rounded_of(product.weights, product.scales, product.zeros)?;
                Some((product, rounded.floats()?, rounded.shape))
            });
            let (Some((product, floats, shape)), Some(output)) = (wide, scaled.output.first()) else {
                nodes.push(scaled.clone());
                continue;
            };
            let name = format!("{}/f32", product.weights);
            nodes.push(node("MatMul", &[product.input, &name], output));
            if !widened.iter().any(|tensor| tensor.name == name) {
                widened.push(TensorProto {
                    name,
                    dims: shape.iter().filter_map(|dim| i64::try_from(*dim).ok()).collect(),
                    data_type: DataType::Float as i32,
                    raw_data: floats.iter().flat_map(|weight| weight.to_le_bytes()).collect(),
                    ..TensorProto::default()
                });
            }
        }
    }
    if !widened.is_empty() {
        graph.node = nodes;
        graph.initializer.extend(widened);
        super::convert::drop_unused(graph);
    }
}
