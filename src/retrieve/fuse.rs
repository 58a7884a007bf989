//! Two lists made one: by their scores, brought to one scale, or by their ranks alone.
//!
//! A passage that a list does not name gets nothing from it. The outcome is in the order of the passages, for the caller to
//! rank.

use super::Scores;
use crate::index::PassageIndex;

/// The share of the keywords in [`linear`] where nothing else is said.
pub const ALPHA: f64 = 0.5;

/// The constant of [`rrf`] where nothing else is said: Cormack, Clarke and Büttcher, *Reciprocal Rank Fusion
/// Outperforms Condorcet and Individual Rank Learning Methods*, SIGIR 2009.
pub const RRF_K: u32 = 60;

/// The least and the greatest score of a list.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// The least score.
    pub min: f64,
    /// The greatest score.
    pub max: f64,
}

impl Bounds {
    /// Returns the bounds of `scores`; both 0 where there is none.
    pub fn of(scores: &[(PassageIndex, f64)]) -> Self {
        let wider = |bounds: Option<Bounds>, (_, score): &(PassageIndex, f64)| {
            Some(bounds.map_or(Bounds { min: *score, max: *score }, |bounds| bounds.including(*score)))
        };
        scores.iter().fold(None, wider).unwrap_or(Bounds { min: 0.0, max: 0.0 })
    }

    /// Returns the bounds widened to hold `score`.
    #[must_use]
    pub fn including(self, score: f64) -> Self {
        Bounds { min: self.min.min(score), max: self.max.max(score) }
    }

    /// Returns where `score` lies between the bounds, 0 to 1; 1 where the bounds are equal, since all are best.
    pub fn normalise(self, score: f64) -> f64 {
        if self.max > self.min { (score - self.min) / (self.max - self.min) } else { 1.0 }
    }
}

/// Gives `take` each passage of either list once, in order, with its scores; both lists are in the order of their passages.
pub fn each(
    a: &[(PassageIndex, f64)],
    b: &[(PassageIndex, f64)],
    mut take: impl FnMut(PassageIndex, Option<f64>, Option<f64>),
) {
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    while let Some(at) = a.peek().into_iter().chain(b.peek()).map(|(at, _)| *at).min() {
        let of = |next: Option<&(PassageIndex, f64)>| next.map(|(_, score)| *score);
        let first = of(a.next_if(|(next, _)| *next == at));
        take(at, first, of(b.next_if(|(next, _)| *next == at)));
    }
}

/// A list, in the order of its passages, with the bounds that its scores are brought to 0–1 by.
#[derive(Debug, Clone, Copy)]
pub struct Bounded<'a> {
    /// The passages and their scores.
    pub scores: &'a [(PassageIndex, f64)],
    /// The bounds, at least as wide as the list's own.
    pub bounds: Bounds,
}

/// Gives `take` each passage of either list once, in order, with `alpha · keyword + (1 − alpha) · dense` over the min-max
/// normalised scores.
pub fn linear(alpha: f64, keyword: Bounded<'_>, dense: Bounded<'_>, mut take: impl FnMut(PassageIndex, f64)) {
    each(keyword.scores, dense.scores, |at, a, b| {
        let a = a.map_or(0.0, |score| alpha * keyword.bounds.normalise(score));
        let b = b.map_or(0.0, |score| (1.0 - alpha) * dense.bounds.normalise(score));
        take(at, a + b);
    });
}

/// Returns what the rank of a passage in one list adds: `1 / (k + rank)`, with ranks counted from 1.
pub fn reciprocal(k: u32, rank: usize) -> f64 {
    1.0 / (f64::from(k) + rank as f64)
}

/// Returns the reciprocal-rank fusion of `lists`, each best first: `Σ 1 / (k + rank)`.
pub fn rrf(k: u32, lists: &[&[(PassageIndex, f64)]]) -> Scores {
    let parts = lists.iter().flat_map(|list| (1..).zip(*list).map(|(rank, (at, _))| (*at, reciprocal(k, rank))));
    sum(parts.collect())
}

/// Adds up the parts of each passage, least first, so that rounding does not depend on their order.
fn sum(mut parts: Scores) -> Scores {
    parts.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    parts
        .chunk_by(|a, b| a.0 == b.0)
        .filter_map(|parts| Some((parts.first()?.0, parts.iter().map(|(_, part)| part).sum())))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    /// Both lists made one by [`linear`], within their own bounds.
    fn linear_of(alpha: f64, keyword: &[(PassageIndex, f64)], dense: &[(PassageIndex, f64)]) -> Scores {
        let [keyword, dense] = [keyword, dense].map(|scores| Bounded { scores, bounds: Bounds::of(scores) });
        let mut fused = Scores::new();
        linear(alpha, keyword, dense, |at, score| fused.push((at, score)));
        fused
    }

    fn list(scores: &[(u32, f64)]) -> Scores {
        scores.iter().map(|(at, score)| (PassageIndex(*at), *score)).collect()
    }

    #[test]
    fn linear_worked_out_by_hand() {
        let (keyword, dense) = (list(&[(0, 8.0), (1, 4.0), (2, 6.0)]), list(&[(1, 0.9), (2, 0.5), (3, 0.1)]));
        let fused = linear_of(0.25, &keyword, &dense);
        assert_eq!(fused, list(&[(0, 0.25), (1, 0.75), (2, 0.5), (3, 0.0)]));
    }

    #[test]
    fn rrf_worked_out_by_hand() {
        let fused = rrf(60, &[&list(&[(7, 3.0), (5, 2.0)]), &list(&[(5, 0.4)])]);
        assert_eq!(fused, list(&[(5, 1.0 / 62.0 + 1.0 / 61.0), (7, 1.0 / 61.0)]));
        assert_eq!(rrf(0, &[&list(&[(1, 0.0)])]), list(&[(1, 1.0)]));
    }

    #[test]
    fn one_passage_or_equal_scores_are_all_best() {
        assert_eq!(linear_of(1.0, &list(&[(3, 0.2)]), &[]), list(&[(3, 1.0)]));
        assert_eq!(Bounds::of(&[]).normalise(0.0), 1.0);
        assert_eq!(linear_of(0.5, &[], &[]), []);
        assert_eq!(rrf(60, &[]), []);
    }

    #[test]
    fn bounds_hold_the_scores_and_bring_them_to_one_scale() {
        for (scores, min, max) in
            [(&[][..], 0.0, 0.0), (&[3.0], 3.0, 3.0), (&[2.0, 8.0, 4.0], 2.0, 8.0), (&[-1.0, -3.0, -2.0], -3.0, -1.0)]
        {
            let list: Scores = (0..).map(PassageIndex).zip(scores.iter().copied()).collect();
            assert_eq!(Bounds::of(&list), Bounds { min, max });
        }
        let bounds = Bounds { min: 2.0, max: 8.0 };
        assert_eq!(bounds.including(5.0), bounds);
        assert_eq!(bounds.including(0.0), Bounds { min: 0.0, max: 8.0 });
        assert_eq!(bounds.including(9.0), Bounds { min: 2.0, max: 9.0 });
        for (score, normal) in [(2.0, 0.0), (8.0, 1.0), (5.0, 0.5), (3.5, 0.25)] {
            assert_eq!(bounds.normalise(score), normal);
        }
        assert_eq!(Bounds { min: 4.0, max: 4.0 }.normalise(4.0), 1.0);
    }

    #[test]
    fn two_lists_are_walked_side_by_side() {
        let (a, b) = (list(&[(1, 0.1), (4, 0.4)]), list(&[(0, 7.0), (4, 8.0), (9, 9.0)]));
        let mut met = Vec::new();
        each(&a, &b, |at, a, b| met.push((at.0, a, b)));
        assert_eq!(met, [(0, None, Some(7.0)), (1, Some(0.1), None), (4, Some(0.4), Some(8.0)), (9, None, Some(9.0))]);
    }

    fn scores() -> impl Strategy<Value = Scores> {
        let map = prop::collection::btree_map(0_u32..20, -5.0_f64..5.0, 0..20);
        map.prop_map(|map: BTreeMap<u32, f64>| map.into_iter().map(|(at, score)| (PassageIndex(at), score)).collect())
    }

    fn best_first(mut scores: Scores) -> Scores {
        scores.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        scores
    }

    fn of(fused: &Scores, at: PassageIndex) -> Option<f64> {
        fused.iter().find(|(other, _)| *other == at).map(|(_, score)| *score)
    }

    proptest! {
        #[test]
        fn the_order_of_lists_does_not_matter(a in scores(), b in scores(), c in scores()) {
            let [a, b, c] = [a, b, c].map(best_first);
            prop_assert_eq!(rrf(60, &[&a, &b, &c]), rrf(60, &[&c, &a, &b]));
        }

        #[test]
        fn every_passage_of_a_list_is_in_the_outcome_once(a in scores(), b in scores(), alpha in 0.0_f64..=1.0) {
            let expected: std::collections::BTreeSet<_> = a.iter().chain(&b).map(|(at, _)| *at).collect();
            for fused in [linear_of(alpha, &a, &b), rrf(60, &[&a, &b])] {
                prop_assert_eq!(fused.iter().map(|(at, _)| *at).collect::<Vec<_>>(), expected.iter().copied().collect::<Vec<_>>());
            }
            for (_, score) in linear_of(alpha, &a, &b) {
                prop_assert!((0.0..=1.0 + 1e-12).contains(&score));
            }
        }

        #[test]
        fn a_better_score_in_one_list_never_harms(a in scores(), b in scores(), pick in any::<prop::sample::Index>(), more in 0.0_f64..5.0) {
            prop_assume!(!a.is_empty());
            let at = pick.index(a.len());
            let passage = a[at].0;
            let mut raised = a.clone();
            raised[at].1 += more;
            let before = linear_of(0.5, &a, &b);
            let after = linear_of(0.5, &raised, &b);
            prop_assert!(of(&after, passage) >= of(&before, passage).map(|score| score - 1e-12));
            let (before, after) = (rrf(60, &[&best_first(a), &best_first(b.clone())]), rrf(60, &[&best_first(raised), &best_first(b)]));
            prop_assert!(of(&after, passage) >= of(&before, passage));
        }
    }
}
