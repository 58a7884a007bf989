//! "No, …" and "Yes, …" at the head of a sentence, and bounds that are those of the question: "above that number".

use std::collections::BTreeSet;

use super::numbers::{Bound, SPANS, bound_of, of_topics};
use super::sentence::{Sentence, Topics};
use super::tokens::{Token, tokens};
use super::world::{Told, Topic, World};
use super::{Claim, Mark, Verdict};

/// A bound that was asked for, and its number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Asked {
    pub bound: Bound,
    pub value: f64,
}

/// Returns the bound that `question` asks for, where it has one number and that is a bound.
pub(super) fn asked(question: &str) -> Option<Asked> {
    let tokens = tokens(question, &World::default());
    let mut numbers = tokens.iter().enumerate().filter_map(|(at, token)| Some((at, token.number()?.0)));
    let ((at, value), None) = (numbers.next()?, numbers.next()) else { return None };
    // "over 5 years" bounds nothing.
    if tokens.get(at + 1).is_some_and(|next| SPANS.contains(&next.lower())) {
        return None;
    }
    Some(Asked { bound: bound_of(tokens.get(..at)?.iter().rev())?, value })
}

/// Returns whether `sentence` begins with yes, or with no, as a word by itself.
pub(super) fn opens(sentence: &Sentence) -> Option<bool> {
    let is_yes = match sentence.tokens.first()?.lower() {
        "yes" => true,
        "no" => false,
        _ => return None,
    };
    sentence.tokens.get(1).is_none_or(|next| matches!(next.text.as_str(), "," | "." | ":" | "!")).then_some(is_yes)
}

/// Judges the opening "No" or "Yes" of `sentence` by the bound that was asked for; nothing where none was, or it cannot be told of what.
pub(super) fn judged(sentence: &Sentence, topics: &Topics, world: &World) -> Option<Mark> {
    let is_yes = opens(sentence)?;
    let Asked { bound, value } = world.asked_bound?;
    let measured = of_topics(topics, world);
    let [topic] = measured.as_slice() else { return None };
    let (newest, _) = topic.ends()?;
    let holds = |reading: &&Told| bound.holds(reading.number, value);
    let counted = |readings: &[&Told]| (readings.iter().copied().filter(holds).count(), readings.len());
    let all: Vec<&Told> = topic.readings.iter().collect();
    let last: Vec<&Told> = topic.readings.iter().filter(|reading| reading.fact == newest).collect();
    let ((count, of), (newly, of_newest)) = (counted(&all), counted(&last));
    // No reading of the newest entry: then nothing says what is so now.
    if of_newest == 0 {
        return None;
    }
    let (is_right, is_wrong) = if is_yes { (count == of, newly == 0) } else { (count == 0, newly == of_newest) };
    let verdict = match (is_right, is_wrong) {
        (true, _) => Verdict::Supported,
        (_, true) => Verdict::Contradicted,
        _ => Verdict::RangeOnly,
    };
    Some(Mark::new(sentence.tokens.first()?.range.clone(), Claim::Negation, verdict, bound.told(&all, value)))
}

/// Whether the token at `at` stands for the number of the question: "that number".
pub(super) fn is_that_number(sentence: &Sentence, at: usize) -> bool {
    let is_word = |token: &Token| matches!(token.lower(), "number" | "value" | "threshold" | "limit");
    let before = at.checked_sub(1).and_then(|at| sentence.tokens.get(at)).map_or("", Token::lower);
    sentence.tokens.get(at).is_some_and(is_word) && matches!(before, "that" | "this")
}

/// Whether `sentence` says on after its opening "No" what is not so, and that is judged by itself: a negation at the returned token.
pub(super) fn says_on(sentence: &Sentence, topics: &Topics, negations: &[usize]) -> bool {
    if opens(sentence) != Some(false) {
        return false;
    }
    let Some(second) = negations.get(1).copied() else { return false };
    // "not above 140": the bound is judged.
    let bounds = sentence.tokens.iter().enumerate().skip(second).take(7).any(|(at, token)| {
        let is_it = token.number().is_some() || is_that_number(sentence, at);
        is_it && bound_of(sentence.before(at)).is_some()
    });
    // "No, you do not take …": of the same thing.
    let first = topics.named.iter().find(|(_, tokens)| tokens.iter().any(|at| *at > 0)).map(|(topic, _)| *topic);
    let behind = topics.named.iter().find(|(_, tokens)| tokens.iter().any(|at| *at > second)).map(|(topic, _)| *topic);
    bounds || (first.is_some() && first == behind)
}

/// Returns the parts that `topic` has, and of them the one that a number without a name is: the systolic of a blood pressure.
pub(super) fn leading(topic: &Topic) -> (usize, Option<&str>) {
    let parts: BTreeSet<&str> =
        topic.readings.iter().map(|reading| reading.part_name.as_str()).filter(|part| !part.is_empty()).collect();
    let lead = parts.iter().find(|part| part.to_lowercase().contains("systolic")).copied();
    (parts.len(), lead)
}
