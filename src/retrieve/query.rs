//! What to search for.

use super::Filter;
use super::narrow::Narrowed;
use super::stages::Shares;
use crate::index::analyze;
use crate::index::bm25::{self, Weights};
use crate::question::search_terms::Concept;
use crate::question::spell::Correction;

/// What to search for.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Query {
    /// The question, or the words to look for.
    pub text: String,
    /// The question's vector, where there is a model to make one.
    pub vector: Option<QueryVector>,
    /// Which passages may be found at all.
    pub filter: Filter,
    /// What each term weighs, where that is more than its count in `text`.
    pub weights: Option<Weights>,
    /// What the question is about, each in several wordings.
    pub concepts: Vec<Concept>,
    /// Other wordings of the question; see [`variants`](crate::question::variants).
    pub variants: Vec<Variant>,
    /// The words of the question that are read as others; their terms stand among the weights.
    pub corrections: Vec<Correction>,
    /// What the question says of the documents that may answer it, and what became of that; `filter` has what was applied.
    pub narrowed: Vec<Narrowed>,
    /// The constants of BM25.
    pub bm25: bm25::Parameters,
    /// The shares of the stages, where they are not those of the question's type.
    pub shares: Shares,
}

impl Query {
    /// Returns the terms to look for with their weights.
    pub(super) fn terms(&self) -> Weights {
        self.weights.clone().unwrap_or_else(|| bm25::weights(analyze::bag(&self.text)))
    }
}

/// Another wording of a question.
#[derive(Debug, Clone, PartialEq)]
pub struct Variant {
    /// Its words.
    pub text: String,
    /// Its vector, of the model that made the question's.
    pub values: Vec<f32>,
}

/// The vector of a question, and the model that made it.
#[derive(Debug, Clone, PartialEq)]
pub struct QueryVector {
    /// The model's id and version, as given to [`Index::add_vectors`](crate::index::Index::add_vectors).
    pub model: String,
    /// The vector; of any length but zero.
    pub values: Vec<f32>,
    /// What words count beside it where prose is asked; see [`Encode::word_share`](crate::model::Encode::word_share).
    pub word_share: Option<f64>,
}
