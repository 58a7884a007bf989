//! A cross-encoder that runs elsewhere, for instance in a worker of its own.
//!
//! A search that would ask it goes on without it, and what it would have read is noted as [wanted](Elsewhere::wanted). Whoever runs the model
//! scores as many of those pairs as there is time for, from the first on, [hands the scores over](Elsewhere::hand_over), and makes the search
//! again, which then has them. No clock is in here.

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Serialize;

use super::Rerank;
use crate::error::{Code, Error, Result};

/// A question and the passages that are read together with it, the most promising first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pairs {
    /// The question.
    pub question: String,
    /// What is read of each passage.
    pub passages: Vec<String>,
}

/// What the last search wanted to have read.
#[derive(Debug, Default)]
pub struct Elsewhere(Mutex<Option<Asked>>);

#[derive(Debug)]
struct Asked {
    pairs: Pairs,
    /// Whether somebody was told of them.
    named: bool,
    scores: Option<Vec<f32>>,
}

impl Elsewhere {
    /// Returns what the last search wanted to have read and was not, once.
    pub fn wanted(&self) -> Option<Pairs> {
        let mut asked = self.asked();
        let asked = asked.as_mut().filter(|asked| !asked.named)?;
        asked.named = true;
        Some(asked.pairs.clone())
    }

    /// Takes the logits of the first of the passages that [`wanted`](Self::wanted) named last; there may be none.
    ///
    /// # Errors
    /// `invalid-argument` when nothing is wanted; `model` when there are more than passages, or one is not finite.
    pub fn hand_over(&self, scores: Vec<f32>) -> Result<()> {
        let mut asked = self.asked();
        let asked = asked
            .as_mut()
            .filter(|asked| asked.named)
            .ok_or_else(|| Error::new(Code::InvalidArgument, "no search wants anything read a second time"))?;
        if scores.len() > asked.pairs.passages.len() || !scores.iter().all(|score| score.is_finite()) {
            return Err(Error::new(Code::Model, "the model gave scores that are none, or more than it was asked for")
                .found(scores.len() as u64, asked.pairs.passages.len() as u64));
        }
        asked.scores = Some(scores);
        Ok(())
    }

    fn asked(&self) -> MutexGuard<'_, Option<Asked>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Rerank for Elsewhere {
    fn score(&self, question: &str, passages: &[&str]) -> Result<Vec<f32>> {
        let mut asked = self.asked();
        let same = asked.as_ref().filter(|asked| asked.pairs.question == question && asked.pairs.passages == passages);
        if let Some(asked) = same {
            return Ok(asked.scores.clone().unwrap_or_default());
        }
        let passages = passages.iter().map(|passage| (*passage).to_owned()).collect();
        *asked = Some(Asked { pairs: Pairs { question: question.to_owned(), passages }, named: false, scores: None });
        Ok(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wanted_is_named_once_and_known_once_handed_over() {
        let elsewhere = Elsewhere::default();
        assert_eq!(elsewhere.wanted(), None);
        assert!(elsewhere.score("Why?", &["a", "b"]).unwrap().is_empty());
        let pairs = Pairs { question: "Why?".into(), passages: vec!["a".into(), "b".into()] };
        assert_eq!(elsewhere.wanted(), Some(pairs));
        assert_eq!(elsewhere.wanted(), None);
        elsewhere.hand_over(vec![1.5]).unwrap();
        assert_eq!(elsewhere.score("Why?", &["a", "b"]).unwrap(), [1.5]);
        assert_eq!(elsewhere.wanted(), None);
        // Other passages, or another question, are another reading.
        for (question, passages) in [("Why?", &["b", "a"]), ("Why not?", &["b", "a"]), ("Why?", &["a", "b"])] {
            assert!(elsewhere.score(question, passages).unwrap().is_empty());
            assert!(elsewhere.wanted().is_some());
        }
    }

    #[test]
    fn there_may_have_been_time_for_none() {
        let elsewhere = Elsewhere::default();
        elsewhere.score("Why?", &["a"]).unwrap();
        elsewhere.wanted().unwrap();
        elsewhere.hand_over(Vec::new()).unwrap();
        assert!(elsewhere.score("Why?", &["a"]).unwrap().is_empty());
        assert_eq!(elsewhere.wanted(), None);
    }

    #[test]
    fn scores_that_do_not_fit_are_refused() {
        let elsewhere = Elsewhere::default();
        assert_eq!(elsewhere.hand_over(vec![1.0]).unwrap_err().code(), Code::InvalidArgument);
        elsewhere.score("Why?", &["a"]).unwrap();
        assert_eq!(elsewhere.hand_over(vec![1.0]).unwrap_err().code(), Code::InvalidArgument, "it was not named");
        elsewhere.wanted().unwrap();
        for scores in [vec![1.0, 2.0], vec![f32::NAN]] {
            assert_eq!(elsewhere.hand_over(scores).unwrap_err().code(), Code::Model);
        }
        assert!(elsewhere.score("Why?", &["a"]).unwrap().is_empty());
    }

    #[test]
    fn as_many_scores_as_passages_are_taken_and_none_of_another_question() {
        let elsewhere = Elsewhere::default();
        elsewhere.score("Why?", &["a", "b"]).unwrap();
        elsewhere.wanted().unwrap();
        elsewhere.hand_over(vec![1.0, -2.0]).unwrap();
        assert_eq!(elsewhere.score("Why?", &["a", "b"]).unwrap(), [1.0, -2.0]);
        assert!(elsewhere.score("Why not?", &["a", "b"]).unwrap().is_empty());
        assert_eq!(elsewhere.wanted().map(|pairs| pairs.question).as_deref(), Some("Why not?"));
    }
}
