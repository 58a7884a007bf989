//! What a thought made of two parents is likely to be worth, before any model is asked: a small network over the vectors of the parents
//! and of the question.
//!
//! One hidden layer with ReLU and one logistic unit at the end. It is trained ([`train`]) on thoughts whose worth is known. Packed:
//!
//! ```text
//! "chapest1"  version u32 LE  SHA-256 of the rest  postcard of the rest
//! ```
//!
//! The rest names the embedder that it was trained with: vectors of another mean nothing to it. The weights of a hidden unit are bytes
//! times a power of two, so that what is read back is what was measured, to the bit. The one that the product uses is [`shipped`].

pub mod train;

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::digest::sha256;
use crate::error::{Code, Error, Result};
use crate::packed::{Form, Version};

/// The version that is written. Others are not read.
pub const VERSION: u32 = 2;

const FORM: Form = Form {
    magic: b"chapest1",
    version: Version::U32(VERSION),
    damaged: "the estimator is damaged or cut short: train it again",
    foreign: "this file is no estimator",
    unsupported: "the estimator has another format than this version reads",
};
/// The widest vectors, and the most units, that are read; ours has vectors of 384.
const MAX_SIDE: usize = 4096;
/// The largest of the bytes that weights are packed as.
const LARGEST: f32 = 127.0;

/// The estimator that the product uses, as `chaperone thought train` wrote it.
static SHIPPED: LazyLock<Option<Estimator>> =
    LazyLock::new(|| Estimator::read(include_bytes!("../../../models/thought/estimator.bin")).ok());

/// Returns the estimator that the product uses.
///
/// # Errors
/// `internal` when this program was built with a damaged one.
pub fn shipped() -> Result<&'static Estimator> {
    SHIPPED.as_ref().ok_or_else(|| Error::internal("the estimator of this program is damaged"))
}

/// What the network sees of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sees {
    /// The vectors of both parents, one after the other, as published.
    Parents,
    /// How the question agrees with each parent and they with each other, place for place: whether a passage is worth anything depends
    /// on what is asked.
    Agreement,
}

impl Sees {
    /// Returns how many numbers it sees of vectors of `dimensions`.
    fn width(self, dimensions: usize) -> usize {
        match self {
            Sees::Parents => 2 * dimensions,
            Sees::Agreement => 3 * dimensions,
        }
    }
}

/// The vectors of a question and of the two that a thought is made of; all of one model, normalised.
#[derive(Debug, Clone, Copy)]
pub struct Pair<'a> {
    /// Of the question.
    pub question: &'a [f32],
    /// Of the parents, in their order.
    pub parents: [&'a [f32]; 2],
}

impl Pair<'_> {
    /// Returns what the network sees of it.
    fn seen(&self, sees: Sees) -> Vec<f32> {
        let [a, b] = self.parents;
        // The vectors are normalised, and so their products small: they are brought to about the size of 1.
        let both = |x: &[f32], y: &[f32]| -> Vec<f32> {
            let scale = x.len() as f32;
            x.iter().zip(y).map(|(x, y)| x * y * scale).collect()
        };
        match sees {
            Sees::Parents => {
                let scale = (a.len() as f32).sqrt();
                a.iter().chain(b).map(|value| value * scale).collect()
            }
            Sees::Agreement => [both(self.question, a), both(self.question, b), both(a, b)].concat(),
        }
    }
}

/// The network, ready to ask.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimator {
    /// The embedder whose vectors it reads, by its id.
    embedder: String,
    dimensions: u32,
    sees: Sees,
    /// The worth from which on a thought is held to be good.
    threshold: f32,
    /// Of each hidden unit the weights of what it sees, and its bias last.
    hidden: Vec<f32>,
    /// Of each hidden unit its weight at the end, and the bias last.
    end: Vec<f32>,
}

/// An estimator as it is written.
#[derive(Serialize, Deserialize)]
struct Packed {
    embedder: String,
    dimensions: u32,
    sees: Sees,
    threshold: f32,
    units: Vec<Unit>,
    end: Vec<f32>,
}

/// The weights of a hidden unit, bias last, as bytes that are times two to the power of `exponent`.
#[derive(Serialize, Deserialize)]
struct Unit {
    exponent: i8,
    weights: Vec<i8>,
}

impl Unit {
    fn of(row: &[f32]) -> Self {
        let largest = row.iter().fold(0.0_f32, |most, weight| most.max(weight.abs()));
        // The least power of two by which the largest is a byte: read off its bits, so that it is the same on every machine.
        let bits = (largest / LARGEST).to_bits();
        let exponent = (bits >> 23) as i32 - 127 + i32::from(bits & 0x007f_ffff != 0);
        let exponent = exponent.clamp(-126, 127) as i8;
        let scale = power(exponent);
        Unit { exponent, weights: row.iter().map(|weight| (weight / scale).round() as i8).collect() }
    }

    fn row(&self) -> impl Iterator<Item = f32> {
        let scale = power(self.exponent);
        self.weights.iter().map(move |weight| f32::from(*weight) * scale)
    }
}

/// Returns two to the power of `exponent`, which is from -126 on.
fn power(exponent: i8) -> f32 {
    f32::from_bits(((i32::from(exponent).max(-126) + 127) as u32) << 23)
}

impl Estimator {
    /// Returns the id of the embedder whose vectors it reads.
    pub fn embedder(&self) -> &str {
        &self.embedder
    }

    /// Returns what it sees of a pair.
    pub fn sees(&self) -> Sees {
        self.sees
    }

    /// Returns the worth from which on a thought is held to be good.
    pub fn threshold(&self) -> f64 {
        f64::from(self.threshold)
    }

    /// Returns what a thought made of `pair` is likely to be worth, from 0 to 1.
    ///
    /// # Errors
    /// `invalid-argument` when a vector has another length than it reads.
    pub fn worth(&self, pair: &Pair<'_>) -> Result<f64> {
        let wanted = self.dimensions as usize;
        for vector in [pair.question, pair.parents[0], pair.parents[1]] {
            if vector.len() != wanted {
                return Err(Error::new(Code::InvalidArgument, "the estimator reads vectors of another length")
                    .found(vector.len() as u64, wanted as u64));
            }
        }
        Ok(logistic(self.logit(&pair.seen(self.sees), None)))
    }

    /// Returns the last unit before it is made a probability; `units` are what the hidden ones give.
    fn logit(&self, seen: &[f32], mut units: Option<&mut Vec<f32>>) -> f32 {
        let (last, weights) = self.end.split_last().map_or((0.0, [].as_slice()), |(last, rest)| (*last, rest));
        let mut sum = last;
        for (row, weight) in self.hidden.chunks_exact(seen.len() + 1).zip(weights) {
            let (bias, row) = row.split_last().map_or((0.0, [].as_slice()), |(bias, row)| (*bias, row));
            let unit = (bias + dot(row, seen)).max(0.0);
            if let Some(units) = units.as_deref_mut() {
                units.push(unit);
            }
            sum += weight * unit;
        }
        sum
    }

    /// Returns it with the weights that it has when it is written and read back.
    fn rounded(mut self) -> Self {
        let width = self.sees.width(self.dimensions as usize) + 1;
        self.hidden = self.hidden.chunks(width).flat_map(|row| Unit::of(row).row().collect::<Vec<f32>>()).collect();
        self
    }

    /// Returns it packed; the same weights give the same bytes.
    ///
    /// # Errors
    /// `internal` when it cannot be written.
    pub fn write(&self) -> Result<Vec<u8>> {
        let Estimator { embedder, dimensions, sees, threshold, hidden, end } = self.clone();
        let units = hidden.chunks(sees.width(dimensions as usize) + 1).map(Unit::of).collect();
        let packed = Packed { embedder, dimensions, sees, threshold, units, end };
        let body = postcard::to_allocvec(&packed).map_err(|_| Error::internal("an estimator cannot be written"))?;
        let mut bytes = FORM.begun();
        bytes.extend(sha256(&body));
        bytes.extend(body);
        Ok(bytes)
    }

    /// Reads what [`write`](Self::write) wrote.
    ///
    /// # Errors
    /// `malformed` when it is damaged, cut short or no estimator; `unsupported` when another version wrote it.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let Packed { embedder, dimensions, sees, threshold, units, end } =
            postcard::from_bytes(FORM.behind_head(bytes)?).map_err(|_| FORM.damaged())?;
        let hidden = units.iter().flat_map(Unit::row).collect();
        let read = Estimator { embedder, dimensions, sees, threshold, hidden, end };
        if read.is_whole() { Ok(read) } else { Err(FORM.damaged()) }
    }

    fn is_whole(&self) -> bool {
        let dimensions = self.dimensions as usize;
        let units = self.end.len().saturating_sub(1);
        (1..=MAX_SIDE).contains(&dimensions)
            && (1..=MAX_SIDE).contains(&units)
            && self.hidden.len() == units * (self.sees.width(dimensions) + 1)
            && (0.0..=1.0).contains(&self.threshold)
            && self.hidden.iter().chain(&self.end).all(|number| number.is_finite())
    }
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    // Eight sums beside each other, which the compiler keeps in vectors.
    let mut sums = [0.0_f32; 8];
    let (a, b) = (a.as_chunks::<8>(), b.as_chunks::<8>());
    for (a, b) in a.0.iter().zip(b.0) {
        sums.iter_mut().zip(a.iter().zip(b)).for_each(|(sum, (a, b))| *sum += a * b);
    }
    sums.iter().sum::<f32>() + a.1.iter().zip(b.1).map(|(a, b)| a * b).sum::<f32>()
}

/// In whole millionths, so that it is the same wherever it is computed; nothing where weights so large that they cancel out gave no number.
fn logistic(logit: f32) -> f64 {
    let value = 1.0 / (1.0 + (-f64::from(logit)).exp());
    if value.is_nan() { 0.0 } else { (value * 1e6).round() / 1e6 }
}

#[cfg(test)]
mod tests;
