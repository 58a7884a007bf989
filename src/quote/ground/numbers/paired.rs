//! Two numbers that are told as one reading: "170 and 92", "170/92", "170 mm[Hg] over 92 mm[Hg]".

use super::{HIGHEST, LOWEST, Match, Number, with_unit};
use crate::quote::ground::Verdict;
use crate::quote::ground::tokens::{Kind, Token};

/// Tokens between the two numbers: a unit, the name of a part, and what joins them.
pub(super) const BETWEEN: usize = 12;
/// Words that tell of ends, which may be of different readings.
const OF_ENDS: &[&str] = &["between", "from", "range", "ranges", "ranged", "ranging", "respectively"];

impl<'a> Number<'a> {
    /// The second of two numbers that are told as the parts of one reading, where no reading has both. Returns what of
    /// it is to be said.
    pub(super) fn of_another_reading(&self, found: &[Match<'a>], nearest: Match<'a>) -> Option<(Verdict, String)> {
        let tells_ends = |word: &[&str]| self.sentence.has(word);
        if tells_ends(HIGHEST) || tells_ends(LOWEST) || tells_ends(OF_ENDS) {
            return None;
        }
        let first = self.joined_before()?;
        let of_first: Vec<Match<'a>> = first
            .matches()
            .into_iter()
            .filter(|other| {
                other.topic.name == nearest.topic.name && other.reading.part_name != nearest.reading.part_name
            })
            .collect();
        let one = first.nearest(&of_first)?;
        let own = found.iter().filter(|own| own.topic.name == nearest.topic.name);
        let is_of_one = own.map(|own| own.reading.fact).any(|fact| of_first.iter().any(|of| of.reading.fact == fact));
        if is_of_one {
            return None;
        }
        let told = |of: Match<'a>| format!("{} is of {}", with_unit(of.reading), of.topic.when(of.reading.fact));
        Some((Verdict::RangeOnly, format!("These are of different readings: {}, {}.", told(one), told(nearest))))
    }

    /// Returns the number before this one that it is joined to as the other part of a reading.
    pub(super) fn joined_before(&self) -> Option<Number<'a>> {
        let (at, (value, half)) = (self.at.saturating_sub(BETWEEN)..self.at)
            .rev()
            .filter_map(|at| Some((at, self.sentence.tokens.get(at)?.number()?)))
            .find(|(at, (value, half))| !Number { at: *at, value: *value, half: *half, ..*self }.is_in_a_unit())?;
        let between = self.sentence.tokens.get(at + 1..self.at)?;
        let first = Number { at, value, half, ..*self };
        let unit = first.written_unit().map_or(0..0, |(_, range)| range);
        let is_unit = |token: &Token| unit.start <= token.range.start && token.range.end <= unit.end;
        let is_joint = |token: &Token| token.text == "/" || matches!(token.lower(), "and" | "over");
        let passes = |token: &Token| {
            is_joint(token)
                || is_unit(token)
                || self.is_of_a_part(token)
                || matches!(token.text.as_str(), "(" | ")")
                || matches!(token.lower(), "a" | "the" | "of" | "for" | "with")
        };
        let is_time = |token: &Token| matches!(token.kind, Kind::Time(_) | Kind::OtherTime);
        let joins = between.iter().filter(|token| is_joint(token) && !is_unit(token)).count();
        (joins == 1 && between.iter().all(|token| passes(token) && !is_time(token))).then_some(first)
    }
}
