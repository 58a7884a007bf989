//! The vectors of a question's other wordings, for a search.

use super::{Expansion, Search};
use crate::error::Result;
use crate::model::Encode;
use crate::question::variants;
use crate::retrieve::Variant;

impl Search<'_> {
    /// Returns the other wordings of `question` that passages are to be compared with, whose vectors `encoder` gives; none where the
    /// strategy does not compare them, or the question's own words alone are to count.
    ///
    /// # Errors
    /// As [`Encode::embed_question`].
    pub(super) fn variants(&self, question: &str, encoder: &dyn Encode) -> Result<Vec<Variant>> {
        if !self.strategy.uses_variants() || self.expansion == Expansion::Off {
            return Ok(Vec::new());
        }
        let embedded = |text: String| {
            let values = encoder.embed_question(&text)?.as_slice().to_vec();
            Ok(Variant { text, values })
        };
        variants::of(question).into_iter().map(embedded).collect()
    }
}
