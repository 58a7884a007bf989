//! What a tagger says of the tokens of a text, whatever it runs on.

use std::ops::Range;

use crate::error::Result;

/// What the model holds of one token.
#[derive(Debug, Clone, PartialEq)]
pub struct Vote<'v> {
    /// The bytes of the text.
    pub range: Range<usize>,
    /// For each label its probability, 0 to 1; what they lack of 1 is the probability of none.
    pub labels: &'v [f32],
    /// The states that the manifest names, one after the other.
    pub states: &'v [f32],
}

/// Reads texts token by token.
pub trait Tag: Send + Sync {
    /// Tells `each` what the model holds of each token of `text`, in order.
    ///
    /// # Errors
    /// `model` when the model fails; some tokens may have been told by then.
    fn read(&self, text: &str, each: &mut dyn FnMut(&Vote<'_>)) -> Result<()>;

    /// Returns the number of labels and of states that each token has.
    fn widths(&self) -> (usize, usize);
}
