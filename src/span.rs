//! Half-open byte ranges that know which text they point into.
//!
//! A `Span<File>` cannot be used to slice a synthesis: the texts are told apart by the type. The
//! unit is always the UTF-8 byte; JavaScript's UTF-16 units are made once, at the border.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Names the text that a [`Span`] points into.
pub trait Text: Copy + Eq + Ord + std::hash::Hash + 'static {}

macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {
        $($(#[$doc])* #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)] pub enum $name {}
          impl Text for $name {})*
    };
}

texts! {
    /// The bytes of a file after any outer compression was undone.
    File,
    /// The text of a [`Document`](crate::document::Document).
    DocumentText,
    /// The text that would leave the device.
    Synthesised,
    /// A text that is looked through for identifying texts.
    Examined,
    /// The question as the person typed it.
    Question,
    /// The reply of a language model.
    Reply,
}

/// A half-open range `start..end` of UTF-8 bytes in the text `T`, with `start <= end`.
pub struct Span<T: Text> {
    start: usize,
    end: usize,
    text: PhantomData<T>,
}

impl<T: Text> Span<T> {
    /// Returns the span of `range`, or `None` when it runs backwards.
    pub fn new(range: Range<usize>) -> Option<Self> {
        (range.start <= range.end).then_some(Span { start: range.start, end: range.end, text: PhantomData })
    }

    /// Returns the span that starts at `start` and is `len` bytes long.
    pub fn at(start: usize, len: usize) -> Self {
        Span { start, end: start.saturating_add(len), text: PhantomData }
    }

    /// Returns the offset of the first byte.
    pub fn start(self) -> usize {
        self.start
    }

    /// Returns the offset after the last byte.
    pub fn end(self) -> usize {
        self.end
    }

    /// Returns the number of bytes.
    pub fn len(self) -> usize {
        self.end - self.start
    }

    /// Returns whether the span holds no byte.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Returns the span as a range, for slicing the text it belongs to.
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// Returns whether every byte of `other` is inside this span.
    pub fn contains(self, other: Span<T>) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Returns whether the two spans share a byte.
    pub fn overlaps(self, other: Span<T>) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// Returns the part of `text` that this span covers, or `None` when it does not fit: past the
    /// end, or within a character.
    pub fn of(self, text: &str) -> Option<&str> {
        text.get(self.range())
    }
}

impl<T: Text> Clone for Span<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T: Text> Copy for Span<T> {}
impl<T: Text> PartialEq for Span<T> {
    fn eq(&self, other: &Self) -> bool {
        self.range() == other.range()
    }
}
impl<T: Text> Eq for Span<T> {}
impl<T: Text> PartialOrd for Span<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl<T: Text> Ord for Span<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.start, self.end).cmp(&(other.start, other.end))
    }
}
impl<T: Text> std::hash::Hash for Span<T> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.range().hash(state);
    }
}
impl<T: Text> fmt::Debug for Span<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}
impl<T: Text> Serialize for Span<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.start, self.end).serialize(serializer)
    }
}
impl<'de, T: Text> Deserialize<'de> for Span<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (start, end) = <(usize, usize)>::deserialize(deserializer)?;
        Span::new(start..end).ok_or_else(|| serde::de::Error::custom("a span runs backwards"))
    }
}

/// Returns whether two ranges share a byte.
pub(crate) fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_slices_its_text_on_character_borders_only() {
        let text = "naïve 🩺\r\nend";
        assert_eq!(Span::<File>::at(6 + 1, 4).of(text), Some("🩺"));
        assert_eq!(Span::<File>::at(3, 1).of(text), None);
        assert_eq!(Span::<File>::at(0, 99).of(text), None);
        assert_eq!(Span::<File>::new(Range { start: 2, end: 1 }), None);
    }

    #[test]
    fn overlap_and_containment_are_half_open() {
        let (a, b) = (Span::<Reply>::at(0, 4), Span::<Reply>::at(4, 2));
        assert!(!a.overlaps(b));
        assert!(Span::<Reply>::at(0, 6).contains(b));
    }
}
