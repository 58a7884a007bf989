//! Looks for instructions to a model in a question, with the classifier where it and its embedder are there.

use std::sync::Arc;

use super::Room;
use crate::error::{Error, Result};
use crate::model::injection::Classifier;
use crate::privacy::injection::Screened;

impl Room {
    /// Asks `classifier` from now on, beside the rules, whether a sentence of a question is an instruction; it is asked once
    /// an embedder is there whose vectors it reads.
    pub fn set_classifier(&mut self, classifier: impl Into<Arc<Classifier>>) {
        self.classifier = Some(classifier.into());
    }

    /// Returns whether the classifier is asked.
    pub fn has_classifier(&self) -> bool {
        let encoder = self.encoder.as_ref();
        self.classifier.as_ref().zip(encoder).is_some_and(|(classifier, encoder)| classifier.reads(encoder.model_id()))
    }

    /// Returns `question` with the parts of it that read like instructions to a model; those among `allowed` are let be.
    ///
    /// # Errors
    /// `model` when the embedder fails.
    pub fn screen(&self, question: &str, allowed: &[String]) -> Result<Screened> {
        let asked = self.classifier.as_ref().zip(self.encoder.as_ref()).filter(|_| self.has_classifier());
        let mut failed: Option<Error> = None;
        let screened = Screened::new(question, allowed, &mut |sentence| {
            let (classifier, encoder) = asked?;
            let embedded = encoder.embed(&[sentence]);
            match embedded.and_then(|vectors| vectors.first().map(|vector| classifier.probability(vector)).transpose())
            {
                Ok(probability) => probability,
                Err(error) => {
                    failed = Some(error);
                    None
                }
            }
        });
        failed.map_or(Ok(screened), Err)
    }
}
