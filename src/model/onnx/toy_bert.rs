//! A BERT encoder of a few thousand weights as exporters write it, in every form of weights that is recognised, for tests.
//!
//! The weights are whole numbers from −7 to 7 with a scale for each column, so that all forms hold the same model.

use prost::Message as _;
use tract_onnx::pb::attribute_proto::AttributeType;
use tract_onnx::pb::tensor_proto::DataType;
use tract_onnx::pb::{AttributeProto, GraphProto, ModelProto, NodeProto, OperatorSetIdProto};
use tract_onnx::prelude::f16;

use super::proto::{INPUT, node};
use super::toy::{value, weight};

pub const WORDS: usize = 40;
pub const WIDTH: usize = 32;
pub const POSITIONS: usize = 64;
const WIDE: usize = 64;
const HEADS: i64 = 2;
const LAYERS: usize = 2;
const BLOCK: usize = 32;

/// How weights lie in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Single,
    /// All of the graph is computed in halves.
    Half,
    /// `Mul(Cast(values), scales)`.
    Scaled,
    /// `DequantizeLinear`.
    Dequantised,
    /// `DynamicQuantizeLinear` and `MatMulInteger`.
    Dynamic,
    /// `MatMulNBits`.
    FourBits,
}

pub const FORMS: [Form; 6] = [Form::Single, Form::Half, Form::Scaled, Form::Dequantised, Form::Dynamic, Form::FourBits];

/// What stands above the last layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Top {
    States,
    Tokens(usize),
    Sequence(usize),
}

/// Returns the export.
pub fn onnx(form: Form, top: Top) -> Vec<u8> {
    proto(form, top).encode_to_vec()
}

pub fn proto(form: Form, top: Top) -> ModelProto {
    let mut builder = Builder { form, graph: GraphProto::default(), seed: 1, named: 0 };
    builder.encoder();
    builder.top(top);
    let opset = |domain: &str, version| OperatorSetIdProto { domain: domain.into(), version };
    ModelProto {
        ir_version: 8,
        opset_import: vec![opset("", 14), opset("com.microsoft", 1)],
        graph: Some(builder.graph),
        ..ModelProto::default()
    }
}

/// Returns a tokenizer of [`WORDS`] words, of which the last ones are read.
pub fn tokenizer(words: usize) -> String {
    let special = |id: usize, content: &str| {
        format!(
            r#"{{"id":{id},"content":"{content}","special":true,"single_word":false,"lstrip":false,"rstrip":false,"normalized":false}}"#
        )
    };
    let named = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "blood", "pressure", "heart", "left", "arm", "pain"];
    let word = |id: usize| named.get(id).map_or_else(|| format!("word{id}"), |name| (*name).to_owned());
    let vocab: Vec<String> = (0..words).map(|id| format!("\"{}\":{id}", word(id))).collect();
    format!(
        r###"{{"version":"1.0","truncation":null,"padding":null,"added_tokens":[{},{}],
        "normalizer":{{"type":"BertNormalizer","clean_text":true,"handle_chinese_chars":true,"strip_accents":null,"lowercase":true}},
        "pre_tokenizer":{{"type":"BertPreTokenizer"}},
        "post_processor":{{"type":"BertProcessing","sep":["[SEP]",3],"cls":["[CLS]",2]}},"decoder":null,
        "model":{{"type":"WordPiece","unk_token":"[UNK]","continuing_subword_prefix":"##","max_input_chars_per_word":100,"vocab":{{{}}}}}}}"###,
        special(2, "[CLS]"),
        special(3, "[SEP]"),
        vocab.join(",")
    )
}

/// Returns `model` with its normalisations under names that no exporter gives: the same numbers, in a form that is not known.
pub fn stranger(mut model: ModelProto) -> ModelProto {
    let renamed = |name: &mut String| *name = name.replace("LayerNorm", "Zentrierung");
    let graph = model.graph.as_mut().unwrap();
    graph.initializer.iter_mut().for_each(|tensor| renamed(&mut tensor.name));
    graph.node.iter_mut().flat_map(|node| &mut node.input).for_each(renamed);
    model
}

struct Builder {
    form: Form,
    graph: GraphProto,
    seed: u32,
    named: usize,
}

impl Builder {
    fn encoder(&mut self) {
        let inputs = [INPUT, "token_type_ids"];
        self.graph.input = inputs.map(|name| value(name, DataType::Int64, &["batch", "sequence"])).into();
        let places: Vec<i64> = (0..POSITIONS as i64).collect();
        self.ints("places", &[1, POSITIONS as i64], &places);
        let lists: [(&str, &[i64]); 4] = [
            ("[0]", &[0]),
            ("[1]", &[1]),
            ("split", &[1, -1, HEADS, WIDTH as i64 / HEADS]),
            ("join", &[1, -1, WIDTH as i64]),
        ];
        for (name, list) in lists {
            self.ints(name, &[list.len() as i64], list);
        }
        self.ints("0", &[], &[0]);
        self.ints("1", &[], &[1]);
        for (name, number) in [("half", 0.5), ("one", 1.0), ("two", 2.0), ("root of two", 2f32.sqrt()), ("tiny", 1e-12)]
        {
            self.floats(name, &[], &[number]);
        }
        self.floats("root of size", &[], &[(WIDTH as f32 / HEADS as f32).sqrt()]);

        let words = self.words();
        let shape = self.op("Shape", &[INPUT]);
        let length = self.op("Gather", &[&shape, "1"]);
        let end = self.op("Unsqueeze", &[&length, "[0]"]);
        let at = self.op("Slice", &["places", "[0]", &end, "[1]"]);
        let positions = self.numbers(POSITIONS * WIDTH, 0.1);
        self.floats("embeddings.position_embeddings.weight", &[POSITIONS as i64, WIDTH as i64], &positions);
        let position = self.op("Gather", &["embeddings.position_embeddings.weight", &at]);
        let types = self.numbers(2 * WIDTH, 0.1);
        self.floats("embeddings.token_type_embeddings.weight", &[2, WIDTH as i64], &types);
        let kind = self.op("Gather", &["embeddings.token_type_embeddings.weight", "token_type_ids"]);
        let sum = self.op("Add", &[&words, &kind]);
        let sum = self.op("Add", &[&sum, &position]);
        let mut states = self.norm("embeddings.LayerNorm", &sum);
        for layer in 0..LAYERS {
            states = self.layer(&format!("encoder.layer.{layer}"), &states);
        }
        self.graph.output = vec![value(&states, DataType::Float, &["batch", "sequence", "width"])];
    }

    fn top(&mut self, top: Top) {
        let states = self.graph.output[0].name.clone();
        let out = match top {
            Top::States => states,
            Top::Tokens(labels) => self.linear("classifier", &states, WIDTH, labels),
            Top::Sequence(labels) => {
                let mut first = node("Gather", &[&states, "0"], "first");
                first.attribute.push(int("axis", 1));
                self.graph.node.push(first);
                let pooled = self.gemm("pooler.dense", "first", WIDTH, WIDTH);
                let pooled = self.op("Tanh", &[&pooled]);
                self.gemm("classifier", &pooled, WIDTH, labels)
            }
        };
        let out = if self.form == Form::Half { self.cast(&out, DataType::Float) } else { out };
        self.graph.output[0].name = out;
    }

    fn layer(&mut self, name: &str, states: &str) -> String {
        let heads = ["query", "key", "value"].map(|part| {
            let rows = self.linear(&format!("{name}.attention.self.{part}"), states, WIDTH, WIDTH);
            let split = self.op("Reshape", &[&rows, "split"]);
            self.transpose(&split, if part == "key" { [0, 2, 3, 1] } else { [0, 2, 1, 3] })
        });
        let scores = self.op("MatMul", &[&heads[0], &heads[1]]);
        let scores = self.op("Div", &[&scores, "root of size"]);
        let mut softmax = node("Softmax", &[&scores], &format!("{name}/softmax"));
        softmax.attribute.push(int("axis", -1));
        self.graph.node.push(softmax);
        let context = self.op("MatMul", &[&format!("{name}/softmax"), &heads[2]]);
        let context = self.transpose(&context, [0, 2, 1, 3]);
        let context = self.op("Reshape", &[&context, "join"]);
        let out = self.linear(&format!("{name}.attention.output.dense"), &context, WIDTH, WIDTH);
        let sum = self.op("Add", &[&out, states]);
        let states = self.norm(&format!("{name}.attention.output.LayerNorm"), &sum);
        let up = self.linear(&format!("{name}.intermediate.dense"), &states, WIDTH, WIDE);
        let up = self.gelu(&up);
        let down = self.linear(&format!("{name}.output.dense"), &up, WIDE, WIDTH);
        let sum = self.op("Add", &[&down, &states]);
        self.norm(&format!("{name}.output.LayerNorm"), &sum)
    }

    fn gelu(&mut self, x: &str) -> String {
        let inner = self.op("Div", &[x, "root of two"]);
        let inner = self.op("Erf", &[&inner]);
        let inner = self.op("Add", &[&inner, "one"]);
        let product = self.op("Mul", &[x, &inner]);
        self.op("Mul", &[&product, "half"])
    }

    fn norm(&mut self, name: &str, x: &str) -> String {
        let gain: Vec<f32> = self.numbers(WIDTH, 0.03).iter().map(|number| 1.0 + number).collect();
        let bias = self.numbers(WIDTH, 0.02);
        self.floats(&format!("{name}.weight"), &[WIDTH as i64], &gain);
        self.floats(&format!("{name}.bias"), &[WIDTH as i64], &bias);
        let mean = self.mean(x);
        let centred = self.op("Sub", &[x, &mean]);
        let square = self.op("Pow", &[&centred, "two"]);
        let variance = self.mean(&square);
        let variance = self.op("Add", &[&variance, "tiny"]);
        let root = self.op("Sqrt", &[&variance]);
        let scaled = self.op("Div", &[&centred, &root]);
        let scaled = self.op("Mul", &[&scaled, &format!("{name}.weight")]);
        self.op("Add", &[&scaled, &format!("{name}.bias")])
    }

    fn mean(&mut self, x: &str) -> String {
        let output = self.name();
        let mut mean = node("ReduceMean", &[x], &output);
        mean.attribute.push(ints("axes", &[-1]));
        self.graph.node.push(mean);
        output
    }

    /// `x · W + b`.
    fn linear(&mut self, name: &str, x: &str, rows: usize, columns: usize) -> String {
        let (values, scales) = self.matrix(rows, columns);
        let product = self.product(name, x, [rows, columns], &values, &scales);
        let bias = self.numbers(columns, 0.02);
        self.floats(&format!("{name}.bias"), &[columns as i64], &bias);
        self.op("Add", &[&format!("{name}.bias"), &product])
    }

    fn product(&mut self, name: &str, x: &str, shape: [usize; 2], values: &[i8], scales: &[f32]) -> String {
        let [rows, columns] = shape;
        let dims = [rows as i64, columns as i64];
        let weights = format!("{name}.weight");
        let by_column = format!("{name}/scales");
        let eight: Vec<u8> = values.iter().map(|value| *value as u8).collect();
        if !matches!(self.form, Form::Single | Form::Half) {
            self.floats(&by_column, &[columns as i64], scales);
        }
        match self.form {
            Form::Single | Form::Half => {
                let wide: Vec<f32> = values.iter().zip(scales.iter().cycle()).map(|(v, s)| f32::from(*v) * s).collect();
                self.floats(&weights, &dims, &wide);
                self.op("MatMul", &[x, &weights])
            }
            Form::Scaled => {
                self.graph.initializer.push(weight(&weights, &dims, DataType::Int8, eight));
                let numbers = self.cast(&weights, DataType::Float);
                let scaled = self.op("Mul", &[&numbers, &by_column]);
                self.op("MatMul", &[x, &scaled])
            }
            Form::Dequantised => {
                self.graph.initializer.push(weight(&weights, &dims, DataType::Int8, eight));
                let zeros = format!("{name}/zeros");
                self.graph.initializer.push(weight(&zeros, &[dims[1]], DataType::Int8, vec![0; columns]));
                let scaled = self.name();
                let mut dequantise = node("DequantizeLinear", &[&weights, &by_column, &zeros], &scaled);
                dequantise.attribute.push(int("axis", 1));
                self.graph.node.push(dequantise);
                self.op("MatMul", &[x, &scaled])
            }
            Form::Dynamic => {
                self.graph.initializer.push(weight(&weights, &dims, DataType::Int8, eight));
                let zero = format!("{name}/zero");
                self.graph.initializer.push(weight(&zero, &[], DataType::Int8, vec![0]));
                let [rounded, scale, offset] = [self.name(), self.name(), self.name()];
                let mut round = node("DynamicQuantizeLinear", &[x], &rounded);
                round.output.extend([scale.clone(), offset.clone()]);
                self.graph.node.push(round);
                let product = self.op("MatMulInteger", &[&rounded, &weights, &offset, &zero]);
                let product = self.cast(&product, DataType::Float);
                let scale = self.op("Mul", &[&scale, &by_column]);
                self.op("Mul", &[&product, &scale])
            }
            Form::FourBits => self.four_bits(&weights, x, shape, values, scales),
        }
    }

    fn four_bits(
        &mut self,
        weights: &str,
        x: &str,
        [rows, columns]: [usize; 2],
        values: &[i8],
        scales: &[f32],
    ) -> String {
        let blocks = rows / BLOCK;
        let four = |row: usize, column: usize| (values[row * columns + column] + 8) as u8;
        let cells = (0..columns).flat_map(|column| (0..rows / 2).map(move |pair| (2 * pair, column)));
        let packed = cells.map(|(row, column)| four(row, column) | four(row + 1, column) << 4).collect();
        let shape = [columns as i64, blocks as i64, BLOCK as i64 / 2];
        self.graph.initializer.push(weight(weights, &shape, DataType::Uint8, packed));
        let repeated: Vec<f32> = scales.iter().flat_map(|scale| vec![*scale; blocks]).collect();
        let of_blocks = format!("{weights}/scales");
        self.floats(&of_blocks, &[repeated.len() as i64], &repeated);
        let output = self.name();
        let mut product = node("MatMulNBits", &[x, weights, &of_blocks], &output);
        product.domain = "com.microsoft".into();
        let sizes = [("K", rows), ("N", columns), ("bits", 4), ("block_size", BLOCK)];
        product.attribute.extend(sizes.map(|(name, size)| int(name, size as i64)));
        self.graph.node.push(product);
        output
    }

    fn gemm(&mut self, name: &str, x: &str, rows: usize, columns: usize) -> String {
        let weights = self.numbers(rows * columns, 0.05);
        self.floats(&format!("{name}.weight"), &[columns as i64, rows as i64], &weights);
        let bias = self.numbers(columns, 0.02);
        self.floats(&format!("{name}.bias"), &[columns as i64], &bias);
        let output = self.name();
        let mut gemm = node("Gemm", &[x, &format!("{name}.weight"), &format!("{name}.bias")], &output);
        gemm.attribute.push(int("transB", 1));
        self.graph.node.push(gemm);
        output
    }

    /// The vectors of the words that are asked for.
    fn words(&mut self) -> String {
        let name = "embeddings.word_embeddings.weight";
        let dims = [WORDS as i64, WIDTH as i64];
        let values: Vec<i8> = (0..WORDS * WIDTH).map(|_| self.small()).collect();
        let eight = || values.iter().map(|value| *value as u8).collect();
        match self.form {
            Form::Scaled => {
                self.graph.initializer.push(weight(name, &dims, DataType::Int8, eight()));
                self.floats("scales of words", &[dims[0], 1], &[0.1; WORDS]);
                let numbers = self.cast(name, DataType::Float);
                let table = self.op("Mul", &[&numbers, "scales of words"]);
                self.op("Gather", &[&table, INPUT])
            }
            Form::Dequantised | Form::Dynamic => {
                self.graph.initializer.push(weight(name, &dims, DataType::Int8, eight()));
                self.floats("scale of words", &[], &[0.1]);
                self.graph.initializer.push(weight("zero of words", &[], DataType::Int8, vec![0]));
                let scale = ["scale of words", "zero of words"];
                if self.form == Form::Dynamic {
                    let rows = self.op("Gather", &[name, INPUT]);
                    return self.op("DequantizeLinear", &[&rows, scale[0], scale[1]]);
                }
                let table = self.op("DequantizeLinear", &[name, scale[0], scale[1]]);
                self.op("Gather", &[&table, INPUT])
            }
            Form::Single | Form::Half | Form::FourBits => {
                let wide: Vec<f32> = values.iter().map(|value| f32::from(*value) * 0.1).collect();
                self.floats(name, &dims, &wide);
                self.op("Gather", &[name, INPUT])
            }
        }
    }

    fn matrix(&mut self, rows: usize, columns: usize) -> (Vec<i8>, Vec<f32>) {
        let values = (0..rows * columns).map(|_| self.small()).collect();
        let scales = (0..columns).map(|column| 0.02 + 0.001 * (column % 5) as f32).collect();
        (values, scales)
    }

    /// Whole numbers of a size with a sign, times `scale`.
    fn numbers(&mut self, count: usize, scale: f32) -> Vec<f32> {
        (0..count).map(|_| f32::from(self.small()) * scale).collect()
    }

    /// −7 to 7, by the generator of Numerical Recipes.
    fn small(&mut self) -> i8 {
        self.seed = self.seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((self.seed >> 16) % 15) as i8 - 7
    }

    fn floats(&mut self, name: &str, dims: &[i64], values: &[f32]) {
        let tensor = if self.form == Form::Half {
            let halves = values.iter().flat_map(|value| f16::from_f32(*value).to_le_bytes()).collect();
            weight(name, dims, DataType::Float16, halves)
        } else {
            weight(name, dims, DataType::Float, values.iter().flat_map(|value| value.to_le_bytes()).collect())
        };
        self.graph.initializer.push(tensor);
    }

    fn ints(&mut self, name: &str, dims: &[i64], values: &[i64]) {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.graph.initializer.push(weight(name, dims, DataType::Int64, bytes));
    }

    fn op(&mut self, op_type: &str, inputs: &[&str]) -> String {
        let output = self.name();
        self.graph.node.push(node(op_type, inputs, &output));
        output
    }

    fn cast(&mut self, x: &str, to: DataType) -> String {
        let output = self.name();
        let mut cast = node("Cast", &[x], &output);
        cast.attribute.push(int("to", to as i64));
        self.graph.node.push(cast);
        output
    }

    fn transpose(&mut self, x: &str, axes: [i64; 4]) -> String {
        let output = self.name();
        let mut transpose: NodeProto = node("Transpose", &[x], &output);
        transpose.attribute.push(ints("perm", &axes));
        self.graph.node.push(transpose);
        output
    }

    fn name(&mut self) -> String {
        self.named += 1;
        format!("value {}", self.named)
    }
}

fn int(name: &str, i: i64) -> AttributeProto {
    AttributeProto { name: name.into(), r#type: AttributeType::Int as i32, i, ..AttributeProto::default() }
}

fn ints(name: &str, ints: &[i64]) -> AttributeProto {
    AttributeProto {
        name: name.into(),
        r#type: AttributeType::Ints as i32,
        ints: ints.into(),
        ..AttributeProto::default()
    }
}
