//! Graphs that are computed in halves (`f16`): made to compute in `f32`.
//!
//! Halves save memory where a processor has them. WebAssembly has none, and not every operator of tract takes them.

use tract_onnx::pb::tensor_proto::DataType;
use tract_onnx::pb::{GraphProto, TensorProto};

use super::tensors::half;

/// Makes all halves of `graph` `f32`: weights, constants, and what is cast to them.
pub fn widen(graph: &mut GraphProto) {
    graph.initializer.iter_mut().for_each(widen_tensor);
    for node in &mut graph.node {
        for attribute in &mut node.attribute {
            attribute.t.iter_mut().chain(&mut attribute.tensors).for_each(widen_tensor);
            if node.op_type == "Cast" && attribute.name == "to" && attribute.i == DataType::Float16 as i64 {
                attribute.i = DataType::Float as i64;
            }
        }
    }
}

fn widen_tensor(tensor: &mut TensorProto) {
    if DataType::try_from(tensor.data_type) != Ok(DataType::Float16) {
        return;
    }
    let halves: Vec<f32> = if tensor.raw_data.is_empty() {
        // The format keeps the bits of a half in a number of 32.
        tensor.int32_data.drain(..).map(|bits| half(bits as u16)).collect()
    } else {
        tensor.raw_data.as_chunks().0.iter().map(|bytes| half(u16::from_le_bytes(*bytes))).collect()
    };
    tensor.data_type = DataType::Float as i32;
    tensor.raw_data = halves.iter().flat_map(|number| number.to_le_bytes()).collect();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::onnx::toy::weight;

    #[test]
    fn halves_become_wide_in_both_forms_of_a_tensor() {
        let mut raw = weight("a", &[2], DataType::Float16, vec![0x00, 0x3c, 0x00, 0xc0]);
        let mut listed = TensorProto { int32_data: vec![0x3c00, 0xc000], raw_data: vec![], ..raw.clone() };
        for tensor in [&mut raw, &mut listed] {
            widen_tensor(tensor);
            assert_eq!(tensor.data_type, DataType::Float as i32);
            assert_eq!(tensor.raw_data, [1.0f32, -2.0].map(f32::to_le_bytes).concat());
            assert!(tensor.int32_data.is_empty());
        }
        let whole = weight("b", &[1], DataType::Int64, vec![1; 8]);
        let mut same = whole.clone();
        widen_tensor(&mut same);
        assert_eq!(same, whole);
    }
}
