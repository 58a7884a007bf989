//! What retrieval asks of a cross-encoder.

use crate::error::Result;

/// Reads a question and a passage together.
pub trait Rerank {
    /// Returns for each of the first of `passages`, all of them where there is time, how well it answers `question`: a logit, unbounded,
    /// more is better.
    ///
    /// # Errors
    /// `model` when the model fails.
    fn score(&self, question: &str, passages: &[&str]) -> Result<Vec<f32>>;
}

#[cfg(feature = "encoders")]
impl Rerank for crate::model::Reranker {
    fn score(&self, question: &str, passages: &[&str]) -> Result<Vec<f32>> {
        crate::model::Reranker::score(self, question, passages)
    }
}

/// Returns the logistic function of `logit`, 0 to 1.
pub fn sigmoid(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

#[cfg(test)]
mod tests {
    use super::sigmoid;

    #[test]
    fn a_logit_becomes_a_probability() {
        assert_eq!(sigmoid(0.0), 0.5);
        assert!(sigmoid(-800.0) >= 0.0 && sigmoid(800.0) == 1.0);
        assert!(sigmoid(1.0) > sigmoid(0.9));
    }
}
