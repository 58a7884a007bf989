//! How good a ranking is, against judgements: nDCG, recall, precision, average precision, reciprocal rank.
//!
//! The measures are those of trec_eval, with the gain of a document being its judgement and the discount `log2(rank + 1)` (Järvelin and
//! Kekäläinen 2002). What is not judged counts as not relevant. Rankings are cut at [`DEPTH`], which average precision and
//! reciprocal rank see too.

use std::collections::{BTreeMap, HashSet};

use serde::Serialize;

/// Documents of a ranking that are looked at.
pub const DEPTH: usize = 100;

/// What is relevant to one question: document id → judgement, above 0.
pub type Judgements = BTreeMap<String, u32>;

/// The measures of one ranking, or their means over many, each 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Measures {
    /// Normalised discounted cumulative gain of the first ten.
    pub ndcg_at_10: f64,
    /// Share of the relevant documents among the first five.
    pub recall_at_5: f64,
    /// Share of the relevant documents among the first hundred.
    pub recall_at_100: f64,
    /// Share of relevant documents in the first five.
    pub precision_at_5: f64,
    /// Mean of the precision at each relevant document.
    pub average_precision: f64,
    /// One over the rank of the first relevant document.
    pub reciprocal_rank: f64,
}

impl Measures {
    /// Returns the measures of `ranking`, document ids best first, against `judged`; all 0 where nothing is relevant. A document that is
    /// named again counts once.
    pub fn of(ranking: &[&str], judged: &Judgements) -> Self {
        let mut seen = HashSet::new();
        let ranking: Vec<&str> = ranking.iter().copied().filter(|id| seen.insert(*id)).take(DEPTH).collect();
        let relevant = judged.values().filter(|grade| **grade > 0).count();
        if relevant == 0 {
            return Measures::default();
        }
        let grade = |id: &str| judged.get(id).copied().unwrap_or(0);
        let found = |depth: usize| ranking.iter().take(depth).filter(|id| grade(id) > 0).count() as f64;
        let mut ideal: Vec<u32> = judged.values().copied().collect();
        ideal.sort_unstable_by(|a, b| b.cmp(a));
        let gained = dcg(ranking.iter().take(10).map(|id| grade(id)));
        let (mut hits, mut precisions, mut first) = (0.0, 0.0, 0.0);
        for (rank, id) in (1_u32..).zip(&ranking) {
            if grade(id) > 0 {
                hits += 1.0;
                precisions += hits / f64::from(rank);
                first = if hits == 1.0 { 1.0 / f64::from(rank) } else { first };
            }
        }
        let relevant = relevant as f64;
        Measures {
            ndcg_at_10: gained / dcg(ideal.into_iter().take(10)),
            recall_at_5: found(5) / relevant,
            recall_at_100: found(DEPTH) / relevant,
            precision_at_5: found(5) / 5.0,
            average_precision: precisions / relevant,
            reciprocal_rank: first,
        }
    }

    /// Returns the means of `each`; all 0 where there is none.
    pub fn mean(each: &[Measures]) -> Self {
        let count = each.len().max(1) as f64;
        let mean = |of: fn(&Measures) -> f64| each.iter().map(of).sum::<f64>() / count;
        Measures {
            ndcg_at_10: mean(|m| m.ndcg_at_10),
            recall_at_5: mean(|m| m.recall_at_5),
            recall_at_100: mean(|m| m.recall_at_100),
            precision_at_5: mean(|m| m.precision_at_5),
            average_precision: mean(|m| m.average_precision),
            reciprocal_rank: mean(|m| m.reciprocal_rank),
        }
    }
}

fn dcg(grades: impl Iterator<Item = u32>) -> f64 {
    (2_u32..).zip(grades).map(|(place, grade)| f64::from(grade) / f64::from(place).log2()).sum()
}

/// Returns the best `depth` documents of `passages`, given best first as their document and score: each document stands where its
/// best passage does.
pub fn documents_of<D: Copy + Eq + std::hash::Hash>(
    passages: impl IntoIterator<Item = (D, f64)>,
    depth: usize,
) -> Vec<(D, f64)> {
    let mut seen: HashSet<D> = HashSet::new();
    passages.into_iter().filter(|(document, _)| seen.insert(*document)).take(depth).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(ids: &[(&str, u32)]) -> Judgements {
        ids.iter().map(|(id, grade)| ((*id).to_owned(), *grade)).collect()
    }

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-12, "{a} {b}");
    }

    #[test]
    fn measures_worked_out_by_hand() {
        let measures = Measures::of(&["x", "a", "y", "b"], &judged(&[("a", 1), ("b", 1), ("c", 1)]));
        let ideal = 1.0 + 1.0 / 3.0_f64.log2() + 0.5;
        close(measures.ndcg_at_10, (1.0 / 3.0_f64.log2() + 1.0 / 5.0_f64.log2()) / ideal);
        close(measures.recall_at_5, 2.0 / 3.0);
        close(measures.precision_at_5, 0.4);
        close(measures.average_precision, (0.5 + 0.5) / 3.0);
        close(measures.reciprocal_rank, 0.5);
    }

    #[test]
    fn a_higher_grade_gains_more() {
        let judged = judged(&[("a", 2), ("b", 1)]);
        close(Measures::of(&["a", "b"], &judged).ndcg_at_10, 1.0);
        assert!(Measures::of(&["b", "a"], &judged).ndcg_at_10 < 1.0);
    }

    #[test]
    fn a_document_named_twice_counts_once() {
        let measures = Measures::of(&["a", "a", "b"], &judged(&[("a", 1), ("b", 1)]));
        close(measures.average_precision, 1.0);
        close(measures.precision_at_5, 0.4);
    }

    #[test]
    fn nothing_relevant_or_found_is_nothing_gained() {
        assert_eq!(Measures::of(&["a"], &judged(&[("a", 0)])), Measures::default());
        assert_eq!(Measures::of(&[], &judged(&[("a", 1)])), Measures::default());
        assert_eq!(Measures::mean(&[]), Measures::default());
    }

    #[test]
    fn what_stands_beyond_the_depth_is_not_seen() {
        let ids: Vec<String> = (0..=DEPTH).map(|id| id.to_string()).collect();
        let ranking: Vec<&str> = ids.iter().map(String::as_str).collect();
        let judged = judged(&[(&ids[DEPTH], 1)]);
        assert_eq!(Measures::of(&ranking, &judged), Measures::default());
    }

    #[test]
    fn a_document_stands_where_its_best_passage_does() {
        let passages = [(3, 0.9), (1, 0.8), (3, 0.7), (2, 0.1)];
        assert_eq!(documents_of(passages, 2), [(3, 0.9), (1, 0.8)]);
    }
}
