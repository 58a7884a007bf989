//! "No, …" and "Yes, …" at the head of a sentence, and bounds that are those of the question: "above that number".

use std::collections::BTreeSet;

use super::numbers::{Bound, LATEST, SPANS, bound_of, of_topics};
use super::sentence::{Sentence, Topics};
use super::tokens::{Token, tokens};
use super::world::{Told, Topic, World, stems_of};
use super::{Claim, Mark, Verdict};

/// A bound that was asked for, and its number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Asked {
    pub bound: Bound,
    pub value: f64,
    /// Whether it is asked of the past, so that any reading may keep it, and whether "ever".
    pub is_past: bool,
    pub is_ever: bool,
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
    let has = |words: &[&str]| tokens.iter().any(|token| words.contains(&token.lower()));
    let is_ever = has(&["ever"]);
    let is_past = is_ever || (has(&["was", "were", "did"]) && !has(LATEST));
    Some(Asked { bound: bound_of(tokens.get(..at)?.iter().rev())?, value, is_past, is_ever })
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
    let Asked { bound, value, is_past, is_ever } = world.asked_bound?;
    let measured = of_topics(topics, world);
    let [topic] = measured.as_slice() else { return None };
    let (newest, _) = topic.ends()?;
    let holds = |reading: &&Told| bound.holds(reading.number, value);
    let counted = |readings: &[&Told]| (readings.iter().copied().filter(holds).count(), readings.len());
    let all = bounded(topic, sentence, world);
    let last: Vec<&Told> = all.iter().copied().filter(|reading| reading.fact == newest).collect();
    let ((count, of), (newly, of_newest)) = (counted(&all), counted(&last));
    // No reading of the newest entry: then nothing says what is so now.
    if of == 0 || (of_newest == 0 && !is_past) {
        return None;
    }
    let (is_right, is_wrong) = match (is_yes, is_past) {
        (true, true) => (count > 0, count == 0),
        (false, true) => (count == 0, is_ever || count == of),
        (true, false) => (count == of, newly == 0),
        (false, false) => (count == 0, newly == of_newest),
    };
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

/// Returns the readings of `topic` that a bound is of: those of the parts that `sentence` names, or else the question; where none is named,
/// those of the part that a number without a name is.
pub(super) fn bounded<'t>(topic: &'t Topic, sentence: &Sentence, world: &World) -> Vec<&'t Told> {
    let parts: BTreeSet<&str> = topic.readings.iter().map(|reading| reading.part_name.as_str()).collect();
    let stems: Vec<(&str, BTreeSet<String>)> = parts.into_iter().map(|part| (part, stems_of(part))).collect();
    let tells = |stem: &String| stems.iter().filter(|(_, of)| of.contains(stem)).count() == 1;
    let named = |has: &dyn Fn(&str) -> bool| -> Vec<&str> {
        stems.iter().filter(|(_, of)| of.iter().any(|stem| tells(stem) && has(stem))).map(|(part, _)| *part).collect()
    };
    let said = named(&|stem| sentence.tokens.iter().any(|token| token.stem() == stem));
    let said = if said.is_empty() { named(&|stem| world.asked.contains(stem)) } else { said };
    let meant = if said.is_empty() { leading(topic).1.into_iter().collect() } else { said };
    let is_meant = |part: &str| meant.is_empty() || part.is_empty() || meant.contains(&part);
    topic.readings.iter().filter(|reading| is_meant(&reading.part_name)).collect()
}
