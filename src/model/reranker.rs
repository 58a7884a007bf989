//! Question and passage → score: a cross-encoder, which reads both at once (Nogueira and Cho 2019).

use crate::error::{Code, Error, Result};
use crate::model::bert::{Bert, Sequence};
use crate::model::manifest::{ModelEntry, ModelId, RerankerFacts, Role};
use crate::model::tokenizer::Tokenizer;

/// Tokens that are scored at once.
const BATCH_TOKENS: usize = 512;

/// A reranker, ready to use. No bit of a score depends on what else is in its batch.
pub struct Reranker {
    id: ModelId,
    tokenizer: Tokenizer,
    bert: Bert,
}

impl Reranker {
    /// Returns the reranker of `entry`, whose packed weights and tokenizer the caller has fetched.
    ///
    /// # Errors
    /// `model` when a file is not the pinned one or the files do not belong together; `not-found` when the entry is of no
    /// reranker.
    pub fn load(entry: &ModelEntry, weights: Vec<u8>, tokenizer_json: &[u8]) -> Result<Self> {
        entry.file(Role::Weights)?.verify(&weights)?;
        entry.file(Role::Tokenizer)?.verify(tokenizer_json)?;
        let RerankerFacts { max_tokens } = entry.reranker.as_ref().ok_or_else(|| {
            Error::new(Code::NotFound, "the manifest entry states no limit: the model is no reranker")
        })?;
        let tokenizer = Tokenizer::load(tokenizer_json, *max_tokens)?;
        let reranker = Reranker { id: entry.id.clone(), tokenizer, bert: Bert::read(weights)? };
        if reranker.bert.labels() != 1 || *max_tokens > reranker.bert.most_tokens() {
            return Err(Error::new(
                Code::Model,
                "the model does not give one score for a pair of texts as long as stated",
            ));
        }
        // A tokenizer of another model shows here, not in the middle of somebody's records.
        reranker.bert.pair_logits(&[Sequence { ids: &[0, reranker.tokenizer.largest_id()], second: 1 }])?;
        Ok(reranker)
    }

    /// Returns the model that the scores come from.
    pub fn model_id(&self) -> &ModelId {
        &self.id
    }

    /// Returns the bytes that the weights hold in memory.
    pub fn memory(&self) -> usize {
        self.bert.memory()
    }

    /// Returns for each of `passages` how well it answers `question`: the model's logit, unbounded, more is better. Text beyond the
    /// model's limit is not read.
    ///
    /// # Errors
    /// `model` when the tokenizer or the encoder fails, or gives no finite number.
    pub fn score(&self, question: &str, passages: &[&str]) -> Result<Vec<f32>> {
        let mut scores = Vec::with_capacity(passages.len());
        let mut batch: Vec<(Vec<u32>, usize)> = Vec::new();
        for passage in passages {
            let pair = self.tokenizer.encode_pair(question, passage)?;
            if batch.iter().map(|(ids, _)| ids.len()).sum::<usize>() + pair.0.len() > BATCH_TOKENS {
                scores.extend(self.logits(&batch)?);
                batch.clear();
            }
            batch.push(pair);
        }
        scores.extend(self.logits(&batch)?);
        if scores.iter().all(|score| score.is_finite()) {
            Ok(scores)
        } else {
            Err(Error::new(Code::Model, "the model gave a score that is not finite"))
        }
    }

    fn logits(&self, batch: &[(Vec<u32>, usize)]) -> Result<Vec<f32>> {
        let batch: Vec<Sequence<'_>> = batch.iter().map(|(ids, second)| Sequence { ids, second: *second }).collect();
        self.bert.pair_logits(&batch)
    }
}
