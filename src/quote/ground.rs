//! Checks what a model says in its own words against the real facts behind what it was told.
//!
//! Every number, unit, time, drug, condition, negation and word of direction, status, judgement or advice in the prose is looked at.
//! What was told is known exactly: the [`World`] holds the facts that each passage of the request was made from, with the numbers as
//! they were rounded and as the file has them. A mark says of a stretch of prose whether it holds ([`Verdict`]) and why, in words for
//! the person; the words may hold values of the records, and stay in the room.
//!
//! The rules are deterministic and know nothing of the model. They err to the side of marking: what cannot be found is struck.

mod answered;
mod denied;
mod numbers;
mod opening;
mod sentence;
mod spans;
mod status;
mod times;
mod titled;
mod tokens;
mod unit;
mod whole;
mod words;
mod world;
mod written;

use std::collections::BTreeSet;
use std::ops::Range;

use serde::Serialize;

use crate::privacy::lexicon::Lexicon;
use sentence::sentences;
use status::Said;
pub use tokens::cited;
pub use whole::{Standing, Statement, Statements, statements};
pub use words::is_glue;
pub use world::{Told, World};

/// Whether a stretch of prose holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The facts behind the passages say it.
    Supported,
    /// It is true of several readings together, or of another of them, and of none that it is said of.
    RangeOnly,
    /// Nothing that was sent says it.
    Unsupported,
    /// The facts say otherwise.
    Contradicted,
}

impl Verdict {
    /// Returns what a reader is told.
    pub fn words(self) -> &'static str {
        match self {
            Verdict::Supported => "in the records",
            Verdict::RangeOnly => "true of the range only",
            Verdict::Unsupported => "not in the records that were sent",
            Verdict::Contradicted => "the records say otherwise",
        }
    }
}

/// What kind of claim a stretch is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// A number.
    Number,
    /// A unit behind a number.
    Unit,
    /// A date, or a distance in time.
    Time,
    /// A drug.
    Drug,
    /// A condition, or any other word of medicine.
    Term,
    /// A word that says that something is not so.
    Negation,
    /// A word for the direction of several readings.
    Direction,
    /// A word for what became of something: taken, stopped, resolved.
    Status,
    /// A judgement: normal, high, well controlled.
    Judgement,
    /// Advice.
    Advice,
    /// A sentence as a whole, or a name.
    Statement,
}

/// What was found of a stretch of prose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Mark {
    /// The stretch, in bytes of the prose.
    pub range: Range<usize>,
    /// What kind of claim it is.
    pub claim: Claim,
    /// Whether it holds.
    pub verdict: Verdict,
    /// Why, in words for the person; empty where it holds.
    pub reason: String,
    /// The value of the record behind a number that was rounded for the model.
    pub real: Option<String>,
    /// The end of what it denies, where it is a negation that nothing says.
    #[serde(skip)]
    pub(super) denies: usize,
}

impl Mark {
    fn new(range: Range<usize>, claim: Claim, verdict: Verdict, reason: impl Into<String>) -> Self {
        Mark { range, claim, verdict, reason: reason.into(), real: None, denies: 0 }
    }

    /// Whether it may go with a negation before it.
    fn may_go(&self) -> bool {
        matches!(self.verdict, Verdict::Supported | Verdict::RangeOnly) && self.real.is_none()
    }
}

/// Longest prose that is checked, in bytes; what comes after is one unsupported stretch.
const MAX_PROSE: usize = 20_000;

/// Returns what is found of `prose`, the model's own words, in their order and without overlap. `lexicon` says which words are medical;
/// without it fewer are known to be. `knows` says of a word of a name, in lower case, whether the records have it.
pub fn ground(prose: &str, world: &World, lexicon: Option<&Lexicon>, knows: &dyn Fn(&str) -> bool) -> Vec<Mark> {
    let mut marks = Vec::new();
    let end = if prose.len() > MAX_PROSE { prose.floor_char_boundary(MAX_PROSE) } else { prose.len() };
    let checked = prose.get(..end).unwrap_or_default();
    let mut before = None;
    // A line that ends in a colon is said of the lines behind it.
    let mut lead: Option<&sentence::Sentence> = None;
    let mut ended: BTreeSet<usize> = BTreeSet::new();
    let all = sentences(checked, world);
    for (at, sentence) in all.iter().enumerate() {
        let after = all.get(at + 1);
        let topics = sentence.topics(world, before.as_deref());
        let denied = denied::denied(sentence);
        let said = Said::of(sentence, (lead, after), (&topics, &denied), world);
        let first = marks.len();
        let titled = titled::check(sentence, world, knows, &mut marks);
        words::check(sentence, (&topics, said, &titled), world, lexicon, &mut ended, &mut marks);
        numbers::check(sentence, (&topics, said), world, &mut marks);
        written::settle(sentence, world, marks.get_mut(first..).unwrap_or_default());
        if sentence.tokens.last().is_some_and(|token| token.text == ":") {
            lead = Some(sentence);
        } else if sentence.tokens.last().is_some_and(|token| token.text == ".") {
            lead = None;
        }
        before = Some(topics.all()).filter(|topics| !topics.is_empty()).or(before);
    }
    if end < prose.len() {
        marks.push(Mark::new(end..prose.len(), Claim::Statement, Verdict::Unsupported, "Too long to be checked."));
    }
    with_what_they_deny(settled(marks), prose)
}

/// Has each negation of `prose` that nothing says take what it denies with it: a sentence without its "not" alone would say the opposite. What does
/// not hold by itself, and a value that was put back, keep their own marks.
fn with_what_they_deny(mut marks: Vec<Mark>, prose: &str) -> Vec<Mark> {
    let mut at = 0;
    while let Some(mark) = marks.get(at) {
        at += 1;
        let (end, reach) = (mark.range.end, mark.denies);
        let behind = marks.get(at..).unwrap_or_default().iter();
        let stays = |other: &&Mark| !(other.may_go() && other.range.end <= reach);
        let stop = behind.take_while(|other| other.range.start < reach).find(stays);
        let stop = stop.map_or(reach, |other| other.range.start);
        let whole = prose.get(..stop).map_or(end, |before| before.trim_end().len());
        if whole > end {
            marks.retain(|other| other.range.start < end || other.range.start >= whole);
            if let Some(mark) = at.checked_sub(1).and_then(|at| marks.get_mut(at)) {
                mark.range.end = whole;
            }
        }
    }
    marks
}

/// Returns `marks` in order without overlap: of two that share a byte the more telling stays, and of two alike the shorter.
fn settled(mut marks: Vec<Mark>) -> Vec<Mark> {
    marks.retain(|mark| !mark.range.is_empty());
    marks.sort_by_key(|mark| (std::cmp::Reverse(mark.verdict), mark.range.len(), mark.range.start));
    let mut kept: Vec<Mark> = Vec::new();
    for mark in marks {
        if kept.iter().all(|other| mark.range.end <= other.range.start || other.range.end <= mark.range.start) {
            kept.push(mark);
        }
    }
    kept.sort_by_key(|mark| mark.range.start);
    kept
}

/// How many claims of an answer were found to hold, and how many not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Tally {
    /// Claims that the records say.
    pub supported: usize,
    /// Claims that are true of the range only.
    pub range_only: usize,
    /// Claims that nothing sent says.
    pub unsupported: usize,
    /// Claims of which the records say otherwise.
    pub contradicted: usize,
}

impl Tally {
    /// Takes `marks` into account.
    pub fn add(&mut self, marks: &[Mark]) {
        for mark in marks {
            *match mark.verdict {
                Verdict::Supported => &mut self.supported,
                Verdict::RangeOnly => &mut self.range_only,
                Verdict::Unsupported => &mut self.unsupported,
                Verdict::Contradicted => &mut self.contradicted,
            } += 1;
        }
    }
}

/// Returns whether all that `prose` says is that its writer does not know, or that nothing is written of it.
pub fn is_unknowing(prose: &str) -> bool {
    let world = World::default();
    let all = sentences(prose, &world);
    !all.is_empty() && all.iter().all(words::is_unknowing)
}

#[cfg(test)]
mod tests;
