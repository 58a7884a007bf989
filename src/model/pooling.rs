//! From the vectors of the tokens to the vector of a text.
//!
//! Sums run in token order in `f64`, so that the outcome depends neither on the platform's vector
//! width nor on what else is computed beside it.

use crate::error::{Code, Error, Result};

/// Returns the mean over the tokens of `hidden` whose `attention` is not 0, `[dimensions] f32`.
///
/// `hidden` is `[tokens, dimensions] f32`, row after row; `attention` is `[tokens]`, 0 for padding.
/// This is the mean pooling of the Sentence-BERT paper (Reimers and Gurevych 2019, section 3) and of
/// the all-MiniLM-L6-v2 model card.
///
/// # Errors
/// `invalid-argument` when the shapes do not fit or every token is padding.
pub fn mean(hidden: &[f32], attention: &[u8], dimensions: usize) -> Result<Vec<f32>> {
    if dimensions == 0 || hidden.len() != attention.len().saturating_mul(dimensions) {
        return Err(Error::new(Code::InvalidArgument, "the hidden states are not [tokens, dimensions]")
            .found(hidden.len() as u64, attention.len().saturating_mul(dimensions) as u64));
    }
    let mut sums = vec![0f64; dimensions];
    let mut tokens = 0u32;
    for (row, _) in hidden.chunks_exact(dimensions).zip(attention).filter(|(_, attended)| **attended != 0) {
        tokens += 1;
        for (sum, value) in sums.iter_mut().zip(row) {
            *sum += f64::from(*value);
        }
    }
    if tokens == 0 {
        return Err(Error::new(Code::InvalidArgument, "every token is padding: nothing to take the mean of"));
    }
    Ok(sums.into_iter().map(|sum| (sum / f64::from(tokens)) as f32).collect())
}

/// Scales `vector` to Euclidean length 1; leaves the zero vector as it is.
pub fn normalize(vector: &mut [f32]) {
    let length = vector.iter().map(|value| f64::from(*value).powi(2)).sum::<f64>().sqrt();
    if length > 0.0 {
        for value in vector {
            *value = (f64::from(*value) / length) as f32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_mean_is_over_attended_tokens_only() {
        let hidden = [1.0, 2.0, 3.0, 6.0, 100.0, f32::NAN];
        assert_eq!(mean(&hidden, &[1, 1, 0], 2).unwrap(), [2.0, 4.0]);
        assert_eq!(mean(&hidden, &[0, 1, 0], 2).unwrap(), [3.0, 6.0]);
    }

    #[test]
    fn shapes_that_do_not_fit_are_refused() {
        for (hidden, attention, dimensions) in
            [(&[1.0f32, 2.0][..], &[1u8][..], 3), (&[1.0], &[1, 1], 1), (&[], &[], 2), (&[1.0], &[0], 1), (&[], &[], 0)]
        {
            assert_eq!(mean(hidden, attention, dimensions).unwrap_err().code(), Code::InvalidArgument);
        }
    }

    #[test]
    fn a_normal_vector_has_length_one_and_zero_stays_zero() {
        let mut vector = [3.0, 4.0];
        normalize(&mut vector);
        assert_eq!(vector, [0.6, 0.8]);
        let mut zero = [0.0; 3];
        normalize(&mut zero);
        assert_eq!(zero, [0.0; 3]);
    }

    proptest! {
        #[test]
        fn padding_never_changes_the_mean(
            rows in prop::collection::vec(prop::array::uniform3(-9.0f32..9.0), 1..20),
            padding in prop::collection::vec(prop::array::uniform3(prop::num::f32::ANY), 0..20),
        ) {
            let alone = mean(&rows.concat(), &vec![1; rows.len()], 3).unwrap();
            let attention = [vec![1; rows.len()], vec![0; padding.len()]].concat();
            let padded = mean(&[rows, padding].concat().concat(), &attention, 3).unwrap();
            prop_assert_eq!(alone, padded);
        }
    }
}
