//! How a library is put together: articles cut on all cores, and embedded where there is a model.

use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use chaperone::error::{Error, Result};
use chaperone::index::snapshot::Model;
use chaperone::index::vectors::Quantised;
use chaperone::ingest::literature::Article;
use chaperone::library::pack::{self, Builder, Built, Options};
use chaperone::library::questions;
use chaperone::model::Encode;
use chaperone::retrieve::QueryVector;

use crate::embedder;

/// Articles that are cut at one time.
const BATCH: usize = 512;
/// Texts that a thread embeds at a time.
const EMBEDDED: usize = 16;

/// What gives texts their vectors.
pub trait Embeds {
    /// Returns the model.
    fn model(&self) -> Model;

    /// Returns the vector of each of `texts`.
    ///
    /// # Errors
    /// `model` when it fails.
    fn embed(&mut self, texts: &[String]) -> Result<Vec<Quantised>>;

    /// Returns what a search is given of each of `questions`.
    ///
    /// # Errors
    /// As [`embed`](Self::embed).
    fn asked(&mut self, questions: &[&str]) -> Result<Vec<QueryVector>>;
}

/// The first embedder of a folder of models.
pub struct Models {
    model: Model,
    embedder: Box<dyn Encode + Sync>,
}

impl Models {
    /// Loads the embedder of `folder`.
    ///
    /// # Errors
    /// As [`embedder::named`] and [`embedder::loaded`].
    pub fn of(folder: &Path) -> Result<Self> {
        Ok(Models { model: embedder::named(folder)?, embedder: embedder::loaded(folder)? })
    }
}

impl Embeds for Models {
    fn model(&self) -> Model {
        self.model.clone()
    }

    fn embed(&mut self, texts: &[String]) -> Result<Vec<Quantised>> {
        in_order(texts, EMBEDDED, |texts| {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            self.embedder.embed(&texts)?.iter().map(|vector| Quantised::new(vector.as_slice())).collect()
        })
    }

    fn asked(&mut self, questions: &[&str]) -> Result<Vec<QueryVector>> {
        let vector = |question: &&str| {
            let values = self.embedder.embed_question(question)?.as_slice().to_vec();
            Ok(QueryVector { model: self.model.id.clone(), values, word_share: self.embedder.word_share() })
        };
        questions.iter().map(vector).collect()
    }
}

/// Makes a library of `articles`, in their order, on all cores, with vectors where something gives them.
///
/// # Errors
/// As the articles, the model, [`Builder::add`] and [`Builder::finish`].
pub fn assembled(
    articles: impl Iterator<Item = Result<Article>>,
    options: &Options,
    sources: Vec<[u8; 32]>,
    mut models: Option<&mut dyn Embeds>,
) -> Result<Built> {
    let mut builder = Builder::new(*options);
    let (mut vectors, mut asked) = (Vec::new(), Vec::new());
    let mut articles = articles.peekable();
    while articles.peek().is_some() {
        let batch = articles.by_ref().take(BATCH).collect::<Result<Vec<Article>>>()?;
        let cuts = in_order(&batch, EMBEDDED, |articles| {
            Ok(articles.iter().map(|article| pack::cut(article, options)).collect())
        })?;
        if let Some(models) = &mut models {
            let first = vectors.len() as u32;
            let texts: Vec<String> = cuts.iter().flat_map(|cut: &pack::Cut| cut.texts()).cloned().collect();
            vectors.extend(models.embed(&texts)?);
            if options.questions {
                let of_passages = batch.iter().zip(&cuts).flat_map(|(article, cut)| questions::of(article, cut));
                let (of, texts): (Vec<u32>, Vec<String>) = (first..)
                    .zip(of_passages)
                    .flat_map(|(passage, questions)| questions.into_iter().map(move |question| (passage, question)))
                    .unzip();
                asked.extend(of.into_iter().zip(models.embed(&texts)?));
            }
            eprintln!("embedded {}, and {} questions", vectors.len(), asked.len());
        }
        for (article, cut) in batch.into_iter().zip(cuts) {
            builder.add(article, cut)?;
        }
    }
    if let Some(models) = models {
        builder.set_vectors(models.model(), vectors)?;
        builder.set_questions(asked)?;
    }
    builder.finish(sources)
}

/// Gives `work` the parts of `all`, several at a time, and returns what it makes of them in their order.
fn in_order<A: Sync, B: Send>(all: &[A], size: usize, work: impl Fn(&[A]) -> Result<Vec<B>> + Sync) -> Result<Vec<B>> {
    let parts: Vec<&[A]> = all.chunks(size).collect();
    let next = AtomicUsize::new(0);
    let mut made = together(threads().min(parts.len()), &|| {
        let mut made = Vec::new();
        while let Some((at, part)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, *parts.get(at)?)))
        {
            made.push((at, work(part)?));
        }
        Ok(made)
    })?;
    let mut made: Vec<(usize, Vec<B>)> = made.drain(..).flatten().collect();
    made.sort_by_key(|(at, _)| *at);
    Ok(made.into_iter().flat_map(|(_, made)| made).collect())
}

/// Returns how many threads run at a time here.
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// Runs `work` on so many threads, and returns what each gives.
///
/// # Errors
/// That of the first that fails.
pub fn together<T: Send>(threads: usize, work: &(impl Fn() -> Result<T> + Sync)) -> Result<Vec<T>> {
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().map_err(|_| Error::internal("a thread ended"))?).collect()
    })
}
