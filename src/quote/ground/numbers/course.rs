//! The two ends of a course or a range, and the times behind them.

use super::units::{behind_unit, is_in_a_unit};
use super::{CHANGES, COUNTED, Match, Number, SPANS, with_unit};
use crate::quote::ground::sentence::Sentence;
use crate::quote::ground::status::{Role, is_of};
use crate::quote::ground::tokens::{Kind, Token};
use crate::quote::ground::world::{Told, Topic};
use crate::quote::ground::{Claim, Mark, Verdict};

/// Tokens from one number to the other, with a unit between.
const APART: usize = 8;
/// Tokens of a usual unit, such as mg/dL; the rest of a longer one parts nothing.
const UNIT: usize = 3;

/// The two numbers of "between a and b", "from a to b" or "a–b".
#[derive(Debug, Clone, Copy)]
pub(in crate::quote::ground) struct Ends {
    pub(in crate::quote::ground) low: usize,
    pub(in crate::quote::ground) high: usize,
    /// Whether they are told as first and last.
    pub(in crate::quote::ground) is_course: bool,
}

pub(in crate::quote::ground) fn ends_of_ranges(sentence: &Sentence) -> Vec<Ends> {
    let is_number = |(at, token): &(usize, &Token)| token.number().is_some() && !is_in_a_unit(sentence, *at);
    let numbers: Vec<usize> = sentence.tokens.iter().enumerate().filter(is_number).map(|(at, _)| at).collect();
    let mut ranges: Vec<Ends> = Vec::new();
    for pair in numbers.windows(2) {
        let &[low, high] = pair else { continue };
        let joined = sentence
            .tokens
            .get(low + 1..high)
            .unwrap_or_default()
            .iter()
            .any(|token| matches!(token.lower(), "to" | "and"));
        let opens = sentence.before(low).take(3).any(|token| matches!(token.lower(), "between" | "from"));
        let is_count = |at: usize| {
            sentence
                .tokens
                .get(at + 1)
                .is_some_and(|next| COUNTED.contains(&next.lower()) || SPANS.contains(&next.lower()))
        };
        if joined
            && opens
            && high - low <= APART + (behind_unit(sentence, low) - low - 1).saturating_sub(UNIT)
            && !is_count(low)
            && !is_count(high)
            && ranges.last().is_none_or(|last| last.high != low)
        {
            let is_course = sentence.has(CHANGES) && sentence.before(low).take(3).any(|token| token.lower() == "from");
            ranges.push(Ends { low, high, is_course });
        }
    }
    ranges
}

impl<'a> Number<'a> {
    /// The time behind an end of a course, judged by the entry of that end. "Since …" is of its beginning.
    pub(super) fn time_of_course(&self, ends: Ends, topic: &Topic) -> Option<(usize, Mark)> {
        let times = |from: usize, to: usize| {
            self.sentence
                .tokens
                .get(from..to)
                .into_iter()
                .flatten()
                .zip(from..)
                .filter_map(|(token, at)| if let Kind::Time(time) = token.kind { Some((at, time)) } else { None })
        };
        let end = self.sentence.tokens.len();
        let (from, to) = if self.at == ends.low { (ends.low, ends.high) } else { (ends.high, end.min(ends.high + 9)) };
        let (at, time) = times(from, to).next()?;
        // "From … to …" is the time of the whole course, and a number between has the time to itself.
        let is_whole = times(at + 1, end.min(at + 4)).next().is_some();
        let between = self.sentence.tokens.get(self.at + 1..at).unwrap_or_default();
        let is_of_another = || {
            (self.at + 1..at).any(|at| {
                let of = self.sentence.tokens.get(at).and_then(Token::number);
                of.is_some_and(|(value, half)| !Number { at, value, half, ..*self }.is_in_a_unit())
            })
        };
        let spans = |token: &Token| matches!(token.lower(), "over" | "during" | "within" | "across" | "in" | "for");
        if is_whole
            || is_of_another()
            || between.iter().rev().take(2).any(|token| spans(token) && token.lower() != "in")
        {
            return None;
        }
        let opens =
            |token: &Token| matches!(token.lower(), "since" | "from" | "than" | "after" | "starting" | "beginning");
        let is_first = self.at == ends.low || between.iter().rev().take(2).any(opens);
        let (newest, oldest) = topic.ends()?;
        let wanted = if is_first { oldest } else { newest };
        let range = self.sentence.tokens.get(at)?.range.clone();
        let is_it = is_of(topic.facts.get(wanted)?, Role::Begun, time, self.world);
        let (verdict, reason) = if is_it {
            (Verdict::Supported, String::new())
        } else {
            (Verdict::Contradicted, format!("This reading is of {}.", topic.when(wanted)))
        };
        Some((at, Mark::new(range, Claim::Time, verdict, reason)))
    }

    /// "from 82 to 79", told as a course: the first and the last reading.
    pub(super) fn of_course(&self, ends: Ends) -> Option<(Mark, &'a Topic)> {
        let is_first = self.at == ends.low;
        let topics = if self.topics.named.is_empty() { &self.topics.meant } else { &self.topics.all() };
        let nearest = self.named_beside();
        let topic = topics
            .iter()
            .filter(|topic| nearest.allows(**topic))
            .filter_map(|topic| self.world.topics.get(*topic))
            .find(|topic| topic.readings.len() > 1)?;
        let (newest, oldest) = topic.ends()?;
        let wanted = if is_first { oldest } else { newest };
        let part = self.part();
        let of_fact = |fact: usize| {
            topic.readings.iter().find(move |reading| {
                reading.fact == fact && part.as_deref().is_none_or(|part| reading.part_name == part)
            })
        };
        let told = |reading: &Told| {
            let as_told = topic
                .numbers
                .iter()
                .filter(|number| number.of.iter().any(|at| topic.readings.get(*at) == Some(reading)));
            let near = |number: f64| (number - reading.number).abs() <= self.half.max((number * 0.02).abs());
            (self.value - reading.number).abs() <= self.half + 1e-9
                || as_told.clone().any(|number| (number.value - self.value).abs() < 1e-9 && near(number.value))
        };
        let right = of_fact(wanted)?;
        // Either part may be meant where none is named.
        let any_part = topic.readings.iter().filter(|reading| reading.fact == wanted).find(|reading| told(reading));
        if let Some(reading) = any_part.filter(|reading| self.part().is_none_or(|part| part == reading.part_name)) {
            let mark = match self.of_a_part(Match { topic, reading, is_alone: false }) {
                Some((verdict, reason)) => self.mark(verdict, reason),
                None => self.filled(reading, topic),
            };
            return Some((mark, topic));
        }
        let which = if is_first { "first" } else { "newest" };
        let reason = format!("The {which} reading is {}, of {}.", with_unit(right), topic.when(wanted));
        let other = if is_first { newest } else { oldest };
        let opposite = topic.readings.iter().filter(|reading| reading.fact == other).any(told);
        let values = || topic.readings.iter().map(|reading| reading.number);
        let inside = values().any(|number| number <= self.value) && values().any(|number| number >= self.value);
        let was_told = topic.numbers.iter().any(|number| (number.value - self.value).abs() < 1e-9);
        let verdict = if opposite || !(inside || was_told) { Verdict::Contradicted } else { Verdict::RangeOnly };
        Some((self.mark(verdict, reason), topic))
    }
}
