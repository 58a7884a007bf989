//! Writes the synthesised context: facts in a terminology's own words, around generalised values.

mod personal;
mod quantities;
#[cfg(test)]
mod tests;
mod untold;
mod wording;
mod writer;

use std::collections::BTreeSet;

use jiff::civil::Date;

pub use self::untold::{BY_HAND, Untold};
use self::untold::{
    BY_HAND_WORD, DAYS_OUT_OF_ORDER, FOR_STRANGERS, FOUND_BY_REVIEW, INSTRUCTION, KEPT_BY_POLICY, Screen, UNKNOWN_WORD,
    allowable, is_kept_by_word, unknown_word, why_not,
};
use self::writer::Writer;
use super::kind::Kind;
use super::policy::Policy;
use super::query::{self, Query};
use super::rare::RareDiseases;
use super::select::{Series, day_of, fact_of};
use super::stranger::Easing;
use super::vocabulary::{Sources, Vocabulary, Withheld};
use crate::clearance::{Aliases, FactRef, SpanMap};
use crate::document::{Content, Passage, Records};
use crate::error::Result;
use crate::question::Plan;
use crate::span::{Span, Synthesised};
use crate::surrogates::Surrogates;

/// What a synthesis is made from.
#[derive(Clone, Copy)]
pub struct Material<'a> {
    /// The records.
    pub records: &'a Records,
    /// The passages of the records.
    pub passages: &'a [Passage],
    /// The question as it was typed.
    pub question: &'a str,
    /// What the question asks for.
    pub plan: &'a Plan,
    /// The facts that answer it, best first.
    pub series: &'a [Series],
    /// Whether they are of other times than the question asks about.
    pub is_outside: bool,
    /// Passages of prose that may be quoted by their alias; of their text only the sentences that answer are told.
    pub notes: &'a [usize],
    /// What of them may not be told, because the review found fault with it.
    pub silent: &'a Silent,
    /// Facts to leave out, because the review found fault with them.
    pub excluded: &'a BTreeSet<FactRef>,
    /// What to tell less of, so that more people fit.
    pub easing: &'a Easing,
    /// The names of rare diseases, where they are loaded.
    pub rare: Option<&'a RareDiseases>,
    /// What the closed vocabulary is made from.
    pub words: &'a Sources<'a>,
    /// The policy in force: how exactly is told, and which kinds of facts.
    pub policy: &'a Policy,
    /// 32 bytes from a secure source, fresh for each request.
    pub seed: [u8; 32],
}

/// What of passages of prose may not be told.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Silent {
    /// Passages of which nothing may be.
    pub notes: BTreeSet<usize>,
    /// Sentences that may not be: the passage, and where the sentence begins in its document.
    pub sentences: BTreeSet<(usize, usize)>,
}

/// What may be sent if the review agrees, and what is needed to read the reply.
#[derive(Debug, Clone)]
pub struct Synthesis {
    /// The whole user message.
    pub message: SpanMap,
    /// The rewritten question alone.
    pub query: Query,
    /// The words of the question that were withheld, and why.
    pub withheld_words: Vec<Withheld>,
    /// What each alias stands for.
    pub aliases: Aliases,
    /// What each pseudonym, interval and alias stands for.
    pub surrogates: Surrogates,
    /// The facts that each stretch of the message tells, for tracing a finding back to its fact.
    pub told: Vec<(Span<Synthesised>, Vec<FactRef>)>,
    /// The passages of prose that stretches of the message tell sentences of.
    pub told_notes: Vec<(Span<Synthesised>, usize)>,
    /// The sentences that stretches of the message tell: the passage, and where the sentence begins in its document.
    pub told_sentences: Vec<(Span<Synthesised>, (usize, usize))>,
    /// The facts that were selected but cannot leave, and why.
    pub withheld: Vec<Untold>,
    /// The passages of prose that the person keeps back, which are not even named.
    pub withheld_notes: Vec<usize>,
}

/// Returns the synthesis of `material`.
///
/// # Errors
/// `internal` when a surrogate would stand for two things.
pub fn synthesise(material: &Material<'_>) -> Result<Synthesis> {
    let (held, held_notes) = material.words.withheld.map(|withheld| withheld.of(material.passages)).unwrap_or_default();
    let (withheld_notes, notes): (Vec<usize>, Vec<usize>) =
        material.notes.iter().copied().partition(|note| held_notes.contains(note));
    let material = &Material { notes: &notes, ..*material };
    let mut withheld = Vec::new();
    let mut screen = Screen::default();
    let series: Vec<Series> = material
        .series
        .iter()
        .map(|series| {
            let mut facts = series.facts.clone();
            facts.retain(|fact_ref| {
                if held.contains(fact_ref) {
                    withheld.push(Untold { fact: *fact_ref, reason: BY_HAND, word: None });
                    return false;
                }
                if material.easing.leaves_out(*fact_ref) {
                    withheld.push(Untold { fact: *fact_ref, reason: FOR_STRANGERS, word: None });
                    return false;
                }
                if material.excluded.contains(fact_ref) {
                    withheld.push(Untold { fact: *fact_ref, reason: FOUND_BY_REVIEW, word: None });
                    return false;
                }
                let untold = fact_of(material.records, *fact_ref).and_then(|fact| {
                    let kept = (!material.policy.may_tell(Kind::of(fact))).then_some(KEPT_BY_POLICY);
                    let by_word = is_kept_by_word(fact, material.words).then_some(BY_HAND_WORD);
                    let (reason, word) = match (by_word.or(kept).or(why_not(fact)), unknown_word(fact, material.words))
                    {
                        (Some(reason), _) => (reason, None),
                        _ if screen.instructs(fact) => (INSTRUCTION, None),
                        (None, Some(word)) => (UNKNOWN_WORD, Some(word)),
                        (None, None) => return None,
                    };
                    Some(Untold { fact: *fact_ref, reason, word: allowable(word) })
                });
                let is_told = untold.is_none();
                withheld.extend(untold);
                is_told
            });
            for fact in out_of_order(material.records, &facts) {
                withheld.push(Untold { fact, reason: DAYS_OUT_OF_ORDER, word: None });
                facts.retain(|kept| *kept != fact);
            }
            Series { facts, ..series.clone() }
        })
        .filter(|series| !series.facts.is_empty())
        .collect();
    let overtaken = overtaken(material, &series);
    // Written twice: the first time shows which days are told at all, and only those need labels that differ.
    let draft = Writer::new(material, &series, &overtaken, days(material, &series))?.written(&series)?;
    let mut writer = Writer::new(material, &series, &overtaken, draft.told_days)?.written(&series)?;
    if !withheld.is_empty() || !withheld_notes.is_empty() {
        writer.out.template("Some entries stay with the patient and are not told here.\n\n");
    }
    let terms: Vec<String> = writer.terms.iter().cloned().collect();
    let pseudonyms = writer.pseudonyms.clone();
    let vocabulary = Vocabulary::new(material.question, material.plan, &terms, material.words);
    let query = query::rewrite(material.question, material.plan, &vocabulary, |patient| {
        pseudonyms.get(&Some(patient)).cloned()
    });
    writer.out.template("Question: ").append(&query.map);
    Ok(Synthesis {
        message: writer.out.finish(),
        withheld_words: query.withheld.iter().map(|span| vocabulary.withheld(*span)).collect(),
        query,
        aliases: writer.aliases,
        surrogates: writer.surrogates,
        told: writer.told,
        told_notes: writer.told_notes,
        told_sentences: writer.told_sentences,
        withheld,
        withheld_notes,
    })
}

/// Returns those of `facts`, oldest first by the instant, whose day is after that of a newer one: days are told as written, and
/// where time zones differ, the distances from day 0 would make the older the newer.
fn out_of_order(records: &Records, facts: &[FactRef]) -> Vec<FactRef> {
    let mut earliest: Option<Date> = None;
    let mut out = Vec::new();
    for fact in facts.iter().rev() {
        let Some(day) = day_of(records, *fact) else { continue };
        if earliest.is_some_and(|earliest| day > earliest) {
            out.push(*fact);
        } else {
            earliest = Some(day);
        }
    }
    out
}

/// Returns the newest fact that is told of each series of which a later one stays: told as the newest it would say what is not so.
fn overtaken(material: &Material<'_>, told: &[Series]) -> BTreeSet<FactRef> {
    let begun = |fact: &FactRef| fact_of(material.records, *fact).and_then(|fact| fact.begun.as_ref());
    // Of a day without a time nobody knows the instant.
    let is_later = |other: &FactRef, fact: &FactRef| match (begun(other), begun(fact)) {
        (Some(other), Some(fact)) if other.has_time() && fact.has_time() => other.instant() > fact.instant(),
        (other, fact) => other.map(|moment| moment.day) > fact.map(|moment| moment.day),
    };
    let newest = told.iter().filter_map(|series| series.facts.last().copied());
    let is_overtaken = |fact: &FactRef| {
        let whole = material.series.iter().find(|series| series.facts.contains(fact));
        whole.is_some_and(|whole| whole.facts.iter().any(|other| is_later(other, fact)))
    };
    newest.filter(is_overtaken).collect()
}

/// Returns every day that could be told.
fn days(material: &Material<'_>, series: &[Series]) -> BTreeSet<Date> {
    let facts = series.iter().flat_map(|series| &series.facts).filter_map(|fact| fact_of(material.records, *fact));
    facts
        .flat_map(|fact| [&fact.begun, &fact.ended])
        .flatten()
        .map(|moment| moment.day)
        .chain(written(material))
        .collect()
}

/// Returns the days on which the notes of `material` were written.
fn written(material: &Material<'_>) -> impl Iterator<Item = Date> {
    material.notes.iter().filter_map(|note| {
        let passage = material.passages.get(*note)?;
        let document = material.records.documents.get(passage.document.0 as usize)?;
        document.date.filter(|_| matches!(document.content, Content::Prose { .. }))
    })
}
