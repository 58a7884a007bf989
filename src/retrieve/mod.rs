//! Search: from a question to the passages that may answer it, best first, each with its reasons.
//!
//! Four strategies share two lists, BM25 over words and cosine over vectors, and differ in how they join them
//! ([`Strategy`]). The outcome is a function of index, records and query; equal scores are ordered by reference.
//! Understanding the question (names, dates, concepts) is done before: this module takes its [`Filter`].

pub mod dense;
mod explain;
mod filter;
pub mod fuse;
mod strategy;

use std::collections::BTreeMap;

pub use self::explain::{Considered, DensePart, Fallback, Fate, Hit, Hits, KeywordPart};
pub use self::filter::Filter;
pub use self::strategy::Strategy;
use crate::document::Records;
use crate::error::{Code, Error, Result};
use crate::index::top::{Scored, top_k};
use crate::index::{Index, PassageIndex, analyze, bm25};

/// Passages with their scores, none twice.
pub type Scores = Vec<(PassageIndex, f64)>;

/// What to search for.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Query {
    /// The question, or the words to look for.
    pub text: String,
    /// The question's vector, where there is a model to make one.
    pub vector: Option<QueryVector>,
    /// Which passages may be found at all.
    pub filter: Filter,
}

/// The vector of a question, and the model that made it.
#[derive(Debug, Clone, PartialEq)]
pub struct QueryVector {
    /// The model's id and version, as given to [`Index::add_vectors`].
    pub model: String,
    /// The vector; of any length but zero.
    pub values: Vec<f32>,
}

/// Returns the best `best` passages for `query`: exactly so many where so many share a word with the question or, for
/// the strategies that use them, have a vector.
///
/// Linear and reciprocal-rank fusion without vectors give the keyword list and say so in [`Hits::fallback`]; while
/// only some passages have vectors, the others stand in the keyword list alone. `records` must be those the index
/// was built over.
///
/// # Errors
/// `invalid-argument` for a strategy's parameter outside its range, and for [`Strategy::Dense`] where the query or
/// all passages lack a vector; `model` when query and passages were embedded by different models.
pub fn search(index: &Index, records: &Records, query: &Query, strategy: Strategy, best: usize) -> Result<Hits> {
    strategy.check()?;
    let admitted = query.filter.admitted(index, records);
    let (used, fallback) = available(index, query, strategy)?;

    let words = analyze::bag(&query.text);
    let mut lists = Lists { keyword: Scores::new(), dense: Scores::new() };
    if used.uses_keyword() {
        lists.keyword = ranked(index, &admitted, bm25::scores(index.postings(), &words));
    }
    if let (true, Some(vector)) = (used.uses_dense(), &query.vector) {
        lists.dense = ranked(index, &admitted, dense::scores(index, vector)?);
    }
    let considered = Considered {
        passages: index.len(),
        admitted: admitted.iter().filter(|admitted| **admitted).count(),
        keyword: lists.keyword.len(),
        dense: lists.dense.len(),
    };

    let bounds = lists.bounds(considered.admitted);
    let scored = scored(index, lists.fuse(used, bounds));
    // As many again are shown as dropped, so that a near miss can be seen.
    let found = top_k(scored, best.saturating_mul(2));
    let mut hits = Vec::with_capacity(found.len());
    for (rank, scored) in (1..).zip(found) {
        let passage = index.passage(scored.passage).ok_or_else(|| Error::internal("a hit without a passage"))?;
        hits.push(Hit {
            passage: scored.passage,
            document: passage.document,
            reference: passage.reference.clone(),
            rank,
            score: scored.score,
            keyword: lists.keyword_part(used, bounds, index, &words, scored.passage),
            dense: lists.dense_part(used, bounds, scored.passage),
            fate: if rank <= best { Fate::Kept } else { Fate::BelowTopK },
        });
    }
    let dropped = hits.split_off(best.min(hits.len()));
    Ok(Hits { asked: strategy, used, fallback, considered, hits, dropped })
}

/// The strategy that what is there allows, and why it is not the one asked for.
fn available(index: &Index, query: &Query, strategy: Strategy) -> Result<(Strategy, Option<Fallback>)> {
    let lacking = match (&query.vector, index.vectors().is_empty()) {
        (None, _) => Fallback::NoQueryVector,
        (_, true) => Fallback::NoPassageVectors,
        (Some(_), false) => return Ok((strategy, None)),
    };
    match strategy {
        Strategy::Keyword => Ok((strategy, None)),
        Strategy::Dense => Err(Error::new(
            Code::InvalidArgument,
            "dense search needs an embedding model and embedded passages: load a model, or choose keyword",
        )),
        Strategy::Linear { .. } | Strategy::Rrf { .. } => Ok((Strategy::Keyword, Some(lacking))),
    }
}

fn scored(index: &Index, scores: Scores) -> impl Iterator<Item = Scored> {
    scores.into_iter().map(|(passage, score)| Scored { passage, score, tie_break: index.place(passage) })
}

/// The admitted ones of `scores`, best first.
fn ranked(index: &Index, admitted: &[bool], mut scores: Scores) -> Scores {
    scores.retain(|(at, _)| admitted.get(at.0 as usize).copied().unwrap_or(false));
    let mut list: Vec<Scored> = scored(index, scores).collect();
    list.sort_unstable_by(|a, b| b.cmp(a));
    list.into_iter().map(|scored| (scored.passage, scored.score)).collect()
}

/// The two lists of one search, each best first.
struct Lists {
    keyword: Scores,
    dense: Scores,
}

/// What the scores of each list are brought to 0–1 by.
#[derive(Clone, Copy)]
struct ListBounds {
    keyword: fuse::Bounds,
    dense: fuse::Bounds,
}

impl Lists {
    /// An admitted passage that shares no word with the question has a BM25 of 0, and that is then the least.
    fn bounds(&self, admitted: usize) -> ListBounds {
        let keyword = fuse::Bounds::of(&self.keyword);
        let keyword = if self.keyword.len() < admitted { keyword.including(0.0) } else { keyword };
        ListBounds { keyword, dense: fuse::Bounds::of(&self.dense) }
    }

    fn fuse(&self, strategy: Strategy, bounds: ListBounds) -> Scores {
        match strategy {
            Strategy::Keyword => self.keyword.clone(),
            Strategy::Dense => self.dense.clone(),
            Strategy::Linear { alpha } => fuse::linear(
                alpha,
                fuse::Bounded { scores: &self.keyword, bounds: bounds.keyword },
                fuse::Bounded { scores: &self.dense, bounds: bounds.dense },
            ),
            Strategy::Rrf { k } => fuse::rrf(k, &[&self.keyword, &self.dense]),
        }
    }

    fn keyword_part(
        &self,
        strategy: Strategy,
        bounds: ListBounds,
        index: &Index,
        words: &BTreeMap<String, u32>,
        passage: PassageIndex,
    ) -> Option<KeywordPart> {
        let (rank, score) = place(&self.keyword, passage)?;
        let normalised = bounds.keyword.normalise(score);
        let (normalised, adds) = match strategy {
            Strategy::Linear { alpha } => (Some(normalised), alpha * normalised),
            Strategy::Rrf { k } => (None, fuse::reciprocal(k, rank)),
            Strategy::Keyword | Strategy::Dense => (None, score),
        };
        Some(KeywordPart { rank, bm25: bm25::explain(index.postings(), words, passage), normalised, adds })
    }

    fn dense_part(&self, strategy: Strategy, bounds: ListBounds, passage: PassageIndex) -> Option<DensePart> {
        let (rank, cosine) = place(&self.dense, passage)?;
        let normalised = bounds.dense.normalise(cosine);
        let (normalised, adds) = match strategy {
            Strategy::Linear { alpha } => (Some(normalised), (1.0 - alpha) * normalised),
            Strategy::Rrf { k } => (None, fuse::reciprocal(k, rank)),
            Strategy::Keyword | Strategy::Dense => (None, cosine),
        };
        Some(DensePart { rank, cosine, normalised, adds })
    }
}

/// The rank (from 1) and the score of `passage` in a list.
fn place(list: &[(PassageIndex, f64)], passage: PassageIndex) -> Option<(usize, f64)> {
    (1..).zip(list).find(|(_, (at, _))| *at == passage).map(|(rank, (_, score))| (rank, *score))
}
