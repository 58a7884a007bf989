//! `chaperone library`: makes a library of the public literature, and searches in one, in a file or at an address.

use std::fmt::Write as _;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use chaperone::error::{Code, Error, Result};
use chaperone::index::snapshot::Model;
use chaperone::ingest::literature::guideline::{About, Kind};
use chaperone::ingest::literature::{Item, Reader, Report};
use chaperone::library::configuration::Configuration;
use chaperone::library::pack::{self, Counts, Found, Hit, Options, Pack, Padding, Reading};
use chaperone::library::{Chunking, Mark, Prefix, Questions, Shelf};
use chaperone::retrieve::{QueryVector, Strategy, Variant};
use clap::{Args, Subcommand};
use jiff::civil::Date;
use serde::Serialize;

use crate::configuration;
use crate::embedder;
use crate::endpoint::seed;
use crate::eval_exact::day;
use crate::library_fetch::{self, Fetch};
use crate::library_made::{Embeds, Models, assembled, threads, together};
use crate::library_nearest::{self, Nearest};
use crate::library_push::{self, Push};
use crate::output::{Output, line};
use crate::pack_source::{Source, Traffic};

/// Bytes that are read of a file at one time.
const READ_BYTES: usize = 1 << 20;
/// Characters of a passage that are shown.
const PREVIEW_CHARS: usize = 240;
/// Places that a report names, of those that were not read.
const SHOWN_SKIPS: usize = 10;

#[derive(Subcommand)]
pub enum Library {
    /// Make a library of files of PubMed or MEDLINE XML, nbib, RIS, JATS or BioC, and of guidelines and books in Markdown, HTML or PDF, each plain or in gzip.
    Build(Build),
    /// Find passages of the literature, in a library in a file or at an address; only the parts that are needed are read.
    Search(Search),
    /// Collect articles of PubMed through Entrez, as files that a library is made of. The query is reviewed and shown before it leaves.
    Fetch(Fetch),
    /// Load a library with vectors into a Chroma server, from where it stopped.
    Push(Push),
    /// Ask a Chroma server for passages near a question, by the vector of those of its words that may leave.
    Nearest(Nearest),
}

#[derive(Args)]
pub struct Build {
    /// The files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Where the library is written
    #[arg(long = "pack", value_name = "PACK")]
    pack: PathBuf,
    /// A configuration, in TOML or JSON; what is given beside it comes before it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// How abstracts are cut: whole (the default) or semantic
    #[arg(long, value_name = "HOW")]
    chunking: Option<Chunking>,
    /// What is indexed with each passage: none, or title (the default), journal, year and mesh, with commas
    #[arg(long, value_name = "PARTS")]
    prefix: Option<Prefix>,
    /// Also make questions that each passage answers, by rule, and embed them (needs --models)
    #[arg(long, requires = "models")]
    questions: bool,
    /// Who issued guidelines and books that do not say it themselves
    #[arg(long, value_name = "NAME")]
    issuer: Option<String>,
    /// The year of those that do not say it
    #[arg(long, value_name = "YEAR")]
    issued: Option<i16>,
    /// What those are that do not say it: guideline, book or document
    #[arg(long, value_name = "KIND")]
    kind: Option<Kind>,
    /// The folder of the model manifest and weights; without it the library has no vectors
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
}

#[derive(Args)]
pub struct Search {
    /// The library: a file, or an address that answers ranges
    pack: String,
    /// The question
    question: String,
    /// A configuration, in TOML or JSON; what is given beside it comes before it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// keyword, dense, mmr or rrf; with a parameter mmr:LAMBDA, rrf:K; rrf:20 where nothing is said
    #[arg(long, value_name = "NAME")]
    strategy: Option<Strategy>,
    /// How many passages to find; 5 where nothing is said
    #[arg(long, value_name = "K")]
    top_k: Option<usize>,
    /// The folder of the model manifest and weights; without it, keywords alone
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,
    /// Clusters of vectors that are read
    #[arg(long, value_name = "N")]
    probes: Option<usize>,
    /// Compare with the questions of passages, too: off (the default), beside, list or only
    #[arg(long, value_name = "HOW")]
    questions: Option<Questions>,
    /// Let the kind of publication count: guidelines more, letters less (docs/library.md)
    #[arg(long)]
    evidence: bool,
    /// What the question is looked for by beyond its own words: none, or spelling, concepts, queries and causal, with commas; spelling,queries where nothing is
    /// said, at an address queries alone (docs/library.md)
    #[arg(long, value_name = "NAMES")]
    reading: Option<Reading>,
    /// Search everything: authors and years in the question are words alone
    #[arg(long)]
    no_filters: bool,
    /// The day that counts as today, for "last year"
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    today: Option<Date>,
    /// Ask an address for what is needed and no more; its host then learns which parts that is
    #[arg(long)]
    unpadded: bool,
    /// Only read a pack with this fingerprint
    #[arg(long, value_name = "HEX")]
    pin: Option<String>,
    #[command(flatten)]
    output: Output,
}

/// What `library build` writes as JSON.
#[derive(Serialize)]
struct Made<'a> {
    fingerprint: &'a str,
    bytes: usize,
    counts: Counts,
    repeats: usize,
    files: &'a [Report],
}

/// What `library search` writes as JSON.
#[derive(Serialize)]
struct Outcome<'a> {
    question: &'a str,
    fingerprint: String,
    library: Counts,
    pack_bytes: u64,
    read: Traffic,
    found: &'a Found,
}

pub fn run(library: Library) -> Result<()> {
    match library {
        Library::Build(arguments) => build(&arguments),
        Library::Search(arguments) => search(&arguments),
        Library::Fetch(arguments) => library_fetch::run(arguments),
        Library::Push(arguments) => library_push::run(&arguments),
        Library::Nearest(arguments) => library_nearest::run(&arguments),
    }
}

fn build(arguments: &Build) -> Result<()> {
    let about = About { issuer: arguments.issuer.clone(), year: arguments.issued, kind: arguments.kind };
    let (shelf, reports) = read(&arguments.files, &about)?;
    if shelf.is_empty() {
        // There will be no library whose report says it.
        eprint!("{}", unread(&reports));
    }
    let of_file = configured(arguments.config.as_deref())?.build;
    let options = Options {
        chunking: arguments.chunking.unwrap_or(of_file.chunking),
        prefix: arguments.prefix.unwrap_or(of_file.prefix),
        questions: arguments.questions || of_file.questions,
        ..of_file
    };
    let sources = reports.iter().map(Report::digest).collect();
    let mut models = arguments.models.as_deref().map(Models::of).transpose()?;
    let built =
        assembled(shelf.articles(), &options, sources, models.as_mut().map(|models| models as &mut dyn Embeds))?;
    library_fetch::write_whole(&arguments.pack, &built.bytes)
        .map_err(|_| Error::new(Code::Io, "the library cannot be written to the file given with --pack"))?;
    let made = Made {
        fingerprint: &built.fingerprint,
        bytes: built.bytes.len(),
        counts: built.counts,
        repeats: shelf.repeats(),
        files: &reports,
    };
    arguments.output.write(&made, || told(&made))
}

/// Returns the one way that the file `config` says, or the usual one.
fn configured(config: Option<&Path>) -> Result<Configuration> {
    config.map_or_else(|| Ok(Configuration::default()), |file| configuration::choices(file)?.one())
}

/// Reads `files`, several at a time; what comes out does not hang on which is first.
fn read(files: &[PathBuf], about: &About) -> Result<(Shelf, Vec<Report>)> {
    let shelf = Mutex::new(Shelf::default());
    let next = AtomicUsize::new(0);
    let work = || -> Result<Vec<(usize, Report)>> {
        let mut reports = Vec::new();
        while let Some((at, file)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, files.get(at)?)))
        {
            reports.push((at, read_one(at as u32, file, about, &shelf)?));
        }
        Ok(reports)
    };
    let mut reports = together(threads().min(files.len()), &work)?.concat();
    reports.sort_by_key(|(at, _)| *at);
    let shelf = shelf.into_inner().map_err(|_| Error::internal("a reader stopped in the middle"))?;
    Ok((shelf, reports.into_iter().map(|(_, report)| report).collect()))
}

fn read_one(number: u32, path: &Path, about: &About, shelf: &Mutex<Shelf>) -> Result<Report> {
    let unread = || Error::new(Code::Io, "a file of literature cannot be read: is the path right?");
    let mut file = File::open(path).map_err(|_| unread())?;
    let mut reader = Reader::begin(number).about(about.clone());
    let mut outcome = Ok(());
    let mut take = |item: Item| {
        if outcome.is_ok() {
            outcome = shelf
                .lock()
                .map_err(|_| Error::internal("a reader stopped in the middle"))
                .and_then(|mut shelf| shelf.put(item));
        }
    };
    let named = |error: Error| {
        eprintln!("chaperone: {}: {error}", path.display());
        error
    };
    let mut bytes = vec![0; READ_BYTES];
    loop {
        let read = file.read(&mut bytes).map_err(|_| unread())?;
        if read == 0 {
            break;
        }
        reader.push(bytes.get(..read).unwrap_or_default(), &mut take).map_err(named)?;
    }
    let report = reader.finish(&mut take).map_err(named)?;
    outcome.map(|()| report)
}

fn told(made: &Made<'_>) -> String {
    let counts = made.counts;
    let mut text = format!(
        "{} articles ({} with a title alone, {} retracted), {} passages, {} terms, {} authors; {} came more than once\n",
        counts.articles,
        counts.without_abstract,
        counts.retracted,
        counts.passages,
        counts.terms,
        counts.authors,
        made.repeats
    );
    let _ = writeln!(text, "{} bytes, fingerprint {}", made.bytes, made.fingerprint);
    text += &unread(made.files);
    text
}

/// Tells what of files was not read, and why.
fn unread(files: &[Report]) -> String {
    let mut text = String::new();
    for (number, report) in files.iter().enumerate().filter(|(_, report)| !report.skipped.is_empty()) {
        for skipped in report.skipped.iter().take(SHOWN_SKIPS) {
            let _ = writeln!(text, "file[{number}].{}: {}", skipped.path, skipped.reason);
        }
        let more = report.skipped.len().saturating_sub(SHOWN_SKIPS) + report.unlisted;
        if more > 0 {
            let _ = writeln!(text, "file[{number}]: {more} more; --json lists them");
        }
    }
    text
}

/// Opens `pack` and returns it with its source.
///
/// # Errors
/// As [`Source::open`] and [`Pack::open`].
pub fn opened(pack: &str, padding: Option<Padding>, traffic: &mut Traffic) -> Result<(Pack, Source)> {
    let mut source = Source::open(pack)?;
    let mut opened = Pack::new(padding);
    source.drive(&mut opened, traffic, Pack::open)?;
    Ok((opened, source))
}

fn search(arguments: &Search) -> Result<()> {
    let way = arguments.way()?;
    let padded = Source::is_address(&arguments.pack) && !arguments.unpadded;
    let padding = if padded { Some(Padding::usual(seed()?)) } else { None };
    let mut traffic = Traffic::default();
    let (mut pack, mut source) = opened(&arguments.pack, padding, &mut traffic)?;
    if arguments.pin.as_ref().is_some_and(|pin| pack.fingerprint().ok().as_ref() != Some(pin)) {
        return Err(Error::new(Code::Malformed, "the pack is another one than the fingerprint given with --pin says"));
    }
    let mut asked = way.asked(&arguments.question, arguments.today);
    if way.reading.spelling
        && let Some(lexicon) = embedder::packed_lexicon(arguments.models.as_deref())?
    {
        asked.known = pack::known_words(&arguments.question, &lexicon);
    }
    if let (Some(folder), Some(model)) = (&arguments.models, pack.model()?)
        && way.strategy.uses_dense()
    {
        let wordings = way.reading.wordings(&arguments.question);
        let texts: Vec<&str> =
            std::iter::once(arguments.question.as_str()).chain(wordings.iter().map(String::as_str)).collect();
        let mut vectors = query_vectors(folder, &model, &texts)?.into_iter();
        asked.vector = vectors.next();
        let with = wordings.iter().cloned().zip(vectors);
        asked.wordings = with.map(|(text, vector)| Variant { text, values: vector.values }).collect();
    }
    let found = source.drive(&mut pack, &mut traffic, |pack| pack.search(&asked))?;
    let outcome = Outcome {
        question: &arguments.question,
        fingerprint: pack.fingerprint()?,
        library: pack.counts()?,
        pack_bytes: pack.total()?,
        read: traffic,
        found: &found,
    };
    arguments.output.write(&outcome, || table(&outcome))
}

impl Search {
    /// Returns the way that is asked for: that of the file, where the command line says nothing else.
    fn way(&self) -> Result<Configuration> {
        let choices = self.config.as_deref().map(configuration::choices).transpose()?.unwrap_or_default();
        // The pages of terms around a slip tell a host how a word begins that only the question has.
        let is_told = !choices.says_spelling() && Source::is_address(&self.pack);
        let of_file = choices.one()?;
        let reading = Reading { spelling: of_file.reading.spelling && !is_told, ..of_file.reading };
        Ok(Configuration {
            strategy: self.strategy.unwrap_or(of_file.strategy),
            top_k: self.top_k.unwrap_or(of_file.top_k),
            probes: self.probes.or(of_file.probes),
            questions: self.questions.unwrap_or(of_file.questions),
            evidence: self.evidence || of_file.evidence,
            filters: of_file.filters && !self.no_filters,
            reading: self.reading.unwrap_or(reading),
            ..of_file
        })
    }
}

/// Returns the vectors of `questions` by the embedder of `folder`, which must be that of the library.
///
/// # Errors
/// `model` when it is another one.
pub fn query_vectors(folder: &Path, of: &Model, questions: &[&str]) -> Result<Vec<QueryVector>> {
    let model = embedder::named(folder)?;
    if model != *of {
        return Err(Error::new(
            Code::Model,
            "the library's vectors come from another model than is in the folder given with --models",
        ));
    }
    Models::of(folder)?.asked(questions)
}

fn table(outcome: &Outcome<'_>) -> String {
    let (found, counts) = (outcome.found, outcome.library);
    let mut text = format!(
        "{} articles, {} passages; ranked by {}; {} of {} bytes were read, in {} ranges\n",
        counts.articles, counts.passages, found.used, outcome.read.bytes, outcome.pack_bytes, outcome.read.ranges
    );
    for correction in &found.corrections {
        let word = correction.span.of(outcome.question).unwrap_or_default();
        let _ = writeln!(text, "{} is not in it, and read as {}", line(word, 40), line(&correction.term, 40));
    }
    for wording in &found.wordings {
        let _ = writeln!(text, "also looked for as: {}", line(wording, PREVIEW_CHARS));
    }
    let narrowed = &found.narrowed;
    if found.lacks_vectors {
        text += "ranked by words alone: vectors need --models, and a library that was built with them\n";
    }
    if narrowed.is_unknown {
        text += "the library has no author of the name that the question states\n";
    }
    if narrowed.is_unsure {
        text += "a time in the question counts from today: give the day with --today\n";
    }
    if let Some(passages) = narrowed.passages {
        let authors = narrowed.authors.iter().map(|author| line(author, 60)).collect::<Vec<_>>().join("; ");
        let day = |day: Option<Date>| day.map_or_else(|| "…".to_owned(), |day| day.to_string());
        let years =
            narrowed.range.map(|range| format!("{} to {}", day(range.from), day(range.until))).unwrap_or_default();
        let _ = writeln!(
            text,
            "narrowed to {}; passages: {passages}",
            [years, authors].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" by ")
        );
    }
    for hit in &found.hits {
        let _ = write!(text, "\n{}", explained(hit));
    }
    text
}

fn explained(hit: &Hit) -> String {
    let article = hit.passage.article();
    let mut text =
        format!("{:>3} {:.4}  {}", hit.rank, hit.score, line(hit.passage.citation().as_str(), PREVIEW_CHARS));
    text += &Mark::behind(&hit.passage.marks());
    text.push('\n');
    let journal = line(&article.journal, 80);
    let types = article.types.iter().map(|kind| line(kind, 40)).collect::<Vec<_>>().join(", ");
    let _ = writeln!(text, "    {}", line(&article.title, PREVIEW_CHARS));
    let about: Vec<String> =
        [Some(journal), article.doi.as_ref().map(|doi| format!("doi {}", line(doi, 80))), Some(types)]
            .into_iter()
            .flatten()
            .filter(|part| !part.is_empty())
            .collect();
    if !about.is_empty() {
        let _ = writeln!(text, "    {}", about.join(" · "));
    }
    let by = [("bm25", hit.by.keyword), ("cosine", hit.by.dense)];
    let parts: Vec<String> = by
        .into_iter()
        .filter_map(|(name, part)| part.map(|(rank, score)| format!("{name} {score:.3}, place {rank}")))
        .collect();
    let _ = writeln!(text, "    {}", parts.join("; "));
    let _ = writeln!(text, "    {}", line(hit.passage.text(), PREVIEW_CHARS));
    text
}
