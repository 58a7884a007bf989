//! Whether a sentence says of what it names that it is so now, and whether it tells when that ended.

use std::collections::BTreeSet;
use std::ops::Range;

use super::denied::{self, Denied};
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
pub(super) struct Said<'a> {
    sentence: &'a Sentence,
    topics: &'a Topics,
    /// What it denies.
    pub denied: &'a [Denied],
    /// What it says by the line that it stands under, or as a list of what is so now.
    of_all: Option<Course>,
    is_taking: bool,
    /// The sentence behind says that it is over.
    is_unsaid: bool,
}

/// Whether something is said to be so now, or to be over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Course {
    Now,
    Over,
}

impl<'a> Said<'a> {
    /// Returns what `sentence` says, which stands under `lead` and before `after`.
    pub fn of(
        sentence: &'a Sentence,
        (lead, after): (Option<&Sentence>, Option<&Sentence>),
        (topics, denied): (&'a Topics, &'a [Denied]),
        world: &World,
    ) -> Self {
        let is_unsaid = after.is_some_and(|after| {
            after.has(OVER)
                && after.tokens.first().is_some_and(|token| matches!(token.lower(), "it" | "they" | "both" | "all"))
        });
        // A list is said of what was asked.
        let is_list = || world.asks_now && is_list(sentence, topics, world) && lead.is_none_or(is_head);
        let of_lead = lead.and_then(|lead| course(lead, 0..lead.tokens.len(), &denied::denied(lead)));
        Said {
            sentence,
            topics,
            denied,
            of_all: of_lead.or_else(|| (lists(sentence) || is_list()).then_some(Course::Now)),
            is_taking: sentence.has(TAKING) || lead.is_some_and(|lead| lead.has(TAKING)),
            is_unsaid,
        }
    }

    /// Whether what `tokens` name is said to be so now, where it is of this kind. That somebody takes a drug is not taken back by "It was stopped".
    pub fn is_now(self, tokens: &[usize], kind: FactKind) -> bool {
        let is_unsaid = self.is_unsaid && !(kind == FactKind::MedicationRequest && self.is_taking);
        !is_unsaid && !self.is_over(tokens) && self.says(tokens, Course::Now)
    }

    /// Whether what `tokens` name is said to be over.
    pub fn is_over(self, tokens: &[usize]) -> bool {
        self.says(tokens, Course::Over)
    }

    /// Whether what `tokens` name is said not to be so, wherever it is named.
    pub fn is_denied(self, tokens: &[usize]) -> bool {
        // A "no" within the name denies nothing.
        let is_within = |by: usize, run: &[usize]| {
            run.first().is_some_and(|first| *first <= by) && run.last().is_some_and(|last| by <= *last)
        };
        let is_denied = |run: &Vec<usize>| {
            let beside = self.denied.iter().filter(|one| !is_within(one.by, run));
            beside.into_iter().any(|one| run.iter().any(|at| one.words.contains(at)))
        };
        let runs = self.sentence.runs(tokens);
        !runs.is_empty() && runs.iter().all(is_denied)
    }

    /// Whether with a mention of what `tokens` name this is said, and not denied.
    fn says(self, tokens: &[usize], course: Course) -> bool {
        let mut runs = self.sentence.runs(tokens).into_iter();
        runs.any(|run| !self.is_denied(&run) && self.course_of(&run) == Some(course))
    }

    /// What is said of the name at `run`: by its own stretch of the sentence, else by what stands before the names of one before it ("you take A, and
    /// B"), else by what stands behind those of one after it ("A and B were stopped").
    fn course_of(self, run: &[usize]) -> Option<Course> {
        let named: Vec<Vec<usize>> =
            self.topics.named.iter().flat_map(|(_, tokens)| self.sentence.runs(tokens)).collect();
        let names_in = |stretch: &Range<usize>| {
            named.iter().flatten().copied().filter(|at| stretch.contains(at)).collect::<Vec<usize>>()
        };
        let pieces = pieces(self.sentence, &named);
        let mut stretches: Vec<Range<usize>> = Vec::new();
        for piece in &pieces {
            match stretches.last_mut() {
                // What names nothing is said of what was named last.
                Some(open) if names_in(piece).is_empty() || names_in(open).is_empty() => open.end = piece.end,
                _ => stretches.push(piece.clone()),
            }
        }
        let speaks_of_all = |piece: &&Range<usize>| {
            let words = self.sentence.tokens.get((*piece).clone()).unwrap_or_default();
            let of_all = |token: &Token| matches!(token.lower(), "all" | "both" | "they" | "these" | "those" | "each");
            names_in(piece).is_empty() && words.iter().any(of_all)
        };
        let of_these = || {
            let behind = pieces.iter().skip(1).filter(speaks_of_all);
            behind.into_iter().find_map(|piece| course(self.sentence, piece.clone(), self.denied))
        };
        let at = stretches.iter().position(|stretch| run.first().is_some_and(|first| stretch.contains(first)))?;
        let own = || course(self.sentence, stretches.get(at)?.clone(), self.denied);
        let (before, after) = (stretches.get(..at)?, stretches.get(at + 1..)?);
        let says = |places: Range<usize>| course(self.sentence, places, self.denied);
        let head =
            |stretch: &Range<usize>| says(stretch.start..names_in(stretch).into_iter().min().unwrap_or(stretch.end));
        let tail = |stretch: &Range<usize>| {
            says(names_in(stretch).into_iter().max().map_or(stretch.start, |last| last + 1)..stretch.end)
        };
        of_these()
            .or_else(own)
            .or_else(|| before.iter().rev().find_map(head))
            .or_else(|| after.iter().find_map(tail))
            .or(self.of_all)
    }
}

/// Returns `sentence` in pieces, from one comma or "and" to the next; those within a name part nothing.
fn pieces(sentence: &Sentence, named: &[Vec<usize>]) -> Vec<Range<usize>> {
    const JOINS: &[&str] = &["and", "but", "while", "whereas", "although", "however"];
    let is_inside = |at: usize| {
        named
            .iter()
            .any(|run| run.first().is_some_and(|first| *first < at) && run.last().is_some_and(|last| at < *last))
    };
    let parts =
        |(at, token): &(usize, &Token)| (token.text == "," || JOINS.contains(&token.lower())) && !is_inside(*at);
    let starts = sentence.tokens.iter().enumerate().filter(parts).map(|(at, _)| at);
    let ends = starts.clone().chain([sentence.tokens.len()]);
    [0].into_iter().chain(starts).zip(ends).map(|(start, end)| start..end).collect()
}

/// What the words of `sentence` at `places` say.
fn course(sentence: &Sentence, places: Range<usize>, denied: &[Denied]) -> Option<Course> {
    let lower = |at: usize| sentence.tokens.get(at).map_or("", Token::lower);
    let is_longer = |at: usize| (lower(at), lower(at + 1)) == ("no", "longer");
    let says = |words: &[&str]| {
        let is_denied = |at: usize| denied.iter().any(|one| one.words.contains(&at));
        places.clone().any(|at| words.contains(&lower(at)) && !is_denied(at) && !is_perfect(sentence, at))
    };
    if says(OVER) || places.clone().any(is_longer) {
        return Some(Course::Over);
    }
    // "You have had it since …" is so now.
    let is_since = || sentence.has(&["since"]) && places.clone().any(|at| is_perfect(sentence, at));
    (says(TAKEN) || is_since()).then_some(Course::Now)
}

/// Whether the word at `at` is of "have had", which may be over or not.
fn is_perfect(sentence: &Sentence, at: usize) -> bool {
    let has = |from: usize, to: usize, is: fn(&str) -> bool| {
        sentence
            .tokens
            .get(from..to.min(sentence.tokens.len()))
            .unwrap_or_default()
            .iter()
            .any(|token| is(token.lower()))
    };
    match sentence.tokens.get(at).map_or("", Token::lower) {
        "had" => has(at.saturating_sub(2), at, |word| matches!(word, "have" | "has") || word.ends_with("'ve")),
        "have" | "has" => has(at + 1, at + 3, |word| word == "had"),
        _ => false,
    }
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

fn denies(sentence: &Sentence, range: Range<usize>) -> bool {
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
        found.dedup();
        if !found.is_empty() {
            return found;
        }
    }
    topics.all()
}
