//! Which thing a number is a reading of by the words around it: of what is named last before it, or right behind it.

use std::ops::Range;

use super::Number;
use super::units::behind_unit;
use crate::question::concepts;
use crate::quote::ground::tokens::{Kind, Token};
use crate::quote::ground::words::is_glue;
use crate::quote::ground::world::{GENERIC, stems_of};

/// Numbers of one thing that stand in a row without another word of it.
const MOST_IN_A_ROW: usize = 12;

/// The measured things that are named nearest to a number.
#[derive(Debug, Default)]
pub(super) struct Nearest {
    /// Their places in the world; none where none is named.
    things: Vec<usize>,
    /// The tokens from the last of their words to the number, or from the number to the first of them.
    between: Range<usize>,
}

impl Nearest {
    /// Whether the number may be a reading of `topic`.
    pub fn allows(&self, topic: usize) -> bool {
        self.things.is_empty() || self.things.contains(&topic)
    }
}

impl Number<'_> {
    /// Returns what is named nearest before the number, else right behind it: in the words up to the next number, or before one that only
    /// goes on ("70, 82 and 131"). "It" is what the sentence before was of.
    pub(super) fn named_beside(&self) -> Nearest {
        let mut end = self.at;
        for _ in 0..MOST_IN_A_ROW {
            let previous = (0..end).rev().find(|at| self.is_reading_at(*at));
            let from = previous.map_or(0, |at| self.behind_name_of(at));
            let things = self.measured_in(&(from..end));
            if let Some(last) = things.iter().map(|(_, last)| *last).max() {
                return Nearest {
                    things: things.into_iter().map(|(topic, _)| topic).collect(),
                    between: last + 1..self.at,
                };
            }
            match previous {
                Some(previous) if !self.tells(&(behind_unit(self.sentence, previous)..end)) => end = previous,
                _ => break,
            }
        }
        let behind = self.at + 1..self.end_behind();
        let things = self.measured_in(&behind);
        if !things.is_empty() {
            return Nearest { things: things.into_iter().map(|(topic, _)| topic).collect(), between: behind };
        }
        let is_it = self.sentence.tokens.first().is_some_and(|token| matches!(token.lower(), "it" | "its"));
        let is_measured = |topic: &usize| self.world.topics.get(*topic).is_some_and(|topic| !topic.readings.is_empty());
        if is_it && self.topics.named.is_empty() && self.topics.meant.iter().all(is_measured) {
            return Nearest { things: self.topics.meant.clone(), between: 0..self.at };
        }
        Nearest::default()
    }

    /// Whether the words around the number tell of `topic` by another word than its name: "BP", "systolic". What is named behind it is told, too.
    pub(super) fn tells_beside(&self, topic: usize, nearest: &Nearest) -> bool {
        let Some(told) = self.world.topics.get(topic) else { return false };
        let behind = self.at + 1..self.end_behind();
        if self.measured_in(&behind).iter().any(|(named, _)| *named == topic) {
            return true;
        }
        [nearest.between.clone(), behind].into_iter().any(|range| {
            let tokens = self.sentence.tokens.get(range).unwrap_or_default();
            let names_part = |token: &Token| {
                self.part_named(token).is_some_and(|part| told.readings.iter().any(|reading| reading.part_name == part))
            };
            let words: Vec<&str> = tokens.iter().map(Token::lower).collect();
            let is_its = |text: &&str| {
                let mut stems = stems_of(text).into_iter().filter(|stem| !GENERIC.contains(&stem.as_str())).peekable();
                stems.peek().is_some() && stems.all(|stem| told.stems.contains(&stem))
            };
            tokens.iter().any(names_part)
                || concepts::synonyms(&words).iter().any(|(_, texts)| texts.iter().any(is_its))
        })
    }

    /// Returns the name of what the number is a reading of, and of what it is told as, where these are two things.
    pub(super) fn of_another_thing(&self) -> Option<(String, String)> {
        let nearest = self.named_beside();
        let own = nearest.things.first().and_then(|topic| self.world.topics.get(*topic))?;
        let mut other = self.world.topics.iter().flat_map(|topic| self.in_topic(topic));
        let other = other.find(|other| other.topic.name != own.name)?;
        let part = other.reading.part_name.as_str();
        let name = if part.is_empty() { other.topic.name.as_str() } else { part };
        Some((name.to_owned(), own.name.clone()))
    }

    /// Returns the measured things that the tokens of `range` name, each with the last of these.
    fn measured_in(&self, range: &Range<usize>) -> Vec<(usize, usize)> {
        let named = self.topics.named.iter().filter_map(|(topic, tokens)| {
            let last = tokens.iter().copied().filter(|at| range.contains(at)).max()?;
            let is_measured = self.world.topics.get(*topic).is_some_and(|topic| !topic.readings.is_empty());
            is_measured.then_some((*topic, last))
        });
        named.collect()
    }

    /// The place behind the number at `at`, its unit and what it is of: "101 for glucose and".
    fn behind_name_of(&self, at: usize) -> usize {
        let from = behind_unit(self.sentence, at);
        let behind = self.sentence.tokens.get(from..self.at).unwrap_or_default();
        let is_small =
            |token: &&Token| token.text == "(" || matches!(token.lower(), "for" | "of" | "in" | "the" | "your");
        let small = behind.iter().take_while(is_small).count();
        let is_of_it = |at: &usize| self.topics.named.iter().any(|(_, tokens)| tokens.contains(at));
        let words = (from + small..self.at).take_while(is_of_it).count();
        if small > 0 { from + small + words } else { from }
    }

    /// The end of the words behind the number that may say what it is of.
    fn end_behind(&self) -> usize {
        let from = behind_unit(self.sentence, self.at);
        let ends = |token: &&Token| {
            matches!(token.text.as_str(), "," | ";")
                || matches!(
                    token.lower(),
                    "and" | "with" | "than" | "but" | "while" | "whereas" | "although" | "however"
                )
                || token.number().is_some()
        };
        let behind = self.sentence.tokens.get(from..).unwrap_or_default();
        from + behind.iter().take_while(|token| !ends(token)).count()
    }

    /// Whether a word of `range` says something: then what stands before it is not told of what stands behind.
    fn tells(&self, range: &Range<usize>) -> bool {
        let tokens = self.sentence.tokens.get(range.clone()).unwrap_or_default();
        tokens.iter().any(|token| matches!(&token.kind, Kind::Word { lower, .. } if !is_glue(lower)))
    }
}
