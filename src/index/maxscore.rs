//! The best `k` passages by BM25 without scoring all: MaxScore.
//!
//! Source: Turtle and Flood, *Query Evaluation: Strategies and Optimizations*, 1995. Terms are put in the order of the most that each can
//! add to a score. While the least important ones together cannot lift a passage over the `k`-th best so far, a passage that only they
//! hold is not looked at; their lists are asked only about passages that another list names, the more important first, and no further than
//! a passage may still be lifted so high. The walk begins with a least score that the most important list gives by itself. The outcome is that of
//! [`bm25::scores`](super::bm25::scores), passage for passage and bit for bit: the parts of each score are added in the order of the terms.

use super::PassageIndex;
use super::bm25::{Parameters, Weights};
use super::fields::Counts;
use super::postings::{List, Postings};
use super::top::{Scored, Top};

/// What one search saw.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The best, best first.
    pub best: Vec<(PassageIndex, f64)>,
    /// How many passages were scored.
    pub scored: usize,
}

/// A little more than 1: what a bound is multiplied by, so that rounding does not let it fall short.
const SLACK: f64 = 1.0 + 1e-9;

/// The list of one term while it is walked.
struct Cursor<'a> {
    list: List<'a>,
    /// The passage it stands at, and the occurrences there; `None` at its end.
    at: Option<(PassageIndex, Counts)>,
    weight: f64,
    /// The most that it can add.
    bound: f64,
    /// Its place among the terms of the question.
    place: usize,
}

impl Cursor<'_> {
    fn step(&mut self) {
        self.at = self.list.next();
    }

    /// Goes on to `passage`, or to the first after it.
    fn seek(&mut self, passage: PassageIndex) {
        if self.at.is_some_and(|(at, _)| at < passage) {
            self.at = self.list.seek(passage);
        }
    }
}

/// Returns the best `k` of the passages that `admits` and that hold a term of `query`. Of passages with equal scores the one with the
/// least `tie_break` comes first.
pub fn search(
    postings: &Postings,
    query: &Weights,
    parameters: Parameters,
    k: usize,
    admits: impl Fn(PassageIndex) -> bool,
    tie_break: impl Fn(PassageIndex) -> u32,
) -> Outcome {
    if k == 0 {
        return Outcome { best: Vec::new(), scored: 0 };
    }
    let fields = &parameters.fields;
    let average = postings.average_length(fields);
    let held = |passage| parameters.held_back(postings.length(passage, fields), average);
    let mut cursors: Vec<Cursor<'_>> = Vec::new();
    for (place, (term, weight)) in query.iter().enumerate() {
        let mut list = postings.list(term);
        let weight = weight * parameters.idf(postings.passages(), list.doc_freq());
        let at = list.next();
        if at.is_some() && weight > 0.0 {
            cursors.push(Cursor { list, at, weight, bound: weight * (parameters.k1 + 1.0), place });
        }
    }
    cursors.sort_by(|a, b| a.bound.total_cmp(&b.bound).then(a.place.cmp(&b.place)));
    // What the first so many lists can add at most.
    let bounds: Vec<f64> = cursors
        .iter()
        .scan(0.0, |sum, cursor| {
            *sum += cursor.bound;
            Some(*sum * SLACK)
        })
        .collect();
    // The k-th best of what the list that can add most adds by itself: that much the k-th best has at least.
    let floor = cursors.iter().rev().find(|cursor| cursor.list.doc_freq() as usize >= k).and_then(|cursor| {
        let mut parts = Top::new(k);
        let each = cursor.at.into_iter().chain(cursor.list.clone());
        for (passage, counts) in each.filter(|(passage, _)| admits(*passage)) {
            let score = cursor.weight * parameters.saturated(fields.sum(&counts), held(passage));
            parts.push(Scored { passage, score, tie_break: 0 });
        }
        parts.least()
    });
    let mut top = Top::new(k);
    let mut least = floor.unwrap_or(f64::NEG_INFINITY);
    let (mut optional, mut scored) = (0, 0);
    let mut parts = vec![0.0; query.len()];
    loop {
        // A passage that only reaches the least of the best may still come before it.
        while bounds.get(optional).is_some_and(|bound| *bound < least) {
            optional += 1;
        }
        let (others, essential) = cursors.split_at_mut(optional);
        let next = essential.iter().filter_map(|cursor| cursor.at).map(|(at, _)| at).min();
        let Some(passage) = next else { break };
        let here = |cursor: &Cursor<'_>| cursor.at.is_some_and(|(at, _)| at == passage);
        // What its lists add at most, and all that need not name it.
        let reach: f64 = essential.iter().filter(|cursor| here(cursor)).map(|cursor| cursor.bound).sum();
        let rest = optional.checked_sub(1).and_then(|last| bounds.get(last)).copied().unwrap_or(0.0);
        if reach * SLACK + rest < least || !admits(passage) {
            essential.iter_mut().filter(|cursor| here(cursor)).for_each(Cursor::step);
            continue;
        }
        let held = held(passage);
        let part =
            |cursor: &Cursor<'_>, counts: &Counts| cursor.weight * parameters.saturated(fields.sum(counts), held);
        parts.fill(0.0);
        let mut sum = 0.0;
        for cursor in essential {
            let Some((_, counts)) = cursor.at.filter(|(at, _)| *at == passage) else { continue };
            if let Some(slot) = parts.get_mut(cursor.place) {
                *slot = part(cursor, &counts);
                sum += *slot;
            }
            cursor.step();
        }
        let mut is_left = false;
        for (cursor, bound) in others.iter_mut().zip(&bounds).rev() {
            // Nothing that the lists from here on add lifts it to the best.
            is_left = sum * SLACK + bound < least;
            if is_left {
                break;
            }
            cursor.seek(passage);
            if let (Some((_, counts)), Some(slot)) =
                (cursor.at.filter(|(at, _)| *at == passage), parts.get_mut(cursor.place))
            {
                *slot = part(cursor, &counts);
                sum += *slot;
            }
        }
        if is_left {
            continue;
        }
        scored += 1;
        let score: f64 = parts.iter().filter(|part| **part > 0.0).fold(0.0, |sum, part| sum + part);
        // Where no field that has the words weighs anything.
        if score > 0.0 {
            top.push(Scored { passage, score, tie_break: tie_break(passage) });
            least = top.least().map_or(least, |of_top| of_top.max(least));
        }
    }
    Outcome { best: top.into_sorted().into_iter().map(|best| (best.passage, best.score)).collect(), scored }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::fields::{Field, FieldWeights, Part};
    use super::super::{analyze, bm25};
    use super::*;

    fn naive(
        postings: &Postings,
        query: &Weights,
        parameters: Parameters,
        k: usize,
        admitted: &[bool],
    ) -> Vec<(PassageIndex, f64)> {
        let mut all = bm25::scores(postings, query, parameters);
        all.retain(|(at, _)| admitted[at.0 as usize]);
        all.sort_by(|a, b| b.1.total_cmp(&a.1).then(b.0.cmp(&a.0)));
        all.truncate(k);
        all
    }

    #[test]
    fn a_common_word_is_not_looked_at_where_a_rare_one_decides() {
        let texts: Vec<String> =
            (0..500).map(|at| if at % 50 == 0 { "common rare".to_owned() } else { "common".to_owned() }).collect();
        let postings = Postings::build(texts.iter().map(|text| [text.as_str()]));
        let query = bm25::weights(analyze::bag("common rare"));
        let found = search(&postings, &query, Parameters::default(), 5, |_| true, |at| at.0);
        assert_eq!(found.best.iter().map(|(at, _)| at.0).collect::<Vec<_>>(), [0, 50, 100, 150, 200]);
        assert!(found.scored < 300, "{}", found.scored);
    }

    #[test]
    fn nothing_asked_for_is_nothing_found() {
        let postings = Postings::build([["a pain"]]);
        let query = bm25::weights(analyze::bag("pain"));
        assert_eq!(search(&postings, &query, Parameters::default(), 0, |_| true, |at| at.0).best, []);
        assert_eq!(search(&postings, &Weights::new(), Parameters::default(), 3, |_| true, |at| at.0).best, []);
        assert_eq!(search(&postings, &query, Parameters::default(), 3, |_| false, |at| at.0).best, []);
    }

    proptest! {
        #[test]
        fn it_equals_scoring_every_passage(
            texts in prop::collection::vec("[a-f]{1,2}( [a-f]{1,2}){0,12}", 1..60),
            query in prop::collection::btree_map("[a-f]{1,2}", 0.1_f64..3.0, 0..6),
            admitted in prop::collection::vec(prop::bool::weighted(0.8), 60),
            weights in prop::array::uniform5(prop_oneof![Just(0.0), Just(1.0), 0.1_f64..5.0]),
            (k1, b) in (0.0_f64..3.0, 0.0_f64..1.0),
            k in 0_usize..12,
        ) {
            let [who, title, codes, date, text] = weights;
            let fields = FieldWeights { who, title, codes, date, text: text + 0.01 };
            let parameters = Parameters { k1, b, fields, ..Parameters::default() };
            let parts = |text: &'_ str| -> Vec<(Field, String)> {
                text.split(' ').zip(Field::ALL.into_iter().rev().cycle()).map(|(word, field)| (field, word.to_owned())).collect()
            };
            let parts: Vec<Vec<(Field, String)>> = texts.iter().map(|text| parts(text)).collect();
            let postings = Postings::build(parts.iter().map(|parts| parts.iter().map(|(field, text)| Part { field: *field, text })));
            // Later passages come first among equals here, so that the order of walking does not hide a fault.
            let found = search(&postings, &query, parameters, k, |at| admitted[at.0 as usize], |at| u32::MAX - at.0);
            prop_assert_eq!(found.best, naive(&postings, &query, parameters, k, &admitted));
            let all = naive(&postings, &query, parameters, usize::MAX, &admitted);
            prop_assert_eq!(bm25::sharing(&postings, &query, parameters, &admitted), all.len());
        }
    }
}
