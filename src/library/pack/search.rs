//! Searches an open pack: narrows, ranks, fuses.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use jiff::civil::Date;
use serde::Serialize;

use super::blocks::Missing;
use super::build::year_key;
use super::form::damaged;
use super::open::Opened;
use super::rank::FUSED;
use super::read::Entry;
use crate::error::{Code, Error, Result};
use crate::index::PassageIndex;
use crate::index::analyze;
use crate::index::bm25;
use crate::index::top::{Scored, top_k};
use crate::index::vectors::Vectors;
use crate::library::passage::PublicPassage;
use crate::question::filters::Filters;
use crate::question::plan::Plan;
use crate::question::when;
pub use crate::retrieve::Strategy;
use crate::retrieve::{QueryVector, fuse, mmr};

/// What is looked for.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    /// The question, or words.
    pub question: String,
    /// Its vector, where there is a model to make one.
    pub vector: Option<QueryVector>,
    /// Keyword, dense, mmr or rrf.
    pub strategy: Strategy,
    /// How many passages.
    pub best: usize,
    /// Whether authors and years that the question states narrow the search.
    pub narrowing: Narrowing,
    /// Clusters of vectors that are read; `None` for an eighth of them, at least eight.
    pub probes: Option<usize>,
}

/// Whether what a question states of the articles narrows the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Narrowing {
    /// All articles are looked through.
    Off,
    /// Those of the stated authors and years are. Words that count from now need the day that it is.
    Stated {
        /// The caller's calendar day.
        today: Option<Date>,
    },
}

/// A passage that was found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Hit {
    /// The passage.
    pub passage: PublicPassage,
    /// Its place, from 1.
    pub rank: usize,
    /// Its score by the strategy.
    pub score: f64,
    /// Whether the article was retracted since.
    pub is_retracted: bool,
    /// What it was found by.
    pub by: FoundBy,
}

/// The parts of a score.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct FoundBy {
    /// Place among the passages by words, and BM25 of impacts.
    pub keyword: Option<(usize, f64)>,
    /// Place among the passages by vectors, and the cosine.
    pub dense: Option<(usize, f64)>,
}

/// What a question states of the articles.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Narrowed {
    /// The years.
    pub range: Option<when::Range>,
    /// The authors, as the library has them.
    pub authors: Vec<String>,
    /// Whether somebody is named whom the library does not have.
    pub is_unknown: bool,
    /// Whether a time is stated that counts from a today that is not known.
    pub is_unsure: bool,
    /// Passages that this leaves; `None` where nothing is stated.
    pub passages: Option<usize>,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Found {
    /// How passages were ranked.
    pub used: Strategy,
    /// Whether the strategy that was asked for needs vectors that are not there.
    pub lacks_vectors: bool,
    /// What the question states of the articles.
    pub narrowed: Narrowed,
    /// The passages, best first.
    pub hits: Vec<Hit>,
}

impl Opened {
    pub(super) fn search(&self, asked: &Asked, missing: &mut Missing) -> Result<Option<Found>> {
        let strategy = asked.strategy.check()?;
        if !matches!(strategy, Strategy::Keyword | Strategy::Dense | Strategy::Mmr { .. } | Strategy::Rrf { .. }) {
            return Err(Error::new(Code::InvalidArgument, "a library is searched by keyword, dense, mmr or rrf"));
        }
        let vectors = self.root.vectors.as_ref().zip(asked.vector.as_ref());
        if let Some((clusters, vector)) = vectors
            && clusters.model != vector.model
        {
            return Err(Error::new(
                Code::Model,
                "the library's vectors come from another model: search it by keyword, or with that model",
            ));
        }
        let (used, lacks_vectors) = match (strategy, vectors) {
            (Strategy::Rrf { .. }, None) => (Strategy::Keyword, true),
            (Strategy::Dense | Strategy::Mmr { .. }, None) => {
                return Err(Error::new(
                    Code::InvalidArgument,
                    "dense search needs a model, and a library that was built with it",
                ));
            }
            _ => (strategy, false),
        };
        let (narrowed, admitted, rest) = there!(self.narrowed(asked, missing)?);
        let depth = match used {
            Strategy::Rrf { .. } => asked.best.max(FUSED),
            Strategy::Mmr { .. } => asked.best.saturating_mul(mmr::POOL),
            _ => asked.best,
        };
        let keyword = if used.uses_keyword() {
            self.keyword(&bm25::weights(analyze::bag(&rest)), admitted.as_ref(), depth, missing)?
        } else {
            Some(Vec::new())
        };
        let dense = match vectors.filter(|_| used.uses_dense()) {
            Some((clusters, vector)) => self.dense(clusters, vector, asked.probes, admitted.as_ref(), missing)?,
            None => Some((Vec::new(), Vectors::default())),
        };
        let (keyword, (dense, rows)) = (there!(keyword), there!(dense));
        let best = |scores: Vec<(PassageIndex, f64)>, k: usize| -> Vec<(PassageIndex, f64)> {
            let scored = scores.into_iter().map(|(passage, score)| Scored { passage, score, tie_break: passage.0 });
            top_k(scored, k).into_iter().map(|best| (best.passage, best.score)).collect()
        };
        let (keyword, dense) = (best(keyword, depth), best(dense, depth));
        let ranked = match used {
            Strategy::Rrf { k } => best(fuse::rrf(k, &[&keyword, &dense]), asked.best),
            Strategy::Mmr { lambda } => mmr::choose(&rows, &dense, lambda, asked.best),
            Strategy::Dense => best(dense.clone(), asked.best),
            _ => best(keyword.clone(), asked.best),
        };
        let wanted: BTreeSet<u32> = ranked.iter().map(|(passage, _)| passage.0).collect();
        let passages = there!(self.passages(&wanted, missing)?);
        let place = |list: &[(PassageIndex, f64)], passage: PassageIndex| {
            (1..).zip(list).find(|(_, (at, _))| *at == passage).map(|(rank, (_, score))| (rank, *score))
        };
        let mut hits = Vec::with_capacity(ranked.len());
        for (rank, (at, score)) in (1..).zip(ranked) {
            let passage = passages.get(&at.0).cloned().ok_or_else(damaged)?;
            let is_retracted = passage.article().is_retracted();
            let by = FoundBy { keyword: place(&keyword, at), dense: place(&dense, at) };
            hits.push(Hit { passage, rank, score, is_retracted, by });
        }
        Ok(Some(Found { used, lacks_vectors, narrowed, hits }))
    }

    /// Returns what the question states of the articles, the passages that this leaves, and the question without the words that state it.
    #[expect(clippy::type_complexity, reason = "three parts of one outcome, used once")]
    fn narrowed(
        &self,
        asked: &Asked,
        missing: &mut Missing,
    ) -> Result<Option<(Narrowed, Option<BTreeSet<u32>>, String)>> {
        let Narrowing::Stated { today } = asked.narrowing else {
            return Ok(Some((Narrowed::default(), None, asked.question.clone())));
        };
        let plan = Plan::new(&asked.question, &[]);
        let names = Filters::names(&plan);
        let authors = if names.is_empty() { BTreeMap::new() } else { there!(self.authors(&names, missing)?) };
        let filters = Filters::among(&plan, authors.keys().map(String::as_str), today);
        let mut lists: Vec<Vec<Entry>> = Vec::new();
        if !filters.authors.is_empty() {
            lists.push(filters.authors.iter().filter_map(|author| authors.get(author)).flatten().copied().collect());
        }
        if let Some(range) = filters.range {
            let keys: Vec<String> = self.years(range).map(year_key).collect();
            let found = there!(self.entries(&self.root.terms, keys.iter().map(String::as_str), missing)?);
            lists.push(found.into_values().collect());
        }
        let mut admitted: Option<BTreeSet<u32>> = None;
        for list in &lists {
            let mut these = BTreeSet::new();
            let mut is_there = true;
            for entry in list {
                match self.whole(entry, missing)? {
                    Some(postings) => these.extend(postings.into_iter().map(|(passage, _)| passage)),
                    None => is_there = false,
                }
            }
            if !is_there {
                return Ok(None);
            }
            admitted = Some(match admitted {
                Some(others) => others.intersection(&these).copied().collect(),
                None => these,
            });
        }
        let mut rest = asked.question.clone();
        for word in filters.words.iter().rev().filter_map(|at| plan.words.get(*at)) {
            if rest.is_char_boundary(word.span.start()) && rest.is_char_boundary(word.span.end()) {
                rest.replace_range(word.span.range(), " ");
            }
        }
        let narrowed = Narrowed {
            range: filters.range,
            authors: filters.authors,
            is_unknown: filters.is_unknown,
            is_unsure: filters.is_unsure,
            passages: admitted.as_ref().map(BTreeSet::len),
        };
        Ok(Some((narrowed, admitted, rest)))
    }

    /// Returns the years of the library of which a day is in `range`.
    fn years(&self, range: when::Range) -> impl Iterator<Item = i16> {
        let counts = self.root.counts;
        let known: RangeInclusive<i16> = counts.first_year.unwrap_or(1)..=counts.last_year.unwrap_or(0);
        known.filter(move |year| {
            let day = |month, day| Date::new(*year, month, day).ok();
            day(1, 1).zip(day(12, 31)).is_some_and(|(first, last)| range.meets(first, last))
        })
    }
}
