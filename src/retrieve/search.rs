//! One search while it runs: the two lists, and what the strategies make of them.

use crate::document::{Document, DocumentIndex, Records};
use crate::error::{Error, Result};
use crate::index::bm25::{self, Weights};
use crate::index::maxscore;
use crate::index::top::{Scored, top_k};
use crate::index::{Index, PassageIndex};
use crate::question::form;

use super::excerpt::Chooser;
use super::speaking::{Speaks, speaking};
use super::stages::{self, QuestionType, Staged};
use super::{DensePart, KeywordPart, Query, Scores, Spoken, Strategy, Tools, dense, evidence, fuse, mmr};

/// The nearest passages, whose cosine is taken again without the rounding of the question.
const RESCORED: usize = 512;

/// The lists of one search, each in the order of the passages, and what they were made from.
pub(super) struct Found<'a> {
    index: &'a Index,
    records: &'a Records,
    query: &'a Query,
    tools: &'a Tools<'a>,
    terms: Weights,
    admitted: Vec<bool>,
    /// Of [`Strategy::Keyword`] the best alone.
    pub keyword: Scores,
    /// How many passages share a word with the question.
    pub sharing: usize,
    pub dense: Scores,
    bounds: [fuse::Bounds; 2],
    kind: QuestionType,
    /// For each concept the passages that speak of it, in order.
    concepts: Vec<Vec<Speaks>>,
    /// The passages that speak of any, in order, with what that counts.
    covered: Scores,
}

/// A passage with its score, and how it came about where that is more than the two lists.
pub(super) struct Ranked {
    pub passage: PassageIndex,
    pub score: f64,
    pub staged: Option<Staged>,
}

impl Ranked {
    /// What the parts of the two lists are multiplied by.
    fn share(&self) -> f64 {
        self.staged.map_or(1.0, |staged| staged.share)
    }
}

impl<'a> Found<'a> {
    /// Returns the lists that the best `wanted` by `strategy` need.
    pub fn new(
        index: &'a Index,
        records: &'a Records,
        query: &'a Query,
        tools: &'a Tools<'a>,
        strategy: Strategy,
        wanted: usize,
    ) -> Result<Self> {
        let admitted = query.filter.admitted(index, records);
        let mut terms = query.terms();
        if strategy == Strategy::Concept {
            for term in query.concepts.iter().flat_map(|concept| concept.wordings.iter().flatten()) {
                terms.entry(term.clone()).or_insert(1.0);
            }
        }
        let admits = |(at, _): &(PassageIndex, f64)| admitted.get(at.0 as usize).copied().unwrap_or(false);
        let (keyword, sharing) = if strategy == Strategy::Keyword {
            // Nothing else asks for the others: they need no score.
            let mut best = Self::keyword_only(index, &terms, query, &admitted, wanted).best;
            best.sort_unstable_by_key(|(at, _)| *at);
            (best, bm25::sharing(index.postings(), &terms, query.bm25, &admitted))
        } else if strategy.uses_keyword() {
            let mut keyword = bm25::scores(index.postings(), &terms, query.bm25);
            keyword.retain(admits);
            let sharing = keyword.len();
            (keyword, sharing)
        } else {
            (Scores::new(), 0)
        };
        let mut dense = match &query.vector {
            Some(vector) if strategy.uses_dense() => dense::scores(index, vector)?,
            _ => Scores::new(),
        };
        dense.retain(admits);
        dense.sort_unstable_by_key(|(at, _)| *at);
        if let Some(vector) = &query.vector {
            rescore(index, &vector.values, &mut dense);
        }
        let concepts: Vec<Vec<Speaks>> =
            if matches!(strategy, Strategy::Concept | Strategy::Stages { .. } | Strategy::Literal) {
                let meant = query.concepts.iter().flat_map(|concept| &concept.meant);
                let meant = meant.map(|meant| meant.concept).collect();
                let mentions = index.speaking_of(records, tools.vocabulary, &meant, &admitted);
                query.concepts.iter().map(|concept| speaking(index, &mentions, concept, &admitted)).collect()
            } else {
                Vec::new()
            };
        let kind = match strategy {
            Strategy::Stages { .. } | Strategy::Literal => question_type(index, records, query, &admitted),
            // Nothing that these do depends on it.
            _ => QuestionType::Prose,
        };
        let covered = covered(&concepts, query);
        let bounds = bounds(&keyword, &dense, admitted.iter().filter(|admitted| **admitted).count());
        Ok(Found {
            index,
            records,
            query,
            tools,
            terms,
            admitted,
            keyword,
            sharing,
            dense,
            bounds,
            kind,
            concepts,
            covered,
        })
    }

    /// Returns how many passages the filter admits.
    pub fn admitted(&self) -> usize {
        self.admitted.iter().filter(|admitted| **admitted).count()
    }

    /// Returns the best `k` by `strategy`, best first.
    pub fn rank(&self, strategy: Strategy, k: usize) -> Result<Vec<Ranked>> {
        let plain = |scores: &Scores| -> Vec<Ranked> {
            let best = top_k(scores.iter().map(|(at, score)| self.scored(*at, *score)), k);
            best.into_iter().map(|best| Ranked { passage: best.passage, score: best.score, staged: None }).collect()
        };
        let staged = |staged: Vec<Staged>| -> Vec<Ranked> {
            staged
                .into_iter()
                .map(|staged| Ranked { passage: staged.passage, score: staged.score, staged: Some(staged) })
                .collect()
        };
        Ok(match strategy {
            Strategy::Keyword => plain(&self.keyword),
            Strategy::Dense => plain(&self.dense),
            Strategy::Mmr { lambda } => {
                let pool = self.sorted(&self.dense, k.saturating_mul(mmr::POOL));
                let chosen = mmr::choose(self.index.vectors(), &pool, lambda, k);
                chosen.into_iter().map(|(passage, score)| Ranked { passage, score, staged: None }).collect()
            }
            Strategy::Linear { alpha } => {
                let mut fused = Scores::new();
                self.each_linear(alpha, |at, score| fused.push((at, score)));
                plain(&fused)
            }
            Strategy::Rrf { k: constant } => {
                let lists = [&self.keyword, &self.dense].map(|list| self.sorted(list, usize::MAX));
                plain(&fuse::rrf(constant, &[&lists[0], &lists[1]]))
            }
            Strategy::Concept => {
                let most = self.bounds[0].max.max(f64::MIN_POSITIVE);
                // Coverage counts first; BM25, below 1, decides among passages that cover alike.
                let asked = self.concepts.len() as f64;
                let of = self.asked_for().max(f64::MIN_POSITIVE);
                let mut ranked = Scores::new();
                fuse::each(&self.keyword, &self.covered, |at, score, covered| {
                    ranked.push((at, covered.unwrap_or(0.0) / of * asked + score.unwrap_or(0.0) / most / 2.0));
                });
                plain(&ranked)
            }
            Strategy::Stages { pairs } => staged(stages::normalised(self, pairs, k)?),
            Strategy::Literal => staged(stages::literal(self, k)?),
        })
    }

    /// Returns the best `k` by keywords alone, and how many passages were scored for it: what [`rank`](Self::rank) gives, sooner.
    pub fn keyword_only(
        index: &Index,
        terms: &Weights,
        query: &Query,
        admitted: &[bool],
        k: usize,
    ) -> maxscore::Outcome {
        let admits = |at: PassageIndex| admitted.get(at.0 as usize).copied().unwrap_or(false);
        maxscore::search(index.postings(), terms, query.bm25, k, admits, |at| index.place(at))
    }

    /// Returns `passage` with `score` and what breaks ties.
    pub fn scored(&self, passage: PassageIndex, score: f64) -> Scored {
        Scored { passage, score, tie_break: self.index.place(passage) }
    }

    fn sorted(&self, list: &Scores, k: usize) -> Scores {
        let best = top_k(list.iter().map(|(at, score)| self.scored(*at, *score)), k);
        best.into_iter().map(|best| (best.passage, best.score)).collect()
    }

    /// Gives `take` every passage of either list, in order, with its linear score.
    pub fn each_linear(&self, alpha: f64, take: impl FnMut(PassageIndex, f64)) {
        let [of_keyword, of_dense] = self.bounds;
        let keyword = fuse::Bounded { scores: &self.keyword, bounds: of_keyword };
        fuse::linear(alpha, keyword, fuse::Bounded { scores: &self.dense, bounds: of_dense }, take);
    }

    /// Gives `take` every passage of either list and every one that speaks of what the question is about, in order, with its linear score
    /// and how much of that it speaks of, 0 to 1.
    pub fn each_broad(&self, alpha: f64, mut take: impl FnMut(PassageIndex, f64, f64)) {
        let mut linear = Scores::new();
        self.each_linear(alpha, |at, score| linear.push((at, score)));
        let of = self.asked_for().max(f64::MIN_POSITIVE);
        fuse::each(&linear, &self.covered, |at, score, covered| {
            take(at, score.unwrap_or(0.0), covered.unwrap_or(0.0) / of)
        });
    }

    /// Gives `take` every passage of either list, in order, with its BM25 and its cosine as they are; 0 where it has none.
    pub fn each_raw(&self, mut take: impl FnMut(PassageIndex, f64, f64)) {
        fuse::each(&self.keyword, &self.dense, |at, a, b| take(at, a.unwrap_or(0.0), b.unwrap_or(0.0)));
    }

    /// Returns the shares of the stages.
    pub fn shares(&self) -> stages::Settled {
        let words = self.query.vector.as_ref().and_then(|vector| vector.word_share);
        self.query.shares.settled(self.kind, words)
    }

    /// Returns what the search asks of.
    pub fn question_type(&self) -> QuestionType {
        self.kind
    }

    fn document(&self, document: DocumentIndex) -> Option<&'a Document> {
        self.records.documents.get(document.0 as usize)
    }

    /// Returns how much of what the question is about `passage` speaks of, and how much there is; `None` where nothing is known of that.
    pub fn coverage(&self, passage: PassageIndex) -> Option<(f64, f64)> {
        let of = self.asked_for();
        (of > 0.0 && !self.concepts.is_empty()).then(|| (listed(&self.covered, passage).unwrap_or(0.0), of))
    }

    /// What speaking of all that the question is about counts.
    fn asked_for(&self) -> f64 {
        self.query.concepts.iter().map(|concept| concept.weight).sum()
    }

    /// Returns which of the question's concepts `passage` speaks of, and as what.
    pub fn spoken(&self, passage: PassageIndex) -> Vec<Spoken> {
        let each = self.concepts.iter().zip(&self.query.concepts);
        let found = each.filter_map(|(list, concept)| {
            let speaks = list.get(list.binary_search_by_key(&passage, |speaks| speaks.passage).ok()?)?;
            Some(speaks.explained(concept))
        });
        found.collect()
    }

    /// Returns the cosine of `passage` with the nearest of the question's other wordings.
    pub fn nearest_variant(&self, passage: PassageIndex) -> Option<f64> {
        let variants = self.query.variants.iter();
        variants.filter_map(|variant| self.index.vectors().rescored(&variant.values, passage)).max_by(f64::total_cmp)
    }

    /// Returns how much nearer to `passage` another wording of the question is than the question itself, on the scale that cosines are brought
    /// to; 0 where none is.
    pub fn nearer_by_variant(&self, passage: PassageIndex) -> Option<f64> {
        let (nearest, own) = (self.nearest_variant(passage)?, listed(&self.dense, passage)?);
        let [_, bounds] = self.bounds;
        Some((bounds.normalise(nearest) - bounds.normalise(own)).max(0.0))
    }

    /// Returns what the score of `passage` is multiplied by for what kind of document it is from.
    pub fn evidence(&self, passage: PassageIndex) -> f64 {
        self.index.passage(passage).and_then(|passage| self.document(passage.document)).map_or(1.0, evidence::factor)
    }

    /// Returns what a cross-encoder says of the first of `passages`, as many as it read; `None` where that is none.
    pub fn logits(&self, passages: &[PassageIndex]) -> Result<Option<Vec<f64>>> {
        let Some(reranker) = self.tools.reranker.filter(|_| !passages.is_empty()) else { return Ok(None) };
        let chooser = Chooser::new(self.index.postings(), &self.terms, self.query.bm25);
        let text = |at: &PassageIndex| -> Result<String> {
            let own = self.index.text(self.records, *at)?;
            let whole = self.index.embedding_text(self.records, *at)?;
            // What stands above the text is read in any case.
            let above = whole.strip_suffix(own).unwrap_or_default();
            Ok(format!("{above}{}", chooser.excerpt(own)))
        };
        let texts: Vec<String> = passages.iter().map(text).collect::<Result<_>>()?;
        let scores = reranker.score(&self.query.text, &texts.iter().map(String::as_str).collect::<Vec<_>>())?;
        if scores.len() > passages.len() {
            return Err(Error::internal("a reranker gave more scores than there are passages"));
        }
        Ok((!scores.is_empty()).then(|| scores.into_iter().map(f64::from).collect()))
    }

    /// Returns the part of each of `ranked` in the keyword list, in their order.
    pub fn keyword_parts(&self, strategy: Strategy, ranked: &[Ranked]) -> Vec<Option<KeywordPart>> {
        let places = self.places(&self.keyword, ranked);
        // Without a keyword list there is nothing to explain.
        let passages: Vec<PassageIndex> =
            ranked.iter().zip(&places).filter(|(_, place)| place.is_some()).map(|(ranked, _)| ranked.passage).collect();
        let mut trees = bm25::explain(self.index.postings(), &self.terms, self.query.bm25, &passages).into_iter();
        let part = |(ranked, place): (&Ranked, Option<(usize, f64)>)| {
            let (rank, score) = place?;
            let bm25 = trees.next()?;
            let normal = self.bounds[0].normalise(score);
            let (normalised, adds) = match strategy {
                Strategy::Linear { alpha } => (Some(normal), alpha * normal),
                Strategy::Stages { .. } => (Some(normal), self.shares().alpha * normal * ranked.share()),
                Strategy::Rrf { k } => (None, fuse::reciprocal(k, rank)),
                Strategy::Keyword => (None, score),
                Strategy::Dense | Strategy::Mmr { .. } | Strategy::Concept | Strategy::Literal => (None, 0.0),
            };
            Some(KeywordPart { rank, bm25, normalised, adds })
        };
        ranked.iter().zip(places).map(part).collect()
    }

    /// Returns the part of each of `ranked` in the dense list, in their order.
    pub fn dense_parts(&self, strategy: Strategy, ranked: &[Ranked]) -> Vec<Option<DensePart>> {
        let part = |(ranked, place): (&Ranked, Option<(usize, f64)>)| {
            let (rank, cosine) = place?;
            let normal = self.bounds[1].normalise(cosine);
            let (normalised, adds) = match strategy {
                Strategy::Linear { alpha } => (Some(normal), (1.0 - alpha) * normal),
                Strategy::Stages { .. } => (Some(normal), (1.0 - self.shares().alpha) * normal * ranked.share()),
                Strategy::Rrf { k } => (None, fuse::reciprocal(k, rank)),
                Strategy::Dense => (None, cosine),
                Strategy::Mmr { lambda } => (None, lambda * cosine),
                Strategy::Keyword | Strategy::Concept | Strategy::Literal => (None, 0.0),
            };
            Some(DensePart { rank, cosine, normalised, adds })
        };
        ranked.iter().zip(self.places(&self.dense, ranked)).map(part).collect()
    }

    /// Returns the rank (from 1) and the score in `list` of each of `ranked` that it names, in their order; the list is walked once.
    fn places(&self, list: &Scores, ranked: &[Ranked]) -> Vec<Option<(usize, f64)>> {
        let own = |ranked: &Ranked| Some(self.scored(ranked.passage, listed(list, ranked.passage)?));
        let own: Vec<Option<Scored>> = ranked.iter().map(own).collect();
        let mut sorted: Vec<Scored> = own.iter().flatten().copied().collect();
        sorted.sort_unstable();
        let Some(least) = sorted.first().map(|least| least.score) else { return vec![None; ranked.len()] };
        // How many of the list are better than so many of the sorted, and no more.
        let mut better = vec![0_usize; sorted.len() + 1];
        for (at, score) in list.iter().filter(|(_, score)| *score >= least) {
            let next = self.scored(*at, *score);
            if let Some(count) = better.get_mut(sorted.partition_point(|own| *own < next)) {
                *count += 1;
            }
        }
        let rank = |own: Scored| {
            let place = sorted.partition_point(|other| *other < own);
            (better.iter().skip(place + 1).sum::<usize>() + 1, own.score)
        };
        own.into_iter().map(|own| own.map(rank)).collect()
    }
}

/// What `query` asks of the admitted passages: of prose, where at least half of them are prose.
fn question_type(index: &Index, records: &Records, query: &Query, admitted: &[bool]) -> QuestionType {
    let prose: Vec<bool> = records.documents.iter().map(|document| document.facts().is_empty()).collect();
    let (mut all, mut of_prose) = (0_usize, 0_usize);
    for (document, _) in index.documents().iter().zip(admitted).filter(|(_, admitted)| **admitted) {
        all += 1;
        of_prose += usize::from(prose.get(document.0 as usize).copied().unwrap_or(true));
    }
    match (of_prose * 2 >= all, form::asks(&query.text)) {
        (false, _) => QuestionType::Records,
        (true, true) => QuestionType::Prose,
        (true, false) => QuestionType::Claim,
    }
}

/// Takes the cosines of the [`RESCORED`] nearest again, without the rounding of the question.
fn rescore(index: &Index, query: &[f32], dense: &mut Scores) {
    let mut least = f64::NEG_INFINITY;
    if dense.len() > RESCORED {
        let mut cosines: Vec<f64> = dense.iter().map(|(_, cosine)| *cosine).collect();
        least = *cosines.select_nth_unstable_by(RESCORED - 1, |a, b| b.total_cmp(a)).1;
    }
    for (at, cosine) in dense.iter_mut().filter(|(_, cosine)| *cosine >= least) {
        *cosine = index.vectors().rescored(query, *at).unwrap_or(*cosine);
    }
}

/// What the scores of each list are brought to 0–1 by. An admitted passage that shares no word with the question has a BM25 of 0, and
/// that is then the least.
fn bounds(keyword: &Scores, dense: &Scores, admitted: usize) -> [fuse::Bounds; 2] {
    let bounds = fuse::Bounds::of(keyword);
    [if keyword.len() < admitted { bounds.including(0.0) } else { bounds }, fuse::Bounds::of(dense)]
}

/// The score of `passage` in a list in the order of the passages.
fn listed(list: &Scores, passage: PassageIndex) -> Option<f64> {
    let at = list.binary_search_by_key(&passage, |(at, _)| *at).ok()?;
    list.get(at).map(|(_, score)| *score)
}

/// The passages that speak of any of the question's concepts, in order, with the weights of those.
fn covered(concepts: &[Vec<Speaks>], query: &Query) -> Scores {
    let mut parts: Vec<(PassageIndex, usize, f64)> = Vec::new();
    for (number, (list, concept)) in concepts.iter().zip(&query.concepts).enumerate() {
        parts.extend(list.iter().map(|speaks| (speaks.passage, number, concept.weight * speaks.counts)));
    }
    // In the order of the concepts, so that rounding does not depend on anything else.
    parts.sort_unstable_by_key(|(at, number, _)| (*at, *number));
    let sum = |parts: &[(PassageIndex, usize, f64)]| parts.iter().map(|(.., part)| part).sum();
    parts.chunk_by(|a, b| a.0 == b.0).filter_map(|parts| Some((parts.first()?.0, sum(parts)))).collect()
}

#[cfg(test)]
pub(super) mod tests;
