//! Negations, held to the entries that there are and to what passages deny.

use super::{Words, is_negator};
use crate::document::FactKind;
use crate::quote::ground::sentence::Sentence;
use crate::quote::ground::status::statuses;
use crate::quote::ground::world::Topic;
use crate::quote::ground::{Claim, Mark, Verdict, answered, denied, opening};

/// Words of a sentence that begins with "Yes" in which a "no" turns it.
const OPENING_WORDS: usize = 7;
/// Words behind "no" and "not" with which they deny nothing by themselves, or what is judged elsewhere.
const JUDGED: &[&str] =
    &["longer", "only", "change", "changed", "above", "below", "over", "under", "higher", "lower", "more", "less"];
/// Words of an end: what is denied with them lasts.
const ENDED: &[&str] =
    &["stopped", "discontinued", "inactive", "resolved", "completed", "ended", "finished", "cancelled"];

/// What is said where an entry says that something is so, and a passage that it is not.
const DIFFER: &str = "An entry and a passage that were sent say different things of this.";
/// Kinds of things that a word denies which several of their names have.
const SHARED: &[FactKind] = &[
    FactKind::Condition,
    FactKind::AllergyIntolerance,
    FactKind::MedicationRequest,
    FactKind::Procedure,
    FactKind::Immunization,
];

impl Words<'_> {
    /// Negations of what was told.
    pub(super) fn negated(&self, marks: &mut Vec<Mark>) {
        let opening = opening::judged(self.sentence, self.topics, self.world);
        let negations: Vec<usize> = (0..self.sentence.tokens.len()).filter(|at| self.negates(*at)).collect();
        let is_no = opening::opens(self.sentence) == Some(false);
        // An opening "No" is judged by what was asked, or by what the sentence says is not so.
        let passes = is_no && (opening.is_some() || opening::says_on(self.sentence, self.topics, &negations));
        marks.extend(opening);
        // "Yes, she has never smoked."
        if let (Some(true), Some(yes)) = (opening::opens(self.sentence), self.sentence.tokens.first())
            && negations.iter().any(|at| *at <= OPENING_WORDS)
        {
            let reason = "What stands behind it says no.";
            marks.push(Mark::new(yes.range.clone(), Claim::Negation, Verdict::RangeOnly, reason));
        }
        marks.extend(negations.into_iter().filter(|at| *at > 0 || !passes).filter_map(|at| self.negation(at)));
    }

    /// Returns what is found of the negation at `at`.
    fn negation(&self, at: usize) -> Option<Mark> {
        let token = self.sentence.tokens.get(at)?;
        let next = self.sentence.tokens.get(at + 1).map_or("", |next| next.lower());
        if matches!(token.lower(), "no" | "not") && JUDGED.contains(&next) {
            return None;
        }
        let mark = |verdict, reason: String| Some(Mark::new(token.range.clone(), Claim::Negation, verdict, reason));
        let words: Vec<usize> =
            self.said.denied.iter().filter(|one| one.by == at).flat_map(|one| one.words.iter().copied()).collect();
        if let Some(topic) = self.lasting(at, &words) {
            let (verdict, is) = match statuses(topic) {
                (true, false) => (Verdict::Supported, "active"),
                (false, true) => (Verdict::Contradicted, "over"),
                _ => return None,
            };
            return mark(verdict, format!("The record has {} as {is}.", topic.name));
        }
        let goes_on = |other: &usize| {
            let token = self.sentence.tokens.get(*other);
            token.is_some_and(|token| !matches!(token.lower(), "but" | "however" | "although" | "while"))
        };
        // What stands behind may be meant where it cannot be told what is denied.
        let tells = |at: &usize| self.sentence.tokens.get(*at).is_some_and(denied::tells);
        let is_clear = words.iter().any(tells);
        let things: Vec<Vec<usize>> = if is_clear {
            self.said.denied.iter().filter(|one| one.by == at).map(|one| one.words.clone()).collect()
        } else {
            vec![(at + 1..self.sentence.tokens.len()).take_while(goes_on).collect()]
        };
        let meant = things.concat();
        let named = self.named_in(&meant);
        let against: Vec<(&Topic, &[usize])> = things
            .iter()
            .flat_map(|thing| {
                let of_it = if is_clear { self.told_by(thing) } else { self.named_in(thing) };
                of_it.into_iter().map(move |topic| (topic, thing.as_slice()))
            })
            .filter(|(topic, _)| !topic.is_denial)
            .collect();
        let lasts = |kind: FactKind| {
            against.iter().filter(move |(topic, _)| topic.kind == kind && statuses(topic) != (false, true))
        };
        let denial = named.iter().find(|topic| topic.is_denial);
        if denial.is_some_and(|denial| lasts(denial.kind).next().is_none()) {
            return mark(Verdict::Supported, String::new());
        }
        let has_answer = |topic: &&Topic| topic.facts.iter().any(|fact| fact.answer.is_some());
        if named.first().is_some_and(|topic| has_answer(topic) || has_bound(self.sentence, at)) {
            return None;
        }
        let Some((topic, _)) = against.first() else {
            if self.answers(&meant) {
                return None;
            }
            if self.is_unknowing() || denied::is_told(self.sentence, at, self.said.denied, self.world) {
                return mark(Verdict::Supported, String::new());
            }
            let reason =
                "That something is not so, no passage that was sent says. What is not written may still be so.";
            let denies = denied::reach(self.sentence, at);
            return mark(Verdict::Unsupported, reason.to_owned()).map(|mark| Mark { denies, ..mark });
        };
        let is_over = lasts(topic.kind).next().is_none();
        if is_over && !self.is_unknowing() {
            return mark(Verdict::Supported, format!("The record has {} as over.", topic.name));
        }
        let is_denied = |thing: &[usize]| denied::is_alike_told(self.sentence, thing, self.world);
        let (mut lasting, mut left) = (lasts(topic.kind), lasts(topic.kind));
        if lasting.next().is_some() && left.all(|(_, thing)| is_denied(thing)) {
            return mark(Verdict::Contradicted, DIFFER.to_owned());
        }
        let topic = lasts(topic.kind).find(|(_, thing)| !is_denied(thing)).map_or(topic, |(topic, _)| topic);
        let entries = if topic.facts.len() == 1 { "an entry" } else { "entries" };
        mark(Verdict::Contradicted, format!("The records have {entries} of {}.", topic.name))
    }

    /// The things of which `words` that tell something are said.
    fn named_in(&self, words: &[usize]) -> Vec<&Topic> {
        let tells = |at: &usize| self.sentence.tokens.get(*at).is_some_and(denied::tells);
        let named = self.topics.named.iter();
        let named = named.filter(|(_, tokens)| tokens.iter().any(|token| words.contains(token) && tells(token)));
        named.filter_map(|(topic, _)| self.world.topics.get(*topic)).collect()
    }

    /// The things whose names have all of `words` that tell something, also where several have them: "diabetes".
    fn told_by(&self, words: &[usize]) -> Vec<&Topic> {
        let is_told = |topic: &&Topic| denied::is_name(self.sentence, words, topic);
        let named: Vec<&Topic> = self.named_in(words).into_iter().filter(is_told).collect();
        if !named.is_empty() {
            return named;
        }
        self.world.topics.iter().filter(|topic| SHARED.contains(&topic.kind)).filter(is_told).collect()
    }

    /// What is said to last by the negation at `at` of an end among `words`: "not stopped".
    fn lasting(&self, at: usize, words: &[usize]) -> Option<&Topic> {
        let is_end = |at: &usize| self.sentence.tokens.get(*at).is_some_and(|token| ENDED.contains(&token.lower()));
        if !words.iter().any(is_end) {
            return None;
        }
        let named = || self.topics.named.iter().flat_map(|(topic, tokens)| tokens.iter().map(move |at| (*topic, *at)));
        let behind = named().find(|(_, token)| words.contains(token));
        let before = || named().filter(|(_, token)| *token < at).max_by_key(|(_, token)| *token);
        let (topic, _) = behind.or_else(before)?;
        self.world.topics.get(topic).filter(|topic| statuses(topic) != (false, false))
    }

    /// Whether one of `words` is of a coded answer, and judged as that.
    fn answers(&self, words: &[usize]) -> bool {
        let ranges = || words.iter().filter_map(|at| self.sentence.tokens.get(*at)).map(|token| &token.range);
        self.topics.named.iter().filter_map(|(topic, _)| self.world.topics.get(*topic)).any(|topic| {
            let judged = answered::judged(self.sentence, (self.topics, self.said.denied), topic, self.world);
            judged.iter().any(|mark| ranges().any(|range| *range == mark.range))
        })
    }

    /// Whether the token says that something is not so; a "no" within a name says nothing.
    fn negates(&self, at: usize) -> bool {
        let is_in_a_name = || {
            let runs = self.topics.named.iter().flat_map(|(_, tokens)| self.sentence.runs(tokens));
            runs.into_iter().any(|run| run.first().is_some_and(|first| *first < at) && run.contains(&at))
        };
        self.sentence.tokens.get(at).is_some_and(|token| is_negator(token.lower())) && !is_in_a_name()
    }
}

/// Whether a negation at `at` is of a bound: "is not above 140".
fn has_bound(sentence: &Sentence, at: usize) -> bool {
    sentence
        .after(at)
        .take(4)
        .any(|token| matches!(token.lower(), "above" | "over" | "below" | "under" | "exceed" | "than"))
}
