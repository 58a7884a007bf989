//! What is left of a question is what it is about.

use super::form::{Ask, Standing, Topic, Want};
use super::lexicon::{BLOCKED, NOUNS, has, is_neutral};
use super::reader::{Reader, Token};
use crate::document::FactKind;
use crate::question::concepts;

/// Takes the words at `group` as one topic.
pub(super) fn topic(reader: &mut Reader<'_>, group: &[usize], kinds: &mut Vec<FactKind>) -> Topic {
    let mut topic = Topic::default();
    for index in group {
        let Some(token) = reader.tokens.get(*index) else { continue };
        let (lower, named) = (token.lower, token.named);
        reader.use_up(*index);
        topic.whole.push(lower.to_owned());
        let of_kind = concepts::kinds_of(lower);
        if named || of_kind.is_empty() {
            topic.words.push(lower.to_owned());
        } else {
            kinds.extend(of_kind);
        }
    }
    topic
}

/// What is left is what the question is about.
pub(super) fn kinds_and_topics(reader: &mut Reader<'_>, ask: &mut Ask) {
    for (noun, kind) in NOUNS {
        if noun.contains(' ') && reader.take(noun).is_some() {
            ask.kinds.push(*kind);
        }
    }
    // "The wound care plan": what is called by an entry's name is a plan.
    let plan = ["plan", "plans"].iter().find_map(|word| reader.find(word));
    // "Is the diabetes plan still running?"
    let is_running = ask.want == Want::Whether && (ask.still || ask.standing == Standing::Current);
    let is_thing = |token: &Token<'_>| token.named || is_running && !token.used && !is_neutral(token.lower);
    if let Some(at) = plan.filter(|at| at.checked_sub(1).is_some_and(|at| reader.tokens.get(at).is_some_and(is_thing)))
    {
        reader.use_up(at);
        ask.kinds.push(FactKind::CarePlan);
    }
    let mut parts: Vec<(usize, Vec<usize>)> = Vec::new();
    for (index, token) in reader.tokens.iter().enumerate() {
        if token.used || (!token.named && (is_neutral(token.lower) || has(BLOCKED, token.lower))) {
            continue;
        }
        match parts.last_mut() {
            Some((part, group)) if *part == token.part => group.push(index),
            _ => parts.push((token.part, vec![index])),
        }
    }
    for (_, group) in parts {
        let mut kinds = Vec::new();
        let topic = topic(reader, &group, &mut kinds);
        ask.kinds.extend(kinds);
        if !topic.words.is_empty() {
            ask.topics.push(topic);
        }
    }
    let is_bare = ask.topics.is_empty() && ask.kinds.is_empty() && ask.hints.is_empty();
    if let Some(measure) = ask.implied.filter(|_| is_bare) {
        let words = vec![measure.to_owned()];
        ask.topics.push(Topic { whole: words.clone(), words });
    }
    ask.kinds.sort();
    ask.kinds.dedup();
    ask.hints.sort();
    ask.hints.dedup();
    // "My weight at the last visit" asks for the weight.
    if !ask.topics.is_empty() && ask.kinds == [FactKind::Encounter] && ask.visit.is_none() {
        ask.kinds.clear();
    }
}
