//! How near two texts are in meaning, by the vectors of an encoder: SemScore and BERTScore.
//!
//! A text that is longer than the encoder reads is encoded in parts; the vector of the whole is their mean by tokens. Which encoder
//! it is decides the figures: those of different encoders cannot be compared.

use crate::error::Result;

/// What an encoder says of a text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Encoded {
    /// The vector of the text, of length 1.
    pub text: Vec<f32>,
    /// The vectors of its tokens, each of length 1, special tokens left out.
    pub tokens: Vec<Vec<f32>>,
}

/// Returns the cosine between the vectors of two texts, −1 to 1 (SemScore, Aynetdinov and Akbik 2024).
pub fn sem_score(a: &Encoded, b: &Encoded) -> f64 {
    dot(&a.text, &b.text)
}

/// Precision, recall and their harmonic mean, as BERTScore has them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BertScore {
    /// Mean over the candidate's tokens of the cosine to the nearest token of the reference.
    pub precision: f64,
    /// Mean over the reference's tokens of the cosine to the nearest token of the candidate.
    pub recall: f64,
    /// The harmonic mean of the two.
    pub f1: f64,
}

/// Returns the BERTScore (Zhang et al. 2020) of `candidate` against `reference`: greedy, all tokens alike, not rescaled.
/// Where a text has no token all is 0.
pub fn bert_score(reference: &Encoded, candidate: &Encoded) -> BertScore {
    // Each pair is multiplied once, for both.
    let mut of_reference = vec![-1.0; reference.tokens.len()];
    let mut of_candidate = vec![-1.0; candidate.tokens.len()];
    for (token, best) in reference.tokens.iter().zip(&mut of_reference) {
        for (other, other_best) in candidate.tokens.iter().zip(&mut of_candidate) {
            let cosine = dot(token, other);
            *best = f64::max(*best, cosine);
            *other_best = f64::max(*other_best, cosine);
        }
    }
    let mean = |best: &[f64]| best.iter().sum::<f64>() / best.len() as f64;
    let is_empty = of_reference.is_empty() || of_candidate.is_empty();
    let (precision, recall) = if is_empty { (0.0, 0.0) } else { (mean(&of_candidate), mean(&of_reference)) };
    let both = precision + recall;
    BertScore { precision, recall, f1: if both > 0.0 { 2.0 * precision * recall / both } else { 0.0 } }
}

/// Returns what an encoder says of `text`. `count` tells how many tokens it reads of a text, special ones included; `states` gives
/// their vectors, of a text of at most `most` tokens.
///
/// # Errors
/// As `count` and `states`.
pub fn encode(
    text: &str,
    most: usize,
    count: impl Fn(&str) -> Result<usize>,
    states: impl Fn(&str) -> Result<Vec<Vec<f32>>>,
) -> Result<Encoded> {
    let mut tokens: Vec<Vec<f32>> = Vec::new();
    for part in parts(text, most, count)? {
        let of_part = states(&part)?;
        tokens.extend(of_part.get(1..of_part.len().saturating_sub(1)).unwrap_or_default().iter().cloned());
    }
    let mut whole = vec![0.0; tokens.first().map_or(0, Vec::len)];
    for token in &tokens {
        whole.iter_mut().zip(token).for_each(|(sum, value)| *sum += value);
    }
    tokens.iter_mut().for_each(|token| normalise(token));
    normalise(&mut whole);
    Ok(Encoded { text: whole, tokens })
}

/// Returns `text` in parts of at most `most` tokens, cut between words.
fn parts(text: &str, most: usize, count: impl Fn(&str) -> Result<usize>) -> Result<Vec<String>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut parts: Vec<String> = Vec::new();
    let mut rest = words.as_slice();
    while !rest.is_empty() {
        // The most words that fit, by halving. The tokenizer cuts off what it does not read: a part that reaches the limit may
        // have lost its end.
        let (mut fitting, mut over) = (1_usize, rest.len().min(most) + 1);
        while over - fitting > 1 {
            let middle = fitting.midpoint(over);
            let fits = count(&rest.get(..middle).unwrap_or_default().join(" "))? < most;
            if fits { fitting = middle } else { over = middle }
        }
        let (part, behind) = rest.split_at(fitting);
        parts.push(part.join(" "));
        rest = behind;
    }
    Ok(parts)
}

fn normalise(vector: &mut [f32]) {
    let length = dot(vector, vector).sqrt();
    if length > 0.0 {
        vector.iter_mut().for_each(|value| *value = (f64::from(*value) / length) as f32);
    }
}

/// In eight sums at once, which the processor adds together.
fn dot(a: &[f32], b: &[f32]) -> f64 {
    let mut sums = [0.0_f32; 8];
    for (a, b) in a.chunks(8).zip(b.chunks(8)) {
        sums.iter_mut().zip(a.iter().zip(b)).for_each(|(sum, (a, b))| *sum += a * b);
    }
    sums.into_iter().map(f64::from).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each word is a token with a vector of its own: the first letter's place and the length.
    fn encoded(text: &str, most: usize) -> Encoded {
        let state = |word: &str| vec![word.bytes().next().map_or(0.0, f32::from) - 96.0, word.len() as f32];
        encode(
            text,
            most,
            |text| Ok(text.split(' ').count() + 2),
            |text| {
                let ends = || vec![vec![0.0, 0.0]];
                Ok(ends().into_iter().chain(text.split(' ').map(state)).chain(ends()).collect())
            },
        )
        .unwrap()
    }

    #[test]
    fn a_text_is_like_itself_however_it_is_cut() {
        let text = "some words that are more than one part holds";
        let (whole, cut) = (encoded(text, 100), encoded(text, 5));
        assert_eq!(whole, cut);
        assert_eq!(whole.tokens.len(), 9, "special tokens are left out");
        assert!((sem_score(&whole, &cut) - 1.0).abs() < 1e-6);
        let BertScore { precision, recall, f1 } = bert_score(&whole, &cut);
        assert!([precision, recall, f1].iter().all(|score| (score - 1.0).abs() < 1e-6));
    }

    #[test]
    fn what_a_candidate_lacks_lowers_recall_and_what_it_adds_precision() {
        let (short, long) = (encoded("aaaaaaaa", 10), encoded("aaaaaaaa z", 10));
        let score = bert_score(&short, &long);
        assert!(score.precision < 0.99 && (score.recall - 1.0).abs() < 1e-6 && score.f1 > score.precision);
        let other_way = bert_score(&long, &short);
        assert!((other_way.precision - 1.0).abs() < 1e-6 && other_way.recall < 0.99);
        assert_eq!(bert_score(&encoded("", 10), &long), BertScore { precision: 0.0, recall: 0.0, f1: 0.0 });
    }
}
