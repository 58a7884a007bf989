//! Opens a pack and searches in it, with the parts that are there, or says which it wants.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::Read as _;
use std::ops::RangeInclusive;
use std::sync::Arc;

use flate2::read::DeflateDecoder;
use jiff::civil::Date;
use serde::Serialize;

use super::blocks::{Blocks, Missing, Padding};
use super::build::{APART, Stored, year_key};
use super::clusters::Table;
use super::form::{self, Clusters, Counts, HEAD_BYTES, HEADER_BYTES, Header, Root, Terms, damaged};
use super::lists::{self, MAX_IMPACT, Piece, Posting};
use super::varint::{read, take};
use super::{Range, Step};
use crate::error::{Code, Error, Result};
use crate::hex::hex;
use crate::index::PassageIndex;
use crate::index::analyze;
use crate::index::bm25::{self, Parameters, Weights};
use crate::index::snapshot::Model;
use crate::index::top::{Scored, top_k};
use crate::index::vectors::{Quantised, Vectors};
use crate::library::passage::{self, Chunking, Prefix, PublicPassage};
use crate::question::filters::Filters;
use crate::question::plan::Plan;
use crate::question::when;
pub use crate::retrieve::Strategy;
use crate::retrieve::{QueryVector, fuse, mmr};

/// Bytes of a list that is read whole; of a longer one its head first.
const SHORT_LIST_BYTES: u64 = 64 << 10;
/// Passages of each list that are fused.
const FUSED: usize = 200;
/// The share of the clusters that is read, and the fewest.
const PROBED: (usize, usize) = (8, 8);
/// Bytes of the longest group once inflated.
const MAX_GROUP_BYTES: u64 = 64 << 20;
/// What sums may be off by for being added up in floating point.
const ROUNDING: f64 = 1e-9;

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

/// A library that is read by ranges.
#[derive(Debug, Default)]
pub struct Pack {
    head: Vec<u8>,
    /// How far the head was asked for.
    asked: u64,
    total: Option<u64>,
    opened: Option<Opened>,
    padding: Option<Padding>,
    /// Times that ranges were asked for.
    rounds: u64,
}

#[derive(Debug)]
struct Opened {
    header: Header,
    fingerprint: [u8; 16],
    root: Root,
    blocks: Blocks,
}

/// A term of a table.
#[derive(Debug, Clone, Copy)]
struct Entry {
    docs: u64,
    /// Bytes of the head; 0 for a short list.
    head: u64,
    /// Where the list begins in the body, and its bytes.
    at: u64,
    len: u64,
    most: u8,
}

/// Gives what is there, or returns that something is missing.
macro_rules! there {
    ($part:expr) => {
        match $part {
            Some(part) => part,
            None => return Ok(None),
        }
    };
}

impl Pack {
    /// Returns a pack of which nothing is there yet. With `padding` the host learns less of what is looked for, and more bytes are read.
    pub fn new(padding: Option<Padding>) -> Self {
        Pack { padding, ..Pack::default() }
    }

    /// Opens the pack: reads what stands before the body.
    ///
    /// # Errors
    /// `malformed` for what is no pack, a damaged one, and one that was cut short; `unsupported` for another version.
    pub fn open(&mut self) -> Result<Step<()>> {
        if self.opened.is_some() {
            return Ok(Step::Done(()));
        }
        let have = self.head.len() as u64;
        if self.asked == 0 {
            return Ok(self.want_head(HEAD_BYTES));
        }
        let (header, fingerprint) = Header::read(&self.head)?;
        if self.total.is_some_and(|total| total != header.total()) {
            return Err(form::cut());
        }
        let end = HEADER_BYTES + header.root_len as usize;
        let Some(root) = self.head.get(HEADER_BYTES..end) else {
            // What was asked for did not come: the file has no more.
            if have < self.asked {
                return Err(form::cut());
            }
            return Ok(self.want_head(end as u64));
        };
        if form::hash(root) != header.root_hash {
            return Err(damaged());
        }
        let root = Root::read(root, &header)?;
        let mut blocks = Blocks::new(header, &root);
        blocks.supply(0, &self.head)?;
        self.head = Vec::new();
        self.opened = Some(Opened { header, fingerprint, root, blocks });
        Ok(Step::Done(()))
    }

    fn want_head(&mut self, end: u64) -> Step<()> {
        let start = self.head.len() as u64;
        self.asked = end;
        Step::Want(vec![Range { start, len: end - start }])
    }

    /// Takes the bytes of the pack from `start` on, as many as were asked for or, at its end, as there are. `total` is how many the host says that it has.
    ///
    /// # Errors
    /// `malformed` when they are not what was written, or the pack is shorter or longer than it was.
    pub fn supply(&mut self, start: u64, bytes: &[u8], total: Option<u64>) -> Result<()> {
        match &mut self.opened {
            None if start == self.head.len() as u64 => {
                self.head.extend_from_slice(bytes);
                self.total = total.or(self.total);
                Ok(())
            }
            None => Err(Error::new(Code::InvalidArgument, "bytes of a pack that nobody asked for")),
            Some(opened) => {
                if total.is_some_and(|total| total != opened.header.total()) {
                    return Err(form::cut());
                }
                opened.blocks.supply(start, bytes)
            }
        }
    }

    fn opened(&self) -> Result<&Opened> {
        self.opened.as_ref().ok_or_else(|| Error::new(Code::InvalidArgument, "the pack is not open"))
    }

    /// Returns how much the library holds.
    ///
    /// # Errors
    /// `invalid-argument` before it is open.
    pub fn counts(&self) -> Result<Counts> {
        Ok(self.opened()?.root.counts)
    }

    /// Returns how its abstracts were cut, and what was indexed with each passage.
    ///
    /// # Errors
    /// `invalid-argument` before it is open.
    pub fn cut(&self) -> Result<(Chunking, Prefix)> {
        self.opened().map(|opened| (opened.root.chunking, opened.root.prefix))
    }

    /// Returns the model that made its vectors, where it has some.
    ///
    /// # Errors
    /// `invalid-argument` before it is open.
    pub fn model(&self) -> Result<Option<Model>> {
        let vectors = self.opened()?.root.vectors.as_ref();
        Ok(vectors.map(|vectors| Model { id: vectors.model.clone(), sha256: vectors.sha256.clone() }))
    }

    /// Returns the hash that stands for every byte of the pack, in lower-case hexadecimal.
    ///
    /// # Errors
    /// `invalid-argument` before it is open.
    pub fn fingerprint(&self) -> Result<String> {
        self.opened().map(|opened| hex(&opened.fingerprint))
    }

    /// Returns how many bytes the whole pack has.
    ///
    /// # Errors
    /// `invalid-argument` before it is open.
    pub fn len(&self) -> Result<u64> {
        self.opened().map(|opened| opened.header.total())
    }

    /// Searches with what is there. The outcome does not hang on how much that is.
    ///
    /// # Errors
    /// `malformed` for a pack that was not written as it should be; `invalid-argument` for a strategy that libraries do not know, and
    /// [`Strategy::Dense`] and [`Strategy::Mmr`] without vectors; `model` for a vector of another model.
    pub fn search(&mut self, asked: &Asked) -> Result<Step<Found>> {
        let opened = self.opened.as_ref().ok_or_else(|| Error::new(Code::InvalidArgument, "the pack is not open"))?;
        let mut missing = Missing::default();
        match opened.search(asked, &mut missing)? {
            Some(found) => Ok(Step::Done(found)),
            None if missing.is_empty() => Err(Error::internal("a search waits for nothing")),
            None => {
                self.rounds += 1;
                let padding = self.padding.as_ref().map(|padding| (padding, self.rounds));
                Ok(Step::Want(opened.blocks.wanted(&missing, padding)))
            }
        }
    }
}

impl Opened {
    fn search(&self, asked: &Asked, missing: &mut Missing) -> Result<Option<Found>> {
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

    /// Returns the authors whose family name is one of `names`, with their lists; two may be written alike.
    fn authors(&self, names: &[String], missing: &mut Missing) -> Result<Option<BTreeMap<String, Vec<Entry>>>> {
        let aside = self.root.authors;
        let bytes = there!(self.blocks.read(aside.at, aside.len, missing));
        let table: Terms = postcard::from_bytes(&bytes).map_err(|_| damaged())?;
        if !table.is_within(self.header.body_len) {
            return Err(damaged());
        }
        let mut found: BTreeMap<String, Vec<Entry>> = BTreeMap::new();
        let mut is_there = true;
        for name in names {
            let (from, until) = (format!("{name}{APART}"), format!("{name}\u{2}"));
            let first = table.pages.partition_point(|(key, _)| *key <= from).saturating_sub(1);
            let last = table.pages.partition_point(|(key, _)| *key < until);
            for page in first..last {
                match self.page(&table, page, missing)? {
                    Some(entries) => {
                        for (key, entry) in entries.into_iter().filter(|(key, _)| *key >= from && *key < until) {
                            if let Some((_, author)) = key.split_once(APART) {
                                found.entry(author.to_owned()).or_default().push(entry);
                            }
                        }
                    }
                    None => is_there = false,
                }
            }
        }
        Ok(is_there.then_some(found))
    }

    /// Returns the entries of `keys` that `table` has.
    fn entries<'k>(
        &self,
        table: &Terms,
        keys: impl Iterator<Item = &'k str>,
        missing: &mut Missing,
    ) -> Result<Option<BTreeMap<&'k str, Entry>>> {
        let mut by_page: BTreeMap<usize, Vec<&'k str>> = BTreeMap::new();
        for key in keys {
            if let Some(page) = table.pages.partition_point(|(first, _)| first.as_str() <= key).checked_sub(1) {
                by_page.entry(page).or_default().push(key);
            }
        }
        let mut found = BTreeMap::new();
        let mut is_there = true;
        for (page, keys) in by_page {
            let Some(entries) = self.page(table, page, missing)? else {
                is_there = false;
                continue;
            };
            for key in keys {
                if let Ok(at) = entries.binary_search_by(|(known, _)| known.as_str().cmp(key))
                    && let Some((_, entry)) = entries.get(at)
                {
                    found.insert(key, *entry);
                }
            }
        }
        Ok(is_there.then_some(found))
    }

    /// Returns the entries of a page, in order.
    fn page(&self, table: &Terms, page: usize, missing: &mut Missing) -> Result<Option<Vec<(String, Entry)>>> {
        let before: u64 = table.pages.iter().take(page).map(|(_, len)| u64::from(*len)).sum();
        let (_, len) = table.pages.get(page).ok_or_else(damaged)?;
        let bytes = there!(self.blocks.read(table.at + before, u64::from(*len), missing));
        entries_of(&bytes, table).map(Some).ok_or_else(damaged)
    }

    /// Returns a whole list.
    fn whole(&self, entry: &Entry, missing: &mut Missing) -> Result<Option<Vec<Posting>>> {
        let bytes = there!(self.blocks.read(entry.at, entry.len, missing));
        let read = || -> Option<Vec<Posting>> {
            if entry.head == 0 {
                return lists::postings(&bytes, 0);
            }
            let pieces = lists::pieces(bytes.get(..usize::try_from(entry.head).ok()?)?, entry.len)?;
            let mut all = Vec::new();
            for piece in pieces {
                let part = bytes.get(usize::try_from(piece.at).ok()?..usize::try_from(piece.at + piece.len).ok()?)?;
                all.extend(lists::postings(part, piece.from)?);
            }
            Some(all)
        };
        read().map(Some).ok_or_else(damaged)
    }

    /// Returns the best `k` passages, and perhaps others, with their BM25.
    fn keyword(
        &self,
        weights: &Weights,
        admitted: Option<&BTreeSet<u32>>,
        k: usize,
        missing: &mut Missing,
    ) -> Result<Option<Vec<(PassageIndex, f64)>>> {
        let found = there!(self.entries(&self.root.terms, weights.keys().map(String::as_str), missing)?);
        let unit = (self.root.k1 + 1.0) / MAX_IMPACT;
        let mut terms: Vec<(Entry, f64)> = Vec::new();
        for (term, entry) in found {
            let docs = u32::try_from(entry.docs).map_err(|_| damaged())?;
            let idf = Parameters::default().idf(self.root.counts.passages, docs.min(self.root.counts.passages));
            terms.push((entry, weights.get(term).copied().unwrap_or(0.0) * idf * unit));
        }
        let bound = |(entry, weight): &(Entry, f64)| weight * f64::from(entry.most);
        let is_long = |entry: &Entry| entry.head > 0 && entry.len > SHORT_LIST_BYTES;
        terms.sort_by(|a, b| {
            (is_long(&a.0)).cmp(&is_long(&b.0)).then(bound(b).total_cmp(&bound(a))).then(a.0.at.cmp(&b.0.at))
        });
        let (short, long) = terms.split_at(terms.partition_point(|(entry, _)| !is_long(entry)));
        let mut heads: Vec<Vec<Piece>> = Vec::new();
        for (entry, _) in long {
            if let Some(head) = self.blocks.read(entry.at, entry.head, missing) {
                heads.push(lists::pieces(&head, entry.len).ok_or_else(damaged)?);
            }
        }
        let mut sums = Sums { admitted, passages: self.root.counts.passages, by_passage: HashMap::new() };
        for (entry, weight) in short {
            if let Some(postings) = self.whole(entry, missing)? {
                sums.add(&postings, *weight)?;
            }
        }
        if !missing.is_empty() {
            return Ok(None);
        }
        for (at, (entry, weight)) in long.iter().enumerate() {
            let left: f64 = long.iter().skip(at).map(bound).sum();
            let least = sums.nth(k);
            if least.is_none_or(|least| left >= least * (1.0 - ROUNDING)) {
                sums.add(&there!(self.whole(entry, missing)?), *weight)?;
                continue;
            }
            // What has none of the terms so far cannot come among the best: of the other lists only what is said of the rest is read.
            let candidates = sums.at_least(least.unwrap_or(0.0) * (1.0 - ROUNDING) - left);
            for ((entry, weight), pieces) in long.iter().zip(&heads).skip(at) {
                for piece in pieces.iter().filter(|piece| candidates.range(piece.from..=piece.last).next().is_some()) {
                    if let Some(bytes) = self.blocks.read(entry.at + piece.at, piece.len, missing) {
                        let mut postings = lists::postings(&bytes, piece.from).ok_or_else(damaged)?;
                        postings.retain(|(passage, _)| candidates.contains(passage));
                        sums.add(&postings, *weight)?;
                    }
                }
            }
            break;
        }
        Ok(missing.is_empty().then(|| sums.by_passage.into_iter().map(|(at, sum)| (PassageIndex(at), sum)).collect()))
    }

    /// Returns the passages of the clusters nearest to `query` with their cosines, and their vectors.
    #[expect(clippy::type_complexity, reason = "a list and what it was made of, used once")]
    fn dense(
        &self,
        clusters: &Clusters,
        query: &QueryVector,
        probes: Option<usize>,
        admitted: Option<&BTreeSet<u32>>,
        missing: &mut Missing,
    ) -> Result<Option<(Vec<(PassageIndex, f64)>, Vectors)>> {
        let row = clusters.dimensions as usize + 8;
        if query.values.len() != clusters.dimensions as usize {
            return Err(Error::new(
                Code::InvalidArgument,
                "the question's vector has another number of dimensions than the library's",
            )
            .found(query.values.len() as u64, u64::from(clusters.dimensions)));
        }
        let quantised = Quantised::new(&query.values)?;
        let bytes = there!(self.blocks.read(clusters.centres_at, (clusters.rows.len() * row) as u64, missing));
        let centres: Option<Vec<Quantised>> =
            bytes.chunks(row).map(|bytes| row_of(bytes).map(|(_, centre)| centre)).collect();
        let table = Table::new(&centres.ok_or_else(damaged)?);
        let count = probes.unwrap_or((clusters.rows.len() / PROBED.0).max(PROBED.1));
        let (mut cosines, mut rows) = (Vec::new(), Vectors::default());
        let mut is_there = true;
        for cluster in table.nearest_of(&quantised, count) {
            let before: u64 = clusters.rows.iter().take(cluster).map(|rows| u64::from(*rows)).sum();
            let members = clusters.rows.get(cluster).copied().unwrap_or(0);
            let (at, len) = (clusters.rows_at + before * row as u64, u64::from(members) * row as u64);
            let Some(bytes) = self.blocks.read(at, len, missing) else {
                is_there = false;
                continue;
            };
            for bytes in bytes.chunks(row) {
                let (passage, vector) =
                    row_of(bytes).filter(|(at, _)| *at < self.root.counts.passages).ok_or_else(damaged)?;
                if admitted.is_none_or(|admitted| admitted.contains(&passage)) {
                    let at = PassageIndex(rows.len() as u32);
                    rows.insert_quantised(&clusters.model, at, vector)?;
                    cosines.push((PassageIndex(passage), rows.rescored(&query.values, at).unwrap_or(-1.0)));
                }
            }
        }
        if !is_there {
            return Ok(None);
        }
        // Once more under the numbers of their passages, in order, for what compares them with each other.
        let mut numbered = Vectors::default();
        let best = top_k(
            cosines.iter().enumerate().map(|(at, (passage, score))| Scored {
                passage: PassageIndex(at as u32),
                score: *score,
                tie_break: passage.0,
            }),
            FUSED.max(probes.unwrap_or(0)),
        );
        for best in best {
            if let (Some((passage, _)), Some(vector)) = (cosines.get(best.passage.0 as usize), rows.get(best.passage)) {
                numbered.insert_quantised(&clusters.model, *passage, vector)?;
            }
        }
        Ok(Some((cosines, numbered)))
    }

    /// Returns `wanted` passages by their numbers.
    fn passages(&self, wanted: &BTreeSet<u32>, missing: &mut Missing) -> Result<Option<BTreeMap<u32, PublicPassage>>> {
        let articles = &self.root.articles;
        let mut groups: BTreeMap<u32, (u64, u64)> = BTreeMap::new();
        let mut is_there = true;
        for passage in wanted {
            let page =
                articles.pages.partition_point(|(first, _)| first <= passage).checked_sub(1).ok_or_else(damaged)?;
            let before: u64 = articles.pages.iter().take(page).map(|(_, len)| u64::from(*len)).sum();
            let (first, len) = articles.pages.get(page).ok_or_else(damaged)?;
            let Some(bytes) = self.blocks.read(articles.at + before, u64::from(*len), missing) else {
                is_there = false;
                continue;
            };
            let (first, at, len) = group_of(&bytes, *first, *passage).ok_or_else(damaged)?;
            let end = at.checked_add(len).ok_or_else(damaged)?;
            if end > articles.groups_len {
                return Err(damaged());
            }
            groups.insert(first, (articles.groups_at + at, len));
        }
        if !is_there {
            return Ok(None);
        }
        let mut passages = BTreeMap::new();
        for (first, (at, len)) in groups {
            let Some(bytes) = self.blocks.read(at, len, missing) else {
                is_there = false;
                continue;
            };
            let mut group = Vec::new();
            DeflateDecoder::new(bytes.as_ref()).take(MAX_GROUP_BYTES).read_to_end(&mut group).map_err(|_| damaged())?;
            let stored: Vec<Stored> = postcard::from_bytes(&group).map_err(|_| damaged())?;
            let mut number = first;
            for Stored { article, parts } in stored {
                let article = Arc::new(article);
                let body = passage::body(&article);
                for part in parts {
                    if wanted.contains(&number) {
                        let text = body.get(part.span.start as usize..part.span.end as usize).ok_or_else(damaged)?;
                        passages.insert(number, PublicPassage::new(&article, &part.heading, text));
                    }
                    number = number.checked_add(1).ok_or_else(damaged)?;
                }
            }
        }
        Ok(is_there.then_some(passages))
    }
}

/// Sums of scores, of the passages that are admitted.
struct Sums<'a> {
    admitted: Option<&'a BTreeSet<u32>>,
    passages: u32,
    by_passage: HashMap<u32, f64>,
}

impl Sums<'_> {
    fn add(&mut self, postings: &[Posting], weight: f64) -> Result<()> {
        if postings.last().is_some_and(|(last, _)| *last >= self.passages) {
            return Err(damaged());
        }
        for (passage, impact) in postings {
            if self.admitted.is_none_or(|admitted| admitted.contains(passage)) {
                *self.by_passage.entry(*passage).or_insert(0.0) += weight * f64::from(*impact);
            }
        }
        Ok(())
    }

    /// Returns the sum that `k` passages have or exceed, where there are so many.
    fn nth(&self, k: usize) -> Option<f64> {
        let mut sums: Vec<f64> = self.by_passage.values().copied().collect();
        let at = k.checked_sub(1).filter(|at| *at < sums.len())?;
        sums.sort_unstable_by_key(|sum| Reverse(sum.to_bits()));
        sums.get(at).copied()
    }

    fn at_least(&self, least: f64) -> BTreeSet<u32> {
        self.by_passage.iter().filter(|(_, sum)| **sum >= least).map(|(passage, _)| *passage).collect()
    }
}

/// Reads a page of a table of terms; `None` where it is not one.
fn entries_of(page: &[u8], table: &Terms) -> Option<Vec<(String, Entry)>> {
    let mut bytes = page;
    let mut at = read(&mut bytes)?;
    let mut entries: Vec<(String, Entry)> = Vec::new();
    while !bytes.is_empty() {
        let shared = usize::try_from(read(&mut bytes)?).ok()?;
        let rest = usize::try_from(read(&mut bytes)?).ok()?;
        let before = entries.last().map_or("", |(key, _)| key.as_str());
        let key = [before.as_bytes().get(..shared)?, take(&mut bytes, rest)?].concat();
        let (docs, head, len) = (read(&mut bytes)?, read(&mut bytes)?, read(&mut bytes)?);
        let most = *take(&mut bytes, 1)?.first()?;
        let end = at.checked_add(len)?;
        if end > table.lists_len || head > len {
            return None;
        }
        entries.push((String::from_utf8(key).ok()?, Entry { docs, head, at: table.lists_at + at, len, most }));
        at = end;
    }
    Some(entries)
}

/// Returns the first passage of the group that `passage` is in, where that begins among the groups, and its bytes.
fn group_of(page: &[u8], first: u32, passage: u32) -> Option<(u32, u64, u64)> {
    let mut bytes = page;
    let (mut at, mut first) = (read(&mut bytes)?, first);
    while !bytes.is_empty() {
        let passages = u32::try_from(read(&mut bytes)?).ok()?;
        let len = read(&mut bytes)?;
        let next = first.checked_add(passages)?;
        if passage < next {
            return Some((first, at, len));
        }
        (first, at) = (next, at.checked_add(len)?);
    }
    None
}

/// Reads a row of vectors: the passage, and the vector.
fn row_of(bytes: &[u8]) -> Option<(u32, Quantised)> {
    let passage = u32::from_le_bytes(bytes.get(..4)?.try_into().ok()?);
    let scale = f32::from_le_bytes(bytes.get(4..8)?.try_into().ok()?);
    let codes = bytes.get(8..)?.iter().map(|byte| *byte as i8).collect();
    Some((passage, Quantised::from_parts(codes, scale).ok()?))
}
