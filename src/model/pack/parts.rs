//! A model in parts, before it is packed.

/// The parts of a BERT encoder (Devlin et al. 2018).
#[derive(Debug, Clone, PartialEq)]
pub struct Parts {
    /// The number of attention heads.
    pub heads: usize,
    /// What is added to a variance before its root is taken.
    pub epsilon: f32,
    /// The vectors of the words.
    pub words: Table,
    /// The vectors of the positions, `[positions, width] f32`.
    pub positions: Vec<f32>,
    /// The vectors of the first and the second text, `[types, width] f32`.
    pub types: Vec<f32>,
    /// The normalisation of the embeddings.
    pub norm: Normal,
    /// The layers, from the first.
    pub layers: Vec<LayerParts>,
    /// What stands above the last layer.
    pub head: HeadParts,
}

/// Rows of eight bits: a number is `(value − zero) · scale`.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// `[rows, width] i8`.
    pub values: Vec<i8>,
    /// What stands for 0, −128 to 127.
    pub zero: i32,
    /// A scale for each row, or one for all.
    pub scales: Vec<f32>,
}

/// Gain and bias of a layer normalisation, `[width] f32` each.
#[derive(Debug, Clone, PartialEq)]
pub struct Normal {
    /// What a number is multiplied by.
    pub gain: Vec<f32>,
    /// What is added.
    pub bias: Vec<f32>,
}

/// `y = x · W + b` with weights of few bits.
#[derive(Debug, Clone, PartialEq)]
pub struct Weights {
    /// `[depth, columns] i8`, row by row.
    pub values: Vec<i8>,
    /// For each group of rows and each column what a unit stands for, `[groups, columns] f32`.
    pub scales: Vec<f32>,
    /// `[columns] f32`.
    pub bias: Vec<f32>,
    /// Groups of rows with scales of their own.
    pub groups: usize,
}

/// One layer of the encoder.
#[derive(Debug, Clone, PartialEq)]
pub struct LayerParts {
    /// Query, key and value, side by side.
    pub qkv: Weights,
    /// The output of the attention.
    pub out: Weights,
    /// The normalisation behind it.
    pub attention_norm: Normal,
    /// The first half of the feed-forward network.
    pub up: Weights,
    /// The second half.
    pub down: Weights,
    /// The normalisation behind it.
    pub norm: Normal,
}

/// What stands above the last layer.
#[derive(Debug, Clone, PartialEq)]
pub enum HeadParts {
    /// Nothing: the model gives hidden states.
    None,
    /// A classifier of each token.
    Tokens(Weights),
    /// The pooler over the first token, and a classifier of what it gives.
    Pair {
        /// The pooler.
        pooler: Weights,
        /// The classifier.
        classifier: Weights,
    },
}

impl Weights {
    /// Returns the weights that stand side by side in one matrix: those of `parts`, which have the same depth and groups; `None`
    /// where they have not.
    pub fn beside(parts: &[Weights]) -> Option<Weights> {
        let first = parts.first()?;
        let depth = |part: &Weights| part.values.len() / part.bias.len().max(1);
        if parts.iter().any(|part| part.groups != first.groups || depth(part) != depth(first)) {
            return None;
        }
        let rows = |of: fn(&Weights) -> usize, count: usize| -> Vec<(usize, usize)> {
            (0..count).flat_map(|row| (0..parts.len()).map(move |part| (row, part))).filter(|_| of(first) > 0).collect()
        };
        let mut joined = Weights { values: vec![], scales: vec![], bias: vec![], groups: first.groups };
        for (row, part) in rows(depth, depth(first)) {
            let part = parts.get(part)?;
            joined.values.extend(part.values.get(row * part.bias.len()..(row + 1) * part.bias.len())?);
        }
        for (row, part) in rows(|part| part.groups, first.groups) {
            let part = parts.get(part)?;
            joined.scales.extend(part.scales.get(row * part.bias.len()..(row + 1) * part.bias.len())?);
        }
        parts.iter().for_each(|part| joined.bias.extend(&part.bias));
        Some(joined)
    }

    /// Returns the rounding of `weights`, `[depth, columns] f32`, to eight bits, each column with a scale of its own.
    pub fn rounded(weights: &[f32], bias: Vec<f32>) -> Weights {
        let columns = bias.len().max(1);
        let mut scales = vec![0.0_f32; columns];
        for row in weights.chunks_exact(columns) {
            for (scale, weight) in scales.iter_mut().zip(row) {
                *scale = scale.max(weight.abs() / f32::from(i8::MAX));
            }
        }
        let round = |(weight, scale): (&f32, &f32)| if *scale > 0.0 { (weight / scale).round() as i8 } else { 0 };
        let values = weights.chunks_exact(columns).flat_map(|row| row.iter().zip(&scales).map(round)).collect();
        Weights { values, scales, bias, groups: 1 }
    }
}
