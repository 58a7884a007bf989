//! An embedder without weights.
#![allow(dead_code, missing_docs)]

use chaperone::model::{Embedding, Encode, ModelId};

/// Counts the letters of a text: not a model, but another text has another vector.
pub struct Letters(pub ModelId);

impl Encode for Letters {
    fn model_id(&self) -> &ModelId {
        &self.0
    }

    fn dimensions(&self) -> usize {
        26
    }

    fn embed(&self, texts: &[&str]) -> chaperone::Result<Vec<Embedding>> {
        let count = |text: &str, letter: u8| text.bytes().filter(|byte| byte.to_ascii_lowercase() == letter).count();
        texts
            .iter()
            .map(|text| Embedding::new((b'a'..=b'z').map(|letter| count(text, letter) as f32).collect()))
            .collect()
    }
}
