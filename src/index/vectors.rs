//! Embeddings in a quarter of their size, and the cosine between them.
//!
//! A vector is scaled to length one and stored as signed bytes with one scale of its own: `v ≈ scale · codes`,
//! `scale = max |v| / 127`. The cosine of two vectors is then one integer dot product times two scales. Search
//! compares with every vector, so it misses nothing. Passages may lack a vector while embedding goes on; vectors of
//! different models are never compared.

use serde::{Deserialize, Serialize};

use super::PassageIndex;
use crate::error::{Code, Error, Result};
use crate::model::kernels::{Path, dot};

/// The longest vector that is taken: beyond it the sum of products could leave 32 bits.
pub const MAX_DIMENSIONS: usize = 1 << 16;

/// The largest code. −128 is not used, so that codes are symmetric.
const MAX_CODE: f32 = 127.0;

/// A vector of length one as signed bytes with a common scale.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantised {
    codes: Vec<i8>,
    scale: f32,
}

impl Quantised {
    /// Returns `vector` scaled to length one and rounded.
    ///
    /// # Errors
    /// `invalid-argument` when it is empty, longer than [`MAX_DIMENSIONS`], all zero or holds a number that is not
    /// finite.
    pub fn new(vector: &[f32]) -> Result<Self> {
        if vector.is_empty() || vector.len() > MAX_DIMENSIONS {
            return Err(Error::new(Code::InvalidArgument, "a vector must have between 1 and 65536 dimensions")
                .found(vector.len() as u64, MAX_DIMENSIONS as u64));
        }
        let length = vector.iter().map(|x| f64::from(*x) * f64::from(*x)).sum::<f64>().sqrt();
        if !length.is_finite() || length == 0.0 {
            return Err(Error::new(Code::InvalidArgument, "a vector must hold finite numbers that are not all zero"));
        }
        let unit = |x: f32| (f64::from(x) / length) as f32;
        let scale = vector.iter().fold(0.0_f32, |max, x| max.max(unit(*x).abs())) / MAX_CODE;
        let codes = vector.iter().map(|x| (unit(*x) / scale).round().clamp(-MAX_CODE, MAX_CODE) as i8).collect();
        Ok(Quantised { codes, scale })
    }

    /// Returns the vector with these codes and this scale, as [`codes`](Self::codes) and [`scale`](Self::scale) gave
    /// them.
    ///
    /// # Errors
    /// `malformed` for codes and scales that [`new`](Self::new) makes none of.
    pub fn from_parts(codes: Vec<i8>, scale: f32) -> Result<Self> {
        let fits = (1..=MAX_DIMENSIONS).contains(&codes.len()) && !codes.contains(&i8::MIN);
        if fits && scale > 0.0 && scale <= 1.0 / MAX_CODE {
            Ok(Quantised { codes, scale })
        } else {
            Err(Error::new(Code::Malformed, "is not a rounded vector"))
        }
    }

    /// Returns the number of dimensions.
    pub fn dimensions(&self) -> usize {
        self.codes.len()
    }

    /// Returns the signed bytes, from −127 to 127.
    pub fn codes(&self) -> &[i8] {
        &self.codes
    }

    /// Returns what a code of 1 stands for.
    pub fn scale(&self) -> f32 {
        self.scale
    }

    /// Returns the vector as numbers, with what rounding left of it.
    pub fn values(&self) -> Vec<f32> {
        self.codes.iter().map(|code| f32::from(*code) * self.scale).collect()
    }
}

/// The vectors of an index: one model's, one to a passage at most.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Vectors {
    /// The model that made them; empty while there is none.
    model: String,
    dimensions: usize,
    /// `[rows, dimensions]`, in the order of adding.
    codes: Vec<i8>,
    scales: Vec<f32>,
    passages: Vec<PassageIndex>,
    /// The row of each passage, where it has one.
    rows: Vec<Option<u32>>,
}

impl Vectors {
    /// Returns the model that made the vectors, or `None` while there is none.
    pub fn model(&self) -> Option<&str> {
        (!self.passages.is_empty()).then_some(self.model.as_str())
    }

    /// Returns the number of dimensions; 0 while there is no vector.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// Returns the number of vectors.
    pub fn len(&self) -> usize {
        self.passages.len()
    }

    /// Returns whether there is no vector.
    pub fn is_empty(&self) -> bool {
        self.passages.is_empty()
    }

    /// Returns whether `passage` has a vector.
    pub fn has(&self, passage: PassageIndex) -> bool {
        self.row(passage).is_some()
    }

    /// Returns the vector of `passage`, rounded and of length one, where it has one.
    pub fn get(&self, passage: PassageIndex) -> Option<Quantised> {
        let (codes, scale) = self.row_of(passage)?;
        Some(Quantised { codes: codes.to_vec(), scale })
    }

    /// Records the vector of `passage` as `model` (its id and version) made it, in place of an earlier one.
    ///
    /// # Errors
    /// `model` when the vectors here come from another model; `invalid-argument` when the number of dimensions is
    /// another, and as [`Quantised::new`].
    pub fn insert(&mut self, model: &str, passage: PassageIndex, vector: &[f32]) -> Result<()> {
        self.check(model, vector.len())?;
        self.insert_quantised(model, passage, Quantised::new(vector)?)
    }

    /// Records a vector that was rounded before, as [`get`](Self::get) gives it.
    ///
    /// # Errors
    /// As [`insert`](Self::insert).
    pub fn insert_quantised(&mut self, model: &str, passage: PassageIndex, vector: Quantised) -> Result<()> {
        self.check(model, vector.dimensions())?;
        let Quantised { codes, scale } = vector;
        if self.is_empty() {
            self.model = model.to_owned();
            self.dimensions = codes.len();
        }
        if let Some(row) = self.row(passage) {
            let start = row * self.dimensions;
            if let (Some(old), Some(old_scale)) =
                (self.codes.get_mut(start..start + self.dimensions), self.scales.get_mut(row))
            {
                old.copy_from_slice(&codes);
                *old_scale = scale;
            }
            return Ok(());
        }
        let at = passage.0 as usize;
        if self.rows.len() <= at {
            self.rows.resize(at + 1, None);
        }
        if let Some(row) = self.rows.get_mut(at) {
            *row = Some(self.passages.len() as u32);
        }
        self.passages.push(passage);
        self.scales.push(scale);
        self.codes.extend_from_slice(&codes);
        Ok(())
    }

    /// Leaves only the vectors of the passages that `keep` says so of, by their numbers; those after one that goes are numbered anew.
    pub fn retain(&mut self, keep: &[bool]) {
        let mut kept = Vectors { model: self.model.clone(), dimensions: self.dimensions, ..Vectors::default() };
        let mut number = 0;
        for (at, keep) in (0..).zip(keep) {
            if !*keep {
                continue;
            }
            if let Some((codes, scale)) = self.row_of(PassageIndex(at)) {
                kept.rows.resize(number as usize + 1, None);
                if let Some(row) = kept.rows.last_mut() {
                    *row = Some(kept.passages.len() as u32);
                }
                kept.codes.extend_from_slice(codes);
                kept.scales.push(scale);
                kept.passages.push(PassageIndex(number));
            }
            number += 1;
        }
        *self = if kept.is_empty() { Vectors::default() } else { kept };
    }

    /// Returns the cosine of `query` with every vector here, in the order of adding; from −1 to 1 but for rounding.
    ///
    /// # Errors
    /// As [`insert`](Self::insert) for a query of another model or number of dimensions.
    pub fn cosines(&self, model: &str, query: &Quantised) -> Result<impl Iterator<Item = (PassageIndex, f64)>> {
        self.check(model, query.dimensions())?;
        let mut dots = Vec::with_capacity(self.len());
        if !self.is_empty() {
            dot::dots(Path::best(), &query.codes, &self.codes, |_, sum| dots.push(sum));
        }
        let each = self.passages.iter().zip(dots.into_iter().zip(&self.scales));
        Ok(each.map(|(passage, (dot, scale))| (*passage, cosine(dot, query.scale, *scale))))
    }

    /// Returns the cosine of `query`, of any length but zero, with the vector of `passage`: without the rounding of the query that
    /// [`cosines`](Self::cosines) has. `None` where the passage has no vector or the query another number of dimensions.
    pub fn rescored(&self, query: &[f32], passage: PassageIndex) -> Option<f64> {
        let (codes, scale) = self.row_of(passage).filter(|(codes, _)| codes.len() == query.len())?;
        let products = codes.iter().zip(query).map(|(code, x)| f64::from(*code) * f64::from(*x));
        let length = query.iter().map(|x| f64::from(*x) * f64::from(*x)).sum::<f64>().sqrt();
        (length > 0.0).then(|| products.sum::<f64>() * f64::from(scale) / length)
    }

    /// Returns the cosine between the vectors of two passages, where both have one.
    pub fn between(&self, a: PassageIndex, b: PassageIndex) -> Option<f64> {
        let ((a, a_scale), (b, b_scale)) = (self.row_of(a)?, self.row_of(b)?);
        let mut sum = 0;
        dot::dots(Path::best(), a, b, |_, dot| sum = dot);
        Some(cosine(sum, a_scale, b_scale))
    }

    fn row_of(&self, passage: PassageIndex) -> Option<(&[i8], f32)> {
        let row = self.row(passage)?;
        let start = row * self.dimensions;
        Some((self.codes.get(start..start + self.dimensions)?, *self.scales.get(row)?))
    }

    fn check(&self, model: &str, dimensions: usize) -> Result<()> {
        if self.is_empty() {
            return Ok(());
        }
        if model != self.model {
            return Err(Error::new(
                Code::Model,
                "the vectors here come from another model: remove them and embed again, or use that model",
            ));
        }
        if dimensions != self.dimensions {
            return Err(Error::new(Code::InvalidArgument, "a vector has another number of dimensions than the others")
                .found(dimensions as u64, self.dimensions as u64));
        }
        Ok(())
    }

    fn row(&self, passage: PassageIndex) -> Option<usize> {
        self.rows.get(passage.0 as usize).copied().flatten().map(|row| row as usize)
    }
}

fn cosine(dot: i32, a_scale: f32, b_scale: f32) -> f64 {
    f64::from(dot) * f64::from(a_scale) * f64::from(b_scale)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{RngCore, SeedableRng};

    use super::*;

    /// Largest error of a cosine between vectors shaped like embeddings (384 dimensions, no dominant one).
    const COSINE_TOLERANCE: f64 = 0.004;
    /// Share of the true ten nearest of 2,000 that must be among the ten found.
    const RECALL_AT_10: f64 = 0.97;

    fn exact(a: &[f32], b: &[f32]) -> f64 {
        let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(x, y)| f64::from(*x) * f64::from(*y)).sum::<f64>();
        dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
    }

    /// Near-normal numbers (sum of four uniform ones), the same for the same seed.
    fn random(rng: &mut ChaCha8Rng, dimensions: usize) -> Vec<f32> {
        let uniform = |rng: &mut ChaCha8Rng| f64::from(rng.next_u32()) / f64::from(u32::MAX) - 0.5;
        (0..dimensions).map(|_| (0..4).map(|_| uniform(rng)).sum::<f64>() as f32).collect()
    }

    #[test]
    fn cosines_and_neighbours_survive_the_rounding() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let corpus: Vec<_> = (0..2000).map(|_| random(&mut rng, 384)).collect();
        let mut vectors = Vectors::default();
        for (at, vector) in corpus.iter().enumerate() {
            vectors.insert("m", PassageIndex(at as u32), vector).unwrap();
        }
        let nearest = |mut scored: Vec<(u32, f64)>| {
            scored.sort_by(|a, b| b.1.total_cmp(&a.1));
            scored.iter().take(10).map(|(passage, _)| *passage).collect::<Vec<_>>()
        };
        let mut found = 0;
        for _ in 0..20 {
            let query = random(&mut rng, 384);
            let rounded = Quantised::new(&query).unwrap();
            let quick = vectors.cosines("m", &rounded).unwrap();
            let quick: Vec<_> = quick.map(|(passage, cosine)| (passage.0, cosine)).collect();
            let slow: Vec<_> = (0..).zip(&corpus).map(|(at, vector)| (at, exact(&query, vector))).collect();
            for ((_, a), (_, b)) in quick.iter().zip(&slow) {
                assert!((a - b).abs() < COSINE_TOLERANCE, "{a} {b}");
            }
            let truth = nearest(slow);
            found += nearest(quick).iter().filter(|passage| truth.contains(passage)).count();
        }
        assert!(found as f64 / 200.0 >= RECALL_AT_10, "{found} of 200");
    }

    #[test]
    fn a_vector_is_as_near_to_itself_as_can_be_whatever_its_length() {
        let mut vectors = Vectors::default();
        vectors.insert("m", PassageIndex(4), &[3.0, 4.0]).unwrap();
        let cosine = |query: &[f32]| vectors.cosines("m", &Quantised::new(query).unwrap()).unwrap().next().unwrap().1;
        assert!((cosine(&[0.3e-9, 0.4e-9]) - 1.0).abs() < COSINE_TOLERANCE);
        assert!((cosine(&[-3e9, -4e9]) + 1.0).abs() < COSINE_TOLERANCE);
        assert!(cosine(&[4.0, -3.0]).abs() < COSINE_TOLERANCE);
    }

    #[test]
    fn a_second_vector_takes_the_place_of_the_first() {
        let mut vectors = Vectors::default();
        vectors.insert("m", PassageIndex(1), &[1.0, 0.0]).unwrap();
        vectors.insert("m", PassageIndex(0), &[1.0, 1.0]).unwrap();
        vectors.insert("m", PassageIndex(1), &[0.0, 1.0]).unwrap();
        let cosines: Vec<_> = vectors.cosines("m", &Quantised::new(&[0.0, 2.0]).unwrap()).unwrap().collect();
        assert_eq!(cosines.len(), 2);
        assert_eq!(cosines[0].0, PassageIndex(1));
        assert!((cosines[0].1 - 1.0).abs() < 1e-6);
        assert!(vectors.has(PassageIndex(0)) && !vectors.has(PassageIndex(2)));
    }

    #[test]
    fn what_is_left_keeps_its_vector_under_its_new_number() {
        let mut vectors = Vectors::default();
        for (at, vector) in [(0, [1.0, 0.0]), (2, [0.0, 1.0]), (4, [1.0, 1.0])] {
            vectors.insert("m", PassageIndex(at), &vector).unwrap();
        }
        let (second, third) = (vectors.get(PassageIndex(2)), vectors.get(PassageIndex(4)));
        vectors.retain(&[false, true, true, false, true]);
        assert_eq!((vectors.get(PassageIndex(1)), vectors.get(PassageIndex(2))), (second, third));
        assert!(vectors.len() == 2 && !vectors.has(PassageIndex(0)));
        vectors.retain(&[]);
        assert_eq!(vectors, Vectors::default());
    }

    #[test]
    fn vectors_that_cannot_be_compared_are_refused() {
        let mut vectors = Vectors::default();
        assert_eq!((vectors.model(), vectors.len()), (None, 0));
        vectors.insert("m", PassageIndex(0), &[1.0, 0.0]).unwrap();
        let code = |result: Result<()>| result.unwrap_err().code();
        assert_eq!(code(vectors.insert("other", PassageIndex(1), &[1.0, 0.0])), Code::Model);
        assert_eq!(code(vectors.insert("m", PassageIndex(1), &[1.0])), Code::InvalidArgument);
        for bad in [&[][..], &[0.0, 0.0], &[f32::NAN, 1.0], &[f32::INFINITY, 1.0]] {
            assert_eq!(code(Quantised::new(bad).map(|_| ())), Code::InvalidArgument);
        }
        let query = Quantised::new(&[1.0, 0.0]).unwrap();
        assert_eq!(vectors.cosines("other", &query).map(|_| ()).unwrap_err().code(), Code::Model);
        assert_eq!(vectors.len(), 1);
    }

    #[test]
    fn rescoring_leaves_out_the_rounding_of_the_query() {
        let mut rng = ChaCha8Rng::seed_from_u64(9);
        let (a, b) = (random(&mut rng, 384), random(&mut rng, 384));
        let mut vectors = Vectors::default();
        vectors.insert("m", PassageIndex(0), &a).unwrap();
        vectors.insert("m", PassageIndex(1), &b).unwrap();
        let rescored = vectors.rescored(&b, PassageIndex(0)).unwrap();
        assert!((rescored - exact(&a, &b)).abs() < COSINE_TOLERANCE);
        assert!((vectors.between(PassageIndex(0), PassageIndex(1)).unwrap() - exact(&a, &b)).abs() < COSINE_TOLERANCE);
        assert_eq!(vectors.rescored(&b[1..], PassageIndex(0)), None);
        assert_eq!(vectors.rescored(&b, PassageIndex(2)), None);
        assert_eq!(vectors.between(PassageIndex(0), PassageIndex(2)), None);
    }

    proptest! {
        #[test]
        fn the_error_stays_within_half_a_code_a_dimension(
            pairs in prop::collection::vec((-1.0_f32..1.0, -1.0_f32..1.0), 1..50),
        ) {
            let (a, b): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
            prop_assume!(a.iter().any(|x| x.abs() > 1e-3) && b.iter().any(|x| x.abs() > 1e-3));
            let (qa, qb) = (Quantised::new(&a).unwrap(), Quantised::new(&b).unwrap());
            let (sa, sb) = (f64::from(qa.scale), f64::from(qb.scale));
            let n = a.len() as f64;
            let bound = 0.5 * n.sqrt() * (sa + sb) + 0.25 * n * sa * sb + 1e-5;
            let mut sum = 0;
            dot::dots(Path::Scalar, &qa.codes, &qb.codes, |_, dot| sum = dot);
            let error = (cosine(sum, qa.scale, qb.scale) - exact(&a, &b)).abs();
            prop_assert!(error <= bound, "{} > {}", error, bound);
        }
    }
}
