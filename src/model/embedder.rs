//! Text → vector: tokenizer, encoder, pooling.

use std::sync::{Mutex, PoisonError};

use crate::error::{Code, Error, Result};
use crate::model::bert::{Bert, Sequence};
use crate::model::embedding::{Embedding, Encode};
use crate::model::manifest::{EncoderFacts, ModelEntry, ModelId, Pooling, Role};
#[cfg(feature = "onnx")]
use crate::model::onnx;
use crate::model::pooling;
use crate::model::recent::Recent;
use crate::model::tokenizer::Tokenizer;

/// Tokens that are encoded at once: enough to use each weight many times, few enough for the cache.
const BATCH_TOKENS: usize = 256;

/// An embedding model, ready to use. The vectors of the last questions are kept in memory.
///
/// No bit of a vector depends on what else is in its batch.
pub struct Embedder {
    id: ModelId,
    facts: EncoderFacts,
    tokenizer: Tokenizer,
    engine: Engine,
    /// The last questions with their vectors, the newest last.
    asked: Mutex<Recent<Embedding>>,
}

/// What a model runs on.
enum Engine {
    Kernels(Box<Bert>),
    #[cfg(feature = "onnx")]
    Tract(Box<onnx::Graph>),
}

impl Embedder {
    /// Returns the embedder of `entry`, whose packed weights and tokenizer the caller has fetched.
    ///
    /// # Errors
    /// `model` when a file is not the pinned one; `not-found` when the entry is of no embedder.
    pub fn load(entry: &ModelEntry, weights: Vec<u8>, tokenizer_json: &[u8]) -> Result<Self> {
        entry.file(Role::Weights)?.verify(&weights)?;
        entry.file(Role::Tokenizer)?.verify(tokenizer_json)?;
        let facts = entry.encoder.clone().ok_or_else(|| {
            Error::new(Code::NotFound, "the manifest entry states no encoder: the model is no embedder")
        })?;
        Embedder::from_packed(entry.id.clone(), facts, weights, tokenizer_json)
    }

    /// Returns an embedder from weights in the packed form and a `tokenizer.json`.
    ///
    /// # Errors
    /// `model` when the files are damaged, do not belong together or do not have the stated `facts`; `invalid-argument` when
    /// `facts` cannot be.
    pub fn from_packed(id: ModelId, facts: EncoderFacts, weights: Vec<u8>, tokenizer_json: &[u8]) -> Result<Self> {
        let engine = Engine::Kernels(Box::new(Bert::read(weights)?));
        Embedder::of(id, facts, engine, tokenizer_json)
    }

    /// Returns an embedder that runs `graph` on tract.
    ///
    /// # Errors
    /// As [`from_packed`](Self::from_packed).
    #[cfg(feature = "onnx")]
    pub fn on_tract(id: ModelId, facts: EncoderFacts, graph: onnx::Graph, tokenizer_json: &[u8]) -> Result<Self> {
        Embedder::of(id, facts, Engine::Tract(Box::new(graph)), tokenizer_json)
    }

    fn of(id: ModelId, facts: EncoderFacts, engine: Engine, tokenizer_json: &[u8]) -> Result<Self> {
        let tokenizer = Tokenizer::load(tokenizer_json, facts.max_tokens)?;
        let embedder = Embedder { id, facts, tokenizer, engine, asked: Mutex::default() };
        // A tokenizer of another model, or facts of one, show here, not in the middle of somebody's records.
        embedder.hidden(&[&[0, embedder.tokenizer.largest_id()]])?;
        match &embedder.engine {
            Engine::Kernels(bert) if embedder.facts.max_tokens > bert.most_tokens() => {
                Err(Error::new(Code::InvalidArgument, "max_tokens is more than the model has positions for")
                    .found(embedder.facts.max_tokens as u64, bert.most_tokens() as u64))
            }
            _ => Ok(embedder),
        }
    }

    /// Returns what is embedded for `question`: the question behind what stands before questions.
    pub fn question_text(&self, question: &str) -> String {
        format!("{}{question}", self.facts.query_prefix)
    }

    /// Returns what this model reads and gives.
    pub fn facts(&self) -> &EncoderFacts {
        &self.facts
    }

    /// Returns what a person is to know of how this model runs; nothing where it runs on our kernels.
    pub fn note(&self) -> Option<&'static str> {
        match self.engine {
            Engine::Kernels(_) => None,
            #[cfg(feature = "onnx")]
            Engine::Tract(_) => {
                Some("This model is of a form that the fast kernels do not know: it runs on tract, slower.")
            }
        }
    }

    /// Returns the bytes that the weights hold in memory, as far as they are known.
    pub fn memory(&self) -> usize {
        match &self.engine {
            Engine::Kernels(bert) => bert.memory(),
            #[cfg(feature = "onnx")]
            Engine::Tract(_) => 0,
        }
    }

    /// Computes the matrix products of the model over `rows` rows, `rounds` times and nothing else, and returns how many
    /// multiplications and additions that was; 0 where the model does not run on our kernels.
    pub fn products(&self, rows: usize, rounds: usize) -> u64 {
        match &self.engine {
            Engine::Kernels(bert) => bert.products(rows, rounds),
            #[cfg(feature = "onnx")]
            Engine::Tract(_) => 0,
        }
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
        let hidden = self.hidden(&[&ids])?;
        Ok(hidden.chunks_exact(self.facts.dimensions).map(<[f32]>::to_vec).collect())
    }

    /// Returns the hidden states of texts, those of one behind those of the other, `[tokens, dimensions] f32`.
    fn hidden(&self, texts: &[&[u32]]) -> Result<Vec<f32>> {
        let batch: Vec<Sequence<'_>> = texts.iter().map(|ids| Sequence::one(ids)).collect();
        match &self.engine {
            Engine::Kernels(bert) if bert.width() == self.facts.dimensions => Ok(bert.states(&batch, &[])?.last),
            Engine::Kernels(_) => {
                Err(Error::new(Code::Model, "the model does not give vectors of the stated dimensions for each token"))
            }
            #[cfg(feature = "onnx")]
            Engine::Tract(graph) => {
                let each: Vec<Vec<f32>> =
                    texts.iter().map(|ids| graph.hidden(ids, self.facts.dimensions)).collect::<Result<_>>()?;
                Ok(each.concat())
            }
        }
    }

    fn embed_batch(&self, texts: &[Vec<u32>], vectors: &mut Vec<Embedding>) -> Result<()> {
        let ids: Vec<&[u32]> = texts.iter().map(Vec::as_slice).collect();
        let hidden = self.hidden(&ids)?;
        let mut rest = hidden.as_slice();
        for ids in texts {
            let (rows, others) = rest.split_at_checked(ids.len() * self.facts.dimensions).unwrap_or_default();
            rest = others;
            let mut vector = match self.facts.pooling {
                Pooling::Mean => pooling::mean(rows, &vec![1; ids.len()], self.facts.dimensions)?,
                Pooling::Cls => rows.get(..self.facts.dimensions).unwrap_or_default().to_vec(),
            };
            if self.facts.normalize {
                pooling::normalize(&mut vector);
            }
            vectors.push(Embedding::new(vector)?);
        }
        Ok(())
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
        let mut vectors = Vec::with_capacity(texts.len());
        let mut batch: Vec<Vec<u32>> = Vec::new();
        for text in texts {
            let ids = self.tokenizer.encode(text)?;
            if batch.iter().map(Vec::len).sum::<usize>() + ids.len() > BATCH_TOKENS && !batch.is_empty() {
                self.embed_batch(&batch, &mut vectors)?;
                batch.clear();
            }
            batch.push(ids);
        }
        self.embed_batch(&batch, &mut vectors)?;
        Ok(vectors)
    }

    fn tokens(&self, text: &str) -> Option<usize> {
        self.tokenizer.count(text).ok()
    }

    fn word_share(&self) -> Option<f64> {
        self.facts.word_percent.map(|percent| f64::from(percent.min(100)) / 100.0)
    }

    fn file(&self, take: &mut dyn FnMut(&[u8])) {
        match &self.engine {
            Engine::Kernels(bert) => bert.file(take),
            #[cfg(feature = "onnx")]
            Engine::Tract(_) => {}
        }
    }

    fn embed_question(&self, question: &str) -> Result<Embedding> {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.get_or(question, || {
            let vector = self.embed(&[&self.question_text(question)])?.pop();
            vector.ok_or_else(|| Error::new(Code::Model, "the model gave no vector for a text"))
        })
    }
}

#[cfg(all(test, feature = "onnx"))]
mod tests {
    use super::*;
    use crate::model::onnx::toy_bert::{Form, POSITIONS, Top, WIDTH, WORDS, onnx, tokenizer};

    #[test]
    fn a_question_that_is_asked_again_does_not_run_the_model() {
        let facts = EncoderFacts {
            dimensions: WIDTH,
            pooling: Pooling::Mean,
            max_tokens: POSITIONS,
            normalize: true,
            query_prefix: "heart ".into(),
            word_percent: None,
        };
        let packed = onnx::pack(&onnx(Form::Scaled, Top::States)).unwrap();
        let mut embedder =
            Embedder::from_packed(ModelId::new("toy"), facts, packed, tokenizer(WORDS).as_bytes()).unwrap();
        let behind = embedder.embed(&["heart blood pressure"]).unwrap();
        assert_eq!([embedder.embed_question("blood pressure").unwrap()], behind[..]);
        assert_ne!(embedder.embed(&["blood pressure"]).unwrap(), behind);
        let asked = embedder.embed_question("blood pressure").unwrap();
        // From here on the model fails whenever it is run.
        embedder.facts.dimensions += 1;
        assert_eq!(embedder.embed_question("blood pressure").unwrap(), asked);
        assert_eq!(embedder.embed_question("left arm pain").unwrap_err().code(), Code::Model);
        assert_eq!(embedder.embed(&["heart blood pressure"]).unwrap_err().code(), Code::Model);
    }
}
