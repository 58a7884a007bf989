//! Numbers that no reading is.

use super::{Number, of_topics, with_unit};
use crate::quote::ground::tokens::Token;
use crate::quote::ground::words::is_negator;
use crate::quote::ground::world::{Told, Topic};
use crate::quote::ground::{Mark, Verdict};

/// Words by which a number is told as what was asked for.
const ASKED: &[&str] = &["ask", "asked", "asking", "question", "threshold", "limit", "cutoff", "mark"];
/// Words by which it is only where the question has them.
const AIMED: &[&str] = &["goal", "target", "aim"];

impl Number<'_> {
    /// Returns the marks of a number that no reading is, and of its unit.
    pub(super) fn unmatched(&self) -> Vec<Mark> {
        if self.is_of_the_question() {
            return vec![self.mark(Verdict::Supported, "From your question.")];
        }
        if let Some(difference) = self.difference() {
            return self.with_its_unit(difference);
        }
        if let Some((other, part)) = self.of_another_thing() {
            let reason = format!("This is the {other}; of {part} no such number was sent.");
            return vec![self.mark(Verdict::Unsupported, reason)];
        }
        vec![self.beside_the_readings()]
    }

    /// Whether it is a number of the question, told as such, or of which is said that nothing is it. What is told as a reading must be one.
    fn is_of_the_question(&self) -> bool {
        let is_asked = self.world.asked_numbers.iter().any(|asked| (asked - self.value).abs() < 1e-9);
        let is_measured = |topic: &usize| self.world.topics.get(*topic).is_some_and(|topic| !topic.readings.is_empty());
        let is_of_readings = if self.topics.named.is_empty() {
            !self.topics.meant.is_empty() && self.topics.meant.iter().all(is_measured)
        } else {
            !of_topics(self.topics, self.world).is_empty()
        };
        let is_aimed = |token: &Token| AIMED.contains(&token.lower()) && self.world.asked.contains(token.stem());
        let is_told = self.sentence.has(ASKED) || self.sentence.tokens.iter().any(is_aimed);
        let is_denied = || self.sentence.before(self.at).any(|token| is_negator(token.lower()));
        is_asked && (!is_of_readings || is_told || is_denied())
    }

    /// A number that is none of the readings of what the sentence is about: whether it lies among them.
    fn beside_the_readings(&self) -> Mark {
        let topics: Vec<&Topic> = self.topics.all().iter().filter_map(|topic| self.world.topics.get(*topic)).collect();
        let part = self.part();
        let numbers: Vec<&Told> = topics
            .iter()
            .flat_map(|topic| &topic.readings)
            .filter(|reading| part.as_deref().is_none_or(|part| reading.part_name == part))
            .collect();
        let low = numbers.iter().map(|reading| reading.number).fold(f64::INFINITY, f64::min);
        let high = numbers.iter().map(|reading| reading.number).fold(f64::NEG_INFINITY, f64::max);
        let single = !self.topics.named.is_empty() && topics.len() == 1;
        match numbers.first() {
            Some(_) if numbers.len() > 1 && low <= self.value && self.value <= high && single => {
                let reason = format!("The readings lie between {low} and {high}; none that was sent is this.");
                self.mark(Verdict::RangeOnly, reason)
            }
            Some(one) if single && numbers.len() == 1 => {
                self.mark(Verdict::Contradicted, format!("The record has {}.", with_unit(one)))
            }
            Some(_) if single => {
                self.mark(Verdict::Contradicted, format!("The readings lie between {low} and {high}."))
            }
            _ => self.mark(Verdict::Unsupported, "No such number was sent."),
        }
    }
}
