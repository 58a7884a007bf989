//! The dense list: every passage that has a vector, by its cosine with the question.

use super::{QueryVector, Scores};
use crate::error::Result;
use crate::index::Index;
use crate::index::vectors::Quantised;

/// Returns the cosine of `query` with every passage that has a vector, in no order.
///
/// # Errors
/// `model` when the passages were embedded by another model; `invalid-argument` when the vector has another number
/// of dimensions, is all zero or holds a number that is not finite.
pub fn scores(index: &Index, query: &QueryVector) -> Result<Scores> {
    let vector = Quantised::new(&query.values)?;
    Ok(index.vectors().cosines(&query.model, &vector)?.collect())
}
