//! Okapi BM25: how well the words of a passage answer the words of a question.
//!
//! Source: Robertson and Zaragoza, *The Probabilistic Relevance Framework: BM25 and Beyond*, 2009, with the
//! idf that adds one inside the logarithm and so is never negative:
//!
//! ```text
//! score(q, d) = Σ over terms t of q:  weight(t, q) · idf(t) · tf(t, d)
//! idf(t)      = ln((N − n + 0.5) / (n + 0.5) + 1)
//! tf(t, d)    = f · (k1 + 1) / (f + k1 · (1 − b + b · |d| / avgdl))
//! ```
//!
//! Occurrences `f` and lengths `|d|` are sums over the [fields](super::fields) of a passage, each times the field's weight.
//!
//! The weight of a term is the number of times it is in the question, unless who asks says otherwise. The statistics are those of
//! the whole index; a filter chooses among its passages and does not change them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::PassageIndex;
use super::fields::{Counts, FieldWeights};
use super::postings::Postings;

/// How soon further occurrences of a term stop counting.
pub const K1: f64 = 1.5;
/// How much long passages are held back: 0 not at all, 1 in full proportion.
pub const B: f64 = 0.75;

/// The terms that are looked for and what each weighs, above 0.
pub type Weights = BTreeMap<String, f64>;

/// Which inverse document frequency is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IdfVariant {
    /// `ln((N − n + 0.5) / (n + 0.5) + 1)`, never negative.
    #[default]
    PlusOne,
    /// Robertson and Spärck Jones: `ln((N − n + 0.5) / (n + 0.5))`, and 0 where that is negative.
    Robertson,
    /// `ln((N + 1) / n)`, as BM25+ has it (Lv and Zhai 2011).
    Smooth,
}

/// The constants of the formula.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Parameters {
    /// See [`K1`]; not negative.
    pub k1: f64,
    /// See [`B`]; 0 to 1.
    pub b: f64,
    /// Which inverse document frequency is meant.
    pub idf: IdfVariant,
    /// What an occurrence in each field weighs.
    #[serde(default)]
    pub fields: FieldWeights,
}

impl Default for Parameters {
    fn default() -> Self {
        Parameters { k1: K1, b: B, idf: IdfVariant::default(), fields: FieldWeights::default() }
    }
}

impl Parameters {
    /// Returns the inverse document frequency of a term that stands in `doc_freq` of `passages` passages; not negative.
    pub fn idf(&self, passages: u32, doc_freq: u32) -> f64 {
        let (n, df) = (f64::from(passages), f64::from(doc_freq));
        match self.idf {
            IdfVariant::PlusOne => ((n - df + 0.5) / (df + 0.5) + 1.0).ln(),
            IdfVariant::Robertson => ((n - df + 0.5) / (df + 0.5)).ln().max(0.0),
            IdfVariant::Smooth => ((n + 1.0) / df.max(1.0)).ln(),
        }
    }

    /// Returns what `freq` occurrences count in a passage of `length` terms, where the mean is `average_length`, all of them weighted by
    /// their fields; from 0 to k1 + 1.
    pub fn tf_factor(&self, freq: f64, length: f64, average_length: f64) -> f64 {
        self.saturated(freq, self.held_back(length, average_length))
    }

    /// Returns how much a passage of `length` terms is held back, where the mean is `average_length`: the same for all its terms.
    #[inline]
    pub fn held_back(&self, length: f64, average_length: f64) -> f64 {
        self.k1 * (1.0 - self.b + self.b * length / average_length)
    }

    /// Returns what `freq` occurrences count in a passage that is [`held_back`](Self::held_back) by so much.
    #[inline]
    pub fn saturated(&self, freq: f64, held_back: f64) -> f64 {
        if freq > 0.0 { freq * (self.k1 + 1.0) / (freq + held_back) } else { 0.0 }
    }

    /// Returns whether the constants are in their ranges.
    pub fn are_sound(&self) -> bool {
        self.k1 >= 0.0 && self.k1.is_finite() && (0.0..=1.0).contains(&self.b) && self.fields.are_sound()
    }
}

/// Returns the terms of a bag (term → count) with their counts as weights.
pub fn weights(bag: BTreeMap<String, u32>) -> Weights {
    bag.into_iter().map(|(term, count)| (term, f64::from(count))).collect()
}

/// Returns the passages that hold a term of `query` with their scores, in the order of the passages.
pub fn scores(postings: &Postings, query: &Weights, parameters: Parameters) -> Vec<(PassageIndex, f64)> {
    let fields = &parameters.fields;
    let average = postings.average_length(fields);
    let mut sums = vec![0.0; postings.passages() as usize];
    for (term, weight) in query {
        let list = postings.list(term);
        let weight = weight * parameters.idf(postings.passages(), list.doc_freq());
        for (passage, counts) in list {
            if let Some(sum) = sums.get_mut(passage.0 as usize) {
                *sum += weight * parameters.tf_factor(fields.sum(&counts), postings.length(passage, fields), average);
            }
        }
    }
    (0..).map(PassageIndex).zip(sums).filter(|(_, score)| *score > 0.0).collect()
}

/// Returns how many of the passages that `admitted` says yes to [`scores`] names, without scoring them.
pub fn sharing(postings: &Postings, query: &Weights, parameters: Parameters, admitted: &[bool]) -> usize {
    let fields = &parameters.fields;
    // Where no field is left out, what occurs occurs somewhere that counts.
    let all_weigh = fields.each().iter().all(|weight| *weight > 0.0);
    let mut shares = vec![false; admitted.len()];
    for (term, weight) in query {
        let list = postings.list(term);
        if weight * parameters.idf(postings.passages(), list.doc_freq()) <= 0.0 {
            continue;
        }
        let mut take =
            |passage: PassageIndex| shares.get_mut(passage.0 as usize).into_iter().for_each(|share| *share = true);
        if all_weigh {
            list.each_passage(take);
        } else {
            list.filter(|(_, counts)| fields.sum(counts) > 0.0).for_each(|(passage, _)| take(passage));
        }
    }
    shares.iter().zip(admitted).filter(|(share, admitted)| **share && **admitted).count()
}

/// The computation of one passage's score, as a tree.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Bm25 {
    /// The sum over the terms.
    pub score: f64,
    /// The terms of the question that the passage holds, in byte order.
    pub terms: Vec<TermScore>,
}

/// What one term adds: `weight · idf.value · tf.value`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TermScore {
    /// The term, normalised and stemmed.
    pub term: String,
    /// What it adds to the score.
    pub score: f64,
    /// What it weighs in the question.
    pub weight: f64,
    /// How rare the term is.
    pub idf: Idf,
    /// How much the passage is about it.
    pub tf: TfFactor,
}

/// The computation of [`Parameters::idf`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Idf {
    /// The outcome.
    pub value: f64,
    /// Passages in the index (N).
    pub passages: u32,
    /// Passages that hold the term (n).
    pub doc_freq: u32,
}

/// The computation of [`Parameters::tf_factor`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TfFactor {
    /// The outcome.
    pub value: f64,
    /// Occurrences in the passage, weighted by their fields (f).
    pub freq: f64,
    /// Occurrences in each field, in the order of [`Field::ALL`](super::fields::Field::ALL).
    pub counts: Counts,
    /// Terms in the passage, weighted by their fields (|d|).
    pub length: f64,
    /// Mean number of terms in a passage (avgdl).
    pub average_length: f64,
    /// The constant k1.
    pub k1: f64,
    /// The constant b.
    pub b: f64,
}

/// Returns how the score of each of `passages` for `query` comes about, in their order; a score of 0 where they share no term. The list of a
/// term is walked once for all of them.
pub fn explain(postings: &Postings, query: &Weights, parameters: Parameters, passages: &[PassageIndex]) -> Vec<Bm25> {
    let fields = &parameters.fields;
    let (all, average_length) = (postings.passages(), postings.average_length(fields));
    let mut trees = vec![Bm25 { score: 0.0, terms: Vec::new() }; passages.len()];
    let mut walked: Vec<(PassageIndex, &mut Bm25)> = passages.iter().copied().zip(&mut trees).collect();
    walked.sort_by_key(|(passage, _)| *passage);
    for (term, weight) in query {
        let mut list = postings.list(term);
        let doc_freq = list.doc_freq();
        let mut at = list.next();
        for (passage, tree) in &mut walked {
            if at.is_some_and(|(at, _)| at < *passage) {
                at = list.seek(*passage);
            }
            let Some((_, counts)) = at.filter(|(at, _)| *at == *passage) else { continue };
            let idf = Idf { value: parameters.idf(all, doc_freq), passages: all, doc_freq };
            let (freq, length) = (fields.sum(&counts), postings.length(*passage, fields));
            let value = parameters.tf_factor(freq, length, average_length);
            let score = weight * idf.value * value;
            let tf = TfFactor { value, freq, counts, length, average_length, k1: parameters.k1, b: parameters.b };
            tree.score += score;
            tree.terms.push(TermScore { term: term.clone(), score, weight: *weight, idf, tf });
        }
    }
    trees
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::analyze;
    use super::super::fields::{Field, Part};
    use super::*;

    const ALIKE: FieldWeights = FieldWeights { who: 1.0, title: 1.0, codes: 1.0, date: 1.0, text: 1.0 };
    const STANDARD: Parameters = Parameters { k1: K1, b: B, idf: IdfVariant::PlusOne, fields: ALIKE };

    fn bag(text: &str) -> Weights {
        weights(analyze::bag(text))
    }

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
        let found = scores(&postings, &bag("knee"), STANDARD);
        // N = 3, n = 1, f = 1, |d| = 2, avgdl = 5/3: ln(2.5/1.5 + 1) · 2.5 / (1 + 1.5·(0.25 + 0.75·1.2))
        let expected = (8.0_f64 / 3.0).ln() * 2.5 / 2.725;
        assert_eq!(found.len(), 1);
        assert!((found[0].1 - expected).abs() < 1e-12);
    }

    #[test]
    fn a_term_in_every_passage_still_counts_for_something() {
        assert!(STANDARD.idf(10, 10) > 0.0);
        assert!(STANDARD.idf(10, 1) > STANDARD.idf(10, 2));
    }

    #[test]
    fn no_variant_of_the_idf_is_negative_and_rarer_is_more() {
        for idf in [IdfVariant::PlusOne, IdfVariant::Robertson, IdfVariant::Smooth] {
            let parameters = Parameters { idf, ..STANDARD };
            assert!((0..=20).all(|df| parameters.idf(20, df) >= 0.0));
            assert!(parameters.idf(20, 1) > parameters.idf(20, 5));
        }
        assert!(!Parameters { b: 1.5, ..STANDARD }.are_sound() && !Parameters { k1: f64::NAN, ..STANDARD }.are_sound());
    }

    #[test]
    fn more_occurrences_count_more_but_never_more_than_the_limit() {
        let tf_factor = |freq, length, average| STANDARD.tf_factor(freq, length, average);
        assert!(tf_factor(2.0, 10.0, 10.0) > tf_factor(1.0, 10.0, 10.0));
        assert!(tf_factor(1.0, 20.0, 10.0) < tf_factor(1.0, 10.0, 10.0));
        assert!(tf_factor(f64::from(u32::MAX), 10.0, 10.0) <= K1 + 1.0);
        assert_eq!(tf_factor(0.0, 10.0, 10.0), 0.0);
    }

    #[test]
    fn words_that_are_nowhere_and_empty_indexes_find_nothing() {
        assert_eq!(scores(&Postings::default(), &bag("pain"), STANDARD), []);
        let postings = Postings::build([["knee pain"]]);
        assert_eq!(scores(&postings, &bag("fever"), STANDARD), []);
        assert_eq!(scores(&postings, &bag(""), STANDARD), []);
        let nothing = Bm25 { score: 0.0, terms: vec![] };
        assert_eq!(explain(&postings, &bag("fever"), STANDARD, &[PassageIndex(0)]), [nothing]);
        assert_eq!(explain(&postings, &bag("knee"), STANDARD, &[]), []);
    }

    #[test]
    fn a_word_in_a_weightier_field_counts_for_more_and_one_in_a_field_of_no_weight_for_nothing() {
        let part = |field, text| Part { field, text };
        let postings = Postings::build([
            [part(Field::Title, "asthma"), part(Field::Text, "a letter")],
            [part(Field::Title, "a letter"), part(Field::Text, "asthma")],
        ]);
        let of = |title: f64| {
            let fields = FieldWeights { title, ..ALIKE };
            scores(&postings, &bag("asthma"), Parameters { fields, ..STANDARD })
        };
        let [(_, in_title), (_, in_text)] = of(4.0)[..] else { panic!("both hold the word") };
        assert!(in_title > in_text);
        assert_eq!(of(0.0).len(), 1);
        assert!(!Parameters { fields: FieldWeights { title: -1.0, ..ALIKE }, ..STANDARD }.are_sound());
        let tree = explain(
            &postings,
            &bag("asthma"),
            Parameters { fields: FieldWeights { title: 4.0, ..ALIKE }, ..STANDARD },
            &[PassageIndex(0)],
        )
        .remove(0);
        assert_eq!((tree.score, tree.terms[0].tf.freq, tree.terms[0].tf.counts), (in_title, 4.0, [0, 1, 0, 0, 0]));
    }

    proptest! {
        #[test]
        fn the_index_scores_like_the_paper(
            texts in prop::collection::vec("[a-d]{1,2}( [a-d]{1,2}){0,9}", 1..30),
            query in "[a-d]{1,2}( [a-d]{1,2}){0,4}",
        ) {
            let postings = Postings::build(texts.iter().map(|text| [text.as_str()]));
            let query_bag = bag(&query);
            let fast = scores(&postings, &query_bag, STANDARD);
            let slow = naive(&texts, &query);
            prop_assert_eq!(fast.len(), slow.len());
            // Asked for in another order than that of the lists, and one of them twice.
            let backwards: Vec<PassageIndex> = fast.iter().rev().chain(fast.first()).map(|(passage, _)| *passage).collect();
            let trees = explain(&postings, &query_bag, STANDARD, &backwards);
            let scored: Vec<_> = backwards.iter().copied().zip(trees.iter().map(|tree| tree.score)).collect();
            let expected: Vec<_> = fast.iter().rev().chain(fast.first()).copied().collect();
            prop_assert_eq!(scored, expected);
            for ((passage, score), (expected_passage, expected)) in fast.into_iter().zip(slow) {
                prop_assert_eq!(passage, expected_passage);
                prop_assert!((score - expected).abs() <= 1e-12 * expected);
            }
        }
    }
}
