//! Which readings a number may be, and of which part.

use super::{Match, Number, PART_TOKENS};
use crate::quote::ground::Verdict;
use crate::quote::ground::opening::leading;
use crate::quote::ground::tokens::Token;
use crate::quote::ground::world::{Told, Topic};

/// Tokens between the two numbers of one reading: a unit, and what joins them.
const BESIDE_TOKENS: usize = 9;

impl<'a> Number<'a> {
    /// Returns all readings that the number may be, those of the things that the sentence names first.
    pub(in crate::quote::ground) fn matches(&self) -> Vec<Match<'a>> {
        let named: Vec<usize> = self.topics.named.iter().map(|(topic, _)| *topic).collect();
        let all: Vec<usize> = (0..self.world.topics.len()).collect();
        let nearest = self.named_beside();
        let of = |indexes: &[usize]| -> Vec<Match<'a>> {
            let may_be = indexes.iter().filter(|index| nearest.allows(**index) || self.tells_beside(**index, &nearest));
            let topics = may_be.filter_map(|index| self.world.topics.get(*index));
            topics.flat_map(|topic| self.in_topic(topic)).collect()
        };
        let found = of(&named);
        let found = if found.is_empty() { of(&self.topics.meant) } else { found };
        if found.is_empty() { of(&all) } else { found }
    }

    /// Returns the readings of `topic` that the number may be.
    pub(in crate::quote::ground) fn in_topic<'t>(&self, topic: &'t Topic) -> Vec<Match<'t>> {
        let told = topic.numbers.iter().filter(|number| (number.value - self.value).abs() < 1e-9);
        let mut found: Vec<Match<'t>> = Vec::new();
        for number in told {
            // Of a range's end the readings at that end; of a number told alone its reading.
            let step = |reading: &Told| (reading.number - number.value).abs();
            let least =
                number.of.iter().filter_map(|at| topic.readings.get(*at)).map(step).fold(f64::INFINITY, f64::min);
            for reading in number
                .of
                .iter()
                .filter_map(|at| topic.readings.get(*at))
                .filter(|reading| step(reading) <= least + 1e-9)
            {
                found.push(Match { topic, reading, is_alone: number.of.len() == 1 });
            }
        }
        if found.is_empty() {
            let is_it = |reading: &&Told| (reading.number - self.value).abs() <= self.half + 1e-9;
            found.extend(topic.readings.iter().filter(is_it).map(|reading| Match { topic, reading, is_alone: false }));
        }
        found
    }

    /// Returns the match of the part that the sentence names nearest to the number, told alone before others.
    pub(super) fn nearest(&self, found: &[Match<'a>]) -> Option<Match<'a>> {
        let part = self.part();
        let fits = |found: &&Match<'a>| {
            part.as_deref().is_none_or(|part| found.reading.part_name == part || found.reading.part_name.is_empty())
        };
        let is_named = |found: &Match<'a>| part.as_deref() == Some(found.reading.part_name.as_str());
        let is_leading = |found: &Match<'a>| leading(found.topic).1.is_some_and(|lead| found.reading.part_name == lead);
        let best = |found: &mut dyn Iterator<Item = &Match<'a>>| {
            found.max_by_key(|found| (is_named(found), found.is_alone, is_leading(found))).copied()
        };
        best(&mut found.iter().filter(fits)).or_else(|| best(&mut found.iter()))
    }

    /// Returns the name of the part (systolic, diastolic) that the words around the number name.
    pub(in crate::quote::ground) fn part(&self) -> Option<String> {
        let names = |token: &Token| self.part_named(token);
        // "102 mm[Hg] (systolic) and 76 mm[Hg] (diastolic)", "from 70 to 88 in diastolic blood pressure".
        let behind = || {
            self.sentence.after(self.at).take(PART_TOKENS).take_while(|token| {
                !matches!(token.text.as_str(), "," | "/" | ";") && !matches!(token.lower(), "and" | "with" | "over")
            })
        };
        let in_brackets = || {
            let opened = behind().take_while(|token| token.number().is_none()).skip_while(|token| token.text != "(");
            opened.skip(1).take(1).find_map(names)
        };
        let named = self.part_of_two().or_else(in_brackets).or_else(|| self.part_behind());
        let named = named
            .or_else(|| self.sentence.before(self.at).find_map(names))
            .or_else(|| behind().find_map(names))
            .or_else(|| self.sentence.after(self.at).take(3).find_map(names));
        named.map(str::to_owned)
    }

    /// A number that is told as the whole, and is of one part that it is not known by: the diastolic as the blood pressure. Returns
    /// what of it is to be said.
    pub(super) fn of_a_part(&self, found: Match<'a>) -> Option<(Verdict, String)> {
        let Match { topic, reading, .. } = found;
        let (parts, lead) = leading(topic);
        let is_lead = lead.is_some_and(|lead| reading.part_name == lead);
        if self.part().is_some() || parts < 2 {
            return None;
        }
        let reason = format!("This is the {} alone.", reading.part_name);
        let token = |at: Option<usize>| at.and_then(|at| self.sentence.tokens.get(at));
        let (before, after) = (token(self.at.checked_sub(1)), token(Some(self.at + 1)));
        let is_slash = |token: Option<&Token>| token.is_some_and(|token| token.text == "/");
        let opens = is_slash(after) && token(Some(self.at + 2)).is_some_and(|next| next.number().is_some());
        let closes = is_slash(before) && token(self.at.checked_sub(2)).is_some_and(|next| next.number().is_some());
        // "125/75": the one that it is known by stands first.
        if lead.is_some() && (opens && !is_lead || closes && is_lead) {
            return Some((Verdict::Contradicted, reason));
        }
        let is_near = |at: usize| {
            let (from, to) = (at.min(self.at) + 1, at.max(self.at));
            to - from < BESIDE_TOKENS
                && !(from..to).any(|at| token(Some(at)).is_some_and(|token| token.lower() == "to"))
        };
        let is_other = |(at, token): (usize, &Token)| {
            at != self.at
                && is_near(at)
                && token.number().is_some_and(|(value, half)| {
                    let other = Number { at, value, half, ..*self };
                    other
                        .in_topic(topic)
                        .iter()
                        .any(|other| other.reading.fact == reading.fact && other.reading.part_name != reading.part_name)
                })
        };
        let is_beside_another = || self.sentence.tokens.iter().enumerate().any(is_other);
        (!is_lead && !is_beside_another()).then_some((Verdict::RangeOnly, reason))
    }
}
