//! `chaperone bench library`: a library made of a set in the layout of BEIR, and what is read of it until the first passages are there.
//!
//! How it is measured stands in [`library_measured`](crate::library_measured).

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use chaperone::error::{Code, Error, Result};
use chaperone::library::configuration::{Choices, Configuration};
use chaperone::library::pack::Options;
use clap::Args;

use crate::configuration;
use crate::embedder::packed_lexicon;
#[cfg(feature = "encoders")]
use crate::eval_models::Store;
use crate::half::Half;
use crate::library_made::Embeds;
#[cfg(not(feature = "encoders"))]
use crate::library_made::Models;
#[cfg(feature = "encoders")]
use crate::library_made::threads;
use crate::library_measured::{FIRST, Figures, Measuring, Part, Reads, Set, Way, together};
use crate::library_prompts;
use crate::output::json;

/// The ways that are compared where no file says others.
const ALL: &str = r#"{"build":{"chunking":["whole","semantic"]},"search":{"strategy":["keyword","dense","mmr:0.7","rrf:20","rrf:60"],"filters":false,"spelling":false,"queries":false}}"#;
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

pub fn run(arguments: &LibraryArguments) -> Result<()> {
    let ways = ways(arguments)?;
    let set = Set::load(&Part {
        data: &arguments.data,
        split: &arguments.split,
        half: arguments.half,
        questions: arguments.questions.unwrap_or(usize::MAX),
        articles: arguments.articles,
        grown: arguments.grown,
    })?;
    let asked = arguments.transcripts.as_deref().map(|transcripts| library_prompts::Asked {
        ways: &arguments.prompts,
        llm: arguments.llm.as_deref(),
        model: &arguments.model,
        transcripts,
        parallel: arguments.parallel,
    });
    let mut measuring = Measuring {
        models: embedder(arguments)?,
        lexicon: packed_lexicon(arguments.models.as_deref())?,
        reads: Reads::Measured,
        prompts: asked.filter(|asked| !asked.ways.is_empty()).map(|asked| (asked, arguments.told.min(FIRST))),
    };
    let figures = measuring.figures(&set, &ways)?;
    print!("{}", table(&figures));
    if let Some(file) = &arguments.json {
        fs::write(file, json(&figures)?)
            .map_err(|_| Error::new(Code::Io, "the figures cannot be written to the file given with --json"))?;
    }
    Ok(())
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

/// Returns the ways that are compared, as far as they need no vectors or there are models.
fn ways(arguments: &LibraryArguments) -> Result<Vec<(Options, Vec<Configuration>)>> {
    let all = match &arguments.config {
        Some(file) => configuration::choices(file)?,
        None => Choices::from_json(ALL)?,
    };
    let mut ways = together(all)?;
    if arguments.models.is_none() {
        ways.iter_mut().for_each(|(_, searches)| searches.retain(|way| !way.strategy.uses_dense()));
        ways.retain(|(_, searches)| !searches.is_empty());
    }
    if ways.is_empty() {
        return Err(Error::new(
            Code::InvalidArgument,
            "every strategy of the configuration needs vectors: give --models",
        ));
    }
    Ok(ways)
}

fn table(figures: &Figures) -> String {
    let mut text = format!(
        "{} articles, {} questions, the best {FIRST} passages, from nothing\n\n",
        figures.articles, figures.questions
    );
    text += "| cut, prefix, strategy | passages | pack, MB | built, articles/s | first result, kB (most) | ranges, rounds | ms | padded, kB, ranges | whole, ms + search | nDCG@10 | R@100 | MRR |\n";
    text += "|---|---|---|---|---|---|---|---|---|---|---|---|\n";
    for way in &figures.ways {
        let Some(reads) = &way.reads else { continue };
        let _ = writeln!(
            text,
            "| {} | {} | {:.2} | {:.0} | {:.0} ({:.0}) | {:.1}, {:.1} | {:.1} | {:.0}, {:.1} | {:.1} + {:.2} | {:.4} | {:.4} | {:.4} |",
            way.named(&figures.ways),
            way.passages,
            way.pack_bytes as f64 / 1e6,
            way.articles_per_second,
            reads.first.bytes / 1e3,
            reads.first.most_bytes as f64 / 1e3,
            reads.first.ranges,
            reads.first.rounds,
            reads.first.millis,
            reads.padded.bytes / 1e3,
            reads.padded.ranges,
            reads.whole_millis,
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
        let _ = writeln!(text, "\nbest by nDCG@10: {}", best.named(&figures.ways));
    }
    for way in figures.ways.iter().filter(|way| !way.prompts.is_empty()) {
        let _ = write!(
            text,
            "\na model told of the best passages of: {}\n\n{}",
            way.named(&figures.ways),
            library_prompts::HEAD
        );
        text.extend(way.prompts.iter().map(library_prompts::Row::line));
    }
    if let Some(megabytes) = figures.peak_rss_megabytes {
        let _ = writeln!(text, "\nmost memory: {megabytes:.0} MB");
    }
    text
}
