//! Text → labelled stretches: tokenizer, token classifier, votes.

use crate::error::{Code, Error, Result};
use crate::model::manifest::{ModelEntry, Role, TaggerFacts};
use crate::model::onnx::graph::Graph;
use crate::model::tagging::{Tag, Tagged, Vote, stretches};
use crate::model::tokenizer::Tokenizer;

/// Tokens on either side of a window that are read for context only.
const MARGIN: usize = 32;
/// The most tokens of a text that are read; some 4 MB of prose.
const MAX_TEXT_TOKENS: usize = 1 << 20;
/// The least probability of being a name at which a word counts. Low on purpose: other signs are weighed with it, and
/// what is missed costs more than what is found in vain.
const LEAST: f32 = 0.2;

/// A token classifier, ready to use. Long texts are read in windows that overlap, so that every token is judged with
/// at least [`MARGIN`] tokens on either side where the text has them.
pub struct Tagger {
    tokenizer: Tokenizer,
    graph: Graph,
    frame: [u32; 2],
    window: usize,
    /// For each output the index of its label, `None` for none.
    outputs: Vec<Option<usize>>,
    labels: Vec<String>,
}

impl Tagger {
    /// Returns the tagger of `entry`, whose prepared weights and tokenizer the caller has fetched.
    ///
    /// # Errors
    /// `model` when a file is not the pinned one or the files do not belong together; `not-found` when the entry is of no
    /// tagger.
    pub fn load(entry: &ModelEntry, weights: &[u8], tokenizer_json: &[u8]) -> Result<Self> {
        entry.file(Role::Weights)?.verify(weights)?;
        entry.file(Role::Tokenizer)?.verify(tokenizer_json)?;
        let facts = entry
            .tagger
            .as_ref()
            .ok_or_else(|| Error::new(Code::NotFound, "the manifest entry states no labels: the model is no tagger"))?;
        Tagger::from_prepared(facts, weights, tokenizer_json)
    }

    fn from_prepared(facts: &TaggerFacts, weights: &[u8], tokenizer_json: &[u8]) -> Result<Self> {
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
        let graph = Graph::load(weights)?;
        let tagger = Tagger { tokenizer, graph, frame, window, outputs, labels };
        // A tokenizer of another model shows here, not in the middle of somebody's records.
        tagger.probabilities(&[tagger.tokenizer.largest_id()])?;
        Ok(tagger)
    }

    /// Returns the labels, in the order in which a [`Vote`] has their probabilities.
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    /// Returns what the model holds of each token of `text`, in order.
    ///
    /// # Errors
    /// `model` when the model fails.
    pub fn votes(&self, text: &str) -> Result<Vec<Vote>> {
        let tokens = self.tokenizer.tokens(text)?;
        let mut votes = Vec::with_capacity(tokens.len());
        let mut start = 0;
        while start < tokens.len() {
            let end = (start + self.window).min(tokens.len());
            let from = start.saturating_sub(MARGIN);
            let context = tokens.get(from..(end + MARGIN).min(tokens.len())).unwrap_or_default();
            let ids: Vec<u32> = context.iter().map(|(id, _)| *id).collect();
            let rows = self.probabilities(&ids)?;
            let judged = context.iter().zip(rows).skip(start - from).take(end - start);
            votes.extend(judged.map(|((_, range), labels)| Vote { range: range.clone(), labels }));
            start = end;
        }
        Ok(votes)
    }

    /// Returns for each of `ids` the probabilities of the labels.
    fn probabilities(&self, ids: &[u32]) -> Result<Vec<Vec<f32>>> {
        let [open, close] = self.frame;
        let framed: Vec<u32> = std::iter::once(open).chain(ids.iter().copied()).chain([close]).collect();
        let logits = self.graph.hidden(&framed, self.outputs.len())?;
        let rows = logits.chunks_exact(self.outputs.len().max(1)).skip(1).take(ids.len());
        Ok(rows.map(|row| self.of_labels(row)).collect())
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

impl Tag for Tagger {
    fn tag(&self, text: &str) -> Result<Vec<Tagged>> {
        Ok(stretches(text, &self.votes(text)?, &self.labels, LEAST))
    }
}
