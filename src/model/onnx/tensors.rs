//! The numbers of a graph: initialisers, constants, and what a few operators make of them.

use std::collections::BTreeMap;

use tract_onnx::pb::tensor_proto::DataType;
use tract_onnx::pb::{GraphProto, NodeProto, TensorProto};

/// A graph by the names of its values.
pub struct Values<'g> {
    tensors: BTreeMap<&'g str, &'g TensorProto>,
    makers: BTreeMap<&'g str, &'g NodeProto>,
}

/// A matrix of eight bits: a number is `(value − zero) · scale`.
#[derive(Debug, Clone, PartialEq)]
pub struct Rounded {
    /// Rows and columns.
    pub shape: [usize; 2],
    /// Row by row; those of `u8` less 128, as are the zeros.
    pub values: Vec<i8>,
    /// One for all, or one for each row or column.
    pub scales: Vec<f32>,
    /// One for all, or one for each row or column.
    pub zeros: Vec<i32>,
}

impl<'g> Values<'g> {
    /// Returns the values of `graph`.
    pub fn new(graph: &'g GraphProto) -> Self {
        let constants = graph.node.iter().filter(|node| node.op_type == "Constant").filter_map(|node| {
            let value = node.attribute.iter().find(|attribute| attribute.name == "value")?.t.as_ref()?;
            Some((node.output.first()?.as_str(), value))
        });
        let initialisers = graph.initializer.iter().map(|tensor| (tensor.name.as_str(), tensor));
        let makers = graph.node.iter().flat_map(|node| node.output.iter().map(move |output| (output.as_str(), node)));
        Values { tensors: initialisers.chain(constants).collect(), makers: makers.collect() }
    }

    /// Returns the names of the tensors that end in `suffix`, without it.
    pub fn named<'s>(&'s self, suffix: &'s str) -> impl Iterator<Item = &'g str> + 's {
        self.tensors.keys().filter_map(move |name| name.strip_suffix(suffix))
    }

    /// Returns the operator that gives `value`.
    pub fn maker(&self, value: &str) -> Option<&'g NodeProto> {
        self.makers.get(value).copied()
    }

    /// Returns the operator of kind `op_type` that gives `value`.
    pub fn maker_of(&self, value: &str, op_type: &str) -> Option<&'g NodeProto> {
        self.maker(value).filter(|node| node.op_type == op_type)
    }

    /// Returns the tensor `name`.
    pub fn tensor(&self, name: &str) -> Option<&'g TensorProto> {
        self.tensors.get(name).copied()
    }

    /// Returns shape and numbers of the tensor of `f32` or `f16` that `name` is, as it is or behind a cast.
    pub fn floats(&self, name: &str) -> Option<(Vec<usize>, Vec<f32>)> {
        let tensor = match self.tensor(name) {
            Some(tensor) => tensor,
            None => self.tensor(self.maker_of(name, "Cast")?.input.first()?)?,
        };
        let raw = &tensor.raw_data;
        let floats: Vec<f32> = match DataType::try_from(tensor.data_type) {
            Ok(DataType::Float) if raw.is_empty() => tensor.float_data.clone(),
            Ok(DataType::Float) => raw.as_chunks().0.iter().copied().map(f32::from_le_bytes).collect(),
            Ok(DataType::Float16) => raw.as_chunks().0.iter().map(|bytes| half(u16::from_le_bytes(*bytes))).collect(),
            _ => return None,
        };
        Some((shape(tensor)?, floats))
    }

    /// Returns shape and numbers of the tensor of `i8` or `u8` that `name` is; of those of `u8` 128 is taken off.
    pub fn bytes(&self, name: &str) -> Option<(Vec<usize>, Vec<i8>)> {
        let tensor = self.tensor(name)?;
        let offset = match DataType::try_from(tensor.data_type) {
            Ok(DataType::Int8) => 0,
            Ok(DataType::Uint8) => 128,
            _ => return None,
        };
        let values = if tensor.raw_data.is_empty() {
            tensor.int32_data.iter().map(|value| i8::try_from(value - offset).ok()).collect::<Option<_>>()?
        } else {
            tensor.raw_data.iter().map(|byte| if offset == 0 { *byte as i8 } else { (byte ^ 128) as i8 }).collect()
        };
        Some((shape(tensor)?, values))
    }

    /// Returns the matrix of eight bits of which `name` is the scaled form: by `Mul(Cast(values), scales)` or `DequantizeLinear`.
    pub fn rounded(&self, name: &str) -> Option<Rounded> {
        let maker = self.maker(name)?;
        let (values, scales, zeros) = match (maker.op_type.as_str(), maker.input.as_slice()) {
            ("Mul", [cast, scales]) => (self.maker_of(cast, "Cast")?.input.first()?, scales, None),
            ("DequantizeLinear", [values, scales, zeros @ ..]) => (values, scales, zeros.first()),
            _ => return None,
        };
        self.rounded_of(values, scales, zeros)
    }

    /// Returns the matrix of these values, scales and zeros.
    pub fn rounded_of(&self, values: &str, scales: &str, zeros: Option<&String>) -> Option<Rounded> {
        let (shape, values_) = self.bytes(values)?;
        let unsigned = DataType::try_from(self.tensor(values)?.data_type) == Ok(DataType::Uint8);
        let zeros = match zeros.filter(|name| !name.is_empty()) {
            Some(zeros) => self.bytes(zeros)?.1.into_iter().map(i32::from).collect(),
            None => vec![if unsigned { -128 } else { 0 }],
        };
        let shape = <[usize; 2]>::try_from(shape).ok()?;
        Some(Rounded { shape, values: values_, scales: self.floats(scales)?.1, zeros })
    }
}

/// Returns the shape of `tensor`.
fn shape(tensor: &TensorProto) -> Option<Vec<usize>> {
    tensor.dims.iter().map(|dim| usize::try_from(*dim).ok()).collect()
}

/// Returns the number of the IEEE 754 half-precision `bits`.
pub fn half(bits: u16) -> f32 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f32::from(bits & 1023));
    sign * match exponent {
        0 => fraction * 2f32.powi(-24),
        31 if fraction == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        _ => (1.0 + fraction / 1024.0) * 2f32.powi(exponent - 15),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_read_as_the_standard_says() {
        for (bits, number) in
            [(0x3c00, 1.0), (0xc000, -2.0), (0x7bff, 65504.0), (0x0001, 5.960_464_5e-8), (0x3555, 0.333_251_95)]
        {
            assert_eq!(half(bits), number);
        }
        assert!(half(0x7c00).is_infinite() && half(0x7e00).is_nan());
    }
}
