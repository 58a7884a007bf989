//! What recognizers of names share: words and what stands between them, the closed lists, and how far a name goes.

pub mod class;
#[cfg(test)]
pub mod example;
pub mod phrase;
mod recognizer;
pub mod run;
pub mod token;

pub use class::Class;
pub use recognizer::Names;
pub use token::{Casing, Gap, Shape, Token, Tokens};

use std::ops::Range;

use crate::document::EntityType;
use crate::privacy::detect::{Found, Score};

/// What a rule says: the words from `first` to `last` are a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// The index of the first word.
    pub first: usize,
    /// The index of the last word.
    pub last: usize,
    /// How sure the rule is.
    pub score: Score,
    /// The rule.
    pub pattern: &'static str,
    /// What beside it speaks for it.
    pub context: Option<&'static str>,
}

impl Claim {
    /// Returns the bytes of the claim, with the full stop of an initial or of `Jr.` at its end.
    fn range(&self, tokens: &Tokens<'_>, entity_type: EntityType) -> Range<usize> {
        let mut range = tokens.range(self.first, self.last);
        // `St Aidan's` is called so; of `Okafor's` the ending is the sentence's.
        if matches!(entity_type, EntityType::Hospital | EntityType::Organization) {
            range.end = tokens.get(self.last).map_or(range.end, |last| last.range.end);
        }
        let abbreviated = tokens.get(self.last).is_some_and(|last| {
            (last.shape == Shape::Letter || last.raw.contains('.') || last.class.is(Class::SUFFIX))
                && last.lower.len() <= 6
        });
        if abbreviated && tokens.view.text().get(range.end..).is_some_and(|rest| rest.starts_with('.')) {
            range.end += 1;
        }
        range
    }

    /// Returns what a recognizer answers for this claim.
    pub fn found(&self, tokens: &Tokens<'_>, entity_type: EntityType) -> Found {
        Found {
            range: self.range(tokens, entity_type),
            entity_type,
            score: self.score,
            pattern: self.pattern,
            validation: None,
            context: self.context,
        }
    }
}
