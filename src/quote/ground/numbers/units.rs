//! Units behind numbers.

use std::ops::Range;

use super::{Number, of_topics, with_unit};
use crate::quote::ground::sentence::Sentence;
use crate::quote::ground::tokens::{Kind, Token};
use crate::quote::ground::unit::{is_unit, same_unit};
use crate::quote::ground::world::Told;
use crate::quote::ground::{Claim, Mark, Verdict};

/// Tokens of the longest unit.
const UNIT_TOKENS: usize = 10;

impl Number<'_> {
    /// The unit that is written behind the number, where none of `readings` has it.
    pub(super) fn unit(&self, readings: &[Told]) -> Option<Mark> {
        let (unit, range) = self.written_unit()?;
        let is_its = |reading: &Told| same_unit(&unit, reading.unit.as_deref().unwrap_or(""));
        let first = readings.first().filter(|_| !readings.iter().any(is_its))?;
        let reason = format!("The record has {}.", with_unit(first));
        Some(Mark::new(range, Claim::Unit, Verdict::Contradicted, reason))
    }

    /// The same of all readings of the one thing that the sentence is about.
    pub(super) fn unit_of_all(&self) -> Option<Mark> {
        match of_topics(self.topics, self.world).as_slice() {
            [topic] => self.unit(&topic.readings),
            _ => None,
        }
    }

    /// Returns `mark`, and where that holds what is to be said of the unit.
    pub(super) fn with_its_unit(&self, mark: Mark) -> Vec<Mark> {
        let unit = self.unit_of_all().filter(|_| mark.verdict == Verdict::Supported);
        [mark].into_iter().chain(unit).collect()
    }

    /// Whether the number is one of the unit of a number before it: "72 mL/min/1.73m2", "4.5 10*3/uL".
    pub(in crate::quote::ground) fn is_in_a_unit(&self) -> bool {
        is_in_a_unit(self.sentence, self.at)
    }

    /// Returns the unit behind the number, where what stands there is one.
    pub(in crate::quote::ground) fn written_unit(&self) -> Option<(String, Range<usize>)> {
        written_unit(self.sentence, self.at)
    }
}

/// Whether the number at `at` is one of the unit of a number before it.
pub(super) fn is_in_a_unit(sentence: &Sentence, at: usize) -> bool {
    let own = sentence.tokens.get(at).map(|token| token.range.clone()).unwrap_or_default();
    (at.saturating_sub(UNIT_TOKENS)..at).any(|at| {
        let is_number = sentence.tokens.get(at).and_then(Token::number).is_some();
        let unit = written_unit(sentence, at).filter(|_| is_number);
        unit.is_some_and(|(_, range)| range.start <= own.start && own.end <= range.end)
    })
}

/// Returns the place of the first token behind the number at `at` and its unit.
pub(super) fn behind_unit(sentence: &Sentence, at: usize) -> usize {
    let end = written_unit(sentence, at).map_or(0, |(_, range)| range.end);
    let behind = sentence.tokens.get(at + 1..).unwrap_or_default();
    at + 1 + behind.iter().take_while(|token| token.range.end <= end).count()
}

/// Returns the unit behind the number at `at`, where what stands there is one.
fn written_unit(sentence: &Sentence, at: usize) -> Option<(String, Range<usize>)> {
    let mut unit = String::new();
    let mut range: Option<Range<usize>> = None;
    let mut last_end = None;
    let mut longest = None;
    for token in sentence.tokens.get(at + 1..)?.iter().take(UNIT_TOKENS) {
        // "1.73 m2" is written with a space, too.
        let is_area = unit.ends_with(|c: char| c.is_ascii_digit()) && matches!(token.lower(), "m2" | "m²");
        let touches = last_end.is_none_or(|end| end == token.range.start) || is_area;
        if matches!(token.kind, Kind::Time(_) | Kind::OtherTime | Kind::Name) || !touches {
            break;
        }
        last_end = Some(token.range.end);
        unit.push_str(&token.text);
        let whole = range.get_or_insert(token.range.clone());
        whole.end = token.range.end;
        if is_unit(&unit) {
            longest = Some((unit.clone(), whole.clone()));
        }
    }
    longest
}
