//! What retrieval asks of an embedder.

use serde::{Deserialize, Serialize};

use crate::error::{Code, Error, Result};
use crate::model::manifest::ModelId;

/// The vector of a text, `[dimensions] f32`; of length 1 where the model normalises.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Embedding(Vec<f32>);

impl Embedding {
    /// Returns the embedding with these values.
    ///
    /// # Errors
    /// `model` when there are none or one of them is not a finite number: the model is broken.
    pub fn new(values: Vec<f32>) -> Result<Self> {
        if values.is_empty() || !values.iter().all(|value| value.is_finite()) {
            return Err(Error::new(Code::Model, "the model gave an embedding that is empty or not finite"));
        }
        Ok(Embedding(values))
    }

    /// Returns the values.
    pub fn as_slice(&self) -> &[f32] {
        &self.0
    }

    /// Returns the inner product with `other`, which for vectors of length 1 is the cosine of the
    /// angle between them, −1 to 1.
    ///
    /// # Errors
    /// `invalid-argument` when the dimensions differ: the two are of different models.
    pub fn dot(&self, other: &Embedding) -> Result<f32> {
        if self.0.len() != other.0.len() {
            return Err(Error::new(Code::InvalidArgument, "embeddings of different dimensions cannot be compared")
                .found(other.0.len() as u64, self.0.len() as u64));
        }
        Ok(self.0.iter().zip(&other.0).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum::<f64>() as f32)
    }
}

/// Turns texts into vectors.
pub trait Encode {
    /// Returns the model that the vectors come from; vectors of different models do not compare.
    fn model_id(&self) -> &ModelId;

    /// Returns the length of every vector.
    fn dimensions(&self) -> usize;

    /// Returns one vector for each of `texts`, in their order. What else is in the batch changes no
    /// bit of a vector. Text beyond the model's limit is not read; the empty text has a vector too.
    ///
    /// # Errors
    /// `model` when the model does not give vectors of the stated dimensions.
    fn embed(&self, texts: &[&str]) -> Result<Vec<Embedding>>;

    /// Returns of how many tokens `text` is for the model, however many of them it reads; `None` where its tokenizer is not here.
    fn tokens(&self, _text: &str) -> Option<usize> {
        None
    }

    /// Returns what words count beside the vectors where prose is asked, 0 to 1; `None` where that was not measured of the model.
    fn word_share(&self) -> Option<f64> {
        None
    }

    /// Hands `take` the file of weights that the model was loaded from, part by part; nothing where it is not here.
    fn file(&self, _take: &mut dyn FnMut(&[u8])) {}

    /// Returns the vector of `question`, to compare with those of passages.
    ///
    /// # Errors
    /// As [`embed`](Self::embed).
    fn embed_question(&self, question: &str) -> Result<Embedding> {
        let vector = self.embed(&[question])?.pop();
        vector.ok_or_else(|| Error::new(Code::Model, "the model gave no vector for a text"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inner_product_needs_equal_dimensions() {
        let a = Embedding::new(vec![0.5, 0.25]).unwrap();
        assert_eq!(a.dot(&Embedding::new(vec![0.25, -0.5]).unwrap()).unwrap(), 0.0);
        assert_eq!(a.dot(&a).unwrap(), 0.3125);
        let error = a.dot(&Embedding::new(vec![1.0]).unwrap()).unwrap_err();
        assert_eq!(error.code(), Code::InvalidArgument);
    }

    #[test]
    fn a_broken_vector_is_not_an_embedding() {
        for values in [vec![], vec![1.0, f32::NAN], vec![f32::INFINITY]] {
            assert_eq!(Embedding::new(values).unwrap_err().code(), Code::Model);
        }
    }
}
