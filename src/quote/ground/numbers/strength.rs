//! Numbers of names: the strength of a tablet, "type 2". Each is of the name that it stands with.

use super::Number;
use crate::document::FactKind;
use crate::quote::ground::tokens::Token;
use crate::quote::ground::world::{GENERIC, Topic, stems_of};
use crate::quote::ground::{Mark, Verdict};

/// Words between a drug's name and its strength.
const BETWEEN: &[&str] = &["of", "a", "an", "at", "the", "dose", "doses", "is", "are", "in"];
/// Most tokens between them.
const BESIDE: usize = 5;
/// Units of strengths, as stems have them.
const UNITS: &[&str] = &["mg", "mcg", "g", "ml", "unt", "unit"];

impl Number<'_> {
    /// Whether the number stands beside a word of a name that has it.
    pub(super) fn is_beside_its_name(&self) -> bool {
        let has_it: Vec<&Topic> = self.world.topics.iter().filter(|topic| self.is_of(topic)).collect();
        let names = |topics: &[&Topic], token: &Token| topics.iter().any(|topic| has(topic, token));
        let all: Vec<&Topic> = self.world.topics.iter().collect();
        // A number of a name as it was told, and not as the record has it.
        let topics = if has_it.is_empty() { &all } else { &has_it };
        let before = self.at.checked_sub(1).and_then(|at| self.sentence.tokens.get(at));
        let after = self.sentence.tokens.get(self.at + 1);
        match before.filter(|token| tells(token) && names(&all, token)) {
            Some(before) => names(topics, before),
            None => [before, after].into_iter().flatten().any(|token| names(topics, token)),
        }
    }

    /// A strength beside the name of a drug that the records have in others alone.
    pub(super) fn of_another_strength(&self) -> Option<Mark> {
        let unit = self.sentence.tokens.get(self.at + 1)?.stem();
        if !UNITS.contains(&unit) {
            return None;
        }
        let tokens = self.sentence.tokens.get(..self.at)?.iter().rev().take(BESIDE);
        let between = |token: &&Token| {
            matches!(token.text.as_str(), "," | "(" | ":" | "-")
                || BETWEEN.contains(&token.lower())
                || is_made_up(token)
        };
        let mut before = tokens.skip_while(between);
        let name = before.next().filter(|token| tells(token))?;
        let named: Vec<&Topic> = self.world.topics.iter().filter(|topic| is_drug(topic) && has(topic, name)).collect();
        let has_strength = |topic: &&Topic| topic.name.split_whitespace().any(|word| word.parse::<f64>().is_ok());
        let [first, ..] = named.as_slice() else { return None };
        let is_another = named.iter().all(has_strength) && !named.iter().any(|topic| self.is_of(topic));
        if !is_another || self.is_before_its_drug() {
            return None;
        }
        // A note that has the number may be of it.
        let digits = self.value.to_string();
        let is_written = self.world.written.iter().flatten().any(|word| *word == digits);
        let verdict = if is_written { Verdict::Unsupported } else { Verdict::Contradicted };
        Some(self.mark(verdict, format!("The record has {}.", first.name)))
    }

    /// "… and 200 MG of ibuprofen": the drug behind the strength has it.
    fn is_before_its_drug(&self) -> bool {
        let is_behind_a_comma =
            self.at.checked_sub(1).and_then(|at| self.sentence.tokens.get(at)).is_some_and(|token| token.text == ",");
        let mut behind = self.sentence.tokens.iter().skip(self.at + 2).skip_while(|token| token.lower() == "of");
        let is_its = |token: &Token| {
            tells(token) && self.world.topics.iter().any(|topic| self.is_of(topic) && has(topic, token))
        };
        is_behind_a_comma && behind.next().is_some_and(is_its)
    }

    /// Whether the number is one of the name of `topic`.
    fn is_of(&self, topic: &Topic) -> bool {
        let digits = topic.name.split(|c: char| !c.is_ascii_digit() && c != '.');
        let mut numbers = digits.filter_map(|word| word.trim_matches('.').parse::<f64>().ok());
        numbers.any(|number| (number - self.value).abs() < 1e-9)
    }
}

fn is_drug(topic: &Topic) -> bool {
    topic.kind == FactKind::MedicationRequest
}

fn has(topic: &Topic, token: &Token) -> bool {
    !token.stem().is_empty() && stems_of(&topic.name).contains(token.stem())
}

/// Whether a word tells what a name is of, and not how it is made up.
fn tells(token: &Token) -> bool {
    !token.stem().is_empty() && !GENERIC.contains(&token.stem())
}

fn is_made_up(token: &Token) -> bool {
    !matches!(token.lower(), "" | "and" | "or") && GENERIC.contains(&token.stem())
}
