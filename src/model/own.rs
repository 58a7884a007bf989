//! A person's own embedder: an ONNX export and its `tokenizer.json` as they come, made ready or refused with a reason.
//!
//! [`open`] asks the two files what the manifest says of a shipped model: how long vectors are, how many tokens are read, whether the
//! files belong together: by the number of words, and, as far as that can be known, by what comes out ([`Own::is_doubtful`]). A BERT encoder that is recognised is packed, and runs on our kernels like a shipped one; anything else that gives
//! a vector for each token runs on tract. How those become the vector of a text stands in neither file and is the person's choice.
//!
//! Its vectors are of length 1. A classifier of tokens or of texts that is recognised runs on the kernels as well ([`Classifier`], which
//! [`opened`] gives); for search, which asks for vectors, [`open`] refuses it and says what it is.

mod classifier;
mod sense;

use std::ops::RangeInclusive;

use crate::error::{Code, Error, Result};
use crate::model::bert::Bert;
use crate::model::embedder::Embedder;
use crate::model::manifest::{
    EncoderFacts, ModelEntry, ModelId, Origin, PinnedFile, Pooling, Purpose, Role, sha256_hex,
};
use crate::model::onnx;
use crate::model::tokenizer::Tokenizer;

pub use classifier::{Classifier, Classifies};

/// The most bytes of an export: opening one takes some six times its size, and WebAssembly has four GiB.
pub const MAX_EXPORT_BYTES: usize = 512 << 20;
/// The most bytes of a `tokenizer.json`.
pub const MAX_TOKENIZER_BYTES: usize = 32 << 20;
/// The most tokens of a text that are read, whatever the files allow.
const MOST_TOKENS: usize = 512;
/// The fewest that are read where the model has so many positions. What a tokenizer's file says of length is often that of training:
/// all-MiniLM-L6-v2 was trained on 128 tokens, its file says so, and its card has 256 read.
const USUAL_TOKENS: usize = 256;
/// The fewest tokens that a model must read to be of use.
const LEAST_TOKENS: usize = 16;
/// The lengths of a vector that are read.
const WIDTHS: RangeInclusive<usize> = 32..=8192;
/// Rows of a table that no word uses, as exporters pad it; with more the tokenizer is another model's.
const MOST_SPARE_WORDS: usize = 1024;

/// What the files do not say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// How the vectors of the tokens become one.
    pub pooling: Pooling,
    /// What is put before a question, and not before a passage.
    pub query_prefix: String,
    /// What it may run on.
    pub runtime: Runtime,
}

/// What a model may run on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Runtime {
    /// On our kernels where they know it, else on tract.
    #[default]
    Fastest,
    /// On tract in any case: to compare with.
    Tract,
}

/// A person's own embedder, ready to use.
pub struct Own {
    entry: ModelEntry,
    embedder: Embedder,
    sha256: String,
    packed: Option<Vec<u8>>,
    stated_tokens: Option<usize>,
    doubtful: bool,
}

/// What an export is.
pub enum Opened {
    /// It gives vectors of tokens.
    Embedder(Box<Own>),
    /// It has a classifier on top.
    Classifier(Box<Classifier>),
}

/// Returns the embedder in `export` with the tokenizer in `tokenizer_json`, as `choice` says.
///
/// # Errors
/// As [`opened`]; `unsupported` when the model has a classifier on top.
pub fn open(export: &[u8], tokenizer_json: &[u8], choice: &Choice) -> Result<Own> {
    match opened(export, tokenizer_json, choice)? {
        Opened::Embedder(own) => Ok(*own),
        Opened::Classifier(classifier) => Err(classifier.refused()),
    }
}

/// Returns what is in `export` with the tokenizer in `tokenizer_json`, as `choice` says.
///
/// # Errors
/// `too-large` beyond [`MAX_EXPORT_BYTES`] and [`MAX_TOKENIZER_BYTES`]; `model` when a file is damaged, no such file, or does not fit the
/// other one; `unsupported` when the model keeps weights in a second file, or is of no known form and does not give one vector for each
/// token first.
pub fn opened(export: &[u8], tokenizer_json: &[u8], choice: &Choice) -> Result<Opened> {
    bounded(export, MAX_EXPORT_BYTES, "the model file is larger than is read")?;
    bounded(tokenizer_json, MAX_TOKENIZER_BYTES, "the tokenizer file is larger than is read")?;
    let tokenizer = Tokenizer::load(tokenizer_json, MOST_TOKENS)?;
    same_vocabulary(&tokenizer, onnx::words(export)?)?;
    let stated_tokens = tokenizer.stated_tokens();
    let most = most_tokens(stated_tokens);
    let sha256 = sha256_hex(export);
    let facts = |dimensions, max_tokens| EncoderFacts {
        dimensions,
        pooling: choice.pooling,
        max_tokens,
        normalize: true,
        query_prefix: choice.query_prefix.clone(),
        word_percent: None,
    };
    let (entry, embedder, packed) = match packed(export, choice.runtime)? {
        Some(packed) => {
            let bert = Bert::read(packed.clone())?;
            if bert.labels() > 0 {
                return Ok(Opened::Classifier(Box::new(Classifier::new(bert, tokenizer_json, most)?)));
            }
            let facts = facts(bert.width(), most.min(bert.most_tokens()));
            drop(bert);
            let entry = entry(&sha256, export.len(), tokenizer_json, facts.clone(), Some(&packed));
            let embedder = Embedder::from_packed(entry.id.clone(), facts, packed.clone(), tokenizer_json)?;
            (entry, embedder, Some(packed))
        }
        None => {
            let graph = onnx::Graph::load(&onnx::prepare(export)?)?;
            let width = width(&graph, tokenizer.largest_id())?;
            let facts = facts(width, longest(&graph, width, most)?);
            let entry = entry(&sha256, export.len(), tokenizer_json, facts.clone(), None);
            let embedder = Embedder::on_tract(entry.id.clone(), facts, graph, tokenizer_json)?;
            (entry, embedder, None)
        }
    };
    // Numbers that are none show here, not in the middle of somebody's records.
    let doubtful = !sense::makes_sense(&embedder)?;
    Ok(Opened::Embedder(Box::new(Own { entry, embedder, sha256, packed, stated_tokens, doubtful })))
}

impl Own {
    /// Returns the id of the model, made of the hashes of its files and of what was chosen: vectors of one id compare with each other.
    pub fn id(&self) -> &ModelId {
        &self.entry.id
    }

    /// Returns what a manifest would say of the model, with the hashes of its files.
    pub fn entry(&self) -> &ModelEntry {
        &self.entry
    }

    /// Returns the SHA-256 of the export, in lower-case hexadecimal.
    pub fn sha256(&self) -> &str {
        &self.sha256
    }

    /// Returns after how many tokens the tokenizer's file has a text cut off, where it says so; more are read where the model can.
    pub fn stated_tokens(&self) -> Option<usize> {
        self.stated_tokens
    }

    /// Returns whether words that mean the same are no nearer to each other than others: the tokenizer is then another model's, or the model
    /// knows no English.
    pub fn is_doubtful(&self) -> bool {
        self.doubtful
    }

    /// Returns the embedder.
    pub fn embedder(&self) -> &Embedder {
        &self.embedder
    }

    /// Returns the packed weights, once, for the engine that is to run them (`onnx/`); `None` where the model runs on tract.
    pub fn take_packed(&mut self) -> Option<Vec<u8>> {
        self.packed.take()
    }
}

fn bounded(bytes: &[u8], most: usize, what: &'static str) -> Result<()> {
    if bytes.len() > most {
        return Err(Error::new(Code::TooLarge, what).found(bytes.len() as u64, most as u64));
    }
    Ok(())
}

/// Returns the most tokens of a text that are read, where the model has the positions, and the tokenizer's file says `stated`.
fn most_tokens(stated: Option<usize>) -> usize {
    stated.unwrap_or(USUAL_TOKENS).clamp(USUAL_TOKENS, MOST_TOKENS)
}

/// Refuses a tokenizer whose vocabulary is not as large as that of a model with vectors for so many `words`. Which words they are an
/// export does not say.
fn same_vocabulary(tokenizer: &Tokenizer, words: Option<usize>) -> Result<()> {
    let known = tokenizer.largest_id() as usize + 1;
    match words {
        Some(words) if known > words || words - known > MOST_SPARE_WORDS => Err(Error::new(
            Code::Model,
            "the tokenizer has another vocabulary than the model: choose the tokenizer.json that belongs to it",
        )
        .found(known as u64, words as u64)),
        _ => Ok(()),
    }
}

fn packed(export: &[u8], runtime: Runtime) -> Result<Option<Vec<u8>>> {
    if runtime == Runtime::Tract {
        return Ok(None);
    }
    match onnx::pack(export) {
        Ok(packed) => Ok(Some(packed)),
        Err(error) if error.code() == Code::Unsupported => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns the length of the vectors that `graph` gives for each token.
fn width(graph: &onnx::Graph, largest_id: u32) -> Result<usize> {
    // A model that runs on its first word only does not know the tokenizer's last one.
    let outputs = graph.run(&[0, largest_id]).map_err(|error| match graph.run(&[0, 0]) {
        Ok(_) => Error::new(
            Code::Model,
            "the model does not know all words of the tokenizer: choose the tokenizer.json that belongs to it",
        ),
        Err(_) => error,
    })?;
    match outputs.first().map(|(shape, _)| shape.as_slice()) {
        Some([1, 2, width]) if WIDTHS.contains(width) => Ok(*width),
        Some([1, 2, _] | [1, _]) => Err(Error::new(
            Code::Unsupported,
            "the model's first output is no vector for each token but a score or one vector for all: choose an export of the encoder \
             alone (feature extraction, last_hidden_state)",
        )),
        _ => Err(Error::new(
            Code::Unsupported,
            "the model's first output is not of the shape [1, tokens, width]: choose an export of the encoder alone (feature \
             extraction, last_hidden_state)",
        )),
    }
}

/// Returns the most tokens, at most `most`, that `graph` runs on.
fn longest(graph: &onnx::Graph, width: usize, most: usize) -> Result<usize> {
    let halves =
        std::iter::successors(Some(most), |tokens| Some(tokens / 2)).take_while(|tokens| *tokens >= LEAST_TOKENS);
    let mut failed = None;
    for tokens in halves {
        match graph.hidden(&vec![0; tokens], width) {
            Ok(_) => return Ok(tokens),
            Err(error) => failed = Some(error),
        }
    }
    Err(failed
        .unwrap_or_else(|| Error::new(Code::Model, "the tokenizer cuts texts off after too few tokens to be of use")))
}

fn entry(sha256: &str, bytes: usize, tokenizer_json: &[u8], facts: EncoderFacts, packed: Option<&[u8]>) -> ModelEntry {
    let file = |role, path: &str, bytes: usize, sha256: String, origin| PinnedFile {
        role,
        path: path.to_owned(),
        bytes: bytes as u64,
        sha256,
        origin,
    };
    let given = |name: &str| Origin::Kept { kept: name.to_owned() };
    let tokenizer = sha256_hex(tokenizer_json);
    let made_of = format!("{sha256} {tokenizer} {:?} {} {}", facts.pooling, facts.max_tokens, packed.is_some());
    let name: String = sha256_hex(made_of.as_bytes()).chars().take(16).collect();
    let mut files = vec![
        file(Role::Source, "own/model.onnx", bytes, sha256.to_owned(), given("model.onnx")),
        file(Role::Tokenizer, "own/tokenizer.json", tokenizer_json.len(), tokenizer, given("tokenizer.json")),
    ];
    if let Some(packed) = packed {
        let origin = Origin::Converted { converted_from: Role::Source };
        files.push(file(Role::Weights, "own/model.pack", packed.len(), sha256_hex(packed), origin));
    }
    ModelEntry {
        id: ModelId::new(format!("own-{name}")),
        purpose: Purpose::Embedder,
        sets: Vec::new(),
        licence: String::new(),
        attribution: String::new(),
        changes: None,
        files,
        encoder: Some(facts),
        tagger: None,
        reranker: None,
    }
}

#[cfg(test)]
mod tests;
