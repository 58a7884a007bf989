//! A BERT encoder in an ONNX graph: which tensors are which weights.
//!
//! Biases and normalisations keep the names of the published state dictionary through every exporter that was met; weights do not.
//! So a product is found by the bias that is added to it, and its weights in whatever form they lie there: eight bits and a scale
//! for each column (`MatMul` of a dequantised matrix, `MatMulInteger`), four bits in blocks (`MatMulNBits`), or `f32` and `f16`,
//! which are rounded to eight bits. That the parts are right is not shown here but by [`super::prove`].

use tract_onnx::pb::{GraphProto, NodeProto};

use super::proto::INPUT;
use super::tensors::{Rounded, Values};
use crate::model::pack::parts::{HeadParts, LayerParts, Normal, Parts, Table, Weights};

/// What BERT adds to a variance.
const EPSILON: f32 = 1e-12;

/// What was found in a graph. The number of heads stands in no weight and is 0 here.
pub struct Found {
    /// The parts of the encoder.
    pub parts: Parts,
    /// Whether weights were rounded that the file has in more bits.
    pub rounded: bool,
}

/// Returns the encoder that `graph` is, `None` where it is none that is known.
pub fn recognise(graph: &GraphProto) -> Option<Found> {
    let mut reader = Reader { values: Values::new(graph), graph, rounded: false };
    if !graph.node.iter().any(|node| node.op_type == "Erf" || node.op_type == "Gelu") {
        return None;
    }
    let prefix = reader.values.named("embeddings.LayerNorm.weight").next()?.to_owned();
    let norm = reader.norm(&format!("{prefix}embeddings.LayerNorm"))?;
    let width = norm.gain.len();
    let layers: Vec<LayerParts> = (0..)
        .map(|number| format!("{prefix}encoder.layer.{number}."))
        .take_while(|layer| reader.has(&format!("{layer}output.dense.bias")))
        .collect::<Vec<_>>()
        .iter()
        .map(|layer| reader.layer(layer))
        .collect::<Option<_>>()?;
    let head = reader.head(&prefix)?;
    let (words, positions, types) = reader.embeddings(width)?;
    let parts = Parts { heads: 0, epsilon: EPSILON, words, positions, types, norm, layers, head };
    Some(Found { parts, rounded: reader.rounded })
}

struct Reader<'g> {
    values: Values<'g>,
    graph: &'g GraphProto,
    rounded: bool,
}

impl<'g> Reader<'g> {
    fn has(&self, name: &str) -> bool {
        self.values.tensor(name).is_some()
    }

    fn norm(&self, name: &str) -> Option<Normal> {
        let part = |part: &str| Some(self.values.floats(&format!("{name}.{part}"))?.1);
        Some(Normal { gain: part("weight")?, bias: part("bias")? })
    }

    fn layer(&mut self, layer: &str) -> Option<LayerParts> {
        let mut of = |name: &str| self.linear(&format!("{layer}{name}"));
        let [query, key, value] = [of("attention.self.query")?, of("attention.self.key")?, of("attention.self.value")?];
        let (out, up, down) = (of("attention.output.dense")?, of("intermediate.dense")?, of("output.dense")?);
        Some(LayerParts {
            qkv: Weights::beside(&[query, key, value])?,
            out,
            attention_norm: self.norm(&format!("{layer}attention.output.LayerNorm"))?,
            up,
            down,
            norm: self.norm(&format!("{layer}output.LayerNorm"))?,
        })
    }

    /// Returns what stands above the encoder whose tensors begin with `prefix`.
    fn head(&mut self, prefix: &str) -> Option<HeadParts> {
        if !self.has("classifier.bias") {
            return Some(HeadParts::None);
        }
        let classifier = self.linear("classifier")?;
        let pooler = format!("{prefix}pooler.dense");
        if !self.has(&format!("{pooler}.bias")) {
            return Some(HeadParts::Tokens(classifier));
        }
        Some(HeadParts::Pair { pooler: self.linear(&pooler)?, classifier })
    }

    /// Returns the weights of the product to which the bias of `name` is added.
    fn linear(&mut self, name: &str) -> Option<Weights> {
        let bias_name = format!("{name}.bias");
        let (_, bias) = self.values.floats(&bias_name)?;
        let uses = |node: &&NodeProto| node.input.contains(&bias_name);
        let sum = self.graph.node.iter().find(uses)?;
        if sum.op_type == "Gemm" {
            let turned = sum.attribute.iter().any(|attribute| attribute.name == "transB" && attribute.i == 1);
            return self.matrix(sum.input.get(1)?, turned, bias);
        }
        let product = sum.input.iter().find(|input| **input != bias_name)?;
        let product = self.values.maker(product).filter(|_| sum.op_type == "Add")?;
        match product.op_type.as_str() {
            "MatMul" => self.matrix(product.input.get(1)?, false, bias),
            "MatMulNBits" => self.four_bits(product, bias),
            "Mul" => self.integers(product, bias),
            _ => None,
        }
    }

    /// Returns the weights `name` of a plain product, `turned` where they stand column by column.
    fn matrix(&mut self, name: &str, turned: bool, bias: Vec<f32>) -> Option<Weights> {
        if let Some(node) = self.values.maker_of(name, "Transpose") {
            return self.matrix(node.input.first()?, !turned, bias);
        }
        if let Some(rounded) = self.values.rounded(name) {
            return self.weights(if turned { rounded.turned() } else { rounded }, bias);
        }
        let (shape, weights) = self.values.floats(name)?;
        let [rows, columns] = <[usize; 2]>::try_from(shape).ok()?;
        let weights = if turned { transposed(&weights, rows, columns) } else { weights };
        self.rounded = true;
        Some(Weights::rounded(&weights, bias))
    }

    /// Returns the weights of `Mul(Cast(MatMulInteger(x, W)), scale of x · scale of W)`.
    fn integers(&mut self, scaled: &NodeProto, bias: Vec<f32>) -> Option<Weights> {
        let product = super::dynamic::product(&self.values, scaled)?;
        let rounded = self.values.rounded_of(product.weights, product.scales, product.zeros)?;
        self.weights(rounded, bias)
    }

    fn weights(&mut self, rounded: Rounded, bias: Vec<f32>) -> Option<Weights> {
        let columns = bias.len();
        if rounded.shape.get(1) != Some(&columns) {
            return None;
        }
        let by_column = |count: usize| count == 1 || count == columns;
        if rounded.zeros.iter().all(|zero| *zero == 0) && by_column(rounded.scales.len()) {
            let scales = rounded.scales.iter().copied().cycle().take(columns).collect();
            return Some(Weights { values: rounded.values, scales, bias, groups: 1 });
        }
        self.rounded = true;
        Some(Weights::rounded(&rounded.floats()?, bias))
    }

    /// Returns the weights of `MatMulNBits`.
    fn four_bits(&mut self, product: &NodeProto, bias: Vec<f32>) -> Option<Weights> {
        let blocks = super::nbits::blocks(self.graph, product).ok()?;
        if blocks.rows % blocks.block != 0 || blocks.columns != bias.len() {
            return None;
        }
        let values = blocks.values.iter().map(|value| i8::try_from(*value).ok()).collect::<Option<_>>()?;
        Some(Weights { values, scales: blocks.scales, bias, groups: blocks.rows / blocks.block })
    }

    /// Returns the vectors of words, positions and texts: what is looked up by the ids, by neither, by the types.
    fn embeddings(&mut self, width: usize) -> Option<(Table, Vec<f32>, Vec<f32>)> {
        let (mut words, mut positions, mut types) = (None, None, None);
        for gather in self.graph.node.iter().filter(|node| node.op_type == "Gather") {
            let [table, rows] = gather.input.as_slice() else { continue };
            match rows.as_str() {
                INPUT => words = self.table(table, gather).filter(|table| table.shape.get(1) == Some(&width)),
                "token_type_ids" => types = self.rows(table, gather, width),
                _ => positions = positions.or(self.rows(table, gather, width)),
            }
        }
        let words = words?;
        let zero = match words.zeros.as_slice() {
            [zero] => *zero,
            zeros if zeros.iter().all(|zero| Some(zero) == zeros.first()) => *zeros.first()?,
            _ => return None,
        };
        Some((Table { values: words.values, zero, scales: words.scales }, positions?, types?))
    }

    /// Returns the numbers of the table `name` that `gather` takes rows of, `[rows, width] f32`.
    fn rows(&mut self, name: &str, gather: &NodeProto, width: usize) -> Option<Vec<f32>> {
        match self.values.floats(name) {
            Some((shape, floats)) => (shape.len() == 2 && shape.get(1) == Some(&width)).then_some(floats),
            None => self.table(name, gather).filter(|table| table.shape.get(1) == Some(&width))?.floats(),
        }
    }

    /// Returns the table `name` that `gather` takes rows of: scaled before or after, or of `f32`, whose rows are rounded.
    fn table(&mut self, name: &str, gather: &NodeProto) -> Option<Rounded> {
        if let Some(rounded) = self.values.rounded(name) {
            return Some(rounded);
        }
        if self.values.bytes(name).is_some() {
            let output = gather.output.first()?;
            let scaled = self.graph.node.iter().find(|node| node.input.first() == Some(output))?;
            let [_, scales, zeros @ ..] = scaled.input.as_slice() else { return None };
            let scaled = (scaled.op_type == "DequantizeLinear").then_some(scaled)?;
            return self.values.rounded_of(name, scales, zeros.first()).filter(|_| scaled.input.len() >= 2);
        }
        let (shape, floats) = self.values.floats(name)?;
        let [rows, columns] = <[usize; 2]>::try_from(shape).ok()?;
        // Each row of the table is a column here.
        let turned = Weights::rounded(&transposed(&floats, rows, columns), vec![0.0; rows]);
        self.rounded = true;
        let values = turned.values.iter().map(|value| f32::from(*value)).collect::<Vec<_>>();
        let values = transposed(&values, columns, rows).into_iter().map(|value| value as i8).collect();
        Some(Rounded { shape: [rows, columns], values, scales: turned.scales, zeros: vec![0] })
    }
}

impl Rounded {
    /// Returns the numbers that the matrix stands for; `None` where the scales fit neither rows nor columns.
    pub fn floats(&self) -> Option<Vec<f32>> {
        let [rows, columns] = self.shape;
        let of = |count: usize, row: usize, column: usize| match count {
            1 => Some(0),
            count if count == columns => Some(column),
            count if count == rows => Some(row),
            _ => None,
        };
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let number = |((row, column), value): ((usize, usize), &i8)| {
            let scale = self.scales.get(of(self.scales.len(), row, column)?)?;
            let zero = self.zeros.get(of(self.zeros.len(), row, column)?)?;
            Some((i32::from(*value) - zero) as f32 * scale)
        };
        cells.zip(&self.values).map(number).collect()
    }

    fn turned(self) -> Rounded {
        let [rows, columns] = self.shape;
        let floats: Vec<f32> = self.values.iter().map(|value| f32::from(*value)).collect();
        let values = transposed(&floats, rows, columns).into_iter().map(|value| value as i8).collect();
        Rounded { shape: [columns, rows], values, ..self }
    }
}

/// Returns `[rows, columns]` as `[columns, rows]`.
fn transposed(matrix: &[f32], rows: usize, columns: usize) -> Vec<f32> {
    let cells = (0..columns).flat_map(|column| (0..rows).map(move |row| row * columns + column));
    cells.filter_map(|at| matrix.get(at).copied()).collect()
}
