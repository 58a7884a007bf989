//! Whether the tokenizer of a person's own model is that model's, by what comes out.
//!
//! An export has a row of numbers for each word and does not say which word it is: a tokenizer with as many other words, or with the same in
//! another order, fits it by every figure. What it gives then is noise, and that shows: words that mean the same are no nearer to each other
//! than any two. It does not tell a wrong tokenizer from a model that knows no English, so that it warns and refuses nothing.

use crate::error::Result;
use crate::model::embedding::{Embedding, Encode};

/// Words that mean the same and share no piece: such as every English vocabulary has whole.
const SAME: [[&str; 2]; 12] = [
    ["doctor", "physician"],
    ["car", "automobile"],
    ["child", "kid"],
    ["big", "large"],
    ["happy", "glad"],
    ["begin", "start"],
    ["sick", "ill"],
    ["drug", "medicine"],
    ["cancer", "tumor"],
    ["heart", "cardiac"],
    ["kidney", "renal"],
    ["fast", "quick"],
];

/// The least share at which the words are taken for the model's. Where they are not it is one half, give or take 0.09.
const LEAST: f64 = 0.75;

/// Returns whether `embedder` has words that mean the same near each other.
///
/// # Errors
/// `model` when it fails.
pub(super) fn makes_sense(embedder: &impl Encode) -> Result<bool> {
    let (one, other) = (embedder.embed(&SAME.map(|[word, _]| word))?, embedder.embed(&SAME.map(|[_, word]| word))?);
    Ok(share(&one, &other)? >= LEAST)
}

/// Returns the share of the cases, 0 to 1, in which a word is nearer to the one of its pair than to the one of another.
fn share(one: &[Embedding], other: &[Embedding]) -> Result<f64> {
    let (mut nearer, mut all) = (0_u32, 0_u32);
    for (at, word) in one.iter().enumerate() {
        let cosines = other.iter().map(|other| word.dot(other)).collect::<Result<Vec<f32>>>()?;
        let own = cosines.get(at).copied().unwrap_or(f32::NEG_INFINITY);
        for (_, cosine) in cosines.iter().enumerate().filter(|(place, _)| *place != at) {
            nearer += u32::from(own > *cosine);
            all += 1;
        }
    }
    Ok(f64::from(nearer) / f64::from(all.max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vectors(angles: &[f32]) -> Vec<Embedding> {
        angles.iter().map(|angle| Embedding::new(vec![angle.cos(), angle.sin()]).unwrap()).collect()
    }

    #[test]
    fn pairs_are_told_from_any_two() {
        let one = vectors(&[0.0, 1.0, 2.0]);
        assert_eq!(share(&one, &vectors(&[0.1, 1.1, 2.1])).unwrap(), 1.0);
        assert_eq!(share(&one, &vectors(&[2.1, 1.1, 0.1])).unwrap(), 2.0 / 6.0);
        assert_eq!(share(&one, &vectors(&[0.0, 0.0, 0.0])).unwrap(), 0.0, "all alike tell nothing");
        assert_eq!(share(&[], &[]).unwrap(), 0.0);
    }
}
