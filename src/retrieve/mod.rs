//! Search: from a question to the passages that may answer it, best first, each with its reasons.
//!
//! The strategies share two lists, BM25 over words and cosine over vectors, and differ in how they join them
//! ([`Strategy`]). The outcome is a function of index, records and query; equal scores are ordered by reference.
//! Understanding the question (names, dates, concepts) is done before: this module takes its [`Filter`] and its [`Concept`]s.

pub mod dense;
pub mod elsewhere;
pub mod evidence;
pub mod excerpt;
mod explain;
mod filter;
pub mod fuse;
pub mod mmr;
pub mod narrow;
pub mod prune;
mod query;
pub mod rerank;
mod search;
mod speaking;
pub mod stages;
mod strategy;
mod whole;

pub use self::explain::{
    ConceptPart, Considered, DensePart, Fallback, Fate, Hit, Hits, KeywordPart, RerankPart, Spoken, SpokenConcept,
};
pub use self::filter::Filter;
pub use self::query::{Query, QueryVector, Variant};
pub use self::rerank::Rerank;
use self::search::{Found, Ranked};
pub use self::strategy::Strategy;
use crate::document::Records;
use crate::error::{Code, Error, Result};
use crate::index::concepts::Vocabulary;
use crate::index::{Index, PassageIndex};
pub use crate::question::search_terms::Concept;

/// Passages with their scores, none twice.
pub type Scores = Vec<(PassageIndex, f64)>;

/// What a search may ask.
#[derive(Clone, Copy, Default)]
pub struct Tools<'a> {
    /// What reads question and passage together.
    pub reranker: Option<&'a dyn Rerank>,
    /// What the concepts of the query are of, to look for them in passages that were not looked through yet. Without it those speak of none.
    pub vocabulary: Option<&'a Vocabulary>,
}

/// As [`search_with`], without a cross-encoder.
///
/// # Errors
/// As [`search_with`].
pub fn search(index: &Index, records: &Records, query: &Query, strategy: Strategy, best: usize) -> Result<Hits> {
    search_with(index, records, query, strategy, best, &Tools::default())
}

/// Returns the best `best` passages for `query`: exactly so many where so many share a word with the question or, for
/// the strategies that use them, have a vector.
///
/// Strategies that rank by vectors give the keyword list without any, and say so in [`Hits::fallback`]; while
/// only some passages have vectors, the others stand in the keyword list alone. `records` must be those the index
/// was built over.
///
/// # Errors
/// `invalid-argument` for a parameter outside its range; `model` when query and passages were embedded by different models, or a model fails.
pub fn search_with(
    index: &Index,
    records: &Records,
    query: &Query,
    strategy: Strategy,
    best: usize,
    tools: &Tools<'_>,
) -> Result<Hits> {
    strategy.check()?;
    if !query.bm25.are_sound() {
        return Err(Error::new(Code::InvalidArgument, "k1 must be at least 0, and b between 0 and 1"));
    }
    let (used, fallback) = available(index, query, strategy);
    // As many again are shown as dropped, so that a near miss can be seen.
    let wanted = best.saturating_mul(2);
    let found = Found::new(index, records, query, tools, used, wanted)?;
    let considered = Considered {
        passages: index.len(),
        admitted: found.admitted(),
        keyword: found.sharing,
        dense: found.dense.len(),
    };
    let ranked = found.rank(used, wanted)?;
    let parts = found.keyword_parts(used, &ranked).into_iter().zip(found.dense_parts(used, &ranked));
    let mut hits = Vec::with_capacity(ranked.len());
    for (rank, (Ranked { passage: at, score, staged }, (keyword, dense))) in (1..).zip(ranked.iter().zip(parts)) {
        let (at, score) = (*at, *score);
        let passage = index.passage(at).ok_or_else(|| Error::internal("a hit without a passage"))?;
        hits.push(Hit {
            passage: at,
            document: passage.document,
            reference: passage.reference.clone(),
            rank,
            score,
            keyword,
            dense,
            concept: staged.and_then(|staged| staged.concept),
            spoken: found.spoken(at),
            variants: staged.and_then(|staged| staged.variants),
            evidence: staged.and_then(|staged| staged.evidence),
            rerank: staged.and_then(|staged| staged.rerank),
            fate: if rank <= best { Fate::Kept } else { Fate::BelowTopK },
        });
    }
    let dropped = hits.split_off(best.min(hits.len()));
    let (corrections, narrowed) = (query.corrections.clone(), query.narrowed.clone());
    let compares = used.uses_variants() && fallback.is_none();
    let wordings = query.variants.iter().filter(|_| compares).map(|variant| variant.text.clone()).collect();
    let texts = hits
        .iter()
        .filter_map(|hit| Some([index.passage(hit.passage)?.heading.as_str(), index.text(records, hit.passage).ok()?]));
    let asked = [query.text.as_str()].into_iter().chain(query.variants.iter().map(|variant| variant.text.as_str()));
    let words = whole::words(&hits, asked.chain(texts.flatten()));
    Ok(Hits { asked: strategy, used, fallback, corrections, narrowed, wordings, considered, hits, dropped, words })
}

/// The strategy that what is there allows, and why it is not the one asked for.
fn available(index: &Index, query: &Query, strategy: Strategy) -> (Strategy, Option<Fallback>) {
    let lacking = match (&query.vector, index.vectors().is_empty()) {
        (None, _) => Fallback::NoQueryVector,
        (_, true) => Fallback::NoPassageVectors,
        (Some(_), false) => return (strategy, None),
    };
    match strategy {
        Strategy::Keyword | Strategy::Concept => (strategy, None),
        Strategy::Dense | Strategy::Mmr { .. } | Strategy::Linear { .. } | Strategy::Rrf { .. } => {
            (Strategy::Keyword, Some(lacking))
        }
        // The other stages go on without vectors.
        Strategy::Stages { .. } | Strategy::Literal => (strategy, Some(lacking)),
    }
}
