//! A small classifier over the embedding of a sentence: how likely it is an instruction to a language model.
//!
//! Dense layers with ReLU between them and one logistic unit at the end. The weights come from the crate `jailguard` (see
//! `models/manifest.json`): 384 → 256 → 128 → 1, trained by its authors on normalised embeddings of all-MiniLM-L6-v2. They are packed to
//! eight bits a weight with one scale for each row. What the score is good for, and what not, is measured by `chaperone eval injection`.
//!
//! Packed: `"CHAPINJC" · version u16 · number of layers u16 · for each layer: rows u32 · columns u32 · scale of each row f32… ·
//! bias of each row f32… · weights i8…, row by row · SHA-256 of all before`, numbers in little-endian order.

use serde::Deserialize;

use crate::error::{Code, Error, Result};
use crate::model::embedding::Embedding;
use crate::model::manifest::ModelId;
use crate::packed::{Form, Version, sealed};
use crate::rest::Rest;

const FORM: Form = Form {
    magic: b"CHAPINJC",
    version: Version::U16(1),
    damaged: "the classifier is damaged or cut short: fetch it again",
    foreign: "this file is no classifier",
    unsupported: "the classifier has another format than this version reads",
};
/// Layers and rows of the largest classifier that is read; ours has 3 layers of at most 256 rows.
const MAX_LAYERS: usize = 8;
const MAX_SIDE: usize = 4096;
/// The largest packed weight.
const MOST: f32 = 127.0;
/// The family of embedders whose vectors it was trained on, as their ids begin.
const EMBEDDERS: &str = "all-minilm-l6-v2";

/// The classifier, ready to ask.
#[derive(Debug, Clone, PartialEq)]
pub struct Classifier {
    layers: Vec<Layer>,
}

#[derive(Debug, Clone, PartialEq)]
struct Layer {
    columns: usize,
    scales: Vec<f32>,
    biases: Vec<f32>,
    /// `[rows, columns] i8`.
    weights: Vec<i8>,
}

/// The weights as the crate has them: each matrix row by row.
#[derive(Deserialize)]
struct Published {
    w_h1: Vec<Vec<f32>>,
    b_h1: Vec<f32>,
    w_h2: Vec<Vec<f32>>,
    b_h2: Vec<f32>,
    w_out: Vec<Vec<f32>>,
    b_out: Vec<f32>,
}

impl Classifier {
    /// Returns the classifier of the weights `json`, as published.
    ///
    /// # Errors
    /// `malformed` when they are not of that form, do not fit each other or are not finite.
    pub fn from_published(json: &[u8]) -> Result<Self> {
        let published: Published = serde_json::from_slice(json)
            .map_err(|_| Error::new(Code::Malformed, "the classifier's weights are not JSON of the published form"))?;
        let layers =
            [(published.w_h1, published.b_h1), (published.w_h2, published.b_h2), (published.w_out, published.b_out)];
        let layers = layers.into_iter().map(|(rows, biases)| Layer::packed(&rows, biases));
        Classifier::of(layers.collect::<Option<Vec<Layer>>>().unwrap_or_default())
            .ok_or_else(|| Error::new(Code::Malformed, "the classifier's weights do not fit each other"))
    }

    /// Returns the classifier of `layers`; `None` where they do not fit each other or end in more than one unit.
    fn of(layers: Vec<Layer>) -> Option<Self> {
        let fits = layers.windows(2).all(|pair| match pair {
            [before, after] => before.biases.len() == after.columns,
            _ => false,
        });
        let ends = layers.last().is_some_and(|last| last.biases.len() == 1);
        (fits && ends && layers.len() <= MAX_LAYERS && layers.iter().all(Layer::is_whole))
            .then_some(Classifier { layers })
    }

    /// Reads what [`write`](Self::write) wrote.
    ///
    /// # Errors
    /// `malformed` when it is damaged, cut short or no classifier; `unsupported` when another version wrote it.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let damaged = || FORM.damaged();
        let mut rest = FORM.opened(bytes)?;
        let count = usize::from(rest.u16().ok_or_else(damaged)?);
        if count > MAX_LAYERS {
            return Err(damaged());
        }
        let layers: Option<Vec<Layer>> = (0..count).map(|_| Layer::read(&mut rest)).collect();
        layers.filter(|_| rest.0.is_empty()).and_then(Classifier::of).ok_or_else(damaged)
    }

    /// Returns the classifier packed; the same weights give the same bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = FORM.begun();
        // At most 8 layers of at most 4,096 rows and columns, by `of`.
        bytes.extend_from_slice(&(self.layers.len() as u16).to_le_bytes());
        for layer in &self.layers {
            bytes.extend_from_slice(&(layer.biases.len() as u32).to_le_bytes());
            bytes.extend_from_slice(&(layer.columns as u32).to_le_bytes());
            layer.scales.iter().chain(&layer.biases).for_each(|number| bytes.extend_from_slice(&number.to_le_bytes()));
            layer.weights.iter().for_each(|weight| bytes.extend_from_slice(&weight.to_le_bytes()));
        }
        sealed(bytes)
    }

    /// Returns whether the vectors of the embedder `model` are those it was trained on.
    pub fn reads(&self, model: &ModelId) -> bool {
        model.as_str().starts_with(EMBEDDERS)
    }

    /// Returns the probability, 0 to 1, that the sentence with the normalised `embedding` is an instruction.
    ///
    /// # Errors
    /// `invalid-argument` when the embedding has another length than the classifier reads.
    pub fn probability(&self, embedding: &Embedding) -> Result<f64> {
        let wanted = self.layers.first().map_or(0, |layer| layer.columns);
        let mut values = embedding.as_slice().to_vec();
        if values.len() != wanted {
            return Err(Error::new(Code::InvalidArgument, "the classifier reads vectors of another length")
                .found(values.len() as u64, wanted as u64));
        }
        for (at, layer) in self.layers.iter().enumerate() {
            values = layer.applied(&values);
            if at + 1 < self.layers.len() {
                values.iter_mut().for_each(|value| *value = value.max(0.0));
            }
        }
        let logit = f64::from(values.first().copied().unwrap_or_default());
        Ok(1.0 / (1.0 + (-logit).exp()))
    }
}

impl Layer {
    /// Returns `rows` packed: each row's weights as shares of its largest.
    fn packed(rows: &[Vec<f32>], biases: Vec<f32>) -> Option<Self> {
        let columns = rows.first()?.len();
        if rows.iter().any(|row| row.len() != columns) || !rows.iter().flatten().all(|weight| weight.is_finite()) {
            return None;
        }
        let largest = |row: &Vec<f32>| row.iter().fold(0.0_f32, |most, weight| most.max(weight.abs()));
        let scales: Vec<f32> = rows.iter().map(|row| largest(row) / MOST).collect();
        let pack = |(row, scale): (&Vec<f32>, &f32)| -> Vec<i8> {
            let share = |weight: &f32| if *scale > 0.0 { (weight / scale).round().clamp(-MOST, MOST) as i8 } else { 0 };
            row.iter().map(share).collect()
        };
        let weights = rows.iter().zip(&scales).flat_map(pack).collect();
        Some(Layer { columns, scales, biases, weights })
    }

    fn is_whole(&self) -> bool {
        let rows = self.biases.len();
        (1..=MAX_SIDE).contains(&rows)
            && (1..=MAX_SIDE).contains(&self.columns)
            && self.scales.len() == rows
            && self.weights.len() == rows * self.columns
            && self.scales.iter().chain(&self.biases).all(|number| number.is_finite())
    }

    fn read(rest: &mut Rest<'_>) -> Option<Self> {
        let side = |side: u32| usize::try_from(side).ok().filter(|side| (1..=MAX_SIDE).contains(side));
        let (rows, columns) = (side(rest.u32()?)?, side(rest.u32()?)?);
        let mut numbers = || -> Option<Vec<f32>> { (0..rows).map(|_| rest.f32()).collect() };
        let (scales, biases) = (numbers()?, numbers()?);
        let weights = rest.take(rows * columns)?.iter().map(|byte| i8::from_le_bytes([*byte])).collect();
        Some(Layer { columns, scales, biases, weights })
    }

    fn applied(&self, values: &[f32]) -> Vec<f32> {
        let rows = self.weights.chunks(self.columns).zip(&self.scales).zip(&self.biases);
        rows.map(|((row, scale), bias)| {
            let sum: f32 = row.iter().zip(values).map(|(weight, value)| f32::from(*weight) * value).sum();
            sum * scale + bias
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Two units that look at one number each, one that adds them, one at the end.
    const TOY: &str = r#"{"w_h1":[[1,0],[0,-2]],"b_h1":[0,1],"w_h2":[[1,1]],"b_h2":[-1],"w_out":[[4]],"b_out":[-2]}"#;

    fn probability(classifier: &Classifier, values: [f32; 2]) -> f64 {
        classifier.probability(&Embedding::new(values.to_vec()).unwrap()).unwrap()
    }

    #[test]
    fn the_layers_are_computed_as_written() {
        let classifier = Classifier::from_published(TOY.as_bytes()).unwrap();
        // relu(1 + relu(1 - 0) - 1) = 1, so the logit is 4 - 2.
        assert!((probability(&classifier, [1.0, 0.0]) - 1.0 / (1.0 + (-2.0_f64).exp())).abs() < 1e-5);
        // relu(0 + relu(1 - 4) - 1) = 0, so it is -2.
        assert!((probability(&classifier, [0.0, 2.0]) - 1.0 / (1.0 + 2.0_f64.exp())).abs() < 1e-5);
    }

    #[test]
    fn what_is_written_is_read_and_what_is_damaged_is_refused() {
        let classifier = Classifier::from_published(TOY.as_bytes()).unwrap();
        let bytes = classifier.write();
        assert_eq!(Classifier::read(&bytes).unwrap(), classifier);
        for at in 0..bytes.len() {
            let mut altered = bytes.clone();
            altered[at] ^= 1;
            assert!(Classifier::read(&altered).is_err(), "byte {at}");
            assert!(Classifier::read(&bytes[..at]).is_err(), "cut at {at}");
        }
    }

    #[test]
    fn layers_that_do_not_fit_are_refused() {
        for json in [
            "{}",
            r#"{"w_h1":[[1,0]],"b_h1":[0,1],"w_h2":[[1]],"b_h2":[0],"w_out":[[1]],"b_out":[0]}"#,
            r#"{"w_h1":[[1,0],[1]],"b_h1":[0,1],"w_h2":[[1,1]],"b_h2":[0],"w_out":[[1]],"b_out":[0]}"#,
            r#"{"w_h1":[[1]],"b_h1":[0],"w_h2":[[1,1]],"b_h2":[0],"w_out":[[1]],"b_out":[0]}"#,
            r#"{"w_h1":[[1]],"b_h1":[0],"w_h2":[[1]],"b_h2":[0],"w_out":[[1],[1]],"b_out":[0,0]}"#,
            r#"{"w_h1":[],"b_h1":[],"w_h2":[[1]],"b_h2":[0],"w_out":[[1]],"b_out":[0]}"#,
        ] {
            assert_eq!(Classifier::from_published(json.as_bytes()).unwrap_err().code(), Code::Malformed, "{json}");
        }
        let classifier = Classifier::from_published(TOY.as_bytes()).unwrap();
        let error = classifier.probability(&Embedding::new(vec![1.0]).unwrap()).unwrap_err();
        assert_eq!(error.code(), Code::InvalidArgument);
    }

    #[test]
    fn it_reads_the_vectors_of_its_own_family_only() {
        let classifier = Classifier::from_published(TOY.as_bytes()).unwrap();
        assert!(classifier.reads(&ModelId::new("all-minilm-l6-v2-int8")));
        assert!(!classifier.reads(&ModelId::new("bge-small-en-v1.5")));
    }

    proptest! {
        #[test]
        fn no_bytes_panic(body in proptest::collection::vec(any::<u8>(), 0..80), count in 0_u16..4) {
            let bytes = sealed([FORM.begun().as_slice(), &count.to_le_bytes(), &body].concat());
            if let Ok(classifier) = Classifier::read(&bytes) {
                prop_assert_eq!(classifier.write(), bytes);
            }
        }
    }
}
