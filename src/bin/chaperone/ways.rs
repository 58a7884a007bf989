//! Ways of ranking that are measured beside each other: a strategy with its constants, and what of the pipeline is left out.

use std::collections::BTreeSet;

use chaperone::document::Records;
use chaperone::index::concepts::Vocabulary;
use chaperone::index::{Index, bm25};
use chaperone::question;
use chaperone::question::spell;
use chaperone::retrieve::stages::Shares;
use chaperone::retrieve::{Query, QueryVector, Strategy, Variant};
use chaperone::room::{Expansion, Filters, Search};
use clap::ValueEnum;

/// A part of the pipeline that can be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Part {
    /// The words of the question and other words for them
    Words,
    /// The vectors
    Vectors,
    /// Other words for what is asked, and what passages speak of
    Concepts,
    /// That everyday words of the question weigh little
    Everyday,
    /// Other wordings of the question, by their vectors
    Variants,
    /// Slips of the pen, put right
    Spelling,
    /// The kind of document
    Evidence,
    /// The cross-encoder
    Rerank,
}

impl Part {
    /// Returns what leaving it out is called.
    fn without(self) -> &'static str {
        match self {
            Part::Words => " without words",
            Part::Vectors => " without vectors",
            Part::Concepts => " without concepts",
            Part::Everyday => " with everyday words",
            Part::Variants => " without variants",
            Part::Spelling => " without spelling",
            Part::Evidence => " without evidence",
            Part::Rerank => " without rerank",
        }
    }
}

/// Whether what is found is also cut to what becomes context.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pruning {
    /// It is not.
    Off,
    /// Only what becomes context counts.
    On,
}

/// One way of ranking.
#[derive(Debug, Clone)]
pub struct Way {
    /// The strategy.
    pub strategy: Strategy,
    /// The constants of BM25.
    pub bm25: bm25::Parameters,
    /// The shares of the stages.
    pub shares: Shares,
    /// What is left out.
    pub without: BTreeSet<Part>,
    /// Whether what is found is cut to what becomes context.
    pub pruning: Pruning,
    /// What is told of it behind the strategy's name.
    pub note: String,
}

/// What is searched, and how what a question says of documents is taken.
#[derive(Clone, Copy)]
pub struct Searched<'a> {
    /// The records.
    pub records: &'a Records,
    /// Their index.
    pub index: &'a Index,
    /// What concepts are known beside the tables of the program.
    pub vocabulary: Option<&'a Vocabulary>,
    /// Whether what a question names limits what is searched.
    pub filters: Filters,
}

impl Way {
    /// Returns `strategy` with its constants, nothing left out.
    pub fn new(strategy: Strategy, bm25: bm25::Parameters, shares: Shares) -> Self {
        Way { strategy, bm25, shares, without: BTreeSet::new(), pruning: Pruning::Off, note: String::new() }
    }

    /// Returns this way with another `note` behind those before.
    pub fn noted(mut self, note: &str) -> Self {
        self.note += note;
        self
    }

    /// Returns what it is called.
    pub fn name(&self) -> String {
        let without: String = self.without.iter().map(|part| part.without()).collect();
        let pruned = if self.pruning == Pruning::On { " pruned" } else { "" };
        format!("{}{}{without}{pruned}", self.strategy, self.note)
    }

    /// Returns this way with each part left out in turn, and cut to what becomes context.
    pub fn ablations(&self) -> Vec<Way> {
        let reads = self.strategy.reads_pairs();
        let parts = Part::value_variants().iter().filter(|part| reads || **part != Part::Rerank);
        let without = |part: &Part| Way { without: BTreeSet::from([*part]), ..self.clone() };
        let pruned = Way { pruning: Pruning::On, ..self.clone() };
        parts.map(without).chain([pruned]).collect()
    }

    /// Returns whether `part` plays.
    pub fn has(&self, part: Part) -> bool {
        !self.without.contains(&part)
    }

    /// Returns the query that `question` is this way, whose vector is `vector` and whose other wordings are `variants`: as a room makes it
    /// for the strategies that look for other words, and of the words as they stand for the others.
    pub fn query(
        &self,
        searched: Searched<'_>,
        question: &str,
        vector: Option<QueryVector>,
        variants: &[Variant],
    ) -> Query {
        let whole = matches!(self.strategy, Strategy::Stages { .. } | Strategy::Concept | Strategy::Literal);
        let is_expanded = whole && self.has(Part::Concepts);
        let mut shares = self.shares;
        if !self.has(Part::Concepts) {
            shares.coverage = Some(0.0);
        }
        if !self.has(Part::Evidence) {
            shares.evidence = Some(0.0);
        }
        if !self.has(Part::Words) {
            shares.alpha = Some(0.0);
        }
        let search = Search {
            strategy: self.strategy,
            filters: searched.filters,
            expansion: if is_expanded { Expansion::Concepts } else { Expansion::Off },
            vocabulary: searched.vocabulary,
            bm25: self.bm25,
            shares,
            ..Search::default()
        };
        let corrections = if whole && self.has(Part::Spelling) {
            let known = searched.vocabulary.into_iter();
            let named = known.flat_map(|known| known.mentions(question)).map(|mention| mention.span);
            spell::corrections(question, searched.index.postings(), question::is_known, named)
        } else {
            Vec::new()
        };
        let vector = vector.filter(|_| self.has(Part::Vectors));
        let mut query = search.query(searched.records, None, question, vector, corrections);
        if !self.has(Part::Everyday) {
            query.weights = None;
        }
        if is_expanded && self.has(Part::Variants) && query.vector.is_some() {
            query.variants = variants.to_vec();
        }
        query
    }
}
