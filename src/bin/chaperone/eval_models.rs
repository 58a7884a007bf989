//! Models for measuring: what one gave for a text is kept in a folder, so that a measure can be taken again without the model.
//!
//! A file holds one model's outcomes, named after the SHA-256 of its weights: rows of the first 16 bytes of the text's SHA-256 and the
//! numbers, `f32`, little-endian. A row that was cut short is left out.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use chaperone::error::{Code, Error, Result};
use chaperone::index::snapshot::Model;
use chaperone::index::vectors::Quantised;
use chaperone::model::manifest::{Manifest, Purpose, Role};
use chaperone::model::{Embedder, Encode as _, ModelEntry, Reranker};
use chaperone::question::variants;
use chaperone::retrieve::{QueryVector, Rerank, Variant};
use sha2::{Digest as _, Sha256};

use crate::library_made::Embeds;
use crate::records::read;

/// Texts that one thread takes at a time.
const AT_ONCE: usize = 32;

/// Bytes of a key.
const KEY: usize = 16;

type Key = [u8; KEY];

/// Where models and their outcomes are.
pub struct Store<'a> {
    /// The folder of the manifest and the weights.
    pub models: &'a Path,
    /// The folder that outcomes are kept in; without it nothing is.
    pub cache: Option<&'a Path>,
    /// How many threads a model may run on.
    pub threads: usize,
}

impl Store<'_> {
    /// Returns the embedder `id`, or the first where none is named.
    ///
    /// # Errors
    /// `not-found` when there is none; `io` and `model` when its files cannot be read or are not the pinned ones.
    pub fn embedder(&self, id: Option<&str>) -> Result<CachedEmbedder> {
        let (entry, weights, tokenizer) = self.files(Purpose::Embedder, id)?;
        let embedder = Embedder::load(&entry, weights, &tokenizer)?;
        let rows = Rows::open(self.cache, &entry, embedder.dimensions())?;
        let model = Model { id: entry.id.as_str().to_owned(), sha256: entry.file(Role::Weights)?.sha256.clone() };
        Ok(CachedEmbedder { model, embedder, rows, threads: self.threads })
    }

    /// Returns the first reranker.
    ///
    /// # Errors
    /// As [`embedder`](Self::embedder).
    pub fn reranker(&self) -> Result<CachedReranker> {
        let (entry, weights, tokenizer) = self.files(Purpose::Reranker, None)?;
        let reranker = Reranker::load(&entry, weights, &tokenizer)?;
        let rows = Mutex::new(Rows::open(self.cache, &entry, 1)?);
        Ok(CachedReranker { reranker, rows, threads: self.threads })
    }

    fn files(&self, purpose: Purpose, id: Option<&str>) -> Result<(ModelEntry, Vec<u8>, Vec<u8>)> {
        let manifest = Manifest::parse(&read(&self.models.join("manifest.json"))?)?;
        let entry = manifest
            .models_for(purpose)
            .find(|entry| id.is_none_or(|id| entry.id.as_str() == id))
            .ok_or_else(|| Error::new(Code::NotFound, "the model manifest names no such model"))?;
        let file = |role| read(&self.models.join("weights").join(&entry.file(role)?.path));
        Ok((entry.clone(), file(Role::Weights)?, file(Role::Tokenizer)?))
    }
}

/// Kept rows of numbers.
struct Rows {
    width: usize,
    known: HashMap<Key, Vec<f32>>,
    file: Option<File>,
}

impl Rows {
    fn open(folder: Option<&Path>, entry: &ModelEntry, width: usize) -> Result<Self> {
        let mut rows = Rows { width, known: HashMap::new(), file: None };
        let Some(folder) = folder else { return Ok(rows) };
        let refused = |_| Error::new(Code::Io, "the folder given with --cache cannot be written to");
        fs::create_dir_all(folder).map_err(refused)?;
        let name: String = entry.file(Role::Weights)?.sha256.chars().take(16).collect();
        let path: PathBuf = folder.join(format!("{}-{name}.rows", entry.id));
        let length = KEY + 4 * width;
        let bytes = fs::read(&path).unwrap_or_default();
        for row in bytes.chunks_exact(length) {
            let (key, numbers) = row.split_at(KEY);
            let numbers = numbers.as_chunks::<4>().0.iter().map(|number| f32::from_le_bytes(*number));
            rows.known.insert(key.try_into().unwrap_or_default(), numbers.collect());
        }
        let file = OpenOptions::new().create(true).append(true).open(&path).map_err(refused)?;
        // What a run that was ended in the middle left of its last row.
        file.set_len((bytes.len() - bytes.len() % length) as u64).map_err(refused)?;
        rows.file = Some(file);
        Ok(rows)
    }

    /// Returns the row of each key; `make` gives those of the indexes that it is asked for.
    fn of<F>(&mut self, keys: &[Key], threads: usize, make: F) -> Result<Vec<Vec<f32>>>
    where
        F: Fn(&[usize]) -> Result<Vec<Vec<f32>>> + Sync,
    {
        let known = |key: &Key| self.known.contains_key(key);
        let missing: Vec<usize> = keys.iter().enumerate().filter(|(_, key)| !known(key)).map(|(at, _)| at).collect();
        let mut done = 0;
        for round in missing.chunks(AT_ONCE * threads.max(1)) {
            let parts: Vec<Result<Vec<Vec<f32>>>> = std::thread::scope(|scope| {
                let running: Vec<_> = round.chunks(AT_ONCE).map(|part| scope.spawn(|| make(part))).collect();
                let broken = || Err(Error::internal("a thread that ran a model ended early"));
                running.into_iter().map(|thread| thread.join().unwrap_or_else(|_| broken())).collect()
            });
            for (part, made) in round.chunks(AT_ONCE).zip(parts) {
                for (at, numbers) in part.iter().zip(made?) {
                    self.keep(keys.get(*at).copied().unwrap_or_default(), numbers)?;
                }
            }
            done += round.len();
            if missing.len() > 500 && (done == missing.len() || done % 1024 < round.len()) {
                eprintln!("{done}/{} texts", missing.len());
            }
        }
        Ok(keys.iter().map(|key| self.known.get(key).cloned().unwrap_or_default()).collect())
    }

    fn keep(&mut self, key: Key, numbers: Vec<f32>) -> Result<()> {
        if numbers.len() != self.width {
            return Err(Error::new(Code::Model, "a model gave another number of values than it says"));
        }
        if let Some(file) = &mut self.file {
            let mut row = key.to_vec();
            row.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
            file.write_all(&row).map_err(|_| Error::new(Code::Io, "an outcome cannot be written to --cache"))?;
        }
        self.known.insert(key, numbers);
        Ok(())
    }
}

fn key(parts: &[&str]) -> Key {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    let mut key = Key::default();
    key.iter_mut().zip(hash.finalize()).for_each(|(byte, hashed)| *byte = hashed);
    key
}

/// An embedder whose vectors are kept.
pub struct CachedEmbedder {
    model: Model,
    embedder: Embedder,
    rows: Rows,
    threads: usize,
}

impl CachedEmbedder {
    /// Returns the model's id.
    pub fn id(&self) -> &str {
        self.embedder.model_id().as_str()
    }

    /// Returns what a search is given of `values`, the vector of a question.
    pub fn asked(&self, values: Vec<f32>) -> QueryVector {
        QueryVector { model: self.id().to_owned(), values, word_share: self.embedder.word_share() }
    }

    /// Returns the vector of each of `passages`.
    ///
    /// # Errors
    /// `model` when the embedder fails; `io` when the vectors cannot be kept.
    pub fn passages(&mut self, passages: &[String]) -> Result<Vec<Vec<f32>>> {
        let keys: Vec<Key> = passages.iter().map(|text| key(&["passage", text])).collect();
        let embedder = &self.embedder;
        self.rows.of(&keys, self.threads, |part| {
            // Texts of like length in one batch.
            let mut order = part.to_vec();
            let text = |at: &usize| passages.get(*at).map_or("", String::as_str);
            order.sort_by_key(|at| text(at).len());
            let texts: Vec<&str> = order.iter().map(text).collect();
            let mut made: HashMap<usize, Vec<f32>> = HashMap::new();
            for (at, vector) in order.iter().zip(embedder.embed(&texts)?) {
                made.insert(*at, vector.as_slice().to_vec());
            }
            Ok(part.iter().map(|at| made.remove(at).unwrap_or_default()).collect())
        })
    }

    /// Returns the vector of each of `questions`.
    ///
    /// # Errors
    /// As [`passages`](Self::passages).
    pub fn questions(&mut self, questions: &[&str]) -> Result<Vec<Vec<f32>>> {
        let embedder = &self.embedder;
        // What is embedded for a question is embedded as a passage is.
        let keys: Vec<Key> = questions.iter().map(|text| key(&["passage", &embedder.question_text(text)])).collect();
        self.rows.of(&keys, self.threads, |part| {
            let texts = part.iter().filter_map(|at| questions.get(*at));
            texts.map(|text| Ok(embedder.embed_question(text)?.as_slice().to_vec())).collect()
        })
    }
}

impl CachedEmbedder {
    /// Returns the other wordings of each of `questions`.
    ///
    /// # Errors
    /// As [`passages`](Self::passages).
    pub fn variants(&mut self, questions: &[&str]) -> Result<Vec<Vec<Variant>>> {
        let texts: Vec<Vec<String>> = questions.iter().map(|question| variants::of(question)).collect();
        let asked: Vec<&str> = texts.iter().flatten().map(String::as_str).collect();
        let mut vectors = self.questions(&asked)?.into_iter();
        let mut with = |text: String| Some(Variant { text, values: vectors.next()? });
        Ok(texts.into_iter().map(|texts| texts.into_iter().filter_map(&mut with).collect()).collect())
    }
}

impl Embeds for CachedEmbedder {
    fn model(&self) -> Model {
        self.model.clone()
    }

    fn embed(&mut self, texts: &[String]) -> Result<Vec<Quantised>> {
        self.passages(texts)?.iter().map(|vector| Quantised::new(vector)).collect()
    }

    fn asked(&mut self, questions: &[&str]) -> Result<Vec<QueryVector>> {
        Ok(self.questions(questions)?.into_iter().map(|values| CachedEmbedder::asked(self, values)).collect())
    }
}

/// A reranker whose scores are kept.
pub struct CachedReranker {
    reranker: Reranker,
    rows: Mutex<Rows>,
    threads: usize,
}

impl Rerank for CachedReranker {
    fn score(&self, question: &str, passages: &[&str]) -> Result<Vec<f32>> {
        let keys: Vec<Key> = passages.iter().map(|text| key(&["pair", question, text])).collect();
        let mut rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        let rows = rows.of(&keys, self.threads, |part| {
            let texts: Vec<&str> = part.iter().filter_map(|at| passages.get(*at).copied()).collect();
            Ok(self.reranker.score(question, &texts)?.into_iter().map(|score| vec![score]).collect())
        })?;
        Ok(rows.into_iter().filter_map(|row| row.first().copied()).collect())
    }
}
