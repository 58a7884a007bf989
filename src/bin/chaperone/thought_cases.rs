//! Questions about real records for the thought process: what retrieval finds for each, and what those passages hold by the truth.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chaperone::chunk;
use chaperone::document::{Content, Decoding, Fact, Records};
use chaperone::error::{Code, Error, Result};
use chaperone::eval::thought::methods::{Estimate, Side};
use chaperone::eval::thought::written::{self, Asked, Split, Written};
use chaperone::index::concepts::Vocabulary;
use chaperone::index::{Index, PassageIndex};
use chaperone::retrieve::stages::Shares;
use chaperone::retrieve::{self, Strategy};
use chaperone::room::Filters;
use chaperone::thought::estimator::{Estimator, Pair};
use clap::Args;
use jiff::civil::Date;
use serde::Deserialize;

use crate::eval_models::CachedEmbedder;
use crate::eval_retrieval::With;
use crate::records::{load, read, unwrapped};
use crate::ways::{Searched, Way};

/// Passages that retrieval gives for a question, and for what is asked on the way.
const DEPTH: usize = 20;

#[derive(Args)]
pub struct Real {
    /// Questions about real records, as benches/thought_truth.py writes them
    #[arg(long, value_name = "FILE", requires = "data")]
    questions: Option<PathBuf>,
    /// The folder that the files of the questions are in
    #[arg(long, value_name = "DIR", requires = "questions")]
    data: Option<PathBuf>,
    #[command(flatten)]
    with: With,
    /// Find by words alone: the models of --models are the estimator's
    #[arg(long, requires = "questions")]
    by_words: bool,
}

/// A question that can be put to methods.
pub struct Question {
    /// As it was asked.
    pub asked: Asked,
    /// With what there is to read.
    pub written: Written,
    /// Where more can be looked for.
    shelf: Arc<Shelf>,
    /// The passages of the shelf, in the order of the pages.
    order: Vec<usize>,
}

impl Question {
    /// Returns the pages that `query` finds by its words, the best first.
    ///
    /// # Errors
    /// As searching does.
    pub fn found(&self, query: &str) -> Result<Vec<usize>> {
        let found = self.shelf.found(query, (Strategy::default(), Filters::Stated), None)?;
        Ok(found.iter().filter_map(|passage| self.order.iter().position(|at| at == passage)).collect())
    }
}

impl Real {
    /// Returns the questions about the patients of `splits`, with the embedder that they were searched by; `None` where no questions are given.
    ///
    /// # Errors
    /// `io` and `malformed` for files; `model` when the embedder fails; `not-found` when the records lack what a question needs.
    pub fn questions(&self, splits: &[Split]) -> Result<Option<(Vec<Question>, Option<CachedEmbedder>)>> {
        self.read(splits, false)
    }

    /// As [`Self::questions`], with every passage of the records among the pages, so that any may be found.
    ///
    /// # Errors
    /// As [`Self::questions`].
    pub fn all_to_be_found(&self, splits: &[Split]) -> Result<Option<(Vec<Question>, Option<CachedEmbedder>)>> {
        self.read(splits, true)
    }

    fn read(&self, splits: &[Split], is_whole: bool) -> Result<Option<(Vec<Question>, Option<CachedEmbedder>)>> {
        let (Some(file), Some(data)) = (&self.questions, &self.data) else { return Ok(None) };
        let mut files: BTreeMap<String, Vec<Asked>> = BTreeMap::new();
        for asked in given(file)? {
            if splits.contains(&asked.split) {
                files.entry(asked.file.clone()).or_default().push(asked);
            }
        }
        let mut embedder = self.with.embedder()?;
        let vocabulary = self.with.vocabulary()?.map(Arc::new);
        let mut all = Vec::new();
        let count = files.len();
        for (done, (file, asked)) in (1..).zip(files) {
            let mut finder = embedder.as_mut().filter(|_| !self.by_words);
            let shelf = Arc::new(Shelf::load(&data.join(file), vocabulary.clone(), finder.as_deref_mut())?);
            for asked in asked {
                let (written, order) = shelf.written(&asked, is_whole, finder.as_deref_mut())?;
                all.push(Question { written, asked, shelf: shelf.clone(), order });
            }
            if done % 20 == 0 || done == count {
                eprintln!("{done}/{count} patients");
            }
        }
        Ok(Some((all, embedder)))
    }
}

fn given(path: &Path) -> Result<Vec<Asked>> {
    let unreadable =
        || Error::new(Code::Malformed, "a line of the questions is not one that benches/thought_truth.py writes");
    let text = String::from_utf8(read(path)?).map_err(|_| unreadable())?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| serde_json::from_str(line).map_err(|_| unreadable())).collect()
}

/// The records of one patient.
struct Shelf {
    records: Records,
    index: Index,
    model: Option<String>,
    vocabulary: Option<Arc<Vocabulary>>,
    /// Of each passage its entries: their ids, sentences and days.
    entries: Vec<Vec<Entry>>,
}

struct Entry {
    id: String,
    sentence: String,
    day: Option<Date>,
}

impl Shelf {
    fn load(path: &Path, vocabulary: Option<Arc<Vocabulary>>, embedder: Option<&mut CachedEmbedder>) -> Result<Self> {
        let (room, _) = load(&[path.to_owned()])?;
        let records = room.records().clone();
        let mut index = Index::build(&records, chunk::passages(&records))?;
        if let Some(vocabulary) = &vocabulary {
            index.mention(vocabulary, &records, usize::MAX);
        }
        let mut model = None;
        if let Some(embedder) = embedder {
            let texts: Vec<String> =
                index.passages().map(|(at, _)| index.embedding_text(&records, at)).collect::<Result<_>>()?;
            let vectors = embedder.passages(&texts)?;
            index.add_vectors(embedder.id(), (0..).map(PassageIndex).zip(vectors))?;
            model = Some(embedder.id().to_owned());
        }
        let bytes = unwrapped(&read(path)?)?;
        let entries = index.passages().map(|(at, _)| entries(&records, &index, at, &bytes)).collect::<Result<_>>()?;
        Ok(Shelf { records, index, model, vocabulary, entries })
    }

    /// Returns the passages that `question` finds.
    fn found(
        &self,
        question: &str,
        how: (Strategy, Filters),
        embedder: Option<&mut CachedEmbedder>,
    ) -> Result<Vec<usize>> {
        let (strategy, filters) = how;
        let vector = match (embedder, self.model.is_some()) {
            (Some(embedder), true) => embedder.questions(&[question])?.pop().map(|values| embedder.asked(values)),
            _ => None,
        };
        let way = Way::new(strategy, Default::default(), Shares::default());
        let searched =
            Searched { records: &self.records, index: &self.index, vocabulary: self.vocabulary.as_deref(), filters };
        let query = way.query(searched, question, vector, &[]);
        let hits = retrieve::search(&self.index, &self.records, &query, strategy, DEPTH)?;
        Ok(hits.hits.iter().map(|hit| hit.passage.0 as usize).collect())
    }

    /// Returns what there is to read for `asked`, and which passages those pages are; with `is_whole` all there are.
    fn written(
        &self,
        asked: &Asked,
        is_whole: bool,
        mut embedder: Option<&mut CachedEmbedder>,
    ) -> Result<(Written, Vec<usize>)> {
        let full = (Strategy::default(), Filters::Stated);
        let alone = if self.model.is_some() { Strategy::Dense } else { Strategy::Keyword };
        let ranking = self.found(&asked.question, full, embedder.as_deref_mut())?;
        let nearest = self.found(&asked.question, (alone, Filters::Off), embedder.as_deref_mut())?;
        let needed: BTreeSet<&String> = asked.needed.iter().flatten().collect();
        let mut after = Vec::new();
        for passage in &ranking {
            let entries = self.entries.get(*passage).into_iter().flatten();
            let days: BTreeSet<Date> =
                entries.filter(|entry| needed.contains(&entry.id)).filter_map(|entry| entry.day).collect();
            // Whoever knows the days of what is needed asks for them.
            after.push(match days.last() {
                None => Vec::new(),
                Some(day) => self.found(&format!("{} {day}", asked.question), full, embedder.as_deref_mut())?,
            });
        }
        // What is needed is there to be read, whether retrieval ever gives it or not.
        let holding =
            self.entries.iter().enumerate().filter(|(_, all)| all.iter().any(|entry| needed.contains(&entry.id)));
        let mut order: Vec<usize> = Vec::new();
        let wanted = ranking.iter().chain(nearest.first()).chain(after.iter().flatten()).copied();
        let rest = if is_whole { 0..self.entries.len() } else { 0..0 };
        for passage in wanted.chain(holding.map(|(at, _)| at)).chain(rest) {
            if !order.contains(&passage) {
                order.push(passage);
            }
        }
        let place = |passage: &usize| order.iter().position(|at| at == passage);
        let places = |all: &Vec<usize>| all.iter().filter_map(place).collect::<Vec<usize>>();
        let passages = order.iter().map(|at| {
            let entries = self.entries.get(*at).into_iter().flatten();
            let entries = entries.map(|entry| (entry.id.clone(), entry.sentence.clone())).collect();
            let at = PassageIndex(u32::try_from(*at).unwrap_or(u32::MAX));
            Ok(written::Passage { text: self.index.embedding_text(&self.records, at)?, entries })
        });
        let passages: Vec<written::Passage> = passages.collect::<Result<_>>()?;
        let nearest = nearest.first().and_then(place).unwrap_or_default();
        let mut asked_on: Vec<Vec<usize>> = vec![Vec::new(); passages.len()];
        for (slot, found) in asked_on.iter_mut().zip(&after) {
            *slot = places(found);
        }
        let written = Written::new(asked, passages, places(&ranking), nearest, asked_on).ok_or_else(|| {
            Error::new(
                Code::NotFound,
                "the records lack what a question needs: they are not those that it was made from",
            )
        })?;
        Ok((written, order))
    }
}

/// Returns the entries that the passage `at` tells of.
fn entries(records: &Records, index: &Index, at: PassageIndex, bytes: &[u8]) -> Result<Vec<Entry>> {
    let text = index.text(records, at)?;
    let Some(passage) = index.passage(at) else { return Ok(Vec::new()) };
    let Some(document) = records.documents.get(passage.document.0 as usize) else { return Ok(Vec::new()) };
    if let Content::Prose { provenance, .. } = &document.content {
        let start = match provenance.steps.first() {
            Some(Decoding::JsonString { start, .. } | Decoding::Bytes { start, .. }) => *start,
            _ => 0,
        };
        let id = bytes.get(..start).and_then(around);
        let sentence = text.chars().take(300).collect();
        return Ok(id
            .into_iter()
            .map(|id| Entry { id, sentence: String::clone(&sentence), day: document.date })
            .collect());
    }
    let facts = document.facts().get(passage.facts.clone()).unwrap_or_default();
    let entry = |fact: &Fact| {
        let sentence = document.text.get(fact.text.start()..fact.text.end())?.trim().to_owned();
        let day = fact.begun.as_ref().map(|moment| moment.day);
        Some(Entry { id: id(bytes.get(fact.span.start()..fact.span.end())?)?, sentence, day })
    };
    Ok(facts.iter().filter_map(entry).collect())
}

/// Returns the id of the resource that `json` is.
fn id(json: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Named {
        id: String,
    }
    serde_json::from_slice::<Named>(json).ok().map(|named| named.id)
}

/// Returns the id of the resource in the middle of which `before` ends.
fn around(before: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(before).ok()?;
    let resource = text.get(text.rfind("\"resourceType\"")?..)?;
    let (_, rest) = resource.split_once("\"id\"")?;
    rest.split('"').nth(1).map(str::to_owned)
}

/// An estimator with the words of a question: it reads what they are by their vectors.
pub struct Reading<'a> {
    pub estimator: &'a Estimator,
    pub written: &'a Written,
    pub embedder: &'a RefCell<CachedEmbedder>,
    /// What went wrong, if anything did.
    pub failed: RefCell<Option<Error>>,
}

impl Estimate for Reading<'_> {
    fn worth(&self, parents: [Side<'_>; 2]) -> f64 {
        let worth = vectors(self.written, parents, &mut self.embedder.borrow_mut())
            .and_then(|(question, [a, b])| self.estimator.worth(&Pair { question: &question, parents: [&a, &b] }));
        worth.unwrap_or_else(|error| {
            self.failed.replace(Some(error));
            0.0
        })
    }

    fn threshold(&self) -> f64 {
        self.estimator.threshold()
    }
}

/// Returns the vectors of the question of `written`, and of `parents`.
///
/// # Errors
/// `model` when the embedder fails.
pub fn vectors(
    written: &Written,
    parents: [Side<'_>; 2],
    embedder: &mut CachedEmbedder,
) -> Result<(Vec<f32>, [Vec<f32>; 2])> {
    let mut question = embedder.questions(&[&written.question])?;
    let mut side = |side: Side<'_>| match side {
        Side::Question => Ok(question.first().cloned().unwrap_or_default()),
        _ => Ok(embedder.passages(&[written.text(side)])?.pop().unwrap_or_default()),
    };
    let [a, b] = parents;
    let parents = [side(a)?, side(b)?];
    Ok((question.pop().unwrap_or_default(), parents))
}
