//! Text → vector: tokenizer, encoder, pooling.

use crate::error::{Code, Error, Result};
use crate::model::embedding::{Embedding, Encode};
use crate::model::manifest::{EncoderFacts, ModelEntry, ModelId, Pooling, Role};
use crate::model::onnx;
use crate::model::onnx::graph::Graph;
use crate::model::pooling;
use crate::model::tokenizer::Tokenizer;

/// An embedding model, ready to use.
///
/// Every text is encoded alone, without padding: no bit of a vector depends on the rest of a batch.
pub struct Embedder {
    id: ModelId,
    facts: EncoderFacts,
    tokenizer: Tokenizer,
    graph: Graph,
}

impl Embedder {
    /// Returns the embedder of `entry`, whose prepared weights and tokenizer the caller has fetched.
    ///
    /// # Errors
    /// `model` when a file is not the pinned one; `not-found` when the entry is of no embedder.
    pub fn load(entry: &ModelEntry, weights: &[u8], tokenizer_json: &[u8]) -> Result<Self> {
        entry.file(Role::Weights)?.verify(weights)?;
        entry.file(Role::Tokenizer)?.verify(tokenizer_json)?;
        let facts = entry.encoder.clone().ok_or_else(|| {
            Error::new(Code::NotFound, "the manifest entry states no encoder: the model is no embedder")
        })?;
        Embedder::from_prepared(entry.id.clone(), facts, weights, tokenizer_json)
    }

    /// Returns an embedder from a person's own BERT-like ONNX export and its `tokenizer.json`.
    ///
    /// # Errors
    /// `model` or `unsupported` when the files are damaged, do not belong together or do not have
    /// the stated `facts`; `invalid-argument` when `facts` cannot be.
    pub fn from_export(id: ModelId, facts: EncoderFacts, onnx: &[u8], tokenizer_json: &[u8]) -> Result<Self> {
        Embedder::from_prepared(id, facts, &onnx::prepare(onnx)?, tokenizer_json)
    }

    fn from_prepared(id: ModelId, facts: EncoderFacts, weights: &[u8], tokenizer_json: &[u8]) -> Result<Self> {
        let tokenizer = Tokenizer::load(tokenizer_json, facts.max_tokens)?;
        let graph = Graph::load(weights)?;
        // A tokenizer of another model shows here, not in the middle of somebody's records.
        graph.hidden(&[0, tokenizer.largest_id()], facts.dimensions)?;
        Ok(Embedder { id, facts, tokenizer, graph })
    }

    /// Returns what this model reads and gives.
    pub fn facts(&self) -> &EncoderFacts {
        &self.facts
    }

    /// Returns the number of tokens that are read of `text`, special tokens included.
    ///
    /// # Errors
    /// `model` when the tokenizer cannot encode the text.
    pub fn count_tokens(&self, text: &str) -> Result<usize> {
        Ok(self.tokenizer.encode(text)?.len())
    }

    /// Returns the vectors of the tokens of `text`, `[tokens] of [dimensions] f32`, the special tokens first and last.
    ///
    /// # Errors
    /// `model` when the tokenizer or the encoder fails.
    pub fn token_vectors(&self, text: &str) -> Result<Vec<Vec<f32>>> {
        let ids = self.tokenizer.encode(text)?;
        let hidden = self.graph.hidden(&ids, self.facts.dimensions)?;
        Ok(hidden.chunks_exact(self.facts.dimensions).map(<[f32]>::to_vec).collect())
    }

    fn embed_one(&self, text: &str) -> Result<Embedding> {
        let ids = self.tokenizer.encode(text)?;
        let hidden = self.graph.hidden(&ids, self.facts.dimensions)?;
        let mut vector = match self.facts.pooling {
            Pooling::Mean => pooling::mean(&hidden, &vec![1; ids.len()], self.facts.dimensions)?,
        };
        if self.facts.normalize {
            pooling::normalize(&mut vector);
        }
        Embedding::new(vector)
    }
}

impl Encode for Embedder {
    fn model_id(&self) -> &ModelId {
        &self.id
    }

    fn dimensions(&self) -> usize {
        self.facts.dimensions
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Embedding>> {
        texts.iter().map(|text| self.embed_one(text)).collect()
    }
}
