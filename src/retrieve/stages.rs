//! The full pipeline: broad, focused, reranked.
//!
//! 1. *Broad*: BM25 over the question's words and the other words for what it is about, and the cosine, each brought to 0–1 and joined
//!    with a share by the type of question ([`QuestionType`]), and how many of the question's concepts a passage speaks of; the best
//!    [`BROAD`] of all that any of the three names.
//! 2. *Focused*: of those, whether another wording of the question ([`variants`](crate::question::variants)) is nearer to a passage than the
//!    question itself, its cosine then counting in that one's place, and what kind of document it is ([`evidence`](super::evidence)); of
//!    these at most [`FOCUSED`] are read in the third stage.
//! 3. *Reranked*: the first of them, as many as the budget of pairs allows, are read together with the question by a cross-encoder,
//!    `(1 − RERANK) · focused + RERANK · sigmoid(logit / LOGIT_SCALE)`; only for types of question that gain by it.
//!
//! The formulas as they were published take the greatest of BM25, cosine and coverage as they are, and add logits; `literal` does that.

use std::cmp::Reverse;

use crate::index::PassageIndex;
use crate::index::top::Top;

use super::rerank::sigmoid;
use super::search::Found;
use super::{ConceptPart, RerankPart};
use crate::error::Result;

/// Passages that the first stage leaves.
pub const BROAD: usize = 150;

/// Passages that the second stage leaves.
pub const FOCUSED: usize = 100;

/// Pairs that a cross-encoder reads where nothing else is said.
pub const PAIRS: u32 = 20;

/// The share of the cross-encoder in the third stage.
pub const RERANK: f64 = 0.4;

/// What a logit is divided by before the sigmoid, which would else call nearly all passages all or nothing.
pub const LOGIT_SCALE: f64 = 3.0;

/// How much of it counts that another wording of the question is nearer to a passage than the question itself.
pub const VARIANTS: f64 = 1.0;

/// How much of the factor of a kind of document counts.
pub const EVIDENCE: f64 = 0.1;

/// The shares of the formulas as they were published.
const LITERAL_RERANK: f64 = 0.7;

/// What a question asks of, which decides how it is ranked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuestionType {
    /// Somebody's records: names, days, codes and numbers decide, and entries are too alike for vectors.
    Records,
    /// A question of prose: letters, notes, the literature.
    Prose,
    /// A statement, of prose: passages that bear it out or contradict it. Words count for more, as it is worded as they are, and a
    /// cross-encoder that was trained on questions misleads.
    Claim,
}

/// The share of the keywords where prose is asked, beside vectors of a model of which nothing was measured.
pub const WORDS: f64 = 0.2;

/// How much more the keywords of a claim count than those of a question.
pub const CLAIMED: f64 = 0.1;

impl QuestionType {
    /// Returns the share of the keywords among the two lists, where `words` is what was measured of the model that made the vectors, for
    /// questions of prose: the better its vectors, the less words count.
    pub fn alpha(self, words: Option<f64>) -> f64 {
        match self {
            QuestionType::Records => 0.8,
            QuestionType::Prose => words.unwrap_or(WORDS),
            QuestionType::Claim => (words.unwrap_or(WORDS) + CLAIMED).min(1.0),
        }
    }

    /// Returns what speaking of all concepts of the question adds.
    pub fn coverage(self) -> f64 {
        match self {
            QuestionType::Records => 0.6,
            QuestionType::Prose | QuestionType::Claim => 0.1,
        }
    }

    /// Returns whether a cross-encoder is worth its time.
    pub fn gains_by_reranking(self) -> bool {
        self == QuestionType::Prose
    }
}

/// The shares of the stages where they are not those of the question's type: what ablations and the grid change.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Shares {
    /// Of the keywords among the two lists; see [`QuestionType::alpha`].
    pub alpha: Option<f64>,
    /// Of the concepts; see [`QuestionType::coverage`].
    pub coverage: Option<f64>,
    /// Of what the question's other wordings are nearer by; [`VARIANTS`].
    pub variants: Option<f64>,
    /// Of the factor for the kind of document; [`EVIDENCE`].
    pub evidence: Option<f64>,
    /// Of the cross-encoder; [`RERANK`].
    pub rerank: Option<f64>,
}

/// Returns how many pairs fit into `millis`, where one takes `millis_per_pair`, both as the caller measured them; at most [`PAIRS`].
pub fn pairs_within(millis: f64, millis_per_pair: f64) -> u32 {
    let fit = (millis / millis_per_pair).floor();
    // Saturates: a speed of 0 or nothing measured is no limit.
    if fit.is_nan() { PAIRS } else { (fit.max(0.0) as u32).min(PAIRS) }
}

/// The shares of one search.
#[derive(Debug, Clone, Copy)]
pub(super) struct Settled {
    pub alpha: f64,
    pub coverage: f64,
    pub variants: f64,
    pub evidence: f64,
    pub rerank: f64,
}

impl Shares {
    /// Returns the shares for questions of type `kind`, where `words` was measured of the model.
    pub(super) fn settled(self, kind: QuestionType, words: Option<f64>) -> Settled {
        Settled {
            alpha: self.alpha.unwrap_or(kind.alpha(words)),
            coverage: self.coverage.unwrap_or(kind.coverage()),
            variants: self.variants.unwrap_or(VARIANTS),
            evidence: self.evidence.unwrap_or(EVIDENCE),
            rerank: self.rerank.unwrap_or(RERANK),
        }
    }
}

/// A passage on its way through the stages.
#[derive(Debug, Clone, Copy)]
pub(super) struct Staged {
    pub passage: PassageIndex,
    pub score: f64,
    /// What the parts of the first stage are multiplied by in the score.
    pub share: f64,
    pub concept: Option<ConceptPart>,
    pub variants: Option<f64>,
    pub evidence: Option<f64>,
    pub rerank: Option<RerankPart>,
}

/// Returns the best `k` by the normalised formulas.
pub(super) fn normalised(found: &Found<'_>, pairs: u32, k: usize) -> Result<Vec<Staged>> {
    let shares = found.shares();
    let mut broad = Top::new(BROAD.max(k));
    found.each_broad(shares.alpha, |passage, score, spoken| {
        broad.push(found.scored(passage, score + shares.coverage * spoken));
    });
    let mut staged: Vec<Staged> =
        broad.into_sorted().into_iter().map(|best| focused(found, shares, best.passage, best.score)).collect();
    sort(found, &mut staged);
    let most = if found.question_type().gains_by_reranking() { (pairs as usize).min(FOCUSED) } else { 0 };
    let read: Vec<PassageIndex> = staged.iter().take(most).map(|staged| staged.passage).collect();
    if let Some(logits) = found.logits(&read)? {
        for (at, staged) in staged.iter_mut().enumerate() {
            staged.share *= 1.0 - shares.rerank;
            staged.score *= 1.0 - shares.rerank;
            if let Some(logit) = logits.get(at) {
                let adds = shares.rerank * sigmoid(*logit / LOGIT_SCALE);
                staged.rerank = Some(RerankPart { logit: *logit, adds });
                staged.score += adds;
            }
        }
        sort(found, &mut staged);
    }
    staged.truncate(k);
    for staged in &mut staged {
        if let Some(part) = &mut staged.concept {
            part.adds *= staged.share;
        }
        staged.variants = staged.variants.map(|adds| adds * staged.share);
    }
    Ok(staged)
}

/// What the second stage makes of `passage`, whose score of the first has what it speaks of in it.
fn focused(found: &Found<'_>, shares: Settled, passage: PassageIndex, score: f64) -> Staged {
    let mut staged = Staged { passage, score, share: 1.0, concept: None, variants: None, evidence: None, rerank: None };
    if let Some((covered, of)) = found.coverage(passage) {
        staged.concept = Some(ConceptPart { covered, of, adds: shares.coverage * covered / of });
    }
    if let Some(nearer) = found.nearer_by_variant(passage).filter(|nearer| *nearer > 0.0) {
        let adds = shares.variants * (1.0 - shares.alpha) * nearer;
        staged.variants = Some(adds);
        staged.score += adds;
    }
    let factor = 1.0 + shares.evidence * (found.evidence(passage) - 1.0);
    if factor != 1.0 {
        staged.evidence = Some(factor);
        staged.score *= factor;
        staged.share = factor;
    }
    staged
}

/// Returns the best `k` by the formulas as they were published: the greatest of BM25, cosine and coverage; guidelines times 1.2; of the first
/// so many 0.7 times the logit and 0.3 times what they had.
pub(super) fn literal(found: &Found<'_>, k: usize) -> Result<Vec<Staged>> {
    let mut broad = Top::new(BROAD.max(k));
    found.each_raw(|passage, keyword, cosine| {
        let coverage = found.coverage(passage).map_or(0.0, |(covered, of)| covered / of);
        broad.push(found.scored(passage, keyword.max(cosine).max(coverage)));
    });
    let mut staged: Vec<Staged> = broad
        .into_sorted()
        .into_iter()
        .map(|best| {
            let score = best.score.max(found.nearest_variant(best.passage).unwrap_or(f64::NEG_INFINITY))
                * found.evidence(best.passage);
            Staged {
                passage: best.passage,
                score,
                share: 0.0,
                concept: None,
                variants: None,
                evidence: None,
                rerank: None,
            }
        })
        .collect();
    sort(found, &mut staged);
    let read: Vec<PassageIndex> = staged.iter().take(PAIRS as usize).map(|staged| staged.passage).collect();
    if let Some(logits) = found.logits(&read)? {
        let mut lowest = f64::INFINITY;
        for (staged, logit) in staged.iter_mut().zip(&logits) {
            staged.score = LITERAL_RERANK * logit + (1.0 - LITERAL_RERANK) * staged.score;
            staged.rerank = Some(RerankPart { logit: *logit, adds: LITERAL_RERANK * logit });
            lowest = lowest.min(staged.score);
        }
        let split = logits.len().min(staged.len());
        let (read, others) = staged.split_at_mut(split);
        sort(found, read);
        // A logit may be far below 0: those that were not read keep their places after those that were.
        let above = others.first().map_or(0.0, |first| first.score - lowest + 1.0).max(0.0);
        others.iter_mut().for_each(|staged| staged.score -= above);
    }
    staged.truncate(k);
    Ok(staged)
}

fn sort(found: &Found<'_>, staged: &mut [Staged]) {
    staged.sort_by_key(|staged| Reverse(found.scored(staged.passage, staged.score)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_of_time_is_one_of_pairs() {
        assert_eq!(pairs_within(1000.0, 100.0), 10);
        assert_eq!(pairs_within(50.0, 100.0), 0);
        assert_eq!(pairs_within(1e9, 100.0), PAIRS);
        assert_eq!(pairs_within(-1.0, 100.0), 0);
        assert_eq!(pairs_within(100.0, 0.0), PAIRS);
        assert_eq!(pairs_within(0.0, 0.0), PAIRS);
    }
}
