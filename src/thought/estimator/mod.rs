//! What a thought made of two parents is likely to be worth, before any model is asked: a small network over the vectors of the parents
//! and of the question (R5.4).
//!
//! One hidden layer with ReLU and one logistic unit at the end. It is trained ([`train`]) on thoughts whose worth is known. Packed:
//!
//! ```text
//! "chapest1"  version u32 LE  SHA-256 of the rest  postcard of the rest
//! ```
//!
//! The rest names the embedder that it was trained with: vectors of another mean nothing to it.

pub mod train;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::{Code, Error, Result};

/// The version that is written. Others are not read.
pub const VERSION: u32 = 1;

const MAGIC: &[u8; 8] = b"chapest1";
const HASH_BYTES: usize = 32;
/// The widest vectors, and the most units, that are read; ours has vectors of 384 and 64 units.
const MAX_SIDE: usize = 4096;

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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
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

    /// Returns it packed; the same weights give the same bytes.
    ///
    /// # Errors
    /// `internal` when it cannot be written.
    pub fn write(&self) -> Result<Vec<u8>> {
        let body = postcard::to_allocvec(self).map_err(|_| Error::internal("an estimator cannot be written"))?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(Sha256::digest(&body));
        bytes.extend(body);
        Ok(bytes)
    }

    /// Reads what [`write`](Self::write) wrote.
    ///
    /// # Errors
    /// `malformed` when it is damaged, cut short or no estimator; `unsupported` when another version wrote it.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let damaged = || Error::new(Code::Malformed, "the estimator is damaged or cut short: train it again");
        let none = || Error::new(Code::Malformed, "this file is no estimator");
        let rest = bytes.strip_prefix(MAGIC).ok_or_else(none)?;
        let (version, rest) = rest.split_first_chunk::<4>().ok_or_else(damaged)?;
        let version = u32::from_le_bytes(*version);
        if version != VERSION {
            return Err(Error::new(Code::Unsupported, "the estimator has another format than this version reads")
                .found(u64::from(version), u64::from(VERSION)));
        }
        let (hash, body) = rest.split_first_chunk::<HASH_BYTES>().ok_or_else(damaged)?;
        if Sha256::digest(body).as_slice() != hash {
            return Err(damaged());
        }
        let read: Estimator = postcard::from_bytes(body).map_err(|_| damaged())?;
        if read.is_whole() { Ok(read) } else { Err(damaged()) }
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
