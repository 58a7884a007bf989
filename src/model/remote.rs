//! An embedder that runs elsewhere, for instance in a worker of its own.
//!
//! Whoever runs it hands over the vectors of passages, and those of questions: a question whose vector is not there is an error once, is
//! noted as [wanted](Remote::wanted), and the call that asked for it is made again when it has been handed over.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::error::{Code, Error, Result};
use crate::model::embedding::{Embedding, Encode};
use crate::model::manifest::{ModelEntry, ModelId};
use crate::model::recent::Recent;

/// What is known of an embedder that runs elsewhere.
#[derive(Debug)]
pub struct Remote {
    id: ModelId,
    dimensions: usize,
    asked: Mutex<Asked>,
}

#[derive(Debug, Default)]
struct Asked {
    wanted: Option<String>,
    known: Recent<Embedding>,
}

impl Remote {
    /// Returns the embedder called `id`, which gives vectors of `dimensions`.
    pub fn new(id: ModelId, dimensions: usize) -> Self {
        Remote { id, dimensions, asked: Mutex::default() }
    }

    /// Returns the embedder of `entry`.
    ///
    /// # Errors
    /// `not-found` when the entry is of no embedder.
    pub fn of(entry: &ModelEntry) -> Result<Self> {
        let facts = entry.encoder.as_ref().ok_or_else(|| {
            Error::new(Code::NotFound, "the manifest entry states no encoder: the model is no embedder")
        })?;
        Ok(Remote::new(entry.id.clone(), facts.dimensions))
    }

    /// Returns the question that the last call failed for want of a vector of, once.
    pub fn wanted(&self) -> Option<String> {
        self.asked().wanted.take()
    }

    /// Takes the vector of `question`, `[dimensions] f32`.
    ///
    /// # Errors
    /// `model` when it is of other dimensions or not finite.
    pub fn hand_over(&self, question: &str, vector: Vec<f32>) -> Result<()> {
        if vector.len() != self.dimensions {
            return Err(Error::new(Code::Model, "the model gave a vector of other dimensions than it said")
                .found(vector.len() as u64, self.dimensions as u64));
        }
        let vector = Embedding::new(vector)?;
        self.asked().known.put(question, vector);
        Ok(())
    }

    fn asked(&self) -> MutexGuard<'_, Asked> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Encode for Arc<Remote> {
    fn model_id(&self) -> &ModelId {
        &self.id
    }

    fn dimensions(&self) -> usize {
        self.dimensions
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Embedding>> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        Err(Error::new(Code::Model, "the model runs elsewhere: the vectors of passages are handed over"))
    }

    fn embed_question(&self, question: &str) -> Result<Embedding> {
        let mut asked = self.asked();
        if let Some(vector) = asked.known.get(question) {
            return Ok(vector);
        }
        asked.wanted = Some(question.to_owned());
        Err(Error::new(Code::Model, "the model runs elsewhere, and has not given the vector of the question yet"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::recent::KEPT;

    fn remote() -> Arc<Remote> {
        Arc::new(Remote::new(ModelId::new("own"), 2))
    }

    #[test]
    fn a_question_is_wanted_once_and_known_once_handed_over() {
        let remote = remote();
        assert_eq!(remote.wanted(), None);
        assert_eq!(remote.embed_question("Why?").unwrap_err().code(), Code::Model);
        assert_eq!(remote.wanted().as_deref(), Some("Why?"));
        assert_eq!(remote.wanted(), None);
        remote.hand_over("Why?", vec![1.0, 0.0]).unwrap();
        assert_eq!(remote.embed_question("Why?").unwrap().as_slice(), [1.0, 0.0]);
        assert_eq!(remote.wanted(), None);
    }

    #[test]
    fn vectors_that_do_not_fit_are_refused() {
        for vector in [vec![], vec![1.0], vec![1.0; 3], vec![1.0, f32::NAN]] {
            assert_eq!(remote().hand_over("Why?", vector).unwrap_err().code(), Code::Model);
        }
    }

    #[test]
    fn only_the_last_questions_are_kept() {
        let remote = remote();
        for number in 0..=KEPT {
            remote.hand_over(&number.to_string(), vec![number as f32, 0.0]).unwrap();
        }
        assert!(remote.embed_question("0").is_err());
        assert_eq!(remote.embed_question("1").unwrap().as_slice(), [1.0, 0.0]);
        remote.hand_over("1", vec![0.5, 0.5]).unwrap();
        assert_eq!(remote.embed_question("1").unwrap().as_slice(), [0.5, 0.5]);
    }

    #[test]
    fn passages_are_embedded_elsewhere() {
        assert_eq!(remote().embed(&["a"]).unwrap_err().code(), Code::Model);
        assert!(remote().embed(&[]).unwrap().is_empty());
    }
}
