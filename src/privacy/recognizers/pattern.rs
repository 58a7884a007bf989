//! A recognizer's pattern: a regular expression, and how sure it makes.

use std::ops::Range;

use regex::Regex;

use crate::document::EntityType;
use crate::privacy::detect::{Found, Score, View};

/// One shape of an identifying text. If the expression has a group named `it`, that is the identifying part.
pub struct Pattern {
    /// Its name, shown as the reason.
    pub name: &'static str,
    /// The shape.
    pub shape: Regex,
    /// How sure the shape alone makes.
    pub score: Score,
}

impl Pattern {
    /// Returns the pattern `name` for `shape`; `None` if that is no regular expression, which a test of every recognizer
    /// rules out.
    pub fn new(name: &'static str, shape: &str, score: Score) -> Option<Self> {
        Regex::new(shape).ok().map(|shape| Pattern { name, shape, score })
    }

    /// Returns the ranges of `view` that have this shape.
    pub fn ranges(&self, view: &View<'_>) -> Vec<Range<usize>> {
        let found = self.shape.captures_iter(view.text());
        found.filter_map(|groups| groups.name("it").or_else(|| groups.get(0))).map(|it| it.range()).collect()
    }

    /// Returns what this pattern finds in `view`, as `entity_type`.
    pub fn find(&self, view: &View<'_>, entity_type: EntityType) -> Vec<Found> {
        let found = |range| Found {
            range,
            entity_type,
            score: self.score,
            pattern: self.name,
            validation: None,
            context: None,
        };
        self.ranges(view).into_iter().map(found).collect()
    }
}
