//! Okapi BM25: how well the words of a passage answer the words of a question.
//!
//! Source: Robertson and Zaragoza, *The Probabilistic Relevance Framework: BM25 and Beyond*, 2009, with the
//! idf that adds one inside the logarithm and so is never negative:
//!
//! ```text
//! score(q, d) = Σ over terms t of q:  count(t, q) · idf(t) · tf(t, d)
//! idf(t)      = ln((N − n + 0.5) / (n + 0.5) + 1)
//! tf(t, d)    = f · (k1 + 1) / (f + k1 · (1 − b + b · |d| / avgdl))
//! ```
//!
//! The statistics are those of the whole index; a filter chooses among its passages and does not change them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::PassageIndex;
use super::postings::Postings;

/// How soon further occurrences of a term stop counting.
pub const K1: f64 = 1.5;
/// How much long passages are held back: 0 not at all, 1 in full proportion.
pub const B: f64 = 0.75;

/// Returns the inverse document frequency of a term that stands in `doc_freq` of `passages` passages; above 0.
pub fn idf(passages: u32, doc_freq: u32) -> f64 {
    let (n, df) = (f64::from(passages), f64::from(doc_freq));
    ((n - df + 0.5) / (df + 0.5) + 1.0).ln()
}

/// Returns what `freq` occurrences count in a passage of `length` terms, where the mean is `average_length`; from 0
/// to [`K1`] + 1.
pub fn tf_factor(freq: u32, length: u32, average_length: f64) -> f64 {
    let f = f64::from(freq);
    f * (K1 + 1.0) / (f + K1 * (1.0 - B + B * f64::from(length) / average_length))
}

/// Returns the passages that hold a term of `query` (term → count in the question) with their scores, in the order
/// of the passages.
pub fn scores(postings: &Postings, query: &BTreeMap<String, u32>) -> Vec<(PassageIndex, f64)> {
    let average = postings.average_length();
    let mut sums = vec![0.0; postings.passages() as usize];
    for (term, count) in query {
        let list = postings.list(term);
        let weight = f64::from(*count) * idf(postings.passages(), list.doc_freq());
        for (passage, freq) in list {
            if let Some(sum) = sums.get_mut(passage.0 as usize) {
                *sum += weight * tf_factor(freq, postings.length(passage), average);
            }
        }
    }
    (0..).map(PassageIndex).zip(sums).filter(|(_, score)| *score > 0.0).collect()
}

/// The computation of one passage's score, as a tree.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Bm25 {
    /// The sum over the terms.
    pub score: f64,
    /// The terms of the question that the passage holds, in byte order.
    pub terms: Vec<TermScore>,
}

/// What one term adds: `query_count · idf.value · tf.value`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TermScore {
    /// The term, normalised and stemmed.
    pub term: String,
    /// What it adds to the score.
    pub score: f64,
    /// Occurrences in the question.
    pub query_count: u32,
    /// How rare the term is.
    pub idf: Idf,
    /// How much the passage is about it.
    pub tf: TfFactor,
}

/// The computation of [`idf`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Idf {
    /// The outcome.
    pub value: f64,
    /// Passages in the index (N).
    pub passages: u32,
    /// Passages that hold the term (n).
    pub doc_freq: u32,
}

/// The computation of [`tf_factor`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TfFactor {
    /// The outcome.
    pub value: f64,
    /// Occurrences in the passage (f).
    pub freq: u32,
    /// Terms in the passage (|d|).
    pub length: u32,
    /// Mean number of terms in a passage (avgdl).
    pub average_length: f64,
    /// The constant k1 = [`K1`].
    pub k1: f64,
    /// The constant b = [`B`].
    pub b: f64,
}

/// Returns how the score of `passage` for `query` comes about; a score of 0 where they share no term.
pub fn explain(postings: &Postings, query: &BTreeMap<String, u32>, passage: PassageIndex) -> Bm25 {
    let (passages, length, average_length) = (postings.passages(), postings.length(passage), postings.average_length());
    let terms: Vec<TermScore> = query
        .iter()
        .filter_map(|(term, count)| {
            let list = postings.list(term);
            let doc_freq = list.doc_freq();
            let (_, freq) = list.into_iter().find(|(at, _)| *at >= passage).filter(|(at, _)| *at == passage)?;
            let idf = Idf { value: idf(passages, doc_freq), passages, doc_freq };
            let value = tf_factor(freq, length, average_length);
            let score = f64::from(*count) * idf.value * value;
            let tf = TfFactor { value, freq, length, average_length, k1: K1, b: B };
            Some(TermScore { term: term.clone(), score, query_count: *count, idf, tf })
        })
        .collect();
    Bm25 { score: terms.iter().fold(0.0, |sum, term| sum + term.score), terms }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::analyze;
    use super::*;

    /// The formula read off the paper, over plain texts and without an index.
    fn naive(texts: &[String], query: &str) -> Vec<(PassageIndex, f64)> {
        let bags: Vec<_> = texts.iter().map(|text| analyze::bag(text)).collect();
        let length = |bag: &BTreeMap<String, u32>| f64::from(bag.values().sum::<u32>());
        let n_all = bags.len() as f64;
        let avgdl = bags.iter().map(length).sum::<f64>() / n_all;
        let mut scored = Vec::new();
        for (at, bag) in bags.iter().enumerate() {
            let mut score = 0.0;
            for (term, count) in analyze::bag(query) {
                let n = bags.iter().filter(|bag| bag.contains_key(&term)).count() as f64;
                let f = f64::from(bag.get(&term).copied().unwrap_or(0));
                let idf = ((n_all - n + 0.5) / (n + 0.5) + 1.0).ln();
                score += f64::from(count) * idf * (f * 2.5 / (f + 1.5 * (0.25 + 0.75 * length(bag) / avgdl)));
            }
            if score > 0.0 {
                scored.push((PassageIndex(at as u32), score));
            }
        }
        scored
    }

    #[test]
    fn a_score_worked_out_by_hand() {
        let postings = Postings::build([["knee pain"], ["chest pain"], ["fever"]]);
        let found = scores(&postings, &analyze::bag("knee"));
        // N = 3, n = 1, f = 1, |d| = 2, avgdl = 5/3: ln(2.5/1.5 + 1) · 2.5 / (1 + 1.5·(0.25 + 0.75·1.2))
        let expected = (8.0_f64 / 3.0).ln() * 2.5 / 2.725;
        assert_eq!(found.len(), 1);
        assert!((found[0].1 - expected).abs() < 1e-12);
    }

    #[test]
    fn a_term_in_every_passage_still_counts_for_something() {
        assert!(idf(10, 10) > 0.0);
        assert!(idf(10, 1) > idf(10, 2));
    }

    #[test]
    fn more_occurrences_count_more_but_never_more_than_the_limit() {
        assert!(tf_factor(2, 10, 10.0) > tf_factor(1, 10, 10.0));
        assert!(tf_factor(1, 20, 10.0) < tf_factor(1, 10, 10.0));
        assert!(tf_factor(u32::MAX, 10, 10.0) <= K1 + 1.0);
        assert_eq!(tf_factor(0, 10, 10.0), 0.0);
    }

    #[test]
    fn words_that_are_nowhere_and_empty_indexes_find_nothing() {
        assert_eq!(scores(&Postings::default(), &analyze::bag("pain")), []);
        let postings = Postings::build([["knee pain"]]);
        assert_eq!(scores(&postings, &analyze::bag("fever")), []);
        assert_eq!(scores(&postings, &analyze::bag("")), []);
        assert_eq!(explain(&postings, &analyze::bag("fever"), PassageIndex(0)), Bm25 { score: 0.0, terms: vec![] });
    }

    proptest! {
        #[test]
        fn the_index_scores_like_the_paper(
            texts in prop::collection::vec("[a-d]{1,2}( [a-d]{1,2}){0,9}", 1..30),
            query in "[a-d]{1,2}( [a-d]{1,2}){0,4}",
        ) {
            let postings = Postings::build(texts.iter().map(|text| [text.as_str()]));
            let query_bag = analyze::bag(&query);
            let fast = scores(&postings, &query_bag);
            let slow = naive(&texts, &query);
            prop_assert_eq!(fast.len(), slow.len());
            for ((passage, score), (expected_passage, expected)) in fast.into_iter().zip(slow) {
                prop_assert_eq!(passage, expected_passage);
                prop_assert!((score - expected).abs() <= 1e-12 * expected);
                let tree = explain(&postings, &query_bag, passage);
                prop_assert_eq!(tree.score, score);
            }
        }
    }
}
