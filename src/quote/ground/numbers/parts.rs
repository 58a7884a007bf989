//! Which part of a reading a number is of by the words right beside it: "131 systolic and 82 diastolic".

use super::Number;
use super::paired::BETWEEN;
use super::units::{behind_unit, is_in_a_unit};
use crate::quote::ground::tokens::Token;

impl<'a> Number<'a> {
    /// Returns the name of the one part of a reading that `token` names.
    pub(super) fn part_named(&self, token: &Token) -> Option<&'a str> {
        let stem = token.stem();
        let readings = self.world.topics.iter().flat_map(|topic| &topic.readings);
        let mut of = readings.filter(|reading| reading.part.iter().any(|part| part == stem));
        let first = of.next().filter(|_| !stem.is_empty())?.part_name.as_str();
        of.all(|other| other.part_name == first).then_some(first)
    }

    /// "131 mm[Hg] systolic", "82 for the diastolic": the part right behind the number, where it is not of the next number.
    pub(super) fn part_behind(&self) -> Option<&'a str> {
        let behind = self.sentence.tokens.get(behind_unit(self.sentence, self.at)..)?.iter();
        let mut behind = behind
            .skip_while(|token| matches!(token.lower(), "for" | "in" | "as" | "a" | "the" | "your" | "is" | "was"));
        let part = self.part_named(behind.next()?)?;
        let ends = |token: &Token| {
            matches!(token.text.as_str(), "," | ";" | "/" | ")")
                || matches!(token.lower(), "and" | "with" | "over" | "but" | "while")
        };
        let mut rest = behind.take_while(|token| !ends(token));
        (!rest.any(|token| token.number().is_some())).then_some(part)
    }

    /// "The systolic and diastolic blood pressure was 131/82": of two numbers that are joined each is of the part in its place.
    pub(super) fn part_of_two(&self) -> Option<&'a str> {
        let next = || {
            let (at, (value, half)) = (self.at + 1..=self.at + BETWEEN)
                .filter_map(|at| Some((at, self.sentence.tokens.get(at)?.number()?)))
                .find(|(at, _)| !is_in_a_unit(self.sentence, *at))?;
            let before = Number { at, value, half, ..*self }.joined_before()?;
            (before.at == self.at).then_some(at)
        };
        let (first, last) = match self.joined_before() {
            Some(before) => (before.at, self.at),
            None => (self.at, next()?),
        };
        let tokens = self.sentence.tokens.as_slice();
        let before = tokens.get(..first)?.iter().rev().skip_while(|token| self.part_named(token).is_none());
        let behind = tokens.get(behind_unit(self.sentence, last)..)?.iter();
        let behind = behind.skip_while(|token| token.text == "(" || matches!(token.lower(), "for" | "the"));
        let (one, other) = match self.two_named(before) {
            Some((second, first)) => (first, second),
            None => self.two_named(behind)?,
        };
        Some(if self.at == first { one } else { other })
    }

    /// Returns the names of two parts that `tokens` begin with, joined by "and", "over" or a slash.
    fn two_named<'t>(&self, mut tokens: impl Iterator<Item = &'t Token>) -> Option<(&'a str, &'a str)> {
        let first = self.part_named(tokens.next()?)?;
        let is_joint = |token: &Token| token.text == "/" || matches!(token.lower(), "and" | "over");
        let mut joins = 0;
        for token in tokens {
            match self.part_named(token) {
                Some(second) => return (joins == 1 && second != first).then_some((first, second)),
                None if is_joint(token) => joins += 1,
                None if self.is_of_a_part(token) || token.lower() == "the" => {}
                None => return None,
            }
        }
        None
    }

    /// Whether `token` is a word of the name of a part.
    pub(super) fn is_of_a_part(&self, token: &Token) -> bool {
        let mut readings = self.world.topics.iter().flat_map(|topic| &topic.readings);
        !token.stem().is_empty() && readings.any(|reading| reading.part.iter().any(|part| part == token.stem()))
    }
}
