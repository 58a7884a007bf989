//! Searches an open pack: narrows, ranks, fuses.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use jiff::civil::Date;
use serde::Serialize;

use super::blocks::Missing;
use super::build::year_key;
use super::form::{Clusters, damaged};
use super::open::Opened;
use super::rank::FUSED;
use super::read::Entry;
use super::reading::{Read, Reading};
use crate::error::{Code, Error, Result};
use crate::index::PassageIndex;
use crate::index::top::{Scored, top_k};
use crate::index::vectors::Vectors;
use crate::library::passage::PublicPassage;
use crate::library::questions::Questions;
use crate::question::filters::Filters;
use crate::question::plan::Plan;
use crate::question::spell::Correction;
use crate::question::when;
pub use crate::retrieve::Strategy;
use crate::retrieve::{QueryVector, Variant, evidence, fuse, mmr};
use crate::span::{Question, Span};

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
    /// Whether the kind of publication counts.
    pub weighing: Weighing,
    /// Clusters of vectors that are read; `None` for three eighths of them, at least sixteen, and in large libraries for less, down to an eighth.
    pub probes: Option<usize>,
    /// Whether the questions of passages are compared with, where vectors are.
    pub questions: Questions,
    /// What it is looked for by beyond its own words.
    pub reading: Reading,
    /// Those of its [further wordings](Reading::wordings) of which there are vectors, by the model of its own.
    pub wordings: Vec<Variant>,
    /// Words, in lower case, that are read as they are written, as [`known_words`](super::known_words) gives them.
    pub known: Vec<String>,
}

/// Passages that stand beside a question.
const BESIDE: usize = 3;

impl Asked {
    /// Returns what is asked of a library beside a question to records or a model: the best few by words. Years and names in `words` may be of the records,
    /// and narrow nothing.
    pub fn beside(words: String) -> Self {
        Asked {
            question: words,
            vector: None,
            strategy: Strategy::Keyword,
            best: BESIDE,
            narrowing: Narrowing::Off,
            weighing: Weighing::ByEvidence,
            probes: None,
            questions: Questions::Off,
            reading: Reading::default(),
            wordings: Vec::new(),
            known: Vec::new(),
        }
    }
}

/// Returns `strategy` where a library can be ranked by it.
///
/// # Errors
/// `invalid-argument` for one that ranks records alone, or has a parameter out of range.
pub(in crate::library) fn of_libraries(strategy: Strategy) -> Result<Strategy> {
    match strategy.check()? {
        Strategy::Keyword | Strategy::Dense | Strategy::Mmr { .. } | Strategy::Rrf { .. } => Ok(strategy),
        _ => Err(Error::new(Code::InvalidArgument, "a library is searched by keyword, dense, mmr or rrf")),
    }
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

/// Whether the kind of publication counts in ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Weighing {
    /// It does not.
    #[default]
    Alike,
    /// Of three times as many passages as are asked for, each score is multiplied by the [factor](evidence::of_article) of its kind.
    ByEvidence,
}

/// Passages that are weighed for each that is found.
const WEIGHED: usize = 3;

/// A passage that was found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Hit {
    /// The passage.
    pub passage: PublicPassage,
    /// Its place, from 1.
    pub rank: usize,
    /// Its score by the strategy, times the factor of its kind where that counts.
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
    /// Place among the passages by vectors, and the cosine; that of the nearest question where it is nearer than the passage, and of the nearest
    /// wording of what is asked.
    pub dense: Option<(usize, f64)>,
    /// Place among the passages by their questions, and the cosine, where these are a list of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<(usize, f64)>,
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
    /// Words of the question that were read as others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub corrections: Vec<Correction>,
    /// Further wordings that it was looked for by.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wordings: Vec<String>,
    /// The passages, best first.
    pub hits: Vec<Hit>,
}

/// What a question states, and what that leaves.
struct Stated {
    narrowed: Narrowed,
    /// The passages; all where nothing is stated.
    admitted: Option<BTreeSet<u32>>,
    /// The words that state it.
    words: Vec<Span<Question>>,
}

/// Passages with their cosines.
#[derive(Default)]
struct Near {
    dense: Vec<(PassageIndex, f64)>,
    /// The vectors of the nearest.
    rows: Vectors,
    /// By their questions, where these are a list of their own.
    questions: Vec<(PassageIndex, f64)>,
}

impl Opened {
    pub(super) fn search(&self, asked: &Asked, missing: &mut Missing) -> Result<Option<Found>> {
        let strategy = of_libraries(asked.strategy)?;
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
        let Stated { narrowed, admitted, words } = there!(self.narrowed(asked, missing)?);
        let ranked_best = match asked.weighing {
            Weighing::Alike => asked.best,
            Weighing::ByEvidence => asked.best.saturating_mul(WEIGHED),
        };
        let depth = match used {
            Strategy::Rrf { .. } => ranked_best.max(FUSED),
            Strategy::Mmr { .. } => ranked_best.saturating_mul(mmr::POOL),
            _ => ranked_best,
        };
        let read = if used.uses_keyword() { self.looked_for(asked, &words, missing)? } else { Some(Read::default()) };
        let keyword = match &read {
            Some(read) => self.keyword(&read.weights, admitted.as_ref(), depth, missing)?,
            None => None,
        };
        let dense = match vectors.filter(|_| used.uses_dense()) {
            Some((_, vector)) => self.near(asked, vector, used, admitted.as_ref(), missing)?,
            None => Some(Near::default()),
        };
        let (Read { corrections, .. }, keyword, Near { dense, rows, questions }) =
            (there!(read), there!(keyword), there!(dense));
        let best = |scores: Vec<(PassageIndex, f64)>, k: usize| -> Vec<(PassageIndex, f64)> {
            let scored = scores.into_iter().map(|(passage, score)| Scored { passage, score, tie_break: passage.0 });
            top_k(scored, k).into_iter().map(|best| (best.passage, best.score)).collect()
        };
        let (keyword, dense, questions) = (best(keyword, depth), best(dense, depth), best(questions, depth));
        let ranked = match used {
            Strategy::Rrf { k } => best(fuse::rrf(k, &[&keyword, &dense, &questions]), ranked_best),
            Strategy::Mmr { lambda } => mmr::choose(&rows, &dense, lambda, ranked_best),
            Strategy::Dense => best(dense.clone(), ranked_best),
            _ => best(keyword.clone(), ranked_best),
        };
        let wanted: BTreeSet<u32> = ranked.iter().map(|(passage, _)| passage.0).collect();
        let passages = there!(self.passages(&wanted, missing)?);
        let ranked = match asked.weighing {
            Weighing::Alike => ranked,
            Weighing::ByEvidence => {
                let factor =
                    |at: PassageIndex| passages.get(&at.0).map_or(1.0, |it| evidence::of_article(it.article()));
                best(ranked.into_iter().map(|(at, score)| (at, score * factor(at))).collect(), asked.best)
            }
        };
        let place = |list: &[(PassageIndex, f64)], passage: PassageIndex| {
            (1..).zip(list).find(|(_, (at, _))| *at == passage).map(|(rank, (_, score))| (rank, *score))
        };
        let mut hits = Vec::with_capacity(ranked.len());
        for (rank, (at, score)) in (1..).zip(ranked) {
            let passage = passages.get(&at.0).cloned().ok_or_else(damaged)?;
            let is_retracted = passage.article().is_retracted();
            let by =
                FoundBy { keyword: place(&keyword, at), dense: place(&dense, at), question: place(&questions, at) };
            hits.push(Hit { passage, rank, score, is_retracted, by });
        }
        let wordings = asked.reading.wordings(&asked.question);
        Ok(Some(Found { used, lacks_vectors, narrowed, corrections, wordings, hits }))
    }

    /// Returns the passages near to `query` or to a further wording, by their vectors and those of their questions as is asked.
    fn near(
        &self,
        asked: &Asked,
        query: &QueryVector,
        used: Strategy,
        admitted: Option<&BTreeSet<u32>>,
        missing: &mut Missing,
    ) -> Result<Option<Near>> {
        let of_questions = match asked.questions {
            Questions::Off => None,
            _ => Some(self.root.questions.as_ref().ok_or_else(|| {
                Error::new(
                    Code::InvalidArgument,
                    "the library has no questions of passages: build it with --questions, or search it without",
                )
            })?),
        };
        let of_passages = self.root.vectors.as_ref().filter(|_| asked.questions != Questions::Only);
        let mut read = |clusters: Option<&Clusters>, values: &[f32]| match clusters {
            Some(clusters) => self.dense(clusters, values, asked.probes, admitted, missing),
            None => Ok(Some((Vec::new(), Vectors::default()))),
        };
        let texts = asked.reading.wordings(&asked.question);
        let others = asked.wordings.iter().filter(|wording| texts.contains(&wording.text));
        let queries = std::iter::once(&query.values).chain(others.map(|wording| &wording.values));
        let mut parts = Vec::new();
        for values in queries {
            parts.push((read(of_passages, values)?, read(of_questions, values)?));
        }
        let (mut dense, mut questions, mut rows) = (Vec::new(), Vec::new(), Vectors::default());
        for (passages, asked) in parts {
            let ((passages, vectors), (of_questions, _)) = (there!(passages), there!(asked));
            if rows.is_empty() {
                rows = vectors;
            } else {
                for (passage, _) in &passages {
                    if let Some(vector) = vectors.get(*passage) {
                        rows.insert_quantised(&query.model, *passage, vector)?;
                    }
                }
            }
            dense.extend(passages);
            questions.extend(of_questions);
        }
        let is_apart = asked.questions == Questions::List && matches!(used, Strategy::Rrf { .. });
        if !is_apart {
            dense.append(&mut questions);
        }
        Ok(Some(Near { dense: nearest(dense), rows, questions: nearest(questions) }))
    }

    /// Returns what the question states of the articles, the passages that this leaves, and the words that state it.
    fn narrowed(&self, asked: &Asked, missing: &mut Missing) -> Result<Option<Stated>> {
        let Narrowing::Stated { today } = asked.narrowing else {
            return Ok(Some(Stated { narrowed: Narrowed::default(), admitted: None, words: Vec::new() }));
        };
        let plan = Plan::new(&asked.question, &[]);
        let names = Filters::names(&plan);
        let authors = if names.is_empty() { BTreeMap::new() } else { there!(self.authors(&names, missing)?) };
        let mut filters = Filters::among(&plan, authors.keys().map(String::as_str), today);
        if self.root.counts.first_year.is_none() && filters.range.take().is_some() && filters.authors.is_empty() {
            // Of no article it is known when it came out: then a year is a word like any other.
            filters.words.clear();
        }
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
        let words = filters.words.iter().filter_map(|at| Some(plan.words.get(*at)?.span)).collect();
        let narrowed = Narrowed {
            range: filters.range,
            authors: filters.authors,
            is_unknown: filters.is_unknown,
            is_unsure: filters.is_unsure,
            passages: admitted.as_ref().map(BTreeSet::len),
        };
        Ok(Some(Stated { narrowed, admitted, words }))
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

/// Returns each passage of `cosines` once, as near as it is by any of them.
fn nearest(cosines: Vec<(PassageIndex, f64)>) -> Vec<(PassageIndex, f64)> {
    let mut nearest: BTreeMap<PassageIndex, f64> = BTreeMap::new();
    for (passage, cosine) in cosines {
        let best = nearest.entry(passage).or_insert(cosine);
        *best = best.max(cosine);
    }
    nearest.into_iter().collect()
}
