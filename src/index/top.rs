//! The best `k` of many scored passages, in one pass and `k` places of memory.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use super::PassageIndex;

/// A passage with its score and the place of its reference among all references, which breaks ties.
#[derive(Debug, Clone, Copy)]
pub struct Scored {
    /// The passage.
    pub passage: PassageIndex,
    /// Its score; more is better.
    pub score: f64,
    /// The place of its reference in the order of references; less is better.
    pub tie_break: u32,
}

impl Ord for Scored {
    /// Better is greater: by score, then by reference.
    fn cmp(&self, other: &Self) -> Ordering {
        self.score.total_cmp(&other.score).then(other.tie_break.cmp(&self.tie_break))
    }
}
impl PartialOrd for Scored {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl PartialEq for Scored {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}
impl Eq for Scored {}

/// The best `k` so far.
#[derive(Debug)]
pub struct Top {
    kept: BinaryHeap<Reverse<Scored>>,
    k: usize,
}

impl Top {
    /// Returns the best `k` of nothing.
    pub fn new(k: usize) -> Self {
        Top { kept: BinaryHeap::new(), k }
    }

    /// Takes `next`, if it is among the best.
    pub fn push(&mut self, next: Scored) {
        if self.kept.len() < self.k {
            self.kept.push(Reverse(next));
        } else if let Some(mut worst) = self.kept.peek_mut()
            && next > worst.0
        {
            worst.0 = next;
        }
    }

    /// Returns the least score of the best, once there are `k`: what scores less is not among them.
    pub fn least(&self) -> Option<f64> {
        self.kept.peek().filter(|_| self.kept.len() == self.k).map(|worst| worst.0.score)
    }

    /// Returns the best, best first.
    pub fn into_sorted(self) -> Vec<Scored> {
        self.kept.into_sorted_vec().into_iter().map(|Reverse(scored)| scored).collect()
    }
}

/// Returns the best `k` of `scored`, best first; all of them where there are fewer.
pub fn top_k(scored: impl IntoIterator<Item = Scored>, k: usize) -> Vec<Scored> {
    let mut top = Top::new(k);
    for next in scored {
        top.push(next);
    }
    top.into_sorted()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_heap_equals_sorting_everything(scores in prop::collection::vec(-3_i8..3, 0..60), k in 0_usize..70) {
            let scored = |(at, score): (usize, &i8)| {
                let tie_break = (at as u32).wrapping_mul(37) % 61;
                Scored { passage: PassageIndex(at as u32), score: f64::from(*score), tie_break }
            };
            let mut sorted: Vec<_> = scores.iter().enumerate().map(scored).collect();
            sorted.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.tie_break.cmp(&b.tie_break)));
            sorted.truncate(k);
            let top = top_k(scores.iter().enumerate().map(scored), k);
            let passages = |list: &[Scored]| list.iter().map(|s| s.passage).collect::<Vec<_>>();
            prop_assert_eq!(passages(&top), passages(&sorted));
        }
    }
}
