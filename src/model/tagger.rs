//! Text → what is held of its tokens: tokenizer, token classifier.

use crate::error::{Code, Error, Result};
use crate::model::bert::{Bert, Sequence};
use crate::model::manifest::{ModelEntry, Role, TaggerFacts};
use crate::model::tagging::{Tag, Vote};
use crate::model::tokenizer::Tokenizer;

/// Tokens on either side of a window that are read for context only.
const MARGIN: usize = 32;
/// The most tokens of a text that are read; some 4 MB of prose.
const MAX_TEXT_TOKENS: usize = 1 << 20;

/// A token classifier, ready to use. Long texts are read in windows that overlap, so that every token is judged with
/// at least `MARGIN` tokens on either side where the text has them.
pub struct Tagger {
    tokenizer: Tokenizer,
    bert: Bert,
    frame: [u32; 2],
    window: usize,
    /// For each output the index of its label, `None` for none.
    outputs: Vec<Option<usize>>,
    labels: Vec<String>,
    /// The layers whose states are told.
    states: Vec<usize>,
}

/// What the model holds of the tokens of a window, row after row, those of the frame with them but for the labels.
struct Rows {
    labels: Vec<f32>,
    /// Of each layer whose states are told those, `[tokens, width] f32`.
    states: Vec<Vec<f32>>,
    width: usize,
}

impl Tagger {
    /// Returns the tagger of `entry`, whose packed weights and tokenizer the caller has fetched.
    ///
    /// # Errors
    /// `model` when a file is not the pinned one or the files do not belong together; `not-found` when the entry is of no
    /// tagger.
    pub fn load(entry: &ModelEntry, weights: Vec<u8>, tokenizer_json: &[u8]) -> Result<Self> {
        entry.file(Role::Weights)?.verify(&weights)?;
        entry.file(Role::Tokenizer)?.verify(tokenizer_json)?;
        let facts = entry
            .tagger
            .as_ref()
            .ok_or_else(|| Error::new(Code::NotFound, "the manifest entry states no labels: the model is no tagger"))?;
        Tagger::from_packed(facts, weights, tokenizer_json)
    }

    fn from_packed(facts: &TaggerFacts, weights: Vec<u8>, tokenizer_json: &[u8]) -> Result<Self> {
        let tokenizer = Tokenizer::load(tokenizer_json, MAX_TEXT_TOKENS)?;
        let frame = tokenizer.frame()?;
        let mut labels: Vec<String> = Vec::new();
        let outputs = facts
            .labels
            .iter()
            .map(|output| {
                let label = output.strip_prefix("B-").or_else(|| output.strip_prefix("I-"))?;
                Some(labels.iter().position(|known| known == label).unwrap_or_else(|| {
                    labels.push(label.to_owned());
                    labels.len() - 1
                }))
            })
            .collect();
        let window = facts.max_tokens.saturating_sub(frame.len() + 2 * MARGIN);
        if window == 0 {
            return Err(Error::new(Code::InvalidArgument, "max_tokens leaves no room for text beside its context"));
        }
        let bert = Bert::read(weights)?;
        let tagger = Tagger { tokenizer, bert, frame, window, outputs, labels, states: facts.states.clone() };
        if tagger.bert.labels() != tagger.outputs.len() || facts.max_tokens > tagger.bert.most_tokens() {
            return Err(Error::new(Code::Model, "the model does not give one value for each label of the manifest")
                .found(tagger.bert.labels() as u64, tagger.outputs.len() as u64));
        }
        // A tokenizer of another model shows here, not in the middle of somebody's records.
        tagger.rows(&[tagger.tokenizer.largest_id()])?;
        Ok(tagger)
    }

    /// Returns what the model holds of each of `ids`.
    fn rows(&self, ids: &[u32]) -> Result<Rows> {
        let [open, close] = self.frame;
        let framed: Vec<u32> = std::iter::once(open).chain(ids.iter().copied()).chain([close]).collect();
        let states = self.bert.states(&[Sequence::one(&framed)], &self.states)?;
        let logits = self.bert.token_logits(&states.last)?;
        let rows = logits.chunks_exact(self.outputs.len().max(1)).skip(1).take(ids.len());
        let labels = rows.flat_map(|row| self.of_labels(row)).collect();
        Ok(Rows { labels, states: states.after, width: self.bert.width() })
    }

    /// Returns the probabilities of the labels for one token: the softmax of its outputs, `B-` and `I-` added.
    fn of_labels(&self, logits: &[f32]) -> Vec<f32> {
        let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let powers: Vec<f32> = logits.iter().map(|logit| (logit - largest).exp()).collect();
        let sum: f32 = powers.iter().sum();
        let mut labels = vec![0.0; self.labels.len()];
        for (output, power) in self.outputs.iter().zip(&powers) {
            if let Some(label) = output.and_then(|label| labels.get_mut(label)) {
                *label += power / sum;
            }
        }
        labels
    }
}

impl Rows {
    /// Returns the states of the token `at` of the window: the first row is the frame's.
    fn states(&self, at: usize) -> Vec<f32> {
        let of = |rows: &Vec<f32>| rows.get((at + 1) * self.width..(at + 2) * self.width).unwrap_or_default().to_vec();
        self.states.iter().flat_map(of).collect()
    }
}

impl Tag for Tagger {
    fn read(&self, text: &str, each: &mut dyn FnMut(&Vote<'_>)) -> Result<()> {
        let tokens = self.tokenizer.tokens(text)?;
        let mut start = 0;
        while start < tokens.len() {
            let end = (start + self.window).min(tokens.len());
            let from = start.saturating_sub(MARGIN);
            let context = tokens.get(from..(end + MARGIN).min(tokens.len())).unwrap_or_default();
            let ids: Vec<u32> = context.iter().map(|(id, _)| *id).collect();
            let rows = self.rows(&ids)?;
            let labels = rows.labels.chunks_exact(self.labels.len().max(1));
            let judged = context.iter().zip(labels).enumerate().skip(start - from).take(end - start);
            for (at, ((_, range), labels)) in judged {
                each(&Vote { range: range.clone(), labels, states: &rows.states(at) });
            }
            start = end;
        }
        Ok(())
    }

    fn labels(&self) -> &[String] {
        &self.labels
    }

    fn states(&self) -> usize {
        self.states.len() * self.bert.width()
    }
}
