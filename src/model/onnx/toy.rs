//! An encoder of a few numbers, shaped like a BERT export, for tests without weights.

use prost::Message as _;
use tract_onnx::pb::tensor_proto::DataType;
use tract_onnx::pb::tensor_shape_proto::{Dimension, dimension::Value as Dim};
use tract_onnx::pb::type_proto::{Tensor, Value};
use tract_onnx::pb::{
    AttributeProto, GraphProto, ModelProto, NodeProto, OperatorSetIdProto, TensorProto, TensorShapeProto, TypeProto,
    ValueInfoProto, attribute_proto,
};

pub const ROWS: i8 = 10;
pub const DIMENSIONS: usize = 4;

/// Returns the hidden state that the toy gives for the token `id`.
pub fn expected(id: u32) -> Vec<f32> {
    of_text(id, 0)
}

/// Returns the same for a token of the first text of a pair, 0, or of the second, 1.
pub fn of_text(id: u32, text: usize) -> Vec<f32> {
    (0..DIMENSIONS).map(|column| table(id as i8, column) as f32 * scale(id as i8) + kind(text, column)).collect()
}

fn table(row: i8, column: usize) -> i8 {
    row * 7 - column as i8 * 3
}

fn scale(row: i8) -> f32 {
    0.25 + f32::from(row)
}

fn kind(row: usize, column: usize) -> f32 {
    (row * 100 + column) as f32
}

pub fn proto() -> ModelProto {
    let rows = 0..ROWS;
    let columns = 0..DIMENSIONS;
    let table = rows.clone().flat_map(|row| columns.clone().map(move |column| table(row, column) as u8)).collect();
    let scales = rows.flat_map(|row| scale(row).to_le_bytes()).collect();
    let kinds =
        (0..2).flat_map(|row| columns.clone().flat_map(move |column| kind(row, column).to_le_bytes())).collect();
    let to_float = || AttributeProto {
        name: "to".into(),
        r#type: attribute_proto::AttributeType::Int as i32,
        i: DataType::Float as i64,
        ..AttributeProto::default()
    };
    let node = |op: &str, inputs: &[&str], output: &str| NodeProto {
        op_type: op.into(),
        input: inputs.iter().map(|name| (*name).into()).collect(),
        output: vec![output.into()],
        attribute: if op == "Cast" { vec![to_float()] } else { vec![] },
        ..NodeProto::default()
    };
    let graph = GraphProto {
        input: ["input_ids", "attention_mask", "token_type_ids"]
            .map(|name| value(name, DataType::Int64, &["batch", "sequence"]))
            .into(),
        // Contradicts the operators on purpose, as exports do.
        output: vec![value("hidden", DataType::Float, &["batch", "batch", "sequence"])],
        initializer: vec![
            weight("table", &[i64::from(ROWS), DIMENSIONS as i64], DataType::Int8, table),
            weight("scale", &[i64::from(ROWS), 1], DataType::Float, scales),
            weight("kinds", &[2, DIMENSIONS as i64], DataType::Float, kinds),
            weight("two", &[1], DataType::Int64, 2i64.to_le_bytes().into()),
        ],
        node: vec![
            node("Cast", &["table"], "numbers"),
            node("Mul", &["numbers", "scale"], "weights"),
            node("Gather", &["weights", "input_ids"], "words"),
            node("Gather", &["kinds", "token_type_ids"], "types"),
            node("Add", &["words", "types"], "sum"),
            node("Cast", &["attention_mask"], "mask"),
            node("Unsqueeze", &["mask", "two"], "column"),
            node("Mul", &["sum", "column"], "hidden"),
            node("Relu", &["words"], "unused"),
        ],
        ..GraphProto::default()
    };
    ModelProto {
        ir_version: 8,
        opset_import: vec![OperatorSetIdProto { version: 17, ..OperatorSetIdProto::default() }],
        graph: Some(graph),
        ..ModelProto::default()
    }
}

pub fn onnx() -> Vec<u8> {
    proto().encode_to_vec()
}

pub fn value(name: &str, of: DataType, dims: &[&str]) -> ValueInfoProto {
    let dim = dims
        .iter()
        .map(|dim| Dimension { value: Some(Dim::DimParam((*dim).into())), ..Dimension::default() })
        .collect();
    let tensor = Tensor { elem_type: of as i32, shape: Some(TensorShapeProto { dim }) };
    let of = TypeProto { value: Some(Value::TensorType(tensor)), ..TypeProto::default() };
    ValueInfoProto { name: name.into(), r#type: Some(of), ..ValueInfoProto::default() }
}

pub fn weight(name: &str, dims: &[i64], of: DataType, raw_data: Vec<u8>) -> TensorProto {
    TensorProto { name: name.into(), dims: dims.into(), data_type: of as i32, raw_data, ..TensorProto::default() }
}
