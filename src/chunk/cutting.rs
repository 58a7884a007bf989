//! How documents are cut: in which unit, to which sizes, and whether pieces share what lies between them.

use super::MAX_PASSAGE_CHARS;

/// Bounds of passages. What cannot be cut (a single fact, a word) may be longer.
#[derive(Clone, Copy)]
pub struct Cutting<'m> {
    /// Returns the size of a text in the unit of the bounds: characters, or tokens of the embedder in use. A text must not be
    /// smaller than a part of it.
    pub size: &'m dyn Fn(&str) -> usize,
    /// The most that a passage holds. With several bounds every document is cut to each of them, the first first; no bound at all
    /// leaves each document whole.
    pub bounds: &'m [usize],
    /// The most that a piece of prose repeats of what stands before it, from the beginning of a sentence on; 0 for nothing.
    pub overlap: usize,
}

impl Default for Cutting<'_> {
    /// One size in characters, without overlap: what the index is made of.
    fn default() -> Self {
        Cutting { size: &|text| text.chars().count(), bounds: &[MAX_PASSAGE_CHARS], overlap: 0 }
    }
}

impl Cutting<'_> {
    /// Documents as they are, each one passage: for models that read them whole.
    pub fn whole() -> Self {
        Cutting { bounds: &[], ..Cutting::default() }
    }
}
