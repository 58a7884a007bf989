//! Vectors in clusters, so that a search reads those near the question alone.
//!
//! Spherical k-means (Dhillon and Modha, *Concept Decompositions for Large Sparse Text Data using Clustering*, Machine Learning 2001) with
//! about as many centres as the root of the number of vectors. The first centres are vectors at equal distances in their order, so
//! that the outcome is the same each time.

use crate::error::Result;
use crate::index::vectors::Quantised;
use crate::model::kernels::{Path, dot};

/// Times that centres are moved.
const ROUNDS: usize = 8;
/// Vectors for each centre that it is moved by.
const TRAINED_ON: usize = 256;

/// Vectors in clusters.
pub(super) struct Clustered {
    /// The centres, each of length one.
    pub centres: Vec<Quantised>,
    /// For each centre the vectors that are nearest to it, by their numbers and in order.
    pub members: Vec<Vec<u32>>,
}

/// Returns `vectors`, all of the same dimensions, in clusters.
///
/// # Errors
/// None that occurs for vectors of length one.
pub(super) fn cluster(vectors: &[Quantised]) -> Result<Clustered> {
    let count = (vectors.len() as f64).sqrt().ceil() as usize;
    if count == 0 {
        return Ok(Clustered { centres: Vec::new(), members: Vec::new() });
    }
    let spread = |count: usize| -> Vec<&Quantised> {
        (0..count).filter_map(|at| vectors.get(at * vectors.len() / count)).collect()
    };
    let mut centres: Vec<Quantised> = spread(count).into_iter().cloned().collect();
    let trained = spread(vectors.len().min(count * TRAINED_ON));
    for _ in 0..ROUNDS {
        let table = Table::new(&centres);
        let mut sums = vec![vec![0.0_f32; centres.first().map_or(0, Quantised::dimensions)]; count];
        for vector in &trained {
            if let Some(sum) = sums.get_mut(table.nearest(vector)) {
                sum.iter_mut().zip(vector.codes()).for_each(|(sum, code)| *sum += f32::from(*code) * vector.scale());
            }
        }
        for (centre, sum) in centres.iter_mut().zip(sums) {
            // A centre that nothing is near stays where it is.
            if sum.iter().any(|x| *x != 0.0) {
                *centre = Quantised::new(&sum)?;
            }
        }
    }
    let table = Table::new(&centres);
    let mut members = vec![Vec::new(); count];
    for (at, vector) in (0_u32..).zip(vectors) {
        if let Some(members) = members.get_mut(table.nearest(vector)) {
            members.push(at);
        }
    }
    Ok(Clustered { centres, members })
}

/// Centres side by side.
pub(super) struct Table {
    codes: Vec<i8>,
    scales: Vec<f32>,
}

impl Table {
    pub(super) fn new(centres: &[Quantised]) -> Self {
        let codes = centres.iter().flat_map(|centre| centre.codes().iter().copied()).collect();
        Table { codes, scales: centres.iter().map(Quantised::scale).collect() }
    }

    /// Returns how near each centre is to `vector`, with the same factor for all.
    fn nearness(&self, vector: &Quantised) -> Vec<f32> {
        let mut near = vec![0.0; self.scales.len()];
        dot::dots(Path::best(), vector.codes(), &self.codes, |at, sum| {
            if let (Some(near), Some(scale)) = (near.get_mut(at), self.scales.get(at)) {
                *near = sum as f32 * scale;
            }
        });
        near
    }

    fn nearest(&self, vector: &Quantised) -> usize {
        let near = self.nearness(vector);
        // Of equal ones the first.
        (0..near.len())
            .rev()
            .max_by(|a, b| near.get(*a).partial_cmp(&near.get(*b)).unwrap_or(std::cmp::Ordering::Equal))
            .unwrap_or(0)
    }

    /// Returns the `count` nearest centres to `vector`, nearest first.
    pub(super) fn nearest_of(&self, vector: &Quantised, count: usize) -> Vec<usize> {
        let mut near: Vec<(usize, f32)> = self.nearness(vector).into_iter().enumerate().collect();
        near.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        near.into_iter().take(count).map(|(at, _)| at).collect()
    }
}
