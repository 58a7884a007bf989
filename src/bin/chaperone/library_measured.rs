//! Libraries made of a judged set in the layout of BEIR, and how well each way of making and searching them finds what answers.
//!
//! The corpus goes the way of any other file: it is written as RIS and read from that. Of a document without a title the first sentence is its
//! title. Where what is read is measured, too, each question opens the pack anew, with nothing in memory; its passages are held to those of the
//! pack when all of it is there, and any difference ends the run.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Instant;

use chaperone::document::Document;
use chaperone::error::{Code, Error, Result};
use chaperone::eval::beir::{self, Judged};
use chaperone::eval::records::misspelt;
use chaperone::eval::retrieval::{DEPTH, Measures};
use chaperone::ingest::literature::Reader;
use chaperone::library::configuration::{Choices, Configuration};
use chaperone::library::pack::{self, Asked, Built, Found, Hit, Options, Pack, Padding, Reading};
use chaperone::library::{Chunking, Questions, Shelf, Step};
use chaperone::privacy::lexicon::Lexicon;
use chaperone::retrieve::Variant;
use serde::Serialize;
use unicode_segmentation::UnicodeSegmentation as _;

use crate::bench::{median, peak_rss_megabytes};
use crate::half::Half;
use crate::library::opened;
use crate::library_made::{Embeds, assembled};
use crate::library_prompts::{self, Told};
use crate::pack_source::Traffic;
use crate::records::{read, unwrapped};

/// Passages of one first result.
pub const FIRST: usize = 10;
/// What stands before an id of the set, to make a DOI of it; of the range that is kept for examples.
const EXAMPLE: &str = "10.5555/";
/// The seed of decoys, so that two runs read the same.
const SEED: [u8; 32] = [7; 32];

/// Which part of a set is measured by.
pub struct Part<'a> {
    /// A folder with corpus.jsonl (or .jsonl.gz), queries.jsonl and the judgements.
    pub data: &'a Path,
    /// Which judgements: qrels.NAME.tsv, or qrels/NAME.tsv.
    pub split: &'a str,
    pub half: Half,
    /// At most so many questions.
    pub questions: usize,
    /// At most so many articles: those that answer one of the questions first.
    pub articles: Option<usize>,
    /// The corpus is repeated until it has so many articles.
    pub grown: Option<usize>,
}

/// A set as files of literature, and its questions.
pub struct Set {
    ris: String,
    questions: Vec<Judged>,
}

/// Whether it is measured what is read of a pack until the first passages are there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reads {
    Measured,
    Left,
}

/// What libraries are measured with.
pub struct Measuring<'a> {
    pub models: Option<Box<dyn Embeds>>,
    /// Words that are no slips.
    pub lexicon: Option<Lexicon>,
    pub reads: Reads,
    /// A model that is asked about the best passages, and about how many.
    pub prompts: Option<(library_prompts::Asked<'a>, usize)>,
}

/// What came of a set.
#[derive(Debug, Serialize)]
pub struct Figures {
    pub articles: u32,
    pub questions: usize,
    pub ways: Vec<Way>,
    pub peak_rss_megabytes: Option<f64>,
}

/// One way of cutting and searching.
#[derive(Debug, Serialize)]
pub struct Way {
    chunking: Chunking,
    prefix: String,
    k1: f64,
    b: f64,
    #[serde(flatten)]
    way: Configuration,
    /// How many questions of passages the library has.
    questions_of_passages: u64,
    pub passages: u32,
    pub pack_bytes: u64,
    /// Read the articles, cut, index and write them, and embed them where there are models.
    build_seconds: f64,
    pub articles_per_second: f64,
    #[serde(flatten)]
    pub reads: Option<ReadParts>,
    pub searched_millis: f64,
    /// Over all questions, from the parts that were read.
    pub ndcg_at_10: f64,
    pub recall_at_100: f64,
    pub reciprocal_rank: f64,
    /// What a model made of the best passages, by each way of asking.
    pub prompts: Vec<library_prompts::Row>,
}

/// What is read until the first passages are there, and how long the whole pack takes.
#[derive(Debug, Serialize)]
pub struct ReadParts {
    pub first: Read,
    pub padded: Read,
    /// The whole pack read at once, and then the search.
    pub whole_millis: f64,
}

/// What is read until the first passages are there, from nothing: means, and the most.
#[derive(Debug, Serialize)]
pub struct Read {
    pub bytes: f64,
    pub most_bytes: u64,
    pub ranges: f64,
    pub rounds: f64,
    pub millis: f64,
}

impl Set {
    /// Swaps two letters of a long word of each question.
    pub fn misspell(&mut self) {
        for question in &mut self.questions {
            question.text = misspelt(&question.text, |_| false);
        }
    }

    /// Reads the part of a set.
    ///
    /// # Errors
    /// `io` for what cannot be read; `malformed` for what is no such set.
    pub fn load(part: &Part<'_>) -> Result<Self> {
        let text_of = |names: [String; 2]| -> Result<String> {
            let [first, second] = names.map(|name| part.data.join(name));
            let bytes = unwrapped(&read(if second.is_file() && !first.is_file() { &second } else { &first })?)?;
            String::from_utf8(bytes).map_err(|_| Error::new(Code::Malformed, "a file of the set is not UTF-8"))
        };
        let of = |name: &str| [name.to_owned(), format!("{name}.gz")];
        let corpus = beir::corpus(&text_of(of("corpus.jsonl"))?)?;
        let judgements = [format!("qrels.{}.tsv", part.split), format!("qrels/{}.tsv", part.split)];
        let mut questions = beir::questions(&text_of(of("queries.jsonl"))?, &text_of(judgements)?)?;
        questions.retain(|question| part.half.holds(&question.id));
        questions.truncate(part.questions);
        let answers: HashSet<&str> =
            questions.iter().flat_map(|question| question.judgements.keys().map(String::as_str)).collect();
        let (first, others): (Vec<_>, Vec<_>) =
            corpus.documents.iter().partition(|document| answers.contains(document.id.as_str()));
        let documents: Vec<&Document> = match part.articles {
            Some(most) => first.into_iter().chain(others).take(most).collect(),
            None => corpus.documents.iter().collect(),
        };
        let one = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut ris = String::new();
        let count = documents.len().max(1);
        for number in 0..part.grown.unwrap_or(count).max(count) {
            let Some(document) = documents.get(number % count) else { break };
            let copy = if number < count { String::new() } else { format!("/{}", number / count) };
            let _ = write!(
                ris,
                "TY  - JOUR\nTI  - {}\nAB  - {}\nDO  - {EXAMPLE}{}{copy}\nER  - \n\n",
                one(title(document)),
                one(&document.text),
                document.id
            );
        }
        Ok(Set { ris, questions })
    }

    /// Returns the library that the set makes with `options`.
    fn built(&self, options: &Options, models: Option<&mut Box<dyn Embeds>>) -> Result<Built> {
        let (mut shelf, mut outcome) = (Shelf::default(), Ok(()));
        let mut take = |item| outcome = outcome.clone().and_then(|()| shelf.put(item));
        let mut reader = Reader::begin(0);
        for piece in self.ris.as_bytes().chunks(1 << 20) {
            reader.push(piece, &mut take)?;
        }
        reader.finish(&mut take)?;
        outcome?;
        let made_by = models.map(|models| &mut **models as &mut dyn Embeds);
        assembled(shelf.articles(), options, Vec::new(), made_by)
    }
}

/// Returns the ways of `choices`, those of one library together.
///
/// # Errors
/// As [`Choices::ways`].
pub fn together(choices: Choices) -> Result<Vec<(Options, Vec<Configuration>)>> {
    let mut together: Vec<(Options, Vec<Configuration>)> = Vec::new();
    for way in choices.ways()? {
        match together.last_mut() {
            Some((options, ways)) if *options == way.build => ways.push(way),
            _ => together.push((way.build, vec![way])),
        }
    }
    Ok(together)
}

impl Measuring<'_> {
    /// Measures each of the ways `all` on `set`.
    ///
    /// # Errors
    /// As the ways, and `internal` where a pack that is read in parts finds something else than the whole one.
    pub fn figures(&mut self, set: &Set, all: &[(Options, Vec<Configuration>)]) -> Result<Figures> {
        let folder = std::env::temp_dir().join(format!("chaperone-library-measured-{}", std::process::id()));
        fs::create_dir_all(&folder).map_err(|_| Error::new(Code::Io, "there is no room for temporary files"))?;
        let (mut ways, mut articles) = (Vec::new(), 0);
        let measured = all.iter().enumerate().try_for_each(|(number, (options, searches))| {
            articles = self.library(set, &folder.join(format!("{number}.pack")), options, searches, &mut ways)?;
            Ok(())
        });
        let _ = fs::remove_dir_all(&folder);
        measured?;
        Ok(Figures { articles, questions: set.questions.len(), ways, peak_rss_megabytes: peak_rss_megabytes() })
    }

    /// Makes one library at `path`, adds to `ways` what the `searches` find in it, and returns how many articles it has.
    fn library(
        &mut self,
        set: &Set,
        path: &Path,
        options: &Options,
        searches: &[Configuration],
        ways: &mut Vec<Way>,
    ) -> Result<u32> {
        let start = Instant::now();
        let built = set.built(options, self.models.as_mut())?;
        let build_seconds = start.elapsed().as_secs_f64();
        fs::write(path, &built.bytes).map_err(|_| Error::new(Code::Io, "the pack cannot be written"))?;
        let path = path.to_string_lossy();
        let questions_of_passages = opened(&path, None, &mut Traffic::default())?.0.questions()?;
        let asked = self.asked(set, searches)?;
        for way in searches {
            let asked_by = |at: usize, best: usize| -> Asked {
                let asked = asked.get(at);
                Asked {
                    vector: asked.and_then(|asked| asked.vector.clone()),
                    wordings: asked.map(|asked| asked.wordings.clone()).unwrap_or_default(),
                    known: asked.map(|asked| asked.known.clone()).unwrap_or_default(),
                    best,
                    ..way.asked(set.questions.get(at).map_or("", |question| &question.text), None)
                }
            };
            let (mut first, mut padded) = (Vec::new(), Vec::new());
            let mut measures = Vec::new();
            let (mut whole, whole_millis) = whole(&built.bytes)?;
            let (mut searched, mut told) = (Vec::new(), Vec::new());
            for (at, question) in set.questions.iter().enumerate() {
                let start = Instant::now();
                let expected = here(&mut whole, &asked_by(at, FIRST))?;
                searched.push(start.elapsed().as_secs_f64() * 1e3);
                let best = expected.hits.iter().take(self.prompts.as_ref().map_or(0, |(_, most)| *most));
                told.push(best.filter_map(|hit| Told::of(hit, id_of(hit)?)).collect::<Vec<_>>());
                if self.reads == Reads::Measured {
                    first.push(from_nothing(&path, None, &asked_by(at, FIRST), &expected)?);
                    padded.push(from_nothing(&path, Some(Padding::usual(SEED)), &asked_by(at, FIRST), &expected)?);
                }
                let found = here(&mut whole, &asked_by(at, DEPTH))?;
                let ids: Vec<&str> = found.hits.iter().filter_map(id_of).collect();
                measures.push(Measures::of(&ids, &question.judgements));
            }
            let mean = Measures::mean(&measures);
            let prompts = self
                .prompts
                .as_ref()
                .map(|(asked, _)| library_prompts::asked(asked, &set.questions, &told))
                .transpose()?;
            ways.push(Way {
                chunking: options.chunking,
                prefix: options.prefix.to_string(),
                k1: options.k1,
                b: options.b,
                way: *way,
                questions_of_passages,
                passages: built.counts.passages,
                pack_bytes: built.bytes.len() as u64,
                build_seconds,
                articles_per_second: f64::from(built.counts.articles) / build_seconds,
                reads: (self.reads == Reads::Measured).then(|| ReadParts {
                    first: Read::of(&first),
                    padded: Read::of(&padded),
                    whole_millis,
                }),
                searched_millis: median(searched),
                ndcg_at_10: mean.ndcg_at_10,
                recall_at_100: mean.recall_at_100,
                reciprocal_rank: mean.reciprocal_rank,
                prompts: prompts.unwrap_or_default(),
            });
        }
        Ok(built.counts.articles)
    }

    /// Returns the questions of `set` with what the `searches` need of them: their vectors, those of their wordings, and their known words.
    fn asked(&mut self, set: &Set, searches: &[Configuration]) -> Result<Vec<Asked>> {
        let on = |of: fn(Reading) -> bool| searches.iter().any(|way| of(way.reading));
        let reading = Reading {
            spelling: on(|reading| reading.spelling),
            queries: on(|reading| reading.queries),
            causal: on(|reading| reading.causal),
            ..Reading::default()
        };
        let all = Configuration { reading, ..Configuration::default() };
        let mut asked: Vec<Asked> = set.questions.iter().map(|question| all.asked(&question.text, None)).collect();
        if let Some(lexicon) = self.lexicon.as_ref().filter(|_| reading.spelling) {
            asked.iter_mut().for_each(|asked| asked.known = pack::known_words(&asked.question, lexicon));
        }
        let Some(models) = &mut self.models else { return Ok(asked) };
        let texts: Vec<&str> = set.questions.iter().map(|question| question.text.as_str()).collect();
        let vectors = models.asked(&texts)?;
        let wordings: Vec<Vec<String>> = texts.iter().map(|text| reading.wordings(text)).collect();
        let others: Vec<&str> = wordings.iter().flatten().map(String::as_str).collect();
        let mut of_others = models.asked(&others)?.into_iter();
        for ((asked, vector), texts) in asked.iter_mut().zip(vectors).zip(&wordings) {
            let with = of_others.by_ref().take(texts.len()).zip(texts);
            asked.wordings = with.map(|(vector, text)| Variant { text: text.clone(), values: vector.values }).collect();
            asked.vector = Some(vector);
        }
        Ok(asked)
    }
}

/// Returns what is read of the pack at `path` for a question, and the milliseconds that takes.
fn from_nothing(path: &str, padding: Option<Padding>, asked: &Asked, expected: &Found) -> Result<(Traffic, f64)> {
    let start = Instant::now();
    let mut traffic = Traffic::default();
    let (mut pack, mut source) = opened(path, padding, &mut traffic)?;
    let found = source.drive(&mut pack, &mut traffic, |pack| pack.search(asked))?;
    if found != *expected {
        return Err(Error::internal("a pack that is read in parts finds other passages than the whole one"));
    }
    Ok((traffic, start.elapsed().as_secs_f64() * 1e3))
}

/// Returns the title of `document`, or its first sentence.
fn title(document: &Document) -> &str {
    let sentence = || document.text.split_sentence_bounds().find(|sentence| !sentence.trim().is_empty());
    if document.title.is_empty() { sentence().unwrap_or("Without text") } else { &document.title }
}

/// Returns the id in the set of the document that `hit` is of.
fn id_of(hit: &Hit) -> Option<&str> {
    hit.passage.article().doi.as_deref()?.strip_prefix(EXAMPLE)
}

/// Returns a pack of which all is there, and the milliseconds that checking it took.
fn whole(bytes: &[u8]) -> Result<(Pack, f64)> {
    let start = Instant::now();
    let pack = Pack::of(bytes)?;
    Ok((pack, start.elapsed().as_secs_f64() * 1e3))
}

fn here(pack: &mut Pack, asked: &Asked) -> Result<Found> {
    match pack.search(asked)? {
        Step::Done(found) => Ok(found),
        Step::Want(_) => Err(Error::internal("a whole pack lacks something")),
    }
}

impl Way {
    /// Returns what it is called, told from the others `among` which it is.
    pub fn named(&self, among: &[Way]) -> String {
        let mut name = format!("{}, {}, {}", self.chunking, self.prefix, self.way.strategy);
        if self.way.questions != Questions::Off {
            let _ = write!(name, ", {} of {} questions", self.way.questions, self.questions_of_passages);
        }
        let reading = self.way.reading.named();
        if !reading.is_empty() {
            let _ = write!(name, ", with {}", reading.join(" and "));
        }
        let probes = self.way.probes.map_or_else(|| "as usual".to_owned(), |probes| probes.to_string());
        for (what, own, differs) in [
            ("k1", self.k1.to_string(), among.iter().any(|way| way.k1 != self.k1)),
            ("b", self.b.to_string(), among.iter().any(|way| way.b != self.b)),
            ("top-k", self.way.top_k.to_string(), among.iter().any(|way| way.way.top_k != self.way.top_k)),
            ("probes", probes, among.iter().any(|way| way.way.probes != self.way.probes)),
            ("filters", self.way.filters.to_string(), among.iter().any(|way| way.way.filters != self.way.filters)),
            ("evidence", self.way.evidence.to_string(), among.iter().any(|way| way.way.evidence != self.way.evidence)),
        ] {
            if differs {
                let _ = write!(name, ", {what} {own}");
            }
        }
        name
    }
}

impl Read {
    fn of(reads: &[(Traffic, f64)]) -> Self {
        let count = reads.len().max(1) as f64;
        let mean = |part: &dyn Fn(&Traffic) -> f64| reads.iter().map(|(traffic, _)| part(traffic)).sum::<f64>() / count;
        Read {
            bytes: mean(&|traffic| traffic.bytes as f64),
            most_bytes: reads.iter().map(|(traffic, _)| traffic.bytes).max().unwrap_or(0),
            ranges: mean(&|traffic| traffic.ranges as f64),
            rounds: mean(&|traffic| traffic.rounds as f64),
            millis: median(reads.iter().map(|(_, millis)| *millis).collect()),
        }
    }
}
