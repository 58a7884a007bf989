//! What a recognizer answers, and how sure it is.

use std::ops::Range;

use serde::Serialize;

use super::View;
use crate::document::EntityType;
use crate::span::{Examined, Span};

/// How sure a recognizer is, from 0 to 100. Steps rather than probabilities: they order answers, and have a meaning each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Score(u8);

impl Score {
    /// Something speaks for it, but as much against it.
    pub const FAINT: Score = Score(20);
    /// The shape alone, which other things have too.
    pub const WEAK: Score = Score(40);
    /// A narrow shape, or a wide one with a word beside it that says so.
    pub const FAIR: Score = Score(60);
    /// A narrow shape with a word beside it that says so, or a name that follows a title.
    pub const STRONG: Score = Score(80);
    /// A check digit that fits, or a form that nothing else has.
    pub const CERTAIN: Score = Score(100);

    /// Returns the score as a number from 0 to 100.
    pub fn percent(self) -> u8 {
        self.0
    }
}

/// A stretch of a [`View`] that a recognizer takes for an identifying text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The bytes of the view's text.
    pub range: Range<usize>,
    /// What it is.
    pub entity_type: EntityType,
    /// How sure the recognizer is.
    pub score: Score,
    /// Which of its patterns fits.
    pub pattern: &'static str,
    /// The check that it passed (a check digit, a range), if there is one.
    pub validation: Option<&'static str>,
    /// What beside it speaks for it.
    pub context: Option<&'static str>,
}

/// Finds identifying texts of one kind.
pub trait Recognizer: Send + Sync {
    /// Returns the recognizer's stable name.
    fn name(&self) -> &'static str;

    /// Returns what it finds in `view`; the ranges may overlap.
    fn find(&self, view: &View<'_>) -> Vec<Found>;
}

/// An identifying text, and why it is taken for one. It holds no text itself.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Entity {
    /// The bytes of the text that was looked through.
    pub span: Span<Examined>,
    /// What it is.
    pub entity_type: EntityType,
    /// How sure the recognizer is.
    pub score: Score,
    /// The recognizer that found it.
    pub recognizer: &'static str,
    /// Which of its patterns fits.
    pub pattern: &'static str,
    /// The check that it passed, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub validation: Option<&'static str>,
    /// What beside it speaks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<&'static str>,
}

/// A stretch of a text that is known to identify somebody: the records name it, or somebody else found it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// The bytes of the text.
    pub span: Span<Examined>,
    /// What it is.
    pub entity_type: EntityType,
}

impl Known {
    /// Returns it as an entity that `who` knows of, for `reason`.
    pub fn entity(&self, who: &'static str, reason: &'static str) -> Entity {
        Entity {
            span: self.span,
            entity_type: self.entity_type,
            score: Score::CERTAIN,
            recognizer: who,
            pattern: reason,
            validation: None,
            context: None,
        }
    }
}

impl Entity {
    pub(super) fn new(span: Span<Examined>, recognizer: &'static str, found: Found) -> Self {
        let Found { entity_type, score, pattern, validation, context, .. } = found;
        Entity { span, entity_type, score, recognizer, pattern, validation, context }
    }
}
