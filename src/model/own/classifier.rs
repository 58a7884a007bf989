//! A person's own classifier, of tokens or of texts, on our kernels.

use crate::error::{Code, Error, Result};
use crate::model::bert::{Bert, Sequence};
use crate::model::tokenizer::Tokenizer;

/// What a classifier gives its values for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Classifies {
    /// For each token, as taggers do.
    Tokens,
    /// For a text or a pair of texts, as rerankers do.
    Texts,
}

/// A BERT encoder with a classifier on top, which was recognised and shown to compute what its export does.
pub struct Classifier {
    bert: Bert,
    tokenizer: Tokenizer,
}

impl Classifier {
    /// Returns the classifier `bert` with the tokenizer in `tokenizer_json`, which reads at most `most` tokens of a text.
    ///
    /// # Errors
    /// `model` when the two do not fit each other.
    pub(super) fn new(bert: Bert, tokenizer_json: &[u8], most: usize) -> Result<Self> {
        let tokenizer = Tokenizer::load(tokenizer_json, most.min(bert.most_tokens()))?;
        let classifier = Classifier { bert, tokenizer };
        // As with an embedder: what does not fit shows here.
        classifier.run(&[0, classifier.tokenizer.largest_id()], 2)?;
        classifier.logits("blood pressure", None)?;
        Ok(classifier)
    }

    /// Returns what it gives its values for.
    pub fn classifies(&self) -> Classifies {
        if self.bert.classifies_texts() { Classifies::Texts } else { Classifies::Tokens }
    }

    /// Returns how many values it gives for each.
    pub fn labels(&self) -> usize {
        self.bert.labels()
    }

    /// Returns the values, unbounded, for `text`, or for `text` and a `second` one behind it: `[labels] f32`, or `[tokens, labels] f32`
    /// with the special tokens among them.
    ///
    /// # Errors
    /// `model` when the tokenizer or the encoder fails, or gives a value that is not finite.
    pub fn logits(&self, text: &str, second: Option<&str>) -> Result<Vec<f32>> {
        let (ids, begins) = match second {
            Some(second) => self.tokenizer.encode_pair(text, second)?,
            None => {
                let ids = self.tokenizer.encode(text)?;
                let end = ids.len();
                (ids, end)
            }
        };
        self.run(&ids, begins)
    }

    fn run(&self, ids: &[u32], second: usize) -> Result<Vec<f32>> {
        let batch = [Sequence { ids, second }];
        let logits = match self.classifies() {
            Classifies::Texts => self.bert.pair_logits(&batch)?,
            Classifies::Tokens => self.bert.token_logits(&self.bert.states(&batch, &[])?.last)?,
        };
        if logits.iter().all(|logit| logit.is_finite()) {
            Ok(logits)
        } else {
            Err(Error::new(Code::Model, "the model gave a value that is not finite"))
        }
    }

    /// Returns why search cannot use it, and what it can.
    pub(super) fn refused(&self) -> Error {
        let what = match self.classifies() {
            Classifies::Tokens => {
                "the model labels tokens (token classification), and gives no vectors to search by: choose an export of the encoder \
                 alone (feature extraction, last_hidden_state)"
            }
            Classifies::Texts => {
                "the model scores texts or pairs of them (sequence classification), and gives no vectors to search by: choose an export \
                 of the encoder alone (feature extraction, last_hidden_state)"
            }
        };
        Error::new(Code::Unsupported, what)
    }
}
