//! What of the hits becomes context: relevant, not said twice, and no more than fits.
//!
//! How many passages that makes adapts to how long they are.

use crate::document::Records;
use crate::error::Result;
use crate::index::Index;

use super::{Fate, Hit, Hits};

/// What of the hits is taken.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// The least share of the best score, 0 to 1.
    pub relevance: f64,
    /// The greatest cosine with a passage that is kept; 1 or more for any.
    pub likeness: f64,
    /// Tokens that are kept at most, as [`tokens`] counts them.
    pub tokens: usize,
}

impl Default for Limits {
    /// 0.3, 0.9 and 4,000.
    fn default() -> Self {
        Limits { relevance: 0.3, likeness: 0.9, tokens: 4000 }
    }
}

/// Characters that a token of English prose has on average.
const CHARS_A_TOKEN: usize = 4;

/// Returns about how many tokens `text` is to a language model.
pub fn tokens(text: &str) -> usize {
    text.chars().count().div_ceil(CHARS_A_TOKEN)
}

/// Moves the hits that `limits` leave out behind those dropped, each with the reason; the best is always kept. A passage that does not fit
/// leaves room for a shorter one after it. Scores must be of the normalised strategies, whose least is about 0.
///
/// # Errors
/// As [`Index::text`].
pub fn context(index: &Index, records: &Records, hits: &mut Hits, limits: Limits) -> Result<()> {
    let best = hits.hits.first().map_or(0.0, |hit| hit.score);
    let (mut kept, mut left): (Vec<Hit>, Vec<Hit>) = (Vec::new(), Vec::new());
    let mut used = 0;
    for mut hit in std::mem::take(&mut hits.hits) {
        let size = tokens(index.text(records, hit.passage)?);
        let like = |other: &Hit| {
            index.vectors().between(other.passage, hit.passage).is_some_and(|cosine| cosine > limits.likeness)
        };
        let fate = if kept.is_empty() {
            Fate::Kept
        } else if hit.score < limits.relevance * best {
            Fate::BelowThreshold
        } else if kept.iter().any(like) {
            Fate::Redundant
        } else if used + size > limits.tokens {
            Fate::OverBudget
        } else {
            Fate::Kept
        };
        hit.fate = fate;
        if fate == Fate::Kept {
            used += size;
            kept.push(hit);
        } else {
            left.push(hit);
        }
    }
    left.append(&mut hits.dropped);
    (hits.hits, hits.dropped) = (kept, left);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::PassageIndex;
    use crate::retrieve::{Query, Strategy, search};

    #[test]
    fn tokens_are_counted_by_characters() {
        assert_eq!(tokens(""), 0);
        assert_eq!(tokens("héllo"), 2);
        assert_eq!(tokens("four"), 1);
    }

    /// Five letters about a knee, of 4, 3, 2, 2 and 1 tokens; the second and the third mean the same, the fourth nearly.
    fn found() -> (Records, Index, Hits) {
        let texts = ["knee pain again", "knee, aching", "the knee", "a knee.", "knee"];
        let (records, mut index) = super::super::search::tests::letters(texts);
        let vectors = [[1.0, 0.0], [0.0, 1.0], [0.0, 1.0], [0.3, 0.9], [0.7, 0.7]];
        index.add_vectors("m", (0..).map(PassageIndex).zip(vectors)).unwrap();
        let query = Query { text: "knee".to_owned(), ..Query::default() };
        let mut hits = search(&index, &records, &query, Strategy::Keyword, 5).unwrap();
        hits.hits.sort_by_key(|hit| hit.passage);
        for (hit, score) in hits.hits.iter_mut().zip([1.0, 0.8, 0.5, 0.5, 0.2]) {
            hit.score = score;
        }
        (records, index, hits)
    }

    #[test]
    fn each_limit_leaves_out_what_goes_beyond_it_and_says_so() {
        use Fate::{BelowThreshold as Low, Kept, OverBudget as Full, Redundant as Twice};
        let all = Limits { relevance: 0.0, likeness: 1.1, tokens: 100 };
        let like = found().1.vectors().between(PassageIndex(1), PassageIndex(3)).unwrap();
        for (limits, fates) in [
            (all, [Kept, Kept, Kept, Kept, Kept]),
            // What has just the share that is asked for is kept.
            (Limits { relevance: 0.5, ..all }, [Kept, Kept, Kept, Kept, Low]),
            (Limits { relevance: 0.51, ..all }, [Kept, Kept, Low, Low, Low]),
            (Limits { relevance: 1.0, ..all }, [Kept, Low, Low, Low, Low]),
            (Limits { likeness: 0.98, ..all }, [Kept, Kept, Twice, Kept, Kept]),
            (Limits { likeness: like, ..all }, [Kept, Kept, Twice, Kept, Kept]),
            (Limits { likeness: like - 1e-9, ..all }, [Kept, Kept, Twice, Twice, Kept]),
            // What does not fit leaves room for a shorter one.
            (Limits { tokens: 12, ..all }, [Kept, Kept, Kept, Kept, Kept]),
            (Limits { tokens: 11, ..all }, [Kept, Kept, Kept, Kept, Full]),
            (Limits { tokens: 7, ..all }, [Kept, Kept, Full, Full, Full]),
            (Limits { tokens: 5, ..all }, [Kept, Full, Full, Full, Kept]),
            (Limits { tokens: 0, ..all }, [Kept, Full, Full, Full, Full]),
            (Limits { relevance: 0.3, likeness: 0.9, tokens: 7 }, [Kept, Kept, Twice, Twice, Low]),
        ] {
            let (records, index, mut hits) = found();
            let missed = hits.hits.pop().unwrap();
            hits.dropped = vec![Hit { fate: Fate::BelowTopK, ..missed.clone() }];
            hits.hits.push(missed);
            context(&index, &records, &mut hits, limits).unwrap();
            let order: Vec<Fate> = hits.hits.iter().chain(&hits.dropped).map(|hit| hit.fate).collect();
            assert!(hits.hits.iter().all(|hit| hit.fate == Kept), "{limits:?} {order:?}");
            assert_eq!(hits.dropped.last().map(|hit| hit.fate), Some(Fate::BelowTopK), "those dropped before stay");
            hits.dropped.pop();
            let mut both: Vec<&Hit> = hits.hits.iter().chain(&hits.dropped).collect();
            both.sort_by_key(|hit| hit.passage);
            assert_eq!(both.iter().map(|hit| hit.fate).collect::<Vec<_>>(), fates, "{limits:?}");
        }
        assert_eq!(Limits::default(), Limits { relevance: 0.3, likeness: 0.9, tokens: 4000 });
    }

    #[test]
    fn a_passage_that_is_not_there_is_an_error_and_no_hits_are_no_context() {
        let (records, index, mut hits) = found();
        hits.hits[1].passage = PassageIndex(99);
        assert!(context(&index, &records, &mut hits, Limits::default()).is_err());
        let (records, index, mut hits) = found();
        hits.hits.clear();
        context(&index, &records, &mut hits, Limits::default()).unwrap();
        assert!(hits.hits.is_empty());
    }
}
