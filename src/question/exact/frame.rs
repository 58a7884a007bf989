//! The days that an answer is of.

use jiff::civil::Date;

use super::ask::{Ask, Want};
use crate::question::when::Range;

/// The days in which what is told must lie.
#[derive(Debug, Clone, Default)]
pub(super) struct Frame(pub(super) Vec<Range>);

impl Frame {
    pub(super) fn of(ask: &Ask) -> Self {
        // What is compared is looked up in its own times.
        let range = ask.range.filter(|_| ask.want != Want::Compare || ask.change && ask.each.is_empty());
        Frame(range.into_iter().collect())
    }

    pub(super) fn is_bound(&self) -> bool {
        !self.0.is_empty()
    }

    pub(super) fn holds(&self, day: Option<Date>) -> bool {
        self.0.iter().all(|range| day.is_some_and(|day| range.holds(day)))
    }

    pub(super) fn meets(&self, first: Date, last: Date) -> bool {
        self.0.iter().all(|range| range.meets(first, last))
    }

    /// Whether a text of that day, or of none, may speak of it.
    pub(super) fn admits(&self, day: Option<Date>) -> bool {
        self.0.iter().all(|range| day.is_none_or(|day| range.holds(day)))
    }
}
