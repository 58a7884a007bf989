//! Maximal marginal relevance: near the question, and unlike what is chosen already.
//!
//! Source: Carbonell and Goldstein, *The Use of MMR, Diversity-Based Reranking for Reordering Documents and Producing Summaries*, SIGIR 1998:
//! `argmax λ · cos(d, q) − (1 − λ) · max over chosen d' of cos(d, d')`.

use crate::index::PassageIndex;
use crate::index::vectors::Vectors;

/// The share of the likeness to the question where nothing else is said.
pub const LAMBDA: f64 = 0.7;

/// Passages, nearest first, among which so many times the wanted ones are chosen.
pub const POOL: usize = 4;

/// Returns the best `k` of `nearest`, passages with their cosine to the question, in the order of choosing, each with what it was chosen by.
pub fn choose(vectors: &Vectors, nearest: &[(PassageIndex, f64)], lambda: f64, k: usize) -> Vec<(PassageIndex, f64)> {
    let mut left: Vec<(PassageIndex, f64, f64)> =
        nearest.iter().map(|(at, cosine)| (*at, *cosine, f64::NEG_INFINITY)).collect();
    let mut chosen: Vec<(PassageIndex, f64)> = Vec::new();
    while chosen.len() < k {
        let value = |(_, cosine, likest): &(PassageIndex, f64, f64)| {
            let likest = if likest.is_finite() { *likest } else { 0.0 };
            lambda * cosine - (1.0 - lambda) * likest
        };
        // Of equal ones the nearer to the question, which stands first.
        let best = (0..left.len()).rev().max_by(|a, b| {
            let of = |at: &usize| left.get(*at).map_or(f64::NEG_INFINITY, value);
            of(a).total_cmp(&of(b))
        });
        let Some(best) = best else { break };
        let taken = left.remove(best);
        chosen.push((taken.0, value(&taken)));
        for (at, _, likest) in &mut left {
            *likest = likest.max(vectors.between(*at, taken.0).unwrap_or(0.0));
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vectors() -> Vectors {
        let mut vectors = Vectors::default();
        for (at, vector) in [[1.0, 0.0], [0.99, 0.02], [0.7, 0.7], [0.0, 1.0]].iter().enumerate() {
            vectors.insert("m", PassageIndex(at as u32), vector).unwrap();
        }
        vectors
    }

    const NEAREST: [(PassageIndex, f64); 4] =
        [(PassageIndex(0), 1.0), (PassageIndex(1), 0.99), (PassageIndex(2), 0.7), (PassageIndex(3), 0.0)];

    fn order(lambda: f64, k: usize) -> Vec<u32> {
        choose(&vectors(), &NEAREST, lambda, k).iter().map(|(at, _)| at.0).collect()
    }

    #[test]
    fn what_is_like_the_first_waits() {
        assert_eq!(order(0.5, 4), [0, 3, 2, 1]);
        assert_eq!(order(1.0, 4), [0, 1, 2, 3]);
        assert_eq!(order(0.5, 2), [0, 3]);
    }

    #[test]
    fn each_is_told_by_what_it_was_chosen() {
        // `λ · cos(d, q) − (1 − λ) · max cos(d, chosen)`, within the rounding of the vectors.
        let chosen = choose(&vectors(), &NEAREST, 0.6, 4);
        let expected = [(0, 0.6), (1, 0.6 * 0.99 - 0.4), (2, 0.6 * 0.7 - 0.4 * 0.72), (3, -0.4 * 0.707)];
        for ((at, value), (passage, by)) in chosen.iter().zip(expected) {
            assert_eq!(at.0, passage, "{chosen:?}");
            assert!((value - by).abs() < 0.02, "{chosen:?}");
        }
    }

    #[test]
    fn of_equal_ones_the_nearer_is_chosen_and_what_has_no_vector_is_like_nothing() {
        let alike = [(PassageIndex(7), 0.9), (PassageIndex(8), 0.9), (PassageIndex(9), 0.3)];
        let chosen = choose(&vectors(), &alike, 0.5, 3);
        assert_eq!(chosen, [(PassageIndex(7), 0.45), (PassageIndex(8), 0.45), (PassageIndex(9), 0.15)]);
    }

    #[test]
    fn nothing_is_chosen_of_nothing() {
        assert_eq!(choose(&vectors(), &[], 0.5, 3), []);
        assert!(order(0.5, 0).is_empty());
        assert_eq!(order(0.5, 9).len(), 4);
    }
}
