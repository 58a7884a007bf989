//! Times of a sentence that stand beside no number, held to the entries that they are said of.

use super::sentence::{Sentence, Topics};
use super::spans::is_of_a_pair;
use super::status::{Role, Said, is_end_told, is_of, is_over, role, said_of, statuses};
use super::tokens::Token;
use super::world::World;
use super::{Claim, Mark, Verdict};

/// A time that was not told.
pub(super) fn other_time(token: &Token, world: &World) -> Mark {
    let reason = if world.times.is_empty() { "No time was sent." } else { "No entry that was sent is of this time." };
    Mark::new(token.range.clone(), Claim::Time, Verdict::Unsupported, reason)
}

/// A time that was told, beside no number: what it is said of must be of it.
pub(super) fn told_time(
    sentence: &Sentence,
    (at, time): (usize, usize),
    (topics, said): (&Topics, Said),
    world: &World,
) -> Mark {
    let range = sentence.tokens.get(at).map(|token| token.range.clone()).unwrap_or_default();
    let mark = |verdict, reason: String| Mark::new(range.clone(), Claim::Time, verdict, reason);
    let has = |index: usize, role: Role| {
        world.topics.get(index).is_some_and(|topic| topic.facts.iter().any(|fact| is_of(fact, role, time, world)))
    };
    if topics.named.is_empty() {
        return mark(Verdict::Supported, String::new());
    }
    let meant = said_of(sentence, topics, at);
    let role = role(sentence, at);
    if meant.iter().any(|index| has(*index, role)) {
        // "From … to …" is the time of all entries.
        if role != Role::Ended
            && !is_of_a_pair(sentence, at)
            && let Some(reason) = meant.iter().find_map(|index| past(sentence, *index, time, (topics, said), world))
        {
            return mark(Verdict::Contradicted, reason);
        }
        if let Some(reason) = not_the_newest(sentence, &meant, (at, time), world) {
            return mark(Verdict::Contradicted, reason);
        }
        return mark(Verdict::Supported, String::new());
    }
    if topics.all().iter().any(|index| has(*index, Role::Either)) {
        return mark(Verdict::RangeOnly, "Another entry is of this time.".to_owned());
    }
    let reason = topics.named.first().and_then(|(topic, _)| world.topics.get(*topic)).and_then(|topic| {
        let (newest, _) = topic.ends()?;
        Some(format!("No entry of {} is of this time; the newest is of {}.", topic.name, topic.when(newest)))
    });
    // Of entries without a day nobody knows when they were.
    match reason {
        Some(reason) => mark(Verdict::Contradicted, reason),
        None => mark(Verdict::Unsupported, "No entry that was sent is of this time.".to_owned()),
    }
}

/// "The last test was done …" of what was done later, too: returns when that was.
fn not_the_newest(sentence: &Sentence, meant: &[usize], (at, time): (usize, usize), world: &World) -> Option<String> {
    const NEWEST: &[&str] = &["last", "latest", "newest", "recent"];
    let [index] = meant else { return None };
    let topic = world.topics.get(*index)?;
    // What lasts has no last one, and "from … to …" is the time of all.
    let lasts = statuses(topic) != (false, false);
    let is_last = sentence.before(at).any(|token| NEWEST.contains(&token.lower()));
    if lasts || !is_last || role(sentence, at) != Role::Either || is_of_a_pair(sentence, at) {
        return None;
    }
    let (newest, _) = topic.ends()?;
    let is_newest = is_of(topic.facts.get(newest)?, Role::Either, time, world);
    (!is_newest).then(|| format!("The newest entry of {} is of {}.", topic.name, topic.when(newest)))
}

/// What is said to be so now, and is so by another entry than those of the time that is told: returns why not.
fn past(
    sentence: &Sentence,
    index: usize,
    time: usize,
    (topics, said): (&Topics, Said),
    world: &World,
) -> Option<String> {
    let topic = world.topics.get(index)?;
    let (_, tokens) = topics.named.iter().find(|(other, _)| *other == index)?;
    let mut of_it = topic.facts.iter().filter(|fact| is_of(fact, Role::Either, time, world)).peekable();
    let status = of_it.peek()?.status.clone()?;
    let is_told = || is_end_told(sentence, topics, topic, tokens, world);
    let is_past = said.is_now(tokens, topic.kind) && statuses(topic).0 && of_it.all(is_over) && !is_told();
    is_past.then(|| format!("The record has {} as {status}.", topic.name))
}
