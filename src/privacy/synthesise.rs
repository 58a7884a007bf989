//! Writes the synthesised context: facts in a terminology's own words, around generalised values.

mod quantities;
mod untold;
mod wording;
mod writer;

use std::collections::BTreeSet;

use jiff::civil::Date;

pub use self::untold::{BY_HAND, Untold};
use self::untold::{
    BY_HAND_WORD, FOR_STRANGERS, FOUND_BY_REVIEW, INSTRUCTION, KEPT_BY_POLICY, Screen, UNKNOWN_WORD, allowable,
    is_kept_by_word, unknown_word, why_not,
};
use self::writer::Writer;
use super::kind::Kind;
use super::policy::Policy;
use super::query::{self, Query};
use super::rare::RareDiseases;
use super::select::{Series, fact_of};
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
    /// Those of which nothing may be told, because the review found fault with it.
    pub silent: &'a BTreeSet<usize>,
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
            Series { facts, ..series.clone() }
        })
        .filter(|series| !series.facts.is_empty())
        .collect();
    // Written twice: the first time shows which days are told at all, and only those need labels that differ.
    let draft = Writer::new(material, &series, days(material, &series))?.written(&series)?;
    let mut writer = Writer::new(material, &series, draft.told_days)?.written(&series)?;
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
        withheld,
        withheld_notes,
    })
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
