//! `chaperone bench library`: a library made of a set in the layout of BEIR, and what is read of it until the first passages are there.
//!
//! The corpus goes the way of any other file: it is written as RIS and read from that. Each question opens the pack anew, with nothing
//! in memory; its passages are held to those of the pack when all of it is there, and any difference ends the run. Of a document without a
//! title the first sentence is its title.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use chaperone::document::Document;
use chaperone::error::{Code, Error, Result};
use chaperone::eval::beir;
use chaperone::eval::retrieval::{DEPTH, Measures};
use chaperone::ingest::literature::Reader;
use chaperone::library::configuration::{Choices, Configuration};
use chaperone::library::pack::{Asked, Found, Hit, Narrowing, Options, Pack, Padding, Strategy, Weighing};
use chaperone::library::{Chunking, Questions, Shelf};
use clap::Args;
use serde::Serialize;
use unicode_segmentation::UnicodeSegmentation as _;

use crate::bench::{median, peak_rss_megabytes};
use crate::configuration;
#[cfg(feature = "encoders")]
use crate::eval_models::Store;
use crate::half::Half;
use crate::library::opened;
#[cfg(not(feature = "encoders"))]
use crate::library_made::Models;
#[cfg(feature = "encoders")]
use crate::library_made::threads;
use crate::library_made::{Embeds, assembled};
use crate::library_prompts;
use crate::output::json;
use crate::pack_source::Traffic;
use crate::records::{read, unwrapped};

/// Passages of one first result.
const FIRST: usize = 10;
/// What stands before an id of the set, to make a DOI of it; of the range that is kept for examples.
const EXAMPLE: &str = "10.5555/";
/// The ways that are compared where no file says others.
const ALL: &str = r#"{"build":{"chunking":["whole","semantic"]},"search":{"strategy":["keyword","dense","mmr:0.7","rrf:20","rrf:60"],"filters":false}}"#;
/// The seed of decoys, so that two runs read the same.
const SEED: [u8; 32] = [7; 32];

#[derive(Args)]
pub struct LibraryArguments {
    /// The set: a folder with corpus.jsonl (or .jsonl.gz), queries.jsonl and qrels.SPLIT.tsv
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Which judgements
    #[arg(long, value_name = "NAME", default_value = "train")]
    split: String,
    /// The folder of the model manifest and weights, to measure vectors, too
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,
    /// The ways to compare, as lists of a configuration in TOML or JSON; else both ways of cutting with each strategy
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Which of the questions: those that parameters may be chosen by, those they are judged by, or all
    #[arg(long, value_enum, default_value_t = Half::All)]
    half: Half,
    /// The embedder, by its id in the manifest; the first where none is named
    #[arg(long, value_name = "ID", requires = "models")]
    embedder: Option<String>,
    /// Keep vectors in this folder, and take from it what is there; how fast a library is made then says nothing
    #[arg(long, value_name = "DIR", requires = "models")]
    cache: Option<PathBuf>,
    /// At most so many articles: those that answer one of the questions first, then others in the order of the corpus
    #[arg(long, value_name = "N", conflicts_with = "grown")]
    articles: Option<usize>,
    /// At most so many questions
    #[arg(long, value_name = "N")]
    questions: Option<usize>,
    /// Repeat the corpus under other numbers until it has so many articles, to see how what is read grows
    #[arg(long, value_name = "N")]
    grown: Option<usize>,
    /// Ask a model about the best passages of each question, too, by these ways of asking: literature, and prompts for passages
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "transcripts")]
    prompts: Vec<library_prompts::Way>,
    /// So many passages are told to it
    #[arg(long, value_name = "N", default_value_t = 5)]
    told: usize,
    /// The address of an OpenAI-compatible server on this machine, for a program built with the feature `baseline`; without it what is in the transcripts is counted
    #[arg(long, value_name = "URL")]
    llm: Option<String>,
    /// The model, as the server names it
    #[arg(long, value_name = "NAME", default_value = "local")]
    model: String,
    /// Its replies: those there are are not asked for again; new ones are added
    #[arg(long, value_name = "FILE.jsonl")]
    transcripts: Option<PathBuf>,
    /// Questions that it is asked at a time
    #[arg(long, value_name = "N", default_value_t = 1)]
    parallel: usize,
    /// Write the figures to FILE as JSON, too
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[derive(Debug, Serialize)]
struct Figures {
    articles: u32,
    questions: usize,
    ways: Vec<Way>,
    peak_rss_megabytes: Option<f64>,
}

/// One way of cutting and searching.
#[derive(Debug, Serialize)]
struct Way {
    chunking: Chunking,
    prefix: String,
    strategy: Strategy,
    /// Whether the questions of passages are compared with, and how many the library has.
    questions: Questions,
    questions_of_passages: u64,
    passages: u32,
    pack_bytes: u64,
    /// Read the articles, cut, index and write them, and embed them where there are models.
    build_seconds: f64,
    articles_per_second: f64,
    first: Read,
    padded: Read,
    /// The whole pack read at once, and then the search.
    whole_millis: f64,
    searched_millis: f64,
    /// Over all questions, from the parts that were read.
    ndcg_at_10: f64,
    recall_at_100: f64,
    reciprocal_rank: f64,
    /// What a model made of the best passages, by each way of asking.
    prompts: Vec<library_prompts::Row>,
}

/// What is read until the first passages are there, from nothing: means, and the most.
#[derive(Debug, Serialize)]
struct Read {
    bytes: f64,
    most_bytes: u64,
    ranges: f64,
    rounds: f64,
    millis: f64,
}

pub fn run(arguments: &LibraryArguments) -> Result<()> {
    let text_of = |name: &str| -> Result<String> {
        let bytes = unwrapped(&read(&arguments.data.join(name))?)?;
        String::from_utf8(bytes).map_err(|_| Error::new(Code::Malformed, "a file of the set is not UTF-8"))
    };
    let name = if arguments.data.join("corpus.jsonl").is_file() { "corpus.jsonl" } else { "corpus.jsonl.gz" };
    let corpus = beir::corpus(&text_of(name)?)?;
    let mut questions =
        beir::questions(&text_of("queries.jsonl")?, &text_of(&format!("qrels.{}.tsv", arguments.split))?)?;
    questions.retain(|question| arguments.half.holds(&question.id));
    questions.truncate(arguments.questions.unwrap_or(usize::MAX));
    let answers: HashSet<&str> =
        questions.iter().flat_map(|question| question.judgements.keys().map(String::as_str)).collect();
    let (first, others): (Vec<_>, Vec<_>) =
        corpus.documents.iter().partition(|document| answers.contains(document.id.as_str()));
    let documents: Vec<&Document> = match arguments.articles {
        Some(most) => first.into_iter().chain(others).take(most).collect(),
        None => corpus.documents.iter().collect(),
    };
    let one = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut ris = String::new();
    let count = documents.len().max(1);
    for number in 0..arguments.grown.unwrap_or(count).max(count) {
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
    let folder = std::env::temp_dir().join(format!("chaperone-bench-library-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|_| Error::new(Code::Io, "there is no room for temporary files"))?;
    let ways = ways(arguments)?;
    let asked = arguments.transcripts.as_deref().map(|transcripts| library_prompts::Asked {
        ways: &arguments.prompts,
        llm: arguments.llm.as_deref(),
        model: &arguments.model,
        transcripts,
        parallel: arguments.parallel,
    });
    let asked = asked.filter(|asked| !asked.ways.is_empty()).map(|asked| (asked, arguments.told.min(FIRST)));
    let measured = measure(&ris, &questions, &folder, &ways, embedder(arguments)?, asked.as_ref());
    let _ = fs::remove_dir_all(&folder);
    let figures = measured?;
    print!("{}", table(&figures));
    if let Some(file) = &arguments.json {
        fs::write(file, json(&figures)?)
            .map_err(|_| Error::new(Code::Io, "the figures cannot be written to the file given with --json"))?;
    }
    Ok(())
}

/// Returns the title of `document`, or its first sentence.
fn title(document: &Document) -> &str {
    let sentence = || document.text.split_sentence_bounds().find(|sentence| !sentence.trim().is_empty());
    if document.title.is_empty() { sentence().unwrap_or("Without text") } else { &document.title }
}

/// Returns the embedder that is asked for.
#[cfg(feature = "encoders")]
fn embedder(arguments: &LibraryArguments) -> Result<Option<Box<dyn Embeds>>> {
    let Some(models) = arguments.models.as_deref() else { return Ok(None) };
    let store = Store { models, cache: arguments.cache.as_deref(), threads: threads() };
    Ok(Some(Box::new(store.embedder(arguments.embedder.as_deref())?)))
}

/// Returns the embedder that is asked for, or that there is none in this program.
#[cfg(not(feature = "encoders"))]
fn embedder(arguments: &LibraryArguments) -> Result<Option<Box<dyn Embeds>>> {
    let Some(models) = arguments.models.as_deref() else { return Ok(None) };
    Ok(Some(Box::new(Models::of(models)?)))
}

/// Returns the ways that are compared, those of one library together.
fn ways(arguments: &LibraryArguments) -> Result<Vec<(Options, Vec<Configuration>)>> {
    let all = match &arguments.config {
        Some(file) => configuration::choices(file)?,
        None => Choices::from_json(ALL)?,
    };
    let has_vectors = arguments.models.is_some();
    let mut together: Vec<(Options, Vec<Configuration>)> = Vec::new();
    for way in all.ways()?.into_iter().filter(|way| has_vectors || !way.strategy.uses_dense()) {
        match together.last_mut() {
            Some((options, ways)) if *options == way.build => ways.push(way),
            _ => together.push((way.build, vec![way])),
        }
    }
    if together.is_empty() {
        return Err(Error::new(
            Code::InvalidArgument,
            "every strategy of the configuration needs vectors: give --models",
        ));
    }
    Ok(together)
}

fn measure(
    ris: &str,
    questions: &[beir::Judged],
    folder: &Path,
    all: &[(Options, Vec<Configuration>)],
    mut models: Option<Box<dyn Embeds>>,
    model: Option<&(library_prompts::Asked, usize)>,
) -> Result<Figures> {
    let mut ways = Vec::new();
    let mut articles = 0;
    for (number, (options, searches)) in all.iter().enumerate() {
        let start = Instant::now();
        let (mut shelf, mut outcome) = (Shelf::default(), Ok(()));
        let mut take = |item| outcome = outcome.clone().and_then(|()| shelf.put(item));
        let mut reader = Reader::begin(0);
        for piece in ris.as_bytes().chunks(1 << 20) {
            reader.push(piece, &mut take)?;
        }
        reader.finish(&mut take)?;
        outcome?;
        let made_by = models.as_mut().map(|models| &mut **models as &mut dyn Embeds);
        let built = assembled(shelf.articles(), options, Vec::new(), made_by)?;
        let build_seconds = start.elapsed().as_secs_f64();
        articles = built.counts.articles;
        let path = folder.join(format!("{number}.pack"));
        fs::write(&path, &built.bytes).map_err(|_| Error::new(Code::Io, "the pack cannot be written"))?;
        let path = path.to_string_lossy();
        let (pack, _) = opened(&path, None, &mut Traffic::default())?;
        let texts: Vec<&str> = questions.iter().map(|question| question.text.as_str()).collect();
        let vectors = models.as_mut().map(|models| models.asked(&texts)).transpose()?;
        for way in searches {
            let asked = |at: usize, best: usize| Asked {
                question: texts.get(at).copied().unwrap_or_default().to_owned(),
                vector: vectors.as_ref().and_then(|vectors| vectors.get(at).cloned()),
                strategy: way.strategy,
                best,
                narrowing: if way.filters { Narrowing::Stated { today: None } } else { Narrowing::Off },
                weighing: if way.evidence { Weighing::ByEvidence } else { Weighing::Alike },
                probes: way.probes,
                questions: way.questions,
            };
            let (mut first, mut padded) = (Vec::new(), Vec::new());
            let mut measures = Vec::new();
            let (whole, whole_millis) = whole(&built.bytes)?;
            let (mut whole, mut searched) = (whole, Vec::new());
            let mut told = Vec::new();
            for (at, question) in questions.iter().enumerate() {
                let start = Instant::now();
                let expected = here(&mut whole, &asked(at, FIRST))?;
                searched.push(start.elapsed().as_secs_f64() * 1e3);
                let best = expected.hits.iter().take(model.map_or(0, |(_, most)| *most));
                told.push(best.filter_map(|hit| library_prompts::Told::of(hit, id_of(hit)?)).collect::<Vec<_>>());
                for (padding, reads) in [(None, &mut first), (Some(Padding::usual(SEED)), &mut padded)] {
                    let start = Instant::now();
                    let mut traffic = Traffic::default();
                    let (mut pack, mut source) = opened(&path, padding, &mut traffic)?;
                    let asked = asked(at, FIRST);
                    let found = source.drive(&mut pack, &mut traffic, |pack| pack.search(&asked))?;
                    reads.push((traffic, start.elapsed().as_secs_f64() * 1e3));
                    if found != expected {
                        return Err(Error::internal(
                            "a pack that is read in parts finds other passages than the whole one",
                        ));
                    }
                }
                let found = here(&mut whole, &asked(at, DEPTH))?;
                let ids: Vec<&str> = found.hits.iter().filter_map(id_of).collect();
                measures.push(Measures::of(&ids, &question.judgements));
            }
            let mean = Measures::mean(&measures);
            let prompts = model.map(|(asked, _)| library_prompts::asked(asked, questions, &told)).transpose()?;
            ways.push(Way {
                chunking: options.chunking,
                prefix: options.prefix.to_string(),
                strategy: way.strategy,
                questions: way.questions,
                questions_of_passages: pack.questions()?,
                passages: built.counts.passages,
                pack_bytes: built.bytes.len() as u64,
                build_seconds,
                articles_per_second: f64::from(built.counts.articles) / build_seconds,
                first: Read::of(&first),
                padded: Read::of(&padded),
                whole_millis,
                searched_millis: median(searched),
                ndcg_at_10: mean.ndcg_at_10,
                recall_at_100: mean.recall_at_100,
                reciprocal_rank: mean.reciprocal_rank,
                prompts: prompts.unwrap_or_default(),
            });
        }
    }
    Ok(Figures { articles, questions: questions.len(), ways, peak_rss_megabytes: peak_rss_megabytes() })
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
        chaperone::library::Step::Done(found) => Ok(found),
        chaperone::library::Step::Want(_) => Err(Error::internal("a whole pack lacks something")),
    }
}

impl Way {
    fn named(&self) -> String {
        let questions = match self.questions {
            Questions::Off => String::new(),
            how => format!(", {how} of {} questions", self.questions_of_passages),
        };
        format!("{}, {}, {}{questions}", self.chunking, self.prefix, self.strategy)
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

fn table(figures: &Figures) -> String {
    let mut text = format!(
        "{} articles, {} questions, the best {FIRST} passages, from nothing\n\n",
        figures.articles, figures.questions
    );
    text += "| cut, prefix, strategy | passages | pack, MB | built, articles/s | first result, kB (most) | ranges, rounds | ms | padded, kB, ranges | whole, ms + search | nDCG@10 | R@100 | MRR |\n";
    text += "|---|---|---|---|---|---|---|---|---|---|---|---|\n";
    for way in &figures.ways {
        let _ = writeln!(
            text,
            "| {} | {} | {:.2} | {:.0} | {:.0} ({:.0}) | {:.1}, {:.1} | {:.1} | {:.0}, {:.1} | {:.1} + {:.2} | {:.4} | {:.4} | {:.4} |",
            way.named(),
            way.passages,
            way.pack_bytes as f64 / 1e6,
            way.articles_per_second,
            way.first.bytes / 1e3,
            way.first.most_bytes as f64 / 1e3,
            way.first.ranges,
            way.first.rounds,
            way.first.millis,
            way.padded.bytes / 1e3,
            way.padded.ranges,
            way.whole_millis,
            way.searched_millis,
            way.ndcg_at_10,
            way.recall_at_100,
            way.reciprocal_rank
        );
    }
    let best = figures.ways.iter().fold(None, |best: Option<&Way>, way| match best {
        Some(best) if best.ndcg_at_10 >= way.ndcg_at_10 => Some(best),
        _ => Some(way),
    });
    if let Some(best) = best.filter(|_| figures.ways.len() > 1) {
        let _ = writeln!(text, "\nbest by nDCG@10: {}", best.named());
    }
    for way in figures.ways.iter().filter(|way| !way.prompts.is_empty()) {
        let _ = write!(text, "\na model told of the best passages of: {}\n\n{}", way.named(), library_prompts::HEAD);
        text.extend(way.prompts.iter().map(library_prompts::Row::line));
    }
    if let Some(megabytes) = figures.peak_rss_megabytes {
        let _ = writeln!(text, "\nmost memory: {megabytes:.0} MB");
    }
    text
}
