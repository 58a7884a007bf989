//! Products with weights of four bits: `MatMulNBits` of the domain `com.microsoft`.
//!
//! The file keeps four bits a weight; when it is loaded they are widened to `f32` and the operator becomes a plain `MatMul`.
//! The layout is the one of ONNX Runtime's contributed operators: for each of `N` columns `K` weights in blocks of
//! `block_size`, two to a byte, the lower half first; a scale for each block; zero points packed the same way, 8 where there
//! are none.

use tract_onnx::pb::tensor_proto::DataType;
use tract_onnx::pb::{GraphProto, ModelProto, NodeProto, TensorProto};

use super::proto::node;
use crate::error::{Code, Error, Result};

/// The domain that the operator belongs to.
const DOMAIN: &str = "com.microsoft";
/// The value that stands for nothing where no zero points are given.
const MIDDLE: i32 = 8;

/// Makes each `MatMulNBits` of `graph` a `MatMul` with `f32` weights.
///
/// # Errors
/// `model` when weights, scales or zero points are not as long as the operator says; `unsupported` for other than four
/// bits, reordered groups or a bias.
pub fn widen(model: &mut ModelProto, graph: &mut GraphProto) -> Result<()> {
    let mut nodes = Vec::with_capacity(graph.node.len());
    let mut widened: Vec<TensorProto> = Vec::new();
    for product in &graph.node {
        if product.op_type != "MatMulNBits" {
            nodes.push(product.clone());
            continue;
        }
        let [input, weights, ..] = product.input.as_slice() else { return Err(damaged()) };
        let [output] = product.output.as_slice() else { return Err(damaged()) };
        let wide = format!("{weights}/f32");
        if !widened.iter().any(|tensor| tensor.name == wide) {
            widened.push(TensorProto { name: wide.clone(), ..matrix(graph, product)? });
        }
        nodes.push(node("MatMul", &[input, &wide], output));
    }
    if widened.is_empty() {
        return Ok(());
    }
    graph.node = nodes;
    graph.initializer.extend(widened);
    super::convert::drop_unused(graph);
    model.opset_import.retain(|opset| opset.domain != DOMAIN);
    Ok(())
}

/// The weights of a product, taken apart.
pub struct Blocks {
    /// The rows, `K`.
    pub rows: usize,
    /// The columns, `N`.
    pub columns: usize,
    /// Rows of a block.
    pub block: usize,
    /// `[rows, columns]`, each less its zero point.
    pub values: Vec<i32>,
    /// For each block and column what a unit stands for, `[blocks, columns] f32`.
    pub scales: Vec<f32>,
}

/// Returns the weights of `product`, a `MatMulNBits` of `graph`.
///
/// # Errors
/// As [`widen`].
pub fn blocks(graph: &GraphProto, product: &NodeProto) -> Result<Blocks> {
    let number = |name: &str| {
        let attribute = product.attribute.iter().find(|attribute| attribute.name == name)?;
        usize::try_from(attribute.i).ok()
    };
    if number("bits") != Some(4) || product.input.iter().skip(4).any(|name| !name.is_empty()) {
        return Err(Error::new(
            Code::Unsupported,
            "the model has packed weights of a kind that is not read: use one with four-bit weights without groups",
        ));
    }
    let (rows, columns, block) = match (number("K"), number("N"), number("block_size")) {
        (Some(rows @ 1..), Some(columns @ 1..), Some(block @ 2..)) if block % 2 == 0 => (rows, columns, block),
        _ => return Err(damaged()),
    };
    let blocks = rows.div_ceil(block);
    let size = |factors: &[usize]| factors.iter().try_fold(1usize, |all, factor| all.checked_mul(*factor));
    let packed = bytes(graph, product, 1, size(&[columns, blocks, block / 2]))?.ok_or_else(damaged)?;
    let packed_scales = bytes(graph, product, 2, size(&[columns, blocks, 4]))?.ok_or_else(damaged)?;
    let zeros = bytes(graph, product, 3, size(&[columns, blocks.div_ceil(2)]))?;
    let mut values = vec![0; size(&[rows, columns]).ok_or_else(damaged)?];
    let mut scales = vec![0.0; size(&[blocks, columns]).ok_or_else(damaged)?];
    let packed_columns = packed.chunks_exact(blocks * block / 2);
    for (column, (packed, packed_scales)) in packed_columns.zip(packed_scales.chunks_exact(blocks * 4)).enumerate() {
        for (at, (packed, scale)) in packed.chunks_exact(block / 2).zip(packed_scales.as_chunks::<4>().0).enumerate() {
            if let Some(to) = scales.get_mut(at * columns + column) {
                *to = f32::from_le_bytes(*scale);
            }
            let zero = match zeros {
                None => MIDDLE,
                Some(zeros) => zeros.get(column * blocks.div_ceil(2) + at / 2).map_or(MIDDLE, |pair| half(*pair, at)),
            };
            for (offset, weight) in packed.iter().flat_map(|pair| [half(*pair, 0), half(*pair, 1)]).enumerate() {
                // The last block may be longer than the column.
                let row = at * block + offset;
                if let Some(value) = values.get_mut(row * columns + column).filter(|_| row < rows) {
                    *value = weight - zero;
                }
            }
        }
    }
    Ok(Blocks { rows, columns, block, values, scales })
}

/// Returns the weights of `product`, `[K, N] f32`.
fn matrix(graph: &GraphProto, product: &NodeProto) -> Result<TensorProto> {
    let Blocks { rows, columns, block, values, scales } = blocks(graph, product)?;
    let scales = scales.chunks_exact(columns).flat_map(|row| std::iter::repeat_n(row, block)).flatten();
    let wide = values.iter().zip(scales).map(|(value, scale)| *value as f32 * scale);
    Ok(TensorProto {
        dims: [rows, columns].iter().filter_map(|dim| i64::try_from(*dim).ok()).collect(),
        data_type: DataType::Float as i32,
        raw_data: wide.flat_map(f32::to_le_bytes).collect(),
        ..TensorProto::default()
    })
}

/// Returns the lower (even `at`) or upper half of `pair`.
fn half(pair: u8, at: usize) -> i32 {
    i32::from(if at.is_multiple_of(2) { pair & 15 } else { pair >> 4 })
}

/// Returns the bytes of the weights that are input `index` of `product`; `None` when it has no such input.
fn bytes<'g>(
    graph: &'g GraphProto,
    product: &NodeProto,
    index: usize,
    length: Option<usize>,
) -> Result<Option<&'g [u8]>> {
    let Some(name) = product.input.get(index).filter(|name| !name.is_empty()) else { return Ok(None) };
    let tensor = graph.initializer.iter().find(|tensor| tensor.name == *name).ok_or_else(damaged)?;
    if Some(tensor.raw_data.len()) != length {
        return Err(damaged());
    }
    Ok(Some(&tensor.raw_data))
}

fn damaged() -> Error {
    Error::new(Code::Model, "the packed weights of the model are not as long as their operator says: fetch it again")
}

#[cfg(test)]
mod tests {
    use super::super::toy::weight;
    use super::*;
    use tract_onnx::pb::AttributeProto;
    use tract_onnx::pb::attribute_proto::AttributeType;

    /// Three rows, two columns, blocks of two: the last block is half empty.
    fn product(zeros: bool) -> (ModelProto, GraphProto) {
        let mut op = node("MatMulNBits", &["x", "packed", "scales"], "y");
        op.domain = DOMAIN.into();
        for (name, value) in [("K", 3), ("N", 2), ("bits", 4), ("block_size", 2)] {
            op.attribute.push(AttributeProto {
                name: name.into(),
                r#type: AttributeType::Int as i32,
                i: value,
                ..AttributeProto::default()
            });
        }
        let scales = [1.0_f32, 0.5, 2.0, 10.0].iter().flat_map(|scale| scale.to_le_bytes()).collect();
        let mut graph = GraphProto {
            initializer: vec![
                weight("packed", &[2, 2, 1], DataType::Uint8, vec![0x9A, 0xF0, 0x87, 0x01]),
                weight("scales", &[4], DataType::Float, scales),
            ],
            output: vec![super::super::toy::value("y", DataType::Float, &[])],
            ..GraphProto::default()
        };
        if zeros {
            op.input.push("zeros".into());
            graph.initializer.push(weight("zeros", &[2, 1], DataType::Uint8, vec![0x10, 0x08]));
        }
        graph.node.push(op);
        (ModelProto::default(), graph)
    }

    fn widened(zeros: bool) -> Vec<f32> {
        let (mut model, mut graph) = product(zeros);
        widen(&mut model, &mut graph).unwrap();
        assert_eq!(graph.node[0].op_type, "MatMul");
        let [wide] = graph.initializer.as_slice() else { panic!("the packed weights are gone") };
        assert_eq!(wide.dims, [3, 2]);
        wide.raw_data.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
    }

    #[test]
    fn weights_are_unpacked_as_the_operator_lays_them_out() {
        // Column 0: A, 9 at scale 1, then 0 at scale 0.5; column 1: 7, 8 at scale 2, then 1 at scale 10; less 8 each.
        assert_eq!(widened(false), [2.0, -2.0, 1.0, 0.0, -4.0, -70.0]);
        // Zero points: column 0: 0 and 1; column 1: 8 and 0.
        assert_eq!(widened(true), [10.0, -2.0, 9.0, 0.0, -0.5, 10.0]);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let refused = |change: fn(&mut GraphProto)| {
            let (mut model, mut graph) = product(true);
            change(&mut graph);
            widen(&mut model, &mut graph).unwrap_err().code()
        };
        assert_eq!(refused(|graph| graph.node[0].attribute[0].i = 5), Code::Model);
        assert_eq!(refused(|graph| graph.node[0].attribute[0].i = i64::MAX), Code::Model);
        assert_eq!(refused(|graph| graph.node[0].attribute[1].i = 0), Code::Model);
        assert_eq!(refused(|graph| graph.node[0].attribute[2].i = 8), Code::Unsupported);
        assert_eq!(refused(|graph| graph.node[0].attribute[3].i = 3), Code::Model);
        assert_eq!(refused(|graph| graph.node[0].input.push("groups".into())), Code::Unsupported);
        assert_eq!(refused(|graph| graph.node[0].input[1] = "nowhere".into()), Code::Model);
        assert_eq!(refused(|graph| graph.node[0].input.truncate(1)), Code::Model);
        assert_eq!(refused(|graph| graph.initializer[2].raw_data.push(0)), Code::Model);
    }
}
