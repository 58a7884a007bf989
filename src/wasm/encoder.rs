//! Models by themselves, without records: what the workers of the pool run, and what a page may use alone.

use wasm_bindgen::prelude::*;

use super::engine::thrown;
use super::models::entry;
use crate::model::{Embedder, Encode as _, Reranker, Tag as _, Tagger};

/// An embedding model without an engine around it.
#[wasm_bindgen]
pub struct Encoder(Embedder);

#[wasm_bindgen]
impl Encoder {
    /// Loads the embedding model of one manifest entry (JSON) from its weights and tokenizer, whose hashes are checked against the
    /// entry.
    ///
    /// # Errors
    /// `model` when a file is not the pinned one or cannot be used.
    #[wasm_bindgen(constructor)]
    pub fn new(entry_json: &str, weights: Vec<u8>, tokenizer: &[u8]) -> Result<Encoder, JsValue> {
        Ok(Encoder(Embedder::load(&entry(entry_json)?, weights, tokenizer).map_err(thrown)?))
    }

    /// Returns the length of a vector.
    #[wasm_bindgen(getter)]
    pub fn dimensions(&self) -> usize {
        self.0.dimensions()
    }

    /// Returns the bytes that the weights hold in memory.
    #[wasm_bindgen(getter)]
    pub fn memory(&self) -> usize {
        self.0.memory()
    }

    /// Computes the model's matrix products over `rows` rows, `rounds` times and nothing else, and returns how many multiplications
    /// and additions that was: for benchmarks.
    pub fn products(&self, rows: usize, rounds: usize) -> f64 {
        self.0.products(rows, rounds) as f64
    }

    /// Returns the vectors of passages behind each other, `[passages, dimensions]`.
    ///
    /// # Errors
    /// `model` when the model fails.
    pub fn embed(&self, passages: Vec<String>) -> Result<Vec<f32>, JsValue> {
        let passages: Vec<&str> = passages.iter().map(String::as_str).collect();
        let vectors = self.0.embed(&passages).map_err(thrown)?;
        Ok(vectors.iter().flat_map(|vector| vector.as_slice()).copied().collect())
    }

    /// Returns the vector of a question.
    ///
    /// # Errors
    /// `model` when the model fails.
    #[wasm_bindgen(js_name = embedQuestion)]
    pub fn embed_question(&self, question: &str) -> Result<Vec<f32>, JsValue> {
        Ok(self.0.embed_question(question).map_err(thrown)?.as_slice().to_vec())
    }

    /// Returns the number of tokens that are read of `text`.
    ///
    /// # Errors
    /// `model` when the tokenizer fails.
    #[wasm_bindgen(js_name = countTokens)]
    pub fn count_tokens(&self, text: &str) -> Result<usize, JsValue> {
        self.0.count_tokens(text).map_err(thrown)
    }
}

/// A model that scores how well passages answer a question.
#[wasm_bindgen]
pub struct Scorer(Reranker);

#[wasm_bindgen]
impl Scorer {
    /// Loads the reranker of one manifest entry (JSON) from its weights and tokenizer, whose hashes are checked against the entry.
    ///
    /// # Errors
    /// `model` when a file is not the pinned one or cannot be used.
    #[wasm_bindgen(constructor)]
    pub fn new(entry_json: &str, weights: Vec<u8>, tokenizer: &[u8]) -> Result<Scorer, JsValue> {
        Ok(Scorer(Reranker::load(&entry(entry_json)?, weights, tokenizer).map_err(thrown)?))
    }

    /// Returns for each of `passages` how well it answers `question`; more is better.
    ///
    /// # Errors
    /// `model` when the model fails.
    pub fn score(&self, question: &str, passages: Vec<String>) -> Result<Vec<f32>, JsValue> {
        let passages: Vec<&str> = passages.iter().map(String::as_str).collect();
        self.0.score(question, &passages).map_err(thrown)
    }
}

/// A model that names what the tokens of a text are part of.
#[wasm_bindgen]
pub struct Namer(Tagger);

#[wasm_bindgen]
impl Namer {
    /// Loads the tagger of one manifest entry (JSON) from its weights and tokenizer, whose hashes are checked against the entry.
    ///
    /// # Errors
    /// `model` when a file is not the pinned one or cannot be used.
    #[wasm_bindgen(constructor)]
    pub fn new(entry_json: &str, weights: Vec<u8>, tokenizer: &[u8]) -> Result<Namer, JsValue> {
        Ok(Namer(Tagger::load(&entry(entry_json)?, weights, tokenizer).map_err(thrown)?))
    }

    /// Returns for each token of `text` how probable the model holds it that it has a label, 0 to 1.
    ///
    /// # Errors
    /// `model` when the model fails.
    pub fn probabilities(&self, text: &str) -> Result<Vec<f32>, JsValue> {
        let mut probabilities = Vec::new();
        self.0.read(text, &mut |vote| probabilities.push(vote.labels.iter().sum())).map_err(thrown)?;
        Ok(probabilities)
    }
}
