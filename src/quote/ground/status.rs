//! Whether a sentence says of what it names that it is so now, and whether it tells when that ended.

use std::collections::BTreeSet;

use super::sentence::{Sentence, Topics};
use super::tokens::{Kind, Token};
use super::words::is_negator;
use super::world::{Known, Topic, World, stems_of};
use crate::document::FactKind;

pub(super) const TAKEN: &[&str] =
    &["taking", "takes", "take", "active", "currently", "ongoing", "has", "have", "suffers"];
pub(super) const OVER: &[&str] = &[
    "stopped",
    "discontinued",
    "inactive",
    "resolved",
    "completed",
    "ended",
    "former",
    "formerly",
    "past",
    "previously",
    "stopping",
    "had",
    "finished",
    "cancelled",
];
/// Words by which a drug is taken now, whatever is said of it behind.
const TAKING: &[&str] = &["taking", "takes", "take", "currently"];
/// Words of a question about what was.
const BYGONE: &[&str] = &["did", "was", "were", "ever", "been", "when", "since", "used"];
/// What a list may hold besides names.
const LISTING: &[&str] = &[
    "answer",
    "the",
    "and",
    "or",
    "also",
    "following",
    "list",
    "medicine",
    "medicines",
    "medication",
    "medications",
    "condition",
    "conditions",
    "allergies",
    "prescribed",
    "since",
];
/// Words before the time at which something ended.
const UNTIL: &[&str] = &["until", "till", "ended", "resolved"];

/// What a sentence says of what it names.
#[derive(Debug, Clone, Copy)]
pub(super) struct Said {
    /// That it is over.
    pub is_over: bool,
    is_taken: bool,
    is_taking: bool,
    /// The sentence behind says that it is over.
    is_unsaid: bool,
}

impl Said {
    /// Returns what `sentence` says, which stands under `lead` and before `after`.
    pub fn of(
        sentence: &Sentence,
        (lead, after): (Option<&Sentence>, Option<&Sentence>),
        topics: &Topics,
        world: &World,
    ) -> Self {
        let says = |words: &[&str]| sentence.has(words) || lead.is_some_and(|lead| lead.has(words));
        let is_unsaid = after.is_some_and(|after| {
            after.has(OVER)
                && after.tokens.first().is_some_and(|token| matches!(token.lower(), "it" | "they" | "both" | "all"))
        });
        // A list is said of what was asked.
        let is_list = || world.asks_now && is_list(sentence, topics, world) && lead.is_none_or(is_head);
        Said {
            is_over: says(OVER) || says_no_longer(sentence) || lead.is_some_and(says_no_longer),
            is_taken: says(TAKEN) || lists(sentence) || is_list(),
            is_taking: says(TAKING),
            is_unsaid,
        }
    }

    /// Whether what is of this kind is said to be so now. That somebody takes a drug is not taken back by "It was stopped".
    pub fn is_now(self, kind: FactKind) -> bool {
        let is_unsaid = self.is_unsaid && !(kind == FactKind::MedicationRequest && self.is_taking);
        !self.is_over && self.is_taken && !is_unsaid
    }
}

/// "You no longer take …".
fn says_no_longer(sentence: &Sentence) -> bool {
    let words = sentence.tokens.iter().zip(sentence.tokens.iter().skip(1));
    words.into_iter().any(|(no, longer)| (no.lower(), longer.lower()) == ("no", "longer"))
}

/// Returns whether `question` asks what is so now.
pub(super) fn asks_now(question: &str) -> bool {
    let words: Vec<String> =
        question.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase).filter(|word| !word.is_empty()).collect();
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    has(TAKEN) && !has(OVER) && !has(BYGONE)
}

/// Whether the sentence only lists, and what it lists is so now by its verb.
fn lists(sentence: &Sentence) -> bool {
    sentence.has(&["are", "is"])
        && sentence.has(&["medicines", "medications", "conditions", "medicine", "medication", "condition"])
}

/// Whether the sentence has no verb: names of told things and what stands between them.
fn is_list(sentence: &Sentence, topics: &Topics, world: &World) -> bool {
    let named = topics.named.iter().filter_map(|(topic, _)| world.topics.get(*topic));
    let names: BTreeSet<String> = named.flat_map(|topic| stems_of(&topic.name)).collect();
    let is_plain = |token: &Token| match &token.kind {
        Kind::Word { lower, stem } => LISTING.contains(&lower.as_str()) || names.contains(stem),
        _ => true,
    };
    !names.is_empty() && sentence.tokens.iter().all(is_plain)
}

/// Whether a sentence is the head of a list and says nothing: "Answer:".
fn is_head(sentence: &Sentence) -> bool {
    sentence.tokens.iter().all(|token| token.lower().is_empty() || LISTING.contains(&token.lower()))
}

/// Which of an entry's days a time is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Begun,
    Ended,
    Either,
}

/// Returns which day the time at `at` is by the words before it.
pub(super) fn role(sentence: &Sentence, at: usize) -> Role {
    let has = |words: &[&str]| {
        let before = sentence.tokens.get(at.saturating_sub(2)..at).unwrap_or_default();
        before.iter().any(|token| words.contains(&token.lower()))
    };
    if has(UNTIL) {
        Role::Ended
    } else if has(&["since"]) {
        Role::Begun
    } else {
        Role::Either
    }
}

/// Whether `fact` begun or ended, as `role` says, at `time`.
pub(super) fn is_of(fact: &Known, role: Role, time: usize, world: &World) -> bool {
    let days = world.times.get(time).map_or(&[][..], |time| time.days.as_slice());
    let (begun, ended) = match role {
        Role::Begun => (fact.day, None),
        Role::Ended => (None, fact.ended),
        Role::Either => (fact.day, fact.ended),
    };
    [begun, ended].iter().flatten().any(|day| days.contains(day))
}

/// Returns the time token before `at` that stands in the same item, which begins at `from`.
fn time_before(sentence: &Sentence, from: usize, at: usize) -> Option<usize> {
    sentence.tokens.get(from..at)?.iter().rev().find_map(|token| match token.kind {
        Kind::Time(time) => Some(time),
        _ => None,
    })
}

/// Whether with every mention of `topic`, by `tokens`, the end is told that one entry of it has, and no other beginning than its own.
/// A drug's end does not take back that it is taken.
pub(super) fn is_end_told(
    sentence: &Sentence,
    topics: &Topics,
    topic: &Topic,
    tokens: &[usize],
    world: &World,
) -> bool {
    if topic.kind == FactKind::MedicationRequest {
        return false;
    }
    let runs = sentence.runs(tokens);
    let told = |run: &Vec<usize>| {
        let last = run.last().copied().unwrap_or_default();
        let others = topics.named.iter().flat_map(|(_, tokens)| tokens.iter().copied());
        let end = others.filter(|at| *at > last).min().unwrap_or(sentence.tokens.len());
        (last + 1..end).any(|at| {
            let Some(Kind::Time(time)) = sentence.tokens.get(at).map(|token| &token.kind) else { return false };
            let before = time_before(sentence, last + 1, at);
            role(sentence, at) == Role::Ended
                && !denies(sentence, last + 1..at)
                && topic.facts.iter().any(|fact| {
                    is_of(fact, Role::Ended, *time, world)
                        && before.is_none_or(|before| is_of(fact, Role::Begun, before, world))
                })
        })
    };
    !runs.is_empty() && runs.iter().all(told)
}

fn denies(sentence: &Sentence, range: std::ops::Range<usize>) -> bool {
    sentence.tokens.get(range).unwrap_or_default().iter().any(|token| is_negator(token.lower()))
}

/// Returns whether a status is of something that is over.
pub(super) fn is_over(fact: &Known) -> bool {
    const WORDS: [&str; 7] = ["inactive", "remission", "resolved", "completed", "stopped", "cancelled", "revoked"];
    fact.status.as_deref().is_some_and(|status| WORDS.contains(&status))
}

/// Returns whether some fact of `topic` is so now, and whether some is over, as the record says.
pub(super) fn statuses(topic: &Topic) -> (bool, bool) {
    const ACTIVE: [&str; 4] = ["active", "recurrence", "relapse", "on-hold"];
    let lasts = matches!(
        topic.kind,
        FactKind::Condition | FactKind::AllergyIntolerance | FactKind::MedicationRequest | FactKind::CarePlan
    );
    let is_active = |fact: &Known| fact.status.as_deref().is_some_and(|status| ACTIVE.contains(&status));
    (lasts && topic.facts.iter().any(is_active), lasts && topic.facts.iter().any(is_over))
}

/// Returns the topics that the time at `at` is said of: those named since the time before, else those of the time before, else all.
pub(super) fn said_of(sentence: &Sentence, topics: &Topics, at: usize) -> Vec<usize> {
    let starts: Vec<(usize, usize)> = topics
        .named
        .iter()
        .flat_map(|(topic, tokens)| tokens.iter().map(move |token| (*topic, *token)))
        .filter(|(_, token)| *token < at)
        .collect();
    let times = sentence.tokens.iter().enumerate().take(at);
    let mut bounds: Vec<usize> =
        times.filter(|(_, token)| matches!(token.kind, Kind::Time(_) | Kind::OtherTime)).map(|(at, _)| at).collect();
    bounds.insert(0, 0);
    for bound in bounds.iter().rev() {
        let mut found: Vec<usize> =
            starts.iter().filter(|(_, token)| *token >= *bound).map(|(topic, _)| *topic).collect();
        found.sort_unstable();
        found.dedup();
        if !found.is_empty() {
            return found;
        }
    }
    topics.all()
}
