//! What one value of a file is: a Bundle, another resource or neither, and how it ends.

use std::ops::Range;

use super::walk::{Event, Walk};

/// A walk along one value for what it is.
#[derive(Debug)]
pub(crate) struct Survey {
    range: Range<usize>,
    walk: Walk,
    elements: usize,
}

/// What a value is.
#[derive(Debug, Clone)]
pub(crate) struct Surveyed {
    /// The bytes it was looked for in.
    pub range: Range<usize>,
    /// Its `resourceType`.
    pub named: Named,
    /// Elements of `entry`.
    pub elements: usize,
    /// How it ends.
    pub end: Ended,
}

/// The `resourceType` of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Named {
    /// `Bundle`.
    Bundle,
    /// Any other text.
    Other,
    /// There is none, or it is no text.
    Nothing,
}

/// How a value ends.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Ended {
    /// It is closed; what follows it, if it is not blank, starts at this byte.
    Closed { rest: Option<usize> },
    /// At this byte stands what no JSON has there.
    Broken(usize),
    /// The bytes end before it does.
    Cut,
}

impl Survey {
    /// Returns a walk along the object at the start of `range`.
    pub(crate) fn new(range: Range<usize>) -> Self {
        Survey { walk: Walk::object(range.clone()), range, elements: 0 }
    }

    /// Goes on along `bytes` as far as `budget` allows, and returns what the value is at its end.
    pub(crate) fn go_on(&mut self, bytes: &[u8], budget: &mut usize) -> Option<Surveyed> {
        let end = loop {
            match step(&mut self.walk, bytes, budget)? {
                Event::Element(_) => self.elements += 1,
                Event::Closed(at) => break Ended::Closed { rest: rest(bytes, at..self.range.end) },
                Event::Broken(at) => break Ended::Broken(at),
                Event::Cut => break Ended::Cut,
            }
        };
        let named = match self.walk.resource_type(bytes).as_deref() {
            Some("Bundle") => Named::Bundle,
            Some(_) => Named::Other,
            None => Named::Nothing,
        };
        Some(Surveyed { range: self.range.clone(), named, elements: self.elements, end })
    }
}

impl Surveyed {
    /// Returns whether it has an end.
    pub(crate) fn is_closed(&self) -> bool {
        matches!(self.end, Ended::Closed { .. })
    }

    /// Returns whether it has an end, and nothing follows it.
    pub(crate) fn is_whole(&self) -> bool {
        matches!(self.end, Ended::Closed { rest: None })
    }
}

/// Goes on along `bytes` as far as `budget` allows.
pub(crate) fn step(walk: &mut Walk, bytes: &[u8], budget: &mut usize) -> Option<Event> {
    let before = walk.at();
    let event = walk.next(bytes, before.saturating_add(*budget));
    *budget = budget.saturating_sub(walk.at() - before);
    event
}

/// Returns the first byte of `range` that is not white space.
pub(crate) fn rest(bytes: &[u8], range: Range<usize>) -> Option<usize> {
    let rest = bytes.get(range.clone())?;
    let blank = rest.len() - rest.trim_ascii_start().len();
    (blank < rest.len()).then_some(range.start + blank)
}
