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

    #[test]
    fn tokens_are_counted_by_characters() {
        assert_eq!(tokens(""), 0);
        assert_eq!(tokens("héllo"), 2);
        assert_eq!(tokens("four"), 1);
    }
}
