//! `chaperone bench encoder`: how many texts a second a model takes in, natively, on some threads.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use chaperone::error::{Code, Error, Result};
use chaperone::model::manifest::{Manifest, ModelEntry, Purpose, Role};
use chaperone::model::{Embedder, Encode as _, Reranker, Tag as _, Tagger};
use clap::Args;

use crate::output::json;
use crate::records::{name, read};

const NOT_SET_UP: &str = "a file of the model is not there: ./run setup test fetches and converts those of all models, and --models \
                          names another folder";

/// Texts that a thread takes at a time.
const BATCH: usize = 4;

/// Which model, which texts, how often.
#[derive(Args)]
pub struct EncoderArguments {
    /// The folder with the manifest and the weights
    #[arg(long, value_name = "DIR", default_value = "models")]
    models: PathBuf,
    /// The model's id in the manifest: an embedder, a reranker or a tagger
    #[arg(long, value_name = "ID")]
    model: String,
    /// A JSON array of texts
    #[arg(long, value_name = "FILE")]
    texts: PathBuf,
    /// What a reranker scores the texts for
    #[arg(long, value_name = "TEXT", default_value = "")]
    question: String,
    /// Threads that run at once
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Rounds, after one that does not count
    #[arg(long, default_value_t = 3)]
    rounds: usize,
}

/// What is measured.
enum Model {
    Embedder(Box<Embedder>),
    Reranker(Box<Reranker>),
    Tagger(Box<Tagger>),
}

impl Model {
    fn load(entry: &ModelEntry, weights: Vec<u8>, tokenizer: &[u8]) -> Result<Self> {
        match entry.purpose {
            Purpose::Reranker => Ok(Model::Reranker(Box::new(Reranker::load(entry, weights, tokenizer)?))),
            Purpose::Tagger => Ok(Model::Tagger(Box::new(Tagger::load(entry, weights, tokenizer)?))),
            _ => Ok(Model::Embedder(Box::new(Embedder::load(entry, weights, tokenizer)?))),
        }
    }

    fn take(&self, texts: &[&str], question: &str) -> Result<()> {
        match self {
            Model::Embedder(embedder) => embedder.embed(texts).map(drop),
            Model::Reranker(reranker) => reranker.score(question, texts).map(drop),
            Model::Tagger(tagger) => texts.iter().try_for_each(|text| tagger.read(text, &mut |_| ())),
        }
    }
}

/// Prints the seconds of each round for all texts, as a JSON array.
///
/// # Errors
/// `io` when a file cannot be read, `malformed` when the texts are no array of texts, `not-found` when the manifest has no such
/// model, `model` when it is not the pinned one.
pub fn run(arguments: &EncoderArguments) -> Result<()> {
    let manifest = Manifest::parse(&read(&arguments.models.join("manifest.json"))?)?;
    let entry = measured(&manifest).find(|entry| entry.id.as_str() == arguments.model).ok_or_else(|| {
        let known: Vec<&str> = measured(&manifest).map(|entry| entry.id.as_str()).collect();
        eprintln!("chaperone: {}: models to measure are {}", arguments.model, known.join(", "));
        Error::new(
            Code::NotFound,
            "the manifest has no embedder, reranker or tagger of this id: give --model one of these",
        )
    })?;
    let file = |role| {
        let path = arguments.models.join("weights").join(&entry.file(role)?.path);
        fs::read(&path).map_err(|_| Error::new(Code::Io, NOT_SET_UP)).inspect_err(|_| name(&path))
    };
    let model = Model::load(entry, file(Role::Weights)?, &file(Role::Tokenizer)?)?;
    let texts: Vec<String> = serde_json::from_slice(&read(&arguments.texts)?)
        .map_err(|_| {
            Error::new(Code::Malformed, r#"the file of texts is no JSON array of texts, such as ["one", "two"]"#)
        })
        .inspect_err(|_| name(&arguments.texts))?;
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let mut seconds = Vec::new();
    for round in 0..=arguments.rounds {
        let taken = once(&model, &texts, arguments)?;
        if round > 0 {
            seconds.push(taken);
        }
    }
    print!("{}", json(&seconds)?);
    Ok(())
}

/// Returns the models of `manifest` that can be measured.
fn measured(manifest: &Manifest) -> impl Iterator<Item = &ModelEntry> {
    let runs = |entry: &&ModelEntry| matches!(entry.purpose, Purpose::Embedder | Purpose::Reranker | Purpose::Tagger);
    manifest.models.iter().filter(runs)
}

/// Returns the seconds in which the threads take in `texts`, an idle one the next few.
fn once(model: &Model, texts: &[&str], EncoderArguments { question, threads, .. }: &EncoderArguments) -> Result<f64> {
    let next = AtomicUsize::new(0);
    let start = Instant::now();
    let work = || -> Result<()> {
        while let Some(rest) = texts.get(next.fetch_add(BATCH, Ordering::Relaxed)..).filter(|rest| !rest.is_empty()) {
            model.take(rest.get(..BATCH).unwrap_or(rest), question)?;
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..(*threads).max(1)).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().map_err(|_| Error::internal("a thread of the benchmark ended"))?)
    })?;
    Ok(start.elapsed().as_secs_f64())
}
